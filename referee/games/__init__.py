"""The games, each a module (or package) of its own that ends with its identity card `GAME`."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Final

from referee.game import Game


def _games() -> dict[str, Game]:
    modules = sorted(module.name for module in pkgutil.iter_modules(__path__))
    games: list[Game] = [import_module(f"{__name__}.{name}").GAME for name in modules]
    return {game.name: game for game in sorted(games, key=lambda game: game.place)}


GAMES: Final = _games()
"""Every game by its name, in the order in which they are offered."""
