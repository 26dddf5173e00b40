"""Architecture rules: which modules may import which, which may do I/O, and their maximum size."""

from __future__ import annotations

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "referee"
MODULES = sorted(PACKAGE.rglob("*.py"))
TEMPLATES = sorted((PACKAGE / "templates").rglob("*.*"))
SCRIPTS = sorted(file for file in (PACKAGE / "static").rglob("*.*") if "vendor" not in file.parts)

FLOORS = ("core", "matches", "web", "games")
"""Layers, each importing only those before it: `core` knows no game's rules, `matches` has logs,
`web` has the pages but knows no game, and `games` has everything about each game."""
ENTRANCES = {"__init__", "__main__", "awake", "certificate", "network", "serve", "terminal"}
"""Top-level modules, which start the layers; of these, layers may import only the version."""

IN_GAMES = "referee.games."
GAMES = sorted(folder.name for folder in (PACKAGE / "games").iterdir() if folder.is_dir())
FLASK = {"flask", "flask_htmx", "werkzeug", "jinja2", "markupsafe"}
DATABASE = {"sqlalchemy", "sqlmodel", "alembic", "psycopg"}
WORLD = {"time", "random", "os", "pathlib", "secrets", "io", "shutil", "subprocess", "socket",
         "tempfile", "threading", "sys", "zoneinfo"}  # fmt: skip
"""Modules for clocks, files, randomness and the like, which pure modules may not import."""
CALLS = {"open", "print", "input", "exec", "eval", "now", "today", "utcnow", "uuid1", "uuid4",
         "read_bytes", "write_text", "write_bytes"}  # fmt: skip
STORE = {"database", "store"}
"""The parts of `matches` that store logs; everything else in it is pure."""


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def floor(path: Path) -> str:
    """The layer that a file belongs to, or the name of a top-level module."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def nodes(path: Path) -> list[ast.AST]:
    return [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


@cache
def imports(path: Path) -> list[str]:
    """The full names of everything that a file imports, even inside functions."""
    found: list[str] = []
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            assert node.module is not None
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def libraries(path: Path) -> set[str]:
    return {module.partition(".")[0] for module in imports(path)}


def calls(path: Path) -> set[str]:
    """Names of the functions that a file calls, without the objects they belong to."""
    called = [node.func for node in nodes(path) if isinstance(node, ast.Call)]
    return {
        function.id if isinstance(function, ast.Name) else function.attr
        for function in called
        if isinstance(function, ast.Name | ast.Attribute)
    }


def is_of_store(path: Path) -> bool:
    return floor(path) == "matches" and bool(STORE & {*path.parts, path.stem})


READERS = {"referee/core/game.py", "referee/core/language.py"}
"""Pure modules that may nevertheless read the package's rulebooks and translation catalogues."""


def is_pure(path: Path) -> bool:
    """Whether a module must be pure: no clock, no files, no randomness."""
    if floor(path) == "matches":
        return not is_of_store(path)
    return floor(path) == "core" or (floor(path) == "games" and not libraries(path) & FLASK)


def test_every_module_stands_on_a_floor_or_at_the_door() -> None:
    assert {floor(path) for path in MODULES} == {*FLOORS, *ENTRANCES}


def test_imports_point_downstairs_only() -> None:
    for path in MODULES:
        if floor(path) in FLOORS:
            below = FLOORS[: FLOORS.index(floor(path)) + 1]
            steps = [module.split(".") for module in imports(path)]
            imported = {step[1] for step in steps if step[0] == "referee" and step[1:]}
            assert imported & {*FLOORS, *ENTRANCES} <= {*below}, name(path)


ROOMS = ("http", "forms", "match", "circles", "desk", "evenings", "start", "story")
"""Folders of `web`.

Each may import from those of the first three that come before it; `start` may also import from
`circles`, and `circles`, whose results are drawn like those of a match, from `story`.
"""
ALSO = {"start": {"circles"}, "circles": {"story"}}


def test_rooms_of_the_web_know_those_before_them() -> None:
    for path in (PACKAGE / "web").glob("*/*.py"):
        room = path.parent.name
        known = {*ROOMS[: min(ROOMS.index(room), 3)], room}
        known |= ALSO.get(room, set())
        steps = [module.split(".") for module in imports(path)]
        found = {step[2] for step in steps if step[:2] == ["referee", "web"] and step[3:]}
        assert found <= known, name(path)


def test_imports_run_in_no_circle() -> None:
    """Imports for types and inside functions are included; only those of the version are exempt."""
    modules = {name(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
               for path in MODULES}  # fmt: skip
    others = modules.keys() - {"referee"}
    TopologicalSorter(
        {
            module: others & {x if x in others else x.rpartition(".")[0] for x in imports(path)}
            for module, path in modules.items()
        }
    ).prepare()  # raises CycleError, which names the modules


def test_rooms_of_core_and_of_each_game_run_in_no_circle() -> None:
    """A room is a module, or a folder with all its modules."""
    for house in (PACKAGE / "core", *(PACKAGE / "games" / game for game in GAMES)):
        prefix = f"{name(house).replace('/', '.')}."
        rooms: dict[str, set[str]] = {}
        for path in house.rglob("*.py"):
            room = path.relative_to(house).parts[0].removesuffix(".py")
            inside = (each for each in imports(path) if each.startswith(prefix))
            used = {each.removeprefix(prefix).partition(".")[0] for each in inside}
            rooms[room] = rooms.get(room, set()) | used - {room}
        TopologicalSorter(rooms).prepare()


def test_no_game_knows_another_one() -> None:
    for path in MODULES:
        if floor(path) == "games":
            games = {each.split(".")[2] for each in imports(path) if each.startswith(IN_GAMES)}
            assert games <= {path.relative_to(PACKAGE).parts[1]}, name(path)


def test_only_its_own_folder_knows_a_game() -> None:
    """Only a game's own code, templates and static files name it; the rest uses the registry."""
    games = "|".join(game.replace("_", "[_-]") for game in GAMES)
    named = re.compile(rf"\b(?:{games})\b", re.IGNORECASE)
    for path in [*MODULES, *TEMPLATES, *SCRIPTS]:
        if not set(GAMES) & set(path.parts) and path.suffix in (".py", ".html", ".js", ".css"):
            assert named.findall(path.read_text(encoding="utf-8")) == [], name(path)


def test_only_the_web_knows_flask_and_only_the_store_the_database() -> None:
    for path in MODULES:
        known = libraries(path)
        assert floor(path) in {"web", "games", "__init__"} or not known & FLASK, name(path)
        assert is_of_store(path) or not known & DATABASE, name(path)


def test_what_is_pure_reads_no_clock_no_file_and_no_chance() -> None:
    for path in filter(is_pure, MODULES):
        assert libraries(path) & WORLD == set(), name(path)
        assert calls(path) & CALLS == set(), name(path)
        if name(path) not in READERS:
            assert "importlib.resources" not in imports(path), name(path)
            assert not {"resources", "read_text"} & (calls(path) | libraries(path)), name(path)


LOCAL: Final = {"astimezone": 1, "now": 1, "fromtimestamp": 2, "today": None, "localtime": None,
                "mktime": None, "ctime": None}  # fmt: skip
"""Functions that read the server's time zone if they get fewer arguments than this, or always."""


def test_no_module_reads_the_time_zone_of_the_server() -> None:
    found = [
        f"{name(path)}:{call.lineno}"
        for path in MODULES
        for call in nodes(path)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if call.func.attr in LOCAL
        if (least := LOCAL[call.func.attr]) is None or len(call.args) < least
    ]
    assert found == []


def test_no_module_is_over_800_lines() -> None:
    for path in [*MODULES, *(ROOT / "tests").rglob("*.py")]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 800, name(path)


def test_no_two_public_classes_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(name(path))
    assert {each: found for each, found in places.items() if len(found) > 1} == {}


def test_no_line_of_a_template_is_longer_than_can_be_read() -> None:
    for path in TEMPLATES:
        lines = path.read_text(encoding="utf-8").splitlines()
        long = [number for number, line in enumerate(lines, 1) if len(line) >= 160]
        assert long == [], name(path)


INLINE = {
    "script": r"<script(?![^>]*\ssrc=)[^>]*>",
    "style": r"<style\b",
    "style attribute": r"\sstyle\s*=",
    "event attribute": r"\s(?:on[a-z]+|hx-on[^\s=]*)\s*=",
    "another host": r"""(?:src|href|action|hx-\w+)\s*=\s*["'](?:https?:)?//""",
    "script address": r"javascript:",
    "path without what a proxy puts before it": r"request\.(?:full_)?path",
}


def test_templates_have_nothing_inline_and_nothing_foreign() -> None:
    """The check includes parts of templates that no page in the tests shows."""
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        found = {what: re.findall(sign, text, re.IGNORECASE) for what, sign in INLINE.items()}
        assert not any(found.values()), (name(path), found)


def test_the_top_level_holds_what_the_design_names() -> None:
    named = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml",
             "requirements.txt", "referee", "tests", "deploy"}  # fmt: skip
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found <= named
    assert {"pyproject.toml", "referee", "tests"} <= found
