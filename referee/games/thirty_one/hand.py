"""The value of a hand of Thirty-One (`thirty-one.values` and the rules of its readings)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, Literal

from referee.core.cards import RANKS, SUIT_NAMES, SUITS, Card, Pack, Suit, pack, symbol
from referee.core.findings import Line, Points
from referee.core.text import Said, joined, said

HAND_SIZE: Final = 3
BEST_SUIT: Final = 31
TRIPLE: Final = 30.5
FIRE: Final = 33
ACES: Final = 30
"""`thirty-one.rank`: three aces as a rank, where a sum would be 33."""
VALUES: Final = {"A": 11, "K": 10, "Q": 10, "J": 10} | {str(n): n for n in range(2, 11)}
PACKS: Final[dict[int, Pack]] = {
    size: pack(f"{size} cards", RANKS[: size // len(SUITS)]) for size in (32, 36, 52)
}

Valuation = Literal["suit", "suit-and-triples", "suit-or-rank"]
Hand = tuple[Card, ...]


@dataclass(frozen=True)
class Worth:
    """One reading of a hand: its value, the cards that count, and the rule that says so."""

    value: Points
    counted: Hand
    rule: str
    text: Said

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return (Line(self.rule, self.value, self.text, self.rule == "thirty-one.single"),)


def worth(hand: Hand, valuation: Valuation, fire: bool) -> Worth:
    """The best reading of a hand; of equal ones the first."""
    return max(_readings(hand, valuation, fire), key=lambda reading: reading.value)


def _readings(hand: Hand, valuation: Valuation, fire: bool) -> list[Worth]:
    of_a_rank = [
        tuple(card for card in hand if card.rank == rank)
        for rank in dict.fromkeys(card.rank for card in hand)
    ]
    suits = dict.fromkeys(card.suit for card in hand)
    readings = [_suit_reading(hand, suit) for suit in suits if suit]
    is_triple = len(of_a_rank) == 1
    if is_triple and valuation == "suit-and-triples":
        text = said("three of a rank: {cards}", cards=joined(map(symbol, hand)))
        readings.append(Worth(TRIPLE, hand, "thirty-one.triple", text))
    if valuation == "suit-or-rank":
        for cards in of_a_rank:
            value = sum(VALUES[card.rank] for card in cards)
            text = said("equal ranks: {sum}", sum=_sum(cards))
            if value == FIRE:
                value, text = ACES, said("three aces")
            if len(cards) > 1:
                readings.append(Worth(value, cards, "thirty-one.rank", text))
    if is_triple and fire and hand[0].rank == "A":
        readings.append(Worth(FIRE, hand, "thirty-one.fire", said("three aces: fire")))
    return readings


def _suit_reading(hand: Hand, suit: Suit) -> Worth:
    cards = tuple(card for card in hand if card.suit == suit)
    value = sum(VALUES[card.rank] for card in cards)
    if len({card.suit for card in hand}) == HAND_SIZE:
        template = "{card}, the best single card (the source is silent; Referee rules so)"
        return Worth(value, cards, "thirty-one.single", said(template, card=symbol(cards[0])))
    text = said("{suit}: {sum}", suit=SUIT_NAMES[suit], sum=_sum(cards))
    return Worth(value, cards, "thirty-one.suit", text)


def _sum(cards: Sequence[Card]) -> Said:
    return joined(map(symbol, cards), " + ")


_SUITS_OF_THREE: Final[tuple[tuple[Suit, Suit, Suit], ...]] = (
    ("S", "S", "S"), ("S", "S", "H"), ("S", "H", "S"), ("H", "S", "S"), ("S", "H", "D"),
)  # fmt: skip
"""Ways in which three cards can share suits; no suit is worth more than another."""


@lru_cache(maxsize=32)
def possible_values(deck: int, valuation: Valuation, fire: bool) -> frozenset[Points]:
    """The value of every hand that this pack has under these options."""
    ranks = combinations_with_replacement(RANKS[: deck // len(SUITS)], HAND_SIZE)
    hands = (tuple(map(Card, *each)) for each in product(ranks, _SUITS_OF_THREE))
    return frozenset(
        worth(hand, valuation, fire).value for hand in hands if len(set(hand)) == HAND_SIZE
    )


def without_fraction(value: Points) -> Points:
    """21 where a record says 21.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def show_value(value: Points | None) -> str:
    """A value in a sentence: `30½`, `21`, `nothing`."""
    return (
        "nothing" if value is None else "30½" if value == TRIPLE else str(without_fraction(value))
    )
