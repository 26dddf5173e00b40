"""A game of another package is found by its entry point, with its templates: the README's least.

It is installed as a folder with its metadata, and a second interpreter plays it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MOST_LINES = 100


def install(folder: Path) -> Path:
    """A folder for `sys.path` with the game and the metadata of its distribution."""
    shutil.copytree(HERE / "low_nine", folder / "low_nine")
    metadata = folder / "low_nine-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: low-nine\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(declared_in_readme())
    return folder


def declared_in_readme() -> str:
    """The entry point as the README shows it, as `pip` writes it into the metadata."""
    text = (ROOT / "README.md").read_text("utf-8")
    (name, value) = re.findall(r'\[project.entry-points."referee.games"\]\n(.+) = "(.+)"\n', text)[
        0
    ]
    return f"[referee.games]\n{name} = {value}\n"


def run(paths: list[Path], *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, [*paths, ROOT]))
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        env=os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_game_of_another_package_is_found_and_played(tmp_path: Path) -> None:
    installed = install(tmp_path / "installed")
    pytest = ("pytest", "-q", "-p", "no:cacheprovider", "--basetemp", str(tmp_path / "tmp"))
    played = run([installed], *pytest, str(HERE / "low_nine_played.py"))
    assert played.returncode == 0, played.stdout + played.stderr


def test_two_games_of_one_name_are_refused(tmp_path: Path) -> None:
    installed = install(tmp_path / "installed")
    shutil.copytree(installed / "low_nine", installed / "other_nine")
    entry_points = installed / "low_nine-1.0.dist-info" / "entry_points.txt"
    entry_points.write_text(entry_points.read_text() + "other = other_nine.rules:GAME\n")
    refused = run([installed], "referee", "rules")
    assert refused.returncode != 0
    assert "two games are called low-nine: those of low_nine and other_nine" in refused.stderr


def test_the_least_game_is_as_short_as_the_readme_promises() -> None:
    texts = [path.read_text("utf-8") for path in (HERE / "low_nine").glob("*.py")]
    assert sum(len(text.splitlines()) for text in texts) <= MOST_LINES
    assert f"{MOST_LINES} lines" in (ROOT / "README.md").read_text("utf-8")
