"""A story's charts: each answers one question, which is its heading."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from math import ceil
from typing import Any, Final, NamedTuple

from referee.core.course import FEWEST, Figures, group_by_kind
from referee.core.findings import Points
from referee.core.game import KINDS, count_entries
from referee.core.setup import count_people
from referee.core.story.ending import find_result
from referee.core.story.forecast import OUT_OF
from referee.core.story.story import MOST_ODDS, Evening, Story
from referee.core.text import (
    Text,
    _,
    _p,
    by_player,
    day,
    joined,
    ngettext,
    points,
    sentence,
    signed,
)
from referee.web.http.names import labels
from referee.web.story import svg
from referee.web.story.svg import Mark, Scale

MOST_SIDES: Final = 8  # most sides with a label each; with more, only the leaders have one
BAR_HEIGHT: Final = 24  # height of a bar and the gap below it
MOST_GROUPS: Final = 15  # most evenings drawn; print would cut off a taller chart
TAP: Final = 24  # least width of a link in a chart
MOST_HEARTS: Final = 6  # in a row beside a name
ROW, WORD = 30, 150  # a row's height, and the width of the words beside the hearts
PAD: Final = 6  # space before a name and before a word


class Dot(NamedTuple):
    x: float
    y: float
    style: int


@dataclass(frozen=True)
class Chart:
    id: str
    question: Text
    answer: Text
    heads: Texts  # headings of its data table
    rows: Rows
    marks: Sequence[Mark]
    width: float = svg.WIDTH
    height: float = svg.HEIGHT
    taps: Sequence[Mark] = ()  # links, which are drawn on top
    hint: Text | None = None
    links: Sequence[str | None] = ()  # the addresses of the table's rows, if they have any
    dots: Mapping[int | None, Dot] = field(default_factory=dict)  # on a line, by the entry's index


Texts = Sequence[str]
Rows = Sequence[Texts]


class Bar(NamedTuple):
    style: int
    length: float
    text: str  # beside it


class BarGroup(NamedTuple):
    name: str
    bars: Sequence[Bar]
    link: str | None = None


Address = Callable[..., str | None]
"""Returns where a link leads, for the index of an `entry` or the number of an `evening`."""


class StoryCharts:
    """The result and charts of a story, or of one evening, in which everybody starts from 0.

    A method that draws a chart returns None if there would be nothing to show.
    """

    def __init__(
        self, story: Story, evening: Evening | None = None, address: Address = lambda **_: None
    ) -> None:
        self.story, self.evening, self.address = story, evening, address
        self.width, self.height = float(svg.WIDTH), float(svg.HEIGHT)
        self.course, self.sides = story.course_of(evening), story.sides
        start = story.totals[0] if evening is None else (0,) * len(self.sides)
        self.totals = [start, *(each.totals for each in self.course)]
        numbers = [each.number for each in story.course]
        self.before = numbers.index(self.course[0].number) if evening and self.course else 0
        self.game, self.lowest_wins = story.tally.game, story.tally.lowest_wins
        self.unit = sentence(KINDS[self.game.entry_name])  # axis label and column heading
        self.aim = None if evening else story.tally.outcome().aim
        self.is_past = story.is_over if evening is None else evening.ended is not None
        self.question = _("Who was ahead?") if self.is_past else _("Who is ahead?")
        if self.game.unit == "lives":
            self.question = _("Who went out when?")
        self.initials = svg.initials(self.sides, story.tally.setup.players)
        likely = story.forecast.likely if self.aim is not None else None
        self.end = likely and likely.entries  # the likely number of entries until the mark
        # The last entry for which a chart has room.
        self.last = max(1, len(self.course) + ((self.end.high or 0) if self.end else 0))
        # Of many sides, only the best have a line style each and, if there are too many, a label.
        number, result = len(self.sides), find_result(story, evening)
        order = result.ranking if number > svg.STYLES else range(number)
        self.result, self.styles = result, [min(order.index(n), svg.STYLES) for n in range(number)]

    @property
    def answer(self) -> Text:
        """Say how much was played, who won or leads, and by how much."""
        result = _("{result}.", result=self.result.text)
        entries = count_entries(self.game.entry_name, len(self.course))
        played = _("{entries} played.") if self.is_past else _("{entries} so far.")
        fewest = [_("The fewest points win.")] if self.lowest_wins else []
        return joined([played.format(entries=entries), result, *fewest])

    def draw_all(self, *, with_chances: bool = True) -> list[Chart]:
        course = self.hearts() or self.lead() or self.race()
        odds = self.odds() if with_chances else None
        return [*filter(None, (course, odds, self.by_evening(), self.by_kind()))]

    def race(self) -> Chart | None:
        """Chart the totals after each entry, and the forecast."""
        aim, played, is_labelled = self.aim, len(self.course), len(self.sides) <= MOST_SIDES
        if played < FEWEST:
            return None
        pairs = zip(self.initials, self.styles, strict=True)
        ends = [short if is_labelled or style < svg.STYLES else "" for short, style in pairs]
        x = svg.scale_along(self.last, self.width, ends, self.before)
        series = [*zip(*self.totals, strict=True)]
        y = svg.scale_up([aim or 0, *(total for line in series for total in line)], self.height)
        marks = svg.draw_axes(x, y, self.unit)
        if aim is not None and self.end and self.end.high is not None:
            fan = ((0, max(self.totals[-1])), (self.end.low, aim), (self.end.high, aim))
            marks.append(svg.polygon("fan", [(x(played + more), y(total)) for more, total in fan]))
        if aim:
            mark = _("Target: {aim}", aim=points(aim))
            marks.append(svg.across("rule", x.start, x.end, y(aim)))
            marks.append(svg.label("says", x.start + 4, y(aim) - 5, mark))
        here = [[side not in each.away for each in self.course] for side in range(len(self.sides))]
        joined_at = [own.index(True) if True in own else 0 for own in here]
        starts = [number and number + 1 for number in joined_at]  # a guest's first total
        marks += svg.draw_lines(series, ends, self.styles, x, y, starts)
        cells = [[*map(points, each)] for each in self.totals[1:]]
        links = self._link_entries(x, y, series)
        return self._by_entry("race", self.answer, self.sides, cells, marks=marks, **links)

    def lead(self) -> Chart | None:
        """Chart the lead of the first of two sides or, once it is won, of the winner."""
        upper, played = self.result.ranking[0] if self.is_past else 0, len(self.course)
        if played < FEWEST or len(self.sides) != 2:
            return None
        sign = -1 if self.lowest_wins else 1
        leads = [sign * (each[upper] - each[1 - upper]) for each in self.totals]
        if not any(leads):
            return None
        x = svg.scale_along(self.last, self.width, self.initials, self.before)
        y, answer = svg.scale_up(leads, self.height), [self.answer]
        marks = svg.draw_axes(x, y, self.unit, lambda figure: points(abs(figure)))
        if self.end and self.end.high is not None:
            low, high = (x(played + more) for more in (self.end.low, self.end.high))
            corners = [(low, y.start), (low, y.end), (high, y.end), (high, y.start)]
            marks.append(svg.polygon("fan", corners))
            answer.append(_("The match will probably end in the shaded part."))
        marks += svg.draw_lead(svg.thin(leads), upper, self.initials, x, y)
        heads = [_p("column", "Lead"), _p("column", "Side")]
        cells = [
            [points(abs(by)), self.sides[upper if by > 0 else 1 - upper] if by else ""]
            for by in leads[1:]
        ]
        links = self._link_entries(x, y, [tuple(leads)])
        return self._by_entry("lead", joined(answer), heads, cells, marks=marks, **links)

    def odds(self) -> Chart | None:
        """Chart how likely two sides were to win, once one has won; half as likely is at 0."""
        story, course, step = self.story, self.course, ceil(len(self.course) / MOST_ODDS) or 1
        if self.evening or not self.is_past or story.tally.closed or len(self.sides) != 2:
            return None
        numbers = range(step, len(course), step)
        made = ((n, story.forecast_before(course[n].number).chances) for n in numbers)
        chances = {n: own for n, own in made if own}
        upper, half = self.result.ranking[0], OUT_OF / 2
        line = [(n, own[upper] - half) for n, own in chances.items()]
        if len(line) < FEWEST or max(own for _n, own in line) - min(own for _n, own in line) <= 1:
            return None  # flat, which is no news
        x = svg.scale_along(self.last, self.width, self.initials, self.before)
        y = svg.scale_up((-half, half), self.height)
        axes = svg.draw_axes(x, y, self.unit, lambda figure: f"{points(half + abs(figure))}/10")
        return Chart(
            "odds",
            _("Who was likely to win?"),
            _("How often each side would have won from there, out of ten."),
            [self.unit, *self.sides],
            [[course[n - 1].label, *map("{:.0f}".format, own)] for n, own in chances.items()],
            [*axes, *svg.draw_lead([*line, (len(course), half)], upper, self.initials, x, y)],
            links=[self.address(entry=course[n - 1].number) for n in chances],
        )

    def _link_entries(self, x: Scale, y: Scale, lines: Sequence[Figures]) -> dict[str, Any]:
        """Return the links of a chart of lines.

        The drawing is divided into areas wide enough for a finger. Each area links to the entry
        with the biggest difference, first of those in the highlights; it is marked by a dot.
        """
        course = self.course
        facts = self.story.facts_of(self.evening)
        named = {each.entry: each.side for each in facts[::-1] if each.evening is None}
        dots, taps, best = dict[int | None, Dot](), list[Mark](), min if self.lowest_wins else max
        for place, played in enumerate(course, start=1):
            side = named.get(played.number)
            side = played.side_with(best(played.gains_here)) if side is None else side
            line = lines[min(side, len(lines) - 1)]
            dots[played.number] = Dot(x(place), y(line[place]), self.styles[side])
        step = ceil(TAP * (x.high - x.low) / (x.end - x.start))
        for start in range(0, max(len(course) - step, 0) + 1, step):
            end = len(course) if start + 2 * step > len(course) else start + step
            part = sorted(course[start:end], key=lambda each: min(each.gains) - max(each.gains))
            played = next((each for each in part if each.number in named), part[0])
            figures = by_player(self.sides, [signed(gain) for gain in played.gains])
            title = _("{label}: {figures}", label=played.label, figures=figures)
            area = svg.rect("tap", x(start), y.end, round(x(end) - x(start), 1), y.start - y.end)
            dot = dots[played.number]
            mark = svg.circle(f"dot s{dot.style}", dot.x, dot.y, 4)
            taps.append(tap(self.address(entry=played.number), title, area, mark))
        hint = _("Tap a dot to see what happened there.")
        return {"taps": taps, "hint": hint, "dots": dots, "height": self.height}

    def _by_entry(self, id: str, answer: Text, heads: Texts, cells: Rows, **more: Any) -> Chart:
        rows = [[each.label, *own] for each, own in zip(self.course, cells, strict=True)]
        more |= {"links": [self.address(entry=each.number) for each in self.course]}
        return Chart(id, self.question, answer, [self.unit, *heads], rows, width=self.width, **more)

    def hearts(self) -> Chart | None:
        """Draw each player's lives, if the game counts them; a lost life links to its round."""
        if self.game.unit != "lives" or self.evening or len(self.course) < FEWEST:
            return None
        rows, start = self.story.tally.rows, int(max(self.story.totals[0]))
        gains = [self.story.gains(row) for row in range(len(rows))]  # adjustments, too
        given = [int(sum(max(0, own) for own in of_seat)) for of_seat in zip(*gains, strict=True)]
        lives = start + max(given)
        if not 0 < lives <= MOST_HEARTS:
            return None
        marks, taps = list[Mark](), list[Mark]()
        wide = min(ROW, (svg.WIDTH - WORD - 4 * svg.LETTER) // lives)  # a heart
        left = svg.WIDTH - wide * lives - WORD  # of the first heart
        names = labels(self.sides, (left - PAD) // svg.LETTER)
        for line, seat in enumerate(self.result.ranking if self.is_past else range(len(names))):
            y, own, still = line * ROW, start + given[seat], self.totals[-1][seat]
            lost = [n for n, each in enumerate(gains) for _life in range(-int(each[seat]))]
            is_best = self.is_past and seat in self.result.leaders
            marks += [svg.rect("fan", 0, y, svg.WIDTH, ROW)] * is_best
            name, beside = ("at strong", "at strong") if is_best else ("at", "says")
            marks.append(svg.label(name, PAD, y + svg.LINE, names[seat]))
            if still <= 0:
                word, out = self.story.total_label(seat), self.story.went_out(seat)
                word = _("{round}: out", round=out.label) if out else word  # in fewer letters
                marks.append(svg.label(beside, left + own * wide + PAD, y + svg.LINE, word))
            for heart in range(own):
                style = "heart" if heart < still else "heart lost"
                place = f"translate({left + heart * wide} {y + 4})"
                marks.append(Mark("path", {"class": style, "transform": place, "d": svg.HEART}))
            for heart, number in enumerate(lost[: own + 1], start=own - min(len(lost), own)):
                # The area of the last loss is the round beside the hearts.
                heading, area = rows[number].heading, left + heart * wide
                box = svg.rect("tap", area, y, wide if heart < own else WORD, ROW)
                if heart < own and heading.number:  # the round in which it was lost
                    place = f"translate({area + 11} {y + svg.LINE - 1}) scale(0.6)"
                    number_in = {"class": "below", "transform": place}
                    marks.append(Mark("text", number_in, str(heading.number)))
                title = _("{name}: {label}", name=self.sides[seat], label=heading.label)
                taps.append(tap(self.address(entry=number), title, box))
        captions, height = [_("In each heart: the round it was lost in.")], ROW * len(names) + 6
        if any(0 in each.totals for each in self.course):
            captions.append(_("No hearts left: out at the next loss."))
        for caption in captions:
            height += svg.LINE
            marks.append(svg.label("says", 0, height - 4, caption))
        cells = [[*map(self.game.total_label, each)] for each in self.totals[1:]]
        return self._by_entry(
            "race", self.answer, self.sides, cells, marks=marks, taps=taps,
            hint=_("Tap a lost heart to see that round."), height=height,
        )  # fmt: skip

    def by_evening(self) -> Chart | None:
        """Chart by how much each evening was won, and by whom."""
        won, groups, rows = list[int](), list[BarGroup](), list[list[str]]()
        for number, evening in enumerate(() if self.evening else self.story.evenings, start=1):
            own = StoryCharts(self.story, evening)
            if not own.course:
                continue
            (first, second, *_rest), side = own.result.scores, own.result.ranking[0]
            bar = Bar(svg.STYLES, 0, points(0))
            if first != second:
                won, bar = [*won, side], self._bar(side, abs(first - second))
            name = _("{number} · {day}", number=number, day=day(evening.start))
            groups.append(BarGroup(name, [bar], self.address(evening=number)))
            rows.append([name, *map(points, own.totals[-1])])
        names = self.story.side_names
        tally = [(name, str(won.count(n))) for n, name in enumerate(names) if n in won]
        if len(rows) < 2 or not tally:
            return None
        return Chart(
            "evenings",
            _("Who won each evening?"),
            _("Evenings won: {figures}.", figures=joined(map(joined, tally), " · ")),
            [_p("column", "Evening"), *self.sides],
            rows,
            links=[group.link for group in groups],
            **draw_bars(groups[-MOST_GROUPS:]),
        )

    def by_kind(self) -> Chart | None:
        """Chart each side's points by kind of entry."""
        own = group_by_kind(self.course)
        kinds = [own[kind] for kind in group_by_kind(self.story.course) if kind in own]
        if len(self.course) < FEWEST * len(kinds) or len(kinds) < 2 or len(self.sides) > MOST_SIDES:
            return None
        names = [self.game.kind_label(each[0].entry.kind) for each in kinds]
        gains = [[sum(own) for own in zip(*(e.gains for e in each), strict=True)] for each in kinds]
        of_sides = [*zip(*gains, strict=True)]
        if min(map(min, gains)) < 0 or not all(map(any, of_sides)):
            return None  # no parts of a whole
        source = self.game.source_label
        best = [source(kinds[own.index(max(own))][0].entry.kind) for own in of_sides]
        bars = [[*starmap(self._bar, enumerate(own))] for own in gains]
        (side, kinds_of), *others = zip(self.result.names, best, strict=True)
        most = ngettext("{side} scored most in {kinds}", "{side} scored most in {kinds}",
                        count_people(side), side=side, kinds=kinds_of)  # fmt: skip
        parts = [most, *(_("{side} in {kinds}", side=own, kinds=each) for own, each in others)]
        return Chart(
            "kinds",
            _("Where do the points come from?"),
            _("{result}.", result=joined(parts, ", ")),
            ["", *self.sides],
            [[name, *map(points, own)] for name, own in zip(names, gains, strict=True)],
            **draw_bars([*map(BarGroup, map(sentence, names), bars)]),
        )

    def _bar(self, side: int, figure: Points) -> Bar:
        return Bar(self.styles[side], figure, joined([self.initials[side], points(figure)]))


def draw_bars(groups: Sequence[BarGroup]) -> dict[str, Any]:
    """Draw a group of bars below each name."""
    bars, marks, taps, y = [bar for each in groups for bar in each.bars], list[Mark](), [], 0
    letters = max(len(bar.text) for bar in bars)
    x = Scale(0, max(1, *(bar.length for bar in bars)), 0, svg.WIDTH - letters * svg.LETTER)
    for name, own, link in groups:
        marks.append(svg.label("group go" if link else "group", 0, y + svg.LINE, name))
        if link:
            taps.append(tap(link, name, svg.rect("tap", 0, y, svg.WIDTH, TAP)))
        y += svg.LINE + 8
        for bar in own:
            width = max(x(bar.length), 1)
            marks.append(svg.rect(f"box s{bar.style}", 0, y, width, svg.LINE))
            marks.append(svg.label("at", width + 5, y + 14, bar.text))
            y += BAR_HEIGHT
        y += 4
    return {"marks": marks, "taps": taps, "height": y}


def tap(address: str | None, title: str, *marks: Mark) -> Mark:
    return Mark("a", {"href": address}, inside=[Mark("title", {}, title), *marks])
