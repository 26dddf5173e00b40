"""Tests of B legs by figures: contracts made and defeated, and all bounds on figures."""

from __future__ import annotations

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    DOWN,
    JOKERS,
    MADE,
    TEAMS,
    at,
    at_tables,
    b_leg,
    cells_of,
    cited,
    figures,
    found,
    four,
    is_explained,
    of_severity,
    sheet_of,
)
from tests.games.records import Json

Row = list[int | None]
NOBODY = [None] * 4
PASSES = ["P", "P", "P"]


SCORES: list[tuple[str, str, int, list[int], list[int], Row]] = [
    # The rulebook's examples.
    ("4", "4C", 0, [6, 1, 5, 1], [190, 40, 150, 35], [190, 40, 150, 35, 340, 75, 25, 440]),
    ("4", "4C", 0, [5, 2, 4, 2], [160, 80, 140, 60], [*NOBODY, 140, 300, 0, 440]),
    # Just made, and one trick short.
    ("4", "3NT", 1, [2, 4, 2, 5], [70, 140, 60, 170], [70, 140, 60, 170, 130, 310, 0, 440]),
    ("4", "4S", 3, [2, 4, 2, 5], [70, 140, 60, 170], [*NOBODY, 310, 130, 0, 440]),
    # If the contract is made, nothing is exchanged, however little the cards are worth.
    ("4", "1C", 0, [4, 3, 3, 3], [85, 140, 80, 135], [85, 140, 80, 135, 165, 275, 0, 440]),
    # A defeated team that has less than the others, or as much, keeps its total.
    ("4", "1H", 0, [2, 5, 4, 2], [60, 150, 130, 100], [60, 150, 130, 100, 190, 250, 0, 440]),
    ("4", "1H", 0, [3, 4, 3, 3], [110, 120, 110, 100], [110, 120, 110, 100, 220, 220, 0, 440]),
    ("4", "1H", 0, [0, 13, 0, 0], [0, 440, 0, 0], [0, 440, 0, 0, 0, 440, 0, 440]),
    # Nobody scores the overtricks.
    ("4", "1NT", 0, [13, 0, 0, 0], [240, 0, 0, 0], [240, 0, 0, 0, 240, 0, 200, 440]),
    ("4", "6S", 3, [0, 12, 0, 1], [0, 360, 0, 40], [0, 360, 0, 40, 0, 400, 40, 440]),
    # Two teams of three.
    ("6", "2S", 4, [3, 2, 2, 2, 2, 2], [170, 100, 130, 80, 100, 80],
     [*[None] * 6, 260, 400, 0, 660]),
    ("6", "2S", 1, [3, 2, 2, 2, 2, 2], [170, 100, 130, 80, 100, 80],
     [170, 100, 130, 80, 100, 80, 400, 260, 0, 660]),
    # Three teams: the declaring team gets the least, the others keep their order.
    ("6 in three", "1C", 4, [2, 3, 2, 2, 3, 1], [110, 150, 100, 90, 140, 70],
     [*[None] * 6, 290, 170, 200, 0, 660]),
    ("6 in three", "2C", 0, [2, 3, 2, 2, 3, 1], [130, 100, 120, 110, 120, 80],
     [*[None] * 6, 200, 240, 220, 0, 660]),
    ("6 in three", "1C", 1, [2, 3, 2, 2, 3, 1], [140, 100, 110, 120, 100, 90],
     [140, 100, 110, 120, 100, 90, 260, 200, 200, 0, 660]),
    # Two opponents with equal totals get half each; of 465, 5 are left over.
    ("6 in three", "6C", 0, [3, 2, 2, 2, 2, 2], [135, 100, 95, 135, 95, 100],
     [*[None] * 6, 195, 230, 230, 5, 660]),
    ("6 in three", "6C", 0, [3, 2, 2, 2, 2, 2], [130, 100, 100, 130, 100, 100],
     [*[None] * 6, 200, 230, 230, 0, 660]),
    ("6 in three", "6C", 3, [3, 2, 2, 2, 2, 2], [130, 100, 100, 130, 100, 100],
     [*[None] * 6, 200, 230, 230, 0, 660]),
    # Nothing is exchanged if the declaring team has the lowest total, or all totals are equal.
    ("6 in three", "6C", 0, [3, 2, 2, 2, 2, 2], [100, 115, 115, 100, 115, 115],
     [100, 115, 115, 100, 115, 115, 200, 230, 230, 0, 660]),
    ("6 in three", "6C", 0, [3, 2, 2, 2, 2, 2], [110] * 6, [*[110] * 6, *[220] * 3, 0, 660]),
]  # fmt: skip


def test_a_leg_scores_by_its_contract() -> None:
    for way, bid, declarer, tricks, points, row in SCORES:
        teams = TEAMS[way]
        unscored = oracle.pack_value(len(teams)) - sum(points)
        made = oracle.Contract(int(bid[0]), bid[1:], declarer)
        assert oracle.row(made, teams, oracle.Figures(tricks, points, unscored)) == row
        won = sum(
            number for number, team in zip(tricks, teams, strict=True) if team == teams[declarer]
        )
        rule = "b.made" if won >= 6 + made.level else "b.defeated"
        for counted in ((unscored,), ()):
            entry = b_leg(bid, declarer, tricks, points, *counted)
            sheet = sheet_of(len(teams), entry, teams=list(teams))
            assert (sheet["problems"], cells_of(sheet)) == ([], row)
            assert sheet["totals"] == [cell or 0 for cell in row]
            assert is_explained(sheet)
            for team in set(teams):
                assert cited(sheet, len(teams) + team) == {rule}


def test_the_receipt_of_unscored_names_its_rule() -> None:
    rows: list[tuple[Json, Json, str]] = [
        (MADE, {}, "b.overtricks"),
        (MADE | {"unscored": 85}, JOKERS, "b.overtricks"),
        (figures("5C", 0, [6, 1, 5, 1], [215, 40, 150, 35], 60), JOKERS, "b.two-cards"),
        (DOWN | {"points": [160, 80, 140, 105], "unscored": 15}, JOKERS, "b.two-cards"),
    ]
    for table, fields, rule in rows:
        sheet = four({"kind": "b-leg", **table}, **fields)
        assert sheet["problems"] == [], table
        assert rule in cited(sheet, 6)


AGREEMENTS: list[tuple[list[str], str | None, list[str]]] = [
    (["4C", *PASSES], "4C 0", []), (["4C", *PASSES], None, []),
    (["4C", *PASSES], "3C 0", ["b.auction"]), (["4C", *PASSES], "4D 0", ["b.auction"]),
    (["4C", *PASSES], "4C 2", ["b.declarer"]), (["4C", *PASSES], "4C 1", ["b.declarer"]),
    # Figures that fit the auction aren’t judged by another contract.
    (["4C", *PASSES], "6C 0", ["b.auction"]), (["4C", *PASSES], "7C 1", ["b.auction"]),
    # The first on the team to bid the strain is declarer.
    (["1C", "P", "4C", *PASSES], "4C 0", []),
    (["1C", "P", "4C", *PASSES], "4C 2", ["b.declarer"]),
    (["1S", "P", "4C", *PASSES], "4C 2", []),
    (["1S", "P", "4C", *PASSES], "4C 0", ["b.declarer"]),
    (["P", "1C", "P", "P", "4C", *PASSES], "4C 0", []),
    (["P", "1C", "P", "P", "4C", *PASSES], "4C 1", ["b.declarer"]),
    # Doubles change nothing.
    (["4C", "X", "XX", *PASSES], "4C 0", []),
    (["4C", "X", "P", "P", "XX", *PASSES], None, []),
    # Illegal or unfinished auctions.
    (["4C", "4C", *PASSES], "4C 0", ["b.auction"]), (["4C", "P", "P"], "4C 0", ["b.auction"]),
    (["4C", *PASSES, "P"], "4C 0", ["b.auction"]), ([], "4C 0", ["b.auction"]),
    (["P", *PASSES], "4C 0", ["b.auction"]),
]  # fmt: skip


def test_the_auction_and_the_contract_agree() -> None:
    for calls, contract, wrong in AGREEMENTS:
        facts: Json = {"kind": "b-leg", **MADE, "auction": calls}
        del facts["contract"]
        if contract:
            bid, declarer = contract.split()
            facts["contract"] = figures(bid, int(declarer), [], [])["contract"]
        sheet = four(facts)
        assert found(sheet) == of_severity("error", sheet) == wrong
        if wrong:
            assert cells_of(sheet) == [None] * 8
        elif "4C 0" in (contract or "4C 0"):
            assert cells_of(sheet) == [190, 40, 150, 35, 340, 75, 25, 440]


# Impossible figures -------------------------------------------------------------------------------


FIGURES: list[tuple[list[int], list[int], list[str]]] = [
    ([6, 1, 5, 1], [190, 40, 150, 35], []),
    ([14, 1, 5, 1], [190, 40, 150, 35], ["b.tricks-total"]),
    ([10**9, 1, 5, 1], [190, 40, 150, 35], ["b.tricks-total"]),
    ([6, 1, 4, 1], [190, 40, 150, 35], ["b.tricks-total"]),
    ([6, 1, 6, 1], [190, 40, 175, 35], ["b.tricks-total"]),
    ([0, 0, 0, 0], [0, 0, 0, 0], ["b.tricks-total"]),
    # No points without tricks.
    ([7, 1, 5, 0], [215, 40, 150, 0], []), ([7, 1, 5, 0], [215, 40, 150, 5], ["b.range"]),
    # Defenders score every trick.
    ([6, 1, 5, 1], [190, 0, 190, 35], ["b.range"]), ([6, 1, 5, 1], [190, 75, 150, 0], ["b.range"]),
    ([6, 1, 5, 1], [190, 15, 150, 60], ["b.range"]),
    ([6, 1, 5, 1], [190, 20, 150, 55], []),
    ([6, 1, 5, 1], [190, 75, 105, 45], ["b.range"]),
    ([6, 1, 5, 1], [190, 80, 105, 40], []),
    ([6, 1, 5, 1], [190, 85, 105, 35], ["b.range"]),
    # 4C with 11 tricks: one trick of either declaring player may have been put aside.
    ([6, 1, 5, 1], [95, 40, 200, 80], ["b.range"]),
    ([6, 1, 5, 1], [100, 40, 200, 75], ["b.range"]),
    ([6, 1, 5, 1], [100, 40, 205, 70], []), ([6, 1, 5, 1], [220, 45, 75, 75], ["b.range"]),
    ([6, 1, 5, 1], [220, 45, 80, 70], []), ([6, 1, 5, 1], [120, 25, 240, 30], []),
    ([6, 1, 5, 1], [120, 25, 245, 25], ["b.range"]),
    ([6, 1, 5, 1], [280, 25, 85, 25], []), ([6, 1, 5, 1], [285, 25, 80, 25], ["b.range"]),
    # 75 is impossible for one trick, whatever else is wrong.
    ([6, 1, 5, 1], [190, 75, 115, 35], ["b.range"]),
    ([6, 1, 5, 2], [190, 75, 115, 35], ["b.range", "b.tricks-total"]),
    ([6, 1, 5, 0], [190, 75, 150, 0], ["b.range", "b.tricks-total"]),
    ([6, 1, 5, 2], [190, 80, 110, 60], ["b.tricks-total"]),
    # A player's only trick may be the one put aside.
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
        (
            [190, 40, 150, 35],
            ["5 to 6 of 6 tricks", "1 trick", "4 to 5 of 5 tricks", "1 trick"],
        ),
        ([120, 25, 240, 30], ["5 to 6 of 6 tricks", "1 trick", "5 tricks", "1 trick"]),
    ]
    for points, text in rows:
        sheet = four(b_leg("4C", 0, [6, 1, 5, 1], points, 25))
        shown = [lines[0]["text"] for lines in sheet["rows"][0]["why"][:4]]
        tricks = [line.partition(";")[0].removeprefix("the cards from ") for line in shown]
        assert tricks == text, points


# Tricks put aside ---------------------------------------------------------------------------------

ONE_ASIDE = ("4C", [6, 1, 5, 1], [190, 40, 150, 35])
"""Figures of a B leg in which Ann and Cleo have one overtrick."""
JUST_MADE = ("5C", [6, 1, 5, 1], [210, 40, 150, 35])
LOST = ("6C", [6, 1, 5, 1], [210, 40, 150, 35])
OF_SIX = ("1H", [2, 2, 3, 2, 3, 1], [100, 95, 130, 100, 130, 60])
"""Figures of a B leg in which Ann, Cleo and Emil have one overtrick."""


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
        {"tricks": [7, 1, 5, 1]},  # the number of tricks put aside is unknown
        {"tricks": [5, 1, 4, 1], "partial": True, "unscored": 85, "points": [160, 40, 120, 35]},
    ]
    for fields in rows:
        sheet = four({"kind": "b-leg", **MADE, **fields}, format="clock")
        assert of_severity("warning", sheet) == [], fields


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
