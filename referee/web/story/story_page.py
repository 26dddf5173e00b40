"""The story of a match: its page, an explanation of its forecasts, and a picture to share.

The picture is rendered as SVG and, if `resvg-py` is installed, sent as PNG, which every phone can
share.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from textwrap import wrap
from typing import Any, Final

from flask import Blueprint, Response, abort, render_template, request, url_for

from referee.core.game import EntryName, count_entries
from referee.core.story.course import Fact, duration
from referee.core.story.forecast import describe_forecast, describe_test, summarize_tests
from referee.core.story.story import Evening, Pace, Story
from referee.core.text import Text, _, day, joined, put_into_words, signed, whole_number
from referee.matches.events import ChancesShown
from referee.matches.in_progress import NAMES
from referee.matches.match import Match
from referee.web.http.app import as_file, render
from referee.web.http.assets import FOLDER
from referee.web.http.language import current_language
from referee.web.http.limits import one_whole_match
from referee.web.http.match_cache import open_match
from referee.web.match.write import Reply, go_to, write_event
from referee.web.story.charts import StoryCharts

pages = Blueprint("story_page", __name__, url_prefix="/m/<key>/story")


SENTENCES: Final = 3  # most highlights in the picture
LETTERS: Final = 44  # most letters in a line of highlights
LETTERS_OF_A_TITLE: Final = 30
LETTERS_OF_A_NAME: Final = 24
RESULT: Final = 300  # height of the area for the result, in pixels
HIGHEST_LINE: Final = 68  # greatest line height in the result, in pixels
COLUMNS_FROM: Final = 6  # fewest sides that are shown in two columns
HEAD, GAP, SENTENCES_AT = 210, 64, 1104
"""Top of the result, gap between parts, and top of the highlights, in pixels."""
UNIT: Final = 3  # pixels per chart unit
NOTHING_YET: Final[Mapping[EntryName, Text]] = {
    "deal": _(
        "Nothing to tell yet. After three deals, this page shows who is ahead, how long deals"
        " take, and the highlights."
    ),
    "round": _(
        "Nothing to tell yet. After three rounds, this page shows who is ahead, how long rounds"
        " take, and the highlights."
    ),
    "leg": _(
        "Nothing to tell yet. After three legs, this page shows who is ahead, how long legs take,"
        " and the highlights."
    ),
}
AFTER_TWENTY: Final[Mapping[EntryName, Text]] = {
    "deal": _("After twenty deals, this page compares forecasts with what happened."),
    "round": _("After twenty rounds, this page compares forecasts with what happened."),
    "leg": _("After twenty legs, this page compares forecasts with what happened."),
}
FONTS: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


@pages.get("")
@pages.get("/evening/<int:number>", endpoint="evening")
def show(key: str, number: int | None = None) -> str:
    opened = open_match(key)
    with one_whole_match(len(opened.match.tally.rows)):
        match, story = opened.match, opened.match.story()
        evening = evening_of(story, number)
        charts = StoryCharts(story, evening).draw_all()
        facts = story.facts_of(evening) if evening else story.facts
        # Where the charts' links lead, by index of the entry and number of the evening.
        addresses = {
            "entries": {
                number: url_for("match_page.row", key=key, id=match.row_entry(number).id)
                for chart in charts
                for number in chart.entries
            },
            "evenings": {
                number: url_for("story_page.evening", key=key, number=number)
                for number in range(1, len(story.evenings) + 1)
            },
        }
        evenings, story = len(story.evenings), story.until(evening) if evening else story
        tonight = story.pace(story.evenings[-1]) if story.evenings else []
        times = {each.kind: duration(each.median) for each in tonight}
        sessions = (each.session for each in story.evenings)
        seated = (each.players or () for each in sessions if each is not None)
        unit, with_chances = story.tally.game.entry_name, match.shows_chances
        forecast = describe_forecast(
            story.forecast, story.side_names, unit, with_chances=with_chances
        )
        page = {
            "opened": opened,
            "match": match,
            "number": number,
            "evening": evening,
            "story": story,
            "charts": charts,
            "addresses": addresses,
            "pace": [
                (match.game.kind_label(each.kind), describe_pace(each), times.get(each.kind))
                for each in story.pace()
            ],
            "left": [*forecast] if number in (None, evenings) else [],
            "nothing": NOTHING_YET[unit],
            # Each fact with the address of its evening or entry, if it has one.
            "facts": [(fact.text, address_of(key, match, fact)) for fact in facts],
            "names": [*match.players, *(name for names in seated for name in names)],
        }
        return render("story/story.html", "story/parts/story.html", page=page)


def address_of(key: str, match: Match, fact: Fact) -> str | None:
    if fact.evening is not None:
        return url_for("story_page.evening", key=key, number=fact.evening)
    if fact.entry is None:
        return None
    return url_for("match_page.row", key=key, id=match.row_entry(fact.entry).id)


def evening_of(story: Story, number: int | None) -> Evening | None:
    """Return evening `number`, counted from 1; abort with 404 if there is none.

    Without a number, return None.
    """
    if number is None:
        return None
    if not 1 <= number <= len(story.evenings):
        abort(404, _("This evening isn’t in the match. Open the story again."))
    return story.evenings[number - 1]


def describe_pace(pace: Pace) -> Text:
    """Format a pace: `24 min; half take 17 min to 36 min`, or `24 min` if the quartiles agree."""
    median, low, high = map(duration, (pace.median, pace.low, pace.high))
    if low == high:
        return median
    return _("{median}; half take {low} to {high}", median=median, low=low, high=high)


@pages.get("/method")
def method(key: str) -> str:
    opened = open_match(key)
    with one_whole_match(len(opened.match.tally.rows)):
        story = opened.match.story()
        unit, tests = story.tally.game.entry_name, story.test_forecasts()
        return render(
            "story/method.html",
            opened=opened,
            match=opened.match,
            has_mark=story.tally.outcome().aim is not None,
            after_twenty=AFTER_TWENTY[unit],
            summary=summarize_tests(tests, unit),
            tests=[(describe_test(each, unit), each.has_held) for each in tests],
        )


@pages.post("/method")
def chances(key: str) -> Reply:
    opened = open_match(key, to_write=True)
    shown = request.form.get("shown")
    if shown not in ("yes", "no"):
        abort(422, _("This form is incomplete. Go back and try again."))
    back = url_for("story_page.method", key=key)
    return write_event(
        opened,
        lambda _opened: ChancesShown(shown=shown == "yes"),
        slot=NAMES,
        answer=lambda now: go_to(now, back),
    )


# The picture --------------------------------------------------------------------------------------


@pages.get("/picture")
def picture(key: str) -> Response:
    opened = open_match(key)
    with one_whole_match(len(opened.match.tally.rows)):
        story, title = opened.match.story(), opened.match.name
    number = whole_number(request.args.get("evening", ""), digits=4)
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


def draw_picture(story: Story, title: str, number: int | None = None) -> dict[str, Any]:
    """Return the picture's template values, in the page's language."""
    evening, game = evening_of(story, number), story.tally.game
    size, sides = _result(story, evening)
    top = max(side["y"] for side in sides) + GAP
    charts = StoryCharts(story.until(evening) if evening else story)
    facts = story.facts_of(evening) if evening else story.facts
    entries = count_entries(game.entry_name, len(evening.rows if evening else story.entries))
    subtitle = [game.title, entries]
    if evening:
        head = _("Evening {number}, {day}", number=number, day=day(evening.start))
        subtitle = [head, entries, duration(evening.minutes)]
    language = current_language()
    return {
        "title": _cut(title or game.title, LETTERS_OF_A_TITLE),
        "subtitle": put_into_words(joined(subtitle, " · "), language),
        "sides": sides,
        "size": size,  # font size of the sides
        "top": top,  # top of the race chart
        "race": charts.race((SENTENCES_AT - GAP - top) / UNIT),
        "lines": [
            line
            for fact in facts[:SENTENCES]
            for line in wrap(put_into_words(fact.text, language), LETTERS)[:2]
        ],
    }


def _result(story: Story, evening: Evening | None) -> tuple[float, list[dict[str, Any]]]:
    """Return the font size, and the sides with their figures and positions, best first.

    The figures are the evening's gains or, without an evening, the totals; winners get a star.
    """
    if evening:
        gains = zip(story.sides, story.points_of(evening), strict=True)
        ranked = sorted(gains, key=lambda each: each[1], reverse=not story.tally.lowest_wins)
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
        lines.append(
            {
                "name": _cut(name, LETTERS_OF_A_NAME // columns),
                "figure": figure,
                "x": x,
                "end": x + width - 20 * (columns - 1),
                "y": y,
            }
        )
    return size, lines


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


@cache
def read_style() -> str:
    return (FOLDER / "story" / "picture.css").read_text(encoding="utf-8")
