"""A story's charts: their geometry in view-box units, which a template renders as SVG.

One unit is one pixel on the narrowest phone, so labels there are as large as other text. Each
chart answers one question, which is its heading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, log10
from statistics import median
from typing import ClassVar, Final

from referee.core.findings import Points
from referee.core.game import EntryName, count_entries
from referee.core.seating import members
from referee.core.story.course import duration, find_leader, group_by_kind
from referee.core.story.story import Story
from referee.core.text import Text, _, joined, listed, ngettext, points, shares
from referee.web.http.names import labels

WIDTH: Final = 328
HEIGHT: Final = 240
LEFT, RIGHT, TOP, BOTTOM = 76, 12, 10, 30
"""Margins of the plot area, with room for labels on the left and below."""
LETTER: Final = 13  # width of a wide letter in a label
LINE: Final = 18  # line height of text
MOST_POINTS: Final = 200  # most points in a line
STYLES: Final = 4  # number of line styles; all further sides share the next index
TICKS: Final = 4  # approximate number of ticks on an axis
FEWEST: Final = 3  # fewest entries, in all or of a kind, for a chart
MOST_SIDES: Final = 8  # most sides with a label each; with more, only the leaders have one
BAR_HEIGHT: Final = 24  # height of a bar and the gap below it
KEY_LINE: Final = 24  # line height of the legend
SIGN: Final = 14  # width of a legend symbol
HIGHEST: Final = 840  # greatest height of a chart; print would cut off a taller one
LETTERS: Final = 3  # most letters in a short name, if that makes it unique
ENTRY: Final[Mapping[EntryName, Text]] = {
    "deal": _("Deal"),
    "round": _("Round"),
    "leg": _("Leg"),
}
"""Axis label and column heading for the entries."""
HOW_LONG: Final[Mapping[EntryName, Text]] = {
    "deal": _("How long does a deal take?"),
    "round": _("How long does a round take?"),
    "leg": _("How long does a leg take?"),
}
USUALLY: Final[Mapping[EntryName, Text]] = {
    "deal": _("A deal usually takes about {time}."),
    "round": _("A round usually takes about {time}."),
    "leg": _("A leg usually takes about {time}."),
}


@dataclass(frozen=True)
class Scale:
    """An axis, which maps figures from `low` to `high` to coordinates from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, figure: float) -> float:
        share = (figure - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self) -> list[Tick]:
        step = round_step(self.high - self.low)
        first, last = ceil(self.low / step), floor(self.high / step)
        return [Tick(self(n * step), points(n * step)) for n in range(first, last + 1)]


@dataclass(frozen=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True)
class Stroke:
    path: str  # `x,y x,y`, as in SVG
    style: int
    label: str
    x: float
    y: float


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    style: int = 0
    label: str = ""
    is_hatched: bool = False


@dataclass(frozen=True)
class Word:
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    style: int


@dataclass(frozen=True)
class Chart:
    id: str
    question: Text
    answer: Text
    heads: Sequence[str]  # headings of its data table
    rows: Sequence[Sequence[str]]
    height: float = HEIGHT
    ticks: Sequence[Tick] = ()
    below: Sequence[Tick] = ()
    groups: Sequence[Tick] = ()  # headings of groups of bars
    bands: Sequence[Bar] = ()
    bars: Sequence[Bar] = ()
    strokes: Sequence[Stroke] = ()
    rules: Sequence[float] = ()  # y of reference lines, such as the mark
    words: Sequence[Word] = ()
    dots: Sequence[Dot] = ()
    medians: Sequence[Bar] = ()
    fan: str = ""  # corners of the forecast's area
    unit: str = ""
    right: float = WIDTH - RIGHT  # right edge of the plot area
    key_height: float = 0  # height of the legend below the plot area

    width: ClassVar = WIDTH
    left: ClassVar = LEFT


def round_step(span: float) -> float:
    """Return the tick interval for a span: 1, 2 or 5 times a power of ten, and at least 1."""
    rough = span / TICKS
    power = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
    return max(1.0, step)


def scale_up(figures: Iterable[float], height: float = HEIGHT) -> Scale:
    """Return a vertical axis that includes 0 and all figures."""
    figures = [0.0, *figures]
    low, high = min(figures), max(figures)
    step = round_step(max(high - low, 1))
    bottom = floor(low / step) * step
    return Scale(bottom, max(ceil(high / step) * step, bottom + step), height - BOTTOM, TOP)


def end_of_field(names: Iterable[str]) -> float:
    """Return the right edge of a plot area that leaves room for these labels."""
    return WIDTH - RIGHT - max(len(label) for label in names) * LETTER


def draw_strokes(
    series: Sequence[Sequence[float]],
    ends: Sequence[str],
    styles: Sequence[int],
    x: Scale,
    y: Scale,
) -> list[Stroke]:
    """Draw each series from the start of the axis, with a label at its end.

    Overlapping labels are moved apart. Lines in the style shared by several sides come first, so
    that they lie below the others.
    """
    labelled = [side for side, label in enumerate(ends) if label]
    places = spread([y(series[side][-1]) for side in labelled], y.end, y.start)
    heights = dict(zip(labelled, places, strict=True))
    drawn = []
    for side, figures in enumerate(series):
        step = ceil(len(figures) / MOST_POINTS)
        shown = sorted({*range(0, len(figures), step), len(figures) - 1})
        path = " ".join(f"{x(x.low + n)},{y(figures[n])}" for n in shown)
        end = x(x.low + len(figures) - 1) + 5
        drawn.append(Stroke(path, styles[side], ends[side], end, heights.get(side, 0.0)))
    return sorted(drawn, key=lambda stroke: stroke.style < STYLES)


def spread(places: Sequence[float], top: float, bottom: float) -> list[float]:
    """Move labels apart so that they don't overlap; keep them in order and within the bounds."""
    order = sorted(range(len(places)), key=places.__getitem__)
    room = min(LINE, (bottom - top) / max(len(places) - 1, 1))
    moved, least, most = list(places), top, bottom
    for each in order:
        moved[each] = max(moved[each], least)
        least = moved[each] + room
    for each in reversed(order):
        moved[each] = round(min(moved[each], most), 1)
        most = moved[each] - room
    return moved


def initials(sides: Sequence[str], players: Sequence[str]) -> list[str]:
    """Return unique short labels for the sides: `A`, `A+C`, `ACE`, `Be`, `M…n`."""
    short = {}
    for name, end in zip(players, labels(players, LETTERS + 1), strict=True):
        heads = (name[:length] for length in range(1, LETTERS + 1))
        alone = (head for head in heads if sum(each.startswith(head) for each in players) == 1)
        short[name] = next(alone, end)
    teams = ([short[name] for name in members(side, players)] for side in sides)
    return [("+" if len(own) == 2 else "").join(own) for own in teams]


class StoryCharts:
    """The charts of a story. Each method returns None if its chart would have nothing to show."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.course = story.course
        self.sides = story.sides
        self.entry_name = story.tally.game.entry_name
        self.unit = ENTRY[self.entry_name]

    @cached_property
    def initials(self) -> list[str]:
        return initials(self.sides, self.story.tally.seating.players)

    def name_side(self, side: str) -> Text:
        """Return a side's name for a sentence: `Ann and Cleo` for the team `Ann+Cleo`."""
        return listed(self._members(side))

    def count_members(self, side: str) -> int:
        return len(self._members(side))

    def _members(self, side: str) -> list[str]:
        return members(side, self.story.tally.seating.players) or [side]

    def draw_all(self) -> list[Chart]:
        drawn = (self.race(), self.lead(), self.by_evening(), self.by_kind(), self.minutes())
        return [chart for chart in drawn if chart is not None]

    def race(self, height: float = HEIGHT) -> Chart | None:
        """Chart the totals after each entry, with shaded evenings and the forecast."""
        story, course, aim = self.story, self.course, self.story.tally.outcome().aim
        if len(course) < FEWEST:
            return None
        likely = story.forecast.likely.entries if story.forecast.likely else None
        totals = course[-1].totals
        styles = [*range(len(totals))]  # one for each side
        if len(totals) > STYLES:  # all but the leaders share one
            best_first = sorted(totals, reverse=not story.tally.lowest_wins)
            better = best_first[: best_first.index(best_first[STYLES])]
            leading = [side for side, total in enumerate(totals) if total in better]
            styles = [leading.index(n) if n in leading else STYLES for n in styles]
        if len(styles) > MOST_SIDES and min(styles) == STYLES:
            return None  # many sides, no leader
        ends = [
            label if style < STYLES or len(styles) <= MOST_SIDES else ""
            for label, style in zip(self.initials, styles, strict=True)
        ]
        last = len(course) + (int(likely.high or 0) if likely and aim else 0)
        right, narrow = WIDTH - RIGHT, end_of_field(ends)
        # If the lines end early enough, the labels fit inside the plot area.
        is_within = LEFT + len(course) / last * (right - LEFT) <= narrow
        x = Scale(0, max(last, 1), LEFT, right if is_within else narrow)
        series = [
            [start, *(each.totals[side] for each in course)]
            for side, start in enumerate(story.totals[0])
        ]
        y = scale_up([aim or 0, *(figure for line in series for figure in line)], height)
        fan = ""
        if aim is not None and likely and likely.high is not None:
            corners = [(0, max(totals)), (likely.low, aim), (likely.high, aim)]
            fan = " ".join(f"{x(len(course) + more)},{y(total)}" for more, total in corners)
        return Chart(
            "race",
            _("Who was ahead?") if story.is_over else _("Who is ahead?"),
            self._race_answer(totals),
            [self.unit, *self.sides],
            [[each.label, *map(points, each.totals)] for each in course],
            height=height,
            right=x.end,
            ticks=y.ticks(),
            below=_entry_ticks(x),
            unit=self.unit,
            bands=list(self._bands(x, height)),
            strokes=draw_strokes(series, ends, styles, x, y),
            rules=[y(aim)] if aim else [],
            words=[Word(LEFT + 4, y(aim) - 5, _("Mark: {aim}", aim=points(aim)))] if aim else [],
            fan=fan,
        )

    def _race_answer(self, totals: Sequence[Points]) -> Text:
        entries = count_entries(self.entry_name, len(self.course))
        if self.story.is_over:
            winners = self.story.tally.outcome().winners
            names = self.name_side(winners[0]) if len(winners) == 1 else listed(winners)
            return joined([_("{entries} played.", entries=entries), _("{names} won.", names=names)])
        first, second, *_rest = sorted(totals, reverse=not self.story.tally.lowest_wins)
        leaders = [side for side, total in zip(self.sides, totals, strict=True) if total == first]
        if len(leaders) > 1:
            lead = _("{names} are level at {total} each.", names=listed(leaders),
                     total=points(first))  # fmt: skip
        else:
            lead = ngettext(
                "{names} leads by {lead}, with {total}.",
                "{names} lead by {lead}, with {total}.",
                self.count_members(leaders[0]),
                names=self.name_side(leaders[0]),
                total=points(first),
                lead=points(abs(first - second)),
            )
        return joined([_("{entries} so far.", entries=entries), lead])

    def _bands(self, x: Scale, height: float = HEIGHT) -> Iterator[Bar]:
        """Shade every other evening, up to its last entry."""
        places = {each.number: place for place, each in enumerate(self.course, start=1)}
        for evening in self.story.evenings[1::2]:
            own = [places[row] for row in evening.rows if row in places]
            if own:
                start = x(min(own) - 1)
                width = round(x(max(own)) - start, 1)
                yield Bar(start, TOP, width, height - BOTTOM - TOP)

    def lead(self) -> Chart | None:
        if len(self.course) < FEWEST or len(self.sides) != 2:
            return None
        sign = -1 if self.story.tally.lowest_wins else 1
        lead = [0, *(sign * (each.totals[0] - each.totals[1]) for each in self.course)]
        if not any(lead):
            return None
        above, below = self.sides
        x = Scale(0, len(self.course), LEFT, end_of_field(self.initials))
        y = scale_up(lead)
        words = []
        if y.high > 0:
            words.append(Word(x.end + 5, TOP + LINE - 4, self.initials[0]))
        if y.low < 0:
            words.append(Word(x.end + 5, y.start, self.initials[1]))
        most = max(lead, key=abs)
        answer = [
            _(
                "{name}’s biggest lead was {lead}.",
                name=self.name_side(above if most > 0 else below),
                lead=points(abs(most)),
            ),
            ngettext(
                "Above the line, {names} leads.",
                "Above the line, {names} lead.",
                self.count_members(above),
                names=self.name_side(above),
            ),
        ]
        rows = [
            [each.label, points(abs(by)), self.sides[by < 0] if by else ""]
            for each, by in zip(self.course, lead[1:], strict=True)
        ]
        return Chart(
            "lead",
            _("By how much?"),
            joined(answer),
            [self.unit, _("Lead"), _("Side")],
            rows,
            ticks=y.ticks(),
            below=_entry_ticks(x),
            unit=self.unit,
            right=x.end,
            bands=list(self._bands(x)),
            strokes=draw_strokes([lead], [""], [0], x, y),
            rules=[y(0)],
            words=words,
        )

    def by_evening(self) -> Chart | None:
        """Chart the points gained each evening: a group of bars per evening, one bar per side."""
        evenings = [each for each in self.story.evenings if self.story.played_in(each)]
        if len(evenings) < 2 or len(self.sides) > MOST_SIDES:
            return None
        gains = [self.story.points_of(each) for each in evenings]
        names = [_("Evening {number}", number=number) for number, _unused in enumerate(evenings, 1)]
        won = [find_leader(each, lowest_wins=self.story.tally.lowest_wins) for each in gains]
        tally = [(name, str(won.count(n))) for n, name in enumerate(self.sides) if n in won]
        if not tally:
            return None
        rows = [[name, *map(points, each)] for name, each in zip(names, gains, strict=True)]
        shown = -max(2, int(HIGHEST / (LINE + 10 + BAR_HEIGHT * len(self.sides))))
        names, gains = names[shown:], gains[shown:]
        figures = [gain for each in gains for gain in each]
        letters = max(len(points(gain)) for gain in figures) + 1 + max(map(len, self.initials))
        x = Scale(min(0, *figures), max(1, *figures), 0, WIDTH - letters * LETTER)
        bars, groups = [], []
        y = 0.0
        for name, each in zip(names, gains, strict=True):
            groups.append(Tick(y + LINE - 4, name))
            y += LINE + 4
            for side, gain in enumerate(each):
                start, end = sorted((x(0), x(gain)))
                label = joined([self.initials[side], points(gain)])
                bars.append(Bar(start, y, max(end - start, 1), LINE, min(side, STYLES), label))
                y += BAR_HEIGHT
            y += 6
        return Chart(
            "evenings",
            _("Who won each evening?"),
            _("Evenings won: {figures}.", figures=listed(map(joined, tally))),
            ["", *self.sides],
            rows,
            height=y,
            groups=groups,
            bars=bars,
        )

    def by_kind(self) -> Chart | None:
        """Chart the points gained by kind of entry: a column of dots and a median for each side."""
        kinds = group_by_kind(self.course)
        kinds = {kind: each for kind, each in kinds.items() if len(each) >= FEWEST}
        if len(kinds) < 2:
            return None
        sides, names = len(self.sides), [self.story.tally.game.kind_label(kind) for kind in kinds]
        medians = [
            [median(each.gains[side] for each in played) for side in range(sides)]
            for played in kinds.values()
        ]
        best = max(range(len(names)), key=lambda kind: sum(medians[kind]))
        typical = shares(self.sides, [points(round(figure)) for figure in medians[best]])
        template = _("Highest-scoring kind: {kind}, typically {figures}.")
        rows = [
            [name, *(points(round(figure)) for figure in each)]
            for name, each in zip(names, medians, strict=True)
        ]
        y = scale_up(gain for played in kinds.values() for each in played for gain in each.gains)
        width = (WIDTH - LEFT - RIGHT) / (len(kinds) * (sides + 1))
        dots, bars, below = [], [], []
        for kind, played in enumerate(kinds.values()):
            start = LEFT + kind * (sides + 1) * width
            below.append(Tick(round(start + sides * width / 2, 1), names[kind]))
            for side in range(sides):
                middle = round(start + (side + 0.5) * width, 1)
                dots += [Dot(middle, y(each.gains[side]), side) for each in played[-60:]]
                at = y(medians[kind][side])
                bars.append(Bar(round(middle - width * 0.4, 1), at - 1.5, round(width * 0.8, 1), 3))
        key = self._key()
        key_height = key[-1].y + 8 - HEIGHT
        return Chart(
            "kinds",
            _("Where do the points come from?"),
            template.format(kind=names[best], figures=typical),
            [_("Median"), *self.sides],
            rows,
            height=HEIGHT + key_height,
            key_height=key_height,
            ticks=y.ticks(),
            below=below,
            dots=dots + [Dot(word.x - 9, word.y - 5, n) for n, word in enumerate(key)],
            medians=bars,
            words=key,
        )

    def _key(self) -> list[Word]:
        """Return the legend's labels, wrapped, with room for a dot in front of each label."""
        words: list[Word] = []
        x, y = SIGN, HEIGHT + KEY_LINE - 8
        for label in self.initials:
            width = len(label) * LETTER
            if x + width > WIDTH:
                x, y = SIGN, y + KEY_LINE
            words.append(Word(x, y, label))
            x += width + SIGN + 8
        return words

    def minutes(self) -> Chart | None:
        """Chart the minutes per entry as bars.

        The preceding break is stacked on top of the bar and truncated to fit.
        """
        course = self.course
        timed = [each.minutes for each in course if each.minutes is not None]
        if len(timed) < FEWEST:
            return None
        breaks = {row: each.paused_before(row) for each in self.story.evenings for row in each.rows}
        paused = [breaks.get(each.number, 0.0) for each in course]
        y, middle = scale_up(timed), median(timed)
        x = Scale(0.5, len(course) + 0.5, LEFT, WIDTH - RIGHT)
        width = round((x.end - x.start) / len(course) * 0.8, 1)
        bars, rows = [], []
        for index, each in enumerate(course):
            taken, pause = each.minutes or 0, paused[index]
            start, top = x(index + 0.6), y(taken)
            if taken:
                bars.append(Bar(start, top, width, round(y(0) - top, 1)))
            if pause:
                high = y(min(taken + pause, y.high))
                bars.append(Bar(start, high, width, round(top - high, 1), is_hatched=True))
            if each.minutes is not None or pause:
                rows.append([each.label, *(duration(n) if n else "" for n in (taken, pause))])
        answer = USUALLY[self.entry_name].format(time=duration(middle))
        if any(paused):
            answer = joined([answer, _("Breaks are hatched; long ones aren’t shown in full.")])
        return Chart(
            "minutes",
            HOW_LONG[self.entry_name],
            answer,
            [self.unit, _("Time"), _("Break before")],
            rows,
            ticks=[Tick(tick.at, _("{minutes} min", minutes=tick.text)) for tick in y.ticks()],
            below=_entry_ticks(x),
            unit=self.unit,
            bars=bars,
            rules=[y(middle)],
        )


def _entry_ticks(x: Scale) -> list[Tick]:
    return [tick for tick in x.ticks() if tick.text != "0"]
