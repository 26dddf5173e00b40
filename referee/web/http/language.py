"""A page's language: the one chosen on the device, else one that the browser asks for."""

from __future__ import annotations

from flask import g, has_request_context, request

from referee.core.game import AnyGame
from referee.core.language import (
    ENGLISH,
    GERMAN_LETTERS,
    GERMAN_SUITS,
    Language,
    find_language,
    languages,
)
from referee.core.registry import GAMES
from referee.core.rulebook import Rulebook
from referee.web.http import device


def all_languages() -> list[Language]:
    return [find_language(tag) for tag in languages()]


def current_language() -> Language:
    if not has_request_context():
        return find_language(ENGLISH)
    language: Language | None = g.get("language")  # a page asks for it a hundred times
    if language is None:
        chosen = device.language()
        wanted = request.accept_languages.values()
        own = {"letters": _letters(), "zone": device.zone()}
        language = find_language(*[chosen] * bool(chosen), *wanted, **own)
        g.language = language
    return language


def _letters() -> str:
    """Return the letters chosen on this device; German suits only for games played with them."""
    letters = device.letters()
    if letters != GERMAN_SUITS:
        return letters
    opened = g.get("opened")
    name = opened.link.game if opened else (request.view_args or {}).get("game")
    game = GAMES.get(name or "")
    return GERMAN_SUITS if game and game.has_german_cards else GERMAN_LETTERS


def rulebook_of(game: AnyGame) -> Rulebook:
    """Return the game's rulebook in the language of this page."""
    return game.rulebook_in(current_language().tag)
