"""Build Referee's package and install it elsewhere, without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import flask
from hatchling import build as backend
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
OUTER = Path(sys._base_executable)  # type: ignore[attr-defined]
"""The Python that created the test environment; its pip is used here, as in `make`."""


def built(what: str, source: Path, into: Path) -> Path:
    into.mkdir(exist_ok=True)
    before = Path.cwd()
    os.chdir(source)  # as build backends expect
    try:
        make = backend.build_wheel if what == "wheel" else backend.build_sdist
        return into / str(make(str(into)))
    finally:
        os.chdir(before)


def files_of_wheel(wheel: Path) -> dict[str, bytes]:
    """The contents of a wheel by file name, except for its list of files."""
    with ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist() if "RECORD" not in name}


def unpacked(sdist: Path, into: Path) -> Path:
    """Unpack an sdist; return its source folder."""
    into.mkdir()
    run(["tar", "-xzf", str(sdist)], into, dict(os.environ))
    (folder,) = into.iterdir()
    return folder


def files_of_package() -> list[str]:
    """What a wheel contains: no catalogues of texts, only their compiled form."""
    return [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "referee").rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".po"
    ]


def tools(folder: Path) -> dict[str, str]:
    """Return an environment with `python` and `pip` as in an image, but pip downloads nothing.

    The build tools are included; `with_libraries` provides the libraries that the package needs.
    """
    folder.mkdir()
    lib = folder / "lib"
    lib.mkdir()
    for name in ("hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove_classifiers"):
        (lib / name).symlink_to(Path(flask.__file__).parents[1] / name)
    offline = "--no-deps --no-index --no-build-isolation"
    for name, command in (
        ("python", f'"{OUTER}" "$@"'),
        ("pip", f'"{OUTER}" -m pip "$@" {offline}'),
    ):
        tool = folder / name
        tool.write_text(f"#!/bin/sh\nexec {command}\n")
        tool.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(lib)}


def with_libraries(venv: Path) -> None:
    """Make the test environment's libraries available in this virtual environment."""
    (packages,) = venv.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(f"{Path(flask.__file__).parents[1]}\n")


def with_base_libraries(venv: Path) -> None:
    """Make only those libraries available that a package without extras brings along."""
    (packages,) = venv.glob("lib/python*/site-packages")
    done: set[str] = set()
    wanted = [Requirement("referee")]
    while wanted:
        name = wanted.pop().name
        if name in done:
            continue
        done.add(name)
        library = distribution(name)
        for text in library.requires or ():
            needed = Requirement(text)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                wanted.append(needed)
        if name != "referee":
            for top in {file.parts[0] for file in library.files or () if ".." not in file.parts}:
                if not (packages / top).exists():
                    (packages / top).symlink_to(str(library.locate_file(top)))


def run(command: list[str] | str, folder: Path, environment: dict[str, str]) -> str:
    """Run a command in this folder, assert that it succeeds, and return its output."""
    made = subprocess.run(
        command, shell=isinstance(command, str), cwd=folder, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


def copied(sources: list[str], into: Path) -> None:
    for source in sources:
        if (ROOT / source).is_dir():
            left_behind = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, into / source, ignore=left_behind)
        else:
            shutil.copy(ROOT / source, into / source)
