"""A circle of friends: the next match, who won how often, its matches, its people, its log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final, TypeVar

from flask import Blueprint, Response, abort, request

from referee.core.game import AnyGame
from referee.core.registry import GAMES
from referee.core.spreadsheet import Cell, as_csv
from referee.core.text import Said, said
from referee.matches.circle import (
    CircleRenamed,
    MatchPutIn,
    MatchResult,
    MatchTakenOut,
    NamesMerged,
    NamesParted,
    Person,
    PersonResult,
    head_to_head,
    spelling,
    table_of,
)
from referee.matches.events import Event, EventData, StateRestored
from referee.web.circles.circles import CircleMatch, OpenCircle, open_circle
from referee.web.http import device
from referee.web.http.app import as_csv_file, render

pages = Blueprint("circle_page", __name__, url_prefix="/c/<circle>")

Key = TypeVar("Key", str, int)

COMPANIES: Final = 3
"""The next match is offered with the people and the game of so many of the last ones."""
MATCHES_SHOWN: Final = 20
"""Of those that are over, unless all are asked for."""
LINES_SHOWN: Final = 100
"""Of the log, the same."""


@dataclass(frozen=True)
class GameTable:
    """Results of people in a game."""

    game: AnyGame | None
    """None for all games."""
    matches: int
    people: Sequence[PersonResult]


@dataclass(frozen=True)
class CirclePage:
    opened: OpenCircle
    year: int | None = None
    """Only matches of this year count."""
    is_whole: bool = False
    """Whether all matches are listed."""
    message: str = ""
    """Why nothing was written."""

    @cached_property
    def running(self) -> list[CircleMatch]:
        """Matches that are not over, or of a game that this version doesn't know."""
        return [match for match in self.opened.matches if not match.is_over]

    @cached_property
    def over(self) -> list[CircleMatch]:
        every = [match for match in self.opened.matches if match.is_over]
        return [match for match in every if self.year in (None, match.at.year)]

    @property
    def shown(self) -> list[CircleMatch]:
        return self.over if self.is_whole else self.over[:MATCHES_SHOWN]

    @property
    def next_matches(self) -> list[CircleMatch]:
        """The last match of each game and company: the next one can be alike."""
        found: dict[tuple[str, frozenset[str]], CircleMatch] = {}
        for match in self.opened.matches:
            if match.result:
                who = frozenset(map(self.opened.name, match.result.players))
                found.setdefault((match.link.game, who), match)
        return [*islice(found.values(), COMPANIES)]

    @property
    def years(self) -> list[int]:
        """Years of finished matches, the last one first."""
        return sorted({each.at.year for each in self.opened.results if each.is_over}, reverse=True)

    @cached_property
    def tables(self) -> list[GameTable]:
        """All games, if there are several, then each of them."""
        results = [match.result for match in self.over if match.result]
        by_game = [(game, [r for r in results if r.game == game.name]) for game in GAMES.values()]
        tables = [self._table(game, those) for game, those in by_game if those]
        return [self._table(None, results), *tables] if len(tables) > 1 else tables

    def _table(self, game: AnyGame | None, results: Sequence[MatchResult]) -> GameTable:
        return GameTable(game, len(results), table_of(results, self.opened.circle.people))

    @property
    def people(self) -> list[tuple[Person, str]]:
        return sorted(self.opened.names.items(), key=lambda each: each[1].casefold())

    @property
    def last_deed(self) -> Said | None:
        """What Undo takes back."""
        circle = self.opened.circle
        return None if circle.undo_to is None else describe_event(self.opened, circle.counting[-1])


@pages.get("/")
def show(circle: str) -> str:
    return page_of(open_circle(circle))


def page_of(opened: OpenCircle, message: str = "") -> str:
    """The page, with why something was not written; this device remembers the circle."""
    link = opened.link
    if opened.may_write or link.score_key not in device.circles():
        device.remember_circle(link.key, link.watch_key)
    year = request.args.get("year", type=int)
    page = CirclePage(opened, year, "all" in request.args, message)
    return render("circles/circle.html", page=page)


@pages.get("/person")
def person(circle: str) -> str:
    """What a person came to: by game, by year, and against the others."""
    opened = open_circle(circle)
    people = opened.circle.people
    who = people.person(request.args.get("name", ""))
    if who not in opened.names:
        abort(404, "Nobody in this circle has this name. Choose one from its table.")
    name = opened.names[who]
    results = [result for result in opened.results if result.is_over]

    def own(group_of: Callable[[MatchResult], Key]) -> dict[Key, PersonResult]:
        groups: defaultdict[Key, list[MatchResult]] = defaultdict(list)
        for result in results:
            groups[group_of(result)].append(result)
        return {
            group: each
            for group, those in groups.items()
            for each in table_of(those, people)
            if each.person == who
        }

    by_game = own(lambda result: result.game)
    written = {player for result in opened.results for player in result.players} - {name}
    return render(
        "circles/circle_person.html",
        opened=opened,
        name=name,
        by_game=[(game, by_game[name]) for name, game in GAMES.items() if name in by_game],
        by_year=sorted(own(lambda result: result.at.year).items(), reverse=True),
        head_to_head=head_to_head(results, people, who),
        # Other spellings, and whether they were merged with the name.
        spellings=[
            (each, spelling(each) != spelling(name))
            for each in sorted(written)
            if people.person(each) == who
        ],
    )


@pages.get("/table.csv")
def table(circle: str) -> Response:
    opened = open_circle(circle)
    lines: list[Sequence[Cell]] = [
        ["game", "name", "matches", "won", "points", "entries", "points each"]
    ]
    for each in CirclePage(opened, request.args.get("year", type=int)).tables:
        for own in each.people:
            won = own.won.numerator if own.won.denominator == 1 else round(float(own.won), 4)
            line: list[Cell] = [opened.names[own.person], own.matches, won]
            if each.game is None:  # points of one game are not those of another
                lines.append(["all", *line, None, None, None])
            else:
                mean = None if own.each is None else round(own.each, 4)
                lines.append([each.game.title, *line, own.points, own.entries, mean])
    return as_csv_file(as_csv(lines), opened.circle.name)


@pages.get("/log")
def log(circle: str) -> str:
    """All events of the circle, the last one first."""
    opened = open_circle(circle)
    events = opened.circle.events[::-1]
    shown = events if "all" in request.args else events[:LINES_SHOWN]
    lines = [(event, describe_event(opened, event)) for event in shown]
    left_out = len(events) - len(shown)
    return render("circles/circle_log.html", opened=opened, lines=lines, left_out=left_out)


def describe_event(opened: OpenCircle, event: Event) -> Said:
    data: EventData = event.data
    match data:
        case CircleRenamed(name=name):
            return said("The circle is called “{name}” now.", name=name)
        case MatchPutIn(match=id):
            return said("“{title}” was put in.", title=opened.titles[id])
        case MatchTakenOut(match=id):
            return said("“{title}” was taken out.", title=opened.titles[id])
        case NamesMerged(name=name, into=into):
            return said("{name} is {into}.", name=name, into=into)
        case NamesParted(name=name):
            return said("{name} is somebody else again.", name=name)
        case StateRestored(to=to):
            return said("Back to how it was after line {number}.", number=to)
    return said("The circle began.")
