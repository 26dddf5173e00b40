"""What a rule says: problems, receipt lines and rulings, each with the id of its rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from referee.core.text import Said, ended, joined, sentence

Severity = Literal["error", "warning"]
Verdict = Literal["legal", "illegal", "info", "silent"]
Points = int | float
"""Whole numbers, or with a half, such as 30.5."""


@dataclass(frozen=True)
class Problem:
    """A rule that an entry breaks. An error is impossible, a warning may be accepted."""

    rule: str
    severity: Severity
    message: Said
    accepted: bool = False
    seat: int | None = None
    field: str | None = None
    """Which part of the entry is to blame, where one is: what an entry form marks."""


@dataclass(frozen=True)
class Line:
    """One line of a receipt: so many points, by this rule."""

    rule: str
    points: Points
    text: Said


def summed(lines: Iterable[Line]) -> int:
    """What the lines of a receipt come to, of a game with whole points."""
    return sum(int(line.points) for line in lines)


def added(totals: Iterable[int], cells: Iterable[int]) -> tuple[int, ...]:
    """The totals after one more row."""
    return tuple(total + cell for total, cell in zip(totals, cells, strict=True))


@dataclass(frozen=True)
class Ruling:
    """What the referee says to one question, and on which rule it rests."""

    rule: str
    verdict: Verdict
    text: Said


@dataclass(frozen=True)
class Fault:
    """Why something may not be so: the rule that it breaks, and how, as a part of a sentence."""

    rule: str
    because: Said

    @property
    def sentence(self) -> Said:
        """How, as a sentence of its own."""
        return ended(sentence(self.because))


def error(
    rule: str, message: Said, *, seat: int | None = None, field: str | None = None
) -> Problem:
    """A broken rule that makes the entry impossible."""
    return Problem(rule, "error", message, seat=seat, field=field)


def warning(
    rule: str, message: Said, *, seat: int | None = None, field: str | None = None
) -> Problem:
    """A broken rule that a table may let stand."""
    return Problem(rule, "warning", message, seat=seat, field=field)


def each_rule_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems with every rule named once, even if it is broken twice; the messages join."""
    found: dict[str, Problem] = {}
    for problem in problems:
        first = found.get(problem.rule)
        if first is None:
            found[problem.rule] = problem
        elif problem.message not in first.message:
            messages = joined([first.message, problem.message])
            found[problem.rule] = replace(first, message=messages)
    return tuple(found.values())
