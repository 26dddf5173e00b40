"""The tricks of Card Triathlon at the table, and what Jokers do in them."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import TEAMS, asked, rulings
from tests.games.oracle import ORDER
from tests.games.records import Json, is_refused

SEEDS = st.integers(0, 2**32)
WITH_JOKERS: Json = {"format": "5000", "b_jokers": True}


# The trick ----------------------------------------------------------------------------------------


def trick(cards: str, trump: str | None, hand: str | None = None, **fields: Any) -> Json:
    held = {} if hand is None else {"hand": hand.split()}
    return asked("trick", cards=cards.split(), trump=trump, **held, **fields)


TRICKS: list[tuple[str, str | None, int | None, str | None]] = [
    ("", "S", None, None), ("QH", "S", 0, "H"), ("QH KH", "S", 1, "H"), ("QH KH 2S", "S", 2, "H"),
    ("QH KH 2S 3S", "S", 3, "H"), ("QH KH 2S 3S", None, 1, "H"), ("QH KD AS AC", None, 0, "H"),
    ("2S AH AD AC", "S", 0, "S"), ("th jh 9h AD", "C", 1, "H"),
    *((f"{low}H {high}H", "S", 1, "H") for low, high in pairwise(ORDER)),
]  # fmt: skip


def test_who_wins_a_trick() -> None:
    for cards, trump, winner, suit in TRICKS:
        canonical = cards.upper().replace("TH", "10H").split()
        for leader in range(4):
            reply = trick(cards, trump, leader=leader)
            assert reply["answer"] == {
                "winner": None if winner is None else (leader + winner) % 4,
                "winning_card": None if winner is None else canonical[winner],
                "complete": len(canonical) == 4, "suit_to_follow": suit, "neutralised": [],
                "playable": [],
            }  # fmt: skip
            assert reply["rulings"]
        if canonical:
            assert trick(cards, trump)["answer"]["winner"] == winner


def test_a_table_of_eight_plays_tricks_of_four_and_one_of_six_tricks_of_six() -> None:
    for players, size in ((4, 4), (6, 6), (8, 4)):
        cards = ["2H", "3H", "4H", "5H", "6H", "7H"]
        for number in range(1, size + 1):
            reply = trick(" ".join(cards[:number]), None, "8H AS", players=players)
            assert reply["answer"]["complete"] == (number == size)
            assert reply["answer"]["playable"] == ([] if number == size else ["8H"])
        assert is_refused(trick, " ".join([*cards, "9H"][: size + 1]), None, players=players)


def test_of_identical_cards_the_first_is_the_higher() -> None:
    rows: list[tuple[str, str | None, int]] = [
        ("2H KH KH AD", None, 1), ("KH KH KH", None, 0), ("KH AH 2S 2S", "S", 2),
        ("KS KS AS AS KS AS", "S", 2),
    ]  # fmt: skip
    for cards, trump, winner in rows:
        assert trick(cards, trump, players=6)["answer"]["winner"] == winner, cards


def test_everybody_follows_suit() -> None:
    rows: list[tuple[str, str, str]] = [
        ("", "7H AS", "7H AS"), ("9H", "7H AS KC ah", "7H AH"), ("9H", "AS KC", "AS KC"),
        ("9H AS", "7H 2S", "7H"), ("9S", "7H 2S", "2S"), ("9H", "", ""),
    ]  # fmt: skip
    for cards, hand, playable in rows:
        for trump in ("S", "D", None):
            reply = trick(cards, trump, hand)
            assert reply["answer"]["playable"] == playable.split()
            refused = [ruling for ruling in reply["rulings"] if ruling["verdict"] == "illegal"]
            assert len(refused) == len(hand.split()) - len(playable.split())
            assert {ruling["rule"] for ruling in refused} <= {"card-triathlon.b.follow"}


# Jokers -------------------------------------------------------------------------------------------


JOKER_TRICKS: list[tuple[str, str | None, int, int, str]] = [
    # The first is the highest trump.
    ("AS JK KS", "S", 0, 1, "S"), ("AH AS JK", "S", 0, 2, "H"), ("JK AS", "S", 0, 0, "S"),
    ("AH JK", "S", 0, 1, "H"),
    # Without trumps it takes any trick.
    ("AH JK", None, 0, 1, "H"), ("JK=H AH AS", None, 0, 0, "H"), ("JK=C AH AC", None, 0, 0, "C"),
    # The second is above the ace of the suit led, and not of trumps.
    ("AH JK", "S", 1, 1, "H"), ("AH JK 2S", "S", 1, 2, "H"), ("AH JK", None, 1, 1, "H"),
    ("2S JK", "S", 1, 0, "S"), ("2S JK AH", "S", 1, 0, "S"), ("JK=H AH AD", "S", 1, 0, "H"),
    ("JK=H AH 2S", "S", 1, 2, "H"), ("JK=S AS 2H", None, 1, 0, "S"),
    # Both in one trick.
    ("AH JK JK", "S", 0, 1, "H"), ("AH JK JK", None, 0, 1, "H"), ("JK JK AS", "S", 0, 0, "S"),
    ("JK=H JK AH", None, 0, 0, "H"), ("AH rj BJ 2S", "S", 0, 1, "H"),
]  # fmt: skip


def test_who_wins_with_jokers() -> None:
    for cards, trump, before, winner, suit in JOKER_TRICKS:
        for options in (WITH_JOKERS, {"format": "3000"}):
            answer = trick(cards, trump, options=options, jokers_played=before)["answer"]
            assert (answer["winner"], answer["suit_to_follow"]) == (winner, suit)
            card = cards.upper().split()[winner]
            assert answer["winning_card"][:2] == ("JK" if card in ("RJ", "BJ") else card[:2])
            assert (answer["complete"], answer["playable"]) == (len(cards.split()) == 4, [])


PLAYABLE: list[tuple[str, str | None, int, str, str]] = [
    ("", "S", 0, "JK 7H", "JK 7H"),
    # When none has been played it counts as a trump for following.
    ("9S", "S", 0, "JK 7S AH", "JK 7S"), ("9S", "S", 0, "JK AH", "JK"),
    ("9S", "S", 0, "JK RJ AH", "JK JK"), ("9H", "S", 0, "JK 7H AS", "7H"),
    ("9H", "S", 0, "JK AS AD", "JK AS AD"), ("9H", None, 0, "JK 7H AS", "7H"),
    ("9H", None, 0, "JK AS AD", "JK AS AD"), ("JK", "S", 0, "7S AH", "7S"),
    ("JK=D", None, 0, "7S 7D", "7D"),
    # The second may be played to any plain suit, and never must be.
    ("9H", "S", 1, "JK 7H AS", "JK 7H"), ("9H", "S", 1, "JK AS AD", "JK AS AD"),
    ("9H", None, 1, "JK 7H AS", "JK 7H"), ("9H JK", "S", 0, "JK 7H AS", "JK 7H"),
    ("JK=D", None, 0, "JK 7S 7D", "JK 7D"), ("JK=D", "S", 1, "7S 7D", "7D"),
    ("JK=D", "S", 1, "7S 7H", "7S 7H"),
    # On trumps only by a player who has none.
    ("9S", "S", 1, "JK 7S AH", "7S"), ("9S", "S", 1, "JK AH", "JK AH"),
    ("JK", "S", 0, "JK 7S AH", "7S"), ("JK", "S", 0, "JK AH", "JK AH"),
    ("9S JK", "S", 0, "JK 7S", "7S"),
]  # fmt: skip


def test_what_may_be_played_with_jokers() -> None:
    for cards, trump, before, hand, playable in PLAYABLE:
        reply = trick(cards, trump, hand, options=WITH_JOKERS, jokers_played=before)
        assert reply["answer"]["playable"] == playable.split()
        allowed = {"b.follow", "b.trick", "b.lead", "b.first-joker", "b.second-joker"}
        assert set(rulings(reply)) <= allowed


IMPOSSIBLE: list[tuple[str, str | None, int, str, bool]] = [
    ("AH JK", "S", 0, "JK", True), ("AH JK", "S", 0, "JK JK", False),
    ("AH JK", "S", 1, "JK", False), ("AH JK", "S", 1, "", True), ("AH JK", "S", 2, "", False),
    ("AH", "S", 2, "JK", False), ("AH", "S", 2, "7H", True), ("AH", "S", 3, "7H", False),
    ("AH", "S", -1, "7H", False),
    # A led Joker names a suit where there is one to name.
    ("JK", "S", 0, "", True), ("JK=H", "S", 0, "", False), ("JK=S", "S", 0, "", False),
    ("JK", None, 0, "", False), ("JK=H", None, 0, "", True), ("JK", "S", 1, "", False),
    ("JK=S", "S", 1, "", False), ("JK=H", "S", 1, "", True), ("JK", None, 1, "", False),
    ("JK=S", None, 1, "", True), ("JK=X", None, 1, "", False),
    # The pack holds each card once.
    ("AH AH", "S", 0, "", False), ("AH", "S", 0, "AH", False), ("AH XX", "S", 0, "", False),
    ("AH KH", "X", 0, "", False),
]  # fmt: skip


def test_impossible_cards_are_no_question() -> None:
    for cards, trump, before, hand, is_question in IMPOSSIBLE:
        fields: Json = {"options": WITH_JOKERS, "jokers_played": before}
        if is_question:
            assert trick(cards, trump, hand, **fields)["answer"]["suit_to_follow"]
        else:
            assert is_refused(trick, cards, trump, hand, **fields)


def test_six_may_play_a_card_three_times_and_without_jokers() -> None:
    assert trick("AH AH AH", None, players=6)["answer"]["winner"] == 0
    for cards in ("AH AH AH AH", "AH JK"):
        assert is_refused(trick, cards, None, players=6)


@given(SEEDS, st.sampled_from([("4", False), ("4", True), ("6", False)]))
def test_every_trick_is_answered_as_the_rules_say(seed: int, way: tuple[str, bool]) -> None:
    random, teams, jokers = Random(seed), TEAMS[way[0]], way[1]
    seats = len(teams)
    made = oracle.random_contract(random, seats)
    leg = oracle.lawful_leg(random, made, teams, jokers)
    number = random.randrange(13)
    follows = oracle.followed(leg.play, made)
    before, leader = follows.before[number], follows.leaders[number]
    cards = leg.play[number][: random.randint(0, seats)]
    seat = (leader + len(cards)) % seats
    hand = [] if len(cards) == seats else follows.seats[seat][number:]
    answer = trick(
        " ".join(cards), made.trump, " ".join(hand), leader=leader, players=seats,
        options=WITH_JOKERS if jokers else {}, **({"jokers_played": before} if jokers else {}),
    )["answer"]  # fmt: skip
    playable = oracle.playable(hand, cards, made.trump, before)
    assert answer["playable"] == playable
    assert answer["complete"] == (len(cards) == seats)
    assert answer["suit_to_follow"] == oracle.suit_to_follow(cards, made.trump)
    if cards:
        place = oracle.winner(cards, made.trump, before)
        assert answer["winner"] == (leader + place) % seats
        assert answer["winning_card"][:2] == cards[place][:2]
