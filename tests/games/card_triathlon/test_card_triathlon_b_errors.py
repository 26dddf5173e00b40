"""The B leg of Card Triathlon by figures: what a pad can hold, every bound on both sides."""

from __future__ import annotations

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    DOWN,
    JOKERS,
    MADE,
    at,
    at_tables,
    b_leg,
    cells_of,
    figures,
    found,
    four,
    of_severity,
    sheet_of,
)
from tests.games.records import Json

# What cannot be -----------------------------------------------------------------------------------


FIGURES: list[tuple[list[int], list[int], list[str]]] = [
    ([6, 1, 5, 1], [190, 40, 150, 35], []),
    ([14, 1, 5, 1], [190, 40, 150, 35], ["b.tricks-total"]),
    ([10**30, 1, 5, 1], [190, 40, 150, 35], ["b.tricks-total"]),
    ([6, 1, 4, 1], [190, 40, 150, 35], ["b.tricks-total"]),
    ([6, 1, 6, 1], [190, 40, 175, 35], ["b.tricks-total"]),
    ([0, 0, 0, 0], [0, 0, 0, 0], ["b.tricks-total"]),
    # No points without tricks.
    ([7, 1, 5, 0], [215, 40, 150, 0], []), ([7, 1, 5, 0], [215, 40, 150, 5], ["b.range"]),
    # Who defends scores every trick.
    ([6, 1, 5, 1], [190, 0, 190, 35], ["b.range"]), ([6, 1, 5, 1], [190, 75, 150, 0], ["b.range"]),
    ([6, 1, 5, 1], [190, 15, 150, 60], ["b.range"]),
    ([6, 1, 5, 1], [190, 20, 150, 55], []),
    ([6, 1, 5, 1], [190, 75, 105, 45], ["b.range"]),
    ([6, 1, 5, 1], [190, 80, 105, 40], []),
    ([6, 1, 5, 1], [190, 85, 105, 35], ["b.range"]),
    # 4C with 11 tricks: of five and six one may lie aside.
    ([6, 1, 5, 1], [95, 40, 200, 80], ["b.range"]),
    ([6, 1, 5, 1], [100, 40, 200, 75], ["b.range"]),
    ([6, 1, 5, 1], [100, 40, 205, 70], []), ([6, 1, 5, 1], [220, 45, 75, 75], ["b.range"]),
    ([6, 1, 5, 1], [220, 45, 80, 70], []), ([6, 1, 5, 1], [120, 25, 240, 30], []),
    ([6, 1, 5, 1], [120, 25, 245, 25], ["b.range"]),
    ([6, 1, 5, 1], [280, 25, 85, 25], []), ([6, 1, 5, 1], [285, 25, 80, 25], ["b.range"]),
    # 75 is not possible for one trick, whatever else is wrong.
    ([6, 1, 5, 1], [190, 75, 115, 35], ["b.range"]),
    ([6, 1, 5, 2], [190, 75, 115, 35], ["b.range", "b.tricks-total"]),
    ([6, 1, 5, 0], [190, 75, 150, 0], ["b.range", "b.tricks-total"]),
    ([6, 1, 5, 2], [190, 80, 110, 60], ["b.tricks-total"]),
    # A single trick may be the one aside.
    ([10, 1, 1, 1], [340, 40, 0, 35], []), ([10, 1, 1, 1], [340, 35, 5, 35], ["b.range"]),
    ([10, 1, 1, 1], [330, 30, 20, 35], []),
]  # fmt: skip


def test_tricks_and_points_are_possible() -> None:
    for tricks, points, wrong in FIGURES:
        sheet = four(b_leg("4C", 0, tricks, points, max(0, 440 - sum(points))))
        assert of_severity("error", sheet) == wrong
        assert (cells_of(sheet) == [None] * 8) == bool(wrong)


def test_points_are_exactly_possible_for_so_many_tricks() -> None:
    rows: list[tuple[int, bool]] = [(4, False), (4, True), (6, False), (8, False)]
    for seats, jokers in rows:
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


def test_without_a_contract_any_tricks_may_have_been_put_aside() -> None:
    without = {"kind": "b-leg", "tricks": [6, 1, 5, 1], "points": [190, 40, 205, 0]}
    assert of_severity("error", four(without)) == ["play"]
    assert of_severity("error", four(without | {"points": [190, 75, 150, 0]})) == [
        "b.range",
        "play",
    ]


def test_a_receipt_does_not_count_tricks_put_aside() -> None:
    rows: list[tuple[list[int], list[str]]] = [
        ([190, 40, 150, 35], ["5 to 6 of 6 tricks", "1 trick", "4 to 5 of 5 tricks", "1 trick"]),
        ([120, 25, 240, 30], ["5 to 6 of 6 tricks", "1 trick", "5 tricks", "1 trick"]),
    ]
    for points, text in rows:
        sheet = four(b_leg("4C", 0, [6, 1, 5, 1], points, 25))
        shown = [lines[0]["text"] for lines in sheet["rows"][0]["why"][:4]]
        assert [line.partition(",")[0] for line in shown] == text, points


# What was put aside -------------------------------------------------------------------------------

ONE_ASIDE = ("4C", [6, 1, 5, 1], [190, 40, 150, 35])
"""Ann and Cleo have a trick too many."""
JUST_MADE = ("5C", [6, 1, 5, 1], [210, 40, 150, 35])
LOST = ("6C", [6, 1, 5, 1], [210, 40, 150, 35])
OF_SIX = ("1H", [2, 2, 3, 2, 3, 1], [100, 95, 130, 100, 130, 60])
"""Ann, Cleo and Emil have a trick too many."""


UNSCORED: list[tuple[tuple[str, list[int], list[int]], int, Json, list[int], list[int]]] = [
    (JUST_MADE, 4, {}, [0], [5, 15, 25]), (LOST, 4, {}, [0], [5, 15, 25]),
    (ONE_ASIDE, 4, {}, [20, 25, 70, 80], [0, 15, 75, 85]),
    (JUST_MADE, 8, {}, [0], [5, 25]), (ONE_ASIDE, 8, {}, [20, 80], [0, 15, 75, 85]),
    (JUST_MADE, 4, JOKERS, [10, 40, 50, 60], [0, 5, 45, 55, 65]),
    (LOST, 4, JOKERS, [10, 60], [0, 5, 65]),
    (ONE_ASIDE, 4, JOKERS, [30, 125, 140], [25, 135, 145]),
    (OF_SIX, 6, {}, [30, 110, 120], [0, 25, 115, 125]),
    (OF_SIX, 6, JOKERS | {"b_jokers": False}, [30], [25]),
]  # fmt: skip


def test_what_is_unscored_is_a_sum_that_the_cards_put_aside_can_have() -> None:
    for made, seats, options, possible, impossible in UNSCORED:
        bid, tricks, points = made
        whole = oracle.pack_value(6 if seats == 6 else 4, "b_jokers" in options and seats != 6)
        for unscored in (*possible, *impossible):
            own = [whole - unscored - sum(points[1:]), *points[1:]]
            wrong = ["crosscheck"] * (unscored in impossible)
            for counted in ((unscored,), ()):
                table = figures(bid, 0, tricks, own, *counted)
                entry = at_tables(MADE, table) if seats == 8 else {"kind": "b-leg", **table}
                sheet = sheet_of(seats, entry, **options)
                assert of_severity("warning", sheet) == wrong
                if seats == 8 and wrong:
                    assert sheet["problems"][0]["message"].startswith("Table 2: ")


def test_the_warning_says_what_can_be_unscored() -> None:
    for table, options, sums in (
        (figures(*JUST_MADE[:1], 0, *JUST_MADE[1:], 5), {}, "must be 0"),
        (figures(*ONE_ASIDE[:1], 0, *ONE_ASIDE[1:], 75), {}, "20 to 70 or 80"),
        (figures(*JUST_MADE[:1], 0, *JUST_MADE[1:], 5), JOKERS, "10 to 40, 50 or 60"),
    ):
        sheet = four({"kind": "b-leg", **table}, **options)
        assert sums in sheet["problems"][-1]["message"]


def test_unscored_is_judged_only_where_it_is_known_what_is_aside() -> None:
    rows: list[Json] = [
        {"tricks": [7, 1, 5, 1]},  # nobody knows how many were put aside
        {"tricks": [5, 1, 4, 1], "partial": True, "unscored": 85, "points": [160, 40, 120, 35]},
    ]
    for fields in rows:
        sheet = four({"kind": "b-leg", **MADE, **fields}, format="clock")
        assert of_severity("warning", sheet) == [], fields


# Cut short by the clock ---------------------------------------------------------------------------


def test_a_partial_leg_has_possible_figures_too() -> None:
    rows: list[tuple[list[int], list[int], list[str]]] = [
        ([7, 1, 4, 1], [230, 30, 150, 30], []),
        ([7, 1, 4, 2], [230, 30, 140, 40], ["b.tricks-total"]),
        ([7, 1, 4, 0], [230, 15, 130, 0], ["b.range"]),
        ([7, 1, 4, 0], [230, 30, 75, 0], ["b.range"]),
        ([7, 1, 4, 0], [230, 30, 80, 0], []),
        ([7, 1, 4, 0], [230, 30, 80, 5], ["b.range"]),
    ]
    for tricks, points, wrong in rows:
        entry = {"kind": "b-leg", "partial": True, "tricks": tricks, "points": points}
        for fields in ({}, {"contract": MADE["contract"]}):
            assert of_severity("error", four(entry | fields, format="clock")) == wrong
