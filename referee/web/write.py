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

from referee.events import Event
from referee.law import Problem, error
from referee.log import Written
from referee.record import NotARecord
from referee.store import Stale
from referee.web import device, share
from referee.web.books import Opened, opened, store
from referee.web.entry import Draft, form_of, new_draft
from referee.web.match import view
from referee.web.new import LONGEST_NAME, LONGEST_TITLE
from referee.web.page import new_id, posted_id, render, wants_part

pages = Blueprint("write", __name__, url_prefix="/m/<key>")

Reply = str | tuple[str, int] | Response
TOO_LATE = (
    "Somebody else wrote in this match just now, so this was not recorded yet. What you typed is"
    " still here: look at the sheet, then send it again if it is still to be added."
)
NOT_DONE = (
    "Somebody else wrote in this match just now, so nothing was changed. Look at the sheet, then"
    " do it again if it is still wanted."
)
ALREADY = (
    "This form was sent before, with other figures, and those are recorded. To change them, tap"
    " their row on the sheet. To record one more, send this again."
)
LONGEST_NOTE = 500

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
        return _write_entry(match, id)


@pages.post("/check")
def check(key: str) -> str:
    """What the figures come to while they are being typed."""
    with opened(key, to_write=True) as match:
        form = form_of(match.book.game)
        id = request.form.get("entry")
        if id is not None and match.book.row(id) is None:
            id = None
        return render_template("parts/hints.html", hints=form.hints(match.book, id, request.form))


@pages.post("/e/<entry:id>/strike")
def strike(key: str, id: str) -> Reply:
    """Take an entry off the sheet; it stays in the log."""
    with opened(key, to_write=True) as match:
        return _answered(match, "struck") or _write(
            match, "struck", {"id": _standing(match, id).id}
        )


@pages.post("/e/<entry:id>/restore")
def restore(key: str, id: str) -> Reply:
    """Put an entry back where it stood."""
    with opened(key, to_write=True) as match:
        written = match.book.entry(id)
        if written is None:
            abort(404, "There is no such entry in this match.")
        if not written.is_struck:
            return _done(match)
        return _answered(match, "restored") or _write(match, "restored", {"id": id})


@pages.post("/e/<entry:id>/accept")
def accept(key: str, id: str) -> Reply:
    """Let the warnings of an entry stand."""
    with opened(key, to_write=True) as match:
        row = match.book.row(_standing(match, id).id)
        rules = [problem.rule for problem in row.open_warnings] if row else []
        if not rules:
            return _done(match)
        return _answered(match, "accepted") or _write(match, "accepted", {"id": id, "rules": rules})


@pages.post("/back")
def go_back(key: str) -> Reply:
    """Return to the state after an earlier event."""
    with opened(key, to_write=True) as match:
        to = request.form.get("to", "")
        if not to.isdecimal() or len(to) > 9 or not 1 <= int(to) < match.book.number:
            return _answered(match, "returned") or _missing_state()
        return _answered(match, "returned") or _write(match, "returned", {"to": int(to)})


def _missing_state() -> Reply:
    abort(422, "There is no such state in the log of this match.")


@pages.post("/names")
def rename(key: str) -> Reply:
    """Give the match another title, or players other names; seats and figures stay."""
    with opened(key, to_write=True) as match:
        if _kept(match):
            return _done(match)
        seats = range(len(match.book.players))
        names = [request.form.get(f"player{seat}", "").strip()[:LONGEST_NAME] for seat in seats]
        title = request.form.get("title", "").strip()[:LONGEST_TITLE] or match.book.title
        fault = _names_fault(match, names)
        if fault or _is_late(match):
            message = fault or NOT_DONE
            return share.page(match, title, names, message), 422 if fault else 409
        return _write(match, "renamed", {"title": title, "players": names})


def _names_fault(match: Opened, names: list[str]) -> str:
    rule = match.book.game.shape.players_rule
    if not all(names):
        return f"Every player needs a name ({rule})."
    if len({name.casefold() for name in names}) < len(names):
        return f"No two players may have the same name ({rule})."
    return ""


def _standing(match: Opened, id: str) -> Written:
    """The entry of this id, which must be there and not struck."""
    written = match.book.entry(id)
    if written is None or written.is_struck:
        abort(404, "There is no such entry on the sheet any more. It may have been struck.")
    return written


def _write_entry(match: Opened, id: str | None) -> Reply:
    """Judge what was typed; write it if nothing stands against it."""
    kept = _kept(match)
    if kept is None and id is not None:
        _standing(match, id)
    typed = Draft(match.book, id, request.form)
    data, problems = _entry_typed(match, id)
    if kept is not None:
        same = kept.payload.get("entry") == data
        return _done(match) if same else _shown(match, replace(typed, message=ALREADY), 409)
    if _is_late(match):
        return _shown(match, replace(typed, message=TOO_LATE), 409)
    problems = problems or _judged(match, id, data)
    if problems:
        return _shown(match, replace(typed, problems=tuple(problems)), 422)
    if id is None:
        return _write(match, "added", {"entry": data}, typed)
    return _correct(match, id, data, typed)


def _entry_typed(match: Opened, id: str | None) -> tuple[dict[str, Any], list[Problem]]:
    """The entry that the form holds, with what an old one carries on, and what cannot be read."""
    data, problems = form_of(match.book.game).read(match.book, id, request.form)
    note = " ".join(filter(None, (request.form.get("note", "").strip(), data.pop("note", ""))))
    if note:
        data["note"] = note[:LONGEST_NOTE]
    old = None if id is None else match.book.entry(id)
    if old:
        data |= {name: old.data[name] for name in CARRIED_ON if name in old.data}
    if accepted := {*request.form.getlist("accepted"), *(old.entry.accepted if old else ())}:
        data["accepted"] = sorted(accepted)
    return data, problems


def _correct(match: Opened, id: str, data: dict[str, Any], typed: Draft) -> Reply:
    """Write a correction; if it makes later entries impossible, only once that is confirmed."""
    payload = {"id": id, "entry": data}
    old = match.book.entry(id)
    if old and {**data, "id": id} == old.data:
        return _done(match)
    broken = match.book.would_break("changed", payload)
    if broken and "anyway" not in request.form:
        return _shown(match, replace(typed, broken=broken), 422)
    return _write(match, "changed", payload, typed)


def _judged(match: Opened, id: str | None, data: dict[str, Any]) -> list[Problem]:
    """What keeps this entry from being written: errors, and warnings not accepted yet."""
    try:
        _, row = match.book.judge(data, id)
    except NotARecord as refused:
        return [error(f"{match.book.game.name}.play", f"{fault}.") for fault in refused.faults]
    return list(row.problems) if row.has_error or row.open_warnings else []


def _write(match: Opened, kind: str, payload: dict[str, Any], form: Draft | None = None) -> Reply:
    """Write one event as the next; show the sheet with it, or the fresh sheet and the kept form."""
    written = store().append(
        match.link.match_id,
        number=match.book.number + 1,
        id=_event_id(match),
        kind=kind,
        payload=payload,
        by=_writer(match),
    )
    with opened(match.key, to_write=True) as fresh:
        if fresh.book.title != fresh.link.title:
            store().retitle(fresh.link.match_id, fresh.book.title)
        if not isinstance(written, Stale):
            return _done(fresh)
        draft = replace(form, book=fresh.book, message=TOO_LATE) if form else _not_done(fresh)
        return _shown(fresh, draft, 409)


def _answered(match: Opened, kind: str) -> Reply | None:
    """The answer to an act that was done before, or comes too late; None if it can be done."""
    kept = _kept(match)
    if kept is not None and kept.kind != kind:
        abort(409, "This form was sent before, for something else. Open the match again.")
    if kept is not None:
        return _done(match)
    return _shown(match, _not_done(match), 409) if _is_late(match) else None


def _not_done(match: Opened) -> Draft:
    return replace(new_draft(match.book), message=NOT_DONE)


def _is_late(match: Opened) -> bool:
    """Whether something was written since the page of this form was made."""
    return request.form.get("number", "") != str(match.book.number)


def _event_id(match: Opened) -> str:
    """The id that the page gave to this event; another one if an entry has brought that along."""
    id = posted_id()
    return id if match.book.entry(id) is None else new_id()


def _kept(match: Opened) -> Event | None:
    """The event that this very form has written before."""
    kept = store().event(request.form.get("id", ""))
    if kept is not None and kept[0] != match.link.match_id:
        abort(409, "This form belongs to another match. Open the match again and repeat it.")
    return kept[1] if kept else None


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
