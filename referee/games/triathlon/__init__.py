"""Triathlon, by David Parlett: three players, three feats a deal, three Athletes in the pack.

Its Athletes, feats, options and questions have modules of their own beside this one; here are the
deal, its problems and its score. Seats and deals are counted from 0, as everywhere in the code.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from referee.by_cards import breach_problems, count_problems, shape_problems
from referee.cards import Suit, read_cards
from referee.game import (
    ByCards,
    Due,
    Game,
    Heading,
    Outcome,
    Scored,
    Table,
    counted,
    listed,
    ranked,
)
from referee.games.triathlon.athletes import PACK, TRICKS, AthleteRules
from referee.games.triathlon.feats import BONUS, SEATS, receipt
from referee.games.triathlon.options import TriathlonOptions
from referee.games.triathlon.questions import INQUIRIES, rejection_problems
from referee.law import Line, Problem, error
from referee.record import Count, Entry, PerSeat, Seat, Shape
from referee.tricks import Play, follow_play

TRIATHLONS: Final = 3
"""`triathlon.end`: so many of one player end the game."""


class TriathlonDeal(Entry):
    """A deal: the tricks of each seat and who took the last, or every card as it fell, or both."""

    kind: Literal["deal"]
    tricks: PerSeat[Count] | None = None
    last_trick: Seat | None = None
    rejected: list[Suit] | None = None
    trump: Suit | None = None
    play: list[list[str]] | None = None


@dataclass(frozen=True)
class State:
    """How many deals are over, what each seat has, and how many triathlons."""

    deals: int
    totals: tuple[int, ...]
    triathlons: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether somebody has a third triathlon (`triathlon.end`)."""
        return max(self.triathlons) >= TRIATHLONS


# The deal as it was recorded ----------------------------------------------------------------------


def problems(table: Table[TriathlonOptions], state: State, entry: TriathlonDeal) -> list[Problem]:
    """Every rule that this deal breaks."""
    found = []
    if state.is_over:
        message = "The game is over: somebody has a third triathlon."
        found.append(error("triathlon.end", message))
    found += rejection_problems(entry.rejected, entry.trump)
    if entry.play is not None and entry.trump is None:
        message = "With the cards played, the trump must be recorded."
        found.append(error("triathlon.rejection", message, field="trump"))
    found += _figure_problems(table, entry)
    return found + _play_problems(table, state, entry)


def _figure_problems(table: Table[TriathlonOptions], entry: TriathlonDeal) -> list[Problem]:
    found = []
    if entry.play is None and (entry.tricks is None or entry.last_trick is None):
        message = "A deal needs the tricks of each player, and who took the last one."
        field = "tricks" if entry.tricks is None else "last_trick"
        found.append(error("triathlon.play", message, field=field))
    if entry.tricks is None:
        return found
    if (total := sum(entry.tricks)) != TRICKS:
        left = TRICKS - total
        difference = f"{left} missing" if left > 0 else f"{-left} too many"
        message = f"The tricks add up to {total} and must be {TRICKS}: {difference}."
        found.append(error("triathlon.tricks-total", message, field="tricks"))
    if entry.last_trick is not None and entry.tricks[entry.last_trick] == 0:
        name = table.players[entry.last_trick]
        message = f"{name} took the last trick, and so has at least one, not 0."
        found.append(error("triathlon.last", message, seat=entry.last_trick, field="last_trick"))
    return found


def _play_problems(
    table: Table[TriathlonOptions], state: State, entry: TriathlonDeal
) -> list[Problem]:
    if entry.play is None:
        return []
    found = shape_problems("triathlon", PACK, entry.play, SEATS, TRICKS)
    play = None if found else followed(table, state, entry)
    if play is None:
        return found
    found = count_problems("triathlon", play, entry.tricks, table.players)
    last = play.takers[-1]
    if last is not None and entry.last_trick not in (None, last):
        message = f"By the cards {table.players[last]} took the last trick."
        found.append(error("triathlon.play", message, field="last_trick"))
    return found + watch(table, state, entry, play)


def followed(table: Table[TriathlonOptions], state: State, entry: TriathlonDeal) -> Play | None:
    """The play of the deal as far as it is recorded; None where the trump is not known.

    Left of the dealer leads (`triathlon.lead`).
    """
    if entry.play is None or entry.trump is None:
        return None
    tricks = [read_cards(trick, PACK)[0] for trick in entry.play]
    leader = table.left_of(table.left_of(table.options.first_dealer, state.deals))
    rules = AthleteRules(trump=entry.trump, discard=table.options.athlete_discard)
    return follow_play(tricks, leader, SEATS, rules)


def watch(
    table: Table[TriathlonOptions], _state: State, _entry: TriathlonDeal, play: Play
) -> list[Problem]:
    """Revokes (`triathlon.follow`) and wrongly thrown Athletes (`triathlon.athlete-discard`)."""
    return breach_problems(table, play)


# What it comes to ---------------------------------------------------------------------------------


def start(_table: Table[TriathlonOptions]) -> State:
    """The state before the first deal."""
    return State(0, (0,) * SEATS, (0,) * SEATS)


def heading(_table: Table[TriathlonOptions], state: State, entry: TriathlonDeal) -> Heading:
    """What the row of this deal is called."""
    if state.is_over:
        return Heading("After the end", "–", suit=entry.trump)
    number = state.deals + 1
    return Heading(f"Deal {number}", str(number), suit=entry.trump)


def score(table: Table[TriathlonOptions], state: State, entry: TriathlonDeal) -> Scored:
    """Tricks, feats, the bonus of a triathlon, and that of the third one."""
    tricks, last = _result(table, state, entry)
    why = [receipt(tricks, last, seat) for seat in range(SEATS)]
    won = [any(line.rule == "triathlon.game-bonus" for line in lines) for lines in why]
    triathlons = tuple(had + new for had, new in zip(state.triathlons, won, strict=True))
    for seat in range(SEATS):
        if won[seat] and triathlons[seat] == TRIATHLONS:
            why[seat] += (Line("triathlon.end", BONUS, "the third triathlon ends the game"),)
    cells = tuple(sum(int(line.points) for line in lines) for lines in why)
    totals = tuple(total + cell for total, cell in zip(state.totals, cells, strict=True))
    marks = tuple("triathlon" if seat_won else "" for seat_won in won) if any(won) else ()
    return Scored(State(state.deals + 1, totals, triathlons), cells, tuple(why), marks)


def _result(
    table: Table[TriathlonOptions], state: State, entry: TriathlonDeal
) -> tuple[list[int], int]:
    """The tricks of each seat and who took the last, of a deal without an error."""
    play = followed(table, state, entry)
    if play is not None and play.takers[-1] is not None:
        return list(play.counts), play.takers[-1]
    assert entry.tricks is not None
    assert entry.last_trick is not None
    return entry.tricks, entry.last_trick


def skip(_table: Table[TriathlonOptions], state: State, _entry: TriathlonDeal) -> State:
    """A deal with an error has been dealt; one after the end never was."""
    return state if state.is_over else replace(state, deals=state.deals + 1)


def outcome(table: Table[TriathlonOptions], state: State) -> Outcome:
    """How the game stands (`triathlon.win`: the most points once somebody has three)."""
    standings = ranked(table.players, state.totals)
    notes = tuple(counted(n, "triathlon") if n else "" for n in state.triathlons)
    if not state.is_over:
        return Outcome(state.totals, standings, (), _due(table, state), notes=notes)
    winners = tuple(standing.name for standing in standings if standing.rank == 1)
    return Outcome(state.totals, standings, winners, None, notes=notes)


def _due(table: Table[TriathlonOptions], state: State) -> Due:
    dealer = table.left_of(table.options.first_dealer, state.deals)
    name, left, right = (table.players[table.left_of(dealer, steps)] for steps in range(SEATS))
    had = [
        f"{player} has {counted(n, 'triathlon')}"
        for player, n in zip(table.players, state.triathlons, strict=True)
        if n
    ]
    standing = f"{listed(had)}; the third ends the game." if had else (
        "A third triathlon of one player ends the game."
    )  # fmt: skip
    return Due(
        kind="deal",
        label=f"Deal {state.deals + 1}",
        name=f"deal {state.deals + 1}",
        dealer=dealer,
        headline=f"{name} deals, {left} rejects first",
        details=f"Then {right} rejects a suit, and {name} names trumps. {left} leads. {standing}",
        rules=("triathlon.deal", "triathlon.rejection", "triathlon.end"),
    )


GAME: Final = Game(
    shape=Shape("triathlon", SEATS, SEATS, TriathlonOptions, (TriathlonDeal,)),
    title="Triathlon",
    about="Three players, three feats a deal; the third triathlon ends it.",
    rulebook_file="triathlon.md",
    place=3,
    usual_players=SEATS,
    start=start,
    heading=heading,
    problems=problems,
    score=score,
    skip=skip,
    outcome=outcome,
    tie="triathlon.tie",
    pack=lambda _options: PACK,
    by_cards=ByCards(TRICKS, followed, watch, lambda _table: PACK),
    inquiries=INQUIRIES,
)
