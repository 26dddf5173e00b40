"""The disk full while phones write: a sentence, the form as it was typed, and on once it has room.

Files reach the size that they may have, of which SQLite says less than of a disk; that fills up in
earnest in `test_small_disk.py`.
"""

from __future__ import annotations

import html
import resource
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from referee.matches.database import faults
from referee.matches.database.address import NAME
from referee.matches.database.checks import check
from tests.faults.amounts import amount
from tests.faults.conftest import Tell
from tests.faults.phones import EndlessMatch
from tests.servers import Server, children, running

NOTE: Final = "x" * 2000
MORE: Final = amount(3, 300)
"""So often something is sent while there is no room, and again once there is."""
MOST: Final = 2000
"""Before so many rounds there must be no more room."""
ROOM: Final = 128 * 1024
"""So much is left for the matches when a server has begun."""


class Disk(Protocol):
    @property
    def said(self) -> str:
        """What the page says then."""

    @property
    def folder(self) -> Path:
        """The data folder, as the tests see it."""

    def fill(self) -> None:
        """Leave little room."""

    def empty(self) -> None:
        """Make room again."""


@dataclass(frozen=True)
class SizeOfFiles:
    server: Server
    said: str = faults.BROKEN

    @property
    def folder(self) -> Path:
        return self.server.data

    def fill(self) -> None:
        self._limit((self.folder / f"{NAME}-wal").stat().st_size + ROOM)

    def empty(self) -> None:
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        (worker,) = children(self.server.process.pid)
        _, most = resource.prlimit(worker, resource.RLIMIT_FSIZE)
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (size, most))


def test_files_that_may_not_grow_are_told_and_nothing_is_lost(tmp_path: Path, tell: Tell) -> None:
    with running(tmp_path / "data") as server:
        written_into(server, SizeOfFiles(server), tmp_path, tell)


def written_into(server: Server, disk: Disk, to: Path, tell: Tell) -> None:
    """A match before, while, and after there is no room."""
    match = EndlessMatch(server, NOTE)
    disk.fill()
    while match.record().status == 303:
        assert len(match.kept) < MOST, "there is always room"
    refused = slowest = 0.0
    for _ in range(MORE):
        answer = match.record()
        if answer.status == 303:  # what was freed by others has made room
            continue
        refused += 1
        assert answer.status == 503
        assert disk.said in html.unescape(answer.text)
        assert all(f'value="{match.form[name]}"' in answer.text for name in ("id", "value0"))
        assert NOTE in answer.text
        page = server.get(match.address)
        assert page.status == 200
        slowest = max(slowest, page.seconds)
    assert refused
    disk.empty()
    for _ in range(MORE):
        assert match.record().status == 303
    copy = copied(disk.folder, to)
    with closing(sqlite3.connect(copy)) as database:
        asked = "SELECT number, id FROM event WHERE match_id = 1 ORDER BY number"
        events = database.execute(asked).fetchall()
    assert [number for number, _ in events] == [*range(1, len(events) + 1)]
    assert [id for _, id in events[1:]] == match.kept
    assert not check(copy).faults
    tell(
        acknowledged=len(match.kept),
        refused=int(refused),
        lost=0,
        slowest_page_meanwhile_ms=1000 * slowest,
    )


def copied(folder: Path, to: Path) -> Path:
    """A copy of the database, for SQLite does not find it on a disk that is another one's."""
    for file in (NAME, f"{NAME}-wal"):
        shutil.copy(folder / file, to / file)
    return to / NAME
