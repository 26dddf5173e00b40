"""What an event altered on the sheet, for the line under the title and for the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

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
    HandLaidOut,
    HouseRuleSaid,
    OptionsChanged,
    PlayEvent,
)
from referee.matches.in_progress import DealInProgress, table_of
from referee.matches.match_state import MatchState

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
        """Whose card is next; None while the trumps are not known."""
        entry = self.game.spec.read_entry(self.deal.data, self.seating.seats)
        play = self.game.follow(self.seating, self.state, entry)
        return self.seating.players[play.table.turn] if play else None


@dataclass(frozen=True)
class Change:
    """What an event altered on the sheet."""

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
        """Whose card it is about, where that is known."""
        return self.turn.player if self.turn else None


def change_by(event: Event, before: MatchState, now: MatchState, same: int) -> Change:
    """What this event altered; it left the first rows as they are, so many are the `same`."""
    rows = now.tally.rows[same:]
    known = {problem for row in before.tally.rows[same:] for problem in row.problems}
    is_broken = any(row.has_error for row in rows)
    return Change(
        event,
        _label(event, before, now),
        totals_changed(before, now),
        tuple(problem for row in rows for problem in row.problems if problem not in known),
        _broken(before, now, same) if is_broken else (),
        turn=_turn(event, before, now),
    )


def _broken(before: MatchState, now: MatchState, same: int) -> tuple[int, ...]:
    """The rows that are impossible now, but for those of entries that were so before."""
    old = {before.places[number] for number in _impossible(before, same)}
    return tuple(number for number in _impossible(now, same) if now.places[number] not in old)


def _impossible(state: MatchState, first: int) -> list[int]:
    """The rows with an error, from the row `first` on."""
    rows = enumerate(state.tally.rows[first:], start=first)
    return [number for number, row in rows if row.has_error]


def change_by_return(
    event: Event,
    before: MatchState,
    now: MatchState,
    dropped: Sequence[Change],
    brought: Sequence[Change],
) -> Change:
    """What a `StateRestored` altered: it took one event back, brought one back, or went far."""
    totals = totals_changed(before, now)
    match [*dropped], [*brought]:
        case [undone], []:
            return Change(event, undone.label, totals, undone=undone.event, turn=undone.turn)
        case [], [redone]:
            return Change(event, redone.label, totals, redone=redone.event, turn=redone.turn)
    return Change(event, "", totals)


def totals_changed(before: MatchState, now: MatchState) -> Totals:
    """The totals that are another now."""
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
            return _options_changed(before, now)
        case HouseRuleSaid(rule=rule):
            return now.game.rulebook.title_of(rule)
    return ""


def _options_changed(before: MatchState, now: MatchState) -> str:
    """The options that are others now: `Passing: not allowed; Lives: 2`."""
    changed = WhatIf(before.tally, now.tally).options
    told = [said("{title}: {value}", title=choice.title, value=new) for choice, _, new in changed]
    return joined(told, "; ") or said("nothing")


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
