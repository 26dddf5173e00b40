"""Counts as the forms of several games ask for them: a key a number, the last player's follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.game import listed
from referee.law import Problem, error
from referee.log import Book
from referee.web.entry import Typed


def number(typed: Typed, field: str) -> int | None:
    """The count in this field; None where there is none, or what is there is no count."""
    text = typed.get(field, "").strip()
    return int(text) if text.isdecimal() and len(text) < 4 else None


def counts(book: Book, typed: Typed, name: str) -> list[int | None]:
    """The counts of all seats, in the fields `name0`, `name1` and so on."""
    return [number(typed, f"{name}{seat}") for seat in range(len(book.players))]


def given(book: Book, typed: Typed, name: str) -> list[int] | None:
    """The counts of all seats, 0 where nothing is typed; None if nothing is typed at all."""
    found = counts(book, typed, name)
    return None if all(count is None for count in found) else [count or 0 for count in found]


def unreadable(book: Book, typed: Typed, name: str, rule: str, things: str) -> list[Problem]:
    """What was typed in these fields and is no count."""
    return [
        error(rule, f"{player}: “{text[:20]}” is no number of {things}.", field=name)
        for seat, player in enumerate(book.players)
        if (text := typed.get(f"{name}{seat}", "").strip())
        and number(typed, f"{name}{seat}") is None
    ]


def completed(
    book: Book, found: Sequence[int | None], total: int, rule: str
) -> tuple[list[int], list[Problem]]:
    """The tricks of all seats: where one is left out it follows; else what is missing."""
    missing = [seat for seat, taken in enumerate(found) if taken is None]
    left = total - sum(taken or 0 for taken in found)
    follows = len(missing) == 1 and left >= 0
    if missing and not follows:
        names = listed([book.players[seat] for seat in missing])
        message = f"Still missing: the tricks of {names}; {max(left, 0)} of {total} are left."
        return [], [error(rule, message, field="tricks")]
    return [left if taken is None else taken for taken in found], []


def filled(data: dict[str, Any], name: str) -> Typed:
    """The fields of counts that are in the record."""
    return {f"{name}{seat}": str(count) for seat, count in enumerate(data.get(name) or ())}


def filled_tricks(data: dict[str, Any], total: int) -> Typed:
    """The fields of the tricks, the last left out where it follows, also after a correction."""
    typed = dict(filled(data, "tricks"))
    if sum(data.get("tricks") or ()) == total:
        del typed[f"tricks{len(typed) - 1}"]
    return typed
