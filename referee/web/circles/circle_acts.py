"""Forms that write to the log of a circle of friends, and the circles of a match."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.core.text import said, whole_number
from referee.matches.circle import (
    CircleFounded,
    CircleRenamed,
    MatchPutIn,
    MatchTakenOut,
    NamesMerged,
    NamesParted,
)
from referee.matches.events import EventData, StateRestored
from referee.matches.store import CircleLink, Stale, WrongCircle
from referee.web.circles.circle_page import (
    OpenCircle,
    chosen_circle,
    circles,
    circles_to_score,
    has_match,
    open_circle,
    opened_by,
    page_of,
    put_in,
)
from referee.web.http import device, limits
from referee.web.http.app import derived_id, posted_id, render
from referee.web.http.match_cache import OpenMatch, match_cache, open_match
from referee.web.match.write import plain_name, rematch_payload, start_match

pages = Blueprint("circle_acts", __name__)

LONGEST_NAME: Final = 60
NAMELESS: Final = "Give the circle a name."
SENT_BEFORE: Final = "This form was sent before, for something else. Open the circle again."
TOO_LATE: Final = (
    "Somebody else has changed something in this circle just now, so nothing was taken back. Look"
    " at it, then do it again if it is still wanted."
)
Reply = str | tuple[str, int] | Response


@pages.get("/c/new")
def name_it() -> str:
    return render("circles/circle_new.html", fault="")


@pages.post("/c/new")
def found() -> Reply:
    name = _typed_name()
    if not name:
        return render("circles/circle_new.html", fault=NAMELESS), 422
    return _redirect_to(_found_circle(name))


def _found_circle(name: str) -> CircleLink:
    """Found a circle, once however often the form is sent; this device remembers it."""
    limits.charge(limits.MADE)
    link = circles().found(posted_id(), CircleFounded(name=name), name)
    device.remember_circle(link.score_key)
    return link


@pages.app_errorhandler(WrongCircle)
def refuse_wrong_circle(_failure: WrongCircle) -> Reply:
    """Answer a form with the id of another circle's event."""
    return render_template("error.html", code=409, text=SENT_BEFORE), 409


def _typed_name() -> str:
    return plain_name(request.form.get("name", ""), LONGEST_NAME)


def _redirect_to(link: CircleLink) -> Response:
    return redirect(url_for("circle_page.show", circle=link.key), 303)


def write(link: CircleLink, event: EventData, number: int | None = None) -> bool:
    """Write the event of the posted form, once; False if event `number` already exists."""
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
    return _redirect_renamed(opened)


def _redirect_renamed(opened: OpenCircle) -> Response:
    """To the circle, listed under the name that its log has now."""
    now = opened_by(opened.link)
    if now.circle.name != opened.link.name:
        circles().rename(opened.link.circle_id, now.circle.name)
    return _redirect_to(opened.link)


@pages.post("/c/<circle>/merge")
def merge(circle: str) -> Reply:
    opened = open_circle(circle, to_write=True)
    if request.form.get("id") in [event.id for event in opened.circle.events]:
        return _redirect_to(opened.link)  # the names that it sends are one already
    name, into = (opened.names.get(request.form.get(each, ""), "") for each in ("name", "into"))
    if not (name and into):
        return page_of(opened, "Choose both names: the one to go, and the one to stay."), 422
    if name == into:
        return page_of(opened, "Choose two different names."), 422
    person = opened.circle.people.person
    for result in opened.results:
        if {person(name), person(into)} <= set(map(person, result.players)):
            template = "{name} and {into} have played together in “{title}”: they are two people."
            return page_of(opened, said(template, name=name, into=into, title=result.title)), 422
    write(opened.link, NamesMerged(name=name, into=into))
    return _redirect_to(opened.link)


@pages.post("/c/<circle>/part")
def part(circle: str) -> Reply:
    opened = open_circle(circle, to_write=True)
    write(opened.link, NamesParted(name=request.form.get("name", "")[:LONGEST_NAME]))
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
        abort(422, "This form is incomplete. Open the circle again.")
    if not write(opened.link, StateRestored(to=to), known + 1):
        return page_of(opened_by(opened.link), TOO_LATE), 409
    return _redirect_renamed(opened)


@pages.post("/c/<circle>/next")
def next_match(circle: str) -> Reply:
    opened = open_circle(circle, to_write=True)
    match_id = whole_number(request.form.get("match", ""), digits=15)
    if match_id not in [match.id for match in opened.matches if match.result]:
        abort(409, "That match is not in this circle any more. Open the circle again.")
    match = match_cache().open(match_id)
    # As they are called here, unless two of them were merged.
    players = [opened.name(player) for player in match.players]
    if len({*players}) < len(players):
        players = list(match.players)
    link = start_match(rematch_payload(match) | {"title": "", "players": players})
    put_in(opened.link, link)
    return redirect(url_for("match_page.show", key=link.score_key), 303)


# The circles of a match ---------------------------------------------------------------------------


@pages.get("/m/<key>/circles")
def circles_of_match(key: str) -> str:
    opened = open_match(key)
    return _match_page(opened)


def _match_page(opened: OpenMatch, fault: str = "") -> str:
    known = circles_to_score() if opened.may_write else []
    return render(
        "circles/match_circles.html",
        opened=opened,
        title=opened.match.title,
        circles=[(link, has_match(link, opened.link.match_id)) for link in known],
        elsewhere=len(_elsewhere(opened)) if opened.may_write else 0,
        fault=fault,
    )


def _elsewhere(opened: OpenMatch) -> list[CircleLink]:
    """Circles that have the match and that this device may not write to."""
    known = {link.circle_id for link in circles_to_score()}
    match_id = opened.link.match_id
    every = circles().with_match(match_id)
    return [link for link in every if link.circle_id not in known and has_match(link, match_id)]


@pages.post("/m/<key>/circles")
def change_circles_of_match(key: str) -> Reply:
    opened = open_match(key, to_write=True)
    circle, match_id = chosen_circle(request.form), opened.link.match_id
    if "everywhere" in request.form:
        # Whoever may score decides where the match is, also in circles of others.
        for link in _elsewhere(opened):
            id = derived_id(posted_id(), "leaves circle", link.circle_id)
            circles().append(link.circle_id, id, MatchTakenOut(match=match_id))
    elif circle is None:
        name = _typed_name()
        if not name:
            return _match_page(opened, NAMELESS), 422
        put_in(_found_circle(name), opened.link)
    elif has_match(circle, match_id) == ("take" in request.form):
        event = MatchTakenOut if "take" in request.form else MatchPutIn
        write(circle, event(match=match_id))
    return redirect(url_for("circle_acts.circles_of_match", key=key), 303)
