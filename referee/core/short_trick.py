"""“May I play this card?”, asked by suits in three taps: the trick question that it comes to.

Which suit was led, which suit is the card, does its player hold any of the suit led: that is all
that a dispute about following mostly needs. The cards are made up, so that the rules of the game
answer as they always do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.core.cards import ONE_OF_SUIT, SUIT_NAMES, SUITS
from referee.core.text import Said, said, sentence

YES, NO = "yes", "no"
LED: Final = "A"
"""The rank of the card that was led, of the one that is asked about, and of one held besides."""
MINE, HELD = "K", "Q"


@dataclass(frozen=True)
class ShortTrick:
    """How a game asks it: suits, and cards without a suit by their names.

    A game in which more than the suits matters overrides what is different.
    """

    led: Mapping[str, str] = field(default_factory=dict)
    """Cards without a suit that may be led, each with what it is called."""
    mine: Mapping[str, str] = field(default_factory=dict)
    """Those about which one may ask."""

    def holdings(self, led: str, mine: str, seats: int) -> Mapping[str, Said]:  # noqa: ARG002
        """What else has to be known of the hand, in words; nothing if it does not matter."""
        if led == mine or led not in SUITS:
            return {}
        return {YES: hold(led), NO: hold_none(led)}

    def fields(self, led: str, mine: str, holding: str) -> dict[str, Any]:
        """The fields of the question about the trick; the hand begins with the card in doubt."""
        held = [HELD + led] if holding == YES else []
        return {"cards": [card(led, LED)], "hand": [card(mine, MINE), *held]}


def label(key: str, others: Mapping[str, str]) -> Said:
    """What is led or played, at the beginning of a sentence: a suit, or one of the others."""
    name = SUIT_NAMES.get(key)  # type: ignore[call-overload]  # or a card without one
    return sentence(name or others[key])


def card(key: str, rank: str) -> str:
    """The card that stands for a suit; one without a suit stands for itself."""
    return rank + key if key in SUITS else key


def other_suit(*suits: str) -> str:
    """A suit that is none of these."""
    return next(suit for suit in SUITS if suit not in suits)


def one_of(suit: str) -> str:
    """A card of the suit: `heart`."""
    return ONE_OF_SUIT[suit]  # type: ignore[index]  # a key that was offered


def hold(suit: str) -> Said:
    """That the hand has a card of the suit."""
    return said("I hold a {one}", one=one_of(suit))


def hold_none(suit: str) -> Said:
    """That the hand has no card of the suit."""
    return said("I hold no {one}", one=one_of(suit))
