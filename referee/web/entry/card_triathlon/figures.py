"""The figures of a leg: typed, or counted by what the cards are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.game import listed
from referee.games.card_triathlon import crosscheck
from referee.law import Problem, error
from referee.log import Book
from referee.web.entry import Hint, Typed
from referee.web.entry.counts import number

WORTHS: Final = (
    (5, "fives", "2 to 7"),
    (10, "tens", "8 to K"),
    (20, "aces", "A"),
    (30, "Jokers", "JK"),
)
"""What cards are counted by: a figure may be typed, or added up by the app."""
UNSCORED: Final = "unscored_0"


def figure(typed: Typed, field: str) -> int | None:
    """What was typed, or what so many fives, tens, aces and Jokers are worth."""
    text = typed.get(field, "").strip()
    if text:
        return int(text) if text.isdecimal() and len(text) < 6 else None
    counted = [(worth, number(typed, f"{field}_{worth}")) for worth, *_ in WORTHS]
    if all(count is None for _, count in counted):
        return None
    return sum(worth * (count or 0) for worth, count in counted)


def are_there(typed: Typed, fields: Sequence[str]) -> bool:
    """Whether each of these fields has a figure."""
    return all(figure(typed, field) is not None for field in fields)


def unreadable(typed: Typed, field: str) -> str:
    """What stands there and is no figure, or is no number of cards; empty if all can be read."""
    if text := typed.get(field, "").strip():
        return text if figure(typed, field) is None else ""
    fields = [f"{field}_{worth}" for worth, *_ in WORTHS]
    texts = {each: typed.get(each, "").strip() for each in fields}
    return next((text for each, text in texts.items() if text and number(typed, each) is None), "")


def figures(
    book: Book, typed: Typed, name: str, seats: Sequence[int], *, may_be_empty: bool = False
) -> tuple[list[int], list[Problem]]:
    """The figures of these seats; what is missing, or is no figure, is a problem."""
    found = [figure(typed, f"{name}{seat}") for seat in seats]
    missing = [book.players[seat] for seat, one in zip(seats, found, strict=True) if one is None]
    strange = [text for seat in seats if (text := unreadable(typed, f"{name}{seat}"))]
    problems = []
    if strange:
        message = f"“{strange[0][:12]}” is no figure. Type it in digits."
        problems.append(error("card-triathlon.values", message, field=name))
    elif missing and not may_be_empty:
        what = name.replace("_", " ")
        message = f"Still missing: {what} of {listed(missing)}. Nothing is 0."
        problems.append(error("card-triathlon.values", message, field=name))
    return [one or 0 for one in found], problems


def unscored(typed: Typed, field: str) -> tuple[dict[str, int], list[Problem]]:
    """The cards that nobody scores, if they were counted."""
    if text := unreadable(typed, field):
        message = f"“{text[:12]}” is no figure. Type it in digits, or leave it empty."
        return {}, [error("card-triathlon.values", message, field="unscored")]
    found = figure(typed, field)
    return ({} if found is None else {"unscored": found}), []


def filled(part: Mapping[str, Any], names: Sequence[str], offset: int = 0) -> dict[str, str]:
    """The fields of figures that are in the record; `offset` is the first seat."""
    return {
        f"{name}{seat + offset}": str(value)
        for name in names
        for seat, value in enumerate(part.get(name) or ())
    }


def hints(
    typed: Typed,
    names: Mapping[str, str],
    place: int,
    whole: int,
    *,
    is_complete: bool,
    has_jokers: bool = True,
) -> dict[str, Hint]:
    """The bar of a table: its sum, what is missing, where a mistake can be.

    `names` are the fields with what they are called. Beside a figure that is counted by worth
    stands what it comes to.
    """
    values = {field: figure(typed, field) for field in names}
    found: dict[str, Hint] = {
        field: f"= {value}" if value is not None and not typed.get(field, "").strip() else ""
        for field, value in values.items()
    }
    given = {names[field]: value for field, value in values.items() if value is not None}
    if not given:
        return {**found, f"bar{place}": f"{whole} in all", f"doubts{place}": ""}
    told = crosscheck.doubts(given, whole, is_complete=is_complete, has_jokers=has_jokers)
    found[f"bar{place}"] = crosscheck.bar(sum(given.values()), whole, is_complete=is_complete)
    found[f"doubts{place}"] = " ".join(told)
    return found
