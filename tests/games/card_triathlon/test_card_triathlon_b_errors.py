"""The B leg of Card Triathlon by figures: what a pad can hold, every bound on both sides."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    CROSSCHECK,
    JOKERS,
    at,
    at_tables,
    b_leg,
    cells_of,
    figures,
    found,
    four,
    is_explained,
    of_severity,
    sheet_of,
)
from tests.games.records import Json

Row = list[int | None]
MADE = figures("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35], 25)
DOWN = figures("4C", 0, [5, 2, 4, 2], [160, 80, 140, 60], 0)
LEG = b_leg("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35], 25)


# What cannot be -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "points", "wrong"),
    [
        ([6, 1, 5, 1], [190, 40, 150, 35], []),
        ([6, 1, 4, 1], [190, 40, 150, 35], ["b.tricks-total"]),
        ([6, 1, 6, 1], [190, 40, 175, 35], ["b.tricks-total"]),
        ([0, 0, 0, 0], [0, 0, 0, 0], ["b.tricks-total"]),
        # No points without tricks.
        ([7, 1, 5, 0], [215, 40, 150, 0], []),
        ([7, 1, 5, 0], [215, 40, 150, 5], ["b.range"]),
        # Who defends scores every trick.
        ([6, 1, 5, 1], [190, 0, 190, 35], ["b.range"]),
        ([6, 1, 5, 1], [190, 75, 150, 0], ["b.range"]),
        ([6, 1, 5, 1], [190, 15, 150, 60], ["b.range"]),
        ([6, 1, 5, 1], [190, 20, 150, 55], []),
        ([6, 1, 5, 1], [190, 75, 105, 45], ["b.range"]),
        ([6, 1, 5, 1], [190, 80, 105, 40], []),
        ([6, 1, 5, 1], [190, 85, 105, 35], ["b.range"]),
        # 4C with 11 tricks: of five and six one may lie aside.
        ([6, 1, 5, 1], [95, 40, 200, 80], ["b.range"]),
        ([6, 1, 5, 1], [100, 40, 200, 75], ["b.range"]),
        ([6, 1, 5, 1], [100, 40, 205, 70], []),
        ([6, 1, 5, 1], [220, 45, 75, 75], ["b.range"]),
        ([6, 1, 5, 1], [220, 45, 80, 70], []),
        ([6, 1, 5, 1], [120, 25, 240, 30], []),
        ([6, 1, 5, 1], [120, 25, 245, 25], ["b.range"]),
        ([6, 1, 5, 1], [280, 25, 85, 25], []),
        ([6, 1, 5, 1], [285, 25, 80, 25], ["b.range"]),
        # A single trick may be the one aside.
        ([10, 1, 1, 1], [340, 40, 0, 35], []),
        ([10, 1, 1, 1], [340, 35, 5, 35], ["b.range"]),
        ([10, 1, 1, 1], [330, 30, 20, 35], []),
    ],
)
def test_tricks_and_points_are_possible(
    tricks: list[int], points: list[int], wrong: list[str]
) -> None:
    sheet = four(b_leg("4C", 0, tricks, points, max(0, 440 - sum(points))))
    assert of_severity("error", sheet) == wrong
    assert (cells_of(sheet) == [None] * 8) == bool(wrong)


@pytest.mark.parametrize(("seats", "jokers"), [(4, False), (4, True), (6, False), (8, False)])
def test_points_are_exactly_possible_for_so_many_tricks(seats: int, jokers: bool) -> None:
    size = 6 if seats == 6 else 4
    whole = oracle.pack_value(size, jokers)
    for tricks in range(14):
        able = oracle.possible(tricks, size, jokers)
        rest = oracle.possible(13 - tricks, size, jokers)
        edges = (min(able), max(able), *(one for one in able if one + 5 not in able))
        for points in sorted({edge + step for edge in edges for step in (-10, -5, 0, 5, 10)}):
            if not 0 <= points <= whole - 10 * jokers:
                continue
            asides = range(10, 65, 5) if jokers else (0,)
            fits = [aside for aside in asides if whole - points - aside in rest]
            other = max(0, whole - points - (fits or [*asides])[0])
            aside = max(0, whole - points - other)
            table = figures(
                "7NT", 1, at(0, tricks, size)[:1] + at(0, 13 - tricks, size - 1),
                [points, other, *[0] * (size - 2)], aside,
            )  # fmt: skip
            entry = at_tables(DOWN, table) if seats == 8 else {"kind": "b-leg", **table}
            sheet = sheet_of(seats, entry, **(JOKERS if jokers else {}))
            assert ("b.range" in found(sheet)) == (points not in able or other not in rest)


@pytest.mark.parametrize(
    "lacking", ["tricks", "points", "contract", "tricks points", "contract tricks points"]
)
def test_a_leg_by_figures_needs_contract_tricks_and_points(lacking: str) -> None:
    entry = {key: value for key, value in LEG.items() if key not in lacking.split()}
    assert "play" in of_severity("error", four(entry))
    table = {key: value for key, value in MADE.items() if key not in lacking.split()}
    assert "play" in of_severity("error", sheet_of(8, at_tables(MADE, table)))


@pytest.mark.parametrize("seats", [4, 6])
def test_only_eight_sit_at_two_tables(seats: int) -> None:
    assert "play" in of_severity("error", sheet_of(seats, at_tables(MADE, DOWN)))
    assert found(sheet_of(8, at_tables(MADE, DOWN))) == []
    alone = {"kind": "b-leg", "contract": MADE["contract"]}
    assert "play" in of_severity("error", sheet_of(8, alone))


@pytest.mark.parametrize(
    ("points", "unscored"),
    [([191, 40, 150, 35], 25), ([190, 40, 150, 35], 24), ([190, 38, 152, 35], 25)],
)
def test_every_figure_is_a_multiple_of_five(points: list[int], unscored: int) -> None:
    sheet = four(b_leg("4C", 0, [6, 1, 5, 1], points, unscored))
    assert "values" in of_severity("error", sheet)
    assert found(four(LEG)) == []


# The cross-check ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "total", "warned"),
    [
        (LEG, 440, False),
        (LEG | {"unscored": 20}, 435, True),
        (LEG | {"unscored": 30}, 445, True),
        (LEG | {"points": [185, 40, 150, 35]}, 435, True),
        (LEG | {"points": [190, 40, 155, 35]}, 445, True),
        (LEG | {"points": [185, 40, 155, 35]}, 440, False),
    ],
)
def test_scored_and_unscored_cards_add_up(entry: Json, total: int, warned: bool) -> None:
    sheet = four(entry)
    assert found(sheet) == ([CROSSCHECK] if warned else [])
    assert of_severity("error", sheet) == []
    assert cells_of(sheet)[-1] == total
    kept = four(entry | {"accepted": [f"card-triathlon.{CROSSCHECK}"]})
    assert [problem["accepted"] for problem in kept["problems"]] == [True] * warned
    assert cells_of(kept) == cells_of(sheet)


def test_each_table_of_eight_is_checked() -> None:
    for less, more in product((0, 5), repeat=2):
        low, high = MADE | {"unscored": 25 - less}, MADE | {"unscored": 25 + more}
        sheet = sheet_of(8, at_tables(low, high))
        assert found(sheet) == ([CROSSCHECK] if less or more else [])


def test_with_jokers_the_cards_add_up_to_500() -> None:
    assert found(four(LEG | {"unscored": 85}, **JOKERS)) == []
    assert found(four(LEG, **JOKERS)) == [CROSSCHECK]
    assert found(four(LEG | {"unscored": 85})) == [CROSSCHECK]


# Cut short by the clock ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "points", "fields", "row"),
    [
        ([3, 1, 2, 0], [90, 30, 70, 0], {}, [90, 30, 70, 0, 160, 30, 250, 440]),
        ([3, 1, 2, 0], [90, 30, 70, 0], {"unscored": 250}, [90, 30, 70, 0, 160, 30, 250, 440]),
        ([0, 0, 0, 0], [0, 0, 0, 0], {}, [0, 0, 0, 0, 0, 0, 440, 440]),
        # No contract is judged: nothing is exchanged or put aside.
        ([3, 1, 2, 0], [90, 30, 70, 0], {"contract": LEG["contract"]},
         [90, 30, 70, 0, 160, 30, 250, 440]),
        ([7, 1, 4, 0], [230, 30, 130, 0], {"contract": LEG["contract"]},
         [230, 30, 130, 0, 360, 30, 50, 440]),
    ],
)  # fmt: skip
def test_a_partial_leg_scores_the_tricks_so_far(
    tricks: list[int], points: list[int], fields: Json, row: Row
) -> None:
    entry = {"kind": "b-leg", "partial": True, "tricks": tricks, "points": points, **fields}
    sheet = four(entry, format="clock")
    assert (sheet["problems"], cells_of(sheet)) == ([], row)
    assert is_explained(sheet)


def test_both_tables_of_eight_are_cut_short() -> None:
    table = {"tricks": [3, 1, 2, 0], "points": [90, 30, 70, 0]}
    entry = at_tables(table, table | {"unscored": 250}, partial=True)
    sheet = sheet_of(8, entry, format="clock")
    assert (sheet["problems"], cells_of(sheet)[8:]) == ([], [190, 190, 500, 880])
    assert sheet["next"]["kind"] == "time"


@pytest.mark.parametrize(
    ("tricks", "points", "wrong"),
    [
        ([7, 1, 4, 1], [230, 30, 150, 30], []),
        ([7, 1, 4, 2], [230, 30, 140, 40], ["b.tricks-total"]),
        ([7, 1, 4, 0], [230, 15, 130, 0], ["b.range"]),
        ([7, 1, 4, 0], [230, 30, 75, 0], ["b.range"]),
        ([7, 1, 4, 0], [230, 30, 80, 0], []),
        ([7, 1, 4, 0], [230, 30, 80, 5], ["b.range"]),
    ],
)
def test_a_partial_leg_has_possible_figures_too(
    tricks: list[int], points: list[int], wrong: list[str]
) -> None:
    entry = {"kind": "b-leg", "partial": True, "tricks": tricks, "points": points}
    for fields in ({}, {"contract": LEG["contract"]}):
        assert of_severity("error", four(entry | fields, format="clock")) == wrong
