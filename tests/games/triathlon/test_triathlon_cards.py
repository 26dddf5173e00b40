"""Triathlon by cards: a deal as it was played."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.sheet import score
from tests.games.records import NAMES, Json, broken, played, record, rules
from tests.games.triathlon import oracle_triathlon as oracle
from tests.games.triathlon.oracle_triathlon import DISCARD, FOLLOW, NEVER, WHEN_VOID

PACK, PLAY, REJECTION = "triathlon.pack", "triathlon.play", "triathlon.rejection"
TOTAL, LAST, END = "triathlon.tricks-total", "triathlon.last", "triathlon.end"
ANN_TRIATHLON: Json = {"kind": "deal", "tricks": [3, 5, 5], "last_trick": 0}
EVEN: Json = {"kind": "deal", "tricks": [4, 2, 7], "last_trick": 2}

# Ann deals and Ben leads. Everybody follows, and Ben's ace, king, queen and Athlete take all.
CLEAN = [
    ["AS", "7S", "6S"], ["KS", "9S", "8S"], ["QS", "JS", "10S"],
    ["AH", "7H", "6H"], ["KH", "9H", "8H"], ["QH", "JH", "10H"],
    ["AD", "7D", "6D"], ["KD", "9D", "8D"], ["QD", "JD", "10D"],
    ["AC", "7C", "6C"], ["KC", "9C", "8C"], ["QC", "JC", "10C"],
    ["JK", "JK", "JK"],
]  # fmt: skip
ALL_BEN: Json = {"tricks": [0, 13, 0], "last_trick": 1}
# Here Ann takes the eleventh trick and Cleo the last two.
MIXED = [*CLEAN[:10], ["8C", "9C", "KC"], ["10C", "JC", "QC"], ["JK", "JK", "JK"]]


def changed(*changes: tuple[int, int, str], play: list[list[str]] = CLEAN) -> list[list[str]]:
    """The deal with other cards at some places: the trick from 1, the place in it from 1."""
    copy = [trick.copy() for trick in play]
    for trick, place, card in changes:
        copy[trick - 1][place - 1] = card
    return copy


def at(number: int, entry: Json, **options: Any) -> Json:
    """The sheet of a game whose deal of this number is the entry."""
    return score(record("triathlon", 3, [*[EVEN] * (number - 1), entry], **options))


# Whole, and of one pack ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (played(CLEAN, trump="S"), []),
        (played(CLEAN, trump="S", rejected=["H", "C"]), []),
        (played(CLEAN), [REJECTION]),
        (played(CLEAN, rejected=["H", "C"]), [REJECTION]),
        (played(CLEAN, **ALL_BEN), [REJECTION]),
        (played(CLEAN, trump="S", rejected=["S", "H"]), [REJECTION]),
        (played(CLEAN, trump="S", rejected=["H"]), [REJECTION]),
        # Figures beside the cards.
        (played(CLEAN, trump="S", **ALL_BEN), []),
        (played(CLEAN, trump="S", tricks=[0, 13, 0]), []),
        (played(CLEAN, trump="S", last_trick=1), []),
        (played(CLEAN, trump="S", tricks=[1, 12, 0]), [PLAY]),
        (played(CLEAN, trump="S", tricks=[0, 12, 0]), [PLAY, TOTAL]),
        (played(CLEAN, trump="S", tricks=[0, 13, 0], last_trick=2), [LAST, PLAY]),
        (played(MIXED, trump="S"), []),
        (played(MIXED, trump="S", tricks=[1, 10, 2], last_trick=2), []),
        (played(MIXED, trump="S", tricks=[1, 10, 2], last_trick=1), [PLAY]),
        (played(MIXED, trump="S", last_trick=2), []),
        (played(MIXED, trump="S", last_trick=1), [PLAY]),
        (played(MIXED, trump="S", last_trick=0), [PLAY]),
        (played(MIXED, trump="S", tricks=[2, 10, 1], last_trick=2), [PLAY]),
        (played(MIXED, trump="S", tricks=[2, 10, 1], last_trick=0), [PLAY]),
        # The number of tricks, and of cards in a trick.
        (played([], trump="S"), [PLAY]),
        (played(CLEAN[:12], trump="S"), [PLAY]),
        (played(CLEAN[:12], trump="S", **ALL_BEN), [PLAY]),
        (played([*CLEAN, []], trump="S"), [PLAY]),
        (played([*CLEAN[:12], []], trump="S"), [PLAY]),
        (played([*CLEAN[:12], ["JK", "JK"]], trump="S"), [PLAY]),
        (played([*CLEAN, CLEAN[12]], trump="S"), [PACK, PLAY]),
        (played([*CLEAN[:12], ["JK"] * 4], trump="S"), [PACK, PLAY]),
        (played(CLEAN[:12]), [PLAY, REJECTION]),
        # The pack.
        (played(changed((1, 3, "6s"), (12, 3, "tc")), trump="S"), []),
        (played(changed((1, 3, "6♠"), (13, 1, "jk")), trump="S"), []),
        (played(changed((13, 1, "RJ"), (13, 2, "BJ")), trump="S"), []),
        (played(changed((1, 3, "7S")), trump="S"), [PACK]),
        (played(changed((1, 3, "AC")), trump="S"), [PACK]),
        (played(changed((1, 3, "JK")), trump="S"), [PACK]),
        (played(changed((1, 3, "RJ")), trump="S"), [PACK]),
        (played(changed((1, 3, "5H")), trump="S"), [PACK]),
        (played(changed((1, 3, "2S")), trump="S"), [PACK]),
        (played(changed((1, 3, "1S")), trump="S"), [PACK]),
        (played(changed((1, 3, "SHEET")), trump="S"), [PACK]),
        (played(changed((1, 3, "")), trump="S"), [PACK]),
        (played(changed((1, 3, "5S"))), [PACK, REJECTION]),
        (played(changed((1, 3, "5S")), trump="S", tricks=[0, 6, 6]), [PACK, TOTAL]),
    ],
)
def test_a_deal_by_cards_is_whole_and_of_one_pack(entry: Json, found: list[str]) -> None:
    for option in (WHEN_VOID, NEVER):
        sheet = at(1, entry, athlete_discard=option)
        assert broken(sheet) == found
        assert {p["severity"] for p in sheet["problems"]} == ({"error"} if found else set())
        assert sheet["rows"][0]["cells"].count(None) == (3 if found else 0)


@pytest.mark.parametrize(
    ("play", "number", "first", "cells"),
    [
        # The player on the dealer's left leads.
        (CLEAN, 1, 0, [10, 33, 10]),
        (CLEAN, 2, 0, [10, 10, 33]),
        (CLEAN, 3, 0, [33, 10, 10]),
        (CLEAN, 1, 2, [33, 10, 10]),
        (CLEAN, 2, 2, [10, 33, 10]),
        (MIXED, 1, 0, [1, 10, 32]),
        (MIXED, 2, 0, [32, 1, 10]),
        (MIXED, 1, 1, [32, 1, 10]),
    ],
)
def test_the_player_left_of_the_dealer_leads(
    play: list[list[str]], number: int, first: int, cells: list[int]
) -> None:
    sheet = at(number, played(play, trump="S"), first_dealer=first)
    assert sheet["problems"] == []
    assert sheet["rows"][-1]["cells"] == cells


def test_a_deal_by_cards_may_be_the_third_triathlon_and_none_comes_after_it() -> None:
    # Cleo deals, so Ann leads.
    plays = (oracle.legal_play(Random(seed), 0, "S", NEVER) for seed in range(10_000))
    play = next(p for p in plays if len(oracle.feats(*oracle.taken(p, 0, "S"))[0]) == 3)
    third = played(play, trump="S")
    sheet = score(record("triathlon", 3, [*[ANN_TRIATHLON] * 2, third]))
    points = oracle.scores(*oracle.taken(play, 0, "S"))
    assert sheet["problems"] == []
    assert sheet["rows"][-1]["cells"] == [points[0] + 100, *points[1:]]
    assert (sheet["finished"], sheet["winners"]) == (True, ["Ann"])
    late = score(record("triathlon", 3, [*[ANN_TRIATHLON] * 3, played(CLEAN, trump="S")]))
    assert broken(late) == [END]


# Cards that were not allowed ----------------------------------------------------------------------

# Cleo throws a heart on the ace of spades, and a spade on the ace of hearts.
REVOKED = changed((1, 2, "7H"), (4, 2, "7S"))
# Cleo throws an Athlete on the ace of spades, and holds three more spades.
THROWN = changed((1, 2, "JK"), (13, 2, "7S"))
# Cleo throws an Athlete on the queen of clubs, without a club, but keeps a diamond.
VOID = changed((9, 3, "JC"), (12, 2, "JK"), (13, 2, "10D"))
# Cleo throws an Athlete on the queen of clubs and has nothing but another Athlete.
BARE = changed((12, 2, "JK"), (13, 1, "JC"))
# Ben leads an Athlete, and Cleo throws hers on it.
LED = changed((1, 1, "JK"), (1, 2, "JK"), (13, 1, "AS"), (13, 2, "7S"))
# Ben leads an Athlete, and Cleo throws a heart, though she has spades and Athletes.
FREE = changed((1, 1, "JK"), (1, 2, "JH"), (6, 2, "7S"), (13, 1, "AS"))


@pytest.mark.parametrize(
    ("play", "trump", "when_void", "never"),
    [
        (CLEAN, "S", set(), set()),
        (REVOKED, "C", {(1, 2, FOLLOW), (4, 2, FOLLOW)}, {(1, 2, FOLLOW), (4, 2, FOLLOW)}),
        (THROWN, "C", {(1, 2, DISCARD)}, {(1, 2, DISCARD)}),
        (THROWN, "S", {(1, 2, DISCARD)}, {(1, 2, DISCARD)}),
        (VOID, "S", set(), {(12, 2, DISCARD)}),
        (BARE, "S", set(), set()),
        (LED, "H", set(), set()),
        (FREE, "C", set(), set()),
        (
            changed((1, 2, "7H"), (4, 2, "7S"), (2, 3, "JK"), (13, 3, "8S")),
            "C",
            {(1, 2, FOLLOW), (4, 2, FOLLOW), (2, 0, DISCARD)},
            {(1, 2, FOLLOW), (4, 2, FOLLOW), (2, 0, DISCARD)},
        ),
    ],
)
def test_what_was_not_allowed_is_a_warning_that_the_table_may_accept(
    play: list[list[str]],
    trump: str,
    when_void: set[tuple[int, int, str]],
    never: set[tuple[int, int, str]],
) -> None:
    for option, expected in ((WHEN_VOID, when_void), (NEVER, never)):
        assert oracle.irregular(play, 1, trump, option) == expected
        found = sorted({rule for _, _, rule in expected})
        sheet = at(1, played(play, trump=trump), athlete_discard=option)
        assert {p["severity"] for p in sheet["problems"]} <= {"warning"}
        assert rules(sheet["problems"]) == broken(sheet) == found
        assert not any("accepted" in problem for problem in sheet["problems"])
        cells = oracle.scores(*oracle.taken(play, 1, trump))
        assert sheet["rows"][0]["cells"] == cells

        one = at(1, played(play, trump=trump, accepted=[FOLLOW]), athlete_discard=option)
        assert [p["rule"] for p in one["problems"] if p.get("accepted")] == (
            [FOLLOW] if FOLLOW in found else []
        )
        both = at(1, played(play, trump=trump, accepted=[FOLLOW, DISCARD]), athlete_discard=option)
        assert rules(both["problems"]) == found
        assert all(problem["accepted"] is True for problem in both["problems"])
        assert one["rows"][0]["cells"] == both["rows"][0]["cells"] == cells


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, [FOLLOW]),
        ({"tricks": [0, 13, 0], "last_trick": 1}, [FOLLOW]),
        ({"tricks": [1, 12, 0]}, [FOLLOW, PLAY]),
        ({"tricks": [0, 12, 0]}, [FOLLOW, PLAY, TOTAL]),
    ],
)
def test_a_warning_stands_beside_an_error(fields: Json, found: list[str]) -> None:
    sheet = at(1, played(REVOKED, trump="C", **fields, accepted=[FOLLOW, PLAY]))
    assert broken(sheet) == found
    assert [p["rule"] for p in sheet["problems"] if p.get("accepted")] == [FOLLOW]


# At random ----------------------------------------------------------------------------------------

seeds = st.integers(0, 2**32)
numbers = st.integers(1, 4)
seats = st.integers(0, 2)
trumps = st.sampled_from("SHDC")
options = st.sampled_from([WHEN_VOID, NEVER])


@given(seeds, numbers, seats, trumps, options)
def test_the_tricks_of_a_lawful_deal_are_derived_from_the_cards(
    seed: int, number: int, first: int, trump: str, option: str
) -> None:
    leader = oracle.leader_of(number, first)
    play = oracle.legal_play(Random(seed), leader, trump, option)
    tricks, last = oracle.taken(play, leader, trump)
    entry = played(play, trump=trump)
    table = {"first_dealer": first, "athlete_discard": option}
    sheet = at(number, entry, **table)
    assert sheet["problems"] == []
    assert sheet["rows"][-1]["cells"] == oracle.scores(tricks, last)
    figures: Json = {"tricks": tricks, "last_trick": last}
    assert at(number, entry | figures, **table)["rows"] == sheet["rows"]
    by_figures = at(number, {"kind": "deal", **figures}, **table)
    assert by_figures["rows"][-1]["cells"] == sheet["rows"][-1]["cells"]
    other = [tricks[1], tricks[2], tricks[0]]
    found = [] if other == tricks else [PLAY]
    assert broken(at(number, entry | {"tricks": other}, **table)) == found
    for seat in range(3):
        if tricks[seat]:
            found = [] if seat == last else [PLAY]
            assert broken(at(number, entry | {"last_trick": seat}, **table)) == found


def check_warnings(play: list[list[str]], number: int, first: int, trump: str, option: str) -> None:
    """The warnings of the deal are those of the oracle, and name the trick and the player."""
    leader = oracle.leader_of(number, first)
    expected = oracle.irregular(play, leader, trump, option)
    table = {"first_dealer": first, "athlete_discard": option}
    sheet = at(number, played(play, trump=trump), **table)
    assert {p["severity"] for p in sheet["problems"]} <= {"warning"}
    assert broken(sheet) == sorted({rule for _, _, rule in expected})
    messages = {problem["rule"]: problem["message"] for problem in sheet["problems"]}
    for trick, seat, rule in expected:
        assert NAMES[seat] in messages[rule]
        assert re.search(rf"\b{trick}\b", messages[rule])
    assert sheet["rows"][-1]["cells"] == oracle.scores(*oracle.taken(play, leader, trump))


places = st.integers(0, 38)


@given(seeds, numbers, seats, trumps, options, options, places, places)
def test_whatever_two_cards_are_exchanged_the_warnings_are_found(
    seed: int, number: int, first: int, trump: str, dealt: str, option: str, one: int, other: int
) -> None:
    play = oracle.legal_play(Random(seed), oracle.leader_of(number, first), trump, dealt)
    play[one // 3][one % 3], play[other // 3][other % 3] = (
        play[other // 3][other % 3],
        play[one // 3][one % 3],
    )
    check_warnings(play, number, first, trump, option)


@given(seeds, numbers, seats, trumps, options, st.integers(0, 2), places)
def test_an_athlete_that_changes_its_place_is_warned_of_wherever_it_is_wrong(
    seed: int, number: int, first: int, trump: str, option: str, athlete: int, other: int
) -> None:
    play = oracle.legal_play(Random(seed), oracle.leader_of(number, first), trump, option)
    cards = [card for trick in play for card in trick]
    one = [place for place, card in enumerate(cards) if card == oracle.ATHLETE][athlete]
    cards[one], cards[other] = cards[other], cards[one]
    play = [cards[start : start + 3] for start in range(0, 39, 3)]
    check_warnings(play, number, first, trump, option)


@given(seeds, numbers, seats, trumps)
def test_a_table_that_never_discards_athletes_warns_of_what_another_allows(
    seed: int, number: int, first: int, trump: str
) -> None:
    play = oracle.legal_play(Random(seed), oracle.leader_of(number, first), trump, WHEN_VOID)
    check_warnings(play, number, first, trump, WHEN_VOID)
    check_warnings(play, number, first, trump, NEVER)


@given(st.permutations(oracle.PACK), numbers, seats, trumps, options)
def test_thirteen_tricks_at_random_are_judged_as_the_rules_say(
    cards: list[str], number: int, first: int, trump: str, option: str
) -> None:
    play = [cards[start : start + 3] for start in range(0, 39, 3)]
    check_warnings(play, number, first, trump, option)
