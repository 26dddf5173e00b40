"""The pad on one sheet of paper: every row, in the largest letters with which one page holds it.

The size of the letters follows from how many rows, columns and characters there are. No font is
measured: `print.css` makes a figure as wide in every font, and has the sizes of here. Where not
even six points are small enough the pad goes on on a further page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from typing import Final

from flask import Blueprint

from referee.core.cards import Suit
from referee.core.findings import Problem
from referee.core.options import Choice, options_played
from referee.core.sheet import Row, Sheet
from referee.core.text import plain, points, signed
from referee.matches.events import EntryAdded, entry_id
from referee.matches.match import Match
from referee.web.htmx import render
from referee.web.match_cache import open_match
from referee.web.pad import short_names

pages = Blueprint("print_page", __name__, url_prefix="/m/<key>/print")

WIDTH: Final = 540
HEIGHT: Final = 728
"""What A4 and US letter both have inside margins of 9 mm, less a little."""
SIZES: Final = (100, 90, 80, 75, 70, 65, 60)
"""The sizes of letters, in tenths of a point."""
MOST_BLOCKS: Final = 8
BETWEEN: Final = 10
"""The points between two blocks."""
CHARACTER: Final = 0.6
PAD: Final = 0.55
"""The room for a character and the blank of a cell, in units of the size; a figure takes 0.556."""
LETTERS: Final = 108
LINE: Final = 10.9
TITLE: Final = 18
"""Around the pad: how many letters a line surely holds, its height and that of the title's."""


# What is printed ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class PadLine:
    """A row of the pad as texts. `brief` is the label where there is little room."""

    label: str
    brief: str
    suit: Suit | None
    group: str
    cells: tuple[str, ...]
    note: int
    """The number of the note on what is wrong in it, from 1; 0 if nothing is."""


@dataclass(frozen=True)
class Pad:
    """The pad of a match, before it is laid out."""

    names: tuple[str, ...]
    heads: tuple[str, ...]
    """Short names of the columns; the teams and the last two have no others."""
    lines: tuple[PadLine, ...]
    sums: tuple[str, ...]
    has_teams: bool
    notes: tuple[tuple[Problem, ...], ...]
    """What is wrong in rows, each once."""

    @property
    def is_staggered(self) -> bool:
        """Whether the sums take two lines in turns, for they are wider than the figures."""
        return self.has_teams and max(map(len, self.sums)) > 4

    def width(self, brief: bool) -> float:
        """What a block of it takes, in units of the size of its letters."""
        heads = self.heads if brief or self.has_teams else self.names
        labels = [len(line.brief if brief else line.label) for line in self.lines]
        labels = [
            length + 3 * (line.suit is not None) + 4 * bool(line.note)
            for length, line in zip(labels, self.lines, strict=True)
        ]
        columns = [max(labels, default=0)]
        for at, head in enumerate(heads):
            texts = [head, *(line.cells[at] for line in self.lines)]
            texts += [] if self.is_staggered and at else [self.sums[at]]
            columns.append(max(map(len, texts)))
        return sum(CHARACTER * column + PAD for column in columns)


def pad_of(players: int, sheet: Sheet) -> Pad:
    """The pad of so many players, as texts."""
    columns = sheet.columns
    has_teams = len(columns) > players
    notes = tuple(dict.fromkeys(row.problems for row in sheet.rows if row.problems))
    numbers = {problems: number for number, problems in enumerate(notes, start=1)}
    return Pad(
        names=columns,
        heads=_heads(columns, players),
        lines=tuple(
            _line(sheet, row, numbers.get(row.problems, 0), has_teams) for row in sheet.rows
        ),
        sums=tuple(
            plain(total) if has_teams else sheet.game.total_label(total) for total in sheet.totals
        ),
        has_teams=has_teams,
        notes=notes,
    )


def _heads(columns: Sequence[str], players: int) -> tuple[str, ...]:
    """Short names, each another: where the first letters are alike, with the number of the seat."""
    filled = columns if len(columns) > players else [*columns, "", ""]
    short = short_names(filled, players)[: len(columns)]
    return tuple(
        f"{name[:2]}{place}" if short.count(name) > 1 else name
        for place, name in enumerate(short, start=1)
    )


def _line(sheet: Sheet, row: Row, note: int, has_teams: bool) -> PadLine:
    heading = row.heading
    number = re.search(r"\d+", heading.label)
    brief = " ".join(dict.fromkeys(filter(None, (number and number[0], heading.short))))
    label = heading.short if heading.group else heading.label
    write = signed if sheet.game.cells_have_signs else plain if has_teams else points
    cells = [write(cell) or "–" for cell in row.cells]
    marks = row.marks or ("",) * len(cells)
    texts = tuple(
        f"{cell} ({mark})" if mark else cell for cell, mark in zip(cells, marks, strict=True)
    )
    return PadLine(label, brief, heading.suit, heading.group, texts, note)


# How it is laid out -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """Rows below each other, with the heads of the columns above them."""

    lines: tuple[PadLine, ...]
    is_last: bool
    """Whether the sums stand below it."""


@dataclass(frozen=True)
class Layout:
    """Blocks side by side, a list a page, in letters of so many tenths of a point."""

    size: int
    is_brief: bool
    blocks: int
    pages: tuple[tuple[Block, ...], ...]
    notes_apart: bool = False
    """Whether the notes have a page of their own."""


def laid_out(pad: Pad, around: float) -> Layout:
    """The pad in the largest letters that leave room for `around` points of other lines."""
    for below, apart in ((_notes_height(pad), False), (0.0, True)):
        height = HEIGHT - around - below
        for size in SIZES:
            for brief in (False, True):
                room = _blocks_beside(pad, size, brief)
                for blocks in range(1, room + 1):
                    found = _split(pad.lines, -(-len(pad.lines) // blocks))
                    if _height(pad, found, size) <= height:
                        return Layout(size, brief, blocks, (found,), apart and bool(pad.notes))
    return _on_pages(pad, around)


def _on_pages(pad: Pad, around: float) -> Layout:
    """More rows than a page holds in the smallest letters: on as many as it takes."""
    blocks = max(1, _blocks_beside(pad, SIZES[-1], brief=True))
    heads = 4 + 2 * any(line.group for line in pad.lines)
    full = int(HEIGHT / _row(SIZES[-1])) - heads
    first = max(1, full - ceil(around / _row(SIZES[-1])))
    every = _split(pad.lines[: first * blocks], first, is_end=False)
    every += _split(pad.lines[first * blocks :], full)
    found = tuple(every[at : at + blocks] for at in range(0, len(every), blocks))
    return Layout(SIZES[-1], True, blocks, found, bool(pad.notes))


def _blocks_beside(pad: Pad, size: int, brief: bool) -> int:
    """How many blocks stand side by side in letters of this size."""
    width = pad.width(brief) * size / 10
    return min(MOST_BLOCKS, int((WIDTH + BETWEEN) / (width + BETWEEN)))


def _split(lines: Sequence[PadLine], each: int, *, is_end: bool = True) -> tuple[Block, ...]:
    """So many lines in each block."""
    starts = range(0, len(lines), max(each, 1)) or range(1)
    last = starts[-1]
    return tuple(Block(tuple(lines[at : at + each]), is_end and at == last) for at in starts)


def _row(size: int) -> float:
    """The height of a row with the line below it."""
    return size / 10 * 1.25 + 0.75


def _height(pad: Pad, blocks: Sequence[Block], size: int) -> float:
    """What the highest of these blocks takes."""
    most = 0
    for block in blocks:
        groups = [line.group for line in block.lines]
        changes = sum(bool(b) and a != b for a, b in zip(["", *groups], groups, strict=False))
        most = max(most, 1 + len(groups) + changes + block.is_last * (1 + pad.is_staggered))
    return most * _row(size) + 8


def _notes_height(pad: Pad) -> float:
    """What the notes take, in two columns."""
    letters = [sum(len(p.message) + len(p.rule) + 22 for p in note) for note in pad.notes]
    lines = [_lines(each, columns=2) for each in letters]
    return ceil(sum(lines) / 2 + max(lines, default=0)) * LINE


def _lines(letters: int, columns: int = 1) -> int:
    """How many lines so many letters take."""
    return ceil(letters * columns / LETTERS)


# The page -----------------------------------------------------------------------------------------


@pages.get("")
def show(key: str) -> str:
    """The pad as it is printed, and as a page to look at before."""
    with open_match(key) as opened:
        match, sheet = opened.match, opened.match.sheet()
        pad = pad_of(len(match.players), sheet)
        agreed = _agreed(match)
        return render(
            "print.html",
            opened=opened,
            match=match,
            sheet=sheet,
            pad=pad,
            layout=laid_out(pad, _height_around(match, sheet, pad, agreed)),
            agreed=agreed,
            times=_times(match),
        )


def _agreed(match: Match) -> list[tuple[Choice, str]]:
    """The options that are not as usual, in words."""
    options = match.seating.options
    return [
        (choice, words)
        for choice, words in options_played(options, match.players)
        if getattr(options, choice.name) != choice.default
    ]


def _height_around(
    match: Match, sheet: Sheet, pad: Pad, agreed: Sequence[tuple[Choice, str]]
) -> float:
    """What stands above the pad takes: the title, the names, the options, who leads or has won."""
    legend = sum(len(name) + len(head) + 5 for name, head in zip(pad.names, pad.heads, strict=True))
    played = sum(len(choice.title) + len(words) + 4 for choice, words in agreed)
    ranks = sum(len(standing.name) + 16 for standing in sheet.standings)
    texts = (60 + len(match.game.title), legend, played, ranks + 60, 80)
    return TITLE * _lines(len(match.title) * 2) + sum(map(_lines, texts)) * LINE


def _times(match: Match) -> list[datetime]:
    """When the first and the last entry were made, where that is known; nothing is guessed."""
    added = (event for event in match.events if isinstance(event.data, EntryAdded))
    written = {entry_id(event): event.at for event in added}
    known = []
    for entry in match.standing():
        said = entry.data.get("at")
        at = datetime.fromisoformat(said) if said else written.get(entry.id)
        if at is not None:
            known.append(at.astimezone(UTC))
    return [known[0], known[-1]] if known else []
