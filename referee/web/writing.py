"""One more event in the log of a match, and what the phone that wrote it gets to see.

A form sends the id of the event that it would write and the number of the last event that its page
knew. A second sending of the same is answered like the first; one that comes too late is answered
with the fresh sheet and the form as it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.events import Event
from referee.store import Stale
from referee.underway import is_as_known
from referee.web import device
from referee.web.books import Opened, opened, store
from referee.web.entry import Draft, new_draft
from referee.web.match import view
from referee.web.on_table import Refused
from referee.web.page import new_id, posted_id, render, wants_part

Reply = str | tuple[str, int] | Response
TOO_LATE = (
    "Somebody else wrote in this match just now, so this was not recorded yet. What you typed is"
    " still here: look at the sheet, then send it again if it is still to be added."
)
NOT_DONE = (
    "Somebody else wrote in this match just now, so nothing was changed. Look at the sheet, then"
    " do it again if it is still wanted."
)


def write(match: Opened, kind: str, payload: dict[str, Any], form: Draft | None = None) -> Reply:
    """Write one event as the next; show the sheet with it, or the fresh sheet and the kept form."""
    written = store().append(
        match.link.match_id,
        number=match.book.number + 1,
        id=event_id(match),
        kind=kind,
        payload=payload,
        by=writer(match),
    )
    with opened(match.key, to_write=True) as fresh:
        if fresh.book.title != fresh.link.title:
            store().retitle(fresh.link.match_id, fresh.book.title)
        if not isinstance(written, Stale):
            return done(fresh)
        if "table" in payload and not is_late(fresh, payload["table"]):
            return write(fresh, kind, payload, form)  # it was written at another table meanwhile
        draft = replace(form, book=fresh.book, message=TOO_LATE) if form else not_done(fresh)
        return shown(fresh, draft, 409)


def answered(match: Opened, kind: str, table: int | None = None) -> Reply | None:
    """The answer to an act that was done before, or comes too late; None if it can be done.

    `table` is that of the deal with which it is done, if it is one.
    """
    kept = kept_event(match)
    if kept is not None and kept.kind != kind:
        abort(409, "This form was sent before, for something else. Open the match again.")
    if kept is not None:
        return done(match)
    return shown(match, not_done(match), 409) if is_late(match, table) else None


def not_done(match: Opened) -> Draft:
    return replace(new_draft(match.book), message=NOT_DONE)


def is_late(match: Opened, table: int | None = None) -> bool:
    """Whether something was written since the page of this form was made.

    What is done at one of several tables, with its deal, does not wait for those of the others.
    """
    book, known = match.book, request.form.get("number", "")
    if known == str(book.number):
        return False
    if table is None or len(book.tables) == 1 or not known.isdecimal() or len(known) > 9:
        return True
    return not is_as_known(book.events, int(known), table)


def event_id(match: Opened) -> str:
    """The id that the page gave to this event; another one if an entry has brought that along."""
    id = posted_id()
    return id if match.book.entry(id) is None else new_id()


def kept_event(match: Opened) -> Event | None:
    """The event that this very form has written before."""
    kept = store().event(request.form.get("id", ""))
    if kept is not None and kept[0] != match.link.match_id:
        abort(409, "This form belongs to another match. Open the match again and repeat it.")
    return kept[1] if kept else None


def done(match: Opened) -> Reply:
    """The match as it is now: a part of the page, or the way to it."""
    if wants_part() and request.headers.get("HX-Target") == "live":
        return render("match.html", "parts/live.html", **view(match))
    address = address_of(match)
    if wants_part():
        return Response(status=204, headers={"HX-Redirect": address})
    return redirect(address, 303)


def address_of(match: Opened) -> str:
    """The page of the match, at the table of the form that was sent."""
    table = request.form.get("table") if len(match.book.tables) > 1 else None
    return url_for("match.show", key=match.key, table=table)


def shown(match: Opened, draft: Draft | None, status: int, refused: Refused | None = None) -> Reply:
    """The page with a form on it as it was typed, and what stands against it."""
    is_new = draft is None or draft.id is None
    page = "match.html" if is_new else "edit.html"
    part = "parts/live.html" if is_new else "parts/entry.html"
    return render(page, part, **view(match, draft, refused)), status


def writer(match: Opened) -> str | None:
    seat = device.seat(match.key)
    return match.book.players[seat] if seat is not None and seat < len(match.book.players) else None
