"""Test oracle for straight flushes in a D leg, which tries every run.

Nothing here imports the core. Cards are strings such as `10H` and `JK`. A group consists of a suit,
the ranks of its places from the lowest up, and the cards in these places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tests.games.card_triathlon.oracle_bridge import value

ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Ranks in order, with the ace at both ends; a run is any 5 to 13 of them in a row."""


@dataclass(frozen=True)
class Options:
    jokers: bool = True
    duplicates: bool = True
    half: Literal["group", "five"] = "group"


HALVES: tuple[Literal["group", "five"], ...] = ("group", "five")
ALL_OPTIONS = tuple(
    Options(jokers, duplicates, half)
    for jokers in (True, False)
    for duplicates in (True, False)
    for half in HALVES
)


def runs() -> Iterator[tuple[int, int]]:
    """Yield the start and end (exclusive) of every run, as indexes into `ORDER`."""
    for first in range(len(ORDER)):
        for end in range(first + 5, min(first + 13, len(ORDER)) + 1):
            yield first, end


def fits(card: str, suit: str, rank: str) -> str:
    """Return a card's role in a place: right, joker, straight, flush, or an empty string."""
    if card == "JK":
        return "joker"
    if card == rank + suit:
        return "right"
    if card[:-1] == rank:
        return "straight"
    return "flush" if card[-1] == suit else ""


def is_good_five(kinds: Sequence[str], cards: Sequence[str], options: Options) -> bool:
    if options.half == "five" and kinds.count("right") < 3:
        return False
    is_straight = "flush" not in kinds
    ranks = [card[:-1] for card in cards if card != "JK"]
    is_flush = "straight" not in kinds
    if not options.duplicates and len(set(ranks)) < len(ranks):
        is_flush = False
    return is_straight or is_flush


def is_legal(suit: str, ranks: Sequence[str], cards: Sequence[str], options: Options) -> bool:
    kinds = [fits(card, suit, rank) for card, rank in zip(cards, ranks, strict=True)]
    if "" in kinds or ("JK" in cards and not options.jokers):
        return False
    if 2 * kinds.count("right") < len(cards):
        return False
    covered: set[int] = set()
    for start in range(len(cards) - 4):
        five = slice(start, start + 5)
        if is_good_five(kinds[five], cards[five], options):
            covered |= set(range(start, start + 5))
    return covered == set(range(len(cards)))


def points(suit: str, first: int, cards: Sequence[str]) -> list[int]:
    """Return the score of each card in a legal group; `first` is the group's start in `ORDER`."""
    scored = []
    for place, card in enumerate(cards, first):
        kind = fits(card, suit, ORDER[place])
        scores = kind == "joker" or (kind == "right" and place > 0)
        scored.append(value([card]) if scores else 0)
    return scored


def best_reading(cards: Sequence[str], options: Options) -> tuple[int, str, str]:
    """Return score, suit and first rank of the best legal reading; if there is none, score 0."""
    readings = [
        (sum(points(suit, first, cards)), suit, ORDER[first])
        for suit in "SHDC"
        for first, end in runs()
        if end - first == len(cards) and is_legal(suit, ORDER[first:end], cards, options)
    ]
    return max(readings, key=lambda reading: reading[0], default=(0, "", ""))


@dataclass(frozen=True)
class Worth:
    score: int
    fillers: int
    groups: int
