"""Start matches, write events to their logs, and respond to the posted form."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum
from functools import wraps
from typing import Any, Final
from unicodedata import normalize

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.core.text import Text, _, whole_number
from referee.core.validation import without_unseen
from referee.matches.events.base import EVERYTHING, Event, EventData, Parts, changed_since
from referee.matches.match import Match, Tonight
from referee.matches.match_state import day_title
from referee.matches.store import CircleLink, Link, Stale, WrongMatch, now
from referee.web.forms.entry_form import Draft
from referee.web.http import device, limits
from referee.web.http.app import (
    derived_id,
    htmx,
    htmx_response,
    mark_in_log,
    new_id,
    posted_id,
    render,
    wants_part,
)
from referee.web.http.language import current_language
from referee.web.http.match_cache import OpenMatch, open_match, reopen, store
from referee.web.match import clock
from referee.web.match.deal_view import RefusedCard
from referee.web.match.match_page import page_of

Reply = str | tuple[str, int] | Response
EventOrReply = EventData | Reply
"""The result of reading a form: an event, or a page if the form has problems."""
TOO_LATE: Final = _(
    "Someone else changed the match just now, so this isn’t recorded yet. Check the scorepad. If"
    " it’s still missing, send it again."
)
RESEATED: Final = _(
    "Seats changed just now, so this isn’t recorded yet. Check that everything is with the right"
    " player, then send it again."
)
DONE: Final = _("Another phone has just done the same.")


class Refusal(Enum):
    """Why a posted form isn't written; the value is the message for most forms."""

    CHANGED = _(
        "Someone else changed the match just now, so nothing was done. Check the scorepad, then try"
        " again."
    )
    SENT_BEFORE = _(
        "This form was already sent with something else in it, and that was saved. To save this"
        " version too, send it again."
    )


OF_ANOTHER: Final = _("This form belongs to another match. Open the match and try again.")
ATTEMPTS: Final = 20  # how often to retry when other phones write at the same time


def show_match(opened: OpenMatch, draft: Draft | None = None) -> Reply:
    mark_in_log(opened.match.number)
    if wants_part() and htmx.target == "live":
        return render("match/match.html", "match/parts/live.html", page=page_of(opened, draft))
    return go_to(opened, address_of(opened))


def go_to(opened: OpenMatch, address: str) -> Reply:
    mark_in_log(opened.match.number)
    is_part = wants_part()
    return htmx_response("", 204, redirect=address) if is_part else redirect(address, 303)


def show_form(
    opened: OpenMatch, draft: Draft | None, status: int, refused: RefusedCard | None = None
) -> Reply:
    is_new = draft is None or (draft.id is None and not draft.is_adjustment)
    page = "match/match.html" if is_new else "match/edit.html"
    part = "match/parts/live.html" if is_new else "match/parts/correcting.html"
    return render(page, part, page=page_of(opened, draft, refused)), status


def refuse(opened: OpenMatch, why: Refusal = Refusal.CHANGED) -> Reply:
    return show_form(opened, Draft(opened.match, None, {}, message=why.value), 409)


def too_late(match: Match) -> Text:
    """Say why figures aren't recorded that were typed before others changed the match."""
    known = whole_number(request.form.get("number", ""), digits=9)
    has_moved = known is not None and 0 < known <= match.number and match.has_moved_since(known)
    return RESEATED if has_moved else TOO_LATE


def address_of(opened: OpenMatch) -> str:
    """Return the URL of the match page, showing the table that the posted form was for."""
    table = request.form.get("table") if len(opened.match.tables) > 1 else None
    return url_for("match_page.show", key=opened.key, table=table)


def event_view(
    depends_on: Parts | Callable[[OpenMatch], Parts] = EVERYTHING,
    refuse: Callable[[OpenMatch, Refusal], Reply] = refuse,
    answer: Callable[[OpenMatch], Reply] = show_match,
) -> Callable[[Callable[..., EventOrReply]], Callable[..., Reply]]:
    """Turn a function that reads a posted form into a view that writes its event.

    The function gets the match and the URL's other values. `refuse` isn't passed those values, but
    finds them in `request.view_args`.
    """

    def decorate(make_event: Callable[..., EventOrReply]) -> Callable[..., Reply]:
        @wraps(make_event)
        def view(key: str, **values: Any) -> Reply:
            opened = open_match(key, to_write=True)
            return write_event(
                opened,
                lambda now: make_event(now, **values),
                depends_on=depends_on(opened) if callable(depends_on) else depends_on,
                refuse=refuse,
                answer=answer,
            )

        return view

    return decorate


def write_event(
    opened: OpenMatch,
    make_event: Callable[[OpenMatch], EventOrReply],
    *,
    depends_on: Parts = EVERYTHING,
    refuse: Callable[[OpenMatch, Refusal], Reply] = refuse,
    answer: Callable[[OpenMatch], Reply] = show_match,
) -> Reply:
    """Write the event of the posted form exactly once.

    Uses an optimistic lock: the form contains the new event's id and the last event number that
    its page knew.

    - `make_event` reads the form and returns its event, or a page if the form has problems.
    - Idempotent: a form sent again is read against the match as it was the first time.
    - If another phone has just written the same event, it counts for both.
    - `refuse` shows the form again with status 409: `CHANGED` if another phone has changed a part
      that the form `depends_on`, `SENT_BEFORE` if this id was written with another payload.

    Invariant of the loop: `opened` is the newest match, the form hasn't been written, and `event`,
    once made, is what the form means there, because nothing that it depends on has changed since.
    """
    event: EventOrReply | None = None
    known = whole_number(request.form.get("number", ""), digits=9)
    keep = request.form.get("keep")  # the last event shown to a user who insists
    seen = whole_number(keep, digits=9) if keep else known
    for _attempt in range(ATTEMPTS):
        number, stored = opened.match.number, None
        if known != number:  # otherwise `append` finds out whether the form was sent before
            stored = store().event(request.form.get("id", ""))
        if stored is not None:
            match_id, earlier = stored
            if match_id != opened.link.match_id:
                abort(409, OF_ANOTHER)
            before = opened.match.as_of(max(1, earlier.number - 1))
            again = make_event(replace(opened, match=before, at=earlier.at))
            if earlier.number == 1 or not _is_same(earlier, again):  # no form writes event 1
                return refuse(opened, Refusal.SENT_BEFORE)
            mark_in_log(earlier.number)
            return answer(opened)
        if seen is None or (seen != number and not opened.match.is_as_known(seen, depends_on)):
            break
        if event is None:
            event = make_event(opened)
        if not isinstance(event, EventData):
            return event
        written = _append(opened, event)
        opened = reopen(opened, written if isinstance(written, Event) else None)
        if isinstance(written, Event):
            is_own = _is_same(written, event)
            return answer(opened) if is_own else refuse(opened, Refusal.SENT_BEFORE)
    if (same := _same_since(opened, seen, depends_on, make_event)) is not None:
        mark_in_log(same.number)
        draft = Draft(opened.match, None, {}, message=DONE)
        return show_match(opened, draft) if answer is show_match else answer(opened)
    return refuse(opened, Refusal.CHANGED)


def _append(opened: OpenMatch, event: EventData) -> Event | Stale:
    """Write the event if the match is still the newest; return the event that has the form's id."""
    id, by = posted_id(), opened.seat
    players = Tonight(opened.match, now()).players
    title = opened.match.title_after(event)
    try:
        return store().append(
            opened.link.match_id,
            number=opened.match.number + 1,
            # An imported record may already contain the id that the page generated.
            id=new_id() if id in opened.match.own_ids else id,
            kind=event.kind,
            payload=event.payload,
            by=players[by] if by is not None and by < len(players) else None,
            title=None if title == opened.link.title else title,
        )
    except WrongMatch:
        abort(409, OF_ANOTHER)


def _same_since(
    opened: OpenMatch,
    seen: int | None,
    depends_on: Parts,
    make_event: Callable[[OpenMatch], EventOrReply],
) -> Event | None:
    """Return the only change since event `seen` if the posted form would have written the same."""
    match = opened.match
    if seen is None or not 0 < seen <= match.number:
        return None
    changes = [each for each in changed_since(match.log, seen) if each.data.touches & depends_on]
    if len(changes) != 1 or changes[0].number <= seen:
        return None
    then = replace(opened, match=match.as_of(seen), at=changes[0].at)
    return changes[0] if _is_same(changes[0], make_event(then)) else None


def _is_same(earlier: Event, event: EventOrReply) -> bool:
    """Whether both have the same payload, ignoring the time of a ruling or an entry."""
    if not isinstance(event, EventData) or earlier.kind != event.kind:
        return False
    payloads = [
        {
            name: value | {"at": None} if name in ("ruling", "entry") and value else value
            for name, value in payload.items()
        }
        for payload in (earlier.payload, event.payload)
    ]
    one, other = (json.dumps(payload, sort_keys=True) for payload in payloads)
    return one == other


# Opening a match ----------------------------------------------------------------------------------

LONGEST_NAME = 40
LONGEST_TITLE = 80


def plain_name(typed: str, longest: int) -> str:
    """Clean a name or title: one line, no invisible characters, in NFC, truncated."""
    spaced = "".join(" " if sign.isspace() else sign for sign in normalize("NFC", typed))
    return without_unseen(without_unseen(spaced).strip()[:longest]).strip()


def start_match(
    payload: dict[str, Any], circles: Iterable[CircleLink] = (), *, is_own: bool = True
) -> Link:
    """Create a match from the posted form, idempotently, and remember it on this device.

    It is added to these circles. If `is_own`, the players' names are also remembered, to offer them
    for the next match.
    """
    limits.charge(limits.MADE)
    payload["title"] = payload["title"] or day_title(current_language().local(now()))
    try:
        link = store().open_match(
            id=posted_id(),
            game=payload["game"],
            title=payload["title"],
            payload=payload,
            by=None,
            circles={each.circle_id: circle_event_id(each.circle_id) for each in circles},
        )
    except WrongMatch:
        abort(409, _("This form belongs to another match. Go to your matches and start again."))
    device.remember(link.score_key)
    if is_own:
        device.remember_names(payload["players"])
    return link


def circle_event_id(circle_id: int) -> str:
    """Return the id of the event that the posted form writes to a circle."""
    return derived_id(posted_id(), "circle", circle_id)


def rematch_payload(match: Match) -> dict[str, Any]:
    """Return a rematch's payload: the same players and rules; the next player deals first."""
    players, away = match.players, match.tally.away
    if len(players) - len(away) not in match.game.spec.numbers:
        away = frozenset()
    here = [name for seat, name in enumerate(players) if seat not in away]
    next_seat = match.setup.left_of(match.setup.options.first_dealer)
    next_dealer = here.index(players[replace(match.setup, away=away).first_here(next_seat)])
    return {
        "game": match.game.name,
        "title": match.title,
        "players": here,
        "options": clock.rematch_options(match, now()) | {"first_dealer": next_dealer},
        **table_law(match),
    }


def table_law(match: Match) -> dict[str, Any]:
    """Return the rulings and house rules of a match, for another match of the same table."""
    return {
        **({"rulings": list(match.rulings)} if match.rulings else {}),
        **({"house": list(match.house)} if match.house else {}),
    }
