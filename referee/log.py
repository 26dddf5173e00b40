"""The log of a match: what was ever written, in order, and the record that it comes to.

Every row is an `Event`. Rows are only ever added: an edit, a strike, a return to an earlier state
are rows themselves. `Book` is the fold of them, kept open: one more entry costs one more step.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from referee.game import Due, Table
from referee.games import GAMES
from referee.law import Points, Problem
from referee.record import FORMAT, Entry
from referee.sheet import Row, Sheet, Tally


@dataclass(frozen=True)
class Event:
    """One row of the log. `payload` is plain JSON, its fields go by the kind:

    - ``opened``: `game`, `title`, `players`, `options`; also `entries`, `sessions` and `rulings`
      where the match began as a record
    - ``added``: `entry`; the entry's id is the event's own, unless the entry brought one along
    - ``changed``: `id` of the entry, `entry`; ``struck``, ``restored``: `id`
    - ``accepted``: `id` and the `rules` whose warnings the table lets stand
    - ``renamed``: `title`, `players`
    - ``ruled``: `ruling`, as a record keeps it
    - ``returned``: `to`, the number of the event whose state holds again
    """

    number: int
    id: str
    kind: str
    payload: dict[str, Any]
    at: datetime
    by: str | None


def entry_id(event: Event) -> str:
    """The id of the entry that an event is about; of an ``added`` its own or the entry's."""
    payload = event.payload
    named: str | None = payload.get("id", payload.get("entry", {}).get("id"))
    return event.id if named is None else named


@dataclass(frozen=True)
class Written:
    """An entry as the log has it: it keeps its place when it is struck."""

    id: str
    data: dict[str, Any]
    entry: Entry
    is_struck: bool = False


@dataclass(frozen=True)
class Change:
    """What an event altered on the sheet."""

    event: Event
    label: str = ""
    """The row that it is about, if it is about one."""
    totals: tuple[tuple[str, Points | None, Points | None], ...] = ()
    """Of each column whose total is another now: its name, the total before and after."""
    problems: tuple[Problem, ...] = ()
    """What is wrong now and was not before."""


class Book:
    """A match as its log tells it, up to the event `number`."""

    def __init__(self, opened: Event) -> None:
        payload = opened.payload
        self.opened = opened
        self.number = opened.number
        self.change = Change(opened)
        self.game = GAMES[payload["game"]]
        self.title: str = payload["title"]
        self.players: tuple[str, ...] = tuple(payload["players"])
        self.rulings: list[dict[str, Any]] = list(payload.get("rulings", ()))
        self.written: list[Written] = []
        self._places: dict[str, int] = {}
        self._rows: list[int] = []
        options = self.game.shape.read_options(payload["options"], len(self.players))
        self.tally = Tally(self.game, Table(self.players, options))
        for number, data in enumerate(payload.get("entries", ())):
            # The id of the opening is a secret of its writer; what is derived from it is not.
            made = str(uuid5(NAMESPACE_OID, f"{opened.id}/{number}"))
            own = data.get("id")
            self._write(made if own is None else own, data)

    # What it says --------------------------------------------------------------------------------

    @property
    def table(self) -> Table[Any]:
        """Who plays, and under which options."""
        return self.tally.table

    @property
    def options(self) -> dict[str, Any]:
        """The options that were chosen, as a record has them."""
        chosen: dict[str, Any] = self.opened.payload["options"]
        return chosen

    def sheet(self) -> Sheet:
        """The sheet of all that stands."""
        return self.tally.sheet()

    def entry(self, id: str) -> Written | None:
        """The entry of this id, struck or not."""
        place = self._places.get(id)
        return None if place is None else self.written[place]

    def row(self, id: str) -> Row | None:
        """The row of this entry on the sheet; None if there is no such entry, or it is struck."""
        number = self.row_number(id)
        return None if number is None else self.tally.rows[number]

    def row_number(self, id: str) -> int | None:
        """The row of this entry, from 0; None if there is no such entry, or it is struck."""
        written = self.entry(id)
        if written is None or written.is_struck:
            return None
        return self._rows_before(self._places[id])

    def due_at(self, id: str | None) -> Due | None:
        """What was due when this old entry was written; without an id, what is due now."""
        return self.tally.outcome(None if id is None else self._rows_before(self._places[id])).due

    def state_at(self, id: str | None) -> Any:
        """The game's own state at the same moment."""
        return self.tally.state(None if id is None else self._rows_before(self._places[id]))

    def standing(self) -> list[Written]:
        """The entries that are not struck, in the order of the rows."""
        return [self.written[place] for place in self._rows]

    def written_in_row(self, number: int) -> Written:
        """The entry of a row of the sheet."""
        return self.written[self._rows[number]]

    def judge(self, data: dict[str, Any], id: str | None = None) -> tuple[Entry, Row]:
        """The entry that `data` is, and the row it would get: as a new one, or as this old one.

        Raises:
            NotARecord: where it is no entry of this game.
        """
        entry: Entry = self.game.shape.read_entry(data, len(self.players), "entry")
        at = None if id is None else self._rows_before(self._places[id])
        return entry, self.tally.judge(entry, at)

    def record(self) -> dict[str, Any]:
        """The record that the log comes to; what is struck is as never written."""
        record = {
            "format": FORMAT,
            "game": self.game.name,
            "title": self.title,
            "players": list(self.players),
            "options": self.options,
            "entries": [written.data for written in self.standing()],
        }
        kept = {"sessions": self.opened.payload.get("sessions"), "rulings": self.rulings}
        return record | {name: value for name, value in kept.items() if value}

    # What is written -----------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Write one more event. A ``returned`` cannot be applied: `replay` folds it."""
        before = _Mark(self, event)
        self._fold(event)
        self.number = event.number
        self.change = before.change_to(self)

    def _fold(self, event: Event) -> None:
        payload = event.payload
        match event.kind:
            case "added":
                self._write(entry_id(event), payload["entry"])
            case "changed":
                self._replace(payload["id"], data=payload["entry"])
            case "struck" | "restored":
                self._replace(payload["id"], is_struck=event.kind == "struck")
            case "accepted":
                self._accept(payload["id"], payload["rules"])
            case "renamed":
                self._rename(payload["title"], tuple(payload["players"]))
            case "ruled":
                self.rulings.append(payload["ruling"])

    def _write(self, id: str, data: dict[str, Any]) -> None:
        data = data | {"id": id}
        entry = self._read(data)
        self._places[id] = len(self.written)
        self._rows.append(len(self.written))
        self.written.append(Written(id, data, entry))
        self.tally.add(entry)

    def _replace(
        self, id: str, *, data: dict[str, Any] | None = None, is_struck: bool | None = None
    ) -> None:
        place = self._places[id]
        old = self.written[place]
        new = old
        if data is not None:
            data = data | {"id": id}
            new = replace(old, data=data, entry=self._read(data))
        if is_struck is not None:
            new = replace(new, is_struck=is_struck)
        self.written[place] = new
        self._judge_again(from_place=place)

    def _accept(self, id: str, rules: Sequence[str]) -> None:
        data = self.written[self._places[id]].data
        self._replace(id, data=data | {"accepted": sorted({*data.get("accepted", ()), *rules})})

    def _rename(self, title: str, players: tuple[str, ...]) -> None:
        self.title, self.players = title, players
        self.tally = Tally(self.game, Table(players, self.table.options))
        self._judge_again(from_place=0)

    def _judge_again(self, *, from_place: int) -> None:
        rows = self._rows_before(from_place)
        self.tally.rewind(rows)
        del self._rows[rows:]
        for place in range(from_place, len(self.written)):
            if not self.written[place].is_struck:
                self._rows.append(place)
                self.tally.add(self.written[place].entry)

    def _rows_before(self, place: int) -> int:
        """How many entries that stand come before this place: the row of the entry there."""
        return bisect_left(self._rows, place)

    def _read(self, data: dict[str, Any]) -> Entry:
        entry: Entry = self.game.shape.read_entry(data, len(self.players))
        return entry


def replay(events: Sequence[Event]) -> Book:
    """The book of a whole log, its first event ``opened``."""
    book = Book(events[0])
    for event in _in_force(events)[1:]:
        book.apply(event)
    last = events[-1]
    if last.kind == "returned":
        book.change = _Mark(replay(events[:-1]), last).change_to(book)
    book.number = last.number
    return book


class _Mark:
    """What the sheet shows before an event is written, to tell afterwards what is different."""

    def __init__(self, book: Book, event: Event) -> None:
        self._event = event
        self._totals = book.tally.outcome().totals
        # A new entry leaves the rows before it as they are: a long match need not be compared.
        self._same = len(book.tally.rows) if event.kind == "added" else 0
        self._rows = tuple(book.tally.rows[self._same :])
        self._row = book.row(entry_id(event))

    def change_to(self, book: Book) -> Change:
        """What is different in the book now."""
        row = book.row(entry_id(self._event)) or self._row
        totals = zip(
            book.game.columns(book.table), self._totals, book.tally.outcome().totals, strict=True
        )
        return Change(
            self._event,
            row.heading.label if row else "",
            tuple((name, old, new) for name, old, new in totals if old != new),
            self._new_problems(book.tally.rows),
        )

    def _new_problems(self, rows: Sequence[Row]) -> tuple[Problem, ...]:
        """What is wrong in the rows that were judged again, and was not wrong before."""
        known = {problem for row in self._rows for problem in row.problems}
        now = (problem for row in rows[self._same :] for problem in row.problems)
        return tuple(problem for problem in now if problem not in known)


def _in_force(events: Sequence[Event]) -> list[Event]:
    """The events that count: a ``returned`` cuts out all since the one that it goes back to."""
    counting: list[Event] = []
    end = len(events)
    while end:
        event = events[end - 1]
        if event.kind == "returned":
            end = event.payload["to"]
        else:
            counting.append(event)
            end -= 1
    return counting[::-1]


def history(events: Sequence[Event]) -> Iterable[Change]:
    """Every event after the first, with what it altered."""
    book = Book(events[0])
    for number, event in enumerate(events[1:], start=1):
        if event.kind == "returned":
            book = replay(events[: number + 1])
        else:
            book.apply(event)
        yield book.change
