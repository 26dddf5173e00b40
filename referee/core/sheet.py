"""The score sheet, computed as a pure function of the record.

`score` takes and returns plain JSON values, in the public format. `Tally` scores entry by entry, so
that adding one to a long game doesn't score the others again.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, Final

from referee.core.adjustment import adjustment_heading, adjustment_problems, score_adjustment
from referee.core.findings import Line, Points, Problem, merge_by_rule, warning
from referee.core.game import (
    AnyGame,
    Column,
    Due,
    Explanation,
    Heading,
    Outcome,
    Standing,
    find_sides,
    winners,
)
from referee.core.options import Choice, choices
from referee.core.record import FORMAT, Adjustment, Closing, Entry, Record, plain_json
from referee.core.registry import GAMES, read_game
from referee.core.setup import Setup, Setups
from referee.core.text import ENGLISH, Translator, _, _p, joined, listed
from referee.core.validation import refuse, shown


@dataclass(frozen=True, eq=False)
class Row:
    """One entry on the sheet. If it has an error, all cells are None and all receipts are empty."""

    heading: Heading
    cells: tuple[Points | None, ...]
    problems: tuple[Problem, ...]
    explain: Callable[[], Explanation]  # its receipt, computed on demand
    is_adjustment: bool = False

    @cached_property
    def explanation(self) -> Explanation:
        return self.explain()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Row)
            and (self.heading, self.cells, self.problems)
            == (other.heading, other.cells, other.problems)
            and self.explanation == other.explanation
        )

    __hash__ = None  # type: ignore[assignment]  # a hash would need the receipt

    @property
    def has_error(self) -> bool:
        return bool(self.problems) and any(each.severity == "error" for each in self.problems)

    def with_names(self, old: Sequence[str], new: Sequence[str]) -> Row:
        """Return this row with other names of players in its texts, such as substitutes'."""
        names = {one: other for one, other in zip(old, new, strict=True) if one != other}
        if not names:
            return self
        return replace(
            self,
            problems=tuple(each.with_names(names) for each in self.problems),
            explain=lambda: self.explanation.with_names(names),
        )

    @property
    def open_warnings(self) -> tuple[Problem, ...]:
        """Warnings that the table has not accepted."""
        return tuple(p for p in self.problems if p.severity == "warning" and not p.accepted)


@dataclass(frozen=True, kw_only=True)
class Sheet(Outcome):
    game: AnyGame
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Points, ...]
    is_closed: bool
    problems: tuple[Problem, ...]
    """Problems that aren’t about an entry."""
    away: frozenset[int]

    @property
    def has_teams(self) -> bool:
        return any(column.kind == "team" for column in self.columns)

    @property
    def sides(self) -> tuple[int, ...]:
        return find_sides(self.columns)

    @property
    def finished(self) -> bool:
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
                    for lines in row.explanation.why
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
        problems = [problem for row in rows for problem in row["problems"]]
        sheet = {
            "game": self.game.name,
            "columns": [column.name for column in self.columns],
            "rows": rows,
            "totals": list(self.totals),
            "standings": [vars(standing).copy() for standing in self.standings],
            "finished": self.finished,
            "winners": list(self.winners),
            "next": due,
            "problems": problems + [problem_json(None, problem) for problem in self.problems],
        }
        return sheet | {"closed": True} if self.is_closed else sheet


@dataclass(frozen=True, eq=False)
class Tally:
    """The score so far, with the game's state before each row.

    A tally is immutable: `with_entries` returns a new one.
    """

    game: AnyGame
    setups: Setups
    rows: tuple[Row, ...]
    states: tuple[Any, ...]  # before each row, and after the last
    first_error: int | None = None
    closed: Closing | None = None

    @classmethod
    def start(cls, game: AnyGame, *setups: tuple[int, Setup[Any]]) -> Tally:
        return cls(game, setups, (), (game.start(setups[0][1]),))

    @property
    def setup(self) -> Setup[Any]:
        """The players, and the options now in effect."""
        return self.setups[-1][1]

    def setup_at(self, row: int) -> Setup[Any]:
        """The players, and the options that this row is judged by."""
        return next(setup for first, setup in reversed(self.setups) if first <= row)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        return self.game.columns(self.setup)

    def judge(self, entry: Entry, at: int | None = None) -> Row:
        """Return the row that this entry would have at index `at` (default: as the next row)."""
        row = len(self.rows) if at is None else at
        return self._judged(self.state(row), entry, self.setup_at(row))[1]

    def with_entries(self, entries: Iterable[Entry]) -> Tally:
        rows: list[Row] = []
        states: list[Any] = []
        state, first_error = self.states[-1], self.first_error
        for number, entry in enumerate(entries, len(self.rows)):
            setup = self.setup_at(number)
            state, row = self._judged(self.game.seated(setup, state), entry, setup)
            if first_error is None and row.has_error:
                first_error = number
            rows.append(row)
            states.append(state)
        all_rows, all_states = (*self.rows, *rows), (*self.states, *states)
        return replace(self, rows=all_rows, states=all_states, first_error=first_error)

    def with_unknown(self, kind: str) -> Tally:
        """Add an entry of this kind whose figures aren't known yet; it scores nothing."""
        game, columns, setup = self.game, len(self.columns), self.setup_at(len(self.rows))
        explain = partial(Explanation, ((),) * columns)
        row = Row(Heading("–", "–"), (None,) * columns, (), explain)
        state = game.after_error(setup, self.state(), game.spec.empty_entry(kind))
        return replace(self, rows=(*self.rows, row), states=(*self.states, state))

    def with_setups(self, *setups: tuple[int, Setup[Any]]) -> Tally:
        """Return a tally with the same rows, whose later rows will follow these options.

        Without rows, the first state is created again, because it may depend on the options.
        """
        states = self.states if self.rows else (self.game.start(setups[0][1]),)
        return replace(self, setups=setups, states=states)

    def score_label(self, standing: Standing) -> str:
        """Format a score; whoever has won a game for lives no longer swims."""
        has_lives, winners = self.game.unit == "lives", self.outcome().winners
        if has_lives and not standing.score and standing.name in winners:
            return _p("lives", "won")
        return self.game.total_label(standing.score)

    def first(self, rows: int) -> Tally:
        error = self.first_error
        error = None if error is None or error >= rows else error
        return replace(
            self, rows=self.rows[:rows], states=self.states[: rows + 1], first_error=error
        )

    def state(self, at: int | None = None) -> Any:
        """Return the game's own state before the row with this index (default: after all rows).

        Unlike `states`, it takes into account who left before that row.
        """
        row = len(self.rows) if at is None else at
        return self.game.seated(self.setup_at(row), self.states[row])

    def is_deserted(self, row: int) -> bool:
        """Whether nobody can leave before this row any more, or nobody would be left."""
        return self.game.is_deserted(self.setup_at(row), self.states[row])

    @property
    def away(self) -> frozenset[int]:
        """Seats of those who are away now or, after the end, were away then."""
        return self.game.away(self.setup, self.state())

    @property
    def option_changes(self) -> list[tuple[int, list[tuple[Choice, str, str]]]]:
        """Option changes: the first row affected, and each option with its old and new values."""
        changes = [
            (row, options_changed(old, new)) for (_row, old), (row, new) in pairwise(self.setups)
        ]
        return [change for change in changes if change[1]]

    @property
    def lowest_wins(self) -> bool:
        return self.game.lowest_wins(self.setup.options)

    def outcome(self, at: int | None = None) -> Outcome:
        """Return the outcome before row `at`.

        By default, return the current outcome, which names no winners while an entry has an error.
        """
        if at is None:
            return self._outcome
        return self.game.outcome(self.setup_at(at), self.state(at))

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who shares the first rank; nobody before the first entry."""
        return winners(self._of_game.standings) if self.rows else ()

    @cached_property
    def _of_game(self) -> Outcome:
        """The game's own outcome, whether or not the match was closed or an entry has an error."""
        return self.game.outcome(self.setup, self.state())

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems that aren’t about an entry: winners were named who don’t lead (`GAME.table`)."""
        named = (self.closed and self.closed.winners) or ()
        if {*named} <= {*self.leaders}:
            return ()
        message = _("Nothing has been recorded, so nobody can win.")
        if self.leaders:
            names = listed(self.leaders)
            message = _("Only those in the lead can be named as winners: {names}.", names=names)
        return (warning(f"{self.game.name}.table", message),)

    @cached_property
    def _outcome(self) -> Outcome:
        outcome = self._of_game
        if self.closed:
            named = () if self.problems else self.closed.winners or ()
            won = tuple(name for name in self.leaders if not named or name in named)
            return replace(outcome, winners=won, due=None)
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
            headline=_("Correct {label} or cross it out", label=label),
            details=first.message,
            rules=(first.rule,),
            entry=self.first_error,
        )
        return replace(outcome, winners=(), due=due)

    @property
    def adjustments(self) -> frozenset[int]:
        return frozenset(number for number, row in enumerate(self.rows) if row.is_adjustment)

    @property
    def played(self) -> int:
        """The number of deals, rounds or legs, which leaves adjustments out."""
        return len(self.rows) - len(self.adjustments)

    @property
    def totals(self) -> tuple[Points, ...]:
        totals: tuple[Points, ...] = self.state().totals
        return totals

    def sheet(self) -> Sheet:
        return Sheet(
            **vars(self.outcome()),
            game=self.game,
            columns=self.columns,
            rows=self.rows,
            totals=self.totals,
            is_closed=self.closed is not None,
            problems=self.problems,
            away=self.away,
        )

    def _judged(self, state: Any, entry: Entry, setup: Setup[Any]) -> tuple[Any, Row]:
        game = self.game
        adjustment = entry if isinstance(entry, Adjustment) else None
        if adjustment:
            heading = adjustment_heading(game, state)
            found = adjustment_problems(game, setup, state, adjustment)
        else:
            heading = game.heading(setup, state, entry)
            found = game.problems(setup, state, entry)
        problems = tuple(
            replace(each, accepted=each.severity == "warning" and each.rule in entry.accepted)
            for each in merge_by_rule(found)
        )
        if any(problem.severity == "error" for problem in problems):
            columns = len(self.columns)
            empty: tuple[tuple[Line, ...], ...] = ((),) * columns
            explain = partial(Explanation, empty)
            row = Row(heading, (None,) * columns, problems, explain, adjustment is not None)
            return state if adjustment else game.after_error(setup, state, entry), row
        if adjustment:
            scored = score_adjustment(game, setup, state, adjustment)
        else:
            scored = game.score(setup, state, entry)
        row = Row(heading, scored.cells, problems, scored.explain, adjustment is not None)
        return scored.state, row


def tally_of(record: Record) -> Tally:
    tally = Tally.start(GAMES[record.game], *record.setups).with_entries(record.entries)
    return replace(tally, closed=record.closed)


def read_record(data: Any) -> Record:
    """Parse plain JSON values as a record. Raises NotARecord, which lists every problem."""
    plain_json(data)
    if not isinstance(data, dict):
        raise refuse(_("a record must be a JSON object"))
    if data.get("format") != FORMAT:
        given = shown(data.get("format"))
        raise refuse(_("must be “{format}”, not {given}", format=FORMAT, given=given), "format")
    game = read_game(data)
    record: Record = game.spec.read(data)
    sides = side_names(game, record.setups[-1][1])
    for number, name in enumerate((record.closed and record.closed.winners) or ()):
        if name not in sides:
            message = _("{name} is neither a player nor a team here", name=shown(name))
            raise refuse(message, f"closed.winners[{number}]")
    tally = tally_of(record) if record.attendance else None
    for number, event in enumerate(record.attendance):
        if tally and tally.is_deserted(event.first):
            place = f"attendance[{number}].from"
            raise refuse(_("nobody can leave once the game is over, or would be left"), place)
    return record


def side_names(game: AnyGame, setup: Setup[Any]) -> list[str]:
    """Names as in the standings: the teams or, without teams, the players."""
    columns = game.columns(setup)
    return [columns[side].name for side in find_sides(columns)]


def score(record: dict[str, Any]) -> dict[str, Any]:
    """Score a record; takes and returns plain JSON values. Raises NotARecord."""
    return tally_of(read_record(record)).sheet().as_json()


def problem_json(number: int | None, problem: Problem) -> dict[str, Any]:
    shown = {
        "entry": number,
        "rule": problem.rule,
        "severity": problem.severity,
        "message": problem.message,
    }
    return shown | {"accepted": True} if problem.accepted else shown


# CSV export ---------------------------------------------------------------------------------------

FORMULA: Final = r"(^|[{other}\t\r\n\v\f\x85\u2028\u2029])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n])"
"""Matches each place in a text where a spreadsheet could start to read a formula.

That is at the start of the text, and after every line break and every separator that the file
doesn't use, such as `other`: a program that is set up for them splits texts there, even inside
quotes. Some spreadsheets skip leading blanks, and Japanese keyboards type full-width signs.
"""

Cell = str | Points | None


def sheet_as_csv(sheet: Sheet, translator: Translator = ENGLISH) -> str:
    heads = [_p("CSV", "label"), *(column.name for column in sheet.columns), _p("CSV", "problems")]
    rows = [
        [row.heading.label, *row.cells, joined([each.in_full for each in row.problems], "; ")]
        for row in sheet.rows
    ]
    problems = joined([each.in_full for each in sheet.problems], "; ") if sheet.problems else None
    return as_csv([heads, *rows, [_p("column", "Total"), *sheet.totals, problems]], translator)


def as_csv(
    lines: Iterable[Sequence[Cell]], translator: Translator = ENGLISH, decimal_sign: str = "."
) -> str:
    """Format a table as CSV with RFC 4180 line endings.

    Unless the decimal sign is a point, fields are separated by semicolons, as spreadsheets in such
    languages expect. Text that looks like a formula is prefixed with an apostrophe, because names
    come from other people and a formula could leak neighbouring cells.
    """
    separator, other = (",", ";") if decimal_sign == "." else (";", ",")
    formula = re.compile(FORMULA.format(other=other))

    def field(cell: Cell) -> Cell:
        if isinstance(cell, str):
            return formula.sub(r"\1'", translator.render(cell))
        return str(cell).replace(".", decimal_sign) if isinstance(cell, float) else cell

    text: list[str] = []
    writer = csv.writer(SimpleNamespace(write=text.append), delimiter=separator)
    writer.writerows([*map(field, line)] for line in lines)
    return "".join(text)


# What if ------------------------------------------------------------------------------------------


def options_changed(old: Setup[Any], new: Setup[Any]) -> list[tuple[Choice, str, str]]:
    """Options that differ, with the old and new values in words."""
    return [
        (choice, choice.label(was), choice.label(will))
        for choice in choices(type(old.options), old.players)
        if (was := getattr(old.options, choice.name)) != (will := getattr(new.options, choice.name))
    ]


Cells = tuple[Points | None, ...]
SideBySide = tuple[tuple[str, Points | None, Points | None], ...]
"""For each column on either sheet: its name, and its figures before and after (None if missing)."""


@dataclass(frozen=True)
class RowApart:
    number: int
    label: str
    before: Cells
    after: Cells
    cells: SideBySide


@dataclass(frozen=True)
class WhatIf:
    """The differences that other options would make to the scores of the same entries."""

    before: Tally
    after: Tally

    @property
    def options(self) -> list[tuple[Choice, str, str]]:
        """Options that differ, with the old and new values in words."""
        return options_changed(self.before.setup, self.after.setup)

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
    def new_problems(self) -> list[tuple[int | None, Problem]]:
        """Problems that the change would introduce, with row numbers, if they are about a row."""
        return self._problems_only(of=1)

    @property
    def gone_problems(self) -> list[tuple[int | None, Problem]]:
        return self._problems_only(of=0)

    @property
    def broken(self) -> list[int]:
        pairs = enumerate(self._rows())
        return [number for number, (old, new) in pairs if new.has_error and not old.has_error]

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

    def _problems_only(self, of: int) -> list[tuple[int | None, Problem]]:
        """Problems that occur only on sheet `of` (0: before, 1: after), with row numbers."""
        sources: list[tuple[int | None, tuple[Row | Tally, Row | Tally]]] = [
            *enumerate(self._rows()), (None, (self.before, self.after)),
        ]  # fmt: skip
        return [
            (number, problem)
            for number, pair in sources
            for problem in pair[of].problems
            if problem not in pair[1 - of].problems
        ]


def whatif(record: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Score a record under other options; takes and returns JSON values. Raises NotARecord."""
    return compare(record, options).as_json()


def compare(record: dict[str, Any], options: dict[str, Any]) -> WhatIf:
    """Compare a record's scores under its own and other options; null means an option's default.

    Raises NotARecord.
    """
    before = tally_of(read_record(record))
    plain_json(options)
    if not isinstance(options, dict):
        raise refuse(_("must be a JSON object"), "options")
    other = record | {"options": {**(record.get("options") or {}), **options}}
    changes = [
        change | {"options": left}
        for change in record.get("option_changes") or []
        if (left := {name: each for name, each in change["options"].items() if name not in options})
    ]
    return WhatIf(before, tally_of(read_record(other | {"option_changes": changes})))
