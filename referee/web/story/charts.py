"""A story's charts: their geometry in view-box units, which a template renders as SVG.

One unit is one pixel on the narrowest phone, so labels there are as large as other text. Each
chart answers one question, which is its heading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import ceil, floor, log10
from statistics import median
from typing import Any, ClassVar, Final

from referee.core.findings import Points
from referee.core.game import KINDS, EntryName, count_entries
from referee.core.seating import members
from referee.core.story.course import (
    Figures,
    Span,
    duration,
    find_leader,
    group_by_kind,
)
from referee.core.story.story import Evening, Story
from referee.core.text import (
    Text,
    _,
    _p,
    by_player,
    day,
    joined,
    listed,
    ngettext,
    points,
    sentence,
    signed,
)
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
HIGHEST: Final = 840  # greatest height of a chart; print would cut off a taller one
TAP: Final = 24  # least width of a link in a chart
HEART: Final = 30  # width of a heart and the gap after it, and height of a row of them
ROW: Final = 30  # height of an evening's row
LETTERS: Final = 3  # most letters in a short name, if that makes it unique
TAP_A_DOT: Final[Mapping[EntryName, Text]] = {
    "deal": _("Tap a dot to see that deal."),
    "round": _("Tap a dot to see that round."),
    "leg": _("Tap a dot to see that leg."),
}
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

    def ticks(self, *, signed: bool = True) -> list[Tick]:
        step = round_step(self.high - self.low)
        figures = [n * step for n in range(ceil(self.low / step), floor(self.high / step) + 1)]
        return [Tick(self(each), points(each if signed else abs(each))) for each in figures]


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
    style: str = "says"  # its class


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    style: int


@dataclass(frozen=True)
class Heart:
    x: float
    y: float
    is_lost: bool


@dataclass(frozen=True)
class Tap:
    """An area that links to an entry (its index in the record) or to an evening (its number)."""

    area: Bar
    title: str
    entry: int | None = None
    evening: int | None = None
    dot: Dot | None = None


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
    hearts: Sequence[Heart] = ()
    fan: str = ""  # corners of the forecast's area
    unit: str = ""
    right: float = WIDTH - RIGHT  # right edge of the plot area
    taps: Sequence[Tap] = ()
    hint: Text | None = None
    entries: Sequence[int] = ()  # the entry that each row of the table links to, if any
    evenings: Sequence[int] = ()  # the same for evenings

    width: ClassVar = WIDTH
    left: ClassVar = LEFT


def round_step(span: float) -> float:
    """Return the tick interval for a span: 1, 2 or 5 times a power of ten, and at least 1."""
    rough = span / TICKS
    power = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
    return max(1.0, step)


def scale_up(figures: Iterable[float]) -> Scale:
    """Return a vertical axis that includes 0 and all figures."""
    figures = [0.0, *figures]
    low, high = min(figures), max(figures)
    step = round_step(max(high - low, 1))
    bottom = floor(low / step) * step
    return Scale(bottom, max(ceil(high / step) * step, bottom + step), HEIGHT - BOTTOM, TOP)


def scale_around(figures: Iterable[float], height: float = HEIGHT) -> Scale:
    """Return a vertical axis with 0 in the middle that includes all figures."""
    most = max(map(abs, figures))
    bound = ceil(most / round_step(most)) * round_step(most)
    return Scale(-bound, bound, height - BOTTOM, TOP)


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

    Overlapping labels are moved apart. Lines in the style that several sides share are drawn first,
    so that they lie below the others.
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
    """The charts of a story, or of one evening, in which everybody starts from 0.

    Each method returns None if its chart would have nothing to show.
    """

    def __init__(self, story: Story, evening: Evening | None = None) -> None:
        self.story = story
        self.evening = evening
        self.course = story.played_in(evening) if evening else story.course
        self.sides = story.sides
        self.entry_name = story.tally.game.entry_name
        self.unit = sentence(KINDS[self.entry_name])  # axis label and column heading
        self.lowest_wins = story.tally.lowest_wins
        self.aim = None if evening else story.tally.outcome().aim
        self.is_past = story.is_over if evening is None else evening.ended is not None

    @cached_property
    def totals(self) -> list[Figures]:
        """The sides' totals at the start and after each entry."""
        if self.evening is None:
            return [self.story.totals[0], *(each.totals for each in self.course)]
        gains = ([each.gains[side] for each in self.course] for side in range(len(self.sides)))
        return [*zip(*(accumulate(own, initial=0) for own in gains), strict=True)]

    @cached_property
    def side_names(self) -> list[Text]:
        return [self.name_side(side) for side in self.sides]

    @property
    def likely(self) -> Span | None:
        """The likely number of entries left, if a mark ends the game."""
        likely = self.story.forecast.likely
        return likely.entries if likely and self.aim is not None else None

    @property
    def last(self) -> float:
        """The number of the last entry for which a chart has room: the likely end of the game."""
        return max(1, len(self.course) + ((self.likely.high or 0) if self.likely else 0))

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
        totals = self.hearts() or self.race()
        drawn = (self.lead(), totals, self.by_evening(), self.by_kind(), self.minutes())
        return [chart for chart in drawn if chart is not None]

    @cached_property
    def leads(self) -> list[Points]:
        """By how much the first of two sides is ahead, at the start and after each entry."""
        sign = -1 if self.lowest_wins else 1
        return [sign * (first - second) for first, second in self.totals]

    @cached_property
    def has_lead(self) -> bool:
        """Whether two sides compete and one of them has been ahead."""
        return len(self.sides) == 2 and any(first != second for first, second in self.totals)

    @cached_property
    def styles(self) -> list[int]:
        """Each side's line style; if there are many sides, all but the leaders share one."""
        totals = self.totals[-1]
        styles = [*range(len(totals))]
        if len(totals) > STYLES:
            best_first = sorted(totals, reverse=not self.lowest_wins)
            better = best_first[: best_first.index(best_first[STYLES])]
            leading = [side for side, total in enumerate(totals) if total in better]
            styles = [leading.index(n) if n in leading else STYLES for n in styles]
        return styles

    def race(self) -> Chart | None:
        """Chart the totals after each entry, with shaded evenings and the forecast."""
        course, aim, likely, last = self.course, self.aim, self.likely, self.last
        if len(course) < FEWEST:
            return None
        totals, styles = self.totals[-1], self.styles
        if len(styles) > MOST_SIDES and min(styles) == STYLES:
            return None  # many sides, no leader
        ends = [
            label if style < STYLES or len(styles) <= MOST_SIDES else ""
            for label, style in zip(self.initials, styles, strict=True)
        ]
        right, narrow = WIDTH - RIGHT, end_of_field(ends)
        # If the lines end early enough, the labels fit inside the plot area.
        is_within = LEFT + len(course) / last * (right - LEFT) <= narrow
        x = Scale(0, last, LEFT, right if is_within else narrow)
        series = [*zip(*self.totals, strict=True)]
        y = scale_up([aim or 0, *(figure for line in series for figure in line)])
        fan = ""
        if aim is not None and likely and likely.high is not None:
            corners = [(0, max(totals)), (likely.low, aim), (likely.high, aim)]
            fan = " ".join(f"{x(len(course) + more)},{y(total)}" for more, total in corners)
        is_first = not self.has_lead
        question, answer = self._who_is_ahead(), self._race_answer()
        if not is_first:
            question = _("How did the totals grow?")
            answer = _("{figures}.", figures=by_player(self.side_names, [*map(points, totals)]))
        return Chart(
            "race",
            question,
            answer,
            [self.unit, *self.sides],
            self._rows([[*map(points, each)] for each in self.totals[1:]]),
            right=x.end,
            ticks=y.ticks(),
            below=_entry_ticks(x),
            unit=self.unit,
            bands=list(self.bands(x)),
            strokes=draw_strokes(series, ends, styles, x, y),
            rules=[y(aim)] if aim else [],
            words=[Word(LEFT + 4, y(aim) - 5, _("Mark: {aim}", aim=points(aim)))] if aim else [],
            fan=fan,
            **(self._links(x, y, series, styles) if is_first else {}),
        )

    def _who_is_ahead(self) -> Text:
        return _("Who was ahead?") if self.is_past else _("Who is ahead?")

    def _rows(self, cells: Iterable[Sequence[str]]) -> list[list[str]]:
        return [[each.label, *own] for each, own in zip(self.course, cells, strict=True)]

    def _links(
        self, x: Scale, y: Scale, series: Sequence[Sequence[float]], styles: Sequence[int]
    ) -> dict[str, Any]:
        """Return a chart's links: to every entry in its table, and to some in the drawing.

        The drawing is divided into areas wide enough for a finger. Each area links to the entry
        that ranks highest, which is marked by a dot on the line of the side that did best in it.
        """
        course, facts = self.course, self.story.facts_of(self.evening)
        named = [fact.entry for fact in facts if fact.entry is not None and fact.evening is None]

        def rank(number: int) -> tuple[int, Points]:
            """Return the sort rank: entries in the highlights, then those with big differences."""
            own, gains = course[number].number, course[number].gains
            return -named.index(own) if own in named else -len(named), max(gains) - min(gains)

        step = ceil(TAP * (x.high - x.low) / (x.end - x.start))
        taps = []
        for start in range(0, max(len(course) - step, 0) + 1, step):
            end = len(course) if start + 2 * step > len(course) else start + step
            at = max(range(start, end), key=rank)
            gains = course[at].gains
            best = gains.index(min(gains) if self.lowest_wins else max(gains))
            side = min(best, len(series) - 1)
            area = Bar(x(start), TOP, round(x(end) - x(start), 1), y.start - TOP)
            dot = Dot(x(at + 1), y(series[side][at + 1]), styles[side])
            figures = by_player(self.sides, [signed(gain) for gain in gains])
            title = _("{label}: {figures}", label=course[at].label, figures=figures)
            taps.append(Tap(area, title, entry=course[at].number, dot=dot))
        entries = [each.number for each in course]
        return {"taps": taps, "hint": TAP_A_DOT[self.entry_name], "entries": entries}

    def _race_answer(self) -> Text:
        entries = count_entries(self.entry_name, len(self.course))
        totals = self.totals[-1]
        if self.is_past and self.evening is None:
            winners = self.story.tally.outcome().winners
            names = self.name_side(winners[0]) if len(winners) == 1 else listed(winners)
            return joined([_("{entries} played.", entries=entries), _("{names} won.", names=names)])
        first, second, *_rest = sorted(totals, reverse=not self.lowest_wins)
        leaders = [side for side, total in zip(self.sides, totals, strict=True) if total == first]
        if self.is_past:
            won = (
                _("A draw.")
                if len(leaders) > 1
                else _(
                    "{names} won the evening by {lead}.",
                    names=self.name_side(leaders[0]),
                    lead=points(abs(first - second)),
                )
            )
            return joined([_("{entries} played.", entries=entries), won])
        if len(leaders) > STYLES:
            lead = _("It’s a tie: {n} have {total} each.", n=len(leaders), total=points(first))
        elif len(leaders) > 1:
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

    def bands(self, x: Scale) -> Iterator[Bar]:
        """Shade every other evening, up to its last entry."""
        if self.evening:
            return
        places = {each.number: place for place, each in enumerate(self.course, start=1)}
        for evening in self.story.evenings[1::2]:
            own = [places[row] for row in evening.rows if row in places]
            if own:
                start = x(min(own) - 1)
                width = round(x(max(own)) - start, 1)
                yield Bar(start, TOP, width, HEIGHT - BOTTOM - TOP)

    def lead(self) -> Chart | None:
        """Chart the lead of one of two sides over the other, with 0 in the middle of the axis."""
        if len(self.course) < FEWEST or not self.has_lead:
            return None
        lead = self.leads
        x = Scale(0, self.last, LEFT, end_of_field(self.initials))
        y = scale_around(lead)
        words = [
            Word(x.end + 5, TOP + LINE - 4, self.initials[0], "at"),
            Word(x.end + 5, y.start, self.initials[1], "at"),
        ]
        likely, fan, answer = self.likely, "", [self._race_answer(), self._biggest_leads(lead)]
        if likely and likely.high is not None:
            low, high = (x(len(self.course) + more) for more in (likely.low, likely.high))
            fan = f"{low},{y.start} {low},{y.end} {high},{y.end} {high},{y.start}"
            answer.append(_("The match will probably end in the shaded part."))
        rows = [[points(abs(by)), self.sides[by < 0] if by else ""] for by in lead[1:]]
        return Chart(
            "lead",
            self._who_is_ahead(),
            joined(answer),
            [self.unit, _p("column", "Lead"), _p("column", "Side")],
            self._rows(rows),
            ticks=y.ticks(signed=False),
            below=_entry_ticks(x),
            unit=self.unit,
            right=x.end,
            bands=list(self.bands(x)),
            strokes=draw_strokes([lead], [""], [0], x, y),
            rules=[y(0)],
            words=words,
            fan=fan,
            **self._links(x, y, [lead], [0]),
        )

    def _biggest_leads(self, lead: Sequence[Points]) -> Text:
        """Describe both sides' biggest leads, the bigger one first."""
        most = sorted(((max(lead), 0), (-min(lead), 1)), reverse=True)
        (first, winner), (second, other) = most
        name, lead_of = self.side_names[winner], points(first)
        if second <= 0:
            return _("{name}’s biggest lead was {lead}.", name=name, lead=lead_of)
        return _(
            "{name}’s biggest lead was {lead}, and {other}’s was {second}.",
            name=name,
            lead=lead_of,
            other=self.side_names[other],
            second=points(second),
        )

    def hearts(self) -> Chart | None:
        """Draw each player's lives, if the game counts them; a lost life links to its round."""
        game, start = self.story.tally.game, self.story.totals[0]
        lives = int(max(start))
        if game.unit != "lives" or not lives or self.evening or len(self.course) < FEWEST:
            return None
        hearts, words, taps = [], [], []
        left = WIDTH - HEART * (lives + 3)  # of the first heart; the last three hold a word
        for seat, name in enumerate(labels(self.sides, left // LETTER)):
            y = seat * HEART
            lost = [each for each in self.course if each.gains[seat] < 0]
            kept = lives - len(lost)
            words.append(Word(0, y + LINE, name, "at"))
            for heart in range(lives):
                hearts.append(Heart(left + heart * HEART, y + 4, is_lost=heart >= kept))
            if kept <= 0:
                words.append(
                    Word(WIDTH, y + LINE, game.total_label(self.totals[-1][seat]), "figure")
                )
            for count, each in enumerate(lost, start=1):
                heart = lives - count  # below 0 for the last loss, whose area is the word `out`
                x = left + (heart if heart >= 0 else lives) * HEART
                area = Bar(x, y, HEART * (1 if heart >= 0 else 3), HEART)
                title = _("{name}: {label}", name=self.sides[seat], label=each.label)
                taps.append(Tap(area, title, entry=each.number))
        return Chart(
            "race",
            self._who_is_ahead(),
            self._race_answer(),
            [self.unit, *self.sides],
            self._rows([[*map(game.total_label, each)] for each in self.totals[1:]]),
            height=HEART * len(self.sides) + 2,
            hearts=hearts,
            words=words,
            taps=taps,
            hint=_("Tap a lost heart to see that round."),
            entries=[each.number for each in self.course],
        )

    def by_evening(self) -> Chart | None:
        """Chart the points that each side gained each evening.

        If there are two sides, only the difference between them is drawn.
        """
        numbered = [
            (number, each)
            for number, each in enumerate(self.story.evenings, start=1)
            if self.story.played_in(each)
        ]
        if self.evening or len(numbered) < 2 or len(self.sides) > MOST_SIDES:
            return None
        gains = [self.story.points_of(each) for _number, each in numbered]
        won = [find_leader(each, lowest_wins=self.lowest_wins) for each in gains]
        tally = [(name, str(won.count(n))) for n, name in enumerate(self.sides) if n in won]
        if not tally:
            return None
        names = [
            _("{number} · {day}", number=number, day=day(each.start)) for number, each in numbered
        ]
        numbers = [number for number, _evening in numbered]
        draw = self._differences if len(self.sides) == 2 else self._gains
        return Chart(
            "evenings",
            _("Who won each evening?"),
            _("Evenings won: {figures}.", figures=listed(map(joined, tally))),
            [_p("column", "Evening"), *self.sides],
            [[name, *map(points, each)] for name, each in zip(names, gains, strict=True)],
            evenings=numbers,
            **draw(names, numbers, gains),
        )

    def _differences(
        self, names: Sequence[Text], numbers: Sequence[int], gains: Sequence[Figures]
    ) -> dict[str, Any]:
        """Chart the margin by which each evening was won.

        A bar extends to the winner's side, left or right; the day is on the other side.
        """
        shown = -int(HIGHEST / ROW) + 1
        sign = -1 if self.lowest_wins else 1
        leads = [sign * (first - second) for first, second in gains][shown:]
        middle, letters = WIDTH / 2, max(len(points(lead)) for lead in leads) + 2
        x = Scale(0, max(map(abs, leads)) or 1, 0, middle - letters * LETTER)
        words = [
            Word(middle - 6, LINE - 4, self.initials[0], "figure"),
            Word(middle + 6, LINE - 4, self.initials[1]),
        ]
        bars, taps = [], []
        for row, lead in enumerate(leads):
            y, length = ROW * (row + 1), x(abs(lead))
            start = middle - length if lead > 0 else middle
            bars.append(Bar(round(start, 1), y + 5, max(length, 1), LINE, style=int(lead < 0)))
            end, opposite = ("end", "go") if lead > 0 else ("at", "figure go")
            side = 1 if lead > 0 else -1
            words.append(Word(middle - side * (length + 6), y + LINE + 1, signed(abs(lead)), end))
            words.append(Word(middle + side * 8, y + LINE + 1, names[shown:][row], opposite))
            taps.append(
                Tap(Bar(0, y, WIDTH, ROW), names[shown:][row], evening=numbers[shown:][row])
            )
        return {"height": ROW * (len(leads) + 1), "bars": bars, "words": words, "taps": taps}

    def _gains(
        self, names: Sequence[Text], numbers: Sequence[int], gains: Sequence[Figures]
    ) -> dict[str, Any]:
        """Draw a group of bars per evening, one bar per side."""
        shown = -max(2, int(HIGHEST / (ROW + BAR_HEIGHT * len(self.sides))))
        drawn = self._grouped_bars(names[shown:], gains[shown:], points)
        taps = [
            Tap(Bar(0, group.at - LINE, WIDTH, TAP), name, evening=number)
            for group, name, number in zip(
                drawn["groups"], names[shown:], numbers[shown:], strict=True
            )
        ]
        return {**drawn, "taps": taps}

    def _grouped_bars(
        self,
        names: Sequence[str],
        figures: Sequence[Sequence[float]],
        label: Callable[[float], str],
    ) -> dict[str, Any]:
        whole = [figure for each in figures for figure in each]
        letters = max(len(label(figure)) for figure in whole) + 1 + max(map(len, self.initials))
        x = Scale(min(0, *whole), max(1, *whole), 0, WIDTH - letters * LETTER)
        bars, groups = [], []
        y = 0.0
        for name, each in zip(names, figures, strict=True):
            groups.append(Tick(y + LINE, name))
            y += LINE + 8
            for side, figure in enumerate(each):
                start, end = sorted((x(0), x(figure)))
                words = joined([self.initials[side], label(figure)])
                bars.append(Bar(start, y, max(end - start, 1), LINE, min(side, STYLES), words))
                y += BAR_HEIGHT
            y += 4
        return {"height": y, "groups": groups, "bars": bars}

    def by_kind(self) -> Chart | None:
        """Chart each side's points by kind of entry, as shares of its total."""
        kinds = [each for each in group_by_kind(self.course).values() if len(each) >= FEWEST]
        if len(kinds) < 2 or len(self.sides) > MOST_SIDES:
            return None
        names = [self.story.tally.game.kind_label(each[0].entry.kind) for each in kinds]
        gains = [[sum(own) for own in zip(*(e.gains for e in each), strict=True)] for each in kinds]
        totals = [sum(own) for own in zip(*gains, strict=True)]
        if min(map(min, gains)) < 0 or not all(totals):
            return None  # no shares of a whole
        parts = [[gain / all for gain, all in zip(each, totals, strict=True)] for each in gains]
        best = [max(range(len(kinds)), key=lambda n: own[n]) for own in zip(*parts, strict=True)]
        figures = [
            _("{kind}, {share}", kind=names[kind], share=percent(parts[kind][side]))
            for side, kind in enumerate(best)
        ]
        rows = [
            [
                name,
                *(
                    _("{figure} ({mark})", figure=points(g), mark=percent(p))
                    for g, p in zip(*own, strict=True)
                ),
            ]
            for name, own in zip(names, zip(gains, parts, strict=True), strict=True)
        ]
        return Chart(
            "kinds",
            _("Where do the points come from?"),
            _(
                "Biggest source of points for each side: {figures}.",
                figures=by_player(self.side_names, figures),
            ),
            ["", *self.sides],
            rows,
            **self._grouped_bars([*map(sentence, names)], parts, percent),
        )

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
            [self.unit, _p("column", "Time"), _("Break before")],
            rows,
            ticks=[Tick(tick.at, _("{minutes} min", minutes=tick.text)) for tick in y.ticks()],
            below=_entry_ticks(x),
            unit=self.unit,
            bars=bars,
            rules=[y(middle)],
        )


def percent(share: float) -> Text:
    return _("{n}%", n=round(100 * share))


def _entry_ticks(x: Scale) -> list[Tick]:
    return [tick for tick in x.ticks() if tick.text != "0"]
