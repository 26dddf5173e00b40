"""Conflicts over an entry that is typed on one phone and recorded on another."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.core.cards import SUIT_SYMBOLS
from referee.core.game import AnyGame
from referee.core.record import Adjustment
from referee.core.sheet import Row
from referee.core.text import _, joined, points, signed
from referee.core.validation import NotARecord
from referee.matches.events.base import Event, StateRestored
from referee.matches.events.entries import EntryAdded
from referee.matches.match import Match
from referee.web.forms.entry_form import (
    Conflict,
    figures_in_short,
    form_of,
    read_entry,
    reseated,
)
from referee.web.forms.fields import Typed

NOT_TYPED: Final = frozenset({"id", "at", "by", "accepted"})


@dataclass(frozen=True)
class Side:
    """One of two conflicting entries."""

    figures: str  # the main ones: `5 – –`
    data: Mapping[str, Any]
    row: Row | None  # None where the entry can't be read yet

    def details(self, game: AnyGame, players: int) -> tuple[str, str, str, str]:
        """Return points, trumps, the row's note and the players' remark; each may be empty."""
        row, remark, cells = self.row, self.data.get("note"), ""
        if row and not row.has_error:
            write = signed if game.cells_have_signs else points
            cells = figures_in_short(
                None if cell is None else write(cell) for cell in row.cells[:players]
            )
        trumps = SUIT_SYMBOLS[row.heading.suit] if row and row.heading.suit else ""
        remark = _("“{note}”", note=remark) if remark else ""
        return cells, trumps, row.explanation.note if row else "", remark


def find_conflict(
    match: Match, known: int | None, typed: Typed, id: str | None = None
) -> Conflict | None:
    """Return the change that another phone has made to an entry since event `known`, if any.

    The entry is the one with this `id` or, without an id, the one that was due at that event.
    """
    if known is None or not 0 < known < match.number:
        return None
    then, typed, has_moved = (
        match.as_of(known),
        reseated(match, typed),
        match.has_moved_since(known),
    )
    if id is None:
        # The first entry recorded since then was the one due while this one was typed.
        old = {written.id for written in then.entries}
        added = {each.entry_id: each for each in match.events if isinstance(each.data, EntryAdded)}
        fresh = [
            added[written.id]
            for written in match.row_entries()
            if written.id not in old and written.id in added
            if not isinstance(written.entry, Adjustment)
        ]
        if not fresh:
            return None
        ours, now = then.due_at(None), match.due_at(None)
        fits = ours is not None and now is not None and ours.kind == now.kind
        first = fresh[0].entry_id or ""
        # Where people sit in other seats by now, the place of the recorded entry is this one's.
        place = (match, first) if has_moved else (then, None)
        yours = _typed_side(place[0].with_players(match.players_of(first)), place[1], typed)
        conflict = _conflict(match, first, fresh[0], known, yours, "recorded")
        return replace(conflict, fits=fits, has_gone_on=len(fresh) > 1)
    written, before = match.entry(id), then.entry(id)
    if written is None or before is None:
        return None
    is_struck, old_data = written.is_struck, before.data
    if has_moved:
        old_entry = match.game.spec.reseat_entry(old_data, match.seats_since(known))
        old_data = old_entry.model_dump(exclude_unset=True)
    if not is_struck and typed_values(old_data) == typed_values(written.data):
        return None
    yours = _typed_side(match.with_players(match.players_of(id)), id, typed)
    # The last event about this entry; a StateRestored may have reverted it.
    events = reversed(match.log)
    last = next(
        each for each in events if isinstance(each.data, StateRestored) or each.entry_id == id
    )
    deed = "struck" if is_struck else "corrected"
    is_typed = yours.row is None or typed_values(yours.data) != typed_values(old_data)
    return replace(_conflict(match, id, last, known, yours, deed), is_typed=is_typed)


def typed_values(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in NOT_TYPED}


def _typed_side(match: Match, id: str | None, typed: Typed) -> Side:
    data, problems = read_entry(match, id, typed)
    row = None
    if not problems:
        with suppress(NotARecord):
            row = match.judge(data, id)[1]
    return Side(form_of(match.game, typed).in_short(match, id, typed), data, row)


def _conflict(match: Match, id: str, event: Event, known: int, yours: Side, deed: str) -> Conflict:
    written = match.entry(id)
    assert written is not None
    form = form_of(match.game, written.data)
    due, number = match.due_at(id), match.row_number(id)
    row = None if number is None else match.row_as_played(number)
    filled = form.fill(written.data, match.with_options_of(id).setup.options)
    theirs = Side(form.in_short(match, id, filled), written.data, row)
    # If the figures are equal, or an entry by cards has none, show the details that differ.
    figures = (theirs.figures, yours.figures)
    have_figures = all(any(map(str.isdigit, text)) for text in figures)
    if not have_figures or theirs.figures == yours.figures:
        game, players = match.game, len(match.players)
        details = zip(theirs.details(game, players), yours.details(game, players), strict=True)
        shown, *others = (figures, *details) if have_figures else details
        pairs = [shown, *(pair for pair in others if pair[0] != pair[1])]
        one, other = (joined(filter(None, side), " · ") for side in zip(*pairs, strict=True))
        figures = (one or theirs.figures, other or yours.figures)
    return Conflict(
        id,
        due.name if due else row.heading.label if row else "",
        event.by,
        known,
        event.number,
        *figures,
        deed=deed,
        is_same=deed != "struck"
        and None not in (row, yours.row)
        and typed_values(written.data) == typed_values(yours.data),
        is_typed=True,
        fits=False,
    )
