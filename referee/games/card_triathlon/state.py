"""How a game of Card Triathlon is between two entries, and what its pad has as columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from referee.core.findings import Points
from referee.core.game import Column, Explanation, Scored, player_columns
from referee.core.seating import Seating
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.values import AT_TABLE, LegName, Teams, tables, team_names

LegSeating = Seating[CardTriathlonOptions]
HandSizes = tuple[tuple[int, int], ...]
"""How many cards each seat takes up for the next leg, at least and at most."""


@dataclass(frozen=True)
class CardTriathlonState:
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
    held: HandSizes | None = None
    """The cards that the players take up for the next leg; None if it is not known."""
    asked: LegName | None = None
    """The leg that is due whatever the sequence says, where it is asked about by itself."""


def teams_of(seating: LegSeating) -> Teams:
    """The team of each seat."""
    return seating.options.team_of(seating.seats)


def at_tables(seating: LegSeating) -> tuple[LegSeating, ...]:
    """Who sits together in a B leg: of eight players four, each like a game of four of its own."""
    if tables(seating.seats) == 1:
        return (seating,)
    # Partners sit opposite at both tables, whichever the teams of eight players are.
    options = seating.options.model_copy(update={"teams": None})
    names = seating.players
    return Seating(names[:AT_TABLE], options), Seating(names[AT_TABLE:], options)


def columns(seating: LegSeating) -> tuple[Column, ...]:
    """`card-triathlon.pad`: the players, the teams, Unscored and Total."""
    teams = teams_of(seating)
    names = team_names(seating.players, teams)
    return (
        *player_columns(seating.players),
        *(
            Column(name, name, "team", tuple(seat for seat, own in enumerate(teams) if own == team))
            for team, name in enumerate(names)
        ),
        Column("Unscored", "Uns", "unscored"),
        Column("Total", "Tot", "total"),
    )


def team_totals(seating: LegSeating, state: CardTriathlonState) -> tuple[int, ...]:
    """The totals of the teams."""
    teams = max(teams_of(seating)) + 1
    return state.totals[seating.seats : seating.seats + teams]


def is_over(seating: LegSeating, state: CardTriathlonState) -> bool:
    """Whether nothing is left to play."""
    if seating.options.plan.is_timed:
        return state.is_ended
    return state.legs > 0 and seating.options.plan.is_over(state.legs, team_totals(seating, state))


def due_leg(seating: LegSeating, state: CardTriathlonState) -> LegName | None:
    """The leg that is due; None if the game is over, or only the end of the time is left."""
    if is_over(seating, state) or state.was_cut:
        return None
    return state.asked or seating.options.plan.leg(state.legs)


def leg_before(seating: LegSeating, state: CardTriathlonState) -> LegName | None:
    """The leg before the one that is due; None at the start."""
    return seating.options.plan.leg(state.legs - 1) if state.legs else None


def dealer_of(seating: LegSeating, state: CardTriathlonState) -> int:
    """Who deals the next B leg; of eight players the one at the first table."""
    at_table = seating.seats // tables(seating.seats)
    return (seating.options.first_dealer + state.b_deals) % at_table


def scored(
    state: CardTriathlonState,
    cells: Sequence[Points | None],
    explain: Callable[[], Explanation],
    *,
    was_cut: bool,
    held: HandSizes | None = None,
) -> Scored[CardTriathlonState]:
    """One leg more, with these cells added to the totals."""
    totals = tuple(total + int(cell or 0) for total, cell in zip(state.totals, cells, strict=True))
    after = replace(state, legs=state.legs + 1, totals=totals, was_cut=was_cut, held=held)
    return Scored(after, tuple(cells), explain)
