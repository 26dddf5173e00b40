"""The circles of friends as the pages open them, and the matches in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from flask import abort

from referee.core.game import AnyGame
from referee.core.registry import GAMES
from referee.matches.circle import Circle, MatchPutIn, Person, circle_of
from referee.matches.circle_store import CircleLink, CircleStore
from referee.matches.circle_table import MatchResult, called
from referee.matches.store import Link
from referee.web.http import device
from referee.web.http.match_cache import match_cache, store
from referee.web.http.outbox import derived_id

UNKNOWN = "This link doesn’t open a circle. If it was replaced, ask for the new one."
TO_WATCH = "This link only watches. To write, open the circle by its link to score."


@dataclass(frozen=True)
class CircleMatch:
    """A match of a circle."""

    link: Link
    result: MatchResult | None
    """None where this version does not know the game."""

    @property
    def id(self) -> int:
        """Its id in the log of the circle."""
        return self.link.match_id

    @property
    def title(self) -> str:
        """What it is called."""
        return self.result.title if self.result else self.link.title

    @property
    def at(self) -> datetime:
        """When it was last played."""
        return self.result.at if self.result else self.link.created

    @property
    def game(self) -> AnyGame | None:
        """The game that is played, if this version knows it."""
        return GAMES.get(self.link.game)

    @property
    def key(self) -> str:
        """The key by which this phone opens it: to score only if it has that link by itself."""
        known = (*device.keys(), *device.hidden())
        return self.link.score_key if self.link.score_key in known else self.link.watch_key

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end, and counts."""
        return self.result is not None and self.result.is_over


@dataclass(frozen=True)
class OpenCircle:
    """A circle that a request has opened, by one of its links."""

    link: CircleLink
    circle: Circle

    @property
    def key(self) -> str:
        """The key in the address of the request."""
        return self.link.key

    @property
    def may_write(self) -> bool:
        """Whether the link is one to score, not one to watch."""
        return self.link.may_write

    @cached_property
    def matches(self) -> list[CircleMatch]:
        """Its matches, the one that was played last first."""
        listed = store().listed(self.circle.matches)
        known = {id: last for id, (link, last) in listed.items() if link.game in GAMES}
        results = match_cache().results(known)
        found = [CircleMatch(link, results.get(id)) for id, (link, _) in listed.items()]
        return sorted(found, key=lambda match: (match.at, match.id), reverse=True)

    @cached_property
    def titles(self) -> dict[int, str]:
        """What the matches are called that are in it, or were once."""
        data = [event.data for event in self.circle.events]
        listed = store().listed({each.match for each in data if isinstance(each, MatchPutIn)})
        return {id: link.title for id, (link, _) in listed.items()}

    @cached_property
    def results(self) -> list[MatchResult]:
        """How those stand whose game is known, the first one first."""
        return [match.result for match in self.matches[::-1] if match.result]

    @cached_property
    def names(self) -> dict[Person, str]:
        """What its people are called."""
        return called(self.results, self.circle.people)

    def name(self, player: str) -> str:
        """What a player of one of its matches is called."""
        return self.names.get(self.circle.people.person(player), player)

    def players(self, match: CircleMatch) -> list[str]:
        """Who plays in a match, as they are called here."""
        return [self.name(each) for each in match.result.players] if match.result else []

    def winners(self, match: CircleMatch) -> list[str]:
        """Who has won it, as they are called here: of a team, everybody."""
        seats = match.result.seats if match.result else ()
        return [self.name(seat.name) for seat in seats if seat.won]

    def played_both(self, name: str, other: str) -> str | None:
        """The title of a match in which both have played, if there is one."""
        both = {self.circle.people.person(each) for each in (name, other)}
        for result in self.results:
            if both <= set(map(self.circle.people.person, result.players)):
                return result.title
        return None


def circles() -> CircleStore:
    """The circles of this app."""
    return CircleStore(store())


def open_circle(key: str, *, to_write: bool = False) -> OpenCircle:
    """The circle behind a key; a page that says so where there is none."""
    link = circles().find(key)
    if link is None:
        device.forget_circle(key)
        abort(404, UNKNOWN)
    if to_write and not link.may_write:
        abort(403, TO_WATCH)
    return opened_by(link)


def opened_by(link: CircleLink) -> OpenCircle:
    """The circle of a link as its log tells it now."""
    return OpenCircle(link, circle_of(circles().events(link.circle_id)))


def circles_here() -> list[CircleLink]:
    """The circles that this device knows, the last one first."""
    return circles().links(device.circles()) if device.circles() else []


def circles_to_score() -> list[CircleLink]:
    """Those into which it may put matches."""
    return [link for link in circles_here() if link.may_write]


def circles_with(match_id: int) -> list[CircleLink]:
    """Those of them that this match is in."""
    return [link for link in circles_to_score() if match_id in opened_by(link).circle.matches]


def chosen_circle(form: Mapping[str, str]) -> CircleLink | None:
    """The circle that a form for a match has chosen, if its link still leads to one."""
    link = circles().find(form["circle"]) if form.get("circle") else None
    return link if link and link.may_write else None


def put_in(circle: CircleLink, match: Link) -> None:
    """Put a match that was just opened into a circle: once, however often its form is sent."""
    data = [event.data for event in circles().events(circle.circle_id)]
    if match.match_id not in {each.match for each in data if isinstance(each, MatchPutIn)}:
        id = derived_id("match", match.match_id, "opened in circle", circle.circle_id)
        circles().append(circle.circle_id, id, MatchPutIn(match=match.match_id))
    device.remember_circle(circle.score_key, circle.watch_key)


@dataclass(frozen=True)
class Company:
    """Who plays in a circle."""

    key: str = ""
    names: Sequence[str] = ()
    tables: Sequence[tuple[str, ...]] = ()
    """Who sat together, the last ones first."""


def company_of(link: CircleLink | None) -> Company:
    """The people of a circle, those who played last first; nobody without one."""
    if link is None:
        return Company()
    opened = opened_by(link)
    tables = [tuple(map(opened.name, each.players)) for each in opened.results[::-1]]
    names = dict.fromkeys(name for table in tables for name in table)
    return Company(link.key, [*names], [table for table in tables if len({*table}) == len(table)])
