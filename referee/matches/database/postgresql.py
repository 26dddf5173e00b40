"""Matches on a PostgreSQL server: a lock for each match, and notifications that wake the others."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from math import inf
from time import monotonic
from typing import Any, Final, TypeVar, cast

import psycopg
from psycopg.abc import PQGen
from psycopg.rows import TupleRow
from sqlalchemy import URL, Connection, Table, create_engine, select, text
from sqlalchemy.event import listen
from sqlalchemy.exc import DBAPIError

from referee.matches.database import migrations
from referee.matches.database.address import UnusableDatabase
from referee.matches.database.lock import PATIENCE, Busy, Turns
from referee.matches.database.notifier import Heard

T = TypeVar("T")

SECONDS_A_STATEMENT: Final = 5  # the server gives up a statement that takes longer
SECONDS_TO_ANSWER: Final = 6
"""Give up on a server that does not even do that. A phone waits 10 s: time to connect is left."""
SECONDS_TO_MIGRATE: Final = 600
LOCK_OF_SCHEMA: Final = 0x5245464552454545
"""The advisory lock of who brings the schema up to date: the letters of the app's name."""
LISTENING: Final = 0.25  # seconds after which a listener looks whether it shall end
LOOK_AGAIN: Final = 0.1  # seconds between two looks at the clock while the server is to answer

ON_THE_SERVER: Final = {
    "timezone": "UTC",
    "datestyle": "ISO",  # the driver reads no other
    "client_encoding": "UTF8",
    "default_transaction_isolation": r"read\ committed",
    "lock_timeout": f"{PATIENCE:.0f}s",
    "statement_timeout": f"{SECONDS_A_STATEMENT}s",
    "idle_in_transaction_session_timeout": f"{SECONDS_A_STATEMENT}s",
}
ON_THE_WAY: Final = {
    "application_name": "referee",
    "connect_timeout": "3",
    "keepalives_idle": "10",
    "keepalives_interval": "3",
    "keepalives_count": "3",
    "tcp_user_timeout": f"{SECONDS_TO_ANSWER}000",
}

REPEATED: Final = {
    "23505",  # another has just written the row that this one was to be: now it is read
    "40001",
    "40P01",
}
LOCKED: Final = "55P03"

# Two schemas in one database are two apps: neither shall hear the numbers of the other.
CHANNEL: Final = "'referee ' || current_schema()"
ANNOUNCE: Final = text(f"SELECT pg_notify({CHANNEL}, :news)")


class PostgresqlServer:
    def __init__(self, url: URL) -> None:
        given = dict(url.query)  # what the URL sets itself comes first
        own = " ".join(f"-c {name}={value}" for name, value in ON_THE_SERVER.items())
        options = given.pop("options", "")
        both = " ".join([own, *([options] if isinstance(options, str) else options)]).strip()
        query = {**ON_THE_WAY, **given, "options": both}
        self._url = url.set(drivername="postgresql+psycopg", query=query)
        self._writer = create_engine(
            self._url,
            pool_size=10,  # no request holds one longer than it reads or writes
            max_overflow=5,
            pool_timeout=PATIENCE,
            pool_pre_ping=True,  # after a restart of the server nobody meets a dead one
            hide_parameters=True,  # keys and secrets are never logged
            json_serializer=partial(json.dumps, separators=(",", ":"), allow_nan=False),
        )
        listen(self._writer, "do_connect", lambda _1, _2, _3, settings: _connect(**settings))
        listen(self._writer, "checkin", lambda driver, _: _wait_for(driver, SECONDS_TO_ANSWER))
        self._turns = Turns()
        self.engine = self._writer.execution_options(isolation_level="AUTOCOMMIT")

    def close(self) -> None:
        self._writer.dispose()

    def refuse_gone(self) -> None:
        """A server says so itself."""

    def migrate(self) -> None:
        with self.engine.connect() as connection:
            if migrations.is_current(connection):
                return
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
            if encoding != "UTF8":
                raise UnusableDatabase(
                    f"the database is made for texts in {encoding}, and names need UTF8:"
                    " make it anew with ENCODING 'UTF8'"
                )
        with self._writer.begin() as connection:
            _wait_for(connection.connection.driver_connection, SECONDS_TO_MIGRATE)
            for limit in ("lock_timeout", "statement_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {limit} = '{SECONDS_TO_MIGRATE}s'")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK_OF_SCHEMA})")
            if not migrations.is_current(connection):
                migrations.upgrade(connection)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self._writer.connect().execution_options(**options) as connection:
            without_limits(connection)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Others write beside it, but not to what was locked."""
        try:
            with self._writer.begin() as connection:
                yield connection
        except DBAPIError as failure:
            if getattr(failure.orig, "sqlstate", None) == LOCKED:
                raise Busy from failure
            raise

    def is_worth_repeating(self, failure: DBAPIError) -> bool:
        """Every event has an id: one that was committed but not answered is found by it."""
        state = getattr(failure.orig, "sqlstate", None)
        return failure.connection_invalidated or state in REPEATED

    def turn(self, table: Table, id: int) -> AbstractContextManager[None]:
        return self._turns.of((table.name, id))

    def lock(self, connection: Connection, table: Table, id: int) -> None:
        connection.execute(select(table.c.id).where(table.c.id == id).with_for_update())

    def announce(self, connection: Connection, match_id: int, number: int) -> None:
        connection.execute(ANNOUNCE, {"news": f"{match_id} {number}"})

    def news(self, rest: Callable[[float], None]) -> Generator[Heard, None, None]:  # noqa: ARG002  # it listens
        _, settings = self._writer.dialect.create_connect_args(self._url)
        with _connect(**settings, autocommit=True) as connection:
            channel = connection.execute(f"SELECT quote_ident({CHANNEL})").fetchone()
            connection.execute(cast(Any, f"LISTEN {(channel or [''])[0]}"))
            yield None
            while True:
                heard = connection.notifies(timeout=LISTENING, stop_after=1)
                yield [
                    (int(match), int(number))
                    for match, number in (each.payload.split() for each in heard)
                ]


def without_limits(connection: Connection) -> None:
    """Lift the time limits for this transaction, which reads everything."""
    for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
        connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
    _wait_for(connection.connection.driver_connection, inf)


def _connect(**settings: Any) -> BoundedConnection:
    connection = BoundedConnection.connect(**settings)
    _wait_for(connection, SECONDS_TO_ANSWER)
    return connection


def _wait_for(connection: Any, seconds: float) -> None:
    if connection is not None:  # one that broke is put back as none
        connection.patience = seconds


class BoundedConnection(psycopg.Connection[TupleRow]):
    """A connection that is closed when the server leaves a question unanswered.

    A server that hangs does not enforce its own time limits, and its kernel, or a proxy, goes on
    acknowledging what is sent: only a limit of our own notices.
    """

    patience = inf  # seconds that the server may take to answer

    def wait(self, gen: PQGen[T], interval: float = LOOK_AGAIN, timeout: float | None = None) -> T:
        # Only `notifies` gives a time-out, and waits for nothing that was asked.
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        return super().wait(self._bounded(gen), interval)

    def _bounded(self, gen: PQGen[T]) -> PQGen[T]:
        end = monotonic() + self.patience
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and monotonic() > end:
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the server does not answer")
                wanted = gen.send(ready)
        except StopIteration as done:
            result: T = done.value
            return result
