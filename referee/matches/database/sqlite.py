"""Matches in an SQLite file, which has one writer at a time.

A thread polls a counter to notice writes by other processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Table, create_engine, make_url
from sqlalchemy.event import listen
from sqlalchemy.exc import DBAPIError

from referee.matches.database import migrations
from referee.matches.database.faults import Gone
from referee.matches.database.lock import SECONDS_TO_MIGRATE, WriteLock
from referee.matches.database.notifier import Heard

TICK: Final = 0.1  # seconds between polls of the counter


class SqliteFile:
    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
            raise ValueError("the database must be a file, such as sqlite:////folder/referee.db")
        path = Path(str(parsed.database))
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)  # it has secrets: no other user may read it
        self._file, self._inode = path, path.stat().st_ino
        self._turn = WriteLock(path.with_name(f"{path.name}.lock"))
        self.engine = create_engine(
            url,
            connect_args={"isolation_level": None},  # the driver must not open transactions
            pool_size=16,
            max_overflow=16,
            hide_parameters=True,  # keys and secrets are never logged
            json_serializer=partial(json.dumps, separators=(",", ":"), allow_nan=False),
        )
        pragmas = "busy_timeout = 5000", "synchronous = FULL", "foreign_keys = ON"
        listen(self.engine, "connect", lambda connection, _entry: [
            connection.execute(f"PRAGMA {pragma}") for pragma in pragmas
        ])  # fmt: skip
        # Same pool, but BEGIN takes the write lock, so what was read stays true until commit.
        self._writer = self.engine.execution_options()
        listen(self._writer, "begin", lambda each: each.exec_driver_sql("BEGIN IMMEDIATE"))

    def close(self) -> None:
        self.engine.dispose()

    def refuse_gone(self) -> None:
        try:
            is_in_place = self._file.stat().st_ino == self._inode
        except FileNotFoundError:
            is_in_place = False
        if not is_in_place:
            raise Gone

    def migrate(self) -> None:
        with self.engine.connect() as connection:
            mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
            if mode == "wal" and migrations.is_current(connection):
                return  # without a write, which a full or read-only disk would refuse
        with self._turn.hold(SECONDS_TO_MIGRATE):
            with self.engine.connect() as connection:
                current = migrations.is_current(connection)
                # Stored in the file; if several processes set it at once, all but one fail.
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            if not current:
                with self._writer.begin() as connection:
                    migrations.upgrade(connection)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction under the write lock. Raises Gone if the file was moved or deleted."""
        with self._turn.hold(), self._writer.begin() as connection:
            self.refuse_gone()
            yield connection

    def is_worth_repeating(self, failure: DBAPIError) -> bool:  # noqa: ARG002
        return False  # no conflicts to retry

    def turn(self, table: Table, id: int) -> AbstractContextManager[None]:  # noqa: ARG002
        """Do nothing: the write lock already covers the whole file."""
        return nullcontext()

    def lock(self, connection: Connection, table: Table, id: int) -> None:
        """Do nothing: the write lock already covers the whole file."""

    def announce(self, connection: Connection, match_id: int, number: int) -> None:
        """Do nothing: other processes poll `PRAGMA data_version`."""

    def news(self, rest: Callable[[float], None]) -> Generator[Heard, None, None]:
        seen = None
        with self.engine.connect() as connection:
            while True:
                # The counter is per connection, and changes when any other one commits.
                version = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
                yield None if version != seen else []
                seen = version
                rest(TICK)


def sqlite_url(file: Path) -> str:
    """The URL of a database file, even if its path has special characters."""
    return URL.create("sqlite", database=str(file.resolve())).render_as_string()
