"""After a restart, and with the database of an earlier version."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from referee import create_app
from referee.matches.database import migrations
from tests.web.phones import (
    Phone,
    PlayedMatch,
    at_match,
    record_deal,
    record_round,
    start,
    store_of,
)

DATA = Path(__file__).parents[1] / "data"
VERSION_1 = DATA / "version-1.db"
KEYS = {"tribello": "version-1-tribello-key", "thirty-one": "version-1-thirty-1-key"}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Callable[[], Flask]]:
    """Starts an app of its own over the same database, as every process does."""
    apps: list[Flask] = []

    def start_app() -> Flask:
        apps.append(create_app(tmp_path))
        return apps[-1]

    yield start_app
    for app in apps:
        store_of(app).close()


def test_what_one_process_wrote_another_opens_with_the_same_sheet_and_cookie(
    running: Callable[[], Flask],
) -> None:
    first = running()
    phone = Phone(first)
    match = start(phone, "tribello", "Ann", "Ben", "Cleo", title="Friday")
    phone.post(match.to_score + "share/seat", {"seat": "1"})
    record_deal(phone, match, 6, 4, 3)
    before = record_deal(phone, match, 3, 7, 3)
    cookie = phone.client.get_cookie("referee")
    assert cookie is not None
    store_of(first).close()

    second = running()
    again = Phone(second)
    again.client.set_cookie("referee", cookie.value)
    assert match.score_key in again.open("/").html
    page = again.open(match.to_score)
    assert (page.rows, page.totals) == (before.rows, before.totals)
    same = PlayedMatch(store_of(second), match.score_key)
    assert record_deal(again, same, 3, 4, 6).status == 200
    assert same.events[-1].by == "Ben"
    assert same.number == 4


def test_two_processes_at_one_database_see_each_others_entries(
    running: Callable[[], Flask],
) -> None:
    one, two = Phone(running()), Phone(running())
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


@pytest.fixture
def kept(tmp_path: Path, running: Callable[[], Flask]) -> Flask:
    """An app over a copy of the database that version 1.0 wrote."""
    shutil.copy(VERSION_1, tmp_path / "referee.db")
    return running()


def test_the_database_of_version_1_is_small_and_whole() -> None:
    assert VERSION_1.stat().st_size < 100_000
    assert not list(DATA.glob("*-wal"))
    with closing(sqlite3.connect(f"file:{VERSION_1}?mode=ro&immutable=1", uri=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_database_of_version_1_opens_and_is_played_on(kept: Flask, tmp_path: Path) -> None:
    matches = {game: PlayedMatch(store_of(kept), key) for game, key in KEYS.items()}
    kinds = {event.kind for match in matches.values() for event in match.events}
    assert kinds == {
        "opened", "added", "changed", "struck", "restored", "accepted", "renamed", "ruled",
        "returned",
    }  # fmt: skip

    phone, tribello, swim = Phone(kept), matches["tribello"], matches["thirty-one"]
    assert "Go on with deal 4" in phone.open(tribello.to_score).text, "it was long ago"
    page = at_match(phone, tribello)
    assert page.tree.one("h1").text == "Saturday"
    assert page.totals == ["−1", "6", "−5"]
    assert page.rows == [["+2", "−1", "−1"], ["0", "0", "0"], ["−3", "+7", "−4"]]
    assert "Kept" in phone.open(f"{tribello.to_score}e/{tribello.ids[2]}").text
    page = record_deal(phone, tribello, 3, 4, 6, trump="H")
    assert page.status == 200
    assert len(page.rows) == 4

    assert at_match(phone, swim).totals == ["1", "swims", "out"]
    assert "Ann won" in record_round(phone, swim, "21", "20").text
    for match in (tribello, swim):
        assert phone.open(match.to_score + "log/?all=1").status == 200
        assert phone.open(match.to_watch).status == 200

    with closing(sqlite3.connect(tmp_path / "referee.db")) as database:
        (version,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    assert version == migrations.HEAD
