"""What `make test` needs and does not find ends it: no test is left out in silence."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_without_a_browser_the_tests_do_not_begin() -> None:
    made = subprocess.run(
        ["make", "browser", "CHROMIUM=/nowhere/chromium"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode != 0
    assert "/nowhere/chromium" in made.stderr


def test_faults_are_tried_for_longer_than_the_tests_do() -> None:
    made = subprocess.run(
        ["make", "--dry-run", "faults"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "FAULTS=longer .venv/bin/pytest tests/faults" in made.stdout
