"""Tests of a match's remaining entries: how many there are, and the most that each can score."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from referee.core.course import Ahead, Coming
from referee.core.game import find_sides
from referee.core.sheet import Tally, read_record, tally_of
from tests.games.card_triathlon.legs import all_to, at, at_tables, c_leg, d_leg
from tests.games.card_triathlon.legs import figures as b_figures
from tests.games.expected import find_expected
from tests.games.records import (
    Json,
    deal,
    figures,
    la_krap,
    record,
    records,
    thirty_one,
    triathlon,
    tribello,
)
from tests.games.whole_games import Game, games


def ahead_of(data: Json) -> Ahead | None:
    tally = tally_of(read_record(data))
    return tally.game.ahead(tally.setup, tally.state())


def follows_the_rules(tally: Tally) -> bool:
    """Assert that each row scores within its bounds and leaves one entry fewer; return True."""
    game, setup = tally.game, tally.setup
    is_counted = find_expected()[game.name].knows_the_rest(setup.options)
    for number, row in enumerate(tally.rows):
        before = game.ahead(setup, tally.state(number))
        after = game.ahead(setup, tally.state(number + 1))
        assert (before is not None) == is_counted
        assert (after is not None) == (is_counted and tally.outcome(number + 1).due is not None)
        if before is not None:
            assert _gives(before, tally, number, row.cells, after)
    return True


def _gives(
    before: Ahead, tally: Tally, number: int, cells: tuple[Any, ...], after: Ahead | None
) -> bool:
    sides = find_sides(tally.columns)
    assert tuple(tally.columns[index].name for index in sides) == before.sides
    gains = [cells[index] for index in sides]
    if gains and all(gain is None for gain in gains):  # dealt again
        return before == after
    gains = [gain or 0 for gain in gains]
    coming, standings = before.coming(0), tally.outcome(number).standings
    assert dict(zip(before.sides, before.totals, strict=True)) == {
        standing.name: standing.score for standing in standings
    }
    assert before.mark == tally.outcome(number).aim
    if after is not None:
        assert after.entries == (None if before.entries is None else before.entries - 1)
        assert after.coming(0) == before.coming(1)
    return all(coming.least <= gain <= coming.most for gain in gains)


@given(records())
def test_no_deal_gives_more_than_can_come(data: Json) -> None:
    assert follows_the_rules(tally_of(read_record(data)))


@settings(max_examples=40)
@given(games())
def test_no_leg_gives_more_than_can_come(game: Game) -> None:
    tally = tally_of(read_record(game.record(game.by_figures)))
    assert follows_the_rules(tally)
    for number, row in enumerate(game.entries):
        before = tally.game.ahead(tally.setup, tally.state(number))
        if before is not None and row.letter and None not in row.row[game.company.seats : -2]:
            assert before.coming(0).kind == f"{row.letter.lower()}-leg"


ALL_BY_RULE = {"multiplier": 16, "marriages": [3, 0, 0]}
HIGH = [f"{rank}{suit}" for suit in "SH" for rank in ("9", "10", "J", "Q", "K", "A")]
BEST = [*HIGH, "8S"]
OTHERS = [card.translate(str.maketrans("SH", "DC")) for card in BEST]
WITH_JOKERS = [*["JK"] * 3, *[card for card in BEST if card not in ("8S", "9S", "10S")]]
WITH_ONE = ["JK", *[card for card in OTHERS if card != "8D"]]
NOTHING = ["2S", "3S", "5H", "6H", "7C", "2D", "3D", "5C", "6C", "7S", "2H", "3C", "5D"]
BEST_DRAW = {
    "kind": "d-leg",
    "hands": [WITH_JOKERS, NOTHING, WITH_ONE, NOTHING],
    "extra": [BEST, None, OTHERS, None],
}
AT_BOTH_TABLES = at_tables(b_figures("7C", 0, at(0, 13, 4), at(0, 440, 4)),
                           b_figures("7C", 1, at(1, 13, 4), at(1, 440, 4)))  # fmt: skip


def marathon(*entries: Json, seats: int = 4, **options: Any) -> Json:
    return record("card-triathlon", seats, entries, format="marathon", **options)


def test_the_most_and_the_least_are_reached() -> None:
    most: list[tuple[Json, int]] = [
        (tribello(deal(0, 0, 13)), 10),
        (tribello(*[deal(6, 4, 3)] * 9, deal(4, 9, 0)), 6),
        (la_krap(3, deal(7, 0, 0, teams=None, **ALL_BY_RULE)), 2_048),
        (la_krap(6, deal(7, 0, 0, 0, 0, 0, teams=None, multiplier=16, marriages=[3] + [0] * 5)),
         5_120),
        (marathon(all_to(0, "B", 4)), 440),
        (marathon(all_to(0, "B", 4, jokers=True), b_jokers=True), 490),
        (marathon(all_to(0, "B", 6), seats=6), 660), (marathon(AT_BOTH_TABLES, seats=8), 880),
        (marathon(c_leg(1_000, 0, 0, 0), sequence=["C"]), 1_000),
        (marathon(BEST_DRAW, sequence=["D"]), 680),
    ]  # fmt: skip
    least: list[tuple[Json, int]] = [
        (tribello(deal(0, 13, 0)), -6),
        (tribello(*[deal(6, 4, 3)] * 9, deal(13, 0, 0)), -10),
        (la_krap(3, deal(7, 0, 0, teams=None, null=True, **ALL_BY_RULE)), -2_048),
        (marathon(c_leg(0, 0, 0, 0, held=[500, 0, 500, 0]), sequence=["C"]), -1_000),
    ]
    for data, gain in most + least:
        tally = tally_of(read_record(data))
        assert [row.problems for row in tally.rows] == [()] * len(tally.rows), data
        before = tally.game.ahead(tally.setup, tally.state(len(tally.rows) - 1))
        after = tally.game.ahead(tally.setup, tally.state())
        assert before is not None
        assert after is not None
        gains = [new - old for new, old in zip(after.totals, before.totals, strict=True)]
        if gain > 0:
            assert max(gains) == before.coming(0).most == gain
        else:
            assert min(gains) == before.coming(0).least == gain


# Remaining entries --------------------------------------------------------------------------------


def coming(seats: int = 4, **options: Any) -> list[tuple[str, int, int]]:
    found = ahead_of(record("card-triathlon", seats, [], **options))
    assert found is not None
    return [(each.kind[0], each.most, each.least) for each in found.cycle]


B, C, D = ("b", 440, 0), ("c", 1_000, -1_000), ("d", 680, 0)
THREE, FOUR = [0, 1, 2, 0, 1, 2], [0, 1, 0, 1, 2, 3, 2, 3]


def test_the_legs_of_a_format() -> None:
    rows: list[tuple[int, Json, list[tuple[str, int, int]]]] = [
        (4, {"format": "sprint"}, [B, C, D]),
        (4, {"format": "3000"}, [("b", 490, 0)] * 2 + [C] + [("d", 500, 0)] * 2),
        (4, {"format": "5000"}, [B, C, D]),
        (4, {"format": "5000", "d_jokers": False}, [B, C, ("d", 600, 0)]),
        (4, {"format": "5000", "b_jokers": True}, [("b", 490, 0), C, D]),
        (4, {"format": "marathon", "sequence": ["C", "B"]}, [C, B]),
        (6, {"format": "5000"}, [("b", 660, 0), ("c", 1_500, -1_500), ("d", 1_020, 0)]),
        (6, {"format": "5000", "teams": THREE},
         [("b", 660, 0), ("c", 1_500, -1_500), ("d", 720, 0)]),
        (8, {"format": "5000"}, [("b", 880, 0), ("c", 2_000, -2_000), ("d", 1_360, 0)]),
        (8, {"format": "5000", "b_jokers": True},
         [("b", 980, 0), ("c", 2_000, -2_000), ("d", 1_360, 0)]),
        (8, {"format": "5000", "teams": FOUR},
         [("b", 440, 0), ("c", 2_000, -2_000), ("d", 760, 0)]),
    ]  # fmt: skip
    for seats, options, legs in rows:
        assert coming(seats, **options) == legs, seats


LEG = all_to(0, "B", 4)
PASSED = {"kind": "b-leg", "passed_out": True}


def test_what_is_left_of_a_game() -> None:
    rows: list[tuple[list[Json], Json, str, int | None, tuple[int, ...] | None]] = [
        ([], {"format": "half-marathon"}, "bcd", None, (21_100, 21_100)),
        ([LEG], {"format": "half-marathon"}, "cdb", None, (20_660, 21_100)),
        ([PASSED], {"format": "half-marathon"}, "bcd", None, (21_100, 21_100)),
        ([LEG, c_leg(0, 0, 0, 0, held=[5, 0, 0, 0])], {"format": "5000"}, "dbc", None,
         (4_565, 5_000)),
        ([LEG], {"format": "sprint"}, "cd", 2, None),
        ([PASSED], {"format": "sprint"}, "bcd", 3, None),
        # An entry with an error counts as played, unless another leg was due.
        ([LEG | {"tricks": [12, 0, 0, 0]}], {"format": "sprint"}, "cd", 2, None),
        ([d_leg(0, 0, 0, 0)], {"format": "sprint"}, "bcd", 3, None),
    ]  # fmt: skip
    for entries, options, kinds, left, needs in rows:
        found = ahead_of(record("card-triathlon", 4, entries, **options))
        assert found is not None, entries
        assert found.sides == ("Ann+Cleo", "Ben+Dora")
        assert "".join(each.kind[0] for each in found.cycle) == kinds
        assert (found.entries, found.needs) == (left, needs)


def test_sides_keep_their_order() -> None:
    found = ahead_of(tribello(deal(0, 0, 13)))
    assert found is not None
    assert (found.sides, found.totals) == (("Ann", "Ben", "Cleo"), (-6, -4, 10))
    assert (found.entries, len(found.cycle)) == (11, 11)
    assert found.coming(7) == Coming("deal", 10, -6)
    assert found.coming(8) == Coming("deal", 6, -10)


def test_nothing_can_be_counted_of_other_games_or_is_left() -> None:
    rows: list[Json] = [
        thirty_one(3, figures(21, 20, 10)), triathlon(deal(4, 2, 7, last_trick=2)),
        record("card-triathlon", 4, [LEG], format="clock"), tribello(*[deal(6, 4, 3)] * 12),
        la_krap(3, deal(7, 0, 0, teams=None), rounds=1),
    ]  # fmt: skip
    for data in rows:
        assert ahead_of(data) is None, data
