"""The append-only logs of matches and circles, in one file or on a PostgreSQL server.

The store doesn't interpret payloads; that is up to the code that folds the events. An event is
acknowledged once it is on disk, and no row of `event` ever changes.

Every page appends to a log, reads one or finds a match by its key. These operations use SQLAlchemy
Core on the SQLModel tables, which takes half as long as using a session.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any, Final, Generic, Literal, TypeVar

from sqlalchemy import Connection, Select, Table, bindparam, desc, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col

from referee.matches.circle import CircleEvent, CircleRenamed, MatchPutIn, circle_of
from referee.matches.database.address import DatabaseAddress
from referee.matches.database.lock import Busy
from referee.matches.database.migrations import NewerDatabase
from referee.matches.database.notifier import Closed, Notifier, Subscription
from referee.matches.database.opening import backend_of, url_of
from referee.matches.database.sqlite import sqlite_url
from referee.matches.database.tables import (
    CIRCLE,
    CIRCLE_EVENT,
    EVENT,
    MATCH,
    CircleEventRow,
    CircleRow,
    Head,
    MatchRow,
    SettingRow,
)
from referee.matches.events.base import Event, EventData, StateRestored

__all__ = ["Busy", "Closed", "EventLog", "Link", "NewerDatabase", "Role", "Stale", "Store",
           "WrongMatch", "new_key", "now", "sqlite_url"]  # fmt: skip

Role = Literal["score", "watch"]
T = TypeVar("T")
E = TypeVar("E", bound=Event)
H = TypeVar("H", bound=Head)


def now() -> datetime:
    return datetime.now(UTC)


def new_key() -> str:
    """A secret of 128 random bits, as URL-safe text."""
    return secrets.token_urlsafe(16)


def is_text(given: str) -> bool:
    """Whether a string can be used in a database query; PostgreSQL rejects NUL characters."""
    return "\0" not in given


# The logs -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stale:
    """Returned to a writer who didn't know the latest event; `last` is that event's number."""

    last: int


class EventLog(Generic[E]):
    """The logs in one event table: one for each match, or for each circle of friends.

    Call its methods in a store transaction that has locked the log. Queries are built once,
    because building one takes as long as running it.
    """

    def __init__(
        self, events: Table, owner: str, event: type[E], elsewhere: type[Exception]
    ) -> None:
        """`owner` is a column name; `elsewhere` is raised if an event id is in another log."""
        self.owner = events.c[owner]
        self._event, self._elsewhere = event, elsewhere
        self._names = [each.name for each in fields(Event)]
        is_owner, number = self.owner == bindparam("owner"), events.c.number
        columns = [events.c[name] for name in self._names]
        behind = select(*columns).where(is_owner, number > bindparam("after"))
        self._events_behind = behind.order_by(number)
        self._event_of_id = select(self.owner, *columns).where(events.c.id == bindparam("id"))
        self._last_number = select(func.max(number)).where(is_owner)
        self._new_event = insert(events)

    def events(self, connection: Connection, owner: int, after: int = 0) -> list[E]:
        rows = connection.execute(self._events_behind, {"owner": owner, "after": after})
        return [self._event(*row) for row in rows.all()]

    def event(self, connection: Connection, id: str) -> tuple[int, E] | None:
        row = connection.execute(self._event_of_id, {"id": id}).one_or_none()
        return row and (row[0], self._event(*row[1:]))

    def last_number(self, connection: Connection, owner: int) -> int:
        return connection.scalar(self._last_number, {"owner": owner}) or 0

    def begin(self, connection: Connection, row: MatchRow | CircleRow, opened: E) -> int:
        """Insert a row and its first event unless that event already exists; return the row id."""
        stored = self.event(connection, opened.id)
        if stored is None:
            with Session(connection) as session:
                session.add(row)
                session.flush()
                owner = row.id
            assert owner is not None
            # Not `append`: a double tap may have just written the same event.
            self._write(connection, owner, opened)
            return owner
        if stored[1].number != 1:
            raise self._elsewhere
        return stored[0]

    def append(self, connection: Connection, owner: int, event: E) -> E | Stale:
        """Write the next event; if its id exists already, return the stored event."""
        stored = self.event(connection, event.id)
        if stored is not None:
            if stored[0] != owner:
                raise self._elsewhere
            return stored[1]
        last = self.last_number(connection, owner)
        if event.number != last + 1:
            return Stale(last)
        self._write(connection, owner, event)
        return event

    def _write(self, connection: Connection, owner: int, event: E) -> None:
        values = {name: getattr(event, name) for name in self._names}
        connection.execute(self._new_event, {self.owner.name: owner, **values})


# The matches --------------------------------------------------------------------------------------


class WrongMatch(Exception):
    """The event id is already in the log of another match."""


NO_CIRCLES: Final[Mapping[int, str]] = {}
MATCH_LOG = EventLog(EVENT, "match_id", Event, WrongMatch)
# One index lookup per match; a GROUP BY would scan all their events.
LAST_OF_MATCH = select(func.max(EVENT.c.number)).where(EVENT.c.match_id == MATCH.c.id)
LINK_OF_KEY = select(MATCH, LAST_OF_MATCH.scalar_subquery()).where(
    or_(MATCH.c.score_key == bindparam("key"), MATCH.c.watch_key == bindparam("key"))
)


@dataclass(frozen=True)
class Link:
    """A link to a match: its role, and both keys, which are never logged."""

    match_id: int
    game: str
    title: str
    created: datetime
    role: Role
    score_key: str = field(repr=False)
    watch_key: str = field(repr=False)


class Store:
    """The database at a URL; opening it brings the schema up to date.

    The URL is `sqlite:////folder/referee.db` or `postgresql://user@host/referee`. Any number of
    threads and processes may use one database. Raises NewerDatabase and UnusableDatabase.
    """

    def __init__(self, url: str) -> None:
        self._backend = backend_of(url)
        self.engine = self._backend.engine
        self._wakes = Notifier(self._backend.news, self._last_numbers)
        try:
            self._backend.migrate()
        except BaseException:
            self.close()
            raise

    @classmethod
    def at(cls, address: DatabaseAddress) -> Store:
        return cls(url_of(address))

    def close(self) -> None:
        self._wakes.close()
        self._backend.close()

    def open_match(
        self,
        *,
        id: str,
        game: str,
        title: str,
        payload: dict[str, Any],
        by: str | None,
        circles: Mapping[int, str] = NO_CIRCLES,
    ) -> Link:
        """Create a match whose first event has this id, or return the match that already has it.

        The match is added to these `circles`, each with the id of the circle's event. The id grants
        as much access as the score key, so keep it secret. Raises WrongMatch if it belongs to a
        later event of a match.
        """

        def act(connection: Connection) -> Link:
            opened = Event(1, id, "opened", payload, now(), by)
            row = MatchRow(
                game=game, title=title, created=opened.at, score_key=new_key(), watch_key=new_key()
            )
            match_id = MATCH_LOG.begin(connection, row, opened)
            already = connection.scalars(_circles_ever_with(match_id)).all() if circles else ()
            ids = {circle: id for circle, id in circles.items() if circle not in already}
            self.append_to_circles(connection, ids, MatchPutIn(match=match_id))
            is_own = MATCH.c.id == match_id
            return _link(connection.execute(select(MATCH).where(is_own)).one(), "score")

        return self.write(act)

    def find(self, key: str) -> Link | None:
        found = self.find_with_last(key)
        return found[0] if found else None

    def find_with_last(self, key: str) -> tuple[Link, int] | None:
        """The match with this key, and its last event number."""
        if not is_text(key):
            return None
        with self.engine.connect() as connection:
            row = connection.execute(LINK_OF_KEY, {"key": key}).one_or_none()
        if row is None:
            return None
        return _link(row, "score" if row.score_key == key else "watch"), row[-1]

    def links(self, keys: Iterable[str]) -> list[tuple[Link, datetime]]:
        """Links with these keys, each with the time of its match's last event; newest first.

        If both keys of a match are given, the scoring link is returned.
        """
        keys = {key for key in keys if is_text(key)}
        of_match = select(EVENT.c.at).where(EVENT.c.match_id == MATCH.c.id)
        last = of_match.order_by(EVENT.c.number.desc()).limit(1).scalar_subquery().label("last")
        known = or_(MATCH.c.score_key.in_(keys), MATCH.c.watch_key.in_(keys))
        with self.engine.connect() as connection:
            rows = connection.execute(select(MATCH, last).where(known).order_by(desc("last"))).all()
        return [
            (_link(row, "score" if row.score_key in keys else "watch"), row.last) for row in rows
        ]

    def with_entry(self, id: str, match_ids: Collection[int]) -> set[int]:
        """Those of these matches that have this entry in their log, or first in an import."""
        if not is_text(id):
            return set()
        of_these = select(EVENT.c.match_id).where(EVENT.c.match_id.in_(match_ids))
        first_id = EVENT.c.payload["entries", 0, "id"].as_string()
        imported = of_these.where(EVENT.c.number == 1, first_id == id)
        with self.engine.connect() as connection:
            asked = of_these.where(EVENT.c.id == id).union(imported)
            return {*connection.scalars(asked)}

    def listed(self, match_ids: Iterable[int]) -> dict[int, tuple[Link, int]]:
        """Viewing links and last event numbers of these matches, by match id."""
        rows = select(MATCH, LAST_OF_MATCH.scalar_subquery()).where(MATCH.c.id.in_(match_ids))
        with self.engine.connect() as connection:
            return {row.id: (_link(row, "watch"), row[-1]) for row in connection.execute(rows)}

    def events(self, match_id: int, after: int = 0) -> list[Event]:
        """The match's events after number `after`, in order."""
        with self.engine.connect() as connection:
            return MATCH_LOG.events(connection, match_id, after)

    def event(self, id: str) -> tuple[int, Event] | None:
        if not is_text(id):
            return None
        with self.engine.connect() as connection:
            return MATCH_LOG.event(connection, id)

    def append(
        self,
        match_id: int,
        *,
        number: int,
        id: str,
        kind: str,
        payload: dict[str, Any],
        by: str | None,
        title: str | None = None,
    ) -> Event | Stale:
        """Write the next event, or return the one that has this id already. Raises WrongMatch.

        `title` is the match's title from this event on, if it changes.
        """

        def act(connection: Connection) -> Event | Stale:
            event = Event(number, id, kind, payload, now(), by)
            written = MATCH_LOG.append(connection, match_id, event)
            if written is event and title is not None:
                connection.execute(update(MATCH).where(MATCH.c.id == match_id), {"title": title})
            if isinstance(written, Event):
                self._backend.announce(connection, match_id, written.number)
            return written

        written = self.write(act, (MATCH, match_id))
        if isinstance(written, Event):
            self._wakes.tell(match_id, written.number)
        return written

    def last_number(self, match_id: int) -> int:
        with self.engine.connect() as connection:
            return MATCH_LOG.last_number(connection, match_id)

    def change(self, rows: type[H], id: int, **values: str) -> H:
        def act(connection: Connection) -> H:
            with Session(connection, expire_on_commit=False) as session:
                row = session.get_one(rows, id)
                for name, value in values.items():
                    setattr(row, name, value)
                session.commit()
                return row

        return self.write(act)

    def renew(self, match_id: int, role: Role, key: str | None = None) -> Link:
        """Replace the key of this link; the old one no longer works."""
        return _link(self.change(MatchRow, match_id, **{f"{role}_key": key or new_key()}), role)

    def secret(self, name: str) -> bytes:
        """A secret of 256 random bits, created on the first call and shared by all processes."""

        def act(connection: Connection) -> str:
            with Session(connection) as session:
                setting = session.get(SettingRow, name)
                if setting is None:
                    setting = SettingRow(name=name, value=secrets.token_urlsafe(32))
                    session.add(setting)
                    session.flush()
                return setting.value

        with Session(self.engine) as session:
            setting = session.get(SettingRow, name)
            return (setting.value if setting else self.write(act)).encode()

    def subscribe(
        self, match_id: int, tell: Callable[[int | None], None]
    ) -> tuple[Subscription, int]:
        """Call `tell` with each new event number and, when the store closes, with None.

        `tell` must not block. Return the subscription and the last event number. Raises Closed.
        """
        return self._wakes.subscribe(match_id, tell)

    def probe(self) -> None:
        """Check that the database answers a query. Raises Gone or the query's error."""
        self._backend.refuse_gone()
        self.find("")

    @property
    def watchers(self) -> int:
        return self._wakes.watchers

    def writing(self) -> AbstractContextManager[Connection]:
        """Open a transaction that is committed when the block ends. Raises Busy or Gone."""
        return self._backend.writing()

    def write(self, act: Callable[[Connection], T], owner: tuple[Table, int] | None = None) -> T:
        """Run `act` in a transaction; retry once after a conflict with another writer.

        `owner` is the match or circle to lock, such as `(MATCH, 12)`. Raises Busy, or Gone if the
        database file was moved or deleted.
        """

        def attempt() -> T:
            with self.writing() as connection:
                if owner:
                    self.lock(connection, *owner)
                return act(connection)

        with self._backend.turn(*owner) if owner else nullcontext():
            try:
                return attempt()
            except DBAPIError as failure:
                if not self._backend.is_worth_repeating(failure):
                    raise
            return attempt()

    def lock(self, connection: Connection, table: Table, id: int) -> None:
        """Lock this match or circle until the transaction ends."""
        self._backend.lock(connection, table, id)

    def append_to_circles(
        self, connection: Connection, ids: Mapping[int, str], event: EventData
    ) -> None:
        """Write the same event to circles; `ids` are its ids by circle."""
        for circle_id, id in sorted(ids.items()):  # in order, so that there is no deadlock
            self.lock(connection, CIRCLE, circle_id)
            _append_to_circle(connection, circle_id, id, event)

    def _last_numbers(self, match_ids: Iterable[int]) -> dict[int, int]:
        asked = select(MATCH.c.id, LAST_OF_MATCH.scalar_subquery())
        with self.engine.connect() as connection:
            return dict(connection.execute(asked.where(MATCH.c.id.in_(match_ids))).all())


def _link(row: Any, role: Role) -> Link:
    keys = row.score_key, row.watch_key
    return Link(row.id, row.game, row.title, row.created, role, *keys)


# The circles --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CircleLink:
    """A link to a circle: its role, and both keys, which are never logged."""

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
    """The event id is already in the log of another circle."""


LOG = EventLog(CIRCLE_EVENT, "circle_id", CircleEvent, WrongCircle)


def _append_to_circle(
    connection: Connection, circle_id: int, id: str, event: EventData, number: int | None = None
) -> CircleEvent | Stale:
    next_number = number or LOG.last_number(connection, circle_id) + 1
    new = CircleEvent(next_number, id, event.kind, event.payload, now(), None)
    written = LOG.append(connection, circle_id, new)
    if written is new and isinstance(event, CircleRenamed | StateRestored):
        name = circle_of(LOG.events(connection, circle_id)).name
        connection.execute(update(CIRCLE).where(CIRCLE.c.id == circle_id), {"name": name})
    return written


def _circles_ever_with(match_id: int) -> Select[Any]:
    return select(CIRCLE_EVENT.c.circle_id).where(
        CIRCLE_EVENT.c.kind == MatchPutIn.kind,
        col(CircleEventRow.payload)["match"].as_integer() == match_id,
    )


class CircleStore:
    def __init__(self, store: Store) -> None:
        self._store = store

    def create(
        self, id: str, event: EventData, name: str, match: tuple[str, int] | None = None
    ) -> CircleLink:
        """Create a circle, or return the one whose first event has this id. Raises WrongCircle.

        `match` is the id of a second event, and of the match that it adds to the circle.
        """

        def act(connection: Connection) -> CircleLink:
            opened = CircleEvent(1, id, event.kind, event.payload, now(), None)
            row = CircleRow(name=name, created=opened.at, score_key=new_key(), watch_key=new_key())
            circle_id = LOG.begin(connection, row, opened)
            if match:
                put_in = MatchPutIn(match=match[1])
                self._store.append_to_circles(connection, {circle_id: match[0]}, put_in)
            with Session(connection) as session:
                return CircleLink.of(session.get_one(CircleRow, circle_id), "score")

        return self._store.write(act)

    def find(self, key: str) -> CircleLink | None:
        return next(iter(self.links([key])), None)

    def links(self, keys: Sequence[str]) -> list[CircleLink]:
        """Links with these keys, in this order.

        If both keys of a circle are given, the scoring link is returned.
        """
        keys = [key for key in keys if is_text(key)]
        is_known = or_(col(CircleRow.score_key).in_(keys), col(CircleRow.watch_key).in_(keys))
        with Session(self._store.engine) as session:
            links = [
                CircleLink.of(row, "score" if row.score_key in keys else "watch")
                for row in session.scalars(select(CircleRow).where(is_known))
            ]
        return sorted(links, key=lambda link: keys.index(link.key))

    def events(self, circle_id: int) -> list[CircleEvent]:
        with self._store.engine.connect() as connection:
            return LOG.events(connection, circle_id)

    def append(
        self, circle_id: int, id: str, event: EventData, number: int | None = None
    ) -> CircleEvent | Stale:
        """Write the next event, or return the one that has this id already. Raises WrongCircle.

        If it changes the circle's name, the circle is listed under that name, too.
        """

        def act(connection: Connection) -> CircleEvent | Stale:
            return _append_to_circle(connection, circle_id, id, event, number)

        return self._store.write(act, (CIRCLE, circle_id))

    def append_to_all(self, ids: Mapping[int, str], event: EventData) -> None:
        """Write the same event to several circles; `ids` are its ids by circle."""
        self._store.write(lambda connection: self._store.append_to_circles(connection, ids, event))

    def renew(self, circle_id: int, role: Role, key: str) -> CircleLink:
        """Replace the key of this link; the old one no longer works."""
        row = self._store.change(CircleRow, circle_id, **{f"{role}_key": key})
        return CircleLink.of(row, role)

    def with_match(self, match_id: int) -> list[CircleLink]:
        """The circles that this match has ever been in."""
        put_in = _circles_ever_with(match_id)
        circles = select(CircleRow).where(col(CircleRow.id).in_(put_in)).order_by(col(CircleRow.id))
        with Session(self._store.engine) as session:
            return [CircleLink.of(row, "score") for row in session.scalars(circles)]
