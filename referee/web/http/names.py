"""Players' names: in running text, and shortened for narrow columns and keys.

In text each name keeps its own writing direction. In columns names fit on one line, and no two look
alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

from markupsafe import Markup, escape

from referee.core.seating import members
from referee.core.text import Said, listed, with_values
from referee.web.http.formats import in_device_language

# In running text ----------------------------------------------------------------------------------


def breakable(text: str) -> Markup:
    """A name that may break after a plus, as those of teams do.

    Each player of a team keeps the own direction: one Hebrew name does not turn the team round.
    """
    if "+" not in text:
        return escape(text)
    return Markup("+<wbr>").join(Markup("<bdi>{}</bdi>").format(each) for each in text.split("+"))


@lru_cache(maxsize=4096)
def name(text: str) -> Markup:
    return Markup("<bdi>{}</bdi>").format(breakable(text))


def names(texts: Sequence[str]) -> Markup:
    """Names in a sentence: `Ann, Ben and Cleo`."""
    return Markup(listed([name(text) for text in texts]))


def naming(text: str, names: Iterable[str]) -> Markup:
    """A sentence in which these names are marked."""
    return replace_names(text, {each: each for each in names})


def replace_names(text: str, shown: Mapping[str, str]) -> Markup:
    """A sentence in which these names are marked and shown as something else."""
    if not isinstance(text, Said) or not text.values:
        return name(shown[text]) if text in shown else escape(in_device_language(text))
    parts = []
    for words, key, format_spec in _parse_template(text.template):
        parts.append(words)
        if key is not None:
            value = text.values[key]
            if isinstance(value, str):
                parts.append(replace_names(value, shown))
            else:
                parts.append(escape(format(value, format_spec or "")))
    return Markup("".join(parts))


@lru_cache(maxsize=1024)
def _parse_template(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    return tuple((words, key, spec) for words, key, spec, _ in Formatter().parse(template))


# In columns and on keys ---------------------------------------------------------------------------

LETTERS_IN_A_LINE = 36
"""Letters of names that fit in a line of a phone, shared by the columns."""
WORD = 12
"""Letters of it that a word in front of the columns takes."""
NUMBER = 8
"""Letters of it that the number of a row takes."""
DOTS = 2
"""Letters that an ellipsis takes."""
LETTERS_IN_CELLS = 32
"""Letters of names that fit in a line where each column has a frame."""
LETTERS_OF_A_HEADING = 72
"""Letters that fit in a heading of two lines on a phone."""
FEWEST = 6
"""Letters that each name in a heading has at least."""


def labels_in_cells(names: Sequence[str]) -> list[str]:
    """Names within a row of cells, or of keys."""
    return labels(names, LETTERS_IN_CELLS // max(len(names), 1))


def labels(names: Sequence[str], room: int | None = None) -> list[str]:
    """Names above equal columns of `room` letters, each on one line and none like another.

    The first name alone, if that tells it from the others. What is too long for its column is cut
    at a letter, and where two would look alike, what tells them apart comes behind the dots:
    `Maximilian` and `Maximiliane` are `Maxi…n` and `Maxi…e` in a column of six letters.
    """
    return [*_labels(tuple(names), max(4, room or LETTERS_IN_A_LINE // max(len(names), 1)))]


def labels_to_fit(names: Sequence[str], room: int) -> list[str]:
    """The same for columns that the browser cuts to what fits: a name stays whole there, unless
    another one begins with the same letters."""
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
    for first in firsts:
        found.append(_cut(first, firsts, room, found))
    return found


def _cut(name: str, names: Sequence[str], room: int, taken: Sequence[str]) -> str:
    if len(name) <= room:
        return name
    head = name[: room - DOTS]
    alike = [other for other in names if other != name and other[: room - DOTS] == head]
    if not alike:
        return f"{head}…"
    differs = max(_first_difference(name, other) for other in alike)
    starts = [min(differs, len(name) - 1), *range(len(name) - 1, 0, -1)]
    tails = [name[start : start + min(2, max(1, room - DOTS - 2))].strip() for start in starts]
    cuts = [f"{name[: max(1, room - DOTS - len(tail))]}…{tail}" for tail in tails if tail]
    return next((cut for cut in cuts if cut not in taken), cuts[0])


def _first_difference(name: str, other: str) -> int:
    pairs = enumerate(zip(name, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(name), len(other)))


def letters_in(columns: int, word: int = WORD) -> int:
    """Letters that fit in each of these columns behind a word."""
    return (LETTERS_IN_A_LINE - word) // columns


@lru_cache(maxsize=4096)
def seen_as(full: str, label: str) -> Markup:
    """A name that is read out in full, and seen as its label."""
    if label == full:
        return name(full)
    cut = Markup('<bdi class="unseen">{}</bdi><bdi aria-hidden="true">{}</bdi>')
    return cut.format(full, breakable(label))


def on_keys(names: Sequence[str], room: int | None = None) -> list[Markup]:
    """Names on narrow keys."""
    return [*map(seen_as, names, labels(names, room))]


def shorten_names(text: str, names: Sequence[str]) -> Markup:
    """A heading whose names share what its other words leave free: `Maxi…e deals`."""
    bare = with_values(text, dict.fromkeys(names, ""))
    mentions = len(with_values(text, dict.fromkeys(names, "."))) - len(bare)
    room = max(FEWEST, (LETTERS_OF_A_HEADING - len(bare)) // max(mentions, 1))
    return replace_names(text, dict(zip(names, labels(names, room), strict=True)))


def team_labels(teams: Sequence[str], names: Sequence[str], room: int | None = None) -> list[str]:
    """Teams by their players' labels, each cut so that all teams share a line: `Ann+Maxi…e`."""
    if room is None:
        most = max(len(members(team, names)) for team in teams)
        room = (LETTERS_IN_A_LINE // len(teams) + 1) // most - 1
    short = dict(zip(names, labels(names, room), strict=True))
    return ["+".join(short[name] for name in members(team, names)) or team for team in teams]
