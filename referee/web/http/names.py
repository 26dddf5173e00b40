"""Players' names, in running text, and shortened in columns and on keys.

Each name keeps its own writing direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from operator import eq

from markupsafe import Markup, escape

from referee.core.language import Language
from referee.core.setup import members
from referee.core.text import (
    Figure,
    Last,
    Moment,
    Translator,
    listed,
)
from referee.web.http import formats
from referee.web.http.language import current_language

# In running text ----------------------------------------------------------------------------------


def breakable(text: str) -> Markup:
    """Let a name wrap after a plus, as in a team's name.

    Each player's name keeps its direction, so one Hebrew name doesn't reverse the whole team.
    """
    if "+" not in text:
        return escape(text)
    return Markup("+<wbr>").join(map(_bdi, text.split("+")))


def _bdi(shown: str, look: str = "", title: str = "", *, is_silent: bool = False) -> Markup:
    """Isolate a name, whose writing direction may differ from that of the text around it."""
    values = {"class": look, "title": title, "aria-hidden": "true" if is_silent else ""}
    attributes = Markup().join(
        Markup(' {}="{}"').format(key, value) for key, value in values.items() if value
    )
    return Markup("<bdi{}>{}</bdi>").format(attributes, shown)


def name(text: str) -> Markup:
    """Mark up a column's name: a player's, a team's, or a text such as “Total”."""
    return _name(current_language().render(text))


@lru_cache(maxsize=4096)
def _name(text: str) -> Markup:
    return _bdi(breakable(text))


def names(texts: Sequence[str]) -> Markup:
    """List names: `Ann, Ben and Cleo`."""
    return replace_names(listed(texts), {text: text for text in texts})


def naming(text: str, names: Iterable[str]) -> Markup:
    return replace_names(text, {each: each for each in names})


def replace_names(text: str, shown: Mapping[str, str]) -> Markup:
    """Put a text into the page's language, replacing names as in `shown` and adding `<bdi>`."""
    return Markup(_Marked(current_language(), shown).render(text))


class _Marked(Translator):
    """Puts texts into a language as HTML, with players' names marked up."""

    def __init__(self, language: Language, shown: Mapping[str, str]) -> None:
        self.language, self.shown, self.tag = language, shown, language.tag

    def gettext(self, template: str, context: str = "") -> str:
        return self.language.gettext(template, context)

    def ngettext(self, one: str, many: str, n: float) -> str:
        return self.language.ngettext(one, many, n)

    def plain(self, text: str) -> str:
        return escape(text)

    def value(self, text: str) -> str:
        return name(self.shown[text]) if text in self.shown else escape(text)

    def figure(self, figure: Figure) -> str:
        return escape(self.language.figure(figure))

    def moment(self, moment: Moment) -> str:
        return escape(formats.in_words(moment))

    def ranked(self, text: str) -> str:
        return escape(self.language.ranked(text))

    def list_of(self, items: Sequence[str], last: Last) -> str:
        return Markup(self.language.list_of(items, last))


# Shortened ----------------------------------------------------------------------------------------
#
# By the browser if it can measure, or else by counting letters. A team (`Ann+Cleo`) is shortened as
# the `players` that it consists of. No two names look alike.

ALIKE = 2  # letters that two names share before they could look alike when shortened
LETTERS_IN_A_LINE = 36  # letters of names that fit on a line of a phone, shared by the columns
DOTS = 2  # letters taken by an ellipsis


def fitting(names: Sequence[str], players: Sequence[str] = ()) -> list[Markup]:
    """Return names that the browser shortens to the room they have, with `.fit` in `referee.css`.

    Names that begin alike are in two parts, which are shortened separately: where `Maximilian` and
    `Maximiliane` don't fit, they are `Maxi…n` and `Maxi…e`.
    """
    texts = (current_language().render(each) for each in names)  # `Unscored`, too
    return [*_fitting(tuple(texts), tuple(players))]


@lru_cache(maxsize=1024)
def _fitting(texts: tuple[str, ...], players: tuple[str, ...]) -> list[Markup]:
    found = []
    for text in texts:
        team = () if text in players else members(text, players)
        boxes = (_bdi(_parts(each, players), "fit") for each in team)
        shown = Markup("+").join(boxes) if team else _parts(text, texts)
        if "<span>" in shown:
            found.append(_bdi(text, "unseen") + _bdi(shown, "fit", text, is_silent=True))
        else:
            found.append(_bdi(shown, "fit", text))
    return found


def _parts(name: str, names: tuple[str, ...]) -> Markup:
    """Split a name at the first letter that no similar name has; not if no name is similar."""
    shared = (
        sum(takewhile(bool, map(eq, name.lower(), other.lower())))
        for other in names
        if other != name
    )
    at = max((letters for letters in shared if letters >= ALIKE), default=0)
    at = min(at, len(name) - 1)
    while name[at] == " ":
        at += 1
    template = Markup("<span>{}</span><span>{}</span>")
    return template.format(name[:at], name[at:]) if at else escape(name)


def labels(names: Sequence[str], room: int | None = None, players: Sequence[str] = ()) -> list[str]:
    """Return unique one-line labels for columns that hold `room` letters each.

    The label is the first name if that is unique. Long names are truncated, and letters after the
    ellipsis tell similar ones apart: in a column of six letters, `Maximilian` and `Maximiliane` are
    `Maxi…n` and `Maxi…e`.
    """
    if players:
        short = dict(zip(players, labels(players, room), strict=True))
        return ["+".join(short[each] for each in members(team, players)) or team for team in names]
    return [*_labels(tuple(names), max(4, room or LETTERS_IN_A_LINE // max(len(names), 1)))]


@lru_cache(maxsize=1024)
def _labels(names: tuple[str, ...], room: int) -> list[str]:
    heads = [name.split(" ")[0] for name in names]
    folded = [head.casefold() for head in heads]
    firsts = [
        name if len(head) < 2 or folded.count(head.casefold()) > 1 else head
        for name, head in zip(names, heads, strict=True)
    ]
    found: list[str] = []
    for name in firsts:
        head = name[: room - DOTS]
        alike = [other for other in firsts if other != name and other[: room - DOTS] == head]
        if len(name) <= room:
            found.append(name)
        elif not alike:
            found.append(f"{head}…")
        else:
            # Start at the first letter that differs from all similar names.
            pairs = [map(eq, name, other) for other in alike]
            differs = max(sum(takewhile(bool, each)) for each in pairs)
            starts = [min(differs, len(name) - 1), *range(len(name) - 1, 0, -1)]
            length = min(2, max(1, room - DOTS - 2))
            tails = [name[start : start + length].strip() for start in starts]
            cuts = [f"{name[: max(1, room - DOTS - len(tail))]}…{tail}" for tail in tails if tail]
            found.append(next((cut for cut in cuts if cut not in found), cuts[0]))
    return found


def beginnings(names: Sequence[str], letters: range) -> list[str]:
    """Return each name's shortest unique beginning of so many letters, or else its label."""
    found = []
    for name, label in zip(names, labels(names, letters[-1]), strict=True):
        heads = ([each[:length].casefold() for each in names] for length in letters)
        unique = (
            name[:length]
            for length, every in zip(letters, heads, strict=True)
            if every.count(name[:length].casefold()) == 1
        )
        found.append(next(unique, label))
    return found


@lru_cache(maxsize=4096)
def seen_as(full: str, label: str) -> Markup:
    """Render a name: its label is shown, and the full name is read out."""
    if label == full:
        return name(full)
    return _bdi(full, "unseen") + _bdi(breakable(label), is_silent=True)
