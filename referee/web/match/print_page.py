"""The pad to be printed: every row, in blocks that the browser sets side by side.

A page that is not over a hundred rows long is meant to be one sheet. Three classes of letters, by
how many rows and columns there are, are all that is chosen here; the style sheet does the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from flask import Blueprint, request

from referee.core.cards import Suit
from referee.core.findings import Points, Problem
from referee.core.game import Column
from referee.core.options import options_played
from referee.core.sheet import Row
from referee.core.text import plain, points, signed, with_values
from referee.matches.match import Match
from referee.web.http.app import render
from referee.web.http.limits import one_whole_match
from referee.web.http.match_cache import open_match
from referee.web.match.pad import short_names
from referee.web.match.receipt import PlayedTable, has_cards, played_tables

pages = Blueprint("print_page", __name__, url_prefix="/m/<key>/print")

SIZES: Final = {"large": (24, 6), "medium": (48, 12)}
"""Classes of letters, each for at most so many rows and columns; what is larger is `small`."""
ROWS_IN_BLOCK: Final = 60
"""Rows below each other in small letters: with the heads and the sums a page holds these."""
MOST_WITH_RUNS: Final = 8
MOST_OF_TEAMS_WITH_RUNS: Final = 10
"""Up to this many columns, a pad of any length has room for running totals and contracts."""
LETTERS_OF_HEADS: Final = 50
"""Names that have more letters together are cut, and told in a legend."""


@dataclass(frozen=True)
class PadLine:
    label: str
    contract: str
    """`4♥ An +1`, where one was played and there is room."""
    suit: Suit | None
    part: tuple[datetime | None, str]
    """The line above it: the evening, where the match had several, and the group."""
    cells: list[str]
    running: list[str]
    """The total after it, of each column."""
    note: int
    """The number of the note on what is wrong in it, from 1; 0 if nothing is."""


@dataclass(frozen=True)
class Pad:
    size: str
    heads: list[str]
    """The names of the columns, short where there is little room."""
    blocks: list[list[PadLine]]
    sums: list[str]
    runs: list[bool]
    """Of which columns the totals so far are shown: of the players, or of the teams."""
    is_staggered: bool
    """Whether the sums take two lines in turns, as they are wider than the figures."""
    notes: list[tuple[Problem, ...]]
    """What is wrong in rows, each once."""


def pad_of(match: Match) -> Pad:
    sheet, game, tally = match.sheet(), match.game, match.tally
    rows, columns, has_teams = len(sheet.rows), len(sheet.columns), sheet.has_teams
    names = [column.name for column in sheet.columns]
    size = next((name for name, (most, wide) in SIZES.items() if rows <= most and columns <= wide),
                "small")  # fmt: skip
    has_room = columns <= (MOST_OF_TEAMS_WITH_RUNS if has_teams else MOST_WITH_RUNS)
    has_room |= has_teams and size != "small"
    short = _short_heads(sheet.columns)
    is_short = has_teams or size == "small" or sum(map(len, names)) > LETTERS_OF_HEADS
    short_of = dict(zip(names, short, strict=True))
    notes = list(dict.fromkeys(row.problems for row in sheet.rows if row.problems))
    numbers = {problems: number for number, problems in enumerate(notes, start=1)}

    def write_cell(value: Points | None) -> str:
        write = signed if game.cells_have_signs else plain if has_teams else points
        return write(value) or "–"

    def write_total(value: Points) -> str:
        return plain(value) if has_teams else game.total_label(value)

    def write_line(at: int, row: Row, evening: datetime | None) -> PadLine:
        heading, marks = row.heading, row.marks or ("",) * len(row.cells)
        label = heading.short if heading.group else heading.label
        if size == "small":
            number = re.search(r"\d+", heading.label)
            brief = dict.fromkeys(filter(None, (number and number[0], heading.short)))
            label = " ".join(brief)
        cells = zip(map(write_cell, row.cells), marks, strict=True)
        return PadLine(
            label=label,
            contract=with_values(row.note, short_of) if has_room else "",
            suit=heading.suit,
            part=(evening, heading.group),
            cells=[f"{cell} ({mark})" if mark else cell for cell, mark in cells],
            running=[write_total(total) for total in tally.state(at + 1).totals],
            note=numbers.get(row.problems, 0),
        )

    evenings = _evenings_of_rows(match)
    lines = [write_line(at, row, evenings[at]) for at, row in enumerate(sheet.rows)]
    most = ROWS_IN_BLOCK if rows > ROWS_IN_BLOCK else max(rows, 1)
    sums = [write_total(total) for total in sheet.totals]
    return Pad(
        size=size,
        heads=short if is_short else names,
        blocks=[lines[at : at + most] for at in range(0, len(lines), most)] or [[]],
        sums=sums,
        runs=[has_room and at in sheet.sides for at in range(columns)],
        is_staggered=has_teams and max(map(len, sums)) > 4,
        notes=notes,
    )


def _evenings_of_rows(match: Match) -> list[datetime | None]:
    """When the evening of each row began, if there were several; unknown ones go with the last."""
    began = {row: each.start for each in match.evenings() for row in each.rows}
    found: list[datetime | None] = []
    for row in range(len(match.tally.rows)):
        found.append(began.get(row, found[-1] if found else None))
    return found if len({*found} - {None}) > 1 else [None] * len(found)


def _short_heads(columns: Sequence[Column]) -> list[str]:
    """Short names, each another: where the first letters are alike, with the number of the seat."""
    short = short_names(columns)
    return [
        f"{name[:2]}{place}" if short.count(name) > 1 else name
        for place, name in enumerate(short, start=1)
    ]


@dataclass(frozen=True)
class PrintedDeal:
    """A deal by cards: the name of its row, and the tricks of a table under short names."""

    label: str
    table: PlayedTable
    heads: Sequence[str]


def _deals(match: Match, heads: Sequence[str]) -> list[PrintedDeal]:
    deals = []
    for number, row in enumerate(match.tally.rows):
        for table in played_tables(match, number):
            first = max(table.number - 1, 0) * len(table.names)
            where = f", table {table.number}" if table.number else ""
            label = f"{row.heading.label}{where} {row.note}".strip()
            deals.append(PrintedDeal(label, table, heads[first : first + len(table.names)]))
    return deals


@pages.get("")
def show(key: str) -> str:
    with open_match(key) as opened, one_whole_match(len(opened.match.tally.rows)):
        match, options = opened.match, opened.match.seating.options
        pad, with_cards = pad_of(match), "cards" in request.args
        times = [written.at for written in match.row_entries() if written.at is not None]
        return render(
            "match/print.html",
            opened=opened,
            match=match,
            sheet=match.sheet(),
            pad=pad,
            agreed=[
                (choice, words)
                for choice, words in options_played(options, match.players)
                if getattr(options, choice.name) != choice.default
            ],
            times=[times[0], times[-1]] if times else [],
            with_cards=with_cards,
            may_have_cards=any(has_cards(match, row) for row in range(len(match.tally.rows))),
            deals=_deals(match, pad.heads) if with_cards else [],
        )
