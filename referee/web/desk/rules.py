"""The rulebooks: an anchor for every rule, a search, and what the table of a match plays."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request

from referee.core.options import choices, options_played
from referee.core.registry import GAMES
from referee.core.schema import record_schema
from referee.web.desk.search import search
from referee.web.forms.game_pages import pages_of
from referee.web.http.app import render
from referee.web.http.match_cache import open_match

pages = Blueprint("rules", __name__)


@pages.get("/rules")
def index() -> str:
    found = search(request.args.get("q", ""))
    return render("desk/rules.html", "desk/parts/found.html", found=found)


@pages.get("/rules/<game>")
def of_game(game: str) -> str:
    known = GAMES.get(game)
    if known is None:
        abort(404, f"There is no game “{game[:40]}”. Choose one under Rules.")
    return render(
        "desk/rulebook.html",
        "desk/parts/found.html",
        found=search(request.args.get("q", ""), game=known),
        game=known,
        book_styles=pages_of(known).styles,
        choices=choices(known.spec.options, ()),
        plays=None,
        opened=None,
    )


@pages.get("/m/<key>/rules")
def of_match(key: str) -> str:
    """With what this table plays; the search finds its rulings, too."""
    with open_match(key) as opened:
        game, table = opened.match.game, opened.match.seating
        played = options_played(table.options, table.players)
        return render(
            "desk/rulebook.html",
            "desk/parts/found.html",
            found=search(request.args.get("q", ""), opened),
            game=game,
            book_styles=pages_of(game).styles,
            choices=choices(game.spec.options, table.players),
            plays={choice.name: words for choice, words in played},
            opened=opened,
        )


@pages.get("/schema/record.json")
def schema() -> Response:
    """The JSON Schema of the record."""
    response: Response = jsonify(record_schema())
    return response
