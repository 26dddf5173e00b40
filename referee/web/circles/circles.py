"""Circles of friends as requests open them, and the matches in them."""

from __future__ import annotations

from collections.abc import Mapping
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
    id: int
    title: str
    at: datetime  # when it was last played
    link: Link
    game: AnyGame | None
    result: MatchResult | None  # as `game`, None if this version doesn't know the game
    is_over: bool
    key: str  # for this phone: to score only if it has that link itself


@dataclass(frozen=True)
class OpenCircle:
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
        """The last one played comes first."""
        listed = store().listed(self.circle.matches)
        known = {id: last for id, (link, last) in listed.items() if link.game in GAMES}
        results = match_cache().results(known)
        own_keys = {*device.keys(), *device.hidden()}
        found = []
        for id, (link, _) in listed.items():
            result = results.get(id)
            found.append(
                CircleMatch(
                    id,
                    result.title if result else link.title,
                    result.at if result else link.created,
                    link,
                    GAMES.get(link.game),
                    result,
                    result is not None and result.is_over,
                    link.score_key if link.score_key in own_keys else link.watch_key,
                )
            )
        return sorted(found, key=lambda match: (match.at, match.id), reverse=True)

    def finished(self, year: int | None) -> list[CircleMatch]:
        return [match for match in self.matches if match.is_over and year in (None, match.at.year)]

    @cached_property
    def titles(self) -> dict[int, str]:
        """Titles of its matches by their ids, also of those taken out."""
        data = [event.data for event in self.circle.events]
        listed = store().listed({each.match for each in data if isinstance(each, MatchPutIn)})
        return {id: link.title for id, (link, _) in listed.items()}

    @cached_property
    def results(self) -> list[MatchResult]:
        """Results in playing order, of matches whose game this version knows."""
        return [match.result for match in self.matches[::-1] if match.result]

    @cached_property
    def names(self) -> dict[Person, str]:
        return called(self.results, self.circle.people)

    def name(self, player: str) -> str:
        """The name in this circle for a player of a match."""
        return self.names.get(self.circle.people.person(player), player)

    def players(self, match: CircleMatch) -> list[str]:
        return [self.name(each) for each in match.result.players] if match.result else []

    def winners(self, match: CircleMatch) -> list[str]:
        seats = match.result.seats if match.result else ()
        return [self.name(seat.name) for seat in seats if seat.won]


def circles() -> CircleStore:
    return CircleStore(store())


def open_circle(key: str, *, to_write: bool = False) -> OpenCircle:
    """The circle behind a key; aborts with 404, or with 403 if the key may only watch."""
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


def has_match(circle: CircleLink, match_id: int) -> bool:
    return match_id in opened_by(circle).circle.matches


def chosen_circle(form: Mapping[str, str]) -> CircleLink | None:
    """The circle that a form for a match has chosen, if its link still works."""
    link = circles().find(form["circle"]) if form.get("circle") else None
    return link if link and link.may_write else None


def put_in(circle: CircleLink, match: Link) -> None:
    """Put a new match into a circle, once however often its form is sent."""
    data = [event.data for event in circles().events(circle.circle_id)]
    if match.match_id not in {each.match for each in data if isinstance(each, MatchPutIn)}:
        id = derived_id("match", match.match_id, "opened in circle", circle.circle_id)
        circles().append(circle.circle_id, id, MatchPutIn(match=match.match_id))
    device.remember_circle(circle.score_key, circle.watch_key)
