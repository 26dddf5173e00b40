"""The log: what is struck, restored, changed or undone, and the record that it all comes to."""

from __future__ import annotations

import pytest

from referee.core.sheet import score
from referee.core.validation import NotARecord
from referee.matches.events import Event, entry_id
from referee.matches.match import replay
from tests.games.records import Json, deal, figures, record, rules, thirty_one, tribello
from tests.matches.logs import (
    AT,
    Act,
    added,
    agreed,
    changed,
    event,
    gone_on,
    log,
    plus,
    renamed,
    restored,
    returned,
    ruled,
    struck,
)
from tests.matches.played import EVEN, SHORT

THREE = log(tribello(), added(deal(8, 4, 1)), added(EVEN), added(deal(5, 5, 3)))
ROWS = [[2, 0, -2], [3, -2, -1], [1, 2, -3]]


# Single acts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "cells"),
    [
        ([], ROWS),
        ([struck("e2")], [[0, 0, 0], [2, -1, -1]]),
        ([struck("e4")], ROWS[:2]),
        ([struck("e2"), restored("e2")], ROWS),
        ([struck("e2"), struck("e2"), restored("e2")], ROWS),
        ([changed("e3", deal(3, 6, 4))], [ROWS[0], [0, 0, 0], ROWS[2]]),
        ([changed("e3", SHORT)], [ROWS[0], [None] * 3, ROWS[2]]),
        ([struck("e3"), changed("e3", deal(3, 6, 4))], [ROWS[0], [2, -1, -1]]),
        ([struck("e3"), changed("e3", deal(3, 6, 4)), restored("e3")],
         [ROWS[0], [0, 0, 0], ROWS[2]]),
        ([returned(1)], []),
        ([returned(2)], ROWS[:1]),
        ([returned(2), added(deal(3, 6, 4))], [ROWS[0], [0, 0, 0]]),
        ([returned(2), returned(4)], ROWS),
        # Back to a return: what it had brought back holds again.
        ([returned(2), returned(4), returned(5)], ROWS[:1]),
        ([struck("e2"), returned(4)], ROWS),
        ([ruled(), ("session-started", {}), ("session-paused", {})], ROWS),
    ],
)  # fmt: skip
def test_what_was_written_comes_to_these_cells(
    acts: list[Act], cells: list[list[int | None]]
) -> None:
    match = replay(plus(THREE, *acts))
    assert [list(row.cells) for row in match.sheet().rows] == cells
    assert match.number == 4 + len(acts)


@pytest.mark.parametrize(
    ("written", "id"),
    [
        (event(2, "added", entry=EVEN), "e2"),
        (event(2, "added", entry=EVEN | {"id": "own"}), "own"),
        (event(2, "added", entry=EVEN | {"id": ""}), ""),
        (event(2, "added", entry=EVEN | {"id": None}), "e2"),
        (event(3, "changed", id="e2", entry=EVEN | {"id": "own"}), "e2"),
        (event(3, "struck", id=""), ""),
    ],
)
def test_the_id_of_an_entry_is_its_own_or_that_of_its_event(written: Event, id: str) -> None:
    assert entry_id(written) == id


def test_every_entry_can_be_reached_by_its_id() -> None:
    start = tribello(EVEN | {"id": "own"}, EVEN, EVEN | {"id": None}, EVEN | {"id": ""})
    match = replay(log(start, added(EVEN), added(EVEN | {"id": "late"})))
    ids = [written.id for written in match.entries]
    assert len(set(ids)) == 6
    assert (ids[0], ids[3], ids[4], ids[5]) == ("own", "", "e2", "late")
    for number, written in enumerate(match.entries):
        assert match.entry(written.id) is written
        assert match.row_number(written.id) == number
        assert match.row(written.id) is match.tally.rows[number]
        assert written.data["id"] == written.entry.id == written.id
        assert match.row_entry(number) is written
    assert match.entry("none") is None
    assert match.row("none") is None


def test_a_changed_entry_keeps_its_id() -> None:
    match = replay(plus(THREE, changed("e3", EVEN | {"id": "other"})))
    assert [entry["id"] for entry in match.record()["entries"]] == ["e2", "e3", "e4"]


def test_the_entries_of_some_rows_are_given_without_those_that_are_struck() -> None:
    match = replay(plus(THREE, added(EVEN | {"id": "e5"}), struck("e2"), struck("e4")))
    spans = [(0, None), (1, None), (0, 1), (2, None), (1, 1), (0, 9)]
    found = ["".join(each.id[1:] for each in match.row_entries(*span)) for span in spans]
    assert found == ["35", "5", "3", "", "", "35"]


def test_a_struck_entry_has_no_row_and_keeps_its_place() -> None:
    match = replay(plus(THREE, struck("e3")))
    assert (match.row("e3"), match.row_number("e3")) == (None, None)
    assert [match.row_number(id) for id in ("e2", "e4")] == [0, 1]
    assert [written.id for written in match.row_entries()] == ["e2", "e4"]
    due = match.due_at("e3")
    assert (due and due.label) == "Round 1, deal 2"


@pytest.mark.parametrize(
    ("id", "label", "deals"),
    [
        ("e2", "Round 1, deal 1", 0),
        ("e4", "Round 1, deal 3", 2),
        (None, "Round 2, deal 4", 3),
    ],
)
def test_an_old_entry_is_judged_by_what_was_due_then(
    id: str | None, label: str, deals: int
) -> None:
    match = replay(THREE)
    due = match.due_at(id)
    assert (due and due.label) == label
    assert match.state_at(id).deals == deals
    assert match.judge(EVEN, id)[1].heading.label == label


def test_what_is_no_entry_is_refused_before_it_is_written() -> None:
    match = replay(THREE)
    for data in ({}, {"kind": "round"}, deal(6, 4), deal(6, 4, -1), deal(6, 4, 3, extra=1)):
        with pytest.raises(NotARecord):
            match.judge(data)
    assert len(match.entries) == 3


def test_warnings_are_accepted_once_and_errors_are_not() -> None:
    acts = [
        ("accepted", {"id": "e2", "rules": ["b", "a"]}),
        ("accepted", {"id": "e2", "rules": ["a"]}),
    ]
    match = replay(log(tribello(), added(SHORT), *acts))
    assert match.record()["entries"][0]["accepted"] == ["a", "b"]
    assert rules(match.sheet().as_json()["problems"]) == ["tribello.tricks-total"]


def test_players_are_renamed_and_all_else_stays() -> None:
    before = replay(THREE)
    match = replay(plus(THREE, renamed("Dora", "Ben", "Emil", title="Saturday")))
    assert (match.title, match.record()["title"]) == ("Saturday", "Saturday")
    names = ["Dora", "Ben", "Emil"]
    assert match.record()["players"] == [each.name for each in match.sheet().columns] == names
    assert match.sheet().totals == before.sheet().totals
    assert match.record()["entries"] == before.record()["entries"]


def test_a_ruling_is_kept_and_scores_nothing() -> None:
    ruling = {"at": "2025-03-01T20:15Z", "question": {}, "decision": "Ann's"}
    match = replay(plus(THREE, ruled(**ruling)))
    assert match.record()["rulings"] == [ruling]
    assert match.sheet() == replay(THREE).sheet()
    assert "rulings" not in replay(THREE).record()


def test_a_match_that_began_as_a_record_goes_on_from_it() -> None:
    start = thirty_one(2, figures(21, 20, id="a"), figures(21, 20), lives=1) | {
        "sessions": [{"start": "2025-03-01T20:15Z"}],
        "rulings": [{"at": "2025-03-01T20:15Z", "question": {}, "decision": ""}],
    }
    match = replay(log(start))
    assert match.sheet().as_json() == score(start)
    kept = match.record()
    assert kept | {"entries": []} == start | {"entries": []}
    assert kept["entries"][0]["id"] == "a"
    assert match.sheet().winners == ("Ann",)


# What an event altered ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "label", "changes", "problems"),
    [
        (added(deal(7, 3, 3)), "Round 2, deal 4", [("Ann", 6, 7), ("Ben", 0, -1)], []),
        (added(deal(7, 3, 2)), "Round 2, deal 4", [], ["tribello.tricks-total"]),
        (struck("e3"), "Round 1, deal 2",
         [("Ann", 6, 4), ("Ben", 0, -1), ("Cleo", -6, -3)], []),
        (changed("e2", deal(9, 3, 1)), "Round 1, deal 1",
         [("Ann", 6, 7), ("Ben", 0, -1)], []),
        (changed("e2", deal(8, 4, 1, note="x")), "Round 1, deal 1", [], []),
        (returned(2), "", [("Ann", 6, 2), ("Cleo", -6, -2)], []),
        (ruled(), "", [], []),
    ],
)  # fmt: skip
def test_an_event_tells_what_it_altered(
    act: Act, label: str, changes: list[tuple[str, int, int]], problems: list[str]
) -> None:
    match = replay(plus(THREE, act))
    change = match.turned_back or match.change
    assert (change.event.number, change.label, list(change.totals)) == (5, label, changes)
    assert [problem.rule for problem in change.problems] == problems


def test_a_struck_deal_moves_the_later_ones_and_tells_what_breaks_then() -> None:
    match = replay(log(tribello(*[EVEN | {"trump": "S"}] * 6), added(EVEN), added(EVEN)))
    first = match.entries[0].id
    for act, broken in (
        (changed("e2", EVEN | {"trump": "S"}), ["tribello.trump"]),
        (struck(first), []),
        (restored(first), ["tribello.trump"]),
    ):
        match = gone_on(match, act)
        assert [problem.rule for problem in match.change.problems] == broken
        assert rules(match.sheet().as_json()["problems"]) == broken


@pytest.mark.parametrize(
    "at", ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:00-01:00"], ids=["too early", "too late"]
)
def test_a_time_beyond_the_calendar_that_was_kept_once_is_as_none(at: str) -> None:
    match = replay(
        log(tribello(deal(6, 4, 3, at=at, id="one")), added(deal(6, 4, 3, at=at, id="two")))
    )
    assert [written.at for written in match.entries] == [None, AT]
    entry, row = match.judge(deal(5, 5, 3, at=at, id="one"), "one")
    assert (entry.at, row.cells) == (at, (-1, 1, 0))
    with pytest.raises(NotARecord, match=r"entry\.at: must be a time"):
        match.judge(deal(5, 5, 3, at=at))


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("card-triathlon", 6, {"format": "3000"}),
        ("card-triathlon", 4, {"b_jokers": True, "finish_at": "2025-03-01T22:15:00Z"}),
        ("thirty-one", 12, {"deck": 32}),
    ],
)
def test_a_match_opens_by_options_that_a_record_may_not_have_any_more(
    game: str, seats: int, options: Json
) -> None:
    start = record(game, seats, [], **options)
    with pytest.raises(NotARecord):
        score(start)
    assert replay(log(start)).record()["options"] == options
    agreed_on = replay(log(record(game, seats, []), agreed(**options)))
    assert agreed_on.record()["options"] == options
