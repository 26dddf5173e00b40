"""Names in running text: each keeps the direction of its own writing to itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

from markupsafe import Markup, escape

from referee.core.text import Said, listed
from referee.web.http.device_language import in_device_language


def breakable(text: str) -> Markup:
    """A name that may go on in the next line after a plus, as those of teams do.

    Each player of a team keeps the own direction: one Hebrew name does not turn the team round.
    """
    if "+" not in text:
        return escape(text)
    return Markup("+<wbr>").join(Markup("<bdi>{}</bdi>").format(each) for each in text.split("+"))


@lru_cache(maxsize=4096)
def name(text: str) -> Markup:
    """A name; that of a team may go on in the next line after a plus."""
    return Markup("<bdi>{}</bdi>").format(breakable(text))


def names(texts: Sequence[str]) -> Markup:
    """Names in a sentence: `Ann, Ben and Cleo`."""
    return Markup(listed([name(text) for text in texts]))


def naming(text: str, names: Iterable[str]) -> Markup:
    """A sentence in which these names are marked."""
    return seen_in(text, {each: each for each in names})


def seen_in(text: str, shown: Mapping[str, str]) -> Markup:
    """The same where each name is seen as something else."""
    if not isinstance(text, Said) or not text.values:
        return name(shown[text]) if text in shown else escape(in_device_language(text))
    seen = []
    for words, key, look in _pieces(text.template):
        seen.append(words)
        if key is not None:
            value = text.values[key]
            if isinstance(value, str):
                seen.append(seen_in(value, shown))
            else:
                seen.append(escape(format(value, look or "")))
    return Markup("".join(seen))


@lru_cache(maxsize=1024)
def _pieces(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    """What a template says, which value comes behind each of it, and how: to read it takes long."""
    return tuple((words, key, look) for words, key, look, _ in Formatter().parse(template))
