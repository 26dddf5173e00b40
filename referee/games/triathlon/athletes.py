"""Triathlon's options, pack and tricks, with ordinary trumps and three Athletes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from referee.core.cards import RANKS, SUIT_NAMES, Card, Suit, pack
from referee.core.options import Options, first_dealer_option, option
from referee.core.text import Text, _, _p, joined
from referee.core.tricks import FOLLOW_SUIT, Objection, TrickReading, TrickRules
from referee.core.validation import Seat

TRICKS: Final = 13
ATHLETE: Final = Card("JK")
PACK_RANKS: Final = RANKS[: RANKS.index("6") + 1]
PACK: Final = pack(_("39 cards"), PACK_RANKS, extra=["JK"] * 3, joker=_p("card", "Athlete"))

Discard = Literal["when-void", "never"]
"""When a player who holds other cards may throw an Athlete."""
LEAD: Final = "triathlon.athlete-lead"
DISCARD: Final = "triathlon.athlete-discard"


class TriathlonOptions(Options):
    first_dealer: Seat = first_dealer_option("triathlon.deal")
    athlete_discard: Discard = option(
        "when-void",
        _("Throwing an Athlete"),
        _("May you throw an Athlete when you can’t follow suit?"),
        rule="triathlon.athlete-discard",
        silent=True,
        left_open="contradictory",
        labels={
            "when-void": _("if you can’t follow suit"),
            "never": _("only if you have nothing else"),
        },
        midway=True,
    )


@dataclass(frozen=True)
class AthleteRules(TrickRules):
    """Rules of a trick with trumps and Athletes, which win if led and lose if thrown."""

    prefix: str = "triathlon"
    trump: Suit | None = None
    ranks: tuple[str, ...] = (*PACK_RANKS, ATHLETE.rank)
    discard: Discard = "when-void"

    def read(self, cards: Sequence[Card]) -> TrickReading:
        """Let a led Athlete win (`triathlon.athlete-lead`); a thrown one has no suit and loses."""
        if cards and cards[0] == ATHLETE:
            return TrickReading(None, winning=0)
        return super().read(cards)

    def objection(
        self, card: Card, hand: Sequence[Card], reading: TrickReading
    ) -> Objection | None:
        """Apply `triathlon.athlete-discard` to Athletes and `triathlon.follow` to other cards."""
        if card != ATHLETE:
            return super().objection(card, hand, reading)
        if reading.suit is None:
            return None
        if follower := self.follower(hand, reading.suit):
            suit = SUIT_NAMES[reading.suit]
            because = _("only someone with no {suit} may throw an Athlete", suit=suit)
            return Objection(DISCARD, because, follower, FOLLOW_SUIT[reading.suit])
        other = next((held for held in hand if held != ATHLETE), None)
        if self.discard == "when-void" or other is None:
            return None
        because = _("under your rules an Athlete may be thrown only when nothing else is left")
        advice = _("you hold other cards, which you must play before an Athlete")
        return Objection(DISCARD, because, other, advice)

    def why(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        if card == ATHLETE:
            return LEAD, _("an Athlete that is led takes the trick")
        return super().why(card, reading)

    def next_play(self, name: str, reading: TrickReading) -> Text:
        text = super().next_play(name, reading)
        if reading.suit is None or self.discard == "when-void":
            return text
        return joined([text, _("An Athlete may be played only if nothing else is left.")])

    def why_allowed(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        if card != ATHLETE:
            return super().why_allowed(card, reading)
        if reading.winning is None:
            return LEAD, _("if you lead it, you take the trick")
        if reading.suit is None:
            return LEAD, _("an Athlete was led, so you may play any card; this one loses")
        return DISCARD, _("you may throw it, but it loses")

    def with_article(self, card: Card) -> str:
        return _("an Athlete") if card == ATHLETE else super().with_article(card)
