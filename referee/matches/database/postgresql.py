"""Matches on a PostgreSQL server: a lock for each match, and notifications that wake the others."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Final, cast

from sqlalchemy import URL, Connection, Engine, Table, create_engine, make_url, select, text
from sqlalchemy.event import listen
from sqlalchemy.exc import ArgumentError, DBAPIError

from referee.matches.database import migrations
from referee.matches.database.notifier import Heard
from referee.matches.database.sqlite_file import UnusableDatabase
from referee.matches.database.write_lock import PATIENCE, Busy, Turns

if TYPE_CHECKING:
    from referee.matches.database.bounded_connection import BoundedConnection

SECONDS_A_STATEMENT: Final = 5
"""The server gives up a statement that takes longer."""
SECONDS_TO_ANSWER: Final = 6
"""Give up on a server that does not even do that. A phone waits 10 s: time to connect is left."""
SECONDS_TO_MIGRATE: Final = 600
LOCK_OF_SCHEMA: Final = 0x5245464552454545
"""The advisory lock of who brings the schema up to date: the letters of the app's name."""
LISTENING: Final = 0.25
"""Seconds after which a listener looks whether it shall end."""

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
"""How a server is noticed that is gone without a word; what stands in the URL goes before."""

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
    """The database behind a URL such as `postgresql://user@host/referee`."""

    def __init__(self, url: URL) -> None:
        self._url = _with_settings(url)
        self._writer = _engine(self._url)
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
            _refuse_encoding(connection)
        with self._writer.begin() as connection:
            _wait_for(connection.connection.driver_connection, SECONDS_TO_MIGRATE)
            for limit in ("lock_timeout", "statement_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {limit} = '{SECONDS_TO_MIGRATE}s'")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK_OF_SCHEMA})")
            if not migrations.is_current(connection):
                migrations.upgrade(connection)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """All that is there now, to be read in as long a time as it takes."""
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
            if _state(failure) == LOCKED:
                raise Busy from failure
            raise

    def is_worth_repeating(self, failure: DBAPIError) -> bool:
        """All that is written has an id: what was committed, and not answered, is found by it."""
        return failure.connection_invalidated or _state(failure) in REPEATED

    def turn(self, table: Table, id: int) -> AbstractContextManager[None]:
        return self._turns.of((table.name, id))

    def lock(self, connection: Connection, table: Table, id: int) -> None:
        connection.execute(select(table.c.id).where(table.c.id == id).with_for_update())

    def announce(self, connection: Connection, match_id: int, number: int) -> None:
        connection.execute(ANNOUNCE, {"news": f"{match_id} {number}"})

    def news(self, rest: Callable[[float], None]) -> Generator[Heard, None, None]:  # noqa: ARG002  # it listens
        """By a connection of its own, which is there for nothing else."""
        _, settings = self._writer.dialect.create_connect_args(self._url)
        with _connect(**settings, autocommit=True) as connection:
            channel = connection.execute(f"SELECT quote_ident({CHANNEL})").fetchone()
            connection.execute(cast(Any, f"LISTEN {(channel or [''])[0]}"))
            yield None
            while True:
                heard = connection.notifies(timeout=LISTENING, stop_after=1)
                yield [_number_in(each.payload) for each in heard]


def server_at(url: str) -> PostgresqlServer:
    """The database behind a URL. Raises UnusableDatabase."""
    if url.count("@") > 1 or "@" in url.partition("?")[2]:
        # What stands behind the first of them would be taken for the host, and be told as such.
        raise UnusableDatabase(
            "the URL of the database cannot be read: in a name or a password"
            " @ is written %40, and ? is written %3F"
        )
    try:
        return PostgresqlServer(make_url(url))
    except (ArgumentError, ValueError):  # which may quote it, and a password with it
        raise UnusableDatabase("the URL of the database cannot be read") from None


def without_limits(connection: Connection) -> None:
    """Let this one transaction take its time: it goes through everything."""
    for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
        connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
    _wait_for(connection.connection.driver_connection, inf)


def _number_in(payload: str) -> tuple[int, int]:
    match_id, number = payload.split()
    return int(match_id), int(number)


def _with_settings(url: URL) -> URL:
    """The URL with what is set for the connections; what it says itself goes before."""
    given = dict(url.query)
    own = " ".join(f"-c {name}={value}" for name, value in ON_THE_SERVER.items())
    options = given.pop("options", "")
    both = " ".join([own, *([options] if isinstance(options, str) else options)]).strip()
    return url.set(drivername="postgresql+psycopg", query={**ON_THE_WAY, **given, "options": both})


def _engine(url: URL) -> Engine:
    try:
        engine = create_engine(
            url,
            pool_size=10,  # no request holds one longer than it reads or writes
            max_overflow=5,
            pool_timeout=PATIENCE,
            pool_pre_ping=True,  # after a restart of the server nobody meets a dead one
            hide_parameters=True,  # keys and secrets are never logged
            json_serializer=partial(json.dumps, separators=(",", ":"), allow_nan=False),
        )
    except ImportError as error:
        raise UnusableDatabase(
            "a database of PostgreSQL needs psycopg, which is not installed here:"
            ' pip install "referee[postgresql]"'
        ) from error
    listen(engine, "do_connect", lambda _dialect, _record, _, settings: _connect(**settings))
    listen(engine, "checkin", lambda driver, _record: _wait_for(driver, SECONDS_TO_ANSWER))
    return engine


def _connect(**settings: Any) -> BoundedConnection:
    from referee.matches.database.bounded_connection import BoundedConnection  # it needs psycopg

    connection = BoundedConnection.connect(**settings)
    _wait_for(connection, SECONDS_TO_ANSWER)
    return connection


def _wait_for(connection: Any, seconds: float) -> None:
    if connection is not None:  # one that broke is put back as none
        connection.patience = seconds


def _refuse_encoding(connection: Connection) -> None:
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        raise UnusableDatabase(
            f"the database is made for texts in {encoding}, and names need UTF8:"
            " make it anew with ENCODING 'UTF8'"
        )


def _state(failure: DBAPIError) -> str | None:
    return getattr(failure.orig, "sqlstate", None)
