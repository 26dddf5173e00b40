"""The players: the sheet behind each name, who is here, and guests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.core.findings import Points
from referee.core.record import FEWEST_HERE
from referee.core.text import Text, _, points, whole_number, without_fraction
from referee.matches.circle import spelling
from referee.matches.events.names_and_rules import (
    GuestJoined,
    NamesChanged,
    OptionsChanged,
    PlayerMoved,
    SeatChanged,
)
from referee.matches.match import Match
from referee.matches.match_state import MatchState
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.write import (
    LONGEST_NAME,
    LONGEST_TITLE,
    EventOrReply,
    Refusal,
    Reply,
    event_view,
    plain_name,
    show_match,
)

pages = Blueprint("players", __name__, url_prefix="/m/<key>")

NOTHING_TYPED: Final[Mapping[str, str]] = {}
STARTS: Final = ("zero", "lowest", "average")


@pages.get("/players/")
def show(key: str) -> str:
    return _render(open_match(key), typed=request.args)


def _render(
    opened: OpenMatch, message: str | Text = "", typed: Mapping[str, str] = NOTHING_TYPED
) -> str:
    """Render the page of all players, or of those whose seats are in `of`, such as `0 2`."""
    match = opened.match
    seats = [seat for seat in range(len(match.players)) if str(seat) in typed.get("of", "").split()]
    return render(
        "match/players.html",
        opened=opened,
        match=match,
        seats=seats or range(len(match.players)),
        dealer=_dealer(match),
        may_join=opened.may_write and _is_open(match) and len(match.players) < match.game.spec.most,
        starts=_starts(match),
        message=message,
        typed=typed,
        is_renaming=any(f"player{seat}" in typed for seat in range(len(match.players))),
    )


@pages.get("/players/<int:seat>")
def sheet(key: str, seat: int) -> str:
    """Show what can be done about one player."""
    opened = open_match(key)
    match = opened.match
    if seat >= len(match.players):
        abort(404, _("Nobody has this seat. Open the match again."))
    return render(
        "match/player.html",
        "match/parts/player.html",
        opened=opened,
        match=match,
        seat=seat,
        may_deal=_dealing(match, seat) is not None,
        may_leave=seat in _may_leave(match),
        may_return=seat in _may_return(match),
        may_join=_is_open(match) and len(match.players) < match.game.spec.most,
        may_move_seat=match.due_at(None) is not None and may_reseat(match),
    )


def _dealer(match: MatchState) -> int | None:
    due = match.due_at(None)
    return due.dealer if due else None


def _dealing(match: Match, seat: int) -> OptionsChanged | None:
    """Return the event after which this player deals next.

    None if there is nothing to change, or if it would change something that is recorded.
    """
    setup, dealer = match.setup, _dealer(match)
    is_followed = any(deal.is_followed for deal in match.deals.values())
    if dealer in (None, seat) or seat in setup.away or is_followed:
        return None
    steps = seat - dealer
    for first in (setup.left_of(setup.options.first_dealer, steps + n) for n in range(setup.seats)):
        event = OptionsChanged.of(match, {**match.options, "first_dealer": first})
        then = match.would_be(event)
        if _dealer(then) == seat:
            rows = zip(match.tally.rows, then.tally.rows, strict=True)
            is_same = all((a.cells, a.problems) == (b.cells, b.problems) for a, b in rows)
            return event if is_same else None
    return None


def _is_open(match: Match) -> bool:
    """Whether players may come and go."""
    return match.setup.options.attendance == "open" and match.due_at(None) is not None


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
    return match.setup.away if _is_open(match) else frozenset()


def _starts(match: Match) -> dict[str, Points]:
    """Return the totals with which a guest may start; the average is rounded to halves."""
    totals = match.tally.totals
    here = [totals[seat] for seat in range(len(match.players)) if seat not in match.setup.away]
    figures = (0, min(here), round(2 * sum(here) / len(here)) / 2)
    return dict(zip(STARTS, map(without_fraction, figures), strict=True))


def _refuse(opened: OpenMatch, why: Refusal) -> Reply:
    return _render(opened, why.value, request.form), 409


@pages.post("/phone")
def sit(key: str) -> Response:
    """Set whose phone this is; it may be nobody's."""
    opened = open_match(key)
    seat = _posted_seat(opened)
    device.remember(key)
    device.sit(key, seat)
    # The page may be from before players changed seats.
    known = whole_number(request.form.get("number", ""), digits=9) or opened.match.number
    device.put_number("sat", key, min(known, opened.match.number))
    return redirect(url_for("match_page.show", key=key), 303)


def _posted_seat(opened: OpenMatch, name: str = "seat") -> int | None:
    seats = [str(number) for number in range(len(opened.match.players))]
    seat = request.form.get(name, "")
    return seats.index(seat) if seat in seats else None


@pages.post("/names")
@event_view(NamesChanged.depends_on, refuse=_refuse)
def rename(opened: OpenMatch) -> EventOrReply:
    """Rename the match or its players; seats and figures stay the same."""
    match, form, fault = opened.match, request.form, None
    title = plain_name(form.get("title", ""), LONGEST_TITLE) or match.title
    names = [
        plain_name(form[name], LONGEST_NAME) if (name := f"player{seat}") in form else own
        for seat, own in enumerate(match.players)
    ]
    if not all(names):
        fault = _("A name is missing. Enter one for every player.")
    elif len({spelling(name) for name in names}) < len(names):
        fault = _("Two players have the same name. Change one of them.")
    if fault:
        return _render(opened, fault, form), 422
    return NamesChanged(title=title, players=names)


@pages.post("/deals")
@event_view(OptionsChanged.depends_on, refuse=_refuse)
def deal(opened: OpenMatch) -> EventOrReply:
    """Let a player deal now; the first dealer follows."""
    seat = _posted_seat(opened)
    if seat is not None and seat == _dealer(opened.match):
        return show_match(opened)
    event = None if seat is None else _dealing(opened.match, seat)
    if event is None:
        fault = _("Who deals now follows from what is recorded.")
        return _render(opened, fault), 422
    return event


@pages.post("/here")
@event_view(PlayerMoved.depends_on, refuse=_refuse)
def move(opened: OpenMatch) -> EventOrReply:
    """Say that a player has left or, if they were away, that they are back."""
    match, here = opened.match, request.form.get("here") == "yes"
    if request.form.get("here") == "sat-out":
        device.put_number("sat_out", opened.key, match.number)
        return show_match(opened)
    seat = _posted_seat(opened)
    if seat is not None and here == (seat not in match.setup.away):
        return show_match(opened)
    may_move = _may_return(match) if here else _may_leave(match)
    if seat is None or seat not in may_move:
        return _render(opened, _("Nothing was changed. Choose from the list below.")), 422
    return PlayerMoved(seat=seat, here=here)


@pages.post("/guest")
@event_view(GuestJoined.depends_on, refuse=_refuse)
def join(opened: OpenMatch) -> EventOrReply:
    match, form = opened.match, request.form
    name = plain_name(form.get("name", ""), LONGEST_NAME)
    seats = [str(seat) for seat in range(len(match.players) + 1)]
    start = _starts(match).get(form.get("start", STARTS[0]), 0)
    if not name:
        fault = _("Enter the guest’s name.")
    elif spelling(name) in map(spelling, match.players):
        fault = _("{name} has a seat already. Enter another name.", name=name)
    elif not _is_open(match):
        fault = _("Nobody can join this match any more.")
    elif len(match.players) == match.game.spec.most:
        fault = _("All seats are taken.")
    elif form.get("seat") not in seats:
        fault = _("Choose where the guest sits.")
    elif abs(start) > match.game.largest_adjustment:
        most = points(match.game.largest_adjustment)
        fault = _("A guest can start with {most} at most. Choose 0.", most=most)
    else:
        seat = seats.index(form["seat"])
        given = {"points": start} if start else {}
        return GuestJoined(name=name, seat=seat, **given)
    return _render(opened, fault, form), 422


def may_reseat(match: Match) -> bool:
    """Whether players may change seats: always if they come and go, else before the first deal."""
    begun = (match.deals, match.hands, *(match.set_aside or ()))
    return match.setup.options.attendance != "fixed" or not (match.entries or any(begun))


@pages.post("/seat")
@event_view(SeatChanged.depends_on, refuse=_refuse)
def reseat(opened: OpenMatch) -> EventOrReply:
    """Move the player in `seat` to the seat `to`; the others close up."""
    match = opened.match
    seat, to = _posted_seat(opened), _posted_seat(opened, "to")
    if match.entries and not may_reseat(match):
        fault = _("In this game, players keep their seats from the first entry on.")
    elif not may_reseat(match):
        fault = _("A deal has begun. Undo that first, then change the seats.")
    elif seat is None or to is None:
        fault = _("Choose who moves, and where to.")
    elif seat == to:
        return show_match(opened)
    else:
        return SeatChanged(seat=seat, to=to)
    return _render(opened, fault), 422
