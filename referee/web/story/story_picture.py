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
from referee.core.story.evenings import Evening
from referee.core.story.story import Story
from referee.core.text import Said, counted, said, signed, whole_number
from referee.web.http.app import as_file
from referee.web.http.assets import FOLDER
from referee.web.http.limits import one_whole_match
from referee.web.http.match_cache import open_match
from referee.web.story.charts import Chart
from referee.web.story.story_charts import Charts
from referee.web.story.story_page import story_in

pages = Blueprint("story_picture", __name__, url_prefix="/m/<key>/story")

SENTENCES: Final = 3
LETTERS: Final = 44
"""So many letters has a line of a sentence at most."""
LETTERS_OF_A_TITLE: Final = 30
LETTERS_OF_A_NAME: Final = 24
RESULT: Final = 300
"""So high is the room of the result, whose lines are not higher than these."""
HIGHEST: Final = 68
COLUMNS_FROM: Final = 6
"""So many sides stand in two columns."""
HEAD, GAP, SENTENCES_AT = 210, 64, 1104
"""Where the result begins and the sentences do, and the room between the parts."""
UNIT: Final = 3
"""So many pixels are one unit of a chart."""
FONTS: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


@dataclass(frozen=True)
class ResultLine:
    """A side of the result, with what it has or gained, and where it stands in the picture."""

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
    size: float
    """Of the letters of the sides."""
    top: float
    """Where the race begins."""
    race: Chart | None
    lines: Sequence[str]


@pages.get("/picture")
def picture(key: str) -> Response:
    """The picture of the whole match, or of one evening by its number."""
    with open_match(key) as opened, one_whole_match(len(opened.match.tally.rows)):
        story, title = story_in(opened.match), opened.match.title
    number = whole_number(request.args.get("evening", ""), digits=4)
    if number is not None and not 1 <= number <= len(story.evenings):
        abort(404, "This evening isn’t in the match. Open the story again.")
    drawn = picture_of(story, title, number)
    return _image(render_template("story/picture.svg", picture=drawn), title)


def picture_of(story: Story, title: str, number: int | None = None) -> StoryPicture:
    """The picture of a story, or of one of its evenings, counted from 1."""
    evening = story.evenings[number - 1] if number else None
    until = story.until(evening) if evening else story
    size, sides = _sides(story, evening)
    top = max(side.y for side in sides) + GAP
    return StoryPicture(
        _cut(title or story.tally.game.title, LETTERS_OF_A_TITLE),
        _subtitle(story, evening, number),
        sides,
        size,
        top,
        Charts(until).race((SENTENCES_AT - GAP - top) / UNIT),
        [line for text in _sentences(story, evening) for line in wrap(text, LETTERS)[:2]],
    )


def _subtitle(story: Story, evening: Evening | None, number: int | None) -> Said:
    rows = evening.rows if evening else story.entries
    entries = counted(len(rows), story.tally.game.entry_name)
    if evening is None:
        return said("{game} · {entries}", game=story.tally.game.title, entries=entries)
    template = "Evening {number}, {day} · {entries} · {time}"
    day = said("{day} {month:%b %Y}", day=evening.start.day, month=evening.start)
    time = duration(evening.minutes)
    return said(template, number=number, day=day, entries=entries, time=time)


def _sides(story: Story, evening: Evening | None) -> tuple[float, list[ResultLine]]:
    """The sides, the first one first, in one column or two; of an evening what they gained."""
    figures = _gains(story, evening) if evening else _standings(story)
    columns = 2 if len(figures) >= COLUMNS_FROM else 1
    rows = -(-len(figures) // columns)
    height = min(RESULT / rows, HIGHEST)
    width = 960 / columns
    size = round(height * 0.72)
    return size, [
        ResultLine(
            _cut(name, LETTERS_OF_A_NAME // columns),
            figure,
            60 + (place // rows) * (width + 20),
            60 + (place // rows) * (width + 20) + width - 20 * (columns - 1),
            round(HEAD + (place % rows) * height + size),
        )
        for place, (name, figure) in enumerate(figures)
    ]


def _standings(story: Story) -> list[tuple[str, str]]:
    """Who has what now; a star for who won."""
    outcome, label = story.tally.outcome(), story.tally.game.total_label
    return [
        (f"★ {each.name}" if each.name in outcome.winners else each.name, label(each.score))
        for each in outcome.standings
    ]


def _gains(story: Story, evening: Evening) -> list[tuple[str, str]]:
    """Who gained what in an evening."""
    gains = zip(story.sides, story.points_of(evening), strict=True)
    ranked = sorted(gains, key=lambda each: each[1], reverse=True)
    return [(name, signed(gain)) for name, gain in ranked]


def _sentences(story: Story, evening: Evening | None) -> list[Said]:
    told = story.facts_of(evening) if evening else story.facts
    return [fact.text for fact in told[:SENTENCES]]


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


def _image(svg: str, title: str) -> Response:
    """The drawing as a picture that can be sent on."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        kind, data = "svg", svg.replace(">", f"><style>{style()}</style>", 1).encode()
    else:
        fonts = [str(FOLDER / "vendor" / font) for font in FONTS]
        kind, data = "png", svg_to_bytes(svg_string=svg, style_sheet=style(), font_files=fonts)
    type = {"svg": "image/svg+xml", "png": "image/png"}[kind]
    drawn = Response(data, mimetype=type, headers={"Cache-Control": "no-store"})
    return as_file(drawn, title, kind, disposition="inline")


@cache
def style() -> str:
    """The colours of the drawing: those of the page in the light, written out."""
    return (FOLDER / "story" / "picture.css").read_text(encoding="utf-8")
