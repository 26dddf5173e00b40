"""The rulebooks: rules with an anchor for every id, search over all, what a table plays."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request

from referee.choices import choices, in_words
from referee.game import Game
from referee.games import GAMES
from referee.law import search
from referee.schema import record_schema
from referee.web.books import opened
from referee.web.page import render

pages = Blueprint("rules", __name__)


@pages.get("/rules")
def index() -> str:
    """The games, and what a search over all of them finds."""
    words = request.args.get("q", "").strip()
    found = {game: search(game.rulebook.laws, words) for game in GAMES.values()} if words else {}
    found = {game: laws for game, laws in found.items() if laws}
    return render("rules.html", "parts/found.html", words=words, found=found)


@pages.get("/rules/<game>")
def of_game(game: str) -> str:
    """One game's rules."""
    known = _known(game)
    return render(
        "rulebook.html", game=known, choices=choices(known.shape, ()), plays=None, match=None
    )


@pages.get("/m/<key>/rules")
def of_match(key: str) -> str:
    """The rules of a match's game, with what this table plays."""
    with opened(key) as match:
        game, table = match.book.game, match.book.table
        plays = {
            choice.name: words
            for choice, words in in_words(game.shape, table.options, table.players)
        }
        return render(
            "rulebook.html",
            game=game,
            choices=choices(game.shape, table.players),
            plays=plays,
            match=match,
        )


@pages.get("/schema/record.json")
def schema() -> Response:
    """The JSON Schema of the record."""
    response: Response = jsonify(record_schema())
    return response


def _known(name: str) -> Game:
    game = GAMES.get(name)
    if game is None:
        abort(404, f"There are no rules of a game “{name[:40]}”.")
    return game
