"""The story of a match: its page, an explanation of its forecasts, and a picture to share.

The picture is rendered as SVG and, if `resvg-py` is installed and the server's fonts have all its
characters, sent as PNG, which every phone can share.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, Final

from flask import Blueprint, Response, abort, render_template, request, url_for

from referee.core.course import describe_span, duration, seated_players
from referee.core.game import EntryName, count_entries
from referee.core.story.chronicle import chronicle
from referee.core.story.ending import find_result
from referee.core.story.forecast import describe_forecast
from referee.core.story.story import Evening, ForecastTest, Story
from referee.core.text import Text, _, joined, ngettext, sentence, unbroken, whole_number
from referee.matches.events.names_and_rules import ChancesShown
from referee.matches.match import Match
from referee.web.http.app import as_file, render
from referee.web.http.assets import FOLDER
from referee.web.http.limits import long_match_turn
from referee.web.http.match_cache import open_match
from referee.web.match.result import name_match
from referee.web.match.share import base
from referee.web.match.write import Reply, go_to, write_event
from referee.web.story.charts import StoryCharts
from referee.web.story.picture import SIZE, Picture, draw_picture, list_lengths

pages = Blueprint("story_page", __name__, url_prefix="/m/<key>/story")

FONTS: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
PNG: Final = b"\x89PNG"  # how such a file begins


@pages.get("")
@pages.get("/evening/<int:number>", endpoint="evening")
def show(key: str, number: int | None = None) -> str:
    opened = open_match(key)
    with long_match_turn(len(opened.match.tally.rows)):
        match, story = opened.match, opened.match.story()
        evening = evening_of(story, number)
        address = partial(address_of, key, match)
        charts = StoryCharts(story, evening, address).draw_all(with_chances=match.shows_chances)
        found = story.facts_of(evening)
        if upset := story.upset() if match.shows_chances and evening is None else None:
            found.insert(1, upset)
        facts = [(fact.text, address(fact.entry, fact.evening)) for fact in found]
        told = [each for each in chronicle(story) if number in (None, each.evening)]
        evenings, pace, times = len(story.evenings), story.pace(), dict[str, Text]()
        if evening:
            own = {each.kind: each for each in story.pace(evening)}
            pace = [own[each.kind] for each in pace if each.kind in own]
            story = story.until(evening)
        elif evenings > 1:
            tonight = [e for e in story.pace(story.evenings[-1]) if round(e.mean)]
            times = {each.kind: duration(each.mean) for each in tonight}
        unit = story.tally.game.entry_name
        forecast = describe_forecast(
            story.forecast, story.side_names, unit, with_chances=match.shows_chances
        )
        page = {
            "opened": opened,
            "preview": base() + url_for("story_page.picture", key=key, evening=number),  # in chats
            "size": SIZE,
            "match": match,
            "heading": joined(name_match(match), " · "),
            "lengths": joined(map(unbroken, list_lengths(story, evening)), "\u00a0· "),
            "number": number,
            "evening": evening,
            "story": story,
            "charts": charts,
            "pace": [
                (sentence(match.game.kind_label(e.kind)), duration(e.mean), times.get(e.kind))
                for e in pace
            ],
            "left": [*forecast] if number in (None, evenings) else [],
            "facts": facts,
            "ranking": find_result(story, evening).ranking,
            "chronicle": [fact.text for fact in told],
            "description": joined([fact.text for fact in told]),
            "names": [*match.players, *seated_players(match.players, story.course)],
        }
        return render("story/story.html", "story/parts/story.html", page=page)


def address_of(
    key: str, match: Match, entry: int | None = None, evening: int | None = None
) -> str | None:
    """Return the address of an evening, or of an entry by its index."""
    if evening is not None:
        return url_for("story_page.evening", key=key, number=evening)
    if entry is None:
        return None
    return url_for("match_page.row", key=key, id=match.row_entry(entry).id)


def evening_of(story: Story, number: int | None) -> Evening | None:
    """Return evening `number`, counted from 1, or None without a number; abort if there is none."""
    if number is None:
        return None
    if not 1 <= number <= len(story.evenings):
        abort(404, _("This evening isn’t in the match. Open the story again."))
    return story.evenings[number - 1]


@pages.get("/method")
def method(key: str) -> str:
    opened = open_match(key)
    with long_match_turn(len(opened.match.tally.rows)):
        story = opened.match.story()
        unit, tests = story.tally.game.entry_name, story.test_forecasts()
        held = [test.has_held for test in tests if test.has_held is not None]
        summary = ngettext("{held} of {n} forecast came true.",
                           "{held} of {n} forecasts came true.",
                           len(held), held=sum(held))  # fmt: skip
        return render(
            "story/method.html",
            opened=opened,
            match=opened.match,
            has_mark=story.tally.outcome().aim is not None,
            summary=summary if held else None,
            tests=[(describe_test(each, unit), each.has_held) for each in tests],
            odds=[*describe_odds(tests)] if opened.match.shows_chances else [],
        )


def describe_test(test: ForecastTest, unit: EntryName) -> Text:
    """Compare a forecast with play: `Forecast after 9 legs: 24 to 33 more; 20 played so far.`"""
    entries, span = count_entries(unit, test.written), describe_span(test.expected)
    template = _("Forecast after {entries}: {span} more; {played} played so far.")
    if test.is_over:
        template = _("Forecast after {entries}: {span} more; {played} played in the end.")
    return template.format(entries=entries, span=span, played=test.played)


def describe_odds(tests: Sequence[ForecastTest]) -> Iterator[Text]:
    """Say for each chance how often it was given, and how often that came true."""
    for chance in sorted({test.chance for test in tests if test.chance}, reverse=True):
        right = [test.is_right for test in tests if test.chance == chance]
        yield ngettext("Said “{chance} of 10” once: {right} came true.",
                       "Said “{chance} of 10” {n} times: {right} came true.",
                       len(right), chance=chance, right=sum(right))  # fmt: skip


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
        depends_on=ChancesShown.depends_on,
        answer=lambda now: go_to(now, back),
    )


# The picture --------------------------------------------------------------------------------------


@pages.get("/share")
@pages.get("/evening/<int:number>/share", endpoint="share_evening")
def share(key: str, number: int | None = None) -> str:
    opened = open_match(key)
    with long_match_turn(len(opened.match.tally.rows)):
        story = opened.match.story()
        evening = evening_of(story, number)
        headline = find_result(story, evening).headline
    return render(
        "story/share.html",
        opened=opened,
        match=opened.match,
        number=number,
        evening=evening,
        headline=headline,
        size=SIZE,
    )


@pages.get("/picture")
def picture(key: str) -> Response:
    """Serve the picture of a match, or of an evening, as with `evening=2` in the query."""
    opened = open_match(key)
    with long_match_turn(len(opened.match.tally.rows)):
        match, story = opened.match, opened.match.story()
        number = whole_number(request.args.get("evening", ""), digits=4)
        evening = evening_of(story, number)
        heading = [*name_match(match), *([_("Evening {number}", number=number)] if evening else [])]
        heading += [_("fewest points win")] if story.tally.lowest_wins else []
        drawn = draw_picture(story, joined(heading, " · "), evening)
        return picture_file(drawn, opened.match.name)


def picture_file(drawn: Picture, title: str) -> Response:
    """Return a picture as a PNG file or, if it can't be rendered, as an SVG file."""
    svg = render_template("story/picture.svg", picture=drawn, size=SIZE)
    render_png, kind, data = find_renderer(), "png", b""
    if render_png is not None:
        fonts = [str(FOLDER / "vendor" / font) for font in FONTS]
        data = render_png(svg_string=svg, style_sheet=read_style(), font_files=fonts)
    if not data.startswith(PNG):
        kind, data = "svg", svg.replace(">", f"><style>{read_style()}</style>", 1).encode()
    type = {"svg": "image/svg+xml", "png": "image/png"}[kind]
    response = Response(data, mimetype=type, headers={"Cache-Control": "no-store"})
    return as_file(response, title, kind, disposition="inline")


def find_renderer() -> Callable[..., bytes] | None:
    """Return the function that renders SVG as PNG; None if `resvg-py` isn't installed."""
    try:
        import resvg_py  # noqa: F401
    except ImportError:
        return None
    return _render_png


def _render_png(**values: Any) -> bytes:
    """Call resvg in another process, because it keeps Python's lock while it draws.

    Before the picture, it prints warnings, such as of a letter that no font has.
    """
    given = json.dumps([sys.path, values]).encode()
    return subprocess.run(
        [sys.executable, "-c", RENDERER], input=given, stdout=subprocess.PIPE, check=True
    ).stdout


RENDERER: Final = """
import json, os, sys
getattr(os, "nice", int)(10)
sys.path, values = json.load(sys.stdin)
import resvg_py
sys.stdout.buffer.write(resvg_py.svg_to_bytes(**values, log_information=True))
"""


@cache
def read_style() -> str:
    """Return the style sheet of pictures without variables, which resvg doesn't know."""
    root, own, chart = (
        (FOLDER / file).read_text(encoding="utf-8")
        for file in ("referee.css", "story/picture.css", "story/chart.css")
    )
    light = root[: root.index("}")]
    colours = dict(re.findall(r"(--[\w-]+): (#\w+)", light))
    return re.sub(r"var\((.*?)\)", lambda found: colours[found[1]], own + chart)
