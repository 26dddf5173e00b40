"""The games: every folder of `referee.games`, and those that other packages bring.

Another package names its `GAME` as an entry point of the group `referee.games`, such as
`crazy-eights = "crazy_eights.rules:GAME"`.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from referee.core.game import AnyGame

FOLDER: Final = "referee.games"


def find_games() -> dict[str, AnyGame]:
    """Every game by its name, in the order of their places.

    Raises:
        ValueError: where two games have one name.
    """
    folders = pkgutil.iter_modules(import_module(FOLDER).__path__)
    games: list[AnyGame] = [import_module(f"{FOLDER}.{each.name}.rules").GAME for each in folders]
    games += [point.load() for point in entry_points(group=FOLDER)]
    found: dict[str, AnyGame] = {}
    for game in sorted(games, key=lambda game: (game.place, game.name)):
        if found.setdefault(game.name, game) is not game:
            packages = f"{found[game.name].package} and {game.package}"
            raise ValueError(f"two games are called {game.name}: those of {packages}")
    return found


GAMES: Final = find_games()
