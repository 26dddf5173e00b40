"""The rulebooks: rules as HTML, links to them, and one search over questions, rules and rulings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, request
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape
from werkzeug.wrappers import Response as Redirect

from referee.core.cards import RANKS, NotACard, Ranked, read_card
from referee.core.game import AnyGame
from referee.core.language import Language
from referee.core.options import choices, options_played
from referee.core.question import question_name
from referee.core.registry import GAMES, record_schema
from referee.core.rulebook import split_sentences
from referee.core.rulings import ruled_kinds
from referee.core.text import _, _p
from referee.core.word_search import (
    Query,
    find_choice,
    is_close,
    queries_in_order,
    search_game,
    search_nearly,
)
from referee.web.desk.questions import rulings_of
from referee.web.forms.game_pages import pages_of
from referee.web.http import device
from referee.web.http.app import render, url_for
from referee.web.http.formats import card, in_words
from referee.web.http.language import current_language, rulebook_of
from referee.web.http.match_cache import OpenMatch, current_match, open_match, store

pages = Blueprint("rules", __name__)

_CARD = re.compile(r"\[(\w+)\]")


def law_text(markdown: str, game: AnyGame) -> Markup:
    """Render rulebook Markdown as HTML, with cards like `[AH]` and the game's drawings.

    A drawing is a fenced block whose info string says which drawing to use.
    """
    return _law_text(markdown, game, current_language())  # type: ignore[arg-type]  # a game is hashable


@lru_cache(maxsize=512)
def _law_text(markdown: str, game: AnyGame, _language: Language) -> Markup:
    html = _MARKDOWN.render(markdown, {"game": game})
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    pack = game.pack(game.spec.read_options({}, game.usual_players))

    def drawn(match: re.Match[str]) -> str:
        if match[1] in RANKS:
            return str(in_words(Ranked(match[1])))
        try:
            read_card(match[1])
        except NotACard:
            return str(escape(match[0]))
        return str(card(match[1], pack))  # a joker gets this game's name for it

    return Markup(_CARD.sub(drawn, html.replace("</table>", "</table></div>")))


def _block(_: Any, tokens: Sequence[Token], index: int, _options: Any, env: Any) -> str:
    token = tokens[index]
    draw = pages_of(env["game"]).blocks.get(token.info.strip())
    return str(draw(token.content) if draw else escape(token.content))


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.add_render_rule("fence", _block)


def quote(rule: str) -> dict[str, Any] | None:
    """Return a rule, and the open match's options and house rules for it.

    Return None if the rule is in no rulebook; an old record may cite such a rule.
    """
    game = GAMES.get(rule.partition(".")[0])
    law = rulebook_of(game).find(rule) if game else None
    if game is None or law is None:
        return None
    opened = current_match()
    plays, house = [], Markup()
    if opened and opened.match.game == game:
        table = opened.match.setup
        played = options_played(table.options, table.players)
        plays = [(choice.title, words) for choice, words in played if choice.name in law.options]
        house = house_rules(opened.match.house_rules(rule))
    return {"game": game, "law": law, "plays": plays, "house": house}


def rule_address(game: AnyGame, rule: str | None = None) -> str:
    """Return the URL of a rule or the whole rulebook; the open match's if a match is open."""
    opened = current_match()
    if opened is None:
        return url_for("rules.of_game", game=game.name, _anchor=rule)
    return url_for("rules.of_match", key=opened.key, _anchor=rule)


def question_address(game: AnyGame, question: str, preset: Mapping[str, str] | None = None) -> str:
    """Return the URL of a question; about the open match if a match is open."""
    opened = current_match()
    if opened is None:
        return url_for("ask.desk", preset, game=game.name, question=question)
    return url_for("ask.desk_of_match", preset, key=opened.key, question=question)


def rule_link(rule: str, words: str = "") -> Markup:
    """Link to a rule by its title or these words; in a match, followed by its house rules."""
    game = GAMES.get(rule.split(".")[0])
    if game is None:
        return escape(rule)
    address, law = rule_address(game, rule), rulebook_of(game).cite(rule)
    link = Markup('<a class="rule" href="{}" lang="{}">{}</a>')
    link = link.format(address, law.language, words or law.title)
    opened = current_match()
    if opened is None or rule == f"{game.name}.table":  # house rules there are about other things
        return link
    return link + house_rules(opened.match.house_rules(rule))


def house_rules(texts: Sequence[str]) -> Markup:
    if not texts:
        return Markup()
    marked = Markup('<span class="house"><b>{}</b> <bdi>{}</bdi></span>')
    title = in_words(_("Your table:"))
    return Markup(" ").join(("", *(marked.format(title, text) for text in texts)))


# Search -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hit:
    address: str
    kind: str  # such as `Question`
    title: str  # may be markup
    sentence: Markup


@dataclass(frozen=True)
class SearchResult:
    text: str
    by_game: Sequence[tuple[AnyGame, Sequence[Hit]]]
    is_near: bool = False
    is_close: bool = False  # no rule has all the words, but one has most of many


def search(
    text: str, opened: OpenMatch | None = None, game: AnyGame | None = None, first: str = ""
) -> SearchResult:
    """Search a match, a game, or all games, with the game named `first` on top.

    If nothing contains all the words, return hits for similar words.
    """
    text = text.strip()
    if not text:
        return SearchResult("", ())
    only = opened.match.game if opened else game
    games = [only] if only else sorted(GAMES.values(), key=lambda each: each.name != first)
    players = opened.match.players if opened else ()
    shown, others = queries_in_order(text, current_language().tag, players)
    for queries, is_near in ((shown, False), (others, False), (shown[:1], True)):
        found = ((each, _hits(each, queries, opened, is_near=is_near)) for each in games)
        if by_game := [(each, hits) for each, hits in found if hits]:
            break
    close = is_near and any(is_close(each, ruled_kinds(each), shown[0]) for each in games)
    return SearchResult(text, by_game, is_near, close)


def current_game() -> str:
    """Return the name of the game chosen in the query.

    By default, it is the game last asked about on this device, else the one last opened.
    """
    links = (store().find(key) for key in device.keys()[:1])
    last = (link.game for link in links if link)
    names = chain((request.args.get("game", ""), device.game()), last, GAMES)
    return next(name for name in names if name in GAMES)


def _hits(
    game: AnyGame, queries: Sequence[Query], opened: OpenMatch | None, *, is_near: bool
) -> list[Hit]:
    """List what the table decided, then the questions and the rules found."""
    hits = _own_hits(opened, queries, is_near=is_near) if opened else []
    query, every = queries[0], ruled_kinds(game)
    if is_near:
        kinds, laws = search_nearly(game, every, query)
    else:
        kinds, laws = search_game(game, every, queries, current_language().tag)
    for kind in kinds:
        preset = find_choice(game, kind, queries)
        preset = preset and {**preset, "asked": "1"}
        address = question_address(game, question_name(kind), preset)
        title, about = _marked(kind.title, query), _marked(kind.about, query)
        hits.append(Hit(address, _p("found", "Question"), title, about))
    for each in laws:
        title, sentence = (
            _in_language(_marked(text, query), each.law.language)
            for text in (each.law.title, each.sentence)
        )
        own = house_rules(opened.match.house_rules(each.law.id)) if opened else ""
        address = rule_address(game, each.law.id)
        hits.append(Hit(address, _p("found", "Rule"), title, sentence + own))
    return hits


def _own_hits(opened: OpenMatch, queries: Sequence[Query], *, is_near: bool) -> list[Hit]:
    """List matching house rules, and the matching rulings, latest first, by what was decided.

    With `is_near`, half of the words are enough.
    """

    def has(text: str) -> bool:
        if not is_near:
            return any(each.matches(text) for each in queries)
        return any(2 * len(each.lacking(text)) <= len(each.words) for each in queries)

    hits, match, query = list[Hit](), opened.match, queries[0]
    for each in match.house:
        if has(each["text"]):
            law = rulebook_of(match.game).cite(each["rule"])
            address, title = rule_address(match.game, law.id), _in_language(law.title, law.language)
            hits.append(Hit(address, _("Your table"), title, _marked(each["text"], query)))
    for kept in rulings_of(opened):
        asked = escape(in_words(kept.title)).striptags()
        words = [kept.decided.words] if kept.decided else [kept.said, kept.text]
        if not kept.is_house_rule and has(" ".join([asked, *words])):
            if kept.decided:
                quoted = _marked(kept.decided.words, query)
            else:
                best = query.best_sentence(split_sentences(kept.said))
                quoted = _in_language(_marked(best, query), kept.language)
            address = url_for("table_law.show", key=opened.key, _anchor=f"ruling-{kept.number}")
            hits.append(Hit(address, _("Your table"), _marked(asked, query), quoted))
    return hits


def _marked(text: str, query: Query) -> Markup:
    parts = re.split(r"(\w+(?:[.,]\d+)*[♠♥♦♣]?)", str(in_words(text)))
    marked = (
        Markup("<mark>{}</mark>").format(part)
        if index % 2 and query.count(part)[0]
        else escape(part)
        for index, part in enumerate(parts)
    )
    return Markup().join(marked)


def _in_language(text: str, language: str) -> Markup:
    return Markup('<span lang="{}">{}</span>').format(language, text)


# The pages ----------------------------------------------------------------------------------------


@pages.get("/rules")
def index() -> Redirect:
    return redirect(url_for("ask.index", request.args))


@pages.get("/rules/<game>")
def of_game(game: str) -> str:
    known = GAMES.get(game)
    if known is None:
        abort(404, _("There’s no game called “{name}”. Choose a rulebook.", name=game[:40]))
    return _book(known)


@pages.get("/m/<key>/rules")
def of_match(key: str) -> str:
    """Show the rulebook with this match's options; the search covers its rulings, too."""
    opened = open_match(key)
    return _book(opened.match.game, opened)


def _book(game: AnyGame, opened: OpenMatch | None = None) -> str:
    table = opened.match.setup if opened else None
    played = options_played(table.options, table.players) if table else ()
    return render(
        "desk/rulebook.html",
        "desk/parts/found.html",
        found=search(request.args.get("q", ""), opened, game),
        game=game,
        choices=choices(game.spec.options, table.players if table else ()),
        plays={choice.name: words for choice, words in played},
        opened=opened,
    )


@pages.get("/schema/record.json")
def schema() -> Response:
    response: Response = jsonify(record_schema())
    return response
