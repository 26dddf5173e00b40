"""What tables have written with earlier versions opens as it was: all games, every kind of event.

Of each version of the log, `data/….sql` is the database as the pages of that time wrote it, and
`data/….json` what they made of each match. Sentences and the lines of receipts are left out there:
they may become better, the figures and the rules that are broken may not become others. So it is
with `circle.…`, a circle of friends.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from flask import Flask

from referee.core.sheet import score
from referee.core.story.story import story
from referee.matches.circle import CIRCLE_KINDS
from referee.matches.circle_store import CircleStore
from referee.matches.events import KINDS
from tests.games.records import Json
from tests.web.followed import sent
from tests.web.friends import Friends
from tests.web.phones import Phone, PlayedMatch, app_over, store_of

DATA: Final = Path(__file__).parents[1] / "data"
VERSIONS: Final = {
    "kept": "the first version",
    "law": "options that change, house rules, and entries that are put back as others",
    "evenings": "evenings, their breaks and their ends, said, asked about, corrected, taken back",
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
    "story", "story/method",
)  # fmt: skip
GAMES: Final = {"tribello", "thirty-one", "triathlon", "la-krap", "card-triathlon"}


@pytest.fixture(scope="module")
def kept_apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Flask]]:
    """The app over a copy of each kept database, by the names of its matches."""
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
    """A record without what earlier versions did not write: when, by whom, on which evenings."""
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
def test_a_kept_match_has_the_same_sheet_record_links_and_deals_and_every_page_opens(
    kept_apps: dict[str, Flask], name: str
) -> None:
    app, kept = kept_apps[name], MATCHES[name]
    match = PlayedMatch(store_of(app), kept["score_key"])
    now = {"score_key": match.score_key, **state_of(Phone(app), match)}
    now["record"] = without_news(now["record"], kept["record"])
    assert now == kept

    app = kept_apps[name]
    phone, match = Phone(app), PlayedMatch(store_of(app), MATCHES[name]["score_key"])
    for page in PAGES:
        assert phone.open(match.to_score + page).status == 200, page
    assert phone.open(match.to_watch).status == 200


def test_the_kept_matches_and_circle_have_every_kind_of_event_of_all_games() -> None:
    assert {kept["record"]["game"] for kept in MATCHES.values()} == GAMES
    assert {kind for kept in MATCHES.values() for _, kind, _ in kept["events"]} == KINDS.keys()


def test_the_evenings_of_a_kept_match_have_the_same_times_and_points() -> None:
    told = story(MATCHES["three evenings"]["record"])["sessions"]
    figures = [(each["ended"], each["minutes"], each["points"]) for each in told]
    assert figures == [
        ("said", 62.0, [4, 1, -5]),
        ("itself", 30.0, [6, -1, -5]),
        (None, 26.0, [1, 0, -1]),
    ]


def test_a_kept_match_is_played_on(tmp_path: Path) -> None:
    restore(tmp_path / "referee.db")
    app, kept = app_over(tmp_path), MATCHES["eight players"]
    try:
        match = PlayedMatch(store_of(app), kept["score_key"])
        assert sent(Phone(app), match, "play/lift", table="1").status == 303
        other, lifted = (match.match.deals[table].data for table in (0, 1))
    finally:
        store_of(app).close()
    assert other == kept["deals"]["0"]
    assert lifted["play"] == kept["deals"]["1"]["play"][:-1]


# Circles of friends -------------------------------------------------------------------------------

CIRCLE: Final[Json] = json.loads((DATA / "circle.json").read_text())


def circle_of_page(phone: Phone, friends: Friends) -> Json:
    """All that is kept of a circle and all that it comes to, in plain values."""
    people = friends.circle.people
    return {
        "watch_key": friends.link.watch_key,
        "name": friends.circle.name,
        "matches": list(friends.circle.matches),
        "people": {"same": people.same, "called": people.called},
        "events": [[event.number, event.kind] for event in friends.circle.events],
        "table": phone.open(friends.to_score + "table.csv").html.splitlines(),
    }


def test_a_kept_circle_has_the_same_matches_people_table_and_links(tmp_path: Path) -> None:
    restore(tmp_path / "referee.db", "circle")
    app = app_over(tmp_path)
    try:
        phone, friends = Phone(app), Friends(CircleStore(store_of(app)), CIRCLE["score_key"])
        assert {"score_key": friends.score_key, **circle_of_page(phone, friends)} == CIRCLE
        for page in ("", "log", "share/", "person?name=ann", "new"):
            assert phone.open(friends.to_score + page).status == 200, page
        assert phone.open(friends.to_watch).status == 200
    finally:
        store_of(app).close()


def test_the_kept_circle_has_every_kind_of_event() -> None:
    assert {kind for _, kind in CIRCLE["events"]} == CIRCLE_KINDS.keys()
