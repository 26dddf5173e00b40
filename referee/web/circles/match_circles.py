"""Into which circles of friends a match is put, later than when it was opened."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for

from referee.matches.circle import MatchPutIn, MatchTakenOut
from referee.matches.circle_store import CircleLink
from referee.web.circles.circle_acts import (
    NAMELESS,
    Reply,
    founded,
    typed_name,
    write,
)
from referee.web.circles.circles import (
    chosen_circle,
    circles,
    circles_to_score,
    opened_by,
    put_in,
)
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.http.outbox import derived_id, posted_id

pages = Blueprint("match_circles", __name__, url_prefix="/m/<key>/circles")


@pages.get("")
def show(key: str) -> str:
    """The circles of this device, and whether the match is in each."""
    with open_match(key) as opened:
        return _page(opened)


def _page(opened: OpenMatch, fault: str = "") -> str:
    known = circles_to_score() if opened.may_write else []
    return render(
        "circles/match_circles.html",
        opened=opened,
        title=opened.match.title,
        circles=[(link, _has(link, opened)) for link in known],
        elsewhere=len(_elsewhere(opened)) if opened.may_write else 0,
        fault=fault,
    )


def _has(link: CircleLink, opened: OpenMatch) -> bool:
    return opened.link.match_id in opened_by(link).circle.matches


def _elsewhere(opened: OpenMatch) -> list[CircleLink]:
    """The circles that it is in and that this device may not write in."""
    known = {link.circle_id for link in circles_to_score()}
    every = circles().with_match(opened.link.match_id)
    return [link for link in every if link.circle_id not in known and _has(link, opened)]


@pages.post("")
def change(key: str) -> Reply:
    """Put it into one, take it out again, or begin a circle with it."""
    with open_match(key, to_write=True) as opened:
        circle, match_id = chosen_circle(request.form), opened.link.match_id
        if "everywhere" in request.form:
            _leave(opened)
        elif circle is None:
            name = typed_name()
            if not name:
                return _page(opened, NAMELESS), 422
            put_in(founded(name), opened.link)
        elif _has(circle, opened) == ("take" in request.form):
            event = MatchTakenOut if "take" in request.form else MatchPutIn
            write(circle, event(match=match_id))
    return redirect(url_for("match_circles.show", key=key), 303)


def _leave(opened: OpenMatch) -> None:
    """Out of the circles that this device does not know: whose the match is says where it is."""
    for link in _elsewhere(opened):
        id = derived_id(posted_id(), "leaves circle", link.circle_id)
        circles().append(link.circle_id, id, MatchTakenOut(match=opened.link.match_id))
