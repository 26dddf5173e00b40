"""Functions that write to logs: one event at a time, many at once, or in other processes."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Connection, create_engine

from referee.matches.events.base import Event
from referee.matches.store import Link, Stale, Store

WRITER = """
import itertools, sys, uuid
from referee.matches.store import Stale
from referee.matches.store import Store
from referee.matches.database.lock import Busy

url, match, acts = sys.argv[1:]
store = Store(url)


def append(number, event):
    while True:
        try:
            return store.append(
                int(match), number=number, id=event, kind="added", payload={}, by=None
            )
        except Busy:  # on a busy machine; nothing was written, so send it again
            pass


number = store.last_number(int(match)) + 1
for _ in range(int(acts)) if int(acts) else itertools.count():
    event = str(uuid.uuid4())
    while isinstance(answer := append(number, event), Stale):
        number = answer.last + 1
    print(number, event, flush=True)
    number += 1
store.close()
"""


def open_match(store: Store, id: str | None = None, title: str = "Friday") -> Link:
    payload = {"players": ["Ann", "Bob"]}
    return store.open_match(
        id=id or str(uuid4()), game="tribello", title=title, payload=payload, by="Ann"
    )


def add(
    store: Store, match_id: int, number: int, id: str | None = None, points: int = 1
) -> Event | Stale:
    return store.append(
        match_id,
        number=number,
        id=id or str(uuid4()),
        kind="added",
        payload={"points": points},
        by=None,
    )


def add_next(store: Store, match_id: int) -> Event:
    """Add an event as a phone does: whenever another writer was faster, try the next number."""
    number, id = store.last_number(match_id) + 1, str(uuid4())
    while isinstance(answer := add(store, match_id, number, id), Stale):
        number = answer.last + 1
    return answer


def writer(url: str, match_id: int, acts: int = 0) -> subprocess.Popen[str]:
    """Start a process that adds and prints `acts` events, or keeps doing so until killed if 0."""
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, url, str(match_id), str(acts)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def all_at_once(acts: list[Callable[[], object]]) -> None:
    threads = [threading.Thread(target=act) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@contextmanager
def behind(url: str) -> Iterator[Connection]:
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))
