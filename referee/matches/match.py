"""A match as its log of events: current state, undo and redo, and what each event changed.

A match is immutable: `with_event` returns a new one. The log is folded from the last checkpoint
rather than from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Final

from referee.core.course import duration
from referee.core.findings import Points, Problem
from referee.core.record import Session
from referee.core.sheet import Row, WhatIf
from referee.core.story.story import (
    SHORTEST_BREAK,
    Evening,
    TimeSpan,
    find_evening,
    seat_by_row,
    seat_players,
)
from referee.core.text import Text, _, listed, replace_values, sentence
from referee.core.validation import in_utc
from referee.matches.events.base import (
    Event,
    EventData,
    Parts,
    StateRestored,
    Subject,
    changed_since,
    counting_back,
    counting_number,
    redo_numbers,
)
from referee.matches.events.entries import MatchOpened
from referee.matches.events.names_and_rules import NamesChanged, SeatingEvent
from referee.matches.match_state import MatchState, Move, StateBuilder, Turn, moved

CHECKPOINT_EVERY: Final = 200  # events, or rows judged again; folding that many takes 9 ms
CHECKPOINTS: Final = 5
"""Number of checkpoints kept besides the first state; each may hold all the match's rows."""

Checkpoints = Mapping[int, MatchState]


Totals = tuple[tuple[str, Points, Points], ...]


SHORT_LABEL: Final = 24  # characters that leave room for a sentence beside changed totals


@dataclass(frozen=True)
class Change:
    event: Event
    label: str = ""  # the entry, option or rule that the event is about
    totals: Totals = ()
    problems: tuple[Problem, ...] = ()  # new problems
    broken: tuple[int, ...] = ()
    undone: Event | None = None  # the event undone by a `StateRestored`
    redone: Event | None = None  # the event redone by a `StateRestored`
    turn: Turn | None = field(default=None, compare=False, repr=False)
    """The deal just before this event's card, if the event is about a card."""

    names: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Who sat in each player's seat at the time, by the player's name."""

    @property
    def player(self) -> str | None:
        player = self.turn.player if self.turn else None
        return self.names.get(player, player) if player else None

    def with_names(self, names: Mapping[str, str]) -> Change:
        problems = tuple(each.with_names(names) for each in self.problems)
        return replace(self, problems=problems, names=names)

    def describe(self, joker: str = "Joker", *, in_short: bool = False) -> Text:
        """Describe the change in a sentence; `joker` is the game's name for a Joker.

        If it is to be short, it has to fit beside the changed totals.
        """
        about = Subject(replace_values(self.label, self.names), self.player, joker)
        if self.undone:
            return sentence(self.undone.data.describe(about, is_undone=True))
        done = (self.redone or self.event).data
        if in_short and done.in_short and len(about.label) > SHORT_LABEL:
            return done.in_short
        text = sentence(done.describe(about))
        return _("Redone: {event}", event=text) if self.redone else text


@dataclass(frozen=True)
class Step:
    """An event in effect, the state of the match after it, and the change that it made."""

    event: Event
    state: MatchState
    change: Change
    before: int


@dataclass(frozen=True, eq=False)
class Match(MatchState):
    log: tuple[Event, ...] = field(kw_only=True)
    step: Step = field(kw_only=True)
    """The step of the last event that is in effect, that is, not undone."""
    checkpoints: Checkpoints = field(kw_only=True)
    turned_back: Change | None = field(kw_only=True, default=None)
    """The change made by the last event, if it is a `StateRestored`."""

    @property
    def opened(self) -> Event:
        return self.log[0]

    @property
    def number(self) -> int:
        return len(self.log)

    @property
    def events(self) -> list[Event]:
        return [*counting_back(self.log, self.number)][::-1]

    @property
    def change(self) -> Change:
        return self.step.change

    @property
    def undo_to(self) -> int | None:
        return self.step.before or None if self.step.event.data.is_undoable else None

    @property
    def redo_to(self) -> int | None:
        redo = redo_numbers(self.log)
        return redo[-1] if redo else None

    @cached_property
    def _evenings_seated(self) -> list[Evening]:
        """All evenings; empty if there was never a substitute, which saves the time."""
        has_any = any(session.players for session in self.sessions.parsed)
        return self.evenings() if has_any else []

    @cached_property
    def seated(self) -> Mapping[int, tuple[str, ...]]:
        """Who sat in each seat, by row, on evenings with a substitute."""
        return seat_by_row(self._evenings_seated, self.players)

    def players_of(self, id: str) -> Sequence[str]:
        """Who sat in each seat when this entry was played."""
        row = self.row_number(id)
        return self.players if row is None else self.seated.get(row, self.players)

    def players_at(self, at: datetime) -> Sequence[str]:
        """Who sat in each seat on the evening of an event that was written at this time."""
        evening = find_evening(self._evenings_seated, at)
        return seat_players(evening.session if evening else None, self.players)

    def by_person(self, change: Change) -> Change:
        """This change with the names of those who sat there at the time."""
        seated = self.players_at(change.event.at)
        if seated == self.players:
            return change
        return change.with_names(dict(zip(self.players, seated, strict=True)))

    def row_as_played(self, number: int) -> Row:
        """This row with the names of those who sat there, instead of the columns' names."""
        return self.tally.rows[number].with_names(
            self.players, self.seated.get(number, self.players)
        )

    def is_as_known(self, number: int, parts: Parts) -> bool:
        """Whether these parts of the match are as they were after event `number`."""
        if not 0 < number <= self.number:
            return False
        events = [*changed_since(self.log, number)]
        changed = {part for each in events for part in each.data.touches}
        before, now = self._names_at(number), self._names_at(self.number)
        if before.players == now.players and not _moves(events):
            changed.discard("seats")  # only the title changed
        return not changed & parts

    @property
    def seating(self) -> int | None:
        """The number of the event that gave all players their seats; None if nobody ever moved."""
        if not _moves(self.log):
            return None
        return max(
            (number for number, _ in _moves(counting_back(self.log, self.number))), default=1
        )

    def seats_since(self, number: int) -> list[int | None]:
        """For each seat, the one that its player had after event `number`; None for a guest."""
        moves = _moves(changed_since(self.log, number))
        if not moves:
            return [*range(len(self.players))]
        in_effect = {each.number for each in counting_back(self.log, self.number)}
        undone = [(new, old) for event, (old, new) in moves if event not in in_effect]
        done = [move for event, move in moves if event in in_effect]
        seats: list[int | None] = [*range(len(self.as_of(number).players))]
        for move in (*undone, *reversed(done)):
            seats = moved(seats, move)
        return seats

    def has_moved_since(self, number: int) -> bool:
        """Whether anybody has another seat now than after event `number`."""
        return self.seats_since(number) != [*range(len(self.players))]

    def title_after(self, data: EventData) -> str:
        if isinstance(data, NamesChanged):
            return data.title
        if isinstance(data, StateRestored):
            # Usually few events are undone, so that the whole log need not be searched.
            changed = changed_since(self.log, data.to)
            if any("names" in each.data.touches for each in changed):
                return self._names_at(data.to).title
        return self.title

    def _names_at(self, number: int) -> MatchOpened | NamesChanged:
        """The event that gave the title and names in effect once event `number` is recorded."""
        in_effect = (event.data for event in counting_back(self.log, number))
        return next(data for data in in_effect if isinstance(data, MatchOpened | NamesChanged))

    def would_be(self, data: EventData) -> MatchState:
        return fold(self.step.state, [self._next(data)])

    def would_break(self, data: EventData) -> tuple[str, ...]:
        state = self.would_be(data)
        broken = _change_by(self._next(data), self.step.state, state).broken
        return tuple(state.tally.rows[number].heading.label for number in broken)

    def _next(self, data: EventData) -> Event:
        return Event(self.number + 1, "", data.kind, data.payload, self.opened_at, None)

    def as_of(self, number: int) -> Match:
        known = {each: state for each, state in self.checkpoints.items() if each <= number}
        return replay(self.log[:number], known)

    def with_event(self, event: Event) -> Match:
        log = (*self.log, event)
        if isinstance(event.data, StateRestored):
            step, checkpoints = _step_at(log, len(log), self.checkpoints)
            return _match(log, step, checkpoints, _return_change(event, self.step, step))
        step, checkpoints = _next_step(self.step, event), self.checkpoints
        judged = len(self.tally.rows) - event.data.first_row_changed(self)
        if event.number - max(checkpoints) >= CHECKPOINT_EVERY or judged >= CHECKPOINT_EVERY:
            checkpoints = _with_checkpoint(checkpoints, event.number, step.state)
        return _match(log, step, checkpoints)


def _moves(events: Iterable[Event]) -> list[tuple[int, Move]]:
    return [(each.number, each.data.move) for each in events if isinstance(each.data, SeatingEvent)]


def replay(events: Sequence[Event], checkpoints: Checkpoints | None = None) -> Match:
    """Replay a whole log; `checkpoints` are earlier states of it, by event number."""
    log = tuple(events)
    last, opened, turned_back = log[-1], log[0].data, None
    if checkpoints is None:
        assert isinstance(opened, MatchOpened)
        checkpoints = {1: opened.state(log[0])}
    step, checkpoints = _step_at(log, len(log), checkpoints)
    if isinstance(last.data, StateRestored):
        turned_back = _return_change(last, _step_at(log, len(log) - 1, checkpoints)[0], step)
    return _match(log, step, checkpoints, turned_back)


def _match(
    log: tuple[Event, ...], step: Step, checkpoints: Checkpoints, turned_back: Change | None = None
) -> Match:
    state = vars(step.state)
    return Match(**state, log=log, step=step, checkpoints=checkpoints, turned_back=turned_back)


def history(match: Match, first: int, end: int) -> list[Change]:
    """The changes made by events after number `first` (at least 1), up to and including `end`.

    Invariant of the loop: `step` is the one in effect before `event`. Each event is folded once, as
    the steps that later events return to are kept on the way.
    """
    log, checkpoints = match.log, match.checkpoints
    returns = [event.data.to for event in log[first:end] if isinstance(event.data, StateRestored)]
    targets = {counting_number(log, number) for number in returns}
    step, changes, steps = _step_at(log, first, checkpoints)[0], [], dict[int, Step]()
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


def fold(state: MatchState, events: Iterable[Event]) -> MatchState:
    """Apply events other than `StateRestored`, then judge the rows from the first changed one."""
    builder = StateBuilder(state)
    for event in events:
        event.data.apply(builder, event)
    return builder.build()


def _next_step(step: Step, event: Event) -> Step:
    now = fold(step.state, [event])
    return Step(event, now, _change_by(event, step.state, now), step.event.number)


def _step_at(
    log: Sequence[Event], number: int, checkpoints: Checkpoints
) -> tuple[Step, Checkpoints]:
    """The step in effect after event `number`, and the checkpoints, including any new ones.

    Invariants: the events in effect form a chain that `counting_back` walks, and a checkpoint has
    the state after its event, whatever was undone since. So the state can be folded from the last
    checkpoint on the chain. Event 1 is on every chain and always has one.
    """
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
    # The last event is folded by itself, because its change is the difference of two states.
    now = checkpoints.get(last.number) or fold(state, [last])
    return Step(last, now, _change_by(last, state, now), before), checkpoints


def _with_checkpoint(checkpoints: Checkpoints, number: int, state: MatchState) -> Checkpoints:
    first, *others = [*checkpoints.items()]
    return dict([first, *others[1 - CHECKPOINTS :], (number, state)])


# Changes ------------------------------------------------------------------------------------------


def _change_by(event: Event, before: MatchState, now: MatchState) -> Change:
    first = event.data.first_row_changed(before)
    old, new = (list(enumerate(state.tally.rows[first:], first)) for state in (before, now))
    known = {problem for _, row in old for problem in row.problems}
    broken_before = {before.row_indexes[number] for number, row in old if row.has_error}
    broken = [number for number, row in new if row.has_error]
    judged = [] if isinstance(event.data, SeatingEvent) else new  # old problems have new seats
    return Change(
        event,
        event.data.label(before, now),
        _totals_changed(before, now),
        tuple(problem for _, row in judged for problem in row.problems if problem not in known),
        tuple(number for number in broken if now.row_indexes[number] not in broken_before),
        turn=event.data.turn(before, now),
    )


def _totals_changed(before: MatchState, now: MatchState) -> Totals:
    if before.tally is now.tally:
        return ()
    old, new = before.tally.totals, now.tally.totals
    one, other = before.phases[-1].setup.players, now.phases[-1].setup.players
    has_moved = one != other and {*one} == {*other}
    if len(old) != len(new) or has_moved:  # other teams have other columns
        totals = WhatIf(before.tally, now.tally).totals
        return tuple((name, a or 0, b or 0) for name, a, b in totals if (a or 0) != (b or 0))
    columns = now.tally.columns
    return tuple((c.name, a, b) for c, a, b in zip(columns, old, new, strict=True) if a != b)


def _return_change(event: Event, old: Step, new: Step) -> Change:
    """The change made by a `StateRestored`: an undo, a redo, or a jump to an earlier state."""
    totals = _totals_changed(old.state, new.state)
    if old.before == new.event.number:
        undone = old.change
        return Change(event, undone.label, totals, undone=undone.event, turn=undone.turn)
    if new.before == old.event.number:
        redone = new.change
        return Change(event, redone.label, totals, redone=redone.event, turn=redone.turn)
    return Change(event, "", totals)


# The evening in progress --------------------------------------------------------------------------


@dataclass(frozen=True)
class Tonight:
    """The evening in progress, as of a given moment."""

    match: Match
    at: datetime

    @property
    def is_going_on(self) -> bool:
        """Whether the last evening is still in progress.

        It is if nobody has ended it and an entry made now would belong to it.
        """
        sessions = self.match.sessions
        is_ended = bool(sessions.raw) and self.session is None
        return sessions.goes_on(self.at) and not is_ended

    @cached_property
    def session(self) -> Session | None:
        return self.match.sessions.tonight(self.at)

    @property
    def break_since(self) -> datetime | None:
        pauses = self.session.pauses if self.session else ()
        starts = [in_utc(pause.start) for pause in pauses if pause.end is None]
        return max((at for at in starts if at is not None), default=None)

    @cached_property
    def gap(self) -> TimeSpan | None:
        """The time before the last entry, if it may have been a break that nobody recorded."""
        if not self.is_going_on or self.break_since or self.match.due_at(None) is None:
            return None
        rows = len(self.match.tally.rows)
        entries = self.match.row_entries(max(0, rows - 2))
        times = [entry.at for entry in entries if entry.at is not None]
        # Usually there is no gap, so earlier entries need not be checked.
        if len(times) < 2 or times[1] - times[0] <= SHORTEST_BREAK:
            return None
        breaks = self.match.evenings()[-1].likely_breaks
        return next((gap for row, gap in breaks if row == rows - 1), None)

    @property
    def players(self) -> Sequence[str]:
        """Who an entry made now would count for.

        If the evening was ended and nobody has begun another, these are still its players.
        """
        return self.match.players_at(self.at)

    @property
    def names(self) -> Sequence[str]:
        """Every name that a page may mention: the players and their substitutes."""
        return [*self.match.players, *self.players]

    @property
    def sitting_in(self) -> Text | None:
        return sitting_in(self.players, self.match.players)


def name_in_full(seated: Sequence[str], columns: Sequence[str]) -> list[str]:
    """Substitutes with the player whose seat they have, as in `Emil (for Dora)`."""
    template = _("{who} (for {whom})")
    return [
        own if who == own else template.format(who=who, whom=own)
        for who, own in zip(seated, columns, strict=True)
    ]


SITS_IN: Final = _("{who} instead of {whom}")
SAT_IN: Final = _("{who} sat in for {whom}")


def sitting_in(seated: Sequence[str], columns: Sequence[str], pair: Text = SITS_IN) -> Text | None:
    """Substitutes, as in `Dora instead of Ben and Emil instead of Ann`; None if there are none."""
    others = [
        pair.format(who=who, whom=whom)
        for who, whom in zip(seated, columns, strict=False)
        if who != whom
    ]
    return listed(others) if others else None


def last_evening(match: Match) -> Text | None:
    """The last evening and its playing time, such as `Evening 4 · 2 h 10 min`."""
    evenings = match.evenings()
    if not evenings:
        return None
    time = duration(evenings[-1].minutes)
    return _("Evening {number} · {time}", number=len(evenings), time=time)
