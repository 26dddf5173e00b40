"""The circles of friends, in the database of the matches, each with an append-only log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, or_, select, update

from referee.matches.circle import CircleEvent, MatchPutIn
from referee.matches.events import EventData
from referee.matches.store import Role, Stale, Store, is_text, new_key
from referee.matches.tables import CIRCLE, EVENT_FIELDS
from referee.matches.tables import CIRCLE_EVENT as EVENT

FIELDS = [EVENT.c[each.name] for each in EVENT_FIELDS]


@dataclass(frozen=True)
class CircleLink:
    """A circle as the holder of one of its keys sees it; the keys stay out of every log."""

    circle_id: int
    name: str
    role: Role
    score_key: str = field(repr=False)
    watch_key: str = field(repr=False)

    @property
    def key(self) -> str:
        """The key by which it was opened."""
        return self.score_key if self.may_write else self.watch_key

    @property
    def may_write(self) -> bool:
        """Whether the link is one to score, not one to watch."""
        return self.role == "score"


class WrongCircle(Exception):
    """The id of an event was sent to a circle, and is in the log of another."""


class CircleStore:
    """The circles in the database of this store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def found(self, id: str, event: EventData, name: str) -> CircleLink:
        """A new circle whose event 1 has this id, or the one that already has it.

        That id is as good as the key to score. Raises WrongCircle when it is a later event's.
        """

        def act(connection: Connection) -> CircleLink:
            kept = _placed(connection, id)
            if kept is None:
                circle_id = _found(connection, name)
                _write(connection, circle_id, 1, id, event)
            elif kept[1].number == 1:
                circle_id = kept[0]
            else:
                raise WrongCircle
            return _link_of(connection, circle_id, "score")

        return self._store.write(act)

    def find(self, key: str) -> CircleLink | None:
        """The circle that one of whose links has this key."""
        return next(iter(self.links([key])), None)

    def links(self, keys: Sequence[str]) -> list[CircleLink]:
        """The circles of these keys, in this order; once, with the right to score, if both are."""
        keys = [key for key in keys if is_text(key)]
        known = or_(CIRCLE.c.score_key.in_(keys), CIRCLE.c.watch_key.in_(keys))
        with self._store.reading() as connection:
            rows = connection.execute(select(CIRCLE).where(known)).all()
        found = [_link(row, "score" if row.score_key in keys else "watch") for row in rows]
        return sorted(found, key=lambda link: keys.index(link.key))

    def events(self, circle_id: int) -> list[CircleEvent]:
        """The events of a circle, in order."""
        asked = select(*FIELDS).where(EVENT.c.circle_id == circle_id).order_by(EVENT.c.number)
        with self._store.reading() as connection:
            return [CircleEvent(*row) for row in connection.execute(asked)]

    def append(
        self, circle_id: int, id: str, event: EventData, number: int | None = None
    ) -> CircleEvent | Stale:
        """Write an event: the next, which must be `number` where one is given.

        An event that has this id already is given as it was kept. Raises WrongCircle when another
        circle has it.
        """

        def act(connection: Connection) -> CircleEvent | Stale:
            kept = _placed(connection, id)
            if kept is not None:
                if kept[0] != circle_id:
                    raise WrongCircle
                return kept[1]
            last = select(func.max(EVENT.c.number)).where(EVENT.c.circle_id == circle_id)
            known: int = connection.scalar(last) or 0
            if number not in (None, known + 1):
                return Stale(known)
            return _write(connection, circle_id, known + 1, id, event)

        return self._store.write(act, (CIRCLE, circle_id))

    def rename(self, circle_id: int, name: str) -> None:
        """Note the name that the log has given, for the lists of circles."""
        renamed = update(CIRCLE).where(CIRCLE.c.id == circle_id).values(name=name)
        self._store.write(lambda connection: connection.execute(renamed))

    def renew(self, circle_id: int, role: Role, key: str) -> CircleLink:
        """Make this link's key another one; the old one opens nothing any more."""

        def act(connection: Connection) -> CircleLink:
            renewed = {f"{role}_key": key}
            connection.execute(update(CIRCLE).where(CIRCLE.c.id == circle_id).values(renewed))
            return _link_of(connection, circle_id, role)

        return self._store.write(act)

    def with_match(self, match_id: int) -> Iterable[CircleLink]:
        """The circles into which this match was ever put."""
        put = select(EVENT.c.circle_id).where(
            EVENT.c.kind == MatchPutIn.kind, EVENT.c.payload["match"].as_integer() == match_id
        )
        with self._store.reading() as connection:
            rows = connection.execute(
                select(CIRCLE).where(CIRCLE.c.id.in_(put)).order_by(CIRCLE.c.id)
            )
            return [_link(row, "score") for row in rows]


def _found(connection: Connection, name: str) -> int:
    keys = {"score_key": new_key(), "watch_key": new_key()}
    circle = insert(CIRCLE).values(name=name, created=datetime.now(UTC), **keys)
    circle_id: int = connection.execute(circle.returning(CIRCLE.c.id)).scalar_one()
    return circle_id


def _write(
    connection: Connection, circle_id: int, number: int, id: str, event: EventData
) -> CircleEvent:
    row = CircleEvent(number, id, event.kind, event.payload, datetime.now(UTC), None)
    values = {column.name: getattr(row, column.name) for column in FIELDS}
    connection.execute(insert(EVENT).values(circle_id=circle_id, **values))
    return row


def _placed(connection: Connection, id: str) -> tuple[int, CircleEvent] | None:
    asked = select(EVENT.c.circle_id, *FIELDS).where(EVENT.c.id == id)
    row = connection.execute(asked).one_or_none()
    return row and (row[0], CircleEvent(*row[1:]))


def _link_of(connection: Connection, circle_id: int, role: Role) -> CircleLink:
    return _link(connection.execute(select(CIRCLE).where(CIRCLE.c.id == circle_id)).one(), role)


def _link(row: Row[Any], role: Role) -> CircleLink:
    return CircleLink(row.id, row.name, role, row.score_key, row.watch_key)
