"""Simulated races, as an oracle: how often do forecasts hold?

A race is played to a mark in legs of three kinds, over several evenings. After some legs a forecast
is made, and then compared with how the race ends. The forecast doesn't know the means, spreads,
edges and trends with which the race was generated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from typing import Final, NamedTuple

from referee.core.course import Ahead, Coming
from referee.core.story.forecast import Seen, forecast

CHECKPOINTS: Final = (9, 12, 24, 48)
MARKS: Final = (21_100, 42_200)
COMING: Final = (Coming("b-leg", 440), Coming("c-leg", 1_000, -1_000), Coming("d-leg", 680))
KINDS: Final = tuple(coming.kind for coming in COMING)
SIDES: Final = ("Ann+Dora", "Ben+Emil", "Cleo+Finn")


@dataclass(frozen=True)
class LegKind:
    """Distribution of the points and the minutes of one kind of leg.

    The sum of two teams' points has the mean `total` and the standard deviation `spread`; their
    difference has the standard deviation `apart`. `minutes` is the median duration, and
    `minutes_spread` the standard deviation of its logarithm.
    """

    total: float
    spread: float
    apart: float
    minutes: float
    minutes_spread: float


USUAL: Final = (
    LegKind(440, 25, 150, 24, 0.35), LegKind(620, 130, 160, 30, 0.3), LegKind(160, 60, 90, 16, 0.4),
)  # fmt: skip
UNLIKE: Final = (
    LegKind(440, 25, 150, 40, 0.5), LegKind(1_100, 210, 250, 30, 0.3), LegKind(40, 24, 40, 8, 0.3),
)  # fmt: skip


def normal(random: Random) -> float:
    return random.gauss(0, 1)


def fat_tailed(random: Random) -> float:
    """Student's t with three degrees of freedom, scaled to a variance of 1."""
    squares = sum(random.gauss(0, 1) ** 2 for _ in range(3))
    return random.gauss(0, 1) / sqrt(squares)


def nearly_equal(random: Random) -> float:
    return random.gauss(0, 7)


def as_usual(random: Random) -> float:
    return random.gauss(0, 12)


def one_stronger(random: Random) -> float:
    """Return an edge that makes one team 20 to 50 points per leg better than the other."""
    return random.choice((-1, 1)) * random.uniform(10, 25)


@dataclass(frozen=True)
class Shape:
    kinds: tuple[LegKind, ...] = USUAL
    edge: Callable[[Random], float] = as_usual
    noise: Callable[[Random], float] = normal
    trend: float = 0.0
    """How far the log of minutes drifts in an evening, up or down; points drift a third as much."""
    stuck: float = 0.0
    """Fraction of legs that take two and a half times as long."""
    sides: int = 2


SHAPES: Final = {
    "equal teams": Shape(edge=nearly_equal), "a stronger team": Shape(edge=one_stronger),
    "fat tails": Shape(noise=fat_tailed, stuck=0.05), "kinds that differ": Shape(kinds=UNLIKE),
    "a trend in an evening": Shape(trend=0.3), "three teams": Shape(sides=3),
}  # fmt: skip


class Race(NamedTuple):
    """A race that was played to its end."""

    mark: int
    legs: Sequence[Seen]
    evenings: Sequence[tuple[int, int]]
    """Each evening's first leg and the one after its last."""

    def totals(self, legs: int | None = None) -> tuple[float, ...]:
        return tuple(map(sum, zip(*(leg.points for leg in self.legs[:legs]), strict=True)))

    def minutes(self, first: int, end: int | None = None) -> float:
        return sum(leg.minutes or 0 for leg in self.legs[first:end])

    def ahead(self, legs: int) -> Ahead:
        cycle = tuple(COMING[(legs + number) % len(COMING)] for number in range(len(COMING)))
        totals = self.totals(legs)
        return Ahead(SIDES[: len(totals)], totals, cycle, mark=self.mark)

    def evenings_after(self, legs: int) -> list[float]:
        """Minutes that each evening has taken after this many legs."""
        return [self.minutes(a, min(b, legs)) for a, b in self.evenings if a < legs]


def race(random: Random, shape: Shape, mark: int) -> Race:
    """Play a race to its end."""
    edges = [shape.edge(random) for _ in range(shape.sides)]
    if shape.sides == 2:
        edges[1] = -edges[0]
    drift = shape.trend * random.choice((-1, 1))
    legs, evenings, totals, pace = list[Seen](), list[tuple[int, int]](), [0] * shape.sides, 0.0
    while max(totals) < mark or totals.count(max(totals)) > 1:
        number = len(legs)
        if not evenings or evenings[-1][1] == number:
            evenings.append((number, number + random.randint(10, 18)))
            pace = random.gauss(0, 0.08)
        trend = drift * ((number - evenings[-1][0]) / 14 - 0.5)
        points = _points(random, shape, number, edges, trend)
        minutes = _minutes(random, shape, number, pace + trend)
        legs.append(Seen(KINDS[number % len(KINDS)], points, minutes))
        totals = [total + scored for total, scored in zip(totals, points, strict=True)]
    return Race(mark, legs, evenings)


def _points(
    random: Random, shape: Shape, number: int, edges: Sequence[float], trend: float
) -> tuple[int, ...]:
    kind = shape.kinds[number % len(KINDS)]
    level = (kind.total + kind.spread * shape.noise(random)) / 2 * (1 - trend / 3)
    own = [edge + kind.apart / sqrt(2) * shape.noise(random) for edge in edges]
    mean = sum(own) / len(own)
    return tuple(5 * round((level + part - mean) / 5) for part in own)


def _minutes(random: Random, shape: Shape, number: int, pace: float) -> float:
    kind = shape.kinds[number % len(KINDS)]
    longer = 2.5 if random.random() < shape.stuck else 1
    return longer * kind.minutes * exp(kind.minutes_spread * random.gauss(0, 1) + pace)


# How the forecasts turned out ---------------------------------------------------------------------


@dataclass
class Held:
    """Number of forecasts, and how many of them held for entries and for minutes."""

    forecasts: int = 0
    entries: int = 0
    minutes: int = 0
    claims: int = 0
    """Number of forecasts that gave a side nine wins in ten; in `right` of them that side won."""
    right: int = 0

    def __add__(self, other: Held) -> Held:
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Held(*(one + another for one, another in pairs))

    def share(self, name: str) -> float:
        held: int = getattr(self, name)
        return held / max(self.claims if name == "right" else self.forecasts, 1)


def held(made_up: Race, legs: int) -> Held:
    """Make one forecast after this many legs, and count in which ways it held."""
    ahead = made_up.ahead(legs)
    found = forecast(ahead, made_up.legs[:legs], made_up.evenings_after(legs)).likely
    assert found is not None
    assert found.minutes is not None
    left, minutes = len(made_up.legs) - legs, made_up.minutes(legs)
    final, wins = made_up.totals(), found.wins or (0,)
    says_nine = 9 in wins
    return Held(
        1,
        found.entries.low <= left <= (found.entries.high or left),
        found.minutes.low <= minutes <= (found.minutes.high or minutes),
        says_nine,
        says_nine and final[wins.index(9)] == max(final),
    )


def races(shape: Shape, number: int, seed: str) -> Iterator[Race]:
    """Generate `number` races of this shape, alternating between the two marks."""
    random = Random(seed)
    for each in range(number):
        yield race(random, shape, MARKS[each % len(MARKS)])


def coverage(name: str, number: int) -> dict[int, Held]:
    """How often forecasts held in `number` races of a shape, by number of legs seen."""
    found = {legs: Held() for legs in CHECKPOINTS}
    for made_up in races(SHAPES[name], number, name):
        for legs in CHECKPOINTS:
            if legs < len(made_up.legs):
                found[legs] += held(made_up, legs)
    return found
