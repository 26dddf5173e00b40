"""The append-only log of all matches, in one file or on a PostgreSQL server.

The store keeps what it is given and reads no payload: what an event means is the business of those
who fold it. An event is acknowledged when it is on the disk, and no row of `event` ever changes.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Row,
    Select,
    Table,
    bindparam,
    desc,
    func,
    insert,
    or_,
    select,
)
from sqlalchemy.exc import DBAPIError

from referee.matches.database.backend import backend_of
from referee.matches.database.database_address import DatabaseAddress
from referee.matches.database.migrations import NewerDatabase
from referee.matches.database.notifier import Closed, Notifier, Subscription
from referee.matches.database.sqlite import sqlite_url
from referee.matches.database.tables import EVENT, MATCH, SETTING
from referee.matches.event_log import Log, Role, Stale, new_key, now
from referee.matches.events import Event

__all__ = ["Closed", "Link", "NewerDatabase", "Store", "WrongMatch", "sqlite_url"]

T = TypeVar("T")


class WrongMatch(Exception):
    """The id of an event was sent to a match, and is in the log of another."""


LOG = Log(MATCH, EVENT, Event, WrongMatch)
# One step into the index for each match; a GROUP BY would walk all their events.
LAST_OF_MATCH = select(func.max(EVENT.c.number)).where(EVENT.c.match_id == MATCH.c.id)
LINK_OF_KEY = select(MATCH, LAST_OF_MATCH.scalar_subquery()).where(
    or_(MATCH.c.score_key == bindparam("key"), MATCH.c.watch_key == bindparam("key"))
)


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


class Store:
    """The database behind a URL, its schema up to date.

    It is `sqlite:////folder/referee.db` or `postgresql://user@host/referee`. Any number of threads
    and processes may use one database. Raises NewerDatabase and UnusableDatabase.
    """

    def __init__(self, url: str) -> None:
        self._backend = backend_of(url)
        self._engine = self._backend.engine
        self._wakes = Notifier(self._backend.news, self._last_numbers)
        try:
            self._backend.migrate()
        except BaseException:
            self.close()
            raise

    @classmethod
    def at(cls, address: DatabaseAddress) -> Store:
        """The database at this address."""
        return cls(sqlite_url(address.file) if address.file else address.server)

    def close(self) -> None:
        """End all waiting and let go of the database."""
        self._wakes.close()
        self._backend.close()

    def open_match(
        self, *, id: str, game: str, title: str, payload: dict[str, Any], by: str | None
    ) -> Link:
        """Open a match whose event 1 has this id, or give the one that already has it.

        That id is as good as the key to score: show it to nobody else. Raises WrongMatch when it
        is the id of a later event.
        """

        def act(connection: Connection) -> Link:
            opened = Event(1, id, "opened", payload, now(), by)
            match_id = LOG.begin(connection, opened, game=game, title=title)
            return _link(LOG.head(connection, match_id), "score")

        return self.write(act)

    def find(self, key: str) -> Link | None:
        """The match that one of whose links has this key."""
        found = self.find_with_last(key)
        return found[0] if found else None

    def find_with_last(self, key: str) -> tuple[Link, int] | None:
        """The same, with the number of the match's last event."""
        if not is_text(key):
            return None
        with self._engine.connect() as connection:
            row = connection.execute(LINK_OF_KEY, {"key": key}).one_or_none()
        if row is None:
            return None
        return _link(row, "score" if row.score_key == key else "watch"), row[-1]

    def links(self, keys: Iterable[str]) -> list[tuple[Link, datetime]]:
        """The matches of these keys and when each was last written to, the last one first.

        A match of which both keys are known comes once, with the right to score.
        """
        keys = {key for key in keys if is_text(key)}
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
        with self._engine.connect() as connection:
            return LOG.events(connection, match_id, after)

    def event(self, id: str) -> tuple[int, Event] | None:
        """The event of this id and its match."""
        if not is_text(id):
            return None
        with self._engine.connect() as connection:
            return LOG.event(connection, id)

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

        def act(connection: Connection) -> Event | Stale:
            written = LOG.append(
                connection, match_id, number=number, id=id, kind=kind, payload=payload, by=by
            )
            if isinstance(written, Event):
                self._backend.announce(connection, match_id, written.number)
            return written

        written = self.write(act, (MATCH, match_id))
        if isinstance(written, Event):
            self._wakes.tell(match_id, written.number)
        return written

    def last_number(self, match_id: int) -> int:
        """The number of the match's last event, 0 if there is no such match."""
        with self._engine.connect() as connection:
            return LOG.last_number(connection, match_id)

    def renew(self, match_id: int, role: Role, key: str | None = None) -> Link:
        """Make this link's key anew; the old one opens nothing any more."""

        def act(connection: Connection) -> Link:
            return _link(LOG.renew(connection, match_id, role, key or new_key()), role)

        return self.write(act)

    def retitle(self, match_id: int, title: str) -> None:
        """Note the title that a "renamed" of the log has given, for the lists of matches."""
        self.write(lambda connection: LOG.note(connection, match_id, title=title))

    def secret(self, name: str) -> bytes:
        """256 random bits, as text: made at the first call, the same for ever and everybody."""
        value = select(SETTING.c.value).where(SETTING.c.name == name)

        def act(connection: Connection) -> str:
            kept: str | None = connection.scalar(value)
            if kept is None:
                kept = secrets.token_urlsafe(32)
                connection.execute(insert(SETTING).values(name=name, value=kept))
            return kept

        with self._engine.connect() as connection:
            kept: str | None = connection.scalar(value)
        return (kept or self.write(act)).encode()

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
    def kind(self) -> str:
        """Which database it is: `sqlite` or `postgresql`."""
        return self._engine.dialect.name

    def probe(self) -> None:
        """Ask the database something. Raises Gone, or whatever keeps it from answering."""
        self._backend.refuse_gone()
        self.find("")

    @property
    def watchers(self) -> int:
        """How many wait at this moment."""
        return self._wakes.watchers

    def reading(self) -> Connection:
        """A connection on which each statement stands on its own."""
        return self._engine.connect()

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction, on the disk when it is left. Raises Busy; and Gone.

        What it has locked no other writer can disturb.
        """
        return self._backend.writing()

    def write(self, act: Callable[[Connection], T], owner: tuple[Table, int] | None = None) -> T:
        """Do this in a transaction; where a writer beside it was in its way, once more.

        Nobody else writes to the match or circle `owner`, such as `(MATCH, 12)`, meanwhile. Raises
        Busy; and Gone where it would be written into a file that nobody finds again.
        """
        with self._backend.turn(*owner) if owner else nullcontext():
            try:
                return self._do(act, owner)
            except DBAPIError as failure:
                if not self._backend.is_worth_repeating(failure):
                    raise
            return self._do(act, owner)

    def _do(self, act: Callable[[Connection], T], owner: tuple[Table, int] | None) -> T:
        with self.writing() as connection:
            if owner:
                self.lock(connection, *owner)
            return act(connection)

    def lock(self, connection: Connection, table: Table, id: int) -> None:
        """Let nobody else write to this match or circle until the transaction ends."""
        self._backend.lock(connection, table, id)

    def _last_numbers(self, match_ids: Iterable[int]) -> dict[int, int]:
        asked = select(MATCH.c.id, LAST_OF_MATCH.scalar_subquery())
        with self._engine.connect() as connection:
            return dict(connection.execute(asked.where(MATCH.c.id.in_(match_ids))).all())


def is_text(given: str) -> bool:
    """Whether a database can be asked for this: PostgreSQL takes no NUL, and nothing has one."""
    return "\0" not in given


def _matches_of(keys: set[str]) -> Select[Any]:
    of_match = select(EVENT.c.at).where(EVENT.c.match_id == MATCH.c.id)
    last = of_match.order_by(EVENT.c.number.desc()).limit(1).scalar_subquery().label("last")
    known = or_(MATCH.c.score_key.in_(keys), MATCH.c.watch_key.in_(keys))
    return select(MATCH, last).where(known).order_by(desc("last"))


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
