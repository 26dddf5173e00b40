"""Public names of the package, and lazy loading."""

from __future__ import annotations

import subprocess
import sys

import pytest

import referee
from referee.core import rulings, sheet, validation
from tests.games.records import deal, tribello

HEAVY = {"flask", "werkzeug", "jinja2", "sqlalchemy", "sqlmodel", "alembic", "pydantic", "granian"}


def loaded(program: str) -> set[str]:
    """Names of the modules that a program loads: ours in full, others only by package."""
    program += "\nimport sys; print(*sys.modules)"
    run = [sys.executable, "-c", program]
    names = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    return {name if name.startswith("referee") else name.partition(".")[0] for name in names}


def test_referee_alone_loads_nothing_heavy_and_no_other_module_of_its_own() -> None:
    found = loaded("import referee; referee.__version__; dir(referee)")
    assert found & HEAVY == set()
    assert {name for name in found if name.startswith("referee")} == {"referee"}


def test_the_rules_load_no_page_and_no_database() -> None:
    for program in (
        "import referee; referee.score; referee.ask; referee.sheet",
        "from referee import score, ask, NotARecord", "import referee.core.sheet",
        "import referee.__main__",
    ):  # fmt: skip
        found = loaded(program)
        assert found & (HEAVY - {"pydantic"}) == set()
        assert [name for name in found if name.startswith(("referee.web", "referee.matches"))] == []


def test_a_refusal_alone_loads_no_game() -> None:
    found = loaded("from referee import NotARecord")
    assert {name for name in found if name.startswith("referee.games")} == set()


def test_the_public_names_are_those_of_the_core() -> None:
    assert (referee.score, referee.ask, referee.sheet) == (sheet.score, rulings.ask, sheet)
    assert referee.NotARecord is validation.NotARecord
    assert issubclass(referee.NotARecord, ValueError)
    lazy = {"NotARecord", "ask", "score", "story", "whatif"}
    assert set(referee.__all__) <= set(vars(referee)) | lazy
    with pytest.raises(AttributeError):
        getattr(referee, "no_such_name")  # noqa: B009  # mypy knows that there is none


def test_score_and_ask_take_and_return_plain_values() -> None:
    record = tribello(deal(8, 4, 1))
    assert referee.score(record)["totals"] == [2, 0, -2]
    answer = referee.ask({"game": "tribello", "question": "quota", "deal": 1})
    assert answer["answer"]["quotas"] == [6, 4, 3]
    for call in (referee.score, referee.ask):
        with pytest.raises(referee.NotARecord):
            call({"game": "whist"})
