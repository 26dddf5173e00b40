"""A circle of friends as a request opens it, and its pages: results, people, log, links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, TypeVar

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from referee.core.game import AnyGame
from referee.core.registry import GAMES
from referee.core.sheet import Cell, as_csv
from referee.core.text import Said, said
from referee.matches.circle import (
    Circle,
    CircleRenamed,
    MatchPutIn,
    MatchResult,
    MatchTakenOut,
    NamesMerged,
    NamesParted,
    Person,
    PersonResult,
    called,
    circle_of,
    head_to_head,
    spelling,
    table_of,
)
from referee.matches.events import Event, EventData, StateRestored
from referee.matches.store import CircleLink, CircleStore, Link, Role, new_key
from referee.web.http import device
from referee.web.http.app import as_csv_file, derived_id, render
from referee.web.http.match_cache import match_cache, store
from referee.web.match.share import (
    ONLY_TO_SCORE,
    ROLES,
    SENT_BEFORE,
    base,
    is_only_here,
    made_key,
    qr_code,
)

pages = Blueprint("circle_page", __name__, url_prefix="/c/<circle>")

Key = TypeVar("Key", str, int)

COMPANIES: Final = 3  # groups of players whose last match can be repeated with one tap
MATCHES_SHOWN: Final = 20  # finished matches on the page, unless all are asked for
LINES_SHOWN: Final = 100
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


# Its pages ----------------------------------------------------------------------------------------


@pages.get("/")
def show(circle: str) -> str:
    return page_of(open_circle(circle))


def page_of(opened: OpenCircle, message: str = "") -> str:
    """The page, with why something was not written; this device remembers the circle."""
    link, circle = opened.link, opened.circle
    if opened.may_write or link.score_key not in device.circles():
        device.remember_circle(link.key, link.watch_key)
    year = request.args.get("year", type=int)
    over = opened.finished(year)
    lately: dict[tuple[str, frozenset[str]], CircleMatch] = {}
    for match in opened.matches:
        if match.result:
            company = frozenset(map(opened.name, match.result.players))
            lately.setdefault((match.link.game, company), match)
    years = {each.at.year for each in opened.results if each.is_over}
    last_change = None if circle.undo_to is None else describe_event(opened, circle.counting[-1])
    page = {
        "opened": opened,
        "year": year,
        "message": message,
        # Also those of a game that this version doesn't know.
        "running": [match for match in opened.matches if not match.is_over],
        "over": over,
        "shown": over if "all" in request.args else over[:MATCHES_SHOWN],
        "next_matches": [*lately.values()][:COMPANIES],
        "years": sorted(years, reverse=True),
        "tables": _tables(opened, over),
        "people": sorted(opened.names.items(), key=lambda each: each[1].casefold()),
        "last_change": last_change,
    }
    return render("circles/circle.html", page=page)


def _tables(opened: OpenCircle, over: Sequence[CircleMatch]) -> list[dict[str, Any]]:
    """The results of people in all games (None) if there are several, then in each game."""
    results = [match.result for match in over if match.result]
    by_game = [(game, [r for r in results if r.game == game.name]) for game in GAMES.values()]
    groups: list[tuple[AnyGame | None, list[MatchResult]]] = [
        (game, those) for game, those in by_game if those
    ]
    if len(groups) > 1:
        groups.insert(0, (None, results))
    people = opened.circle.people
    return [
        {"game": game, "matches": len(those), "people": table_of(those, people)}
        for game, those in groups
    ]


@pages.get("/person")
def person(circle: str) -> str:
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
    for each in _tables(opened, opened.finished(request.args.get("year", type=int))):
        for own in each["people"]:
            won = own.won.numerator if own.won.denominator == 1 else round(float(own.won), 4)
            line: list[Cell] = [opened.names[own.person], own.matches, won]
            if each["game"] is None:  # points of one game are not those of another
                lines.append(["all", *line, None, None, None])
            else:
                mean = None if own.each is None else round(own.each, 4)
                lines.append([each["game"].title, *line, own.points, own.entries, mean])
    return as_csv_file(as_csv(lines), opened.circle.name)


@pages.get("/log")
def log(circle: str) -> str:
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


# Its links ----------------------------------------------------------------------------------------


def _address(link: CircleLink, role: Role) -> str:
    key = link.score_key if role == "score" else link.watch_key
    return base() + url_for("circle_page.show", circle=key)


@pages.get("/share/")
def share(circle: str) -> str:
    """The links that whoever has this one may pass on."""
    opened = open_circle(circle)
    roles = ROLES if opened.may_write else ("watch",)
    return render(
        "circles/circle_share.html",
        opened=opened,
        links={role: _address(opened.link, role) for role in roles},
        only_here=is_only_here(),
        renewed=request.args.get("renewed"),
        new_form=new_key(),
    )


@pages.get("/share/<role>.svg")
def code(circle: str, role: Role) -> Response:
    """A link as a QR code; a link to watch shows no code to score."""
    opened = open_circle(circle)
    if role not in ROLES or (role == "score" and not opened.may_write):
        abort(404)
    return qr_code(_address(opened.link, role))


@pages.post("/share/renew")
def renew(circle: str) -> Answer:
    """Replace a link; the same form sent again gets the same link."""
    role: Role = "watch" if request.form.get("role") == "watch" else "score"
    link = circles().find(circle)
    if link is not None and not link.may_write:
        abort(403, ONLY_TO_SCORE)
    made = made_key(f"circle/{role}")
    done = circles().find(made)
    if done is None:
        opened = open_circle(circle, to_write=True)
        done = circles().renew(opened.link.circle_id, role, made)
    elif (
        link or (role == "watch" and open_circle(circle).link) or done
    ).circle_id != done.circle_id:
        abort(409, SENT_BEFORE)
    if role == "score":
        device.remember_circle(done.score_key, circle)
        circle = done.score_key
    return redirect(url_for("circle_page.share", circle=circle, renewed=role), 303)
