"""The score strip: the head of every page on which somebody enters, always in view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.game import AnyGame, Due
from referee.core.seating import members
from referee.core.sheet import Row, Sheet
from referee.core.text import points, signed
from referee.web.http.names import labels, team_labels

SHORT_MARK = 3
"""So many letters of a mark have room behind a figure."""


@dataclass(frozen=True)
class StripColumn:
    """A player, or a team where there are teams: how it stands, and what is to be known of it."""

    name: str
    label: str
    """The name as it fits above a narrow column."""
    total: str
    last: str
    """What the last entry gave; empty where it gave nothing."""
    mark: str
    """What it was besides, such as `out`."""
    note: str
    """What stands small under the total, such as the number of games won."""
    dealer: str
    """The name of the dealer, if it is this player or one of this team."""
    is_leading: bool
    progress: int | None
    """How far it is on the way to the mark, in per cent; None without a mark."""


def strip_of(
    game: AnyGame, sheet: Sheet, players: Sequence[str], due: Due | None, room: int | None = None
) -> list[StripColumn]:
    """The columns of the strip: those of the teams where there are any, else the players'.

    `room` is how many letters of a player's name have room; mostly what a line of a phone leaves.
    """
    columns, number = sheet.columns, len(players)
    shown = range(number, len(columns) - 2) if len(columns) > number else range(number)
    names = [columns[at] for at in shown]
    has_teams = len(columns) > number
    short = team_labels(names, players, room) if has_teams else labels(names, room)
    leaders = _leaders(sheet)
    dealer = due.dealer if due and not sheet.finished else None
    last = sheet.rows[-1] if sheet.rows else None
    return [
        StripColumn(
            name=columns[at],
            label=label,
            total=game.total_label(sheet.totals[at]),
            last=_last(game, last, at),
            mark=_mark(last, at),
            note=sheet.notes[at] if sheet.notes else "",
            dealer=_dealer(players, dealer, at, columns[at]),
            is_leading=columns[at] in leaders,
            progress=_progress(sheet, at),
        )
        for at, label in zip(shown, short, strict=True)
    ]


def _leaders(sheet: Sheet) -> list[str]:
    """Who leads, unless half of them do, as at the beginning."""
    first = [standing.name for standing in sheet.standings if standing.rank == 1]
    return first if sheet.rows and len(first) * 2 <= len(sheet.standings) else []


def _last(game: AnyGame, row: Row | None, at: int) -> str:
    cell = row.cells[at] if row else None
    if row is None or cell is None:
        return ""
    return signed(cell) if game.cells_have_signs else points(cell)


def _mark(row: Row | None, at: int) -> str:
    mark = row.marks[at] if row and row.marks and not row.has_error else ""
    return mark if len(mark) <= SHORT_MARK else ""


def _dealer(players: Sequence[str], dealer: int | None, at: int, team: str) -> str:
    if dealer is None:
        return ""
    if at < len(players):
        return players[at] if at == dealer else ""
    return players[dealer] if players[dealer] in members(team, players) else ""


def _progress(sheet: Sheet, at: int) -> int | None:
    if not sheet.aim:
        return None
    return round(100 * min(max(sheet.totals[at], 0), sheet.aim) / sheet.aim)
