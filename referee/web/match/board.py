"""The board: the score on a screen in the middle of the table, and above it the trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from referee.core.text import Said
from referee.matches.match import Match
from referee.matches.tonight import last_evening
from referee.web.http.names import labels, on_keys
from referee.web.match.play_panel import PlayPanel, panels_of
from referee.web.match.score_strip import StripColumn, strip_of

LETTERS: Final = 11
"""So many letters of a name have room on a tile."""
LETTERS_OF_MANY: Final = 9
MANY: Final = 9
"""Of more players than these the tiles stand five in a row."""


@dataclass(frozen=True)
class BoardTable:
    """A table whose deal is followed card by card, with the names of its seats."""

    panel: PlayPanel
    names: Sequence[Markup]


@dataclass(frozen=True)
class Board:
    """What stands on the board."""

    tiles: Sequence[StripColumn]
    players: Sequence[str]
    """The labels of the players, to stand below the tiles of teams."""
    tables: Sequence[BoardTable]
    evening: Said | None
    """The last evening, and how long was played then."""


def board_of(match: Match) -> Board:
    """The board of a match as it is now; once the match is over nothing is played on it."""
    sheet, room = match.sheet(), LETTERS if len(match.players) <= MANY else LETTERS_OF_MANY
    panels = [] if sheet.finished else panels_of(match)
    return Board(
        strip_of(match.game, sheet, match.players, sheet.due, room),
        labels(match.players, room),
        [
            BoardTable(panel, on_keys(panel.at.players, room))
            for panel in panels
            if panel and panel.play
        ],
        last_evening(match),
    )
