"""Tricks of a B leg, also with two Jokers: the first is the highest trump, the second is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.cards import ANY_JOKER, SUIT_NAMES, SUITS, Card, Suit
from referee.tricks import Objection, Reading, Trick, TrickRules

NAME: Final = "card-triathlon"
PREFIX: Final = f"{NAME}.b"
FIRST, SECOND = "card-triathlon.b.first-joker", "card-triathlon.b.second-joker"


@dataclass(frozen=True)
class JokerReading(Reading):
    """What the cards come to, and how many Jokers have fallen in the leg by then."""

    jokers: int = 0


def is_joker(card: Card) -> bool:
    """Whether this is a Joker; one that was led may carry the suit that its player has named."""
    return card.rank == ANY_JOKER.rank


@dataclass(frozen=True)
class BridgeRules(TrickRules):
    """Plain trumps, or none; with the Jokers that have fallen before this trick."""

    prefix: str = PREFIX
    trump: Suit | None = None
    jokers: int = 0

    def read(self, cards: Sequence[Card]) -> JokerReading:
        """The winning card; of identical cards the first is the higher."""
        if not cards:
            return JokerReading(jokers=self.jokers)
        suit = self._suit_led(cards[0])
        powers = [self._power(cards, place, suit) for place in range(len(cards))]
        jokers = self.jokers + sum(map(is_joker, cards))
        return JokerReading(suit, powers.index(max(powers)), jokers=jokers)

    def _suit_led(self, card: Card) -> Suit | None:
        """A Joker that leads heads the suit that was named, or as the first one trumps."""
        if is_joker(card) and self.jokers == 0 and self.trump:
            return self.trump
        return card.suit

    def _power(self, cards: Sequence[Card], place: int, led: Suit | None) -> tuple[int, int]:
        card = cards[place]
        if is_joker(card):
            before = self.jokers + sum(map(is_joker, cards[:place]))
            if before == 0:
                return 3, 0
            return (0, 0) if led == self.trump is not None else (1, 1)
        rank = -self.ranks.index(card.rank)
        if card.suit == self.trump is not None:
            return 2, rank
        return int(card.suit == led), rank

    def objection(self, card: Card, hand: Sequence[Card], reading: Reading) -> Objection | None:
        """Why this card may not fall: Jokers follow as trumps, or need not follow at all."""
        assert isinstance(reading, JokerReading)
        suit = reading.suit
        if suit is None or self._follows(card, suit, reading.jokers):
            return None
        if is_joker(card) and reading.jokers and suit != self.trump:
            return None
        instead = next((held for held in hand if self._follows(held, suit, reading.jokers)), None)
        if instead is None:
            return None
        because = f"{SUIT_NAMES[suit]} have to be followed"
        return Objection(f"{PREFIX}.follow", because, instead)

    def _follows(self, card: Card, suit: Suit, jokers: int) -> bool:
        """Whether a card in hand is of the suit: a Joker is, of trumps, while none has fallen."""
        if is_joker(card):
            return jokers == 0 and suit == self.trump
        return card.suit == suit

    def why(self, card: Card, reading: Reading) -> tuple[str, str]:
        """The rule by which this card wins."""
        if not is_joker(card):
            return super().why(card, reading)
        if self.jokers == 0:
            return FIRST, "the first Joker of the leg, which takes any trick"
        return SECOND, "the second Joker, above the ace of the suit to follow"

    def why_allowed(self, card: Card, reading: Reading) -> tuple[str, str]:
        """The rule by which this card may fall."""
        assert isinstance(reading, JokerReading)
        if not is_joker(card) or reading.suit is None:
            return super().why_allowed(card, reading)
        if reading.jokers and reading.suit != self.trump:
            return SECOND, "the second Joker may fall on any plain suit"
        if self._follows(card, reading.suit, reading.jokers):
            return FIRST, "it counts as a trump, and so it follows"
        return (SECOND if reading.jokers else FIRST), "you cannot follow, any card will do"

    def ways_to_fall(self, card: Card, is_lead: bool) -> tuple[str, ...]:
        """A Joker that leads may have to name a suit."""
        if not is_lead or not is_joker(card) or not self.lead_fault(card)[1]:
            return (str(card),)
        return tuple(f"{card}={suit}" for suit in SUITS if suit != self.trump)

    def after(self, trick: Trick) -> BridgeRules:
        """The rules of the next trick, with the Jokers that fell in this one."""
        return replace(self, jokers=self.jokers + sum(map(is_joker, trick.cards)))

    def lead_fault(self, card: Card) -> tuple[str, str]:
        """The rule and what is wrong about the suit that a led Joker names or lacks; or nothing."""
        if not is_joker(card):
            return "", ""
        if self.jokers:
            if card.suit is None or card.suit == self.trump:
                return SECOND, "a second Joker that leads names a suit that is not trumps"
        elif self.trump is None and card.suit is None:
            return FIRST, "without trumps, a first Joker that leads names the suit to follow"
        elif self.trump is not None and card.suit is not None:
            return FIRST, "a first Joker that leads is a trump and names no suit"
        return "", ""
