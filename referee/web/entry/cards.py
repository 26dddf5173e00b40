"""The cards of a deal as a form has them: a field a trick, in the order in which they fell."""

from __future__ import annotations

from typing import Any

from referee.cards import NotACard, read_card
from referee.log import Book
from referee.web.entry import Typed


def texts(typed: Typed, field: str) -> list[str]:
    """The cards in a field, as they are written there."""
    return typed.get(field, "").replace(",", " ").split()


def canonical(text: str) -> str:
    """The card as the picker knows it; what is none stays as it is."""
    try:
        return str(read_card(text))
    except NotACard:
        return text


def written(cards: Any) -> str:
    """Cards of the record as the text of a field."""
    return " ".join(canonical(text) for text in cards or ())


def filled_play(data: dict[str, Any]) -> Typed:
    """The fields of the tricks of a deal that is in the record with its cards."""
    return {f"trick{number}": written(trick) for number, trick in enumerate(data.get("play", ()))}


def play_typed(book: Book, id: str | None, typed: Typed) -> list[list[str]] | None:
    """The cards of an old deal as they are corrected; None for a deal without cards."""
    old = None if id is None else book.entry(id)
    if old is None or "play" not in old.data or book.game.by_cards is None:
        return None
    if not any(name.startswith("trick") and name[5:].isdecimal() for name in typed):
        kept: list[list[str]] = old.data["play"]
        return kept
    longest = max(book.game.by_cards.hand_size, len(old.data["play"]))
    tricks = [texts(typed, f"trick{number}") for number in range(longest)]
    while tricks and not tricks[-1]:
        tricks.pop()
    return tricks
