"""The wheel and the sdist: they are complete, and `pipx run` and `uvx` find the command."""

from __future__ import annotations

import json
import socket
import subprocess
from pathlib import Path
from uuid import uuid4

import pytest

from tests.packages import (
    OUTER,
    ROOT,
    built,
    files_of_package,
    files_of_wheel,
    run,
    tools,
    unpacked,
    with_base_libraries,
)
from tests.servers import Server


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return files_of_wheel(built("wheel", ROOT, tmp_path_factory.mktemp("wheel")))


def test_the_wheel_has_all_of_the_package_and_the_command(wheel: dict[str, bytes]) -> None:
    named = [name for name in wheel if not name.startswith("referee-")]
    assert sorted(named) == files_of_package()
    for kind in ("templates/base.html", "static/worker.js", "migrations/versions/", "/rulebook.md",
                 "/words.toml", "/example.json", "/py.typed"):  # fmt: skip
        assert [name for name in named if kind in name], kind
    (scripts,) = (wheel[name] for name in wheel if name.endswith("entry_points.txt"))
    assert b"referee=referee.__main__:main" in scripts.replace(b" ", b"")


def test_the_wheel_without_extras_plays_a_deal(tmp_path: Path) -> None:
    venv, data = tmp_path / "venv", tmp_path / "data"
    environment = tools(tmp_path / "tools")
    package = built("wheel", ROOT, tmp_path / "wheel")
    run([str(OUTER), "-m", "venv", "--without-pip", str(venv)], tmp_path, environment)
    run(
        ["pip", "--python", str(venv / "bin/python"), "install", str(package)],
        tmp_path,
        environment,
    )
    with_base_libraries(venv)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    command = [str(venv / "bin/referee"), "serve", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(
        command, cwd=tmp_path, env={}, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert "Referee" in process.stdout.readline()
        server = Server(port, data, process)
        try:
            key = server.start_match()
            deal = {"tricks0": "8", "tricks1": "4", "tricks2": "1"}
            server.post(f"/m/{key}/entries", id=str(uuid4()), number="1", **deal)
            record = json.loads(server.get(f"/m/{key}/record.json").text)
            assert record["entries"][0]["tricks"] == [8, 4, 1]
        finally:
            process.terminate()


def test_the_wheel_of_the_sdist_is_the_same(wheel: dict[str, bytes], tmp_path: Path) -> None:
    """Installing from source must give the same files as were tested."""
    source = unpacked(built("sdist", ROOT, tmp_path / "sdist"), tmp_path / "unpacked")
    assert files_of_wheel(built("wheel", source, tmp_path / "again")) == wheel
