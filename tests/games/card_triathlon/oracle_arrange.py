"""Straight flushes of a D leg once more, by trying everything, to hold the core against.

Nothing here imports the core. Cards are texts such as `10H` and `JK`. A group is a suit, the ranks
of its places from the lowest up, and the cards that lie there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Literal

ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks of a run: any part of this, but not the whole."""


@dataclass(frozen=True)
class Options:
    """What a table may choose."""

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
    """Where every run begins in the order of ranks, and where it ends (exclusive)."""
    for first in range(len(ORDER)):
        for end in range(first + 5, min(first + 13, len(ORDER)) + 1):
            yield first, end


def fits(card: str, suit: str, rank: str) -> str:
    """What a card is to a place: right, joker, straight, flush, or nothing."""
    if card == "JK":
        return "joker"
    if card == rank + suit:
        return "right"
    if card[:-1] == rank:
        return "straight"
    return "flush" if card[-1] == suit else ""


def is_good_five(kinds: Sequence[str], cards: Sequence[str], options: Options) -> bool:
    """Whether five cards are a straight or a flush."""
    if options.half == "five" and kinds.count("right") < 3:
        return False
    is_straight = "flush" not in kinds
    ranks = [card[:-1] for card in cards if card != "JK"]
    is_flush = "straight" not in kinds
    if not options.duplicates and len(set(ranks)) < len(ranks):
        is_flush = False
    return is_straight or is_flush


def is_legal(suit: str, ranks: Sequence[str], cards: Sequence[str], options: Options) -> bool:
    """Whether these cards may lie as this run."""
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


def value(card: str) -> int:
    """What a card is worth."""
    if card == "JK":
        return 30
    return {"A": 20, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10}.get(card[:-1], 5)


def points(suit: str, first: int, cards: Sequence[str]) -> list[int]:
    """What each card of a legal group scores; `first` is the place in the order of ranks."""
    scored = []
    for place, card in enumerate(cards, first):
        kind = fits(card, suit, ORDER[place])
        scores = kind == "joker" or (kind == "right" and place > 0)
        scored.append(value(card) if scores else 0)
    return scored


@dataclass(frozen=True)
class Worth:
    """What groups come to; the larger is the better."""

    score: int
    fillers: int
    groups: int

    @property
    def key(self) -> tuple[int, int, int]:
        """More points, then fewer cards that score nothing, then fewer groups."""
        return self.score, -self.fillers, -self.groups


NOTHING = Worth(0, 0, 0)


def fillings(
    hand: Sequence[str], suit: str, ranks: Sequence[str], taken: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Every way to lay cards of the hand, by their indexes, on these places, half of them right."""
    if len(taken) == len(ranks):
        yield taken
        return
    tried = set()
    for index, card in enumerate(hand):
        if index in taken or card in tried:
            continue
        tried.add(card)
        if fits(card, suit, ranks[len(taken)]):
            now = (*taken, index)
            wrong = sum(hand[i] != rank + suit for i, rank in zip(now, ranks, strict=False))
            if 2 * wrong <= len(ranks):
                yield from fillings(hand, suit, ranks, now)


def groups(hand: Sequence[str], options: Options) -> dict[tuple[str, ...], Worth]:
    """Of every set of cards that can lie as one group, the most that it comes to."""
    best: dict[tuple[str, ...], Worth] = {}
    for suit in "SHDC":
        for first, end in runs():
            if end - first > len(hand):
                continue
            ranks = ORDER[first:end]
            for taken in fillings(hand, suit, ranks):
                cards = [hand[index] for index in taken]
                if is_legal(suit, ranks, cards, options):
                    scored = points(suit, first, cards)
                    worth = Worth(sum(scored), scored.count(0), 1)
                    which = tuple(sorted(cards))
                    if which not in best or worth.key > best[which].key:
                        best[which] = worth
    return best


def best_of(hand: Sequence[str], options: Options) -> Worth:
    """The most that a hand can come to: nothing, one group, or two."""
    single = groups(hand, options)
    best = max([NOTHING, *single.values()], key=lambda worth: worth.key)
    short = [(cards, worth) for cards, worth in single.items() if len(cards) + 5 <= len(hand)]
    for (one, a), (two, b) in combinations_with_replacement(short, 2):
        if a.score + b.score >= best.score and Counter(one + two) <= Counter(hand):
            both = Worth(a.score + b.score, a.fillers + b.fillers, 2)
            best = max(best, both, key=lambda worth: worth.key)
    return best
