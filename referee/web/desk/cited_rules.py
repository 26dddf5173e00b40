"""Rules where a page cites them: a link to the book, or the text itself, as a table has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from referee.core.game import AnyGame
from referee.core.options import options_played
from referee.core.registry import GAMES
from referee.core.rulebook import Law
from referee.web.http.app import url_for
from referee.web.http.match_cache import current_match


@dataclass(frozen=True)
class Quote:
    """A rule that is quoted in place."""

    game: AnyGame
    law: Law
    address: str
    """Where it stands in the book."""
    plays: Sequence[tuple[str, str]]
    """What the table of a match plays of its options, each by its title."""
    house: Markup
    """What this table plays beside it."""


def quote(rule: str) -> Quote | None:
    """The text of a rule; None of one that no book has (any more)."""
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
    """Where a rule stands: in a match in the book of that match."""
    opened = current_match()
    if opened is None:
        return url_for("rules.of_game", game=game.name, _anchor=rule)
    return url_for("rules.of_match", key=opened.key, _anchor=rule)


def rule_link(rule: str) -> Markup:
    """A link to a rule, by its title; its id beside it for those who look it up.

    In a match it leads to the rulebook of that match, and says what the table plays beside it.
    """
    game = GAMES.get(rule.split(".")[0])
    if game is None:
        return escape(rule)
    link, opened = _link(_address(game, rule), game.rulebook.title_of(rule), rule), current_match()
    return link + house_rules(opened.match.house_rules(rule)) if opened else link


@lru_cache(maxsize=1024)
def _link(address: str, title: str, rule: str) -> Markup:
    return Markup('<a class="rule" href="{}">{} <small>{}</small></a>').format(address, title, rule)


def house_rules(texts: Sequence[str]) -> Markup:
    """What a table plays beside a rule, marked as its own."""
    marked = Markup('<span class="house"><b>Your table:</b> {}</span>')
    return Markup(" ").join(("", *(marked.format(text) for text in texts))) if texts else Markup()
