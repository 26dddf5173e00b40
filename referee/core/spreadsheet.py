"""The sheet as a table for a spreadsheet (CSV).

Lines end as RFC 4180 has it, which every spreadsheet and Python's `csv` read on every system. A
text that a spreadsheet would take for a formula gets an apostrophe in front: names come from other
people, and a formula may send away what stands beside it. Figures stay figures.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from typing import Final

from referee.core.findings import Points
from referee.core.sheet import Sheet

FORMULA: Final = re.compile(r"(^|;)(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n])")
"""How such a text begins. Blanks before it are skipped by some spreadsheets, and the wide signs are
what they are on a Japanese keyboard. Where the comma is the decimal sign, spreadsheets split lines
at semicolons, also within quotes that do not begin the line: so it counts there too."""

Cell = str | Points | None
"""What stands in a field of a table; nothing for None."""


def sheet_as_csv(sheet: Sheet) -> str:
    """The heads, a line an entry with its problems, and the totals."""
    rows = (
        [row.heading.label, *row.cells, "; ".join(each.in_full for each in row.problems)]
        for row in sheet.rows
    )
    heads = ["label", *(column.name for column in sheet.columns), "problems"]
    return as_csv([heads, *rows, ["Total", *sheet.totals, None]])


def as_csv(lines: Iterable[Sequence[Cell]]) -> str:
    """A table as CSV."""
    writer = csv.writer(_Echo())
    return "".join(
        writer.writerow(
            [FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell for cell in line]
        )
        for line in lines
    )


class _Echo:
    """The file that a `csv.writer` wants: what is written to it, `writerow` returns."""

    def write(self, line: str) -> str:
        return line
