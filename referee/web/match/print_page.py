"""The printed pad: every row, in blocks that the browser places side by side.

A marathon should fit on one page, or on two, in type of at least eight points. This module only
chooses one of three layouts by the number of rows and columns; the style sheet does the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Final

from flask import Blueprint, request

from referee.core.cards import Suit
from referee.core.findings import Problem
from referee.core.game import NOTHING
from referee.core.options import options_played
from referee.core.text import Text, _, joined, plain, points, replace_values, signed
from referee.matches.match import Match, sitting_in
from referee.web.http.app import render
from referee.web.http.limits import long_match_turn
from referee.web.http.match_cache import open_match
from referee.web.http.names import labels
from referee.web.match.pad import NAME_IN_NOTE, has_cards, played_tables, short_names

pages = Blueprint("print_page", __name__, url_prefix="/m/<key>/print")

SIZES: Final = {"large": (24, 6), "medium": (48, 14)}
"""Maximum number of rows and columns for each layout; larger pads are printed `small`."""
ROWS_IN_BLOCK: Final = 60  # rows that fit on a page, with headings, evenings and totals
MOST_WITH_RUNS: Final = 8
MOST_OF_TEAMS_WITH_RUNS: Final = 10
"""Up to this many columns, a team pad has room for running totals and contracts, however many
rows it has."""
LETTERS_OF_CELLS: Final = 4  # in a small pad without room
LETTERS_OF_HEADS: Final = 50  # names with more letters in all are cut and explained in a legend


@dataclass(frozen=True)
class PadLine:
    label: str
    contract: str  # such as `4♥ An +1`
    suit: Suit | None
    part: tuple[datetime | None, Text, str]
    """The part of the pad that the line is in: when its evening began (None if there was only one
    evening, without substitutes), who sat in, and the name of its group of rows. They are printed
    as a heading."""
    cells: list[str]
    running: list[str]  # the totals after it
    note: int  # the number of the note on its problems, from 1; 0 if there is none


@dataclass(frozen=True)
class Pad:
    size: str
    heads: list[str]
    blocks: list[list[PadLine]]
    sums: list[str]
    runs: list[bool]  # for each column, whether it shows running totals
    notes: list[tuple[Problem, ...]]  # problems of rows, without duplicates
    substitutes: list[str]


def print_pad(match: Match) -> Pad:
    """Lay out all rows; every list of a line, like `heads` and `sums`, has an item per column."""
    sheet, game, tally = match.sheet(), match.game, match.tally
    rows, columns, has_teams = len(sheet.rows), len(sheet.columns), sheet.has_teams
    names = [column.name for column in sheet.columns]
    size = next((name for name, (most, wide) in SIZES.items() if rows <= most and columns <= wide),
                "small")  # fmt: skip
    has_room = columns <= (MOST_OF_TEAMS_WITH_RUNS if has_teams else MOST_WITH_RUNS)
    has_room |= has_teams and size != "small"
    short = short_names(sheet.columns)
    heads = [  # unique: equal short names get two letters and the seat number
        f"{name[:2]}{seat}" if short.count(name) > 1 else name
        for seat, name in enumerate(short, start=1)
    ]
    is_short = has_teams or size == "small" or sum(map(len, names)) > LETTERS_OF_HEADS
    head_of = dict(zip(names, heads, strict=True))
    seated = dict.fromkeys(chain(*match.seated.values()))
    substitutes = [name for name in seated if name not in head_of]
    head_of |= dict(zip(substitutes, labels(substitutes, NAME_IN_NOTE), strict=True))
    played = [match.row_as_played(number) for number in range(rows)]
    notes = list(dict.fromkeys(row.problems for row in played if row.problems))
    numbers = {problems: number for number, problems in enumerate(notes, start=1)}
    write_cell = signed if game.cells_have_signs else plain if has_teams else points
    write_total = plain if has_teams else game.total_label

    began = {row: evening.start for evening in match.evenings() for row in evening.rows}
    has_evenings = len({*began.values()}) > 1 or bool(match.seated)
    lines: list[PadLine] = []
    evening = None
    for at, row in enumerate(played):
        heading, marks = row.heading, row.explanation.marks or ("",) * len(row.cells)
        evening = began.get(at, evening) if has_evenings else None
        label = heading.short if heading.group and not row.is_adjustment else heading.label
        if size == "small":
            parts = (str(heading.number or ""), heading.short)
            label = joined(dict.fromkeys(filter(None, parts)))
        write = signed if row.is_adjustment and not has_teams else write_cell
        cells = [write(cell) for cell in row.cells]
        lines.append(
            PadLine(
                label=label,
                contract=replace_values(row.explanation.note, head_of) if has_room else "",
                suit=heading.suit,
                part=(
                    evening,
                    sitting_in(match.seated.get(at, match.players), match.players) or NOTHING,
                    heading.group,
                ),
                cells=[
                    _("{figure} ({mark})", figure=cell, mark=mark)
                    if cell and mark
                    else cell or mark or "–"
                    for cell, mark in zip(cells, marks, strict=True)
                ],
                running=[write_total(total) for total in tally.states[at + 1].totals],
                note=numbers.get(row.problems, 0),
            )
        )
    most = ROWS_IN_BLOCK if rows > ROWS_IN_BLOCK else max(rows, 1)
    blocks = [lines[at : at + most] for at in range(0, len(lines), most)] or [[]]
    sums = [write_total(total) for total in sheet.totals]
    if rows and not has_room and max(map(len, sums)) > LETTERS_OF_CELLS:
        blocks.append([])  # the sums have a block, as wide as the page, of their own
    return Pad(
        size=size,
        heads=heads if is_short else names,
        blocks=blocks,
        sums=sums,
        runs=[has_room and at in sheet.sides for at in range(columns)],
        notes=notes,
        substitutes=substitutes,
    )


@pages.get("")
def show(key: str) -> str:
    opened = open_match(key)
    with long_match_turn(len(opened.match.tally.rows)):
        match, options = opened.match, opened.match.setup.options
        pad, with_cards = print_pad(match), "cards" in request.args
        deals = []
        for number in range(len(match.tally.rows) if with_cards else 0):
            row = match.row_as_played(number)
            for table in played_tables(match, number):
                first = max(table.number - 1, 0) * len(table.names)
                own = match.players[first : first + len(table.names)]
                label = row.heading.label
                if table.number:
                    label = _("{entry}, table {number}", entry=label, number=table.number)
                if row.explanation.note:
                    label = joined([label, row.explanation.note])
                short = labels(table.names, NAME_IN_NOTE)
                heads = [
                    head if name == player else label
                    for head, label, name, player in zip(
                        pad.heads[first:], short, table.names, own, strict=False
                    )
                ]
                deals.append({"label": label, "table": table, "heads": heads})
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
            times=times,
            with_cards=with_cards,
            may_have_cards=any(has_cards(match, row) for row in range(len(match.tally.rows))),
            deals=deals,
        )
