"""A new game needs only a folder of code and one of templates, here or in a separate package.

Quillet is added to a copy of the program. Low Nine, a minimal game in a package of its own, is
installed by pip and found by its entry point. A second interpreter plays both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import referee
from tests import packages

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = Path(referee.__file__).parent
GUIDE = PACKAGE / "games" / "README.md"
MOST_LINES = {HERE / "low_nine" / "low_nine": 100, PACKAGE / "games" / "free_pad": 320}


@pytest.fixture(scope="module")
def low_nine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for `sys.path` into which pip has installed Low Nine as it lies."""
    folder = tmp_path_factory.mktemp("installed")
    pip = ["pip", "install", "--target", str(folder / "low-nine"), str(HERE / "low_nine")]
    packages.run(pip, folder, packages.tools(folder / "tools"))
    return folder / "low-nine"


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


def test_a_game_is_played_from_its_folders_and_from_another_package(
    tmp_path: Path, low_nine: Path
) -> None:
    folder = shutil.copytree(low_nine, tmp_path / "copy")
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


BROKEN = {
    "raises": "1 / 0", "exits": "raise SystemExit(3)", "needs": "import no_such_module",
    "is_none": "", "is_odd": "GAME = object()", "is_taken": "from other_nine.rules import GAME",
}  # fmt: skip


VISIT = """
import sys
from pathlib import Path
from referee import create_app
phone = create_app(Path(sys.argv[1])).test_client()
names = {f"player{seat}": name for seat, name in enumerate(("Ann", "Ben", "Cleo"))}
for address in sys.argv[3:]:
    print(phone.get(address).status_code)
print(phone.post("/new", data={"game": sys.argv[2], **names}).headers["Location"])
"""


def test_a_broken_game_costs_a_line_and_its_matches_are_unknown(
    tmp_path: Path, low_nine: Path
) -> None:
    installed, data = shutil.copytree(low_nine, tmp_path / "installed"), str(tmp_path / "data")
    (installed / "visit.py").write_text(VISIT)
    address = run(installed, "visit", data, "low-nine").stdout.strip()
    shutil.copytree(installed / "low_nine", installed / "other_nine")
    for name, code in BROKEN.items():
        (installed / f"{name}.py").write_text(code)
    (metadata,) = installed.glob("*.dist-info/entry_points.txt")
    points = "".join(f"{name} = {name}:GAME\n" for name in BROKEN)
    metadata.write_text(metadata.read_text() + points)
    for file in ("form", "rules"):  # needed by pages, and by every command
        for package in ("low_nine", "other_nine"):
            (installed / package / f"{file}.py").write_text("1 / 0")
        visited = run(installed, "visit", data, "tribello", "/", address)
        assert visited.stdout.split()[:2] == ["200", "501"], visited.stderr
        assert len(visited.stderr.splitlines()) == len(BROKEN) + 1, visited.stderr
    (texts,) = (installed / "low_nine").rglob("*.mo")
    texts.write_bytes(b"odd")
    example = str(next(PACKAGE.glob("games/*/example.json")))
    for command, said in (
        (["score", "--language", "de", example], "Gesamt"), (["check", "--data", data], "low-nine"),
        (["backup", str(tmp_path / "copy.db"), "--data", data], "Saved 3 matches"),
    ):  # fmt: skip
        done = run(installed, "referee", *command)
        assert said in done.stdout, done.stderr
        for package in (*BROKEN, "low_nine.rules"):
            assert done.stderr.count(f"package {package} can’t be used: ") == 1, done.stderr
        is_german = "--language" in command
        assert done.stderr.count("translations of low_nine can’t be used: ") == is_german
        assert len(done.stderr.splitlines()) == len(BROKEN) + 1 + is_german, done.stderr


def test_the_compiled_texts_of_low_nine_are_current() -> None:
    (texts,) = (HERE / "low_nine").rglob("*.po")
    with texts.open("rb") as written, texts.with_suffix(".mo").open("rb") as compiled:
        catalogues = (read_po(written), read_mo(compiled))
    found = [{(each.id, each.string) for each in catalogue} for catalogue in catalogues]
    assert found[0] == found[1]


def test_the_games_to_copy_are_as_short_as_promised() -> None:
    for folder, most in MOST_LINES.items():
        texts = [path.read_text("utf-8") for path in folder.glob("*.py")]
        assert sum(len(text.splitlines()) for text in texts) < most
        assert f"{most} lines" in GUIDE.read_text("utf-8")
