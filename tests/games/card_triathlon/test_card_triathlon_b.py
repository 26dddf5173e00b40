"""The B leg of Card Triathlon by figures: contracts made and defeated, and how they came about."""

from __future__ import annotations

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    DOWN,
    JOKERS,
    MADE,
    PASSED,
    TEAMS,
    at_tables,
    b_leg,
    cells_of,
    cited,
    figures,
    four,
    is_explained,
    of_severity,
    sheet_of,
)
from tests.games.records import Json

Row = list[int | None]
NOBODY = [None] * 4
PASSES = ["P", "P", "P"]


# What it scores -----------------------------------------------------------------------------------


SCORES: list[tuple[str, str, int, list[int], list[int], Row]] = [
    # The worked examples.
    ("4", "4C", 0, [6, 1, 5, 1], [190, 40, 150, 35], [190, 40, 150, 35, 340, 75, 25, 440]),
    ("4", "4C", 0, [5, 2, 4, 2], [160, 80, 140, 60], [*NOBODY, 140, 300, 0, 440]),
    # Just made, and one trick short, by every seat.
    ("4", "4C", 2, [6, 1, 4, 2], [200, 35, 130, 75], [200, 35, 130, 75, 330, 110, 0, 440]),
    ("4", "5C", 2, [6, 1, 4, 2], [200, 35, 130, 75], [*NOBODY, 110, 330, 0, 440]),
    ("4", "3NT", 1, [2, 4, 2, 5], [70, 140, 60, 170], [70, 140, 60, 170, 130, 310, 0, 440]),
    ("4", "4S", 1, [2, 4, 2, 5], [70, 140, 60, 170], [*NOBODY, 310, 130, 0, 440]),
    ("4", "4S", 3, [2, 4, 2, 5], [70, 140, 60, 170], [*NOBODY, 310, 130, 0, 440]),
    ("4", "7D", 3, [0, 13, 0, 0], [0, 440, 0, 0], [0, 440, 0, 0, 0, 440, 0, 440]),
    # A contract that is made is exchanged for nothing, however few its cards are worth.
    ("4", "1C", 0, [4, 3, 3, 3], [85, 140, 80, 135], [85, 140, 80, 135, 165, 275, 0, 440]),
    # A defeated team that has less, or as much, keeps what it has.
    ("4", "1H", 0, [2, 5, 4, 2], [60, 150, 130, 100], [60, 150, 130, 100, 190, 250, 0, 440]),
    ("4", "1H", 0, [3, 4, 3, 3], [110, 120, 110, 100], [110, 120, 110, 100, 220, 220, 0, 440]),
    ("4", "1H", 0, [3, 4, 3, 3], [115, 120, 110, 95], [*NOBODY, 215, 225, 0, 440]),
    ("4", "1H", 0, [0, 13, 0, 0], [0, 440, 0, 0], [0, 440, 0, 0, 0, 440, 0, 440]),
    # Overtricks are nobody's.
    ("4", "1NT", 0, [13, 0, 0, 0], [240, 0, 0, 0], [240, 0, 0, 0, 240, 0, 200, 440]),
    ("4", "6S", 3, [0, 12, 0, 1], [0, 400, 0, 0], [0, 400, 0, 0, 0, 400, 40, 440]),
    ("4", "6S", 3, [0, 12, 0, 1], [0, 360, 0, 40], [0, 360, 0, 40, 0, 400, 40, 440]),
    # Two teams of three.
    ("6", "2S", 2, [3, 2, 3, 1, 2, 2], [170, 100, 160, 60, 90, 80],
     [170, 100, 160, 60, 90, 80, 420, 240, 0, 660]),
    ("6", "2S", 4, [3, 2, 2, 2, 2, 2], [170, 100, 130, 80, 100, 80],
     [*[None] * 6, 260, 400, 0, 660]),
    ("6", "2S", 1, [3, 2, 2, 2, 2, 2], [170, 100, 130, 80, 100, 80],
     [170, 100, 130, 80, 100, 80, 400, 260, 0, 660]),
    # Three teams: the declaring team gets the least, the others keep their order.
    ("6 in three", "1C", 4, [2, 3, 2, 2, 3, 1], [110, 150, 100, 90, 140, 70],
     [*[None] * 6, 290, 170, 200, 0, 660]),
    ("6 in three", "1C", 4, [2, 3, 2, 2, 3, 1], [130, 100, 120, 110, 120, 80],
     [*[None] * 6, 240, 200, 220, 0, 660]),
    ("6 in three", "2C", 0, [2, 3, 2, 2, 3, 1], [130, 100, 120, 110, 120, 80],
     [*[None] * 6, 200, 240, 220, 0, 660]),
    ("6 in three", "3H", 5, [2, 3, 2, 2, 3, 1], [90, 140, 150, 70, 90, 120],
     [*[None] * 6, 230, 270, 160, 0, 660]),
    ("6 in three", "1C", 1, [2, 3, 2, 2, 3, 1], [130, 100, 120, 110, 90, 110],
     [130, 100, 120, 110, 90, 110, 240, 190, 230, 0, 660]),
    ("6 in three", "1C", 1, [2, 3, 2, 2, 3, 1], [140, 100, 110, 120, 100, 90],
     [140, 100, 110, 120, 100, 90, 260, 200, 200, 0, 660]),
    ("6 in three", "1C", 1, [2, 4, 1, 2, 3, 1], [130, 170, 80, 100, 120, 60],
     [130, 170, 80, 100, 120, 60, 230, 290, 140, 0, 660]),
    # Equal opponents of a defeated team have half each: of 465 a 5 is left over.
    ("6 in three", "6C", 0, [3, 2, 2, 2, 2, 2], [135, 100, 95, 135, 95, 100],
     [*[None] * 6, 195, 230, 230, 5, 660]),
    ("6 in three", "6C", 0, [3, 2, 2, 2, 2, 2], [130, 100, 100, 130, 100, 100],
     [*[None] * 6, 200, 230, 230, 0, 660]),
    ("6 in three", "6C", 3, [3, 2, 2, 2, 2, 2], [130, 100, 100, 130, 100, 100],
     [*[None] * 6, 200, 230, 230, 0, 660]),
    # Nothing is exchanged where the declaring team has the least, or all have as much.
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


def test_with_jokers_two_cards_are_unscored_and_a_leg_is_worth_500() -> None:
    rows: list[tuple[str, list[int], list[int], int, Row]] = [
        ("4C", [6, 1, 5, 1], [190, 40, 150, 35], 85, [190, 40, 150, 35, 340, 75, 85, 500]),
        ("5C", [6, 1, 5, 1], [215, 40, 150, 35], 60, [215, 40, 150, 35, 365, 75, 60, 500]),
        ("6C", [6, 1, 5, 1], [215, 40, 150, 35], 60, [*NOBODY, 75, 365, 60, 500]),
        ("7C", [0, 0, 13, 0], [0, 0, 490, 0], 10, [0, 0, 490, 0, 490, 0, 10, 500]),
    ]
    for bid, tricks, points, unscored, row in rows:
        for options in (JOKERS, {"format": "3000"}, {"format": "clock", "b_jokers": True}):
            for counted in ((unscored,), ()):
                sheet = four(b_leg(bid, 0, tricks, points, *counted), **options)
                assert (sheet["problems"], cells_of(sheet)) == ([], row)
        tables = [figures(bid, 0, tricks, points, unscored)] * 2
        assert cells_of(sheet_of(8, at_tables(*tables), **JOKERS))[-1] == 1000, bid


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


# Auction and contract -----------------------------------------------------------------------------


AGREEMENTS: list[tuple[list[str], str | None, list[str]]] = [
    (["4C", *PASSES], "4C 0", []), (["4C", *PASSES], None, []),
    (["4C", *PASSES], "3C 0", ["b.auction"]), (["4C", *PASSES], "4D 0", ["b.auction"]),
    (["4C", *PASSES], "4C 2", ["b.declarer"]), (["4C", *PASSES], "4C 1", ["b.declarer"]),
    # The first of the team to have bid the strain.
    (["1C", "P", "4C", *PASSES], "4C 0", []),
    (["1C", "P", "4C", *PASSES], "4C 2", ["b.declarer"]),
    (["1S", "P", "4C", *PASSES], "4C 2", []),
    (["1S", "P", "4C", *PASSES], "4C 0", ["b.declarer"]),
    (["P", "1C", "P", "P", "4C", *PASSES], "4C 0", []),
    (["P", "1C", "P", "P", "4C", *PASSES], "4C 1", ["b.declarer"]),
    # Doubles change nothing.
    (["4C", "X", "XX", *PASSES], "4C 0", []),
    (["4C", "X", "P", "P", "XX", *PASSES], None, []),
    # Not lawful, and not ended.
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
        assert of_severity("error", sheet) == wrong
        if wrong:
            assert cells_of(sheet) == [None] * 8
        elif "4C 0" in (contract or "4C 0"):
            assert cells_of(sheet) == [190, 40, 150, 35, 340, 75, 25, 440]


def test_the_team_of_the_auction_declares() -> None:
    entry: Json = {"kind": "b-leg", "auction": ["4C", *PASSES], "tricks": [5, 2, 4, 2]}
    entry |= {"points": [160, 80, 140, 60], "unscored": 0}
    assert cells_of(four(entry)) == [*NOBODY, 140, 300, 0, 440]
    assert cells_of(four(PASSED, entry)) == [160, 80, 140, 60, 300, 140, 0, 440]


def test_an_auction_of_passes_means_that_the_leg_is_passed_out() -> None:
    for seats in (4, 6):
        sheet = sheet_of(seats, {"kind": "b-leg", "auction": ["P"] * seats})
        assert (sheet["problems"], set(cells_of(sheet))) == ([], {None})
        assert (sheet["next"]["kind"], sheet["next"]["dealer"]) == ("b-leg", 1)
