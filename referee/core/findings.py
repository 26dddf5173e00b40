"""Problems, receipt lines and rulings, each with the id of its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from referee.core.text import Text, _, _p, ended, joined, sentence

Severity = Literal["error", "warning"]
Verdict = Literal["legal", "illegal", "info", "silent"]
Points = int | float  # whole or half numbers, such as 30.5


@dataclass(frozen=True)
class Problem:
    """A rule that an entry breaks. An error must be fixed; a warning may be accepted."""

    rule: str
    severity: Severity
    message: Text
    accepted: bool = False
    blames: tuple[str, ...] = ()
    """Fields to highlight in an entry form: `tricks` for all seats, `tricks.2` for one seat."""

    breach: tuple[int, int] | None = None
    """The trick, from 1, and the seat of a card played against the rules, as later cards prove."""

    @property
    def field(self) -> str | None:
        return self.blames[0].partition(".")[0] if self.blames else None

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(int(seat) for name in self.blames if (seat := name.partition(".")[2]))

    def with_names(self, names: Mapping[str, str]) -> Problem:
        """Return this problem with other names of players; `names` maps old to new."""
        return replace(self, message=self.message.replace_values(names))

    @property
    def in_full(self) -> Text:
        """The problem in one line: `accepted warning: There are 12 cards. [some.rule]`."""
        if self.severity == "error":
            heading = _p("problem", "error")
        else:
            heading = _("accepted warning") if self.accepted else _p("problem", "warning")
        return joined([joined([heading, self.message], ": "), f"[{self.rule}]"])


@dataclass(frozen=True)
class Line:
    rule: str
    points: Points
    text: Text
    is_silent: bool = False
    """Whether the rules leave the point open and no option settles it."""


N = TypeVar("N", int, Points)


def add_cells(totals: Iterable[N], cells: Iterable[N]) -> tuple[N, ...]:
    return tuple(total + cell for total, cell in zip(totals, cells, strict=True))


@dataclass(frozen=True)
class Ruling:
    rule: str
    verdict: Verdict
    text: Text


@dataclass(frozen=True)
class Fault:
    """A broken rule, with the reason as an independent clause: `there is no bid to double yet`."""

    rule: str
    because: Text

    @property
    def sentence(self) -> Text:
        return ended(sentence(self.because))


def error(
    rule: str, message: Text, *, field: str | None = None, seats: Iterable[int] = ()
) -> Problem:
    blames = tuple(f"{field}.{seat}" for seat in seats) or ((field,) if field else ())
    return Problem(rule, "error", message, blames=blames)


def warning(
    rule: str, message: Text, *, field: str | None = None, seats: Iterable[int] = ()
) -> Problem:
    return replace(error(rule, message, field=field, seats=seats), severity="warning")


def is_part(name: str, of: str) -> bool:
    """Whether either field contains the other, as `tricks` contains `tricks.2`."""
    return f"{name}.".startswith(f"{of}.") or f"{of}.".startswith(f"{name}.")


def merge_by_rule(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Merge problems with the same rule, joining messages; an error outweighs a warning."""
    found: dict[str, Problem] = {}
    for other in problems:
        first = found.setdefault(other.rule, other)
        if first is not other:
            is_repeated = other.message in first.message
            found[other.rule] = replace(
                first,
                severity="error" if "error" in (first.severity, other.severity) else "warning",
                message=first.message if is_repeated else joined([first.message, other.message]),
                blames=tuple(dict.fromkeys((*first.blames, *other.blames))),
            )
    return tuple(found.values())
