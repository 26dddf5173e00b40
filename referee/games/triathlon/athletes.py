"""The options of Triathlon, its pack, and its tricks: plain trumps, and three Athletes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from referee.core.cards import RANKS, SUIT_NAMES, Card, Suit, pack
from referee.core.options import Options, first_dealer_option, option
from referee.core.text import said
from referee.core.tricks import Objection, TrickReading, TrickRules
from referee.core.validation import Seat

TRICKS: Final = 13
ATHLETE: Final = Card("JK")
PACK_RANKS: Final = RANKS[: RANKS.index("6") + 1]
PACK: Final = pack("39 cards", PACK_RANKS, extra=["JK"] * 3, joker="Athlete")

Discard = Literal["when-void", "never"]
"""Whether a player void in the suit led may throw an Athlete while holding other cards."""
LEAD: Final = "triathlon.athlete-lead"
DISCARD: Final = "triathlon.athlete-discard"


class TriathlonOptions(Options):
    """What a table may choose."""

    first_dealer: Seat = first_dealer_option("triathlon.deal")
    athlete_discard: Discard = option(
        "when-void",
        "Throwing an Athlete",
        "Whether who cannot follow suit may throw an Athlete.",
        rule="triathlon.athlete-discard",
        silent=True,
        left_open="contradictory",
        labels={"when-void": "when you cannot follow", "never": "only when nothing else is left"},
    )


@dataclass(frozen=True)
class AthleteRules(TrickRules):
    """Plain trumps and Athletes: a led Athlete takes the trick, a thrown one loses."""

    prefix: str = "triathlon"
    trump: Suit | None = None
    ranks: tuple[str, ...] = (*PACK_RANKS, ATHLETE.rank)
    discard: Discard = "when-void"

    def read(self, cards: Sequence[Card]) -> TrickReading:
        """`triathlon.athlete-lead` comes first; a thrown Athlete has no suit, so it loses."""
        if cards and cards[0] == ATHLETE:
            return TrickReading(None, winning=0)
        return super().read(cards)

    def objection(
        self, card: Card, hand: Sequence[Card], reading: TrickReading
    ) -> Objection | None:
        """`triathlon.athlete-discard` for an Athlete, `triathlon.follow` for other cards."""
        if card != ATHLETE:
            return super().objection(card, hand, reading)
        if reading.suit is None:
            return None
        if follower := self.follower(hand, reading.suit):
            suit = SUIT_NAMES[reading.suit]
            because = said("an Athlete may be thrown only without {suit}", suit=suit)
            return Objection(DISCARD, because, follower)
        other = next((held for held in hand if held != ATHLETE), None)
        if self.discard == "when-void" or other is None:
            return None
        because = said("your table throws an Athlete only when no other card is left")
        return Objection(DISCARD, because, other)

    def why(self, card: Card, reading: TrickReading) -> tuple[str, str]:
        if card == ATHLETE:
            return LEAD, said("as an Athlete that is led takes the trick")
        return super().why(card, reading)

    def why_allowed(self, card: Card, reading: TrickReading) -> tuple[str, str]:
        if card != ATHLETE:
            return super().why_allowed(card, reading)
        if reading.winning is None:
            return LEAD, said("led, it takes the trick")
        if reading.suit is None:
            return LEAD, said("an Athlete was led, so any card will do; it loses")
        return DISCARD, said("it may be thrown, and loses")

    def with_article(self, card: Card) -> str:
        return "an Athlete" if card == ATHLETE else super().with_article(card)
