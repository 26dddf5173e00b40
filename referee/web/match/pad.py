"""The pad of the match page: short names, and the columns that a phone has room for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from math import lcm

from markupsafe import Markup

from referee.core.findings import Points, Problem
from referee.core.seating import members
from referee.core.sheet import Row, Sheet
from referee.core.story.evenings import APART
from referee.core.story.evenings import began as evening_starts
from referee.core.text import with_values
from referee.core.validation import in_utc
from referee.matches.match import Match
from referee.matches.match_state import WrittenEntry
from referee.web.http.names import labels

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
ROWS_A_PAGE = 200
"""Older rows per page."""
EVENINGS = 6
"""So many evenings have a fold of their own at most; all before them share one."""


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
    def crosscheck(self) -> Problem | None:
        """That its figures are not all cards, where nothing worse is wrong with it."""
        found = (each for each in self.row.problems if each.rule.endswith(".crosscheck"))
        return None if self.row.has_error else next(found, None)

    @property
    def number(self) -> str:
        """The number that it has in its label; empty where that has none."""
        found = re.search(r"\d+", self.row.heading.label)
        return found[0] if found else ""


@dataclass(frozen=True)
class Fold:
    """Rows that are shown together, the newest first: open, or folded as those of an evening."""

    rows: Sequence[PadRow]
    """Empty as long as they are folded and nobody has asked for them."""
    count: int
    last: int
    """The place of the newest of them on the sheet, by which a page finds them again."""
    began: datetime | None = None
    """When their evening began; those that are open do not say it."""
    ended: datetime | None = None
    """When the last evening of several began."""
    place: str = ""
    """Where it was, if that was said."""
    later: int | None = None
    """Up to which place to ask for the rows after these, where this fold has more than a page."""
    earlier: int | None = None
    """The same for the rows before these."""

    @property
    def differing(self) -> list[PadRow]:
        """Those whose figures are not all cards."""
        return [row for row in self.rows if row.crosscheck]

    @property
    def is_open(self) -> bool:
        """Whether they lie open beside the entry."""
        return self.began is None


def folded(match: Match, sheet: Sheet, *, until: int | None) -> list[Fold]:
    """All rows of a sheet that has some, in folds, the newest first.

    The rows that are folded are left out, but for a page of them up to the place `until`.
    """
    short = dict(zip(match.players, labels(match.players, NAME_IN_NOTE), strict=True))
    most = OPEN_ROWS if len(sheet.columns) <= ONE_LINE else OPEN_ROWS_OF_TWO_LINES
    older = max(0, len(sheet.rows) - most)
    asked_end = min(older, until or 0)
    asked_first = max(0, asked_end - ROWS_A_PAGE)

    def rows(first: int, end: int) -> list[PadRow]:
        written = match.standing(first, end)
        return [
            PadRow(
                number + 1,
                entry,
                sheet.rows[number],
                match.totals_after(number),
                with_values(sheet.rows[number].note, short),
            )
            for number, entry in enumerate(written, start=first)
        ][::-1]

    folds: list[Fold] = []
    first = 0
    for began, ended, count in _evenings(match, older):
        end = first + count
        at, place = _said(match, began)
        fold = Fold((), count, end, at, ended, "" if ended else place)
        shown_first, shown_end = max(first, asked_first), min(end, asked_end)
        if shown_first < shown_end:
            fold = replace(
                fold,
                rows=rows(shown_first, shown_end),
                later=min(end, shown_end + ROWS_A_PAGE) if shown_end < end else None,
                earlier=shown_first if first < shown_first else None,
            )
        folds.append(fold)
        first = end
    newest = len(sheet.rows) - older
    return [Fold(rows(older, len(sheet.rows)), newest, len(sheet.rows)), *reversed(folds)]


def _evenings(match: Match, older: int) -> list[tuple[datetime, datetime | None, int]]:
    """When each fold of these oldest rows began and, of several evenings, the last of them; how
    many rows it has."""
    times = [written.at or match.opened.at for written in match.standing(end=older)]
    each = [(began, None, len(list(rows))) for began, rows in groupby(evening_starts(times))]
    if len(each) <= EVENINGS:
        return [*each]
    before, own = each[: 1 - EVENINGS], each[1 - EVENINGS :]
    return [(before[0][0], before[-1][0], sum(count for *_, count in before)), *own]


def _said(match: Match, began: datetime) -> tuple[datetime, str]:
    """When an evening began whose first entry was written then, and where it was, as was said."""
    for session in reversed(match.sessions.said):
        at = in_utc(session.start)
        if at is not None and timedelta(0) <= began - at <= APART:
            return at, session.place or ""
    return began, ""
