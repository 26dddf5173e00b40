"""Sentences about rules come from whole templates in `_` and are never glued together."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "referee"

SPEAKING = {"Problem", "Line", "Ruling", "Due", "Fault", "GroupBreach", "error", "warning", "_"}
"""Functions and classes that take a sentence; all but `_` take a rule id first."""
BUILDERS = {"join", "replace", "removesuffix", "removeprefix", "capitalize"}
"""String methods that build a text without a template."""

Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef


def chosen(node: ast.expr) -> Iterator[ast.expr]:
    """The possible values of an expression: `x` and `y` for `x if a else y`."""
    match node:
        case ast.IfExp():
            yield from (*chosen(node.body), *chosen(node.orelse))
        case ast.BoolOp():
            yield from (part for value in node.values for part in chosen(value))
        case ast.NamedExpr() | ast.Starred():
            yield from chosen(node.value)
        case _:
            yield node


def is_text(node: ast.expr) -> bool:
    return (isinstance(node, ast.Constant) and isinstance(node.value, str)) or is_glued(node)


def is_glued(node: ast.expr) -> bool:
    """Whether this expression builds a text with an f-string, `+`, `%`, `.format()` or the like."""
    match node:
        case ast.JoinedStr():
            return True
        case ast.BinOp(left=left, op=ast.Add() | ast.Mod(), right=right):
            return is_text(left) or is_text(right)
        case ast.Call(func=ast.Attribute(value=text, attr="format")):
            return is_text(text)
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in BUILDERS
    return False


def within(scope: Scope) -> Iterator[ast.AST]:
    """The nodes of a function or module, without those inside nested functions."""
    waiting: list[ast.AST] = list(scope.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)


def names_of_glued_texts(scope: Scope) -> set[str]:
    found = set()
    for node in within(scope):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
                | ast.AugAssign(target=ast.Name(id=name), value=value)
            ):
                if any(map(is_glued, chosen(value))):
                    found.add(name)
    return found


def handed_over(call: ast.Call) -> Iterable[ast.expr]:
    """The arguments of a call that are sentences or their values, not rule ids."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in SPEAKING:
            ids = 0 if name == "_" else 1
            named = [each.value for each in call.keywords if each.arg not in ("rule", "rules")]
            return [*call.args[ids:], *named]
    return ()


def glued(source: str) -> list[int]:
    """Numbers of the lines on which a glued text is used as a sentence."""
    tree, lines = ast.parse(source), set()
    scopes = [node for node in ast.walk(tree) if isinstance(node, Scope)]
    for scope in scopes:
        names = names_of_glued_texts(scope)
        for call in within(scope):
            for argument in handed_over(call) if isinstance(call, ast.Call) else ():
                for part in chosen(argument):
                    if is_glued(part) or (isinstance(part, ast.Name) and part.id in names):
                        lines.add(part.lineno)
    return sorted(lines)


@pytest.mark.parametrize(
    ("source", "is_fine"),
    [
        ('error(RULE, _("{n} left.", n=n))', True),
        ('error(f"{game}.play", _("Nothing left."))', True),
        ("error(RULE, message, field='a' + 'b')", False), ('error(RULE, f"{n} left.")', False),
        ('error(RULE, "Left: " + n)', False), ('error(RULE, "Left: %s" % n)', False),
        ('error(RULE, "Left: {}".format(n))', False), ('error(RULE, ", ".join(names))', False),
        ('findings.warning(RULE, f"{n} left.")', False), ('Line(RULE, 3, f"{n} left.")', False),
        ('Line(RULE, 3 + 4, _("{n} left.", n=n))', True),
        ('Line(RULE, 3, _("a") if x else f"{n} left.")', False),
        ('Fault(RULE, "nothing" if x else _("{n} left", n=n))', True),
        ('Due(kind="deal", headline=f"{n} deals")', False),
        ('Ruling(rule=f"{game}.play", text=_("a"))', True), ('_(f"{n} left.")', False),
        ('_("{left}.", left=f"{n} left")', False),
        ('def f():\n    message = f"{n} left."\n    return error(RULE, message)', False),
        ('def f():\n    message = _("{n} left.", n=n)\n    return error(RULE, message)', True),
        ('def f():\n    shown = f"{n}"\ndef g(shown):\n    return error(RULE, shown)', True),
        ('other(RULE, f"{n} left.")', True),
    ],
)  # fmt: skip
def test_what_is_glued_is_recognised(source: str, is_fine: bool) -> None:
    assert (glued(source) == []) is is_fine


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def test_no_sentence_of_a_rule_is_glued() -> None:
    for path in PACKAGE.rglob("*.py"):
        if name(path) != "core/text.py":
            assert glued(path.read_text(encoding="utf-8")) == [], name(path)
