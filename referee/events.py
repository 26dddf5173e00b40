"""The rows of a match's log. They are only ever added: an edit, a strike, a return are rows too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any


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
    - ``begun``: `entry`, the facts of a deal that is followed card by card; ``fell``: `card`;
      ``lifted``: `card`, the last one, which is taken up again; ``noted``: `entry`, facts that are
      other now, `unknown`, the names of those not known any more; ``left``: it is followed no
      more. Where players sit at several tables, each of these has also `table`, its number from 0
    - ``laid``: `seat`, `hand`, `layout`, `extra`: the cards of a player at the end of a D leg, the
      groups if they are not the best ones, the extra hand if there is one
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


def in_force(events: Sequence[Event]) -> list[Event]:
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


def redo_after(redo: Sequence[int], event: Event) -> list[int]:
    """The states that can be brought back step by step once `event` is written, the next one last.

    `redo` are those before it. Going back leaves the state before it behind; going to the next of
    those takes it off; all else forgets them.
    """
    if event.kind != "returned":
        return []
    if redo and event.payload["to"] == redo[-1]:
        return list(redo[:-1])
    return [*redo, event.number - 1]
