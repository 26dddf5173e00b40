"""One search, words first: the questions, the rules and the kept rulings in which they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup, escape

from referee.core.game import AnyGame
from referee.core.question import QuestionKind, question_name
from referee.core.registry import GAMES
from referee.core.rulebook import split_sentences
from referee.core.rulings import decision_sentences
from referee.core.word_search import FoundRule, Query, search_nearly, search_questions, search_rules
from referee.web.desk.rule_text import house_rules
from referee.web.http.match_cache import OpenMatch


@dataclass(frozen=True)
class Hit:
    """Something that was found, with the words marked."""

    address: str
    kind: str
    """What it is, in a word; of a rule its id."""
    title: Markup
    sentence: Markup


@dataclass(frozen=True)
class SearchResult:
    text: str
    """What was searched for."""
    by_game: Sequence[tuple[AnyGame, Sequence[Hit]]]
    is_near: bool = False
    """Whether nothing has all the words, and these have similar ones."""


def search(
    text: str, opened: OpenMatch | None = None, game: AnyGame | None = None, first: str = ""
) -> SearchResult:
    """What these words find: in a match, in one game, or in all of them, one of them `first`."""
    text = text.strip()
    if not text:
        return SearchResult("", ())
    words = Query.parse(text)
    only = opened.match.game if opened else game
    games = [only] if only else sorted(GAMES.values(), key=lambda each: each.name != first)
    hits = [
        (
            game,
            [
                *_questions(game, search_questions(game, words), words, opened),
                *(_rulings(opened, words) if opened else ()),
                *_laws(game, search_rules(game.rulebook, words), words, opened),
            ],
        )
        for game in games
    ]
    is_near = not any(those for _, those in hits)
    if is_near:
        hits = []
        for game in games:
            questions, laws = search_nearly(game, words)
            those = _questions(game, questions, words, opened)
            hits.append((game, [*those, *_laws(game, laws, words, opened)]))
    return SearchResult(text, [(game, those) for game, those in hits if those], is_near)


def _questions(
    game: AnyGame, kinds: Sequence[QuestionKind], words: Query, opened: OpenMatch | None
) -> list[Hit]:
    hits = []
    for kind in kinds:
        name = question_name(kind)
        address = (
            url_for("ask.desk_of_match", key=opened.key, question=name)
            if opened
            else url_for("ask.desk", game=game.name, question=name)
        )
        hits.append(Hit(address, "Ask", _marked(kind.title, words), _marked(kind.about, words)))
    return hits


def _laws(
    game: AnyGame, laws: Sequence[FoundRule], words: Query, opened: OpenMatch | None
) -> list[Hit]:
    hits = []
    for each in laws:
        address = (
            url_for("rules.of_match", key=opened.key, _anchor=each.law.id)
            if opened
            else url_for("rules.of_game", game=game.name, _anchor=each.law.id)
        )
        title, sentence = _marked(each.law.title, words), _marked(each.sentence, words)
        own = house_rules(opened.match.house_rules(each.law.id)) if opened else ""
        hits.append(Hit(address, each.law.id, title, sentence + own))
    return hits


def _rulings(opened: OpenMatch, words: Query) -> list[Hit]:
    """The last one first."""
    hits = []
    for number, ruling in enumerate(opened.match.rulings, start=1):
        decision = str(ruling.get("decision", ""))
        if words.matches(decision):
            text = " ".join(text for text, _ in decision_sentences(decision)) or decision
            address = url_for("ask.rulings", key=opened.key, _anchor=f"ruling-{number}")
            sentence = _marked(words.best_sentence(split_sentences(text)), words)
            hits.append(Hit(address, "Your ruling", Markup(f"Ruling {number}"), sentence))
    return hits[::-1]


def _marked(text: str, words: Query) -> Markup:
    pattern = "|".join(re.escape(word) for word in words.words)
    parts = re.split(f"({pattern})", text, flags=re.IGNORECASE)
    marked = (
        Markup("<mark>{}</mark>").format(part) if index % 2 else escape(part)
        for index, part in enumerate(parts)
    )
    return Markup().join(marked)
