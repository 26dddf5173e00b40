"""Golden files: whole matches with their scorepads, reviewed by a person.

`cases/NAME.json` is a record, `NAME.txt` its sheet as printed by `referee score`, and
`NAME.sheet.json` the sheet's figures and rules without its texts. After a change to the rules
or the output, `python -m tests.games.test_cases` updates the last two; review the diff.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.core.registry import GAMES
from referee.core.sheet import read_record, score, tally_of
from referee.terminal import scorepad

FOLDER = Path(__file__).parents[1] / "cases"
CASES = sorted(path.stem for path in FOLDER.glob("*.json") if not path.stem.endswith(".sheet"))


def record_of(case: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((FOLDER / f"{case}.json").read_text(encoding="utf-8"))
    return record


def printed(case: str) -> str:
    return scorepad(tally_of(read_record(record_of(case))).sheet()) + "\n"


def figures_of(case: str) -> Any:
    return json.loads(
        json.dumps(score(record_of(case))),
        object_hook=lambda part: {
            name: value for name, value in part.items() if name not in ("text", "message")
        },
    )


def written(figures: dict[str, Any]) -> str:
    rows = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in figures["rows"])
    parts = [
        f' "{name}": ' + (f"[\n{rows}\n ]" if name == "rows" else json.dumps(value))
        for name, value in figures.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


@pytest.mark.parametrize("case", CASES)
def test_a_case_prints_as_its_scorepad(case: str) -> None:
    assert printed(case) == (FOLDER / f"{case}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES)
def test_a_case_comes_to_its_sheet(case: str) -> None:
    text = (FOLDER / f"{case}.sheet.json").read_text(encoding="utf-8")
    assert figures_of(case) == json.loads(text)


@pytest.mark.parametrize("case", CASES)
def test_a_case_says_what_it_shows(case: str) -> None:
    assert len(record_of(case)["title"].split()) > 3


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_case_to_its_end_and_one_with_an_error(game: str) -> None:
    sheets = [score(record_of(case)) for case in CASES if record_of(case)["game"] == game]
    assert any(sheet["finished"] for sheet in sheets)
    assert any(problem["severity"] == "error" for sheet in sheets for problem in sheet["problems"])


def test_the_folder_of_cases_holds_nothing_else() -> None:
    names = {f"{case}{ending}" for case in CASES for ending in (".json", ".txt", ".sheet.json")}
    assert {path.name for path in FOLDER.iterdir()} == names


def write() -> None:
    for case in CASES:
        (FOLDER / f"{case}.txt").write_text(printed(case), encoding="utf-8")
        (FOLDER / f"{case}.sheet.json").write_text(written(figures_of(case)), encoding="utf-8")


if __name__ == "__main__":
    write()
