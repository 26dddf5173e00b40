"""Trick-taking, as the games share it: the suit to follow, what may be played, who wins, revokes.

The cards of a trick stand in the order in which they fell, so the leader's card is the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards import RANKS, Card, Suit

STRENGTH: Final = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}


@dataclass(frozen=True)
class Trick:
    """The cards of a trick so far, and the seat that led.

    `seats` is the number of players at the table.
    """

    cards: tuple[Card, ...]
    leader: int
    seats: int

    @property
    def is_complete(self) -> bool:
        """Whether everybody has played."""
        return len(self.cards) == self.seats

    def seat(self, place: int) -> int:
        """The seat whose card fell at this place, 0 for the leader's."""
        return (self.leader + place) % self.seats


def suit_to_follow(cards: Sequence[Card]) -> Suit | None:
    """The suit that was led; None before the first card."""
    return cards[0].suit if cards else None


def winning_place(cards: Sequence[Card], trump: Suit | None) -> int | None:
    """The place of the winning card: the highest trump, else the highest of the suit led."""
    if not cards:
        return None
    led = suit_to_follow(cards)

    def power(place: int) -> tuple[bool, bool, int]:
        card = cards[place]
        return card.suit == trump is not None, card.suit == led, STRENGTH[card.rank]

    return max(range(len(cards)), key=power)


def can_follow(hand: Sequence[Card], suit: Suit | None) -> bool:
    """Whether the hand holds a card of the suit to follow."""
    return suit is not None and any(card.suit == suit for card in hand)


def may_play(card: Card, hand: Sequence[Card], suit: Suit | None) -> bool:
    """Whether this card of the hand may be played when this suit is to be followed."""
    return card.suit == suit or not can_follow(hand, suit)


def playable(hand: Sequence[Card], suit: Suit | None) -> tuple[Card, ...]:
    """Those cards of the hand that may be played, in the order of the hand."""
    return tuple(card for card in hand if may_play(card, hand, suit))


@dataclass(frozen=True)
class Revoke:
    """A card that could not lawfully fall: its player held the suit, as a later trick shows."""

    trick: int
    """Counted from 1."""
    seat: int
    card: Card
    suit: Suit
    shown_by: Card
    shown_in: int
    """The trick, counted from 1, in which the suit turned up in the same hand."""


@dataclass(frozen=True)
class Play:
    """A deal followed card by card: its tricks in order, each with its leader and winner."""

    tricks: tuple[Trick, ...]
    winners: tuple[int, ...]

    def counts(self, seats: int) -> tuple[int, ...]:
        """The tricks that each seat took."""
        return tuple(self.winners.count(seat) for seat in range(seats))

    def hands(self, seats: int) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat played, in order: the hand it held before the first trick."""
        return tuple(
            tuple(trick.cards[(seat - trick.leader) % seats] for trick in self.tricks)
            for seat in range(seats)
        )


def follow_play(
    tricks: Sequence[Sequence[Card]], leader: int, seats: int, trump: Suit | None
) -> Play:
    """The play of a deal: the winner of a trick leads to the next. Every trick is complete."""
    followed, winners = [], []
    for cards in tricks:
        trick = Trick(tuple(cards), leader, seats)
        place = winning_place(trick.cards, trump)
        assert place is not None, "a trick without cards"
        leader = trick.seat(place)
        followed.append(trick)
        winners.append(leader)
    return Play(tuple(followed), tuple(winners))


def revokes(play: Play, seats: int) -> tuple[Revoke, ...]:
    """Every revoke that the cards prove: no follow, and a card of the suit in the hand later on."""
    hands = play.hands(seats)
    found = []
    for number, trick in enumerate(play.tricks, start=1):
        suit = suit_to_follow(trick.cards)
        if suit is None:
            continue
        for place in range(1, seats):
            seat, card = trick.seat(place), trick.cards[place]
            later = hands[seat][number:]
            if card.suit != suit and can_follow(later, suit):
                shown = next(i for i, held in enumerate(later) if held.suit == suit)
                found.append(Revoke(number, seat, card, suit, later[shown], number + 1 + shown))
    return tuple(found)
