"""The form of a Tribello deal: a key for each number of tricks; the last player's follow."""

from __future__ import annotations

from typing import Any

from referee.cards import SUITS
from referee.game import listed
from referee.games.tribello import (
    DEALS,
    ROUND_NAMES,
    SEATS,
    TRICKS,
    State,
    dealer_of,
    has_trumps,
    quotas,
    round_of,
)
from referee.law import Problem, error
from referee.log import Book
from referee.web.entry import Typed
from referee.web.page import signed


def shown(book: Book, id: str | None) -> dict[str, Any]:
    """The quotas of the deal, and whether it has trumps."""
    deal = _deal(book, id)
    first = book.table.options.first_dealer
    dealer = dealer_of(deal, first)
    return {
        "tricks": [(number, number) for number in range(TRICKS + 1)],
        "total": TRICKS,
        "quotas": quotas(deal, first),
        "round": ROUND_NAMES[round_of(deal)],
        "suits": SUITS if has_trumps(deal) else (),
        "drawing": [(dealer + place) % SEATS for place in range(SEATS)],
    }


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a deal that is in the record."""
    typed = {"trump": data.get("trump") or "", "note": data.get("note") or ""}
    for name in ("tricks", "pickup"):
        typed |= {f"{name}{seat}": str(n) for seat, n in enumerate(data.get(name) or ())}
    if sum(data.get("tricks") or ()) == TRICKS:
        del typed[f"tricks{SEATS - 1}"]  # it follows, also when the others are corrected
    return typed


def read(book: Book, id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The deal that was typed. One player's tricks may be left out: they follow."""
    data: dict[str, Any] = {"kind": "deal"}
    old = None if id is None else book.entry(id)
    if old and "play" in old.data:
        data["play"] = old.data["play"]
    problems = [*_unreadable(book, typed, "tricks"), *_unreadable(book, typed, "pickup")]
    tricks = [_number(typed, f"tricks{seat}") for seat in range(SEATS)]
    if "play" not in data or any(taken is not None for taken in tricks):
        data["tricks"], missing = _completed(book, tricks)
        problems = problems or missing
    if typed.get("trump") in SUITS and has_trumps(_deal(book, id)):
        data["trump"] = typed["trump"]
    pickup = [_number(typed, f"pickup{seat}") for seat in range(SEATS)]
    if any(taken is not None for taken in pickup):
        data["pickup"] = [taken or 0 for taken in pickup]
    return data, problems


def hints(book: Book, id: str | None, typed: Typed) -> dict[str, str]:
    """What each player's tricks would come to, once all are known."""
    data, problems = read(book, id, typed)
    cells = (None,) * SEATS if problems else book.judge(data, id)[1].cells
    return {f"tricks{seat}": signed(cell) for seat, cell in enumerate(cells)}


def _unreadable(book: Book, typed: Typed, name: str) -> list[Problem]:
    rule, thing = {
        "tricks": ("tribello.tricks-total", "tricks"),
        "pickup": ("tribello.pickup", "cards"),
    }[name]
    return [
        error(rule, f"{book.players[seat]}: “{text[:20]}” is no number of {thing}.", field=name)
        for seat in range(SEATS)
        if (text := typed.get(f"{name}{seat}", "").strip())
        and _number(typed, f"{name}{seat}") is None
    ]


def _completed(book: Book, tricks: list[int | None]) -> tuple[list[int], list[Problem]]:
    missing = [seat for seat, taken in enumerate(tricks) if taken is None]
    left = TRICKS - sum(taken or 0 for taken in tricks)
    if len(missing) == 1 and left >= 0:
        tricks[missing[0]] = left
    elif missing:
        names = listed([book.players[seat] for seat in missing])
        message = f"Still missing: the tricks of {names}; {max(left, 0)} of {TRICKS} are left."
        return [], [error("tribello.tricks-total", message, field="tricks")]
    return [taken or 0 for taken in tricks], []


def _number(typed: Typed, field: str) -> int | None:
    text = typed.get(field, "").strip()
    return int(text) if text.isdecimal() and len(text) < 4 else None


def _deal(book: Book, id: str | None) -> int:
    state: State = book.state_at(id)
    return min(state.deals, DEALS - 1)
