"""The story of a match: who was ahead, how long it takes, what is left, what there is to tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, abort, request, url_for

from referee.core.findings import Points
from referee.core.story.course import Fact, duration
from referee.core.story.evenings import Evening
from referee.core.story.outlook import foretold, left
from referee.core.story.story import Pace, Story, story_of
from referee.core.text import Said, said
from referee.matches.events import ChancesShown
from referee.matches.in_progress import NAMES
from referee.matches.match import Match
from referee.web.http.app import render
from referee.web.http.limits import one_whole_match
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.submit import Posted, Reply, submit
from referee.web.story.charts import Chart
from referee.web.story.story_charts import Charts

pages = Blueprint("story_page", __name__, url_prefix="/m/<key>/story")


@dataclass(frozen=True)
class TimeTaken:
    """How long entries of one kind take: over all evenings, and tonight."""

    kind: str
    usual: Pace
    tonight: Pace | None

    @property
    def text(self) -> Said:
        """`24 min, half of them 17 min to 36 min`; `24 min` where they are all alike."""
        median, low, high = map(duration, (self.usual.median, self.usual.low, self.usual.high))
        if low == high:
            return median
        template = "{median}, half of them {low} to {high}"
        return said(template, median=median, low=low, high=high)


@dataclass(frozen=True)
class ToldFact:
    """A fact, and the id of the entry in which it came about."""

    text: Said
    entry: str | None


@dataclass(frozen=True)
class StoryPage:
    """What the page of a story shows."""

    opened: OpenMatch
    number: int | None = None
    """That of the evening which is told alone, from 1; None: of all of them."""

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.opened.match

    @cached_property
    def whole(self) -> Story:
        """Its story so far."""
        return story_in(self.match)

    @cached_property
    def story(self) -> Story:
        """What is told of it: up to the end of an evening, if one is told alone."""
        return self.whole.until(self.evening) if self.evening else self.whole

    @property
    def evening(self) -> Evening | None:
        """The evening that is told alone."""
        return self.whole.evenings[self.number - 1] if self.number else None

    @property
    def gains(self) -> list[tuple[str, Points]]:
        """What each side gained in the evening that is told alone."""
        if self.evening is None:
            return []
        return [*zip(self.whole.sides, self.whole.points_of(self.evening), strict=True)]

    @cached_property
    def charts(self) -> list[Chart]:
        """Those that have something to show."""
        return Charts(self.story).every

    @cached_property
    def pace(self) -> list[TimeTaken]:
        """How long each kind of entry takes."""
        game, evenings = self.match.game, self.story.evenings
        tonight = {each.kind: each for each in self.story.pace(evenings[-1])} if evenings else {}
        return [
            TimeTaken(game.kind_label(each.kind), each, tonight.get(each.kind))
            for each in self.story.pace()
        ]

    @property
    def left(self) -> list[Said]:
        """What is left of it, in sentences."""
        story = self.story
        unit, says_chances = story.tally.game.entry_name, self.match.shows_chances
        return [*left(story.forecast, story.sides, unit, says_chances=says_chances)]

    @property
    def facts(self) -> list[ToldFact]:
        """What can be told of it."""
        found = self.whole.facts_of(self.evening) if self.evening else self.story.facts
        return [ToldFact(fact.text, self._id(fact)) for fact in found]

    @property
    def names(self) -> Sequence[str]:
        """All that may be named: the players, and who sat in for them."""
        sessions = (each.session for each in self.story.evenings)
        seated = (each.players or () for each in sessions if each is not None)
        return [*self.match.players, *(name for names in seated for name in names)]

    def _id(self, fact: Fact) -> str | None:
        return None if fact.entry is None else self.match.written_in_row(fact.entry).id

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell yet."""
        return not (self.charts or self.pace or self.facts)

    @property
    def sides(self) -> Sequence[str]:
        """The players, or the teams."""
        return self.story.sides


def story_in(match: Match) -> Story:
    """The story of a match so far."""
    entries = [written.entry for written in match.standing()]
    return story_of(match.tally, entries, match.sessions.said)


@pages.get("/method")
def method(key: str) -> str:
    """How what is left is reckoned, and how right that was so far."""
    with open_match(key) as opened, one_whole_match(len(opened.match.tally.rows)):
        story = story_in(opened.match)
        unit = story.tally.game.entry_name
        tests = [(foretold(each, unit), each.holds) for each in story.tested()]
        return render(
            "story/method.html", opened=opened, match=opened.match, unit=unit, tests=tests
        )


@pages.post("/method")
def chances(key: str) -> Reply:
    """Let the pages say who is likely to win, or keep it to themselves."""
    with open_match(key, to_write=True) as opened:
        shown = request.form.get("shown")
        if shown not in ("yes", "no"):
            abort(422, "This form is incomplete. Go back to the page and try again.")
        return submit(opened, PostedChances(shown == "yes"))


class PostedChances(Posted):
    """Whether the table wants to read who is likely to win."""

    shows_match = False

    def __init__(self, shown: bool) -> None:
        super().__init__(ChancesShown, lambda _: ChancesShown(shown=shown), NAMES)

    def goes_to(self, opened: OpenMatch) -> str:
        """Back to where it was said."""
        return url_for("story_page.method", key=opened.key)


@pages.get("/evening/<int:number>")
def evening(key: str, number: int) -> str:
    """The story of one evening, to be shared."""
    with open_match(key) as opened, one_whole_match(len(opened.match.tally.rows)):
        page = StoryPage(opened, number)
        if not 1 <= number <= len(page.whole.evenings):
            abort(404, "This evening isn’t in the match. Open the story again.")
        return render("story/story.html", "story/parts/story.html", page=page)


@pages.get("")
def show(key: str) -> str:
    """The story, or what of it is new while the match goes on."""
    with open_match(key) as opened, one_whole_match(len(opened.match.tally.rows)):
        return render("story/story.html", "story/parts/story.html", page=StoryPage(opened))
