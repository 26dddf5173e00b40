"""`referee backup`, `restore` and `check`: their output, and refusals in one line."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from referee.__main__ import main
from referee.matches.store import Store, sqlite_url
from tests.servers import ROOT, run_python, running

KEPT = ROOT / "tests" / "web" / "data" / "kept.sql"
FIGURES = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}

Run = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command and returns its status and the lines that it prints."""

    def run(*arguments: str | Path) -> tuple[int, list[str]]:
        status = main([str(each) for each in arguments])
        printed = capsys.readouterr()
        assert bool(printed.err) == (status == 2)
        assert not (printed.out and printed.err)
        return status, (printed.err or printed.out).splitlines()

    return run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "referee.db")) as database:
        database.executescript(KEPT.read_text())
    return folder


def altered(file: Path, statement: str) -> Path:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DROP TRIGGER event_refuses_delete")
        database.execute(statement)
    return file


def test_a_copy_is_made_checked_and_put_back(run: Run, data: Path, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new"
    status, (line,) = run("backup", copy, "--data", data)
    size = copy.stat().st_size
    assert (status, line) == (0, f"Saved 12 matches with 144 events ({size:,} bytes) in {copy}.")
    assert run("check", copy) == (0, ["No problems in 12 matches with 144 events."])
    status, (line,) = run("restore", copy, "--data", new)
    assert status == 0
    assert line.startswith("Restored 12 matches with 144 events ")
    assert run("check", "--data", new) == run("check", copy)
    assert run("backup", copy, "--data", data)[0] == 2
    assert run("backup", copy, "--force", "--data", data)[0] == 0


def test_the_data_folder_of_serve(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_DATA", str(data))
    assert run("check")[0] == 0


def test_faults_are_lines_and_a_status(run: Run, data: Path, tmp_path: Path) -> None:
    file = altered(data / "referee.db", "DELETE FROM event WHERE match_id = 1 AND number = 2")
    status, lines = run("check", "--data", data)
    assert (status, lines) == (
        1, ["match 1, event 2: the event is missing", "1 problem in 12 matches with 143 events."],
    )  # fmt: skip
    status, (line,) = run("restore", file, "--data", tmp_path / "new")
    assert status == 2
    assert "1 problem" in line
    assert not (tmp_path / "new").exists()
    assert run("restore", file, "--force", "--data", tmp_path / "new")[0] == 0


def newer(file: Path) -> None:
    altered(file, "UPDATE alembic_version SET version_num = '9999'")


def damaged(file: Path) -> None:
    with file.open("r+b") as raw:
        raw.seek(4096)
        raw.write(os.urandom(file.stat().st_size - 4096))


def foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE event (other)")


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (newer, "newer version"), (damaged, "can’t be used"), (foreign, "isn’t a Referee database"),
        (a_folder, "is a folder"), (lambda file: file.write_bytes(b""), "isn’t a Referee database"),
        (lambda file: file.write_text("Ann 6, Ben 4, Cleo 3\n" * 100), "not a database"),
        (lambda file: file.unlink(), "there is no database"),
        (lambda file: shutil.rmtree(file.parent), "there is no database"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_one_line(
    run: Run, data: Path, tmp_path: Path, spoil: Callable[[Path], object], words: str
) -> None:
    file, new = data / "referee.db", tmp_path / "new"
    spoil(file)
    for command in (
        ("backup", new, "--data", data), ("restore", file, "--data", new),
        ("check", file), ("check", "--data", data),
    ):  # fmt: skip
        status, (line,) = run(*command)
        assert status == 2
        assert line.startswith("referee: there" if "there is" in words else f"referee: {file}")
        assert words in line
        assert not new.exists()


def test_a_page_that_was_overwritten_makes_no_copy(run: Run, data: Path, tmp_path: Path) -> None:
    file = data / "referee.db"
    with file.open("r+b") as raw:
        raw.seek(file.stat().st_size - 4096)
        raw.write(os.urandom(4096))
    assert run("check", "--data", data)[0] == 1
    for force in ([], ["--force"]):
        status, lines = run("restore", file, "--data", tmp_path / "new", *force)
        assert (status, len(lines)) == (2, 1)
    status, (line,) = run("backup", tmp_path / "copy.db", "--data", data)
    assert (status, line.startswith(f"referee: {file} is damaged")) == (2, True)


def test_where_nothing_can_be_written(run: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for target in ("missing/copy.db", "data", "file/copy", "x" * 300):
        status, (_,) = run("backup", tmp_path / target, "--force", "--data", data)
        assert status == 2
    for into in ("file", "/proc/data", "file/deeper"):
        status, (line,) = run("restore", data / "referee.db", "--data", tmp_path / into)
        assert (status, "can’t be created" in line) == (2, True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "file"]


FULL = """
import os, resource, sys
from referee.__main__ import main
for room in (40_000, 1024, 0):
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    print(main(sys.argv[2:]), os.listdir(sys.argv[1]))
"""
"""Program that runs a command as if the disk filled up after 40,000, 1,024 or 0 bytes."""


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_full_disk_is_told_in_one_line(data: Path, tmp_path: Path, command: str) -> None:
    new = tmp_path / "new"
    new.mkdir()
    arguments = {
        "backup": ["backup", str(new / "copy.db"), "--data", str(data)],
        "restore": ["restore", str(data / "referee.db"), "--data", str(new)],
    }
    done = run_python(FULL, str(new), *arguments[command])
    assert done.stdout == "2 []\n" * 3
    assert ["can’t write" in line for line in done.stderr.splitlines()] == [True] * 3


def interrupt(*_: object, **__: object) -> NoReturn:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("busy", "command"),
    [
        ("referee.matches.database.backup._sync", ["backup", "new/copy.db", "--data", "data"]),
        ("referee.matches.database.backup._sync", ["restore", "data/referee.db", "--data", "new"]),
        ("referee.matches.database.copy._compare", ["copy", "data", "new/referee.db"]),
        ("referee.matches.database.checks.check", ["check", "data/referee.db"]),
        ("referee.terminal.rules", ["rules", "joker"]),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_ctrl_c_ends_a_command_without_a_word_and_leaves_nothing_half_done(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch, busy: str, command: list[str]
) -> None:
    monkeypatch.chdir(data.parent)
    Path("new").mkdir()
    monkeypatch.setattr(busy, interrupt)
    assert run(*command) == (130, [])
    assert [*Path("new").iterdir()] == []


def test_ctrl_c_while_a_command_is_still_loaded_is_no_traceback_either() -> None:
    code = """
import sys

class Finder:
    def find_spec(self, name, *_):
        if name == "referee.core.record":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder())
from referee.__main__ import main
sys.exit(main(["score", "-"]))
"""
    done = run_python(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_copy_is_made_while_the_server_runs(run: Run, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new"
    with running(tmp_path / "data") as server:
        key = server.start_match()
        assert server.post(f"/m/{key}/entries", number="1", **FIGURES).status == 303
        assert run("backup", copy, "--data", server.data)[0] == 0
        assert run("check", "--data", server.data)[0] == 0
        assert server.post(f"/m/{key}/entries", number="2", **FIGURES).status == 303
    assert run("restore", copy, "--data", new)[0] == 0
    with closing(Store(sqlite_url(new / "referee.db"))) as store:
        link = store.find(key)
        assert link is not None
        assert store.last_number(link.match_id) == 2


def test_check_takes_a_file_or_a_folder_not_both() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", "file", "--data", "folder"])
    assert ended.value.code == 2
