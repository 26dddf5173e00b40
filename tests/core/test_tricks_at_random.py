"""Tricks of every game that has some: what is true of any cards, and of any deal by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.cards import Card, read_card
from referee.core.game import is_playable
from referee.core.registry import GAMES
from referee.core.tricks import Play, Trick, breaches, follow_play
from tests.games.dealt import PLAYED, dealt
from tests.games.expected import Dealt, find_expected

every_game = pytest.mark.parametrize("game", PLAYED)


def test_the_tests_deal_every_game_that_can_be_followed_by_cards() -> None:
    for name, expected in find_expected().items():
        assert is_playable(GAMES[name]) == bool(expected.dealing or expected.has_own_dealing)


def read(texts: Sequence[str]) -> list[Card]:
    return [read_card(text) for text in texts]


def follow(deal: Dealt, play: Sequence[Sequence[str]]) -> Play:
    return follow_play([read(trick) for trick in play], deal.leader, deal.seats, deal.rules)


def found(play: Play) -> set[tuple[int, int, str]]:
    return {(breach.trick, breach.seat, breach.objection.rule) for breach in breaches(play)}


# Any cards ----------------------------------------------------------------------------------------


class Table(NamedTuple):
    """Cards on the table and in the hand of the next player, of few kinds."""

    deal: Dealt
    trick: list[str]
    hand: list[str]

    @property
    def read(self) -> Trick:
        return Trick(tuple(read(self.trick)), self.deal.leader, self.deal.seats, self.deal.rules)


@st.composite
def tables(draw: st.DrawFn, game: str) -> Table:
    """Any trick and hand, whether or not anybody would have played so."""
    deal = draw(dealt(game))
    random = Random(draw(st.integers(0, 2**32)))
    suits = random.sample("SHDC", random.randint(1, 4))
    rare = sorted({card for card in deal.pack if card[-1] not in "SHDC" or card[0] == "2"})
    plain = sorted({card for card in deal.pack if card not in rare and card[-1] in suits})
    kinds = random.sample(plain, 6) + random.sample(rare, random.randint(0, min(4, len(rare))))
    cards = [card for card in deal.pack if card in kinds]
    random.shuffle(cards)
    fallen = draw(st.integers(0, deal.seats))
    return Table(deal, cards[:fallen], cards[fallen:])


@every_game
@given(data=st.data())
def test_the_winner_is_one_of_those_who_played_or_nobody_where_nothing_counts(
    game: str, data: st.DataObject
) -> None:
    table = data.draw(tables(game))
    trick, reading = table.read, table.read.reading
    place = reading.winning
    assert (reading.suit, place, [*reading.neutralised]) == table.deal.oracle.read(table.trick)
    assert trick.winner == (None if place is None else trick.seat(place))
    assert trick.winner in [None, *map(trick.seat, range(len(trick.cards)))]
    assert place not in reading.neutralised
    assert (place is None) <= (reading.suit is None)
    assert game == "la-krap" or (place is None) == (not table.trick)


@every_game
@given(data=st.data())
def test_a_hand_with_cards_can_always_play_and_keeps_its_order(
    game: str, data: st.DataObject
) -> None:
    table = data.draw(tables(game))
    rules, reading, hand = table.deal.rules, table.read.reading, read(table.hand)
    playable = list(rules.playable(hand, reading))
    assert playable == read(table.deal.oracle.playable(table.hand, table.trick))
    assert bool(playable) == bool(hand)
    assert [card for card in hand if card in playable] == playable
    assert rules.playable([], reading) == ()
    for card in hand:
        objection = rules.objection(card, hand, reading)
        assert (objection is None) == (card in playable)
        if objection is not None:
            assert objection.instead in playable
            assert objection.rule.startswith(f"{game}.")


# Deals by the rules -------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_a_lawful_deal_proves_no_breach_and_is_followed_seat_by_seat(
    game: str, data: st.DataObject
) -> None:
    deal = data.draw(dealt(game))
    play = follow(deal, deal.play)
    hands, leaders, takers = deal.oracle.followed(deal.play)
    assert breaches(play) == ()
    assert [list(hand) for hand in play.hands] == [read(hand) for hand in hands]
    assert [trick.leader for trick in play.tricks] == list(leaders)
    assert list(play.takers) == list(takers)
    assert play.counts == tuple(list(takers).count(seat) for seat in range(deal.seats))
    assert (play.table.cards, play.table.turn) == ((), deal.turns[-1])


@every_game
@settings(max_examples=40)
@given(data=st.data())
def test_every_prefix_of_a_lawful_deal_is_followed_too(game: str, data: st.DataObject) -> None:
    deal = data.draw(dealt(game))
    cards, turns = deal.cards, deal.turns
    hands, _, takers = deal.oracle.followed(deal.play)
    for number in range(len(cards) + 1):
        play = follow(deal, deal.tricks(cards[:number]))
        turn, fallen = play.table.turn, Counter(turns[:number])
        assert turn == turns[number]
        assert [list(hand) for hand in play.hands] == [
            read(hand[: fallen[seat]]) for seat, hand in enumerate(hands)
        ]
        assert breaches(play) == ()
        assert list(play.takers) == list(takers)[: number // deal.seats]
        assert not play.table.is_complete
        if number < len(cards):
            left = read(hands[turn][fallen[turn] :])
            assert left[0] in deal.rules.playable(left, play.table.reading)


def exchanged(deal: Dealt, random: Random) -> list[list[str]]:
    """The play with one of its cards in the place of another, or one that lay elsewhere in it."""
    cards = deal.cards
    elsewhere = list((Counter(deal.pack) - Counter(cards)).elements())
    one, other = random.randrange(len(cards)), random.randrange(len(cards) + len(elsewhere))
    every = cards + elsewhere
    every[one], every[other] = every[other], every[one]
    return deal.tricks(every[: len(cards)])


@every_game
@given(data=st.data())
def test_one_exchanged_card_that_makes_a_breach_is_always_found(
    game: str, data: st.DataObject
) -> None:
    deal = data.draw(dealt(game))
    tricks = exchanged(deal, Random(data.draw(st.integers(0, 2**32))))
    play = follow(deal, tricks)
    assert found(play) == deal.oracle.breaches(tricks)
    for breach in breaches(play):
        hand = play.hands[breach.seat]
        assert breach.trick < breach.shown_in <= len(play.tricks)
        assert hand[breach.trick - 1] == breach.card
        assert hand[breach.shown_in - 1] == breach.objection.instead
        trick = play.tricks[breach.trick - 1]
        reading = deal.rules.read(trick.cards[: (breach.seat - trick.leader) % deal.seats])
        assert breach.objection.instead in deal.rules.playable(hand[breach.trick - 1 :], reading)


@every_game
def test_many_an_exchange_makes_a_breach_and_many_a_one_makes_none(game: str) -> None:
    random = Random(4)
    deals = [PLAYED[game](random, number % 12, 3, {}) for number in range(40)]
    are_found = [bool(found(follow(deal, exchanged(deal, random)))) for deal in deals]
    assert 5 < sum(are_found) < 35
