"""The server's data folder: which folders it refuses, and what it leaves in one."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.matches.database.address import MIGRATIONS, DatabaseAddress, problem_of_database
from referee.matches.store import Store, sqlite_url
from referee.serve import serve
from tests import postgresql
from tests.servers import START_SECONDS, Server, children, free_port, running, starting, wait_for

FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({room},) * 2)"
"""Code that makes writing fail as on a full disk, once a file has `room` bytes."""


def refusal(data: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert serve(host="127.0.0.1", port=free_port(), data=data) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err


def test_no_place_for_data_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for data in (tmp_path / "file", tmp_path / "file/deeper", Path("/proc")):
        assert refusal(data, capsys).startswith(f"referee: the data folder {data} can’t be ")


def database(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as made, made:
        for statement in statements:
            made.execute(statement)


def of_revision(file: Path, *revisions: str) -> None:
    written = [f"INSERT INTO alembic_version VALUES ('{each}')" for each in revisions]
    database(file, "CREATE TABLE alembic_version (version_num)", *written)


def filled(file: Path) -> None:
    """Create a database with several pages."""
    with closing(Store(sqlite_url(file))) as store:
        for number in range(200):
            store.open_match(
                id=f"id {number}", game="tribello", title="x" * 200, payload={}, by=None
            )
    database(file, "PRAGMA wal_checkpoint(TRUNCATE)")


def damaged(file: Path) -> None:
    filled(file)
    with file.open("r+b") as raw:
        raw.seek(3 * 4096)
        raw.write(os.urandom(5 * 4096))


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda file: of_revision(file, "9999"), " is from a newer version"),
        (lambda file: file.write_text("Ann 6, Ben 4, Cleo 3\n" * 100), " is not a database"),
        (lambda file: file.mkdir(), " can’t be used"),
        (damaged, " is damaged"),
        (lambda file: database(file, "CREATE TABLE event (other)"), " can’t be used"),
        (lambda file: Path(f"{file}.lock").mkdir(), ".lock can’t be written to"),
    ],
)
def test_what_cannot_be_the_database_is_refused_and_named(
    spoil: Callable[[Path], object],
    problem: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "referee.db"
    spoil(file)
    assert refusal(tmp_path, capsys).startswith(f"referee: {file}{problem}")


def test_a_database_of_this_version_or_an_older_one_is_taken(tmp_path: Path) -> None:
    for revisions in ((), *((path.name[:4],) for path in MIGRATIONS.glob("*_*.py"))):
        (tmp_path / "referee.db").unlink(missing_ok=True)
        of_revision(tmp_path / "referee.db", *revisions)
        assert problem_of_database(DatabaseAddress.in_folder(tmp_path)) is None


@contextmanager
def nobody() -> Iterator[None]:
    """Switch from root, who may write anywhere, to another user while the context lasts."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(postgresql.nobody()["user"])
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.mark.parametrize("end", ["", "-wal"])
def test_a_database_that_can_only_be_read_is_refused(end: str) -> None:
    with TemporaryDirectory() as name:
        folder, file = Path(name), Path(name) / "referee.db"
        filled(file)
        Path(f"{file}-wal").touch()
        for each in (folder, *folder.iterdir()):
            shutil.chown(each, user=postgresql.nobody().get("user", os.geteuid()))
        Path(f"{file}{end}").chmod(0o400)
        with nobody():
            problem = problem_of_database(DatabaseAddress.in_folder(folder))
    assert problem == f"{file} is read-only: give Referee write access"


def test_a_database_that_another_program_writes_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0.2))
    file = tmp_path / "referee.db"
    filled(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        problem = problem_of_database(DatabaseAddress.in_folder(tmp_path))
        other.execute("ROLLBACK")
    assert problem == f"{file} can’t be used as an SQLite database: database is locked"
    assert problem_of_database(DatabaseAddress.in_folder(tmp_path)) is None


@pytest.mark.parametrize("room", [0, 1024, 512 * 1024])
def test_a_full_disk_is_told_in_one_line(tmp_path: Path, room: int) -> None:
    with starting(tmp_path / "data", FULL.format(room=room)) as server:
        out, err = server.process.communicate(timeout=START_SECONDS)
    assert (server.process.returncode, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("referee: ")


def test_after_a_kill_on_a_full_disk_matches_are_shown(tmp_path: Path) -> None:
    with running(tmp_path) as killed:
        address = f"/m/{killed.start_match()}/"
        os.killpg(killed.process.pid, signal.SIGKILL)
    with running(tmp_path, FULL.format(room=40 * 1024)) as server:  # 32 are the log's index
        assert server.get(address).status == 200
        refused = server.post(f"{address}entries", number="1", tricks0="6", tricks1="4")
        assert refused.status == 503
        assert "nothing was saved" in refused.text
        assert server.process.stderr is not None
        assert "matches are shown, but not saved" in server.process.stderr.readline()


def test_a_new_folder_is_made_for_nobody_else_and_an_empty_database_taken(tmp_path: Path) -> None:
    one, two = tmp_path / "new" / "folder with spaces, ä and #", tmp_path / "two"
    assert problem_of_database(DatabaseAddress.in_folder(one)) is None
    (one / "referee.db").touch()
    assert problem_of_database(DatabaseAddress.in_folder(one)) is None
    filled(two / "referee.db")
    assert [folder.stat().st_mode & 0o077 for folder in (one, two)] == [0, 0]


def test_after_a_stop_one_file_holds_everything(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        key = server.start_match()
        server.post(f"/m/{key}/entries", number="1", tricks0="6", tricks1="4", tricks2="3")
        with server.ask(f"/m/{key}/stream") as stream:
            assert stream.recv(1)
            os.killpg(server.process.pid, signal.SIGTERM)
            assert server.process.wait(10) == 0
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
