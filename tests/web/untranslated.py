"""Find untranslated words: in the pseudo-locale, they are the ones without brackets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator

from referee.core.language import PSEUDO
from referee.core.registry import GAMES
from tests.web.markup import Element

IN_PSEUDO = {"Accept-Language": PSEUDO}
READ = (
    "alt", "aria-label", "data-illegal", "data-label", "data-note", "data-others", "data-ready",
    "data-things", "data-title", "data-why", "placeholder", "title",
)  # fmt: skip
"""Attributes that are shown or read aloud, some of them by scripts."""
OURS = {"Referee", *(word for game in GAMES.values() for word in game.title.split())}
WORD = re.compile(r"(?<![\w.-])[^\W\d_]{3,}(?![\w-]|\.\w)")


def untranslated(page: Element, others: Iterable[str] = ()) -> set[str]:
    """English words outside brackets, except game names and `others`."""
    found = {
        word
        for text in texts_of(page, _is_skipped)
        for word in WORD.findall(outside_brackets(text))
    }
    found = {word for word in found if not word.isupper()}  # drop team initials
    return found - OURS - {word for other in others for word in WORD.findall(other)}


def texts_of(page: Element, is_skipped: Callable[[Element], bool]) -> Iterator[str]:
    """Yield the page's text as one string, as sentences may contain markup, then other texts."""
    yield "".join(_shown(page, is_skipped))
    for element in page.walk():
        if not any(map(is_skipped, [element, *element.ancestors()])):
            yield from (element[name] for name in READ if name in element.attrs)
            yield from _of_scripts(element)


def _shown(element: Element, is_skipped: Callable[[Element], bool]) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif not is_skipped(child):
            yield from _shown(child, is_skipped)
        yield " "


def _is_skipped(element: Element) -> bool:
    """Whether an element's text isn't for people, or is from a user or a script, or has a language
    of its own, as rulebooks and the names of languages do."""
    return (
        element.tag in ("bdi", "script", "style", "time")
        or (element.get("lang") and element.tag != "html")
        or element.get("translate") == "no"
    )


def _of_scripts(element: Element) -> Iterator[str]:
    for text in json.loads(element.get("data-texts", "{}")).values():
        yield from text.values() if isinstance(text, dict) else [text]


def outside_brackets(text: str) -> str:
    depth, found = 0, []
    for part in re.split(r"([][])", text):
        depth += part == "["
        if not depth:
            found.append(part)
        depth -= part == "]" and depth > 0
    return "".join(found)
