"""The pack of Triathlon, and its tricks: plain trumps, and three Athletes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from referee.cards import RANKS, SUIT_NAMES, Card, Suit, pack
from referee.tricks import Objection, Reading, TrickRules

TRICKS: Final = 13
ATHLETE: Final = Card("JK")
PACK_RANKS: Final = RANKS[: RANKS.index("6") + 1]
PACK: Final = pack("39 cards", PACK_RANKS, extra=["JK"] * 3, joker="Athlete")

Discard = Literal["when-void", "never"]
"""When who cannot follow suit may throw an Athlete; `never`: not while another card is left."""


@dataclass(frozen=True)
class AthleteRules(TrickRules):
    """Plain trumps and Athletes: one that is led takes the trick, one that is thrown loses."""

    prefix: str = "triathlon"
    trump: Suit | None = None
    ranks: tuple[str, ...] = (*PACK_RANKS, ATHLETE.rank)
    discard: Discard = "when-void"

    def read(self, cards: Sequence[Card]) -> Reading:
        """`triathlon.athlete-lead` before all else; a thrown Athlete is of no suit, so it loses."""
        if cards and cards[0] == ATHLETE:
            return Reading(None, winning=0)
        return super().read(cards)

    def objection(self, card: Card, hand: Sequence[Card], reading: Reading) -> Objection | None:
        """`triathlon.athlete-discard` for an Athlete, for other cards `triathlon.follow`."""
        if card != ATHLETE:
            return super().objection(card, hand, reading)
        if reading.suit is None:
            return None
        rule, suit = "triathlon.athlete-discard", SUIT_NAMES[reading.suit]
        if follower := self.follower(hand, reading.suit):
            return Objection(rule, f"an Athlete may be thrown only without {suit}", follower)
        other = next((held for held in hand if held != ATHLETE), None)
        if self.discard == "when-void" or other is None:
            return None
        return Objection(
            rule, "your table throws an Athlete only when no other card is left", other
        )

    def why(self, card: Card, reading: Reading) -> tuple[str, str]:
        """The rule by which this card wins."""
        if card == ATHLETE:
            return "triathlon.athlete-lead", "as an Athlete that is led takes the trick"
        return super().why(card, reading)

    def why_allowed(self, card: Card, reading: Reading) -> tuple[str, str]:
        """The rule by which this card may fall."""
        if card != ATHLETE:
            return super().why_allowed(card, reading)
        if reading.winning is None:
            return "triathlon.athlete-lead", "led, it takes the trick"
        if reading.suit is None:
            return "triathlon.athlete-lead", "an Athlete was led, so any card will do; it loses"
        return "triathlon.athlete-discard", "it may be thrown, and loses"

    def called(self, card: Card) -> str:
        """The card within a sentence; here Jokers have a name of their own."""
        return "an Athlete" if card == ATHLETE else super().called(card)
