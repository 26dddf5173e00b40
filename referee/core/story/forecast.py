"""Forecast of the rest of a game: bounds from the rules, and estimates from the entries so far.

The method is closed-form and deterministic, without sampling. Points per entry are assumed to be
normal around an uncertain mean. They have two parts: the level, which all sides share, and each
side's own part above or below it, because one side's gain is often the others' loss. Both are
estimated for each kind of entry; a side's long-run advantage, its edge, is the same for all kinds.
The game ends with the first entry that takes the highest total to the mark (the first passage of a
sum). Minutes per entry are assumed to be log-normal. The bands come from Student's t.

Measured with `python -m tests.bench` on 2,400 simulated races: equal and unequal teams, fat tails,
different kinds of entries, trends, three teams. After 9, 12, 24 and 48 entries, the 80 % band for
the remaining entries held in 82 to 90 % of the races, and the band for the minutes in 81 to 90 %.
"9 of 10" was right in 89, 94 and 96 % after 12, 24 and 48 entries; the worst case, equal teams
after 12 entries, was 80 %.

Its skill is measured against an oracle that knows the generator (`tests/bench/skill.py`). After 12,
24 and 48 entries, it has 64, 72 and 79 % of the oracle's skill for the remaining entries, 39, 44
and 54 % for the minutes, and 91, 88 and 76 % for who wins. The gap is there because the means have
to be learnt from few entries. Other priors gain a little in one score and lose as much in another.

Tried and rejected:

- Counting degrees of freedom over all entries: the band held in only 74 % after 9 entries. The
  smallest number for any kind of entry is used instead.
- Treating entries' minutes as independent: the band held in only 66 to 76 %. Whole evenings are
  quick or slow, which `EVENING_SPREAD` allows for.
- A narrower prior for the edge: the band held in only 65 %. `EDGE_SPREAD` overrates an early lead
  ("9 of 10" was right in 72 %), which the tail of Student's t makes up for.
- Mixing in a chance of 1 in 8 that any side may win: it cost up to 15 % of the skill for who wins,
  and "9 of 10" was right no more often.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import atan, ceil, cos, erf, exp, lgamma, log, log1p, pi, prod, sin, sqrt
from statistics import median
from typing import Any, Final

from referee.core.entry_name import EntryName, count_entries
from referee.core.findings import Points
from referee.core.seating import count_people
from referee.core.story.course import Ahead, find_leader
from referee.core.story.course import Span as Span
from referee.core.text import Text, _, joined, listed, ngettext, points

ENOUGH: Final = 9  # entries that a forecast needs, with `ENOUGH_OF_A_KIND` of each kind to come
ENOUGH_OF_A_KIND: Final = 3
ENOUGH_FOR_WINS: Final = 12
OUT_OF: Final = 10  # chances are given as wins out of this many continuations
BAND: Final = 1.2815515655446004  # standard deviations either side of the mean for 80 %
TAIL: Final = 1.959963984540054
"""Like `BAND`, but for 95 %. "9 of 10" depends on values that far out, where Student's t is wider
than the normal distribution."""
FAR: Final = 1_024  # the most entries ahead that are forecast
EVENING_SPREAD: Final = 0.1  # relative spread of the evenings' pace, besides that of their entries
LEAST_LOG_VARIANCE: Final = 0.05**2  # no kind of entry is timed more precisely than 5 %
PRIOR_DEGREES: Final = 4
"""ν₀: gives the pooled variance as much weight as five more entries of each kind."""
EDGE_SPREAD: Final = 25.0  # prior: two sides differ by N(0, 25²) points per entry
LEAST_VARIANCE: Final = 1.0  # in points²: no side is known more precisely than to 1 point per entry
STEPS: Final = tuple(step * 0.65 for step in range(-8, 9))
"""Where `highest` samples the normal density, in standard deviations from the highest mean."""
ENOUGH_FOR_PACE: Final = 3  # timed entries needed for a rough estimate of the time left


# The forecast -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    kind: str
    points: tuple[Points, ...]  # one figure per side, in their order
    minutes: float | None = None


@dataclass(frozen=True)
class Certain:
    """Bounds that follow from the rules alone."""

    needs: tuple[Points, ...] | None  # what each side needs to reach the mark; None without a mark
    entries: int  # minimum left, or the exact number if the rules fix it


@dataclass(frozen=True)
class Likely:
    """80 % intervals for the rest of the game, and each side's chances."""

    entries: Span
    minutes: Span | None  # of playing time; None without enough timed entries
    sessions: Span | None  # evenings as long as those so far; None if their length is unknown
    wins: tuple[int, ...] | None
    """Each side's wins if the game were continued ten times; None without enough entries."""


@dataclass(frozen=True)
class AtPace:
    """A rough estimate of what is left, used while there are too few entries for `Likely`."""

    entries: Span | None  # None if the rules fix their number
    minutes: Span | None


@dataclass(frozen=True)
class Chase:
    """The leader of a game of fixed length, and the sides that can still catch up, as indexes."""

    leader: int
    able: tuple[int, ...]


@dataclass(frozen=True)
class Forecast:
    """A game's forecast; empty if the game is over or its length can't be estimated."""

    certain: Certain | None = None
    likely: Likely | None = None
    lowest_wins: bool = False
    at_pace: AtPace | None = None
    chase: Chase | None = None

    @property
    def entries_shown(self) -> Span | None:
        """The likely number of entries left, rounded to the precision of the estimate."""
        if self.likely is None:
            return None
        least = self.certain.entries if self.certain else 1
        return round_entries(self.likely.entries, least)

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
    written: int  # entries before the forecast
    expected: Span  # entries left, as shown at the time
    actual: int | None  # entries that were left; None while the game goes on
    since: int  # entries since the forecast

    @property
    def has_held(self) -> bool | None:
        low, high = self.expected
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
    """Forecast the rest of a game; `evenings` holds each evening's minutes, tonight's last."""
    if ahead is None:
        return Forecast()
    least = 1 if ahead.entries is None else ahead.entries
    if ahead.entries is None and ahead.needs is not None:
        gained = ahead.coming(0).most
        while gained < min(ahead.needs) and least < FAR:
            gained += ahead.coming(least).most
            least += 1
    certain = Certain(ahead.needs, least)
    chase = None if ahead.entries is None else _find_chase(ahead, lowest_wins=lowest_wins)
    kinds = {coming.kind for coming in ahead.cycle}
    seen = [entry for entry in seen if entry.kind in kinds]
    if len(seen) < ENOUGH or not _has_enough(kinds, seen):
        pace = None if ahead.entries is None else estimate_at_pace(seen, left=Span(least, least))
        return Forecast(certain, None, lowest_wins, pace, chase)
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
    return Forecast(certain, likely, lowest_wins, chase=chase)


def estimate_at_pace(seen: Sequence[Seen], left: Span) -> AtPace | None:
    """Estimate the minutes left, if the remaining entries take as long as the median so far."""
    timed = [entry.minutes for entry in seen if entry.minutes]
    minutes = None
    if len(timed) >= ENOUGH_FOR_PACE:
        each = median(timed)
        minutes = Span(left.low * each, None if left.high is None else left.high * each)
    entries = None if left.low == left.high else left
    return AtPace(entries, minutes) if entries or minutes else None


def _find_chase(ahead: Ahead, *, lowest_wins: bool) -> Chase | None:
    leader = find_leader(ahead.totals, lowest_wins=lowest_wins)
    if leader is None:
        return None
    able = _able_to_win(ahead, lowest_wins=lowest_wins)
    return Chase(leader, tuple(side for side in able if side != leader))


def _has_enough(kinds: set[str], seen: Sequence[Seen]) -> bool:
    return all(sum(entry.kind == kind for entry in seen) >= ENOUGH_OF_A_KIND for kind in kinds)


@dataclass(frozen=True)
class _End:
    """Estimated number of entries until the game ends: a band (`low` to `high`) and its middle."""

    low: int
    middle: int
    high: int | None
    spread: float
    """Standard deviation in entries: the highest total's spread divided by its gain per entry."""


def _find_end(race: Race) -> _End:
    """Estimate how many entries the highest total takes to reach the mark (its first passage)."""
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
    """Estimate the minutes until the end, assumed to be log-normal like each entry's minutes."""
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
        # Variance of the mean of log-normal values, by Cox's method.
        unsure = pace.variance / pace.number + pace.variance**2 / (2 * pace.degrees)
        mean += number * each
        variance += number * each**2 * (exp(pace.variance) - 1) + (number * each) ** 2 * unsure
    variance += (mean / end.middle * end.spread) ** 2
    # Differences between evenings, averaged over those seen and those to come.
    to_come = mean / _evening_length(evenings) if evenings else 1
    variance += (EVENING_SPREAD * mean) ** 2 * (1 / max(len(evenings), 1) + 1 / max(to_come, 1))
    log_variance = log(1 + variance / mean**2)
    degrees = min(pace.degrees for pace in paces.values())
    reach = student_quantile(BAND, degrees) * sqrt(log_variance)
    middle = log(mean) - log_variance / 2
    high = None if end.high is None else round(exp(middle + reach), 1)
    return Span(round(exp(middle - reach), 1), high)


def _evening_length(evenings: Sequence[float]) -> float:
    """Return tonight's minutes, or the median of earlier evenings if that is longer."""
    *before, tonight = evenings
    usual = sorted(before)[len(before) // 2] if before else tonight
    return max(tonight, usual, 1)


def _wins(race: Race, entries: int, *, lowest_wins: bool) -> tuple[int, ...] | None:
    """Return each side's wins if the game were continued ten times.

    A side that can still win gets at least one.
    """
    able = _able_to_win(race.ahead, lowest_wins=lowest_wins)
    if len(able) > OUT_OF:
        return None
    wider = student_quantile(TAIL, race.degrees) / TAIL
    chances = race.after(entries).chances(wider, lowest_wins=lowest_wins)
    whole = sum(chances[side] for side in able) or 1
    wanted = {side: OUT_OF * chances[side] / whole for side in able}
    given = dict.fromkeys(able, 1)
    while sum(given.values()) < OUT_OF:
        given[max(able, key=lambda side: (wanted[side] - given[side], wanted[side]))] += 1
    return tuple(given.get(side, 0) for side in range(race.sides))


def _able_to_win(ahead: Ahead, *, lowest_wins: bool) -> list[int]:
    """Return the sides that can still win.

    In a game to a target score, every side can, because the others may gain nothing. In a game of
    fixed length, a side must be able to catch up with the leader.
    """
    able = [*range(len(ahead.totals))]
    if ahead.entries is None:
        return able
    coming = [ahead.coming(number) for number in range(ahead.entries)]
    reach = sum(each.most - each.least for each in coming)
    totals = [-total if lowest_wins else total for total in ahead.totals]
    return [side for side in able if max(totals) - totals[side] <= reach]


# The race: totals after more entries --------------------------------------------------------------


@dataclass(frozen=True)
class KindEstimate:
    """Estimates for one kind of entry: a mean per column, and one variance for all columns."""

    number: int
    means: tuple[float, ...]
    variance: float

    @property
    def degrees(self) -> int:
        """Degrees of freedom for Student's t around these means."""
        return PRIOR_DEGREES + self.number - 1


def fit_kinds(
    rows: Mapping[str, Sequence[Sequence[float]]], least_variance: float
) -> dict[str, KindEstimate]:
    """Estimate each kind of entry from its rows, shrinking its variance towards the pooled one."""
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
    """Normal distribution of the totals after some more entries, with two independent parts."""

    means: tuple[float, ...]
    common: float  # variance of the part that all sides have in common
    own: float  # variance of each side's own part

    def chances(self, wider: float = 1.0, *, lowest_wins: bool = False) -> tuple[float, ...]:
        """Return each side's chance of being first; `wider` multiplies the spread."""
        means = [-mean for mean in self.means] if lowest_wins else self.means
        return highest(means, sqrt(self.own) * wider).chances

    @property
    def highest(self) -> tuple[float, float]:
        """Mean and standard deviation of the highest total.

        The part that all sides share includes the mean of their own parts, whose variance is
        therefore subtracted.
        """
        first = highest(self.means, sqrt(self.own))
        variance = self.common + max(first.variance - self.own / len(self.means), 0)
        return first.mean, sqrt(variance)


@dataclass(frozen=True)
class Highest:
    chances: tuple[float, ...]
    mean: float
    variance: float


def highest(means: Sequence[float], spread: float) -> Highest:
    """Describe the maximum of independent normal values that have the same spread.

    The density at a point is that of one value being there and all others being below it. It is
    summed over `STEPS` around the highest mean instead of integrated. The sum is accurate to four
    digits because the density is smooth and fades out on both sides.
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
    """Model of future totals; needs past entries of every kind that is still to come."""

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
        # Variances of independent parts, before their mean is subtracted.
        self._own_variances = {
            kind: each.variance * self.sides / (self.sides - 1) for kind, each in self.own.items()
        }

    @cached_property
    def degrees(self) -> int:
        """Degrees of freedom for Student's t: the smallest number for any kind of entry.

        One kind may account for most of the variance, and the prior adds no information about that
        kind, because it is estimated from the same entries.
        """
        return min(each.degrees for each in self.levels.values())

    def count_kinds(self, entries: int) -> dict[str, int]:
        whole, rest = divmod(entries, len(self.cycle))
        started = self.cycle[:rest]
        return {
            kind: whole * number + started.count(kind) for kind, number in self._per_cycle.items()
        }

    def after(self, entries: int) -> LaterTotals:
        """Predict the totals after this many more entries.

        These entries all share the error in the estimated mean, so the variance due to it grows
        with the square of their number.
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
        """Each side's edge in points per entry, shrunk towards 0, and the variance of each."""
        shares = {kind: number / len(self.cycle) for kind, number in self._per_cycle.items()}
        seen = (
            sum(share * self.own[kind].means[side] for kind, share in shares.items())
            for side in range(self.sides)
        )
        error = sum(
            share**2 * self._own_variances[kind] / self.own[kind].number
            for kind, share in shares.items()
        )
        prior = EDGE_SPREAD**2 / 2  # for one side; the difference between two has twice that
        trust = prior / (prior + error)
        return tuple(trust * edge for edge in seen), trust * error


# The normal distribution and Student's t ----------------------------------------------------------

EXACT: Final = 200
"""Above this many degrees of freedom, Student's t is almost normal and a short series is enough."""


def normal_cdf(z: float) -> float:
    return 0.5 + 0.5 * erf(z / sqrt(2))


def student_cdf(t: float, degrees: int) -> float:
    """Return P(T ≤ t) for Student's t, by the finite sums in Abramowitz and Stegun 26.7.3–4."""
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
    """Return the t with the same cumulative probability as a normal `z`.

    The approximation in Abramowitz and Stegun 26.7.5 is refined by Newton's method.
    """
    t = z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
    if degrees > EXACT:
        return t
    wanted, half = normal_cdf(z), degrees / 2
    for _step in range(6):
        log_top = lgamma(half + 0.5) - lgamma(half) - (half + 0.5) * log1p(t * t / degrees)
        density = exp(log_top - log(degrees * pi) / 2)
        t -= (student_cdf(t, degrees) - wanted) / density
    return t


# In sentences -------------------------------------------------------------------------------------


def describe_forecast(
    forecast: Forecast, sides: Sequence[str], unit: EntryName, *, with_chances: bool = True
) -> Iterator[Text]:
    """Describe what is certain and what is likely; `sides` holds names from `name_side`."""
    if forecast.certain is not None:
        yield _describe_certain(forecast.certain, sides, unit, lowest_wins=forecast.lowest_wins)
    likely, pace = forecast.likely, forecast.at_pace
    entries = forecast.entries_shown
    if likely and entries and (parts := [*_likely_parts(likely, entries, unit)]):
        yield _("Likely: {parts}.", parts=joined(parts, ", "))
    elif pace:
        parts = [] if pace.entries is None else [_more_entries(round_entries(pace.entries), unit)]
        parts += [] if pace.minutes is None else [describe_time(pace.minutes)]
        yield _("At this pace: {parts}.", parts=joined(parts, ", "))
    if forecast.chase:
        yield _describe_chase(forecast.chase, sides)
    wins = likely.wins if likely and with_chances else None
    if wins and max(wins) < OUT_OF:
        best = max(range(len(sides)), key=wins.__getitem__)
        yield CHANCES.get(wins[best], EVEN_CHANCES).format(side=sides[best])


CHANCES: Final[Mapping[int, Text]] = {
    7: _("If you played on from here ten times, {side} would win about seven."),
    8: _("If you played on from here ten times, {side} would win about eight."),
    9: _("If you played on from here ten times, {side} would win about nine."),
}
EVEN_CHANCES: Final = _("It’s anyone’s game.")


def _describe_chase(chase: Chase, sides: Sequence[str]) -> Text:
    leader = sides[chase.leader]
    if not chase.able:
        return _("Nobody can catch {side} any more.", side=leader)
    if len(chase.able) == len(sides) - 1:
        return _("{side} can still be caught.", side=leader)
    chasers = listed(sides[side] for side in chase.able)
    return _("Only {chasers} can still catch {side}.", chasers=chasers, side=leader)


def _describe_certain(
    certain: Certain, sides: Sequence[str], unit: EntryName, *, lowest_wins: bool
) -> Text:
    least = count_entries(unit, certain.entries)
    if certain.needs is None:
        return _("{entries} to go.", entries=least)
    # If the lowest wins, nobody wants to reach the mark, and the game ends if one side does.
    if not any(certain.needs) or (lowest_wins and 0 in certain.needs):
        return _("The target is reached. Play on until one side is ahead.")
    sentences = []
    for side, lack in zip(sides, certain.needs, strict=True):
        if lack and lowest_wins:
            sentence = ngettext(
                "{side} is {lack} short of the limit.",
                "{side} are {lack} short of the limit.",
                count_people(side),
                side=side,
                lack=points(lack),
            )
            sentences.append(sentence)
        elif lack:
            sentence = ngettext(
                "{side} still needs {lack}.",
                "{side} still need {lack}.",
                count_people(side),
                side=side,
                lack=points(lack),
            )
            sentences.append(sentence)
    return joined([*sentences, _("That takes at least {entries}.", entries=least)])


def _likely_parts(likely: Likely, entries: Span, unit: EntryName) -> Iterator[Text]:
    evenings = likely.sessions
    if likely.entries.low != likely.entries.high:
        yield _more_entries(entries, unit)
    if likely.minutes:
        yield describe_time(likely.minutes)
    if evenings and evenings.high == 1:
        yield _("one more evening")
    elif evenings:
        span = _describe_span(evenings)
        yield ngettext(
            "{span} more evening",
            "{span} more evenings",
            round(evenings.high or evenings.low),
            span=span,
        )


def round_entries(span: Span, least: int = 1) -> Span:
    """Round a large or wide range to fives or tens, and keep it at or above `least`.

    A range stays as it is if rounding would make both ends equal.
    """
    low, high = span
    most, width = high or low, (high or low) - low
    step = 10 if width >= 30 else 5 if width >= 10 or most >= 50 else 1
    low, top = (max(least, step * round(each / step)) for each in (low, most))
    if high is None:
        return Span(low, None)
    return span if low == top else Span(low, top)


def describe_time(minutes: Span) -> Text:
    """Describe a range of minutes, rounded: `about 40 minutes`, `1½ to 2½ hours`.

    Steps are 5 minutes up to an hour, 10 minutes up to almost two hours, half an hour up to three
    hours, and a whole hour beyond that.
    """
    most = minutes.low if minutes.high is None else minutes.high
    step = next((step for limit, step in ((60, 5), (115, 10), (180, 30)) if most < limit), 60)
    unit = 1 if step < 30 else 60

    def rounded(figure: float) -> float:
        return max(step, step * round(figure / step)) / unit

    low, high = rounded(minutes.low), minutes.high and rounded(minutes.high)
    span = points(low) if high is None else _describe_span(Span(low, high))
    if unit == 1:
        template = _("{span} minutes")
        if high is None:
            template = _("{span} minutes or more")
        elif low == high:
            template = _("about {span} minutes")
        return template.format(span=span)
    if high is None:
        return ngettext("{span} hour or more", "{span} hours or more", low, span=span)
    if low == high:
        return ngettext("about {span} hour", "about {span} hours", low, span=span)
    return ngettext("{span} hour", "{span} hours", high, span=span)


def _more_entries(entries: Span, unit: EntryName) -> Text:
    n, span = round(entries.high or entries.low), _describe_span(entries)
    match unit:
        case "leg":
            return ngettext("{span} more leg", "{span} more legs", n, span=span)
        case "round":
            return ngettext("{span} more round", "{span} more rounds", n, span=span)
    return ngettext("{span} more deal", "{span} more deals", n, span=span)


def describe_test(test: ForecastTest, unit: EntryName) -> Text:
    """Compare a forecast with play: `Forecast after 9 legs: 24 to 33 more; 20 played so far.`"""
    template = (
        _("Forecast after {entries}: {span} more; {played} played so far.")
        if test.actual is None
        else _("Forecast after {entries}: {span} more; {played} played in the end.")
    )
    return template.format(
        entries=count_entries(unit, test.written),
        span=_describe_span(test.expected),
        played=test.since if test.actual is None else test.actual,
    )


def summarize_tests(tests: Sequence[ForecastTest], unit: EntryName) -> Text | None:
    """Summarize how many forecasts came true and by how much the others missed.

    Return None if it is too early to say."""
    decided = [test for test in tests if test.has_held is not None]
    if not decided:
        return None
    misses = []  # by how many entries the range was too high
    for test in decided:
        if not test.has_held:
            played = test.since if test.actual is None else test.actual
            low, high = test.expected
            # A game that goes on lasts at least one entry longer than so far.
            misses.append(low - played if played < low else min(-1, (high or 0) - played))
    text = ngettext(
        "{held} of {n} forecast came true.",
        "{held} of {n} forecasts came true.",
        len(decided),
        held=len(decided) - len(misses),
    )
    too_many = [miss for miss in misses if miss > 0]
    if 2 * len(too_many) == len(misses):  # no misses, or as many each way
        return text
    is_over = 2 * len(too_many) > len(misses)
    off = count_entries(unit, ceil(median(abs(n) for n in misses if (n > 0) == is_over)))
    template = (
        _("Misses were mostly about {entries} too high.")
        if is_over
        else _("Misses were mostly about {entries} too low.")
    )
    return joined([text, template.format(entries=off)])


def _describe_span(span: Span) -> str:
    low = _half(span.low)
    if span.high is None:
        return _("{low} or more", low=points(low))
    high = _half(span.high)
    if low == high:
        return points(low)
    return _("{low} to {high}", low=points(low), high=points(high))


def _half(figure: float) -> float:
    return round(2 * figure) / 2
