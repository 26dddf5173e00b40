"""After a restart, and with the database of an earlier version."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee import create_app
from referee.matches import migrations
from tests.web.phones import Phone, PlayedMatch, record_deal, record_round, start, store_of

DATA = Path(__file__).parent / "data"
VERSION_1 = DATA / "version-1.db"
KEYS = {"tribello": "version-1-tribello-key", "thirty-one": "version-1-thirty-1-key"}


def test_what_one_process_wrote_another_opens_with_the_same_sheet_and_cookie(
    tmp_path: Path,
) -> None:
    first = create_app(tmp_path)
    phone = Phone(first)
    match = start(phone, "tribello", "Ann", "Ben", "Cleo", title="Friday")
    phone.post(match.to_score + "share/seat", {"seat": "1"})
    record_deal(phone, match, 6, 4, 3)
    before = record_deal(phone, match, 3, 7, 3)
    cookie = phone.client.get_cookie("referee")
    assert cookie is not None
    store_of(first).close()

    second = create_app(tmp_path)
    try:
        again = Phone(second)
        again.client.set_cookie("referee", cookie.value)
        assert match.score_key in again.open("/").html
        page = again.open(match.to_score)
        assert (page.rows, page.totals) == (before.rows, before.totals)
        same = PlayedMatch(store_of(second), match.score_key)
        assert record_deal(again, same, 3, 4, 6).status == 200
        assert same.events[-1].by == "Ben"
        assert same.number == 4
    finally:
        store_of(second).close()


def test_two_processes_at_one_database_see_each_others_entries(tmp_path: Path) -> None:
    apps = [create_app(tmp_path) for _ in range(2)]
    try:
        one, two = (Phone(app) for app in apps)
        match = start(one, "tribello", "Ann", "Ben", "Cleo")
        early = two.open(match.to_score)
        record_deal(one, match, 6, 4, 3)
        assert two.send(early, "/entries", tricks0="1", tricks1="8").status == 409
        record_deal(two, match, 3, 7, 3)
        assert len(one.open(match.to_score).rows) == 2
        edit = one.open(f"{match.to_score}e/{match.ids[0]}/edit")
        page = one.send(edit, f"/e/{match.ids[0]}", tricks0="7", tricks1="3")
        one.send(page, "/back")
        pages = [phone.open(match.to_score) for phone in (one, two)]
        assert pages[0].rows == pages[1].rows == [["0", "0", "0"], ["0", "+1", "−1"]]
    finally:
        for app in apps:
            store_of(app).close()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with a copy of the database that version 1.0 wrote."""
    shutil.copy(VERSION_1, tmp_path / "referee.db")
    return tmp_path


def test_the_database_of_version_1_is_small_and_whole() -> None:
    assert VERSION_1.stat().st_size < 100_000
    assert not list(DATA.glob("*-wal"))
    with closing(sqlite3.connect(f"file:{VERSION_1}?mode=ro&immutable=1", uri=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_database_of_version_1_opens_and_is_played_on(kept: Path) -> None:
    app = create_app(kept)
    try:
        phone = Phone(app)
        tribello = PlayedMatch(store_of(app), KEYS["tribello"])
        page = phone.open(tribello.to_score)
        assert page.tree.one("h1").text == "Saturday"
        assert page.totals == ["−1", "6", "−5"]
        assert page.rows == [["+2", "−1", "−1"], ["0", "0", "0"], ["−3", "+7", "−4"]]
        assert "Kept" in phone.open(f"{tribello.to_score}e/{tribello.ids[2]}").text
        page = record_deal(phone, tribello, 3, 4, 6, trump="H")
        assert page.status == 200
        assert len(page.rows) == 4

        swim = PlayedMatch(store_of(app), KEYS["thirty-one"])
        page = phone.open(swim.to_score)
        assert page.totals == ["1", "0", "out"]
        page = record_round(phone, swim, "21", "20")
        assert "Ann won" in page.text
        for match in (tribello, swim):
            assert phone.open(match.to_score + "log/?all=1").status == 200
            assert phone.open(match.to_watch).status == 200
    finally:
        store_of(app).close()


def test_a_database_of_version_1_has_an_event_of_every_kind(kept: Path) -> None:
    app = create_app(kept)
    try:
        kinds = {e.kind for key in KEYS.values() for e in PlayedMatch(store_of(app), key).events}
    finally:
        store_of(app).close()
    assert kinds == {
        "opened", "added", "changed", "struck", "restored", "accepted", "renamed", "ruled",
        "returned",
    }  # fmt: skip


def test_an_opened_database_is_of_the_newest_version(kept: Path) -> None:
    store_of(create_app(kept)).close()
    with closing(sqlite3.connect(kept / "referee.db")) as database:
        (version,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    assert version == migrations.HEAD
