"""B legs: contracts by figures and by cards, two tables, and questions about tricks."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    DOWN,
    JOKERS,
    MADE,
    TEAMS,
    B,
    asked,
    at,
    at_tables,
    b_cards,
    b_leg,
    cells_of,
    cited,
    contract,
    figures,
    found,
    four,
    is_explained,
    of_severity,
    rulings,
    sheet_of,
)
from tests.games.oracle import ORDER
from tests.games.records import Json, is_refused
from tests.games.whole_games import SEEDS

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
        (B, {}, "b.overtricks"), (B | {"unscored": 85}, JOKERS, "b.overtricks"),
        (b_leg("5C", 0, [6, 1, 5, 1], [215, 40, 150, 35], 60), JOKERS, "b.two-cards"),
        (b_leg("4C", 0, [5, 2, 4, 2], [160, 80, 140, 105], 15), JOKERS, "b.two-cards"),
    ]  # fmt: skip
    for leg, options, rule in rows:
        sheet = four(leg, **options)
        assert sheet["problems"] == [], leg
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
    for calls, bid_by, wrong in AGREEMENTS:
        told = contract(bid_by.split()[0], int(bid_by[-1])) if bid_by else None
        sheet = four(B | {"contract": told, "auction": calls})
        assert found(sheet) == of_severity("error", sheet) == wrong
        if wrong:
            assert cells_of(sheet) == [None] * 8
        elif "4C 0" in (bid_by or "4C 0"):
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
    ([6, 1, 5, 1], [190, 15, 150, 60], ["b.range"]), ([6, 1, 5, 1], [190, 20, 150, 55], []),
    ([6, 1, 5, 1], [190, 75, 105, 45], ["b.range"]), ([6, 1, 5, 1], [190, 80, 105, 40], []),
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
    # Without a contract, any tricks may have been put aside.
    for points, wrong in (([190, 40, 205, 0], []), ([190, 75, 150, 0], ["b.range"])):
        sheet = four({"kind": "b-leg", "tricks": [6, 1, 5, 1], "points": points})
        assert of_severity("error", sheet) == [*wrong, "play"]


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


def test_a_receipt_does_not_count_tricks_put_aside() -> None:
    ann, cleo = "6 tricks, of which 5 to 6 count", "5 tricks, of which 4 to 5 count"
    for points, taken in (([190, 40, 150, 35], cleo), ([120, 25, 240, 30], "5 tricks")):
        sheet = four(b_leg("4C", 0, [6, 1, 5, 1], points, 25))
        shown = [lines[0]["text"].partition(";")[0] for lines in sheet["rows"][0]["why"][:4]]
        assert shown == [f"the cards from {each}" for each in (ann, "1 trick", taken, "1 trick")]


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


def test_unscored_is_judged_only_where_it_is_known_what_is_aside() -> None:
    for fields in (
        {"tricks": [7, 1, 5, 1]},  # the number of tricks put aside is unknown
        {"tricks": [5, 1, 4, 1], "partial": True, "unscored": 85, "points": [160, 40, 120, 35]},
    ):
        assert of_severity("warning", four(B | fields, format="clock")) == [], fields


def test_a_partial_leg_has_possible_figures_too() -> None:
    rows: list[tuple[list[int], list[int], list[str]]] = [
        ([7, 1, 4, 1], [230, 30, 150, 30], []),
        ([7, 1, 4, 2], [230, 30, 140, 40], ["b.tricks-total"]),
        ([7, 1, 4, 0], [230, 15, 130, 0], ["b.range"]),
        ([7, 1, 4, 0], [230, 30, 75, 0], ["b.range"]), ([7, 1, 4, 0], [230, 30, 80, 0], []),
        ([7, 1, 4, 0], [230, 30, 80, 5], ["b.range"]),
    ]  # fmt: skip
    for tricks, points, wrong in rows:
        entry = {"kind": "b-leg", "partial": True, "tricks": tricks, "points": points}
        for fields in ({}, {"contract": MADE["contract"]}):
            assert of_severity("error", four(entry | fields, format="clock")) == wrong


HIGH_TO_LOW = ORDER[::-1]
SPADES = [[rank + suit for suit in "SHDC"] for rank in HIGH_TO_LOW]
"""The first player leads all the spades and takes every trick unless another suit is trumps."""
HEARTS = [SPADES[0], *([rank + suit for suit in "HDCS"] for rank in HIGH_TO_LOW[1:])]
"""Hearts are trumps. The second player takes the first spade with a heart, then leads hearts."""
NT_0: Json = {"contract": contract("1NT", 0)}


def but(play: list[list[str]], *changes: tuple[int, int, str]) -> list[list[str]]:
    """Return the play with cards replaced; a change is (trick from 1, place from 0, card)."""
    copy = [trick.copy() for trick in play]
    for number, place, card in changes:
        copy[number - 1][place] = card
    return copy


# The cards ----------------------------------------------------------------------------------------


def test_every_card_of_the_pack_falls_once() -> None:
    rows: list[tuple[list[list[str]], list[str]]] = [
        (SPADES, []), (SPADES[:12], ["play"]),
        ([*SPADES, ["2S", "2H", "2D", "2C"]], ["pack", "play"]),
        ([*SPADES[:12], ["2S", "2H", "2D"]], ["play"]), ([*SPADES[:12], []], ["play"]),
        ([], ["play"]), (but(SPADES, (13, 3, "3C")), ["pack"]),
        (but(SPADES, (13, 3, "AS")), ["pack"]),
        *((but(SPADES, (13, 3, card)), ["pack"]) for card in ("JK", "RJ", "XX", "1C", "", "SHEET")),
        (but(SPADES, (4, 0, "10s"), (5, 0, "ts"), (13, 3, "2♣")), ["pack"]),
        (but(SPADES, (5, 0, "ts"), (13, 3, "2♣"), (1, 0, "as")), []),
    ]  # fmt: skip
    for play, wrong in rows:
        sheet = four(b_cards(play, **NT_0))
        assert of_severity("error", sheet) == wrong, play
        assert cells_of(sheet) == ([None] * 8 if wrong else [0, 440, 0, 0, 0, 440, 0, 440])
    assert "play" in of_severity("error", four(b_cards(SPADES)))  # they don't tell the contract


def test_figures_beside_the_cards_are_what_the_cards_come_to() -> None:
    for name, right, wrong in (
        ("tricks", [0, 13, 0, 0], [0, 12, 1, 0]), ("points", [0, 440, 0, 0], [0, 435, 0, 5]),
        ("unscored", 0, 5),
    ):  # fmt: skip
        assert found(four(b_cards(SPADES, **NT_0, **{name: right}))) == []
        assert "play" in of_severity("error", four(b_cards(SPADES, **NT_0, **{name: wrong})))


def test_six_play_with_six_whole_suits_of_three_packs() -> None:
    rows: list[tuple[str, bool]] = [
        ("SSSHHH", True), ("SSSHHD", True), ("SSHHDC", True), ("SHDCSH", True), ("SSSSHH", False),
        ("SSHHHH", False),
    ]  # fmt: skip
    for suits, fits in rows:
        suits = "".join(sorted(suits, key="SHDC".index))
        play = [[rank + suit for suit in suits] for rank in HIGH_TO_LOW]
        sheet = sheet_of(6, b_cards(play, **NT_0))
        assert of_severity("error", sheet) == ([] if fits else ["pack"]), suits
        if fits:
            assert cells_of(sheet) == [0, 660, 0, 0, 0, 0, 0, 660, 0, 660]
        for change in ((13, 0, "3S"), (13, 5, "JK")):
            assert "pack" in found(sheet_of(6, b_cards(but(play, change), **NT_0)))


@given(SEEDS, st.sampled_from([("4", False), ("4", True), ("6", False), ("6 in three", False)]))
def test_where_two_cards_are_exchanged_revokes_are_found(seed: int, way: tuple[str, bool]) -> None:
    random, teams, jokers = Random(seed), TEAMS[way[0]], way[1]
    made = oracle.random_contract(random, len(teams))
    leg = oracle.lawful_leg(random, made, teams, jokers)
    places = [
        (number, place)
        for number, trick in enumerate(leg.play)
        for place, card in enumerate(trick)
        if not oracle.is_joker(card)
    ]
    (first, here), (second, there) = random.sample(places, 2)
    one, other = leg.play[first][here], leg.play[second][there]
    leg.play[first][here], leg.play[second][there] = other, one
    entry = b_cards(leg.play, contract=made._asdict(), **({"aside": leg.aside} if jokers else {}))
    options: Json = {"format": "half-marathon", "b_jokers": jokers, "teams": list(teams)}
    sheet = sheet_of(len(teams), entry, **options)
    assert found(sheet) == (["b.follow"] if oracle.revokes(leg.play, made, teams) else [])
    assert cells_of(sheet) == oracle.row(made, teams, oracle.figures(leg, teams))


NAMED_SUITS: list[tuple[str, list[tuple[int, int, str]], str, list[str]]] = [
    # In the last trick, Jokers are played to a spade.
    ("1NT", [(13, 2, "JK"), (13, 3, "JK")], "2D 2C", []),
    ("1NT", [(13, 2, "RJ"), (13, 3, "bj")], "2D 2C", []),
    ("1NT", [(13, 2, "JK=H"), (13, 3, "JK")], "2D 2C", ["b.first-joker"]),
    ("1NT", [(13, 2, "JK"), (13, 3, "JK=H")], "2D 2C", ["b.second-joker"]),
    ("1NT", [(13, 1, "JK=H"), (13, 3, "JK=H")], "2H 2C", ["b.first-joker", "b.second-joker"]),
    # The first Joker is led: it names a suit in no trumps, and only then.
    *(("1NT", [(13, 0, f"JK={suit}"), (13, 3, "JK")], "2S 2C", []) for suit in "SHDC"),
    ("1NT", [(13, 0, "JK"), (13, 3, "JK")], "2S 2C", ["b.first-joker"]),
    ("1S", [(13, 0, "JK"), (13, 3, "JK")], "2S 2C", []),
    *(("1S", [(13, 0, f"JK={suit}"), (13, 3, "JK")], "2S 2C", ["b.first-joker"]) for suit in "SH"),
    # The second Joker is led: it names a suit other than trumps.
    *(("1NT", [(12, 0, "JK=D"), (13, 0, f"JK={suit}")], "2S 3S", []) for suit in "SHDC"),
    ("1NT", [(12, 0, "JK=D"), (13, 0, "JK")], "2S 3S", ["b.second-joker"]),
    *(("1S", [(12, 0, "JK"), (13, 0, f"JK={suit}")], "2S 3S", []) for suit in "HDC"),
    ("1S", [(12, 0, "JK"), (13, 0, "JK=S")], "2S 3S", ["b.second-joker"]),
    ("1S", [(12, 0, "JK"), (13, 0, "JK")], "2S 3S", ["b.second-joker"]),
    ("1NT", [(12, 0, "JK"), (13, 0, "JK")], "2S 3S", ["b.first-joker", "b.second-joker"]),
    # There are two Jokers, one copy of each other card, and two cards left over.
    ("1NT", [(12, 3, "JK"), (13, 2, "JK"), (13, 3, "JK")], "2D 2C", ["pack"]),
    *(("1NT", [(13, 2, "JK"), (13, 3, "JK")], f"2D {card}", ["pack"])
      for card in ("2D", "3D", "JK", "XX")),
    *(("1NT", [(13, 2, "JK"), (13, 3, "JK")], aside, ["play"]) for aside in ("", "2D")),
    ("1NT", [], "JK JK", []), ("1NT", [(13, 2, "JK")], "2D jk", []),
    ("1NT", [(13, 2, "JK")], "2D RJ", []),
]  # fmt: skip


def test_a_joker_names_a_suit_where_it_must_and_nowhere_else() -> None:
    for bid, changes, aside, wrong in NAMED_SUITS:
        play = but(SPADES, *changes)
        entry = b_cards(play, contract=contract(bid, 0), aside=aside.split())
        sheet = four(entry, **JOKERS)
        assert of_severity("error", sheet) == wrong
        if not wrong:
            assert cells_of(sheet)[-1] == 500
            jokers = {"RJ": "JK", "bj": "JK"}
            cards = [[jokers.get(card, card) for card in trick] for trick in play]
            made = oracle.Contract(int(bid[0]), bid[1:], 0)
            derived = oracle.figures(oracle.Leg(made, cards, []), oracle.FOUR)
            assert cells_of(sheet)[:4] == derived.points


WITH_JOKERS: Json = {"format": "5000", "b_jokers": True}


def trick(cards: str, trump: str | None, hand: str | None = None, **fields: Any) -> Json:
    held = {} if hand is None else {"hand": hand.split()}
    return asked("trick", cards=cards.split(), trump=trump, **held, **fields)


def test_a_table_of_eight_plays_tricks_of_four_and_one_of_six_tricks_of_six() -> None:
    for players, size in ((4, 4), (6, 6), (8, 4)):
        cards = ["2H", "3H", "4H", "5H", "6H", "7H"]
        for number in range(1, size + 1):
            reply = trick(" ".join(cards[:number]), None, "8H AS", players=players)
            assert reply["answer"]["complete"] == (number == size)
            assert reply["answer"]["playable"] == ([] if number == size else ["8H"])
        assert is_refused(trick, " ".join([*cards, "9H"][: size + 1]), None, players=players)
        assert trick("AS", None, players=players, leader=size - 1)["answer"]["winner"] == size - 1
        assert is_refused(trick, "AS", None, players=players, leader=size)


# Jokers -------------------------------------------------------------------------------------------


JOKER_TRICKS: list[tuple[str, str | None, int, str, int | None, str, str]] = [
    # Cards, trumps, Jokers before and a hand; who wins, what may be played, and the rules cited.
    # The first Joker is the highest trump; in no trumps, it takes any trick.
    ("KS AS JK 4S", "H", 0, "", 2, "", "first-joker"),
    ("JK AS", "S", 0, "", 0, "", "first-joker follow"),
    ("KS AS JK 4S", None, 0, "", 2, "", "first-joker first-joker"),
    ("JK=H AH AS", None, 0, "", 0, "", "first-joker follow first-joker"),
    # The second Joker beats the ace of the suit led, but not of trumps.
    ("KS AS JK 4S", "H", 1, "", 2, "", "second-joker"),
    ("KS AS JK 2H", "H", 1, "", 3, "", "second-joker trick"),
    ("9H JK 2H 4H", "H", 1, "", 0, "", "second-joker trick"),
    ("JK=S AS 2H", None, 1, "", 0, "", "second-joker follow"),
    # Both Jokers in one trick.
    ("JK=H JK AH", None, 0, "", 0, "", "second-joker first-joker follow first-joker"),
    ("KS JK JK 4S", "H", 0, "", 1, "", "second-joker first-joker"),
    # Until a Joker has been played, a Joker follows suit as a trump.
    ("", "S", 0, "JK 7H", None, "JK 7H", "lead follow follow"),
    ("9S", "S", 0, "JK RJ AH", 0, "JK JK",
     "trick first-joker first-joker first-joker follow"),
    ("9H", "S", 0, "JK 7H AS", 0, "7H", "trick follow follow follow"),
    ("9H", None, 0, "JK AS AD", 0, "JK AS AD", "trick first-joker follow follow"),
    ("JK", "S", 0, "7S AH", 0, "7S", "first-joker follow follow"),
    ("9H", "H", 0, "JK", 0, "JK", "trick first-joker first-joker"),
    # The second Joker may be played to any plain suit, but never has to be.
    ("9H", "S", 1, "JK 7H AS", 0, "JK 7H", "trick second-joker second-joker follow follow"),
    ("9H", "S", 1, "JK AS AD", 0, "JK AS AD", "trick second-joker second-joker follow follow"),
    ("9H JK", "S", 0, "JK 7H AS", 1, "JK 7H",
     "first-joker second-joker second-joker follow follow"),
    ("JK=D", "S", 1, "7S 7D", 0, "7D", "second-joker follow follow"),
    # It may be played on trumps only by a player without trumps.
    ("9S", "S", 1, "JK 7S AH", 0, "7S", "trick second-joker follow follow follow"),
    ("9S", "S", 1, "JK AH", 0, "JK AH", "trick second-joker second-joker follow"),
    ("9S JK", "S", 0, "JK 7S", 1, "7S", "first-joker second-joker follow follow"),
]  # fmt: skip


def test_who_wins_and_what_may_be_played_with_jokers() -> None:
    for cards, trump, before, hand, winner, playable, rules in JOKER_TRICKS:
        reply = trick(cards, trump, hand, options=WITH_JOKERS, jokers_played=before)
        answer = reply["answer"]
        assert (answer["winner"], answer["playable"]) == (winner, playable.split()), cards
        assert rulings(reply) == [f"b.{rule}" for rule in rules.split()], (cards, hand)


IMPOSSIBLE: list[tuple[str, str | None, int, str, bool]] = [
    ("AH JK", "S", 0, "JK", True), ("AH JK", "S", 0, "JK JK", False),
    ("AH JK", "S", 1, "JK", False), ("AH JK", "S", 1, "", True), ("AH JK", "S", 2, "", False),
    ("AH", "S", 2, "JK", False), ("AH", "S", 2, "7H", True), ("AH", "S", 3, "7H", False),
    ("AH", "S", -1, "7H", False),
    # A Joker that is led names a suit only if it has to.
    ("JK", "S", 0, "", True), ("JK=H", "S", 0, "", False), ("JK=S", "S", 0, "", False),
    ("JK", None, 0, "", False), ("JK=H", None, 0, "", True), ("JK", "S", 1, "", False),
    ("JK=S", "S", 1, "", False), ("JK=H", "S", 1, "", True), ("JK", None, 1, "", False),
    ("JK=S", None, 1, "", True), ("JK=X", None, 1, "", False),
    # The pack has one copy of each card.
    ("AH AH", "S", 0, "", False), ("AH", "S", 0, "AH", False), ("AH XX", "S", 0, "", False),
    ("AH KH", "X", 0, "", False),
]  # fmt: skip


def test_impossible_cards_are_no_question() -> None:
    for cards, trump, before, hand, is_question in IMPOSSIBLE:
        fields: Json = {"options": WITH_JOKERS, "jokers_played": before}
        if is_question:
            assert trick(cards, trump, hand, **fields)["answer"]["suit_to_follow"]
        else:
            assert is_refused(trick, cards, trump, hand, **fields)


def test_six_may_play_a_card_three_times_and_without_jokers() -> None:
    assert trick("AH AH AH", None, players=6)["answer"]["winner"] == 0
    for cards in ("AH AH AH AH", "AH JK"):
        assert is_refused(trick, cards, None, players=6)


@given(SEEDS, st.sampled_from([("4", False), ("4", True), ("6", False)]))
def test_every_trick_is_answered_as_the_rules_say(seed: int, way: tuple[str, bool]) -> None:
    random, teams, jokers = Random(seed), TEAMS[way[0]], way[1]
    seats = len(teams)
    made = oracle.random_contract(random, seats)
    leg = oracle.lawful_leg(random, made, teams, jokers)
    with_jokers = [at for at, trick in enumerate(leg.play) if any(map(oracle.is_joker, trick))]
    number = random.choice(random.choice((range(13), with_jokers or range(13))))
    follows = oracle.followed(leg.play, made)
    before, leader = follows.before[number], follows.leaders[number]
    cards = leg.play[number][: random.randint(0, seats)]
    seat = (leader + len(cards)) % seats
    hand = [] if len(cards) == seats else follows.seats[seat][number:]
    answer = trick(
        " ".join(cards), made.trump, " ".join(hand), leader=leader, players=seats,
        options=WITH_JOKERS if jokers else {}, **({"jokers_played": before} if jokers else {}),
    )["answer"]  # fmt: skip
    playable = oracle.playable(hand, cards, made.trump, before)
    assert answer["playable"] == playable
    assert answer["complete"] == (len(cards) == seats)
    assert answer["suit_to_follow"] == oracle.suit_to_follow(cards, made.trump)
    if cards:
        place = oracle.winner(cards, made.trump, before)
        assert answer["winner"] == (leader + place) % seats
        assert answer["winning_card"][:2] == cards[place][:2]


def test_only_eight_sit_at_two_tables() -> None:
    for seats in (4, 6):
        assert "play" in of_severity("error", sheet_of(seats, at_tables(MADE, DOWN))), seats
        assert found(sheet_of(8, at_tables(MADE, DOWN))) == []
        alone = {"kind": "b-leg", "contract": MADE["contract"]}
        assert "play" in of_severity("error", sheet_of(8, alone))


def tables_named(sentences: list[str]) -> set[str]:
    found = [re.findall(r"Table (\d): ", sentence) for sentence in sentences]
    assert all(found)
    return {number for numbers in found for number in numbers}


def test_with_eight_players_each_message_says_which_table() -> None:
    rows: list[Json] = [
        {"tricks": [6, 1, 5, 2]}, {"points": [190, 75, 115, 35]}, {"points": [191, 40, 150, 34]},
        {"unscored": 20}, {"contract": None}, {"auction": ["1C", "1C"]}, {"aside": ["2C", "7D"]},
    ]  # fmt: skip
    for change in rows:
        for number, tables in (("1", [MADE | change, MADE]), ("2", [MADE, MADE | change])):
            sheet = sheet_of(8, at_tables(*tables))
            messages = [problem["message"] for problem in sheet["problems"]]
            assert tables_named(messages) == {number}, change


def test_with_eight_players_each_receipt_says_which_table() -> None:
    sheet = sheet_of(8, at_tables(MADE, DOWN))
    why = sheet["rows"][0]["why"]
    for column, tables in ((0, {"1"}), (3, {"1"}), (8, {"1", "2"}), (10, {"1", "2"})):
        assert tables_named([line["text"] for line in why[column]]) == tables
    assert "Table" not in str(four(B)["rows"][0]["why"])


def test_of_eight_players_no_table_passes_the_leg_out() -> None:
    for entry in ({"kind": "b-leg", "passed_out": True}, {"kind": "b-leg", "auction": ["P"] * 4}):
        before, after = sheet_of(8), sheet_of(8, entry)
        assert of_severity("error", after) == ["play"]
        assert after["next"] == before["next"]
    passes = at_tables({"auction": ["P"] * 4}, MADE)
    assert "b.auction" in of_severity("error", sheet_of(8, passes))


def test_the_tables_of_eight_deal_for_themselves() -> None:
    for first in range(8):
        for declarer in range(4):
            called = MADE | {"auction": ["4C", *PASSES], "contract": contract("4C", declarer)}
            sheet = sheet_of(8, at_tables(MADE, called), first_dealer=first)
            assert ("b.declarer" in found(sheet)) == (declarer != first % 4)
