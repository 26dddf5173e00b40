"""Card Triathlon, by Bill Oliver: legs of bidding, melding and straight flushes, for two teams.

Each leg has modules of its own beside this one, and so have options, formats and questions; here
are the entries together, the pad, and what is due.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal

from referee.cards import Pack
from referee.game import ByCards, Game, Heading, Outcome, Scored, Standing, ranked
from referee.games.card_triathlon import b_score, c_leg, d_leg
from referee.games.card_triathlon.auction import dummy_of
from referee.games.card_triathlon.b_judge import TRICKS, Judged
from referee.games.card_triathlon.b_leg import FIELDS, BLeg, joined, sittings
from referee.games.card_triathlon.c_leg import CLeg
from referee.games.card_triathlon.d_leg import DLeg
from referee.games.card_triathlon.due import due
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.questions import INQUIRIES
from referee.games.card_triathlon.state import (
    Card_Table,
    State,
    at_tables,
    columns,
    dealer_of,
    due_leg,
    is_over,
    scored,
    team_totals,
    teams_of,
)
from referee.games.card_triathlon.values import (
    NUMBERS,
    b_pack,
    full_pack,
    tables,
    team_names,
)
from referee.law import Line, Problem, error
from referee.record import Entry, Shape
from referee.tricks import Play


class Time(Entry):
    """The agreed time has come: a game against the clock is over."""

    kind: Literal["time"]


LEG_OF: Final = {"b-leg": "B", "c-leg": "C", "d-leg": "D"}
CLOCK = "card-triathlon.clock"
SEQUENCE = "card-triathlon.sequence"


# What is wrong with an entry ----------------------------------------------------------------------


def problems(table: Card_Table, state: State, entry: Any) -> list[Problem]:
    """Every rule that this entry breaks."""
    found = _order_problems(table, state, entry)
    if isinstance(entry, Time):
        return found
    if entry.partial and not table.options.plan.is_timed:
        message = "Only against the clock can a leg be cut short."
        found.append(error(CLOCK, message, field="partial"))
    if isinstance(entry, BLeg):
        return found + _b_problems(table, state, entry)
    return found + (
        c_leg.problems(table, entry) if isinstance(entry, CLeg) else d_leg.problems(table, entry)
    )


def _order_problems(table: Card_Table, state: State, entry: Any) -> list[Problem]:
    if isinstance(entry, Time):
        if not table.options.plan.is_timed:
            return [error(CLOCK, "Only a game against the clock ends by the time.")]
        if state.is_ended:
            return [error(SEQUENCE, "The time is up already.")]
        return []
    if is_over(table, state):
        return [error(SEQUENCE, "The game is over; no leg is left to play.")]
    if state.was_cut:
        return [error(SEQUENCE, "The clock has cut the last leg short; only the end can follow.")]
    wanted = due_leg(table, state)
    if LEG_OF[entry.kind] != wanted:
        return [error(SEQUENCE, f"A {wanted} leg is due, not a {LEG_OF[entry.kind]} leg.")]
    return []


def is_passed_out(entry: BLeg) -> bool:
    """Whether this deal is recorded as passed out."""
    calls = entry.auction or []
    only_passes = bool(calls) and set(calls) == {"P"}
    return bool(entry.passed_out) or (only_passes and entry.contract is None)


def _b_problems(table: Card_Table, state: State, entry: BLeg) -> list[Problem]:
    if fault := _form_fault(table, entry):
        return [error("card-triathlon.play", fault)]
    found: list[Problem] = []
    for judged in judged_tables(table, state, entry):
        found += judged.auction_problems()
        if entry.passed_out:
            found += _passed_out_problems(judged)
            continue
        if entry.tables is None and judged.is_passed_out:
            continue
        if judged.is_passed_out:
            message = "A table that is passed out deals again before the leg is recorded."
            found.append(error("card-triathlon.b.auction", message, field="auction"))
        found += judged.figure_problems() + judged.play_problems()
        if judged.adds_up:
            found += judged.crosscheck(judged.result())
    return found


def _form_fault(table: Card_Table, entry: BLeg) -> str:
    """What is wrong with the form of the entry for so many players; empty if nothing is."""
    has_fields = any(getattr(entry, name) is not None for name in FIELDS)
    if tables(table.seats) == 1:
        return "Only eight players sit at two tables." if entry.tables else ""
    if entry.passed_out:
        return "A table that is passed out deals again before the leg is recorded."
    if entry.tables is None or has_fields:
        return "Eight players record the two tables, each with its own figures."
    return ""


def _passed_out_problems(judged: Judged) -> list[Problem]:
    record, found = judged.record, []
    fields = ("contract", "tricks", "points", "unscored", "play", "aside")
    if any(getattr(record, name) is not None for name in fields):
        message = "A deal that is passed out has no contract, no tricks and no points."
        found.append(error("card-triathlon.play", message, field="passed_out"))
    if record.auction is not None and not judged.is_passed_out and not found:
        message = "By the auction the deal was not passed out."
        found.append(error("card-triathlon.b.auction", message, field="auction"))
    return found


def judged_tables(table: Card_Table, state: State, entry: BLeg) -> tuple[Judged, ...]:
    """The tables of a B leg, judged."""
    jokers = table.options.has_b_jokers(table.seats)
    dealer = dealer_of(table, state)
    found = sittings(entry, table.players, teams_of(table), dealer, jokers)
    return tuple(map(Judged, found))


def part_problems(table: Card_Table, state: State, entry: Any, number: int) -> list[Problem]:
    """What is wrong with the deal at one of two tables."""
    order = _order_problems(table, state, entry)
    return order or _b_problems(at_tables(table)[number], state, entry)


def followed(table: Card_Table, state: State, entry: Any) -> Play | None:
    """The play of a B leg at one table, as far as it is recorded; None without a contract."""
    if not isinstance(entry, BLeg) or entry.tables:
        return None
    (judged,) = judged_tables(table, state, entry)
    return judged.play


def watch(table: Card_Table, state: State, entry: Any, _play: Play) -> list[Problem]:
    """What the cards prove so far: revokes, and Jokers led for the wrong suit, or for none."""
    (judged,) = judged_tables(table, state, entry)
    return judged.proven()


def role(table: Card_Table, state: State, entry: Any, seat: int) -> str:
    """`b.declarer`: the declarer plays the cards of the dummy."""
    (judged,) = judged_tables(table, state, entry)
    contract = judged.contract
    if contract is None or seat != dummy_of(contract.declarer, teams_of(table)):
        return ""
    return f"dummy: {table.players[contract.declarer]} plays it"


def cut_short(table: Card_Table, part: dict[str, Any]) -> dict[str, Any] | None:
    """The complete tricks of a B leg at one table, where the clock ends it."""
    if not table.options.plan.is_timed:
        return None
    play = [trick for trick in part["play"] if len(trick) == table.seats]
    return {**part, "partial": True, "play": play}


# What it comes to ---------------------------------------------------------------------------------


def start(table: Card_Table) -> State:
    """The state before the first leg."""
    return State(0, 0, (0,) * len(columns(table)))


def heading(table: Card_Table, state: State, entry: Any) -> Heading:
    """What the row of this entry is called."""
    if isinstance(entry, Time):
        return Heading("Time is up", "end")
    leg = LEG_OF[entry.kind]
    if is_over(table, state):
        return Heading(f"{leg} leg after the end", "–")
    number = state.legs + 1
    if isinstance(entry, BLeg) and is_passed_out(entry):
        return Heading(f"Leg {number}, passed out", leg)
    return Heading(f"Leg {number}, {leg}", leg)


def score(table: Card_Table, state: State, entry: Any) -> Scored:
    """The row of an entry without an error."""
    empty = (None,) * len(columns(table))
    nothing: tuple[tuple[Line, ...], ...] = ((),) * len(empty)
    if isinstance(entry, Time):
        return Scored(replace(state, is_ended=True), empty, nothing)
    if isinstance(entry, CLeg):
        return c_leg.score(table, state, entry)
    if isinstance(entry, DLeg):
        return d_leg.score(table, state, entry)
    dealt = replace(state, b_deals=state.b_deals + 1, is_dealt_again=is_passed_out(entry))
    if is_passed_out(entry):
        return Scored(dealt, empty, nothing)
    return _score_b(table, dealt, entry, judged_tables(table, state, entry))


def _score_b(table: Card_Table, state: State, entry: BLeg, judged: tuple[Judged, ...]) -> Scored:
    found = [b_score.score_table(each) for each in judged]
    seats = [lines for each in found for lines in each.seats]
    teams = range(max(teams_of(table)) + 1)
    of_teams = [[line for each in found for line in each.teams.get(team, ())] for team in teams]
    unscored = [line for each in found for line in each.unscored]
    why = [*(lines or () for lines in seats), *of_teams, unscored, [each.total for each in found]]
    cells: list[int | None] = [sum(int(line.points) for line in lines) for lines in why]
    for seat, lines in enumerate(seats):
        if lines is None:
            cells[seat] = None
    held = tuple(cards for each in judged for cards in each.held())
    return scored(state, cells, why, was_cut=bool(entry.partial), held=held)


def skip(table: Card_Table, state: State, entry: Any) -> State:
    """An entry with an error has its place, if its leg was due."""
    if any(problem.rule == SEQUENCE for problem in _order_problems(table, state, entry)):
        return state
    if isinstance(entry, Time):
        return state
    cut = bool(entry.partial) and table.options.plan.is_timed
    if not isinstance(entry, BLeg):
        return replace(state, legs=state.legs + 1, held=None, was_cut=cut)
    again = is_passed_out(entry)
    after = replace(state, b_deals=state.b_deals + 1, is_dealt_again=again, held=None)
    return after if again else replace(after, legs=state.legs + 1, was_cut=cut)


def outcome(table: Card_Table, state: State) -> Outcome:
    """How the game stands: the highest team score wins."""
    names, plan = team_names(table.players, teams_of(table)), table.options.plan
    standings: tuple[Standing, ...] = ranked(names, team_totals(table, state))
    if not is_over(table, state):
        return Outcome(state.totals, standings, (), due(table, state), aim=plan.mark)
    winners = tuple(standing.name for standing in standings if standing.rank == 1)
    return Outcome(state.totals, standings, winners, None, aim=plan.mark)


# The game -----------------------------------------------------------------------------------------


def table_pack(table: Card_Table) -> Pack:
    """The cards that can fall in a B leg."""
    return b_pack(table.seats, table.options.has_b_jokers(table.seats))


def _pack(_options: CardTriathlonOptions) -> Pack:
    return full_pack(8)


GAME: Final = Game(
    shape=Shape(
        "card-triathlon",
        NUMBERS[0],
        NUMBERS[-1],
        CardTriathlonOptions,
        (BLeg, CLeg, DLeg, Time),
        most_under=lambda options: 4 if options.format == "3000" else NUMBERS[-1],
        numbers=NUMBERS,
    ),
    title="Card Triathlon",
    about="Two teams, legs of bidding, melding and straight flushes.",
    rulebook_file="card_triathlon.md",
    place=5,
    usual_players=4,
    start=start,
    heading=heading,
    problems=problems,
    score=score,
    skip=skip,
    outcome=outcome,
    columns=columns,
    tie="card-triathlon.tie",
    pack=_pack,
    inquiries=INQUIRIES,
    by_cards=ByCards(
        TRICKS,
        followed,
        watch,
        table_pack,
        kind="b-leg",
        tables=at_tables,
        problems=part_problems,
        joined=joined,
        cut=cut_short,
        role=role,
    ),
)
