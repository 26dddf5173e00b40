"""Tricks of a B leg, also with two Jokers: the first is the highest trump, the second is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.core.cards import ANY_JOKER, SUIT_NAMES, SUITS, Card, Suit
from referee.core.findings import Fault
from referee.core.text import said
from referee.core.tricks import Objection, Trick, TrickReading, TrickRules

NAME: Final = "card-triathlon"
PREFIX: Final = f"{NAME}.b"
FIRST, SECOND = "card-triathlon.b.first-joker", "card-triathlon.b.second-joker"


@dataclass(frozen=True)
class JokerReading(TrickReading):
    """What the cards come to, and how many Jokers were played in the leg by then."""

    jokers: int = 0


def is_joker(card: Card) -> bool:
    """Whether this is a Joker; one that was led may carry the suit that its player has named."""
    return card.rank == ANY_JOKER.rank


@dataclass(frozen=True)
class BridgeRules(TrickRules):
    prefix: str = PREFIX
    trump: Suit | None = None
    jokers: int = 0

    def read(self, cards: Sequence[Card]) -> JokerReading:
        if not cards:
            return JokerReading(jokers=self.jokers)
        suit = self._suit_led(cards[0])
        powers = [self._power(cards, index, suit) for index in range(len(cards))]
        jokers = self.jokers + sum(map(is_joker, cards))
        return JokerReading(suit, powers.index(max(powers)), jokers=jokers)

    def _suit_led(self, card: Card) -> Suit | None:
        """A Joker that leads heads the suit that was named, or as the first one trumps."""
        if is_joker(card) and self.jokers == 0 and self.trump:
            return self.trump
        return card.suit

    def _power(self, cards: Sequence[Card], index: int, led: Suit | None) -> tuple[int, int]:
        card = cards[index]
        if is_joker(card):
            if self.is_first_joker(cards, index):
                return 3, 0
            return (0, 0) if led == self.trump is not None else (1, 1)
        rank = -self.ranks.index(card.rank)
        if card.suit == self.trump is not None:
            return 2, rank
        return int(card.suit == led), rank

    def is_first_joker(self, cards: Sequence[Card], index: int) -> bool:
        """Whether the Joker with this index is the first of the leg."""
        return not self.jokers and not any(map(is_joker, cards[:index]))

    def objection(
        self, card: Card, hand: Sequence[Card], reading: TrickReading
    ) -> Objection | None:
        """Why this card may not be played: Jokers follow as trumps, or need not follow at all."""
        assert isinstance(reading, JokerReading)
        suit = reading.suit
        if suit is None or self.follows(card, suit, reading.jokers):
            return None
        if is_joker(card) and reading.jokers and suit != self.trump:
            return None
        instead = next((held for held in hand if self.follows(held, suit, reading.jokers)), None)
        if instead is None:
            return None
        because = said("{suit} have to be followed", suit=SUIT_NAMES[suit])
        return Objection(f"{PREFIX}.follow", because, instead)

    def follows(self, card: Card, suit: Suit, jokers: int) -> bool:
        """Whether a card in hand is of the suit, with so many Jokers played in the leg.

        A Joker is, of trumps, while none has been played.
        """
        if is_joker(card):
            return jokers == 0 and suit == self.trump
        return card.suit == suit

    def why(self, card: Card, reading: TrickReading) -> tuple[str, str]:
        if not is_joker(card):
            return super().why(card, reading)
        if self.jokers:
            return SECOND, said("the second Joker, which ranks above the ace of a plain suit")
        if self.trump is None:
            return FIRST, said("the first Joker of the leg, which in no trumps takes any trick")
        return FIRST, said("the first Joker of the leg, which is the highest trump")

    def why_allowed(self, card: Card, reading: TrickReading) -> tuple[str, str]:
        assert isinstance(reading, JokerReading)
        if not is_joker(card) or reading.suit is None:
            return super().why_allowed(card, reading)
        if self.follows(card, reading.suit, reading.jokers):
            return FIRST, said("no Joker has been played, so it counts as a trump and follows")
        if not reading.jokers:
            return FIRST, said("you cannot follow, and as a trump it may be played then")
        if reading.suit == self.trump:
            return SECOND, said("you hold no trump, so it may be thrown away here, and loses")
        return SECOND, said("the second Joker may be played to any plain suit")

    def ways_to_play(self, card: Card, is_lead: bool) -> tuple[str, ...]:
        if not is_lead or not is_joker(card) or self.lead_fault(card) is None:
            return (str(card),)
        return tuple(f"{card}={suit}" for suit in SUITS if suit != self.trump)

    def after(self, trick: Trick) -> BridgeRules:
        return replace(self, jokers=self.jokers + sum(map(is_joker, trick.cards)))

    def lead_fault(self, card: Card) -> Fault | None:
        """What is wrong about the suit that a led Joker names or lacks."""
        if not is_joker(card):
            return None
        if self.jokers:
            if card.suit is not None and card.suit != self.trump:
                return None
            because = said("a second Joker that leads names a suit that is not trumps")
            return Fault(SECOND, because)
        if self.trump is None and card.suit is None:
            because = said("without trumps, a first Joker that leads names the suit to follow")
            return Fault(FIRST, because)
        if self.trump is not None and card.suit is not None:
            return Fault(FIRST, said("a first Joker that leads is a trump and names no suit"))
        return None

    def suit_faults(self, cards: Sequence[Card]) -> tuple[Fault, ...]:
        """Suits that the Jokers of a trick name and should not, or should name and do not."""
        lead = self.lead_fault(cards[0]) if cards else None
        because = said("only a Joker that leads names a suit")
        others = [
            Fault(FIRST if self.is_first_joker(cards, index) else SECOND, because)
            for index, card in enumerate(cards)
            if index and is_joker(card) and card.suit is not None
        ]
        return (*([lead] if lead else []), *others)
