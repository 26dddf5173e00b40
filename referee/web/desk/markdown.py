"""The texts of rules as HTML, with their cards drawn."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token
from markupsafe import Markup, escape

from referee.core.cards import NotACard, read_card
from referee.core.game import AnyGame
from referee.web.forms.game_pages import pages_of
from referee.web.http.formats import card

_CARD = re.compile(r"\[([0-9AKQJT]{1,2}[SHDC]|JK|RJ|BJ|SHEET)\]")


@lru_cache(maxsize=512)
def law_text(markdown: str, game: AnyGame) -> Markup:
    """The text of a rule of this game: its cards are drawn, and so are blocks that the game knows.

    Such a block stands between fences, after whose first a word says what it is.
    """
    html = _MARKDOWN.render(markdown, {"game": game})
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    pack = game.pack(game.spec.read_options({}, game.usual_players))

    def drawn(match: re.Match[str]) -> str:
        try:
            read_card(match[1])
        except NotACard:
            return str(escape(match[0]))
        return str(card(match[1], pack))  # a joker is called as in this game

    return Markup(_CARD.sub(drawn, html.replace("</table>", "</table></div>")))


def _block(
    _renderer: RendererProtocol,
    tokens: Sequence[Token],
    at: int,
    _options: Any,
    env: MutableMapping[str, Any],
) -> str:
    token = tokens[at]
    draw = pages_of(env["game"]).blocks.get(token.info.strip())
    return str(draw(token.content) if draw else escape(token.content))


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.add_render_rule("fence", _block)
