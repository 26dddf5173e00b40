"""A picture of a story to share: the result, the race, three sentences.

It is drawn as SVG; where `resvg-py` is installed, a PNG is made of it, which every phone can send.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import wrap
from typing import Final

from flask import Blueprint, Response, abort, render_template, request

from referee.core.story.course import duration
from referee.core.story.story import Evening, Story
from referee.core.text import counted, said, signed, whole_number
from referee.web.http.app import as_file
from referee.web.http.assets import FOLDER
from referee.web.http.limits import one_whole_match
from referee.web.http.match_cache import open_match
from referee.web.story.charts import Chart, StoryCharts

pages = Blueprint("story_picture", __name__, url_prefix="/m/<key>/story")

SENTENCES: Final = 3
LETTERS: Final = 44  # the most letters of a line of a sentence
LETTERS_OF_A_TITLE: Final = 30
LETTERS_OF_A_NAME: Final = 24
RESULT: Final = 300  # the height of the result, whose lines are not higher than `HIGHEST_LINE`
HIGHEST_LINE: Final = 68
COLUMNS_FROM: Final = 6  # so many sides stand in two columns
HEAD, GAP, SENTENCES_AT = 210, 64, 1104
"""Where the result begins and the sentences do, and the room between the parts."""
UNIT: Final = 3  # the pixels of one unit of a chart
FONTS: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


@dataclass(frozen=True)
class ResultLine:
    """A side of the result, with what it has or gained; in pixels."""

    name: str
    figure: str
    x: float
    end: float
    y: float


@dataclass(frozen=True)
class StoryPicture:
    """What is drawn, in pixels."""

    title: str
    subtitle: str
    sides: Sequence[ResultLine]
    size: float  # of the letters of the sides
    top: float  # where the race begins
    race: Chart | None
    lines: Sequence[str]


@pages.get("/picture")
def picture(key: str) -> Response:
    """The picture of the whole match, or of one evening by its number."""
    with open_match(key) as opened, one_whole_match(len(opened.match.tally.rows)):
        story, title = opened.match.story(), opened.match.title
    number = whole_number(request.args.get("evening", ""), digits=4)
    if number is not None and not 1 <= number <= len(story.evenings):
        abort(404, "This evening isn’t in the match. Open the story again.")
    svg = render_template("story/picture.svg", picture=draw_picture(story, title, number))
    kind = "png"
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        kind, data = "svg", svg.replace(">", f"><style>{read_style()}</style>", 1).encode()
    else:
        fonts = [str(FOLDER / "vendor" / font) for font in FONTS]
        data = svg_to_bytes(svg_string=svg, style_sheet=read_style(), font_files=fonts)
    type = {"svg": "image/svg+xml", "png": "image/png"}[kind]
    drawn = Response(data, mimetype=type, headers={"Cache-Control": "no-store"})
    return as_file(drawn, title, kind, disposition="inline")


def draw_picture(story: Story, title: str, number: int | None = None) -> StoryPicture:
    """The picture of a story, or of one of its evenings, counted from 1."""
    evening = story.evenings[number - 1] if number else None
    size, sides = _result(story, evening)
    top = max(side.y for side in sides) + GAP
    charts = StoryCharts(story.until(evening) if evening else story)
    facts = story.facts_of(evening) if evening else story.facts
    rows = evening.rows if evening else story.entries
    entries = counted(len(rows), story.tally.game.entry_name)
    if evening is None:
        subtitle = said("{game} · {entries}", game=story.tally.game.title, entries=entries)
    else:
        template = "Evening {number}, {day} · {entries} · {time}"
        day = said("{day} {month:%b %Y}", day=evening.start.day, month=evening.start)
        time = duration(evening.minutes)
        subtitle = said(template, number=number, day=day, entries=entries, time=time)
    return StoryPicture(
        _cut(title or story.tally.game.title, LETTERS_OF_A_TITLE),
        subtitle,
        sides,
        size,
        top,
        charts.race((SENTENCES_AT - GAP - top) / UNIT),
        [line for fact in facts[:SENTENCES] for line in wrap(fact.text, LETTERS)[:2]],
    )


def _result(story: Story, evening: Evening | None) -> tuple[float, list[ResultLine]]:
    """The size of its letters, and the sides, best first, in one column or two.

    Of an evening what they gained; of all what they have, with a star for the winners.
    """
    if evening:
        gains = zip(story.sides, story.points_of(evening), strict=True)
        ranked = sorted(gains, key=lambda each: each[1], reverse=not story.lowest_wins)
        figures = [(name, signed(gain)) for name, gain in ranked]
    else:
        outcome, label = story.tally.outcome(), story.tally.game.total_label
        figures = [
            (f"★ {each.name}" if each.name in outcome.winners else each.name, label(each.score))
            for each in outcome.standings
        ]
    columns = 2 if len(figures) >= COLUMNS_FROM else 1
    rows = -(-len(figures) // columns)
    height = min(RESULT / rows, HIGHEST_LINE)
    width = 960 / columns
    size = round(height * 0.72)
    lines = []
    for index, (name, figure) in enumerate(figures):
        column, row = divmod(index, rows)
        x, y = 60 + column * (width + 20), round(HEAD + row * height + size)
        end = x + width - 20 * (columns - 1)
        lines.append(ResultLine(_cut(name, LETTERS_OF_A_NAME // columns), figure, x, end, y))
    return size, lines


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


@cache
def read_style() -> str:
    """The colours of the drawing: those of the page in the light, written out."""
    return (FOLDER / "story" / "picture.css").read_text(encoding="utf-8")
