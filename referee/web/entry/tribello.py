"""The form of a Tribello deal: a key for each number of tricks; the last player's follow."""

from __future__ import annotations

from typing import Any

from referee.cards import SUITS
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
from referee.tricks import Play
from referee.web.entry import Act, Typed
from referee.web.entry.cards import filled_play, play_typed
from referee.web.entry.counts import completed, counts, filled, filled_tricks, given, unreadable
from referee.web.page import signed


def shown(book: Book, id: str | None) -> dict[str, Any]:
    """The quotas of the deal, and whether it has trumps."""
    deal = _deal(book, id)
    first = book.table.options.first_dealer
    dealer = dealer_of(deal, first)
    return {
        "total": TRICKS,
        "quotas": quotas(deal, first),
        "round": ROUND_NAMES[round_of(deal)],
        "suits": SUITS if has_trumps(deal) else (),
        "drawing": [(dealer + place) % SEATS for place in range(SEATS)],
    }


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a deal that is in the record."""
    plain = {"trump": data.get("trump") or "", "note": data.get("note") or ""}
    return {
        **plain,
        **filled_tricks(data, TRICKS),
        **filled(data, "pickup"),
        **filled_play(data),
    }


def facts(book: Book, id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """Trumps and pickup; in the rounds that have trumps they must be known for the cards."""
    data: dict[str, Any] = {"kind": "deal"}
    problems = unreadable(book, typed, "pickup", "tribello.pickup", "cards")
    needs_trump = has_trumps(_deal(book, id))
    if typed.get("trump") in SUITS and needs_trump:
        data["trump"] = typed["trump"]
    elif needs_trump:
        message = "Which suit is trumps? Without it nobody can say who takes a trick."
        problems.append(error("tribello.trump", message, field="trump"))
    if pickup := given(book, typed, "pickup"):
        data["pickup"] = pickup
    return data, problems


def fact_hints(_book: Book, _typed: Typed) -> dict[str, str]:
    """Nothing has to be said of the facts."""
    return {}


def finished(_book: Book, data: dict[str, Any]) -> dict[str, Any]:
    """The entry as it is."""
    return data


def acts(_book: Book, _play: Play) -> list[Act]:
    """Nothing is said between the cards."""
    return []


def read(book: Book, id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The deal that was typed. One player's tricks may be left out: they follow."""
    data, problems = facts(book, id, typed)
    problems = [problem for problem in problems if problem.field != "trump"]
    problems += unreadable(book, typed, "tricks", "tribello.tricks-total", "tricks")
    if play := play_typed(book, id, typed):
        data["play"] = play
    tricks = counts(book, typed, "tricks")
    if play is None or any(taken is not None for taken in tricks):
        data["tricks"], missing = completed(book, tricks, TRICKS, "tribello.tricks-total")
        problems = problems or missing
    return data, problems


def hints(book: Book, id: str | None, typed: Typed) -> dict[str, str]:
    """What each player's tricks would come to, once all are known."""
    data, problems = read(book, id, typed)
    cells = (None,) * SEATS if problems else book.judge(data, id)[1].cells
    return {f"tricks{seat}": signed(cell) for seat, cell in enumerate(cells)}


def _deal(book: Book, id: str | None) -> int:
    state: State = book.state_at(id)
    return min(state.deals, DEALS - 1)


def known(book: Book, typed: Typed) -> dict[str, str]:
    """The number of the deal, its trumps, and who leads."""
    deal = _deal(book, None)
    trump = typed.get("trump", "") if has_trumps(deal) else ""
    dealer = dealer_of(deal, book.table.options.first_dealer)
    return {"deal": str(deal + 1), "leader": str(dealer)} | ({"trump": trump} if trump else {})
