"""A picture of a match or evening, for sharing: the result, the course and two turning points.

It is laid out here, in pixels, because SVG can neither wrap nor shrink text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, inf
from typing import Any, Final, NamedTuple
from unicodedata import combining, east_asian_width, normalize

from referee.core.game import NOTHING, count_entries
from referee.core.seating import count_people
from referee.core.story.course import Fact, duration
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
    put_into_words,
    replace_values,
    signed,
)
from referee.web.http.language import current_language
from referee.web.http.names import labels
from referee.web.story.charts import (
    FEWEST,
    LETTER,
    MOST_SIDES,
    STYLES,
    Bar,
    Dot,
    Scale,
    StoryCharts,
    Stroke,
    draw_strokes,
)

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


@dataclass(frozen=True)
class Shape:
    """A picture's size, the areas of its headline and of the rest, and its largest font sizes."""

    width: int
    height: int
    panel: Box
    edge: int  # space around the text of the panel
    body: Box
    headline: int
    margin: int
    text: int
    row: int


SHAPES: Final = {
    "tall": Shape(1080, 1350, Box(0, 0, 1080, 540), 56, Box(60, 584, 960, 716), 140, 56, 34, 52),
    "wide": Shape(1200, 630, Box(0, 0, 520, 630), 44, Box(560, 36, 600, 560), 84, 38, 24, 36),
}
"""`tall` fills a phone's screen; `wide` has the size of a link preview in a chat."""


@dataclass(frozen=True)
class TextLine:
    x: float
    y: float  # of its baseline
    text: str
    size: int
    style: str = ""  # its classes


@dataclass(frozen=True)
class Curve:
    """The lead of one of two sides, or the totals of three or more sides.

    Lengths are in units of 1/16 of the font size.
    """

    box: Box  # in pixels
    scale: float
    width: float
    height: float
    bands: Sequence[Bar]
    strokes: Sequence[Stroke]
    zero: float
    area: str = ""  # corners of the area between the lead and 0
    sides: Sequence[int] = ()  # which side is ahead above 0, and which below
    peaks: Sequence[TextLine] = ()
    turns: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True)
class ResultRow:
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
    texts: Sequence[str], size: int, width: float, most: int, style: str, high: float = inf
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
            return [TextLine(0, 0, line, fitted, style) for line in lines if line]
    lines = wrap(texts[-1], least, width, style)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [TextLine(0, 0, cut(line, least, width, style), least, style) for line in lines]


def height_of(lines: Sequence[TextLine]) -> float:
    return LEADING * sum(line.size for line in lines)


def stack(lines: Sequence[TextLine], x: float, top: float) -> list[TextLine]:
    """Place lines one below the other."""
    placed = []
    for line in lines:
        placed.append(replace(line, x=x, y=round(top + line.size)))
        top += LEADING * line.size
    return placed


# What it says -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """The result of a match, or of an evening with the standing after it."""

    rows: Sequence[ResultRow]  # best first
    headline: Text
    margin: Text
    cheer: Text
    length: Sequence[str]  # `120 legs`, `9 evenings`, …
    heads: Sequence[Text] = ()  # headings of the figures


def find_result(charts: StoryCharts) -> Result:
    story, evening, game = charts.story, charts.evening, charts.story.tally.game
    if evening is not None:
        return _find_result_of_evening(charts, evening)
    tally, outcome = story.tally, story.tally.outcome()
    best = outcome.winners or tuple(e.name for e in outcome.standings if e.rank == 1)
    rows = []
    for each in outcome.standings:
        side = story.sides.index(each.name)
        figures = (game.total_label(each.score),)
        rows.append(ResultRow(side, story.side_names[side], figures, each.name in best))
    length: list[str] = [*describe_length(game.entry_name, len(story.entries), story.evenings)]
    days = [each.start for each in story.evenings if each.rows]
    if days:
        length.append(current_language().days(days[0], days[-1]))
    margin = describe_margin(tally, [each.score for each in outcome.standings])
    if not story.entries:
        return Result(rows, _("Not started yet"), NOTHING, NOTHING, length)
    names, number = _name_best(rows)
    if outcome.winners:
        headline = ngettext("{names} won", "{names} share the win", number, names=names)
        cheer = describe_ending(tally, story.evenings).cheer
        return Result(rows, headline, margin or NOTHING, cheer, length)
    return Result(rows, _describe_lead(names, number), margin or NOTHING, NOTHING, length)


def _find_result_of_evening(charts: StoryCharts, evening: Evening) -> Result:
    story, until = charts.story, charts.story.until(evening)
    game, gains, totals = story.tally.game, story.points_of(evening), until.totals[-1]
    side_names = charts.course[-1].sides if charts.course else story.side_names
    order = sorted(range(len(gains)), key=gains.__getitem__, reverse=not story.tally.lowest_wins)
    scores = [gains[side] for side in order]
    rows = [
        ResultRow(
            side,
            side_names[side],
            (signed(gains[side]), game.total_label(totals[side])),
            gains[side] == scores[0],
        )
        for side in order
    ]
    heads = [_p("column", "Evening"), _p("column", "Total")]
    length = [day(evening.start), count_entries(game.entry_name, len(evening.rows))]
    if round(evening.minutes):
        length.append(duration(evening.minutes))
    if not evening.rows:
        return Result(rows, _("Not started yet"), NOTHING, NOTHING, length, heads)
    names, number = _name_best(rows)
    headline = _describe_lead(names, number)
    if charts.is_past:
        headline = ngettext(
            "{names} won the evening", "{names} share the evening", number, names=names
        )
    margin = describe_margin(story.tally, scores) or NOTHING
    return Result(rows, headline, margin, NOTHING, length, heads)


def _name_best(rows: Sequence[ResultRow]) -> tuple[str, int]:
    """Return the names of the best sides as a text, and how many sides they are.

    If there are more than MOST_NAMES, the text has only their number.
    """
    best = [row.name for row in rows if row.is_best]
    if len(best) > MOST_NAMES:
        return ngettext("{n} player", "{n} players", len(best)), len(best)
    return best[0] if len(best) == 1 else listed(best), len(best)


def _describe_lead(names: str, number: int) -> Text:
    if number > 1:
        return _("{names} are level", names=names)
    return ngettext("{names} leads", "{names} lead", count_people(names), names=names)


def count_columns(rows: Sequence[ResultRow]) -> int:
    return 2 if len(rows) >= COLUMNS_FROM else 1


# Its layout ---------------------------------------------------------------------------------------


def draw_picture(
    story: Story, heading: str, evening: Evening | None = None, shape: Shape = SHAPES["tall"]
) -> dict[str, Any]:
    """Return the template values for a picture with this heading, in the page's language."""
    charts, language = StoryCharts(story, evening), current_language()
    result = find_result(charts)
    names = dict.fromkeys(story.tally.seating.players)
    names |= dict.fromkeys(name for each in charts.course for name in each.players)
    short = dict(zip(names, labels([*names], LETTERS), strict=True))

    def put(text: str) -> list[str]:
        return [put_into_words(each, language) for each in (text, replace_values(text, short))]

    return {
        "shape": shape,
        "head": _write_head(result, heading, shape, put),
        **_lay_out_body(charts, result, shape, put),
    }


Put = Callable[[str], list[str]]
"""Puts a text into the page's language twice: with full names, and with short ones."""


def _write_head(result: Result, heading: str, shape: Shape, put: Put) -> list[TextLine]:
    panel, edge, text = shape.panel, shape.edge, shape.text
    inner, is_narrow = panel.width - 2 * edge, panel.width < panel.height
    start, end = panel.y + edge, panel.y + panel.height - edge
    top = write(put(heading), text, inner, 2, "faint")
    parts = [put(each)[0].replace(" ", NO_BREAK) for each in result.length]
    foot = write([f"{NO_BREAK}· ".join(parts)], text, inner, 4 if is_narrow else 2, "faint")
    rest = [
        *write(put(result.margin), shape.margin, inner, 1, "strong"),
        *write(put(result.cheer), shape.margin, inner, 2, "cheer"),
    ]
    free = end - start - height_of([*top, *rest, *foot])
    headline = write(put(result.headline), shape.headline, inner, 3, "strong", free - text)
    middle = [*headline, *rest]
    free -= height_of(headline)
    return [
        *stack(top, edge, start),
        *stack(middle, edge, start + height_of(top) + free / 2),
        *stack(foot, edge, end - height_of(foot)),
    ]


def _lay_out_body(charts: StoryCharts, result: Result, shape: Shape, put: Put) -> dict[str, Any]:
    body, text, story = shape.body, shape.text, charts.story
    found: dict[int, Fact] = {}  # the first fact about each entry
    for each in story.facts_of(charts.evening):
        if each.entry is not None and each.evening is None:
            found.setdefault(each.entry, each)
    facts = [*found.values()][:TURNS]
    size = text
    for each in facts:
        size = write(put(each.text), size, body.width - 2 * text, 2, "")[0].size
    turns = [write(put(each.text), size, body.width - 2 * text, 2, "") for each in facts]
    start = body.y + body.height - sum(height_of(lines) + text / 2 for lines in turns)
    free = start - body.y - text
    hearts, box, curve = charts.hearts(), None, None
    rows, dots = list[TextLine](), list[Dot]()
    columns = count_columns(result.rows)
    if hearts and columns == 1:
        scale = min(body.width / hearts.width, free / hearts.height)
        width, height = hearts.width * scale, hearts.height * scale
        box = Box(body.x, body.y + (free - height) / 2, width, height)
    else:
        lines = ceil(len(result.rows) / columns)
        top, head = body.y, LEADING * text * bool(result.heads)
        height = min(1.4 * shape.row, (0.45 * free - head) / lines)
        taken = head + lines * height + text
        if height >= LEAST_ROW and story.tally.game.unit == "points":
            room = Box(body.x, body.y + taken, body.width, free - taken)
            curve = draw_curve(charts, room, facts, text, result.rows[0].side)
        if curve is None:
            height = min(2.4 * shape.row / columns, (free - head) / lines)
            top += (free - head - lines * height) / 2
        styles = charts.styles if curve else []
        rows, dots = _lay_out_rows(result, body._replace(y=top), styles, (height, text), put)
    written, marks = list[TextLine](), list[Dot]()
    for lines_of_turn in turns:
        start += text / 2
        marks.append(Dot(body.x + 0.6 * text, start + 0.65 * size, 0))
        written += stack(lines_of_turn, body.x + 1.8 * text, start)
        start += height_of(lines_of_turn)
    drawn = {"hearts": hearts, "box": box, "curve": curve, "rows": rows, "dots": dots}
    return {**drawn, "turns": written, "marks": marks}


def _lay_out_rows(
    result: Result, box: Box, styles: Sequence[int], sizes: tuple[float, int], put: Put
) -> tuple[list[TextLine], list[Dot]]:
    """Lay out the result in rows; for an evening, with headings above the figures.

    `sizes` are the height of a row and the font size of the headings. If there is a curve, a dot in
    the style of a side's line precedes the side's name.
    """
    height, text = sizes
    columns = count_columns(result.rows)
    lines = ceil(len(result.rows) / columns)
    figures = [[put(figure)[0] for figure in row.figures] for row in result.rows]
    heads = [put(head)[0] for head in result.heads]
    for size in range(round(0.72 * height), round(0.36 * height), -2):
        small, indent = min(text, round(0.7 * size)), size if styles else 0
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
    written, dots, top = list[TextLine](), list[Dot](), box.y + LEADING * text * bool(heads)
    for index, (row, own) in enumerate(zip(result.rows, figures, strict=True)):
        column, line = divmod(index, lines)
        x, y = box.x + column * (width + size), round(top + (line + 0.75) * height)
        if styles:
            dots.append(Dot(x + 0.3 * size, y - 0.36 * fitted, styles[row.side]))
        names = put(row.name)
        whole = (each for each in names if width_of(each, fitted) <= room)
        name = next(whole, cut(names[-1], fitted, room))
        best = "strong" if row.is_best else ""
        written.append(TextLine(x + indent, y, name, fitted, best))
        end = x + width
        for number in reversed(range(len(own))):
            style = "faint" if number else best  # the total after an evening
            written.append(TextLine(end, y, own[number], size, f"end {style}"))
            if heads and not line:
                written.append(TextLine(end, box.y + text, heads[number], small, "end faint"))
            end -= spaces[number]
    return written, dots


def draw_curve(
    charts: StoryCharts, box: Box, facts: Sequence[Fact], text: float, best: int
) -> Curve | None:
    """Draw the lead of side `best` over the other or, if there are more than two, all totals.

    Return None if there are too few entries, too little space, or many sides and no leader.
    """
    if len(charts.course) < FEWEST or box.height < LEAST_CURVE:
        return None
    scale = text / UNIT
    width, height = round(box.width / scale, 1), round(box.height / scale, 1)
    if not charts.has_lead:
        return _draw_race(charts, box, scale, width, height)
    leads, last = [-each if best else each for each in charts.leads], len(charts.course)
    low, high = min(0, *leads), max(0, *leads)
    x = Scale(0, last, 0, width)
    y = Scale(low, high, height - (CLEAR if low else 2), CLEAR if high else 2)
    strokes = draw_strokes([leads], [""], [0], x, y)
    peaks = list[TextLine]()
    for most, shift, style in ((high, -14, f"s{best}"), (low, 26, f"s{1 - best}")):
        if most:
            at = min(max(x(leads.index(most)), 40), width - 40)
            peaks.append(TextLine(at, y(most) + shift, points(abs(most)), UNIT, style))
    places = {each.number: place for place, each in enumerate(charts.course, start=1)}
    turns = list[tuple[float, float]]()
    for place in (places[each.entry] for each in facts if each.entry is not None):
        across, down = x(place), y(leads[place])
        if turns and abs(across - turns[-1][0]) < TURN and abs(down - turns[-1][1]) < TURN:
            across = turns[-1][0] + (TURN if across >= turns[-1][0] else -TURN)
        turns.append((min(max(across, TURN / 2), width - TURN / 2), down))
    bands = [replace(each, y=0, height=height) for each in charts.bands(x)]
    area = f"{x(0)},{y(0)} {strokes[0].path} {x(last)},{y(0)}"
    return Curve(
        box, scale, width, height, bands, strokes, y(0), area, (best, 1 - best), peaks, turns
    )


def _draw_race(
    charts: StoryCharts, box: Box, scale: float, width: float, height: float
) -> Curve | None:
    styles, is_crowd = charts.styles, len(charts.sides) > MOST_SIDES
    if is_crowd and min(styles) == STYLES:
        return None
    ends = [
        "" if is_crowd and style == STYLES else label
        for style, label in zip(styles, charts.initials, strict=True)
    ]
    figures = [0, *(figure for each in charts.totals for figure in each)]
    x = Scale(0, len(charts.course), 0, width - max(map(len, ends)) * LETTER)
    y = Scale(min(figures), max(max(figures), min(figures) + 1), height - 12, 12)
    strokes = draw_strokes([*zip(*charts.totals, strict=True)], ends, styles, x, y)
    bands = [replace(each, y=0, height=height) for each in charts.bands(x)]
    return Curve(box, scale, width, height, bands, strokes, y(0))
