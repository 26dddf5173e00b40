"""The story of a match: who was ahead, how long it takes, what is left, the facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, abort, request, url_for

from referee.core.story.course import duration
from referee.core.story.forecast import describe_forecast, describe_test
from referee.core.story.story import Evening, Pace, Story
from referee.core.text import Said, said
from referee.matches.events import ChancesShown
from referee.matches.in_progress import NAMES
from referee.matches.match import Match
from referee.web.http.app import render
from referee.web.http.limits import one_whole_match
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.write import Reply, go_to, write_event
from referee.web.story.charts import Chart, StoryCharts

pages = Blueprint("story_page", __name__, url_prefix="/m/<key>/story")


@dataclass(frozen=True)
class StoryPage:
    """What the page shows of the whole story, or of one evening."""

    opened: OpenMatch
    number: int | None = None  # that of the one evening, from 1

    @property
    def match(self) -> Match:
        return self.opened.match

    @cached_property
    def whole(self) -> Story:
        return self.match.story()

    @cached_property
    def story(self) -> Story:
        """Up to the end of the evening, if it is about one."""
        return self.whole.until(self.evening) if self.evening else self.whole

    @property
    def evening(self) -> Evening | None:
        return self.whole.evenings[self.number - 1] if self.number else None

    @cached_property
    def charts(self) -> list[Chart]:
        return StoryCharts(self.story).draw_all()

    @cached_property
    def pace(self) -> list[tuple[str, Said, Said | None]]:
        """Of each kind of entry its label, how long it takes, and how long tonight."""
        game, evenings = self.match.game, self.story.evenings
        last = self.story.pace(evenings[-1]) if evenings else []
        tonight = {each.kind: duration(each.median) for each in last}
        return [
            (game.kind_label(each.kind), describe_pace(each), tonight.get(each.kind))
            for each in self.story.pace()
        ]

    @property
    def left(self) -> list[Said]:
        """What is left of it, in sentences."""
        story, with_chances = self.story, self.match.shows_chances
        unit = story.tally.game.entry_name
        return [*describe_forecast(story.forecast, story.sides, unit, with_chances=with_chances)]

    @cached_property
    def facts(self) -> list[tuple[Said, str | None]]:
        """Each with the id of the entry in which it came about."""
        facts = self.whole.facts_of(self.evening) if self.evening else self.story.facts
        return [
            (fact.text, None if fact.entry is None else self.match.row_entry(fact.entry).id)
            for fact in facts
        ]

    @property
    def names(self) -> Sequence[str]:
        """All that may be named: the players, and who sat in for them."""
        sessions = (each.session for each in self.story.evenings)
        seated = (each.players or () for each in sessions if each is not None)
        return [*self.match.players, *(name for names in seated for name in names)]


def describe_pace(pace: Pace) -> Said:
    """`24 min, half of them 17 min to 36 min`; `24 min` where they are all alike."""
    median, low, high = map(duration, (pace.median, pace.low, pace.high))
    if low == high:
        return median
    return said("{median}, half of them {low} to {high}", median=median, low=low, high=high)


@pages.get("/method")
def method(key: str) -> str:
    """How what is left is estimated, and how right that was so far."""
    with open_match(key) as opened, one_whole_match(len(opened.match.tally.rows)):
        story = opened.match.story()
        unit = story.tally.game.entry_name
        return render(
            "story/method.html",
            opened=opened,
            match=opened.match,
            unit=unit,
            has_mark=story.aim is not None,
            tests=[(describe_test(each, unit), each.has_held) for each in story.test_forecasts()],
        )


@pages.post("/method")
def chances(key: str) -> Reply:
    """Let the pages say who is likely to win, or keep it to themselves."""
    with open_match(key, to_write=True) as opened:
        shown = request.form.get("shown")
        if shown not in ("yes", "no"):
            abort(422, "This form is incomplete. Go back to the page and try again.")
        back = url_for("story_page.method", key=key)
        return write_event(
            opened,
            lambda _: ChancesShown(shown=shown == "yes"),
            slot=NAMES,
            answer=lambda now: go_to(now, back),
        )


@pages.get("")
@pages.get("/evening/<int:number>", endpoint="evening")
def show(key: str, number: int | None = None) -> str:
    """The story, or its part of the page while the match goes on; of one evening, to be shared."""
    with open_match(key) as opened, one_whole_match(len(opened.match.tally.rows)):
        page = StoryPage(opened, number)
        if number is not None and not 1 <= number <= len(page.whole.evenings):
            abort(404, "This evening isn’t in the match. Open the story again.")
        return render("story/story.html", "story/parts/story.html", page=page)
