"""The B leg: bid and take tricks, at one table or, with eight players, at two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from referee.core.findings import Line, Problem, error
from referee.core.game import Explanation, Heading, Office, Scored
from referee.core.story.course import Coming
from referee.core.text import SILENT, Said, counted, joined, listed, said, signed
from referee.games.card_triathlon.bridge.auction import RULE, bid_name
from referee.games.card_triathlon.bridge.table import (
    ASIDE,
    FIELDS,
    BLeg,
    BridgeTable,
    at_table,
    bridge_tables,
)
from referee.games.card_triathlon.leg import (
    CLOCK,
    CROSSCHECK,
    PLAY,
    VALUES,
    LegSeating,
    LegState,
    NextLeg,
    PlayedLeg,
    at_tables,
    dealer_of,
    empty_row,
    leg_before,
    scored,
    teams_of,
)
from referee.games.card_triathlon.values import AT_TABLE, UNIT, WORTH, b_worth, tables

MADE: Final = "card-triathlon.b.made"
DEFEATED: Final = "card-triathlon.b.defeated"
OVERTRICKS: Final = "card-triathlon.b.overtricks"
TWO_CARDS: Final = "card-triathlon.b.two-cards"
DEALS_AGAIN: Final = "A table that is passed out deals again before the leg is recorded."


class BridgeLeg(PlayedLeg[BLeg]):
    kind = "b-leg"
    name = "B"

    # What is wrong with an entry ------------------------------------------------------------------

    def entry_problems(self, seating: LegSeating, state: LegState, entry: BLeg) -> list[Problem]:
        has_fields = any(getattr(entry, name) is not None for name in FIELDS)
        if tables(seating.seats) == 1:
            fault = said("Only eight players sit at two tables.") if entry.tables else None
        elif entry.passed_out:
            fault = said(DEALS_AGAIN)
        elif entry.tables is None or has_fields:
            fault = said("Eight players record the two tables, each with its own figures.")
        else:
            fault = None
        if fault is not None:
            return [error(PLAY, fault)]
        found = []
        for table in bridge_tables(seating, state, entry):
            problems = table.auction_problems()
            if entry.passed_out:
                problems += _passed_out_problems(table)
            elif not table.is_passed_out or table.number is not None:
                if table.is_passed_out:
                    problems.append(error(RULE, said(DEALS_AGAIN), field="auction"))
                problems += table.figure_problems() + table.play_problems() + table.crosscheck()
            for problem in problems:
                message = at_table(table.number, problem.message)
                blames = tuple(each for name in problem.blames for each in _blamed(table, name))
                found.append(replace(problem, message=message, blames=blames))
        return found

    def table_problems(
        self, seating: LegSeating, state: LegState, entry: BLeg, number: int
    ) -> list[Problem]:
        """What is wrong with the deal at one of two tables, by its number from 0."""
        order = self.sequence_problems(seating, state)
        if order:
            return order
        found = self.entry_problems(at_tables(seating)[number], state, entry)
        return [replace(each, message=at_table(number + 1, each.message)) for each in found]

    # What it comes to -----------------------------------------------------------------------------

    def heading(self, seating: LegSeating, state: LegState, entry: BLeg) -> Heading:
        usual = super().heading(seating, state, entry)
        if not entry.is_passed_out or usual.short != self.name:
            return usual
        return replace(usual, label=said("Leg {number}, passed out", number=state.legs + 1))

    def score(self, seating: LegSeating, state: LegState, entry: BLeg) -> Scored[LegState]:
        again = entry.is_passed_out
        dealt = replace(state, b_deals=state.b_deals + 1, is_dealt_again=again)
        if again:
            return empty_row(seating, dealt)
        played = bridge_tables(seating, state, entry)
        found = [score_table(table) for table in played]
        seats = [lines for each in found for lines in each.seats]
        why = [
            *(lines or () for lines in seats),
            *(
                tuple(each.teams[team] for each in found if team in each.teams)
                for team in range(max(teams_of(seating)) + 1)
            ),
            tuple(line for each in found for line in each.unscored),
            tuple(each.total for each in found),
        ]
        sums = [sum(int(line.points) for line in lines) for lines in why]
        exchanged = {seat for seat, lines in enumerate(seats) if lines is None}
        cells = [None if at in exchanged else points for at, points in enumerate(sums)]
        held = tuple(size for table in played for size in table.held())
        note = joined(filter(None, map(contract_note, played)), ", ")
        explain = partial(Explanation, tuple(why), note=note)
        return scored(dealt, cells, explain, was_cut=bool(entry.partial), held=held)

    def after_error(self, seating: LegSeating, state: LegState, entry: BLeg) -> LegState:
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

    def next_leg(self, seating: LegSeating, state: LegState) -> NextLeg:
        dealer, is_eight = dealer_of(seating, state), seating.seats == 2 * AT_TABLE
        if seating.seats == 6:
            cards = said("six whole suits, 78 cards, without Jokers")
        elif seating.options.has_b_jokers(seating.seats):
            cards = said(
                "one pack and two Jokers at each table, 54 cards; two of them are left face down"
                if is_eight
                else "one pack and two Jokers, 54 cards; two of them are left face down"
            )
        else:
            cards = said(
                "one pack at each table, 52 cards, without Jokers"
                if is_eight
                else "one pack, 52 cards, without Jokers"
            )
        if state.is_dealt_again:
            take = said("All had passed, so deal again: {cards}.", cards=cards)
        else:
            template = {
                None: "Take {cards}.",
                "B": "Put the cards of the last leg aside and take the second pack: {cards}.",
            }.get(
                leg_before(seating, state), "No cards are kept: sort the packs, and take {cards}."
            )
            take = said(template, cards=cards)
        dealers = listed([table.players[dealer] for table in at_tables(seating)])
        template, short = "B leg: {names} deals and calls first", "{names} deals"
        if is_eight:
            template, short = "B leg: {names} deal and call first", "{names} deal"
        return NextLeg(
            said(template, names=dealers),
            said(short, names=dealers),
            said("{cards} Thirteen cards each.", cards=take),
            ("card-triathlon.b.deal", RULE, "card-triathlon.b.declarer"),
            cards,
            dealer,
            tuple(
                Office(duty, table * AT_TABLE + dealer)
                for table in range(tables(seating.seats))
                for duty in (said("deals"), said("calls first"))
            ),
        )


BRIDGE: Final = BridgeLeg()


def _passed_out_problems(table: BridgeTable) -> list[Problem]:
    record = table.record
    if any(getattr(record, name) is not None for name in FIELDS if name != "auction"):
        message = said("A deal that is passed out has no contract, no tricks and no points.")
        return [error(PLAY, message, field="passed_out")]
    if record.auction is not None and not table.is_passed_out:
        message = said("By the auction the deal was not passed out.")
        return [error(RULE, message, field="auction")]
    return []


def _blamed(table: BridgeTable, name: str) -> list[str]:
    """A blamed field of the table by its seats among all players: the one named, or all."""
    field, _, seat = name.partition(".")
    first = AT_TABLE * ((table.number or 1) - 1)
    return [f"{field}.{first + each}" for each in ([int(seat)] if seat else range(table.seats))]


# The score ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableScore:
    """The lines of one table, each with the number of the table where there are two."""

    seats: tuple[tuple[Line, ...] | None, ...]
    """None where totals were exchanged."""
    teams: dict[int, Line]
    unscored: tuple[Line, ...]
    total: Line


def score_table(table: BridgeTable) -> TableScore:
    """The score of a table without an error."""
    result, contract = table.result, table.contract
    over = table.overtricks(result.tricks)

    def line(rule: str, points: int, text: Said, *, is_silent: bool = False) -> Line:
        return Line(rule, points, at_table(table.number, text), is_silent=is_silent)

    totals = dict.fromkeys(sorted(set(table.teams)), 0)
    for team, points in zip(table.teams, result.points, strict=True):
        totals[team] += points
    exchanged, odd = totals, 0
    if contract is not None and over < 0:
        exchanged, odd = exchange(totals, table.teams[contract.declarer])
    seats: list[tuple[Line, ...] | None] = [None] * table.seats
    if exchanged == totals:
        rule = CLOCK if table.is_partial else MADE if over >= 0 else VALUES
        seats = [
            (line(rule, points, _scoring_tricks(table, seat)),)
            for seat, points in enumerate(result.points)
        ]

    teams = {}
    for team, points in exchanged.items():
        rule, text, is_silent = _team_text(table, team, points, totals[team], over)
        teams[team] = line(rule, points, text, is_silent=is_silent)

    if table.is_partial:
        rule, what = CLOCK, said("not played")
    elif over > 0:
        template = "{tricks} and the two cards" if table.has_jokers else "{tricks}"
        rule, what = OVERTRICKS, said(template, tricks=counted(over, "overtrick"))
    elif table.has_jokers:
        rule, what = TWO_CARDS, said("the two cards left over")
    else:
        rule, what = OVERTRICKS, said("no trick is put aside")
    if not result.is_counted:
        what = said("{what}, computed and not counted", what=what)
    unscored = [line(rule, result.unscored, what)]
    if odd:
        template = "left over, as two teams with equal totals have half each; {silent}"
        unscored.append(line(DEFEATED, odd, said(template, silent=SILENT), is_silent=True))

    total = sum(result.points) + result.unscored
    text = said("of {whole}", whole=table.whole)
    return TableScore(tuple(seats), teams, tuple(unscored), line(CROSSCHECK, total, text))


def exchange(totals: dict[int, int], declaring: int) -> tuple[dict[int, int], int]:
    """`b.defeated`: the declaring team gets the lowest total, the others keep their order.

    Two others with equal totals get half each of the rest; an odd 5 left over is returned besides.
    """
    lowest, *rest = sorted(totals.values())
    others = sorted((team for team in totals if team != declaring), key=lambda team: totals[team])
    odd = 0
    if len({totals[team] for team in others}) < len(others):
        half = sum(rest) // (len(others) * UNIT) * UNIT
        odd, rest = sum(rest) - len(others) * half, [half] * len(others)
    return {declaring: lowest} | dict(zip(others, rest, strict=True)), odd


def _scoring_tricks(table: BridgeTable, seat: int) -> Said:
    """The tricks whose cards score, without those that are put aside."""
    result = table.result
    won, play = result.tricks[seat], table.play
    tricks = counted(won, "trick")
    if play is None:
        kept = table.kept_tricks(seat, result.tricks, result.points[seat])
    else:
        own = [n for n, taker in enumerate(play.takers) if taker == seat]
        kept = [len(set(own) - table.put_aside)]
    if kept[0] == won:
        return said("{tricks}, what their cards are worth", tricks=tricks)
    if len(kept) == 1:
        return said(
            "{kept} of {tricks}, what their cards are worth; {aside} put aside",
            kept=kept[0],
            tricks=tricks,
            aside=won - kept[0],
        )
    return said(
        "{least} to {most} of {tricks}, what their cards are worth; any others are put aside",
        least=kept[0],
        most=kept[-1],
        tricks=tricks,
    )


def _team_text(
    table: BridgeTable, team: int, points: int, own: int, over: int
) -> tuple[str, Said, bool]:
    """The rule and the text of a team's points, and whether the source is silent on them."""
    contract, name = table.contract, table.contract_name
    if contract is None or table.is_partial:
        return CLOCK, said("the cards of the tricks so far; {silent}", silent=SILENT), True
    if over >= 0:
        return MADE, said("{contract} made", contract=name), False
    has_two_teams = len(set(table.teams)) == 2
    if points == own:
        template = "{contract} lacks {tricks}; nothing is exchanged for this team"
    elif team == table.teams[contract.declarer]:
        template = "{contract} lacks {tricks}; declaring, the lowest total instead of {own}"
    elif has_two_teams:
        template = "{contract} lacks {tricks}; the higher total instead of {own}"
    else:
        template = "{contract} lacks {tricks}; a share of the higher totals instead of {own}"
    text = said(template, contract=name, tricks=counted(-over, "trick"), own=own)
    if not has_two_teams:
        text = said("{exchanged}; {silent}", exchanged=text, silent=SILENT)
    return DEFEATED, text, not has_two_teams


def contract_note(table: BridgeTable) -> str:
    """The contract and what came of it: `4♥ Ann +1`, `3NT Ben −2`, `2♣ Cleo =`."""
    contract = table.contract
    if contract is None:
        return ""
    bid = bid_name(contract.level, contract.strain)
    name = table.names[contract.declarer]
    if table.is_partial:
        return said("{bid} {name}", bid=bid, name=name)
    over = table.overtricks(table.result.tricks)
    return said("{bid} {name} {over}", bid=bid, name=name, over=signed(over) if over else "=")
