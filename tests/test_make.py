"""`make test` fails if something it needs is missing, and skips no test silently."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from uuid import uuid4

import pytest

ROOT = Path(__file__).parents[1]


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["make", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("target", "setting", "named"),
    [
        ("browser", "CHROMIUM=/nowhere/chromium", "/nowhere/chromium"),
        ("browser", "WEBKIT=/nowhere/WebKitWebDriver", "/nowhere/WebKitWebDriver"),
        ("postgresql", "POSTGRES=/nowhere/postgres", "PostgreSQL"),
    ],
)
def test_without_what_they_need_no_test_begins(target: str, setting: str, named: str) -> None:
    made = make(target, setting)
    assert made.returncode != 0
    assert named in made.stderr
    assert target in (ROOT / "Makefile").read_text().partition("\ntest:")[2].splitlines()[0]


def test_the_database_server_of_the_tests_ends_with_them_however_they_end(tmp_path: Path) -> None:
    folder = Path(tempfile.gettempdir()) / f"referee-{uuid4().hex[:12]}"
    tests = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with tests, subprocess.Popen(
        [sys.executable, "-m", "tests.postgresql", str(folder), str(tests.pid)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    ) as keeper:  # fmt: skip
        assert keeper.stdout is not None
        assert keeper.stdout.readline() == "ready\n"
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(server, 0)
        tests.kill()
        tests.wait()
    assert keeper.returncode == 0
    assert not folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)


def test_faults_are_tried_for_longer_than_the_tests_do() -> None:
    assert "FAULTS=longer .venv/bin/pytest tests/faults" in make("--dry-run", "faults").stdout
