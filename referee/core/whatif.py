"""What if: the same entries under other options, compared row by row and total by total."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.core.findings import Points, Problem
from referee.core.options import Choice, choices
from referee.core.record import plain_json
from referee.core.sheet import Row, Tally, problem_json, read_record, tally_of
from referee.core.validation import refuse

Cells = tuple[Points | None, ...]
SideBySide = tuple[tuple[str, Points | None, Points | None], ...]
"""Of each column of either sheet: its name, the figure before and after; None for no figure."""


@dataclass(frozen=True)
class RowApart:
    """A row that differs, with its cells both ways."""

    number: int
    """From 0."""
    label: str
    before: Cells
    after: Cells
    cells: SideBySide


@dataclass(frozen=True)
class WhatIf:
    """What other options would alter, from the tallies of the same entries."""

    before: Tally
    after: Tally

    @property
    def options(self) -> list[tuple[Choice, str, str]]:
        """The options that differ, in words: as it is and as it would be."""
        old, new = self.before.seating, self.after.seating
        return [
            (choice, choice.label(was), choice.label(will))
            for choice in choices(type(old.options), old.players)
            if (was := getattr(old.options, choice.name))
            != (will := getattr(new.options, choice.name))
        ]

    @property
    def totals(self) -> SideBySide:
        return self._side_by_side(self.before.totals, self.after.totals)

    @property
    def rows(self) -> list[RowApart]:
        found = []
        for number, (old, new) in enumerate(self._rows()):
            if old.cells != new.cells:
                cells = self._side_by_side(old.cells, new.cells)
                found.append(RowApart(number, old.heading.label, old.cells, new.cells, cells))
        return found

    @property
    def new_problems(self) -> list[tuple[int, Problem]]:
        """What would be wrong and is not now, with the numbers of the rows."""
        return self._problems_only(of=1)

    @property
    def gone_problems(self) -> list[tuple[int, Problem]]:
        return self._problems_only(of=0)

    @property
    def broken(self) -> list[int]:
        """The numbers of the rows that would become impossible."""
        return [
            number
            for number, (old, new) in enumerate(self._rows())
            if new.has_error and not old.has_error
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "totals": {"before": list(self.before.totals), "after": list(self.after.totals)},
            "rows": [
                {
                    "entry": row.number,
                    "label": row.label,
                    "before": list(row.before),
                    "after": list(row.after),
                }
                for row in self.rows
            ],
            "problems": {
                "new": [problem_json(*each) for each in self.new_problems],
                "gone": [problem_json(*each) for each in self.gone_problems],
            },
        }

    def _side_by_side(self, before: Cells, after: Cells) -> SideBySide:
        old, new = (
            {column.name: cell for column, cell in zip(tally.columns, cells, strict=True)}
            for tally, cells in ((self.before, before), (self.after, after))
        )
        return tuple((name, old.get(name), new.get(name)) for name in {**old, **new})

    def _rows(self) -> Iterator[tuple[Row, Row]]:
        return zip(self.before.rows, self.after.rows, strict=True)

    def _problems_only(self, of: int) -> list[tuple[int, Problem]]:
        """The problems of one of the two sheets (0 or 1) that the other has not, by rows."""
        return [
            (number, problem)
            for number, pair in enumerate(self._rows())
            for problem in pair[of].problems
            if problem not in pair[1 - of].problems
        ]


def whatif(record: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """What a record would come to under other options, as plain JSON values.

    Raises:
        NotARecord: as `compare`.
    """
    return compare(record, options).as_json()


def compare(record: dict[str, Any], options: dict[str, Any]) -> WhatIf:
    """A record, and the same with these options over its own; null stands for the default.

    Raises:
        NotARecord: if it is no record, or cannot be read under these options.
    """
    before = tally_of(read_record(record))
    plain_json(options)
    if not isinstance(options, dict):
        raise refuse("must be a JSON object", "options")
    other = {**(record.get("options") or {}), **options}
    return WhatIf(before, tally_of(read_record({**record, "options": other})))
