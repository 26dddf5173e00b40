"""Players' names, in running text and shortened for narrow columns and keys.

In running text, each name keeps its own writing direction. In columns, each name fits on one line,
and no two look alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from operator import eq

from markupsafe import Markup, escape

from referee.core.language import Language
from referee.core.seating import members
from referee.core.text import (
    Figure,
    Last,
    Moment,
    Words,
    listed,
    put_into_words,
    replace_values,
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
    return Markup("+<wbr>").join(Markup("<bdi>{}</bdi>").format(each) for each in text.split("+"))


@lru_cache(maxsize=4096)
def name(text: str) -> Markup:
    return Markup("<bdi>{}</bdi>").format(breakable(text))


def names(texts: Sequence[str]) -> Markup:
    """List names: `Ann, Ben and Cleo`."""
    return replace_names(listed(texts), {text: text for text in texts})


def naming(text: str, names: Iterable[str]) -> Markup:
    return replace_names(text, {each: each for each in names})


def replace_names(text: str, shown: Mapping[str, str]) -> Markup:
    """Put a text into the page's language, replacing names as in `shown` and adding `<bdi>`."""
    return Markup(put_into_words(text, _Marked(current_language(), shown)))


class _Marked(Words):
    """Puts texts into a language as HTML, with players' names marked up."""

    def __init__(self, language: Language, shown: Mapping[str, str]) -> None:
        self.language, self.shown = language, shown

    def gettext(self, template: str) -> str:
        return self.language.gettext(template)

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

    def list_of(self, items: Sequence[str], last: Last) -> str:
        return Markup(self.language.list_of(items, last))


# In columns and on keys ---------------------------------------------------------------------------

LETTERS_IN_A_LINE = 36  # letters of names that fit on a line of a phone, shared by the columns
WORD = 12  # letters taken by a word in front of the columns
NUMBER = 8  # letters taken by the number of a row
DOTS = 2  # letters taken by an ellipsis
LETTERS_IN_CELLS = 32  # letters of names that fit on a line of framed columns
LETTERS_OF_A_HEADING = 72  # letters that fit in a two-line heading on a phone
FEWEST = 6  # minimum letters of each name in a heading


def labels_in_cells(names: Sequence[str]) -> list[str]:
    return labels(names, LETTERS_IN_CELLS // max(len(names), 1))


def labels(names: Sequence[str], room: int | None = None) -> list[str]:
    """Return unique one-line labels for columns that hold `room` letters each.

    The label is the first name if that is unique. Long names are truncated, and letters after the
    ellipsis tell similar ones apart: in a column of six letters, `Maximilian` and `Maximiliane` are
    `Maxi…n` and `Maxi…e`.
    """
    return [*_labels(tuple(names), max(4, room or LETTERS_IN_A_LINE // max(len(names), 1)))]


def labels_to_fit(names: Sequence[str], room: int) -> list[str]:
    """Return labels for columns where the browser truncates text that is too long.

    Names stay whole, unless another name begins with the same letters.
    """
    cut = labels(names, room)
    whole = labels(names, max(map(len, names), default=0))
    heads = [name[: max(4, room) - DOTS].casefold() for name in whole]
    return [
        label if heads.count(head) > 1 else name
        for name, label, head in zip(whole, cut, heads, strict=True)
    ]


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


def letters_in(columns: int, word: int = WORD) -> int:
    return (LETTERS_IN_A_LINE - word) // columns


@lru_cache(maxsize=4096)
def seen_as(full: str, label: str) -> Markup:
    """Render a name: its label is shown, and the full name is read out."""
    if label == full:
        return name(full)
    cut = Markup('<bdi class="unseen">{}</bdi><bdi aria-hidden="true">{}</bdi>')
    return cut.format(full, breakable(label))


def key_labels(names: Sequence[str], room: int | None = None) -> list[Markup]:
    return [*map(seen_as, names, labels(names, room))]


def shorten_names(text: str, names: Sequence[str]) -> Markup:
    """Shorten the names in a heading so that they fit beside its other words: `Maxi…e deals`."""

    def letters(each_name: str) -> int:
        shown = replace_values(text, dict.fromkeys(names, each_name))
        return len(put_into_words(shown, current_language()))

    others = letters("")
    room = max(FEWEST, (LETTERS_OF_A_HEADING - others) // max(letters(".") - others, 1))
    return replace_names(text, dict(zip(names, labels(names, room), strict=True)))


def team_labels(teams: Sequence[str], names: Sequence[str], room: int | None = None) -> list[str]:
    """Return team labels, made of players' labels, that fit on a line together: `Ann+Maxi…e`."""
    if room is None:
        most = max(len(members(team, names)) for team in teams)
        room = (LETTERS_IN_A_LINE // len(teams) + 1) // most - 1
    short = dict(zip(names, labels(names, room), strict=True))
    return ["+".join(short[name] for name in members(team, names)) or team for team in teams]
