"""Runs of entries, which a log is read in: the match is as if it had grown entry by entry."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from referee.matches import match as steps
from referee.matches.events import Event
from referee.matches.match import Match, replay
from referee.matches.match_state import MatchState
from tests.games.records import Json, deal, thirty_one, tribello
from tests.matches.logs import added, gone_on, log, plus, returned, seen, struck
from tests.matches.played import EVEN, SHORT
from tests.matches.test_whatever_is_written import logs

GAPS = (0, 5, 50, 7 * 60, -3, -9 * 60)
"""Minutes between two events: in an evening, apart, and by a clock that was put back."""
ROUND: Json = {"kind": "round", "values": [21, 21]}


@st.composite
def long_logs(draw: st.DrawFn) -> list[Event]:
    """Whatever a table writes, and between it and behind it runs of entries, at any times."""
    events = draw(logs())
    entries = [event.payload["entry"] for event in events if event.kind == "added"]
    for _ in range(draw(st.integers(0, 8)) if entries else 0):
        entry = draw(st.sampled_from(entries))
        if draw(st.integers(0, 4)) == 0:
            entry = entry | {"id": f"own{len(events)}"}
        events = plus(events, added(entry))
    if draw(st.booleans()) and entries:
        back = draw(st.integers(1, len(events)))
        events = plus(events, returned(back), *[added(entries[0])] * 2)
    at, timed = events[0].at, []
    for event in events:
        at += timedelta(minutes=draw(st.sampled_from(GAPS)))
        timed.append(replace(event, at=at))
    return timed


def grown(events: list[Event]) -> Match:
    """The match of a log, event by event."""
    match = replay(events[:1])
    for event in events[1:]:
        match = match.with_event(event)
    return match


def told(state: MatchState | None) -> tuple[Any, ...] | None:
    """What can be read of a state, and what is known of its evenings; None if it is forgotten."""
    if state is None:
        return None
    sessions = state.sessions
    known = sessions.kept, sessions.said, sessions.played, sessions.last
    return (state.record(), state.sheet(), state.own_ids, known, state.evenings(),
            list(state.written), list(state.places), list(state.tally.states), state.in_progress,
            state.tally.first_error, state.shows_chances, state.opened)  # fmt: skip


def all_of(match: Match) -> tuple[Any, ...]:
    """What can be read of a match, and of its states."""
    return *seen(match), told(match), [told(step.state) for step in match.steps]


@given(long_logs(), st.data(), st.sampled_from([0, 1, 3, steps.MOST_ROWS]))
def test_a_log_that_is_read_at_once_is_the_match_that_grew_event_by_event(
    events: list[Event], data: st.DataObject, most: int
) -> None:
    with patch.object(steps, "MOST_ROWS", most):
        once, by_event = replay(events), grown(events)
        number = data.draw(st.integers(1, len(events)))
        assert told(once.as_of(number)) == told(by_event.as_of(number))
        assert all_of(once) == all_of(by_event)
        acts = [returned(number), returned(len(events))]
        if once.written:
            entry, id = once.written[0].data, once.written[-1].id
            acts = [acts[0], added(entry), acts[1], added(entry | {"id": "late"}), struck(id)]
        expected = all_of(by_event)
        assert all_of(gone_on(replay(events), *acts)) == all_of(gone_on(by_event, *acts))
        assert all_of(once) == all_of(by_event) == expected


def test_what_is_written_between_two_entries_is_no_part_of_a_run() -> None:
    acts = [added(EVEN), added(SHORT), struck("e2"), added(EVEN | {"id": "own"}), added(EVEN),
            returned(3), added(deal(8, 4, 1)), added(deal(5, 5, 3))]  # fmt: skip
    events = log(tribello(EVEN), *acts)
    assert all_of(replay(events)) == all_of(grown(events))


def test_of_a_long_log_no_state_is_made_and_no_receipt_until_somebody_asks() -> None:
    match = replay(log(thirty_one(2, tied_lowest="none"), *[added(ROUND)] * 200))
    assert sum("state" in vars(step) for step in match.steps) == 2  # the first, and that of now
    assert not any("change" in vars(step) for step in match.steps)
    assert not any("explanation" in vars(row) for row in match.tally.rows)
    assert match.steps[100].state is match.steps[100].state
    assert match.steps[100].change.label == "Round 100"
    assert match.tally.rows[99].sums == ()
    assert len(match.as_of(101).sheet().rows) == 100


def test_threads_may_ask_at_once_for_what_is_made_late() -> None:
    events = log(tribello(), *[added(EVEN), added(deal(8, 4, 1))] * 6)
    expected = seen(grown(events))
    for _ in range(20):
        match = replay(events)
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda _, match=match: seen(match), range(4)))
        assert found == [expected] * 4
