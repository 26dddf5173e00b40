"""Writing to a match: entries and what is done to them, names, and going back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, render_template, request

from referee.core.findings import Problem, error
from referee.core.game import is_playable
from referee.core.text import said, whole_number
from referee.core.validation import NotARecord
from referee.matches.events import (
    EntryAdded,
    EntryChanged,
    EntryRestored,
    EntryStruck,
    EventData,
    NamesChanged,
    StateRestored,
    WarningsAccepted,
)
from referee.matches.in_progress import MATCH, NAMES, Slot, at_table
from referee.matches.match_state import WrittenEntry
from referee.web.forms.entry_form import Conflict, Draft, form_of, playable_form_of, read_entry
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match import share
from referee.web.match.conflicts import conflict, conflict_over
from referee.web.match.match_page import GONE, MatchPage, page_of
from referee.web.match.play_panel import place_of
from referee.web.match.submit import (
    TOO_LATE,
    Posted,
    PostedForm,
    Reply,
    done,
    shown,
    submit,
)
from referee.web.start.new_match import LONGEST_NAME, LONGEST_TITLE, plain_name

pages = Blueprint("entries", __name__, url_prefix="/m/<key>")

ALREADY = (
    "This form was sent before, with other figures, and those are recorded. To change them, tap"
    " their row on the sheet. To record one more, send this again."
)

CARRIED_ON = ("at", "by")
"""What an entry of a record may carry and no form asks for: a correction keeps it."""


@pages.post("/entries")
def add(key: str) -> Reply:
    """Record the next entry, or say what is wrong with it and keep what was typed."""
    with open_match(key, to_write=True) as opened:
        # What is typed for one of several tables does not wait for the cards of the others.
        slot = at_table(place_of(opened)) if opened.match.deals else MATCH
        return submit(opened, PostedEntry(None, slot))


@pages.post("/e/<entry:id>")
def change(key: str, id: str) -> Reply:
    """Correct an old entry; all that follows is judged again."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, PostedEntry(id, MATCH))


@pages.post("/check")
def check(key: str) -> str:
    """What the figures come to while they are being typed."""
    with open_match(key, to_write=True) as opened:
        if is_playable(opened.match.game) and {"facts", "trick0"} & request.form.keys():
            told = playable_form_of(opened.match.game).before_play_hints(opened.match, request.form)
            return render_template("match/parts/hints.html", hints=told, page=None)
        form = form_of(opened.match.game)
        id = request.form.get("entry")
        if id is not None and opened.match.entry(id) is None:
            id = None
        hints = form.hints(opened.match, id, request.form)
        page = _judged_again(opened, id) if "refused" in request.form else None
        return render_template("match/parts/hints.html", hints=hints, page=page)


def _judged_again(opened: OpenMatch, id: str | None) -> MatchPage:
    """A form that was refused, with what is still wrong while it is corrected."""
    data, problems = _entry_typed(opened, id, accepted=())  # that is still to be said
    problems = problems or _problems(opened, id, data)
    draft = Draft(opened.match, id, request.form, tuple(problems))
    return replace(page_of(opened, draft), is_beside=True)


@pages.post("/e/<entry:id>/strike")
def strike(key: str, id: str) -> Reply:
    """Take an entry off the sheet; it stays in the log."""
    with open_match(key, to_write=True) as opened:
        posted = Posted(EntryStruck, lambda now: EntryStruck(id=_standing(now, id).id))
        return submit(opened, posted)


@pages.post("/e/<entry:id>/restore")
def restore(key: str, id: str) -> Reply:
    """Put an entry back where it stood."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, Posted(EntryRestored, lambda now: _restored(now, id)))


def _restored(opened: OpenMatch, id: str) -> EventData | Reply:
    return EntryRestored(id=id) if _known(opened, id).is_struck else done(opened)


@pages.post("/e/<entry:id>/accept")
def accept(key: str, id: str) -> Reply:
    """Let the warnings of an entry be."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, Posted(WarningsAccepted, lambda now: _accepted(now, id)))


def _accepted(opened: OpenMatch, id: str) -> EventData | Reply:
    row = opened.match.row(_standing(opened, id).id)
    rules = [problem.rule for problem in row.open_warnings] if row else []
    return WarningsAccepted(id=id, rules=rules) if rules else done(opened)


@pages.post("/back")
def go_back(key: str) -> Reply:
    """Return to the state after an earlier event."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, PostedReturn())


class PostedReturn(Posted):
    """Undo, redo, or a way back out of the log."""

    def __init__(self) -> None:
        super().__init__(StateRestored, _back)

    def draft(self, opened: OpenMatch) -> Draft | None:
        """An entry that was just taken back is typed again, to be recorded otherwise."""
        match, back = opened.match, opened.match.turned_back
        undone = back.undone.data if back and back.undone else None
        if not isinstance(undone, EntryAdded):
            return None
        typed = form_of(match.game).fill(undone.entry, match.seating.options)
        return Draft(match, None, typed)


def _back(opened: OpenMatch) -> EventData:
    to = whole_number(request.form.get("to", ""), digits=9)
    if to is None or not 1 <= to < opened.match.number:
        abort(422, "The log has no such state. Open the log again and choose a line.")
    return StateRestored(to=to)


# Names --------------------------------------------------------------------------------------------


@pages.post("/names")
def rename(key: str) -> Reply:
    """Give the match another title, or players other names; seats and figures stay."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, PostedNames())


class PostedNames(PostedForm):
    """The title and the names that were typed."""

    def __init__(self) -> None:
        super().__init__(NamesChanged, self._names_changed, NAMES)

    def filled_in(self, opened: OpenMatch, message: str) -> Reply:
        """The names as they were typed."""
        return share.page(opened, *_names_typed(opened), message), 409

    def _names_changed(self, opened: OpenMatch) -> EventData | Reply:
        title, names = _names_typed(opened)
        fault = _names_fault(opened, names)
        if fault:
            return share.page(opened, title, names, fault), 422
        return NamesChanged(title=title, players=names)


def _names_typed(opened: OpenMatch) -> tuple[str, list[str]]:
    seats = range(len(opened.match.players))
    typed = request.form
    names = [plain_name(typed.get(f"player{seat}", ""), LONGEST_NAME) for seat in seats]
    return plain_name(typed.get("title", ""), LONGEST_TITLE) or opened.match.title, names


def _names_fault(opened: OpenMatch, names: list[str]) -> str:
    rule = opened.match.game.spec.players_rule
    if not all(names):
        return said("Every player needs a name ({rule}).", rule=rule)
    if len({name.casefold() for name in names}) < len(names):
        return said("No two players may have the same name ({rule}).", rule=rule)
    return ""


# Entries ------------------------------------------------------------------------------------------


def _known(opened: OpenMatch, id: str) -> WrittenEntry:
    """The entry of this id, which must be there."""
    written = opened.match.entry(id)
    if written is None:
        abort(404, GONE)
    return written


def _standing(opened: OpenMatch, id: str) -> WrittenEntry:
    """The entry of this id, which must be there and not struck."""
    written = _known(opened, id)
    if written.is_struck:
        abort(
            404, "This entry is no longer on the sheet. If it was struck, put it back from the log."
        )
    return written


class PostedEntry(Posted):
    """An entry that was typed: a new one, or an old one that is corrected."""

    def __init__(self, id: str | None, slot: Slot) -> None:
        super().__init__(EntryAdded if id is None else EntryChanged, self._judged, slot)
        self.id = id

    def is_same(self, opened: OpenMatch, kept: EventData) -> bool:
        """Whether the same figures were recorded."""
        if self.id is not None and opened.match.entry(self.id) is None:
            return False
        data, _ = _entry_typed(opened, self.id)
        return isinstance(kept, EntryAdded | EntryChanged | EntryRestored) and kept.entry == data

    def again(self, opened: OpenMatch) -> Reply:
        """The form with the other figures."""
        return self._shown(opened, 409, message=ALREADY)

    def late(self, opened: OpenMatch) -> Reply:
        """The form, under the fresh sheet."""
        if self.id is not None:
            _known(opened, self.id)
        found = self._conflict(opened)
        return self._shown(opened, 409, message="" if found else TOO_LATE, conflict=found)

    def _conflict(self, opened: OpenMatch) -> Conflict | None:
        match, typed = opened.match, request.form
        known = whole_number(typed.get("number", ""), digits=9)
        if self.id is None:
            return conflict(match, known, typed)
        return conflict_over(match, known, typed, self.id)

    def _shown(self, opened: OpenMatch, status: int, **why: Any) -> Reply:
        if self.id is not None and _known(opened, self.id).is_struck:
            why["conflict"] = self._conflict(opened)  # it is to be put back, whatever else is wrong
        return shown(opened, Draft(opened.match, self.id, request.form, **why), status)

    def _judged(self, opened: OpenMatch) -> EventData | Reply:
        """The event, if nothing stands against what was typed."""
        if self.id is not None:  # who keeps to it knows that it was struck: it is put back
            (_known if "keep" in request.form else _standing)(opened, self.id)
        data, problems = _entry_typed(opened, self.id)
        problems = problems or _problems(opened, self.id, data)
        if problems:
            return self._shown(opened, 422, problems=tuple(problems))
        return EntryAdded(entry=data) if self.id is None else self._corrected(opened, self.id, data)

    def _corrected(self, opened: OpenMatch, id: str, data: dict[str, Any]) -> EventData | Reply:
        """A correction; if it makes later entries impossible, only once that is confirmed."""
        written = _known(opened, id)
        if {**data, "id": id} == written.data and not written.is_struck:
            return done(opened)
        event = EntryRestored if written.is_struck else EntryChanged
        changed = event(id=id, entry=data)
        broken = opened.match.would_break(changed)
        if broken and "anyway" not in request.form:
            return self._shown(opened, 422, broken=broken)
        return changed


def _entry_typed(
    opened: OpenMatch, id: str | None, accepted: Iterable[str] | None = None
) -> tuple[dict[str, Any], list[Problem]]:
    """The entry that the form holds, with what an old one carries on, and what cannot be read.

    The rules whose warnings are `accepted` are those that the form names, if none are given.
    """
    data, problems = read_entry(opened.match, id, request.form)
    old = None if id is None else opened.match.entry(id)
    if old:
        data |= {name: old.data[name] for name in CARRIED_ON if name in old.data}
    given = request.form.getlist("accepted") if accepted is None else accepted
    if rules := {*given, *(old.entry.accepted if old else ())}:
        data["accepted"] = sorted(rules)
    return data, problems


def _problems(opened: OpenMatch, id: str | None, data: dict[str, Any]) -> list[Problem]:
    """What keeps this entry from being written: errors, and warnings not accepted yet."""
    try:
        _, row = opened.match.judge(data, id)
    except NotARecord as refused:
        return [
            error(f"{opened.match.game.name}.play", said("{fault}.", fault=fault))
            for fault in refused.faults
        ]
    return list(row.problems) if row.has_error or row.open_warnings else []
