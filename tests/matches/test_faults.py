"""The message for each database failure: file, disk or server."""

from __future__ import annotations

import errno
import sqlite3

import psycopg
from sqlalchemy.exc import TimeoutError as NoConnection

from referee.matches.database import faults
from referee.matches.database.lock import Busy


def server_error(state: str | None, words: str = "") -> psycopg.Error:
    failure = psycopg.OperationalError(words)
    failure.sqlstate = state
    return failure


def sqlite_error(name: str) -> sqlite3.OperationalError:
    failure = sqlite3.OperationalError("said by SQLite")
    failure.sqlite_errorname = name
    return failure


CASES: list[tuple[Exception, str | None]] = [
    (server_error(None, "server closed the connection unexpectedly"), faults.AWAY),
    (server_error(None, "the database system is starting up"), faults.AWAY),
    (server_error(None, "FATAL: sorry, too many clients already"), faults.CROWDED),
    (server_error(None, 'FATAL: database "x" does not exist'), faults.GONE),
    (server_error("57P01"), faults.AWAY),
    (server_error("08006"), faults.AWAY),
    (server_error("25P03"), faults.AWAY),
    (server_error("53300"), faults.CROWDED),
    (server_error("53100"), faults.FULL),
    (server_error("25006"), faults.FORBIDDEN),
    (server_error("42501"), faults.FORBIDDEN),
    (server_error("55P03"), faults.BUSY),
    (server_error("40P01"), faults.BUSY),
    (server_error("57014"), faults.SLOW),
    (server_error("42P01"), faults.GONE),
    (server_error("58030"), faults.BROKEN),
    (server_error("XX001"), faults.DAMAGED),
    (server_error("42601"), None),
    (psycopg.DataError("NUL"), None),
    (NoConnection("pool"), faults.CROWDED),
    (psycopg.errors.ConnectionTimeout("expired"), faults.AWAY),
    (psycopg.errors.PipelineAborted("aborted"), faults.AWAY),
    (psycopg.InterfaceError("the connection is lost"), faults.AWAY),
    (psycopg.errors.TransactionTimeout("took too long"), faults.AWAY),
    (psycopg.ProgrammingError("ours"), None),
    (Busy(), faults.BUSY), (faults.Gone(), faults.GONE),
    (sqlite_error("SQLITE_BUSY"), faults.BUSY), (sqlite_error("SQLITE_FULL"), faults.FULL),
    (sqlite_error("SQLITE_READONLY"), faults.READ_ONLY),
    (sqlite_error("SQLITE_READONLY_DBMOVED"), faults.READ_ONLY),
    (sqlite_error("SQLITE_IOERR_WRITE"), faults.BROKEN),
    (sqlite_error("SQLITE_CORRUPT"), faults.DAMAGED),
    (sqlite_error("SQLITE_NOTADB"), faults.DAMAGED), (sqlite_error("SQLITE_ERROR"), None),
    (OSError(errno.ENOSPC, "no space"), faults.FULL),
    (OSError(errno.EROFS, "read-only"), faults.READ_ONLY),
    (OSError(errno.ENOENT, "no file"), faults.GONE),
    (OSError(errno.ECONNRESET, "reset"), None), (ValueError("ours"), None),
]  # fmt: skip


def test_every_fault_has_its_sentence() -> None:
    for failure, sentence in CASES:
        assert faults.fault_of(failure) == sentence
