"""Registry of the games, and the JSON Schema of their records.

A game is a folder in `referee.games`, or comes from another package, which registers its `GAME` as
an entry point in the group `referee.games`, such as `crazy-eights = "crazy_eights.rules:GAME"`.
"""

from __future__ import annotations

import logging
import pkgutil
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Annotated, Any, Final, Union

from pydantic import Discriminator, TypeAdapter

from referee.core.game import AnyGame
from referee.core.text import _, joined
from referee.core.validation import refuse, shown

FOLDER: Final = "referee.games"

logger = logging.getLogger("referee")


def find_games() -> dict[str, AnyGame]:
    """Return all games by name, in display order, without those of other packages that fail."""
    folders = pkgutil.iter_modules(import_module(FOLDER).__path__)
    own: list[AnyGame] = [import_module(f"{FOLDER}.{each.name}.rules").GAME for each in folders]
    found = {game.name: game for game in own}
    for point in entry_points(group=FOLDER):
        try:
            game: AnyGame = point.load()
            if found.get(game.name, game) is not game:
                raise ValueError(f"{found[game.name].package} has a game called {game.name}, too")
            game.place + 0, str(game.title), game.spec.record, game.rulebook.laws
            found[game.name] = game
        except (Exception, SystemExit) as failure:
            report_broken(point.module, failure)
    return dict(sorted(found.items(), key=lambda named: (named[1].place, named[0])))


def report_broken(package: str, failure: BaseException) -> None:
    """Log one line; the game's matches are shown as those of an unknown game."""
    logger.error("the game of the package %s can’t be used: %r", package, failure)


GAMES: Final = find_games()


def read_game(data: Mapping[str, Any]) -> AnyGame:
    """Look up the game of a record or a question. Raises NotARecord."""
    name = data.get("game")
    if not isinstance(name, str) or name not in GAMES:
        games = joined(GAMES, ", ")
        raise refuse(
            _("must be one of {games}, not {given}", games=games, given=shown(name)), "game"
        )
    return GAMES[name]


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) for the records of all games.

    The parser also checks what a schema can't express: that lists have one value per player, that
    seats exist, and that names and ids are unique.
    """
    models: Any = Union[tuple(game.spec.record for game in GAMES.values())]  # noqa: UP007
    schema = TypeAdapter(Annotated[models, Discriminator("game")]).json_schema()
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Referee record, format 1",
        "description": "Who plays, under which options, and what happened, in order of play.",
    }
    return head | schema
