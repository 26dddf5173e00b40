"""Two phones with the same entry: what the other one has written, and what this one had typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.core.cards import SUIT_SYMBOLS
from referee.core.game import AnyGame
from referee.core.sheet import Row
from referee.core.text import points, said, signed
from referee.core.validation import NotARecord
from referee.matches.events import EntryAdded, Event, StateRestored, entry_id
from referee.matches.match import Match
from referee.web.forms.entry_form import Conflict, figures_in_short, form_of, read_entry
from referee.web.forms.fields import Typed

BESIDE: Final = frozenset({"id", "at", "by", "accepted"})
"""What an entry carries that is not typed."""


@dataclass(frozen=True)
class Side:
    """One of two entries, as it is told."""

    figures: str
    """The main ones: `5 – –`."""
    data: Mapping[str, Any]
    row: Row | None
    """None where it cannot be read yet, and so has none."""

    def is_same(self, other: Side) -> bool:
        """Whether both say the same; of what cannot be read that is not known."""
        return None not in (self.row, other.row) and typed_of(self.data) == typed_of(other.data)

    def details(self, game: AnyGame, players: int) -> Iterator[str]:
        """What else there is to tell, always in the same places: points, trumps, notes."""
        row, note = self.row, self.data.get("note")
        yield _cells(game, row.cells[:players]) if row and not row.has_error else ""
        yield SUIT_SYMBOLS[row.heading.suit] if row and row.heading.suit else ""
        yield row.note if row else ""
        yield said("“{note}”", note=note) if note else ""


def conflict(match: Match, known: int | None, typed: Typed) -> Conflict | None:
    """What was recorded since the event `known` in the place of what was typed; None for nothing.

    Where several entries were, that is the first of them: it was due while this one was typed.
    """
    if known is None or not 0 < known < match.number:
        return None
    then = match.as_of(known)
    added = _added_since(match, then)
    if not added:
        return None
    ours, now = then.due_at(None), match.due_at(None)
    fits = ours is not None and now is not None and ours.kind == now.kind
    yours = _side(then, None, typed)
    found = _conflict(match, added[0], known, yours, deed="recorded", fits=fits)
    return replace(found, has_gone_on=len(added) > 1)


def conflict_over(match: Match, known: int | None, typed: Typed, id: str) -> Conflict | None:
    """What became of an old entry since the event `known`, while its correction was typed."""
    written = match.entry(id)
    if known is None or not 0 < known < match.number or written is None:
        return None
    then = match.as_of(known).entry(id)
    is_struck = written.is_struck
    if then is None or (not is_struck and typed_of(then.data) == typed_of(written.data)):
        return None
    yours = _side(match, id, typed)
    deed = "struck" if is_struck else "corrected"
    told = _conflict(match, _last_about(match, id), known, yours, deed=deed, fits=False, id=id)
    is_typed = yours.row is None or typed_of(yours.data) != typed_of(then.data)
    return replace(told, is_typed=is_typed)


def typed_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """What of an entry was typed."""
    return {name: value for name, value in data.items() if name not in BESIDE}


def _conflict(
    match: Match,
    event: Event,
    known: int,
    yours: Side,
    *,
    deed: str,
    fits: bool,
    id: str | None = None,
) -> Conflict:
    id = id or entry_id(event) or ""
    theirs, due, row = _written(match, id), match.due_at(id), match.row(id)
    told = _told_apart(match, theirs, yours)
    return Conflict(
        id,
        due.name if due else row.heading.label if row else "",
        event.by,
        known,
        *told,
        deed=deed,
        is_same=deed != "struck" and theirs.is_same(yours),
        is_typed=True,
        fits=fits,
    )


def _side(match: Match, id: str | None, typed: Typed) -> Side:
    data, problems = read_entry(match, id, typed)
    row = None if problems else _judged(match, data, id)
    return Side(form_of(match.game).in_short(match, id, typed), data, row)


def _judged(match: Match, data: dict[str, Any], id: str | None) -> Row | None:
    try:
        return match.judge(data, id)[1]
    except NotARecord:
        return None


def _written(match: Match, id: str) -> Side:
    written, form = match.entry(id), form_of(match.game)
    assert written is not None
    filled = form.fill(written.data, match.seating.options)
    return Side(form.in_short(match, id, filled), written.data, match.row(id))


def _told_apart(match: Match, theirs: Side, yours: Side) -> tuple[str, str]:
    """Both in short: by their figures, and by what else they differ in where those do not tell.

    An entry by cards may have no figures: then it is told by its points.
    """
    figures = (theirs.figures, yours.figures)
    have_figures = all(any(map(str.isdigit, text)) for text in figures)
    if have_figures and theirs.figures != yours.figures:
        return figures
    game, players = match.game, len(match.players)
    details = zip(theirs.details(game, players), yours.details(game, players), strict=True)
    shown, *others = (figures, *details) if have_figures else details
    pairs = [shown, *(pair for pair in others if pair[0] != pair[1])]
    one, other = (" · ".join(filter(None, side)) for side in zip(*pairs, strict=True))
    return one or theirs.figures, other or yours.figures


def _cells(game: AnyGame, cells: tuple[Any, ...]) -> str:
    written = signed if game.cells_have_signs else points
    return figures_in_short(None if cell is None else written(cell) for cell in cells)


def _added_since(match: Match, then: Match) -> list[Event]:
    """The events that recorded the entries on the sheet that were not there then."""
    known = {written.id for written in then.written}
    added = {entry_id(each): each for each in match.events if isinstance(each.data, EntryAdded)}
    fresh = (added.get(written.id) for written in match.standing() if written.id not in known)
    return [event for event in fresh if event]


def _last_about(match: Match, id: str) -> Event:
    """The last event that was about this entry, or brought an earlier state of it back."""
    events = (step.event for step in reversed(match.steps))
    return next(
        each for each in events if isinstance(each.data, StateRestored) or entry_id(each) == id
    )
