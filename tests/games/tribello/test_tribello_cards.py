"""Tribello by cards: a deal as it was played, and the trick on the table."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.sheet import ask, score
from referee.core.validation import NotARecord
from tests.games import oracle
from tests.games.records import Json, broken, deal, played, tribello

EVEN = deal(6, 4, 3)
SUITS = "SHDC"


def whole_suits(*order: str) -> list[list[str]]:
    """Twelve tricks in which everybody follows, the leader with the ace, and one of another suit.

    The tricks of a suit go A-3-2, K-5-4, Q-7-6 and J-9-8, so the first leader takes them all.
    """
    tops, lows = ("A", "K", "Q", "J"), ("3", "5", "7", "9", "2", "4", "6", "8")
    return [
        [tops[n] + suit, lows[n] + suit, lows[n + 4] + suit] for suit in order for n in range(4)
    ]


CLEAN = [*whole_suits("S", "H", "D"), ["AC", "3C", "2C"]]
# The second player throws a heart on the ace of spades, and a spade on the ace of hearts.
REVOKED = [trick.copy() for trick in CLEAN]
REVOKED[0][1], REVOKED[4][1] = "3H", "3S"


def at(number: int, entry: Json, **options: int) -> Json:
    """The sheet of a game whose deal of this number is the entry."""
    return score(tribello(*[EVEN] * (number - 1), entry, **options))


# Cards --------------------------------------------------------------------------------------------


def with_card(trick: int, place: int, card: str) -> list[list[str]]:
    play = [cards.copy() for cards in CLEAN]
    play[trick][place] = card
    return play


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({"kind": "deal"}, ["tribello.play"]),
        ({"kind": "deal", "trump": "S"}, ["tribello.play"]),
        (played(CLEAN, trump="S"), []),
        (played(CLEAN), ["tribello.trump"]),
        (played(CLEAN, trump="S", tricks=[13, 0, 0]), []),
        (played(CLEAN, trump="S", tricks=[12, 1, 0]), ["tribello.play"]),
        (played(CLEAN, trump="S", tricks=[12, 0, 0]), ["tribello.play", "tribello.tricks-total"]),
        (played(CLEAN[:12], trump="S"), ["tribello.play"]),
        (played([*CLEAN, ["9C", "8C", "7C"]], trump="S"), ["tribello.play"]),
        (played([], trump="S"), ["tribello.play"]),
        (played([*CLEAN[:12], ["AC", "3C"]], trump="S"), ["tribello.play"]),
        (played([*CLEAN[:12], ["AC", "3C", "2C", "9C"]], trump="S"), ["tribello.play"]),
        (played([*CLEAN[:12], []], trump="S"), ["tribello.play"]),
        (played(with_card(12, 2, "9C"), trump="S"), []),
        (played(with_card(12, 2, "10c"), trump="S"), []),
        (played(with_card(12, 2, "AS"), trump="S"), ["tribello.pack"]),
        (played(with_card(12, 2, "AC"), trump="S"), ["tribello.pack"]),
        (played(with_card(12, 2, "JK"), trump="S"), ["tribello.pack"]),
        (played(with_card(12, 2, "1C"), trump="S"), ["tribello.pack"]),
        (played(with_card(12, 2, ""), trump="S"), ["tribello.pack"]),
        (played([*CLEAN[:11], ["AS", "3C"]], trump="S"), ["tribello.pack", "tribello.play"]),
        (played(REVOKED, trump="S"), ["tribello.follow"]),
        (played(REVOKED, trump="C", tricks=[13, 0, 0]), ["tribello.follow"]),
        # The 3 of spades takes the fifth trick as a trump, and its player all that follow.
        (played(REVOKED, trump="S", tricks=[4, 9, 0]), ["tribello.follow"]),
        (played(REVOKED, trump="S", tricks=[13, 0, 0]), ["tribello.follow", "tribello.play"]),
        (played(REVOKED, trump="C", tricks=[12, 1, 0]), ["tribello.follow", "tribello.play"]),
        (played(REVOKED), ["tribello.trump"]),
    ],
)  # fmt: skip
def test_a_deal_by_cards_is_whole_and_of_one_pack(entry: Json, found: list[str]) -> None:
    assert broken(at(1, entry)) == found


@pytest.mark.parametrize(
    ("number", "trump", "found"),
    [
        (1, None, ["tribello.trump"]),
        (1, "H", []),
        (6, None, ["tribello.trump"]),
        (6, "H", []),
        (7, None, []),
        (7, "H", ["tribello.trump"]),
        (12, None, []),
        (12, "H", ["tribello.trump"]),
        (13, None, ["tribello.rounds"]),
        (13, "H", ["tribello.rounds"]),
    ],
)
def test_cards_need_the_trump_in_rounds_1_and_2(
    number: int, trump: str | None, found: list[str]
) -> None:
    entry = played(CLEAN) if trump is None else played(CLEAN, trump=trump)
    assert broken(at(number, entry)) == found


@pytest.mark.parametrize(
    ("number", "first", "cells"),
    [
        # The dealer leads and, with all the high cards, takes thirteen tricks.
        (7, 0, [7, -4, -3]),
        (8, 0, [-3, 7, -4]),
        (7, 2, [-4, -3, 7]),
        (10, 0, [-10, 4, 6]),
    ],
)
def test_the_dealer_leads(number: int, first: int, cells: list[int]) -> None:
    sheet = at(number, played(CLEAN), first_dealer=first)
    assert sheet["rows"][-1]["cells"] == cells


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(0, 2), st.sampled_from(SUITS))
def test_the_tricks_are_derived_from_the_cards(
    seed: int, number: int, first: int, suit: str
) -> None:
    trump = suit if number <= 6 else None
    dealer = (first + number - 1) % 3
    play = oracle.legal_play(Random(seed), dealer, trump)
    _, _, winners = oracle.by_seat(play, dealer, trump)
    tricks = [winners.count(seat) for seat in range(3)]
    entry = played(play) if trump is None else played(play, trump=trump)
    sheet = at(number, entry, first_dealer=first)
    assert broken(sheet) == []
    assert sheet["rows"] == at(number, entry | {"tricks": tricks}, first_dealer=first)["rows"]
    assert (
        sheet["rows"][-1]["cells"]
        == at(number, deal(*tricks), first_dealer=first)["rows"][-1]["cells"]
    )
    other = [tricks[1], tricks[2], tricks[0]]
    found = [] if other == tricks else ["tribello.play"]
    assert broken(at(number, entry | {"tricks": other}, first_dealer=first)) == found


# Tricks at the table ------------------------------------------------------------------------------


def trick(cards: str, **fields: object) -> Json:
    question = {"game": "tribello", "question": "trick", "cards": cards.split()}
    return ask(question | fields)


@pytest.mark.parametrize(
    ("cards", "fields", "winner", "card", "suit"),
    [
        ("", {}, None, None, None),
        ("", {"leader": 2}, None, None, None),
        ("QH", {}, 0, "QH", "H"),
        ("QH AH", {}, 1, "AH", "H"),
        ("QH AH 2S", {}, 1, "AH", "H"),
        ("QH AH 2S", {"trump": None}, 1, "AH", "H"),
        ("QH AH 2S", {"trump": "S"}, 2, "2S", "H"),
        ("QH AH 2S", {"trump": "S", "leader": 1}, 0, "2S", "H"),
        ("QH AH 2S", {"trump": "S", "leader": 2}, 1, "2S", "H"),
        ("2S AH KS", {"trump": "S"}, 2, "KS", "S"),
        ("th jd qc", {}, 0, "10H", "H"),
    ],
)
def test_who_wins_the_trick(
    cards: str, fields: Json, winner: int | None, card: str | None, suit: str | None
) -> None:
    answer = trick(cards, **fields)
    assert answer["answer"] == {
        "winner": winner,
        "winning_card": card,
        "complete": len(cards.split()) == 3,
        "suit_to_follow": suit,
        "neutralised": [],
        "playable": [],
    }
    rule = "tribello.trick" if cards else "tribello.lead"
    assert [(r["rule"], r["verdict"]) for r in answer["rulings"]] == [(rule, "info")]


@pytest.mark.parametrize(
    ("cards", "hand", "playable"),
    [
        ("9H", "2H AS KC", "2H"),
        ("9H", "AS KC", "AS KC"),
        ("9H", "kc 2h as th", "2H 10H"),
        ("9H 3D", "2H AS KC", "2H"),
        ("", "2H AS KC", "2H AS KC"),
        ("9H 3H 4H", "2H AS KC", ""),
        ("9H", "", ""),
    ],
)
def test_what_may_be_played(cards: str, hand: str, playable: str) -> None:
    for trump in (None, *SUITS):
        answer = trick(cards, hand=hand.split(), trump=trump)
        assert answer["answer"]["playable"] == playable.split()
        if not answer["answer"]["complete"]:
            verdicts = [r["verdict"] for r in answer["rulings"] if r["rule"] == "tribello.follow"]
            assert verdicts.count("legal") == len(playable.split())
            assert len(verdicts) == len(hand.split())


@pytest.mark.parametrize(("held", "is_question"), [(12, True), (13, True), (14, False)])
def test_a_hand_has_thirteen_cards_at_most(held: int, is_question: bool) -> None:
    hand = list(oracle.PACK[:held])
    if is_question:
        assert trick("AC", hand=hand)["answer"]["playable"] == hand
    else:
        with pytest.raises(NotARecord):
            trick("AC", hand=hand)
