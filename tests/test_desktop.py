"""The double-click starters in `deploy/desktop/`: Windows' is only read, the others run."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import flask
import pytest

from referee import __version__
from tests.packages import OUTER, ROOT, built

DESKTOP = ROOT / "deploy/desktop"
VERSION = f"referee {__version__}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy with a wheel, in a folder whose name needs quoting."""
    folder = tmp_path / "It's $HOME & co; 100%"
    shutil.copytree(DESKTOP, folder)
    shutil.move(built("wheel", ROOT, tmp_path / "wheel"), folder)
    return folder


@pytest.fixture
def computer(tmp_path: Path) -> dict[str, str]:
    """An environment with Python but without uv, and pip downloads nothing."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname"):
        (tools / name).symlink_to(shutil.which(name) or "")
    write_tool(tools / "python3", f'exec "{OUTER}" "$@"')
    return {
        "PATH": str(tools),
        "HOME": str(tmp_path / "home"),
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PYTHONPATH": str(Path(flask.__file__).parents[1]),  # in place of the downloads
    }


def write_tool(path: Path, command: str) -> None:
    path.write_text(f"#!/bin/sh\n{command}\n")
    path.chmod(0o755)


def run(command: list[str], environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        command, env=environment, input="\n", capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def test_a_double_click_installs_once_and_starts(folder: Path, computer: dict[str, str]) -> None:
    command = [str(folder / "Referee.command"), "--version"]
    code, out = run(command, computer)
    assert (code, out.partition(" ...\n")[2]) == (0, f"  Installing collected packages\n{VERSION}")
    assert run(command, computer) == (0, VERSION)
    (wheel,) = folder.glob("*.whl")
    wheel.touch()  # a new version
    with subprocess.Popen(
        command, env=computer, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as again:
        assert again.stdout is not None
        assert "Installing Referee" in again.stdout.readline()
        os.killpg(again.pid, signal.SIGKILL)  # it would install the same once more


def test_uv_installs_where_there_is_one(folder: Path, computer: dict[str, str]) -> None:
    tools = Path(computer["PATH"])
    (tools / "ln").symlink_to(shutil.which("ln") or "")
    (tools / "echo").symlink_to(shutil.which("echo") or "")
    write_tool(
        tools / "uv", f'echo "$@" >"{tools}/asked"; ln -s "{tools}/echo" "${{4%/*}}/referee"'
    )
    code, out = run([str(OUTER), str(folder / "start.py"), "started"], computer)
    assert (code, out.partition(" ...\n")[2]) == (0, "started\n")
    asked = (tools / "asked").read_text()
    assert asked.startswith("pip install --python ")
    assert "referee[picture,https] @ file://" in asked


def test_a_computer_without_python_is_told_what_to_install(
    folder: Path, computer: dict[str, str]
) -> None:
    tools = Path(computer["PATH"])
    for answer in ("exit 1", "exit 127"):  # an old Python, and none
        write_tool(tools / "python3", answer)
        status, out = run([str(folder / "Referee.command")], computer)
        assert status == 1
        assert "needs Python 3.11 or later. Install it from https://www.python.org/" in out
        assert out.endswith("Press Enter to close this window.\n")
    write_tool(tools / "uv", 'echo "$@"')
    status, out = run([str(folder / "Referee.command"), "--version"], computer)
    assert (status, out) == (0, "run --no-project --python >=3.11 start.py --version\n")


def test_the_desktop_entry_starts_the_command_beside_it(
    folder: Path, computer: dict[str, str]
) -> None:
    write_tool(folder / "Referee.command", 'echo "started as $0"')
    file = folder / "Referee.desktop"
    parser = RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(file)
    entry = parser["Desktop Entry"]
    assert (entry["Type"], entry["Name"], entry["Terminal"]) == ("Application", "Referee", "true")
    # As desktops parse it: first the escapes of a string, then those of a quoted word.
    words = re.findall(r'"((?:\\.|[^"\\])*)"|(\S+)', entry["Exec"].replace(r"\\", "\\"))
    command = [re.sub(r'\\(["`$\\])', r"\1", quoted) or plain for quoted, plain in words]
    command = [str(file) if word == "%k" else word for word in command]
    assert run(command, computer) == (0, f"started as {folder}/Referee.command\n")


def test_the_batch_file_quotes_paths_and_jumps_to_labels_that_exist() -> None:
    raw = (DESKTOP / "Referee.bat").read_bytes()
    assert raw.count(b"\n") == raw.count(b"\r\n"), "cmd misreads labels without carriage returns"
    lines = [line.strip() for line in raw.decode("ascii").split("\r\n")]
    assert lines[0] == "@echo off"
    labels = {line[1:] for line in lines if line.startswith(":")}
    assert {line.split()[1] for line in lines if line.startswith("goto ")} == labels
    script = sum("%~dp0" in line for line in lines)
    assert script == sum('"%~dp0start.py" %*' in line for line in lines) == 2
    for line in lines:
        assert line.count('"') % 2 == 0, line
        unquoted = re.sub(r'"[^"]*"', "", line).replace("2>nul", "").replace(">nul", "")
        assert not set(unquoted) & set("<>|&^"), line
    blocks = "".join(re.sub(r'"[^"]*"', "", line) for line in lines)
    assert blocks.count("(") == blocks.count(")")
    assert lines[-2:] == ["if errorlevel 1 pause", ""]
