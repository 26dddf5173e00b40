"""An independent, deliberately simple version of Thirty-One's rules to check the core against.

Nothing here imports the core. Cards are strings such as `10H`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

from tests.games.oracle import ORDER, PACK, rank_of, suit_of

WORTH = dict(zip(ORDER, (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))


def pack_of(deck: int) -> tuple[str, ...]:
    """The `deck` cards (32, 36 or 52) with the highest ranks."""
    return tuple(card for card in PACK if ORDER.index(rank_of(card)) >= 13 - deck // 4)


def value(hand: Sequence[str], options: dict[str, Any]) -> float:
    """The value of the best combination of cards in the hand."""
    valuation = options.get("valuation", "suit-and-triples")
    worths: list[float] = []
    for size in (1, 2, 3):
        for cards in combinations(hand, size):
            total = sum(WORTH[rank_of(card)] for card in cards)
            ranks = {rank_of(card) for card in cards}
            if len({suit_of(card) for card in cards}) == 1:
                worths.append(total)
            if len(ranks) > 1 or size == 1:
                continue
            if valuation == "suit-or-rank":
                worths.append(30 if total == 33 else total)
            if size == 3 and valuation == "suit-and-triples":
                worths.append(30.5)
            if size == 3 and ranks == {"A"} and options.get("fire", False):
                worths.append(33)
    return max(worths)


def deal_hands(
    random: Random, deck: int, seats: int, playing: Sequence[int]
) -> list[tuple[str, ...] | None]:
    """Deal three cards to each player still in (None for the others), sometimes the aces first."""
    cards = list(pack_of(deck))
    random.shuffle(cards)
    if random.random() < 0.2:
        cards.sort(key=lambda card: rank_of(card) != "A")
    return [
        tuple(cards[3 * seat : 3 * seat + 3]) if seat in playing else None for seat in range(seats)
    ]


class Lives:
    """Each player's lives, updated round by round; −1 means out."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.options = options
        self.lives = [options.get("lives", 3)] * seats

    @property
    def playing(self) -> list[int]:
        return [seat for seat, lives in enumerate(self.lives) if lives >= 0]

    def lose(self, values: Sequence[float | None]) -> list[int]:
        """Update the lives; return who loses one."""
        shown = {seat: value for seat, value in enumerate(values) if value is not None}
        if self.options.get("fire", False) and 33 in shown.values():
            losers = [seat for seat in self.playing if shown.get(seat) != 33]
        else:
            losers = [seat for seat in shown if shown[seat] == min(shown.values())]
            if len(losers) > 1 and self.options.get("tied_lowest", "all") == "none":
                losers = []
        after = [lives - (seat in losers) for seat, lives in enumerate(self.lives)]
        if max(after) >= 0:
            self.lives = after
            return losers
        return []
