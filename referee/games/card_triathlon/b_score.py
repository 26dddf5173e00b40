"""What a B leg writes on the pad: made and defeated contracts, and the exchange of totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.game import counted
from referee.games.card_triathlon.auction import Bid
from referee.games.card_triathlon.b_judge import Judged, Result
from referee.games.card_triathlon.values import b_worth
from referee.law import Line

VALUES = "card-triathlon.values"


@dataclass(frozen=True)
class TableScore:
    """One table: the lines of each seat (None where totals were exchanged) and of each team."""

    seats: tuple[tuple[Line, ...] | None, ...]
    teams: dict[int, tuple[Line, ...]]
    unscored: tuple[Line, ...]
    total: Line


def score_table(judged: Judged) -> TableScore:
    """The lines of a table without an error."""
    result = judged.result()
    over = judged.overtricks(result.tricks)
    totals = team_totals(judged.teams, result.points)
    exchanged = dict(totals)
    if judged.contract is not None and not judged.sitting.partial and over < 0:
        exchanged = exchange(totals, judged.teams[judged.contract.declarer])
    seats = _seat_lines(judged, result, over) if exchanged == totals else [None] * len(judged.teams)
    sitting = judged.sitting
    return TableScore(
        tuple(seats),
        {
            team: (_team_line(judged, team, points, totals[team], over),)
            for team, points in exchanged.items()
        },
        _unscored_lines(judged, result, over),
        Line(
            "card-triathlon.crosscheck",
            sum(result.points) + result.unscored,
            f"of {b_worth(sitting.seats_in_all, sitting.jokers)}",
        ),
    )


def team_totals(teams: Sequence[int], points: Sequence[int]) -> dict[int, int]:
    """What the cards of each team at the table are worth."""
    totals = dict.fromkeys(sorted(set(teams)), 0)
    for team, scored in zip(teams, points, strict=True):
        totals[team] += scored
    return totals


def exchange(totals: dict[int, int], declaring: int) -> dict[int, int]:
    """`b.defeated`: the declaring team gets the lowest total, the others keep their order."""
    lowest, *rest = sorted(totals.values())
    others = sorted((team for team in totals if team != declaring), key=lambda team: totals[team])
    return {declaring: lowest} | dict(zip(others, rest, strict=True))


def _seat_lines(judged: Judged, result: Result, over: int) -> list[tuple[Line, ...] | None]:
    rule = "card-triathlon.b.made" if judged.contract is not None and over >= 0 else VALUES
    if judged.sitting.partial:
        rule = "card-triathlon.clock"
    return [
        (Line(rule, scored, f"{counted(tricks, 'trick')}, what their cards are worth"),)
        for tricks, scored in zip(result.tricks, result.points, strict=True)
    ]


def _team_line(judged: Judged, team: int, points: int, own: int, over: int) -> Line:
    contract = judged.contract
    if contract is None or judged.sitting.partial:
        return Line("card-triathlon.clock", points, "the cards of the tricks so far")
    bid = Bid(contract.level, contract.strain, contract.declarer)
    name = f"{bid} by {judged.sitting.names[contract.declarer]}"
    if over >= 0:
        return Line("card-triathlon.b.made", points, f"{name} made")
    lacks = f"{name} lacks {counted(-over, 'trick')}"
    if points == own:
        return Line("card-triathlon.b.defeated", points, f"{lacks}; nothing is exchanged")
    side = "declaring, the lower" if team == judged.teams[contract.declarer] else "the higher"
    return Line("card-triathlon.b.defeated", points, f"{lacks}; {side} total instead of {own}")


def _unscored_lines(judged: Judged, result: Result, over: int) -> tuple[Line, ...]:
    counted_so = "" if result.is_counted else ", computed and not counted"
    if judged.sitting.partial:
        return (Line("card-triathlon.clock", result.unscored, f"not played{counted_so}"),)
    rule = "card-triathlon.b.overtricks"
    text = counted(over, "overtrick") if over > 0 else "no trick is put aside"
    if judged.sitting.jokers:
        rule, text = (rule, f"{text} and the two cards") if over > 0 else (
            "card-triathlon.b.two-cards", "the two cards left over",
        )  # fmt: skip
    return (Line(rule, result.unscored, f"{text}{counted_so}"),)
