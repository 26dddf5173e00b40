"""The log of a match, and the record that it comes to.

`Book` is the fold of the events, kept open: one more entry costs one more step.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import NAMESPACE_OID, uuid5

from referee import laid
from referee.events import Event, entry_id, redo_after
from referee.game import Due, Table
from referee.games import GAMES
from referee.law import Points, Problem
from referee.record import FORMAT, Entry
from referee.sheet import Row, Sheet, Tally
from referee.underway import KINDS, Deals, Underway, after

AT_THE_END: Final = ("added", laid.KIND, *KINDS)
"""The events that leave the rows before them as they are, and are easily taken back."""


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
    broken: tuple[int, ...] = ()
    """The rows that are impossible now and were not before."""
    undone: Event | None = None
    """The one event that a ``returned`` has taken back."""
    redone: Event | None = None
    """The one event that a ``returned`` has brought back."""


class Book:
    """A match as its log tells it, up to the event `number`.

    `events` are those that count: a ``returned`` takes all out that came after the one to which it
    goes back. `changes` are what each of them altered; `turned_back` is the change of a
    ``returned``, while it is the last event of the log. `deals` are those that are just being
    followed card by card, if any are; `laid` are the hands laid out for the leg that is due.
    """

    def __init__(self, opened: Event) -> None:
        payload = opened.payload
        self.opened = opened
        self.number = opened.number
        self.events = [opened]
        self.changes = [Change(opened)]
        self._deals: list[Deals] = [{}]
        self._laid: list[laid.Hands] = [{}]
        self.turned_back: Change | None = None
        self.redo: list[int] = []
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

    @property
    def tables(self) -> tuple[Table[Any], ...]:
        """Who sits together while deals are followed card by card: mostly everybody."""
        by_cards = self.game.by_cards
        return by_cards.tables(self.table) if by_cards else (self.table,)

    @property
    def deals(self) -> Deals:
        """The deals that are followed card by card, by the number of their table."""
        return self._deals[-1]

    @property
    def underway(self) -> Underway | None:
        """The deal that is followed at the first table, which mostly is the only one."""
        return self.deals.get(0)

    @property
    def laid(self) -> laid.Hands:
        """The hands that are laid out for the leg that is due, by the seat."""
        return self._laid[-1]

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

    def would_break(self, kind: str, payload: dict[str, Any]) -> tuple[str, ...]:
        """The names of the rows that such an event would make impossible."""
        event = Event(self.number + 1, "", kind, payload, self.opened.at, None)
        book = folded([*self.events, event])
        return tuple(book.tally.rows[number].heading.label for number in book.change.broken)

    # What is written -----------------------------------------------------------------------------

    def takes(self, event: Event) -> bool:
        """Whether `apply` can write this event; otherwise `replay` has to fold the log anew."""
        if event.kind != "returned":
            return True
        kept = self._kept_by(event)
        return kept > 0 and all(each.kind in AT_THE_END for each in self.events[kept:])

    def apply(self, event: Event) -> None:
        """Write one more event, one that the book `takes`."""
        self.redo = redo_after(self.redo, event)
        if event.kind == "returned":
            self._take_back(event)
        else:
            before = _Mark(self, event)
            self._fold(event)
            self.events.append(event)
            self.changes.append(before.change_to(self))
            self._deals.append(after(self.deals, event, self.tables[0].seats))
            self._laid.append(laid.after(self.laid, event))
            self.turned_back = None
        self.number = event.number

    @property
    def change(self) -> Change:
        """What the last of the events that count has altered."""
        return self.changes[-1]

    @property
    def undo_to(self) -> int | None:
        """The number of the event to return to, to take back the last one that counts."""
        return self.events[-2].number if len(self.events) > 1 else None

    @property
    def redo_to(self) -> int | None:
        """The number of the event to return to, to bring back what was taken back last."""
        return self.redo[-1] if self.redo else None

    def _kept_by(self, event: Event) -> int:
        """How many of the events that count are left by a ``returned``; 0 if they do not tell."""
        numbers = [kept.number for kept in self.events]
        to = event.payload["to"]
        return numbers.index(to) + 1 if to in numbers else 0

    def _take_back(self, event: Event) -> None:
        """Go back over the last entries and cards, of which only their writing is known."""
        kept = self._kept_by(event)
        dropped, before = self.events[kept:], self.tally.outcome().totals
        label = self.change.label
        for added in (each for each in reversed(dropped) if each.kind == "added"):
            del self._places[entry_id(added)]
            self.written.pop()
            self._rows.pop()
        self.tally.rewind(len(self._rows))
        del self.events[kept:], self.changes[kept:], self._deals[kept:], self._laid[kept:]
        totals = differences(self, before)
        self.turned_back = turned_back(event, label, totals, dropped, [])

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


def folded(events: Sequence[Event]) -> Book:
    """The book of these events, all of which count."""
    book = Book(events[0])
    for event in events[1:]:
        book.apply(event)
    return book


def turned_back(
    event: Event,
    label: str,
    totals: tuple[tuple[str, Points | None, Points | None], ...],
    dropped: Sequence[Event],
    brought: Sequence[Event],
) -> Change:
    """What a ``returned`` altered: it took one event back, brought one back, or went far."""
    undone = dropped[0] if len(dropped) == 1 and not brought else None
    redone = brought[0] if len(brought) == 1 and not dropped else None
    named = label if undone or redone else ""
    return Change(event, named, totals, undone=undone, redone=redone)


def differences(
    book: Book, before: tuple[Points | None, ...]
) -> tuple[tuple[str, Points | None, Points | None], ...]:
    """The totals that are another now: name, before, now."""
    now = book.tally.outcome().totals
    names = book.game.columns(book.table)
    return tuple((n, a, b) for n, a, b in zip(names, before, now, strict=True) if a != b)


class _Mark:
    """What the sheet shows before an event is written, to tell afterwards what is different."""

    def __init__(self, book: Book, event: Event) -> None:
        self._event = event
        self._totals = book.tally.outcome().totals
        # Most events leave the rows before them as they are: a long match need not be compared.
        self._same = len(book.tally.rows) if event.kind in ("ruled", *AT_THE_END) else 0
        self._rows = tuple(book.tally.rows[self._same :])
        self._row = book.row(entry_id(event))
        due = book.tally.outcome().due if event.kind in KINDS else None
        self._due = laid.label(event, book.players) or (due.label if due else "")

    def change_to(self, book: Book) -> Change:
        """What is different in the book now."""
        row = book.row(entry_id(self._event)) or self._row
        return Change(
            self._event,
            row.heading.label if row else self._due,
            differences(book, self._totals),
            self._new_problems(book.tally.rows),
            self._broken(book.tally.rows),
        )

    def _broken(self, rows: Sequence[Row]) -> tuple[int, ...]:
        known = {problem for row in self._rows for problem in row.problems}
        return tuple(
            number
            for number, row in enumerate(rows[self._same :], start=self._same)
            if row.has_error and not known.issuperset(row.problems)
        )

    def _new_problems(self, rows: Sequence[Row]) -> tuple[Problem, ...]:
        """What is wrong in the rows that were judged again, and was not wrong before."""
        known = {problem for row in self._rows for problem in row.problems}
        now = (problem for row in rows[self._same :] for problem in row.problems)
        return tuple(problem for problem in now if problem not in known)
