"""The server: what it refuses to start with, and how it starts, runs and stops."""

from __future__ import annotations

import io
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from referee import serve as server
from referee.serve import MIGRATIONS, Place, greet, problem_of, serve
from tests.servers import START_SECONDS, wait_for

STOP_SECONDS = 3.0

PROGRAM = """
import sys
from pathlib import Path

import referee
from referee.serve import serve

{app}
sys.exit(serve(host="127.0.0.1", port=int(sys.argv[1]), data=Path(sys.argv[2])))
"""

SMALL_APP = """
import os, time

def endless():
    while True:
        yield b": still here"
        time.sleep(0.05)

def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/event-stream")])
    return endless() if environ["PATH_INFO"] == "/stream" else [str(os.getpid()).encode()]

referee.create_app = lambda: app
"""

BROKEN_APP = """
def create_app():
    raise RuntimeError("no such thing")

referee.create_app = create_app
"""


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def start(port: int, data: Path, app: str = SMALL_APP) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(app=app), str(port), str(data)],
        cwd=Path(server.__file__).parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches all its processes, but not the tests
    )


@contextmanager
def running(port: int, data: Path, app: str = SMALL_APP) -> Iterator[subprocess.Popen[str]]:
    with start(port, data, app) as process:
        try:
            wait_for(lambda: get(port, "/"))
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def get(port: int, path: str) -> bytes:
    """The answer as it comes over the wire, empty while nobody listens."""
    with suppress(OSError), ask(port, path) as connection, connection.makefile("rb") as answer:
        return answer.read()
    return b""


def ask(port: int, path: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=START_SECONDS)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n".encode())
    return connection


def make_database(file: Path, *revisions: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE alembic_version (version_num)")
        database.executemany("INSERT INTO alembic_version VALUES (?)", [(r,) for r in revisions])


# What it refuses


def refusal(capsys: pytest.CaptureFixture[str], host: str, port: int, data: Path) -> str:
    """The one line on standard error, with status 2 and nothing else said."""
    assert serve(host=host, port=port, data=data) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("referee: ")
    assert said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize(
    ("host", "port"),
    [("127.0.0.1", 0), ("127.0.0.1", 65536), ("203.0.113.7", 8000), ("a..b", 8000)],
)
def test_an_impossible_place_is_refused(
    host: str, port: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = refusal(capsys, host, port, tmp_path)
    assert (host if port == 8000 else str(port)) in line


def test_the_last_port_is_possible(tmp_path: Path) -> None:
    assert problem_of("127.0.0.1", 65535, tmp_path) is None


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0"])
def test_a_port_in_use_is_refused(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert str(port) in refusal(capsys, host, port, tmp_path)


def test_a_data_folder_that_cannot_be_made_is_refused(
    port: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert str(file) in refusal(capsys, "127.0.0.1", port, file)
    assert str(file / "deeper") in refusal(capsys, "127.0.0.1", port, file / "deeper")


def test_a_data_folder_that_cannot_be_written_to_is_refused(
    port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "/proc" in refusal(capsys, "127.0.0.1", port, Path("/proc"))


def test_a_database_from_a_newer_version_is_refused(
    port: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_database(tmp_path / "referee.db", "9999")
    assert "referee.db" in refusal(capsys, "127.0.0.1", port, tmp_path)


def test_a_file_that_is_no_database_is_refused(
    port: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "referee.db").write_text("Ann 6, Ben 4, Cleo 3\n" * 100)
    assert "referee.db" in refusal(capsys, "127.0.0.1", port, tmp_path)


def test_a_folder_in_place_of_the_database_is_refused(
    port: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "referee.db").mkdir()
    assert "referee.db" in refusal(capsys, "127.0.0.1", port, tmp_path)


@pytest.mark.parametrize("revisions", [(), *((p.name[:4],) for p in MIGRATIONS.glob("*_*.py"))])
def test_a_database_of_this_version_or_an_older_one_is_taken(
    revisions: tuple[str, ...], port: int, tmp_path: Path
) -> None:
    make_database(tmp_path / "referee.db", *revisions)
    assert problem_of("127.0.0.1", port, tmp_path) is None


def test_a_new_folder_is_made_and_an_empty_database_taken(port: int, tmp_path: Path) -> None:
    data = tmp_path / "new" / "folder with spaces, ä and #"
    assert problem_of("127.0.0.1", port, data) is None
    (data / "referee.db").touch()
    assert problem_of("127.0.0.1", port, data) is None


# What it says


@pytest.mark.parametrize(
    ("host", "nearest", "phones"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000", ""),
        ("localhost", "http://localhost:8000", ""),
        ("::1", "http://[::1]:8000", ""),
        ("192.168.1.5", "http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000", "http://192.168.1.9:8000"),
        ("::", "http://[::1]:8000", "http://192.168.1.9:8000"),
    ],
)
def test_addresses_for_this_machine_and_for_phones(
    host: str, nearest: str, phones: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "lan_address", lambda: "192.168.1.9")
    place = Place(host, 8000)
    assert (place.url(place.nearest), place.for_phones()) == (nearest, phones)


def test_without_a_network_there_is_no_address_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lan_address", lambda: "")
    assert Place("0.0.0.0", 8000).for_phones() == ""


@pytest.mark.parametrize(("charset", "has_blocks"), [("utf-8", True), ("ascii", False)])
def test_the_qr_code_is_printed_in_any_character_set(charset: str, has_blocks: bool) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=charset)
    greet(Place("0.0.0.0", 8000), "http://192.168.1.9:8000", Path("/home/jörg"), out)
    said = raw.getvalue().decode(charset)
    assert "http://192.168.1.9:8000" in said
    assert ("█" in said) == has_blocks
    assert len(said.splitlines()) > 15


# How it runs


def test_the_process_that_stays_beside_the_worker_is_small() -> None:
    heavy = "{'flask', 'sqlalchemy', 'sqlmodel', 'pydantic', 'alembic', 'jinja2', 'segno'}"
    code = f"import sys, granian, referee.serve; print(*{heavy} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_the_real_app_answers_and_its_folder_is_made(port: int, tmp_path: Path) -> None:
    with running(port, tmp_path / "data", app="") as process:
        assert get(port, "/").startswith(b"HTTP/1.1 200 ")
        assert process.stdout
        assert "Referee" in process.stdout.readline()
        assert (tmp_path / "data").is_dir()


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_stops_in_time_with_an_open_stream(
    stop: signal.Signals, port: int, tmp_path: Path
) -> None:
    with running(port, tmp_path) as process, ask(port, "/stream") as stream:
        assert stream.recv(1)
        begin = time.monotonic()
        os.killpg(process.pid, stop)
        assert process.wait(START_SECONDS) == 0
        assert time.monotonic() - begin < STOP_SECONDS
        assert process.stderr
        assert process.stderr.read() == ""


def test_no_link_is_ever_logged(port: int, tmp_path: Path) -> None:
    with running(port, tmp_path) as process:
        assert get(port, "/m/secret-of-the-table?key=secret-of-the-table")
        process.terminate()
        assert "secret-of-the-table" not in "".join(process.communicate(timeout=START_SECONDS))


def test_a_worker_that_dies_is_replaced(port: int, tmp_path: Path) -> None:
    with running(port, tmp_path) as process:
        assert process.stdout
        process.stdout.readline()  # the greeting: from here on it counts as started
        worker = int(get(port, "/").split()[-1])
        os.kill(worker, signal.SIGKILL)
        wait_for(lambda: get(port, "/").split()[-1:] not in ([], [str(worker).encode()]))


def test_a_killed_server_frees_its_port(port: int, tmp_path: Path) -> None:
    with running(port, tmp_path) as process, ask(port, "/stream") as stream:
        assert stream.recv(1)
        process.kill()
        wait_for(lambda: problem_of("127.0.0.1", port, tmp_path) is None)


def test_an_app_that_cannot_start_ends_the_command(port: int, tmp_path: Path) -> None:
    with start(port, tmp_path, BROKEN_APP) as process:
        out, err = process.communicate(timeout=START_SECONDS)
    assert process.returncode == 1
    assert out == ""
    assert "no such thing" in err
    assert err.splitlines()[-1].startswith("referee: ")
