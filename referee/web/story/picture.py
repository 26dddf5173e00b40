"""A picture of a match or evening, for sharing: the result, the course and two turning points.

It is laid out here, in pixels, because SVG can neither wrap nor shrink text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import ceil, inf
from typing import Final, NamedTuple
from unicodedata import combining, east_asian_width, normalize

from referee.core.course import Fact, seated_players
from referee.core.game import NOTHING
from referee.core.story.chronicle import chronicle
from referee.core.story.ending import describe_ending, describe_length, find_result
from referee.core.story.story import Evening, Story, seat_players
from referee.core.text import NO_BREAK, Text, _, _p, day, replace_values, signed, unbroken
from referee.matches.match import SAT_IN, sitting_in
from referee.web.http.language import current_language
from referee.web.http.names import labels
from referee.web.story import svg
from referee.web.story.charts import StoryCharts
from referee.web.story.svg import Mark

TURNS: Final = 2  # most turning points
HEADS: Final = (_p("column", "Evening"), _p("column", "Total"))
COLUMNS_FROM: Final = 6  # fewest sides that are listed in two columns
LETTERS: Final = 14  # most letters of a name where the full names don't fit
LEADING: Final = 1.25  # line height, in font sizes
LEAST_ROW: Final = 32  # height of a row below which the rows get the space of the curve
LEAST_CURVE: Final = 82  # least height of a curve, in its own units
ABOVE: Final = 18  # space for numbers above a curve, in its own units
DOTS: Final = "…"


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


SIZE: Final = (1080, 1350)  # of a picture that fills a phone's screen
PANEL: Final = Box(0, 0, 1080, 540)  # of the headline
BODY: Final = Box(60, 584, 960, 716)  # of everything else
EDGE: Final = 56  # space around the text of the panel
HEADLINE, MARGIN, TEXT, NOTE, ROW = 140, 56, 34, 30, 52  # largest font sizes, and that of a row
SCALE: Final = TEXT / 16  # pixels in a unit of a chart, whose text has a font size of 16


class TextLine(NamedTuple):
    text: str
    size: int
    style: str = ""  # its classes


# Text ---------------------------------------------------------------------------------------------


def width_of(text: str, size: float, style: str = "strong") -> float:
    """Estimate the width of text in DejaVu Sans, in pixels, erring on the high side."""
    return size * sum(map(_width_of_letter, text)) * (1 if "strong" in style else 0.9)


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
        return 1.12 if plain == "W" else 1.09
    if plain in "aceksvxyz":
        return 0.68
    return 0.84 if plain.isupper() or plain in "~+−=" else 0.71


def wrap(text: str, size: float, width: float, style: str) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or width_of(longer, size, style) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line.removesuffix(f"{NO_BREAK}·") for line in lines]


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


class ResultRow(NamedTuple):
    name: str
    figures: tuple[str, ...]  # its points and, for an evening, its total
    is_best: bool


class Summary(NamedTuple):
    """What a picture says of a match, an evening or several matches."""

    rows: Sequence[ResultRow]  # best first
    headline: Text
    margin: Text
    length: Sequence[str]  # `120 legs`, `9 evenings`, …
    who: str  # those whom the headline names
    heads: Sequence[Text] = ()  # headings of the figures
    cheer: Text = NOTHING
    notes: Sequence[Text] = ()  # how it was counted


def summarise(charts: StoryCharts) -> Summary:
    story, result = charts.story, charts.result
    figures: list[tuple[str, ...]] = [(story.total_label(side),) for side in result.ranking]
    if charts.evening:
        then, pairs = story.until(charts.evening), zip(result.ranking, result.scores, strict=True)
        figures = [(signed(score), then.total_label(side)) for side, score in pairs]
    rows = [
        ResultRow(story.side_names[side], own, side in result.leaders)
        for side, own in zip(result.ranking, figures, strict=True)
    ]
    cheer = describe_ending(story).cheer if story.is_over else None
    if charts.evening:
        is_end, whole = story.is_over and charts.evening is story.evenings[-1], find_result(story)
        cheer = _("The match went to {names}.", names=whole.who) if is_end else None
        if cheer and whole.margin and whole.leaders == result.leaders:
            cheer = _("And the match, {margin}!", margin=whole.margin)
    return Summary(
        rows,
        result.headline,
        result.margin or NOTHING,
        list_lengths(story, charts.evening),
        result.who,
        HEADS if charts.evening else (),
        cheer or NOTHING,
    )


def list_lengths(story: Story, evening: Evening | None) -> list[str]:
    """Return how long it took and when, such as `120 legs`, `9 evenings`, …"""
    if evening:
        own = story.tally.setup.players
        others = sitting_in(seat_players(evening.session, own), own, SAT_IN)
        return [*filter(None, [day(evening.start), *describe_length(story, evening), others])]
    days = [each.start for each in story.evenings if each.rows]
    dates = [current_language().days(days[0], days[-1])] if days else []
    return [*describe_length(story), *dates]


# Its layout ---------------------------------------------------------------------------------------

Put = Callable[[str], list[str]]
"""Puts a text into the page's language twice: with full names, and with short ones."""
Picture = Mapping[str, Sequence[Mark]]  # its parts from back to front, in the page's language


def draw_picture(story: Story, heading: str, evening: Evening | None = None) -> Picture:
    charts = StoryCharts(story, evening)
    own = story.tally.setup.players
    names = dict.fromkeys([*own, *seated_players(own, charts.course)])
    summary, put = summarise(charts), _shorten([*names])
    return {**_lay_out_panel(summary, heading, put), **_lay_out_body(charts, summary, put)}


def draw_results(
    summary: Summary, heading: str, sentences: Sequence[Text], names: Sequence[str]
) -> Picture:
    """Draw the results of several matches, with sentences and notes below them."""
    put, room = _shorten(names), BODY.width - 1.8 * TEXT
    texts = [[NO_BREAK.join(each.rsplit(" ", 1)) for each in put(text)] for text in sentences]
    columns = 2 if len(summary.rows) >= COLUMNS_FROM else 1
    foot = [each for own in map(put, summary.notes) for each in write(own, NOTE, room, 2, "faint")]
    end = BODY.y + BODY.height - height_of(foot)
    for size in range(TEXT, NOTE - 2, -2):  # smaller, if that leaves more room for the results
        lines = [write(text, size, room, 2) for text in texts]
        start = end - sum(height_of(each) + TEXT / 2 for each in lines) - TEXT * bool(foot)
        height = min(2 * ROW, (start - BODY.y - 2 * TEXT) / ceil(len(summary.rows) / columns))
        if height >= ROW and all(each[0].size == size for each in lines):
            break
    parts = _lay_out_panel(summary, heading, put)
    parts["rows"] = _lay_out_rows(summary, BODY, height, columns, put)
    marks, turns = list[Mark](), list[Mark]()
    for each in lines:
        start += TEXT / 2
        marks.append(
            svg.circle("turn", BODY.x + 0.6 * TEXT, start + 0.65 * each[0].size, 0.2 * TEXT)
        )
        turns += stack(each, BODY.x + 1.8 * TEXT, start)
        start += height_of(each)
    return parts | {"marks": marks, "turns": [*turns, *stack(foot, BODY.x, end)]}


def _shorten(names: Sequence[str]) -> Put:
    language, short = current_language(), dict(zip(names, labels(names, LETTERS), strict=True))
    return lambda text: [
        language.render(unbroken(each)).replace(" · ", f"{NO_BREAK}· ")
        for each in (text, replace_values(text, short))
    ]


def _lay_out_panel(summary: Summary, heading: str, put: Put) -> dict[str, Sequence[Mark]]:
    inner, start, end = PANEL.width - 2 * EDGE, EDGE, PANEL.height - EDGE
    top = write(put(heading), TEXT, inner, 2, "head faint")
    parts = [put(each)[0].replace(" ", NO_BREAK) for each in summary.length]
    foot = write([f"{NO_BREAK}· ".join(parts)], NOTE, inner, 2, "head faint")
    rest = [
        *write(put(summary.margin), MARGIN, inner, 1, "head strong"),
        *write(put(summary.cheer), MARGIN, inner, 1, "head cheer"),
    ]
    free = end - start - height_of([*top, *rest, *foot])
    texts, place = put(summary.headline), (HEADLINE, inner, 3, "head strong", free - TEXT)
    pairs = zip(texts, map(re.escape, put(summary.who)), strict=True)
    # Preferably, lines only end before and after the names.
    apart = [re.sub(rf"(?<!{who}) (?!{who})", NO_BREAK, text) for text, who in pairs]
    headline, whole = write(texts, *place), write(apart, *place)
    is_large = whole[0].size >= max(0.4 * HEADLINE, 0.75 * headline[0].size)
    headline = whole if is_large else headline
    middle = start + height_of(top) + (free - height_of(headline)) / 2
    head = [
        *stack(top, EDGE, start),
        *stack([*headline, *rest], EDGE, middle),
        *stack(foot, EDGE, end - height_of(foot)),
    ]
    return {"ground": [svg.rect("paper", 0, 0, *SIZE), svg.rect("baize", *PANEL)], "head": head}


def _lay_out_body(charts: StoryCharts, summary: Summary, put: Put) -> Picture:
    """Lay out the result, the curve or hearts, and sentences."""
    facts = [each for each in charts.story.facts_of(charts.evening) if each.is_turn]
    if not (charts.evening or charts.is_past):
        facts = [each for each in chronicle(charts.story) if each.evening][-TURNS:] + facts
    about: dict[object, Fact] = {}  # the first fact about each entry
    for each in facts:
        about.setdefault(each.text if each.entry is None else each.entry, each)
    facts = sorted([*about.values()][:TURNS], key=lambda each: each.entry or 0)
    texts = [[NO_BREAK.join(each.rsplit(" ", 1)) for each in put(fact.text)] for fact in facts]
    for most in (2, 3):
        sizes = [write(text, TEXT, BODY.width - 2 * TEXT, most)[0].size for text in texts]
        if (size := min(sizes, default=TEXT)) > 0.7 * TEXT:
            break
    sentences = [write(text, size, BODY.width - 2 * TEXT, most) for text in texts]
    start = BODY.y + BODY.height - sum(height_of(lines) + TEXT / 2 for lines in sentences)
    free = start - BODY.y - TEXT

    columns = 2 if len(charts.sides) >= COLUMNS_FROM else 1
    lines, head = ceil(len(charts.sides) / columns), LEADING * TEXT * bool(charts.evening)
    taken = 0.0
    height = min(1.2 * ROW, (0.34 * free - head) / lines)
    chart = charts.hearts() if columns == 1 else None
    if chart is None and charts.game.unit == "points" and height >= LEAST_ROW:
        taken = head + lines * height + TEXT
        charts.end, charts.last = None, max(1, len(charts.course))  # without a forecast
        charts.width, charts.height = BODY.width / SCALE, (free - taken) / SCALE - ABOVE
        chart = (charts.lead() or charts.race()) if charts.height >= LEAST_CURVE else None
    parts: dict[str, list[Mark]] = {"rows": [], "curve": [], "marks": [], "turns": []}
    if chart is None or taken:
        top = BODY.y
        if chart is None:
            height = min(2.4 * ROW / columns, (free - head) / lines)
            top += (free - head - lines * height) / 2
        parts["rows"] = _lay_out_rows(summary, BODY._replace(y=top), height, columns, put)
    dots = [chart.dots.get(each.entry) if chart else None for each in facts]
    numbers = [svg.label("faint", 0, -4, _p("column", "Lead"))] * bool(chart and chart.id == "lead")
    above = iter(svg.spread([dot.x for dot in dots if dot], svg.LEFT + ABOVE, charts.width))
    for n, (dot, sentence) in enumerate(zip(dots, sentences, strict=True), start=1):
        start += TEXT / 2
        x, y = BODY.x + 0.6 * TEXT, start + 0.65 * size
        own = _number(n, x, y, 0.62 * size) if dot else [svg.circle("turn", x, y, 0.2 * TEXT)]
        parts["marks"] += own
        if dot:
            at = next(above)
            numbers.append(Mark("path", {"class": "rule", "d": f"M{at} 0L{dot.x} {dot.y}"}))
            numbers.append(svg.circle("line lead", dot.x, dot.y, 4))
            numbers += _number(n, at, -ABOVE / 2, ABOVE / 2)
        parts["turns"] += stack(sentence, BODY.x + 1.8 * TEXT, start)
        start += height_of(sentence)
    if chart is not None:
        place = BODY._replace(y=BODY.y + taken, height=free - taken)._asdict()
        top = ABOVE if chart.dots else 0
        view = f"0 {-top} {chart.width} {chart.height + top}"
        fit = {"viewBox": view, "preserveAspectRatio": "xMinYMid"}
        parts["curve"] = [Mark("svg", {**place, **fit}, inside=[*chart.marks, *numbers])]
    return parts


def _number(n: int, x: float, y: float, radius: float) -> list[Mark]:
    return [
        svg.circle("turn", x, y, radius),
        svg.label("number", x, y + radius / 2, str(n), radius * 1.4),
    ]


def _lay_out_rows(summary: Summary, box: Box, height: float, columns: int, put: Put) -> list[Mark]:
    """Lay out the result in rows of this height, with any headings above the figures."""
    results, lines = summary.rows, ceil(len(summary.rows) / columns)
    figures = [[put(figure)[0] for figure in row.figures] for row in results]
    heads = [put(head)[0] for head in summary.heads]
    for size in range(round(0.72 * height), round(0.36 * height), -2):
        small, width = min(TEXT, round(0.7 * size)), (box.width - size * (columns - 1)) / columns
        spaces = [max(width_of(each, size) for each in own) for own in zip(*figures, strict=True)]
        if heads:
            spaces = [*map(max, spaces, [width_of(head, small, "") for head in heads])]
        room = width - sum(spaces) - len(spaces) * size / 2
        names = [write(put(row.name), size, room, 1, "strong")[0] for row in results]
        if min(name.size for name in names) >= 0.8 * size:  # about as large as the figures
            break
    marks, top = list[Mark](), box.y + LEADING * TEXT * bool(heads)
    for index, (row, name, own) in enumerate(zip(results, names, figures, strict=True)):
        column, line = divmod(index, lines)
        x, y = box.x + column * (width + size), round(top + (line + 0.75) * height)
        best = "strong" if row.is_best else ""
        marks.append(svg.label(best, x, y, name.text, name.size))
        end = x + width
        for number in reversed(range(len(own))):
            style = "faint" if number else best  # the total after an evening
            marks.append(svg.label(f"end {style}", end, y, own[number], size))
            if heads and not line:
                marks.append(svg.label("end faint", end, box.y + TEXT, heads[number], small))
            end -= spaces[number] + size / 2
    return marks
