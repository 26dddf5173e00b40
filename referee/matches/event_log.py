"""A log that is only ever added to: each match has one, and each circle of friends.

It keeps what it is given and reads no payload. Each of its functions is asked within a transaction
of the store, which sees to it that nobody else writes to the same log meanwhile.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any, Generic, Literal, TypeVar

from sqlalchemy import Connection, Row, Table, bindparam, func, insert, select, update

from referee.matches.events import Event

Role = Literal["score", "watch"]
E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Stale:
    """The answer to a writer who did not know the last event, whose number this is."""

    last: int


def now() -> datetime:
    """The present, by the clock by which events are written."""
    return datetime.now(UTC)


def new_key() -> str:
    """A secret of 128 random bits, as text for an address."""
    return secrets.token_urlsafe(16)


class Log(Generic[E]):
    """The logs of all owners in the table `heads`: their events are in the table `events`.

    What is asked is built once: to build it takes as long as to have it answered.
    """

    def __init__(
        self, heads: Table, events: Table, event: type[E], elsewhere: type[Exception]
    ) -> None:
        """`elsewhere` is raised where the id of an event is in the log of another owner."""
        self.heads = heads
        self.owner = events.c[f"{heads.name}_id"]
        self._event, self._elsewhere = event, elsewhere
        is_owner, number = self.owner == bindparam("owner"), events.c.number
        columns = [events.c[each.name] for each in fields(Event)]
        behind = select(*columns).where(is_owner, number > bindparam("after"))
        self._events_behind = behind.order_by(number)
        self._event_of_id = select(self.owner, *columns).where(events.c.id == bindparam("id"))
        self._last_number = select(func.max(number)).where(is_owner)
        self._new_event = insert(events)

    def events(self, connection: Connection, owner: int, after: int = 0) -> list[E]:
        """The events behind number `after`, in order."""
        rows = connection.execute(self._events_behind, {"owner": owner, "after": after})
        return [self._event(*row) for row in rows.all()]

    def event(self, connection: Connection, id: str) -> tuple[int, E] | None:
        """The event of this id, and whose it is."""
        row = connection.execute(self._event_of_id, {"id": id}).one_or_none()
        return row and (row[0], self._event(*row[1:]))

    def last_number(self, connection: Connection, owner: int) -> int:
        """The number of the last event, 0 if there is no such owner."""
        return connection.scalar(self._last_number, {"owner": owner}) or 0

    def begin(self, connection: Connection, opened: E, **head: Any) -> int:
        """A new owner with this first event, or the one whose first event has its id already."""
        kept = self.event(connection, opened.id)
        if kept is None:
            keys = {"score_key": new_key(), "watch_key": new_key()}
            row = insert(self.heads).values(created=opened.at, **keys, **head)
            owner: int = connection.execute(row.returning(self.heads.c.id)).scalar_one()
            self._write(connection, owner, opened)
            return owner
        if kept[1].number != 1:
            raise self._elsewhere
        return kept[0]

    def append(
        self,
        connection: Connection,
        owner: int,
        *,
        number: int | None = None,
        id: str,
        kind: str,
        payload: dict[str, Any],
        by: str | None,
    ) -> E | Stale:
        """Write the next event, which must be `number` where one is given.

        An event that has this id already is given as it was kept, whatever is sent now.
        """
        kept = self.event(connection, id)
        if kept is not None:
            if kept[0] != owner:
                raise self._elsewhere
            return kept[1]
        last = self.last_number(connection, owner)
        if number not in (None, last + 1):
            return Stale(last)
        event = self._event(last + 1, id, kind, payload, now(), by)
        self._write(connection, owner, event)
        return event

    def _write(self, connection: Connection, owner: int, event: E) -> None:
        values = {each.name: getattr(event, each.name) for each in fields(Event)}
        connection.execute(self._new_event, {self.owner.name: owner, **values})

    def head(self, connection: Connection, owner: int) -> Row[Any]:
        """The row of this owner, with the keys of its links."""
        return connection.execute(select(self.heads).where(self.heads.c.id == owner)).one()

    def renew(self, connection: Connection, owner: int, role: Role, key: str) -> Row[Any]:
        """Its row, once the key of this link is another one."""
        self.note(connection, owner, **{f"{role}_key": key})
        return self.head(connection, owner)

    def note(self, connection: Connection, owner: int, **head: str) -> None:
        """Have this in its row from now on."""
        connection.execute(update(self.heads).where(self.heads.c.id == owner).values(head))
