"""A small disk that fills up in earnest, below a server that sees it as its own.

It has to be mounted, which not every machine allows: `make faults` fails where it cannot be tried.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from referee.matches.database import faults
from tests.faults.conftest import Tell
from tests.faults.test_disk_full import ROOM, written_into
from tests.servers import START_SECONDS, Server, running, starting

MOUNT: Final = 'mount -t tmpfs -o size=16m referee "$0"'
NAMESPACE: Final = ("unshare", "--map-root-user", "--mount")
"""A command run through this sees a disk of its own, and nobody else does."""


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


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path, tell: Tell) -> None:
    with (
        own_disk(tmp_path / "data") as through,
        running(tmp_path / "data", through=through) as server,
    ):
        written_into(server, SmallDisk(server), tmp_path, tell)


def test_on_a_full_disk_no_server_starts_and_one_line_says_why(tmp_path: Path, tell: Tell) -> None:
    full = 'cat /dev/zero >"$0/other" 2>&1; '
    with (
        own_disk(tmp_path / "data", full) as through,
        starting(tmp_path / "data", "", through=through) as server,
    ):
        out, err = server.process.communicate(timeout=START_SECONDS)
    assert (server.process.returncode, out, err.count("\n")) == (2, "", 1)
    assert "No space left" in err
    tell(said=err.replace(str(tmp_path), "FOLDER").strip())


@contextmanager
def own_disk(folder: Path, first: str = "") -> Iterator[tuple[str, ...]]:
    """The command through which a server sees a small disk in this folder, after `first` is run."""
    folder.mkdir()
    through = (*NAMESPACE, "sh", "-c", f'{MOUNT} && {first}exec "$@"', str(folder))
    tried = subprocess.run([*through, "true"], capture_output=True, text=True, check=False)
    if tried.returncode == 0:
        yield through
        return
    # In a chroot there is no namespace of users; the real root may mount a disk for everybody.
    mounted = subprocess.run(["sh", "-c", MOUNT, str(folder)], capture_output=True, text=True,
                             check=False)  # fmt: skip
    if mounted.returncode:
        faults = f"{tried.stderr.strip()}; {mounted.stderr.strip()}"
        pytest.fail(f"No disk can be mounted here, so this was not tried: {faults}")
    try:
        yield ("sh", "-c", f'{first}exec "$@"', str(folder))
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
