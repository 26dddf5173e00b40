"""Options of Thirty-One, and the value of a hand (`thirty-one.values`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, Literal

from referee.core.cards import RANKS, SUITS, Card, Pack, Suit, pack, symbol
from referee.core.findings import Points
from referee.core.options import Options, PlayerNumbers, first_dealer_option, option
from referee.core.text import SILENT, Text, _, _p, joined, ngettext, without_fraction
from referee.core.validation import Seat

HAND_SIZE: Final = 3
BEST_SUIT: Final = 31
TRIPLE: Final = 30.5
FIRE: Final = 33
ACES: Final = 30  # `thirty-one.rank`: three aces are worth 30, not 33
SINGLE: Final = "thirty-one.single"
VALUES: Final = {"A": 11, "K": 10, "Q": 10, "J": 10} | {str(n): n for n in range(2, 11)}
PACKS: Final[dict[int, Pack]] = {
    size: pack(ngettext("{n} card", "{n} cards", size), RANKS[: size // len(SUITS)])
    for size in (32, 36, 52)
}

Valuation = Literal["suit", "suit-and-triples", "suit-or-rank"]
Hand = tuple[Card, ...]


@dataclass(frozen=True)
class Worth:
    value: Points
    counted: Hand
    rule: str
    text: Text


def worth(hand: Hand, valuation: Valuation, fire: bool) -> Worth:
    """Return the best way to count a hand; ties go to the first."""
    readings = []
    has_three_suits = len({card.suit for card in hand}) == HAND_SIZE
    for suit in dict.fromkeys(card.suit for card in hand if card.suit):
        cards = tuple(card for card in hand if card.suit == suit)
        value, rule = sum(VALUES[card.rank] for card in cards), "thirty-one.suit"
        text = _sum_of(cards)
        if has_three_suits:
            rule = SINGLE
            text = _(
                "{card}, the best single card ({silent})", card=symbol(cards[0]), silent=SILENT
            )
        readings.append(Worth(value, cards, rule, text))
    ranks = dict.fromkeys(card.rank for card in hand)
    is_triple = len(ranks) == 1
    if is_triple and valuation == "suit-and-triples":
        text = _("three of a kind, {cards}", cards=joined(map(symbol, hand)))
        readings.append(Worth(TRIPLE, hand, "thirty-one.triple", text))
    for rank in ranks if valuation == "suit-or-rank" else ():
        cards = tuple(card for card in hand if card.rank == rank)
        value, text = VALUES[rank] * len(cards), _sum_of(cards)
        if value == FIRE:
            value, text = ACES, _("three aces")
        if len(cards) > 1:
            readings.append(Worth(value, cards, "thirty-one.rank", text))
    if is_triple and fire and hand[0].rank == "A":
        readings.append(Worth(FIRE, hand, "thirty-one.fire", _("three aces (fire)")))
    return max(readings, key=lambda reading: reading.value)


def _sum_of(cards: Hand) -> Text:
    return joined(map(symbol, cards), " + ")


_SUITS_OF_THREE: Final[tuple[tuple[Suit, Suit, Suit], ...]] = (
    ("S", "S", "S"), ("S", "S", "H"), ("S", "H", "S"), ("H", "S", "S"), ("S", "H", "D"),
)  # fmt: skip
"""Suit patterns that three cards can have; the actual suits don't affect the value."""


@lru_cache(maxsize=32)
def possible_values(deck: int, valuation: Valuation, fire: bool) -> frozenset[Points]:
    """Return all hand values that are possible with this pack under these options."""
    ranks = combinations_with_replacement(RANKS[: deck // len(SUITS)], HAND_SIZE)
    hands = (tuple(map(Card, *each)) for each in product(ranks, _SUITS_OF_THREE))
    return frozenset(
        worth(hand, valuation, fire).value for hand in hands if len(set(hand)) == HAND_SIZE
    )


def show_value(value: Points) -> str:
    """Format a value for a sentence: `30½`, `21`."""
    return "30½" if value == TRIPLE else str(without_fraction(value))


# Options ------------------------------------------------------------------------------------------

NUMBERS = tuple(range(2, 17))  # of players (`thirty-one.players`); fewer with a small pack


_ENOUGH_FOR: Final = {size: size // HAND_SIZE - 1 for size in (32, 36)}
"""Maximum number of players for each small pack: three cards each, and three on the table."""


class ThirtyOneOptions(Options):
    valuation: Valuation = option(
        "suit-and-triples",
        _("What counts"),
        _("Cards of one suit always count. Do equal ranks count as well?"),
        rule="thirty-one.suit",
        labels={
            "suit": _("suits only"),
            "suit-and-triples": _("suits, and 30½ for three of a kind"),
            "suit-or-rank": _("suits, or equal ranks added up"),
        },
        midway=True,
    )
    deck: Literal[32, 36, 52] = option(
        32,
        _p("option", "Pack"),
        _("How many cards do you play with?"),
        rule="thirty-one.pack",
        labels={32: _("32 (7s and up)"), 36: _("36 (6s and up)"), 52: _("52 (full pack)")},
        only_for={
            size: PlayerNumbers(
                "thirty-one.players",
                tuple(number for number in NUMBERS if number <= most),
                ngettext(
                    "{size} cards are enough for {n} player",
                    "{size} cards are enough for {n} players",
                    most,
                    size=size,
                ),
            )
            for size, most in _ENOUGH_FOR.items()
        },
    )
    lives: int = option(
        3, _p("option", "Lives"), _("With no lives left you swim; the next loss puts you out."),
        rule="thirty-one.swimming", ge=0, le=5,
    )  # fmt: skip
    fire: bool = option(
        False,
        _p("option", "Fire"),
        _("Three aces are worth 33, end the round and cost everyone else a life."),
        rule="thirty-one.fire",
        labels={True: _("with fire"), False: _("without fire")},
        midway=True,
    )
    passing: bool = option(
        True,
        _p("option", "Passing"),
        _("May you pass on your turn?"),
        rule="thirty-one.turn",
        labels={True: _p("option", "allowed"), False: _("not allowed")},
        midway=True,
    )
    tied_lowest: Literal["all", "none"] = option(
        "all",
        _("Tied lowest hands"),
        _("Who loses a life when players tie for the lowest hand?"),
        rule="thirty-one.tied",
        silent=True,
        labels={"all": _("each of them"), "none": _p("key", "nobody")},
        midway=True,
    )
    first_dealer: Seat = first_dealer_option("thirty-one.deal")

    def worth(self, hand: Hand) -> Worth:
        return worth(hand, self.valuation, self.fire)
