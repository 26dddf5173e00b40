"""The form of a deal of Triathlon: tricks, who took the last one, rejected suits and trumps."""

from __future__ import annotations

from typing import Any

from referee.cards import SUITS
from referee.games.triathlon import State
from referee.games.triathlon.athletes import TRICKS
from referee.games.triathlon.feats import SEATS
from referee.law import Problem, error
from referee.log import Book
from referee.tricks import Play
from referee.web.entry import Act, Typed
from referee.web.entry.cards import filled_play, play_typed
from referee.web.entry.counts import completed, counts, filled_tricks, number, unreadable
from referee.web.page import points

REJECTED = ("rejected0", "rejected1")
"""The fields of the suits that are rejected, by the player left of the dealer and the next."""


def shown(book: Book, id: str | None) -> dict[str, Any]:
    """Who rejects, and what the keys offer."""
    state: State = book.state_at(id)
    dealer = book.table.left_of(book.table.options.first_dealer, state.deals)
    return {
        "total": TRICKS,
        "suits": SUITS,
        "rejecting": [book.table.left_of(dealer, 1), book.table.left_of(dealer, 2)],
        "dealer": dealer,
    }


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a deal that is in the record."""
    last = data.get("last_trick")
    rejected = zip(REJECTED, data.get("rejected") or (), strict=False)
    return {
        "trump": data.get("trump") or "",
        "last_trick": "" if last is None or "play" in data else str(last),
        "note": data.get("note") or "",
        **dict(rejected),
        **filled_tricks(data, TRICKS),
        **filled_play(data),
    }


def facts(_book: Book, _id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The rejected suits and the trumps."""
    data: dict[str, Any] = {"kind": "deal"}
    rejected = [typed[name] for name in REJECTED if typed.get(name) in SUITS]
    if rejected:
        data["rejected"] = rejected
    if typed.get("trump") in SUITS:
        data["trump"] = typed["trump"]
        return data, []
    message = "Which suit is trumps? Without it nobody can say who takes a trick."
    return data, [error("triathlon.rejection", message, field="trump")]


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
    data, _ = facts(book, id, typed)
    if play := play_typed(book, id, typed):
        return {**data, "play": play}, []
    rule = "triathlon.tricks-total"
    problems = unreadable(book, typed, "tricks", rule, "tricks")
    data["tricks"], missing = completed(book, counts(book, typed, "tricks"), TRICKS, rule)
    problems = problems or missing
    last = number(typed, "last_trick")
    if last is not None and last < SEATS:
        data["last_trick"] = last
    elif not problems:
        message = "Who took the last trick? Say so below the tricks."
        problems.append(error("triathlon.last", message, field="last_trick"))
    return data, problems


def hints(book: Book, id: str | None, typed: Typed) -> dict[str, str]:
    """What each player's deal would come to, once all is known."""
    data, problems = read(book, id, typed)
    row = None if problems else book.judge(data, id)[1]
    return {f"tricks{seat}": points(row.cells[seat]) if row else "" for seat in range(SEATS)}


def known(book: Book, typed: Typed) -> dict[str, str]:
    """The dealer, who leads, the rejected suits and the trumps."""
    state: State = book.state_at(None)
    dealer = book.table.left_of(book.table.options.first_dealer, state.deals)
    suits = {name: typed[name] for name in (*REJECTED, "trump") if typed.get(name) in SUITS}
    return {"dealer": str(dealer), "leader": str(book.table.left_of(dealer)), **suits}
