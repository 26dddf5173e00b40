"""The disk fills up while phones write: they get a message, keep their form and can go on later.

In the quick run, files reach a maximum size; SQLite's error for that is less specific than for a
full disk. `make faults` also fills a real disk, which has to be mounted; the test fails on machines
that don't allow this.
"""

from __future__ import annotations

import html
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from referee.matches.database import faults
from referee.matches.database.address import NAME
from referee.matches.database.checks import check
from tests.faults.conftest import IS_LONG, Tell, amount
from tests.faults.phones import EndlessMatch
from tests.servers import START_SECONDS, Server, children, running, starting

NOTE: Final = "x" * 2000
MORE: Final = amount(3, 300)
"""Number of requests sent while the disk is full, and again once it has room."""
MOST: Final = 2000
"""Number of rounds by which the disk must be full."""
ROOM: Final = 128 * 1024
"""Bytes left for matches once a server has started."""


@dataclass(frozen=True)
class SizeOfFiles:
    server: Server
    said: str = faults.BROKEN
    """The message on the page when the disk is full."""

    @property
    def folder(self) -> Path:
        """The data folder, as seen by the tests."""
        return self.server.data

    def fill(self) -> None:
        """Leave only `ROOM` bytes."""
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


def written_into(server: Server, disk: SizeOfFiles | SmallDisk, to: Path, tell: Tell) -> None:
    """Play a match before, while and after the disk is full."""
    match = EndlessMatch(server, NOTE)
    disk.fill()
    while match.record().status == 303:
        assert len(match.kept) < MOST, "there is always room"
    refused = slowest = 0.0
    for _ in range(MORE):
        answer = match.record()
        if answer.status == 303:  # others have freed some room
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
    """Copy the database, because SQLite can't open it on another namespace's disk."""
    for file in (NAME, f"{NAME}-wal"):
        shutil.copy(folder / file, to / file)
    return to / NAME


# A small disk -------------------------------------------------------------------------------------

MOUNT: Final = 'mount -t tmpfs -o size=16m referee "$0"'
NAMESPACE: Final = ("unshare", "--map-root-user", "--mount")
"""Command prefix; the command may then mount a disk that no other process sees."""


@dataclass(frozen=True)
class SmallDisk:
    server: Server
    said: str = faults.FULL

    @property
    def folder(self) -> Path:
        return Path(f"/proc/{self.server.process.pid}/root{self.server.data}")

    def fill(self) -> None:
        fill(self.folder)
        with (self.folder / "other").open("r+b") as other:
            other.truncate((self.folder / "other").stat().st_size - ROOM)

    def empty(self) -> None:
        (self.folder / "other").unlink()


def fill(folder: Path) -> None:
    with (folder / "other").open("wb", buffering=0) as other:
        try:
            while True:
                other.write(bytes(4096))
        except OSError:
            return


@contextmanager
def own_disk(folder: Path, first: str = "") -> Iterator[tuple[str, ...]]:
    """Mount a small disk on this folder; yield a command prefix that uses it and runs `first`."""
    folder.mkdir()
    through = (*NAMESPACE, "sh", "-c", f'{MOUNT} && {first}exec "$@"', str(folder))
    tried = subprocess.run([*through, "true"], capture_output=True, text=True, check=False)
    if tried.returncode == 0:
        yield through
        return
    # A chroot has no user namespaces, but real root may mount a disk for all processes.
    mounted = subprocess.run(["sh", "-c", MOUNT, str(folder)], capture_output=True, text=True,
                             check=False)  # fmt: skip
    if mounted.returncode:
        faults = f"{tried.stderr.strip()}; {mounted.stderr.strip()}"
        pytest.fail(f"No disk can be mounted here, so this was not tried: {faults}")
    try:
        yield ("sh", "-c", f'{first}exec "$@"', str(folder))
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


if IS_LONG:

    def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path, tell: Tell) -> None:
        with (
            own_disk(tmp_path / "data") as through,
            running(tmp_path / "data", through=through) as server,
        ):
            written_into(server, SmallDisk(server), tmp_path, tell)

    def test_on_a_full_disk_no_server_starts_and_one_line_says_why(
        tmp_path: Path, tell: Tell
    ) -> None:
        full = 'cat /dev/zero >"$0/other" 2>&1; '
        with (
            own_disk(tmp_path / "data", full) as through,
            starting(tmp_path / "data", "", through=through) as server,
        ):
            out, err = server.process.communicate(timeout=START_SECONDS)
        assert (server.process.returncode, out, err.count("\n")) == (2, "", 1)
        assert "the disk is full" in err
        tell(said=err.replace(str(tmp_path), "FOLDER").strip())
