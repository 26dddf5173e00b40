"""A circle of friends: its pages, the forms that write to its log, and the circles of a match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from typing import Any, Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from referee.core.game import AnyGame
from referee.core.registry import GAMES
from referee.core.sheet import Cell
from referee.core.text import Text, _, _p, day, listed, ngettext, whole_number
from referee.matches.circle import (
    Circle,
    CircleCreated,
    CircleRenamed,
    EveningResult,
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
    result_of,
    spelling,
    table_of,
    without_copies,
)
from referee.matches.events.base import Event, EventData, StateRestored, Subject
from referee.matches.match import Match
from referee.matches.match_state import is_day_title
from referee.matches.store import CircleLink, CircleStore, Link, Role, Stale, WrongCircle, new_key
from referee.web.http import device, limits
from referee.web.http.app import as_csv_file, derived_id, posted_id, render
from referee.web.http.language import current_language
from referee.web.http.match_cache import OpenMatch, match_cache, open_match, store
from referee.web.match.share import ROLES, base, derived_key, is_only_here, qr_code
from referee.web.match.share import SENT_BEFORE as LINK_SENT_BEFORE
from referee.web.match.write import Reply, circle_event_id, plain_name, rematch_payload, start_match

pages = Blueprint("circle_page", __name__)

Kind = tuple[int, str]

COMPANIES: Final = 3  # most groups of players whose last match can be repeated with one tap
MATCHES_SHOWN: Final = 20  # finished matches on the page, unless all are asked for
MORNING: Final = 6  # the hour before which an evening belongs to the day before
ALIKE: Final = 0.8  # ratio of equal letters from which one name may be a slip for another
SHORTEST_ALIKE: Final = 4  # letters of a name that may be one
EVENINGS_SHOWN: Final = 3  # unless all are asked for
LINES_SHOWN: Final = 100  # log lines on the page, unless all are asked for
MATCHES_SEARCHED: Final = 8  # most recent matches, searched for house rules
UNKNOWN = _("This link doesn’t open a circle. If it was replaced, ask for the new one.")
LONGEST_CIRCLE_NAME: Final = 60
NAMELESS: Final = _("Give the circle a name.")
SENT_BEFORE: Final = _("This form was already used for something else. Open the circle again.")
TOO_LATE: Final = _(
    "Someone else has just changed this circle, so nothing was undone. Have a look, then try again"
    " if you still want to."
)
TO_WATCH = _("This is a viewing link. To make changes, open the circle’s scoring link.")


@dataclass(frozen=True)
class CircleMatch:
    id: int
    title: str
    at: datetime  # when it was last played
    link: Link
    game: AnyGame | None
    result: MatchResult | None  # None if this version doesn't know the game
    is_over: bool
    key: str  # of the scoring link if this phone has it, else of the viewing link


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
        """The circle's matches, most recently played first."""
        listed = store().listed(self.circle.matches)
        known = {id: last for id, (link, last) in listed.items() if link.game in GAMES}
        results = match_cache().results(known)
        own_keys = {*device.keys(), *device.hidden()}
        found = []
        for id, (link, _last) in listed.items():
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
        over = [match for match in self.matches if match.is_over]
        return [match for match in over if year in (None, year_of(match))]

    def by_name(self, person: Person) -> tuple[str, str]:
        """Key for sorting people by the names that the page shows."""
        return current_language().sort_key(self.names[person])

    @cached_property
    def titles(self) -> dict[int, str]:
        """Match titles by id, including those of removed matches."""
        data = [event.data for event in self.circle.events]
        listed = store().listed({each.match for each in data if isinstance(each, MatchPutIn)})
        titles: dict[int, str] = {
            id: day(link.created) if is_day_title(link.title, link.created) else link.title
            for id, (link, _last) in listed.items()
        }
        return titles | {match.id: match.title for match in self.matches}

    def describe(self, event: Event) -> Text:
        return event.data.describe(Subject(titles=self.titles))

    @cached_property
    def results(self) -> list[MatchResult]:
        """Results of the matches whose game this version knows, least recently played first."""
        return without_copies(match.result for match in self.matches[::-1] if match.result)

    def nights(self, year: int | None = None) -> dict[date, list[EveningResult]]:
        """Evenings of all matches by the night that they were on, the latest first."""
        evenings = [each for result in self.results for each in result.evenings]
        nights: defaultdict[date, list[EveningResult]] = defaultdict(list)
        for each in sorted(evenings, key=lambda each: each.start):
            nights[night_of(each.start)].append(each)
        return {
            night: those
            for night, those in sorted(nights.items(), reverse=True)
            if year in (None, current_language().local(those[0].start).year)
        }

    @cached_property
    def names(self) -> dict[Person, str]:
        return called(self.results, self.circle.people)

    def find_alike(self) -> tuple[Person, Person] | None:
        """A person of one match whose name looks like a typing error, and the one it may mean.

        Nobody who was at the same table, or was made a separate person again, is asked about.
        """
        people = self.circle.people
        tables = [{*map(people.person, each.names)} for each in self.results]
        for person in reversed(self.names):
            own = [each for each in tables if person in each]
            if len(own) > 1 or len(person) < SHORTEST_ALIKE or person in people.same:
                continue
            if found := get_close_matches(person, self.names.keys() - {*chain(*own)}, 1, ALIKE):
                return person, found[0]
        return None

    def name(self, player: str) -> str:
        return self.names.get(self.circle.people.person(player), player)

    def players(self, match: CircleMatch) -> list[str]:
        return [self.name(each) for each in match.result.players] if match.result else []

    def match_with_law(self, game: AnyGame) -> Match | None:
        """The latest match of this game that has house rules or rulings; None if there is none."""
        ids = [each.id for each in self.matches if each.link.game == game.name]
        matches = map(match_cache().open, ids[:MATCHES_SEARCHED])
        return next((match for match in matches if match.house or match.rulings), None)

    def winners(self, result: MatchResult) -> Text:
        return listed(dict.fromkeys(self.name(seat.name) for seat in result.seats if seat.won))

    def describe_winners(self, result: MatchResult, *, is_end: bool = True) -> Text:
        """Say who won a match or, if it went on, was best on an evening of it."""
        names = self.winners(result)
        n = len({seat.side for seat in result.seats if seat.won})
        if not is_end:
            return _("Best of the evening: {names}", names=names) if n else _("Not over yet")
        return ngettext("{names} won", "{names} share the win", n, names=names)


def year_of(match: CircleMatch | MatchResult) -> int:
    """The year in which a match was last played, as its time is shown on this device."""
    return current_language().local(match.at).year


def night_of(at: datetime) -> date:
    """The day of an evening that began at this time, which may have been after midnight."""
    local = current_language().local(at)
    is_late = local.hour < MORNING and local.date() > date.min
    return local.date() - timedelta(days=is_late)


def circles() -> CircleStore:
    return CircleStore(store())


def open_circle(key: str, *, to_write: bool = False) -> OpenCircle:
    """Open the circle with this key; abort with 404 if there is none.

    With `to_write`, abort with 403 if it is the key of a viewing link.
    """
    link = circles().find(key)
    if link is None:
        device.forget_circle(key)
        abort(404, UNKNOWN)
    if to_write and not link.may_write:
        abort(403, TO_WATCH)
    return opened_by(link)


def opened_by(link: CircleLink) -> OpenCircle:
    return OpenCircle(link, circle_of(circles().events(link.circle_id)))


def device_circles() -> list[CircleLink]:
    """This device's circles, most recent first."""
    return circles().links(device.circles()) if device.circles() else []


def circles_to_score() -> list[CircleLink]:
    return [link for link in device_circles() if link.may_write]


def has_match(circle: CircleLink, match_id: int) -> bool:
    return match_id in opened_by(circle).circle.matches


def chosen_circle(form: Mapping[str, str]) -> CircleLink | None:
    """Return the circle chosen in a form; None unless the form has the key of its scoring link."""
    link = circles().find(form["circle"]) if form.get("circle") else None
    return link if link and link.may_write else None


def start_in_circles(payload: dict[str, Any], chosen: Sequence[CircleLink]) -> Answer:
    """Start a match in these circles, remember them on this device, and redirect to the match."""
    link = start_match(payload, chosen)
    for circle in chosen:
        device.remember_circle(circle.score_key, circle.watch_key)
    return redirect(url_for("match_page.show", key=link.score_key), 303)


# Its pages ----------------------------------------------------------------------------------------


@pages.get("/c/<circle>/")
def show(circle: str) -> str:
    return page_of(open_circle(circle))


def page_of(opened: OpenCircle, message: str = "") -> str:
    """Render the circle and remember it on this device; `message` says why a form was refused."""
    link, circle = opened.link, opened.circle
    if opened.may_write or link.score_key not in device.circles():
        device.remember_circle(link.key, link.watch_key)
    year = request.args.get("year", type=int)
    over = opened.finished(year)
    lately: dict[tuple[Kind, frozenset[str]], CircleMatch] = {}
    for match in opened.matches:
        if match.result:
            company = frozenset(map(opened.name, match.result.players))
            lately.setdefault((kind_of(match.result), company), match)
    years = {year_of(each) for each in opened.results if each.is_over}
    nights = [*opened.nights(year).items()]
    last_change = None if circle.undo_to is None else opened.describe(circle.counting[-1])
    page = {
        "opened": opened,
        "year": year,
        "message": message,
        # Including matches of games that this version doesn't know.
        "running": [match for match in opened.matches if not match.is_over],
        "over": over,
        "shown": over if "all" in request.args else over[:MATCHES_SHOWN],
        "next_matches": [*lately.values()][:COMPANIES],
        "years": sorted(years, reverse=True),
        "nights": nights,
        "nights_shown": nights if "all" in request.args else nights[:EVENINGS_SHOWN],
        "alike": opened.find_alike(),
        "tables": _tables(opened, over),
        "people": [(each, opened.names[each]) for each in sorted(opened.names, key=opened.by_name)],
        "last_change": last_change,
    }
    return render("circles/circle.html", page=page)


def kind_of(result: MatchResult) -> Kind:
    """What was played: the game and, on a pad for any game, its title."""
    is_titled = GAMES[result.game].is_named_by_title
    return [*GAMES].index(result.game), spelling(result.label) if is_titled else ""


def group_by_game(results: Iterable[MatchResult]) -> list[tuple[AnyGame, str, list[MatchResult]]]:
    """Group results by what was played, each group with the name that it had last."""
    groups: defaultdict[Kind, list[MatchResult]] = defaultdict(list)
    for result in results:
        groups[kind_of(result)].append(result)
    return [
        (game, those[-1].label if game.is_named_by_title else game.title, those)
        for _kind, those in sorted(groups.items())
        for game in [GAMES[those[0].game]]
    ]


def _tables(opened: OpenCircle, over: Sequence[CircleMatch]) -> list[dict[str, Any]]:
    """Results per person for each game.

    If there are several games, results for all of them come first, with None as the game.
    """
    results = without_copies(match.result for match in over[::-1] if match.result)
    groups: list[tuple[AnyGame | None, str, list[MatchResult]]] = [*group_by_game(results)]
    if len(groups) > 1:
        groups.insert(0, (None, _("All games"), results))
    people = opened.circle.people
    return [
        {
            "game": game,
            "title": title,
            "matches": len(those),
            # Without points per deal, there is nothing to say about those who only sat in.
            "people": [
                each for each in table_of(those, people, opened.by_name) if game or each.matches
            ],
            "has_substitutes": any(result.substitutes for result in those),
            "has_places": any(seat.side > 1 for result in those for seat in result.seats),
        }
        for game, title, those in groups
    ]


@pages.get("/c/<circle>/person")
def person(circle: str) -> str:
    opened = open_circle(circle)
    people = opened.circle.people
    who = people.person(request.args.get("name", ""))
    if who not in opened.names:
        abort(404, _("Nobody in this circle has that name. Choose one from the circle’s table."))
    name = opened.names[who]
    results = [result for result in opened.results if result.is_over]

    def own(those: Iterable[MatchResult]) -> list[PersonResult]:
        return [each for each in table_of(those, people) if each.person == who]

    years = sorted({year_of(each) for each in results}, reverse=True)
    written = {player for result in opened.results for player in result.names} - {name}
    return render(
        "circles/circle_person.html",
        opened=opened,
        name=name,
        by_game=[
            (game, title, each)
            for game, title, those in group_by_game(results)
            for each in own(those)
        ],
        by_year=[
            (year, each)
            for year in years
            for each in own(result for result in results if year_of(result) == year)
            if each.matches
        ],
        head_to_head=head_to_head(results, people, who, opened.by_name),
        # Other spellings, and whether they were merged with the name.
        spellings=[
            (each, spelling(each) != spelling(name))
            for each in sorted(written, key=current_language().sort_key)
            if people.person(each) == who
        ],
    )


@pages.get("/c/<circle>/table.csv")
def table(circle: str) -> Response:
    opened = open_circle(circle)
    lines: list[Sequence[Cell]] = [
        [
            _p("CSV", "game"),
            _p("CSV", "name"),
            _p("CSV", "matches"),
            _p("CSV", "won"),
            _p("CSV", "points"),
            _p("CSV", "entries"),
            _("points each"),
        ]
    ]
    for each in _tables(opened, opened.finished(request.args.get("year", type=int))):
        for own in each["people"]:
            won = own.won.numerator if own.won.denominator == 1 else round(float(own.won), 4)
            line: list[Cell] = [opened.names[own.person], own.matches, won]
            if each["game"] is None:  # points from different games aren't comparable
                lines.append([_p("CSV", "all"), *line, None, None, None])
            else:
                mean = None if own.each is None else round(own.each, 4)
                lines.append([each["title"], *line, own.points, own.entries, mean])
    return as_csv_file(lines, opened.circle.name)


@pages.get("/c/<circle>/log")
def log(circle: str) -> str:
    opened = open_circle(circle)
    events = opened.circle.events[::-1]
    shown = events if "all" in request.args else events[:LINES_SHOWN]
    lines = [(event, opened.describe(event)) for event in shown]
    left_out = len(events) - len(shown)
    return render("circles/circle_log.html", opened=opened, lines=lines, left_out=left_out)


# Its links ----------------------------------------------------------------------------------------


def _address(link: CircleLink, role: Role) -> str:
    key = link.score_key if role == "score" else link.watch_key
    return base() + url_for("circle_page.show", circle=key)


@pages.get("/c/<circle>/share/")
def share(circle: str) -> str:
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


@pages.get("/c/<circle>/share/<role>.svg")
def code(circle: str, role: Role) -> Response:
    """Serve a link's QR code. Only someone with the scoring link gets the scoring link's code."""
    opened = open_circle(circle)
    if role not in ROLES or (role == "score" and not opened.may_write):
        abort(404)
    return qr_code(_address(opened.link, role))


@pages.post("/c/<circle>/share/renew")
def renew(circle: str) -> Answer:
    """Replace a link; sending the same form twice replaces it only once."""
    role: Role = "watch" if request.form.get("role") == "watch" else "score"
    link = circles().find(circle)
    if link is not None and not link.may_write:
        abort(403, TO_WATCH)
    made = derived_key(f"circle/{role}")
    done = circles().find(made)
    if done is None:
        opened = open_circle(circle, to_write=True)
        done = circles().renew(opened.link.circle_id, role, made)
    elif (
        link or (role == "watch" and open_circle(circle).link) or done
    ).circle_id != done.circle_id:
        abort(409, LINK_SENT_BEFORE)
    if role == "score":
        device.remember_circle(done.score_key, circle)
        circle = done.score_key
    return redirect(url_for("circle_page.share", circle=circle, renewed=role), 303)


# Writing to its log -------------------------------------------------------------------------------


@pages.get("/c/new")
def name_it() -> str:
    return render("circles/circle_new.html", fault="")


@pages.post("/c/new")
def create() -> Reply:
    name = _typed_name()
    if not name:
        return render("circles/circle_new.html", fault=NAMELESS), 422
    return _redirect_to(_create_circle(name))


def _create_circle(name: str, match_id: int | None = None) -> CircleLink:
    """Create a circle, with this match if any, idempotently; remember it on this device."""
    limits.charge(limits.MADE)
    match = None if match_id is None else (derived_id(posted_id(), "first match"), match_id)
    link = circles().create(posted_id(), CircleCreated(name=name), name, match)
    device.remember_circle(link.score_key)
    return link


@pages.app_errorhandler(WrongCircle)
def refuse_wrong_circle(_failure: WrongCircle) -> Reply:
    """Refuse a form whose id belongs to an event in another circle's log."""
    return render_template("error.html", code=409, text=SENT_BEFORE), 409


def _typed_name() -> str:
    return plain_name(request.form.get("name", ""), LONGEST_CIRCLE_NAME)


def _redirect_to(link: CircleLink) -> Answer:
    return redirect(url_for("circle_page.show", circle=link.key), 303)


def write(link: CircleLink, event: EventData, number: int | None = None) -> bool:
    """Write the posted form's event idempotently; return False if event `number` already exists."""
    written = circles().append(link.circle_id, posted_id(), event, number)
    if isinstance(written, Stale):
        return False
    if (written.kind, written.payload) != (event.kind, event.payload):
        abort(409, SENT_BEFORE)
    return True


@pages.post("/c/<circle>/rename")
def rename(circle: str) -> Reply:
    opened, name = open_circle(circle, to_write=True), _typed_name()
    if not name:
        return page_of(opened, NAMELESS), 422
    write(opened.link, CircleRenamed(name=name))
    return _redirect_to(opened.link)


@pages.post("/c/<circle>/merge")
def merge(circle: str) -> Reply:
    opened = open_circle(circle, to_write=True)
    if request.form.get("id") in [event.id for event in opened.circle.events]:
        return _redirect_to(opened.link)  # this form has merged its names already
    name, into = (opened.names.get(request.form.get(each, ""), "") for each in ("name", "into"))
    if not (name and into):
        return page_of(opened, _("Choose both names: the one to drop and the one to keep.")), 422
    if name == into:
        return page_of(opened, _("Choose two different names.")), 422
    person = opened.circle.people.person
    for result in opened.results:
        if any(
            {person(name), person(into)} <= set(map(person, seated))
            for seated in (result.players, *result.lineups)
        ):
            template = _(
                "{name} and {into} both played in “{title}”, so they’re two people. Choose other"
                " names."
            )
            return page_of(opened, template.format(name=name, into=into, title=result.title)), 422
    write(opened.link, NamesMerged(name=name, into=into))
    return _redirect_to(opened.link)


@pages.post("/c/<circle>/part")
def part(circle: str) -> Reply:
    opened = open_circle(circle, to_write=True)
    write(opened.link, NamesParted(name=request.form.get("name", "")[:LONGEST_CIRCLE_NAME]))
    return _redirect_to(opened.link)


@pages.post("/c/<circle>/take")
def take_out(circle: str) -> Reply:
    opened = open_circle(circle, to_write=True)
    match_id = whole_number(request.form.get("match", ""), digits=15)
    if match_id in opened.circle.matches:
        write(opened.link, MatchTakenOut(match=match_id))
    return _redirect_to(opened.link)


@pages.post("/c/<circle>/return")
def go_back(circle: str) -> Reply:
    """Undo, redo, or go back to the state after an event."""
    opened = open_circle(circle, to_write=True)
    to, known = (whole_number(request.form.get(each, ""), digits=9) for each in ("to", "number"))
    if known is None or to is None or not 0 < to <= known:
        abort(422, _("This form is incomplete. Open the circle again."))
    if not write(opened.link, StateRestored(to=to), known + 1):
        return page_of(opened_by(opened.link), TOO_LATE), 409
    return _redirect_to(opened.link)


@pages.post("/c/<circle>/next")
def next_match(circle: str) -> Reply:
    opened = open_circle(circle, to_write=True)
    match_id = whole_number(request.form.get("match", ""), digits=15)
    if match_id not in [match.id for match in opened.matches if match.result]:
        abort(409, _("That match is no longer in this circle. Open the circle again."))
    match = match_cache().open(match_id)
    # Use the circle's names, unless two of the players were merged.
    players = [opened.name(player) for player in match.players]
    if len({*players}) < len(players):
        players = list(match.players)
    payload = rematch_payload(match) | {"title": "", "players": players}
    return start_in_circles(payload, [opened.link])


# The circles of a match ---------------------------------------------------------------------------


@pages.get("/m/<key>/circles")
def circles_of_match(key: str) -> str:
    return _match_page(open_match(key))


def _match_page(opened: OpenMatch, fault: str = "", message: str = "") -> str:
    known = circles_to_score() if opened.may_write else []
    return render(
        "circles/match_circles.html",
        opened=opened,
        title=opened.match.title,
        circles=[(link, has_match(link, opened.link.match_id)) for link in known],
        elsewhere=len(_elsewhere(opened)) if opened.may_write else 0,
        fault=fault,
        message=message,
    )


def _elsewhere(opened: OpenMatch) -> list[CircleLink]:
    """Circles that include this match and for which this device has no scoring link."""
    known = {link.circle_id for link in circles_to_score()}
    match_id = opened.link.match_id
    every = circles().with_match(match_id)
    return [link for link in every if link.circle_id not in known and has_match(link, match_id)]


@pages.post("/m/<key>/circles")
def change_circles_of_match(key: str) -> Reply:
    opened = open_match(key, to_write=True)
    circle, match_id = chosen_circle(request.form), opened.link.match_id
    if "everywhere" in request.form:
        # Anyone who may score can remove the match from any circle.
        ids = {link.circle_id: circle_event_id(link.circle_id) for link in _elsewhere(opened)}
        circles().append_to_all(ids, MatchTakenOut(match=match_id))
    elif circle is None:
        name = _typed_name()
        if not name:
            return _match_page(opened, NAMELESS), 422
        _create_circle(name, match_id)
    elif has_match(circle, match_id) == ("take" in request.form):
        if "take" in request.form:
            write(circle, MatchTakenOut(match=match_id))
        else:
            copy = result_of(opened.match).copy
            for each in opened_by(circle).results:
                if copy and each.copy == copy:
                    template = _(
                        "“{title}” in this circle has the same entries, so this one wasn’t added."
                    )
                    return _match_page(opened, message=template.format(title=each.title)), 409
            write(circle, MatchPutIn(match=match_id))
    return redirect(url_for("circle_page.circles_of_match", key=key), 303)
