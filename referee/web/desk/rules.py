"""The rulebooks: rules with an anchor for every id, search over all, what a table plays."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request

from referee.core.game import AnyGame
from referee.core.options import choices, options_played
from referee.core.registry import GAMES
from referee.core.schema import record_schema
from referee.web.desk.found import found
from referee.web.forms.game_pages import pages_of
from referee.web.http.app import render
from referee.web.http.match_cache import open_match

pages = Blueprint("rules", __name__)


@pages.get("/rules")
def index() -> str:
    """The games, and what a search over all of them finds."""
    return render(
        "desk/rules.html", "desk/parts/found.html", found=found(request.args.get("q", ""))
    )


@pages.get("/rules/<game>")
def of_game(game: str) -> str:
    """One game's rules, and what a search in them finds."""
    known = _known(game)
    return render(
        "desk/rulebook.html",
        "desk/parts/found.html",
        found=found(request.args.get("q", ""), game=known),
        game=known,
        book_styles=pages_of(known).styles,
        choices=choices(known.spec.options, ()),
        plays=None,
        opened=None,
    )


@pages.get("/m/<key>/rules")
def of_match(key: str) -> str:
    """The rules of a match's game, with what this table plays; a search finds its rulings too."""
    with open_match(key) as opened:
        game, table = opened.match.game, opened.match.seating
        plays = {
            choice.name: words for choice, words in options_played(table.options, table.players)
        }
        return render(
            "desk/rulebook.html",
            "desk/parts/found.html",
            found=found(request.args.get("q", ""), opened),
            game=game,
            book_styles=pages_of(game).styles,
            choices=choices(game.spec.options, table.players),
            plays=plays,
            opened=opened,
        )


@pages.get("/schema/record.json")
def schema() -> Response:
    """The JSON Schema of the record."""
    response: Response = jsonify(record_schema())
    return response


def _known(name: str) -> AnyGame:
    game = GAMES.get(name)
    if game is None:
        abort(404, f"There is no game “{name[:40]}”. Choose one under Rules.")
    return game
