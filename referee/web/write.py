"""Writing to a match: entries and what is done to them, names, and going back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, render_template, request

from referee.law import Problem, error
from referee.log import Written
from referee.refusal import NotARecord
from referee.web import share
from referee.web.books import Opened, opened
from referee.web.entry import Draft, card_form_of, form_of
from referee.web.new import LONGEST_NAME, LONGEST_TITLE
from referee.web.on_table import place_of
from referee.web.writing import (
    NOT_DONE,
    TOO_LATE,
    Reply,
    answered,
    done,
    is_late,
    kept_event,
    shown,
    write,
)

pages = Blueprint("write", __name__, url_prefix="/m/<key>")

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
        if match.book.game.by_cards and {"facts", "trick0"} & request.form.keys():
            told = card_form_of(match.book.game).fact_hints(match.book, request.form)
            return render_template("parts/hints.html", hints=told)
        form = form_of(match.book.game)
        id = request.form.get("entry")
        if id is not None and match.book.row(id) is None:
            id = None
        return render_template("parts/hints.html", hints=form.hints(match.book, id, request.form))


@pages.post("/e/<entry:id>/strike")
def strike(key: str, id: str) -> Reply:
    """Take an entry off the sheet; it stays in the log."""
    with opened(key, to_write=True) as match:
        return answered(match, "struck") or write(match, "struck", {"id": _standing(match, id).id})


@pages.post("/e/<entry:id>/restore")
def restore(key: str, id: str) -> Reply:
    """Put an entry back where it stood."""
    with opened(key, to_write=True) as match:
        written = match.book.entry(id)
        if written is None:
            abort(404, "There is no such entry in this match.")
        if not written.is_struck:
            return done(match)
        return answered(match, "restored") or write(match, "restored", {"id": id})


@pages.post("/e/<entry:id>/accept")
def accept(key: str, id: str) -> Reply:
    """Let the warnings of an entry stand."""
    with opened(key, to_write=True) as match:
        row = match.book.row(_standing(match, id).id)
        rules = [problem.rule for problem in row.open_warnings] if row else []
        if not rules:
            return done(match)
        return answered(match, "accepted") or write(match, "accepted", {"id": id, "rules": rules})


@pages.post("/back")
def go_back(key: str) -> Reply:
    """Return to the state after an earlier event."""
    with opened(key, to_write=True) as match:
        to = request.form.get("to", "")
        if not to.isdecimal() or len(to) > 9 or not 1 <= int(to) < match.book.number:
            return answered(match, "returned") or _missing_state()
        return answered(match, "returned") or write(match, "returned", {"to": int(to)})


def _missing_state() -> Reply:
    abort(422, "There is no such state in the log of this match.")


@pages.post("/names")
def rename(key: str) -> Reply:
    """Give the match another title, or players other names; seats and figures stay."""
    with opened(key, to_write=True) as match:
        if kept_event(match):
            return done(match)
        seats = range(len(match.book.players))
        names = [request.form.get(f"player{seat}", "").strip()[:LONGEST_NAME] for seat in seats]
        title = request.form.get("title", "").strip()[:LONGEST_TITLE] or match.book.title
        fault = _names_fault(match, names)
        if fault or is_late(match):
            message = fault or NOT_DONE
            return share.page(match, title, names, message), 422 if fault else 409
        return write(match, "renamed", {"title": title, "players": names})


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
    kept = kept_event(match)
    if kept is None and id is not None:
        _standing(match, id)
    typed = Draft(match.book, id, request.form)
    data, problems = _entry_typed(match, id)
    if kept is not None:
        same = kept.payload.get("entry") == data
        return done(match) if same else shown(match, replace(typed, message=ALREADY), 409)
    # What is typed for one of several tables does not wait for the cards of the others.
    if is_late(match, place_of(match) if id is None else None):
        return shown(match, replace(typed, message=TOO_LATE), 409)
    problems = problems or _judged(match, id, data)
    if problems:
        return shown(match, replace(typed, problems=tuple(problems)), 422)
    if id is None:
        return write(match, "added", {"entry": data}, typed)
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
        return done(match)
    broken = match.book.would_break("changed", payload)
    if broken and "anyway" not in request.form:
        return shown(match, replace(typed, broken=broken), 422)
    return write(match, "changed", payload, typed)


def _judged(match: Opened, id: str | None, data: dict[str, Any]) -> list[Problem]:
    """What keeps this entry from being written: errors, and warnings not accepted yet."""
    try:
        _, row = match.book.judge(data, id)
    except NotARecord as refused:
        return [error(f"{match.book.game.name}.play", f"{fault}.") for fault in refused.faults]
    return list(row.problems) if row.has_error or row.open_warnings else []
