"""Who is here: players leave and come back, and guests join."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, request

from referee.core.findings import Points
from referee.core.record import FEWEST_HERE
from referee.core.text import Text, _, points, without_fraction
from referee.matches.circle import spelling
from referee.matches.events.names_and_rules import GuestJoined, PlayerMoved
from referee.matches.match import Match
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.write import (
    LONGEST_NAME,
    EventOrReply,
    Refusal,
    Reply,
    event_view,
    plain_name,
    show_match,
)

pages = Blueprint("attendance", __name__, url_prefix="/m/<key>")

STARTS: Final = ("zero", "lowest", "average")


@pages.get("/here")
def show(key: str) -> str:
    return _render(open_match(key, to_write=True))


def _render(opened: OpenMatch, message: str | Text = "", **typed: Any) -> str:
    match = opened.match
    may_join = match.setup.options.attendance == "open" and match.due_at(None) is not None
    return render(
        "match/attendance.html",
        opened=opened,
        sheet=match.sheet(),
        may_leave=_may_leave(match),
        may_return=_may_return(match),
        may_join=may_join and len(match.players) < match.game.spec.most,
        starts=_starts(match),
        message=message,
        typed=typed,
    )


def _may_leave(match: Match) -> list[int]:
    """Return the seats of those who can leave now."""
    here = [seat for seat in range(len(match.players)) if seat not in match.setup.away]
    is_fixed = match.setup.options.attendance == "fixed" or match.due_at(None) is None
    if is_fixed or len(here) <= FEWEST_HERE:
        return []
    return [
        seat
        for seat in here
        if match.tally.totals[seat] != -1 or match.game.unit == "points"
        if not match.would_be(PlayerMoved(seat=seat, here=False)).is_deserted
    ]


def _may_return(match: Match) -> frozenset[int]:
    """Return the seats of those who can come back now."""
    may_return = match.setup.options.attendance == "open" and match.due_at(None) is not None
    return match.setup.away if may_return else frozenset()


def _starts(match: Match) -> dict[str, Points]:
    """Return the totals with which a guest may start; the average is rounded to halves."""
    totals = match.tally.totals
    here = [totals[seat] for seat in range(len(match.players)) if seat not in match.setup.away]
    figures = (0, min(here), round(2 * sum(here) / len(here)) / 2)
    return dict(zip(STARTS, map(without_fraction, figures), strict=True))


def _refuse(opened: OpenMatch, why: Refusal) -> Reply:
    return _render(opened, why.value, **request.form), 409


@pages.post("/here")
@event_view(PlayerMoved.depends_on, refuse=_refuse)
def move(opened: OpenMatch) -> EventOrReply:
    """Say that a player has left or, if they were away, that they are back."""
    match, here = opened.match, request.form.get("here") == "yes"
    if request.form.get("here") == "sat-out":
        device.put_number("sat_out", opened.key, match.number)
        return show_match(opened)
    seats = [str(seat) for seat in range(len(match.players))]
    given = request.form.get("seat", "")
    seat = seats.index(given) if given in seats else -1
    if given in seats and here == (seat not in match.setup.away):
        return show_match(opened)
    may_move = _may_return(match) if here else _may_leave(match)
    if seat not in may_move:
        return _render(opened, _("Nothing was changed. Choose from the list below.")), 422
    return PlayerMoved(seat=seat, here=here)


@pages.post("/guest")
@event_view(GuestJoined.depends_on, refuse=_refuse)
def join(opened: OpenMatch) -> EventOrReply:
    match, form = opened.match, request.form
    rule = match.game.spec.players_rule
    name = plain_name(form.get("name", ""), LONGEST_NAME)
    seats = [str(seat) for seat in range(len(match.players) + 1)]
    start = _starts(match).get(form.get("start", STARTS[0]), 0)
    if not name:
        fault = _("Enter the guest’s name ({rule}).", rule=rule)
    elif spelling(name) in map(spelling, match.players):
        fault = _("{name} has a seat already. Enter another name ({rule}).", name=name, rule=rule)
    elif match.due_at(None) is None or match.setup.options.attendance != "open":
        fault = _("Nobody can join this match any more.")
    elif len(match.players) == match.game.spec.most:
        fault = _("All seats are taken ({rule}).", rule=rule)
    elif form.get("seat") not in seats:
        fault = _("Choose where the guest sits.")
    elif abs(start) > match.game.largest_adjustment:
        most = points(match.game.largest_adjustment)
        fault = _("A guest can start with {most} at most. Choose 0.", most=most)
    else:
        seat = seats.index(form["seat"])
        given = {"points": start} if start else {}
        return GuestJoined(name=name, seat=seat, **given)
    return _render(opened, fault, **form), 422
