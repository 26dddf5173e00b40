"""The B leg: bid and take tricks, at one table or, with eight players, at two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from referee.core.findings import Line, Problem, error
from referee.core.game import Explanation, Heading, Office, Scored
from referee.core.story.course import Coming
from referee.core.text import Said, joined, listed, said
from referee.core.tricks import Play
from referee.games.card_triathlon.bridge.auction import RULE, dummy_of
from referee.games.card_triathlon.bridge.entry import FIELDS, BLeg, Sitting, at_table, sittings
from referee.games.card_triathlon.bridge.score import TableScore, contract_note, score_table
from referee.games.card_triathlon.bridge.table import ASIDE, JudgedTable
from referee.games.card_triathlon.due import NextLeg
from referee.games.card_triathlon.leg import PLAY, PlayedLeg, empty_row
from referee.games.card_triathlon.state import (
    CardTriathlonState,
    LegSeating,
    at_tables,
    dealer_of,
    leg_before,
    scored,
    teams_of,
)
from referee.games.card_triathlon.values import AT_TABLE, WORTH, b_worth, tables

DEALS_AGAIN: Final = "A table that is passed out deals again before the leg is recorded."


def judged_tables(
    seating: LegSeating, state: CardTriathlonState, entry: BLeg
) -> tuple[JudgedTable, ...]:
    """The tables of a B leg, judged."""
    jokers = seating.options.has_b_jokers(seating.seats)
    dealer = dealer_of(seating, state)
    found = sittings(entry, seating.players, teams_of(seating), dealer, jokers)
    return tuple(map(JudgedTable, found))


class BridgeLeg(PlayedLeg[BLeg]):
    """The legs of kind `b-leg`."""

    kind = "b-leg"
    name = "B"

    # What is wrong with an entry ------------------------------------------------------------------

    def entry_problems(
        self, seating: LegSeating, state: CardTriathlonState, entry: BLeg
    ) -> list[Problem]:
        """What its form, and each of its tables, has against it."""
        if fault := _form_fault(seating, entry):
            return [error(PLAY, fault)]
        judged = judged_tables(seating, state, entry)
        return [
            _of_table(each, problem)
            for each in judged
            for problem in _table_problems(each, entry.passed_out)
        ]

    def part_problems(
        self, seating: LegSeating, state: CardTriathlonState, entry: BLeg, number: int
    ) -> list[Problem]:
        """What is wrong with the deal at one of two tables."""
        order = self.sequence_problems(seating, state)
        if order:
            return order
        found = self.entry_problems(at_tables(seating)[number], state, entry)
        return [replace(each, message=at_table(number + 1, each.message)) for each in found]

    # What it comes to -----------------------------------------------------------------------------

    def heading(self, seating: LegSeating, state: CardTriathlonState, entry: BLeg) -> Heading:
        """It says where everybody passed."""
        usual = super().heading(seating, state, entry)
        if not entry.is_passed_out or usual.short != self.name:
            return usual
        return replace(usual, label=said("Leg {number}, passed out", number=state.legs + 1))

    def score(
        self, seating: LegSeating, state: CardTriathlonState, entry: BLeg
    ) -> Scored[CardTriathlonState]:
        """The points of each table; or the leg is dealt again."""
        again = entry.is_passed_out
        dealt = replace(state, b_deals=state.b_deals + 1, is_dealt_again=again)
        if again:
            return empty_row(seating, dealt)
        judged = judged_tables(seating, state, entry)
        seats, why = _receipts(seating, [score_table(each) for each in judged])
        cells: list[int | None] = [sum(int(line.points) for line in lines) for lines in why]
        for seat, lines in enumerate(seats):
            if lines is None:
                cells[seat] = None
        held = tuple(size for each in judged for size in each.held())
        note = joined(filter(None, map(contract_note, judged)), ", ")
        explain = partial(Explanation, tuple(map(tuple, why)), note=note)
        return scored(dealt, cells, explain, was_cut=bool(entry.partial), held=held)

    def after_error(
        self, seating: LegSeating, state: CardTriathlonState, entry: BLeg
    ) -> CardTriathlonState:
        """The deal has passed on, except after a passed-out one that eight players record."""
        if self.sequence_problems(seating, state):
            return state
        again = entry.is_passed_out
        if again and tables(seating.seats) > 1:
            return state
        after = state if again else super().after_error(seating, state, entry)
        return replace(after, b_deals=state.b_deals + 1, is_dealt_again=again, held=None)

    # What is due ----------------------------------------------------------------------------------

    def coming(self, seating: LegSeating) -> Coming:
        """All tricks of every table at which the team sits, and none of them.

        The points of a table are those of cards in tricks, and no more than its cards are worth
        (`card-triathlon.crosscheck`); with Jokers two cards are left over, of 5 at least
        (`b.two-cards`). What is put aside or left over is nobody's (`b.overtricks`), and a defeat
        gives the same totals to other teams, or halves of them (`b.defeated`): none is above what
        all of them were together.
        """
        has_jokers = seating.options.has_b_jokers(seating.seats)
        left_over = ASIDE * min(WORTH.values()) if has_jokers else 0
        number = tables(seating.seats)
        seats, teams = seating.seats // number, teams_of(seating)
        sits_at = sum(0 in teams[at * seats : (at + 1) * seats] for at in range(number))
        return Coming(self.kind, most=sits_at * (b_worth(seating.seats, has_jokers) - left_over))

    def next_leg(self, seating: LegSeating, state: CardTriathlonState) -> NextLeg:
        """Who deals and calls first, and with which cards."""
        dealer = dealer_of(seating, state)
        names = [table.players[dealer] for table in at_tables(seating)]
        template, short = "B leg: {names} deals and calls first", "{names} deals"
        if len(names) > 1:
            template, short = "B leg: {names} deal and call first", "{names} deal"
        details = said("{cards} Thirteen cards each.", cards=_cards_to_take(seating, state))
        rules = ("card-triathlon.b.deal", RULE, "card-triathlon.b.declarer")
        told = listed(names)
        headline, short = said(template, names=told), said(short, names=told)
        offices = tuple(
            Office(deed, table * AT_TABLE + dealer)
            for table in range(len(names))
            for deed in (said("deals"), said("calls first"))
        )
        return NextLeg(headline, short, details, rules, _pack_name(seating), dealer, offices)

    # Card by card, at one table -------------------------------------------------------------------

    def follow(self, seating: LegSeating, state: CardTriathlonState, entry: BLeg) -> Play | None:
        """The play as far as it is recorded; None without a contract."""
        if entry.tables:
            return None
        (judged,) = judged_tables(seating, state, entry)
        return judged.play

    def irregularities(
        self, seating: LegSeating, state: CardTriathlonState, entry: BLeg
    ) -> list[Problem]:
        """What the cards prove so far: revokes, and Jokers led for the wrong suit, or for none."""
        (judged,) = judged_tables(seating, state, entry)
        return judged.proven()

    def role(self, seating: LegSeating, state: CardTriathlonState, entry: BLeg, seat: int) -> str:
        """`b.declarer`: the declarer plays the cards of the dummy."""
        (judged,) = judged_tables(seating, state, entry)
        contract = judged.contract
        if contract is None or seat != dummy_of(contract.declarer, teams_of(seating)):
            return ""
        return said("dummy: {name} plays it", name=seating.players[contract.declarer])


BRIDGE: Final = BridgeLeg()


def _form_fault(seating: LegSeating, entry: BLeg) -> Said | None:
    """What is wrong with the form of the entry for so many players."""
    has_fields = any(getattr(entry, name) is not None for name in FIELDS)
    if tables(seating.seats) == 1:
        return said("Only eight players sit at two tables.") if entry.tables else None
    if entry.passed_out:
        return said(DEALS_AGAIN)
    if entry.tables is None or has_fields:
        return said("Eight players record the two tables, each with its own figures.")
    return None


def _table_problems(judged: JudgedTable, is_said_passed_out: bool | None) -> list[Problem]:
    found = judged.auction_problems()
    if is_said_passed_out:
        return found + _passed_out_problems(judged)
    if judged.is_passed_out:
        if judged.sitting.number is None:
            return found
        found.append(error(RULE, said(DEALS_AGAIN), field="auction"))
    found += judged.figure_problems() + judged.play_problems()
    return found + (judged.crosscheck(judged.result()) if judged.adds_up else [])


def _passed_out_problems(judged: JudgedTable) -> list[Problem]:
    record = judged.record
    if any(getattr(record, name) is not None for name in FIELDS if name != "auction"):
        message = said("A deal that is passed out has no contract, no tricks and no points.")
        return [error(PLAY, message, field="passed_out")]
    if record.auction is not None and not judged.is_passed_out:
        message = said("By the auction the deal was not passed out.")
        return [error(RULE, message, field="auction")]
    return []


def _of_table(judged: JudgedTable, problem: Problem) -> Problem:
    """The problem with its table, and with its seat among all players."""
    sitting = judged.sitting
    blames = tuple(each for name in problem.blames for each in _at_seats(sitting, name))
    return replace(problem, message=at_table(sitting.number, problem.message), blames=blames)


def _at_seats(sitting: Sitting, name: str) -> list[str]:
    """What is to blame at this table: of one seat there, or of all of them."""
    field, _, seat = name.partition(".")
    seats = [int(seat)] if seat else range(len(sitting.names))
    return [f"{field}.{sitting.first_seat + each}" for each in seats]


def _receipts(
    seating: LegSeating, found: Sequence[TableScore]
) -> tuple[list[tuple[Line, ...] | None], list[Sequence[Line]]]:
    """The lines of each seat, None where totals were exchanged; and those of all columns."""
    seats = [lines for each in found for lines in each.seats]
    teams = range(max(teams_of(seating)) + 1)
    of_teams = [[line for each in found for line in each.teams.get(team, ())] for team in teams]
    unscored = [line for each in found for line in each.unscored]
    totals = [each.total for each in found]
    return seats, [*(lines or () for lines in seats), *of_teams, unscored, totals]


def _cards_to_take(seating: LegSeating, state: CardTriathlonState) -> Said:
    if state.is_dealt_again:
        template = "All had passed, so deal again: {cards}."
    else:
        template = {
            None: "Take {cards}.",
            "B": "Put the cards of the last leg aside and take the second pack: {cards}.",
        }.get(leg_before(seating, state), "No cards are kept: sort the packs, and take {cards}.")
    return said(template, cards=_pack_name(seating))


def _pack_name(seating: LegSeating) -> Said:
    is_eight = seating.seats == 2 * AT_TABLE
    if seating.seats == 6:
        return said("six whole suits, 78 cards, without Jokers")
    if seating.options.has_b_jokers(seating.seats):
        return said(
            "one pack and two Jokers at each table, 54 cards; two of them are left face down"
            if is_eight
            else "one pack and two Jokers, 54 cards; two of them are left face down"
        )
    return said(
        "one pack at each table, 52 cards, without Jokers"
        if is_eight
        else "one pack, 52 cards, without Jokers"
    )
