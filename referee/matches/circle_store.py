"""The circles of friends, in the database of the matches, each with an append-only log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, or_, select

from referee.matches.circle import CircleEvent, MatchPutIn
from referee.matches.database.tables import CIRCLE, CIRCLE_EVENT
from referee.matches.event_log import Log, Role, Stale, now
from referee.matches.events import EventData
from referee.matches.store import Store, is_text


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


LOG = Log(CIRCLE, CIRCLE_EVENT, CircleEvent, WrongCircle)


class CircleStore:
    """The circles in the database of this store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def found(self, id: str, event: EventData, name: str) -> CircleLink:
        """A new circle whose event 1 has this id, or the one that already has it.

        That id is as good as the key to score. Raises WrongCircle when it is a later event's.
        """

        def act(connection: Connection) -> CircleLink:
            opened = CircleEvent(1, id, event.kind, event.payload, now(), None)
            return _link(LOG.head(connection, LOG.begin(connection, opened, name=name)), "score")

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
        with self._store.reading() as connection:
            return LOG.events(connection, circle_id)

    def append(
        self, circle_id: int, id: str, event: EventData, number: int | None = None
    ) -> CircleEvent | Stale:
        """Write an event: the next, which must be `number` where one is given.

        An event that has this id already is given as it was kept. Raises WrongCircle when another
        circle has it.
        """

        def act(connection: Connection) -> CircleEvent | Stale:
            kind, payload = event.kind, event.payload
            return LOG.append(
                connection, circle_id, number=number, id=id, kind=kind, payload=payload, by=None
            )

        return self._store.write(act, (CIRCLE, circle_id))

    def rename(self, circle_id: int, name: str) -> None:
        """Note the name that the log has given, for the lists of circles."""
        self._store.write(lambda connection: LOG.note(connection, circle_id, name=name))

    def renew(self, circle_id: int, role: Role, key: str) -> CircleLink:
        """Make this link's key another one; the old one opens nothing any more."""
        return self._store.write(
            lambda connection: _link(LOG.renew(connection, circle_id, role, key), role)
        )

    def with_match(self, match_id: int) -> Iterable[CircleLink]:
        """The circles into which this match was ever put."""
        put = select(CIRCLE_EVENT.c.circle_id).where(
            CIRCLE_EVENT.c.kind == MatchPutIn.kind,
            CIRCLE_EVENT.c.payload["match"].as_integer() == match_id,
        )
        with self._store.reading() as connection:
            rows = connection.execute(
                select(CIRCLE).where(CIRCLE.c.id.in_(put)).order_by(CIRCLE.c.id)
            )
            return [_link(row, "score") for row in rows]


def _link(row: Row[Any], role: Role) -> CircleLink:
    return CircleLink(row.id, row.name, role, row.score_key, row.watch_key)
