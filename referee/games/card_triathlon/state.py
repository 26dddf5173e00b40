"""How a game of Card Triathlon stands between two entries, and what its pad has as columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.game import Scored, Table
from referee.games.card_triathlon.formats import Plan
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.values import AT_TABLE, Leg, Teams, tables, team_names
from referee.law import Line, Points

Card_Table = Table[CardTriathlonOptions]


Held = tuple[tuple[int, int], ...]
"""How many cards each seat has in front of it, at least and at most."""


@dataclass(frozen=True)
class State:
    """How many legs are over, how many B legs were dealt, and the totals of the columns."""

    legs: int
    b_deals: int
    totals: tuple[int, ...]
    was_cut: bool = False
    """Whether the clock has cut the last leg short."""
    is_ended: bool = False
    """Whether the time is up and said to be."""
    is_dealt_again: bool = False
    """Whether everybody passed in the last deal."""
    held: Held | None = None
    """The cards that the players take up for the next leg; None if it is not known."""


def teams_of(table: Card_Table) -> Teams:
    """The team of each seat."""
    return table.options.team_of(table.seats)


def at_tables(table: Card_Table) -> tuple[Card_Table, ...]:
    """Who sits together in a B leg: of eight players four, each like a game of four of its own."""
    if tables(table.seats) == 1:
        return (table,)
    # Partners sit opposite at both tables, whichever the teams of eight players are.
    options = table.options.model_copy(update={"teams": None})
    names = table.players
    return Table(names[:AT_TABLE], options), Table(names[AT_TABLE:], options)


def columns(table: Card_Table) -> tuple[str, ...]:
    """`card-triathlon.pad`: the players, the teams, Unscored and Total."""
    return (*table.players, *team_names(table.players, teams_of(table)), "Unscored", "Total")


def team_totals(table: Card_Table, state: State) -> tuple[int, ...]:
    """The totals of the teams."""
    teams = max(teams_of(table)) + 1
    return state.totals[table.seats : table.seats + teams]


def plan_of(table: Card_Table) -> Plan:
    """The sequence of legs and the end."""
    return table.options.plan


def is_over(table: Card_Table, state: State) -> bool:
    """Whether nothing is left to play."""
    if table.options.plan.is_timed:
        return state.is_ended
    return state.legs > 0 and table.options.plan.is_over(state.legs, team_totals(table, state))


def due_leg(table: Card_Table, state: State) -> Leg | None:
    """The leg that is due; None if the game is over, or only the end of the time is left."""
    if is_over(table, state) or state.was_cut:
        return None
    return table.options.plan.leg(state.legs)


def dealer_of(table: Card_Table, state: State) -> int:
    """Who deals the next B leg; of eight players the one at the first table."""
    at_table = 4 if table.seats == 8 else table.seats
    return (table.options.first_dealer + state.b_deals) % at_table


Cells = Sequence[Points | None]
Why = Sequence[Sequence[Line]]


def scored(state: State, cells: Cells, why: Why, *, leg: bool = True, **changes: object) -> Scored:
    """The state with these cells added to its totals."""
    totals = tuple(total + int(cell or 0) for total, cell in zip(state.totals, cells, strict=True))
    told = {"held": None, **changes}
    after = replace(state, legs=state.legs + leg, totals=totals, **told)  # type: ignore[arg-type]
    return Scored(after, tuple(cells), tuple(map(tuple, why)))
