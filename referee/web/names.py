"""Names in running text: each keeps the direction of its own writing to itself."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from referee.core.text import listed


def breakable(text: str) -> Markup:
    """A name that may go on in the next line after a plus, as those of teams do."""
    return Markup("+<wbr>").join(text.split("+"))


def name(text: str) -> Markup:
    """A name; that of a team may go on in the next line after a plus."""
    return Markup("<bdi>{}</bdi>").format(breakable(text))


def names(texts: Sequence[str]) -> Markup:
    """Names in a sentence: `Ann, Ben and Cleo`."""
    return Markup(listed([name(text) for text in texts]))
