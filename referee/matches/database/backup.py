"""Copies of the database: made while others write, and put in the place of one that is lost."""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.matches.database.address import (
    NAME,
    UnusableDatabase,
    open_file,
    open_matches,
    refuse_damaged,
)

OWN_FILES: Final = ("", "-wal", "-shm", "-journal", ".lock")
"""How the names of those end that lie beside a database and belong to it."""
HALF: Final = ".referee-"
"""How the name of a folder begins that has a copy in the making, or one that never was made."""


@dataclass(frozen=True)
class Copied:
    file: Path
    matches: int
    events: int
    bytes: int


def backup(source: Path, target: Path, *, force: bool = False) -> Copied:
    """Copy all that was acknowledged before, while others write. Raises UnusableDatabase."""
    for own in (source.with_name(f"{source.name}{end}") for end in OWN_FILES):
        is_linked = target.exists() and own.exists() and target.samefile(own)
        if is_linked or target.resolve() == own.resolve():
            raise UnusableDatabase(f"{target} belongs to the database itself: choose another file")
    if os.path.lexists(target):
        if not target.is_file():
            raise UnusableDatabase(f"{target} is no file that a copy could replace")
        if not force:
            raise UnusableDatabase(f"{target} is there already: --force replaces it")
    with open_matches(source) as database:
        refuse_damaged(database, source)
        return _copy(database, target, is_new=not force)


def restore(source: Path, data: Path) -> Copied:
    with open_matches(source) as database:
        refuse_damaged(database, source)
        try:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)  # the links in it are secrets
            is_taken = any(not each.name.startswith(HALF) for each in data.iterdir())
        except OSError as error:
            problem = f"the data folder {data} cannot be made: {error.strerror}"
            raise UnusableDatabase(problem) from error
        if is_taken:
            problem = f"the data folder {data} is not empty: give a new one with --data"
            raise UnusableDatabase(problem)
        return _copy(database, data / NAME, is_new=True)


def _copy(database: sqlite3.Connection, target: Path, *, is_new: bool) -> Copied:
    """Into a folder beside the target first: a stop half-way leaves nothing under its name."""
    try:
        with tempfile.TemporaryDirectory(prefix=HALF, dir=target.parent) as folder:
            part = Path(folder) / NAME
            part.touch(mode=0o600)  # it has secrets
            # All is read in one transaction, which writers neither disturb nor wait for.
            database.execute("VACUUM INTO ?", (str(part),))
            _sync(part)
            with open_file(part) as made:
                (matches,) = made.execute('SELECT count(*) FROM "match"').fetchone()
                (events,) = made.execute("SELECT count(*) FROM event").fetchone()
            copied = Copied(target, matches, events, part.stat().st_size)
            if is_new and os.path.lexists(target):
                raise UnusableDatabase(f"{target} has just been made by another program")
            part.replace(target)
            if sys.platform != "win32":  # where a folder cannot be opened
                _sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT"):
            raise  # it is the source that cannot be read
        reason = error.strerror if isinstance(error, OSError) else error
        raise UnusableDatabase(f"{target} cannot be written: {reason}") from error
    return copied


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
