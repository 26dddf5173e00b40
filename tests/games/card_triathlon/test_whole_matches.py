"""Formats, what is due, and whole matches against the oracles."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.core.validation import NotARecord
from referee.games.card_triathlon.options import PLANS
from tests.games.card_triathlon.legs import (
    CLOCK,
    JOKERS,
    LEGS,
    MARATHON,
    OF_SIX,
    PASSED,
    TEAMS,
    TIME,
    B,
    C,
    D,
    all_to,
    b_leg,
    c_leg,
    cells_of,
    d_leg,
    found,
    four,
    is_explained,
    laid,
    of_severity,
    sheet_of,
)
from tests.games.card_triathlon.two_tables import four as dealt
from tests.games.card_triathlon.two_tables import leg_of
from tests.games.card_triathlon.whole_legs import PlayedB
from tests.games.records import Json, is_refused, record
from tests.games.whole_games import Entry, Game, games

FORMATS = ("sprint", "3000", "5000", "clock", "half-marathon", "marathon")
WRONG_B = b_leg("1NT", 0, [7, 5, 0, 0], [220, 220, 0, 0], 0)
"""A B leg in which a trick is missing."""


def due(sheet: Json) -> Json:
    found: Json = sheet["next"]
    return found


# Players and options ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 11))
def test_four_six_or_eight_play(seats: int) -> None:
    data = record("card-triathlon", seats, [])
    if seats in (4, 6, 8):
        usual = sheet_of(seats, teams=list(TEAMS[str(seats)]))["columns"]
        assert score(data)["columns"] == usual
        assert [*usual[:seats], usual[seats][:8]] == [*data["players"], "Ann+Cleo"]
    else:
        assert is_refused(score, data)


OPTIONS: list[tuple[int, Json, bool | Json]] = [
    # Players, options, and whether they are allowed, or the rule that each wrong option breaks.
    *((4, {"format": name}, True) for name in FORMATS),
    (4, {"format": "10000"}, False),
    # The 3,000 metre is for four players.
    (6, {"format": "3000"}, {"format": "3000"}), (8, {"format": "3000"}, {"format": "3000"}),
    (6, {"format": "5000"}, True),
    (8, {"format": "marathon"}, True),
    # Jokers in the B leg.
    (4, {"b_jokers": True}, {"b_jokers": "sprint"}), (4, {"b_jokers": False}, True),
    (4, {"b_jokers": False, "d_jokers": False, "format": "3000"},
     {"b_jokers": "3000", "d_jokers": "3000"}),
    *((4, {"b_jokers": True, "format": name}, True) for name in FORMATS if name != "sprint"),
    *((6, {"b_jokers": True, "format": name}, False) for name in FORMATS),
    (6, {"b_jokers": False, "format": "5000"}, True),
    (8, {"b_jokers": True, "format": "5000"}, True), (8, {"b_jokers": True}, False),
    # Jokers in the D leg.
    (4, {"d_jokers": False}, True), (4, {"d_jokers": True, "format": "3000"}, True),
    (4, {"d_flush_duplicates": False, "d_half": "five"}, True), (4, {"d_half": "hand"}, False),
    # Melds of the C leg.
    *((4, {"c_sevens": sevens}, sevens in (1, 2)) for sevens in (0, 1, 2, 3)),
    (4, {"c_sevens": True}, False), (4, {"c_sevens": 1.0}, False),
    *((4, {"c_most_wild": most}, most in (2, 5, "half")) for most in (1, 2, 5, 6, "half", "3")),
    (4, {"c_most_wild": 3.0}, False),
    # The sequence of legs.
    (4, {"sequence": ["B", "C", "D"]}, True), (4, {"sequence": ["D", "C", "B"]}, False),
    (4, {"sequence": ["C"], "format": "5000"}, False),
    (4, {"sequence": ["B", "B", "C", "D", "D"], "format": "3000"}, True),
    (4, {"sequence": ["C"], "format": "clock"}, False),
    (4, {"sequence": ["C"], "finish_at": "2025-03-01T22:15:00Z"},
     {"sequence": "sequence", "finish_at": "clock"}),
    (4, {"sequence": ["C"], "format": "half-marathon"}, True),
    (4, {"sequence": ["D", "D", "B", "C"], "format": "marathon"}, True),
    (4, {"sequence": ["B", "E"], "format": "marathon"}, False),
    # Against the clock.
    *((4, {"clock_base": name, "format": "clock"}, True) for name in ("sprint", "3000", "5000")),
    (4, {"clock_base": "marathon", "format": "clock"}, False),
    *((4, {"decision_seconds": seconds, "format": "clock"}, 15 <= seconds <= 30)
      for seconds in (14, 15, 30, 31)),
    (4, {"finish_at": "2025-03-01T22:15:00+01:00", "format": "clock"}, True),
    (4, {"decision_seconds": 20, "clock_base": "3000"},
     {"decision_seconds": "clock", "clock_base": "clock"}),
    # Seats.
    (4, {"first_dealer": 3}, True), (4, {"first_dealer": 4}, False), (6, {"first_dealer": 5}, True),
    (6, {"first_dealer": 6}, False),
    # Teams.
    *((int(name[0]), {"teams": list(teams)}, True) for name, teams in TEAMS.items()),
    (4, {"teams": [0, 0, 1, 1]}, {"teams": "teams"}), (4, {"teams": [0, 1, 2, 3]}, False),
    (4, {"teams": [0, 1, 0]}, False), (4, {"teams": [0, 1, 0, 1, 0, 1]}, {"teams": "teams"}),
    (6, {"format": "5000", "b_jokers": True, "teams": [0, 1, 0, 1, 0, 1]},
     {"b_jokers": "b.two-cards"}),
    (6, {"teams": [0, 0, 0, 1, 1, 1]}, False), (6, {"teams": [0, 1, 0, 1]}, False),
    (8, {"teams": [0, 1, 0, 1, 0, 1, 0, 1]}, False),
    (8, {"teams": [0, 1, 2, 3, 0, 1, 2, 3]}, False), (4, {"jokers": True}, False),
]  # fmt: skip


def test_options_have_their_values_and_fit_the_format() -> None:
    for seats, options, allowed in OPTIONS:
        if allowed is True:
            assert sheet_of(seats, **options)["problems"] == []
            continue
        with pytest.raises(NotARecord, match="|".join([*options, "players"])) as refused:
            sheet_of(seats, **options)
        if allowed:
            faults = refused.value.faults
            rules = {fault.place: fault.rule.removeprefix("card-triathlon.") for fault in faults}
            assert rules == {f"options.{name}": rule for name, rule in allowed.items()}


def test_a_format_takes_as_long_as_its_rule_says() -> None:
    for name, words, hours in (
        ("sprint", "an hour or two", (1, 2)), ("3000", "two or three hours", (2, 3)),
        ("5000", "four to six hours", (4, 6)), ("half-marathon", "15 to 25 hours", (15, 25)),
        ("marathon", "30 to 50 hours", (30, 50)),
    ):  # fmt: skip
        assert words in GAMES["card-triathlon"].rulebook.law(PLANS[name].rule).text, name
        assert PLANS[name].hours == hours


SHAPES: list[Json] = [
    {"kind": "deal"}, {"kind": "time", "scored": [0, 0, 0, 0]}, c_leg(0, 0, 0, -5),
    c_leg(0, 0, 0, 0, held=[0, 0, 0]), c_leg(0, 0, 0, 0, out=4), c_leg(0, 0, 0, 0, unscored="1000"),
    c_leg(0, 0, 0, 0, partial=1), d_leg(0, 0, 0), d_leg(0, 0, 0, 0) | {"scored": [0, 0, 0, 2.5]},
    b_leg("1C", 0, [7, 6, 0], [440, 0, 0, 0]), b_leg("1C", 4, [7, 6, 0, 0], [440, 0, 0, 0]),
    b_leg("0C", 0, [7, 6, 0, 0], [440, 0, 0, 0]), b_leg("8C", 0, [7, 6, 0, 0], [440, 0, 0, 0]),
    b_leg("1Z", 0, [7, 6, 0, 0], [440, 0, 0, 0]), b_leg("1C", 0, [7, -6, 0, 0], [440, 0, 0, 0]),
]  # fmt: skip


def test_an_entry_of_another_shape_is_none() -> None:
    for entry in SHAPES:
        assert is_refused(four, entry, format="clock")


def test_legs_come_in_the_sequence_of_the_format_and_others_take_no_place() -> None:
    rows: list[tuple[Json, str]] = [
        ({}, "BCD"), ({"format": "3000"}, "BBCDD"), ({"format": "5000"}, "BCDBCDB"),
        ({"format": "clock"}, "BCDBCDBCD"),
        ({"format": "clock", "clock_base": "5000"}, "BCDBCDBCD"),
        ({"format": "clock", "clock_base": "3000"}, "BBCDDBBCDDB"),
        ({"format": "half-marathon"}, "BCDBCDB"),
        ({"format": "half-marathon", "sequence": ["D", "B", "B"]}, "DBBDBBD"),
        ({"format": "marathon", "sequence": ["C"]}, "CCC"),
    ]  # fmt: skip
    for options, legs in rows:
        jokers = options.get("format") == "3000"
        entries: list[Json] = []
        for number, leg in enumerate(legs, start=1):
            following = four(*entries, **options)["next"]
            assert (following["kind"], following["label"]) == (LEGS[leg], f"Leg {number}, {leg}")
            assert (following["dealer"] is None) == (leg != "B")
            assert following["text"].startswith(f"{leg} leg: ")
            for other in LEGS:
                sheet = four(*entries, all_to(1, other, 4, jokers), **options)
                assert found(sheet) == ([] if other == leg else ["sequence"])
                if other != leg:
                    assert cells_of(sheet) == [None] * 8
                    after = four(
                        *entries, all_to(1, other, 4), all_to(1, leg, 4, jokers), **options
                    )
                    assert found(after) == []
            entries.append(all_to(0, leg, 4, jokers))


def test_an_error_keeps_its_place_and_is_to_be_corrected() -> None:
    sheet = four(WRONG_B)
    assert (found(sheet), cells_of(sheet), sheet["totals"]) == (
        ["b.tricks-total"], [None] * 8, [0] * 8,
    )  # fmt: skip
    assert due(sheet)["kind"] == "c-leg"
    assert due(four(WRONG_B, LEVEL[1]))["kind"] == "d-leg"
    sheet = four(WRONG_B, LEVEL[1], d_leg(200, 200, 200, 200, unscored=200))
    assert [found(sheet, number) for number in range(3)] == [["b.tricks-total"], [], []]
    assert (sheet["finished"], sheet["winners"]) == (False, [])
    assert (due(sheet)["kind"], sheet["next"]["entry"]) == ("correct", 0)
    assert sheet["totals"][4:] == [900, 900, 200, 2000]


LEVEL = (
    b_leg("1NT", 0, [7, 6, 0, 0], [220, 220, 0, 0], 0),
    c_leg(500, 500, 0, 0, unscored=0),
    d_leg(230, 230, 230, 230, unscored=80),
)
PARTIAL_C = c_leg(100, 0, 0, 0, unscored=900, partial=True)


# How it ends --------------------------------------------------------------------------------------


def test_no_leg_counts_after_the_end_of_a_match() -> None:
    legs = [all_to(0, leg, 4) for leg in "BCD"]
    end, late = four(*legs), four(*legs, legs[0])
    assert (end["finished"], end["next"], end["winners"]) == (True, None, ["Ann+Cleo"])
    assert (found(late), cells_of(late)[:1]) == (["sequence"], [None])
    assert (late["finished"], late["winners"], late["totals"]) == (False, [], end["totals"])
    assert (due(late)["kind"], late["next"]["entry"]) == ("correct", 3)


OF_C: Json = {"sequence": ["C"]}
HALF, WHOLE = OF_C | {"format": "half-marathon"}, MARATHON | OF_C
THREE_EQUAL = [c_leg(500, 500, 400, 0, 0, 0)] * 43
FAST: Json = {"format": "5000"}
ROUND = [all_to(0, leg, 4) for leg in "BCD"]
ENDS: list[tuple[int, list[Json], Json, list[str]]] = [
    # A match to a mark ends at exactly the mark.
    *((4, [all_to(3, "C", 4)] * 21 + [c_leg(0, 0, 0, last)], HALF, winners)
      for last, winners in ((95, []), (100, ["Ben+Dora"]), (105, ["Ben+Dora"]))),
    (4, [all_to(3, "C", 4)] * 42 + [c_leg(0, 0, 0, 195)], WHOLE, []),
    (4, [all_to(3, "C", 4)] * 42 + [c_leg(0, 0, 0, 200)], WHOLE, ["Ben+Dora"]),
    *((4, [*ROUND * 2, *ROUND[:2], d_leg(last, 0, 0, 0), b_leg("1NT", 1, [6, 7, 0, 0], points, 0)],
       FAST, winners) for last, points, winners in (
           (95, [120, 320, 0, 0], []), (100, [120, 320, 0, 0], ["Ann+Cleo"]))),
    # Teams that are equal beyond it play on.
    (4, [*LEVEL * 5], FAST, []), (4, [*LEVEL * 4, *LEVEL[:2]], FAST, []),
    (4, [*LEVEL * 4, LEVEL[0], c_leg(500, 495, 0, 0)], FAST, ["Ann+Cleo"]),
    (4, [*LEVEL * 4, LEVEL[0], c_leg(495, 500, 0, 0)], FAST, ["Ben+Dora"]),
    (4, [*LEVEL * 3, *LEVEL[:2]], FAST, []),
    (6, THREE_EQUAL, HALF | OF_SIX, []),
    (6, [*THREE_EQUAL, c_leg(0, 0, 5, 0, 5, 0)], HALF | OF_SIX, ["Ben+Emil"]),
    # Without a mark, they share the win.
    (4, [*LEVEL], {}, ["Ann+Cleo", "Ben+Dora"]),
    (4, [*LEVEL, TIME], CLOCK, ["Ann+Cleo", "Ben+Dora"]),
]  # fmt: skip


def test_a_match_ends_with_its_last_leg_or_at_its_mark() -> None:
    for seats, entries, options, winners in ENDS:
        sheet = sheet_of(seats, *entries, **options)
        assert sheet["problems"] == [], options
        assert (sheet["finished"], sheet["winners"]) == (bool(winners), winners)
        assert (sheet["next"] is None) == sheet["finished"]
        first = [standing["name"] for standing in sheet["standings"] if standing["rank"] == 1]
        assert winners in ([], first)


# Against the clock --------------------------------------------------------------------------------


CLOCKED: list[tuple[list[Json], list[str], bool]] = [
    ([TIME], [], True), ([PASSED, TIME], [], True), ([*LEVEL, TIME], [], True),
    ([*LEVEL, PASSED, TIME], [], True), ([*LEVEL[:2], TIME], [], True),
    ([LEVEL[0], PARTIAL_C, TIME], [], True), ([LEVEL[0], PARTIAL_C], [], False),
    ([PASSED, LEVEL[0], TIME], [], True),
    # Nothing may follow the end, and only the end may follow a partial leg.
    ([LEVEL[0], TIME, LEVEL[1]], ["sequence"], False),
    ([LEVEL[0], TIME, TIME], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, LEVEL[2]], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, LEVEL[1]], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, PARTIAL_C], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, TIME, PARTIAL_C], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, TIME, TIME], ["sequence"], False),
    ([PARTIAL_C], ["sequence"], False),
]  # fmt: skip


def test_the_clock_ends_the_game_between_legs_or_within_one() -> None:
    for entries, last, finished in CLOCKED:
        for base in ("sprint", "5000"):
            sheet = four(*entries, format="clock", clock_base=base)
            assert (found(sheet), sheet["finished"]) == (last, finished)
            assert (bool(sheet["winners"]), sheet["next"] is None) == (finished, finished)
            if entries[-1] is TIME or last:
                assert cells_of(sheet) == [None] * 8


def test_a_partial_leg_that_cannot_be_has_cut_the_game_short_all_the_same() -> None:
    wrong = PARTIAL_C | {"melded": [101, 0, 0, 0], "unscored": 899}
    assert found(four(LEVEL[0], wrong, **CLOCK)) == ["values"]
    assert found(four(LEVEL[0], wrong, LEVEL[2], **CLOCK)) == ["sequence"]
    assert found(four(LEVEL[0], wrong, TIME, **CLOCK)) == []
    assert found(four(LEVEL[0], wrong, LEVEL[2])) == []  # no clock can cut a sprint short


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "clock"])
def test_only_a_game_against_the_clock_knows_the_time(name: str) -> None:
    options: Json = {"format": name}
    first = all_to(0, "B", 4, name == "3000")
    sheet = four(first, TIME, **options)
    assert (of_severity("error", sheet), sheet["finished"]) == (["clock"], False)
    assert due(sheet)["kind"] == ("b-leg" if name == "3000" else "c-leg")
    sheet = four(first | {"partial": True}, **options)
    assert of_severity("error", sheet) == ["clock"]
    assert cells_of(sheet) == [None] * 8
    assert found(four(first | {"partial": False, "passed_out": False}, **options)) == []


WRONG_C = c_leg(311, 150, 205, 180)
CYCLE = (B, C, D)


# Which leg, and who deals -------------------------------------------------------------------------


def test_every_b_leg_passes_the_deal_on_and_no_other_leg_does() -> None:
    rows: list[Json] = [PASSED, WRONG_B, B, {"kind": "b-leg"}]
    for entry in rows:
        options = MARATHON | {"sequence": ["B", "B", "C", "D"]}
        assert due(four(entry, **options))["dealer"] == 1, entry
        assert due(four(B, B, C, D, **options))["dealer"] == 2
        assert due(four(B, C, **options))["dealer"] == 1  # the C leg was not due
        sequence = MARATHON | {"sequence": ["B", "C", "B"]}
        assert due(four(B, B, C, **sequence))["dealer"] == 1  # nor was the second B leg


# Which cards --------------------------------------------------------------------------------------

TWICE = MARATHON | {"sequence": ["B", "B", "D"]}
AFTER_B = MARATHON | {"sequence": ["B", "D"]}
ONE_PACK, WITH_JOKERS = "one pack without Jokers", "one pack with two Jokers"
SAME_HANDS = "same hands: put the second pack in the order of the first"
AGAIN, ASIDE, NOBODY = "deal again", "Put the previous leg", "Nobody keeps any cards"
OTHERS, EVERYONE = "Everyone else needs 13 cards too.", "Everyone needs 13 cards."
ANYONE = "Anyone with more than 13 cards discards down to 13; the others draw up to 13."
EITHER_OR = (AGAIN, ASIDE, NOBODY, SAME_HANDS, OTHERS, EVERYONE, ANYONE)
DOWN = "Ann (24 cards) and Cleo (20 cards) discard down to 13."
UP = "Ben (4 cards) and Dora (4 cards) draw up to 13."
JOKERS_PLAYED = dealt(7, jokers=True)
TO_D = MARATHON | {"sequence": ["C", "D"]}
MELDED = ("4S 4H 4D", "5S 5H 5D", "6S 6H 6D")
HANDS = ("KS KH KD KC QS QH QD QC JS JH", "KS KH", "QS QH QD QC JS JH JD JC 10S")
TENS = "9S 9H 9D 9C 10S 10H 10D 10C JD JC"
B_OF_8 = all_to(0, "B", 8)
TOLD: list[tuple[int, list[Json], Json, list[str]]] = [
    # The pack of a B leg, and what becomes of the cards before.
    (4, [], {}, ["Ann deals", ONE_PACK, "(52 cards)", "Deal 13 cards each."]),
    (4, [], JOKERS, [WITH_JOKERS, "(54 cards, two left face down)"]),
    (4, [], {"format": "3000"}, [WITH_JOKERS, "(54 cards, two left face down)"]),
    (6, [], {}, ["six complete suits without Jokers (78 cards)"]),
    (8, [], {"first_dealer": 6}, ["Cleo and P7 deal", f"{ONE_PACK} at each table", SAME_HANDS]),
    (8, [], JOKERS, [f"{WITH_JOKERS} at each table (54 cards, two left face down)", SAME_HANDS]),
    (4, [PASSED], {}, ["Ben deals", AGAIN]), (4, [B, PASSED], TWICE, ["Cleo deals", AGAIN]),
    (4, [*CYCLE, PASSED], MARATHON, [AGAIN]), (4, [B], TWICE, ["Ben deals", ASIDE]),
    (4, [PASSED, B], TWICE, [ASIDE]), (4, [WRONG_B], TWICE, [ASIDE]),
    (4, [PASSED, WRONG_B, C, D], MARATHON, ["Cleo deals", NOBODY]),
    (4, [PASSED, WRONG_B], MARATHON | {"sequence": ["B"]}, [ASIDE]),
    (4, [*CYCLE], MARATHON, ["Ben deals", NOBODY]), (4, [B, B, D], TWICE, [NOBODY]),
    # All packs come in for a C or a D leg.
    *((int(way), [], MARATHON | {"sequence": [leg]}, [f"{leg} leg", cards, "deal 13 each"])
      for way, cards in (("4", "108"), ("6", "162"), ("8", "216")) for leg in "CD"),
    (4, [C], MARATHON | {"sequence": ["C"]}, [NOBODY, "Shuffle all 108 cards and deal 13 each"]),
    (4, [D], MARATHON | {"sequence": ["D"]}, ["Collect all 108 cards", "deal 13 each"]),
    (4, [B], AFTER_B, ["D leg", "Add the second pack and all Jokers, 108 cards"]),
    (6, [all_to(0, "B", 6)], AFTER_B, ["Add the other cards and all Jokers, 162 cards"]),
    (8, [B_OF_8], AFTER_B, ["Add the other cards and all Jokers, 216 cards"]),
    # Left of the last dealer, the C leg begins.
    (4, [B], {}, ["108 cards", "Ben, left of the dealer, has the first turn"]),
    (4, [PASSED, B], {}, ["Cleo, left of the dealer, has"]),
    (6, [all_to(0, "B", 6)], {"first_dealer": 5}, ["Ann, left of the dealer, has"]),
    (8, [B_OF_8], {"first_dealer": 5}, ["Cleo, left of the dealer at table 1, has"]),
    # After a B leg, who has more or fewer than 13 cards is known by the tricks, also put aside.
    *((4, [leg], MARATHON | {"sequence": ["B", following]}, [f"{following} leg", DOWN, UP])
      for following in "CD" for leg in (
          B, b_leg("6C", 0, [6, 1, 5, 1], [215, 40, 150, 35]),
          B | {"contract": None, "auction": ["4C", "P", "P", "P"]})),
    (4, [b_leg("1NT", 1, [3, 10, 0, 0], [95, 235, 0, 0], 110)], {},
     ["Ben (40 cards) discards", "Ann (12 cards), Cleo (0 cards) and Dora (0 cards) draw up"]),
    (4, [b_leg("1NT", 0, [8, 1, 2, 2], [235, 35, 30, 75], 65)], {}, ["Ann (32 cards) discards"]),
    *((4, [{"kind": "b-leg", **part}], JOKERS, ["Cleo (28 cards) and Dora (16 cards) discard"])
      for part in (JOKERS_PLAYED.part, JOKERS_PLAYED.by_figures)),
    (6, [b_leg("1NT", 0, [2, 3, 1, 2, 4, 1], [100, 150, 50, 100, 210, 50])], {},
     ["Ben (18 cards) and Emil (24 cards) discard", "Cleo (6 cards), Dora (12 cards) and P6 (6"]),
    (8, [leg_of(dealt(1).part, dealt(2).by_figures)], {},
     ["Dora (24 cards) and P7 (28 cards) discard", "Emil (4 cards), P6 (12 cards) and P8 (8"]),
    # After a C leg by cards, melds, hands and red threes, which may be replaced, are counted.
    (4, [laid(*MELDED, hands=HANDS, red_threes=[1, 0, 1, 0])], TO_D,
     ["and hand. Ben (5 cards) and Dora (0 cards) draw up to 13", OTHERS]),
    (4, [laid(*MELDED, hands=[f"{HANDS[0]} JD", *HANDS[1:]], red_threes=[0, 1, 1, 2])], TO_D,
     ["Ann (14 cards) discards down to 13", "Ben (5 to 6 cards) and Dora (0 to 2 cards)", OTHERS]),
    (4, [laid(*["4S 4H 4D", "6S 6H 6D"] * 2, hands=[HANDS[0], TENS] * 2)], TO_D, [EVERYONE]),
    # Where nothing is known, nobody is named.
    *((4, [*entries], options, [ANYONE]) for entries, options in (
        ([C], TO_D), ([B, C], {}), ([WRONG_B], {}), ([B, WRONG_C], {}), ([WRONG_B, C], {}))),
]  # fmt: skip


def test_what_is_due_says_who_deals_and_which_cards_each_takes() -> None:
    for seats, entries, options, words in TOLD:
        text = due(sheet_of(seats, *entries, **options))["text"]
        assert [word for word in words if word not in text] == [], text
        assert {each for each in EITHER_OR if each in text} == {*EITHER_OR} & {*words}, text


JUDGED = {f"card-triathlon.b.{rule}" for rule in ("made", "defeated", "overtricks")}


def shown(sheet: Json) -> Json:
    due = sheet["next"] and {key: sheet["next"][key] for key in ("kind", "label", "dealer")}
    same = ("columns", "totals", "standings", "finished", "winners")
    cells = [row["cells"] for row in sheet["rows"]]
    return {**{key: sheet[key] for key in same}, "cells": cells, "next": due}


def merged(one: Any, other: Any) -> Any:
    if isinstance(one, dict):
        return one | {key: merged(one.get(key, value), value) for key, value in other.items()}
    if isinstance(one, list) and one and isinstance(one[0], dict):
        return [merged(mine, yours) for mine, yours in zip(one, other, strict=True)]
    return one


def uncounted(entry: Any) -> Any:
    if isinstance(entry, dict):
        return {key: uncounted(value) for key, value in entry.items() if key != "unscored"}
    return list(map(uncounted, entry)) if isinstance(entry, list) else entry


def wrong(sheet: Json) -> list[Json]:
    """Return the problems, except warnings that figures of a D leg require an extra hand."""
    extra = ("card-triathlon.d.range", "warning")
    return [each for each in sheet["problems"] if (each["rule"], each["severity"]) != extra]


def recorded(entry: Entry) -> list[Json]:
    """Return all ways to record the entry: cards, figures or both, with or without Unscored."""
    both = merged(entry.cards, entry.figures)
    return [entry.cards, entry.figures, uncounted(entry.figures), both, uncounted(both)]


@settings(max_examples=40)
@given(games(), st.data())
def test_by_cards_and_by_figures_a_game_comes_to_the_same_pad(
    game: Game, data: st.DataObject
) -> None:
    mixed = [data.draw(st.sampled_from(recorded(entry))) for entry in game.entries]
    pad = game.pad
    for entries in (game.by_cards, game.by_figures, mixed):
        sheet = score(game.record(entries))
        assert (wrong(sheet), shown(sheet)) == ([], pad)
        assert is_explained(sheet)
        for entry, row in zip(game.entries, sheet["rows"], strict=True):
            if isinstance(entry, PlayedB) and entry.partial:  # the contract doesn't matter
                assert not {line["rule"] for why in row["why"] for line in why} & JUDGED
