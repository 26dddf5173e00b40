"""PostgreSQL servers for tests: one shared by all tests of a run, and others that can be stopped.

The first test that needs the shared server starts it. A separate process stops it when the run
ends, even after a crash. Its data is not durable: it never waits for the disk.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import psycopg
import pytest

from referee.matches.store import Store
from tests.servers import children

ROOT: Final = Path(__file__).parents[1]
START_SECONDS: Final = 60.0  # for a busy machine; the budget is 2
MISSING: Final = (
    "The tests need PostgreSQL: install its server (Debian: apt-get install postgresql)"
)
TEMPLATE: Final = "referee_template"
SETTINGS: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "listen_addresses": "",
    "log_min_messages": "fatal",
}


def programs() -> Path | None:
    """Folder of PostgreSQL's programs; None if it isn't installed.

    The environment variable `POSTGRES` can name a server program other than the newest one.
    """
    if os.environ.get("POSTGRES"):
        return Path(os.environ["POSTGRES"]).resolve().parent
    debian = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    newest = max(debian, key=lambda path: float(path.parent.name), default=None)
    found = shutil.which("postgres")
    return newest or (Path(found).resolve().parent if found else None)


def nobody() -> dict[str, Any]:
    """Arguments for `Popen` to run as a user other than root, because the server refuses root."""
    if os.geteuid():
        return {}
    names = {each.pw_name: each for each in pwd.getpwall()}
    user = names.get("postgres") or names["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL server with a folder of its own, reached through a Unix socket in it."""

    folder: Path

    def url(self, database: str) -> str:
        return f"postgresql://referee@/{database}?host={self.folder}"

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    def make(self) -> None:
        found = programs()
        if found is None:
            pytest.fail(MISSING)
        self.folder.mkdir(exist_ok=True)
        owner = nobody()
        if owner:
            os.chown(self.folder, owner["user"], owner["group"])
        made = subprocess.run(
            [found / "initdb", "--pgdata", self.folder / "data", "--username", "referee",
             "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C"],
            cwd=self.folder, capture_output=True, text=True, check=False, **owner,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr

    def start(self, **settings: str) -> subprocess.Popen[bytes]:
        """Start the server, wait until it responds, and return its process."""
        found = programs()
        assert found is not None
        chosen = {**SETTINGS, "unix_socket_directories": str(self.folder), **settings}
        process = subprocess.Popen(
            [found / "postgres", "-D", self.folder / "data",
             *(f"--{name}={value}" for name, value in chosen.items())],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True, **nobody(),
        )  # fmt: skip
        end = time.monotonic() + START_SECONDS
        while not self._answers():
            assert process.poll() is None, "the server of PostgreSQL does not start"
            assert time.monotonic() < end, "the server of PostgreSQL does not answer"
            time.sleep(0.02)
        return process

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            self.run("SELECT 1")
            return True
        return False

    def run(self, statement: str, database: str = "postgres") -> list[Any]:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def database(self, template: str | None = TEMPLATE) -> Iterator[str]:
        """Create a temporary database from a template (default: with all tables); yield its URL."""
        name = f"test_{uuid4().hex}"
        copy = (
            f" TEMPLATE {template} STRATEGY file_copy" if template else ""
        )  # quick if it is small
        self.run(f"CREATE DATABASE {name}{copy}")
        try:
            yield self.url(name)
        finally:
            with suppress(psycopg.OperationalError):
                self.run(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def hanging(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Suspend all of a server's processes while the context lasts."""
    halted = [process.pid, *children(process.pid)]
    for each in halted:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in halted:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGCONT)


def stop(process: subprocess.Popen[bytes], how: signal.Signals = signal.SIGINT) -> None:
    process.send_signal(how)
    process.wait(START_SECONDS)


@cache
def shared() -> Cluster:
    """The server shared by all tests of this run, including those in other workers."""
    worker_of = os.environ.get("PYTEST_XDIST_WORKER") and os.getppid()
    runner = worker_of or os.getpid()
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid4().hex)[:12]
    cluster = Cluster(Path(tempfile.gettempdir()) / f"referee-{run}")
    with Path(f"{cluster.folder}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not cluster.folder.exists():
            _start_shared(cluster, runner)
    return cluster


def _start_shared(cluster: Cluster, runner: int) -> None:
    if programs() is None:
        pytest.fail(MISSING)
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.postgresql", str(cluster.folder), str(runner)],
        cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    assert keeper.stdout is not None
    said = keeper.stdout.readline()
    keeper.stdout.close()
    keeper.returncode = 0  # it outlives us; don't warn about that
    assert said == "ready\n", "the server of PostgreSQL could not be started"
    cluster.run(f"CREATE DATABASE {TEMPLATE}")
    Store(cluster.url(TEMPLATE)).close()


def keep(folder: Path, runner: int) -> None:
    """Start the shared server; stop it when the process that runs the tests has ended."""
    cluster = Cluster(folder)
    try:
        cluster.make()
        server = cluster.start()
        print("ready", flush=True)
        while _lives(runner) and server.poll() is None:
            time.sleep(0.2)
        stop(server, signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        Path(f"{folder}.lock").unlink(missing_ok=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    keep(Path(sys.argv[1]), int(sys.argv[2]))
