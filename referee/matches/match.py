"""A match as its log of events: the present state, undo and redo, and what each event altered.

A match is frozen: one more event gives another one. Its log is folded from the last checkpoint,
never from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from referee.core.findings import Points, Problem
from referee.core.game import AnyPlayableGame, is_playable
from referee.core.seating import Seating
from referee.core.text import joined, said
from referee.core.whatif import WhatIf
from referee.matches.events import (
    CardPlayed,
    CardTakenBack,
    EntryAdded,
    EntryEvent,
    Event,
    EventData,
    HandLaidOut,
    HouseRuleSaid,
    OptionsChanged,
    PlayEvent,
    StateRestored,
    counting_back,
    counting_number,
    redo_numbers,
)
from referee.matches.in_progress import DealInProgress, Slot, collides, slot_of, table_of
from referee.matches.match_state import MatchState, fold, open_state

CHECKPOINT_EVERY: Final = 200
"""Events, or rows that were judged again: folding so many takes 9 ms."""
CHECKPOINTS: Final = 5
"""So many are kept besides the first state. Each may have judged every row of the match."""

Checkpoints = Mapping[int, MatchState]
"""States by the numbers of the events after which they were."""


Totals = tuple[tuple[str, Points, Points], ...]
"""Of each column whose total is another now: its name, the total before and after."""


@dataclass(frozen=True)
class Turn:
    """The turn in which a card was played or taken back: a deal as it was without that card.

    Whose turn it is takes following the deal from its first card, so that is done on demand only.
    """

    game: AnyPlayableGame
    seating: Seating[Any]
    state: Any
    deal: DealInProgress

    @cached_property
    def player(self) -> str | None:
        entry = self.game.spec.read_entry(self.deal.data, self.seating.seats)
        play = self.game.follow(self.seating, self.state, entry)
        return self.seating.players[play.table.turn] if play else None


@dataclass(frozen=True)
class Change:
    event: Event
    label: str = ""
    """The row that it is about, if it is about one."""
    totals: Totals = ()
    problems: tuple[Problem, ...] = ()
    """What is wrong now and was not before."""
    broken: tuple[int, ...] = ()
    """The rows that are impossible now and were not before."""
    undone: Event | None = None
    """The one event that a `StateRestored` has taken back."""
    redone: Event | None = None
    """The one event that a `StateRestored` has brought back."""
    turn: Turn | None = field(default=None, compare=False, repr=False)
    """The deal without the card that the event is about, if it is about one."""

    @property
    def player(self) -> str | None:
        return self.turn.player if self.turn else None


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
        return len(self.log)

    @property
    def now(self) -> MatchState:
        return self.step.state

    @property
    def events(self) -> list[Event]:
        """The events that count: what was taken back is not among them."""
        return [*counting_back(self.log, self.number)][::-1]

    @property
    def last_event(self) -> Event:
        return self.step.event

    @property
    def change(self) -> Change:
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
        return fold(self.now, [self._next(data)])

    def would_break(self, data: EventData) -> tuple[str, ...]:
        """The names of the rows that such an event would make impossible."""
        state = self.would_be(data)
        broken = _change_by(self._next(data), self.now, state).broken
        return tuple(state.tally.rows[number].heading.label for number in broken)

    def _next(self, data: EventData) -> Event:
        return Event(self.number + 1, "", data.kind, data.payload, self.opened.at, None)

    def as_of(self, number: int) -> Match:
        known = {each: state for each, state in self.checkpoints.items() if each <= number}
        return replay(self.log[:number], known)

    def with_event(self, event: Event) -> Match:
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
    return Step(event, now, _change_by(event, step.state, now), step.event.number)


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
    return Step(last, now, _change_by(last, state, now), before), checkpoints


def _with_checkpoint(checkpoints: Checkpoints, number: int, state: MatchState) -> Checkpoints:
    first, *others = [*checkpoints.items()]
    return dict([first, *others[1 - CHECKPOINTS :], (number, state)])


# What events altered ------------------------------------------------------------------------------


def _change_by(event: Event, before: MatchState, now: MatchState) -> Change:
    first = before.first_row_changed_by(event)
    old, new = (list(enumerate(state.tally.rows[first:], first)) for state in (before, now))
    known = {problem for _, row in old for problem in row.problems}
    broken_before = {before.row_indexes[number] for number, row in old if row.has_error}
    broken = [number for number, row in new if row.has_error]
    return Change(
        event,
        _label(event, before, now),
        _totals_changed(before, now),
        tuple(problem for _, row in new for problem in row.problems if problem not in known),
        tuple(number for number in broken if now.row_indexes[number] not in broken_before),
        turn=_turn(event, before, now),
    )


def _totals_changed(before: MatchState, now: MatchState) -> Totals:
    if before.tally is now.tally:
        return ()
    old, new = before.tally.totals, now.tally.totals
    if len(old) != len(new):  # other teams have columns of their own
        totals = WhatIf(before.tally, now.tally).totals
        return tuple((name, a or 0, b or 0) for name, a, b in totals if (a or 0) != (b or 0))
    columns = now.tally.columns
    return tuple((c.name, a, b) for c, a, b in zip(columns, old, new, strict=True) if a != b)


def _label(event: Event, before: MatchState, now: MatchState) -> str:
    match event.data:
        case HandLaidOut(seat=seat):
            return said("{name}’s hand", name=now.players[seat])
        case PlayEvent():
            due = before.tally.outcome().due
            return due.label if due else ""
        case EntryAdded():
            return now.tally.rows[-1].heading.label
        case EntryEvent(id=id):
            row = now.row(id) or before.row(id)
            return row.heading.label if row else ""
        case OptionsChanged():
            options = WhatIf(before.tally, now.tally).options
            changed = [said("{title}: {value}", title=o.title, value=new) for o, _, new in options]
            return joined(changed, "; ") or said("nothing")
        case HouseRuleSaid(rule=rule):
            return now.game.rulebook.title_of(rule)
    return ""


def _turn(event: Event, before: MatchState, now: MatchState) -> Turn | None:
    match event.data:
        case CardPlayed() as play:
            state = before
        case CardTakenBack() as play:
            state = now
        case _:
            return None
    table = table_of(play)
    deal = state.deals.get(table)
    if deal is None or not is_playable(state.game):
        return None
    return Turn(state.game, state.tables[table], state.state_at(None), deal)


def _return_change(event: Event, old: Step, new: Step) -> Change:
    """What a `StateRestored` altered: it took one event back, brought one back, or went far."""
    totals = _totals_changed(old.state, new.state)
    if old.before == new.event.number:
        undone = old.change
        return Change(event, undone.label, totals, undone=undone.event, turn=undone.turn)
    if new.before == old.event.number:
        redone = new.change
        return Change(event, redone.label, totals, redone=redone.event, turn=redone.turn)
    return Change(event, "", totals)
