"""What a B leg writes on the pad: made and defeated contracts, and the exchange of totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.core.findings import Line
from referee.core.text import SILENT, Said, counted, said, signed
from referee.games.card_triathlon.bridge.auction import bid_name
from referee.games.card_triathlon.bridge.entry import at_table
from referee.games.card_triathlon.bridge.table import JudgedTable, TableResult
from referee.games.card_triathlon.leg import CLOCK, CROSSCHECK, VALUES
from referee.games.card_triathlon.values import UNIT

MADE = "card-triathlon.b.made"
DEFEATED = "card-triathlon.b.defeated"
OVERTRICKS = "card-triathlon.b.overtricks"
TWO_CARDS = "card-triathlon.b.two-cards"


@dataclass(frozen=True)
class TableScore:
    """One table: the lines of each seat (None where totals were exchanged) and of each team."""

    seats: tuple[tuple[Line, ...] | None, ...]
    teams: dict[int, tuple[Line, ...]]
    unscored: tuple[Line, ...]
    total: Line


def score_table(judged: JudgedTable) -> TableScore:
    """The lines of a table without an error, each with its table where there are two."""
    scored, number = _score(judged), judged.sitting.number
    return TableScore(
        tuple(lines and _at_table(number, lines) for lines in scored.seats),
        {team: _at_table(number, lines) for team, lines in scored.teams.items()},
        _at_table(number, scored.unscored),
        *_at_table(number, (scored.total,)),
    )


def _at_table(number: int | None, lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(replace(line, text=at_table(number, line.text)) for line in lines)


def _score(judged: JudgedTable) -> TableScore:
    result = judged.result()
    over = judged.overtricks(result.tricks)
    totals = team_totals(judged.teams, result.points)
    exchanged, odd = dict(totals), 0
    if judged.contract is not None and not judged.sitting.partial and over < 0:
        exchanged, odd = exchange(totals, judged.teams[judged.contract.declarer])
    is_same = exchanged == totals
    seats = _seat_lines(judged, result, over) if is_same else [None] * len(judged.teams)
    whole = sum(result.points) + result.unscored
    return TableScore(
        tuple(seats),
        {
            team: (_team_line(judged, team, points, totals[team], over),)
            for team, points in exchanged.items()
        },
        (*_unscored_lines(judged, result, over), *_odd_lines(odd)),
        Line(CROSSCHECK, whole, said("of {whole}", whole=judged.whole)),
    )


def contract_note(judged: JudgedTable) -> str:
    """The contract and what came of it: `4♥ Ann +1`, `3NT Ben −2`, `2♣ Cleo =`."""
    contract = judged.contract
    if contract is None:
        return ""
    bid = bid_name(contract.level, contract.strain)
    name = judged.sitting.names[contract.declarer]
    if judged.sitting.partial:
        return said("{bid} {name}", bid=bid, name=name)
    over = judged.overtricks(judged.result().tricks)
    return said("{bid} {name} {over}", bid=bid, name=name, over=signed(over) if over else "=")


def team_totals(teams: Sequence[int], points: Sequence[int]) -> dict[int, int]:
    """What the cards of each team at the table are worth."""
    totals = dict.fromkeys(sorted(set(teams)), 0)
    for team, scored in zip(teams, points, strict=True):
        totals[team] += scored
    return totals


def exchange(totals: dict[int, int], declaring: int) -> tuple[dict[int, int], int]:
    """`b.defeated`: the declaring team gets the lowest total, the others keep their order.

    Two others with equal totals get half each of the rest, and what is odd in it is nobody's: that
    is given besides.
    """
    lowest, *rest = sorted(totals.values())
    others = sorted((team for team in totals if team != declaring), key=lambda team: totals[team])
    odd = 0
    if len({totals[team] for team in others}) < len(others):
        half = sum(rest) // (len(others) * UNIT) * UNIT
        odd, rest = sum(rest) - len(others) * half, [half] * len(others)
    return {declaring: lowest} | dict(zip(others, rest, strict=True)), odd


def _seat_lines(
    judged: JudgedTable, result: TableResult, over: int
) -> list[tuple[Line, ...] | None]:
    rule = MADE if judged.contract is not None and over >= 0 else VALUES
    if judged.sitting.partial:
        rule = CLOCK
    return [
        (Line(rule, scored, _tricks_that_score(judged, result, seat)),)
        for seat, scored in enumerate(result.points)
    ]


def _tricks_that_score(judged: JudgedTable, result: TableResult, seat: int) -> Said:
    """The tricks whose cards score, without those that are put aside."""
    won = result.tricks[seat]
    if judged.play is None:
        kept = judged.kept_tricks(seat, result.tricks, result.points[seat])
    else:
        kept = [judged.kept_by_cards(seat)]
    if kept[0] == won:
        return said("{tricks}, what their cards are worth", tricks=counted(won, "trick"))
    if len(kept) == 1:
        return said(
            "{kept} of {tricks}, what their cards are worth; {aside} put aside",
            kept=kept[0],
            tricks=counted(won, "trick"),
            aside=won - kept[0],
        )
    return said(
        "{least} to {most} of {tricks}, what their cards are worth; any others are put aside",
        least=kept[0],
        most=kept[-1],
        tricks=counted(won, "trick"),
    )


def _team_line(judged: JudgedTable, team: int, points: int, own: int, over: int) -> Line:
    contract, name = judged.contract, judged.contract_name
    if contract is None or judged.sitting.partial:
        text = said("the cards of the tricks so far; {silent}", silent=SILENT)
        return Line(CLOCK, points, text, is_silent=True)
    if over >= 0:
        return Line(MADE, points, said("{contract} made", contract=name))
    has_two_teams = len(set(judged.teams)) == 2
    if points == own:
        template = "{contract} lacks {tricks}; nothing is exchanged for this team"
    elif team == judged.teams[contract.declarer]:
        template = "{contract} lacks {tricks}; declaring, the lowest total instead of {own}"
    elif has_two_teams:
        template = "{contract} lacks {tricks}; the higher total instead of {own}"
    else:
        template = "{contract} lacks {tricks}; a share of the higher totals instead of {own}"
    text = said(template, contract=name, tricks=counted(-over, "trick"), own=own)
    if not has_two_teams:
        text = said("{exchanged}; {silent}", exchanged=text, silent=SILENT)
    return Line(DEFEATED, points, text, is_silent=not has_two_teams)


def _unscored_lines(judged: JudgedTable, result: TableResult, over: int) -> tuple[Line, ...]:
    rule, what = _what_is_unscored(judged, over)
    text = what if result.is_counted else said("{what}, computed and not counted", what=what)
    return (Line(rule, result.unscored, text),)


def _what_is_unscored(judged: JudgedTable, over: int) -> tuple[str, Said]:
    has_jokers = judged.sitting.jokers
    if judged.sitting.partial:
        return CLOCK, said("not played")
    if over > 0:
        template = "{tricks} and the two cards" if has_jokers else "{tricks}"
        return OVERTRICKS, said(template, tricks=counted(over, "overtrick"))
    if has_jokers:
        return TWO_CARDS, said("the two cards left over")
    return OVERTRICKS, said("no trick is put aside")


def _odd_lines(odd: int) -> tuple[Line, ...]:
    template = "left over, as two teams with equal totals have half each; {silent}"
    text = said(template, silent=SILENT)
    return (Line(DEFEATED, odd, text, is_silent=True),) if odd else ()
