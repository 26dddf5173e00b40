"""A circle of friends: the next match, who won how often, its matches, its people, its log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
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
    MatchTakenOut,
    NamesMerged,
    NamesParted,
    Person,
    spelling,
)
from referee.matches.circle_table import (
    HeadToHead,
    MatchResult,
    PersonResult,
    head_to_head,
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
    """What people came to in a game; in all of them where it is None."""

    game: AnyGame | None
    matches: int
    people: Sequence[PersonResult]


@dataclass(frozen=True)
class CirclePage:
    """What the page of a circle shows."""

    opened: OpenCircle
    year: int | None = None
    """Only what was played in this year counts."""
    is_whole: bool = False
    """Whether all matches are asked for."""
    message: str = ""
    """Why nothing was written."""

    @cached_property
    def running(self) -> list[CircleMatch]:
        """The matches that go on, or that this version cannot tell of."""
        return [match for match in self.opened.matches if not match.is_over]

    @cached_property
    def over(self) -> list[CircleMatch]:
        """Those that count."""
        every = [match for match in self.opened.matches if match.is_over]
        return [match for match in every if self.year in (None, match.at.year)]

    @property
    def shown(self) -> list[CircleMatch]:
        """Those of them that are listed."""
        return self.over if self.is_whole else self.over[:MATCHES_SHOWN]

    @property
    def next_matches(self) -> list[CircleMatch]:
        """The last match of each game with the same people: the next one can be such a one."""
        found: dict[tuple[str, frozenset[str]], CircleMatch] = {}
        for match in self.opened.matches:
            if match.result:
                who = frozenset(map(self.opened.name, match.result.players))
                found.setdefault((match.link.game, who), match)
        return [*islice(found.values(), COMPANIES)]

    @property
    def years(self) -> list[int]:
        """When matches were played that count, the last year first."""
        return sorted({each.at.year for each in self.opened.results if each.is_over}, reverse=True)

    @cached_property
    def tables(self) -> list[GameTable]:
        """All games, where there are several, and each of them."""
        results = [match.result for match in self.over if match.result]
        by_game = [(game, [r for r in results if r.game == game.name]) for game in GAMES.values()]
        tables = [self._table(game, those) for game, those in by_game if those]
        return [self._table(None, results), *tables] if len(tables) > 1 else tables

    def _table(self, game: AnyGame | None, results: Sequence[MatchResult]) -> GameTable:
        return GameTable(game, len(results), table_of(results, self.opened.circle.people))

    @property
    def people(self) -> list[tuple[Person, str]]:
        """All who have ever played, by name."""
        return sorted(self.opened.names.items(), key=lambda each: each[1].casefold())

    @property
    def last_deed(self) -> Said | None:
        """What Undo takes back."""
        circle = self.opened.circle
        return None if circle.undo_to is None else deed(self.opened, circle.counting[-1])


@pages.get("/")
def show(circle: str) -> str:
    """The page of the circle."""
    return page_of(open_circle(circle))


def page_of(opened: OpenCircle, message: str = "") -> str:
    """The page, which this device remembers, and why something was not written."""
    link = opened.link
    if opened.may_write or link.score_key not in device.circles():
        device.remember_circle(link.key, link.watch_key)
    year = request.args.get("year", type=int)
    page = CirclePage(opened, year, "all" in request.args, message)
    return render("circles/circle.html", page=page)


# A person -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PersonPage:
    """What a person of the circle came to."""

    opened: OpenCircle
    person: Person

    @property
    def name(self) -> str:
        """What they are called."""
        return self.opened.names[self.person]

    @property
    def spellings(self) -> list[str]:
        """How else their name is written in matches, such as names that were merged with it."""
        names = {name for result in self.opened.results for name in result.players}
        people = self.opened.circle.people
        return sorted(each for each in names - {self.name} if people.person(each) == self.person)

    def can_be_parted(self, name: str) -> bool:
        """Whether this spelling was merged with the name, and is not just written otherwise."""
        return spelling(name) != spelling(self.name)

    @cached_property
    def _results(self) -> list[MatchResult]:
        return [result for result in self.opened.results if result.is_over]

    @property
    def by_game(self) -> list[tuple[AnyGame, PersonResult]]:
        """What they came to in each game."""
        found = self._by([result.game for result in self._results])
        return [(game, found[name]) for name, game in GAMES.items() if name in found]

    @property
    def by_year(self) -> list[tuple[int, PersonResult]]:
        """The same by years, the last one first."""
        found = self._by([result.at.year for result in self._results])
        return sorted(found.items(), reverse=True)

    def _by(self, groups: Sequence[Key]) -> dict[Key, PersonResult]:
        """What they came to in each group of the matches, where they played in one of it."""
        sorts: defaultdict[Key, list[MatchResult]] = defaultdict(list)
        for group, result in zip(groups, self._results, strict=True):
            sorts[group].append(result)
        tables = {each: table_of(those, self.opened.circle.people) for each, those in sorts.items()}
        own = {
            each: [o for o in table if o.person == self.person] for each, table in tables.items()
        }
        return {each: found[0] for each, found in own.items() if found}

    @property
    def head_to_head(self) -> list[HeadToHead]:
        """How they did against each of the others."""
        return head_to_head(self._results, self.opened.circle.people, self.person)


@pages.get("/person")
def person(circle: str) -> str:
    """A person: by game, by year, and against the others."""
    opened = open_circle(circle)
    who = opened.circle.people.person(request.args.get("name", ""))
    if who not in opened.names:
        abort(404, "Nobody in this circle has this name. Choose one from its table.")
    return render("circles/circle_person.html", page=PersonPage(opened, who))


# The table for a spreadsheet ----------------------------------------------------------------------


@pages.get("/table.csv")
def table(circle: str) -> Response:
    """The tables for a spreadsheet."""
    opened = open_circle(circle)
    lines = _lines(CirclePage(opened, request.args.get("year", type=int)))
    return as_csv_file(as_csv(lines), opened.circle.name)


def _lines(page: CirclePage) -> Iterator[Sequence[Cell]]:
    yield ["game", "name", "matches", "won", "points", "entries", "points each"]
    for each in page.tables:
        for own in each.people:
            won = own.won.numerator if own.won.denominator == 1 else round(float(own.won), 4)
            line: list[Cell] = [page.opened.names[own.person], own.matches, won]
            if each.game is None:  # points of one game are not those of another
                yield ["all", *line, None, None, None]
            else:
                mean = None if own.each is None else round(own.each, 4)
                yield [each.game.title, *line, own.points, own.entries, mean]


# The log ------------------------------------------------------------------------------------------


@pages.get("/log")
def log(circle: str) -> str:
    """Everything that was ever done in the circle, the last first."""
    opened = open_circle(circle)
    events = opened.circle.events[::-1]
    shown = events if "all" in request.args else events[:LINES_SHOWN]
    lines = [(event, deed(opened, event)) for event in shown]
    left_out = len(events) - len(shown)
    return render("circles/circle_log.html", opened=opened, lines=lines, left_out=left_out)


def deed(opened: OpenCircle, event: Event) -> Said:
    """What was done, in a sentence."""
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
