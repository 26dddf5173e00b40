"""How the package is built: a leg for every kind of entry, one name for one thing."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import referee
from referee.games.card_triathlon.rules import BY_NAME, GAME, LEGS

ROOT = Path(referee.__file__).parent
PACKAGE = ROOT / "games" / "card_triathlon"


def classes_of(file: Path) -> list[str]:
    """The public classes of a module."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    return [name for name in names if not name.startswith("_")]


def test_every_kind_of_entry_has_its_leg() -> None:
    assert set(LEGS) == set(GAME.spec.kinds)
    assert [kind for kind, leg in LEGS.items() if leg.kind != kind] == []
    assert set(BY_NAME) == {"B", "C", "D", None}


def test_no_public_class_of_the_game_has_the_name_of_another() -> None:
    own = [name for file in PACKAGE.rglob("*.py") for name in classes_of(file)]
    every = Counter(name for file in ROOT.rglob("*.py") for name in classes_of(file))
    assert [name for name in own if every[name] > 1] == []


def test_no_text_of_a_rule_is_an_f_string() -> None:
    says = {"Problem", "Line", "Ruling", "Due", "Fault", "error", "warning", "GroupBreach"}
    for file in PACKAGE.rglob("*.py"):
        if file.name.startswith(("form", "figures", "hand_", "auction_page")):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in says:
                texts = [*node.args, *(keyword.value for keyword in node.keywords)]
                assert not any(isinstance(text, ast.JoinedStr) for text in texts), file
