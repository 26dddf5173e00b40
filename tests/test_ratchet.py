"""Upper bounds on the size of the code and on what a deal runs through; they may only fall."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Final

from tests.test_house import MODULES, PACKAGE, ROOT, SCRIPTS, TEMPLATES, nodes
from tests.web.phones import Page, Phone, app_over

DEAL: Final = {"files": 29, "functions": 170, "changes of file": 188}
CARD: Final = {"files": 28, "functions": 159, "changes of file": 176}
SIZES: Final = {
    "modules": 170,
    "functions": 2_773,
    "lines of Python": 41_231,
    "lines of templates": 5_057,
    "lines of scripts": 3_141,
    "lines of tests": 61_144,
}
PICKUP: Final = {"files": 5, "places": 37}
"""Files and lines with Tribello's `pickup`, as an example of a fact that a game records."""

Called = tuple[str, str, int]
"""File, name and first line of a function or template that was called."""


def traced(act: Callable[[], Page]) -> dict[str, int]:
    """Count files and named functions that `act` runs through, and how often the file changes."""
    calls: list[Called] = []

    def hear(frame: FrameType, what: str, _of: object) -> None:
        code = frame.f_code
        if what == "call" and code.co_filename.startswith(str(PACKAGE)):
            calls.append((code.co_filename, code.co_name, code.co_firstlineno))

    sys.setprofile(hear)
    try:
        page = act()
    finally:
        sys.setprofile(None)
    assert page.status == 303, page.text
    files = [file for file, *_ in calls]
    return {
        "files": len({*files}),
        "functions": len({call for call in calls if not call[1].startswith("<")}),
        "changes of file": sum(one != other for one, other in pairwise(files)),
    }


def lines(paths: Iterable[Path]) -> int:
    return sum(path.read_bytes().count(b"\n") for path in paths if path.suffix != ".woff2")


def within(measured: dict[str, int], bounds: dict[str, int]) -> None:
    assert measured.keys() == bounds.keys()
    assert {each: n for each, n in measured.items() if n > bounds[each]} == {}


def test_a_deal_and_a_card_run_through_no_more_code_than_before(tmp_path: Path) -> None:
    phone = Phone(app_over(tmp_path))
    match = phone.start("tribello", "Ann", "Ben", "Cleo")
    for _ in range(3):  # the last one is warm
        page = phone.open(match.to_score)
        deal = traced(lambda: phone.answer(page, "/entries", tricks0="6", tricks1="4"))  # noqa: B023
    within(deal, DEAL)
    page = match.begin(trump="S")
    for card in ("AS", "2S", "KS"):
        card_played = traced(lambda: phone.answer(page, "/play/card", card=card))  # noqa: B023
        page = phone.open(match.to_score)
    within(card_played, CARD)


def test_the_code_has_not_grown() -> None:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    sizes = {
        "modules": len(MODULES),
        "functions": sum(isinstance(node, functions) for path in MODULES for node in nodes(path)),
        "lines of Python": lines(MODULES),
        "lines of templates": lines(TEMPLATES),
        "lines of scripts": lines(path for path in SCRIPTS if path.suffix == ".js"),
        "lines of tests": lines((ROOT / "tests").rglob("*.py")),
    }
    within(sizes, SIZES)


def test_a_recorded_fact_is_spelled_in_few_places() -> None:
    spelled = [
        sum("pickup" in line for line in path.read_text(encoding="utf-8").splitlines())
        for path in [*MODULES, *TEMPLATES, *SCRIPTS]
        if path.suffix in (".py", ".html", ".js")
    ]
    within({"files": sum(map(bool, spelled)), "places": sum(spelled)}, PICKUP)
