"""The circles of friends as the pages open them, and the matches in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from flask import abort

from referee.core.game import AnyGame
from referee.core.registry import GAMES
from referee.matches.circle import Circle, MatchPutIn, MatchResult, Person, called, circle_of
from referee.matches.circle_store import CircleLink, CircleStore
from referee.matches.store import Link
from referee.web.http import device
from referee.web.http.app import derived_id
from referee.web.http.match_cache import match_cache, store

UNKNOWN = "This link doesn’t open a circle. If it was replaced, ask for the new one."
TO_WATCH = "This link only watches. To write, open the circle by its link to score."


@dataclass(frozen=True)
class CircleMatch:
    link: Link
    result: MatchResult | None
    """None if this version doesn't know the game."""

    @property
    def id(self) -> int:
        return self.link.match_id

    @property
    def title(self) -> str:
        return self.result.title if self.result else self.link.title

    @property
    def at(self) -> datetime:
        """When it was last played."""
        return self.result.at if self.result else self.link.created

    @property
    def game(self) -> AnyGame | None:
        return GAMES.get(self.link.game)

    @property
    def key(self) -> str:
        """The key by which this phone opens it: to score only if it has that link itself."""
        known = (*device.keys(), *device.hidden())
        return self.link.score_key if self.link.score_key in known else self.link.watch_key

    @property
    def is_over(self) -> bool:
        return self.result is not None and self.result.is_over


@dataclass(frozen=True)
class OpenCircle:
    """A circle that a request has opened by one of its links."""

    link: CircleLink
    circle: Circle

    @property
    def key(self) -> str:
        return self.link.key

    @property
    def may_write(self) -> bool:
        return self.link.may_write

    @cached_property
    def matches(self) -> list[CircleMatch]:
        """The one that was played last first."""
        listed = store().listed(self.circle.matches)
        known = {id: last for id, (link, last) in listed.items() if link.game in GAMES}
        results = match_cache().results(known)
        found = [CircleMatch(link, results.get(id)) for id, (link, _) in listed.items()]
        return sorted(found, key=lambda match: (match.at, match.id), reverse=True)

    @cached_property
    def titles(self) -> dict[int, str]:
        """Titles of the matches that are or were in it, by their ids."""
        data = [event.data for event in self.circle.events]
        listed = store().listed({each.match for each in data if isinstance(each, MatchPutIn)})
        return {id: link.title for id, (link, _) in listed.items()}

    @cached_property
    def results(self) -> list[MatchResult]:
        """Of the matches whose game is known, in the order in which they were played."""
        return [match.result for match in self.matches[::-1] if match.result]

    @cached_property
    def names(self) -> dict[Person, str]:
        return called(self.results, self.circle.people)

    def name(self, player: str) -> str:
        """What a player of a match is called here."""
        return self.names.get(self.circle.people.person(player), player)

    def players(self, match: CircleMatch) -> list[str]:
        return [self.name(each) for each in match.result.players] if match.result else []

    def winners(self, match: CircleMatch) -> list[str]:
        """Everybody of a team that has won."""
        seats = match.result.seats if match.result else ()
        return [self.name(seat.name) for seat in seats if seat.won]


def circles() -> CircleStore:
    return CircleStore(store())


def open_circle(key: str, *, to_write: bool = False) -> OpenCircle:
    """The circle behind a key; aborts with a page that says so if there is none."""
    link = circles().find(key)
    if link is None:
        device.forget_circle(key)
        abort(404, UNKNOWN)
    if to_write and not link.may_write:
        abort(403, TO_WATCH)
    return opened_by(link)


def opened_by(link: CircleLink) -> OpenCircle:
    return OpenCircle(link, circle_of(circles().events(link.circle_id)))


def circles_here() -> list[CircleLink]:
    """The circles of this device, the last one first."""
    return circles().links(device.circles()) if device.circles() else []


def circles_to_score() -> list[CircleLink]:
    return [link for link in circles_here() if link.may_write]


def circles_with(match_id: int) -> list[CircleLink]:
    """Those of them that have this match."""
    return [link for link in circles_to_score() if match_id in opened_by(link).circle.matches]


def chosen_circle(form: Mapping[str, str]) -> CircleLink | None:
    """The circle that a form for a match has chosen, if its link still works."""
    link = circles().find(form["circle"]) if form.get("circle") else None
    return link if link and link.may_write else None


def put_in(circle: CircleLink, match: Link) -> None:
    """Put a match that was just opened into a circle, once however often its form is sent."""
    data = [event.data for event in circles().events(circle.circle_id)]
    if match.match_id not in {each.match for each in data if isinstance(each, MatchPutIn)}:
        id = derived_id("match", match.match_id, "opened in circle", circle.circle_id)
        circles().append(circle.circle_id, id, MatchPutIn(match=match.match_id))
    device.remember_circle(circle.score_key, circle.watch_key)


@dataclass(frozen=True)
class Company:
    """The people of a circle, for the form for its next match."""

    key: str = ""
    names: Sequence[str] = ()
    tables: Sequence[tuple[str, ...]] = ()
    """Who played together, the last ones first."""


def company_of(link: CircleLink | None) -> Company:
    """Those who played last come first."""
    if link is None:
        return Company()
    opened = opened_by(link)
    tables = [tuple(map(opened.name, each.players)) for each in opened.results[::-1]]
    names = dict.fromkeys(name for table in tables for name in table)
    return Company(link.key, [*names], [table for table in tables if len({*table}) == len(table)])
