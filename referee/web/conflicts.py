"""Two phones with the same deal: what the other one has recorded, and what this one had typed."""

from __future__ import annotations

from referee.matches.events import EntryAdded, Event, entry_id
from referee.matches.match import Match
from referee.web.forms.draft import Conflict
from referee.web.forms.entry_form import form_of
from referee.web.forms.fields import Typed


def conflict(match: Match, known: int | None, typed: Typed) -> Conflict | None:
    """What was recorded since the event `known` in the place of what was typed; None for nothing.

    Where several entries were, that is the first of them: it was due while this one was typed.
    """
    event = None if known is None else _added_since(match, known)
    id = None if event is None else entry_id(event)
    row = None if id is None else match.row(id)
    if known is None or event is None or id is None or row is None:
        return None
    written, form = match.entry(id), form_of(match.game)
    assert written is not None
    theirs = form.fill(written.data, match.seating.options)
    due = match.due_at(id)
    return Conflict(
        id,
        due.name if due else row.heading.label,
        event.by,
        known,
        theirs=form.in_short(match, id, theirs),
        yours=form.in_short(match, id, typed),
    )


def _added_since(match: Match, known: int) -> Event | None:
    added = (each for each in match.events if isinstance(each.data, EntryAdded))
    return next((each for each in added if each.number > known), None)
