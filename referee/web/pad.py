"""The pad of the match page: short names, and the columns that a phone has room for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import lcm
from operator import itemgetter

from markupsafe import Markup

from referee.core.evenings import began as evening_starts
from referee.core.findings import Points
from referee.core.seating import members
from referee.core.sheet import Row, Sheet
from referee.core.text import with_values
from referee.matches.match import Match
from referee.matches.match_state import WrittenEntry
from referee.web.labels import labels

ONE_LINE = 8
"""So many columns have room beside each other."""
MOST_LETTERS = 4
"""Of a name above a narrow column."""


def short_names(columns: Sequence[str], players: int) -> list[str]:
    """The heads of narrow columns: a few letters a player, `A+C` or `ACE` a team, `Uns`, `Tot`."""
    names = list(columns[:players])
    cut = labels(names, MOST_LETTERS)
    short = [_shortest(name, names) or label for name, label in zip(names, cut, strict=True)]
    initials = [[short[names.index(name)][:1] for name in members(team, names)]
                for team in columns[players:-2]]  # fmt: skip
    teams = [("+" if len(team) == 2 else "").join(team) for team in initials]
    if len(set(teams)) < len(teams):
        teams = [f"T{number}" for number in range(1, len(teams) + 1)]
    return [*short, *teams, *(column[:3] for column in columns[-2:])]


def team_lines(players: int, columns: int) -> list[list[tuple[int, Markup]]]:
    """The columns of a pad of teams as a phone has room for them, each with its attributes.

    More than eight are two lines, the players above the teams, the cells of each alike.
    """
    cells = [[*range(columns)]]
    if columns > ONE_LINE:
        cells = [[*range(players)], [*range(players, columns)]]
    width = lcm(*map(len, cells))
    return [
        [(at, _cell(at, width // len(line), players, columns)) for at in line] for line in cells
    ]


def _cell(at: int, span: int, players: int, columns: int) -> Markup:
    kind = "rest" if at >= columns - 2 else "team" if at >= players and columns <= ONE_LINE else ""
    name = Markup(' class="{}"').format(kind) if kind else Markup()
    return name + (Markup(' colspan="{}"').format(span) if span > 1 else "")


def _shortest(name: str, names: Sequence[str]) -> str:
    """As many letters as tell a name from the others, at least two; none where four are too few."""
    for length in range(2, MOST_LETTERS + 1):
        if sum(other[:length].casefold() == name[:length].casefold() for other in names) == 1:
            return name[:length]
    return ""


# The rows -----------------------------------------------------------------------------------------

NAME_IN_NOTE = 7
"""So many letters has a name in the note of a row."""
OPEN_ROWS = 12
"""So many of the newest rows lie open beside the entry."""
OPEN_ROWS_OF_TWO_LINES = 8


@dataclass(frozen=True)
class PadRow:
    """A row of the sheet with its entry, and what the columns had come to with it."""

    place: int
    """On the sheet, from 1."""
    written: WrittenEntry
    row: Row
    totals: Sequence[Points]
    note: str = ""
    """What tells it from others of its kind."""

    @property
    def number(self) -> str:
        """The number that it has in its label; empty where that has none."""
        found = re.search(r"\d+", self.row.heading.label)
        return found[0] if found else ""


@dataclass(frozen=True)
class Fold:
    """Rows that are shown together, the newest first: open, or folded as those of an evening."""

    rows: Sequence[PadRow]
    began: datetime | None
    """When the first of them was written; those that are open do not say it."""

    @property
    def last(self) -> int:
        """The place of the newest of them on the sheet, by which a page finds them again."""
        return self.rows[0].place

    @property
    def is_open(self) -> bool:
        """Whether they lie open beside the entry."""
        return self.began is None


def folded(match: Match, sheet: Sheet, skipped: int) -> list[Fold]:
    """The rows from `skipped` on, in folds, the newest first."""
    written = match.standing(skipped)
    short = dict(zip(match.players, labels(match.players, NAME_IN_NOTE), strict=True))
    rows = [
        PadRow(
            number + 1,
            entry,
            sheet.rows[number],
            match.totals_after(number),
            with_values(sheet.rows[number].note, short),
        )
        for number, entry in enumerate(written, start=skipped)
    ]
    most = OPEN_ROWS if len(sheet.columns) <= ONE_LINE else OPEN_ROWS_OF_TWO_LINES
    older = rows[:-most]
    began = evening_starts(row.written.at or match.opened.at for row in older)
    by_evening = groupby(zip(began, older, strict=True), key=itemgetter(0))
    folds = [Fold([row for _, row in each][::-1], at) for at, each in by_evening]
    return [Fold(rows[-most:][::-1], None), *reversed(folds)]
