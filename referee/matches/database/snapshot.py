"""All that is in a database at one moment, read without changing it, whoever writes meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, StaticPool, create_engine
from sqlalchemy.exc import DBAPIError

from referee.matches.database import migrations
from referee.matches.database.database_address import DatabaseAddress
from referee.matches.database.migrations import NewerDatabase
from referee.matches.database.opening import why_not
from referee.matches.database.postgresql import server_at
from referee.matches.database.sqlite_file import (
    UnusableDatabase,
    kept_in,
    newer,
    refuse_damaged,
    tables,
)


@contextmanager
def snapshot(address: DatabaseAddress) -> Iterator[Connection]:
    """A connection to a database of this version or an earlier one. Raises UnusableDatabase."""
    with _of_file(address) if address.file else _of_server(address) as connection:
        yield connection


@contextmanager
def _of_file(address: DatabaseAddress) -> Iterator[Connection]:
    assert address.file is not None
    with kept_in(address.file) as database:
        refuse_damaged(database, address.file)
        engine = create_engine("sqlite://", creator=lambda: database, poolclass=StaticPool)
        with engine.connect() as connection:
            database.execute("BEGIN")
            tables(database)  # what is read from here on is as it is now
            yield connection


@contextmanager
def _of_server(address: DatabaseAddress) -> Iterator[Connection]:
    server = server_at(address.server)
    try:
        with server.snapshot() as connection:
            migrations.is_current(connection)
            if migrations.revision(connection) is None:
                raise UnusableDatabase(f"{address} is no database of Referee")
            yield connection
    except NewerDatabase as error:
        raise newer(address) from error
    except DBAPIError as error:
        raise UnusableDatabase(why_not(address, error)) from error
    finally:
        server.close()
