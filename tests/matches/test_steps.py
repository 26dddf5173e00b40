"""The steps of a match: each keeps its state, and going back costs no judging."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from referee.core.sheet import Tally
from referee.matches import match as steps
from referee.matches.events import EntryChanged
from referee.matches.match import Match, replay
from tests.games.records import Json, deal, thirty_one, tribello
from tests.matches.logs import (
    added,
    begun,
    changed,
    fell,
    gone_on,
    log,
    renamed,
    restored,
    returned,
    ruled,
    seen,
    struck,
)
from tests.matches.played import EVEN

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
    return gone_on(match, changed("e2", entry))


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
    match = gone_on(match, added(ROUND))
    assert judged() == 1
    for _ in range(corrections + 1):
        match = gone_on(match, returned(match.undo_to))
    for _ in range(corrections + 1):
        match = gone_on(match, returned(match.redo_to))
    assert judged() == 0
    assert len(match.sheet().rows) == LONG + 1
    assert match.redo_to is None


COURSE = [
    added(deal(8, 4, 1)), added(EVEN), changed("e2", EVEN), struck("e3"), returned(4),
    restored("e3"), renamed("Dora", "Ben", "Cleo", title="x"), ruled(), begun({"kind": "deal"}),
    *fell("AS"), returned(3), added(deal(5, 5, 3)), returned(12), returned(1),
]  # fmt: skip


def matches() -> Iterator[Match]:
    """The match as it begins, and after each of the acts."""
    match = replay(log(tribello()))
    yield match
    for act in COURSE:
        yield (match := gone_on(match, act))


def test_a_match_that_is_held_never_changes() -> None:
    held = [(match, seen(match)) for match in matches()]
    for match, expected in held:  # and from each of them another match may go on
        gone_on(match, added(deal(0, 0, 13)))
        assert seen(match) == expected
    with pytest.raises(FrozenInstanceError):
        held[0][0].title = "y"  # type: ignore[misc]


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
    expected = [seen(match) for match in matches()]
    for most in (0, 1, 3):
        monkeypatch.setattr(steps, "MOST_ROWS", most)
        assert [seen(match) for match in matches()] == expected


@pytest.mark.parametrize("most", [0, 1, 3, steps.MOST_ROWS])
def test_a_match_tells_how_it_was_after_each_of_its_events(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(steps, "MOST_ROWS", most)
    *_, last = expected = [*matches()]
    assert [seen(last.as_of(each.number)) for each in expected] == [*map(seen, expected)]
