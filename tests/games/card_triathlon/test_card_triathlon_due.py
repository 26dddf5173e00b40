"""Tests of what is due after each leg: who deals, and which cards players take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    JOKERS,
    LEGS,
    MADE,
    PASSED,
    TEAMS,
    TIME,
    all_to,
    at_tables,
    b_leg,
    c_leg,
    d_leg,
    figures,
    four,
    laid,
    sheet_of,
)
from tests.games.card_triathlon.whole_legs import Company, b_leg_at_random, c_leg_at_random
from tests.games.records import NAMES, Json

MARATHON: Json = {"format": "marathon"}
B = b_leg("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])
"""A B leg with one overtrick, won by Ann or Cleo."""
JUST = figures("5C", 0, [6, 1, 5, 1], [215, 40, 150, 35])
C = c_leg(310, 150, 205, 180, held=[0, 25, 10, 40], unscored=80, out=0)
D = d_leg(110, 35, 60, 0)
WRONG_B = b_leg("4C", 0, [6, 1, 5, 2], [190, 40, 150, 35])
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


@pytest.mark.parametrize("seats", [4, 6, 8])
@pytest.mark.parametrize("first", [0, 3])
def test_the_deal_passes_to_the_left_also_when_all_have_passed(seats: int, first: int) -> None:
    sequence: Json = {"format": "marathon", "sequence": ["B"], "first_dealer": first}
    size = 6 if seats == 6 else 4
    passes = [PASSED, {"kind": "b-leg", "auction": ["P"] * size}] if seats != 8 else []
    played = [all_to(0, "B", seats), *passes, all_to(1, "B", seats), *passes]
    entries: list[Json] = []
    for number in range(9):
        sheet = sheet_of(seats, *entries, **sequence)
        seat = (first + number) % size
        assert due(sheet)["dealer"] == seat
        assert dealers(sheet) == [NAMES[seat], *([NAMES[seat + 4]] if seats == 8 else [])]
        entries.append(played[number % len(played)])
    assert sheet["problems"] == []


def test_left_of_the_last_dealer_the_c_leg_begins() -> None:
    rows: list[tuple[int, int]] = [(4, 0), (4, 3), (6, 5)]
    for seats, first in rows:
        leg = all_to(0, "B", seats)
        for entries in ((leg,), (PASSED, leg)):
            begins = NAMES[(first + len(entries)) % seats]
            text = due(sheet_of(seats, *entries, first_dealer=first))["text"]
            assert f"{begins}, left of the dealer, has the first turn" in text
        assert "first turn" not in due(sheet_of(8, all_to(0, "B", 8)))["text"], seats


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
    assert (cards in numbers(after_b)) == (leg == "C")
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


CLOCK: Json = {"format": "clock"}


def test_after_a_leg_that_was_cut_short_only_the_time_is_due() -> None:
    rows: list[Json] = [
        {"kind": "b-leg", "tricks": [0] * 4, "points": [0] * 4, "partial": True},
        B | {"partial": True},
    ]
    for cut in rows:
        for entries in ([cut], [B, C | {"partial": True}], [B, C, D | {"partial": True}]):
            sheet = four(*entries, **CLOCK)
            assert due(sheet)["kind"] == "time"
            assert (due(sheet)["dealer"], made_up(sheet)) == (None, Made({}, {}))
            assert four(*entries, TIME, **CLOCK)["next"] is None


def test_a_second_time_is_to_be_corrected() -> None:
    sheet = four(B, TIME, TIME, **CLOCK)
    assert (due(sheet)["kind"], due(sheet)["entry"]) == ("correct", 2)
