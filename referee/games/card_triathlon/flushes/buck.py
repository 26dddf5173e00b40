"""Who is Buck in a D leg, and who gathers, shuffles, cuts and deals in each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.cards import RANKS, SUITS, Card
from referee.games.card_triathlon.bridge.tricks import is_joker

ROUNDS: Final = 4
OFFICES: Final = ("buck", "shuffles", "cuts", "deals")
"""Buck gathers; each of the others sits one seat further to the left."""


def order_of(card: Card) -> tuple[int, int]:
    """Rank first, then S H D C: the lower the higher."""
    assert card.suit is not None
    return RANKS.index(card.rank), SUITS.index(card.suit)


def strengths(hands: Sequence[Sequence[Card]]) -> list[list[tuple[int, int]]]:
    """The cards of each hand from the highest down, no Jokers: the lowest list is the best.

    A hand that runs out of cards is the lower.
    """
    lowest = (len(RANKS), 0)  # behind every card
    longest = max(len(hand) for hand in hands)
    places = [sorted(order_of(card) for card in hand if not is_joker(card)) for hand in hands]
    return [each + [lowest] * (longest - len(each)) for each in places]


def buck_of(hands: Sequence[Sequence[Card]]) -> int:
    """`card-triathlon.d.buck`: the highest card that is no Joker, then the next highest.

    If all are equal, the lower seat has it.
    """
    found = strengths(hands)
    return found.index(min(found))


def deciding_card(hands: Sequence[Sequence[Card]]) -> Card | None:
    """The card by which Buck's hand is higher than the next; None where they are equal."""
    best, second = sorted(strengths(hands))[:2]
    pairs = zip(best, second, strict=True)
    higher = next((mine for mine, other in pairs if mine != other), None)
    return None if higher is None else Card(RANKS[higher[0]], SUITS[higher[1]])


def offices(buck: int, round: int, seats: int) -> dict[str, int]:
    """Who has which office in a round from 1 to 4, given Buck of round 1."""
    return {office: (buck + round - 1 + place) % seats for place, office in enumerate(OFFICES)}
