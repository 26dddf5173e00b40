"""The file of the database, looked at with SQLite alone.

The database layer is large, and whoever only wants to know whether a file can be used loads none.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

NAME: Final = "referee.db"
"""What the file is called in the data folder."""
MIGRATIONS: Final = Path(__file__).parent / "migrations" / "versions"
TABLES: Final = {"alembic_version", "match", "event"}
"""Every version has these."""


class UnusableDatabase(Exception):
    """A file cannot be read or written as a database of this version; the text says why."""


def connect(file: Path) -> sqlite3.Connection:
    """A connection to a database that is there, also in a folder that nobody may write to."""
    log = file.with_name(f"{file.name}-wal")
    # SQLite wants to lay files beside the database, unless it is told that nobody writes to it.
    is_fixed = not os.access(file.parent, os.W_OK) and not log.exists()
    mode = "immutable=1" if is_fixed else "mode=rw"
    return sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True, isolation_level=None)


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """The same, closed again. Raises UnusableDatabase for all that SQLite says meanwhile."""
    try:
        with closing(connect(file)) as database:
            yield database
    except sqlite3.Error as error:
        reason = f"{file} cannot be used as an SQLite database: {error}"
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_READONLY"):
            reason = f"{file} can only be read: Referee needs the right to write to it"
        raise UnusableDatabase(reason) from error


@contextmanager
def kept_in(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a database of Referee, of this version or an earlier one.

    Raises UnusableDatabase.
    """
    if file.is_dir():
        raise UnusableDatabase(f"{file} is a folder, not a database of Referee")
    if not file.exists():
        raise UnusableDatabase(f"there is no database {file}")
    with opened(file) as database:
        if not tables(database) >= TABLES:
            raise UnusableDatabase(f"{file} is no database of Referee")
        refuse_newer(database, file)
        yield database


def newer(place: object) -> UnusableDatabase:
    """What is to be raised of a database that a later version has written."""
    return UnusableDatabase(
        f"{place} is from a newer version of Referee: update Referee to open it"
    )


def refuse_newer(database: sqlite3.Connection, file: Path) -> None:
    """Raises UnusableDatabase where a later version has altered the schema."""
    known = {path.name.split("_")[0] for path in MIGRATIONS.glob("*_*.py")}
    if revisions(database) - known:
        raise newer(file)


def refuse_damaged(database: sqlite3.Connection, file: Path) -> None:
    """Raises UnusableDatabase where the pages of the file do not fit together."""
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise UnusableDatabase(f"{file} is damaged: put a copy from before in its place")


def is_current(file: Path) -> bool:
    """Whether the schema is the newest."""
    newest = max(path.name.split("_")[0] for path in MIGRATIONS.glob("*_*.py"))
    if not file.exists():
        return False
    with closing(connect(file)) as database:
        return newest in revisions(database)


def revisions(database: sqlite3.Connection) -> set[str]:
    """What the migrations have written, read without their machinery."""
    if "alembic_version" not in tables(database):
        return set()
    return {str(number) for (number,) in database.execute("SELECT * FROM alembic_version")}


def tables(database: sqlite3.Connection) -> set[str]:
    """The names of the tables."""
    return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
