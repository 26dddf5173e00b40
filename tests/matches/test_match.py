"""The log of a match: entries struck, restored, changed or undone, and the resulting record."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from referee.core.sheet import read_record, score
from referee.core.validation import NotARecord
from referee.matches.events.base import Event, EventData
from referee.matches.events.evenings import EveningEvent
from referee.matches.match import Match, replay
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
    opened,
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


# Single events ------------------------------------------------------------------------------------


def test_what_was_written_comes_to_these_cells() -> None:
    rows: list[tuple[list[Act], list[Any]]] = [
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
        # A jump back to a jump: the state that it restored applies again.
        ([returned(2), returned(4), returned(5)], ROWS[:1]),
        ([struck("e2"), returned(4)], ROWS),
        ([ruled(), ("session-started", {}), ("session-paused", {})], ROWS),
    ]  # fmt: skip
    for acts, cells in rows:
        match = replay(plus(THREE, *acts))
        assert [list(row.cells) for row in match.sheet().rows] == cells, acts
        assert match.number == 4 + len(acts)


def test_the_id_of_an_entry_is_its_own_or_that_of_its_event() -> None:
    rows: list[tuple[Event, str]] = [
        (event(2, "added", entry=EVEN), "e2"),
        (event(2, "added", entry=EVEN | {"id": "own"}), "own"),
        (event(2, "added", entry=EVEN | {"id": ""}), ""),
        (event(2, "added", entry=EVEN | {"id": None}), "e2"),
        (event(3, "changed", id="e2", entry=EVEN | {"id": "own"}), "e2"),
        (event(3, "struck", id=""), ""),
    ]
    for written, id in rows:
        assert written.entry_id == id, written


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


def test_an_old_entry_is_judged_by_what_was_due_then() -> None:
    rows: list[tuple[str | None, str, int]] = [
        ("e2", "Round 1, deal 1", 0),
        ("e4", "Round 1, deal 3", 2),
        (None, "Round 2, deal 4", 3),
    ]
    for id, label, deals in rows:
        match = replay(THREE)
        due = match.due_at(id)
        assert (due and due.label) == label, id
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


# What an event changed ----------------------------------------------------------------------------


def test_an_event_tells_what_it_altered() -> None:
    rows: list[tuple[Act, str, list[tuple[str, int, int]], list[str]]] = [
        (added(deal(7, 3, 3)), "Round 2, deal 4", [("Ann", 6, 7), ("Ben", 0, -1)], []),
        (added(deal(7, 3, 2)), "Round 2, deal 4", [], ["tribello.tricks-total"]),
        (struck("e3"), "Round 1, deal 2",
         [("Ann", 6, 4), ("Ben", 0, -1), ("Cleo", -6, -3)], []),
        (changed("e2", deal(9, 3, 1)), "Round 1, deal 1",
         [("Ann", 6, 7), ("Ben", 0, -1)], []),
        (changed("e2", deal(8, 4, 1, note="x")), "Round 1, deal 1", [], []),
        (returned(2), "", [("Ann", 6, 2), ("Cleo", -6, -2)], []),
        (ruled(), "", [], []),
    ]  # fmt: skip
    for act, label, changes, problems in rows:
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


def test_a_match_opens_by_options_that_a_record_may_not_have_any_more() -> None:
    rows: list[tuple[str, int, Json]] = [
        ("card-triathlon", 6, {"format": "3000"}),
        ("card-triathlon", 4, {"b_jokers": True, "finish_at": "2025-03-01T22:15:00Z"}),
        ("thirty-one", 12, {"deck": 32}),
    ]
    for game, seats, options in rows:
        start = record(game, seats, [], **options)
        with pytest.raises(NotARecord):
            score(start)
        assert replay(log(start)).record()["options"] == options, game
        agreed_on = replay(log(record(game, seats, []), agreed(**options)))
        assert agreed_on.record()["options"] == options


# Evenings -----------------------------------------------------------------------------------------


START: Json = {
    "format": "referee-record/1",
    "game": "tribello",
    "title": "Friday",
    "players": ["Ann", "Ben", "Cleo"],
    "options": {},
    "entries": [],
}
DEAL: Act = "added", {"entry": {"kind": "deal", "tricks": [6, 4, 3]}}
CARDS: Act = "begun", {"entry": {"kind": "deal"}}
CARD: Act = "fell", {"card": "AS"}

When = tuple[float, Act]
"""Minutes after the match was opened, and what happened then."""


def later(minutes: float) -> datetime:
    return AT + timedelta(minutes=minutes)


def text(minutes: float) -> str:
    """The time this many minutes after the match was opened, formatted as in records."""
    return later(minutes).isoformat(timespec="seconds")


def played(*acts: When, start: Json = START) -> Match:
    """The match after these actions on Ben's phone."""
    events = [opened(start)]
    for number, (minutes, (kind, payload)) in enumerate(acts, start=2):
        events.append(Event(number, f"e{number}", kind, payload, later(minutes), "Ben"))
    return replay(events)


def met(minutes: float, **said: object) -> When:
    return minutes, ("met", said)


def paused(minutes: float, **said: object) -> When:
    return minutes, ("paused", said)


def resumed(minutes: float) -> When:
    return minutes, ("resumed", {})


def parted(minutes: float, **said: object) -> When:
    return minutes, ("parted", said)


DAY = 24 * 60


def test_a_record_keeps_what_was_said_and_when_evenings_began() -> None:
    rows: list[tuple[list[When], list[Json]]] = [
        # Nobody has to start an evening.
        ([(5, DEAL), (25, DEAL)], [{"start": 5}]),
        ([(5, DEAL), (365, DEAL)], [{"start": 5}]),
        ([(5, DEAL), (366, DEAL)], [{"start": 5}, {"start": 366}]),
        # The clock is set back, then forward again.
        ([(5, DEAL), (25, DEAL), (-400, DEAL), (30, DEAL)], [{"start": 5}]),
        ([(5, DEAL), (-400, DEAL), (366, DEAL)], [{"start": 5}, {"start": 366}]),
        ([(5, DEAL), (-3 * DAY, DEAL)], [{"start": 5}, {"start": -3 * DAY}]),
        # The first card starts one, too.
        ([(3, CARDS), (5, CARD), (25, DEAL)], [{"start": 3}]),
        # Someone starts it, perhaps late.
        ([met(1, place="Ann’s"), (25, DEAL)], [{"start": 1, "place": "Ann’s"}]),
        ([met(30, at=text(10)), (35, DEAL)], [{"start": 10}]),
        # Breaks; an entry or a card ends one.
        ([met(0), (20, DEAL), paused(25), resumed(40), (50, DEAL)],
         [{"start": 0, "pauses": [{"start": 25, "end": 40}]}]),
        ([met(0), (20, DEAL), paused(25), (50, DEAL)],
         [{"start": 0, "pauses": [{"start": 25, "end": 50}]}]),
        ([met(0), paused(25), (50, CARDS)], [{"start": 0, "pauses": [{"start": 25, "end": 50}]}]),
        ([met(0), resumed(10)], [{"start": 0}]),
        # A forgotten break is added afterwards; or there was none.
        ([(0, DEAL), (90, DEAL), paused(91, at=text(10), until=text(80))],
         [{"start": 0, "pauses": [{"start": 10, "end": 80}]}]),
        # The end, and a note.
        ([met(0), (20, DEAL), parted(30)], [{"start": 0, "end": 30}]),
        ([(20, DEAL), parted(30, note="Cut!")], [{"start": 20, "end": 30, "note": "Cut!"}]),
        ([met(0, note="a"), parted(30, at=text(25), note="b")],
         [{"start": 0, "end": 25, "note": "b"}]),
        # A substitute sits in.
        ([met(0, players=["Ann", "Dora", "Cleo"])],
         [{"start": 0, "players": ["Ann", "Dora", "Cleo"]}]),
        # Events of the second evening don't affect the first.
        ([met(0), (20, DEAL), (DAY, DEAL), parted(DAY + 30)],
         [{"start": 0}, {"start": DAY, "end": DAY + 30}]),
    ]  # fmt: skip
    for acts, sessions in rows:
        match = played(*acts)
        assert match.record()["sessions"] == [_with_texts(each) for each in sessions], acts


def _with_texts(session: Json) -> Json:
    """Return an evening with its minutes converted to times, formatted as in records."""
    told = session | {name: text(session[name]) for name in ("start", "end") if name in session}
    pauses = [{name: text(at) for name, at in p.items()} for p in session.get("pauses", ())]
    return told | {"pauses": pauses} if pauses else told


def test_an_entry_says_when_and_by_whom_it_was_written_also_once_it_is_corrected() -> None:
    change = "changed", {"id": "e2", "entry": {"kind": "deal", "tricks": [5, 5, 3]}}
    for acts in ([(5.01, DEAL)], [(5.01, DEAL), (9, change)]):
        (entry,) = played(*acts).record()["entries"]
        assert (entry["at"], entry["by"]) == (text(5), "Ben")


def test_what_is_corrected_and_forgotten() -> None:
    acts = [met(0), (20, DEAL), (DAY, DEAL)]
    other = {"start": text(-30), "end": text(40), "place": "x"}
    change = DAY + 1, ("evening", {"start": text(0), "session": other})
    assert played(*acts, change).record()["sessions"] == [other, {"start": text(DAY)}]
    gone = DAY + 2, ("evening", {"start": text(-30)})
    assert played(*acts, change, gone).record()["sessions"] == [{"start": text(DAY)}]
    imported = tribello() | {"sessions": [{"start": text(0)}]}
    assert played((1, ("evening", {"start": text(0)})), start=imported).record()["sessions"] == []
    undone = DAY + 3, ("returned", {"to": 5})
    assert played(*acts, change, gone, undone).record()["sessions"][0] == other


def test_of_an_evening_of_which_nobody_spoke_something_can_be_said() -> None:
    """An imported record may give only the times of its entries."""
    entries = [DEAL[1]["entry"] | {"at": text(minutes)} for minutes in (0, 20)]
    start = START | {"entries": entries}
    assert "sessions" not in played(start=start).record()
    assert "sessions" not in played((30, ("renamed", {"title": "x", "players": ["A", "B", "C"]})),
                                    start=start).record()  # fmt: skip
    assert played(parted(30), start=start).record()["sessions"] == [
        {"start": text(0), "end": text(30)}
    ]
    going_on = played((40, DEAL), start=start)
    assert [each.rows for each in going_on.evenings()] == [(0, 1, 2)]


def test_saved_and_opened_elsewhere_a_match_has_the_same_evenings() -> None:
    rows: list[list[When]] = [
        [(5, DEAL), (25, DEAL), (366 + 25, DEAL)],
        [(3, CARDS), (5, CARD), (25, DEAL), paused(30), (40, DEAL), parted(50, note="x")],
        [met(0, players=["A", "B", "C"]), (20.5, DEAL), (DAY, DEAL), paused(DAY + 1)],
    ]
    for acts in rows:
        match = played(*acts)
        record = match.record()
        assert read_record(record).as_json() == record, acts
        again = played(start=record)
        assert again.record() == record
        assert again.evenings() == match.evenings()


def test_who_writes_of_the_evening_waits_for_entries_and_not_for_a_title() -> None:
    match = played((5, DEAL), (6, ("renamed", {"title": "x", "players": ["Ann", "Ben", "Cleo"]})))
    evenings = EveningEvent.depends_on
    assert match.is_as_known(2, evenings)
    assert not match.is_as_known(1, evenings)
    assert not played((5, DEAL), paused(6)).is_as_known(2, evenings)


# Events -------------------------------------------------------------------------------------------


PAYLOADS: dict[str, list[dict[str, Any]]] = {
    "opened": [
        {"game": "tribello", "title": "", "players": ["Ann", "Ben", "Cleo"], "options": {}},
        {"game": "tribello", "title": "x", "players": ["Ann", "Ben", "Cleo"], "options": {"a": 1},
         "entries": [{"kind": "deal"}], "sessions": [{"start": "x"}], "rulings": [{"at": "x"}],
         "house": [{"rule": "tribello.follow", "text": "x"}]},
    ],
    "added": [{"entry": {"kind": "deal", "tricks": [6, 4, 3]}}],
    "changed": [{"id": "a", "entry": {"kind": "deal", "note": None}}],
    "struck": [{"id": "a"}],
    "restored": [{"id": "a"}],
    "accepted": [{"id": "a", "rules": ["tribello.follow"]}],
    "renamed": [{"title": "x", "players": ["Ann", "Ben"]}],
    "ruled": [{"ruling": {"at": "x", "question": {}, "decision": "y"}}],
    "agreed": [{"options": {}}, {"options": {"lives": 2}},
               {"options": {}, "option_changes": [{"from": 1, "options": {"fire": False}}]}],
    "agreed-midway": [{"options": {"fire": False}}],
    "house": [{"rule": "tribello.follow", "text": "x"}, {"rule": "tribello.follow", "text": ""}],
    "begun": [{"entry": {"kind": "deal"}}, {"entry": {}, "table": 0}],
    "fell": [{"card": "10D"}, {"card": "JKD", "table": 1}],
    "lifted": [{"card": "10D"}, {"card": "10D", "table": 0}],
    "amended": [{"at": 3, "put": "10D"}, {"at": 0, "out": "10D", "table": 1},
                {"at": 5, "put": "9D", "out": "10D", "source": 7}],
    "noted": [{"entry": {}}, {"entry": {}, "unknown": ["trump"]},
              {"entry": {}, "unknown": [], "table": 1}],
    "known": [{"entry": {"kind": "deal", "trump": "H"}}, {"entry": {}, "table": 1}],
    "given": [{"seat": 2}, {"seat": 0, "table": 1}],
    "left": [{}, {"table": 1}],
    "attendance": [{"seat": 0, "here": False}, {"seat": 3, "here": True}],
    "joined": [{"name": "Zoe", "seat": 1}, {"name": "Zoe", "seat": 0, "points": 2.5}],
    "reseated": [{"seat": 2, "to": 0}],
    "closed": [{}, {"winners": ["Ann"]}],
    "reopened": [{}],
    "figures": [{}, {"table": 0}],
    "laid": [{"seat": 2, "hand": ["2S"], "layout": None, "extra": None},
             {"seat": 2, "hand": ["2S"], "layout": [["2S"], []], "extra": ["AS"]}],
    "met": [{}, {"at": "2025-03-01T19:00:00+01:00", "place": "x", "players": ["a"], "note": "y"}],
    "paused": [{}, {"at": "2025-03-01T20:00:00Z"},
               {"at": "2025-03-01T20:00:00Z", "until": "2025-03-01T21:00:00Z"}],
    "resumed": [{}, {"at": "2025-03-01T21:00:00Z"}],
    "parted": [{}, {"at": "2025-03-01T23:00:00Z", "note": "x"}],
    "evening": [{"start": "x"}, {"start": "x", "session": {"start": "x"}}],
    "chances": [{"shown": True}, {"shown": False}],
    "returned": [{"to": 3}],
}  # fmt: skip
"""Payloads of each kind of event, as they have been stored since the first version."""


def test_every_kind_has_its_class_and_its_documentation() -> None:
    assert PAYLOADS.keys() == EventData.kinds.keys()
    assert all(each.__doc__ for each in EventData.kinds.values())


@pytest.mark.parametrize(
    ("kind", "payload"), [(kind, each) for kind in PAYLOADS for each in PAYLOADS[kind]]
)
def test_what_is_read_is_written_as_it_was(kind: str, payload: dict[str, Any]) -> None:
    read = event(2, kind, **payload).data
    assert type(read) is EventData.kinds[kind]
    assert (read.kind, read.payload) == (kind, payload)
    assert all(getattr(read, name) == value for name, value in payload.items())


def test_a_payload_of_another_shape_is_no_event() -> None:
    rows: list[tuple[str, Any]] = [
        ("fell", {}), ("fell", {"card": 7}), ("fell", {"card": "AS", "table": "1"}),
        ("fell", {"card": "AS", "cards": []}), ("returned", {"to": "3"}), ("left", {"seat": 1}),
    ]  # fmt: skip
    for kind, payload in rows:
        with pytest.raises(ValidationError):
            _ = event(2, kind, **payload).data
