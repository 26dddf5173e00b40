"""What phones do in the benchmarks: direct calls to the app, without server or network."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from gzip import decompress as gunzip
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from uuid import uuid4

from flask import Flask
from werkzeug.test import create_environ

from referee import create_app
from referee.matches.store import Link, Store
from tests.web.markup import read

TIMES = 41
"""How often each action is measured."""

ENTRIES: dict[str, dict[str, Any]] = {
    "tribello": {"kind": "deal", "tricks": [6, 4, 3]},
    "thirty-one": {"kind": "round", "values": [21, 21, 21]},
    "triathlon": {"kind": "deal", "tricks": [4, 2, 7], "last_trick": 2},
    "card-triathlon": {
        "kind": "c-leg", "melded": [100] * 4, "in_hand": [0] * 4, "unscored": 600,
    },
}  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {
    "thirty-one": {"tied_lowest": "none"},
    "card-triathlon": {"format": "marathon", "sequence": ["C"]},
}
"""Options with which no match ever ends, as long as only the entries above are recorded."""
HTMX = {"HX-Request": "true", "HX-Target": "live", "Sec-Fetch-Site": "same-origin"}
PACKED = {"Accept-Encoding": "gzip, deflate, br, zstd"}
DEAL = {"tricks0": "7", "tricks1": "3"}
TRICKS = ("JK", "9S", "10S", "6D", "7D", "8D")
ROUND = {"value0": "21", "value1": "21", "value2": "21"}
LEG = {f"melded{seat}": "100" for seat in range(4)} | {"unscored_0": "600"}


@dataclass(frozen=True)
class Answer:
    """A response, and its CPU time in milliseconds."""

    status: str
    head: list[tuple[str, str]]
    body: bytes
    time: float

    @property
    def bytes(self) -> int:
        """Size of the whole response as sent in HTTP/1.1."""
        lines = [f"HTTP/1.1 {self.status}", *(f"{name}: {value}" for name, value in self.head)]
        return len("\r\n".join(lines).encode()) + 4 + len(self.body)


def call(
    app: Flask,
    address: str,
    form: dict[str, str] | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    """Send one request directly to the app."""
    method, address_of = "GET" if form is None else "POST", {"REMOTE_ADDR": "127.0.0.1"}
    environ = create_environ(
        address, method=method, data=form, headers=headers, environ_base=address_of
    )
    started: list[Any] = []

    def start(status: str, head: list[tuple[str, str]], _fault: Any = None) -> Callable[..., None]:
        started[:] = [status, head]
        return lambda _data: None

    begin = process_time()
    response: Iterable[bytes] = app.wsgi_app(environ, start)
    sent = b"".join(response)
    time = (process_time() - begin) * 1000
    if hasattr(response, "close"):
        response.close()
    status, head = started
    assert status[0] in "23", f"{address}: {status}"
    return Answer(status, head, sent, time)


@contextmanager
def the_app() -> Iterator[tuple[Flask, Store]]:
    """Yield the app and its store, with an empty database on disk."""
    with TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        gc.freeze()  # as `serve` does
        gc.set_threshold(20_000, 10, 10)
        store: Store = app.extensions["matches"].store
        try:
            yield app, store
        finally:
            store.close()


def match(store: Store, entries: int, game: str = "thirty-one") -> Link:
    """Create a match with this many entries, each added by its own event."""
    payload = {
        "game": game,
        "title": "Marathon",
        "players": ["Ann", "Ben", "Cleo", "Dora"][: 4 if game == "card-triathlon" else 3],
        "options": OPTIONS.get(game, {}),
    }
    link = store.open_match(id=str(uuid4()), game=game, title="Marathon", payload=payload, by=None)
    head = "INSERT INTO event (match_id, number, id, kind, payload, at, by)"
    several = (
        f"{head} WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n LIMIT {entries})"
        f" SELECT {link.match_id}, n, lower(hex(randomblob(16))), 'added', ?, ?, NULL FROM n"
    )
    if entries:
        with store.writing() as connection:
            at = link.created.strftime("%Y-%m-%d %H:%M:%S.%f")
            connection.exec_driver_sql(several, (json.dumps({"entry": ENTRIES[game]}), at))
    return link


def page_time(app: Flask, link: Link) -> float:
    """Return the median time of a match page in milliseconds, with the match in memory."""
    phone = BenchPhone(app, link)
    return median(call(app, phone.address, headers=phone.heads).time for _ in range(TIMES))


def cold_time(app: Flask, link: Link) -> float:
    """Time the first page of a match after a restart, when the whole log has to be read."""
    app.extensions["matches"]._slots.clear()
    return call(app, f"/m/{link.score_key}/", headers=PACKED).time


class BenchPhone:
    """A phone that has opened a match, and so has a cookie and the entry form."""

    def __init__(self, app: Flask, link: Link) -> None:
        self.app, self.link = app, link
        heads = call(app, self.address).head
        cookie = next(value for name, value in heads if name == "Set-Cookie")
        self.heads = PACKED | {"Cookie": cookie.partition(";")[0]}
        self.form: dict[str, str] = {}

    @property
    def address(self) -> str:
        return f"/m/{self.link.score_key}/"

    def record(self, fields: dict[str, str]) -> Answer:
        """Record one more entry, as htmx does."""
        if not self.form:
            self._take(call(self.app, self.address, headers=self.heads))
        answer = call(self.app, f"{self.address}entries", self.form | fields, HTMX | self.heads)
        self._take(answer)
        return answer

    def undo(self) -> Answer:
        number = int(self.form["number"])
        form = {"id": str(uuid4()), "number": str(number), "to": str(number - 1)}
        answer = call(self.app, f"{self.address}back", form, HTMX | self.heads)
        self._take(answer)
        return answer

    def _take(self, answer: Answer) -> None:
        text = gunzip(answer.body).decode()
        forms = read(text).all("form", id="entry")  # none once the game is over
        self.form = forms[0].fields() if forms else {}


def cards(app: Flask, link: Link, fallen: Iterable[str]) -> list[Answer]:
    """Play these cards in a deal of Triathlon, one after the other."""
    home = f"/m/{link.score_key}/"
    form = {"trump": "H", "id": str(uuid4()), "number": _number(app, home)}
    call(app, f"{home}play/", form, HTMX)
    answers = []
    for card in fallen:
        form = {"card": card, "id": str(uuid4()), "number": _number(app, home)}
        answers.append(call(app, f"{home}play/card", form, HTMX | PACKED))
    return answers


def _number(app: Flask, home: str) -> str:
    return read(call(app, home).body.decode()).one("div", id="live")["data-number"]
