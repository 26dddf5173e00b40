"""The games that there are: every folder of `referee.games` whose `rules` have a `GAME`."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Final

from referee.core.game import AnyGame

FOLDER: Final = "referee.games"


def _games() -> dict[str, AnyGame]:
    folders = pkgutil.iter_modules(import_module(FOLDER).__path__)
    games: list[AnyGame] = [import_module(f"{FOLDER}.{each.name}.rules").GAME for each in folders]
    return {game.name: game for game in sorted(games, key=lambda game: game.place)}


GAMES: Final = _games()
"""Every game by its name, in the order in which they are offered."""
