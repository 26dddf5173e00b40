"""The form of a D leg: what the straight flushes of each player have scored."""

from __future__ import annotations

from typing import Any, Final

from referee.games.card_triathlon.offices import OFFICES, ROUNDS, offices
from referee.games.card_triathlon.values import full_worth
from referee.law import Problem
from referee.log import Book
from referee.web.entry import Hint, Typed
from referee.web.entry.card_triathlon import d_hands, figures
from referee.web.entry.counts import number

FIGURES: Final = ("scored",)


def shown(book: Book) -> dict[str, Any]:
    """What the keys offer, and the hands that are laid out."""
    return {
        "whole": full_worth(len(book.players)),
        "rounds": ROUNDS,
        "by": "cards" if book.laid else "",
        "laid": d_hands.shown(book, book.laid),
        "conflicts": d_hands.conflicts(book),
    }


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a leg that is in the record."""
    typed = figures.filled(data, FIGURES)
    if data.get("unscored") is not None:
        typed[figures.UNSCORED] = str(data["unscored"])
    if "hands" in data or "layouts" in data:
        typed["by"] = "cards"
    return {**typed, **d_hands.fill(data)}


def is_by_cards(typed: Typed) -> bool:
    """Whether the cards themselves are entered."""
    return typed.get("by") == "cards"


def read(book: Book, id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The leg that was typed, or with the hands that were laid out for it."""
    seats = range(len(book.players))
    if is_by_cards(typed):
        return d_hands.read_laid(book) if id is None else d_hands.read_typed(book, typed)
    scored, missing = figures.figures(book, typed, "scored", seats)
    rest, wrong = figures.unscored(typed, figures.UNSCORED)
    return {"scored": scored, **rest}, missing + wrong


def hints(book: Book, typed: Typed) -> dict[str, Hint]:
    """The sum of the figures; or what each hand scores at best."""
    seats = range(len(book.players))
    if is_by_cards(typed):
        return d_hands.hints(book, typed) | rounds(book, typed)
    names = {f"scored{seat}": book.players[seat] for seat in seats}
    names[figures.UNSCORED] = "Unscored"
    is_complete = figures.are_there(typed, list(names))
    found = figures.hints(typed, names, 0, full_worth(len(seats)), is_complete=is_complete)
    return found | rounds(book, typed)


def rounds(book: Book, typed: Typed) -> dict[str, Hint]:
    """Who has which office in each round, once it is said who is Buck; it is not recorded."""
    buck, seats = number(typed, "buck"), len(book.players)
    if buck is None or buck >= seats:
        return {}
    found: dict[str, Hint] = {}
    for place in range(1, ROUNDS + 1):
        held = offices(buck, place, seats)
        names = [book.players[held[office]] for office in OFFICES]
        told = zip(names, ("is Buck and gathers", "shuffles", "cuts", "deals"), strict=True)
        found[f"round{place}"] = ", ".join(f"{name} {verb}" for name, verb in told)
    return found
