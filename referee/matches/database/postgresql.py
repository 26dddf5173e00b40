"""Matches on a PostgreSQL server: a row lock per match, and NOTIFY to wake other processes."""

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

from referee.core.text import _
from referee.matches.database import migrations
from referee.matches.database.address import UnusableDatabase
from referee.matches.database.lock import (
    PATIENCE,
    SECONDS_TO_MIGRATE,
    WHILE_WAITING,
    Busy,
    Turns,
)
from referee.matches.database.notifier import Heard

T = TypeVar("T")

SECONDS_A_STATEMENT: Final = 5  # the server cancels a statement that takes longer
SECONDS_TO_ANSWER: Final = 6
"""Client-side timeout, for a server so stuck that it doesn't even cancel statements. Phones wait
10 s in all, so this leaves 4 s to connect."""
LOCK_OF_SCHEMA: Final = 0x5245464552454545
"""Key of the advisory lock for migrations: the app's name in ASCII."""
LISTENING: Final = 0.25  # seconds after which a listener checks whether to stop
LOOK_AGAIN: Final = 0.1  # seconds between timeout checks while waiting for the server

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
    "23505",  # another writer was first with this row; the retry reads it
    "40001",
    "40P01",
}
LOCKED: Final = "55P03"

# Each schema is a separate app, which must not hear the events of another.
CHANNEL: Final = "'referee ' || current_schema()"
ANNOUNCE: Final = text(f"SELECT pg_notify({CHANNEL}, :news)")


class PostgresqlServer:
    def __init__(self, url: URL) -> None:
        given = dict(url.query)  # settings in the URL take precedence
        own = " ".join(f"-c {name}={value}" for name, value in ON_THE_SERVER.items())
        options = given.pop("options", "")
        both = " ".join([own, *([options] if isinstance(options, str) else options)]).strip()
        query = {**ON_THE_WAY, **given, "options": both}
        self._url = url.set(drivername="postgresql+psycopg", query=query)
        self._writer = create_engine(
            self._url,
            pool_size=10,  # requests hold one only while they read or write
            max_overflow=5,
            pool_timeout=PATIENCE,
            pool_pre_ping=True,  # replaces dead ones after a restart of the server
            hide_parameters=True,  # keys and secrets are never logged
            json_serializer=partial(json.dumps, separators=(",", ":"), allow_nan=False),
        )
        listen(self._writer, "do_connect", lambda _1, _2, _3, settings: _connect(**settings))
        listen(self._writer, "checkin", lambda driver, _1: _wait_for(driver, SECONDS_TO_ANSWER))
        self._turns = Turns()
        self.engine = self._writer.execution_options(isolation_level="AUTOCOMMIT")

    def close(self) -> None:
        self._writer.dispose()

    def refuse_gone(self) -> None:
        """Do nothing: if the server is gone, connecting fails anyway."""

    def migrate(self) -> None:
        with self.engine.connect() as connection:
            if migrations.is_current(connection):
                return
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
            if encoding != "UTF8":
                raise UnusableDatabase(
                    _(
                        "the database stores text as {encoding}, but names need UTF8:"
                        " create it again with ENCODING 'UTF8'",
                        encoding=encoding,
                    )
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
        """Open a transaction. Others can still write, except to locked rows. Raises Busy."""
        try:
            with self._writer.begin() as connection:
                yield connection
        except DBAPIError as failure:
            if getattr(failure.orig, "sqlstate", None) == LOCKED:
                raise Busy from failure
            raise

    def is_worth_repeating(self, failure: DBAPIError) -> bool:
        """Whether to retry. This is safe, because an event already committed is found by its id."""
        state = getattr(failure.orig, "sqlstate", None)
        return failure.connection_invalidated or state in REPEATED

    def turn(self, table: Table, id: int) -> AbstractContextManager[None]:
        return self._turns.of((table.name, id))

    def lock(self, connection: Connection, table: Table, id: int) -> None:
        connection.execute(select(table.c.id).where(table.c.id == id).with_for_update())

    def announce(self, connection: Connection, match_id: int, number: int) -> None:
        connection.execute(ANNOUNCE, {"news": f"{match_id} {number}"})

    def news(self, rest: Callable[[float], None]) -> Generator[Heard, None, None]:  # noqa: ARG002  # it listens
        _unused, settings = self._writer.dialect.create_connect_args(self._url)
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
    """Lift the time limits for this transaction, which reads or writes a whole database."""
    for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
        connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
    _wait_for(connection.connection.driver_connection, inf)


def _connect(**settings: Any) -> BoundedConnection:
    connection = BoundedConnection.connect(**settings)
    _wait_for(connection, SECONDS_TO_ANSWER)
    return connection


def _wait_for(connection: Any, seconds: float) -> None:
    if connection is not None:  # None if the connection broke
        connection.patience = seconds


class BoundedConnection(psycopg.Connection[TupleRow]):
    """A connection with a client-side timeout: it is closed when the server stops answering.

    A server that hangs doesn't enforce its own timeouts. Its kernel or a proxy still acknowledges
    what is sent, so only a client-side timeout notices.
    """

    patience = inf  # timeout for an answer, in seconds

    def wait(self, gen: PQGen[T], interval: float = LOOK_AGAIN, timeout: float | None = None) -> T:
        # Only `notifies` passes a timeout, and it isn't waiting for an answer.
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        return super().wait(self._bounded(gen), interval)

    def _bounded(self, gen: PQGen[T]) -> PQGen[T]:
        end = monotonic() + self.patience
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready:
                    with WHILE_WAITING.get()():
                        while not (ready := (yield wanted)):
                            if monotonic() > end:
                                self.pgconn.finish()
                                raise psycopg.OperationalError("the server doesn’t answer")
                wanted = gen.send(ready)
        except StopIteration as done:
            result: T = done.value
            return result
