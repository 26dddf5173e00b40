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
    """A query: words that must all occur, in any order."""

    words: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Query:
        return cls(tuple(text[:QUERY_LENGTH].casefold().split()))

    def matches(self, text: str, synonyms: Iterable[str] = ()) -> bool:
        """Whether each word is in the text or is a form of a synonym."""
        folded, forms = fold_accents(text), fold_accents(" ".join(synonyms)).split()
        return all(
            word in folded
            or any(
                word == form
                or (len(word) >= STEM and (form.startswith(word) or word.startswith(form)))
                for form in forms
            )
            for word in map(fold_accents, self.words)
        )

    def best_sentence(self, sentences: Sequence[str]) -> str:
        words = [*map(fold_accents, self.words)]
        counts = [sum(word in fold_accents(sentence) for word in words) for sentence in sentences]
        return sentences[counts.index(max(counts))]

    def count_similar(self, names: Sequence[str]) -> int:
        forms = fold_accents(" ".join(names)).split()
        words = map(fold_accents, self.words)
        return sum(any(_is_similar(word, form) for form in forms) for word in words)


def search_questions(game: AnyGame, query: Query) -> list[QuestionKind]:
    synonyms = game.rulebook.words
    return [
        kind
        for kind in question_kinds(game)
        if query.matches(f"{kind.title} {kind.about}", synonyms.get(question_name(kind), ()))
    ]


def search_rules(book: Rulebook, query: Query) -> list[FoundRule]:
    """Find rules with all the words; those that match in the heading or a synonym come first."""
    ranked = []
    for law in book.laws:
        heading, synonyms = f"{law.id} {law.title}", book.words.get(law.id, ())
        sentences = split_sentences(law.text)
        if query.matches(" ".join((heading, *sentences)), synonyms):
            in_heading = any(Query((word,)).matches(heading, synonyms) for word in query.words)
            ranked.append((not in_heading, FoundRule(law, query.best_sentence(sentences))))
    return [found for _, found in sorted(ranked, key=itemgetter(0))]


def search_nearly(game: AnyGame, query: Query) -> tuple[list[QuestionKind], list[FoundRule]]:
    """Find the questions and rules whose titles and synonyms resemble the most query words."""
    synonyms, kinds, laws = game.rulebook.words, question_kinds(game), game.rulebook.laws
    of_kinds = [
        query.count_similar((kind.title, *synonyms.get(question_name(kind), ()))) for kind in kinds
    ]
    of_laws = [query.count_similar((law.title, *synonyms.get(law.id, ()))) for law in laws]
    best = [law for law, count in zip(laws, of_laws, strict=True) if count == max(of_laws) > 0]
    return (
        [kind for kind, count in zip(kinds, of_kinds, strict=True) if count == max(of_kinds) > 0],
        [FoundRule(law, query.best_sentence(split_sentences(law.text))) for law in best],
    )


def _is_similar(word: str, name: str) -> bool:
    word, name = (_PARTICIPLE.sub(r"\1", each.strip(".,!?")) for each in (word, name))
    if min(len(word), len(name)) < STEM:
        return word == name
    matcher = SequenceMatcher(None, word, name)
    is_compound = min(len(word), len(name)) > STEM and (word.endswith(name) or name.endswith(word))
    return is_compound or (matcher.real_quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR)


_PARTICIPLE = re.compile(r"^(ab|an|auf|aus|ein|zu|)ge(?=\w{4})")  # `ausgespielt`, `geklopft`
_UMLAUT = re.compile(r"(?<=[aou])e")


@lru_cache(maxsize=4096)
def fold_accents(text: str) -> str:
    """Convert to lower case, and fold both `ä` and `ae` to `a`, so that any keyboard will do."""
    letters = normalize("NFKD", text.casefold())
    return _UMLAUT.sub("", "".join(each for each in letters if not combining(each)))
