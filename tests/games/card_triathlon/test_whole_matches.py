"""Formats, what is due, and whole matches against the oracles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.core.validation import NotARecord
from referee.games.card_triathlon.options import PLANS
from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    JOKERS,
    LAWS,
    LEGS,
    MADE,
    PASSED,
    TEAMS,
    TIME,
    all_to,
    at_tables,
    b_leg,
    c_leg,
    cells_of,
    d_leg,
    figures,
    found,
    four,
    is_explained,
    laid,
    of_severity,
    sheet_of,
)
from tests.games.card_triathlon.whole_draws import capped
from tests.games.card_triathlon.whole_legs import Company, PlayedB, b_leg_at_random, c_leg_at_random
from tests.games.records import NAMES, Json, is_refused, record
from tests.games.whole_games import SEEDS, Entry, Game, companies, games, played

FORMATS = ("sprint", "3000", "5000", "clock", "half-marathon", "marathon")
C_LEG = c_leg(500, 500, 0, 0, unscored=0)
WRONG_B = b_leg("1NT", 0, [7, 5, 0, 0], [220, 220, 0, 0], 0)
"""A B leg in which a trick is missing."""


def due_kind(sheet: Json) -> str | None:
    kind: str | None = sheet["next"]["kind"] if sheet["next"] else None
    return kind


# Players and options ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 11))
def test_four_six_or_eight_play(seats: int) -> None:
    data = record("card-triathlon", seats, [])
    if seats in (4, 6, 8):
        assert score(data)["columns"][:seats] == data["players"]
    else:
        assert is_refused(score, data)


OPTIONS: list[tuple[int, Json, bool]] = [
    *((4, {"format": name}, True) for name in FORMATS),
    (4, {"format": "10000"}, False),
    # The 3,000 metre is for four players.
    (6, {"format": "3000"}, False), (8, {"format": "3000"}, False), (6, {"format": "5000"}, True),
    (8, {"format": "marathon"}, True),
    # Jokers in the B leg.
    (4, {"b_jokers": True}, False), (4, {"b_jokers": False}, True),
    (4, {"b_jokers": False, "format": "3000"}, False),
    *((4, {"b_jokers": True, "format": name}, True) for name in FORMATS if name != "sprint"),
    *((6, {"b_jokers": True, "format": name}, False) for name in FORMATS),
    (6, {"b_jokers": False, "format": "5000"}, True),
    (8, {"b_jokers": True, "format": "5000"}, True), (8, {"b_jokers": True}, False),
    # Jokers in the D leg.
    (4, {"d_jokers": False}, True), (4, {"d_jokers": True, "format": "3000"}, True),
    (4, {"d_jokers": False, "format": "3000"}, False),
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
    (4, {"sequence": ["C"], "format": "half-marathon"}, True),
    (4, {"sequence": ["D", "D", "B", "C"], "format": "marathon"}, True),
    (4, {"sequence": ["B", "E"], "format": "marathon"}, False),
    # Against the clock.
    *((4, {"clock_base": name, "format": "clock"}, True) for name in ("sprint", "3000", "5000")),
    (4, {"clock_base": "marathon", "format": "clock"}, False),
    *((4, {"decision_seconds": seconds, "format": "clock"}, 15 <= seconds <= 30)
      for seconds in (14, 15, 30, 31)),
    (4, {"finish_at": "2025-03-01T22:15:00+01:00", "format": "clock"}, True),
    # Seats.
    (4, {"first_dealer": 3}, True), (4, {"first_dealer": 4}, False), (6, {"first_dealer": 5}, True),
    (6, {"first_dealer": 6}, False),
    # Teams.
    *((int(name[0]), {"teams": list(teams)}, True) for name, teams in TEAMS.items()),
    (4, {"teams": [0, 0, 1, 1]}, False), (4, {"teams": [0, 1, 2, 3]}, False),
    (4, {"teams": [0, 1, 0]}, False), (4, {"teams": [0, 1, 0, 1, 0, 1]}, False),
    (6, {"teams": [0, 0, 0, 1, 1, 1]}, False), (6, {"teams": [0, 1, 0, 1]}, False),
    (8, {"teams": [0, 1, 0, 1, 0, 1, 0, 1]}, False),
    (8, {"teams": [0, 1, 2, 3, 0, 1, 2, 3]}, False), (4, {"jokers": True}, False),
]  # fmt: skip


def test_options_have_their_values_and_fit_the_format() -> None:
    for seats, options, allowed in OPTIONS:
        if allowed:
            assert sheet_of(seats, **options)["problems"] == []
        else:
            with pytest.raises(NotARecord, match="|".join([*options, "players"])):
                sheet_of(seats, **options)


def test_every_option_that_goes_against_others_is_named_with_a_sentence() -> None:
    rows: list[tuple[int, Json, dict[str, str]]] = [
        (4, {"b_jokers": True}, {"b_jokers": "sprint"}),
        (4, {"b_jokers": False, "d_jokers": False, "format": "3000"},
         {"b_jokers": "3000", "d_jokers": "3000"}),
        (4, {"sequence": ["C"], "finish_at": "2025-03-01T22:15:00Z"},
         {"sequence": "sequence", "finish_at": "clock"}),
        (4, {"decision_seconds": 20, "clock_base": "3000"},
         {"decision_seconds": "clock", "clock_base": "clock"}),
        (4, {"teams": [0, 0, 1, 1]}, {"teams": "teams"}),
        (4, {"teams": [0, 1, 0, 1, 0, 1]}, {"teams": "teams"}),
        (6, {"format": "3000"}, {"format": "3000"}),
        (6, {"format": "5000", "b_jokers": True, "teams": [0, 1, 0, 1, 0, 1]},
         {"b_jokers": "b.two-cards"}),
    ]  # fmt: skip
    for seats, options, named in rows:
        with pytest.raises(NotARecord) as refused:
            sheet_of(seats, **options)
        faults = refused.value.faults
        assert {fault.place: fault.rule for fault in faults} == {
            f"options.{place}": f"card-triathlon.{rule}" for place, rule in named.items()
        }
        assert all(fault.message[0].isupper() or fault.message[0].isdigit() for fault in faults)


def test_a_format_takes_as_long_as_its_rule_says() -> None:
    rows: list[tuple[str, str, tuple[int, int]]] = [
        ("sprint", "an hour or two", (1, 2)), ("3000", "two or three hours", (2, 3)),
        ("5000", "four to six hours", (4, 6)), ("half-marathon", "15 to 25 hours", (15, 25)),
        ("marathon", "30 to 50 hours", (30, 50)),
    ]  # fmt: skip
    for name, words, hours in rows:
        plan = PLANS[name]
        assert words in GAMES["card-triathlon"].rulebook.law(plan.rule).text, name
        assert plan.hours == hours


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


def test_partners_sit_as_usual_unless_the_table_says_otherwise() -> None:
    for way in ("4", "6", "8"):
        seats = int(way[0])
        usual = sheet_of(seats, teams=list(TEAMS[way]))["columns"]
        assert sheet_of(seats)["columns"] == usual
        assert sheet_of(seats)["columns"][seats].startswith("Ann+Cleo")


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
    assert due_kind(sheet) == "c-leg"
    assert due_kind(four(WRONG_B, C_LEG)) == "d-leg"
    sheet = four(WRONG_B, C_LEG, d_leg(200, 200, 200, 200, unscored=200))
    assert [found(sheet, number) for number in range(3)] == [["b.tricks-total"], [], []]
    assert (sheet["finished"], sheet["winners"]) == (False, [])
    assert (due_kind(sheet), sheet["next"]["entry"]) == ("correct", 0)
    assert sheet["totals"][4:] == [900, 900, 200, 2000]


SEQUENCES = {
    "sprint": "BCD", "3000": "BBCDD", "5000": "BCD", "half-marathon": "BCD", "marathon": "BCD",
}  # fmt: skip
CLOCK: Json = {"format": "clock"}
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
    assert (due_kind(late), late["next"]["entry"]) == ("correct", 3)


def test_a_game_ends_at_exactly_its_mark() -> None:
    rows: list[tuple[str, int, int, bool]] = [
        ("half-marathon", 21, 95, False), ("half-marathon", 21, 100, True),
        ("half-marathon", 21, 105, True), ("marathon", 42, 195, False), ("marathon", 42, 200, True),
    ]  # fmt: skip
    for name, legs, last, finished in rows:
        entries = [all_to(3, "C", 4)] * legs + [c_leg(0, 0, 0, last)]
        sheet = four(*entries, format=name, sequence=["C"])
        assert (sheet["finished"], bool(sheet["winners"])) == (finished, finished), name
        assert four(*entries[:-1], format=name, sequence=["C"])["finished"] is False


def test_five_thousand_points_end_the_game_of_that_name() -> None:
    rows: list[tuple[int, bool]] = [(95, False), (100, True)]
    for last, finished in rows:
        cycle = [all_to(0, leg, 4) for leg in "BCD"]
        entries = [*cycle * 2, *cycle[:2], d_leg(last, 0, 0, 0)]
        final = b_leg("1NT", 1, [6, 7, 0, 0], [120, 320, 0, 0], 0)
        sheet = four(*entries, final, format="5000")
        assert (sheet["totals"][4], sheet["finished"]) == (4900 + last, finished), last
        assert sheet["winners"] == (["Ann+Cleo"] if finished else [])
        assert due_kind(sheet) == (None if finished else "c-leg")


def test_play_goes_on_while_teams_are_equal_past_the_mark() -> None:
    rows: list[tuple[tuple[Json, ...], list[str]]] = [
        ((*LEVEL * 5,), []),
        ((*LEVEL * 4, LEVEL[0], LEVEL[1]), []),
        ((*LEVEL * 4, LEVEL[0], c_leg(500, 495, 0, 0)), ["Ann+Cleo"]),
        ((*LEVEL * 4, LEVEL[0], c_leg(495, 500, 0, 0)), ["Ben+Dora"]),
        ((*LEVEL * 5, b_leg("1NT", 0, [7, 6, 0, 0], [225, 215, 0, 0], 0)), ["Ann+Cleo"]),
        ((*LEVEL * 5, b_leg("1NT", 0, [7, 6, 0, 0], [215, 225, 0, 0], 0)), ["Ben+Dora"]),
        ((*LEVEL * 3, *LEVEL[:2]), []),
    ]
    for entries, winners in rows:
        sheet = four(*entries, format="5000")
        assert sheet["problems"] == [], entries
        assert (sheet["finished"], sheet["winners"]) == (bool(winners), winners)


def test_two_of_three_teams_that_are_equal_past_the_mark_play_on() -> None:
    options: Json = {"format": "half-marathon", "sequence": ["C"], "teams": [0, 1, 2, 0, 1, 2]}
    entries = [c_leg(500, 500, 400, 0, 0, 0)] * 43
    sheet = sheet_of(6, *entries, **options)
    assert (sheet["standings"][1]["score"], sheet["finished"]) == (21500, False)
    sheet = sheet_of(6, *entries, c_leg(0, 0, 5, 0, 5, 0), **options)
    assert (sheet["finished"], sheet["winners"]) == (True, ["Ben+Emil"])


def test_teams_with_the_same_score_share_the_win_where_no_mark_is_played_to() -> None:
    for sheet in (four(*LEVEL), four(*LEVEL, TIME, **CLOCK)):
        assert (sheet["finished"], sheet["winners"]) == (True, ["Ann+Cleo", "Ben+Dora"])
        assert [standing["rank"] for standing in sheet["standings"]] == [1, 1]


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


@pytest.mark.parametrize("name", SEQUENCES)
def test_only_a_game_against_the_clock_knows_the_time(name: str) -> None:
    options: dict[str, Any] = {"format": name}
    first = all_to(0, "B", 4, name == "3000")
    sheet = four(first, TIME, **options)
    assert (of_severity("error", sheet), sheet["finished"]) == (["clock"], False)
    assert due_kind(sheet) == ("b-leg" if name == "3000" else "c-leg")
    sheet = four(first | {"partial": True}, **options)
    assert of_severity("error", sheet) == ["clock"]
    assert cells_of(sheet) == [None] * 8
    assert found(four(first | {"partial": False, "passed_out": False}, **options)) == []


MARATHON: Json = {"format": "marathon"}
B = b_leg("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])
"""A B leg with one overtrick, won by Ann or Cleo."""
JUST = figures("5C", 0, [6, 1, 5, 1], [215, 40, 150, 35])
C = c_leg(310, 150, 205, 180, held=[0, 25, 10, 40], unscored=80, out=0)
D = d_leg(110, 35, 60, 0)
WRONG_C = c_leg(311, 150, 205, 180)
CYCLE = (B, C, D)


class Made(NamedTuple):
    down: dict[str, tuple[int, int]]
    up: dict[str, tuple[int, int]]


def due(sheet: Json) -> Json:
    found: Json = sheet["next"]
    return found


def dealers(sheet: Json) -> list[str]:
    headline = due(sheet)["text"].partition(".")[0]
    return [name for name in NAMES if re.search(rf"\b{name}\b", headline)]


def made_up(sheet: Json) -> Made:
    text = due(sheet)["text"]
    down, _, rest = text.rpartition("down to 13")
    up, _, _ = rest.partition("up to 13")
    return Made(_cards(down), _cards(up))


def _cards(text: str) -> dict[str, tuple[int, int]]:
    found = re.findall(r"(\w+) \((\d+)(?: to (\d+))? cards?\)", text)
    return {name: (int(least), int(most or least)) for name, least, most in found}


def expected(held: Sequence[tuple[int, int]]) -> Made:
    """Return what `made_up` should find, given the fewest and most cards of each seat."""
    seats = list(zip(NAMES, held, strict=False))
    return Made(
        {name: cards for name, cards in seats if cards[0] > 13},
        {name: cards for name, cards in seats if cards[1] < 13},
    )


# Which leg, and who deals -------------------------------------------------------------------------


def test_left_of_the_last_dealer_the_c_leg_begins() -> None:
    rows: list[tuple[int, int]] = [(4, 0), (4, 3), (6, 5)]
    for seats, first in rows:
        leg = all_to(0, "B", seats)
        for entries in ((leg,), (PASSED, leg)):
            begins = NAMES[(first + len(entries)) % seats]
            text = due(sheet_of(seats, *entries, first_dealer=first))["text"]
            assert f"{begins}, left of the dealer, has the first turn" in text


def test_eight_players_hear_that_both_tables_play_the_same_hands_and_who_begins() -> None:
    for first in (0, 5):
        assert (
            "same hands: put the second pack in the order"
            in due(sheet_of(8, first_dealer=first))["text"]
        )
        text = due(sheet_of(8, all_to(0, "B", 8), first_dealer=first))["text"]
        assert f"{NAMES[first % 4 + 1]}, left of the dealer at table 1, has the first turn" in text
    assert "same hands" not in due(sheet_of(4))["text"]


def test_a_d_leg_after_a_b_leg_takes_the_second_pack() -> None:
    for seats, added in ((4, "the second pack"), (6, "the other cards"), (8, "the other cards")):
        made = sheet_of(seats, all_to(0, "B", seats), format="marathon", sequence=["B", "D"])
        text = due(made)["text"]
        assert text.startswith("D leg")
        assert f"put aside. Add {added} and all Jokers, {27 * seats} cards in all." in text


def test_a_first_dealer_at_the_second_table_stands_for_both() -> None:
    assert dealers(sheet_of(8, first_dealer=6)) == ["Cleo", "P7"]
    assert due(sheet_of(8, first_dealer=6))["dealer"] == 2


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


def numbers(sheet: Json) -> set[int]:
    return set(map(int, re.findall(r"\d+", due(sheet)["text"])))


def test_a_b_leg_names_its_pack() -> None:
    rows: list[tuple[int, Json, int, list[str]]] = [
        (4, {}, 52, ["one pack", "without Jokers"]),
        (4, JOKERS, 54, ["two Jokers", "face down"]),
        (4, {"format": "3000"}, 54, ["two Jokers", "face down"]),
        (6, {}, 78, ["six complete suits", "without Jokers"]),
        (8, {}, 52, ["at each table", "without Jokers"]),
        (8, JOKERS, 54, ["two Jokers at each table", "face down"]),
    ]
    for seats, options, cards, words in rows:
        sheet = sheet_of(seats, **options)
        assert numbers(sheet) == {cards, 13}, seats
        assert all(word in due(sheet)["text"] for word in [*words, "Deal 13 cards each."])


def test_a_b_leg_says_what_becomes_of_the_cards_before() -> None:
    twice = MARATHON | {"sequence": ["B", "B", "D"]}
    told = {
        "again": [four(PASSED), four(B, PASSED, **twice), four(*CYCLE, PASSED, **MARATHON)],
        "aside": [four(B, **twice), four(PASSED, B, **twice), four(WRONG_B, **twice)],
        "kept": [four(*CYCLE, **MARATHON), four(B, B, D, **twice)],
    }
    words = {
        "again": "deal again",
        "aside": "Put the previous leg",
        "kept": "Nobody keeps any cards",
    }
    for name, sheets in told.items():
        for sheet in sheets:
            assert due(sheet)["kind"] == "b-leg"
            assert {each for each in words if words[each] in due(sheet)["text"]} == {name}
    assert not any(word in due(four())["text"] for word in words.values())


def test_that_all_have_passed_is_forgotten_after_a_leg_that_cannot_be() -> None:
    rows: list[list[Json]] = [[C, D], []]
    for later in rows:
        sequence = ["B", "C", "D"] if later else ["B"]
        sheet = four(PASSED, WRONG_B, *later, format="marathon", sequence=sequence)
        assert due(sheet)["kind"] == "b-leg", later
        assert "deal again" not in due(sheet)["text"]


@pytest.mark.parametrize(("seats", "cards"), [(4, 108), (6, 162), (8, 216)])
@pytest.mark.parametrize("leg", ["C", "D"])
def test_all_packs_come_in_for_a_c_or_a_d_leg(seats: int, cards: int, leg: str) -> None:
    first: Json = {"format": "marathon", "sequence": [leg]}
    assert cards in numbers(sheet_of(seats, **first))
    again = sheet_of(seats, all_to(0, leg, seats), **first)
    assert cards in numbers(again)
    for sheet in (sheet_of(seats, **first), again):
        assert made_up(sheet) == Made({}, {})
        assert "deal 13 each" in due(sheet)["text"]
    after_b = sheet_of(seats, all_to(0, "B", seats), format="marathon", sequence=["B", leg])
    assert cards in numbers(after_b)
    assert made_up(after_b) != Made({}, {})


# Down to thirteen, or up to it --------------------------------------------------------------------


def test_after_a_b_leg_by_figures_tricks_are_reckoned_in_cards() -> None:
    rows: list[tuple[int, Json, list[int]]] = [
        (4, B, [24, 4, 20, 4]), (4, {"kind": "b-leg", **JUST}, [24, 4, 20, 4]),
        # Defeated.
        (4, b_leg("6C", 0, [6, 1, 5, 1], [215, 40, 150, 35]), [24, 4, 20, 4]),
        # With an auction instead of the contract.
        (4, B | {"contract": None, "auction": ["4C", "P", "P", "P"]}, [24, 4, 20, 4]),
        # One player has all the overtricks, or there are more of them than a partner's tricks.
        (4, b_leg("1NT", 1, [3, 10, 0, 0], [95, 235, 0, 0], 110), [12, 40, 0, 0]),
        (4, b_leg("1NT", 0, [8, 1, 2, 2], [235, 35, 30, 75], 65), [32, 4, 8, 8]),
        (6, b_leg("1NT", 0, [2, 3, 1, 2, 4, 1], [100, 150, 50, 100, 210, 50]),
         [12, 18, 6, 12, 24, 6]),
        (8, at_tables(MADE, JUST), [24, 4, 20, 4, 24, 4, 20, 4]),
    ]  # fmt: skip
    for (seats, entry, held), leg in product(rows, ("C", "D")):
        sheet = sheet_of(seats, entry, format="marathon", sequence=["B", leg])
        assert sheet["problems"] == [], (seats, leg)
        assert made_up(sheet) == expected([(cards, cards) for cards in held])
        assert "Everyone else" not in due(sheet)["text"]


def test_tricks_put_aside_are_taken_up_too_by_cards_and_by_figures() -> None:
    for way, seed in product(TEAMS, range(4)):
        options: Json = {"format": "5000", "teams": list(TEAMS[way]), "b_jokers": way[0] == "4"}
        company, leg = Company(way, options | {"first_dealer": 0}), None
        while leg is None:
            leg = b_leg_at_random(Random(seed), company, 0, cut=False)
            seed += 100
        held = []
        for table in leg.at_tables:
            takers = oracle.followed(table.leg.play, table.leg.contract).takers
            seats = len(table.teams)
            cards = [seats * takers.count(seat) for seat in range(seats)]
            held += list(zip(cards, cards, strict=True))
        for entry in (leg.cards, leg.figures):
            assert made_up(sheet_of(company.seats, entry, **options)) == expected(held)


def test_after_a_c_leg_by_cards_melds_and_hands_are_counted() -> None:
    for seed, way in product(range(6), ("4", "6", "8")):
        options: Json = {"format": "marathon", "sequence": ["C", "D"]}
        leg = c_leg_at_random(Random(seed), Company(way, options), cut=False)
        melds, threes, hands, _ = leg.leg
        cards = [sum(map(len, melds[seat])) + len(hand) for seat, hand in enumerate(hands)]
        held = [(number, number + red) for number, red in zip(cards, threes, strict=True)]
        sheet = sheet_of(int(way), leg.cards, **options)
        assert made_up(sheet) == expected(held), (seed, way)
        made = expected(held)
        if made != Made({}, {}):
            unsure = len(made.down) + len(made.up) < len(held)
            assert ("Everyone else" in due(sheet)["text"]) == unsure
        assert made_up(sheet_of(int(way), leg.figures, **options)) == Made({}, {})


def test_where_the_cards_are_not_known_nobody_is_named() -> None:
    rows: list[tuple[list[Json], str]] = [
        ([B, C], "D"), ([WRONG_B], "C"), ([B, WRONG_C], "D"), ([WRONG_B, C], "D"),
    ]  # fmt: skip
    for entries, leg in rows:
        sheet = four(*entries)
        assert due(sheet)["kind"] == LEGS[leg], entries
        assert made_up(sheet) == Made({}, {})
        assert {"13", "down", "up"} <= set(due(sheet)["text"].replace(",", " ").split())


def test_thirteen_cards_stay_as_they_are() -> None:
    options = MARATHON | {"sequence": ["C", "D"]}
    melds = ["4S 4H 4D", "5S 5H 5D", "6S 6H 6D"]
    hands = ["KS KH KD KC QS QH QD QC JS JH", "KS KH", "QS QH QD QC JS JH JD JC 10S"]
    sheet = four(laid(*melds, hands=hands, red_threes=[0, 0, 1, 0]), **options)
    assert sheet["problems"] == []
    assert made_up(sheet) == Made({}, {"Ben": (5, 5), "Dora": (0, 0)})
    assert "Everyone else" in due(sheet)["text"]
    melds = ["4S 4H 4D", "4S 4H 4D", "6S 6H 6D", "6S 6H 6D"]
    hands = [*["KS KH KD KC QS QH QD QC JS JH"] * 2, *["9S 9H 9D 9C 10S 10H 10D 10C JD JC"] * 2]
    sheet = four(laid(*melds, hands=hands), **options)
    assert sheet["problems"] == []
    assert made_up(sheet) == Made({}, {})
    assert "Everyone needs 13 cards." in due(sheet)["text"]


JUDGED = {f"card-triathlon.b.{rule}" for rule in ("made", "defeated", "overtricks")}


def shown(sheet: Json) -> Json:
    due = sheet["next"] and {key: sheet["next"][key] for key in ("kind", "label", "dealer")}
    same = ("columns", "totals", "standings", "finished", "winners")
    cells = [row["cells"] for row in sheet["rows"]]
    return {**{key: sheet[key] for key in same}, "cells": cells, "next": due}


def has_receipts(sheet: Json) -> bool:
    """Whether every cell has a receipt that adds up to it and cites rules in the rulebook."""
    lines = [line for row in sheet["rows"] for why in row["why"] for line in why]
    return (
        is_explained(sheet)
        and {line["rule"] for line in lines} <= LAWS
        and all(
            (cell is None) == (not why)
            for row in sheet["rows"]
            for cell, why in zip(row["cells"], row["why"], strict=True)
        )
    )


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
        assert has_receipts(sheet)
        for entry, row in zip(game.entries, sheet["rows"], strict=True):
            if isinstance(entry, PlayedB) and entry.partial:  # the contract doesn't matter
                assert not {line["rule"] for why in row["why"] for line in why} & JUDGED


@settings(max_examples=3)
@given(companies(["5000"]), SEEDS)
def test_a_game_to_a_mark_ends_where_one_team_is_past_it(company: Company, seed: int) -> None:
    game = played(Random(seed), company, most=200)
    assert game.is_over
    for so_far in (game, game.first(len(game.entries) - 1)):
        for entries in (so_far.by_cards, so_far.by_figures):
            sheet = score(game.record(entries))
            assert (wrong(sheet), shown(sheet)) == ([], so_far.pad)


SCORED = st.lists(st.sampled_from([0, *range(2, 77)]), min_size=4, max_size=4)


@given(SCORED.filter(lambda fives: sum(fives) <= 200))
def test_the_cap_of_3000_metres_leaves_500_of_any_leg(fives: list[int]) -> None:
    scored = [5 * number for number in fives]
    ann, ben, cleo, dora = scored
    rest = 1000 - sum(scored)
    before = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]
    for entry in (d_leg(*scored, unscored=rest), d_leg(*scored)):
        sheet = four(*before, entry, entry, format="3000")
        sums, unscored = capped([ann + cleo, ben + dora], rest)
        assert (wrong(sheet), cells_of(sheet)) == ([], [*scored, *sums, unscored, 500])
        assert has_receipts(sheet)


@settings(max_examples=25)
@given(games())
def test_what_comes_later_changes_no_row_before_it(game: Game) -> None:
    for entries in (game.by_cards, game.by_figures):
        whole = score(game.record(entries))
        for number in range(len(entries)):
            sheet, so_far = score(game.record(entries[:number])), game.first(number)
            assert sheet["rows"] == whole["rows"][:number]
            assert (sheet["finished"], shown(sheet)["next"]) == (False, so_far.due)
