"""A match as its log of events: the present state, undo and redo, and what each event altered.

A match is frozen: one more event gives another one. Its log is folded from the last checkpoint,
never from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.matches.changes import Change, change_by, totals_changed
from referee.matches.events import (
    Event,
    EventData,
    StateRestored,
    counting_back,
    counting_number,
    redo_numbers,
)
from referee.matches.in_progress import Slot, collides, slot_of
from referee.matches.match_state import MatchState, fold, open_state

CHECKPOINT_EVERY: Final = 200
"""Events, or rows that were judged again: folding so many takes 9 ms."""
CHECKPOINTS: Final = 5
"""So many are kept besides the first state. Each may have judged every row of the match."""

Checkpoints = Mapping[int, MatchState]
"""States by the numbers of the events after which they were."""


@dataclass(frozen=True)
class Step:
    """An event that counts, the match after it, and what it altered."""

    event: Event
    state: MatchState
    change: Change
    before: int
    """The number of the event that counts before this one; 0 if it is the first."""


@dataclass(frozen=True, eq=False)
class Match(MatchState):
    """A match as its log has it, up to its last event."""

    log: tuple[Event, ...] = field(kw_only=True)
    step: Step = field(kw_only=True)
    """The last of the events that count: what was taken back is not among them."""
    turned_back: Change | None = field(kw_only=True)
    """What the last event has altered, if it is a `StateRestored`."""
    checkpoints: Checkpoints = field(kw_only=True)

    @classmethod
    def of(
        cls,
        log: tuple[Event, ...],
        step: Step,
        checkpoints: Checkpoints,
        turned_back: Change | None = None,
    ) -> Match:
        return cls(
            **vars(step.state),
            log=log,
            step=step,
            checkpoints=checkpoints,
            turned_back=turned_back,
        )

    @property
    def number(self) -> int:
        """The number of its last event."""
        return len(self.log)

    @property
    def now(self) -> MatchState:
        """The state after its last event."""
        return self.step.state

    @property
    def events(self) -> list[Event]:
        """The events that count: what was taken back is not among them."""
        return [*counting_back(self.log, self.number)][::-1]

    @property
    def last_event(self) -> Event:
        """The last of the events that count."""
        return self.step.event

    @property
    def change(self) -> Change:
        """What the last of the events that count has altered."""
        return self.step.change

    @property
    def undo_to(self) -> int | None:
        """The number of the event to return to, to take back the last one that counts."""
        return self.step.before or None

    @property
    def redo(self) -> tuple[int, ...]:
        """The numbers of the events to return to, to bring back what was undone; the next last."""
        return redo_numbers(self.log)

    @property
    def redo_to(self) -> int | None:
        """The number of the event to return to, to bring back what was taken back last."""
        return self.redo[-1] if self.redo else None

    def is_as_known(self, number: int, slot: Slot) -> bool:
        """Whether a phone that knows the events up to `number` may write in this slot.

        That is so if what was written since does not collide, and nothing that it knew was taken
        back.
        """
        for event in counting_back(self.log, self.number):
            if event.number <= number:
                return event.number == number
            if collides(slot, slot_of(event.data)):
                return False
        return False

    def would_be(self, data: EventData) -> MatchState:
        """The match if such an event were written."""
        return fold(self.now, [self._next(data)])

    def would_break(self, data: EventData) -> tuple[str, ...]:
        """The names of the rows that such an event would make impossible."""
        state = self.would_be(data)
        broken = change_by(self._next(data), self.now, state).broken
        return tuple(state.tally.rows[number].heading.label for number in broken)

    def _next(self, data: EventData) -> Event:
        return Event(self.number + 1, "", data.kind, data.payload, self.opened.at, None)

    def as_of(self, number: int) -> Match:
        """The match as it was after this event."""
        known = {each: state for each, state in self.checkpoints.items() if each <= number}
        return replay(self.log[:number], known)

    def with_event(self, event: Event) -> Match:
        """The match with one more event."""
        log = (*self.log, event)
        if isinstance(event.data, StateRestored):
            step, checkpoints = _step_at(log, len(log), self.checkpoints)
            return Match.of(log, step, checkpoints, _return_change(event, self.step, step))
        step, checkpoints = _next_step(self.step, event), self.checkpoints
        judged = len(self.tally.rows) - self.first_row_changed_by(event)
        if event.number - max(checkpoints) >= CHECKPOINT_EVERY or judged >= CHECKPOINT_EVERY:
            checkpoints = _with_checkpoint(checkpoints, event.number, step.state)
        return Match.of(log, step, checkpoints)


def replay(events: Sequence[Event], checkpoints: Checkpoints | None = None) -> Match:
    """The match of a whole log, its first event a `MatchOpened`.

    `checkpoints` are states of this very log, where some are known.
    """
    log = tuple(events)
    step, checkpoints = _step_at(log, len(log), checkpoints or {1: open_state(log[0])})
    last, turned_back = log[-1], None
    if isinstance(last.data, StateRestored):
        turned_back = _return_change(last, _step_at(log, len(log) - 1, checkpoints)[0], step)
    return Match.of(log, step, checkpoints, turned_back)


def history(match: Match, first: int, end: int) -> list[Change]:
    """What each event behind the number `first`, which is at least 1, up to `end` has altered."""
    log, checkpoints = match.log, match.checkpoints
    returns = [event.data.to for event in log[first:end] if isinstance(event.data, StateRestored)]
    targets = {counting_number(log, number) for number in returns}
    step, changes, steps = _step_at(log, first, checkpoints)[0], [], {}
    for event in log[first:end]:
        old = step
        if old.event.number in targets:
            steps[old.event.number] = old
        if isinstance(event.data, StateRestored):
            number = counting_number(log, event.data.to)
            step = steps.get(number) or _step_at(log, number, checkpoints)[0]
            changes.append(_return_change(event, old, step))
        else:
            step = _next_step(old, event)
            changes.append(step.change)
    return changes


# The steps ----------------------------------------------------------------------------------------


def _next_step(step: Step, event: Event) -> Step:
    now = fold(step.state, [event])
    return Step(event, now, change_by(event, step.state, now), step.event.number)


def _step_at(
    log: Sequence[Event], number: int, checkpoints: Checkpoints
) -> tuple[Step, Checkpoints]:
    """The last step that counts after this event; and the checkpoints, with new ones on the way."""
    last = log[counting_number(log, number) - 1]
    if last.number == 1:
        return Step(last, checkpoints[1], Change(last), 0), checkpoints
    events: list[Event] = []
    for event in counting_back(log, last.number - 1):
        events.append(event)
        if event.number in checkpoints:
            break
    before, known = events[0].number, events.pop().number
    state = checkpoints[known]
    for start in range(len(events), 0, -CHECKPOINT_EVERY):
        some = events[max(0, start - CHECKPOINT_EVERY) : start][::-1]
        state = fold(state, some)
        if len(some) == CHECKPOINT_EVERY:
            checkpoints = _with_checkpoint(checkpoints, some[-1].number, state)
    now = checkpoints.get(last.number) or fold(state, [last])
    return Step(last, now, change_by(last, state, now), before), checkpoints


def _with_checkpoint(checkpoints: Checkpoints, number: int, state: MatchState) -> Checkpoints:
    first, *others = [*checkpoints.items()]
    return dict([first, *others[1 - CHECKPOINTS :], (number, state)])


def _return_change(event: Event, old: Step, new: Step) -> Change:
    """What a `StateRestored` altered: it took one event back, brought one back, or went far."""
    totals = totals_changed(old.state, new.state)
    if old.before == new.event.number:
        undone = old.change
        return Change(event, undone.label, totals, undone=undone.event, turn=undone.turn)
    if new.before == old.event.number:
        redone = new.change
        return Change(event, redone.label, totals, redone=redone.event, turn=redone.turn)
    return Change(event, "", totals)
