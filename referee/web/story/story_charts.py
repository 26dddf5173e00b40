"""The charts of a story: each answers one question, which stands above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from referee.core.findings import Points
from referee.core.seating import members
from referee.core.story.course import Played, duration, of_kind
from referee.core.story.story import Story
from referee.core.text import Said, counted, listed, points, said
from referee.web.http.names import labels
from referee.web.story.charts import (
    BOTTOM,
    HEIGHT,
    LEFT,
    LETTER,
    LINE,
    RIGHT,
    STYLES,
    TOP,
    WIDTH,
    Bar,
    Chart,
    ChartTable,
    Dot,
    Scale,
    Tick,
    Word,
    across,
    beside,
    strokes,
    upwards,
)

FEWEST: Final = 3
"""Fewer entries, or entries of a kind, are no chart."""
MOST_SIDES: Final = 8
"""Of more sides only those are told apart that lead."""
ROOM_OF_A_BAR: Final = 24
KEY: Final = 24
"""So high is a line of the key to the signs of a chart."""
SIGN: Final = 14
"""So wide is a sign in it."""
HIGHEST: Final = 840
"""A chart that is higher is cut on paper."""
LETTERS: Final = 3
"""So many letters stand for a name at most, if that tells it from the others."""


@dataclass(frozen=True)
class Charts:
    """The charts of one story."""

    story: Story

    @property
    def every(self) -> list[Chart]:
        """Those that have something to show."""
        found = (self.race(), self.lead(), self.by_evening(), self.by_kind(), self.minutes())
        return [chart for chart in found if chart is not None]

    @property
    def _sides(self) -> tuple[str, ...]:
        return self.story.sides

    @property
    def _unit(self) -> str:
        return self.story.tally.game.entry_name

    @property
    def _initials(self) -> list[str]:
        return initials(self._sides, self.story.tally.seating.players)

    # Who is ahead ---------------------------------------------------------------------------------

    def race(self, height: float = HEIGHT) -> Chart | None:
        """The totals after each entry, with the evenings behind them, and what is likely."""
        course, aim = self.story.course, self.story.aim
        if len(course) < FEWEST:
            return None
        start = self.story.start
        series = [
            [start[side], *(each.totals[side] for each in course)]
            for side in range(len(self._sides))
        ]
        last = len(course) + (self._latest if aim else 0)
        styles = self._styles(course[-1].totals)
        if len(styles) > MOST_SIDES and min(styles) == STYLES:
            return None  # of many nobody is ahead
        is_told = [style < STYLES or len(styles) <= MOST_SIDES for style in styles]
        ends = [each if told else "" for each, told in zip(self._initials, is_told, strict=True)]
        x = across(0, last, _field(ends, len(course) / last))
        y = upwards([aim or 0, *(figure for line in series for figure in line)], height)
        return Chart(
            "race",
            said("How did it come about?") if self.story.is_over else said("Who is ahead?"),
            self._race_answer(),
            ChartTable(
                [self._unit, *self._sides],
                [[each.label, *map(points, each.totals)] for each in course],
            ),
            height=height,
            right=x.end,
            ticks=y.ticks(),
            below=_places(x),
            unit=self._unit,
            bands=list(self._bands(x, height)),
            strokes=strokes(series, ends, styles, x, y),
            rules=[y(aim)] if aim else [],
            words=[Word(LEFT + 4, y(aim) - 5, said("{aim}, the mark", aim=points(aim)))]
            if aim
            else [],
            fan=self._fan(x, y),
        )

    def _styles(self, totals: Sequence[Points]) -> list[int]:
        """A style a side; of more sides than there are styles the leading ones have them."""
        if len(totals) <= STYLES:
            return [*range(len(totals))]
        next_best = sorted(totals, reverse=True)[STYLES]
        leading = [side for side, total in enumerate(totals) if total > next_best]
        return [leading.index(n) if n in leading else STYLES for n in range(len(totals))]

    @property
    def _latest(self) -> int:
        """So many entries more are likely at most."""
        likely = self.story.forecast.likely
        return int(likely.entries.high or 0) if likely else 0

    def _race_answer(self) -> Said:
        story, game = self.story, self.story.tally.game
        totals = story.course[-1].totals
        first, *others = sorted(totals, reverse=True)
        leaders = [side for side, total in zip(self._sides, totals, strict=True) if total == first]
        after = said("After {entries}", entries=counted(len(story.course), self._unit))
        if story.is_over:
            template = "{after} {names} won."
            return said(template, after=after, names=listed(story.tally.outcome().winners))
        if len(leaders) > 1:
            template = "{after} {names} are level: {total} {unit} each."
            return said(template, after=after, names=listed(leaders), total=points(first),
                        unit=said(game.unit))  # fmt: skip
        template = "{after} {name} is ahead with {total} {unit}, {lead} more than the next."
        return said(
            template,
            after=after,
            name=leaders[0],
            total=points(first),
            unit=said(game.unit),
            lead=points(first - others[0]),
        )

    def _bands(self, x: Scale, height: float = HEIGHT) -> Iterator[Bar]:
        """Every second evening, from the entry before its first to its last."""
        places = {each.number: place for place, each in enumerate(self.story.course, start=1)}
        for evening in self.story.evenings[1::2]:
            own = [places[row] for row in evening.rows if row in places]
            if own:
                start = x(min(own) - 1)
                width = round(x(max(own)) - start, 1)
                yield Bar(start, TOP, width, height - BOTTOM - TOP)

    def _fan(self, x: Scale, y: Scale) -> str:
        """From where who leads stands to where the end is likely."""
        aim, likely = self.story.aim, self.story.forecast.likely
        if aim is None or likely is None or likely.entries.high is None:
            return ""
        now, soonest, latest = len(self.story.course), likely.entries.low, likely.entries.high
        top = max(self.story.course[-1].totals)
        return f"{x(now)},{y(top)} {x(now + soonest)},{y(aim)} {x(now + latest)},{y(aim)}"

    # By how much ----------------------------------------------------------------------------------

    def lead(self) -> Chart | None:
        """Of two sides, by how much one is ahead of the other."""
        course = self.story.course
        if len(course) < FEWEST or len(self._sides) != 2:
            return None
        lead = [0, *(each.totals[0] - each.totals[1] for each in course)]
        if not any(lead):
            return None
        x, y = across(0, len(course), beside(self._initials)), upwards(lead)
        above, below = self._sides
        most = max(lead, key=abs)
        by = above if most > 0 else below
        template = "The largest lead was {lead}, of {name}. Above the line {above} is ahead."
        rows = [
            [each.label, points(abs(by)), self._sides[by < 0] if by else ""]
            for each, by in zip(course, lead[1:], strict=True)
        ]
        return Chart(
            "lead",
            said("By how much?"),
            said(template, lead=points(abs(most)), name=by, above=above),
            ChartTable([self._unit, "Lead", "Of"], rows),
            ticks=y.ticks(),
            below=_places(x),
            unit=self._unit,
            right=x.end,
            bands=list(self._bands(x)),
            strokes=strokes([lead], [""], [0], x, y),
            rules=[y(0)],
            words=[*self._ends(x, y)],
        )

    def _ends(self, x: Scale, y: Scale) -> Iterator[Word]:
        """Beside the field who is ahead above its line, and who below it."""
        above, below = self._initials
        if y.high > 0:
            yield Word(x.end + 5, TOP + LINE - 4, above)
        if y.low < 0:
            yield Word(x.end + 5, y.start, below)

    # Whose evening --------------------------------------------------------------------------------

    def by_evening(self) -> Chart | None:
        """What each side gained each evening."""
        evenings = [each for each in self.story.evenings if self.story.played_in(each)]
        if len(evenings) < 2 or len(self._sides) > MOST_SIDES:
            return None
        shown = -max(2, int(HIGHEST / (LINE + 10 + ROOM_OF_A_BAR * len(self._sides))))
        gains = [self.story.points_of(each) for each in evenings]
        names = [said("Evening {number}", number=number) for number, _ in enumerate(evenings, 1)]
        won = [_winner(each) for each in gains]
        tally = [f"{name} {won.count(n)}" for n, name in enumerate(self._sides) if n in won]
        if not tally:
            return None
        answer = said("Evenings won: {figures}.", figures=listed(tally))
        rows = [[name, *map(points, each)] for name, each in zip(names, gains, strict=True)]
        question = said("Whose evening was it?")
        return self._bars("evenings", question, answer, names[shown:], gains[shown:], rows)

    def _bars(
        self,
        id: str,
        question: Said,
        answer: Said,
        names: Sequence[str],
        gains: Sequence[Sequence[Points]],
        rows: Sequence[Sequence[str]],
    ) -> Chart:
        """A group of bars from left to right a name, a bar a side."""
        least = min(0, *(gain for each in gains for gain in each))
        most = max(1, *(gain for each in gains for gain in each))
        longest = max(len(points(gain)) for each in gains for gain in each)
        room = (longest + 1 + max(map(len, self._initials))) * LETTER
        x = Scale(least, most, 0, WIDTH - room)
        bars, groups, y = [], [], 0.0
        for name, each in zip(names, gains, strict=True):
            groups.append(Tick(y + LINE - 4, name))
            y += LINE + 4
            for side, gain in enumerate(each):
                start, end = sorted((x(0), x(gain)))
                label = f"{self._initials[side]} {points(gain)}"
                bars.append(Bar(start, y, max(end - start, 1), LINE, min(side, STYLES), label))
                y += ROOM_OF_A_BAR
            y += 6
        figures = ChartTable(["", *self._sides], rows)
        return Chart(id, question, answer, figures, height=y, groups=groups, bars=bars)

    # Where the points come from -------------------------------------------------------------------

    def by_kind(self) -> Chart | None:
        """Of each kind of entry what it brought each side, and the median."""
        kinds = {kind: each for kind, each in of_kind(self.story.course).items()
                 if len(each) >= FEWEST}  # fmt: skip
        if len(kinds) < 2:
            return None
        names = [self.story.tally.game.kind_label(kind) for kind in kinds]
        medians = [
            [median(each.gains[side] for each in played) for side in range(len(self._sides))]
            for played in kinds.values()
        ]
        best = max(range(len(names)), key=lambda kind: sum(medians[kind]))
        figures = [
            said("{points} for {side}", points=points(round(figure)), side=side)
            for side, figure in zip(self._sides, medians[best], strict=True)
        ]
        template = "{kind}s bring the most: typically {figures}."
        answer = said(template, kind=names[best], figures=listed(figures))
        rows = [
            [name, *(points(round(figure)) for figure in each)]
            for name, each in zip(names, medians, strict=True)
        ]
        return self._columns(names, list(kinds.values()), medians, answer, rows)

    def _columns(
        self,
        names: Sequence[str],
        kinds: Sequence[Sequence[Played]],
        medians: Sequence[Sequence[float]],
        answer: Said,
        rows: Sequence[Sequence[str]],
    ) -> Chart:
        y = upwards([gain for each in kinds for one in each for gain in one.gains])
        sides = len(self._sides)
        width = (WIDTH - LEFT - RIGHT) / (len(kinds) * (sides + 1))
        dots, bars, below = [], [], []
        for kind, played in enumerate(kinds):
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
            said("Where do the points come from?"),
            answer,
            ChartTable(["Median", *self._sides], rows),
            height=HEIGHT + key_height,
            key_height=key_height,
            ticks=y.ticks(),
            below=below,
            dots=dots + [Dot(word.x - 9, word.y - 5, n) for n, word in enumerate(key)],
            medians=bars,
            words=key,
        )

    def _key(self) -> list[Word]:
        """The sides below the field, each behind its dot, in as many lines as they need."""
        found: list[Word] = []
        x, y = SIGN, HEIGHT + KEY - 8
        for label in self._initials:
            width = len(label) * LETTER
            if x + width > WIDTH:
                x, y = SIGN, y + KEY
            found.append(Word(x, y, label))
            x += width + SIGN + 8
        return found

    # How long it takes ----------------------------------------------------------------------------

    def minutes(self) -> Chart | None:
        """How long each entry took, and the breaks between them."""
        timed = [each.minutes for each in self.story.course if each.minutes is not None]
        if len(timed) < FEWEST:
            return None
        course = self.story.course
        paused = [self._paused_before(each.number) for each in course]
        shown = [n for n, each in enumerate(course) if each.minutes is not None or paused[n]]
        y, middle = upwards(timed), median(timed)
        x = Scale(0.5, len(course) + 0.5, LEFT, WIDTH - RIGHT)
        width = round((x.end - x.start) / len(course) * 0.8, 1)
        bars: list[Bar] = []
        for place in shown:
            bars += _taken(x(place + 0.6), width, y, course[place].minutes or 0, paused[place])
        plain = "Half of them take {median} or less."
        hatched = "Half of them take {median} or less. Breaks are hatched, the long ones cut off."
        return Chart(
            "minutes",
            said("How long does a {unit} take?", unit=said(self._unit)),
            said(hatched if any(paused) else plain, median=duration(middle)),
            ChartTable(
                [self._unit, "Time", "Break before"],
                [[course[n].label, *map(_length, (course[n].minutes, paused[n]))] for n in shown],
            ),
            ticks=[Tick(tick.at, said("{minutes} min", minutes=tick.text)) for tick in y.ticks()],
            below=_places(x),
            unit=self._unit,
            bars=bars,
            rules=[y(middle)],
        )

    def _paused_before(self, number: int) -> float:
        """How many minutes of the pauses fell between this entry and the one before it."""
        for evening in self.story.evenings:
            if number in evening.rows:
                return evening.paused_before(number)
        return 0.0


def _taken(x: float, width: float, y: Scale, minutes: float, paused: float) -> Iterator[Bar]:
    """The time of an entry as a bar, and upon it the break before it as far as there is room."""
    top = y(minutes)
    if minutes:
        yield Bar(x, top, width, round(y(0) - top, 1))
    if paused:
        high = y(min(minutes + paused, y.high))
        yield Bar(x, high, width, round(top - high, 1), is_hatched=True)


def _length(minutes: float | None) -> str:
    return duration(minutes) if minutes else ""


def initials(sides: Sequence[str], players: Sequence[str]) -> list[str]:
    """What stands for a side beside a line, none like another: `A`, `A+C`, `ACE`, `Be`, `M…n`."""
    short = dict(zip(players, _shortest(players), strict=True))
    teams = ([short[name] for name in members(side, players)] for side in sides)
    return [("+" if len(own) == 2 else "").join(own) for own in teams]


def _shortest(names: Sequence[str]) -> list[str]:
    """The first letters of each name that no other one begins with; if need be, also the last."""
    ends = labels(names, LETTERS + 1)
    found = []
    for name, end in zip(names, ends, strict=True):
        heads = (name[:length] for length in range(1, LETTERS + 1))
        alone = (head for head in heads if sum(other.startswith(head) for other in names) == 1)
        found.append(next(alone, end))
    return found


def _places(x: Scale) -> list[Tick]:
    """The numbers of entries below a field."""
    return [tick for tick in x.ticks() if tick.text != "0"]


def _field(ends: Sequence[str], share: float) -> float:
    """Where a field ends whose lines fill this share of it: their labels may stand within it."""
    whole, narrow = WIDTH - RIGHT, beside(ends)
    is_within = LEFT + share * (whole - LEFT) <= narrow
    return whole if is_within else narrow


def _winner(gains: Sequence[Points]) -> int | None:
    """Who gained the most, alone."""
    return gains.index(max(gains)) if gains.count(max(gains)) == 1 else None
