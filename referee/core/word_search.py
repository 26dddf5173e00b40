"""Search a game's rules and questions, with synonyms and tolerance for misspellings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from operator import itemgetter
from typing import Final
from unicodedata import combining, normalize

from referee.core.game import AnyGame
from referee.core.question import QuestionKind, question_name
from referee.core.rulebook import Law, Rulebook, split_sentences
from referee.core.rulings import question_kinds

QUERY_LENGTH: Final = 200
"""Maximum query length; longer ones are truncated, because comparing each word takes time."""
STEM: Final = 4  # words that share a prefix of this length may be forms of one word
SIMILAR: Final = 0.75
"""Minimum `SequenceMatcher` ratio for a word to be treated as a misspelling of another."""


@dataclass(frozen=True)
class FoundRule:
    law: Law
    sentence: str


@dataclass(frozen=True)
class Query:
    """A query: folded words that must all occur, and question words that only affect the order."""

    words: tuple[str, ...]
    question_words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Query:
        """Parse a query. Stop words are ignored, unless there's nothing else."""
        every = fold(text[:QUERY_LENGTH]).split()
        asking = [word for word in every if word in _QUESTION_WORDS]
        words = [word for word in every if word not in _QUESTION_WORDS | _STOP_WORDS]
        required = words or asking or every or text[:QUERY_LENGTH].split()
        return cls(tuple(dict.fromkeys(map(_stem, required))), tuple(dict.fromkeys(asking)))

    def count(self, text: str, synonyms: Iterable[str] = ()) -> tuple[int, int]:
        """Count the query's words and question words that match a text or one of its synonyms."""
        folded, forms = fold(text), _forms(synonyms)
        words = sum(
            f" {word}" in folded or any(_is_form(word, form) for form in forms)
            for word in self.words
        )
        return words, sum(f" {word} " in folded or word in forms for word in self.question_words)

    def matches(self, text: str, synonyms: Iterable[str] = ()) -> bool:
        return self.count(text, synonyms)[0] == len(self.words)

    def best_sentence(self, sentences: Sequence[str]) -> str:
        return max(sentences, key=self.count)

    def count_similar(self, names: Sequence[str]) -> int:
        forms = _forms(names)
        return sum(any(_is_similar(word, form) for form in forms) for word in self.words)


def search_questions(game: AnyGame, query: Query) -> list[QuestionKind]:
    """Find questions that match all the words; matches in a title or synonym come first."""
    found = []
    for kind in question_kinds(game):
        synonyms = game.rulebook.words.get(question_name(kind), ())
        if query.matches(f"{kind.title} {kind.about}", synonyms):
            found.append((query.count(str(kind.title), synonyms), kind))
    return [kind for _, kind in sorted(found, key=itemgetter(0), reverse=True)]


def search_rules(book: Rulebook, query: Query) -> list[FoundRule]:
    """Find rules that match all the words; matches in a heading or synonym come first."""
    ranked = []
    for law in book.laws:
        heading = " ".join((law.id, law.title, *book.phrases.get(law.id, ())))
        synonyms = book.words.get(law.id, ())
        if query.matches(" ".join((heading, *split_sentences(law.text))), synonyms):
            best = max(_with_synonyms(book, law), key=lambda each: query.count(*each))
            order = query.count(heading, synonyms), query.count(*best)
            ranked.append((order, FoundRule(law, best[0])))
    return [found for _, found in sorted(ranked, key=itemgetter(0), reverse=True)]


def search_nearly(game: AnyGame, query: Query) -> tuple[list[QuestionKind], list[FoundRule]]:
    """Find the questions and rules whose titles and synonyms resemble the most query words."""
    book, kinds = game.rulebook, question_kinds(game)
    of_kinds = [
        query.count_similar((kind.title, *book.words.get(question_name(kind), ())))
        for kind in kinds
    ]
    of_laws = [query.count_similar((law.title, *book.words.get(law.id, ()))) for law in book.laws]

    def best_sentence(law: Law) -> str:
        return max(
            _with_synonyms(book, law), key=lambda each: query.count_similar((each[0], *each[1]))
        )[0]

    best = [law for law, count in zip(book.laws, of_laws, strict=True) if count == max(of_laws) > 0]
    return (
        [kind for kind, count in zip(kinds, of_kinds, strict=True) if count == max(of_kinds) > 0],
        [FoundRule(law, best_sentence(law)) for law in best],
    )


def _with_synonyms(book: Rulebook, law: Law) -> list[tuple[str, list[str]]]:
    """Pair each sentence of a rule with the synonyms of its phrases."""
    phrases = book.phrases.get(law.id, {})
    return [
        (
            each,
            [
                word
                for phrase, words in phrases.items()
                if fold(phrase) in fold(each)
                for word in words
            ],
        )
        for each in split_sentences(law.text)
    ]


def _is_similar(word: str, name: str) -> bool:
    word, name = (_PARTICIPLE.sub(r"\1", each) for each in (word, name))
    if min(len(word), len(name)) < STEM:
        return word == name
    matcher = SequenceMatcher(None, word, name)
    is_compound = min(len(word), len(name)) > STEM and (word.endswith(name) or name.endswith(word))
    return is_compound or (matcher.real_quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR)


def _is_form(word: str, form: str) -> bool:
    is_long = min(len(word), len(form)) >= STEM
    return word == form or (is_long and (form.startswith(word) or word.startswith(form)))


def _forms(synonyms: Iterable[str]) -> list[str]:
    return [*map(_stem, fold(" ".join(synonyms)).split())]


def _stem(word: str) -> str:
    return _ENDING.sub("", word)


_PARTICIPLE = re.compile(r"^(ab|an|auf|aus|ein|zu|)ge(?=\w{4})")  # `ausgespielt`, `geklopft`
_ENDING = re.compile(r"(?<=[a-z]{3})(?:(?<!s)s|es|ed|ing)$")
_UMLAUT = re.compile(r"(?<=[aou])e")
_SPELLINGS: Final = (
    (re.compile(r"(?<=\d)\s*(?:½|1/2)"), ".5"),  # `30 1/2`
    (re.compile(r"(?<=\d)[,.’'\s](?=\d{3}(?!\d))"), ""),  # `42,200`
    (re.compile(r"(?<=\d),(?=\d)"), "."),  # `30,5`
    (re.compile(r"(?<=\w)[’'](?=\w)"), ""),  # `doesn’t`
    (re.compile(r"(?<!\d)\.|\.(?!\d)|[?!,;:·()\"“”‘’'…*|/–—-]"), " "),
    (re.compile(r"\b(?:can|could|allowed|darf|kann|saako|voiko)\b"), "may"),
    (re.compile(r"\b(?:ha(?:ve|s|d) to|needs? to|muss|pitääkö|täytyykö)\b"), "must"),
)


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Convert to lower-case words with a space before and after each.

    `ä` and `ae` become `a`, so that any keyboard will do. `42,200` becomes `42200`, `can` becomes
    `may`, and `have to` becomes `must`.
    """
    text = text.casefold()
    for pattern, spelling in _SPELLINGS:
        text = pattern.sub(spelling, text)
    letters = "".join(each for each in normalize("NFKD", text) if not combining(each))
    return f" {' '.join(_UMLAUT.sub('', letters).split())} "


_QUESTION_WORDS: Final = frozenset(
    fold("who whom whose when where how many much may must wer wann kuka milloin").split()
)
_STOP_WORDS: Final = frozenset(
    fold(
        "a an the i you he she it its we they my your me what which why is are was be do does did"
        " doesnt dont didnt cant not of to in on at for from with and or if that this there so have"
        " has get got by as someone somebody happens ich du man das der die den ein eine ist onko"
    ).split()
)
