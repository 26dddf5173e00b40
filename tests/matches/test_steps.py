"""The steps of a match: each keeps its state, and going back costs no judging."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from referee.core.sheet import Tally
from referee.matches import match as steps
from referee.matches.events import EntryChanged, Event
from referee.matches.match import Match, replay
from tests.games.records import Json, deal, thirty_one, tribello
from tests.matches.logs import added, event, log

LONG = 200
ROUND: Json = {"kind": "round", "values": [21, 20]}


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many entries were judged since this was last asked."""
    counted = [0]
    judge = Tally._judged

    def counting(tally: Tally, state: Any, entry: Any) -> Any:
        counted[0] += 1
        return judge(tally, state, entry)

    def since() -> int:
        counted[0], number = 0, counted[0]
        return number

    monkeypatch.setattr(Tally, "_judged", counting)
    return since


def long_match(entries: int = LONG) -> Match:
    start = thirty_one(2, lives=0)
    return replay(log(start, *[added(ROUND)] * entries))


def corrected(match: Match, number: int) -> Match:
    """The match with its first entry corrected, after it was asked what that would break."""
    entry = ROUND | {"note": f"{number}"}
    assert match.would_break(EntryChanged(id="e2", entry=entry)) == ()
    return match.with_event(event(match.number + 1, "changed", id="e2", entry=entry))


def test_a_correction_costs_the_same_the_thirtieth_time_as_the_first(
    judged: Callable[[], int],
) -> None:
    match, costs = long_match(), []
    assert judged() == LONG
    for number in range(30):
        match = corrected(match, number)
        costs.append(judged())
    assert set(costs) == {2 * LONG}


@pytest.mark.parametrize("corrections", [0, 1, 30])
def test_one_more_entry_costs_one_judging_and_to_go_back_none(
    judged: Callable[[], int], corrections: int
) -> None:
    match = long_match()
    for number in range(corrections):
        match = corrected(match, number)
    judged()
    match = match.with_event(event(match.number + 1, "added", entry=ROUND))
    assert judged() == 1
    for _ in range(corrections + 1):
        match = match.with_event(event(match.number + 1, "returned", to=match.undo_to))
    for _ in range(corrections + 1):
        match = match.with_event(event(match.number + 1, "returned", to=match.redo_to))
    assert judged() == 0
    assert len(match.sheet().rows) == LONG + 1
    assert match.redo_to is None


COURSE: list[tuple[str, Json]] = [
    added(deal(8, 4, 1)), added(deal(6, 4, 3)), ("changed", {"id": "e2", "entry": deal(6, 4, 3)}),
    ("struck", {"id": "e3"}), ("returned", {"to": 4}), ("restored", {"id": "e3"}),
    ("renamed", {"title": "x", "players": ["Dora", "Ben", "Cleo"]}), ("ruled", {"ruling": {}}),
    ("begun", {"entry": {"kind": "deal"}}), ("fell", {"card": "AS"}), ("returned", {"to": 3}),
    added(deal(5, 5, 3)), ("returned", {"to": 12}), ("returned", {"to": 1}),
]  # fmt: skip


def seen(match: Match) -> tuple[Any, ...]:
    """All that can be read of a match."""
    return (match.number, match.record(), match.sheet(), list(match.written), match.deals,
            match.hands, match.change, match.turned_back, match.undo_to, match.redo, match.events,
            [step.change for step in match.steps])  # fmt: skip


def test_a_match_that_is_held_never_changes() -> None:
    events = log(tribello(), *COURSE)
    match = replay(events[:1])
    held = [(match, seen(match))]
    for each in events[1:]:
        match = match.with_event(each)
        held.append((match, seen(match)))
    for branch, expected in held:  # and from each of them another match may go on
        branch.with_event(event(branch.number + 1, "added", entry=deal(0, 0, 13)))
        assert seen(branch) == expected
    with pytest.raises(FrozenInstanceError):
        match.title = "y"  # type: ignore[misc]


def states_kept(match: Match) -> int:
    return sum(step.state is not None for step in match.steps)


def test_states_are_forgotten_where_too_many_rows_were_judged_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(steps, "MOST_ROWS", 25)
    match = long_match(10)
    for number in range(2):
        match = corrected(match, number)
        assert states_kept(match) == match.number
    match = corrected(match, 2)
    assert states_kept(match) == 1
    for number in range(2):
        match = corrected(match, number)
    assert states_kept(match) == 3


def test_what_was_forgotten_is_folded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    events = log(tribello(), *COURSE)
    expected = [seen(each) for each in matches(events)]
    for most in (0, 1, 3):
        monkeypatch.setattr(steps, "MOST_ROWS", most)
        assert [seen(each) for each in matches(events)] == expected


def matches(events: list[Event]) -> list[Match]:
    """The match after each of the events."""
    found = [replay(events[:1])]
    for each in events[1:]:
        found.append(found[-1].with_event(each))
    return found
