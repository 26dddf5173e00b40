"""When the disk is full or the database unusable, a message appears and input is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from time import monotonic
from uuid import uuid4

import pytest
from flask import Flask

from referee.matches.database import faults, lock
from referee.matches.database import postgresql as server
from referee.matches.store import Store
from tests import postgresql, proxy
from tests.games.records import deal, tribello
from tests.servers import slowness
from tests.web.phones import Phone, PlayedMatch, app_of, store_of

FIGURES = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}


def test_a_full_disk_keeps_the_form(app: Flask, friday: PlayedMatch) -> None:
    phone = Phone(app)
    with store_of(app).engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    form = {"number": "1", "note": "x" * 500, **FIGURES}
    for _ in range(200):
        page = phone.post(friday.to_score + "entries", form)
        if page.status != 303:
            break
        form["number"] = str(friday.number)
    assert page.status == 503
    assert page.alert == faults.FULL
    assert page.form("/entries").fields() == form
    with store_of(app).engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert phone.send(page, "/entries").status == 200


def test_a_large_record_can_be_sent_again(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    record = tribello(*[deal(6, 4, 3, note="x" * 125_000)] * 12)
    with ann.store.writing():
        page = ann.answer(ann.open("/import"), "/import", text=json.dumps(record))
    assert page.status == 503
    assert ann.send(page, "/import").status == 200  # as multipart, because of its size


@pytest.fixture
def served() -> Iterator[tuple[Flask, str]]:
    with postgresql.shared().database() as url:
        app = app_of(Store(url))
        yield app, url.partition("?")[0].rpartition("/")[2]
        store_of(app).close()


def let_in(name: str, *, is_open: bool) -> None:
    """Allow or forbid connections to this database; forbidding them also closes existing ones."""
    cluster = postgresql.shared()
    cluster.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {is_open}")
    if not is_open:
        cluster.run(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )


def test_a_database_that_goes_away_keeps_the_form(served: tuple[Flask, str]) -> None:
    app, name = served
    phone = Phone(app)
    match = phone.start("tribello", "Ann", "Ben", "Cleo")
    form = {"number": "1", "id": str(uuid4()), **FIGURES}
    let_in(name, is_open=False)
    page = phone.post(match.to_score + "entries", form)
    assert (page.status, page.alert) == (503, faults.AWAY)
    assert page.response.headers["Retry-After"] == "3"
    assert page.form("/entries").fields() == form
    assert [phone.open(address).status for address in ("/", match.to_score)] == [503, 503]
    let_in(name, is_open=True)
    assert phone.send(page, "/entries").status == 200
    assert phone.post(match.to_score + "entries", form).status == 303
    assert match.number == 2


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SECONDS_TO_ANSWER", 0.5)
    monkeypatch.setitem(server.ON_THE_WAY, "connect_timeout", "2")  # the driver's minimum


@pytest.mark.usefixtures("quick")
def test_a_database_that_hangs_is_told_and_what_was_typed_can_be_sent_again() -> None:
    with (
        postgresql.shared().database() as url,
        proxy.before(postgresql.shared().socket) as between,
        closing(Store(between.url(url))) as store,
    ):
        app = app_of(store)
        match = Phone(app).start("tribello", "Ann", "Ben", "Cleo")
        form = {"number": "1", "id": str(uuid4()), **FIGURES}
        with ThreadPoolExecutor() as phones, between.hanging():
            begun = monotonic()
            sent = phones.submit(Phone(app).post, match.to_score + "entries", form)
            addresses = ("/", "/health", match.to_score, match.to_score + "story", "/ask")
            pages = [*phones.map(lambda address: Phone(app).open(address), addresses)]
            page = sent.result()
            seconds = monotonic() - begun
        assert [each.status for each in pages] == [503] * 4 + [200]
        assert {each.alert for each in (page, pages[0], *pages[2:4])} == {faults.AWAY}
        assert page.form("/entries").fields() == form
        assert seconds < 10 * slowness()
        assert Phone(app).send(page, "/entries").status == 200
        assert match.number == 2


def test_a_database_that_may_only_be_read_is_told_and_shown(served: tuple[Flask, str]) -> None:
    app, name = served
    phone = Phone(app)
    match = phone.start("tribello", "Ann", "Ben", "Cleo")
    form = {"number": "1", **FIGURES}
    cluster = postgresql.shared()
    cluster.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    let_in(name, is_open=False)
    let_in(name, is_open=True)
    page = phone.post(match.to_score + "entries", form)
    assert (page.status, page.alert) == (503, faults.FORBIDDEN)
    assert phone.open(match.to_score).status == 200
    cluster.run(f"ALTER DATABASE {name} RESET default_transaction_read_only")


def test_signs_that_no_database_can_keep_are_left_out_or_refused(served: tuple[Flask, str]) -> None:
    for title, kept in [("a\0b", "ab"), ("\ud800", None)]:
        phone = Phone(served[0])
        page = phone.import_text(json.dumps(tribello() | {"title": title}))
        assert page.status == (303 if kept else 422)
        if kept:
            assert phone.follow(page).tree.one("title").text == kept

    noted = tribello(deal(6, 4, 3, note="a\0b"))
    assert Phone(served[0]).import_text(json.dumps(noted)).status == 303

    for address in ["/m/%00/", "/m/a%00b/stream", "/c/%00/", "/m/%00/log/"]:
        assert Phone(served[0]).open(address).status == 404
