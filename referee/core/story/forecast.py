"""What is left of a game: what the rules fix, what is likely from the entries so far.

The method is closed: no sampling, the same answer every time. Points of an entry are normal around
a mean that is not known well. An entry gives all sides something in common, its level, and each
side what it has above or below that, its own part: what one side wins the others often lose. Both
are estimated for each kind of entry; what one side has above the others in the long run, its edge,
is the same for all kinds. The end is the first entry after which the highest total is at the mark
(the first passage of a sum); minutes of an entry are log-normal. The bands are those of Student's
t.

Measured on 3,200 made-up races: equal teams or not, fat tails, kinds that differ, trends, three
teams (`python -m tests.bench`). After 9, 12, 24 and 48 entries the 80 % band of the entries held in
77 to 90 % of them, that of the minutes in 81 to 90 %. "9 of 10" was right in 86, 94 and 97 % after
12, 24 and 48; least between equals after 12, in 80 %. What was tried and failed:

- The degrees of freedom of all entries together (74 % after 9): the kind least known gives them.
- Minutes independent of each other (66 to 76 %): evenings are quick or slow, so `EVENING_SPREAD`.
- Plain chances: a prior of `EDGE_SPREAD` takes an early lead for too much (72 %), a narrower one
  breaks the band (65 %). So chances are drawn together, by Student's t in its tail and by `DOUBT`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import atan, ceil, cos, erf, exp, lgamma, log, log1p, pi, prod, sin, sqrt
from typing import Any, Final, NamedTuple

from referee.core.findings import Points
from referee.core.story.course import Ahead, duration
from referee.core.text import Said, by_player, counted, joined, points, said

ENOUGH: Final = 9  # entries that a forecast takes, with `ENOUGH_OF_A_KIND` of each kind to come
ENOUGH_OF_A_KIND: Final = 3
ENOUGH_FOR_WINS: Final = 12
OUT_OF: Final = 10  # chances are given as wins in so many continuations
DOUBT: Final = 1 / 8  # the chance that the model is wrong and any side may win
BAND: Final = 1.2815515655446004  # spreads on either side of the mean that hold 80 %
TAIL: Final = 1.959963984540054
"""The same for 95 %: "9 of 10" is about values that far out, where Student's t is wider still."""
FAR: Final = 1_024  # the most entries ahead that are looked at
EVENING_SPREAD: Final = 0.1  # the spread of the pace of evenings, besides that of their entries
LEAST_LOG_VARIANCE: Final = 0.05**2  # no kind of entry is timed better than to a twentieth
PRIOR_DEGREES: Final = 4
"""ν₀: the spread of all kinds together counts as much as five entries more of each."""
EDGE_SPREAD: Final = 25.0  # two sides differ by N(0, 25²) points an entry, before anything is seen
LEAST_VARIANCE: Final = 1.0  # in points: no side is known better than to a point an entry
STEPS: Final = tuple(step * 0.65 for step in range(-8, 9))
"""The spreads at which `highest` samples the density of a normal value."""
OPEN: Final = 6  # up to so many of ten continuations, who wins is open
HOURS_ONLY: Final = 180  # from so many minutes on: nobody knows the minutes of times so far ahead


# The forecast -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    kind: str
    points: tuple[Points, ...]  # of each side, in their order
    minutes: float | None = None


class Span(NamedTuple):
    low: float
    high: float | None


@dataclass(frozen=True)
class Certain:
    """What no luck can change."""

    needs: tuple[Points, ...] | None  # what each side lacks to the mark; None where there is none
    entries: int  # how many are left at least, or exactly where the rules fix their number


@dataclass(frozen=True)
class Likely:
    """What holds in four of five continuations."""

    entries: Span
    minutes: Span | None  # of playing time; None without enough entries whose time is known
    sessions: Span | None  # evenings as long as those so far; None where their length is not known
    wins: tuple[int, ...] | None
    """Of ten continuations, how many each side wins; None without enough entries."""


@dataclass(frozen=True)
class Forecast:
    """What is left of a game: nothing where it is over, or ends neither at a mark nor by number."""

    certain: Certain | None = None
    likely: Likely | None = None
    lowest_wins: bool = False

    def as_json(self) -> dict[str, Any]:
        return {
            name: part
            and {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in vars(part).items()
            }
            for name, part in (("certain", self.certain), ("likely", self.likely))
        }


@dataclass(frozen=True)
class ForecastTest:
    written: int  # the entries before it
    likely: Likely
    actual: int | None  # the entries that were left; None while the game goes on
    since: int  # the entries since

    @property
    def has_held(self) -> bool | None:
        low, high = self.likely.entries
        if self.actual is not None:
            return low <= self.actual and (high is None or self.actual <= high)
        return False if high is not None and self.since >= high else None


def forecast(
    ahead: Ahead | None,
    seen: Sequence[Seen],
    evenings: Sequence[float] = (),
    *,
    lowest_wins: bool = False,
) -> Forecast:
    """What is left after these entries; `evenings` are minutes of play, the last one tonight's."""
    if ahead is None:
        return Forecast()
    least = 1 if ahead.entries is None else ahead.entries
    if ahead.entries is None and ahead.needs is not None:
        gained = ahead.coming(0).most
        while gained < min(ahead.needs) and least < FAR:
            gained += ahead.coming(least).most
            least += 1
    certain = Certain(ahead.needs, least)
    kinds = {coming.kind for coming in ahead.cycle}
    seen = [entry for entry in seen if entry.kind in kinds]
    if len(seen) < ENOUGH or not _has_enough(kinds, seen):
        return Forecast(certain, None, lowest_wins)
    race = Race(ahead, seen)
    end = _find_end(race)
    minutes = _minutes(race, end, seen, evenings)
    sessions = None
    if minutes is not None and evenings:
        length = _evening_length(evenings)
        high = None if minutes.high is None else ceil(minutes.high / length)
        sessions = Span(ceil(minutes.low / length), high)
    wins = None
    if len(seen) >= ENOUGH_FOR_WINS:
        wins = _wins(race, end.middle, lowest_wins=lowest_wins)
    likely = Likely(Span(end.low, end.high), minutes, sessions, wins)
    return Forecast(certain, likely, lowest_wins)


def _has_enough(kinds: set[str], seen: Sequence[Seen]) -> bool:
    return all(sum(entry.kind == kind for entry in seen) >= ENOUGH_OF_A_KIND for kind in kinds)


@dataclass(frozen=True)
class _End:
    """After how many entries more the game ends: a band, and its middle."""

    low: int
    middle: int
    high: int | None
    spread: float
    """Of the entries, as of a normal value: that of the highest total over its gain in an entry."""


def _find_end(race: Race) -> _End:
    """The first passage: when the highest total is as probably at the mark as the band wants it."""
    left, mark = race.ahead.entries, race.ahead.mark
    if left is not None or mark is None:
        fixed = left or 1
        return _End(fixed, fixed, fixed, spread=0)
    edge = student_quantile(BAND, race.degrees)

    def above(entries: int) -> float:
        mean, spread = race.after(entries).highest
        return (mean - mark) / spread

    numbers = range(FAR)
    middle = bisect_left(numbers, 0.0, 1, key=above)
    low = bisect_left(numbers, -edge, 1, middle, key=above)
    high = bisect_left(numbers, edge, middle, key=above)
    if middle == FAR:
        return _End(low, middle, high=None, spread=0)
    mean, spread = race.after(middle).highest
    gain = (mean - max(race.ahead.totals)) / middle
    return _End(low, middle, None if high == FAR else high, spread / max(gain, 1))


def _minutes(race: Race, end: _End, seen: Sequence[Seen], evenings: Sequence[float]) -> Span | None:
    """The minutes of all entries to come, log-normal as those of each are."""
    timed = [entry for entry in seen if entry.minutes is not None and entry.minutes > 0]
    if not _has_enough(set(race.cycle), timed):
        return None
    logs = {
        kind: [[log(entry.minutes or 1)] for entry in timed if entry.kind == kind]
        for kind in race.levels
    }
    paces = fit_kinds(logs, LEAST_LOG_VARIANCE)
    mean = variance = 0.0
    for kind, number in race.count_kinds(end.middle).items():
        pace = paces[kind]
        each = exp(pace.means[0] + pace.variance / 2)
        # How unsure the mean of log-normal values is, as Cox reckons it.
        unsure = pace.variance / pace.number + pace.variance**2 / (2 * pace.degrees)
        mean += number * each
        variance += number * each**2 * (exp(pace.variance) - 1) + (number * each) ** 2 * unsure
    variance += (mean / end.middle * end.spread) ** 2
    # What is left of the differences between evenings in the mean of those seen and to come.
    to_come = mean / _evening_length(evenings) if evenings else 1
    variance += (EVENING_SPREAD * mean) ** 2 * (1 / max(len(evenings), 1) + 1 / max(to_come, 1))
    log_variance = log(1 + variance / mean**2)
    degrees = min(pace.degrees for pace in paces.values())
    reach = student_quantile(BAND, degrees) * sqrt(log_variance)
    middle = log(mean) - log_variance / 2
    high = None if end.high is None else round(exp(middle + reach), 1)
    return Span(round(exp(middle - reach), 1), high)


def _evening_length(evenings: Sequence[float]) -> float:
    """Tonight's; or while tonight is younger, that of the evening in the middle of those before."""
    *before, tonight = evenings
    usual = sorted(before)[len(before) // 2] if before else tonight
    return max(tonight, usual, 1)


def _wins(race: Race, entries: int, *, lowest_wins: bool) -> tuple[int, ...] | None:
    """Of ten continuations; any side that can still win does so in one of them at least.

    Before a mark it is every side, as the others may gain nothing. After a number of entries it is
    those that can come up with each of the others, however the rest goes for them.
    """
    ahead, able = race.ahead, [*range(race.sides)]
    if ahead.entries is not None:
        coming = [ahead.coming(number) for number in range(ahead.entries)]
        reach = sum(each.most - each.least for each in coming)
        totals = [-total if lowest_wins else total for total in ahead.totals]
        able = [side for side in able if max(totals) - totals[side] <= reach]
    if len(able) > OUT_OF:
        return None
    wider = student_quantile(TAIL, race.degrees) / TAIL
    chances = race.after(entries).chances(wider, lowest_wins=lowest_wins)
    whole = sum(chances[side] for side in able) or 1
    wanted = {
        side: OUT_OF * ((1 - DOUBT) * chances[side] / whole + DOUBT / len(able)) for side in able
    }
    given = dict.fromkeys(able, 1)
    while sum(given.values()) < OUT_OF:
        given[max(able, key=lambda side: (wanted[side] - given[side], wanted[side]))] += 1
    return tuple(given.get(side, 0) for side in range(race.sides))


# The race: totals after so many entries more ------------------------------------------------------


@dataclass(frozen=True)
class KindEstimate:
    """What is known of one kind of entry: the means of its columns, and their common variance."""

    number: int
    means: tuple[float, ...]
    variance: float

    @property
    def degrees(self) -> int:
        """Of Student's t around these means."""
        return PRIOR_DEGREES + self.number - 1


def fit_kinds(
    rows: Mapping[str, Sequence[Sequence[float]]], least_variance: float
) -> dict[str, KindEstimate]:
    """Estimate each kind from its rows; each variance is drawn towards that of all kinds."""
    means: dict[str, tuple[float, ...]] = {}
    squares: dict[str, float] = {}
    free: dict[str, int] = {}
    for kind, own in rows.items():
        columns = list(zip(*own, strict=True))
        means[kind] = tuple(sum(column) / len(column) for column in columns)
        pairs = zip(columns, means[kind], strict=True)
        squares[kind] = sum((value - mean) ** 2 for column, mean in pairs for value in column)
        free[kind] = (len(own) - 1) * len(columns)
    prior = max(sum(squares.values()) / max(sum(free.values()), 1), least_variance)
    variances = {
        kind: (PRIOR_DEGREES * prior + squares[kind]) / (PRIOR_DEGREES + free[kind])
        for kind in rows
    }
    return {kind: KindEstimate(len(rows[kind]), means[kind], variances[kind]) for kind in rows}


@dataclass(frozen=True)
class LaterTotals:
    """What the sides may have after some entries: normal, with two independent parts."""

    means: tuple[float, ...]
    common: float  # the variance of what all sides have in common
    own: float  # the variance of what each has besides

    def chances(self, wider: float = 1.0, *, lowest_wins: bool = False) -> tuple[float, ...]:
        """The chance of each side to be first; `wider` multiplies the spread."""
        means = [-mean for mean in self.means] if lowest_wins else self.means
        return highest(means, sqrt(self.own) * wider).chances

    @property
    def highest(self) -> tuple[float, float]:
        """Its mean and spread. The own parts add up to 0, so their mean is taken off."""
        first = highest(self.means, sqrt(self.own))
        variance = self.common + max(first.variance - self.own / len(self.means), 0)
        return first.mean, sqrt(variance)


@dataclass(frozen=True)
class Highest:
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
    """Totals to come, from the entries so far; some of each kind to come must be among them."""

    def __init__(self, ahead: Ahead, seen: Sequence[Seen]) -> None:
        self.ahead = ahead
        self.sides = len(ahead.sides)
        self.cycle = tuple(coming.kind for coming in ahead.cycle)
        self._per_cycle = Counter(self.cycle)
        levels: dict[str, list[list[float]]] = {kind: [] for kind in self.cycle}
        own: dict[str, list[list[float]]] = {kind: [] for kind in self.cycle}
        for entry in seen:
            if entry.kind in levels:
                level = sum(entry.points) / self.sides
                levels[entry.kind].append([level])
                own[entry.kind].append([points - level for points in entry.points])
        self.levels = fit_kinds(levels, LEAST_VARIANCE)
        self.own = fit_kinds(own, LEAST_VARIANCE)
        # Those of independent parts whose mean is then taken off.
        self._own_variances = {
            kind: each.variance * self.sides / (self.sides - 1) for kind, each in self.own.items()
        }

    @cached_property
    def degrees(self) -> int:
        """Of Student's t: as many as the kind has of which the least is known.

        The variance of one kind may be most of the whole, and a prior that was taken from the same
        entries adds nothing to what is known of it.
        """
        return min(each.degrees for each in self.levels.values())

    def count_kinds(self, entries: int) -> dict[str, int]:
        whole, rest = divmod(entries, len(self.cycle))
        started = self.cycle[:rest]
        return {
            kind: whole * number + started.count(kind) for kind, number in self._per_cycle.items()
        }

    def after(self, entries: int) -> LaterTotals:
        """The totals after so many entries more.

        An unknown mean goes the same way in all of them: its variance counts with the square of
        their number.
        """
        numbers = self.count_kinds(entries)
        levels = [(number, self.levels[kind]) for kind, number in numbers.items()]
        gain = sum(number * level.means[0] for number, level in levels)
        edges, doubt = self._edges
        own = sum(number * self._own_variances[kind] for kind, number in numbers.items())
        return LaterTotals(
            tuple(
                total + gain + entries * edge
                for total, edge in zip(self.ahead.totals, edges, strict=True)
            ),
            sum(level.variance * (number + number**2 / level.number) for number, level in levels),
            own + entries**2 * doubt,
        )

    @cached_property
    def _edges(self) -> tuple[tuple[float, ...], float]:
        """What each side has above the others in an entry, drawn to 0; and how unsure that is."""
        shares = {kind: number / len(self.cycle) for kind, number in self._per_cycle.items()}
        seen = (
            sum(share * self.own[kind].means[side] for kind, share in shares.items())
            for side in range(self.sides)
        )
        error = sum(
            share**2 * self._own_variances[kind] / self.own[kind].number
            for kind, share in shares.items()
        )
        prior = EDGE_SPREAD**2 / 2  # of one side: two of them differ by the whole
        trust = prior / (prior + error)
        return tuple(trust * edge for edge in seen), trust * error


# The normal distribution and Student's t ----------------------------------------------------------

EXACT: Final = 200
"""With more degrees of freedom than these, t is so near to normal that a short series will do."""


def normal_cdf(z: float) -> float:
    return 0.5 + 0.5 * erf(z / sqrt(2))


def student_cdf(t: float, degrees: int) -> float:
    """The finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4."""
    angle = atan(t / sqrt(degrees))
    square, term, total = cos(angle) ** 2, 1.0, 0.0
    for step in range(degrees % 2, degrees - 1, 2):
        total += term
        term *= square * (step + 1) / (step + 2)
    if degrees % 2 == 0:
        return 0.5 + sin(angle) * total / 2
    return 0.5 + (angle + sin(angle) * cos(angle) * total) / pi


@lru_cache
def student_quantile(z: float, degrees: int) -> float:
    """As far out in Student's t as `z` is in a normal one: A&S 26.7.5, then Newton's method."""
    t = z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
    if degrees > EXACT:
        return t
    wanted, half = normal_cdf(z), degrees / 2
    for _ in range(6):
        log_top = lgamma(half + 0.5) - lgamma(half) - (half + 0.5) * log1p(t * t / degrees)
        density = exp(log_top - log(degrees * pi) / 2)
        t -= (student_cdf(t, degrees) - wanted) / density
    return t


# In sentences -------------------------------------------------------------------------------------


def describe_forecast(
    forecast: Forecast, sides: Sequence[str], unit: str, *, with_chances: bool = True
) -> Iterator[Said]:
    """What is certain and what is likely; `unit` is what an entry is called, `leg`."""
    certain = forecast.certain
    if certain is not None:
        earliest = counted(certain.entries, unit)
        if certain.needs is None:
            yield said("{entries} left.", entries=earliest)
        # Where the lowest wins nobody wants to be at the mark, and one side there is enough.
        elif not any(certain.needs) or (forecast.lowest_wins and 0 in certain.needs):
            yield said("The mark is reached; the game goes on until one side is ahead.")
        else:
            needs = by_player(sides, [points(lack) for lack in certain.needs])
            template = "To go: {needs}; at the earliest {entries}."
            if forecast.lowest_wins:
                template = "To the mark: {needs}; at the earliest {entries}."
            yield said(template, needs=needs, entries=earliest)
    likely = forecast.likely
    if likely is None:
        return
    entries, minutes, sessions, wins = likely.entries, likely.minutes, likely.sessions, likely.wins
    parts: list[Said] = []
    if entries.low != entries.high:
        parts.append(said("{span} more {unit}s", span=_describe_span(entries), unit=said(unit)))
    if minutes and minutes.low >= HOURS_ONLY:
        hours = Span(minutes.low / 60, minutes.high and minutes.high / 60)
        parts.append(said("{span} hours", span=_describe_span(hours)))
    elif minutes:
        high = minutes.high and duration(minutes.high)
        template = "{low} to {high}" if high else "{low} or more"
        parts.append(said(template, low=duration(minutes.low), high=high))
    if sessions and sessions.high == 1:
        parts.append(said("one evening like these"))
    elif sessions:
        parts.append(said("{span} evenings like these", span=_describe_span(sessions)))
    if parts:
        yield said("Likely {parts}.", parts=joined(parts, ", "))
    if wins and with_chances:
        best = max(range(len(wins)), key=wins.__getitem__)
        if wins[best] <= OPEN:
            yield said("Who wins is open.")
        else:
            template = "{side} wins in {wins} of {all} such continuations."
            yield said(template, side=sides[best], wins=wins[best], all=OUT_OF)


def describe_test(test: ForecastTest, unit: str) -> Said:
    """`After 30 legs: 24 to 33 more; it was 20.`"""
    after = said("After {entries}", entries=counted(test.written, unit))
    more = _describe_span(test.likely.entries)
    if test.actual is not None:
        template = "{after}: {more} more; it was {came}."
        return said(template, after=after, more=more, came=test.actual)
    template = "{after}: {more} more; {since} so far."
    return said(template, after=after, more=more, since=test.since)


def _describe_span(span: Span) -> Said:
    low = round(span.low)
    if span.high is None:
        return said("{low} or more", low=low)
    high = round(span.high)
    return said("{low}", low=low) if low == high else said("{low} to {high}", low=low, high=high)
