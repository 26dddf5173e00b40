"""The sheet as CSV: what goes in comes out again, figures are figures and no name is a formula."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.sheet import read_record, tally_of
from referee.core.spreadsheet import as_csv, sheet_as_csv
from tests.games.records import Json, deal, figures, thirty_one, tribello
from tests.games.test_cases import CASES, record_of


def lines_of(record: Json) -> list[list[str]]:
    return lines_in(sheet_as_csv(tally_of(read_record(record)).sheet()))


def lines_in(text: str) -> list[list[str]]:
    assert text.endswith("\r\n")
    return [*csv.reader(io.StringIO(text, newline=""))]


def test_heads_first_then_a_line_an_entry_then_the_totals() -> None:
    lines = lines_of(tribello(deal(8, 4, 1), deal(8, 4, 2)))
    assert lines[0] == ["label", "Ann", "Ben", "Cleo", "problems"]
    assert lines[1] == ["Round 1, deal 1", "2", "0", "-2", ""]
    assert lines[2][:4] == ["Round 1, deal 2", "", "", ""]
    assert lines[3] == ["Total", "2", "0", "-2", ""]
    assert lines[2][4].startswith("error: ")
    assert lines[2][4].endswith("[tribello.tricks-total]")


def test_a_half_is_written_as_one() -> None:
    assert lines_of(thirty_one(2, figures(21, 30.5)))[1][1:3] == ["21", "30.5"]


@pytest.mark.parametrize("case", CASES)
def test_the_figures_are_those_of_the_sheet(case: str) -> None:
    record = record_of(case)
    sheet = tally_of(read_record(record)).sheet()
    first, *rows, last = lines_of(record)
    assert first[1:-1] == [each.name for each in sheet.columns]
    assert [row[0] for row in rows] == [row.heading.label for row in sheet.rows]
    assert [row[1:-1] for row in rows] == [shown(row.cells) for row in sheet.rows]
    assert last[1:-1] == shown(sheet.totals)
    for line, row in zip(rows, sheet.rows, strict=True):
        assert all(problem.rule in line[-1] for problem in row.problems)
        assert bool(line[-1]) == bool(row.problems)


def shown(cells: Any) -> list[str]:
    return ["" if cell is None else str(cell) for cell in cells]


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+1", "-1", "@Ann", "\t=1", "\r1", "\n1", "\tAnn", "  =1", "\xa0+1", "＝1", " ＠x"],
)
def test_a_text_that_would_be_a_formula_gets_an_apostrophe(name: str) -> None:
    assert lines_in(as_csv([[name, 1]])) == [[f"'{name}", "1"]]


def test_a_text_that_would_be_a_formula_behind_a_semicolon_gets_one_too() -> None:
    rows: list[tuple[str, str]] = [
        ("x;=1+1", "x;'=1+1"), ("x; -1;y", "x;' -1;y"), ("=1;@2", "'=1;'@2"), ("x;y=1", "x;y=1"),
    ]  # fmt: skip
    for name, written in rows:
        assert lines_in(as_csv([[name, 1]])) == [[written, "1"]], name


def test_any_other_text_stays_as_it_is() -> None:
    for name in ("Ann", "Ann+Cleo", "1-1", " Ann", "'Ann", "−1", "", "x=1", "Zoë ♠", "(=1)"):
        assert lines_in(as_csv([[name, 1]])) == [[name, "1"]], name


def test_a_figure_stays_a_figure() -> None:
    rows: list[float] = [-1, 0, 30.5, -30.5, -42_200]
    for figure in rows:
        assert as_csv([["Ann", figure]]) == f"Ann,{figure}\r\n", figure


def test_names_in_the_heads_are_no_formulas_either() -> None:
    names = ["=cmd|' /C calc'!A0", 'Ben "the ace", 2nd', "Zoë;♠"]
    assert lines_of(tribello() | {"players": names})[0][1:4] == [f"'{names[0]}", *names[1:]]


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2), min_size=1))
def test_whatever_the_texts_are_the_fields_are_the_same(lines: list[list[str]]) -> None:
    read = lines_in(as_csv(lines))
    assert [[*map(len, line)] for line in read] != [] == [line for line in read if not line]
    for line, found in zip(lines, read, strict=True):
        for text, field in zip(line, found, strict=True):
            assert field.replace("'", "") == text.replace("'", "")
            assert not field.startswith(("\t", "\r"))
            for part in field.split(";"):
                assert not part.lstrip(" ").startswith(("=", "+", "-", "@"))
