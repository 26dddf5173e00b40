"""Figures from a CSV file as a record, for the game that is nothing but figures."""

from __future__ import annotations

import csv
from typing import Any, Final

from referee.core.findings import Points
from referee.core.record import FORMAT
from referee.core.registry import GAMES
from referee.core.text import _, ngettext, read_figure
from referee.core.validation import refuse, shown

SEPARATORS: Final = "\t;,"


def record_from_csv(raw: bytes, options: dict[str, Any]) -> dict[str, Any]:
    """Convert a CSV file to a record. Raises NotARecord with the number of the line.

    The first line has the players' names, and each other line a round with a figure per player. An
    empty field means that the player sat out. Separators are commas, semicolons or tabs.
    """
    try:
        lines = raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise refuse(_("isn’t UTF-8 text")) from None
    separator = max(SEPARATORS, key=lines[0].count) if lines else ","
    rows = csv.reader(lines, delimiter=separator)
    game = next(each for each in reversed(GAMES.values()) if each.figures_field)
    entries: list[dict[str, Any]] = []
    try:
        players = [name.strip() for name in next(rows, [])]
        for row in rows:
            if row:
                figures = _read_figures(row, len(players), rows.line_num)
                entries.append({"kind": game.spec.kinds[0], game.figures_field: figures})
    except csv.Error:
        line = _("line {number}", number=rows.line_num)
        raise refuse(_("isn’t CSV"), line) from None
    return {
        "format": FORMAT,
        "game": game.name,
        "players": players,
        "options": options,
        "entries": entries,
    }


def _read_figures(row: list[str], players: int, number: int) -> list[Points | None]:
    line = _("line {number}", number=number)
    if len(row) != players:
        message = ngettext(
            "has {n} figure for {players} players",
            "has {n} figures for {players} players",
            len(row),
            players=players,
        )
        raise refuse(message, line)
    figures = [read_figure(text) for text in row]
    for text, figure in zip(row, figures, strict=True):
        if figure is None and text.strip():
            raise refuse(_("{text} isn’t a whole or half number", text=shown(text)), line)
    return figures
