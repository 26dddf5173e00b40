"""What the page of a circle of friends tells: its matches and its tables."""

from __future__ import annotations

import csv
import io
from typing import Any
from uuid import uuid4

import pytest

from referee.matches.circle import MatchPutIn
from referee.matches.match import Match
from referee.web.http.match_cache import MatchCache
from tests.games.test_cases import record_of
from tests.web.friends import SHARED, Friends, cells, found, played, put
from tests.web.phones import Phone, PlayedMatch, record_deal, store_of, strike


@pytest.fixture
def friends(ann: Phone) -> Friends:
    return found(ann)


# The table ----------------------------------------------------------------------------------------


def test_an_empty_circle_says_what_it_is_for(ann: Phone, friends: Friends) -> None:
    page = ann.open(friends.to_score)
    assert (page.status, "No match yet" in page.text) == (200, True)
    assert page.tree.all("table") == []
    assert ann.open(friends.to_score + "table.csv").status == 200
    assert ann.open(friends.to_score + "log").status == 200


def test_matches_that_are_over_count_and_those_that_go_on_are_listed(
    ann: Phone, friends: Friends, friday: PlayedMatch
) -> None:
    put(ann, friday, friends)
    record_deal(ann, friday, 6, 4, 3)
    page = ann.open(friends.to_score)
    assert cells(page, "Tribello") == []
    assert [each.text for each in page.tree.all("h2")][:1] == ["Going on"]
    played(ann, friends)
    played(ann, friends, made=SHARED)
    page = ann.open(friends.to_score)
    assert cells(page, "Tribello") == [
        ["Ann", "2", "1⅓", "0.1"], ["Ben", "2", "⅓", "0.1"], ["Cleo", "2", "⅓", "−0.2"],
    ]  # fmt: skip
    assert cells(page, "All games") == []  # there is one


def test_what_is_corrected_in_a_match_counts_at_once(ann: Phone, friends: Friends) -> None:
    match = played(ann, friends)
    assert cells(ann.open(friends.to_score), "Tribello")[0][:3] == ["Ann", "1", "1"]
    strike(ann, match)
    page = ann.open(friends.to_score)
    assert (cells(page, "Tribello"), "Going on" in page.text) == ([], True)


def test_there_is_a_table_of_each_game_and_of_all_and_teams_win_together(
    ann: Phone, friends: Friends
) -> None:
    played(ann, friends)
    played(ann, friends, *["Ann", "Ben", "Cleo", "Dora"], made=record_of("card-triathlon-sprint"))
    page = ann.open(friends.to_score)
    assert cells(page, "All games") == [
        ["Ann", "2", "2"], ["Cleo", "2", "1"], ["Dora", "1", "0"], ["Ben", "2", "0"],
    ]  # fmt: skip
    assert [row[:3] for row in cells(page, "Card Triathlon")] == [
        ["Ann", "1", "1"], ["Cleo", "1", "1"], ["Ben", "1", "0"], ["Dora", "1", "0"],
    ]  # fmt: skip
    person = ann.open(friends.to_score + "person?name=ann")
    assert cells(person, "Head to head") == [  # Cleo was her partner once
        ["Ben", "2", "0", "0"], ["Cleo", "1", "0", "0"], ["Dora", "1", "0", "0"],
    ]  # fmt: skip
    games = ["Tribello each deal", "Card Triathlon each leg"]
    assert [row[0] for row in cells(person, "By game")] == games


def test_the_table_is_of_all_years_or_of_one(ann: Phone, friends: Friends) -> None:
    played(ann, friends, at="2025-03-01T20:00:00+01:00")
    played(ann, friends, at="2026-01-01T00:30:00+00:00", made=SHARED)
    page = ann.open(friends.to_score)
    years = page.tree.all("nav", class_="years")[0].all("a")
    assert [each.text for each in years] == ["All years", "2026", "2025"]
    assert cells(page, "Tribello")[0][:3] == ["Ann", "2", "1⅓"]
    assert cells(ann.open(years[1]["href"]), "Tribello")[0][:3] == ["Ann", "1", "⅓"]
    assert cells(ann.open(years[2]["href"]), "Tribello")[0][:3] == ["Ann", "1", "1"]
    person = ann.open(friends.to_score + "person?name=ann")
    assert cells(person, "By year") == [["2026", "1", "⅓"], ["2025", "1", "1"]]
    assert cells(ann.open(friends.to_score + "?year=1999"), "Tribello") == []


def test_the_table_is_saved_for_a_spreadsheet_without_formulas(
    ann: Phone, friends: Friends
) -> None:
    played(ann, friends, "=1+1", "Ben", "Cleo", made=SHARED)
    page = ann.open(friends.to_score + "table.csv")
    assert "attachment" in page.response.headers["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(page.html.removeprefix("\ufeff"))))
    assert rows[0] == ["game", "name", "matches", "won", "points", "entries", "points each"]
    assert sorted(rows[1:])[0] == ["Tribello", "'=1+1", "1", "0.3333", "0", "12", "0.0"]
    played(ann, friends, *["Ann", "Ben", "Cleo", "Dora"], made=record_of("card-triathlon-sprint"))
    text = ann.open(friends.to_score + "table.csv").html
    assert "all,Ben,2,0.3333,,," in text


def test_results_are_folded_once_and_again_only_of_a_match_that_went_on(
    ann: Phone, friends: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [played(ann, friends) for _ in range(3)]
    ann.open(friends.to_score)
    asked: list[int] = []
    cache: MatchCache = ann.app.extensions["matches"]
    really = cache._update

    def brought_up(match_id: int, match: Match | None, *known: Any) -> Match:
        if match is None or match.number < store_of(ann.app).last_number(match_id):
            asked.append(match_id)
        return really(match_id, match, *known)

    monkeypatch.setattr(cache, "_update", brought_up)
    ann.open(friends.to_score)
    assert asked == []
    strike(ann, matches[0])
    assert cells(ann.open(friends.to_score), "Tribello")[0][:3] == ["Ann", "2", "2"]
    assert set(asked) == {matches[0].link.match_id}


def test_of_many_matches_the_last_ones_are_listed_until_all_are_asked_for(
    ann: Phone, friends: Friends
) -> None:
    for _ in range(25):
        played(ann, friends)
    page = ann.open(friends.to_score)
    assert len(page.tree.all("a", class_="go-on")) == 20
    (link,) = [each for each in page.tree.all("a") if each.text == "Show all 25"]
    assert len(ann.open(link["href"]).tree.all("a", class_="go-on")) == 25


def test_a_match_of_a_game_that_this_version_does_not_know_is_listed_and_counts_for_nothing(
    ann: Phone, friends: Friends
) -> None:
    store = store_of(ann.app)
    payload = {"game": "whist", "title": "Old", "players": ["Ann"], "options": {}}
    link = store.open_match(id=str(uuid4()), game="whist", title="Old", payload=payload, by=None)
    played(ann, friends)
    form = {"id": str(uuid4()), "circle": friends.score_key}
    assert ann.post(f"/m/{link.score_key}/circles", form).status == 501
    friends.store.append(friends.link.circle_id, str(uuid4()), MatchPutIn(match=link.match_id))
    page = ann.open(friends.to_score)
    assert "Unknown game “whist”: update Referee" in page.text
    assert cells(page, "Tribello")[0][:3] == ["Ann", "1", "1"]
