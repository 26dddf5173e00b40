"""The runs that a hand could fill, and the most that the rest of one can still come to.

What a group comes to is one number, in which points come first, then cards that score nothing, then
groups: the more it is, the better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final, NamedTuple, TypeAlias

from referee.games.card_triathlon.flushes.group import (
    ACE_HIGH,
    ACE_LOW,
    JOKER_WORTH,
    LONGEST,
    SHORTEST,
    worth_at,
)

LOWEST: Final = ACE_LOW + 1
"""The lowest rank: as a rank, the ace is high."""
POINT: Final = 64
"""More than all cards and groups of a hand weigh together."""
IDLE: Final = -4
"""A card in a group that scores nothing; it weighs more than two groups."""
GROUP: Final = -1
JOKER: Final = POINT * JOKER_WORTH
RIGHT: Final = (0, IDLE, *(POINT * worth_at(place) for place in range(LOWEST, ACE_HIGH + 1)))
"""What the right card comes to at each place; the ace low scores nothing."""
NEVER: Final = -(10**6)
"""What cannot be comes to less than anything."""

Stock: TypeAlias = list[list[int]]
"""How many cards there are of each suit, counted from 0, and of each rank, an ace being 14."""


def rank_at(place: int) -> int:
    """The rank, as a stock counts it, of the right card at a place."""
    return ACE_HIGH if place == ACE_LOW else place


def bit(rank: int) -> int:
    """A rank as one of a set of ranks."""
    return 1 << rank


@cache
def worth(ranks: int) -> int:
    """What right cards of these ranks come to."""
    return sum(RIGHT[place] for place in range(LOWEST, ACE_HIGH + 1) if ranks & bit(place))


class Look(NamedTuple):
    """What lies ahead in a search."""

    most: int
    """What all places ahead come to at most."""
    needs: int
    """How many cards of the suit they need at least."""


class Tail(NamedTuple):
    """A run from one of its places on: what there is for it."""

    places: int
    """How many there are."""
    missing: int
    """How many right cards are missing."""
    held: int
    """The set of ranks of the others."""
    hard: int
    """How many places only a Joker or a flush filler can fill."""


@dataclass(frozen=True)
class Holding:
    """What a hand holds for the runs of one suit."""

    suit: int
    row: list[int]
    """How many cards of each rank are left. As the search takes right cards, this changes."""
    held: int
    """The set of ranks of which the whole hand has cards in this suit."""
    once: int
    """The set of those of which it has one."""
    lonely: int
    """The set of ranks of which it has none in another suit, so that no straight filler fits."""


def rights(one: Holding, ranks: int, two: Holding, others: int) -> int:
    """What right cards of these ranks come to at most, a card that is held once counting once."""
    if one.suit != two.suit:
        return worth(ranks) + worth(others)
    return worth(ranks | others) + worth(ranks & others & ~one.once)


@dataclass(eq=False)
class Run:
    """A run in a suit, with the right cards that a hand has for it."""

    holding: Holding
    low: int
    weights: tuple[int | None, ...]
    """What the right card of each place comes to; None where there is none."""
    looks: dict[tuple[int, int, int, Run | None], Look] = field(default_factory=dict)
    variants: dict[tuple[int | None, ...], Run] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.suit = self.holding.suit
        self.count = len(self.weights)
        self.wrong = self.count // 2
        """How many places may hold no right card (`card-triathlon.d.half`)."""

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each place."""
        return tuple(rank_at(place) for place in range(self.low, self.low + self.count))

    @cached_property
    def tails(self) -> tuple[Tail, ...]:
        """The run from each of its places on, and from its end."""
        tails = [Tail(0, 0, 0, 0)]
        for weight, rank in zip(reversed(self.weights), reversed(self.ranks), strict=True):
            tail, is_missing = tails[-1], weight is None
            is_hard = is_missing and self.holding.lonely & bit(rank) != 0
            tails.append(
                Tail(
                    tail.places + 1,
                    tail.missing + is_missing,
                    tail.held | (0 if is_missing else bit(rank)),
                    tail.hard + is_hard,
                )
            )
        return tuple(reversed(tails))

    @cached_property
    def held(self) -> int:
        """The set of ranks of which there are right cards."""
        pairs = zip(self.weights, self.ranks, strict=True)
        return sum([bit(rank) for weight, rank in pairs if weight is not None])

    def comes_before(self, other: Run) -> bool:
        """Whether it is laid out before another of its suit."""
        return self.suit == other.suit and self.low < other.low

    def as_left(self) -> Run:
        """The same run with the right cards that are left by now."""
        row = self.holding.row
        weights = tuple(
            [
                weight if row[rank] else None
                for weight, rank in zip(self.weights, self.ranks, strict=True)
            ]
        )
        if weights == self.weights:
            return self
        known = self.variants.get(weights)
        if known is None:
            known = self.variants[weights] = Run(self.holding, self.low, weights)
        return known

    def look(self, index: int, jokers: int, wrong: int, second: Run | None) -> Look:
        """What lies ahead from a place on, and in a second run behind this one.

        Both figures leave rules out, and err on the safe side only: `most` is never too low and
        `needs` never too high.
        """
        state = (index, jokers, wrong, second)
        known = self.looks.get(state)
        if known is None:
            known = self.looks[state] = _look(self, index, jokers, wrong, second)
        return known


def runs(stock: Stock, size: int) -> Iterator[Run]:
    """Every run that a hand of so many cards has half of the right ones for, S H D C, low first."""
    for suit, row in enumerate(stock):
        ranks = [rank for rank, copies in enumerate(row) if copies]
        if len(ranks) < SHORTEST - SHORTEST // 2:
            continue
        others = [other for other in stock if other is not row]
        holding = Holding(
            suit,
            row,
            held=sum(map(bit, ranks)),
            once=sum(bit(rank) for rank in ranks if row[rank] == 1),
            lonely=sum(bit(rank) for rank in range(len(row)) if not any(o[rank] for o in others)),
        )
        weights = tuple(
            [
                RIGHT[place] if row[rank_at(place)] else None
                for place in range(ACE_LOW, ACE_HIGH + 1)
            ]
        )
        for low in range(ACE_LOW, ACE_HIGH - SHORTEST + 2):
            longest = min(LONGEST, ACE_HIGH - low + 1, size)
            for count in range(SHORTEST, longest + 1):
                own = weights[low - 1 : low - 1 + count]
                if own.count(None) <= count // 2:
                    yield Run(holding, low, own)


def most(weights: Sequence[int | None], jokers: int, wrong: int) -> int:
    """What places come to at most, if fillers can always be found.

    `weights` are what the right cards come to, None where there is none, `wrong` how many places
    may hold another card. A Joker gains most where the right card is missing, and next instead of
    the lowest; a filler gains nothing but where one is missing.
    """
    held = sorted([weight for weight in weights if weight is not None])
    missing = len(weights) - len(held)
    if missing > wrong:
        return NEVER
    value = sum(held) + min(jokers, missing) * (JOKER - IDLE) + missing * IDLE
    spare = max(0, min(jokers, wrong) - missing)
    return value + spare * JOKER - sum(held[:spare])


def _look(run: Run, index: int, jokers: int, wrong: int, second: Run | None) -> Look:
    """As `Run.look`.

    A card that is held once and is right in both runs counts in one of them, where it scores more;
    the other has a place more to fill. At least so many places as may not be wrong take a card of
    the suit, and so do the hard ones for which there is no Joker.
    """
    tail = run.tails[index]
    if tail.missing > wrong:
        return Look(NEVER, 0)
    needs = tail.hard - jokers + tail.places - wrong
    if second is None:
        return Look(most(run.weights[index:], jokers, wrong), needs)
    behind = second.tails[0]
    weights = [*run.weights[index:], *second.weights]
    if second.suit == run.suit:
        needs += behind.hard + behind.places - second.wrong
        twice = tail.held & behind.held & run.holding.once
        if twice:
            count = twice.bit_count()
            short = max(0, tail.missing + count - wrong)
            if short + max(0, behind.missing + count - second.wrong) > count:
                return Look(NEVER, 0)
            needs += (twice & run.holding.lonely).bit_count()
            for rank in run.ranks[index:]:
                if twice & bit(rank):
                    one, two = (each.weights[each.ranks.index(rank)] for each in (run, second))
                    weights[weights.index(min(one or 0, two or 0))] = None
    return Look(most(weights, jokers, wrong + second.wrong), needs)
