"""The circles of friends, in the database of the matches, each with an append-only log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection
from sqlmodel import Session, col, or_, select

from referee.matches.circle import CircleEvent, MatchPutIn
from referee.matches.database.tables import CIRCLE, CIRCLE_EVENT, CircleEventRow, CircleRow
from referee.matches.events import EventData
from referee.matches.store import EventLog, Role, Stale, Store, is_text, new_key, now


@dataclass(frozen=True)
class CircleLink:
    """A circle as the holder of one of its keys sees it; keys are never logged."""

    circle_id: int
    name: str
    role: Role
    score_key: str = field(repr=False)
    watch_key: str = field(repr=False)

    @property
    def key(self) -> str:
        return self.score_key if self.may_write else self.watch_key

    @classmethod
    def of(cls, row: CircleRow, role: Role) -> CircleLink:
        assert row.id is not None
        return cls(row.id, row.name, role, row.score_key, row.watch_key)

    @property
    def may_write(self) -> bool:
        return self.role == "score"


class WrongCircle(Exception):
    """An event id was sent to one circle and is in the log of another."""


LOG = EventLog(CIRCLE_EVENT, "circle_id", CircleEvent, WrongCircle)


class CircleStore:
    def __init__(self, store: Store) -> None:
        self._store = store

    def found(self, id: str, event: EventData, name: str) -> CircleLink:
        """A new circle whose event 1 has this id, or the one that already has it.

        That id is as good as the key to score. Raises WrongCircle when it is a later event's.
        """

        def act(connection: Connection) -> CircleLink:
            opened = CircleEvent(1, id, event.kind, event.payload, now(), None)
            row = CircleRow(name=name, created=opened.at, score_key=new_key(), watch_key=new_key())
            circle_id = LOG.begin(connection, row, opened)
            with Session(connection) as session:
                return CircleLink.of(session.get_one(CircleRow, circle_id), "score")

        return self._store.write(act)

    def find(self, key: str) -> CircleLink | None:
        return next(iter(self.links([key])), None)

    def links(self, keys: Sequence[str]) -> list[CircleLink]:
        """The circles of these keys, in this order; one link, to score, for both of its keys."""
        keys = [key for key in keys if is_text(key)]
        is_known = or_(col(CircleRow.score_key).in_(keys), col(CircleRow.watch_key).in_(keys))
        with self._store.session() as session:
            links = [
                CircleLink.of(row, "score" if row.score_key in keys else "watch")
                for row in session.exec(select(CircleRow).where(is_known))
            ]
        return sorted(links, key=lambda link: keys.index(link.key))

    def events(self, circle_id: int) -> list[CircleEvent]:
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
            next_number = number or LOG.last_number(connection, circle_id) + 1
            written = CircleEvent(next_number, id, event.kind, event.payload, now(), None)
            return LOG.append(connection, circle_id, written)

        return self._store.write(act, (CIRCLE, circle_id))

    def rename(self, circle_id: int, name: str) -> None:
        """Store the name that the log has given, for the lists of circles."""
        self._change(circle_id, "name", name)

    def renew(self, circle_id: int, role: Role, key: str) -> CircleLink:
        """Replace the key of this link; the old one no longer opens anything."""
        return CircleLink.of(self._change(circle_id, f"{role}_key", key), role)

    def _change(self, circle_id: int, column: str, value: str) -> CircleRow:
        def act(connection: Connection) -> CircleRow:
            with Session(connection, expire_on_commit=False) as session:
                row = session.get_one(CircleRow, circle_id)
                setattr(row, column, value)
                session.commit()
                return row

        return self._store.write(act)

    def with_match(self, match_id: int) -> list[CircleLink]:
        """The circles into which this match was ever put."""
        put_in = select(CircleEventRow.circle_id).where(
            CircleEventRow.kind == MatchPutIn.kind,
            col(CircleEventRow.payload)["match"].as_integer() == match_id,
        )
        circles = select(CircleRow).where(col(CircleRow.id).in_(put_in)).order_by(col(CircleRow.id))
        with self._store.session() as session:
            return [CircleLink.of(row, "score") for row in session.exec(circles)]
