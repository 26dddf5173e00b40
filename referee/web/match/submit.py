"""One more event in the log of a match, and what the phone that wrote it gets to see.

A form sends the id of the event that it would write and the number of the last event that its page
knew. `submit` is the one way to write: a second sending of the same is answered like the first; one
that comes too late is answered with the fresh sheet and the form as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.core.text import whole_number
from referee.matches.event_log import Stale
from referee.matches.events import Event, EventData
from referee.matches.in_progress import MATCH, Slot
from referee.matches.match import replay
from referee.matches.store import WrongMatch
from referee.web.forms.entry_form import Draft, new_draft
from referee.web.http import device
from referee.web.http.app import redirect_htmx, render, targets, wants_part
from referee.web.http.match_cache import OpenMatch, reopen, store, tonight_of
from referee.web.http.outbox import mark_in_log, new_id, posted_id
from referee.web.match.match_page import page_of
from referee.web.match.play_panel import RefusedCard

Reply = str | tuple[str, int] | Response
TOO_LATE: Final = (
    "Somebody else wrote in this match just now, so this was not recorded yet. What you typed is"
    " still here: look at the sheet, then send it again if it is still to be added."
)
NOT_DONE: Final = (
    "Somebody else wrote in this match just now, so nothing was changed. Look at the sheet, then"
    " do it again if it is still wanted."
)
SENT_BEFORE: Final = (
    "This form was sent before, with something else in it: that was written, and this was not."
    " Send it again if you want it so now."
)
OF_ANOTHER: Final = "This form belongs to another match. Open the match again and repeat it."
ATTEMPTS: Final = 20
"""So many times others may be quicker, in other slots, before the form is given back."""


class Posted:
    """A form that was posted, and the event that it is to write.

    A form with more in it than a button says itself how it is shown again: it overrides the rest.
    """

    def __init__(
        self,
        kind: type[EventData],
        event: Callable[[OpenMatch], EventData | Reply],
        slot: Slot = MATCH,
    ) -> None:
        """`event` gives it for the match as it is now, or the page that says why there is none."""
        self.kind = kind
        self.event = event
        self.slot = slot

    shows_match = True
    """Whether the page of the match, if it was sent from there, goes on with what was written."""

    def is_same(self, opened: OpenMatch, kept: EventData) -> bool:  # noqa: ARG002  # others need it
        """Whether what this form has written before is what it would write now."""
        return isinstance(kept, self.kind)

    def draft(self, opened: OpenMatch) -> Draft | None:  # noqa: ARG002
        """What stands in the form of the page that shows what was written; mostly nothing."""
        return None

    def goes_to(self, opened: OpenMatch) -> str:
        """Where a phone goes that has no part of the page to be swapped."""
        return address_of(opened)

    def again(self, opened: OpenMatch) -> Reply:  # noqa: ARG002
        """The answer to a form that has written something else before."""
        abort(409, "This form was sent before, for something else. Open the match again.")

    def late(self, opened: OpenMatch) -> Reply:
        """The answer to a form that comes too late."""
        return not_done(opened)


class PostedForm(Posted):
    """A form that stays as it was filled in, on a page of its own, where nothing was written."""

    def is_same(self, opened: OpenMatch, kept: EventData) -> bool:
        """Whether the same was filled in."""
        return self.event(opened) == kept

    def again(self, opened: OpenMatch) -> Reply:
        """The form with what is in it now."""
        return self.filled_in(opened, SENT_BEFORE)

    def late(self, opened: OpenMatch) -> Reply:
        """The same."""
        return self.filled_in(opened, NOT_DONE)

    def filled_in(self, opened: OpenMatch, message: str) -> Reply:
        """The page with the form and this message."""
        raise NotImplementedError


def submit(opened: OpenMatch, posted: Posted) -> Reply:
    """Write the event of a form, once; show the match with it.

    Where only other slots have gone on since the page of the form was made, the event is as right
    as before, and is written behind theirs.
    """
    event: EventData | Reply | None = None
    for _ in range(ATTEMPTS):
        kept = _kept_event(opened)
        if kept is not None:
            return _sent_before(opened, posted, kept)
        if _is_late(opened, posted.slot):
            return posted.late(opened)
        event = event or posted.event(opened)
        if not isinstance(event, EventData):
            return event
        written = _append(opened, event)
        opened = reopen(opened, written if isinstance(written, Event) else None)
        if opened.match.title != opened.link.title:
            store().retitle(opened.link.match_id, opened.match.title)
        if isinstance(written, Event):
            if written.payload != event.payload or written.kind != event.kind:
                return _sent_before(opened, posted, written)
            return _answer(opened, posted, posted.draft(opened))
    return posted.late(opened)


def _kept_event(opened: OpenMatch) -> Event | None:
    """The event that this very form has written before."""
    if _known(request.form.get("number", "")) == opened.match.number:
        return None  # nothing was written since the form was made: `_append` is the last guard
    kept = store().event(request.form.get("id", ""))
    if kept is not None and kept[0] != opened.link.match_id:
        abort(409, OF_ANOTHER)
    return kept[1] if kept else None


def _known(number: str) -> int | None:
    return whole_number(number, digits=9)


def _sent_before(opened: OpenMatch, posted: Posted, kept: Event) -> Reply:
    """The answer to a form that has written an event already."""
    if posted.is_same(opened, kept.data) or _was_same(opened, posted, kept):
        mark_in_log(kept.number)
        return _answer(opened, posted)
    return posted.again(opened)


def _answer(opened: OpenMatch, posted: Posted, draft: Draft | None = None) -> Reply:
    return done(opened, draft, posted.goes_to(opened), shows_match=posted.shows_match)


def _was_same(opened: OpenMatch, posted: Posted, kept: Event) -> bool:
    """Whether it was the same as the match was then: what is due now may be read otherwise."""
    events = [each for each in store().events(opened.link.match_id) if each.number < kept.number]
    return bool(events) and posted.is_same(replace(opened, match=replay(events)), kept.data)


def _is_late(opened: OpenMatch, slot: Slot) -> bool:
    """Whether something was written, since the page of this form was made, that it must know of."""
    match = opened.match
    known = _known(request.form.get("keep") or request.form.get("number", ""))
    if known is None:
        return True
    return known != match.number and not match.is_as_known(known, slot)


def _append(opened: OpenMatch, event: EventData) -> Event | Stale:
    """Write the event as the next; what this form has written before, where it has."""
    id = posted_id()
    try:
        return store().append(
            opened.link.match_id,
            number=opened.match.number + 1,
            # An entry of a record may have brought along the very id that the page has made.
            id=new_id() if id in opened.match.own_ids else id,
            kind=event.kind,
            payload=event.payload,
            by=_writer(opened),
        )
    except WrongMatch:
        abort(409, OF_ANOTHER)


def _writer(opened: OpenMatch) -> str | None:
    """The player whose phone this is, or who sits in tonight."""
    seat, players = device.seat(opened.key), tonight_of(opened.match).players
    return players[seat] if seat is not None and seat < len(players) else None


# What the phone gets to see -----------------------------------------------------------------------


def done(
    opened: OpenMatch, draft: Draft | None = None, address: str = "", *, shows_match: bool = True
) -> Reply:
    """The match as it is now: a part of the page, or the way to it or to another page."""
    mark_in_log(opened.match.number)
    if shows_match and targets("live"):
        return render("match/match.html", "match/parts/live.html", page=page_of(opened, draft))
    address = address or address_of(opened)
    if wants_part():
        return redirect_htmx(address)
    return redirect(address, 303)


def not_done(opened: OpenMatch) -> Reply:
    """The match as it is now, and that nothing was changed."""
    return shown(opened, replace(new_draft(opened.match), message=NOT_DONE), 409)


def address_of(opened: OpenMatch) -> str:
    """The page of the match, at the table of the form that was sent."""
    table = request.form.get("table") if len(opened.match.tables) > 1 else None
    return url_for("match_page.show", key=opened.key, table=table)


def shown(
    opened: OpenMatch, draft: Draft | None, status: int, refused: RefusedCard | None = None
) -> Reply:
    """The page with a form on it as it was typed, and what stands against it."""
    is_new = draft is None or draft.id is None
    page = "match/match.html" if is_new else "match/edit.html"
    part = "match/parts/live.html" if is_new else "match/parts/correcting.html"
    return render(page, part, page=page_of(opened, draft, refused)), status
