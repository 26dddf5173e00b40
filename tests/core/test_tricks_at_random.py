"""Random breaches are found in deals of every game with tricks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.cards import Card, read_card
from referee.core.game import is_playable
from referee.core.registry import GAMES
from referee.core.tricks import Play, breaches, follow_play
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


def exchanged(deal: Dealt, random: Random) -> list[list[str]]:
    """The play with two of its cards swapped, or with one replaced by a card that wasn't played."""
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
    found = breaches(play)
    assert {(each.trick, each.seat, each.objection.rule) for each in found} == (
        deal.oracle.breaches(tricks)
    )
    for breach in found:
        hand = play.hands[breach.seat]
        assert breach.trick < breach.shown_in <= len(play.tricks)
        assert hand[breach.trick - 1] == breach.card
        assert hand[breach.shown_in - 1] == breach.objection.instead
        trick = play.tricks[breach.trick - 1]
        reading = deal.rules.read(trick.cards[: (breach.seat - trick.leader) % deal.seats])
        assert breach.objection.instead in deal.rules.playable(hand[breach.trick - 1 :], reading)
