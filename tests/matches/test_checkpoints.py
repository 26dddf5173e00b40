"""Checkpoints limit the cost of appending and undoing, and change nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.sheet import Tally
from referee.matches import match as checkpoints
from referee.matches.events.base import Event
from referee.matches.events.entries import EntryChanged
from referee.matches.match import CHECKPOINT_EVERY, CHECKPOINTS, Match, replay
from referee.matches.match_state import MatchState
from tests.faults.conftest import amount
from tests.games.records import Json, deal, thirty_one, tribello
from tests.matches.logs import (
    added,
    begun,
    changed,
    fell,
    gone_on,
    log,
    plus,
    renamed,
    restored,
    returned,
    ruled,
    seen,
    struck,
)
from tests.matches.played import EVEN
from tests.matches.test_whatever_is_written import logs

GAPS = (0, 5, 50, 7 * 60, -3, -9 * 60)
"""Minutes between two events: within an evening, across two, or after the clock was set back."""
ROUND: Json = {"kind": "round", "values": [21, 20]}
LONG = 1_000


# Costs -------------------------------------------------------------------------------------------


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return a function that counts the entries judged since its last call."""
    counted = [0]
    judge = Tally._judged

    def counting(tally: Tally, state: Any, entry: Any, setup: Any) -> Any:
        counted[0] += 1
        return judge(tally, state, entry, setup)

    def since() -> int:
        counted[0], number = 0, counted[0]
        return number

    monkeypatch.setattr(Tally, "_judged", counting)
    return since


def long_match() -> Match:
    return replay(log(thirty_one(2, lives=0, tied_lowest="none"), *[added(ROUND)] * LONG))


def corrected(match: Match, number: int) -> Match:
    entry = ROUND | {"note": f"{number}"}
    assert match.would_break(EntryChanged(id="e2", entry=entry)) == ()
    return gone_on(match, changed("e2", entry))


def test_a_log_is_judged_once_and_no_receipt_is_made(judged: Callable[[], int]) -> None:
    match = long_match()
    assert judged() == LONG
    assert not any("explanation" in vars(row) for row in match.tally.rows)


def test_corrections_that_are_read_at_once_judge_a_checkpoint_again_but_not_each(
    judged: Callable[[], int],
) -> None:
    match = long_match()
    acts = [changed("e2", ROUND | {"note": f"{number}"}) for number in range(30)]
    judged()
    replay(plus([*match.log], *acts))
    assert judged() <= 3 * LONG


def test_a_correction_costs_the_same_the_tenth_time_as_the_first(judged: Callable[[], int]) -> None:
    match, costs = long_match(), []
    judged()
    for number in range(10):
        match = corrected(match, number)
        costs.append(judged())
    assert set(costs) == {2 * LONG}
    assert len(match.checkpoints) == CHECKPOINTS + 1


@pytest.mark.parametrize("corrections", amount([0, 3], [0, 1, 3]))
def test_one_more_entry_costs_one_judging_and_to_go_back_a_checkpoint_at_most(
    judged: Callable[[], int], corrections: int
) -> None:
    match = long_match()
    for number in range(corrections):
        match = corrected(match, number)
    judged()
    for _ in range(150):
        match = gone_on(match, added(ROUND))
        assert judged() == 1
    for _ in range(140):
        match = gone_on(match, returned(match.undo_to))
        assert judged() <= CHECKPOINT_EVERY
    for _ in range(140):
        match = gone_on(match, returned(match.redo_to))
        assert judged() <= CHECKPOINT_EVERY
    assert len(match.sheet().rows) == LONG + 150
    assert match.redo_to is None


# Nothing else changes ----------------------------------------------------------------------------

COURSE = [
    added(deal(8, 4, 1)), added(EVEN), changed("e2", EVEN), struck("e3"), returned(4),
    restored("e3"), renamed("Dora", "Ben", "Cleo", title="x"), ruled(), begun({"kind": "deal"}),
    *fell("AS"), returned(3), added(deal(5, 5, 3)), returned(12), returned(1),
]  # fmt: skip
EVERY = [1, 2, 3, CHECKPOINT_EVERY]


def matches() -> Iterator[Match]:
    match = replay(log(tribello()))
    yield match
    for act in COURSE:
        yield (match := gone_on(match, act))


def test_a_match_that_is_held_never_changes() -> None:
    held = [(match, seen(match)) for match in matches()]
    for match, expected in held:  # and another match may grow from each of them
        gone_on(match, added(deal(0, 0, 13)))
        assert seen(match) == expected
    with pytest.raises(FrozenInstanceError):
        held[0][0].title = "y"  # type: ignore[misc]


@st.composite
def long_logs(draw: st.DrawFn) -> list[Event]:
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
    match = replay(events[:1])
    for event in events[1:]:
        match = match.with_event(event)
    return match


def everything(match: Match) -> tuple[Any, ...]:
    """Everything that can be read from a match, including its evenings."""
    state: MatchState = match.step.state
    sessions = state.sessions
    known = sessions.raw, sessions.parsed, sessions.played, sessions.last
    return (*seen(match), state.own_ids, known, state.evenings(), state.row_indexes,
            state.tally.states, state.tally.first_error, state.shows_chances, state.given,
            state.opened_at)  # fmt: skip


@given(long_logs(), st.data(), st.sampled_from(EVERY))
def test_a_log_that_is_read_at_once_is_the_match_that_grew_event_by_event(
    events: list[Event], data: st.DataObject, every: int
) -> None:
    by_event = grown(events)
    with patch.object(checkpoints, "CHECKPOINT_EVERY", every):
        once = replay(events)
        number = data.draw(st.integers(1, len(events)))
        then = everything(grown(events[:number]))
        assert everything(once.as_of(number)) == everything(by_event.as_of(number)) == then
        assert everything(once) == everything(by_event)
        acts = [returned(number), returned(len(events))]
        if once.entries:
            entry, id = once.entries[0].data, once.entries[-1].id
            acts = [acts[0], added(entry), acts[1], added(entry | {"id": "late"}), struck(id)]
        assert everything(gone_on(once, *acts)) == everything(gone_on(by_event, *acts))
