"""Tricks: who wins, what may be played, what the cards prove."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card, Suit, read_card
from referee.tricks import (
    Trick,
    follow_play,
    playable,
    revokes,
    suit_to_follow,
    winning_place,
)
from tests.games import oracle

cards = st.sampled_from(oracle.PACK)
trumps: st.SearchStrategy[Suit | None] = st.sampled_from(["S", "H", "D", "C", None])


def read(texts: str | list[str]) -> list[Card]:
    return [read_card(text) for text in (texts.split() if isinstance(texts, str) else texts)]


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        ("", "S", None),
        ("2S", None, 0),
        ("2H AS KS", None, 0),
        ("2H AS KS", "S", 1),
        ("2H 2S 3S", "S", 2),
        ("QH AH 2S", "S", 2),
        ("QH AH 2S", None, 1),
        ("9D 10D JD", "C", 2),
        ("10D 9D 2D", "D", 0),
        ("KC AC 2H", "H", 2),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    trick: str, trump: Suit | None, place: int | None
) -> None:
    assert winning_place(read(trick), trump) == place


@pytest.mark.parametrize(
    ("hand", "led", "open_cards"),
    [
        ("2H AS KC", "9H", "2H"),
        ("2H AS KH", "9H", "2H KH"),
        ("AS KC", "9H", "AS KC"),
        ("AS KC", "", "AS KC"),
        ("", "9H", ""),
    ],
)
def test_a_hand_follows_suit_if_it_can(hand: str, led: str, open_cards: str) -> None:
    suit = suit_to_follow(read(led))
    assert list(playable(read(hand), suit)) == read(open_cards)


@given(st.lists(cards, min_size=1, max_size=6, unique=True), trumps)
def test_the_winner_is_the_card_that_nothing_beats(trick: list[str], trump: Suit | None) -> None:
    assert winning_place(read(trick), trump) == oracle.winner(trick, trump)


@given(st.lists(cards, max_size=13, unique=True), trumps)
def test_a_hand_with_cards_can_always_play_and_follows_wholly_or_not_at_all(
    hand: list[str], suit: Suit | None
) -> None:
    found = playable(read(hand), suit)
    assert bool(found) == bool(hand)
    assert [card for card in read(hand) if card in found] == list(found)
    followers = [card for card in read(hand) if card.suit == suit]
    assert list(found) == (followers or read(hand))


@pytest.mark.parametrize(("leader", "seats"), [(0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))])
def test_the_turn_goes_round_to_the_left(leader: int, seats: tuple[int, ...]) -> None:
    trick = Trick(tuple(read("2S 3S 4S")), leader, 3)
    assert tuple(map(trick.seat, range(3))) == seats


@pytest.mark.parametrize(("trick", "complete"), [("2S 3S", False), ("2S 3S 4S", True)])
def test_a_trick_is_complete_when_everybody_has_played(trick: str, complete: bool) -> None:
    assert Trick(tuple(read(trick)), 0, 3).is_complete is complete


@pytest.mark.parametrize(
    ("play", "trump", "found"),
    [
        (["2H 3H 4H", "5S 6S 7S"], None, []),
        (["2H 3S 4H", "5D 6D 7D"], None, []),
        # Cleo wins with the 4, so in trick 2 the third card is Ben's.
        (["2H 3S 4H", "5D 6D 7H"], None, [(1, 1, "3S", "H", "7H", 2)]),
        # Ben wins with the trump and leads, so the 7 is Ann's, who led hearts herself.
        (["2H 3S 4H", "5D 6D 7H"], "S", []),
        # A leader never revokes; the suit shows two tricks later.
        (["AH 3S 4H", "KD 2D 3D", "QC 9H 2C"], None, [(1, 1, "3S", "H", "9H", 3)]),
        # Two at once, and the same hand twice.
        (["AH 3S 4C", "KH 2D 3D", "QH 9H 2H"], None,
         [(1, 1, "3S", "H", "9H", 3), (1, 2, "4C", "H", "2H", 3),
          (2, 1, "2D", "H", "9H", 3), (2, 2, "3D", "H", "2H", 3)]),
        # In the last trick nothing can be proven.
        (["AH 3H 4H", "KD 2S 3C"], None, []),
    ],
)  # fmt: skip
def test_a_revoke_is_proven_by_a_card_that_shows_later(
    play: list[str], trump: Suit | None, found: list[tuple[int, int, str, str, str, int]]
) -> None:
    followed = follow_play([read(trick) for trick in play], 0, 3, trump)
    assert [
        (r.trick, r.seat, str(r.card), r.suit, str(r.shown_by), r.shown_in)
        for r in revokes(followed, 3)
    ] == found


@given(st.integers(0, 2**32), st.integers(0, 2), trumps)
def test_a_lawful_deal_proves_no_revoke_and_is_followed_seat_by_seat(
    seed: int, leader: int, trump: Suit | None
) -> None:
    play = oracle.legal_play(Random(seed), leader, trump)
    followed = follow_play([read(trick) for trick in play], leader, 3, trump)
    hands, leaders, winners = oracle.by_seat(play, leader, trump)
    assert revokes(followed, 3) == ()
    assert [list(hand) for hand in followed.hands(3)] == [read(hand) for hand in hands]
    assert [trick.leader for trick in followed.tricks] == leaders
    assert list(followed.winners) == winners
    assert followed.counts(3) == tuple(map(winners.count, range(3)))


@given(st.integers(0, 2**32), st.integers(0, 2), trumps, st.integers(0, 38), st.integers(0, 38))
def test_one_exchanged_card_that_makes_a_revoke_is_always_found(
    seed: int, leader: int, trump: Suit | None, one: int, other: int
) -> None:
    play = oracle.legal_play(Random(seed), leader, trump)
    play[one // 3][one % 3], play[other // 3][other % 3] = (
        play[other // 3][other % 3],
        play[one // 3][one % 3],
    )
    followed = follow_play([read(trick) for trick in play], leader, 3, trump)
    found = {(revoke.trick, revoke.seat) for revoke in revokes(followed, 3)}
    assert found == oracle.revokes(play, leader, trump)
