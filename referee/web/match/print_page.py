"""The pad on one sheet of paper: every row, in the largest letters with which one page holds it.

The size of the letters follows from how many rows, columns and characters there are. No font is
measured: `print.css` makes a figure as wide in every font, and has the sizes of here. Where not
even six points are small enough the pad goes on on a further page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise, product
from math import ceil
from typing import Final

from flask import Blueprint, request

from referee.core.cards import SUIT_SYMBOLS, Suit
from referee.core.findings import Points, Problem
from referee.core.game import AnyGame
from referee.core.options import Choice, options_played
from referee.core.sheet import Row, Sheet, Tally
from referee.core.text import plain, points, signed, with_values
from referee.matches.match import Match
from referee.web.http.app import render
from referee.web.http.limits import one_whole_match
from referee.web.http.match_cache import open_match
from referee.web.match.pad import short_names
from referee.web.match.played_cards import PlayedTable, has_cards, played_tables

pages = Blueprint("print_page", __name__, url_prefix="/m/<key>/print")

WIDTH: Final = 540
HEIGHT: Final = 728
"""What A4 and US letter both have inside margins of 9 mm, less a little."""
SIZES: Final = (100, 90, 80, 75, 70, 65, 60)
"""The sizes of letters, in tenths of a point."""
MOST_BLOCKS: Final = 8
AROUND_ROWS: Final = 4
"""So many rows have room for the heads and the sums of a block."""
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
    """A row of the pad as texts."""

    label: str
    brief: str
    """What it is called where there is little room."""
    contract: str
    """`4♥ An +1`, where one was played and is shown."""
    suit: Suit | None
    evening: datetime | None
    """When the evening began on which it was played, where the match had several."""
    group: str
    cells: tuple[str, ...]
    running: tuple[str, ...]
    """The total after it, of each column; none where it is not shown."""
    note: int
    """The number of the note on what is wrong in it, from 1; 0 if nothing is."""

    def head(self, *, brief: bool) -> str:
        """What stands before its figures."""
        return f"{self.brief if brief else self.label} {self.contract}".strip()

    @property
    def part(self) -> tuple[datetime | None, str]:
        """Under which line it stands."""
        return self.evening, self.group


@dataclass(frozen=True)
class Pad:
    """The pad of a match, before it is laid out."""

    names: tuple[str, ...]
    heads: tuple[str, ...]
    """Short names of the columns; the teams and the last two have no others."""
    lines: tuple[PadLine, ...]
    sums: tuple[str, ...]
    has_teams: bool
    runs: tuple[bool, ...]
    """Of which columns the totals so far are shown: of the players, or of the teams."""
    notes: tuple[tuple[Problem, ...], ...]
    """What is wrong in rows, each once."""

    @property
    def is_staggered(self) -> bool:
        """Whether the sums take two lines in turns, for they are wider than the figures."""
        return self.has_teams and max(map(len, self.sums)) > 4

    @property
    def shorter(self) -> tuple[Pad, ...]:
        """The pad, without the totals so far, and without the contracts besides."""
        only = replace(self, runs=(False,) * len(self.runs))
        bare = tuple(replace(line, contract="") for line in self.lines)
        return self, only, replace(only, lines=bare)

    def width(self, brief: bool) -> float:
        """What a block of it takes, in units of the size of its letters."""
        heads = self.heads if brief or self.has_teams else self.names
        labels = [
            len(line.head(brief=brief)) + 3 * bool(line.suit) + 4 * bool(line.note) + _suits(line)
            for line in self.lines
        ]
        columns = [max(labels, default=0)]
        for at, head in enumerate(heads):
            texts = [head, *(line.cells[at] for line in self.lines)]
            texts += [] if self.is_staggered and at else [self.sums[at]]
            columns.append(max(map(len, texts)))
            if self.runs[at]:
                columns.append(max((len(line.running[at]) for line in self.lines), default=0))
        return sum(CHARACTER * column + PAD for column in columns)


def _suits(line: PadLine) -> int:
    """The signs of suits in a contract, each of which is as wide as two letters."""
    return sum(sign in SUIT_SYMBOLS.values() for sign in line.contract)


def pad_of(tally: Tally, began: Mapping[int, datetime] | None = None) -> Pad:
    """The pad as texts; `began` is when the evening of a row began, as far as that is known."""
    sheet, players = tally.sheet(), tally.seating.seats
    columns = len(sheet.columns)
    heads = _heads(sheet.columns, players)
    notes = tuple(dict.fromkeys(row.problems for row in sheet.rows if row.problems))
    numbers = {problems: number for number, problems in enumerate(notes, start=1)}
    pen = _Pen(sheet.game, columns > players, dict(zip(sheet.columns, heads, strict=True)))
    evenings_of = _evenings_of(began or {}, len(sheet.rows))
    return Pad(
        names=sheet.columns,
        heads=heads,
        lines=tuple(
            pen.line(row, tally.state(at + 1).totals, evening, numbers.get(row.problems, 0))
            for at, (row, evening) in enumerate(zip(sheet.rows, evenings_of, strict=True))
        ),
        sums=tuple(map(pen.total, sheet.totals)),
        has_teams=pen.has_teams,
        runs=tuple(not pen.has_teams or players <= at < columns - 2 for at in range(columns)),
        notes=notes,
    )


def _evenings_of(began: Mapping[int, datetime], rows: int) -> list[datetime | None]:
    """When the evening of each row began, if there were several; unknown ones go with the last."""
    found: list[datetime | None] = []
    for row in range(rows):
        found.append(began.get(row, found[-1] if found else None))
    return found if len({*found} - {None}) > 1 else [None] * len(found)


def _heads(columns: Sequence[str], players: int) -> tuple[str, ...]:
    """Short names, each another: where the first letters are alike, with the number of the seat."""
    filled = columns if len(columns) > players else [*columns, "", ""]
    short = short_names(filled, players)[: len(columns)]
    return tuple(
        f"{name[:2]}{place}" if short.count(name) > 1 else name
        for place, name in enumerate(short, start=1)
    )


@dataclass(frozen=True)
class _Pen:
    """How figures and names are written on a pad."""

    game: AnyGame
    has_teams: bool
    short: Mapping[str, str]
    """Short names."""

    def cell(self, value: Points | None) -> str:
        if self.game.cells_have_signs:
            return signed(value) or "–"
        return (plain(value) if self.has_teams else points(value)) or "–"

    def total(self, value: Points) -> str:
        return plain(value) if self.has_teams else self.game.total_label(value)

    def line(
        self, row: Row, totals: Sequence[Points], evening: datetime | None, note: int
    ) -> PadLine:
        heading = row.heading
        number = re.search(r"\d+", heading.label)
        brief = dict.fromkeys(filter(None, (number and number[0], heading.short)))
        marks = row.marks or ("",) * len(row.cells)
        texts = zip(map(self.cell, row.cells), marks, strict=True)
        return PadLine(
            label=heading.short if heading.group else heading.label,
            brief=" ".join(brief),
            contract=with_values(row.note, self.short),
            suit=heading.suit,
            evening=evening,
            group=heading.group,
            cells=tuple(f"{cell} ({mark})" if mark else cell for cell, mark in texts),
            running=tuple(map(self.total, totals)),
            note=note,
        )


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
    runs: tuple[bool, ...]
    """Of which columns the totals after each row are shown."""
    notes_apart: bool = False
    """Whether the notes have a page of their own."""


def laid_out(pad: Pad, around: float) -> Layout:
    """The pad in the largest letters that leave room for `around` points of other lines.

    Notes below it are worth smaller letters, and so are totals after each row, and contracts.
    """
    for below, apart in ((_notes_height(pad), False), (0.0, True)):
        for shown in pad.shorter:
            height = HEIGHT - around - below
            for size, is_brief in product(SIZES, (False, True)):
                for blocks in range(1, _blocks_beside(shown, size, is_brief) + 1):
                    found = _split(shown.lines, -(-len(pad.lines) // blocks))
                    if _height(pad, found, size) <= height:
                        is_apart = apart and bool(pad.notes)
                        return Layout(size, is_brief, blocks, (found,), shown.runs, is_apart)
    return _on_pages(pad, around)


def _on_pages(pad: Pad, around: float) -> Layout:
    """More rows than a page holds in the smallest letters: on as many as it takes."""
    size = SIZES[-1]
    blocks = max(1, _blocks_beside(pad, size, brief=True))
    full = int(HEIGHT / _row(size)) - AROUND_ROWS
    first = max(1, full - ceil(around / _row(size)))
    every = _filled(pad.lines, [first] * blocks, full)
    found = tuple(every[at : at + blocks] for at in range(0, len(every), blocks))
    return Layout(size, True, blocks, found, pad.runs, bool(pad.notes))


def _blocks_beside(pad: Pad, size: int, brief: bool) -> int:
    """How many blocks stand side by side in letters of this size."""
    width = pad.width(brief) * size / 10
    return min(MOST_BLOCKS, int((WIDTH + BETWEEN) / (width + BETWEEN)))


def _split(lines: Sequence[PadLine], each: int, *, is_end: bool = True) -> tuple[Block, ...]:
    """So many lines in each block."""
    starts = range(0, len(lines), max(each, 1)) or range(1)
    last = starts[-1]
    return tuple(Block(tuple(lines[at : at + each]), is_end and at == last) for at in starts)


def _filled(lines: Sequence[PadLine], first: Sequence[int], full: int) -> tuple[Block, ...]:
    """As many rows in each block as it has room for: the first ones have less."""
    found: list[tuple[PadLine, ...]] = []
    rest = lines
    while rest or not found:
        room = first[len(found)] if len(found) < len(first) else full
        taken = 0
        while taken < len(rest) and _rows(rest[: taken + 1]) <= room:
            taken += 1
        taken = max(taken, 1)
        found.append(tuple(rest[:taken]))
        rest = rest[taken:]
    return tuple(Block(each, at == len(found) - 1) for at, each in enumerate(found))


def _rows(lines: Sequence[PadLine]) -> int:
    """How many rows these lines take, with those that say what they belong to."""
    parts = [(None, ""), *(line.part for line in lines)]
    changes = sum(any(b) and a != b for a, b in pairwise(parts))
    return len(lines) + changes


def _row(size: int) -> float:
    """The height of a row with the line below it."""
    return size / 10 * 1.25 + 0.75


def _height(pad: Pad, blocks: Sequence[Block], size: int) -> float:
    """What the highest of these blocks takes."""
    rows = [1 + _rows(each.lines) + each.is_last * (1 + pad.is_staggered) for each in blocks]
    return max(rows) * _row(size) + 8


def _notes_height(pad: Pad) -> float:
    """What the notes take, in two columns."""
    letters = [sum(len(p.message) + len(p.rule) + 22 for p in note) for note in pad.notes]
    lines = [_lines(each, columns=2) for each in letters]
    return ceil(sum(lines) / 2 + max(lines, default=0)) * LINE


def _lines(letters: int, columns: int = 1) -> int:
    """How many lines so many letters take."""
    return ceil(letters * columns / LETTERS)


# The page -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PrintedDeal:
    """A deal by cards: the name of its row, and the tricks of a table under short names."""

    label: str
    table: PlayedTable
    heads: tuple[str, ...]


@pages.get("")
def show(key: str) -> str:
    """The pad as it is printed, and as a page to look at before."""
    with open_match(key) as opened, one_whole_match(len(opened.match.tally.rows)):
        match, sheet = opened.match, opened.match.sheet()
        times = [written.at for written in match.standing()]
        pad = pad_of(match.tally, _began(match))
        agreed = _agreed(match)
        known = [at for at in times if at is not None]
        layout = laid_out(pad, _height_around(match, sheet, pad, agreed))
        heads = pad.heads if layout.is_brief or pad.has_teams else pad.names
        with_cards = "cards" in request.args
        return render(
            "match/print.html",
            opened=opened,
            match=match,
            sheet=sheet,
            pad=pad,
            heads=heads,
            layout=layout,
            agreed=agreed,
            times=[known[0], known[-1]] if known else [],
            with_cards=with_cards,
            may_have_cards=any(has_cards(match, row) for row in range(len(sheet.rows))),
            deals=list(_deals(match, heads)) if with_cards else [],
        )


def _began(match: Match) -> dict[int, datetime]:
    """When the evening of each row began."""
    return {row: each.start for each in match.evenings() for row in each.rows}


def _deals(match: Match, heads: Sequence[str]) -> Iterator[PrintedDeal]:
    for number, row in enumerate(match.tally.rows):
        for table in played_tables(match, number):
            first = max(table.number - 1, 0) * len(table.names)
            own = tuple(heads[first : first + len(table.names)])
            where = f", table {table.number}" if table.number else ""
            yield PrintedDeal(f"{row.heading.label}{where} {row.note}".strip(), table, own)


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
    """What stands above the pad takes: the title, the names, the options, who leads or has won.

    And below it what the table plays beside the rules in the notes.
    """
    legend = sum(len(name) + len(head) + 5 for name, head in zip(pad.names, pad.heads, strict=True))
    played = sum(len(choice.title) + len(words) + 4 for choice, words in agreed)
    ranks = sum(len(standing.name) + 16 for standing in sheet.standings)
    texts = (60 + len(match.game.title), legend, played, ranks + 60, 80)
    cited = (problem.rule for note in pad.notes for problem in note)
    house = [
        _lines(len(text) + 14, columns=2) for rule in cited for text in match.house_rules(rule)
    ]
    lines = sum(map(_lines, texts)) + sum(house)
    return TITLE * _lines(len(match.title) * 2) + lines * LINE
