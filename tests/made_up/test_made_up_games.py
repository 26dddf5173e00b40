"""A new game needs only a folder of code and one of templates, here or in a separate package.

Quillet is added to a copy of the program. Low Nine, the README's minimal game, is installed as a
folder with package metadata and found by its entry point. A second interpreter plays both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import referee

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = Path(referee.__file__).parent
MOST_LINES = {HERE / "low_nine": 100, PACKAGE / "games" / "free_pad": 250}


def install(folder: Path) -> Path:
    """Copy Low Nine with its package metadata into a folder for `sys.path`; return the folder."""
    shutil.copytree(HERE / "low_nine", folder / "low_nine")
    metadata = folder / "low_nine-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: low-nine\nVersion: 1.0\n")
    # The entry point from the README, as `pip` would write it.
    readme = (ROOT / "README.md").read_text("utf-8")
    declared = r'\[project.entry-points."referee.games"\]\n(.+) = "(.+)"\n'
    ((name, value),) = re.findall(declared, readme)
    (metadata / "entry_points.txt").write_text(f"[referee.games]\n{name} = {value}\n")
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, [folder, ROOT]))
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        env=os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_game_is_played_from_its_folders_and_from_another_package(tmp_path: Path) -> None:
    folder = install(tmp_path / "copy")
    package = folder / "referee"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(HERE / "quillet", package / "games" / "quillet")
    shutil.copytree(HERE / "templates", package / "templates" / "quillet")
    shutil.copytree(HERE / "static", package / "static" / "quillet")
    options = ("-q", "-p", "no:cacheprovider", "-o", f"pythonpath={folder}")
    tests = [str(HERE / name) for name in ("played_through.py", "low_nine_played.py")]
    played = run(folder, "pytest", *options, "--basetemp", str(tmp_path / "tmp"), *tests)
    assert played.returncode == 0, played.stdout + played.stderr
    assert " passed" in played.stdout


def test_no_line_of_the_program_knows_one() -> None:
    texts = (path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert not any(re.search("quillet|low.nine", text, re.IGNORECASE) for text in texts)


def test_two_games_of_one_name_are_refused(tmp_path: Path) -> None:
    installed = install(tmp_path / "installed")
    shutil.copytree(installed / "low_nine", installed / "other_nine")
    entry_points = installed / "low_nine-1.0.dist-info" / "entry_points.txt"
    entry_points.write_text(entry_points.read_text() + "other = other_nine.rules:GAME\n")
    refused = run(installed, "referee", "rules")
    assert refused.returncode != 0
    assert "two games are called low-nine: those of low_nine and other_nine" in refused.stderr


def test_the_games_to_copy_are_as_short_as_the_readme_promises() -> None:
    for folder, most in MOST_LINES.items():
        texts = [path.read_text("utf-8") for path in folder.glob("*.py")]
        assert sum(len(text.splitlines()) for text in texts) < most
        assert f"{most} lines" in (ROOT / "README.md").read_text("utf-8")
