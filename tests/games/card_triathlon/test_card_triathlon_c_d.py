"""Tests of C and D legs: figures, cards, and the cap at 500."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.games.card_triathlon.legs import (
    C_FIRST,
    D_FIRST,
    SEVEN,
    all_to,
    asked,
    c_leg,
    cells_of,
    cited,
    d_leg,
    found,
    four,
    is_explained,
    laid,
    of_severity,
    rulings,
    sheet_of,
)
from tests.games.records import Json


def sheet(entry: Json, seats: int = 4, **options: Any) -> Json:
    return sheet_of(seats, entry, **C_FIRST | options)


def test_figures_that_cannot_be_are_refused() -> None:
    rows: list[tuple[Json, list[str]]] = [
        ({}, []), ({"out": 0}, []), ({"out": None}, []), ({"out": 1}, ["c.out"]),
        ({"out": 2}, ["c.out"]), ({"out": 2, "in_hand": [10, 25, 0, 40]}, []),
    ]  # fmt: skip
    for change, wrong in rows:
        scored = sheet(c_leg(310, 150, 205, 180, held=[0, 25, 10, 40], unscored=80) | change)
        assert of_severity("error", scored) == wrong, change
        assert (cells_of(scored) == [None] * 8) == bool(wrong)


def test_by_figures_the_team_of_who_went_out_melded_what_its_sevens_are_worth() -> None:
    rows: list[tuple[int, list[int], int]] = [
        (4, [35, 500, 0, 0], 1), (4, [30, 500, 0, 0], 0), (4, [0, 0, 35, 0], 1),
        (4, [20, 0, 15, 500], 1), (4, [20, 0, 10, 500], 0), (4, [65, 0, 0, 0], 1),
        (4, [70, 0, 0, 0], 2), (4, [35, 0, 35, 0], 2), (6, [20, 500, 0, 15, 500, 0], 1),
        (6, [20, 500, 15, 0, 500, 15], 0),
    ]  # fmt: skip
    for seats, melded, enough_for in rows:
        teams = {"teams": [0, 1, 2, 0, 1, 2]} if seats == 6 else {}
        for sevens in (1, 2):
            scored = sheet(c_leg(*melded, out=0), seats, c_sevens=sevens, **teams)
            assert of_severity("error", scored) == ["c.seven"] * (enough_for < sevens)
            assert found(sheet(c_leg(*melded), seats, c_sevens=sevens, **teams)) == []


# By cards -----------------------------------------------------------------------------------------


def test_cards_are_worth_their_own_values() -> None:
    rows: list[tuple[Json, list[int]]] = [
        (laid(), [0, 0, 0, 0, 0, 0, 1000, 1000]),
        (laid(SEVEN, hands=["", "AS KD", "JK 2C"], out=0), [60, -30, -35, 0, 25, -30, 875, 1000]),
        (laid("", "AS AS AH JK / KS KS KD", "", "4S 4S 2C"), [0, 120, 0, 15, 0, 135, 865, 1000]),
        (laid("", "AS AS AH RJ / kS K♠ KD"), [0, 120, 0, 0, 0, 120, 880, 1000]),
        (laid(red_threes=[1, 0, 0, 2]), [5, 0, 0, 10, 5, 10, 985, 1000]),
        # The player who goes out may meld black threes, even if a partner has the seven of a kind.
        (laid("3S 3C 3C", "", SEVEN, out=0), [15, 0, 60, 0, 75, 0, 925, 1000]),
    ]  # fmt: skip
    for entry, row in rows:
        for counted in ({}, {"unscored": row[-2]}):
            scored = sheet(entry | counted)
            assert (of_severity("error", scored), cells_of(scored)) == ([], row)
            assert scored["problems"] == []
            assert is_explained(scored)


def test_cards_that_cannot_be_are_refused_by_their_rule() -> None:
    rows: list[tuple[Json, list[str]]] = [
        (laid("7H 7D 7S"), []), (laid("2S 2S JK", "7H 7D 7S"), ["c.meld"]),
        # Black threes.
        (laid("3S 3C 3C"), ["c.stop"]), (laid("3S 3C 3C", SEVEN, out=1), ["c.stop"]),
        (laid("3S 3C 3C", "", SEVEN, out=2), ["c.stop"]),
        (laid("3S 3C 3C", "", SEVEN, out=0), []),
        # Red threes are put aside; even the player who goes out can't meld them.
        (laid("3H 3D 3D"), ["c.red-threes"]),
        (laid(f"{SEVEN} / 3H 3D 2C", out=0), ["c.red-threes"]),
        (laid(f"{SEVEN} / 3H 3S 3S", out=0), ["c.red-threes"]),
        (laid(f"{SEVEN} / 8H 8D 8S 3H", out=0), ["c.meld", "c.red-threes"]),
        (laid(hands=["3H"]), ["c.red-threes"]),
        (laid(hands=["", "", "3D 4S"]), ["c.red-threes"]),
        (laid(hands=["3S"], red_threes=[0, 0, 2, 2]), []),
        # The player who goes out has no cards left, and the team has a seven of a kind.
        (laid(SEVEN, out=0), []), (laid(SEVEN, out=2), []), (laid(SEVEN, out=1), ["c.seven"]),
        (laid("7H 7H 7D 7D 2S JK", out=0), ["c.seven"]),
        (laid("7H 7H 7D / 7D 7S 7S 2C JK", out=0), ["c.seven"]),
        (laid("7H 7H 7D 7S", "", "7D 7S 7C", out=0), ["c.seven"]),
        (laid("7H 7H 7D 7D 7S 7S 7C 7C", out=2), []), (laid(out=0), ["c.seven"]),
        (laid(SEVEN, hands=["4S"], out=0), ["c.out"]), (laid(SEVEN, hands=["4S"], out=2), []),
        (laid(SEVEN, hands=["", "", "4S"], out=2), ["c.out"]),
        (laid(SEVEN, hands=["", "4S"], out=1), ["c.out", "c.seven"]),
        (laid("7H 7H 7D 8S", "3S 3C 3C", hands=["3D"]), ["c.meld", "c.red-threes", "c.stop"]),
        # The packs limit the copies of each card.
        (laid("7H 7H 7D"), []), (laid("7H 7H 7H"), ["pack"]),
        (laid("7H 7H 7D", hands=["", "7h"]), ["pack"]), (laid(hands=["JK JK", "JK", "RJ"]), []),
        (laid(hands=["JK JK", "JK", "RJ BJ"]), ["pack"]),
        (laid(hands=["XX"]), ["pack"]),
        (laid("7H 7H 7H", "7D 8S 9S", "3S 3C 3C", hands=["", "", "", "3D"]),
         ["c.meld", "c.red-threes", "c.stop", "pack"]),
        (laid(hands=["1S"]), ["pack"]),
        # Figures must match the cards.
        (laid(SEVEN, unscored=940), []), (laid(SEVEN, unscored=935), ["play"]),
        (laid(SEVEN, unscored=945), ["play"]), (laid(SEVEN, unscored=0), ["play"]),
        (laid(SEVEN, melded=[60, 0, 0, 0], in_hand=[0, 0, 0, 0]), []),
        (laid(SEVEN, melded=[65, 0, 0, 0], in_hand=[0, 0, 0, 0]), ["play"]),
        (laid(SEVEN, melded=[60, 0, 0, 0], in_hand=[0, 5, 0, 0]), ["play"]),
    ]  # fmt: skip
    for entry, wrong in rows:
        scored = sheet(entry)
        errors = of_severity("error", scored)
        assert errors == wrong, entry
        assert (cells_of(scored) == [None] * 8) == bool(wrong)


def test_a_pack_is_there_for_every_two_players() -> None:
    for seats, copies in ((4, 2), (6, 3), (8, 4)):
        for card, most in (("KS", copies), ("JK", 2 * copies)):
            for number in (most, most + 1):
                entry = laid(*[""] * seats)
                entry["hands"] = [([card] * number)[seat::seats] for seat in range(seats)]
                assert found(sheet(entry, seats)) == ([] if number == most else ["pack"])


# What a table may vary ----------------------------------------------------------------------------

MOST_WILD = (2, 3, 4, 5, "half")
EIGHT = "9H 9H 9D 9D 9S 9S 2H 2D"


def meld(natural: int, wild: int) -> list[str]:
    return [*["6H", "6S", "6D", "6C"] * 2][:natural] + ["2H", "2S", "2D", "2C", "JK", "JK"][:wild]


def test_a_meld_has_as_many_wild_cards_as_the_table_allows() -> None:
    rows: list[tuple[int, int, tuple[object, ...]]] = [
        (2, 1, MOST_WILD), (1, 2, ()), (2, 2, MOST_WILD), (2, 3, ()),
        (3, 3, (3, 4, 5, "half")), (6, 3, (3, 4, 5, "half")), (4, 4, (4, 5, "half")), (3, 4, ()),
        (5, 5, (5, "half")), (4, 5, ()), (6, 6, ("half",)), (5, 6, ()),
    ]  # fmt: skip
    for (natural, wild, legal_under), most in product(rows, MOST_WILD):
        cards = meld(natural, wild)
        options: Json = {"c_most_wild": most}
        is_legal = most in legal_under
        scored = sheet(laid(" ".join(cards)), **options)
        reply = asked("meld", cards=cards, options=options)
        assert of_severity("error", scored) == ([] if is_legal else ["c.meld"])
        assert reply["answer"]["legal"] == is_legal
        assert reply["answer"]["seven"] == (is_legal and natural + wild >= 7)


def test_a_team_needs_one_seven_of_a_kind_or_two() -> None:
    rows: list[tuple[list[str], bool, bool]] = [
        ([], True, True), (["7H 7H 7D 7D 7S 2C"], True, True), ([SEVEN], False, True),
        ([SEVEN, "9H 9H 9D 9D 9S 9S"], False, True), ([SEVEN, EIGHT], False, False),
        ([SEVEN, EIGHT, "5H 5S 5D"], False, False),
    ]  # fmt: skip
    for melds, wrong_with_one, wrong_with_two in rows:
        for sevens, is_wrong in ((1, wrong_with_one), (2, wrong_with_two)):
            options = {"c_sevens": sevens}
            for out in (0, 2):
                scored = sheet(laid(" / ".join(melds), out=out), **options)
                assert of_severity("error", scored) == (["c.seven"] if is_wrong else [])
            reply = asked("go-out", melds=[text.split() for text in melds], options=options)
            assert reply["answer"]["legal"] != is_wrong
            assert ("c.seven" in rulings(reply)) == is_wrong


def test_a_seven_obeys_the_table_too() -> None:
    four_wild = "8H 8H 8S 8D 2H 2S 2D JK"
    for most, is_legal in ((3, False), (4, True), ("half", True)):
        reply = asked("go-out", melds=[four_wild.split()], options={"c_most_wild": most})
        assert reply["answer"]["legal"] == is_legal


def test_a_meld_with_two_faults_names_both_rules() -> None:
    rows: list[tuple[str, list[str]]] = [
        ("7H 7D 7S", []), ("7H 7D", ["c.meld"]), ("3S 3C", ["c.meld", "c.stop"]),
        ("3S 3C 3C", ["c.stop"]), ("3H 3S 3S", ["c.red-threes", "c.stop"]),
        ("3H 3D", ["c.meld", "c.red-threes"]), ("3H 8S 8D", ["c.meld", "c.red-threes"]),
        ("3S 2H 2D", ["c.meld", "c.stop"]),
    ]  # fmt: skip
    for cards, rules in rows:
        scored = sheet(laid(cards))
        reply = asked("meld", cards=cards.split())
        illegal = {r["rule"] for r in reply["rulings"] if r["verdict"] == "illegal"}
        assert of_severity("error", scored) == rules, cards
        assert illegal == {f"card-triathlon.{rule}" for rule in rules}


METRES: Json = {"format": "3000"}
BEFORE = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]
"""The first three legs of a match over 3,000 metres in which Ann and Cleo are far ahead."""


@pytest.mark.parametrize("options", [{}, {"d_jokers": False}, {"d_half": "five"}])
@pytest.mark.parametrize(
    ("scored", "severity"),
    [
        ([230, 230, 230, 230], ""), ([0, 235, 0, 0], "warning"), ([380, 0, 0, 0], "warning"),
        ([0, 0, 0, 385], "error"), ([235, 0, 385, 0], "error"), ([385, 235, 0, 0], "error"),
        ([10, 0, 0, 15], ""), ([0, 0, 5, 0], "error"),
    ],
)  # fmt: skip
def test_a_hand_scores_10_or_nothing_or_230_at_most_and_380_with_an_extra_hand(
    scored: list[int], severity: str, options: Json
) -> None:
    entry = d_leg(*scored, accepted=["card-triathlon.d.range"])
    sheet = four(entry, **D_FIRST, **options)
    told = [(problem["severity"], problem.get("accepted", False)) for problem in sheet["problems"]]
    assert found(sheet) == ["d.range"] * bool(severity)
    assert told == ([(severity, severity == "warning")] if severity else [])
    assert (cells_of(sheet) == [None] * 8) == (severity == "error")


def test_with_more_jokers_than_four_a_hand_has_no_such_bound() -> None:
    for seats in (6, 8):
        assert found(sheet_of(seats, d_leg(500, *[0] * (seats - 1)), **D_FIRST)) == []


def test_in_3000_metres_a_leg_counts_500() -> None:
    rows: list[tuple[list[int], int, list[int]]] = [
        # Points are taken from Unscored first.
        ([200, 95, 100, 100], 505, [300, 195, 5]), ([200, 100, 100, 100], 500, [300, 200, 0]),
        # Then from the team with fewer points in this leg, whatever its total.
        ([155, 125, 100, 125], 495, [255, 245, 0]), ([50, 300, 50, 200], 400, [0, 500, 0]),
        ([300, 50, 195, 0], 455, [495, 5, 0]), ([300, 50, 200, 0], 450, [500, 0, 0]),
        # Then from the other team.
        ([300, 50, 205, 0], 445, [500, 0, 0]), ([0, 380, 0, 380], 240, [0, 500, 0]),
        # Teams with equal points give half each.
        ([150, 200, 150, 100], 400, [250, 250, 0]),
    ]  # fmt: skip
    for scored, unscored, capped in rows:
        row = [*scored, *capped, 500]
        for counted in ({"unscored": unscored}, {}):
            entry = d_leg(*scored, **counted)
            made = four(*BEFORE, entry, entry, **METRES)
            takes_extra_hand = max(scored) > 230
            assert found(made, 3) == found(made, 4) == ["d.range"] * takes_extra_hand, scored
            assert of_severity("error", made) == []
            assert (cells_of(made, 3), cells_of(made, 4)) == (row, row)
            assert is_explained(made)
            assert (made["totals"][-1], made["finished"]) == (3000, True)
            own = [scored[0] + scored[2], scored[1] + scored[3], unscored]
            cut = [cell for cell in range(3) if own[cell] != capped[cell]]
            assert [cell for cell in range(3) if "d.cap" in cited(made, 4 + cell)] == cut
            assert all("d.straight-flush" in cited(made, cell) for cell in range(4) if scored[cell])
        assert cells_of(four(entry, **D_FIRST))[-1] == 1000
