"""The guide for writing a game names everything there is to declare, and nothing else."""

from __future__ import annotations

import ast
import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import signature
from typing import Any, Final

import pytest

from tests.made_up.test_made_up_games import GUIDE, HERE, MOST_LINES

TEXT: Final = GUIDE.read_text("utf-8")
NAME: Final = re.compile(r"`(\w+)`")
TABLES: Final = {
    full: {*NAME.findall("".join(re.findall(r"^\| (`.*?) \|", table, re.M)))}
    for full, table in re.findall(r"^### `(\S+)`\n(.*?)(?=^##|\Z)", TEXT, re.M | re.S)
}
"""Names in the tables below each heading: the full name of a class, a function or a module."""
FIELDS: Final = "referee.web.forms.fields"
ROWS: Final = {FIELDS: TABLES.pop(FIELDS)} | {
    module: {*NAME.findall(names)}
    for module, names in re.findall(
        r"^\| `([\w.]+)` \| (.+) \|$", TEXT.partition("## Also")[2], re.M
    )
}
STABLE: Final = {*TABLES, *(f"{module}.{name}" for module in ROWS for name in ROWS[module])}
"""Full names of everything that a game may import."""


def find(full: str) -> Any:
    module, _, name = full.rpartition(".")
    return getattr(import_module(module), name)


@pytest.mark.parametrize("full", TABLES)
def test_each_table_names_all_that_there_is_to_declare(full: str) -> None:
    thing = find(full)
    if not isinstance(thing, type):
        assert TABLES[full] == {*signature(thing).parameters}
        return
    own = {name for name in (*vars(thing), *thing.__annotations__) if not name.startswith("_")}
    needed = {field.name for field in fields(thing)} if is_dataclass(thing) else own
    assert needed <= TABLES[full] <= own


def test_every_name_to_import_exists() -> None:
    assert len(ROWS) > 10
    assert [full for full in STABLE if find(full) is None] == []


def test_the_games_to_copy_import_only_stable_names() -> None:
    for path in (
        each for folder in (HERE / "quillet", *MOST_LINES) for each in folder.glob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("referee."):
                assert {f"{node.module}.{each.name}" for each in node.names} <= STABLE, path


def test_the_guide_shows_the_entry_point_of_low_nine() -> None:
    (shown,) = re.findall(r"```toml\n(.+?)```", TEXT, re.S)
    assert shown in (HERE / "low_nine" / "pyproject.toml").read_text("utf-8")
