"""The stream that tells every open page of a match when something has changed.

The test client can't take over a stream, so like other servers it gets one that ends at once.
"""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.web.http.gateway import HAND_OVER
from referee.web.http.streams import AT_ONCE, Stream, Streams, number_event
from tests.web.phones import Phone, PlayedMatch


def listen(app: Flask, address: str, **headers: str) -> TestResponse:
    response = app.test_client().get(address, headers=headers)
    assert response.mimetype == "text/event-stream"
    return response


def test_a_stream_tells_what_its_page_missed_and_when_to_ask_again(
    app: Flask, friday: PlayedMatch
) -> None:
    retry, missed = "retry: 2000\n\n", "event: number\nid: {0}\ndata: {0}\n\n"
    for after in ["", "x", "-1", "0", "9" * 30]:
        response = listen(app, f"{friday.to_score}stream?after={after}")
        assert response.text == retry + missed.format(1)
    assert response.headers["Cache-Control"] == "no-store"
    friday.by(Phone(app)).deal(6, 4, 3)
    for home in (friday.to_score, friday.to_watch):
        assert listen(app, f"{home}stream?after=1").text == retry + missed.format(2)
        assert listen(app, f"{home}stream?after=2").text == retry + "data: here\n\n"
    assert Phone(app).open("/m/unknown/stream").status == 404


def test_a_reconnect(app: Flask, friday: PlayedMatch) -> None:
    friday.by(Phone(app)).deal(6, 4, 3)
    address = friday.to_score + "stream?after=0"
    for last, is_news in (("1", True), ("1/9680", True), ("2", False)):
        headers = {"Last-Event-ID": last, "Accept-Encoding": "gzip"}
        response = listen(app, address, **headers)
        assert ("data: 2" in response.text) == is_news
        assert "Content-Encoding" not in response.headers


def test_too_many_streams(app: Flask, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.extensions, "streams", Streams(1))
    address, open_streams = friday.to_score + "stream?after=1", list[Stream]()
    for client in ("127.0.0.1", "127.0.0.1", "192.0.2.1"):
        overrides = {HAND_OVER: open_streams.append, "REMOTE_ADDR": client}
        response = app.test_client().get(address, environ_overrides=overrides)
        assert response.status_code == (503 if response.headers.get("Retry-After") else 200)
    assert len(open_streams) == 1
    open_streams[0].give_back()
    app.test_client().get(address, environ_overrides={HAND_OVER: open_streams.append})
    assert len(open_streams) == 2


def test_each_phone_of_a_crowd_gets_a_delay() -> None:
    assert number_event(12) == number_event(12, AT_ONCE) == b"event: number\nid: 12\ndata: 12\n\n"
    assert number_event(12, AT_ONCE + 100) == b"event: number\nid: 12/1000\ndata: 12\n\n"
