"""Which database: a file or a PostgreSQL server, told from a path or a URL without any library."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote

from referee.matches.database.sqlite_file import NAME, UnusableDatabase

SETTING: Final = "REFEREE_DATABASE"
FOLDER: Final = "REFEREE_DATA"
"""In the environment: the database, and the data folder that has it where none is set."""
SERVERS: Final = ("postgresql://", "postgresql+psycopg://", "postgres://")
FILES: Final = "sqlite:///"
MISTYPED: Final = re.compile(r"postgres[\w+]*(:|//)|.*(:[^/\\]+@|password=)", re.IGNORECASE)
"""What was to be a server: a file of that name would show a password to everybody."""


@dataclass(frozen=True)
class DatabaseAddress:
    """A file, or the URL of a server, in which there may be a password."""

    file: Path | None = None
    server: str = field(default="", repr=False)

    @classmethod
    def of(cls, given: str) -> DatabaseAddress:
        """What was given: `postgresql://…`, `sqlite:///…`, a file, or a data folder.

        Raises UnusableDatabase.
        """
        if given.startswith(SERVERS):
            return cls(server=f"postgresql://{given.partition('://')[2]}")
        path = unquote(given.removeprefix(FILES)) if given.startswith(FILES) else given
        if not path or "://" in path or (path == given and MISTYPED.match(given)):
            raise UnusableDatabase(
                "the database is neither a file nor postgresql://user@host/name"
                f" (it begins with “{re.split(r'[^a-zA-Z0-9+]', path)[0]}”)"
            )
        return cls.in_folder(Path(path)) if Path(path).is_dir() else cls(Path(path))

    @classmethod
    def in_folder(cls, data: Path) -> DatabaseAddress:
        """That of a data folder."""
        return cls(data / NAME)

    @classmethod
    def of_environment(cls, set_there: Mapping[str, str] = os.environ) -> DatabaseAddress:
        """The one that `serve` was given. Raises UnusableDatabase."""
        if set_there.get(SETTING):
            return cls.of(set_there[SETTING])
        return cls.in_folder(Path(set_there[FOLDER]))

    @property
    def host(self) -> str:
        """Where the server is; nothing of a password, however it is written."""
        rest = self.server.partition("://")[2].rpartition("@")[2]
        place, _, settings = rest.partition("?")
        hosts = parse_qs(settings).get("host", [])
        return place.partition("/")[0] or ", ".join(hosts) or "this machine"

    def __str__(self) -> str:
        return str(self.file) if self.file else f"the database at {self.host}"
