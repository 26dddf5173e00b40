"""A page asks the database for no more than it must: a question costs as much as a small part."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.event import listen, remove

from referee.matches.events import Event
from referee.web.http.match_cache import MatchCache
from tests.bench.acts import HTMX, ROUND, call, match
from tests.web.markup import read
from tests.web.phones import app_over, store_of


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = app_over(tmp_path)
    yield made
    store_of(made).close()


@contextmanager
def asked() -> Iterator[list[str]]:
    """What the database is asked meanwhile, by the first word of each."""
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement.split()[0])

    listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        remove(Engine, "before_cursor_execute", note)


def test_a_page_that_nothing_has_altered_asks_for_its_link_alone(app: Flask) -> None:
    address = f"/m/{match(store_of(app), 3).score_key}/"
    call(app, address)
    with asked() as found:
        call(app, address)
    assert found == ["SELECT"]


def test_recording_asks_for_its_link_and_for_what_its_transaction_needs(app: Flask) -> None:
    home = f"/m/{match(store_of(app), 3).score_key}/"
    form = read(call(app, home).body.decode()).one("form", id="entry").fields() | ROUND
    with asked() as found:
        call(app, f"{home}entries", form, HTMX)
    assert found == ["SELECT", "BEGIN", "SELECT", "SELECT", "INSERT"]


def test_what_was_just_written_is_folded_as_it_will_be_read(app: Flask) -> None:
    store, link = store_of(app), match(store_of(app), 1)
    cache = MatchCache(store)
    with cache.open(link.match_id):
        pass
    payload = {"entry": {"kind": "round", "values": (21, 20.0, None)}}
    written = store.append(
        link.match_id, number=3, id="third", kind="added", payload=payload, by="Ann"
    )
    assert isinstance(written, Event)
    with cache.open(link.match_id, written=written) as known:
        assert known.log[-1] == store.events(link.match_id)[-1]


def test_what_others_wrote_in_between_is_read_too(app: Flask) -> None:
    store, link = store_of(app), match(store_of(app), 1)
    cache, entry = MatchCache(store), {"entry": {"kind": "round", "values": [21, 20, 19]}}
    with cache.open(link.match_id):
        pass
    for number in (3, 4):
        written = store.append(
            link.match_id, number=number, id=str(number), kind="added", payload=entry, by=None
        )
    assert isinstance(written, Event)
    with cache.open(link.match_id, written=written) as known:
        assert [*known.log] == store.events(link.match_id)
    with cache.open(link.match_id, last=3) as known:  # it knew more already
        assert known.number == 4
