"""Record, correct, strike and restore entries; undo and redo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from flask import Blueprint, abort, render_template, request

from referee.core.findings import Problem, error
from referee.core.game import NOTHING, is_playable
from referee.core.record import ADJUSTMENT
from referee.core.text import _, ended, joined, whole_number
from referee.core.validation import NotARecord
from referee.matches.events.base import ADJUSTMENTS, StateRestored
from referee.matches.events.entries import (
    EntryAdded,
    EntryChanged,
    EntryRestored,
    EntryStruck,
    WarningsAccepted,
)
from referee.matches.match_state import WrittenEntry, moment_text
from referee.matches.store import now
from referee.web.forms.entry_form import (
    Conflict,
    Draft,
    form_of,
    playable_form_of,
    read_cells,
    read_entry,
)
from referee.web.forms.fields import Typed
from referee.web.http.app import mark_in_log
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.conflicts import find_conflict
from referee.web.match.deal_view import depends_on_table, way_to_play
from referee.web.match.match_page import GONE, STRUCK, MatchPage, page_of
from referee.web.match.write import (
    EventOrReply,
    Refusal,
    Reply,
    event_view,
    show_form,
    show_match,
    too_late,
)

pages = Blueprint("entries", __name__, url_prefix="/m/<key>")

ALREADY: Final = _(
    "This form was already sent with other figures, and those are recorded. To change them, tap"
    " their row on the scorepad. To record these as well, send the form again."
)

NOT_DUE: Final = _("Something else comes next, so these figures aren’t recorded.")
STOPPED: Final = _(
    "The table stopped here, so these figures aren’t recorded. To add them, tap “Go on playing”"
    " first."
)
IS_OVER: Final = _("The match is over, so these figures aren’t recorded.")

CARRIED_ON = ("at", "by")
"""Fields of imported entries that aren't in any form. A correction keeps them."""


def _refuse_entry(opened: OpenMatch, why: Refusal) -> Reply:
    id = (request.view_args or {}).get("id")
    if why is Refusal.SENT_BEFORE:
        return _show_entry(opened, id, 409, message=ALREADY)
    if id is not None:
        _find_entry(opened, id)
    conflict = _find_conflict(opened, id)
    is_stopped = id is None and opened.match.tally.closed
    message = NOTHING if conflict else STOPPED if is_stopped else too_late(opened.match)
    return _show_entry(opened, id, 409, message=message, conflict=conflict)


@pages.post("/entries")
@event_view(depends_on_table, refuse=_refuse_entry)
def add(opened: OpenMatch) -> EventOrReply:
    if opened.match.tally.closed:
        return _show_entry(opened, None, 409, message=STOPPED)
    expected, due = request.form.get("due"), opened.match.due_at(None)
    if expected and (due is None or due.kind != expected):
        abort(409, NOT_DUE if due else IS_OVER)
    return _add_entry(opened)


def _add_entry(opened: OpenMatch) -> EventOrReply:
    data, problems = _read_entry(opened, None)
    if problems:
        return _show_entry(opened, None, 422, problems=tuple(problems))
    if at := _recorded_at(opened):
        data["at"] = moment_text(at)
    return EntryAdded(entry=data)


@pages.post("/adjust")
@event_view(ADJUSTMENTS | {"seats"}, refuse=_refuse_entry)
def adjust(opened: OpenMatch) -> EventOrReply:
    """Record points outside a deal, which don't depend on what is due."""
    return _add_entry(opened)


def _recorded_at(opened: OpenMatch) -> datetime | None:
    """Return when a phone without a connection recorded the entry.

    The form says so in milliseconds since 1970. The phone's clock may be wrong, so a time in the
    future, or before the last entry or the evening's start, is ignored.
    """
    recorded = whole_number(request.form.get("recorded", ""), digits=13)
    if recorded is None:
        return None
    at = datetime.fromtimestamp(recorded // 1000, UTC)
    earliest = opened.match.sessions.last_entry or opened.match.opened.at
    return at if earliest <= at <= now() else None


@pages.post("/e/<entry:id>")
@event_view(EntryChanged.depends_on, refuse=_refuse_entry)
def change(opened: OpenMatch, id: str) -> EventOrReply:
    """Correct an old entry; a correction that makes later entries invalid must be confirmed."""
    # `keep`: the user knows that the entry was struck and corrects it anyway.
    written = (_find_entry if "keep" in request.form else _find_active_entry)(opened, id)
    data, problems = _read_entry(opened, id)
    if problems:
        return _show_entry(opened, id, 422, problems=tuple(problems))
    if {**data, "id": id} == written.data and not written.is_struck:
        return show_match(opened)
    kind = EntryRestored if written.is_struck else EntryChanged
    changed = kind(id=id, entry=data)
    broken = opened.match.would_break(changed)
    if broken and "anyway" not in request.form:
        return _show_entry(opened, id, 422, broken=broken)
    return changed


@pages.post("/try")
def try_slip(key: str) -> Reply:
    """Show the form with a likely slip corrected, or put back. Used only without scripts."""
    opened, id = open_match(key, to_write=True), request.form.get("entry")
    typed = {**request.form, **read_cells(request.form.get("slip", ""))}
    return _show_entry(opened, id, 200, typed, conflict=_find_conflict(opened, id))


def _show_entry(
    opened: OpenMatch, id: str | None, status: int, typed: Typed | None = None, **why: Any
) -> Reply:
    if id is not None and _find_entry(opened, id).is_struck:
        why["conflict"] = _find_conflict(opened, id)  # always show that the entry was struck
    found: Conflict | None = why.get("conflict")
    if found and found.is_same:
        mark_in_log(found.event)
        return show_match(opened, Draft(opened.match, None, {}, message=found.said))
    return show_form(opened, Draft(opened.match, id, typed or request.form, **why), status)


def _find_conflict(opened: OpenMatch, id: str | None) -> Conflict | None:
    if id is None and request.form.get("kind") == ADJUSTMENT:
        return None
    known = whole_number(request.form.get("number", ""), digits=9)
    return find_conflict(opened.match, known, request.form, id)


@pages.post("/check")
def check(key: str) -> str:
    opened = open_match(key, to_write=True)
    match, id = opened.seated(), request.form.get("entry")
    page: MatchPage | None = None
    if is_playable(match.game) and {"facts", "trick0"} & request.form.keys():
        hints = playable_form_of(match.game).before_play_hints(match, request.form)
        return render_template("match/parts/hints.html", hints=hints, page=None)
    if id is not None and match.entry(id) is None:
        id = None
    match = opened.seated(id)
    # All problems, those of accepted warnings too.
    draft = Draft(match, id, request.form, problems=tuple(_read_entry(opened, id, accepted=())[1]))
    if "refused" in request.form:
        page = replace(page_of(opened, draft), is_beside=True)
    hints = form_of(match.game, request.form).hints(match, id, request.form)
    way = None if id or draft.is_adjustment else way_to_play(opened, match, request.form)
    return render_template(
        "match/parts/hints.html", hints=hints, page=page, draft=draft, key=opened.key, way=way
    )


@pages.post("/e/<entry:id>/strike")
@event_view(EntryStruck.depends_on)
def strike(opened: OpenMatch, id: str) -> EventOrReply:
    """Take an entry off the scorepad; it stays in the log."""
    return EntryStruck(id=_find_active_entry(opened, id).id)


@pages.post("/e/<entry:id>/restore")
@event_view(EntryRestored.depends_on)
def restore(opened: OpenMatch, id: str) -> EventOrReply:
    is_struck = _find_entry(opened, id).is_struck
    return EntryRestored(id=id) if is_struck else show_match(opened)


@pages.post("/e/<entry:id>/accept")
@event_view(WarningsAccepted.depends_on)
def accept(opened: OpenMatch, id: str) -> EventOrReply:
    row = opened.match.row(_find_active_entry(opened, id).id)
    rules = [problem.rule for problem in row.open_warnings] if row else []
    return WarningsAccepted(id=id, rules=rules) if rules else show_match(opened)


def _show_undone(opened: OpenMatch) -> Reply:
    """Refill the form with an entry that was just undone."""
    match, back = opened.match, opened.match.turned_back
    undone = back.undone.data if back and back.undone else None
    if not isinstance(undone, EntryAdded) or undone.is_adjustment:
        return show_match(opened)
    typed = form_of(match.game).fill(undone.entry, match.setup.options)
    return show_match(opened, Draft(match, None, typed))


@pages.post("/back")
@event_view(StateRestored.depends_on, answer=_show_undone)
def go_back(opened: OpenMatch) -> EventOrReply:
    """Undo, redo, or return to the state after an earlier event."""
    to = whole_number(request.form.get("to", ""), digits=9)
    if to is None or not 1 <= to < opened.match.number:
        abort(422, _("The log doesn’t have this line. Open the log again and choose another."))
    return StateRestored(to=to)


# Entries ------------------------------------------------------------------------------------------


def _find_entry(opened: OpenMatch, id: str) -> WrittenEntry:
    written = opened.match.entry(id)
    if written is None:
        abort(404, GONE)
    return written


def _find_active_entry(opened: OpenMatch, id: str) -> WrittenEntry:
    written = _find_entry(opened, id)
    if written.is_struck:
        abort(404, STRUCK)
    return written


def _read_entry(
    opened: OpenMatch, id: str | None, accepted: Iterable[str] | None = None
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the entry in the form, and the errors and unaccepted warnings that block it.

    A correction keeps the fields in CARRIED_ON. `accepted` lists the rules whose warnings are
    accepted; by default, it is read from the form.
    """
    match = opened.seated(id)
    game = match.game
    data, problems = read_entry(match, id, request.form)
    old = None if id is None else opened.match.entry(id)
    if old:
        data |= {name: old.data[name] for name in CARRIED_ON if name in old.data}
    given = request.form.getlist("accepted") if accepted is None else accepted
    if rules := {*given, *(old.entry.accepted if old else ())}:
        data["accepted"] = sorted(rules)
    if problems:
        return data, problems
    try:
        _unused, row = match.judge(data, id)
    except NotARecord as refused:
        return data, [
            error(
                f"{game.name}.play", ended(joined(filter(None, (fault.place, fault.message)), ": "))
            )
            for fault in refused.faults
        ]
    return data, list(row.problems) if row.has_error or row.open_warnings else []
