"""The form of a round of Thirty-One: for each player who is in, three cards or a figure."""

from __future__ import annotations

import re
from typing import Any

from referee.cards import read_cards
from referee.games.thirty_one import State
from referee.games.thirty_one.hand import HAND_SIZE, PACKS, Hand, possible_values
from referee.law import Points, Problem, error
from referee.log import Book
from referee.web.entry import Typed
from referee.web.entry.cards import texts, written
from referee.web.page import points


def shown(book: Book, id: str | None) -> dict[str, Any]:
    """Who is in, with how many lives, and the pack."""
    state: State = book.state_at(id)
    return {
        "playing": state.playing,
        "lives": state.lives,
        "pack": PACKS[book.table.options.deck],
        "hand_size": HAND_SIZE,
    }


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a round that is in the record."""
    typed = {"note": data.get("note") or "", "closer": str(data.get("closer", ""))}
    for seat, hand in enumerate(data.get("hands") or ()):
        typed[f"cards{seat}"] = written(hand)
    for seat, value in enumerate(data.get("values") or ()):
        typed[f"value{seat}"] = points(value)
    return typed


def read(book: Book, id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The round that was typed: cards if every player's are there, otherwise figures.

    A record holds the cards of all or of none; the cards of some go into the note.
    """
    data: dict[str, Any] = {"kind": "round"}
    hands = {seat: texts(typed, f"cards{seat}") for seat in _playing(book, id)}
    figures, problems = _figures(book, id, typed)
    if not any(hands.values()) and not any(_figure_text(typed, seat) for seat in hands):
        return data, [error("thirty-one.play", "No hand is entered yet.", field="values")]
    if all(hands.values()):
        data["hands"] = _for_all_seats(book, hands)
    elif any(hands.values()):
        data["note"] = _cards_noted(book, hands)
    if not all(hands.values()) or any(value is not None for value in figures.values()):
        mixed = {seat: _mixed(book, hands[seat], figure) for seat, figure in figures.items()}
        data["values"] = _for_all_seats(book, mixed)
    if closer := typed.get("closer", "").strip():
        data["closer"] = int(closer) if closer.isdecimal() and len(closer) < 4 else closer[:20]
    return data, problems + _unreadable(book, hands)


def hints(book: Book, id: str | None, typed: Typed) -> dict[str, str]:
    """What each hand is worth once it is complete, or that a figure cannot be."""
    return {f"cards{seat}": _hint(book, typed, seat) for seat in _playing(book, id)}


def _hint(book: Book, typed: Typed, seat: int) -> str:
    text, options = _figure_text(typed, seat), book.table.options
    if text:
        possible = possible_values(options.deck, options.valuation, options.fire)
        return "" if _figure(text) in possible else "not possible"
    hand = _hand(book, texts(typed, f"cards{seat}"))
    return points(options.worth(hand).value) if hand else ""


def _cards_noted(book: Book, hands: dict[int, list[str]]) -> str:
    return "; ".join(
        f"{book.players[seat]}: {' '.join(hand)}" for seat, hand in hands.items() if hand
    )


def _figure_text(typed: Typed, seat: int) -> str:
    return typed.get(f"value{seat}", "").strip()


def _figures(
    book: Book, id: str | None, typed: Typed
) -> tuple[dict[int, Points | None], list[Problem]]:
    figures: dict[int, Points | None] = {}
    problems = []
    for seat in _playing(book, id):
        text = _figure_text(typed, seat)
        figures[seat] = _figure(text)
        if text and figures[seat] is None:
            message = f"{book.players[seat]}: “{text}” is no value of a hand."
            problems.append(error("thirty-one.values", message, seat=seat, field="values"))
    return figures, problems


def _figure(text: str) -> Points | None:
    """`30.5`, `30,5` and `30½` alike."""
    plain = text.replace(",", ".").replace("½", ".5").removeprefix(".5") or text
    if not re.fullmatch(r"\d{1,3}(\.\d)?", plain):
        return None
    whole, _, half = plain.partition(".")
    return float(plain) if half.strip("0") else int(whole)


def _mixed(book: Book, shown: list[str], figure: Points | None) -> Points | None:
    """The figure; where there is none, what the cards are worth."""
    hand = _hand(book, shown)
    if figure is None and hand:
        figure = book.table.options.worth(hand).value
    return figure


def _hand(book: Book, shown: list[str]) -> Hand | None:
    cards, faults = read_cards(shown, PACKS[book.table.options.deck])
    return cards if len(cards) == HAND_SIZE and not faults else None


def _unreadable(book: Book, hands: dict[int, list[str]]) -> list[Problem]:
    """What is wrong with cards that a record of figures would not keep."""
    pack = PACKS[book.table.options.deck]
    _, faults = read_cards([text for hand in hands.values() for text in hand], pack)
    found = [error("thirty-one.pack", fault, field="hands") for fault in faults]
    for seat, hand in hands.items():
        if hand and len(hand) != HAND_SIZE:
            message = f"{book.players[seat]} has {len(hand)} cards and needs {HAND_SIZE}."
            found.append(error("thirty-one.pack", message, seat=seat, field="hands"))
    return found


def _for_all_seats(book: Book, given: dict[int, Any]) -> list[Any]:
    return [given.get(seat) for seat in range(len(book.players))]


def _playing(book: Book, id: str | None) -> tuple[int, ...]:
    state: State = book.state_at(id)
    return state.playing


def known(book: Book, _typed: Typed) -> dict[str, str]:
    """Who is out."""
    playing = _playing(book, None)
    out = (seat for seat in range(len(book.players)) if seat not in playing)
    return {f"turns{seat}": "out" for seat in out}
