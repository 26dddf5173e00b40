"""A sixth game is one folder of code and one of templates: a made-up one, put into a copy."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import referee

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NAME = "quillet"


def with_the_game(folder: Path) -> Path:
    """A copy of the program with the made-up game in it."""
    package = folder / "referee"
    shutil.copytree(
        Path(referee.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copytree(HERE / NAME, package / "games" / NAME)
    shutil.copytree(HERE / "templates", package / "templates" / NAME)
    shutil.copytree(HERE / "static", package / "static" / NAME)
    return folder


def test_a_game_is_there_by_being_put_into_its_folders(tmp_path: Path) -> None:
    copy = with_the_game(tmp_path / "copy")
    path = os.pathsep.join([str(copy), str(ROOT)])
    played = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
         "-o", f"pythonpath={copy}", "--basetemp", str(tmp_path / "tmp"),
         str(HERE / "played_through.py")],
        env=os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert played.returncode == 0, played.stdout + played.stderr
    assert " passed" in played.stdout


def test_no_line_of_the_program_knows_it() -> None:
    texts = (path.read_text("utf-8") for path in Path(referee.__file__).parent.rglob("*.py"))
    assert not any(NAME in text.casefold() for text in texts)
