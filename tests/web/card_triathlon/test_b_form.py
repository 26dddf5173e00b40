"""The form of a B leg by figures: contract or auction, tricks, points typed or counted."""

from __future__ import annotations

from tests.games.card_triathlon.legs import JOKERS, PASSED, contract
from tests.games.card_triathlon.whole_legs import Row
from tests.games.records import Json
from tests.web.leg_forms import (
    Typed,
    b_typed,
    broken,
    by_seat,
    calls,
    cells,
    check_recorded,
    check_untouched,
    counted,
    edited,
    game,
    send,
)
from tests.web.phones import Phone, PlayedMatch

CLUBS = contract("4C", 0)
MADE = b_typed("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])
ROW: Row = [190, 40, 150, 35, 340, 75, 25, 440]
FIGURES: Json = {"tricks": [6, 1, 5, 1], "points": [190, 40, 150, 35]}
BID = ["1C", "P", "2C", "X", "4C", "P", "P", "P"]
SIX = b_typed("5NT", 0, [3, 2, 3, 1, 4, 0], [160, 110, 150, 55, 185, 0])
SIX_FIGURES: Json = {"tricks": [3, 2, 3, 1, 4, 0], "points": [160, 110, 150, 55, 185, 0]}
SIX_BID = [*["P"] * 3, "1H", "P", "5NT", *["P"] * 5]
OTHER = b_typed("4C", 0, [5, 2, 4, 2], [160, 80, 140, 60], place=1)
"""Nine tricks at the other table: defeated, and the totals are exchanged."""
OTHER_FIGURES: Json = {"tricks": [5, 2, 4, 2], "points": [160, 80, 140, 60]}
BOTH: list[Json] = [{"contract": CLUBS, **FIGURES}, {"contract": CLUBS, **OTHER_FIGURES}]
BOTH_ROW = [190, 40, 150, 35, None, None, None, None, 340 + 300, 75 + 140, 25, 880]
AFTER = b_typed("7NT", 0, [13, 0, 0, 0], [440, None, None, None])

GOOD: list[tuple[str, int, Json, Typed, Json, Row]] = [
    ("nothing counted", 4, {}, MADE, {"contract": CLUBS, **FIGURES}, ROW),
    ("the rest counted", 4, {}, MADE | {"unscored_0": "25"},
     {"contract": CLUBS, **FIGURES, "unscored": 25}, ROW),
    ("call by call", 4, {}, MADE | calls(" ".join(BID)), {"auction": BID, **FIGURES}, ROW),
    ("calls in small letters", 4, {}, MADE | calls(" 1c p 2c x  4c p p p "),
     {"auction": BID, **FIGURES}, ROW),
    ("blanks and zeros", 4, {}, MADE | {"tricks0": " 06 ", "points0": " 0190 "},
     {"contract": CLUBS, **FIGURES}, ROW),
    ("a remark", 4, {}, MADE | {"note": "a & <b>"},
     {"contract": CLUBS, **FIGURES, "note": "a & <b>"}, ROW),
    ("points by worth", 4, {}, MADE | {"points0": ""} | counted("points0", 10, 10, 2),
     {"contract": CLUBS, **FIGURES}, ROW),
    ("the rest by worth", 4, {}, MADE | counted("unscored_0", 3, 1, 0),
     {"contract": CLUBS, **FIGURES, "unscored": 25}, ROW),
    ("what is typed goes before what is counted", 4, {}, MADE | counted("points0", 1),
     {"contract": CLUBS, **FIGURES}, ROW),
    ("no trick and no points", 4, {}, AFTER,
     {"contract": contract("7NT", 0), "tricks": [13, 0, 0, 0], "points": [440, 0, 0, 0]},
     [440, 0, 0, 0, 440, 0, 0, 440]),
    ("Jokers", 4, JOKERS, MADE | {"unscored_0": "", "points0": ""}
     | counted("points0", 6, 10, 3) | counted("unscored_0", 3, 1, 0, 2),
     {"contract": CLUBS, **FIGURES, "unscored": 85}, [*ROW[:6], 85, 500]),
    ("six in two teams", 6, {}, SIX, {"contract": contract("5NT", 0), **SIX_FIGURES},
     [None] * 6 + [165, 495, 0, 660]),
    ("six, call by call", 6, {}, SIX | calls(" ".join(SIX_BID)),
     {"auction": SIX_BID, **SIX_FIGURES},
     [*SIX_FIGURES["points"], 495, 165, 0, 660]),
    ("two tables", 8, {}, MADE | OTHER, {"tables": BOTH}, BOTH_ROW),
    ("two tables, one call by call", 8, {}, MADE | OTHER | calls(" ".join(BID), 1),
     {"tables": [BOTH[0], {"auction": BID, **OTHER_FIGURES}]}, BOTH_ROW),
    ("two tables with Jokers", 8, JOKERS, MADE | OTHER | {"unscored_0": "85", "unscored_1": "60"},
     {"tables": [BOTH[0] | {"unscored": 85}, BOTH[1] | {"unscored": 60}]},
     [*BOTH_ROW[:-2], 145, 1000]),
]  # fmt: skip


# Recorded -----------------------------------------------------------------------------------------


def test_a_leg_is_recorded_by_its_figures_and_saved_untouched_it_stays(ann: Phone) -> None:
    for _, seats, options, typed, entry, row in GOOD:
        match = game(ann, seats, **options)
        page = check_recorded(ann, match, typed, {"kind": "b-leg", **entry}, row)
        assert page.rows[0] == ["–" if cell is None else str(cell) for cell in row]


def test_missing_tricks_and_points_are_named_with_what_is_left_of_them(
    ann: Phone, table: PlayedMatch
) -> None:
    cases: list[tuple[int, Typed, str]] = [
        (4, {"tricks1": "", "tricks3": ""}, "Ben and Dora; 2 of 13"),
        (4, {"tricks0": "12", "tricks1": "", "tricks2": "", "tricks3": ""},
         "Ben, Cleo and Dora; 1 of 13"),
        (8, {"tricks4": "", "tricks7": ""}, "Emil and P8; 7 of 13"),
    ]  # fmt: skip
    for seats, typed, named in cases:
        match = game(ann, seats)
        page = send(ann, match, MADE | (OTHER if seats == 8 else {}) | typed)
        assert (page.status, broken(page)) == (422, ["b.tricks-total"])
        assert named in page.alert

    page = send(ann, table, b_typed("1NT", 0, [7, 6, 0, 0], [None] * 4))
    assert broken(page) == ["values"]
    assert "Ann and Ben" in page.alert
    assert {"Cleo", "Dora"} & set(page.alert.replace(".", "").split()) == set()

    match = game(ann, 8)
    assert send(ann, match, MADE | OTHER | {"tricks0": "", "tricks5": ""}).status == 200
    assert [part["tricks"] for part in match.entries[0]["tables"]] == [[6, 1, 5, 1], [5, 2, 4, 2]]


# Everybody passed ---------------------------------------------------------------------------------


def test_a_deal_that_is_passed_out_is_recorded_and_the_leg_is_still_due(ann: Phone) -> None:
    cases: list[tuple[int, Typed, Json]] = [
        (4, {"bid_0": "passed"}, PASSED),
        (4, MADE | {"bid_0": "passed"}, PASSED),
        (4, calls("P P P P"), {"kind": "b-leg", "auction": ["P"] * 4}),
        (6, {"bid_0": "passed"}, PASSED),
        (6, calls("P P P P P P"), {"kind": "b-leg", "auction": ["P"] * 6}),
    ]
    for seats, typed, entry in cases:
        match = game(ann, seats)
        page = send(ann, match, typed)
        assert (page.status, match.entries) == (200, [entry])
        assert set(cells(match)) == {None}
        assert "deal again" in page.tree.one(class_="due").text
        check_untouched(ann, match)
        assert edited(ann, match, **(MADE if seats == 4 else SIX), bid_0="").status == 200
        assert match.entries[0]["tricks"] == (FIGURES if seats == 4 else SIX_FIGURES)["tricks"]


def test_passes_that_do_not_end_the_leg_are_refused(ann: Phone) -> None:
    cases: list[tuple[int, Typed, list[str]]] = [
        (6, calls("P P P P"), ["b.auction"]),
        (4, calls("P P P"), ["b.auction"]),
        (4, MADE | calls("P P P P P"), ["b.auction"]),
        (8, MADE | OTHER | calls("P P P P"), ["b.auction"]),
        (8, MADE | OTHER | calls("P P P P", 1), ["b.auction"]),
        (8, MADE | OTHER | {"bid_0": "passed"}, ["play"]),
    ]
    for seats, typed, rules in cases:
        match = game(ann, seats)
        page = send(
            ann, match, by_seat("tricks", [7, 6, 0, 0]) | by_seat("points", [220, 220]) | typed
        )
        assert (page.status, match.number) == (422, 1)
        assert set(rules) <= set(broken(page))

    for seats in (4, 6, 8):
        ways = ann.open(game(ann, seats).to_score).tree.all("input", name="bid_0")
        assert ("passed" in [way["value"] for way in ways]) == (seats != 8)
