"""The book of a whole log, and what each of its events has altered."""

from __future__ import annotations

from collections.abc import Sequence

from referee.events import Event, in_force, redo_after
from referee.log import Book, Change, differences, folded, turned_back


def replay(events: Sequence[Event]) -> Book:
    """The book of a whole log, its first event ``opened``."""
    book = folded(in_force(events))
    last = events[-1]
    if last.kind == "returned":
        before = folded(in_force(events[:-1]))
        dropped, brought = _apart(before.events, book.events)
        label = before.change.label if dropped else book.change.label
        totals = differences(book, before.tally.outcome().totals)
        book.turned_back = turned_back(last, label, totals, dropped, brought)
        for event in events:
            book.redo = redo_after(book.redo, event)
    book.number = last.number
    return book


def _apart(old: Sequence[Event], new: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event]]:
    """What comes after the events that both lists begin with."""
    same = 0
    for one, other in zip(old, new, strict=False):
        if one.number != other.number:
            break
        same += 1
    return old[same:], new[same:]


def history(events: Sequence[Event], last: int) -> list[Change]:
    """The last so many events, each with what it altered, in order; never the first event."""
    start = max(1, len(events) - last)
    book = replay(events[:start])
    changes = []
    for number in range(start, len(events)):
        if book.takes(events[number]):
            book.apply(events[number])
        else:
            book = replay(events[: number + 1])
        changes.append(book.turned_back or book.change)
    return changes
