"""What a file of SQLite and a server of PostgreSQL each do in their own way."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection, Engine, Table
from sqlalchemy.exc import DBAPIError

from referee.matches.database.notifier import Heard


class Backend(Protocol):
    """A database, whichever of the two it is."""

    @property
    def engine(self) -> Engine:
        """Connections for reading, on which each statement stands on its own."""

    def refuse_gone(self) -> None:
        """Raises Gone where nobody would find again what is written."""

    def migrate(self) -> None:
        """Bring the schema up to date, of all processes one. Raises NewerDatabase."""

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction, on the disk when it is left. Raises Busy; and Gone."""

    def is_worth_repeating(self, failure: DBAPIError) -> bool:
        """Whether a transaction that failed so may well succeed when it is done once more."""

    def turn(self, table: Table, id: int) -> AbstractContextManager[None]:
        """Wait for those of this process who write to this match or circle. Raises Busy.

        Who waits so holds no connection: whoever reads or writes elsewhere needs them.
        """

    def lock(self, connection: Connection, table: Table, id: int) -> None:
        """See to it that nobody else writes to this match or circle until the transaction ends."""

    def announce(self, connection: Connection, match_id: int, number: int) -> None:
        """Have other processes hear of this event once it is committed."""

    def news(self, rest: Callable[[float], None]) -> Generator[Heard, None, None]:
        """What other processes write, for ever; every fraction of a second at least nothing.

        The first is None: what was written before is to be read. `rest` waits for so many seconds,
        and as long as nobody wants news. Raises DBAPIError, and errors of the driver.
        """

    def close(self) -> None:
        """Let go of the database."""


def backend_of(url: str) -> Backend:
    """The database behind a URL, which need not be there yet. Raises UnusableDatabase."""
    if url.startswith("postgresql"):
        from referee.matches.database.postgresql import server_at

        return server_at(url)
    from referee.matches.database.sqlite import SqliteFile

    return SqliteFile(url)
