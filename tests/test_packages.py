"""The packages: all of Referee is in them, and `pipx run` or `uvx` finds it there."""

from __future__ import annotations

from pathlib import Path

from tests.packages import ROOT, built, files_of_package, files_of_wheel, unpacked


def test_the_wheel_has_all_of_the_package_and_the_command(tmp_path: Path) -> None:
    inside = files_of_wheel(built("wheel", ROOT, tmp_path))
    named = [name for name in inside if not name.startswith("referee-")]
    assert sorted(named) == files_of_package()
    for kind in ("templates/base.html", "static/worker.js", "migrations/versions/", "/rulebook.md",
                 "/words.toml", "/example.json"):  # fmt: skip
        assert [name for name in named if kind in name], kind
    (scripts,) = (inside[name] for name in inside if name.endswith("entry_points.txt"))
    assert b"referee=referee.__main__:main" in scripts.replace(b" ", b"")


def test_the_wheel_of_the_sdist_is_the_same(tmp_path: Path) -> None:
    """So whoever installs from the sources gets what was tested."""
    source = unpacked(built("sdist", ROOT, tmp_path / "sdist"), tmp_path / "unpacked")
    again = files_of_wheel(built("wheel", source, tmp_path / "again"))
    assert again == files_of_wheel(built("wheel", ROOT, tmp_path / "first"))
