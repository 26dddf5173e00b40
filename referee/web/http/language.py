"""A page's language: the one chosen on the device, else one that the browser asks for."""

from __future__ import annotations

from flask import g, has_request_context, request

from referee.core.game import AnyGame
from referee.core.language import ENGLISH, Language, find_language, languages
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
        language = g.language = find_language(*[chosen] * bool(chosen), *wanted)
    return language


def rulebook_of(game: AnyGame) -> Rulebook:
    """Return the game's rulebook in the language of this page."""
    return game.rulebook_in(current_language().tag)
