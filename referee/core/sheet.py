"""The sheet, a pure function of the record.

`score` takes and returns plain JSON values, in the shapes of the public contract. `Tally` is the
same fold step by step, so that a long game need not be judged anew for one more entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from referee.core.findings import Line, Points, Problem, merge_by_rule
from referee.core.game import (
    AnyGame,
    Column,
    Due,
    Explanation,
    Heading,
    Outcome,
    Standing,
    find_sides,
)
from referee.core.record import AnySpec, Entry, Record, read
from referee.core.registry import GAMES
from referee.core.seating import Seating
from referee.core.text import Said, said

SPECS: dict[str, AnySpec] = {name: game.spec for name, game in GAMES.items()}


@dataclass(frozen=True, eq=False)
class Row:
    """One entry on the sheet: a cell and its receipt a column, and what is wrong with it.

    With an error all cells are None and the receipts empty. Rows that say the same are equal.
    """

    heading: Heading
    cells: tuple[Points | None, ...]
    problems: tuple[Problem, ...]
    explain: Callable[[], Explanation]
    """Its receipt, which is made once somebody asks."""

    @cached_property
    def explanation(self) -> Explanation:
        return self.explain()

    @property
    def why(self) -> tuple[tuple[Line, ...], ...]:
        return self.explanation.why

    @property
    def marks(self) -> tuple[str, ...]:
        return self.explanation.marks

    @property
    def sums(self) -> tuple[str, ...]:
        return self.explanation.sums

    @property
    def note(self) -> Said:
        return self.explanation.note

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Row)
            and (self.heading, self.cells, self.problems)
            == (other.heading, other.cells, other.problems)
            and self.explanation == other.explanation
        )

    __hash__ = None  # type: ignore[assignment]  # to tell it, the receipt would have to be made

    @property
    def has_error(self) -> bool:
        """Whether the entry is impossible, and so scores nothing."""
        return bool(self.problems) and any(each.severity == "error" for each in self.problems)

    @property
    def open_warnings(self) -> tuple[Problem, ...]:
        """The warnings that the table has not confirmed."""
        return tuple(p for p in self.problems if p.severity == "warning" and not p.accepted)


@dataclass(frozen=True)
class Sheet:
    """What a record comes to."""

    game: AnyGame
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Points, ...]
    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    due: Due | None
    check: Line | None
    notes: tuple[str, ...] = ()
    """What to write small under each total."""
    aim: int | None = None
    """The mark to which the game goes."""

    @property
    def has_teams(self) -> bool:
        return any(column.kind == "team" for column in self.columns)

    @property
    def sides(self) -> tuple[int, ...]:
        return find_sides(self.columns)

    @property
    def finished(self) -> bool:
        """Whether the game is over and nothing in it is wrong."""
        return self.due is None

    def as_json(self) -> dict[str, Any]:
        rows: list[dict[str, Any]] = [
            {
                "entry": number,
                "label": row.heading.label,
                "cells": list(row.cells),
                "why": [
                    [
                        {"rule": line.rule, "points": line.points, "text": line.text}
                        for line in lines
                    ]
                    for lines in row.why
                ],
                "problems": [problem_json(number, problem) for problem in row.problems],
            }
            for number, row in enumerate(self.rows)
        ]
        due = None
        if self.due is not None:
            due = {name: getattr(self.due, name) for name in ("kind", "label", "dealer", "text")}
            if self.due.entry is not None:
                due["entry"] = self.due.entry
        return {
            "game": self.game.name,
            "columns": [column.name for column in self.columns],
            "rows": rows,
            "totals": list(self.totals),
            "standings": [vars(standing).copy() for standing in self.standings],
            "finished": self.finished,
            "winners": list(self.winners),
            "next": due,
            "problems": [problem for row in rows for problem in row["problems"]],
        }


@dataclass(frozen=True, eq=False)
class Tally:
    """A game scored so far, entry by entry: frozen, the next entry gives another one.

    It keeps the game's state at every row.
    """

    game: AnyGame
    seating: Seating[Any]
    rows: tuple[Row, ...]
    states: tuple[Any, ...]
    """Before each row, and after the last."""
    first_error: int | None = None
    """The first row that is impossible."""

    @classmethod
    def start(cls, game: AnyGame, seating: Seating[Any]) -> Tally:
        return cls(game, seating, (), (game.start(seating),))

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        return self.game.columns(self.seating)

    def judge(self, entry: Entry, at: int | None = None) -> Row:
        """The row that this entry would get at this place (default: as the next one)."""
        return self._judged(self.state(at), entry)[1]

    def with_entries(self, entries: Iterable[Entry]) -> Tally:
        rows: list[Row] = []
        states: list[Any] = []
        state, first_error = self.states[-1], self.first_error
        for entry in entries:
            state, row = self._judged(state, entry)
            if first_error is None and row.has_error:
                first_error = len(self.rows) + len(rows)
            rows.append(row)
            states.append(state)
        all_rows, all_states = (*self.rows, *rows), (*self.states, *states)
        return Tally(self.game, self.seating, all_rows, all_states, first_error)

    def first(self, rows: int) -> Tally:
        error = self.first_error
        error = None if error is None or error >= rows else error
        return Tally(self.game, self.seating, self.rows[:rows], self.states[: rows + 1], error)

    def state(self, at: int | None = None) -> Any:
        """The game's own state before the row at this place (default: after all rows)."""
        return self.states[len(self.rows) if at is None else at]

    @property
    def lowest_wins(self) -> bool:
        return self.game.lowest_wins(self.seating.options)

    @property
    def has_errors(self) -> bool:
        return self.first_error is not None

    def outcome(self, at: int | None = None) -> Outcome:
        """How the game stands then: while an error stands it has no winner."""
        return self._outcome if at is None else self.game.outcome(self.seating, self.state(at))

    @cached_property
    def _outcome(self) -> Outcome:
        outcome = self.game.outcome(self.seating, self.state())
        if self.first_error is None or outcome.due is not None:
            return outcome
        row = self.rows[self.first_error]
        label = row.heading.label
        first = next(problem for problem in row.problems if problem.severity == "error")
        due = Due(
            kind="correct",
            label=label,
            name=label,
            dealer=None,
            headline=said("{label} has to be corrected or struck", label=label),
            details=first.message,
            rules=(first.rule,),
            entry=self.first_error,
        )
        return replace(outcome, winners=(), due=due)

    @property
    def totals(self) -> tuple[Points, ...]:
        totals: tuple[Points, ...] = self.state().totals
        return totals

    def sheet(self) -> Sheet:
        outcome = self.outcome()
        return Sheet(
            self.game,
            self.columns,
            self.rows,
            self.totals,
            outcome.standings,
            outcome.winners,
            outcome.due,
            outcome.check,
            outcome.notes,
            outcome.aim,
        )

    def _judged(self, state: Any, entry: Entry) -> tuple[Any, Row]:
        game, seating = self.game, self.seating
        heading = game.heading(seating, state, entry)
        problems = tuple(
            replace(each, accepted=each.severity == "warning" and each.rule in entry.accepted)
            for each in merge_by_rule(game.problems(seating, state, entry))
        )
        if any(problem.severity == "error" for problem in problems):
            columns = len(self.columns)
            empty: tuple[tuple[Line, ...], ...] = ((),) * columns
            row = Row(heading, (None,) * columns, problems, partial(Explanation, empty))
            return game.after_error(seating, state, entry), row
        scored = game.score(seating, state, entry)
        return scored.state, Row(heading, scored.cells, problems, scored.explain)


def tally_of(record: Record) -> Tally:
    seating = Seating(tuple(record.players), record.options)
    return Tally.start(GAMES[record.game], seating).with_entries(record.entries)


def read_record(data: Any) -> Record:
    """The record in plain JSON values.

    Raises:
        NotARecord: with every fault and its place.
    """
    return read(data, SPECS)


def score(record: dict[str, Any]) -> dict[str, Any]:
    """The sheet of a record, both as plain JSON values.

    Raises:
        NotARecord: where it is none.
    """
    return tally_of(read_record(record)).sheet().as_json()


def problem_json(number: int, problem: Problem) -> dict[str, Any]:
    """A problem of the entry of this number, in the public shape."""
    shown = {
        "entry": number,
        "rule": problem.rule,
        "severity": problem.severity,
        "message": problem.message,
    }
    return shown | {"accepted": True} if problem.accepted else shown
