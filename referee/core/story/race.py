"""How a race is likely to go on: the totals after so many entries more, from those that were seen.

An entry gives all sides something in common, its level, and each side what it has above or below
that, its own part: what one side wins the others often lose. Both are reckoned for each kind of
entry; what one side has above the others in the long run, its edge, is the same for all kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, prod, sqrt
from typing import Final

from referee.core.findings import Points
from referee.core.story.ahead import Ahead
from referee.core.story.student import normal_cdf

PRIOR_DEGREES: Final = 4
"""ν₀: the spread of all kinds together counts as much as five entries more of each."""
EDGE: Final = 25.0
"""Two sides differ by N(0, 25²) points an entry, before anything is seen."""
LEAST_VARIANCE: Final = 1.0
"""Of points: no side is known better than to a point an entry."""
STEPS: Final = tuple(step * 0.65 for step in range(-8, 9))
"""Where the density of a normal value is looked at, in its spreads."""


@dataclass(frozen=True)
class Seen:
    """An entry that was recorded and has scored."""

    kind: str
    points: tuple[Points, ...]
    """Of each side, in their order."""
    minutes: float | None = None
    """How long it took, if that is known."""


@dataclass(frozen=True)
class Learned:
    """What is known of one kind of entry: the means of its columns, and their common variance."""

    number: int
    means: tuple[float, ...]
    variance: float

    @property
    def degrees(self) -> int:
        """Of Student's t around these means."""
        return PRIOR_DEGREES + self.number - 1


def learned(
    rows: Mapping[str, Sequence[Sequence[float]]], least_variance: float
) -> dict[str, Learned]:
    """What the rows of each kind tell, each variance drawn towards that of all kinds together."""
    columns = {kind: list(zip(*found, strict=True)) for kind, found in rows.items()}
    means = {
        kind: tuple(sum(column) / len(column) for column in found)
        for kind, found in columns.items()
    }
    squares = {
        kind: sum(
            (value - mean) ** 2
            for column, mean in zip(found, means[kind], strict=True)
            for value in column
        )
        for kind, found in columns.items()
    }
    free = {kind: (len(rows[kind]) - 1) * len(found) for kind, found in columns.items()}
    prior = max(sum(squares.values()) / max(sum(free.values()), 1), least_variance)
    return {
        kind: Learned(len(rows[kind]), means[kind], _variance(squares[kind], free[kind], prior))
        for kind in rows
    }


def _variance(squares: float, free: int, prior: float) -> float:
    return (PRIOR_DEGREES * prior + squares) / (PRIOR_DEGREES + free)


@dataclass(frozen=True)
class Totals:
    """What the sides may have after some entries: normal, with two independent parts."""

    means: tuple[float, ...]
    common: float
    """The variance of what all sides have in common."""
    own: float
    """The variance of what each has besides."""

    def chances(self, wider: float = 1.0, *, lowest_wins: bool = False) -> tuple[float, ...]:
        """How probable it is of each side that it is the first; the spread perhaps wider."""
        means = [-mean for mean in self.means] if lowest_wins else self.means
        return highest(means, sqrt(self.own) * wider).chances

    @property
    def best(self) -> tuple[float, float]:
        """The mean and the spread of what the first side has.

        The own parts add up to nothing, so that their mean is taken off.
        """
        first = highest(self.means, sqrt(self.own))
        variance = self.common + max(first.variance - self.own / len(self.means), 0)
        return first.mean, sqrt(variance)


@dataclass(frozen=True)
class Highest:
    """The highest of several normal values: which it is, its mean and its variance."""

    chances: tuple[float, ...]
    mean: float
    variance: float


def highest(means: Sequence[float], spread: float) -> Highest:
    """The highest of independent normal values of the same spread.

    One of them is there, and all others are below. The sum over `STEPS` around the highest mean is
    as good as the integral: for a smooth density that fades away on both sides it is right to four
    digits.
    """
    top = max(means)
    behind = [(top - mean) / spread for mean in means]
    weights, moments = [0.0] * len(means), [0.0, 0.0]
    for step in STEPS:
        below = [normal_cdf(step + gap) for gap in behind]
        all_below, there = prod(below), 0.0
        for side, gap in enumerate(behind):
            weight = all_below / below[side] * exp(-((step + gap) ** 2) / 2)
            weights[side] += weight
            there += weight
        moments[0] += there * step
        moments[1] += there * step**2
    total = sum(weights)
    above, square = (moment / total for moment in moments)
    chances = tuple(weight / total for weight in weights)
    return Highest(chances, top + spread * above, spread**2 * (square - above**2))


class Race:
    """What the entries that were seen make of what lies ahead; some of each kind were seen."""

    def __init__(self, ahead: Ahead, seen: Sequence[Seen]) -> None:
        self.ahead = ahead
        self.sides = len(ahead.sides)
        self.cycle = tuple(coming.kind for coming in ahead.cycle)
        self._per_cycle = Counter(self.cycle)
        rows: dict[str, list[tuple[Points, ...]]] = {kind: [] for kind in self.cycle}
        for entry in seen:
            if entry.kind in rows:
                rows[entry.kind].append(entry.points)
        self.levels = learned(
            {kind: [[self._level(row)] for row in found] for kind, found in rows.items()},
            LEAST_VARIANCE,
        )
        self.own = learned(
            {
                kind: [[points - self._level(row) for points in row] for row in found]
                for kind, found in rows.items()
            },
            LEAST_VARIANCE,
        )

    def _level(self, row: Sequence[Points]) -> float:
        return sum(row) / self.sides

    @cached_property
    def degrees(self) -> int:
        """Of Student's t: as many as the kind has of which the least is known.

        The variance of one kind may be most of the whole, and a prior that was taken from the same
        entries adds nothing to what is known of it.
        """
        return min(each.degrees for each in self.levels.values())

    def number_of(self, entries: int) -> dict[str, int]:
        """How many of each kind the next so many entries are."""
        whole, rest = divmod(entries, len(self.cycle))
        started = self.cycle[:rest]
        return {
            kind: whole * number + started.count(kind) for kind, number in self._per_cycle.items()
        }

    def after(self, entries: int) -> Totals:
        """The totals after so many entries more.

        An unknown mean goes the same way in all of them: its variance counts with the square of
        their number.
        """
        numbers = self.number_of(entries)
        levels = [(number, self.levels[kind]) for kind, number in numbers.items()]
        gain = sum(number * level.means[0] for number, level in levels)
        edges, doubt = self._edges
        own = sum(number * self._own_variance(kind) for kind, number in numbers.items())
        return Totals(
            tuple(
                total + gain + entries * edge
                for total, edge in zip(self.ahead.totals, edges, strict=True)
            ),
            sum(level.variance * (number + number**2 / level.number) for number, level in levels),
            own + entries**2 * doubt,
        )

    def _own_variance(self, kind: str) -> float:
        """Of independent parts whose mean is then taken off."""
        return self.own[kind].variance * self.sides / (self.sides - 1)

    @cached_property
    def _edges(self) -> tuple[tuple[float, ...], float]:
        """What each side has above the others in an entry, drawn to 0; and how unsure that is."""
        shares = {kind: number / len(self.cycle) for kind, number in self._per_cycle.items()}
        seen = (
            sum(share * self.own[kind].means[side] for kind, share in shares.items())
            for side in range(self.sides)
        )
        error = sum(
            share**2 * self._own_variance(kind) / self.own[kind].number
            for kind, share in shares.items()
        )
        prior = EDGE**2 / 2  # of one side: two of them differ by the whole
        trust = prior / (prior + error)
        return tuple(trust * edge for edge in seen), trust * error
