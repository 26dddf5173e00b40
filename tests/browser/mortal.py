"""A `referee serve` that is killed in the middle of a form and then restarted, again and again.

A life is one server, from its start until it is killed. The servers are forked from a process that
has imported all modules, and they share compiled templates, so each starts at once. Run as
`python -m tests.browser.mortal PORT DATA`.
"""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import TYPE_CHECKING, Final, Literal, NoReturn

from flask import Flask
from granian.server import mp  # noqa: F401  # what a life would import
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import Engine
from sqlalchemy.event import listen

import referee
from referee import serve
from referee.matches.database.address import DatabaseAddress
from referee.matches.store import Store
from referee.web.http import gateway  # noqa: F401
from tests.servers import wait_for

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Moment = Literal["before the write", "before the commit", "before the answer", "anywhere"]
HEAD: Final = "Dies"
"""Request header that ends a life: `life,moment,calls`.

Only `anywhere` uses `calls`: the server dies at that function call. A browser may repeat a request
by itself; because the header names the life, a repeated request doesn't kill the next server.
"""


def deaths_in(data: Path) -> Path:
    """Path of a file with a line for each ended life: its number and the count of stored events."""
    return data.with_suffix(".deaths")


def main(port: int, data: Path, database: DatabaseAddress | None) -> None:
    """Run one life after another until SIGTERM."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    templates = data.with_suffix(".templates")
    templates.mkdir()
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(templates))}
    be_warm()
    for life in count(1):
        child = os.fork()
        if not child:
            live(life, port, data, database)
        try:
            os.waitpid(child, 0)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
        wait_for(lambda: not is_held(port))  # its worker takes a moment longer


def be_warm() -> None:
    """Load in advance what a life would need for its first page."""
    with TemporaryDirectory() as elsewhere:
        phone = referee.create_app(Path(elsewhere)).test_client()
        names = {"player0": "Ann", "player1": "Ben"}
        match = phone.post("/new", data={"game": "thirty-one", **names}).location
        for page in ("/", match):
            assert phone.get(page).status_code == 200


def live(life: int, port: int, folder: Path, database: DatabaseAddress | None) -> NoReturn:
    """Serve until a form kills the server."""
    os.setpgid(0, 0)
    create_app = referee.create_app
    referee.create_app = lambda data=None: mortal(create_app(data), life, folder)
    os._exit(serve.serve(host="127.0.0.1", port=port, data=folder, database=database))


def is_held(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def mortal(app: Flask, life: int, data: Path) -> Flask:
    """Wrap the app so that a form can kill it."""
    answer: WSGIApplication = app.wsgi_app

    def answer_or_die(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        ends, moment, calls = environ.get(f"HTTP_{HEAD.upper()}", "0,,").split(",")
        if int(ends) != life:
            return answer(environ, start)

        def die(*_: object, **_more: object) -> None:
            sys.setprofile(None)
            with deaths_in(data).open("a") as deaths:
                deaths.write(f"{life} {events_in(data)}\n")
            os.killpg(0, signal.SIGKILL)
            signal.pause()

        have_at(moment, die, int(calls))
        made = answer(environ, start)
        die()
        return made

    app.wsgi_app = answer_or_die  # type: ignore[assignment,method-assign]
    return app


def events_in(data: Path) -> int:
    place = f"{(data / 'referee.db').as_uri()}?mode=ro"
    with closing(sqlite3.connect(place, uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM event").fetchone()[0])


def have_at(moment: str, die: Callable[..., None], calls: int) -> None:
    """Arrange for `die` to be called at this moment; `mortal` itself covers `before the answer`."""
    if moment == "before the write":
        Store.append = die  # type: ignore[assignment,method-assign]
    elif moment == "before the commit":
        listen(Engine, "commit", die)
    elif moment == "anywhere":
        numbers = count(1)

        def hear(_frame: FrameType, what: str, _of: object) -> None:
            if what == "call" and next(numbers) == calls:
                die()

        sys.setprofile(hear)


if __name__ == "__main__":
    given = DatabaseAddress.of(sys.argv[3]) if sys.argv[3:] else None
    main(int(sys.argv[1]), Path(sys.argv[2]), given)
