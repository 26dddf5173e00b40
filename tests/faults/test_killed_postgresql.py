"""The same where a PostgreSQL server keeps the matches, and is killed too: by `make faults` only.

The tests of the store have shown in small that it may go away.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from referee.matches.database.address import DatabaseAddress
from referee.matches.database.checks import check_server
from tests import postgresql
from tests.faults.conftest import Tell
from tests.faults.killed import killed_again_and_again
from tests.servers import START_SECONDS, children

DATABASE = "referee"
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
"""As every server is that is not one of the tests."""


@dataclass
class KeptOnServer:
    """A database on a PostgreSQL server of its own, which keeps what it has acknowledged."""

    cluster: postgresql.Cluster
    process: subprocess.Popen[bytes]
    address: str

    @classmethod
    def begun(cls, folder: Path) -> KeptOnServer:
        cluster = postgresql.Cluster(folder)
        cluster.make()
        made = cls(cluster, cluster.start(**DURABLE), cluster.url(DATABASE))
        cluster.run(f"CREATE DATABASE {DATABASE}")
        return made

    def strike(self, chance: random.Random) -> bool:
        backends = children(self.process.pid)
        if chance.random() < 0.6:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(backends), signal.SIGKILL)
            return True
        self.end()
        self.process = self.cluster.start(**DURABLE)
        return True

    def end(self) -> None:
        backends = children(self.process.pid)
        self.process.kill()
        for each in backends:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.process.wait()

    def events(self) -> list[tuple[int, int, str, str]]:
        asked = "SELECT match_id, number, id, payload::text FROM event ORDER BY match_id, number"
        end = time.monotonic() + START_SECONDS
        while True:  # after a backend was killed the server ends all connections
            try:
                return self.cluster.run(asked, DATABASE)
            except psycopg.OperationalError:
                assert time.monotonic() < end
                time.sleep(0.05)

    def faults(self) -> list[str]:
        found = check_server(DatabaseAddress.of(self.address))
        return [str(fault) for fault in found.faults]


def test_of_one_killed_with_or_beside_its_postgresql_nothing_is_lost_either(
    tmp_path: Path, tell: Tell
) -> None:
    with TemporaryDirectory() as short:  # that of the socket
        Path(short).chmod(0o755)
        kept = KeptOnServer.begun(Path(short) / "server")
        try:
            killed_again_and_again(kept, tmp_path / "data", tell)
        finally:
            kept.end()
