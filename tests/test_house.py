"""The house: who may import whom, who may touch the world, how large a room may be."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "referee"
MODULES = sorted(PACKAGE.rglob("*.py"))
TEMPLATES = sorted((PACKAGE / "templates").rglob("*.*"))

LAYERS: tuple[set[str], ...] = (
    {"cards", "law", "events", "refusal"},
    {"tricks"},
    {"record"},
    {"question"},
    {"game"},
    {"disputes", "by_cards"},
    {"games"},
    {"sheet", "underway", "laid"},
    {"log", "schema", "terminal", "choices"},
    {"history"},
    {"locks", "wake", "migrations"},
    {"store"},
    {"serve"},
    {"web"},
    {"__init__", "__main__"},
)
"""A part imports parts of earlier layers only. A new part has to be given its place here."""
PLACE = {part: place for place, layer in enumerate(LAYERS) for part in layer}
CORE = set().union(*LAYERS[: PLACE["history"] + 1])

FLASK = {"flask", "flask_htmx", "werkzeug", "jinja2", "markupsafe"}
DATABASE = {"sqlalchemy", "sqlmodel", "alembic", "psycopg"}
WORLD = {"time", "random", "os", "pathlib", "secrets", "io", "shutil", "subprocess", "socket",
         "tempfile", "threading", "sys"}  # fmt: skip
"""Clocks, files, chance: what no part of the core may reach for."""
CALLS = {"open", "print", "input", "exec", "eval", "now", "today", "utcnow", "uuid1", "uuid4",
         "read_bytes", "write_text", "write_bytes"}  # fmt: skip


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def part(path: Path) -> str:
    """The part of the package that a file belongs to: `games` for all games."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            assert node.module is not None
            if node.module == "referee":
                yield from (f"referee.{alias.name}" for alias in node.names)
            else:
                yield node.module


def parts_imported(path: Path) -> set[str]:
    """The parts of the package that a file imports; a plain value of `referee` is no part."""
    steps = [module.split(".") for module in imports(path)]
    return {step[1] for step in steps if step[0] == "referee" and step[1:] and step[1] in PLACE}


def libraries(path: Path) -> set[str]:
    return {module.partition(".")[0] for module in imports(path)}


def calls(path: Path) -> set[str]:
    """The last name of everything that a file calls."""
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    called = [node.func for node in tree if isinstance(node, ast.Call)]
    return {
        function.id if isinstance(function, ast.Name) else function.attr
        for function in called
        if isinstance(function, ast.Name | ast.Attribute)
    }


def test_every_part_has_its_place() -> None:
    found = {part(path) for path in MODULES}
    assert found <= set(PLACE)
    assert len(MODULES) > len(LAYERS)


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_point_inwards_only(path: Path) -> None:
    own = part(path)
    allowed = {other for other in PLACE if PLACE[other] < PLACE[own]} | {own}
    assert parts_imported(path) - allowed == set()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_only_the_web_knows_flask_and_only_the_store_the_database(path: Path) -> None:
    known = libraries(path)
    assert part(path) in {"web", "__init__"} or not known & FLASK
    assert part(path) in {"store", "locks", "wake", "migrations"} or not known & DATABASE


@pytest.mark.parametrize("path", [path for path in MODULES if part(path) in CORE], ids=name)
def test_the_core_reads_no_clock_no_file_and_no_chance(path: Path) -> None:
    assert libraries(path) & WORLD == set()
    assert calls(path) & CALLS == set()
    if name(path) != "referee/game.py":
        assert "importlib.resources" not in set(imports(path))
        assert "resources" not in calls(path) | libraries(path)
        assert "read_text" not in calls(path)


@pytest.mark.parametrize("path", [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))], ids=name)
def test_no_module_is_over_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


INLINE = {
    "script": r"<script(?![^>]*\ssrc=)[^>]*>",
    "style": r"<style\b",
    "style attribute": r"\sstyle\s*=",
    "event attribute": r"\s(?:on[a-z]+|hx-on[^\s=]*)\s*=",
    "another host": r"""(?:src|href|action|hx-\w+)\s*=\s*["'](?:https?:)?//""",
    "script address": r"javascript:",
}


@pytest.mark.parametrize("what", INLINE)
def test_templates_have_nothing_inline_and_nothing_foreign(what: str) -> None:
    found = [
        (name(path), match)
        for path in TEMPLATES
        for match in re.findall(INLINE[what], path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("what", "html", "is_inline"),
    [
        ("script", "<script>x()</script>", True),
        ("script", '<script type="module">x()</script>', True),
        ("script", '<script src="/static/x.js" defer></script>', False),
        ("style", "<style>p{}</style>", True),
        ("style attribute", '<p style="color:red">', True),
        ("style attribute", '<p data-style="x" class="style">', False),
        ("event attribute", '<a onclick="x()">', True),
        ("event attribute", '<a hx-on:click="x()">', True),
        ("event attribute", '<a data-once="x" hx-get="/on">', False),
        ("another host", '<img src="https://example.org/x.png">', True),
        ("another host", "<a href='//example.org'>", True),
        ("another host", '<a href="/static/x.css">', False),
        ("script address", '<a href="javascript:x()">', True),
        ("script address", '<script src="/x.js">', False),
    ],
)
def test_what_is_inline_is_recognised(what: str, html: str, is_inline: bool) -> None:
    assert bool(re.search(INLINE[what], html, re.IGNORECASE)) is is_inline


def test_the_top_level_holds_what_the_design_names() -> None:
    named = {"README.md", "Makefile", "pyproject.toml", "requirements.txt", "referee", "tests"}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found <= named
    assert {"pyproject.toml", "referee", "tests"} <= found
