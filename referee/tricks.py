"""Trick-taking, as the games share it: the suit to follow, what may be played, who wins, breaches.

The cards of a trick stand in the order in which they fell, so the leader's card is the first, and
its *place* is 0. A game with plain trumps uses `TrickRules` as they are; one with Athletes, jokers
or cards that neutralise each other derives from them and overrides what is different.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.cards import RANKS, SUIT_NAMES, Card, Suit, called


@dataclass(frozen=True)
class Reading:
    """What the cards of a trick come to so far."""

    suit: Suit | None = None
    """The suit to follow; None where any card may fall."""
    winning: int | None = None
    """The place of the card that is winning; None while no card counts."""
    neutralised: tuple[int, ...] = ()
    """The places of cards that count no more."""


@dataclass(frozen=True)
class Objection:
    """Why a card may not fall: the rule, the reason, and a card of the hand to play instead."""

    rule: str
    because: str
    instead: Card


@dataclass(frozen=True)
class TrickRules:
    """How tricks are followed and won: highest trump, else highest card of the suit led.

    `prefix` is what the ids of the rules begin with, such as `tribello`; `ranks` go high to low.
    """

    prefix: str
    trump: Suit | None
    ranks: tuple[str, ...] = RANKS

    @property
    def in_words(self) -> str:
        """What is played, in words."""
        return f"{SUIT_NAMES[self.trump]} are trumps" if self.trump else "no trumps"

    def suit_of(self, card: Card) -> Suit | None:
        """The suit to which a card belongs, in following and in winning."""
        return card.suit

    def read(self, cards: Sequence[Card]) -> Reading:
        """What these cards come to; of identical ones the first is the higher."""
        return self.best_of(cards, range(len(cards)))

    def best_of(self, cards: Sequence[Card], counting: Sequence[int]) -> Reading:
        """The reading of the cards at those places, which are the only ones that count."""
        if not counting:
            return Reading()
        suit = self.suit_of(cards[counting[0]])

        def power(place: int) -> tuple[bool, bool, int]:
            own = self.suit_of(cards[place])
            rank = -self.ranks.index(cards[place].rank)
            return own == self.trump is not None, own == suit, rank

        return Reading(suit, max(counting, key=power))

    def objection(self, card: Card, hand: Sequence[Card], reading: Reading) -> Objection | None:
        """Why this card of the hand may not fall on what was read; None if it may."""
        if reading.suit is None or self.suit_of(card) == reading.suit:
            return None
        instead = self.follower(hand, reading.suit)
        if instead is None:
            return None
        because = f"{SUIT_NAMES[reading.suit]} have to be followed"
        return Objection(f"{self.prefix}.follow", because, instead)

    def follower(self, hand: Sequence[Card], suit: Suit) -> Card | None:
        """The first card of the hand that follows this suit."""
        return next((card for card in hand if self.suit_of(card) == suit), None)

    def playable(self, hand: Sequence[Card], reading: Reading) -> tuple[Card, ...]:
        """Those cards of the hand that may fall, in the order of the hand."""
        return tuple(card for card in hand if self.objection(card, hand, reading) is None)

    def why(self, card: Card, reading: Reading) -> tuple[str, str]:
        """The rule by which this card wins, and what makes it the winner, in words."""
        if self.suit_of(card) == self.trump is not None:
            return f"{self.prefix}.trick", "the highest trump"
        led = SUIT_NAMES[reading.suit] if reading.suit else "the suit led"
        return f"{self.prefix}.trick", f"the highest of {led}, the suit to follow"

    def why_allowed(self, card: Card, reading: Reading) -> tuple[str, str]:
        """The rule by which this card may fall, and what allows it, in words."""
        rule = f"{self.prefix}.follow"
        if reading.suit is None:
            return rule, "no suit has to be followed, any card will do"
        if self.suit_of(card) == reading.suit:
            return rule, "it follows suit"
        return rule, f"you hold no {SUIT_NAMES[reading.suit].removesuffix('s')}, any card will do"

    def ways_to_fall(self, card: Card, is_lead: bool) -> tuple[str, ...]:  # noqa: ARG002
        """The texts by which this card can fall: more than one where its player names a suit."""
        return (str(card),)

    def lead_fault(self, card: Card) -> tuple[str, str]:  # noqa: ARG002  # what a game may look at
        """The rule against leading this card, and why; empty if it may lead."""
        return "", ""

    def called(self, card: Card) -> str:
        """The card within a sentence."""
        return called(card)

    def taker(self, trick: Trick) -> int | None:
        """The seat that takes a complete trick; None if nobody does."""
        return trick.winner

    def after(self, trick: Trick) -> TrickRules:  # noqa: ARG002  # what a game may look at
        """The rules of the next trick."""
        return self


@dataclass(frozen=True)
class Trick:
    """The cards of a trick so far, the seat that led, how many play, and by which rules."""

    cards: tuple[Card, ...]
    leader: int
    seats: int
    rules: TrickRules

    @property
    def is_complete(self) -> bool:
        """Whether everybody has played."""
        return len(self.cards) == self.seats

    @cached_property
    def reading(self) -> Reading:
        """What the cards come to."""
        return self.rules.read(self.cards)

    @property
    def winner(self) -> int | None:
        """The seat whose card is winning."""
        place = self.reading.winning
        return None if place is None else self.seat(place)

    @property
    def turn(self) -> int:
        """The seat that plays next; of a complete trick the leader's."""
        return self.seat(len(self.cards))

    def seat(self, place: int) -> int:
        """The seat whose card fell at this place."""
        return (self.leader + place) % self.seats


@dataclass(frozen=True)
class Play:
    """A deal followed card by card, as far as it has come."""

    seats: int
    tricks: tuple[Trick, ...]
    """In order; all but the last are complete."""
    takers: tuple[int | None, ...]
    """Of each complete trick the seat that took it, None for nobody."""
    table: Trick
    """The trick on the table: the last one, or while that is complete the next, without cards."""

    @property
    def counts(self) -> tuple[int, ...]:
        """The tricks that each seat took."""
        return tuple(self.takers.count(seat) for seat in range(self.seats))

    @cached_property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat has played, in order."""
        hands: list[list[Card]] = [[] for _ in range(self.seats)]
        for trick in self.tricks:
            for place, card in enumerate(trick.cards):
                hands[trick.seat(place)].append(card)
        return tuple(map(tuple, hands))


def follow_play(
    tricks: Sequence[Sequence[Card]], leader: int, seats: int, rules: TrickRules
) -> Play:
    """The play of a deal: who takes a trick leads to the next; if nobody does, the same again."""
    followed: list[Trick] = []
    takers: list[int | None] = []
    table = Trick((), leader, seats, rules)
    for cards in tricks:
        trick = Trick(tuple(cards), table.leader, seats, table.rules)
        followed.append(trick)
        if not trick.is_complete:
            return Play(seats, tuple(followed), tuple(takers), trick)
        taker = trick.rules.taker(trick)
        takers.append(taker)
        leader = trick.leader if taker is None else taker
        table = Trick((), leader, seats, trick.rules.after(trick))
    return Play(seats, tuple(followed), tuple(takers), table)


@dataclass(frozen=True)
class Breach:
    """A card that could not lawfully fall, as a card shows that its player held until later."""

    trick: int
    """Counted from 1."""
    seat: int
    card: Card
    objection: Objection
    shown_in: int
    """The trick, counted from 1, in which the card to play instead has fallen."""


def breaches(play: Play) -> tuple[Breach, ...]:
    """Every breach that the cards prove: a hand held at least what it played from then on."""
    found = []
    for number, trick in enumerate(play.tricks, start=1):
        for place in range(1, len(trick.cards)):
            seat, card = trick.seat(place), trick.cards[place]
            hand = play.hands[seat][number - 1 :]
            reading = trick.rules.read(trick.cards[:place])
            if objection := trick.rules.objection(card, hand, reading):
                shown_in = number + hand.index(objection.instead)
                found.append(Breach(number, seat, card, objection, shown_in))
    return tuple(found)
