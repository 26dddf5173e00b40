"""Whether a server can start over a database, asked without the database layer.

That layer is large, and the process that starts the server lives as long as it does.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from referee.matches.database.database_address import SETTING, DatabaseAddress
from referee.matches.database.sqlite_file import (
    UnusableDatabase,
    connect,
    is_current,
    opened,
    refuse_damaged,
    refuse_newer,
)

ROOM: Final = 1024 * 1024
"""A start needs as many bytes on the disk."""
REFUSED: Final = 2
"""The status of the process that opens a database, where it says why it cannot."""


def problem_of_database(address: DatabaseAddress) -> str | None:
    """Why nothing can be kept there, as far as that can be told of a file."""
    if address.file is None:
        return None
    return (
        _problem_of_folder(address.file.parent)
        or _problem_of_lock(address.file.with_name(f"{address.file.name}.lock"))
        or _problem_of_file(address.file)
    )


def bring_up_to_date(address: DatabaseAddress) -> str | None:
    """Have another process open it, which stays in no memory; what went wrong, or None."""
    if address.file and is_current(address.file):
        return None
    made = subprocess.run(
        [sys.executable, "-m", "referee.matches.database.opening"],
        env={**os.environ, SETTING: str(address.file or address.server)},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    said = (made.stderr.strip().splitlines() or ["it was stopped"])[-1]
    if made.returncode in (0, REFUSED):
        return said if made.returncode else None
    return f"{address} cannot be made ready: {said}"


def fold_in(address: DatabaseAddress) -> None:
    """Leave all of the matches in the one file: what is still in the log beside it goes there."""
    if address.file:
        with suppress(sqlite3.Error), closing(connect(address.file)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _problem_of_folder(data: Path) -> str | None:
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)  # the links in it are secrets
    except OSError as error:
        return f"the data folder {data} cannot be made: {error.strerror}"
    try:
        with tempfile.TemporaryFile(dir=data) as probe:
            probe.write(bytes(ROOM))  # a full disk still takes empty files
            probe.flush()
    except OSError as error:
        return f"the data folder {data} cannot be written to: {error.strerror}"
    return None


def _problem_of_lock(file: Path) -> str | None:
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        return f"{file} cannot be written to: {error.strerror}"
    return None


def _problem_of_file(file: Path) -> str | None:
    if not file.exists():
        return None
    try:
        with opened(file) as database:
            refuse_newer(database, file)
            refuse_damaged(database, file)
            database.execute("BEGIN IMMEDIATE")
            database.execute("PRAGMA user_version = 0")  # to begin is granted to readers too
            database.rollback()
    except UnusableDatabase as problem:
        return str(problem)
    return None
