"""The figures of every leg: what all its cards are worth, and that what is entered adds up."""

from __future__ import annotations

import pytest

from tests.games.card_triathlon import oracle_canasta as canasta
from tests.games.card_triathlon.legs import (
    C_FIRST,
    CROSSCHECK,
    D_FIRST,
    DOWN,
    JOKERS,
    MADE,
    SEVEN,
    TEAMS,
    WORTH,
    all_to,
    at_tables,
    c_leg,
    cells_of,
    cited,
    d_leg,
    found,
    four,
    is_explained,
    laid,
    of_severity,
    sheet_of,
)
from tests.games.records import Json

B: Json = {"kind": "b-leg", **MADE}
C = c_leg(310, 150, 205, 180, held=[0, 25, 10, 40], unscored=80)
D = d_leg(110, 35, 60, 0, unscored=795)
FIRST: dict[str, Json] = {"b-leg": {}, "c-leg": C_FIRST, "d-leg": D_FIRST}
"""The options under which a leg of a kind comes first."""
METRES: Json = {"format": "3000"}
BEFORE = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]
"""Three legs of 3,000 metres."""


def test_each_player_scores_and_the_rest_is_unscored() -> None:
    rows: list[tuple[Json, list[int]]] = [
        # In a C leg each player has the melds less the hand.
        (C | {"out": 0}, [310, 125, 195, 140, 505, 265, 80, 1000]),
        (C | {"out": None}, [310, 125, 195, 140, 505, 265, 80, 1000]),
        (c_leg(0, 0, 15, 0, held=[120, 60, 75, 40]), [-120, -60, -60, -40, -180, -100, 690, 1000]),
        (c_leg(0, 0, 0, 0), [0, 0, 0, 0, 0, 0, 1000, 1000]),
        (c_leg(0, 1000, 0, 0), [0, 1000, 0, 0, 0, 1000, 0, 1000]),
        (c_leg(0, 0, 0, 0, held=[500, 0, 0, 500]), [-500, 0, 0, -500, -500, -500, 0, 1000]),
        (D, [110, 35, 60, 0, 170, 35, 795, 1000]),
        (d_leg(0, 0, 0, 0), [0, 0, 0, 0, 0, 0, 1000, 1000]),
        (d_leg(230, 230, 200, 200), [230, 230, 200, 200, 430, 430, 140, 1000]),
        (d_leg(230, 200, 200, 50), [230, 200, 200, 50, 430, 250, 320, 1000]),
    ]
    for entry, row in rows:
        for unscored in (row[-2], None):
            sheet = four(entry | {"unscored": unscored}, **FIRST[entry["kind"]])
            assert (sheet["problems"], cells_of(sheet), sheet["totals"]) == ([], row, row)
            assert is_explained(sheet)
        if entry["kind"] == "c-leg":
            assert canasta.row(TEAMS["4"], entry["melded"], entry["in_hand"], row[-2]) == row


PART = {"kind": "b-leg", "tricks": [3, 1, 2, 0], "points": [90, 30, 70, 0]}
GRAND = {"kind": "b-leg", "tricks": [7, 1, 4, 0], "points": [230, 30, 130, 0]}


def test_a_leg_that_the_clock_cuts_short_scores_what_there_is() -> None:
    rows: list[tuple[str, Json, list[int]]] = [
        ("", PART, [90, 30, 70, 0, 160, 30, 250, 440]),
        ("", PART | {"unscored": 250}, [90, 30, 70, 0, 160, 30, 250, 440]),
        ("", PART | {"tricks": [0] * 4, "points": [0] * 4}, [0, 0, 0, 0, 0, 0, 440, 440]),
        # No contract is judged: nothing is exchanged or put aside.
        ("", PART | {"contract": MADE["contract"]}, [90, 30, 70, 0, 160, 30, 250, 440]),
        ("", DOWN | {"kind": "b-leg"}, [160, 80, 140, 60, 300, 140, 0, 440]),
        ("", GRAND | {"contract": MADE["contract"]}, [230, 30, 130, 0, 360, 30, 50, 440]),
        ("B", c_leg(100, 0, 45, 0, held=[50, 105, 60, 75]),
         [50, -105, -15, -75, 35, -180, 565, 1000]),
        ("B", laid(SEVEN, hands=["AS", "KS QS", "", "5S"]), [40, -20, 0, -5, 40, -25, 895, 1000]),
        ("BC", D, [110, 35, 60, 0, 170, 35, 795, 1000]),
    ]  # fmt: skip
    for before, entry, row in rows:
        legs = [all_to(0, leg, 4) for leg in before]
        sheet = four(*legs, entry | {"partial": True}, format="clock")
        assert (sheet["problems"], cells_of(sheet), sheet["next"]["kind"]) == ([], row, "time")
        assert is_explained(sheet)
        for cell in range(8):
            assert not cited(sheet, cell) & {"b.made", "b.defeated", "b.overtricks"}


@pytest.mark.parametrize("way", TEAMS)
@pytest.mark.parametrize("leg", ["C", "D"])
def test_the_cards_of_a_leg_are_worth_500_for_every_two_players(leg: str, way: str) -> None:
    seats, teams = int(way[0]), TEAMS[way]
    scored = [10 * seat + 20 for seat in range(seats)]
    sums = [
        sum(points for points, side in zip(scored, teams, strict=True) if side == team)
        for team in sorted(set(teams))
    ]
    entry = d_leg(*scored)
    rest = WORTH[seats] - sum(scored)
    if leg == "C":  # each player melded 5 more, and holds a card of 5
        entry = c_leg(*(points + 5 for points in scored), held=[5] * seats)
        rest -= 10 * seats
    for counted, wrong in (({}, 0), *(({"unscored": rest + by}, by) for by in (-5, 0, 5))):
        sheet = sheet_of(seats, entry | counted, teams=list(teams), **FIRST[entry["kind"]])
        assert found(sheet) == ([CROSSCHECK] if wrong else [])
        assert cells_of(sheet) == [*scored, *sums, rest + wrong, WORTH[seats] + wrong]


SUMS: list[tuple[Json, Json, int, bool]] = [
    (B, {}, 440, False), (B | {"unscored": 20}, {}, 435, True),
    (B | {"unscored": 30}, {}, 445, True),
    (B | {"points": [185, 40, 150, 35]}, {}, 435, True),
    (B | {"points": [190, 40, 155, 35]}, {}, 445, True),
    (B | {"points": [185, 40, 155, 35]}, {}, 440, False),
    # With Jokers there are 60 more.
    (B | {"unscored": 85}, JOKERS, 500, False), (B | {"unscored": 85}, {}, 500, True),
    (B, JOKERS, 440, True),
    # Each table of eight adds up.
    (at_tables(MADE, MADE), {}, 880, False),
    (at_tables(MADE | {"unscored": 20}, MADE), {}, 875, True),
    (at_tables(MADE, MADE | {"unscored": 30}), {}, 885, True),
    (at_tables(MADE | {"unscored": 20}, MADE | {"unscored": 30}), {}, 880, True),
    # In a C leg melds, hands and the rest.
    (C, C_FIRST, 1000, False), (C | {"unscored": 75}, C_FIRST, 995, True),
    (C | {"unscored": 85}, C_FIRST, 1005, True),
    (C | {"melded": [315, 150, 205, 180]}, C_FIRST, 1005, True),
    (C | {"melded": [310, 150, 205, 175]}, C_FIRST, 995, True),
    (C | {"in_hand": [0, 20, 10, 40]}, C_FIRST, 995, True),
    (C | {"in_hand": [0, 25, 10, 60]}, C_FIRST, 1020, True),
    (C | {"in_hand": [0, 20, 10, 45]}, C_FIRST, 1000, False),
    (C | {"melded": [300, 160, 205, 180]}, C_FIRST, 1000, False),
    (D, D_FIRST, 1000, False), (D | {"unscored": 790}, D_FIRST, 995, True),
    (D | {"unscored": 800}, D_FIRST, 1005, True),
    (D | {"scored": [115, 35, 60, 0]}, D_FIRST, 1005, True),
    (D | {"scored": [110, 35, 60, 5]}, D_FIRST, 1005, True),
    (D | {"scored": [105, 35, 60, 5]}, D_FIRST, 1000, False),
    # Before it is cut down to 500.
    (D, METRES, 500, False), (D | {"unscored": 790}, METRES, 500, True),
]  # fmt: skip


def test_what_is_entered_adds_up() -> None:
    for entry, options, total, warned in SUMS:
        seats, before = 8 if "tables" in entry else 4, BEFORE if options == METRES else []
        sheet = sheet_of(seats, *before, entry, **options)
        assert found(sheet) == ([CROSSCHECK] if warned else [])
        assert of_severity("error", sheet) == []
        assert cells_of(sheet)[-1] == total
        assert is_explained(sheet)
        accepted = entry | {"accepted": [f"card-triathlon.{CROSSCHECK}"]}
        kept = sheet_of(seats, *before, accepted, **options)
        assert [problem["accepted"] for problem in kept["problems"]] == [True] * warned
        assert cells_of(kept) == cells_of(sheet)


NOT_BY_FIVE: list[tuple[Json, list[str]]] = [
    (B | {"points": [191, 40, 150, 35]}, ["b.range", "values"]),
    (B | {"points": [190, 38, 152, 35]}, ["b.range", "values"]),
    (B | {"unscored": 24}, ["values"]),
    (B | {"points": [190, 75, 115, 35], "unscored": 26}, ["b.range", "values"]),
    (C | {"melded": [312, 150, 205, 180], "unscored": 78}, ["values"]),
    (C | {"in_hand": [0, 24, 11, 40]}, ["values"]), (C | {"unscored": 81}, ["values"]),
    (C | {"unscored": 81, "out": 3}, ["c.out", "values"]),
    (D | {"scored": [112, 35, 60, 0], "unscored": 793}, ["values"]),
    (D | {"scored": [110, 35, 60, 1], "unscored": 794}, ["values"]),
    (D | {"scored": [111, 34, 60, 0]}, ["values"]), (D | {"unscored": 796}, ["values"]),
]  # fmt: skip


def test_every_figure_is_a_multiple_of_five() -> None:
    for entry, wrong in NOT_BY_FIVE:
        sheet = four(entry, **FIRST[entry["kind"]])
        assert of_severity("error", sheet) == wrong
        assert cells_of(sheet) == [None] * 8


def test_a_b_leg_by_figures_needs_contract_tricks_and_points() -> None:
    for lacking in ("tricks", "points", "contract", "tricks points", "contract tricks points"):
        table = {key: value for key, value in MADE.items() if key not in lacking.split()}
        assert "play" in of_severity("error", four({"kind": "b-leg", **table})), lacking
        assert "play" in of_severity("error", sheet_of(8, at_tables(DOWN, table)))


def test_a_c_or_d_leg_by_figures_needs_what_each_player_has() -> None:
    rows: list[Json] = [
        {"kind": "c-leg"}, {"kind": "c-leg", "melded": C["melded"]},
        {"kind": "c-leg", "in_hand": C["in_hand"]}, {"kind": "d-leg"},
        {"kind": "d-leg", "unscored": 1000},
    ]  # fmt: skip
    for entry in rows:
        assert "play" in of_severity("error", four(entry, **FIRST[entry["kind"]])), entry
