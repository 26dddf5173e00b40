"""Find English words on a page in another language, by the words of both languages' texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from referee.core import language
from referee.core.language import ENGLISH, find_language, languages
from referee.core.options import choices
from referee.core.registry import GAMES
from tests.web.markup import Element
from tests.web.untranslated import texts_of

COMMANDS = ("referee/__main__.py", "referee/serve.py", "referee/network.py", "referee/terminal.py")
"""Files whose texts aren't on any page."""
VALUES = {
    value
    for game in GAMES.values()
    for choice in choices(game.spec.options, ())
    for value in (*choice.labels, *(str(value) for value, _words in choice.values))
}
"""Ids of the options' values, which rulebooks quote as they are in records."""
NO_WORDS = re.compile(
    r"\{\w*\}|%\(\w+\)s|<[^>]*>|&#?\w+;"  # fields, tags, entities
    r"|\w+://\S+|[\w-]+(?:\.[\w-]+)+|\w+_\w+|`[^`]*`"  # addresses, rule ids, other ids, code
    rf"|[“”„](?:{'|'.join(map(re.escape, VALUES))})[“”]"
    rf"|{'|'.join(re.escape(game.title) for game in GAMES.values())}"
)
WORD = re.compile(r"[^\W\d_]{2,}")


def words(text: str, others: Iterable[str] = ()) -> set[str]:
    """Words as written, except names of games, rule ids and `others`, such as players' names."""
    return {*WORD.findall(NO_WORDS.sub(" ", text.replace("\N{SOFT HYPHEN}", "")))} - {*others}


def english_on(page: Element, tag: str, others: Iterable[str] = ()) -> set[str]:
    """English words on a page that should be in the language `tag`."""
    return english_in(texts_of(page, is_skipped), tag, others)


def english_in(texts: Iterable[str], tag: str, others: Iterable[str] = ()) -> set[str]:
    return {word for text in texts for word in words(text, others)} & english_words(tag)


@cache
def english_words(tag: str) -> frozenset[str]:
    """Words of the English texts that aren't words of this language's texts too."""
    english = {word for text in texts_in(ENGLISH) for word in words(text)}
    own = {word for text in texts_in(tag) for word in words(text)}
    return frozenset(_with_capitals(english) - _with_capitals(own))


def _with_capitals(found: set[str]) -> set[str]:
    return found | {word[0].upper() + word[1:] for word in found}


def texts_in(tag: str) -> Iterator[str]:
    """Texts of pages, rulebooks, and names of months and days."""
    for message in messages_in(tag):
        yield from as_texts(message.id if tag == ENGLISH else message.string)
    for game in GAMES.values():
        book = game.rulebook_in(tag)
        yield from (book.title, book.opening)
        for law in book.laws:
            yield from (law.title, law.section, law.text)
    locale = Locale.parse(tag)
    for names in (*locale.months["format"].values(), *locale.days["format"].values()):
        yield from names.values()


@cache
def messages_in(tag: str) -> list[Message]:
    tag = tag if tag != ENGLISH else languages()[-1]  # any catalogue has the English texts
    path = Path(str(language.FOLDER)) / tag / "LC_MESSAGES" / "referee.po"
    with path.open("rb") as file:
        return [each for each in read_po(file, locale=tag) if each.id and is_on_pages(each)]


def is_on_pages(message: Message) -> bool:
    return any(file not in COMMANDS for file, _line in message.locations)


def as_texts(texts: object) -> Iterable[str]:
    return [texts] if isinstance(texts, str) else texts  # type: ignore[return-value]


OWN_NAMES = {tag: find_language(tag).own_name for tag in languages()}


def is_skipped(element: Element) -> bool:
    """Whether this isn't for people, or is a language's name for itself."""
    own_name = OWN_NAMES.get(element.get("lang"))
    return element.tag in ("script", "style") or element.children == [own_name]
