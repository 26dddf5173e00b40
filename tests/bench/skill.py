"""How much is left to gain: forecasts scored against a guess and against an oracle.

Scores are proper, and lower is better: CRPS for the entries and minutes left, Brier for who wins.
Skill is the share by which a forecast improves on "as so far", which carries on with the averages
and gives the win to the leader. The oracle knows the generator: it plays races on from where they
are, with edges as likely as its legs make them. The second figure of each pair is the
share of the oracle's skill.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil, exp, log
from random import Random
from statistics import NormalDist, fmean
from typing import Final, NamedTuple

from referee.core.story.forecast import BAND, Race, forecast, student_cdf, student_quantile
from tests.bench.report import Report
from tests.core.story.races import KINDS, SHAPES, MadeUp, play_on, races

RACES = 20
"""Number of races for each shape."""
CONTINUATIONS = 60
GUESSES = 300
LEGS: Final = (12, 24, 48)
QUANTILES: Final = [NormalDist().inv_cdf((n + 0.5) / 40) for n in range(40)]


class Scores(NamedTuple):
    entries: float
    minutes: float
    wins: float


def crps_of_sample(sample: Sequence[float], actual: float) -> float:
    """Continuous ranked probability score, without bias from the size of the sample."""
    ordered, number = sorted(sample), len(sample)
    gaps = enumerate(pairwise(ordered), start=1)
    apart = sum((high - low) * n * (number - n) for n, (low, high) in gaps)
    spread = apart / (number * (number - 1)) if number > 1 else 0.0
    return fmean(abs(each - actual) for each in sample) - spread


def brier(chances: Sequence[float], winner: int) -> float:
    return sum((chance - (side == winner)) ** 2 for side, chance in enumerate(chances))


def score_forecast(begun: MadeUp, whole: MadeUp) -> Scores:
    legs = len(begun.legs)
    ahead, evenings = begun.ahead(legs), begun.evenings_after(legs)
    likely = forecast(ahead, begun.legs, evenings).likely
    assert likely is not None
    assert likely.wins is not None
    assert likely.minutes is not None
    assert likely.minutes.high is not None
    race, left = Race(ahead, begun.legs), len(whole.legs) - legs
    entries = 0.0
    for number in range(1, 1_000):
        mean, spread = race.after(number).highest
        chance = student_cdf((mean - begun.mark) / spread, race.degrees)
        entries += (chance - (left <= number)) ** 2
        if chance > 0.9999 and number >= left:
            break
    low, high = log(likely.minutes.low), log(likely.minutes.high)
    scale = (high - low) / 2 / student_quantile(BAND, race.degrees)
    quantiles = [(low + high) / 2 + scale * student_quantile(z, race.degrees) for z in QUANTILES]
    minutes = crps_of_quantiles([*map(exp, quantiles)], whole.minutes(legs))
    return Scores(entries, minutes, brier([win / 10 for win in likely.wins], _winner(whole)))


def crps_of_quantiles(quantiles: Sequence[float], actual: float) -> float:
    """Twice the mean pinball loss of equally spaced quantiles."""
    number = len(quantiles)
    levels = ((n + 0.5) / number for n in range(number))
    pairs = zip(levels, quantiles, strict=True)
    return 2 * fmean(((actual < each) - level) * (each - actual) for level, each in pairs)


def score_as_so_far(begun: MadeUp, whole: MadeUp) -> Scores:
    legs, totals = len(begun.legs), begun.totals()
    left = max(1, ceil((begun.mark - max(totals)) / (max(totals) / legs)))
    minutes = left * begun.minutes(0) / legs
    leader = totals.index(max(totals))
    return Scores(
        abs(left - (len(whole.legs) - legs)),
        abs(minutes - whole.minutes(legs)),
        brier([float(side == leader) for side in range(len(totals))], _winner(whole)),
    )


def score_oracle(random: Random, begun: MadeUp, whole: MadeUp) -> Scores:
    legs = len(begun.legs)
    edges = draw_edges(random, begun)
    ends = [play_on(random, replace(begun, edges=own)) for own in edges]
    winners = [_winner(each) for each in ends]
    chances = [winners.count(side) / len(ends) for side in range(begun.shape.sides)]
    # The sample's own error is no fault of the oracle.
    noise = sum(chance * (1 - chance) for chance in chances) / (len(ends) - 1)
    return Scores(
        crps_of_sample([len(each.legs) - legs for each in ends], len(whole.legs) - legs),
        crps_of_sample([each.minutes(legs) for each in ends], whole.minutes(legs)),
        brier(chances, _winner(whole)) - noise,
    )


def draw_edges(random: Random, begun: MadeUp) -> list[tuple[float, ...]]:
    """Draw edges as the generator does, weighted by how likely they make the legs so far."""
    shape, sides = begun.shape, range(begun.shape.sides)
    drawn = [[shape.edge(random) for _side in sides] for _ in range(GUESSES)]
    if shape.sides == 2:
        drawn = [[one, -one] for one, _other in drawn]
    guesses = [tuple(edge - fmean(own) for edge in own) for own in drawn]
    apart = [
        (points - fmean(leg.points), side, shape.kinds[KINDS.index(leg.kind)].apart)
        for leg in begun.legs
        for side, points in enumerate(leg.points)
    ]
    logs = [
        -sum(((part - own[side]) / spread) ** 2 for part, side, spread in apart) for own in guesses
    ]
    weights = [exp(each - max(logs)) for each in logs]
    return random.choices(guesses, weights, k=CONTINUATIONS)


def _winner(made_up: MadeUp) -> int:
    totals = made_up.totals()
    return totals.index(max(totals))


def measure_skill(number: int = RACES) -> Iterator[tuple[int, Scores, Scores]]:
    """Yield for each number of legs the skill of forecasts, and its share of the oracle's."""
    made_up = [each for name, shape in SHAPES.items() for each in races(shape, number, name)]
    random = Random("oracle")
    for legs in LEGS:
        begun = [(each.first(legs), each) for each in made_up if len(each.legs) > legs]
        naive, made, oracle = (
            [fmean(own) for own in zip(*scores, strict=True)]
            for scores in (
                [score_as_so_far(*each) for each in begun],
                [score_forecast(*each) for each in begun],
                [score_oracle(random, *each) for each in begun],
            )
        )
        skill = [1 - own / guess for own, guess in zip(made, naive, strict=True)]
        best = [1 - own / guess for own, guess in zip(oracle, naive, strict=True)]
        yield legs, Scores(*skill), Scores(*(a / b for a, b in zip(skill, best, strict=True)))


def measure(_report: Report, number: int = RACES) -> None:
    print(f"Skill of forecasts, {number} races a shape, and its share of the oracle's")
    print(f"{'':<10}{'entries':>18}{'minutes':>18}{'who wins':>18}")
    for legs, skill, share in measure_skill(number):
        pairs = zip(skill, share, strict=True)
        print(f"{legs:>4} legs " + "".join(f"{own:>10.0%} {part:>6.0%} " for own, part in pairs))
