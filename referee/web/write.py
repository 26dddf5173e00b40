"""Writing to a match: every act is an event of its log, made on one page and stored once.

A form sends the id of the event that it would write and the number of the last event that its page
knew. A second sending of the same is answered like the first; one that comes too late is answered
with the fresh sheet and the form as it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.law import Problem, error
from referee.log import Event, Written
from referee.record import NotARecord
from referee.store import Stale
from referee.web import device
from referee.web.books import Opened, opened, store
from referee.web.entry import Draft, form_of, new_draft
from referee.web.home import LONGEST_NAME, LONGEST_TITLE
from referee.web.match import view
from referee.web.page import new_id, render, wants_part

pages = Blueprint("write", __name__, url_prefix="/m/<key>")

Reply = str | tuple[str, int] | Response
TOO_LATE = (
    "Somebody else wrote in this match just now, so this was not recorded yet. What you typed is"
    " still here: look at the sheet, then record it if it is still to be added."
)
ALREADY = (
    "This form was sent before, with other figures, and those are recorded. To change them, tap"
    " their row on the sheet. To record one more, send this again."
)

CARRIED_ON = ("at", "by")
"""What an entry of a record may carry and no form asks for: a correction keeps it."""


@pages.post("/entries")
def add(key: str) -> Reply:
    """Record the next entry, or say what is wrong with it and keep what was typed."""
    with opened(key, to_write=True) as match:
        return _write_entry(match, None)


@pages.post("/e/<entry:id>")
def change(key: str, id: str) -> Reply:
    """Correct an old entry; all that follows is judged again."""
    with opened(key, to_write=True) as match:
        _standing(match, id)
        return _write_entry(match, id)


@pages.post("/check")
def check(key: str) -> str:
    """What the figures come to while they are being typed."""
    with opened(key, to_write=True) as match:
        form = form_of(match.book.game)
        id = request.form.get("entry")
        if id is not None and match.book.entry(id) is None:
            id = None
        return render_template("parts/hints.html", hints=form.hints(match.book, id, request.form))


@pages.post("/e/<entry:id>/strike")
def strike(key: str, id: str) -> Reply:
    """Take an entry off the sheet; it stays in the log."""
    with opened(key, to_write=True) as match:
        return _repeated(match) or _write(match, "struck", {"id": _standing(match, id).id})


@pages.post("/e/<entry:id>/restore")
def restore(key: str, id: str) -> Reply:
    """Put an entry back where it stood."""
    with opened(key, to_write=True) as match:
        if match.book.entry(id) is None:
            abort(404, "There is no such entry in this match.")
        return _repeated(match) or _write(match, "restored", {"id": id})


@pages.post("/e/<entry:id>/accept")
def accept(key: str, id: str) -> Reply:
    """Let the warnings of an entry stand."""
    with opened(key, to_write=True) as match:
        row = match.book.row(_standing(match, id).id)
        rules = [problem.rule for problem in row.open_warnings] if row else []
        return _repeated(match) or _write(match, "accepted", {"id": id, "rules": rules})


@pages.post("/back")
def go_back(key: str) -> Reply:
    """Return to the state after an earlier event."""
    with opened(key, to_write=True) as match:
        to = request.form.get("to", "")
        if not (to.isdecimal() and len(to) < 10 and 1 <= int(to) < match.book.number):
            abort(422, "There is no such state in the log of this match.")
        return _repeated(match) or _write(match, "returned", {"to": int(to)})


@pages.post("/names")
def rename(key: str) -> Reply:
    """Give the match another title, or players other names; seats and figures stay."""
    with opened(key, to_write=True) as match:
        seats = range(len(match.book.players))
        names = [request.form.get(f"player{seat}", "").strip()[:LONGEST_NAME] for seat in seats]
        if not all(names) or len({name.casefold() for name in names}) < len(names):
            abort(422, "Every player needs a name, and no two the same. Go back and try again.")
        title = request.form.get("title", "").strip()[:LONGEST_TITLE] or match.book.title
        payload = {"title": title, "players": names}
        return _repeated(match) or _write(match, "renamed", payload)


def _standing(match: Opened, id: str) -> Written:
    """The entry of this id, which must be there and not struck."""
    written = match.book.entry(id)
    if written is None or written.is_struck:
        abort(404, "There is no such entry on the sheet any more. It may have been struck.")
    return written


def _write_entry(match: Opened, id: str | None) -> Reply:
    """Judge what was typed; write it if nothing stands against it."""
    typed = Draft(match.book, id, request.form)
    data, problems = form_of(match.book.game).read(match.book, id, request.form)
    if note := request.form.get("note", "").strip():
        data["note"] = note
    old = None if id is None else match.book.entry(id)
    if old:
        data |= {name: old.data[name] for name in CARRIED_ON if name in old.data}
    if accepted := {*request.form.getlist("accepted"), *(old.entry.accepted if old else ())}:
        data["accepted"] = sorted(accepted)
    if kept := _kept(match):
        same = kept.payload.get("entry") == data
        return _done(match) if same else _shown(match, replace(typed, message=ALREADY), 409)
    problems = problems or _judged(match, id, data)
    if problems:
        return _shown(match, replace(typed, problems=tuple(problems)), 422)
    if id is None:
        return _write(match, "added", {"entry": data}, typed)
    return _write(match, "changed", {"id": id, "entry": data}, typed)


def _judged(match: Opened, id: str | None, data: dict[str, Any]) -> list[Problem]:
    """What keeps this entry from being written: errors, and warnings not accepted yet."""
    try:
        _, row = match.book.judge(data, id)
    except NotARecord as refused:
        return [error(f"{match.book.game.name}.play", f"{fault}.") for fault in refused.faults]
    return list(row.problems) if row.has_error or row.open_warnings else []


def _write(match: Opened, kind: str, payload: dict[str, Any], form: Draft | None = None) -> Reply:
    """Write one event as the next; show the sheet with it, or the fresh sheet and the kept form."""
    number = request.form.get("number", "")
    written = store().append(
        match.link.match_id,
        number=int(number) + 1 if number.isdecimal() and len(number) < 10 else 0,
        id=request.form.get("id") or new_id(),
        kind=kind,
        payload=payload,
        by=_writer(match),
    )
    with opened(match.key, to_write=True) as fresh:
        if fresh.book.title != fresh.link.title:
            store().retitle(fresh.link.match_id, fresh.book.title)
        if isinstance(written, Stale):
            draft = form or new_draft(fresh.book)
            return _shown(fresh, replace(draft, message=TOO_LATE), 409)
        return _done(fresh)


def _kept(match: Opened) -> Event | None:
    """The event that this very form has written before."""
    kept = store().event(request.form.get("id", ""))
    if kept is not None and kept[0] != match.link.match_id:
        abort(409, "This form belongs to another match. Open the match again and repeat it.")
    return kept[1] if kept else None


def _repeated(match: Opened) -> Reply | None:
    """The answer to a form that is sent once more: as if it had only been sent now."""
    return _done(match) if _kept(match) else None


def _done(match: Opened) -> Reply:
    """The match as it is now: a part of the page, or the way to it."""
    if wants_part() and request.headers.get("HX-Target") == "live":
        return render("match.html", "parts/live.html", **view(match))
    address = url_for("match.show", key=match.key)
    if wants_part():
        return Response(status=204, headers={"HX-Redirect": address})
    return redirect(address, 303)


def _shown(match: Opened, draft: Draft, status: int) -> Reply:
    """The page with a form on it as it was typed, and what stands against it."""
    is_new = draft.id is None
    page = "match.html" if is_new else "edit.html"
    part = "parts/live.html" if is_new else "parts/entry.html"
    return render(page, part, **view(match, draft)), status


def _writer(match: Opened) -> str | None:
    seat = device.seat(match.key)
    return match.book.players[seat] if seat is not None and seat < len(match.book.players) else None
