"""Names in narrow columns: on one line, and none like another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from referee.core.seating import members
from referee.core.text import with_values
from referee.web.http.names import breakable, seen_in
from referee.web.http.names import name as in_text

LETTERS_IN_A_LINE = 36
"""So many letters of names have room in a line of a phone, shared by the columns."""
WORD = 12
"""So many of them takes a word in front of the columns."""
NUMBER = 8
"""So many takes the number of a row."""
DOTS = 2
LETTERS_IN_CELLS = 32
"""The same where each column has a frame."""
LETTERS_OF_A_HEADING = 72
"""Letters that fit in a heading of two lines on a phone."""
FEWEST = 6
"""So many of a name has it at least."""


def labels_in_cells(names: Sequence[str]) -> list[str]:
    """Names as they stand within a row of cells, or of keys."""
    return labels(names, LETTERS_IN_CELLS // max(len(names), 1))


def labels(names: Sequence[str], room: int | None = None) -> list[str]:
    """Names as they stand above equal columns, each on one line and none like another.

    First the first name alone, if that tells it from the others. What is too long for its column
    is cut at a letter, and where two would look alike, what tells them apart comes behind the dots:
    `Maximilian` and `Maximiliane` are `Maxi…n` and `Maxi…e` in a column of six letters.
    """
    return [*_labels(tuple(names), max(4, room or LETTERS_IN_A_LINE // max(len(names), 1)))]


def labels_to_fit(names: Sequence[str], room: int) -> list[str]:
    """The same for columns that the browser cuts to what fits: a name stands whole there, unless
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
    firsts = [_first_name(name, names) for name in names]
    found: list[str] = []
    for name in firsts:
        found.append(_cut(name, firsts, room, found))
    return found


def letters_in(columns: int, word: int = WORD) -> int:
    """So many letters have room in each of so many columns behind a word."""
    return (LETTERS_IN_A_LINE - word) // columns


@lru_cache(maxsize=4096)
def seen_as(name: str, label: str) -> Markup:
    """A name that is read out as it is, and seen as its label."""
    if label == name:
        return in_text(name)
    cut = Markup('<bdi class="unseen">{}</bdi><bdi aria-hidden="true">{}</bdi>')
    return cut.format(name, breakable(label))


def on_keys(names: Sequence[str], room: int | None = None) -> list[Markup]:
    """Names on narrow keys."""
    return [*map(seen_as, names, labels(names, room))]


def shorten_names(text: str, names: Sequence[str]) -> Markup:
    """A heading whose names share what its other words leave free: `Maxi…e deals`."""
    bare = with_values(text, dict.fromkeys(names, ""))
    mentions = len(with_values(text, dict.fromkeys(names, "."))) - len(bare)
    room = max(FEWEST, (LETTERS_OF_A_HEADING - len(bare)) // max(mentions, 1))
    return seen_in(text, dict(zip(names, labels(names, room), strict=True)))


def _first_name(name: str, names: Sequence[str]) -> str:
    first = name.split(" ")[0]
    is_shared = sum(other.split(" ")[0].casefold() == first.casefold() for other in names) > 1
    return name if is_shared or len(first) < 2 else first


def _cut(name: str, names: Sequence[str], room: int, taken: Sequence[str]) -> str:
    """The name, or what has room of it; dots take as much as two letters."""
    if len(name) <= room:
        return name
    head = name[: room - DOTS]
    alike = [other for other in names if other != name and other[: room - DOTS] == head]
    if not alike:
        return f"{head}…"
    differs = max(_where_they_differ(name, other) for other in alike)
    places = [min(differs, len(name) - 1), *range(len(name) - 1, 0, -1)]
    tails = [name[place : place + min(2, max(1, room - DOTS - 2))].strip() for place in places]
    cuts = [f"{name[: max(1, room - DOTS - len(tail))]}…{tail}" for tail in tails if tail]
    return next((cut for cut in cuts if cut not in taken), cuts[0])


def _where_they_differ(name: str, other: str) -> int:
    pairs = zip(name, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(name), len(other)))


def team_labels(teams: Sequence[str], names: Sequence[str], room: int | None = None) -> list[str]:
    """Teams by their players' labels, each cut so that all teams share a line: `Ann+Maxi…e`."""
    if room is None:
        most = max(len(members(team, names)) for team in teams)
        room = (LETTERS_IN_A_LINE // len(teams) + 1) // most - 1
    short = dict(zip(names, labels(names, room), strict=True))
    return ["+".join(short[name] for name in members(team, names)) or team for team in teams]
