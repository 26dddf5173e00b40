"""Records for tests of the core: short constructors, and a strategy for random records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from referee.core.validation import NotARecord

Json = dict[str, Any]
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", *(f"P{number}" for number in range(6, 18)))


def record(game: str, seats: int, entries: Sequence[Json], **options: Any) -> Json:
    return {
        "format": "referee-record/1", "game": game, "title": "Friday",
        "players": list(NAMES[:seats]), "options": options, "entries": list(entries),
    }  # fmt: skip


def deal(*tricks: int, **fields: Any) -> Json:
    """Make a deal recorded by figures, for any game with tricks."""
    return {"kind": "deal", "tricks": list(tricks), **fields}


def played(play: Sequence[Sequence[str]], **fields: Any) -> Json:
    """Make a deal recorded by cards, for any game with tricks."""
    return {"kind": "deal", "play": [list(trick) for trick in play], **fields}


REVOKED = played(
    [
        ["KH", "2C", "3H"], ["AS", "3S", "4S"], ["KS", "5S", "6S"], ["QS", "7S", "8S"],
        ["AD", "2D", "3D"], ["KD", "4D", "5D"], ["QD", "6D", "7D"], ["JD", "8D", "9D"],
        ["AC", "3C", "4C"], ["KC", "5C", "6C"], ["QC", "7C", "8C"], ["JC", "9C", "10C"],
        ["AH", "2H", "4H"],
    ],
    trump="S",
)  # fmt: skip
"""A Tribello deal in which Ben revokes: he has the 2 of hearts but discards a club on the king."""


def tribello(*entries: Json, **options: Any) -> Json:
    return record("tribello", 3, entries, **options)


def triathlon(*entries: Json, **options: Any) -> Json:
    return record("triathlon", 3, entries, **options)


def la_krap(seats: int, *entries: Json, **options: Any) -> Json:
    return record("la-krap", seats, entries, **options)


def figures(*values: float | None, **fields: Any) -> Json:
    """Make a round of Thirty-One recorded by the hands' values."""
    return {"kind": "round", "values": list(values), **fields}


def shown(*hands: str | None, **fields: Any) -> Json:
    """Make a round of Thirty-One recorded by hands, each a string such as `AH KH 7S`."""
    cards = [None if hand is None else hand.split() for hand in hands]
    return {"kind": "round", "hands": cards, **fields}


def thirty_one(seats: int, *entries: Json, **options: Any) -> Json:
    return record("thirty-one", seats, entries, **options)


def rules(problems: Sequence[Json]) -> list[str]:
    """Return the ids of the broken rules in alphabetical order."""
    return sorted(problem["rule"] for problem in problems)


def broken(sheet: Json, entry: int = -1) -> list[str]:
    """Return the ids of the rules that one entry breaks (default: the last)."""
    return rules(sheet["rows"][entry]["problems"])


def is_refused(read: Callable[..., object], *values: Any, **fields: Any) -> bool:
    """Whether the call raises NotARecord with at least one fault and a message of one line."""
    try:
        read(*values, **fields)
    except NotARecord as refused:
        return (
            bool(refused.faults)
            and all(fault.message for fault in refused.faults)
            and "\n" not in str(refused)
        )
    return False


def records(least: int = 0) -> st.SearchStrategy[Json]:
    """Return a strategy for valid records of any game with at least `least` entries (0 or 1)."""
    from tests.games.expected import find_expected  # which imports this module

    return st.one_of([each.records(least) for each in find_expected().values() if each.records])


WON = tribello(*[deal(6, 4, 3)] * 11, deal(13, 0, 0))
"""A finished match that the first player won."""
SHARED = tribello(*[deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)] * 4)
