"""A story's charts: each answers one question, which is its heading."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any, ClassVar, Final

from referee.core.course import FEWEST, Figures, find_leader, group_by_kind
from referee.core.findings import Points
from referee.core.game import KINDS, EntryName, count_entries
from referee.core.setup import count_people
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
from referee.web.story import svg
from referee.web.story.svg import Mark, Scale

MOST_SIDES: Final = 8  # most sides with a label each; with more, only the leaders have one
BAR_HEIGHT: Final = 24  # height of a bar and the gap below it
HIGHEST: Final = 840  # greatest height of a chart; print would cut off a taller one
TAP: Final = 24  # least width of a link in a chart
MOST_HEARTS: Final = 6  # in a row beside a name
ROW: Final = 30  # height of an evening's row, or of a row of hearts, and width of a heart
TAP_A_DOT: Final[Mapping[EntryName, Text]] = {
    "deal": _("Tap a dot to see that deal."),
    "round": _("Tap a dot to see that round."),
    "leg": _("Tap a dot to see that leg."),
}


@dataclass(frozen=True)
class Chart:
    id: str
    question: Text
    answer: Text
    heads: Sequence[str]  # headings of its data table
    rows: Sequence[Sequence[str]]
    marks: Sequence[Mark]
    height: float = svg.HEIGHT
    taps: Sequence[Mark] = ()  # links, which are drawn on top
    hint: Text | None = None
    links: Sequence[str | None] = ()  # the addresses of the table's rows, if they have any

    width: ClassVar = svg.WIDTH


Address = Callable[..., str | None]
"""Returns where a link leads, for the index of an `entry` or the number of an `evening`."""


class StoryCharts:
    """The charts of a story, or of one evening, in which everybody starts from 0.

    Each method returns None if its chart would have nothing to show.
    """

    def __init__(
        self, story: Story, evening: Evening | None = None, address: Address = lambda **_: None
    ) -> None:
        self.story, self.evening, self.address = story, evening, address
        self.course, self.sides = story.course_of(evening), story.sides
        start = story.totals[0] if evening is None else (0,) * len(self.sides)
        self.totals = [start, *(each.totals for each in self.course)]
        self.game, self.lowest_wins = story.tally.game, story.tally.lowest_wins
        self.unit = sentence(KINDS[self.game.entry_name])  # axis label and column heading
        self.aim = None if evening else story.tally.outcome().aim
        self.is_past = story.is_over if evening is None else evening.ended is not None
        self.question = _("Who was ahead?") if self.is_past else _("Who is ahead?")
        self.initials = svg.initials(self.sides, story.tally.setup.players)
        self.has_lead = len(self.sides) == 2 and any(first != other for first, other in self.totals)
        """Whether two sides compete and one of them has been ahead."""
        likely = story.forecast.likely if self.aim is not None else None
        self.end = likely and likely.entries  # the likely number of entries until the mark
        # The last entry for which a chart has room.
        self.last = max(1, len(self.course) + ((self.end.high or 0) if self.end else 0))

    def draw_all(self) -> list[Chart]:
        totals = self.hearts() or self.lead() or self.race()
        drawn = (totals, self.by_evening(), self.by_kind())
        return [chart for chart in drawn if chart is not None]

    @cached_property
    def leads(self) -> list[Points]:
        """By how much the first of two sides is ahead, at the start and after each entry."""
        sign = -1 if self.lowest_wins else 1
        return [sign * (first - second) for first, second in self.totals]

    @cached_property
    def styles(self) -> list[int]:
        """Each side's line style; if there are many sides, all but the leaders share one."""
        totals = self.totals[-1]
        if len(totals) <= svg.STYLES:
            return [*range(len(totals))]
        best_first = sorted(totals, reverse=not self.lowest_wins)
        better = best_first[: best_first.index(best_first[svg.STYLES])]
        leading = [side for side, total in enumerate(totals) if total in better]
        return [leading.index(n) if n in leading else svg.STYLES for n in range(len(totals))]

    @cached_property
    def ends(self) -> list[str] | None:
        """The labels of the lines; None if there are many sides and no leader."""
        if len(self.sides) <= MOST_SIDES:
            return self.initials
        if min(self.styles) == svg.STYLES:
            return None
        pairs = zip(self.initials, self.styles, strict=True)
        return [short if style < svg.STYLES else "" for short, style in pairs]

    def bands(self, x: Scale, top: float, bottom: float) -> list[Mark]:
        """Shade every other evening, up to its last entry."""
        places = {each.number: place for place, each in enumerate(self.course, start=1)}
        bands = []
        for evening in () if self.evening else self.story.evenings[1::2]:
            if own := [places[row] for row in evening.rows if row in places]:
                start, end = x(min(own) - 1), x(max(own))
                bands.append(svg.rect("band", start, top, round(end - start, 1), bottom - top))
        return bands

    def race(self) -> Chart | None:
        """Chart the totals after each entry, with shaded evenings and the forecast."""
        aim, ends, played = self.aim, self.ends, len(self.course)
        if played < FEWEST or ends is None:
            return None
        x, narrow = svg.scale_along(self.last), svg.scale_along(self.last, ends)
        if x(played) > narrow.end:  # the labels don't fit inside the plot area
            x = narrow
        series = [*zip(*self.totals, strict=True)]
        y = svg.scale_up([aim or 0, *(figure for line in series for figure in line)])
        marks = [*self.bands(x, svg.TOP, svg.BOTTOM), *svg.draw_axes(x, y, self.unit)]
        if aim is not None and self.end and self.end.high is not None:
            fan = ((0, max(self.totals[-1])), (self.end.low, aim), (self.end.high, aim))
            marks.append(svg.polygon("fan", [(x(played + more), y(total)) for more, total in fan]))
        if aim:
            marks.append(svg.across("rule", svg.LEFT, x.end, y(aim)))
            mark = _("Mark: {aim}", aim=points(aim))
            marks.append(svg.label("says", svg.LEFT + 4, y(aim) - 5, mark))
        links, answer = self._links(x, y, series, self.styles), self._race_answer()
        marks += svg.draw_lines(series, ends, self.styles, x, y, self.starts)
        cells = [[*map(points, each)] for each in self.totals[1:]]
        return self._by_entry("race", self.question, answer, self.sides, cells, marks, **links)

    def _by_entry(
        self,
        id: str,
        question: Text,
        answer: Text,
        heads: Sequence[str],
        cells: Sequence[Sequence[str]],
        marks: Sequence[Mark],
        **more: Any,
    ) -> Chart:
        """Return a chart whose table has a row per entry."""
        rows = [[each.label, *own] for each, own in zip(self.course, cells, strict=True)]
        return Chart(id, question, answer, [self.unit, *heads], rows, marks, **more)

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
            played = course[at]
            best = (min if self.lowest_wins else max)(played.gains_here)
            side = min(played.side_with(best), len(series) - 1)
            figures = by_player(self.sides, [signed(gain) for gain in played.gains])
            title = _("{label}: {figures}", label=played.label, figures=figures)
            width, height = round(x(end) - x(start), 1), svg.BOTTOM - svg.TOP
            area = svg.rect("tap", x(start), svg.TOP, width, height)
            dot = svg.circle(f"dot s{styles[side]}", x(at + 1), y(series[side][at + 1]), 4)
            taps.append(tap(self.address(entry=played.number), title, area, dot))
        links = [self.address(entry=each.number) for each in course]
        return {"taps": taps, "hint": TAP_A_DOT[self.game.entry_name], "links": links}

    def _race_answer(self) -> Text:
        """Say how much was played, and who won or leads."""
        names, totals = self.story.side_names, self.totals[-1]
        entries = count_entries(self.game.entry_name, len(self.course))
        first, second, *_rest = sorted(totals, reverse=not self.lowest_wins)
        leaders = [side for side, total in enumerate(totals) if total == first]
        values = {"names": names[leaders[0]], "lead": points(abs(first - second))}
        if self.is_past:
            if self.evening is None:
                won = self.story.tally.outcome().winners
                winner = names[self.sides.index(won[0])] if len(won) == 1 else listed(won)
                result = _("{names} won.", names=winner)
            elif len(leaders) > 1:
                result = _("A draw.")
            else:
                result = _("{names} won the evening by {lead}.", **values)
            return joined([_("{entries} played.", entries=entries), result])
        total = points(first)
        if len(leaders) > svg.STYLES:
            lead = _("It’s a tie: {n} have {total} each.", n=len(leaders), total=total)
        elif len(leaders) > 1:
            level = listed([self.sides[side] for side in leaders])
            lead = _("{names} are level at {total} each.", names=level, total=total)
        else:
            lead = ngettext(
                "{names} leads by {lead}, with {total}.",
                "{names} lead by {lead}, with {total}.",
                count_people(values["names"]),
                total=total,
                **values,
            )
        return joined([_("{entries} so far.", entries=entries), lead])

    def lead(self) -> Chart | None:
        """Chart the lead of one of two sides over the other, with 0 in the middle of the axis."""
        if len(self.course) < FEWEST or not self.has_lead:
            return None
        leads, played = self.leads, len(self.course)
        x, most = svg.scale_along(self.last, self.initials), max(map(abs, leads))
        bound = ceil(most / svg.round_step(most)) * svg.round_step(most)
        y = Scale(-bound, bound, svg.BOTTOM, svg.TOP)
        marks = self.bands(x, svg.TOP, svg.BOTTOM)
        marks += svg.draw_axes(x, y, self.unit, lambda figure: points(abs(figure)))
        # Both sides' biggest leads, the bigger one first.
        (first, winner), (second, other) = sorted(((max(leads), 0), (-min(leads), 1)), reverse=True)
        names, biggest = self.story.side_names, _("{name}’s biggest lead was {lead}.")
        if second > 0:
            biggest = _("{name}’s biggest lead was {lead}, and {other}’s was {second}.")
        values = {"lead": points(first), "other": names[other], "second": points(second)}
        answer = [self._race_answer(), biggest.format(name=names[winner], **values)]
        if self.end and self.end.high is not None:
            low, high = (x(played + more) for more in (self.end.low, self.end.high))
            corners = [(low, y.start), (low, y.end), (high, y.end), (high, y.start)]
            marks.append(svg.polygon("fan", corners))
            answer.append(_("The match will probably end in the shaded part."))
        marks += [
            svg.across("rule", svg.LEFT, x.end, y(0)),
            svg.label("at", x.end + 5, svg.TOP + svg.LINE - 4, self.initials[0]),
            svg.label("at", x.end + 5, y.start, self.initials[1]),
            *svg.draw_lines([leads], [""], [0], x, y),
        ]
        heads = [_p("column", "Lead"), _p("column", "Side")]
        cells = [[points(abs(by)), self.sides[by < 0] if by else ""] for by in leads[1:]]
        links = self._links(x, y, [leads], [0])
        return self._by_entry("lead", self.question, joined(answer), heads, cells, marks, **links)

    @property
    def starts(self) -> list[int]:
        """The index of each side's first total: 0, or that after the first entry of a guest."""
        here = [[side not in each.away for each in self.course] for side in range(len(self.sides))]
        joined_at = [own.index(True) if True in own else 0 for own in here]
        return [number and number + 1 for number in joined_at]

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
        marks, hearts, taps = list[Mark](), list[Mark](), list[Mark]()
        left = svg.WIDTH - ROW * (lives + 3)  # of the first heart; the last three hold a word
        for seat, name in enumerate(labels(self.sides, left // svg.LETTER)):
            y = seat * ROW
            own = start + given[seat]
            lost = [n for n, each in enumerate(gains) for _life in range(-int(each[seat]))]
            marks.append(svg.label("at", 0, y + svg.LINE, name))
            has_left = seat in self.story.tally.away  # and so is out
            still = -1 if has_left else max(-1, own - len(lost))
            if still <= 0:
                word = self.game.total_label(still)
                marks.append(svg.label("figure", svg.WIDTH, y + svg.LINE, word))
            for heart in range(own):
                style = "heart" if heart < still else "heart lost"
                place = f"translate({left + heart * ROW} {y + 4})"
                hearts.append(Mark("path", {"class": style, "transform": place, "d": svg.HEART}))
            for heart, number in zip(range(own - 1, -2, -1), lost, strict=False):
                # The area of the last loss is the word `out`.
                area = left + (heart if heart >= 0 else lives) * ROW
                box = svg.rect("tap", area, y, ROW * (1 if heart >= 0 else 3), ROW)
                label = rows[number].heading.label
                title = _("{name}: {label}", name=self.sides[seat], label=label)
                taps.append(tap(self.address(entry=number), title, box))
        links = [self.address(entry=each.number) for each in self.course]
        more = {"height": ROW * len(self.sides) + 2, "taps": taps, "links": links}
        more["hint"] = _("Tap a lost heart to see that round.")
        cells = [[*map(self.game.total_label, each)] for each in self.totals[1:]]
        answer, marks = self._race_answer(), [*marks, *hearts]
        return self._by_entry("race", self.question, answer, self.sides, cells, marks, **more)

    def by_evening(self) -> Chart | None:
        """Chart the points that each side gained each evening.

        If there are two sides, only the difference between them is drawn.
        """
        evenings = [
            (number, each)
            for number, each in enumerate(self.story.evenings, start=1)
            if self.story.played_in(each)
        ]
        if self.evening or len(evenings) < 2 or len(self.sides) > MOST_SIDES:
            return None
        gains = [self.story.points_of(each) for _number, each in evenings]
        away = [self.story.played_in(each)[-1].away for _number, each in evenings]
        won = [
            find_leader(each, lowest_wins=self.lowest_wins, away=gone)
            for each, gone in zip(gains, away, strict=True)
        ]
        tally = [(name, str(won.count(n))) for n, name in enumerate(self.sides) if n in won]
        if not tally:
            return None
        names = [
            _("{number} · {day}", number=number, day=day(each.start)) for number, each in evenings
        ]
        links = [self.address(evening=number) for number, _evening in evenings]
        if len(self.sides) == 2:
            drawn = self._differences(names, links, gains)
        else:
            shown = -max(2, int(HIGHEST / (ROW + BAR_HEIGHT * len(self.sides))))
            drawn = self._grouped_bars(names[shown:], gains[shown:], links[shown:])
        return Chart(
            "evenings",
            _("Who won each evening?"),
            _("Evenings won: {figures}.", figures=listed(map(joined, tally))),
            [_p("column", "Evening"), *self.sides],
            [[name, *map(points, each)] for name, each in zip(names, gains, strict=True)],
            links=links,
            **drawn,
        )

    def _differences(
        self, names: Sequence[Text], links: Sequence[str | None], gains: Sequence[Figures]
    ) -> dict[str, Any]:
        """Chart the margin by which each evening was won.

        A bar extends to the winner's side, left or right; the day is on the other side.
        """
        sign = -1 if self.lowest_wins else 1
        shown = -int(HIGHEST / ROW) + 1
        leads = [sign * (first - second) for first, second in gains][shown:]
        middle, letters = svg.WIDTH / 2, max(len(points(lead)) for lead in leads) + 2
        x = Scale(0, max(map(abs, leads)) or 1, 0, middle - letters * svg.LETTER)
        marks = [
            svg.label("figure", middle - 6, svg.LINE - 4, self.initials[0]),
            svg.label("says", middle + 6, svg.LINE - 4, self.initials[1]),
        ]
        bars, taps = list[Mark](), list[Mark]()
        y = 0
        for lead, name, link in zip(leads, names[shown:], links[shown:], strict=True):
            y, length, side = y + ROW, x(abs(lead)), 1 if lead > 0 else -1
            start = round(middle - length if lead > 0 else middle, 1)
            bars.append(svg.rect(f"box s{int(lead < 0)}", start, y + 5, max(length, 1), svg.LINE))
            end, opposite = ("end", "go") if lead > 0 else ("at", "figure go")
            line, margin = y + svg.LINE + 1, signed(abs(lead))
            marks.append(svg.label(end, middle - side * (length + 6), line, margin))
            marks.append(svg.label(opposite, middle + side * 8, line, name))
            taps.append(tap(link, name, svg.rect("tap", 0, y, svg.WIDTH, ROW)))
        return {"height": y + ROW, "marks": [*marks, *bars], "taps": taps}

    def _grouped_bars(
        self,
        names: Sequence[str],
        figures: Sequence[Sequence[float]],
        links: Sequence[str | None] = (),
    ) -> dict[str, Any]:
        """Draw a group of bars per name, one bar per side."""
        whole = [figure for each in figures for figure in each]
        letters = max(len(points(figure)) for figure in whole) + 1 + max(map(len, self.initials))
        x = Scale(min(0, *whole), max(1, *whole), 0, svg.WIDTH - letters * svg.LETTER)
        groups, bars, taps, y = list[Mark](), list[Mark](), list[Mark](), 0.0
        for number, (name, each) in enumerate(zip(names, figures, strict=True)):
            groups.append(svg.label("group go" if links else "group", 0, y + svg.LINE, name))
            if links:
                taps.append(tap(links[number], name, svg.rect("tap", 0, y, svg.WIDTH, TAP)))
            y += svg.LINE + 8
            for side, figure in enumerate(each):
                start, end = sorted((x(0), x(figure)))
                width = max(end - start, 1)
                bars.append(svg.rect(f"box s{min(side, svg.STYLES)}", start, y, width, svg.LINE))
                words = joined([self.initials[side], points(figure)])
                bars.append(svg.label("at", start + width + 5, y + 14, words))
                y += BAR_HEIGHT
            y += 4
        return {"height": y, "marks": [*groups, *bars], "taps": taps}

    def by_kind(self) -> Chart | None:
        """Chart each side's points by kind of entry."""
        kinds = [each for each in group_by_kind(self.course).values() if len(each) >= FEWEST]
        if len(kinds) < 2 or len(self.sides) > MOST_SIDES:
            return None
        names = [self.game.kind_label(each[0].entry.kind) for each in kinds]
        gains = [[sum(own) for own in zip(*(e.gains for e in each), strict=True)] for each in kinds]
        of_sides = [*zip(*gains, strict=True)]
        if min(map(min, gains)) < 0 or not all(map(any, of_sides)):
            return None  # no parts of a whole
        sources = [names[own.index(max(own))] for own in of_sides]
        return Chart(
            "kinds",
            _("Where do the points come from?"),
            _(
                "Biggest source of points for each side: {figures}.",
                figures=by_player(self.story.side_names, sources),
            ),
            ["", *self.sides],
            [[name, *map(points, own)] for name, own in zip(names, gains, strict=True)],
            **self._grouped_bars([*map(sentence, names)], gains),
        )


def tap(address: str | None, title: str, *marks: Mark) -> Mark:
    return Mark("a", {"href": address}, inside=[Mark("title", {}, title), *marks])
