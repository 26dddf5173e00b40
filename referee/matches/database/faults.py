"""Messages for database failures: what went wrong, and what to do about it."""

from __future__ import annotations

import errno
import re
import sqlite3
import sys
from typing import Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from referee.core.text import Text, _
from referee.matches.database.address import DatabaseAddress
from referee.matches.database.lock import Busy

BUSY: Final = _("Someone else is saving right now, so nothing was saved. Try again in a moment.")
FULL: Final = _("The server’s disk is full, so nothing was saved. Free some space, then try again.")
READ_ONLY: Final = _(
    "Referee can’t write to its database, so nothing was saved. Allow it to write to its data"
    " folder, then try again."
)
GONE: Final = _(
    "The server’s database is missing, so nothing was saved. Restore a backup, then restart"
    " Referee."
)
DAMAGED: Final = _(
    "The server’s database is damaged, so nothing was saved. Stop Referee and restore a backup."
)
BROKEN: Final = _(
    "The server’s disk isn’t working, so nothing was saved. Check the disk, then try again."
)
AWAY: Final = _(
    "The server can’t reach its database, so nothing can be saved or shown. Try again in a moment."
    " Nothing will be recorded twice."
)
CROWDED: Final = _(
    "The server’s database isn’t accepting any more connections, so nothing was saved. Try again in"
    " a moment."
)
SLOW: Final = _(
    "The server’s database is taking too long to answer, so nothing was saved. Try again in a"
    " moment."
)
FORBIDDEN: Final = _(
    "Referee can’t write to the server’s database, so nothing was saved. Give it write access, then"
    " try again."
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
BY_STATE: Final = {
    "53100": FULL,
    "53200": SLOW,
    "53300": CROWDED,
    "25006": FORBIDDEN,
    "42501": FORBIDDEN,
    "55P03": BUSY,
    "40001": BUSY,
    "40P01": BUSY,
    "57014": SLOW,
    "42P01": GONE,
    "58030": BROKEN,
    "58P01": BROKEN,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
"""Messages by the SQLSTATE of a PostgreSQL error."""
BY_WORDS: Final = {
    "too many clients": CROWDED,
    "remaining connection slots": CROWDED,
    "too many connections": CROWDED,
    "does not exist": GONE,
}
"""Messages by words in the error. Errors from refused connections have no SQLSTATE."""
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
    """The database file is gone, or another one is in its place."""


def fault_of(failure: BaseException) -> Text | None:
    """Return the message for a failure; None if the database isn't to blame."""
    cause = getattr(failure, "orig", None) or failure  # SQLAlchemy wraps the driver's errors
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
        case NoConnection():
            return CROWDED
    psycopg = sys.modules.get("psycopg")  # loaded only if a server is used
    if psycopg and isinstance(cause, psycopg.Error):
        if cause.sqlstate is not None:
            # 08: the connection broke; 57P: the server is going down, or coming up.
            is_away = cause.sqlstate.startswith(("08", "57P", "25P03", "25P04"))
            return BY_STATE.get(cause.sqlstate) or (AWAY if is_away else None)
        if isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
            return next((text for words, text in BY_WORDS.items() if words in str(cause)), AWAY)
    return None


def why_unusable(address: DatabaseAddress, failure: DBAPIError) -> Text:
    unusable = _("{database} can’t be used: {reason}")
    if address.file:
        return unusable.format(database=str(address), reason=str(failure.orig))
    first = str(failure.orig).strip().splitlines()[0]
    reason = re.sub(r"^(.* failed: |FATAL: |ERROR: )*\s*", "", first)
    is_away = fault_of(failure) in (AWAY, CROWDED) and "authentication failed" not in reason
    template = _("{database} can’t be reached: {reason}") if is_away else unusable
    return template.format(database=str(address), reason=reason)
