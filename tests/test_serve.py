"""The server: where it listens, what it says, and how it starts, runs and stops."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee import serve as server
from referee.serve import Place, greet, problem_of, serve
from tests.servers import START_SECONDS, running, starting, wait_for

STOP_SECONDS = 3.0

SMALL_APP = """
import time
import referee

def endless():
    while True:
        yield b": still here"
        time.sleep(0.05)

def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/event-stream")])
    return endless() if environ["PATH_INFO"] == "/stream" else [b"well"]

referee.create_app = lambda: app
"""

BROKEN_APP = """
import referee

def create_app():
    raise RuntimeError("no such thing")

referee.create_app = create_app
"""


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


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0"])
def test_a_port_in_use_is_refused(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert str(port) in refusal(capsys, host, port, tmp_path)


# What it says -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "nearest", "lan", "phones"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000", "192.168.1.9", ""),
        ("localhost", "http://localhost:8000", "192.168.1.9", ""),
        ("::1", "http://[::1]:8000", "192.168.1.9", ""),
        ("192.168.1.5", "http://192.168.1.5:8000", "192.168.1.9", "http://192.168.1.5:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000", "192.168.1.9", "http://192.168.1.9:8000"),
        ("::", "http://[::1]:8000", "192.168.1.9", "http://192.168.1.9:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000", "", ""),  # without a network
    ],
)
def test_addresses_for_this_machine_and_for_phones(
    host: str, nearest: str, lan: str, phones: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "lan_address", lambda: lan)
    place = Place(host, 8000)
    assert (place.url(place.nearest), place.for_phones()) == (nearest, phones)


@pytest.mark.parametrize(("charset", "has_blocks"), [("utf-8", True), ("ascii", False)])
def test_the_qr_code_is_printed_in_any_character_set(charset: str, has_blocks: bool) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=charset)
    greet(Place("0.0.0.0", 8000), "http://192.168.1.9:8000", Path("/home/jörg"), out)
    said = raw.getvalue().decode(charset)
    assert "http://192.168.1.9:8000" in said
    assert ("█" in said) == has_blocks
    assert len(said.splitlines()) > 15


# How it runs --------------------------------------------------------------------------------------


def test_the_process_that_stays_beside_the_worker_is_small() -> None:
    heavy = "{'flask', 'sqlalchemy', 'sqlmodel', 'pydantic', 'alembic', 'jinja2', 'segno'}"
    code = f"import sys, granian, referee.serve; print(*{heavy} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_stops_in_time_with_an_open_stream(stop: signal.Signals, tmp_path: Path) -> None:
    light = running(tmp_path, SMALL_APP, modules="")  # as it is in earnest: see the test above
    with light as server, server.ask("/stream") as stream:
        assert stream.recv(1)
        begin = time.monotonic()
        os.killpg(server.process.pid, stop)
        assert server.process.wait(START_SECONDS) == 0
        assert time.monotonic() - begin < STOP_SECONDS
        assert server.process.stderr
        assert server.process.stderr.read() == ""


def test_no_link_is_ever_logged(tmp_path: Path) -> None:
    with running(tmp_path, SMALL_APP) as server:
        assert server.get("/m/secret-of-the-table?key=secret-of-the-table").status == 200
        server.process.terminate()
        said = server.process.communicate(timeout=START_SECONDS)
        assert "secret-of-the-table" not in "".join(said)


def test_a_killed_server_frees_its_port(tmp_path: Path) -> None:
    with running(tmp_path, SMALL_APP) as server, server.ask("/stream") as stream:
        assert stream.recv(1)
        server.process.kill()
        wait_for(lambda: problem_of("127.0.0.1", server.port, tmp_path) is None)


def test_an_app_that_cannot_start_ends_the_command(tmp_path: Path) -> None:
    with starting(tmp_path, BROKEN_APP) as server:
        out, err = server.process.communicate(timeout=START_SECONDS)
    assert (server.process.returncode, out) == (1, "")
    assert "no such thing" in err
    assert err.splitlines()[-1].startswith("referee: ")
