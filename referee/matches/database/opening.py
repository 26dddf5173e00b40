"""Open a database for writing, or open a snapshot of one for reading.

`python -m referee.matches.database.opening` migrates a database. Its address is taken from the
environment because other users could read a password on the command line. If the database is
unusable, a line on standard error says why.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Union

from sqlalchemy import Connection, StaticPool, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from referee.core.language import translator_of_environment
from referee.core.text import _
from referee.matches.database import migrations
from referee.matches.database.address import (
    REFUSED,
    DatabaseAddress,
    UnusableDatabase,
    newer_database,
    open_matches,
    refuse_damaged,
    table_names,
)
from referee.matches.database.faults import why_unusable
from referee.matches.database.sqlite import SqliteFile, sqlite_url

if TYPE_CHECKING:
    from referee.matches.database.postgresql import PostgresqlServer

Backend = Union[SqliteFile, "PostgresqlServer"]


def url_of(address: DatabaseAddress) -> str:
    return sqlite_url(address.file) if address.file else address.server


def backend_of(url: str) -> Backend:
    """The backend for a URL; the database may not exist yet. Raises UnusableDatabase."""
    return _server_at(url) if url.startswith("postgresql") else SqliteFile(url)


def _server_at(url: str) -> PostgresqlServer:
    if url.count("@") > 1 or "@" in url.partition("?")[2]:
        # Text after the first @ would be parsed as the host and appear in messages.
        raise UnusableDatabase(
            _("the database URL can’t be read: in names and passwords, write @ as %40 and ? as %3F")
        )
    try:
        from referee.matches.database.postgresql import PostgresqlServer
    except ImportError as error:
        raise UnusableDatabase(
            _(
                "PostgreSQL needs psycopg, which isn’t installed:"
                ' run pip install "referee[postgresql]"'
            )
        ) from error
    try:
        return PostgresqlServer(make_url(url))
    except (ArgumentError, ValueError):  # which may quote the URL and its password
        raise UnusableDatabase(_("the database URL can’t be read")) from None


@contextmanager
def open_database(address: DatabaseAddress) -> Iterator[Backend]:
    """Open a database for writing and bring its schema up to date. Raises UnusableDatabase."""
    backend = backend_of(url_of(address))
    try:
        try:
            backend.migrate()
            with backend.engine.connect() as connection:
                if connection.dialect.name == "postgresql":
                    ask = (
                        "SELECT current_setting('transaction_read_only') = 'off'"
                        " AND has_table_privilege('event', 'INSERT')"
                    )
                    if not connection.exec_driver_sql(ask).scalar_one():
                        raise UnusableDatabase(
                            _(
                                "{database} is read-only: give Referee write access",
                                database=address.name,
                            )
                        )
        except migrations.NewerDatabase as error:
            raise newer_database(address.name) from error
        except DBAPIError as error:
            raise UnusableDatabase(why_unusable(address, error)) from error
        yield backend
    finally:
        backend.close()


@contextmanager
def snapshot(address: DatabaseAddress) -> Iterator[Connection]:
    """Open a consistent snapshot of a database for reading. Raises UnusableDatabase."""
    if address.file is not None:
        with open_matches(address.file) as database:
            refuse_damaged(database, address.file)
            engine = create_engine("sqlite://", creator=lambda: database, poolclass=StaticPool)
            with engine.connect() as connection:
                database.execute("BEGIN")
                table_names(database)  # the first read starts the snapshot
                yield connection
        return
    server = _server_at(address.server)
    try:
        with server.snapshot() as connection:
            migrations.is_current(connection)
            if migrations.revision(connection) is None:
                raise UnusableDatabase(
                    _("{database} isn’t a Referee database", database=address.name)
                )
            yield connection
    except migrations.NewerDatabase as error:
        raise newer_database(address.name) from error
    except DBAPIError as error:
        raise UnusableDatabase(why_unusable(address, error)) from error
    finally:
        server.close()


if __name__ == "__main__":
    try:
        with open_database(DatabaseAddress.of_environment()):
            pass
    except UnusableDatabase as refused:
        print(translator_of_environment(os.environ).render(refused.text), file=sys.stderr)
        sys.exit(REFUSED)
