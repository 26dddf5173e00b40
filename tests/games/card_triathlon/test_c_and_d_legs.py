"""Figures of all legs and their cross-check, C and D legs by cards, and the cap at 500."""

from __future__ import annotations

from itertools import product
from typing import Any

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
    B,
    C,
    D,
    all_to,
    asked,
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
    rulings,
    sheet_of,
)
from tests.games.records import Json

FIRST: dict[str, Json] = {"b-leg": {}, "c-leg": C_FIRST, "d-leg": D_FIRST}
"""For each kind of leg, options with which it comes first."""
METRES: Json = {"format": "3000"}
BEFORE = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]


def test_each_player_scores_and_the_rest_is_unscored() -> None:
    rows: list[tuple[Json, list[int]]] = [
        # In a C leg, players score their melds minus their hands.
        (C | {"out": 0}, [310, 125, 195, 140, 505, 265, 80, 1000]),
        (C | {"out": None}, [310, 125, 195, 140, 505, 265, 80, 1000]),
        (c_leg(0, 0, 0, 0), [0, 0, 0, 0, 0, 0, 1000, 1000]),
        (c_leg(0, 1000, 0, 0), [0, 1000, 0, 0, 0, 1000, 0, 1000]),
        (c_leg(0, 0, 0, 0, held=[500, 0, 0, 500]), [-500, 0, 0, -500, -500, -500, 0, 1000]),
        (D, [110, 35, 60, 0, 170, 35, 795, 1000]),
    ]
    for entry, row in rows:
        for unscored in (row[-2], None):
            sheet = four(entry | {"unscored": unscored}, **FIRST[entry["kind"]])
            assert (sheet["problems"], cells_of(sheet), sheet["totals"]) == ([], row, row)
            assert is_explained(sheet)
        if entry["kind"] == "c-leg":
            assert canasta.row(TEAMS["4"], entry["melded"], entry["in_hand"], row[-2]) == row


SUMS: list[tuple[Json, Json, int, bool]] = [
    (B, {}, 440, False), (B | {"unscored": 20}, {}, 435, True),
    (B | {"unscored": 30}, {}, 445, True),
    (B | {"points": [185, 40, 155, 35]}, {}, 440, False),
    # Jokers add 60 points.
    (B | {"unscored": 85}, JOKERS, 500, False), (B | {"unscored": 85}, {}, 500, True),
    (B, JOKERS, 440, True),
    # Each table of eight adds up.
    (at_tables(MADE, MADE), {}, 880, False),
    (at_tables(MADE | {"unscored": 20}, MADE), {}, 875, True),
    (at_tables(MADE, MADE | {"unscored": 30}), {}, 885, True),
    (at_tables(MADE | {"unscored": 20}, MADE | {"unscored": 30}), {}, 880, True),
    # A C leg has melds, hands and unscored cards.
    (C, C_FIRST, 1000, False), (C | {"unscored": 75}, C_FIRST, 995, True),
    (C | {"unscored": 85}, C_FIRST, 1005, True),
    (C | {"in_hand": [0, 20, 10, 45]}, C_FIRST, 1000, False),
    (C | {"melded": [300, 160, 205, 180]}, C_FIRST, 1000, False),
    (D, D_FIRST, 1000, False), (D | {"unscored": 790}, D_FIRST, 995, True),
    (D | {"unscored": 800}, D_FIRST, 1005, True),
    (D | {"scored": [100, 35, 60, 10]}, D_FIRST, 1000, False),
    # A D leg is checked before the cap at 500.
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


WRONG: list[tuple[Json, list[str]]] = [
    # Every figure is a multiple of five.
    (B | {"points": [190, 38, 152, 35]}, ["b.range", "values"]), (B | {"unscored": 24}, ["values"]),
    (C | {"melded": [312, 150, 205, 180], "unscored": 78}, ["values"]),
    (C | {"in_hand": [0, 24, 11, 40]}, ["values"]),
    (C | {"unscored": 81, "out": 3}, ["c.out", "values"]),
    (D | {"scored": [111, 34, 60, 0]}, ["values"]), (D | {"unscored": 796}, ["values"]),
    # Nothing is missing but perhaps Unscored.
    (B | {"tricks": None}, ["play"]), (B | {"points": None}, ["play"]),
    (B | {"contract": None}, ["play"]), ({"kind": "b-leg"}, ["play"]),
    (C | {"melded": None}, ["play"]), (C | {"in_hand": None}, ["play"]),
    ({"kind": "c-leg"}, ["play"]), (D | {"scored": None}, ["play"]), ({"kind": "d-leg"}, ["play"]),
    # Who goes out has no cards left.
    (C | {"out": 0}, []), (C | {"out": 1}, ["c.out"]), (C | {"out": 2}, ["c.out"]),
    (C | {"out": 2, "in_hand": [10, 25, 0, 40]}, []),
]  # fmt: skip


def test_wrong_or_missing_figures_are_refused_by_rule() -> None:
    for entry, wrong in WRONG:
        sheet = four(entry, **FIRST[entry["kind"]])
        assert of_severity("error", sheet) == wrong, entry
        assert (cells_of(sheet) == [None] * 8) == bool(wrong)
        if entry["kind"] == "b-leg":
            second = {name: value for name, value in entry.items() if name != "kind"}
            assert of_severity("error", sheet_of(8, at_tables(DOWN, second))) == wrong


def sheet(entry: Json, seats: int = 4, **options: Any) -> Json:
    return sheet_of(seats, entry, **C_FIRST | options)


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
        # Black threes.
        (laid("3S 3C 3C", SEVEN, out=1), ["c.stop"]),
        (laid("3S 3C 3C", "", SEVEN, out=2), ["c.stop"]),
        (laid("3S 3C 3C", "", SEVEN, out=0), []),
        # Red threes are put aside; even the player who goes out can't meld them.
        (laid(f"{SEVEN} / 3H 3D 2C", out=0), ["c.red-threes"]),
        (laid(f"{SEVEN} / 3H 3S 3S", out=0), ["c.red-threes"]),
        (laid(f"{SEVEN} / 8H 8D 8S 3H", out=0), ["c.meld", "c.red-threes"]),
        (laid(hands=["3H"]), ["c.red-threes"]),
        (laid(hands=["", "", "3D 4S"]), ["c.red-threes"]),
        (laid(hands=["3S"], red_threes=[0, 0, 2, 2]), []),
        # The player who goes out has no cards left, and the team has a seven of a kind.
        (laid(SEVEN, out=1), ["c.seven"]), (laid(SEVEN, hands=["4S"], out=2), []),
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
SIX, EIGHT = "7H 7H 7D 7D 7S 2C", "9H 9H 9D 9D 9S 9S 2H 2D"


def meld(natural: int, wild: int) -> list[str]:
    return [*["6H", "6S", "6D", "6C"] * 2][:natural] + ["2H", "2S", "2D", "2C", "JK", "JK"][:wild]


MELDS: list[tuple[str, list[str], tuple[str | None, int, int, int, bool]]] = [
    # For legal melds no rules; what each has: rank, natural and wild cards, worth, a seven or not.
    ("th Td 10♠", [], ("10", 3, 0, 30, False)), ("7H 7D", ["c.meld"], ("7", 2, 0, 10, False)),
    ("7H 7D 7S 2S JK JK", [], ("7", 3, 3, 80, False)),
    ("7H 2D JK", ["c.meld"], ("7", 1, 2, 40, False)), ("KH KD JK RJ", [], ("K", 2, 2, 80, False)),
    ("KH KD KS KC JK JK 2C 2S", ["c.meld"], ("K", 4, 4, 110, False)),
    ("7H 7H 7D 7D 7S 2C", [], ("7", 5, 1, 30, False)), (SEVEN, [], ("7", 5, 2, 60, True)),
    ("7H 7D 7S 8S", ["c.meld"], (None, 4, 0, 25, False)),
    ("JK JK JK", ["c.meld"], (None, 0, 3, 90, False)),
    # With two faults, both rules are named.
    ("3S 3C 3C", ["c.stop"], ("3", 3, 0, 15, False)),
    ("3S 3C", ["c.meld", "c.stop"], ("3", 2, 0, 10, False)),
    ("3S 2H 2D", ["c.meld", "c.stop"], ("3", 1, 2, 15, False)),
    ("3H 3S 3S", ["c.red-threes", "c.stop"], ("3", 3, 0, 15, False)),
    ("3H 3D", ["c.meld", "c.red-threes"], ("3", 2, 0, 10, False)),
    ("3H 8S 8D", ["c.meld", "c.red-threes"], (None, 3, 0, 25, False)),
]  # fmt: skip


def test_a_meld_has_one_rank_and_not_too_many_wild_cards() -> None:
    for cards, rules, known in MELDS:
        reply = asked("meld", cards=cards.split())
        names = ("legal", "rank", "natural", "wild", "value", "seven")
        assert reply["answer"] == dict(zip(names, (not rules, *known), strict=True)), cards
        illegal = {each["rule"] for each in reply["rulings"] if each["verdict"] == "illegal"}
        assert illegal == {f"card-triathlon.{rule}" for rule in rules}
        assert of_severity("error", sheet(laid(cards))) == rules
        going_out = asked("meld", cards=cards.split(), going_out=True)
        assert going_out["answer"]["legal"] == (set(rules) <= {"c.stop"})


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


GO_OUT: list[tuple[list[str], str, int, list[str]]] = [
    # A team's melds, the hand of who goes out, how many sevens of a kind there are, and what else
    # is wrong.
    ([], "", 0, []), ([SIX], "", 0, []), ([SIX, "8H 8H 8D 8D 8S JK"], "", 0, []),
    ([SIX, "8H 8H 8D 8D 8S 8S JK"], "", 1, []), ([SEVEN], "", 1, []), ([SEVEN], "4S", 1, ["c.out"]),
    ([SEVEN], "JK", 1, ["c.out"]), ([SEVEN, "9H 9H 9D 9D 9S 9S"], "", 1, []),
    ([SEVEN, EIGHT], "", 2, []), ([SEVEN, EIGHT, "5H 5S 5D"], "", 2, []),
    (["KH KH KD KD KS KS KC KC JK JK JK"], "", 1, []), (["KH KD KS KC JK JK 2C"], "", 1, []),
    # Two melds of one rank remain two; the cards of an illegal one are still in the hand.
    (["7H 7H 7D 7D", "7S 7S 7C 7C"], "", 0, []), (["KH KD KS JK JK JK 2C"], "", 0, ["c.meld"]),
    (["KH KD KS KC JK JK 2C 2S"], "", 0, ["c.meld"]), (["KH KD KS KC KH KD QS"], "", 0, ["c.meld"]),
    ([SEVEN, "8H 8D 9S"], "", 1, ["c.meld"]), ([SEVEN, "8H 8D"], "", 1, ["c.meld"]),
    ([SEVEN, "3H 3D 2C"], "", 1, ["c.meld"]), ([SEVEN, "3S 3C 3C"], "", 1, []),
]  # fmt: skip


def test_a_player_without_cards_goes_out_if_the_team_has_its_sevens_of_a_kind() -> None:
    for (melds, hand, sevens, others), needed in product(GO_OUT, (1, 2)):
        wrong = [*others, *["c.seven"] * (sevens < needed)]
        options: Json = {"c_sevens": needed}
        cards = [meld.split() for meld in melds]
        reply = asked("go-out", melds=cards, hand=hand.split(), options=options)
        assert reply["answer"] == {"legal": not wrong}, (melds, needed)
        assert rulings(reply) == (wrong or ["c.out"])
        alone = laid(" / ".join(melds), hands=[hand], out=0)
        with_partner = laid(" / ".join(melds[1:]), "", *melds[:1], hands=[hand], out=0)
        for entry in (alone, with_partner):
            errors = of_severity("error", sheet(entry, **options))
            assert [rule.replace("c.red-threes", "c.meld") for rule in errors] == wrong, melds


def test_a_hand_scores_10_or_nothing_or_230_at_most_and_380_with_an_extra_hand() -> None:
    for scored, severity in (
        ([230, 230, 230, 230], ""), ([0, 235, 0, 0], "warning"), ([380, 0, 0, 0], "warning"),
        ([0, 0, 0, 385], "error"), ([385, 235, 0, 0], "error"), ([10, 0, 0, 15], ""),
        ([0, 0, 5, 0], "error"), ([500, 0, 0, 0, 0, 0], ""), ([0, 500, *[0] * 6], ""),
    ):  # fmt: skip
        for options in ({}, {"d_jokers": False}, {"d_half": "five"}):
            entry = d_leg(*scored, accepted=["card-triathlon.d.range"])
            sheet = sheet_of(len(scored), entry, **D_FIRST, **options)
            assert found(sheet) == ["d.range"] * bool(severity), scored
            assert of_severity("error", sheet) == ["d.range"] * (severity == "error")
            assert (cells_of(sheet)[0] is None) == (severity == "error")


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
