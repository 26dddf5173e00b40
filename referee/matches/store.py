"""The append-only log of all matches, in one SQLite file.

The store keeps what it is given and reads no payload: what an event means is the business of those
who fold it. An event is acknowledged when it is on the disk, and no row of `event` ever changes.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    URL,
    Connection,
    Engine,
    Row,
    Select,
    bindparam,
    create_engine,
    desc,
    func,
    insert,
    make_url,
    or_,
    select,
    update,
)
from sqlalchemy.event import listen
from sqlmodel import Field, SQLModel

from referee.matches import migrations
from referee.matches.events import Event
from referee.matches.migrations import NewerDatabase
from referee.matches.notifier import Closed, Notifier, Subscription
from referee.matches.storage import Gone
from referee.matches.write_lock import WriteLock

__all__ = [
    "Closed",
    "Link",
    "NewerDatabase",
    "Role",
    "Stale",
    "Store",
    "WrongMatch",
    "new_key",
    "sqlite_url",
]

Role = Literal["score", "watch"]


class MatchRow(SQLModel, table=True):
    """A match and the secrets of its two links."""

    __tablename__ = "match"

    id: int | None = Field(default=None, primary_key=True)
    game: str
    title: str
    created: datetime
    score_key: str = Field(unique=True, index=True)
    watch_key: str = Field(unique=True, index=True)


class EventRow(SQLModel, table=True):
    """An event of a match, as it lies in the log."""

    __tablename__ = "event"

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    id: str = Field(unique=True, index=True)
    kind: str
    payload: dict[str, Any] = Field(sa_type=JSON)
    at: datetime
    by: str | None = None


class CircleRow(SQLModel, table=True):
    """A circle of friends and the secrets of its two links."""

    __tablename__ = "circle"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    created: datetime
    score_key: str = Field(unique=True, index=True)
    watch_key: str = Field(unique=True, index=True)


class CircleEventRow(SQLModel, table=True):
    """An event of a circle, as it lies in the circle's own log."""

    __tablename__ = "circle_event"

    circle_id: int = Field(primary_key=True, foreign_key="circle.id")
    number: int = Field(primary_key=True)
    id: str = Field(unique=True, index=True)
    kind: str
    payload: dict[str, Any] = Field(sa_type=JSON)
    at: datetime
    by: str | None = None


class SettingRow(SQLModel, table=True):
    """What all processes share, such as the secret that signs cookies."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str


# Every page reads a few rows and builds no objects from them but its own, so the queries are
# SQLAlchemy's Core over these tables: half the cost of the ORM.
MATCH, EVENT, SETTING = (SQLModel.metadata.tables[name] for name in ("match", "event", "setting"))
EVENT_FIELDS = [EVENT.c[each.name] for each in fields(Event)]

# What every request asks is built once: to build it takes as long as to have it answered.
LINK_OF_KEY = select(MATCH).where(
    or_(MATCH.c.score_key == bindparam("key"), MATCH.c.watch_key == bindparam("key"))
)
EVENTS_BEHIND = (
    select(*EVENT_FIELDS)
    .where(EVENT.c.match_id == bindparam("match_id"), EVENT.c.number > bindparam("after"))
    .order_by(EVENT.c.number)
)
EVENT_OF_ID = select(EVENT.c.match_id, *EVENT_FIELDS).where(EVENT.c.id == bindparam("id"))
LAST_NUMBER = select(func.max(EVENT.c.number)).where(EVENT.c.match_id == bindparam("match_id"))
# One step into the index for each match; a GROUP BY would walk all their events.
LAST_OF_MATCH = select(func.max(EVENT.c.number)).where(EVENT.c.match_id == MATCH.c.id)
NEW_EVENT = insert(EVENT)


@dataclass(frozen=True)
class Link:
    """A match as the holder of one of its keys sees it; the keys stay out of every log."""

    match_id: int
    game: str
    title: str
    created: datetime
    role: Role
    score_key: str = field(repr=False)
    watch_key: str = field(repr=False)


@dataclass(frozen=True)
class Stale:
    """The answer to a writer who did not know the match's last event, whose number this is."""

    last: int


class WrongMatch(Exception):
    """The id of an event was sent to a match, and is in the log of another."""


def now() -> datetime:
    """The present, by the clock by which events are written."""
    return datetime.now(UTC)


class Store:
    """The database behind a URL such as `sqlite:////folder/referee.db`, its schema up to date.

    Any number of threads and processes may use one database. Raises NewerDatabase.
    """

    def __init__(self, url: str) -> None:
        path = _file(url)
        self._file, self._inode = path, path.stat().st_ino
        self._turn = WriteLock(path.with_name(f"{path.name}.lock"))
        self._engine = _engine(url)
        self._writer = _immediate(self._engine)
        self._wakes = Notifier(self._engine, _last_numbers)
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End all waiting and let go of the database."""
        self._wakes.close()
        self._engine.dispose()

    def open_match(
        self, *, id: str, game: str, title: str, payload: dict[str, Any], by: str | None
    ) -> Link:
        """Open a match whose event 1 has this id, or give the one that already has it.

        That id is as good as the key to score: show it to nobody else. Raises WrongMatch when it
        is the id of a later event.
        """
        with self.writing() as connection:
            kept = _placed(connection, id)
            if kept is None:
                opened = Event(1, id, "opened", payload, now(), by)
                match_id = _open(connection, game, title, opened)
            elif kept[1].number == 1:
                match_id = kept[0]
            else:
                raise WrongMatch
            return _link_of(connection, match_id, "score")

    def find(self, key: str) -> Link | None:
        """The match that one of whose links has this key."""
        with self._engine.connect() as connection:
            row = connection.execute(LINK_OF_KEY, {"key": key}).one_or_none()
        return None if row is None else _link(row, "score" if row.score_key == key else "watch")

    def links(self, keys: Iterable[str]) -> list[tuple[Link, datetime]]:
        """The matches of these keys and when each was last written to, the last one first.

        A match of which both keys are known comes once, with the right to score.
        """
        keys = set(keys)
        with self._engine.connect() as connection:
            rows = connection.execute(_matches_of(keys)).all()
        return [
            (_link(row, "score" if row.score_key in keys else "watch"), row.last) for row in rows
        ]

    def listed(self, match_ids: Iterable[int]) -> dict[int, tuple[Link, int]]:
        """These matches, as who watches sees them, each with the number of its last event."""
        rows = select(MATCH, LAST_OF_MATCH.scalar_subquery()).where(MATCH.c.id.in_(match_ids))
        with self._engine.connect() as connection:
            return {row.id: (_link(row, "watch"), row[-1]) for row in connection.execute(rows)}

    def events(self, match_id: int, after: int = 0) -> list[Event]:
        """The match's events behind number `after`, in order."""
        asked = {"match_id": match_id, "after": after}
        with self._engine.connect() as connection:
            rows = connection.execute(EVENTS_BEHIND, asked).all()
        return [Event(*row) for row in rows]

    def event(self, id: str) -> tuple[int, Event] | None:
        """The event of this id and its match."""
        with self._engine.connect() as connection:
            return _placed(connection, id)

    def append(
        self,
        match_id: int,
        *,
        number: int,
        id: str,
        kind: str,
        payload: dict[str, Any],
        by: str | None,
    ) -> Event | Stale:
        """Write event `number`, which must be the next.

        An event that has this id already is given as it was kept, whatever is sent now: the caller
        compares. Raises WrongMatch when another match has it.
        """
        with self.writing() as connection:
            kept = _placed(connection, id)
            if kept is not None:
                if kept[0] != match_id:
                    raise WrongMatch
                return kept[1]
            last = _last_number(connection, match_id)
            if number != last + 1:
                return Stale(last)
            event = Event(number, id, kind, payload, now(), by)
            _write(connection, match_id, event)
        self._wakes.tell(match_id, number)
        return event

    def last_number(self, match_id: int) -> int:
        """The number of the match's last event, 0 if there is no such match."""
        with self._engine.connect() as connection:
            return _last_number(connection, match_id)

    def renew(self, match_id: int, role: Role, key: str | None = None) -> Link:
        """Make this link's key anew; the old one opens nothing any more."""
        with self.writing() as connection:
            renewed = {f"{role}_key": key or new_key()}
            connection.execute(update(MATCH).where(MATCH.c.id == match_id).values(renewed))
            return _link_of(connection, match_id, role)

    def retitle(self, match_id: int, title: str) -> None:
        """Note the title that a "renamed" of the log has given, for the lists of matches."""
        with self.writing() as connection:
            connection.execute(update(MATCH).where(MATCH.c.id == match_id).values(title=title))

    def secret(self, name: str) -> bytes:
        """256 random bits, as text: made at the first call, the same for ever and everybody."""
        value = select(SETTING.c.value).where(SETTING.c.name == name)
        with self._engine.connect() as connection:
            kept: str | None = connection.scalar(value)
        if kept is None:
            with self.writing() as connection:
                kept = connection.scalar(value)
                if kept is None:
                    kept = secrets.token_urlsafe(32)
                    connection.execute(insert(SETTING).values(name=name, value=kept))
        return kept.encode()

    def wait(self, match_id: int, after: int, timeout: float) -> int:
        """Block until the match has an event after `after`; give the last number known.

        When `timeout` seconds are over, that is a number not above `after`. Raises Closed.
        """
        return self._wakes.wait(match_id, after, timeout)

    def subscribe(
        self, match_id: int, tell: Callable[[int | None], None]
    ) -> tuple[Subscription, int]:
        """Have `tell` called with the number of each new event; with the last number known now.

        It is called in any thread and must be quick; None says that the store was closed. Raises
        Closed.
        """
        return self._wakes.subscribe(match_id, tell)

    @property
    def watchers(self) -> int:
        """How many wait at this moment."""
        return self._wakes.watchers

    def reading(self) -> Connection:
        """A connection on which each statement stands on its own."""
        return self._engine.connect()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that no other writer can disturb, on the disk when it is left.

        Raises Busy; and Gone where it would be written into a file that nobody finds again.
        """
        with self._turn, self._writer.begin() as connection:
            if not self._is_in_place():
                raise Gone
            yield connection

    def _is_in_place(self) -> bool:
        try:
            return self._file.stat().st_ino == self._inode
        except FileNotFoundError:
            return False

    def _migrate(self) -> None:
        with self._turn:
            with self._engine.connect() as connection:
                current = migrations.is_current(connection)
                # The file keeps this; of processes that switch at once all but one would fail.
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            if not current:
                with self._writer.begin() as connection:
                    migrations.upgrade(connection)


def sqlite_url(file: Path) -> str:
    """The URL of a database file, whatever characters its path has."""
    return URL.create("sqlite", database=str(file.resolve())).render_as_string()


def _file(url: str) -> Path:
    """The database's file, which is made if need be, for no other user to read: it has secrets."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        raise ValueError("The log is kept in a file: sqlite:////folder/referee.db")
    path = Path(str(parsed.database))
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    return path


def _engine(url: str) -> Engine:
    """Connections for reading, each statement on its own."""
    engine = create_engine(
        url,
        connect_args={"isolation_level": None},  # the driver shall open no transactions
        pool_size=16,
        max_overflow=16,
        hide_parameters=True,  # keys and secrets are never logged
        json_serializer=partial(json.dumps, separators=(",", ":"), allow_nan=False),
    )
    listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _entry: object) -> None:
    for pragma in ("busy_timeout = 5000", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _immediate(engine: Engine) -> Engine:
    """The same connections for writing: what a transaction reads stays true until it commits."""
    writer = engine.execution_options()
    listen(writer, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return writer


def new_key() -> str:
    """A secret of 128 random bits, as text for an address."""
    return secrets.token_urlsafe(16)


def _open(connection: Connection, game: str, title: str, opened: Event) -> int:
    match = insert(MATCH).values(
        game=game,
        title=title,
        created=opened.at,
        score_key=new_key(),
        watch_key=new_key(),
    )
    match_id: int = connection.execute(match.returning(MATCH.c.id)).scalar_one()
    _write(connection, match_id, opened)
    return match_id


def _write(connection: Connection, match_id: int, event: Event) -> None:
    values = {column.name: getattr(event, column.name) for column in EVENT_FIELDS}
    connection.execute(NEW_EVENT, {"match_id": match_id, **values})


def _placed(connection: Connection, id: str) -> tuple[int, Event] | None:
    row = connection.execute(EVENT_OF_ID, {"id": id}).one_or_none()
    return row and (row[0], Event(*row[1:]))


def _last_number(connection: Connection, match_id: int) -> int:
    return connection.scalar(LAST_NUMBER, {"match_id": match_id}) or 0


def _last_numbers(connection: Connection, match_ids: Iterable[int]) -> dict[int, int]:
    rows = connection.execute(
        select(MATCH.c.id, LAST_OF_MATCH.scalar_subquery()).where(MATCH.c.id.in_(match_ids))
    )
    return dict(rows.all())


def _matches_of(keys: set[str]) -> Select[Any]:
    of_match = select(EVENT.c.at).where(EVENT.c.match_id == MATCH.c.id)
    last = of_match.order_by(EVENT.c.number.desc()).limit(1).scalar_subquery().label("last")
    known = or_(MATCH.c.score_key.in_(keys), MATCH.c.watch_key.in_(keys))
    return select(MATCH, last).where(known).order_by(desc("last"))


def _link_of(connection: Connection, match_id: int, role: Role) -> Link:
    return _link(connection.execute(select(MATCH).where(MATCH.c.id == match_id)).one(), role)


def _link(row: Row[Any], role: Role) -> Link:
    return Link(
        match_id=row.id,
        game=row.game,
        title=row.title,
        created=row.created,
        role=role,
        score_key=row.score_key,
        watch_key=row.watch_key,
    )
