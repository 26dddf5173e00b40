"""One search over a game: its questions and its rules, also by words from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain
from typing import Final, TypeVar
from unicodedata import combining, normalize

from referee.core.cards import NotACard, read_card, symbol
from referee.core.deal_question import question_kinds
from referee.core.game import AnyGame
from referee.core.question import QuestionKind, question_name
from referee.core.rulebook import Law, Rulebook

T = TypeVar("T")

NEAR: Final = 0.8
"""So much alike are two words that differ by a slip."""
ENOUGH: Final = 0.6
"""So much of the shorter of two words is the same where only the endings differ."""
LEAST: Final = 4
"""So many letters of a foreign word must be there: `valttia` leads to where `valtti` does."""

LONGEST: Final = 200
"""So many letters of what is searched for are read: every word is held against every other."""


@dataclass(frozen=True)
class FoundLaw:
    """A rule, and the sentence of it in which the words are."""

    law: Law
    sentence: str


@dataclass(frozen=True)
class Words:
    """What is searched for: words in any order, all of which must occur."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Words:
        """The words of a text, in whichever letters."""
        return cls(tuple(text[:LONGEST].casefold().split()))

    def are_in(self, text: str, elsewhere: Iterable[str] = ()) -> bool:
        """Whether each of them is in the text, or is one of those from elsewhere."""
        folded = text.casefold()
        known = " ".join(elsewhere).casefold().split()
        return all(
            word in folded or any(_is_meant(word, each) for each in known) for word in self.words
        )

    def sentence_of(self, text: str) -> str:
        """The first sentence with the most of the words."""
        sentences = sentences_of(text)
        return max(sentences, key=self._count_in, default=text)

    def _count_in(self, sentence: str) -> int:
        return sum(word in sentence.casefold() for word in self.words)


def found_questions(game: AnyGame, words: Words) -> list[QuestionKind]:
    """The questions of a game in which the words occur."""
    elsewhere = game.rulebook.words
    return [
        kind
        for kind in question_kinds(game)
        if words.are_in(f"{kind.title} {kind.about}", elsewhere.get(question_name(kind), ()))
    ]


def found_laws(book: Rulebook, words: Words) -> list[FoundLaw]:
    """The rules in which the words occur, those with one in the heading first."""
    found = [
        FoundLaw(law, words.sentence_of(law.text))
        for law in book.laws
        if words.are_in(_plain(law), book.words.get(law.id, ()))
    ]
    return sorted(found, key=lambda each: not _is_in_heading(book, words, each.law))


def _is_in_heading(book: Rulebook, words: Words, law: Law) -> bool:
    """Whether a rule is about one of the words: it is in its heading, or one from elsewhere."""
    heading, elsewhere = f"{law.id} {law.title}", book.words.get(law.id, ())
    return any(Words((word,)).are_in(heading, elsewhere) for word in words.words)


def _is_meant(word: str, known: str) -> bool:
    """Whether a word of a search is this one, or its beginning, or has another ending."""
    word, known = folded(word), folded(known)
    if word == known:
        return True
    return len(word) >= LEAST and (known.startswith(word) or word.startswith(known))


# Words that are nearly there ----------------------------------------------------------------------


def found_near(game: AnyGame, words: Words) -> tuple[list[QuestionKind], list[FoundLaw]]:
    """The questions and rules with a word that is nearly one of these, those with most first."""
    questions = _with_most(
        question_kinds(game), lambda kind: (kind.title, question_name(kind)), game.rulebook, words
    )
    laws = _with_most(game.rulebook.laws, lambda law: (law.title, law.id), game.rulebook, words)
    return questions, [FoundLaw(law, words.sentence_of(law.text)) for law in laws]


def _with_most(
    things: Iterable[T], named: Callable[[T], tuple[str, str]], book: Rulebook, words: Words
) -> list[T]:
    counted = []
    for thing in things:
        title, name = named(thing)
        known = " ".join((title, *book.words.get(name, ()))).casefold().split()
        number = sum(any(_is_near(word, each) for each in known) for word in words.words)
        counted.append((number, thing))
    most = max((number for number, _ in counted), default=0)
    return [thing for number, thing in counted if number == most > 0]


def _is_near(word: str, known: str) -> bool:
    """Whether they are the same but for a slip of the pen, an ending, or what stands before."""
    one, other = _root(word), _root(known)
    shorter = min(len(one), len(other))
    if shorter < LEAST:
        return one == other
    alike = next((place for place in range(shorter) if one[place] != other[place]), shorter)
    return (
        (shorter > LEAST and (one.endswith(other) or other.endswith(one)))
        or (alike > LEAST and alike >= ENOUGH * shorter)
        or (
            2 * shorter >= NEAR * (len(one) + len(other))  # otherwise they cannot be so much alike
            and SequenceMatcher(None, one, other).ratio() >= NEAR
        )
    )


def _root(word: str) -> str:
    """Without the `ge` of a participle: `ausgespielt` is as near to `ausspielen` as `ausspielt`."""
    return _PARTICIPLE.sub(r"\1", folded(word).strip(".,!?"))


_PARTICIPLE = re.compile(r"^(ab|an|auf|aus|ein|zu|)ge(?=\w{4})")
_UMLAUT = re.compile(r"(?<=[aou])e")


@lru_cache(maxsize=4096)
def folded(word: str) -> str:
    """A word as every keyboard writes it: `ä`, `ae` and `a` are the same."""
    letters = normalize("NFKD", word.casefold())
    return _UMLAUT.sub("", "".join(each for each in letters if not combining(each)))


# The texts that are searched ----------------------------------------------------------------------


def _plain(law: Law) -> str:
    return " ".join((law.id, law.title, *sentences_of(law.text)))


_MARKS = str.maketrans({"*": None, "|": " "})
_CARD = re.compile(r"\[([^\]]+)\]")
_END = re.compile(r"(?<=[.!?])\s+")


@lru_cache(maxsize=512)
def sentences_of(markdown: str) -> tuple[str, ...]:
    """The sentences of a rule's text, without its marks."""
    lines = (line for line in markdown.splitlines() if not line.startswith(("```", "|--", "| --")))
    plain = (_CARD.sub(_symbol, line.translate(_MARKS).strip("- ")) for line in lines)
    return (*filter(None, chain.from_iterable(map(_END.split, plain))),)


def _symbol(match: re.Match[str]) -> str:
    try:
        return symbol(read_card(match[1]))
    except NotACard:
        return match[0]
