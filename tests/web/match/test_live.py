"""The stream that tells every open page of a match when something has changed."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.matches.store import Store, sqlite_url
from referee.web.http import streams
from referee.web.http.streams import AT_ONCE, Streams, number_event
from tests import postgresql
from tests.servers import wait_for
from tests.web.phones import Phone, PlayedMatch, app_of, record_deal, store_of


@pytest.fixture(params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """The app over each kind of database in turn, as each has its own way to announce writes."""
    with ExitStack() as held:
        url = sqlite_url(tmp_path / "referee.db")
        if request.param == "postgresql":
            url = held.enter_context(postgresql.shared().database())
        store = held.enter_context(closing(Store(url)))
        yield app_of(store)


@contextmanager
def stream(app: Flask, address: str, **headers: str) -> Iterator[Iterator[str]]:
    """Open a stream and yield its events, without the initial comment."""
    response = app.test_client().get(address, headers=headers, buffered=False)
    assert response.status_code == 200
    assert response.mimetype == "text/event-stream"
    body: Any = response.response
    events = (chunk.decode() for chunk in body)
    assert next(events) == ": here\n\n"
    yield events
    for _ in range(2):  # a server may close a response again when discarding it
        response.close()


def number(event: str) -> int:
    lines = dict(line.split(": ") for line in event.strip().splitlines())
    assert lines["event"] == "number"
    assert lines["id"] == lines["data"]
    return int(lines["data"])


def test_a_new_entry_is_told_within_a_second(app: Flask, friday: PlayedMatch) -> None:
    Phone(app).open(friday.to_score)  # the first request has to load the templates
    for number_now, home in enumerate((friday.to_score, friday.to_watch), start=1):
        with stream(app, f"{home}stream?after={number_now}") as events:
            writer = threading.Timer(0.1, lambda: record_deal(Phone(app), friday, 6, 4, 3))
            writer.start()
            start = time.monotonic()
            assert number(next(events)) == number_now + 1
            assert time.monotonic() - start < 1.1
            writer.join()


def test_a_reconnect(app: Flask, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PATIENCE", 0.1)
    record_deal(Phone(app), friday, 6, 4, 3)
    address = friday.to_score + "stream?after=0"
    with stream(app, address, **{"Last-Event-ID": "1"}) as events:
        assert number(next(events)) == 2
    with stream(app, address, **{"Last-Event-ID": "2", "Accept-Encoding": "gzip"}) as events:
        assert next(events) == ": still here\n\n"
    with app.test_client().get(address, buffered=False) as response:
        assert response.headers["Cache-Control"] == "no-store"
        assert "Content-Encoding" not in response.headers


def test_a_stream_tells_at_once_what_its_page_missed(app: Flask, friday: PlayedMatch) -> None:
    for after in ["", "x", "-1", "9" * 30]:
        with stream(app, friday.to_score + f"stream?after={after}") as events:
            assert number(next(events)) == 1

    for _ in range(3):
        record_deal(Phone(app), friday, 6, 4, 3)
    with stream(app, friday.to_score + "stream?after=2") as events:
        assert number(next(events)) == 4

    assert Phone(app).open("/m/unknown/stream").status == 404


def test_too_many_streams(app: Flask, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.extensions, "streams", Streams(1))
    address = friday.to_score + "stream?after=1"
    with stream(app, address) as events:
        waiting = threading.Thread(target=next, args=(events, ""))
        waiting.start()
        wait_for(lambda: store_of(app).watchers == 1)
        for client in ("127.0.0.1", "192.0.2.1"):
            second = app.test_client().get(address, environ_base={"REMOTE_ADDR": client})
            assert second.status_code == 503
            assert int(second.headers["Retry-After"]) > 0
        record_deal(Phone(app), friday, 6, 4, 3)
        waiting.join()
    assert store_of(app).watchers == 0
    with stream(app, address) as events:
        assert number(next(events)) == 2


def test_each_phone_of_a_crowd_gets_a_delay(app: Flask, friday: PlayedMatch) -> None:
    assert number_event(12) == number_event(12, AT_ONCE) == b"event: number\nid: 12\ndata: 12\n\n"
    assert number_event(12, AT_ONCE + 100) == b"event: number\nid: 12/1000\ndata: 12\n\n"
    record_deal(Phone(app), friday, 6, 4, 3)
    with stream(app, friday.to_score + "stream", **{"Last-Event-ID": "1/9680"}) as events:
        assert number(next(events)) == 2
