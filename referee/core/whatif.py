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
"""Of each column of either sheet its name, the figure before and after; None where it has none."""


@dataclass(frozen=True)
class RowApart:
    """A row that differs: its place on the sheet from 0, and its cells both ways."""

    number: int
    label: str
    """As it is called now."""
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
        """The options that differ, each in words as it is and as it would be."""
        old, new = self.before.seating, self.after.seating
        return [
            (choice, choice.label(was), choice.label(will))
            for choice in choices(type(old.options), old.players)
            if (was := getattr(old.options, choice.name))
            != (will := getattr(new.options, choice.name))
        ]

    @property
    def totals(self) -> SideBySide:
        """The totals, also those that stay."""
        return self._side_by_side(self.before.totals, self.after.totals)

    @property
    def rows(self) -> list[RowApart]:
        """The rows that differ."""
        return [
            RowApart(
                number,
                old.heading.label,
                old.cells,
                new.cells,
                self._side_by_side(old.cells, new.cells),
            )
            for number, (old, new) in enumerate(self._rows())
            if old.cells != new.cells
        ]

    @property
    def new_problems(self) -> list[tuple[int, Problem]]:
        """What would be wrong and is not now, each with the number of its row."""
        return list(_only(self._rows(), of=1))

    @property
    def gone_problems(self) -> list[tuple[int, Problem]]:
        """What is wrong now and would not be."""
        return list(_only(self._rows(), of=0))

    @property
    def broken(self) -> list[int]:
        """The rows that would become impossible."""
        return [
            number
            for number, (old, new) in enumerate(self._rows())
            if new.has_error and not old.has_error
        ]

    def as_json(self) -> dict[str, Any]:
        """The comparison in its public shape."""
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
        old, new = _by_column(self.before, before), _by_column(self.after, after)
        return tuple((name, old.get(name), new.get(name)) for name in {**old, **new})

    def _rows(self) -> Iterator[tuple[Row, Row]]:
        return zip(self.before.rows, self.after.rows, strict=True)


def whatif(record: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """What a record would come to under other options, all as plain JSON values.

    Raises:
        NotARecord: where it is no record, or cannot be read under these options.
    """
    return compare(record, options).as_json()


def compare(record: dict[str, Any], options: dict[str, Any]) -> WhatIf:
    """A record, and the same under other options.

    Those that are named take the place of the record's; one that is null has its default.

    Raises:
        NotARecord: where it is no record, or cannot be read under these options.
    """
    before = tally_of(read_record(record))
    plain_json(options)
    if not isinstance(options, dict):
        raise refuse("must be a JSON object", "options")
    other = {**(record.get("options") or {}), **options}
    return WhatIf(before, tally_of(read_record({**record, "options": other})))


def _by_column(tally: Tally, cells: Cells) -> dict[str, Points | None]:
    return {column.name: cell for column, cell in zip(tally.columns, cells, strict=True)}


def _only(rows: Iterator[tuple[Row, Row]], of: int) -> Iterator[tuple[int, Problem]]:
    """The problems of one of the two sheets that the other has not."""
    for number, pair in enumerate(rows):
        known = pair[1 - of].problems
        yield from ((number, problem) for problem in pair[of].problems if problem not in known)
