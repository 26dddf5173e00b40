"""The server and the place where it keeps matches: what it refuses, and what it leaves behind."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from referee.matches.store import Store, sqlite_url
from referee.serve import problem_of, serve
from tests.servers import ROOT, Server, running, wait_for

TINY = """
import resource, sys
from pathlib import Path
from referee.serve import serve
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
sys.exit(serve(host="127.0.0.1", port=65535, data=Path(sys.argv[1])))
"""


def refusal(data: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on standard error."""
    assert serve(host="127.0.0.1", port=65535, data=data) == 2
    said = capsys.readouterr().err
    assert said.startswith("referee: ")
    assert said.count("\n") == 1
    return said


def filled(file: Path) -> None:
    """A database with some pages in it."""
    with closing(Store(sqlite_url(file))) as store:
        for number in range(200):
            store.open_match(
                id=f"id {number}", game="tribello", title="x" * 200, payload={}, by=None
            )
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_a_damaged_database_is_noticed_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "referee.db"
    filled(file)
    assert problem_of("127.0.0.1", 65535, tmp_path) is None
    with file.open("r+b") as raw:
        raw.seek(3 * 4096)
        raw.write(os.urandom(5 * 4096))
    assert str(file) in refusal(tmp_path, capsys)


def test_a_database_that_another_program_writes_to_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "referee.db"
    filled(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        problem = problem_of("127.0.0.1", 65535, tmp_path)
        other.execute("ROLLBACK")
    assert problem == f"{file} cannot be used as an SQLite database: database is locked"
    assert problem_of("127.0.0.1", 65535, tmp_path) is None


def test_a_lock_file_that_cannot_be_written_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "referee.db.lock").mkdir()
    assert "referee.db.lock" in refusal(tmp_path, capsys)


def test_a_database_that_cannot_be_made_ready_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "referee.db")) as database:
        database.execute("CREATE TABLE event (other)")
    assert str(tmp_path) in refusal(tmp_path, capsys)


@pytest.mark.parametrize("room", [0, 1024, 512 * 1024])
def test_a_full_disk_is_told_in_one_line(tmp_path: Path, room: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", TINY, str(tmp_path / "data"), str(room)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=20,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("referee: ")
    assert done.stderr.count("\n") == 1


def test_a_new_data_folder_is_for_nobody_else(tmp_path: Path) -> None:
    assert problem_of("127.0.0.1", 65535, tmp_path / "one") is None
    filled(tmp_path / "two" / "referee.db")
    for folder in ("one", "two"):
        assert (tmp_path / folder).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_after_a_stop_one_file_holds_everything(tmp_path: Path, stop: signal.Signals) -> None:
    with running(tmp_path / "data") as server:
        key = server.start_match()
        server.post(f"/m/{key}/entries", number="1", tricks0="6", tricks1="4", tricks2="3")
        stream = server.connect(f"GET /m/{key}/stream HTTP/1.1\r\nHost: here\r\n\r\n")
        assert stream.recv(1)
        os.killpg(server.process.pid, stop)
        assert server.process.wait(10) == 0
        stream.close()
    shutil.copy(tmp_path / "data" / "referee.db", tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as database:
        assert database.execute("SELECT count(*) FROM event").fetchone() == (2,)


def test_a_data_folder_emptied_under_the_server_is_noticed(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        key = server.start_match()
        shutil.rmtree(tmp_path / "data")
        (tmp_path / "data").mkdir()
        figures = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}
        refused = server.post(f"/m/{key}/entries", number="1", **figures)
        assert refused.status == 503
        assert 'name="tricks0" value="6"' in refused.text


def test_a_worker_that_dies_again_at_once_is_replaced_all_the_same(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        for _ in range(2):
            (worker,) = children(server.process.pid)
            os.kill(worker, signal.SIGKILL)
            wait_for(lambda gone=worker: gone not in children(server.process.pid))  # type: ignore[misc]
            wait_for(lambda: children(server.process.pid))
        wait_for(lambda: is_answered(server))


def is_answered(server: Server) -> bool:
    with suppress(ConnectionRefusedError):
        return server.get("/").status == 200
    return False


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]
