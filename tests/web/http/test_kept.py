"""Data written by earlier versions and other processes opens unchanged: all games, every event.

For each version of the log, `data/….sql` is the database that its pages wrote, and `data/….json` is
what they made of each match. The latter leaves out texts and receipt lines, which may improve;
figures and broken rules may not change.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from flask import Flask

from referee.core.sheet import score
from referee.core.story.story import story
from referee.matches.circle import CircleEventData
from referee.matches.database import backup as copies
from referee.matches.database import migrations
from referee.matches.events.base import EventData
from tests.games.records import Json
from tests.web.phones import Phone, PlayedMatch, app_over, store_of

DATA: Final = Path(__file__).parents[1] / "data"
VERSIONS: Final = {
    "kept": "the first version",
    "law": "options that change, house rules, and entries that are put back as others",
    "evenings": "evenings, their breaks and their ends, said, asked about, corrected, taken back",
    "decisions": "what tables decided, and options that change during a match",
    "amended": "cards put in, taken out and swapped while a deal is followed",
    "closed": "a table that stops, names the winner of a tie, and goes on playing",
    "attendance": "players who leave and come back, and a guest",
    "seats": "players who change seats, also with a guest, and undo that",
    "facts": "what is known before play, cards that go on as figures, and the rest of the tricks",
}
ALL: Final[dict[str, Json]] = {
    version: json.loads((DATA / f"{version}.json").read_text()) for version in VERSIONS
}
KEPT: Final = ALL["kept"]
MATCHES: Final[dict[str, Json]] = {
    name: kept for each in ALL.values() for name, kept in each["matches"].items()
}
PAGES: Final = (
    "", "log/?all=1", "board", "share/", "print", "law/", "ask/", "rules", "evenings", "resume",
    "midnight", "story", "story/method",
)  # fmt: skip
GAMES: Final = {
    "tribello", "thirty-one", "triathlon", "la-krap", "card-triathlon", "free-pad"
}  # fmt: skip


@pytest.fixture(scope="module")
def kept_apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Flask]]:
    apps: dict[str, Flask] = {}
    for version, each in ALL.items():
        folder = tmp_path_factory.mktemp(version)
        restore(folder / "referee.db", version)
        apps |= dict.fromkeys(each["matches"], app_over(folder))
    yield apps
    for app in apps.values():
        store_of(app).close()


def restore(file: Path, version: str = "kept") -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript((DATA / f"{version}.sql").read_text())


def state_of(phone: Phone, match: PlayedMatch) -> Json:
    book = match.match
    record: Json = json.loads(phone.open(match.to_score + "record.json").html)
    known = {
        "watch_key": match.watch_key,
        "record": record,
        "sheet": figures_of(score(record)),
        "deals": {str(table): deal.data for table, deal in book.deals.items()},
        "hands": {str(seat): hand.as_json() for seat, hand in book.hands.items()},
        "events": [[event.number, event.kind, event.by] for event in match.events],
        "undo_to": book.undo_to,
        "redo_to": book.redo_to,
        "struck": [written.id for written in book.entries if written.is_struck],
    }
    assert figures_of(book.sheet().as_json()) == known["sheet"]
    plain: Json = json.loads(json.dumps(known))
    return plain


def without_news(record: Json, then: Json) -> Json:
    """The record without fields that earlier versions didn't write: times, authors and evenings."""
    news = {"at", "by"}
    entries = [
        {name: value for name, value in entry.items() if name in old or name not in news}
        for entry, old in zip(record["entries"], then["entries"], strict=True)
    ]
    kept = {name: value for name, value in record.items() if name in then or name != "sessions"}
    return kept | {"entries": entries}


def figures_of(sheet: Json) -> Json:
    rows = [
        {"label": row["label"], "cells": row["cells"], "problems": _broken(row["problems"])}
        for row in sheet["rows"]
    ]
    due = sheet["next"] and {name: sheet["next"].get(name) for name in ("kind", "label", "dealer")}
    problems = _broken(sheet["problems"])
    return {**sheet, "rows": rows, "next": due, "problems": problems}


def _broken(problems: list[Json]) -> list[Json]:
    return [
        {name: value for name, value in problem.items() if name != "message"}
        for problem in problems
    ]


@pytest.mark.parametrize("name", MATCHES)
def test_a_kept_match_opens_as_it_was(kept_apps: dict[str, Flask], name: str) -> None:
    app, kept = kept_apps[name], MATCHES[name]
    match = Phone(app).match_at(f"/m/{kept['score_key']}/")
    now = {"score_key": match.score_key, **state_of(Phone(app), match)}
    now["record"] = without_news(now["record"], kept["record"])
    assert now == kept

    for page in PAGES:
        assert Phone(app).open(match.to_score + page).status == 200, page
    assert Phone(app).open(match.to_watch).status == 200


def test_a_kept_figure_of_any_size_is_shown(ann: Phone) -> None:
    """Counts in records are bounded, but were not always."""
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    match.write("added", entry={"kind": "deal", "tricks": [10**30, 0, 0]})
    for page in (*PAGES, f"e/{match.ids[0]}"):
        opened = ann.open(match.to_score + page, **{"Accept-Language": "de"})
        assert opened.status == 200, page
    assert "999.999.999.999.999.999.999.999.999.987 Stiche zu viel" in opened.text


def test_the_kept_matches_and_circle_have_every_kind_of_event_of_all_games() -> None:
    assert {kept["record"]["game"] for kept in MATCHES.values()} == GAMES
    assert {
        kind for kept in MATCHES.values() for _, kind, _ in kept["events"]
    } == EventData.kinds.keys()


def test_the_evenings_of_a_kept_match_have_the_same_times_and_points() -> None:
    told = story(MATCHES["three evenings"]["record"])["sessions"]
    figures = [(each["ended"], each["minutes"], each["points"]) for each in told]
    assert figures == [
        ("said", 62.0, [4, 1, -5]), ("itself", 30.0, [6, -1, -5]), (None, 26.0, [1, 0, -1]),
    ]  # fmt: skip


def test_a_kept_match_is_played_on(tmp_path: Path) -> None:
    restore(tmp_path / "referee.db")
    app, kept = app_over(tmp_path), MATCHES["eight players"]
    with closing(store_of(app)):
        match = Phone(app).match_at(f"/m/{kept['score_key']}/")
        assert match.post("play/lift", table="1").status == 303
        other, lifted = (match.match.deals[table].data for table in (0, 1))
    assert other == kept["deals"]["0"]
    assert lifted["play"] == kept["deals"]["1"]["play"][:-1]


CIRCLE: Final[Json] = json.loads((DATA / "circle.json").read_text())


def test_a_kept_circle_has_the_same_matches_people_table_and_links(tmp_path: Path) -> None:
    restore(tmp_path / "referee.db", "circle")
    app = app_over(tmp_path)
    with closing(store_of(app)):
        phone = Phone(app)
        friends = phone.circle_at(f"/c/{CIRCLE['score_key']}/")
        people = friends.circle.people
        assert {
            "score_key": friends.score_key,
            "watch_key": friends.link.watch_key,
            "name": friends.circle.name,
            "matches": list(friends.circle.matches),
            "people": {"same": people.same, "called": people.called},
            "events": [[event.number, event.kind] for event in friends.circle.events],
            "table": phone.open(friends.to_score + "table.csv").html.splitlines(),
        } == CIRCLE
        for page in ("", "log", "share/", "person?name=ann", "new"):
            assert phone.open(friends.to_score + page).status == 200, page
        assert phone.open(friends.to_watch).status == 200
    assert {kind for _, kind in CIRCLE["events"]} == CircleEventData.kinds.keys()


KEYS = {"tribello": "version-1-tribello-key", "thirty-one": "version-1-thirty-1-key"}


def test_a_database_of_version_1_opens_and_is_played_on(tmp_path: Path) -> None:
    shutil.copy(DATA / "version-1.db", tmp_path / "referee.db")
    app = app_over(tmp_path)
    phone = Phone(app)
    matches = {game: phone.match_at(f"/m/{key}/") for game, key in KEYS.items()}
    kinds = {event.kind for match in matches.values() for event in match.events}
    assert kinds == {
        "opened", "added", "changed", "struck", "restored", "accepted", "renamed", "ruled",
        "returned",
    }  # fmt: skip

    tribello, swim = matches["tribello"], matches["thirty-one"]
    assert "Evening 1" in phone.open(tribello.to_score).text, "nobody ended it"
    assert "Continue with deal 4" in phone.open(tribello.to_score + "resume").text
    page = tribello.open_form()
    assert page.tree.one("title").text == "Saturday"
    assert page.totals == ["−1", "6", "−5"]
    assert page.rows == [["+2", "−1", "−1"], ["0", "0", "0"], ["−3", "+7", "−4"]]
    assert "Accepted:" in phone.open(f"{tribello.to_score}e/{tribello.ids[2]}").text
    page = tribello.deal(3, 4, 6, trump="H")
    assert page.status == 200
    assert len(page.rows) == 4

    assert swim.open_form().totals == ["1", "swims", "out"]
    assert "Ann won" in swim.round("21", "20").text
    for match in (tribello, swim):
        assert phone.open(match.to_score + "log/?all=1").status == 200
        assert phone.open(match.to_watch).status == 200

    store_of(app).close()
    with closing(sqlite3.connect(tmp_path / "referee.db")) as database:
        (version,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    assert version == migrations.HEAD


def test_a_cookie_survives_a_restore(ann: Phone, friday: PlayedMatch, tmp_path: Path) -> None:
    ann.post(friday.to_score + "phone", {"seat": "1"})
    friday.deal(6, 4, 3)
    copies.backup(tmp_path / "referee.db", tmp_path / "copy.db")
    copies.restore(tmp_path / "copy.db", tmp_path / "elsewhere")
    app = app_over(tmp_path / "elsewhere")
    with closing(store_of(app)):
        phone, cookie = Phone(app), ann.client.get_cookie("referee")
        assert cookie is not None
        phone.client.set_cookie("referee", cookie.value)
        assert friday.score_key in phone.open("/").html
        again = friday.by(phone)
        assert again.deal(3, 7, 3).totals == ["0", "1", "−1"]
        assert (again.number, again.events[-1].by, friday.number) == (3, "Ben", 2)
