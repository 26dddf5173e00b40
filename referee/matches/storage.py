"""What keeps a database from being read or written: a sentence each, and what to do about it."""

from __future__ import annotations

import errno
import sqlite3
from typing import Final

from referee.matches.write_lock import Busy

BUSY: Final = (
    "Somebody else is writing just now, so nothing was written here. Send it again in a moment."
)
FULL: Final = (
    "The disk of the server is full, so nothing was written. Make room on it, then send it again."
)
READ_ONLY: Final = (
    "Referee may not write to its database, so nothing was written. Give it the right to write in"
    " its data folder, then send it again."
)
GONE: Final = (
    "The database of this server is not in its place any more, so nothing was written. Put it back"
    " from a copy and start Referee anew."
)
DAMAGED: Final = (
    "The database of this server is damaged, so nothing was written. Stop Referee, and put a copy"
    " in its place."
)
BROKEN: Final = (
    "The disk of the server fails, so nothing was written. Look after it, then send it again."
)

BY_SQLITE: Final = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_PERM": READ_ONLY,
    "SQLITE_CANTOPEN": GONE,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_IOERR": BROKEN,
}
BY_SYSTEM: Final = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
    errno.EROFS: READ_ONLY,
    errno.ENOENT: GONE,
    errno.EIO: BROKEN,
}


class Gone(Exception):
    """The file of the database is not there any more, or another one is in its place."""


def fault_of(failure: BaseException) -> str | None:
    """The sentence for this failure, if it is one of the place where matches are kept."""
    cause = getattr(failure, "orig", None) or failure  # SQLAlchemy wraps what SQLite says
    match cause:
        case Busy():
            return BUSY
        case Gone():
            return GONE
        case sqlite3.Error():
            name = getattr(cause, "sqlite_errorname", None) or ""
            return BY_SQLITE.get("_".join(name.split("_")[:2]))
        case OSError():
            return BY_SYSTEM.get(cause.errno or 0)
    return None
