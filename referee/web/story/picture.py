"""A picture of a match or evening, for sharing: the result, the course and two turning points.

It is laid out here, in pixels, because SVG can neither wrap nor shrink text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import ceil, inf
from typing import Final, NamedTuple
from unicodedata import combining, east_asian_width, normalize

from referee.core.course import FEWEST, Fact, duration
from referee.core.game import NOTHING, count_entries
from referee.core.setup import count_people
from referee.core.story.ending import describe_ending, describe_length, describe_margin
from referee.core.story.story import Evening, Story
from referee.core.text import (
    Text,
    _,
    _p,
    day,
    listed,
    ngettext,
    points,
    replace_values,
    signed,
)
from referee.web.http.language import current_language
from referee.web.http.names import labels
from referee.web.story import svg
from referee.web.story.charts import StoryCharts
from referee.web.story.svg import Mark, Scale

TURNS: Final = 2  # most turning points
MOST_NAMES: Final = 3  # most names in the headline; more are counted
COLUMNS_FROM: Final = 6  # fewest sides that are listed in two columns
LETTERS: Final = 14  # most letters of a name where the full names don't fit
LEADING: Final = 1.25  # line height, in font sizes
LEAST_ROW: Final = 32  # height of a row below which the rows get the space of the curve
LEAST_CURVE: Final = 120  # least height of a curve
UNIT: Final = 16  # font size in a curve's own units
CLEAR: Final = 30  # space above and below a curve for its figures, in its units
TURN: Final = 20  # width of the number of a turning point, in a curve's units
DOTS: Final = "…"
NO_BREAK: Final = "\u00a0"


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


SIZE: Final = (1080, 1350)  # of a picture that fills a phone's screen
PANEL: Final = Box(0, 0, 1080, 540)  # of the headline
BODY: Final = Box(60, 584, 960, 716)  # of everything else
EDGE: Final = 56  # space around the text of the panel
HEADLINE, MARGIN, TEXT, ROW = 140, 56, 34, 52  # largest font sizes, and that of a row


class TextLine(NamedTuple):
    text: str
    size: int
    style: str = ""  # its classes


class ResultRow(NamedTuple):
    side: int
    name: str
    figures: tuple[str, ...]  # its points and, for an evening, its total
    is_best: bool


# Text ---------------------------------------------------------------------------------------------


def width_of(text: str, size: float, style: str = "strong") -> float:
    """Estimate the width of text in DejaVu Sans, in pixels, erring on the high side."""
    return size * sum(map(_width_of_letter, text)) * (1 if "strong" in style else 0.93)


def _width_of_letter(letter: str) -> float:
    if combining(letter):
        return 0
    plain = normalize("NFD", letter)[0]
    if east_asian_width(plain) in "WF":
        return 1.05
    if plain.isspace() or plain in "ijlI.,:;·'’|!()[]":
        return 0.4
    if plain in "frt":
        return 0.5
    if plain in "mwMW@%":
        return 1.12 if plain == "W" else 1.05
    return 0.84 if plain.isupper() or plain in "~+−=" else 0.71


def wrap(text: str, size: float, width: float, style: str) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or width_of(longer, size, style) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def cut(text: str, size: float, width: float, style: str = "strong") -> str:
    if width_of(text, size, style) <= width:
        return text
    while text and width_of(text + DOTS, size, style) > width:
        text = text[:-1].rstrip()
    return text + DOTS


def write(
    texts: Sequence[str], size: int, width: float, most: int, style: str = "", high: float = inf
) -> list[TextLine]:
    """Set the first of these texts that fits, in the largest font size possible.

    It may have at most `most` lines of this width, with a total height of at most `high`. Sizes
    from `size` down to a third of it are tried. If no text fits, the last one is truncated.
    """
    least = size // 3
    for fitted, text in product(range(size, least, -2), texts):
        lines = wrap(text, fitted, width, style)
        is_low = len(lines) <= min(most, high / fitted / LEADING)
        if is_low and all(width_of(line, fitted, style) <= width for line in lines):
            return [TextLine(line, fitted, style) for line in lines if line]
    lines = wrap(texts[-1], least, width, style)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [TextLine(cut(line, least, width, style), least, style) for line in lines]


def height_of(lines: Sequence[TextLine]) -> float:
    return LEADING * sum(line.size for line in lines)


def stack(lines: Sequence[TextLine], x: float, top: float) -> list[Mark]:
    """Place lines one below the other."""
    marks = []
    for line in lines:
        marks.append(svg.label(line.style, x, round(top + line.size), line.text, line.size))
        top += LEADING * line.size
    return marks


# What it says -------------------------------------------------------------------------------------


class Result(NamedTuple):
    """The result of a match, or of an evening with the standing after it."""

    rows: Sequence[ResultRow]  # best first
    headline: Text
    margin: Text
    cheer: Text
    length: Sequence[str]  # `120 legs`, `9 evenings`, …
    heads: Sequence[Text] = ()  # headings of the figures


def find_result(charts: StoryCharts) -> Result:
    story, evening, tally, game = charts.story, charts.evening, charts.story.tally, charts.game
    heads, length, figures = list[Text](), list[str](), list[tuple[str, ...]]()
    if evening is None:
        outcome, sides = tally.outcome(), story.side_names
        order = [story.sides.index(each.name) for each in outcome.standings]
        scores = [each.score for each in outcome.standings]
        won = outcome.winners or [each.name for each in outcome.standings if each.rank == 1]
        best = [each.name in won for each in outcome.standings]
        figures = [(game.total_label(score),) for score in scores]
        is_begun, days = bool(story.entries), [e.start for e in story.evenings if e.rows]
        length = [*describe_length(game.entry_name, len(story.entries), story.evenings)]
        length += [current_language().days(days[0], days[-1])] if days else []
    else:
        gains, totals = story.points_of(evening), story.until(evening).totals[-1]
        sides = charts.course[-1].sides if charts.course else story.side_names
        order = sorted(range(len(gains)), key=gains.__getitem__, reverse=not charts.lowest_wins)
        away = charts.course[-1].away if charts.course else frozenset()
        order.sort(key=away.__contains__)  # who is away has no rank
        scores = [gains[side] for side in order]
        best = [gains[side] == scores[0] and side not in away for side in order]
        figures = [(signed(gains[side]), game.total_label(totals[side])) for side in order]
        is_begun, heads = bool(evening.rows), [_p("column", "Evening"), _p("column", "Total")]
        length = [day(evening.start), count_entries(game.entry_name, len(evening.played))]
        length += [duration(evening.minutes)] if round(evening.minutes) else []
    names = [sides[side] for side in order]
    rows = [ResultRow(*row) for row in zip(order, names, figures, best, strict=True)]
    if not is_begun:
        return Result(rows, _("Not started yet"), NOTHING, NOTHING, length, heads)
    winners = [row.name for row in rows if row.is_best]
    n, who = len(winners), winners[0] if len(winners) == 1 else listed(winners)
    if n > MOST_NAMES:
        who = ngettext("{n} player", "{n} players", n)
    cheer = NOTHING
    if not charts.is_past:
        headline = _("{names} are level", names=who)
        if n == 1:
            headline = ngettext("{names} leads", "{names} lead", count_people(who), names=who)
    elif evening is None:
        headline = ngettext("{names} won", "{names} share the win", n, names=who)
        cheer = describe_ending(tally, story.evenings).cheer
    else:
        headline = ngettext("{names} won the evening", "{names} share the evening", n, names=who)
    margin = describe_margin(tally, scores) or NOTHING
    return Result(rows, headline, margin, cheer, length, heads)


# Its layout ---------------------------------------------------------------------------------------

Put = Callable[[str], list[str]]
"""Puts a text into the page's language twice: with full names, and with short ones."""


def draw_picture(
    story: Story, heading: str, evening: Evening | None = None
) -> Mapping[str, Sequence[Mark]]:
    """Return a picture's parts from back to front, in the page's language."""
    charts, language = StoryCharts(story, evening), current_language()
    result, (width, height) = find_result(charts), SIZE
    names = dict.fromkeys(story.tally.setup.players)
    names |= dict.fromkeys(name for each in charts.course for name in each.players)
    short = dict(zip(names, labels([*names], LETTERS), strict=True))

    def put(text: str) -> list[str]:
        return [language.render(each) for each in (text, replace_values(text, short))]

    paper = Mark("rect", {"class": "paper", "width": width, "height": height})
    baize = Mark("rect", {"class": "baize", "width": PANEL.width, "height": PANEL.height})
    head = _lay_out_head(result, heading, put)
    return {"ground": [paper, baize], "head": head, **_lay_out_body(charts, result, put)}


def _lay_out_head(result: Result, heading: str, put: Put) -> list[Mark]:
    inner, start, end = PANEL.width - 2 * EDGE, EDGE, PANEL.height - EDGE
    top = write(put(heading), TEXT, inner, 2, "head faint")
    parts = [put(each)[0].replace(" ", NO_BREAK) for each in result.length]
    foot = write([f"{NO_BREAK}· ".join(parts)], TEXT, inner, 2, "head faint")
    rest = [
        *write(put(result.margin), MARGIN, inner, 1, "head strong"),
        *write(put(result.cheer), MARGIN, inner, 2, "head cheer"),
    ]
    free = end - start - height_of([*top, *rest, *foot])
    headline = write(put(result.headline), HEADLINE, inner, 3, "head strong", free - TEXT)
    middle = start + height_of(top) + (free - height_of(headline)) / 2
    return [
        *stack(top, EDGE, start),
        *stack([*headline, *rest], EDGE, middle),
        *stack(foot, EDGE, end - height_of(foot)),
    ]


def _lay_out_body(charts: StoryCharts, result: Result, put: Put) -> Mapping[str, Sequence[Mark]]:
    """Lay out the result, the curve or hearts below it, and the turning points at the bottom."""
    about: dict[int, Fact] = {}  # the first fact about each entry
    for each in charts.story.facts_of(charts.evening):
        if each.entry is not None and each.evening is None and each.is_turn:
            about.setdefault(each.entry, each)
    facts, size = [*about.values()][:TURNS], TEXT
    for each in facts:
        size = write(put(each.text), size, BODY.width - 2 * TEXT, 2)[0].size
    sentences = [write(put(each.text), size, BODY.width - 2 * TEXT, 2) for each in facts]
    start = BODY.y + BODY.height - sum(height_of(lines) + TEXT / 2 for lines in sentences)
    free = start - BODY.y - TEXT

    parts: dict[str, Sequence[Mark]] = {}
    hearts, curve, columns = charts.hearts(), None, 2 if len(result.rows) >= COLUMNS_FROM else 1
    if hearts and columns == 1:
        room = {"x": BODY.x, "y": BODY.y, "width": BODY.width, "height": free}
        fit = {"viewBox": f"0 0 {hearts.width} {hearts.height}", "preserveAspectRatio": "xMinYMid"}
        parts["hearts"] = [Mark("svg", {**room, **fit}, inside=hearts.marks)]
    else:
        lines = ceil(len(result.rows) / columns)
        top, head = BODY.y, LEADING * TEXT * bool(result.heads)
        height = min(1.4 * ROW, (0.45 * free - head) / lines)
        taken = head + lines * height + TEXT
        if height >= LEAST_ROW and charts.game.unit == "points":
            below = Box(BODY.x, BODY.y + taken, BODY.width, free - taken)
            curve = draw_curve(charts, below, facts, result.rows[0].side)
        if curve is None:
            height = min(2.4 * ROW / columns, (free - head) / lines)
            top += (free - head - lines * height) / 2
        styles = charts.styles if curve else []
        parts |= _lay_out_rows(result, BODY._replace(y=top), styles, height, columns, put)
        parts["curve"] = [curve] if curve else []
    marks, turns = list[Mark](), list[Mark]()
    for n, sentence in enumerate(sentences, start=1):
        start += TEXT / 2
        x, y = BODY.x + 0.6 * TEXT, start + 0.65 * size
        is_numbered = curve is not None and charts.has_lead
        marks += (
            _number(n, x, y, 0.62 * TEXT) if is_numbered else [svg.circle("turn", x, y, 0.2 * TEXT)]
        )
        turns += stack(sentence, BODY.x + 1.8 * TEXT, start)
        start += height_of(sentence)
    return {**parts, "marks": marks, "turns": turns}


def _number(n: int, x: float, y: float, radius: float) -> list[Mark]:
    return [
        svg.circle("turn", x, y, radius),
        svg.label("number", x, y + radius / 2, str(n), radius * 1.4),
    ]


def _lay_out_rows(
    result: Result,
    box: Box,
    styles: Sequence[int],
    height: float,
    columns: int,
    put: Put,
) -> dict[str, list[Mark]]:
    """Lay out the result in rows of this height; for an evening, with headings above the figures.

    If there is a curve, a dot in the style of a side's line precedes the side's name.
    """
    lines = ceil(len(result.rows) / columns)
    figures = [[put(figure)[0] for figure in row.figures] for row in result.rows]
    heads = [put(head)[0] for head in result.heads]
    for size in range(round(0.72 * height), round(0.36 * height), -2):
        small, indent = min(TEXT, round(0.7 * size)), size if styles else 0
        width = (box.width - size * (columns - 1)) / columns
        spaces = [
            max(width_of(each, size) for each in own) + size / 2
            for own in zip(*figures, strict=True)
        ]
        if heads:
            least = [width_of(head, small, "") + size / 2 for head in heads]
            spaces = [*map(max, spaces, least)]
        room = width - sum(spaces) - indent
        fitted = min(write(put(row.name), size, room, 1, "strong")[0].size for row in result.rows)
        if fitted >= 0.8 * size:  # names about as large as figures
            break
    rows, dots, top = list[Mark](), list[Mark](), box.y + LEADING * TEXT * bool(heads)
    for index, (row, own) in enumerate(zip(result.rows, figures, strict=True)):
        column, line = divmod(index, lines)
        x, y = box.x + column * (width + size), round(top + (line + 0.75) * height)
        if styles:
            style = f"dot s{styles[row.side]}"
            dots.append(svg.circle(style, x + 0.3 * size, y - 0.36 * fitted, TEXT * 0.32))
        names = put(row.name)
        whole = (each for each in names if width_of(each, fitted) <= room)
        name = next(whole, cut(names[-1], fitted, room))
        best = "strong" if row.is_best else ""
        rows.append(svg.label(best, x + indent, y, name, fitted))
        end = x + width
        for number in reversed(range(len(own))):
            style = "faint" if number else best  # the total after an evening
            rows.append(svg.label(f"end {style}", end, y, own[number], size))
            if heads and not line:
                rows.append(svg.label("end faint", end, box.y + TEXT, heads[number], small))
            end -= spaces[number]
    return {"dots": dots, "rows": rows}


def draw_curve(charts: StoryCharts, box: Box, facts: Sequence[Fact], best: int) -> Mark | None:
    """Draw the lead of side `best` over the other or, if there are more than two, all totals.

    Return None if there are too few entries, too little space, or many sides and no leader. Lengths
    inside are in units of 1/16 of the font size.
    """
    ends, last = charts.ends, len(charts.course)
    if last < FEWEST or box.height < LEAST_CURVE or ends is None:
        return None
    scale = TEXT / UNIT
    width, height = round(box.width / scale, 1), round(box.height / scale, 1)
    if charts.has_lead:
        leads = [-each if best else each for each in charts.leads]
        low, high = min(0, *leads), max(0, *leads)
        x = Scale(0, last, 0, width)
        y = Scale(low, high, height - (CLEAR if low else 2), CLEAR if high else 2)
    else:
        figures = [0, *(figure for each in charts.totals for figure in each)]
        low, high = min(figures), max(figures)
        x = Scale(0, last, 0, width - max(map(len, ends)) * svg.LETTER)
        y = Scale(low, max(high, low + 1), height - 12, 12)
    zero, marks = y(0), charts.bands(x, 0, height)
    if not charts.has_lead:
        series = [*zip(*charts.totals, strict=True)]
        marks += [
            svg.across("zero", 0, width, zero),
            *svg.draw_lines(series, ends, charts.styles, x, y, charts.starts),
        ]
    else:
        clips = {"ahead": {"height": zero}, "behind": {"y": zero, "height": height}}
        marks.append(
            Mark("defs", {}, inside=[
                Mark("clipPath", {"id": id}, inside=[Mark("rect", {"width": width, **part})])
                for id, part in clips.items()
            ])
        )  # fmt: skip
        for side, clip in zip((best, 1 - best), clips, strict=True):
            (line,) = svg.draw_lines([leads], [""], [side], x, y)
            corners = f"{x(0)},{zero} {line.attributes['points']} {x(last)},{zero}"
            area = Mark("polygon", {"class": f"area s{side}", "points": corners})
            marks.append(Mark("g", {"clip-path": f"url(#{clip})"}, inside=[area, line]))
        marks.append(svg.across("zero", 0, width, zero))
        for most, shift, side in ((high, -14, best), (low, 26, 1 - best)):
            if most:
                at = min(max(x(leads.index(most)), 40), width - 40)
                marks.append(svg.label(f"peak s{side}", at, y(most) + shift, points(abs(most))))
        places = {each.number: place for place, each in enumerate(charts.course, start=1)}
        turns = list[tuple[float, float]]()
        for number in (places[each.entry] for each in facts if each.entry is not None):
            at, down = x(number), y(leads[number])
            if turns and abs(at - turns[-1][0]) < TURN and abs(down - turns[-1][1]) < TURN:
                at = turns[-1][0] + (TURN if at >= turns[-1][0] else -TURN)
            turns.append((min(max(at, TURN / 2), width - TURN / 2), down))
        marks += [each for n, turn in enumerate(turns, start=1) for each in _number(n, *turn, 10)]
    place = f"translate({box.x} {box.y}) scale({scale})"
    return Mark("g", {"transform": place, "font-size": UNIT}, inside=marks)
