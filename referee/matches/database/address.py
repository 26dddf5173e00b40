"""Database addresses, and start-up checks that don't import the database layer.

The database layer takes up a lot of memory. The process that starts the server runs as long as the
server does, so it uses only the sqlite3 module. The commands that copy a database file do the same.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote

from referee.core.os_errors import reason_of
from referee.core.text import Text, _, joined

SETTING: Final = "REFEREE_DATABASE"
FOLDER: Final = "REFEREE_DATA"
"""Environment variables for the database's address and the data folder. The folder is used only if
no address is set."""
NAME: Final = "referee.db"
SERVERS: Final = ("postgresql://", "postgresql+psycopg://", "postgres://")
FILES: Final = "sqlite:///"
MISTYPED: Final = re.compile(r"postgres[\w+]*(:|//)|.*(:[^/\\]+@|password=)", re.IGNORECASE)
"""Matches mistyped server URLs: taken for a file name, such a URL would expose its password."""

MIGRATIONS: Final = Path(__file__).parent / "migrations" / "versions"
REVISIONS: Final = sorted(path.name.split("_")[0] for path in MIGRATIONS.glob("[0-9]*_*.py"))
TABLES: Final = {"alembic_version", "match", "event"}
ROOM: Final = 1024 * 1024  # bytes of free disk space required to start
REFUSED: Final = 2
"""Exit status of the `opening` module if the database is unusable; it prints the reason first."""


class UnusableDatabase(Exception):
    """This version can't read or write the database; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True)
class DatabaseAddress:
    file: Path | None = None
    server: str = field(default="", repr=False)

    @classmethod
    def of(cls, given: str) -> DatabaseAddress:
        """Parse a path or a `postgresql://…` or `sqlite:///…` URL. Raises UnusableDatabase."""
        if given.startswith(SERVERS):
            return cls(server=f"postgresql://{given.partition('://')[2]}")
        path = unquote(given.removeprefix(FILES)) if given.startswith(FILES) else given
        if not path or "://" in path or (path == given and MISTYPED.match(given)):
            raise UnusableDatabase(
                _(
                    "the database address must be a file or postgresql://user@host/name"
                    " (yours begins with “{start}”)",
                    start=re.split(r"[^a-zA-Z0-9+]", path)[0],
                )
            )
        return cls.in_folder(Path(path)) if Path(path).is_dir() else cls(Path(path))

    @classmethod
    def in_folder(cls, data: Path) -> DatabaseAddress:
        return cls(data / NAME)

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] = os.environ) -> DatabaseAddress:
        if environment.get(SETTING):
            return cls.of(environment[SETTING])
        return cls.in_folder(Path(environment[FOLDER]))

    @property
    def name(self) -> Text:
        """The file or the server's host, for messages; never includes a password."""
        if self.file:
            return joined([str(self.file)])
        rest = self.server.partition("://")[2].rpartition("@")[2]
        host, _mark, settings = rest.partition("?")
        hosts = ", ".join(parse_qs(settings).get("host", []))
        if named := host.partition("/")[0] or hosts:
            return _("the database at {host}", host=named)
        return _("the database on this computer")

    def __str__(self) -> str:
        return str(self.name)


# Before the start ---------------------------------------------------------------------------------


def problem_of_database(address: DatabaseAddress) -> Text | None:
    """Return why the database file isn't writable; None if it is, or if a server is used."""
    file = address.file
    if file is None:
        return None
    data, lock = file.parent, file.with_name(f"{file.name}.lock")
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)  # the links in it are secrets
    except OSError as error:
        return _(
            "the data folder {folder} can’t be created: {reason}",
            folder=data,
            reason=reason_of(error),
        )
    try:
        with tempfile.TemporaryFile(dir=data) as probe:
            probe.write(bytes(ROOM))  # a full disk still takes empty files
            probe.flush()
    except OSError as error:
        return _(
            "the data folder {folder} can’t be written to: {reason}",
            folder=data,
            reason=reason_of(error),
        )
    try:
        os.close(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        return _("{file} can’t be written to: {reason}", file=lock, reason=reason_of(error))
    if not file.exists():
        return None
    try:
        with open_file(file) as database:
            if _revisions(database) - {*REVISIONS}:
                raise newer_database(file)
            refuse_damaged(database, file)
            database.execute("BEGIN IMMEDIATE")
            database.execute("PRAGMA user_version = 0")  # BEGIN alone works for readers too
            database.rollback()
    except UnusableDatabase as problem:
        return problem.text
    return None


def can_be_read(address: DatabaseAddress) -> bool:
    """Whether a database file of this version is there and undamaged, even if it isn't writable."""
    file = address.file
    if file is None or not file.exists():
        return False
    try:
        with open_file(file) as database:
            refuse_damaged(database, file)
            return REVISIONS[-1] in _revisions(database)
    except UnusableDatabase:
        return False


def bring_up_to_date(address: DatabaseAddress) -> str | None:
    """Migrate in a subprocess, whose memory is freed afterwards; return the problem, if any."""
    if address.file and address.file.exists():
        with closing(connect_file(address.file)) as database:
            if REVISIONS[-1] in _revisions(database):
                return None
    # The address goes into the environment, where other users can't see the password.
    done = subprocess.run(
        [sys.executable, "-m", "referee.matches.database.opening"],
        env={**os.environ, SETTING: str(address.file or address.server)},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    message = (done.stderr.strip().splitlines() or [_("the update was interrupted")])[-1]
    if done.returncode in (0, REFUSED):
        return message if done.returncode else None
    return _("{database} can’t be used: {reason}", database=address.name, reason=message)


def fold_in(address: DatabaseAddress) -> None:
    """Checkpoint SQLite's write-ahead log into the database file."""
    if address.file:
        with suppress(sqlite3.Error), closing(connect_file(address.file)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# Database files, with the sqlite3 module alone ----------------------------------------------------


def connect_file(file: Path) -> sqlite3.Connection:
    """Connect to an existing database, even one in a read-only folder."""
    log = file.with_name(f"{file.name}-wal")
    # SQLite creates files beside the database unless it is opened as immutable.
    is_fixed = not os.access(file.parent, os.W_OK) and not log.exists()
    mode = "immutable=1" if is_fixed else "mode=rw"
    return sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True, isolation_level=None)


@contextmanager
def open_file(file: Path) -> Iterator[sqlite3.Connection]:
    """`connect_file` as a context manager. Raises UnusableDatabase for any SQLite error."""
    try:
        with closing(connect_file(file)) as database:
            yield database
    except sqlite3.Error as error:
        problem = _(
            "{file} can’t be used as an SQLite database: {reason}", file=file, reason=str(error)
        )
        name = getattr(error, "sqlite_errorname", "")
        if name == "SQLITE_NOTADB":
            problem = _("{file} is not a database", file=file)
        if name.startswith("SQLITE_READONLY"):
            problem = _("{database} is read-only: give Referee write access", database=file)
        raise UnusableDatabase(problem) from error


@contextmanager
def open_matches(file: Path) -> Iterator[sqlite3.Connection]:
    """Connect to a database from this version or an earlier one. Raises UnusableDatabase."""
    if file.is_dir():
        raise UnusableDatabase(_("{file} is a folder, not a Referee database", file=file))
    if not file.exists():
        raise UnusableDatabase(_("there is no database {file}", file=file))
    with open_file(file) as database:
        if not table_names(database) >= TABLES:
            raise UnusableDatabase(_("{database} isn’t a Referee database", database=file))
        if _revisions(database) - {*REVISIONS}:
            raise newer_database(file)
        yield database


def newer_database(name: object) -> UnusableDatabase:
    return UnusableDatabase(
        _("{database} is from a newer version of Referee: update Referee to open it", database=name)
    )


def refuse_damaged(database: sqlite3.Connection, file: Path) -> None:
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise UnusableDatabase(_("{file} is damaged: restore a backup", file=file))


def table_names(database: sqlite3.Connection) -> set[str]:
    return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}


def _revisions(database: sqlite3.Connection) -> set[str]:
    if "alembic_version" not in table_names(database):
        return set()
    return {str(number) for (number,) in database.execute("SELECT * FROM alembic_version")}
