"""Rules on a page: their texts as HTML, and links to them, with what the table of a match plays."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token
from markupsafe import Markup, escape

from referee.core.cards import NotACard, read_card
from referee.core.game import AnyGame
from referee.core.options import options_played
from referee.core.registry import GAMES
from referee.core.rulebook import Law
from referee.web.forms.game_pages import pages_of
from referee.web.http.app import url_for
from referee.web.http.formats import card
from referee.web.http.match_cache import current_match

_CARD = re.compile(r"\[([0-9AKQJT]{1,2}[SHDC]|JK|RJ|BJ|SHEET)\]")


@lru_cache(maxsize=512)
def law_text(markdown: str, game: AnyGame) -> Markup:
    """The text of a rule of this game, with its cards drawn, and the blocks that the game draws.

    Such a block is between fences, and a word after the first fence names it.
    """
    html = _MARKDOWN.render(markdown, {"game": game})
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    pack = game.pack(game.spec.read_options({}, game.usual_players))

    def drawn(match: re.Match[str]) -> str:
        try:
            read_card(match[1])
        except NotACard:
            return str(escape(match[0]))
        return str(card(match[1], pack))  # a joker has the name that it has in this game

    return Markup(_CARD.sub(drawn, html.replace("</table>", "</table></div>")))


def _block(
    _renderer: RendererProtocol,
    tokens: Sequence[Token],
    index: int,
    _options: Any,
    env: MutableMapping[str, Any],
) -> str:
    token = tokens[index]
    draw = pages_of(env["game"]).blocks.get(token.info.strip())
    return str(draw(token.content) if draw else escape(token.content))


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.add_render_rule("fence", _block)


@dataclass(frozen=True)
class Quote:
    """A rule that is quoted in place."""

    game: AnyGame
    law: Law
    address: str
    """Where it is in the book."""
    plays: Sequence[tuple[str, str]]
    """What the table of a match plays of its options: title and words."""
    house: Markup
    """The table's house rules beside it."""


def quote(rule: str) -> Quote | None:
    """The text of a rule; None for one that no book has (any more)."""
    game = GAMES.get(rule.partition(".")[0])
    law = next((law for law in game.rulebook.laws if law.id == rule), None) if game else None
    if game is None or law is None:
        return None
    opened = current_match()
    plays, house = [], Markup()
    if opened and opened.match.game == game:
        table = opened.match.seating
        played = options_played(table.options, table.players)
        plays = [(choice.title, words) for choice, words in played if choice.name in law.options]
        house = house_rules(opened.match.house_rules(rule))
    return Quote(game, law, _address(game, rule), plays, house)


def _address(game: AnyGame, rule: str) -> str:
    """In a match the rule in the book of that match."""
    opened = current_match()
    if opened is None:
        return url_for("rules.of_game", game=game.name, _anchor=rule)
    return url_for("rules.of_match", key=opened.key, _anchor=rule)


def rule_link(rule: str) -> Markup:
    """A link to a rule by its title, with its id; in a match with the table's house rules."""
    game = GAMES.get(rule.split(".")[0])
    if game is None:
        return escape(rule)
    link, opened = _link(_address(game, rule), game.rulebook.title_of(rule), rule), current_match()
    return link + house_rules(opened.match.house_rules(rule)) if opened else link


@lru_cache(maxsize=1024)
def _link(address: str, title: str, rule: str) -> Markup:
    return Markup('<a class="rule" href="{}">{} <small>{}</small></a>').format(address, title, rule)


def house_rules(texts: Sequence[str]) -> Markup:
    """House rules, marked as the table's own."""
    marked = Markup('<span class="house"><b>Your table:</b> {}</span>')
    return Markup(" ").join(("", *(marked.format(text) for text in texts))) if texts else Markup()
