"""A match as steps: each event of its log, the state after it, and what it altered.

A match is frozen: one more event gives another one, which shares all that came before. To go back
is to take the state of an earlier step. One more entry costs one more step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import groupby
from typing import Final, TypeVar

from referee.core.persistent import PersistentList
from referee.matches.changes import Change, change_by, change_by_return
from referee.matches.events import Event, EventData, StateRestored, in_force, redo_after
from referee.matches.in_progress import Slot, collides, slot_of
from referee.matches.match_state import EntryRun, MatchState, after, is_in_run, opening, run_of

T = TypeVar("T")

MOST_ROWS: Final = 20_000
"""So many rows that were judged anew are kept in the states of earlier steps: about 10 MB."""


@dataclass(frozen=True, eq=False)
class Step:
    """An event, the match after it, and what it altered."""

    event: Event
    led_to: Callable[[], MatchState] | None
    """The match after it; None where it was forgotten, as too many rows were judged anew since."""
    altered: Callable[[], Change]
    """What it altered, once somebody asks: of a long log hardly anybody does."""
    holds: int
    """The number of the event whose state this is: of a `StateRestored` that of an earlier one."""
    before: int
    """The number of the event that counts before that one; 0 if it is the first."""
    redo: tuple[int, ...] = ()
    """The numbers of the events to go back to, to bring back what was undone; the next one last."""
    judged: int = 0
    """So many rows were judged anew for the states that are kept."""

    @cached_property
    def state(self) -> MatchState | None:
        """The match after it; None where it was forgotten."""
        return self.led_to() if self.led_to else None

    @cached_property
    def change(self) -> Change:
        """What it altered."""
        return self.altered()

    def without_state(self) -> Step:
        """The same without its state; what it altered is to be known without it."""
        return replace(self, led_to=None, altered=partial(_known, self.change))


Steps = PersistentList[Step]
"""One for each event of a log; the last one has its state."""


@dataclass(frozen=True, eq=False)
class Match(MatchState):
    """A match as its log tells it, up to its last event."""

    steps: Steps = field(kw_only=True)

    @classmethod
    def of(cls, steps: Steps) -> Match:
        """The match of a log that has come to these steps."""
        return cls(**vars(_state(steps)), steps=steps)

    @property
    def number(self) -> int:
        """The number of its last event."""
        return len(self.steps)

    @property
    def now(self) -> MatchState:
        """The state after its last event."""
        return _state(self.steps)

    @property
    def events(self) -> list[Event]:
        """The events that count: what was taken back is not among them."""
        return [step.event for step in self._counting()][::-1]

    @property
    def last_event(self) -> Event:
        """The last of the events that count."""
        return _step(self.steps, self.steps[-1].holds).event

    @property
    def change(self) -> Change:
        """What the last of the events that count has altered."""
        return _step(self.steps, self.steps[-1].holds).change

    @property
    def turned_back(self) -> Change | None:
        """What the last event has altered, if it is a `StateRestored`."""
        last = self.steps[-1]
        return last.change if isinstance(last.event.data, StateRestored) else None

    @property
    def undo_to(self) -> int | None:
        """The number of the event to return to, to take back the last one that counts."""
        return self.steps[-1].before or None

    @property
    def redo(self) -> tuple[int, ...]:
        """The numbers of the events to return to, to bring back what was undone; the next last."""
        return self.steps[-1].redo

    @property
    def redo_to(self) -> int | None:
        """The number of the event to return to, to bring back what was taken back last."""
        return self.redo[-1] if self.redo else None

    def is_as_known(self, number: int, slot: Slot) -> bool:
        """Whether who knows the events up to `number` may write in this slot.

        That is so if what was written since does not collide, and nothing that was known is taken
        back.
        """
        for step in self._counting():
            if step.event.number <= number:
                return step.event.number == number
            if collides(slot, slot_of(step.event.data)):
                return False
        return False

    def would_be(self, data: EventData) -> MatchState:
        """The match if such an event were written."""
        return after(self.now, self._next(data))

    def would_break(self, data: EventData) -> tuple[str, ...]:
        """The names of the rows that such an event would make impossible."""
        event, state = self._next(data), self.would_be(data)
        broken = change_by(event, self.now, state, self.rows_untouched_by(event)).broken
        return tuple(state.tally.rows[number].heading.label for number in broken)

    def _next(self, data: EventData) -> Event:
        return Event(self.number + 1, "", data.kind, data.payload, self.opened.at, None)

    def as_of(self, number: int) -> Match:
        """The match as it was after this event."""
        state = _state_at(self.steps, number)
        last = replace(self.steps[number - 1], led_to=partial(_known, state))
        return Match.of(self.steps.first(number - 1).with_item(last))

    def with_event(self, event: Event) -> Match:
        """The match with one more event."""
        return Match.of(_grown(self.steps, event))

    def _counting(self) -> Iterator[Step]:
        """The steps of the events that count, the last first."""
        number = self.steps[-1].holds
        while number:
            step = _step(self.steps, number)
            yield step
            number = step.before


def replay(events: Sequence[Event]) -> Match:
    """The match of a whole log, its first event a `MatchOpened`."""
    first, *others = events
    opened = partial(_known, opening(first))
    steps = Steps([Step(first, opened, partial(Change, first), first.number, 0)])
    for are_in_run, several in groupby(others, key=is_in_run):
        if are_in_run:  # as most of a long log is: no state is made for each of its events
            steps = _with_run(steps, list(several))
        else:
            for event in several:
                steps = _grown(steps, event)
    return Match.of(steps)


def history(match: Match, last: int) -> list[Change]:
    """What each of the last so many events has altered, in order; never the first event."""
    return [step.change for step in match.steps[max(1, match.number - last) :]]


# The steps ----------------------------------------------------------------------------------------


def _grown(steps: Steps, event: Event) -> Steps:
    """One more step, that of this event."""
    if isinstance(event.data, StateRestored):
        return steps.with_item(_step_back(steps, event, event.data.to))
    before, last = _state(steps), steps[-1]
    now = after(before, event)
    same = before.rows_untouched_by(event)
    change = partial(change_by, event, before, now, same)
    judged = last.judged + len(before.tally.rows) - same
    step = Step(event, partial(_known, now), change, event.number, last.holds, judged=judged)
    if judged <= MOST_ROWS:
        return steps.with_item(step)
    forgetful = Steps(earlier.without_state() for earlier in steps)
    return forgetful.with_item(replace(step, altered=partial(_known, step.change), judged=0))


def _with_run(steps: Steps, events: Sequence[Event]) -> Steps:
    """A step more for each of these events, which are in a run."""
    last = steps[-1]
    run, before, more = run_of(_state(steps), events), last.holds, []
    for number, event in enumerate(events, start=1):
        state, change = partial(run.state, number), partial(_change_in, run, number)
        more.append(Step(event, state, change, event.number, before, judged=last.judged))
        before = event.number
    return steps.with_items(more)


def _change_in(run: EntryRun, number: int) -> Change:
    """What the last of the first so many events of a run has altered."""
    before = run.state(number - 1)
    return change_by(run.events[number - 1], before, run.state(number), len(before.tally.rows))


def _known(known: T) -> T:
    return known


def _step_back(steps: Steps, event: Event, to: int) -> Step:
    """Undo, redo, or the way back: the state of an earlier step holds again."""
    last, back = steps[-1], _step(steps, to)
    now = _state_at(steps, to)
    dropped, brought = _apart(steps, last.holds, back.holds)
    change = change_by_return(event, _state(steps), now, dropped, brought)
    redo = redo_after(last.redo, event)
    return Step(
        event,
        partial(_known, now),
        partial(_known, change),
        back.holds,
        back.before,
        redo,
        last.judged,
    )


def _apart(steps: Steps, old: int, new: int) -> tuple[list[Change], list[Change]]:
    """What led to each of these events and not to the other, the last first."""
    dropped: list[Change] = []
    brought: list[Change] = []
    while old != new:
        if old > new:
            dropped.append(_step(steps, old).change)
            old = _step(steps, old).before
        else:
            brought.append(_step(steps, new).change)
            new = _step(steps, new).before
    return dropped, brought


def _state_at(steps: Steps, number: int) -> MatchState:
    """The state after this event, folded anew where it was forgotten."""
    state = _step(steps, number).state
    return state or _folded(in_force([step.event for step in steps[:number]]))


def _folded(events: Sequence[Event]) -> MatchState:
    """The state after these events, all of which count."""
    state = opening(events[0])
    for event in events[1:]:
        state = after(state, event)
    return state


def _step(steps: Steps, number: int) -> Step:
    return steps[number - 1]


def _state(steps: Steps) -> MatchState:
    state = steps[-1].state
    assert state is not None
    return state
