"""What `make test` needs and does not find ends it: no test is left out in silence."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from uuid import uuid4

import pytest

ROOT = Path(__file__).parents[1]


def test_without_a_browser_the_tests_do_not_begin() -> None:
    made = subprocess.run(
        ["make", "browser", "CHROMIUM=/nowhere/chromium"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode != 0
    assert "/nowhere/chromium" in made.stderr


def test_without_postgresql_the_tests_do_not_begin() -> None:
    made = subprocess.run(
        ["make", "postgresql", "POSTGRES=/nowhere/postgres"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode != 0
    assert "PostgreSQL" in made.stderr
    assert "postgresql" in (ROOT / "Makefile").read_text().partition("\ntest:")[2].splitlines()[0]


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
    made = subprocess.run(
        ["make", "--dry-run", "faults"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "FAULTS=longer .venv/bin/pytest tests/faults" in made.stdout
