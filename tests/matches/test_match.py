"""The log: what is struck, restored, changed or undone, and the record that it all comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.core.sheet import read_record, score
from referee.core.validation import NotARecord
from referee.matches.events import Event, entry_id
from referee.matches.match import Match, history, replay
from tests.games.records import (
    Json,
    deal,
    deals,
    figures,
    record,
    records,
    rules,
    thirty_one,
    tribello,
)
from tests.matches.logs import added, event, log, opened

EVEN = deal(6, 4, 3)
SHORT = deal(6, 4, 2)


def figures_of(book: Match) -> Json:
    """The sheet without the ids that a log gives to the entries: there are none on it."""
    return book.sheet().as_json()


def state(book: Match) -> tuple[Any, ...]:
    """All that two books can be compared by."""
    return (book.number, book.title, book.players, book.rulings, book.written, book.record(),
            figures_of(book), book.change)  # fmt: skip


THREE = log(tribello(), added(deal(8, 4, 1)), added(EVEN), added(deal(5, 5, 3)))


def plus(*acts: tuple[str, Json], base: Sequence[Event] = THREE) -> list[Event]:
    number = len(base) + 1
    return [*base, *(event(number + n, kind, **load) for n, (kind, load) in enumerate(acts))]


def totals(events: Sequence[Event]) -> list[Any]:
    return list(replay(events).sheet().totals)


# Single acts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "cells"),
    [
        ([], [[2, 0, -2], [3, -2, -1], [1, 2, -3]]),
        ([("struck", {"id": "e2"})], [[0, 0, 0], [2, -1, -1]]),
        ([("struck", {"id": "e4"})], [[2, 0, -2], [3, -2, -1]]),
        ([("struck", {"id": "e2"}), ("restored", {"id": "e2"})],
         [[2, 0, -2], [3, -2, -1], [1, 2, -3]]),
        ([("struck", {"id": "e2"}), ("struck", {"id": "e2"}), ("restored", {"id": "e2"})],
         [[2, 0, -2], [3, -2, -1], [1, 2, -3]]),
        ([("changed", {"id": "e3", "entry": deal(3, 6, 4)})],
         [[2, 0, -2], [0, 0, 0], [1, 2, -3]]),
        ([("changed", {"id": "e3", "entry": SHORT})], [[2, 0, -2], [None] * 3, [1, 2, -3]]),
        ([("struck", {"id": "e3"}), ("changed", {"id": "e3", "entry": deal(3, 6, 4)})],
         [[2, 0, -2], [2, -1, -1]]),
        ([("struck", {"id": "e3"}), ("changed", {"id": "e3", "entry": deal(3, 6, 4)}),
          ("restored", {"id": "e3"})], [[2, 0, -2], [0, 0, 0], [1, 2, -3]]),
        ([("returned", {"to": 1})], []),
        ([("returned", {"to": 2})], [[2, 0, -2]]),
        ([("returned", {"to": 2}), added(deal(3, 6, 4))], [[2, 0, -2], [0, 0, 0]]),
        ([("returned", {"to": 2}), ("returned", {"to": 4})],
         [[2, 0, -2], [3, -2, -1], [1, 2, -3]]),
        # Back to a return: what it had brought back holds again.
        ([("returned", {"to": 2}), ("returned", {"to": 4}), ("returned", {"to": 5})],
         [[2, 0, -2]]),
        ([("struck", {"id": "e2"}), ("returned", {"to": 4})],
         [[2, 0, -2], [3, -2, -1], [1, 2, -3]]),
        ([("ruled", {"ruling": {}}), ("session-started", {}), ("session-paused", {})],
         [[2, 0, -2], [3, -2, -1], [1, 2, -3]]),
    ],
)  # fmt: skip
def test_what_was_written_comes_to_these_cells(
    acts: list[tuple[str, Json]], cells: list[list[int | None]]
) -> None:
    book = replay(plus(*acts))
    assert [row["cells"] for row in figures_of(book)["rows"]] == cells
    assert book.number == 4 + len(acts)


def test_the_id_of_an_entry_is_its_own_or_that_of_its_event() -> None:
    table: list[tuple[Event, str]] = [
        (event(2, "added", entry=EVEN), "e2"),
        (event(2, "added", entry=EVEN | {"id": "own"}), "own"),
        (event(2, "added", entry=EVEN | {"id": ""}), ""),
        (event(2, "added", entry=EVEN | {"id": None}), "e2"),
        (event(3, "changed", id="e2", entry=EVEN | {"id": "own"}), "e2"),
        (event(3, "struck", id=""), ""),
    ]
    for written, id in table:
        assert entry_id(written) == id


def test_every_entry_can_be_reached_by_its_id() -> None:
    start = tribello(EVEN | {"id": "own"}, EVEN, EVEN | {"id": None}, EVEN | {"id": ""})
    book = replay(log(start, added(EVEN), added(EVEN | {"id": "late"})))
    ids = [written.id for written in book.written]
    assert len(set(ids)) == 6
    assert (ids[0], ids[3], ids[4], ids[5]) == ("own", "", "e2", "late")
    for number, written in enumerate(book.written):
        assert book.entry(written.id) is written
        assert book.row_number(written.id) == number
        assert book.row(written.id) is book.tally.rows[number]
        assert written.data["id"] == written.entry.id == written.id
        assert book.written_in_row(number) is written
    assert book.entry("none") is None
    assert book.row("none") is None


def test_a_changed_entry_keeps_its_id() -> None:
    book = replay(plus(("changed", {"id": "e3", "entry": EVEN | {"id": "other"}})))
    assert [entry["id"] for entry in book.record()["entries"]] == ["e2", "e3", "e4"]


def test_a_struck_entry_has_no_row_and_keeps_its_place() -> None:
    book = replay(plus(("struck", {"id": "e3"})))
    assert (book.row("e3"), book.row_number("e3")) == (None, None)
    assert [book.row_number(id) for id in ("e2", "e4")] == [0, 1]
    assert [written.id for written in book.standing()] == ["e2", "e4"]
    due = book.due_at("e3")
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
    book = replay(THREE)
    due = book.due_at(id)
    assert (due and due.label) == label
    assert book.state_at(id).deals == deals
    assert book.judge(EVEN, id)[1].heading.label == label


def test_what_is_no_entry_is_refused_before_it_is_written() -> None:
    book = replay(THREE)
    for data in ({}, {"kind": "round"}, deal(6, 4), deal(6, 4, -1), deal(6, 4, 3, extra=1)):
        with pytest.raises(NotARecord):
            book.judge(data)
    assert len(book.written) == 3


def test_warnings_are_accepted_once_and_errors_are_not() -> None:
    acts = [
        ("accepted", {"id": "e2", "rules": ["b", "a"]}),
        ("accepted", {"id": "e2", "rules": ["a"]}),
    ]
    book = replay(log(tribello(), added(SHORT), *acts))
    assert book.record()["entries"][0]["accepted"] == ["a", "b"]
    assert rules(figures_of(book)["problems"]) == ["tribello.tricks-total"]


def test_players_are_renamed_and_all_else_stays() -> None:
    before = replay(THREE)
    book = replay(plus(("renamed", {"title": "Saturday", "players": ["Dora", "Ben", "Emil"]})))
    assert (book.title, book.record()["title"]) == ("Saturday", "Saturday")
    assert book.record()["players"] == list(book.sheet().columns) == ["Dora", "Ben", "Emil"]
    assert book.sheet().totals == before.sheet().totals
    assert book.record()["entries"] == before.record()["entries"]


def test_a_ruling_is_kept_and_scores_nothing() -> None:
    ruling = {"at": "2025-03-01T20:15Z", "question": {}, "decision": "Ann's"}
    book = replay(plus(("ruled", {"ruling": ruling})))
    assert book.record()["rulings"] == [ruling]
    assert book.sheet() == replay(THREE).sheet()
    assert "rulings" not in replay(THREE).record()


def test_a_match_that_began_as_a_record_goes_on_from_it() -> None:
    start = thirty_one(2, figures(21, 20, id="a"), figures(21, 20), lives=1) | {
        "sessions": [{"start": "2025-03-01T20:15Z"}],
        "rulings": [{"at": "2025-03-01T20:15Z", "question": {}, "decision": ""}],
    }
    book = replay(log(start))
    assert figures_of(book) == score(start)
    kept = book.record()
    assert kept | {"entries": []} == start | {"entries": []}
    assert kept["entries"][0]["id"] == "a"
    assert book.sheet().winners == ("Ann",)


# What an event altered ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "label", "changes", "problems"),
    [
        (added(deal(7, 3, 3)), "Round 2, deal 4", [("Ann", 6, 7), ("Ben", 0, -1)], []),
        (added(deal(7, 3, 2)), "Round 2, deal 4", [], ["tribello.tricks-total"]),
        (("struck", {"id": "e3"}), "Round 1, deal 2",
         [("Ann", 6, 4), ("Ben", 0, -1), ("Cleo", -6, -3)], []),
        (("changed", {"id": "e2", "entry": deal(9, 3, 1)}), "Round 1, deal 1",
         [("Ann", 6, 7), ("Ben", 0, -1)], []),
        (("changed", {"id": "e2", "entry": deal(8, 4, 1, note="x")}), "Round 1, deal 1", [], []),
        (("returned", {"to": 2}), "", [("Ann", 6, 2), ("Cleo", -6, -2)], []),
        (("ruled", {"ruling": {}}), "", [], []),
    ],
)  # fmt: skip
def test_an_event_tells_what_it_altered(
    act: tuple[str, Json],
    label: str,
    changes: list[tuple[str, int, int]],
    problems: list[str],
) -> None:
    book = replay(plus(act))
    change = book.turned_back or book.change
    assert (change.event.number, change.label, list(change.totals)) == (5, label, changes)
    assert [problem.rule for problem in change.problems] == problems


def test_a_struck_deal_moves_the_later_ones_and_tells_what_breaks_then() -> None:
    six = tribello(*[EVEN | {"trump": "S"}] * 6)
    events = log(six, added(EVEN), added(EVEN))
    book = replay(events).with_event(event(4, "changed", id="e2", entry=EVEN | {"trump": "S"}))
    assert [problem.rule for problem in book.change.problems] == ["tribello.trump"]
    first = book.written[0].id
    book = book.with_event(event(5, "struck", id=first))
    assert figures_of(book)["problems"] == []
    assert [problem.rule for problem in book.change.problems] == []
    book = book.with_event(event(6, "restored", id=first))
    assert [problem.rule for problem in book.change.problems] == ["tribello.trump"]


# Whatever is written ------------------------------------------------------------------------------


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    """A log of any lawful acts on a match of Tribello."""
    start = tribello(*(EVEN for _ in range(draw(st.integers(0, 2)))))
    events = [opened(start)]
    ids = [written.id for written in replay(events).written]
    kinds = ["added"] * 4 + ["changed", "struck", "restored", "accepted", "renamed", "returned"]
    for number in range(2, 2 + draw(st.integers(0, 10))):
        kind = draw(st.sampled_from(kinds))
        id = draw(st.sampled_from(ids)) if ids else None
        payload: Json = {}
        if kind == "returned":
            payload = {"to": draw(st.integers(1, number - 1))}
        elif kind == "renamed":
            payload = {"title": f"T{number}", "players": [f"A{number}", "Ben", "Cleo"]}
        elif kind == "added" or id is None:
            kind, payload = "added", {"entry": draw(st.sampled_from([EVEN, SHORT, draw(deals(3))]))}
        elif kind == "changed":
            payload = {"id": id, "entry": draw(st.sampled_from([EVEN, SHORT, deal(0, 0, 13)]))}
        elif kind == "accepted":
            payload = {"id": id, "rules": ["tribello.follow"]}
        else:
            payload = {"id": id}
        events.append(event(number, kind, **payload))
        ids = [written.id for written in replay(events).written]
    return events


@given(logs())
def test_the_sheet_of_a_log_is_the_sheet_of_the_record_that_it_comes_to(
    events: list[Event],
) -> None:
    book = replay(events)
    kept = book.record()
    assert read_record(kept).as_json() == kept
    assert figures_of(book) == score(kept)
    assert replay([opened(kept)]).record() == kept


@given(logs())
def test_a_book_kept_open_is_the_replay_of_its_log(events: list[Event]) -> None:
    book = replay(events[:1])
    changes = []
    for number, act in enumerate(events[1:], start=2):
        book = book.with_event(act)
        again = replay(events[:number])
        assert state(book) == state(again)
        assert (book.change, book.turned_back) == (again.change, again.turned_back)
        changes.append(book.turned_back or book.change)
    assert history(book, len(events)) == changes
    assert history(book, 3) == changes[-3:]


@given(logs())
def test_undo_tapped_again_and_again_comes_to_the_opening_and_redo_is_its_inverse(
    events: list[Event],
) -> None:
    book = replay(events)
    while book.undo_to is not None:
        before = book.record()
        events = plus(("returned", {"to": book.undo_to}), base=events)
        book = replay(events)
        redone = replay(plus(("returned", {"to": book.redo_to}), base=events))
        assert redone.record() == before
    assert book.record() == replay(events[:1]).record()


@given(logs(), st.data())
def test_a_return_is_the_replay_of_what_came_before(
    events: list[Event], more: st.DataObject
) -> None:
    to = more.draw(st.integers(1, len(events)))
    back = replay(plus(("returned", {"to": to}), base=events))
    assert state(back)[1:-1] == state(replay(events[:to]))[1:-1]
    undone = replay(plus(("returned", {"to": to}), ("returned", {"to": len(events)}), base=events))
    assert state(undone)[1:-1] == state(replay(events))[1:-1]


@given(logs())
def test_undo_again_and_again_goes_back_to_the_beginning(events: list[Event]) -> None:
    whole = len(events)
    for to in range(whole, 0, -1):
        events = plus(("returned", {"to": to}), base=events)
        assert state(replay(events))[1:-1] == state(replay(events[:to]))[1:-1]
    assert replay(events).record() == replay(events[:1]).record()


@given(logs(), st.data())
def test_what_is_struck_is_as_never_written_and_what_is_restored_as_before(
    events: list[Event], more: st.DataObject
) -> None:
    before = replay(events)
    assume(before.standing())
    place = more.draw(st.integers(0, len(before.standing()) - 1))
    id = before.standing()[place].id
    struck = replay(plus(("struck", {"id": id}), base=events))
    kept = before.record()
    del kept["entries"][place]
    assert struck.record() == kept
    assert figures_of(struck) == score(kept)
    restored = replay(plus(("struck", {"id": id}), ("restored", {"id": id}), base=events))
    assert restored.record() == before.record()
    assert restored.sheet() == before.sheet()


@given(logs(), st.data())
def test_what_is_changed_is_the_record_with_that_entry(
    events: list[Event], more: st.DataObject
) -> None:
    before = replay(events)
    assume(before.standing())
    place = more.draw(st.integers(0, len(before.standing()) - 1))
    id = before.standing()[place].id
    entry = more.draw(st.sampled_from([EVEN, SHORT, deal(13, 0, 0, note="x")]))
    changed = replay(plus(("changed", {"id": id, "entry": entry}), base=events))
    kept = before.record()
    kept["entries"][place] = entry | {"id": id}
    assert changed.record() == kept
    assert figures_of(changed) == score(kept)


@given(records())
def test_a_log_of_any_game_comes_to_its_record(data: Json) -> None:
    acts = [added(entry) for entry in data["entries"]]
    book = replay(log(data | {"entries": []}, *acts))
    assert figures_of(book) == score(data)
    kept = book.record()["entries"]
    assert [entry | {"id": None} for entry in data["entries"]] == [
        entry | {"id": None} for entry in kept
    ]


def test_every_game_is_kept_by_the_log() -> None:
    start = record("thirty-one", 3, [figures(21, 20, 10), figures(21, 20, 10)], lives=0)
    book = replay(log(start | {"entries": []}, *(added(entry) for entry in start["entries"])))
    assert figures_of(book)["totals"] == score(start)["totals"] == [0, 0, -1]
    assert [len(row["problems"]) for row in figures_of(book)["rows"]] == [0, 1]
