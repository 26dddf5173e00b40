"""Limits on what one client may request; no real table or club comes close to them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from referee.web.http import limits
from referee.web.http.app import REFUSED
from referee.web.http.limits import (
    ADDRESSES,
    MADE,
    MEGABYTE,
    MOST_IN_FLIGHT,
    MOST_OF_ADDRESS,
    REQUESTS,
    THIS_MACHINE,
    Buckets,
    Quota,
    client_of,
)
from tests.games.records import deal, tribello
from tests.web.phones import HTMX, Page, Phone, PlayedMatch, app_over, store_of

FIGURES = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}
MATCH = {"game": "tribello", "player0": "Ann", "player1": "Ben", "player2": "Cleo"}
CLIENT = "192.0.2.7"


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "monotonic", clock)
    return clock


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> Iterator[Flask]:
    app = app_over(tmp_path)
    app.extensions["limits"] = Buckets()
    yield app
    store_of(app).close()


def only(monkeypatch: pytest.MonkeyPatch, requests: int = 10**6, made: int = 10**6) -> None:
    """Lower the limits on how much one client may request and create."""
    for name, limit, most in (("REQUESTS", REQUESTS, requests), ("MADE", MADE, made)):
        less = replace(limit, most=most, a_second=0.5)
        monkeypatch.setattr(limits, name, less)
        monkeypatch.setitem(limits.REFUSALS, less, limits.REFUSALS[limit])


def phone_at(app: Flask, address: str = CLIENT, **headers: str) -> Phone:
    phone = Phone(app, headers=headers)
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone


def assert_refused(page: Page, seconds: int) -> None:
    assert page.status == 429
    assert int(page.response.headers["Retry-After"]) == seconds
    assert f"Try again in {seconds} second" in page.alert
    assert REFUSED not in page.response.headers, "what waits in the outbox is sent again"


def test_a_club_of_a_hundred_phones_never_meets_it(clock: Clock) -> None:
    """All phones load their pages; then 25 tables record a card each second for half an hour."""
    buckets, phones, tables = Buckets(), 100, 25
    assert not any(buckets.take("club", REQUESTS) for _ in range(phones * 5))
    for _ in range(30 * 60):
        clock.now += 1
        # One phone sends a card and three fetch the page, so four requests per table.
        assert not any(buckets.take("club", REQUESTS) for _ in range(tables * 4))
    # Thirty tables start a new match six times in an hour.
    for _ in range(6):
        clock.now += 600
        assert not any(buckets.take("school", MADE) for _ in range(30))


def test_files_are_free(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, requests=1)
    phone = phone_at(app)
    files = phone.open("/").tree.all("link", rel="stylesheet")
    assert files
    for _ in range(3):
        with phone.client.get(files[0]["href"]) as answer:
            assert answer.status_code == 200
    assert phone.open("/").status == 429


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_too_many_requests(
    app: Flask, friday: PlayedMatch, clock: Clock, monkeypatch: pytest.MonkeyPatch,
    headers: dict[str, str],
) -> None:  # fmt: skip
    only(monkeypatch, requests=2)
    phone, other = phone_at(app, **headers), phone_at(app, "192.0.2.8")
    assert [phone.open(friday.to_score).status for _ in range(2)] == [200, 200]
    assert_refused(phone.open(friday.to_score), 2)
    refused = phone.answer(other.open(friday.to_score), "/entries", **FIGURES)
    assert_refused(refused, 2)
    assert friday.number == 1
    clock.now += 2
    assert phone.answer(refused, "/entries").status < 400  # without scripts, too
    assert friday.number == 2


def test_too_many_new_matches(
    app: Flask, friday: PlayedMatch, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, made=2)
    phone = phone_at(app)
    assert phone.post("/new", MATCH | {"player1": ""}).status == 422, "a form costs nothing"
    assert phone.post("/new", MATCH).status == 303
    assert phone.post("/c/new", {"name": "Friends"}).status == 303
    for address, form in (("/new", MATCH), ("/c/new", {"name": "Others"})):
        assert_refused(phone.post(address, form), 2)
    assert_refused(phone.post(friday.to_score + "rematch", {}), 2)
    assert phone.open("/").status == 200
    clock.now += 2
    assert phone.post("/new", MATCH).status == 303


def test_too_many_bytes_of_files(app: Flask, clock: Clock) -> None:
    most = limits.BYTES.most
    phone, other = phone_at(app), phone_at(app, "192.0.2.8")
    app.extensions["limits"].take(CLIENT, limits.BYTES, most - 150_000)
    note = "x" * 100_000
    text = {"text": json.dumps(tribello(deal(6, 4, 3, note=note)))}
    half = {"text": json.dumps(tribello(deal(1, 1, 1, note=note)))}
    assert phone.post("/import", half).status == 422, "what isn't opened costs nothing"
    assert phone.post("/import", text).status == 303
    refused = phone.post("/import", text)
    assert refused.status == 429
    assert "large files" in refused.alert
    assert other.post("/import", text).status == 303
    clock.now += int(refused.response.headers["Retry-After"])
    assert phone.post("/import", text).status == 303


def test_a_client_is_an_address_or_the_network_of_a_household() -> None:
    for address, client in (
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"), ("127.0.0.1", THIS_MACHINE), ("::1", THIS_MACHINE),
        ("", THIS_MACHINE),
    ):  # fmt: skip
        assert client_of({"REMOTE_ADDR": address}) == client


def test_this_machine_has_no_limit(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, requests=1, made=1)
    phone = phone_at(app, "127.0.0.1")
    assert [phone.post("/new", MATCH).status for _ in range(3)] == [303] * 3


def test_a_host_can_take_the_limits_away(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, requests=1)
    monkeypatch.setenv(limits.SETTING, "off")
    app = Flask("unlimited")
    app.add_url_rule("/", view_func=lambda: "")
    limits.register(app)
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = CLIENT
    assert [client.get("/").status_code for _ in range(3)] == [200] * 3


def test_what_is_remembered_has_an_end(clock: Clock) -> None:
    buckets, one = Buckets(), replace(MADE, most=1)
    assert buckets.take("first", one) == 0
    assert buckets.take("first", one) > 0
    for number in range(ADDRESSES + 10):
        buckets.take(str(number), one)
    assert len(buckets._left) == ADDRESSES
    assert buckets.take("first", one) == 0


def test_so_many_bytes_are_under_way_at_once() -> None:
    cases: list[tuple[str, list[tuple[str, int]], int, bool]] = [
        (CLIENT, [(CLIENT, 15)], 1, True),
        (CLIENT, [(CLIENT, 15)], 2, False),
        (CLIENT, [("192.0.2.8", 16)], 16, True),
        (CLIENT, [], 70, True),  # one alone may have any size
        (CLIENT, [(f"192.0.2.{each}", 16) for each in range(10, 14)], 1, False),
        (THIS_MACHINE, [(THIS_MACHINE, 60)], 4, True),
        (THIS_MACHINE, [(THIS_MACHINE, 60)], 5, False),
    ]
    for address, sent, size, taken in cases:
        in_flight = Quota(MOST_OF_ADDRESS, MOST_IN_FLIGHT)
        for other, own in sent:
            assert in_flight.take(other, own * MEGABYTE)
        assert in_flight.take(address, size * MEGABYTE) is taken
        for other, own in sent:
            in_flight.give_back(other, own * MEGABYTE)
        if not taken:
            assert in_flight.take(address, size * MEGABYTE)


def test_long_matches_are_shown_one_at_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(app)
    home = phone.load(tribello(deal(6, 4, 3), deal(6, 4, 3))).to_score
    for page in ["?all=1", "print", "story", "record.json", "sheet.csv"]:
        with limits.long_match_turn(limits.LONG + 1):
            assert phone.open(home + page).status == 200
            with monkeypatch.context() as patch:
                patch.setattr(limits, "LONG", 1)
                refused = phone.open(home + page)
            assert (refused.status, refused.response.headers["Retry-After"]) == (503, "5")
        assert phone.open(home + page).status == 200
