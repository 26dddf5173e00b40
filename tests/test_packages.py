"""The wheel and the sdist: they are complete, and `pipx run` and `uvx` find the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packages import ROOT, built, files_of_package, files_of_wheel, unpacked


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return files_of_wheel(built("wheel", ROOT, tmp_path_factory.mktemp("wheel")))


def test_the_wheel_has_all_of_the_package_and_the_command(wheel: dict[str, bytes]) -> None:
    named = [name for name in wheel if not name.startswith("referee-")]
    assert sorted(named) == files_of_package()
    for kind in ("templates/base.html", "static/worker.js", "migrations/versions/", "/rulebook.md",
                 "/words.toml", "/example.json"):  # fmt: skip
        assert [name for name in named if kind in name], kind
    (scripts,) = (wheel[name] for name in wheel if name.endswith("entry_points.txt"))
    assert b"referee=referee.__main__:main" in scripts.replace(b" ", b"")


def test_the_wheel_of_the_sdist_is_the_same(wheel: dict[str, bytes], tmp_path: Path) -> None:
    """Installing from source must give the same files as were tested."""
    source = unpacked(built("sdist", ROOT, tmp_path / "sdist"), tmp_path / "unpacked")
    assert files_of_wheel(built("wheel", source, tmp_path / "again")) == wheel
