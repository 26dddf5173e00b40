"""Back up the database while it is in use, and restore a backup into a new data folder."""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.core.os_errors import reason_of
from referee.core.text import _
from referee.matches.database.address import (
    NAME,
    UnusableDatabase,
    open_file,
    open_matches,
    refuse_damaged,
)

OWN_FILES: Final = ("", "-wal", "-shm", "-journal", ".lock")
"""Suffixes of the database's files, appended to its name; the main file has none."""
HALF: Final = ".referee-"
"""Prefix of the temporary folder for a copy; an interrupted copy may leave the folder behind."""


@dataclass(frozen=True)
class Copied:
    file: Path
    matches: int
    events: int
    bytes: int


def backup(source: Path, target: Path, *, force: bool = False) -> Copied:
    """Copy all acknowledged writes, even while others are writing. Raises UnusableDatabase."""
    for own in (source.with_name(f"{source.name}{end}") for end in OWN_FILES):
        is_linked = target.exists() and own.exists() and target.samefile(own)
        if is_linked or target.resolve() == own.resolve():
            raise UnusableDatabase(
                _("{file} belongs to the database itself: choose another file", file=target)
            )
    if os.path.lexists(target):
        if not target.is_file():
            raise UnusableDatabase(
                _("{file} isn’t a regular file: choose another name", file=target)
            )
        if not force:
            raise UnusableDatabase(
                _("{file} already exists: use --force to replace it", file=target)
            )
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
            problem = _(
                "the data folder {folder} can’t be created: {reason}",
                folder=data,
                reason=reason_of(error),
            )
            raise UnusableDatabase(problem) from error
        if is_taken:
            problem = _(
                "the data folder {folder} isn’t empty: name a new one with --data", folder=data
            )
            raise UnusableDatabase(problem)
        return _copy(database, data / NAME, is_new=True)


def _copy(database: sqlite3.Connection, target: Path, *, is_new: bool) -> Copied:
    """Copy into a temporary folder first, so that a partial copy never has the target's name."""
    try:
        with tempfile.TemporaryDirectory(prefix=HALF, dir=target.parent) as folder:
            part = Path(folder) / NAME
            part.touch(mode=0o600)  # it has secrets
            # One read transaction: writers neither affect it nor wait for it.
            database.execute("VACUUM INTO ?", (str(part),))
            _sync(part)
            with open_file(part) as made:
                (matches,) = made.execute('SELECT count(*) FROM "match"').fetchone()
                (events,) = made.execute("SELECT count(*) FROM event").fetchone()
            copied = Copied(target, matches, events, part.stat().st_size)
            if is_new and os.path.lexists(target):
                raise UnusableDatabase(
                    _("another program has just created {file}: choose another name", file=target)
                )
            part.replace(target)
            if sys.platform != "win32":  # which cannot open a folder
                _sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT"):
            raise  # the source is unreadable
        reason = reason_of(error) if isinstance(error, OSError) else error
        raise UnusableDatabase(
            _("can’t write {database}: {reason}", database=target, reason=reason)
        ) from error
    return copied


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
