"""The receipt of a row: a line a column, the cards where they are known, the rules at the foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.core.findings import Line
from referee.core.rulebook import Law
from referee.core.sheet import Row
from referee.core.text import Said, joined, points, said, signed
from referee.matches.match import Match
from referee.web.forms.game_pages import pages_of
from referee.web.match.played_cards import PlayedTable, played_tables

IN_ONE_LINE = 3
"""Of so many addends each is named beside its figure; more are figures, with a fold that names."""


@dataclass(frozen=True)
class ColumnSum:
    """What a column gets, in one line."""

    column: int
    name: str
    figure: str
    text: str
    is_sum: bool
    """Whether the text is a sum that comes to the figure."""
    lines: tuple[Line, ...] = ()
    """The addends, where the text does not name them."""


@dataclass(frozen=True)
class CitedLaw:
    """A rule that the figures rest on, and what it says of whom, where no line above has it."""

    law: Law
    told: tuple[tuple[tuple[str, ...], str], ...]


@dataclass(frozen=True)
class Receipt:
    """What a row comes to, and why."""

    sums: tuple[ColumnSum, ...]
    tables: Sequence[PlayedTable]
    laws: tuple[CitedLaw, ...]
    styles: Sequence[str]
    """The style sheets that drawings in the rules need."""
    moves_dealers: bool
    """Whether later entries get another dealer if this one is struck."""


def receipt_of(match: Match, id: str) -> Receipt | None:
    """The receipt of this entry; None if it is struck."""
    number = match.row_number(id)
    if number is None:
        return None
    row, names = match.tally.rows[number], [column.name for column in match.tally.columns]
    write = signed if match.game.cells_have_signs else points
    sums = tuple(
        _column_sum(column, names[column], write(cell), row)
        for column, cell in enumerate(row.cells)
        if cell is not None
    )
    laws = tuple(_laws(match, row, names))
    styles = pages_of(match.game).styles if laws else ()
    tables = played_tables(match, number)
    return Receipt(sums, tables, laws, styles, _moves_dealers(match, number))


def _moves_dealers(match: Match, number: int) -> bool:
    if number + 1 == len(match.tally.rows):
        return False
    own, following = (match.tally.outcome(row).due for row in (number, number + 1))
    return bool(own and following and own.dealer != following.dealer)


def _column_sum(column: int, name: str, figure: str, row: Row) -> ColumnSum:
    if row.sums:
        return ColumnSum(column, name, figure, row.sums[column], is_sum=True)
    lines = row.why[column]
    is_of_a_kind = len({line.rule for line in lines}) == 1  # then nothing is an addend, too
    addends = [line for line in lines if line.points or is_of_a_kind]
    if len(addends) < 2:
        return ColumnSum(
            column, name, figure, joined([line.text for line in lines], "; "), is_sum=False
        )
    is_short = len(lines) == len(addends) <= IN_ONE_LINE
    text = _added(addends, is_named=is_short)
    return ColumnSum(column, name, figure, text, is_sum=True, lines=() if is_short else lines)


def _added(lines: Sequence[Line], *, is_named: bool) -> Said:
    """`25 (meld of 5 cards) − 15 (less the cards in hand)`, or `25 − 15`."""
    first, *others = lines
    figures = [said("{figure}", figure=points(first.points))]
    for line in others:
        template = "− {figure}" if line.points < 0 else "+ {figure}"
        figures.append(said(template, figure=points(abs(line.points))))
    if not is_named:
        return joined(figures)
    named = zip(figures, lines, strict=True)
    return joined([said("{addend} ({text})", addend=each, text=line.text) for each, line in named])


def _laws(match: Match, row: Row, names: Sequence[str]) -> Iterator[CitedLaw]:
    """Each rule once, in the order in which the lines name them."""
    told: dict[str, dict[str, list[str]]] = {}
    for name, lines in zip(names, row.why, strict=False):
        for line in lines:
            of_whom = told.setdefault(line.rule, {}).setdefault(line.text, [])
            of_whom.append(name)
    for rule, texts in told.items():
        said = ((tuple(of_whom), text) for text, of_whom in texts.items()) if row.sums else ()
        yield CitedLaw(match.game.rulebook.law(rule), tuple(said))
