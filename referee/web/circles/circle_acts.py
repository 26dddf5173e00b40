"""What is done in a circle of friends: each act is an event of its log, and can be taken back."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.core.text import said, whole_number
from referee.matches.circle import (
    CircleFounded,
    CircleRenamed,
    MatchTakenOut,
    NamesMerged,
    NamesParted,
)
from referee.matches.circle_store import CircleLink, WrongCircle
from referee.matches.event_log import Stale
from referee.matches.events import EventData, StateRestored
from referee.matches.match import Match
from referee.web.circles.circle_page import page_of
from referee.web.circles.circles import (
    OpenCircle,
    circles,
    open_circle,
    opened_by,
    put_in,
)
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.limits import charge_match
from referee.web.http.match_cache import match_cache
from referee.web.http.outbox import posted_id
from referee.web.match.match_opening import plain_name, rematch_payload, start_match

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
    """The form for a new circle."""
    return render("circles/circle_new.html", fault="")


@pages.post("/c/new")
def found() -> Reply:
    """A new circle, once."""
    name = typed_name()
    if not name:
        return render("circles/circle_new.html", fault=NAMELESS), 422
    return _shown(founded(name))


def founded(name: str) -> CircleLink:
    """A circle that begins by the form that is posted, once, and is remembered on this device."""
    charge_match()
    link = circles().found(posted_id(), CircleFounded(name=name), name)
    device.remember_circle(link.score_key)
    return link


@pages.app_errorhandler(WrongCircle)
def refuse_wrong_circle(_failure: WrongCircle) -> Reply:
    """Answer a form that carries the id of another circle's event."""
    return render_template("error.html", code=409, text=SENT_BEFORE), 409


def typed_name() -> str:
    """The name that is typed for a circle."""
    return plain_name(request.form.get("name", ""), LONGEST_NAME)


def _shown(link: CircleLink) -> Response:
    return redirect(url_for("circle_page.show", circle=link.key), 303)


def write(link: CircleLink, event: EventData, number: int | None = None) -> bool:
    """Write an event by the form that is posted, once; False where it comes too late."""
    kept = circles().append(link.circle_id, posted_id(), event, number)
    if isinstance(kept, Stale):
        return False
    if (kept.kind, kept.payload) != (event.kind, event.payload):
        abort(409, SENT_BEFORE)
    return True


# In the circle ------------------------------------------------------------------------------------


@pages.post("/c/<circle>/rename")
def rename(circle: str) -> Reply:
    """Another name for the circle."""
    opened, name = open_circle(circle, to_write=True), typed_name()
    if not name:
        return page_of(opened, NAMELESS), 422
    write(opened.link, CircleRenamed(name=name))
    return _listed_as_told(opened)


def _listed_as_told(opened: OpenCircle) -> Response:
    """The circle as it is now, under the name that its log gives it."""
    now = opened_by(opened.link)
    if now.circle.name != opened.link.name:
        circles().rename(opened.link.circle_id, now.circle.name)
    return _shown(opened.link)


@pages.post("/c/<circle>/merge")
def merge(circle: str) -> Reply:
    """Two names are one person's."""
    opened = open_circle(circle, to_write=True)
    if request.form.get("id") in [event.id for event in opened.circle.events]:
        return _shown(opened.link)  # the names that it sends are one already
    name, into = (opened.names.get(request.form.get(each, ""), "") for each in ("name", "into"))
    if not (name and into):
        return page_of(opened, "Choose both names: the one to go, and the one to stay."), 422
    if name == into:
        return page_of(opened, "Choose two different names."), 422
    both = opened.played_both(name, into)
    if both:
        template = "{name} and {into} have played together in “{title}”: they are two people."
        return page_of(opened, said(template, name=name, into=into, title=both)), 422
    write(opened.link, NamesMerged(name=name, into=into))
    return _shown(opened.link)


@pages.post("/c/<circle>/part")
def part(circle: str) -> Reply:
    """A name that was merged is another person's after all."""
    opened = open_circle(circle, to_write=True)
    write(opened.link, NamesParted(name=request.form.get("name", "")[:LONGEST_NAME]))
    return _shown(opened.link)


@pages.post("/c/<circle>/take")
def take_out(circle: str) -> Reply:
    """A match belongs to the circle no more."""
    opened = open_circle(circle, to_write=True)
    match_id = whole_number(request.form.get("match", ""), digits=15)
    if match_id in opened.circle.matches:
        write(opened.link, MatchTakenOut(match=match_id))
    return _shown(opened.link)


@pages.post("/c/<circle>/return")
def go_back(circle: str) -> Reply:
    """Undo, redo, and the way back: the circle as it was after one of its events."""
    opened = open_circle(circle, to_write=True)
    to, known = (whole_number(request.form.get(each, ""), digits=9) for each in ("to", "number"))
    if known is None or to is None or not 0 < to <= known:
        abort(422, "This form is incomplete. Open the circle again.")
    if not write(opened.link, StateRestored(to=to), known + 1):
        return page_of(opened_by(opened.link), TOO_LATE), 409
    return _listed_as_told(opened)


# Matches ------------------------------------------------------------------------------------------


@pages.post("/c/<circle>/next")
def next_match(circle: str) -> Reply:
    """The next match like one of the circle: the same game, people, options and house rules."""
    opened = open_circle(circle, to_write=True)
    match_id = whole_number(request.form.get("match", ""), digits=15)
    if match_id not in [match.id for match in opened.matches if match.result]:
        abort(409, "That match is not in this circle any more. Open the circle again.")
    with match_cache().open(match_id) as match:
        own = {"title": "", "players": _players(opened, match)}
        link = start_match(rematch_payload(match) | own)
    put_in(opened.link, link)
    return redirect(url_for("match_page.show", key=link.score_key), 303)


def _players(opened: OpenCircle, match: Match) -> list[str]:
    """The players as they are called here, unless two of them were said to be one."""
    names = [opened.name(player) for player in match.players]
    return names if len({*names}) == len(names) else list(match.players)
