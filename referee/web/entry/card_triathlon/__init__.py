"""The form of a leg of Card Triathlon: what is due decides what it asks for.

Each kind of leg has a module here; `figures` is what they share.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.games.card_triathlon.state import State, due_leg
from referee.law import Problem
from referee.log import Book
from referee.tricks import Play
from referee.web.entry import Act, Hint, Typed
from referee.web.entry.card_triathlon import b_form, c_form, d_form, figures

KINDS: Final = {"B": "b-leg", "C": "c-leg", "D": "d-leg", None: "time"}


def leg_of(book: Book, id: str | None) -> str | None:
    """The leg that is due in this place; of an old entry the one that it records."""
    written = None if id is None else book.entry(id)
    if written is not None:
        kind = written.data["kind"]
        return next(leg for leg, name in KINDS.items() if name == kind)
    state: State = book.state_at(id)
    return due_leg(book.table, state)


def shown(book: Book, id: str | None) -> dict[str, Any]:
    """Which leg this is, and what its keys offer."""
    leg = leg_of(book, id)
    of_leg: dict[str, Any] = {}
    if leg == "B":
        of_leg = b_form.shown(book, id)
    elif leg == "C":
        of_leg = c_form.shown(book, id)
    elif leg == "D":
        of_leg = d_form.shown(book)
    return {
        "leg": leg,
        "worths": figures.WORTHS,
        "has_jokers": True,
        "is_timed": book.table.options.plan.is_timed,
        **of_leg,
    }


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a leg that is in the record."""
    typed = {"note": data.get("note") or ""}
    if data.get("partial"):
        typed["clock"] = "partial"
    forms = {"b-leg": b_form.fill, "c-leg": c_form.fill, "d-leg": d_form.fill}
    of_leg = forms[data["kind"]](data) if data["kind"] in forms else {}
    return {**typed, **of_leg}


def read(book: Book, id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The leg that was typed."""
    leg = leg_of(book, id)
    if leg is None or (id is None and typed.get("clock") == "time"):
        return {"kind": KINDS[None]}, []
    data: dict[str, Any] = {"kind": KINDS[leg]}
    if typed.get("clock") == "partial":
        data["partial"] = True
    if leg == "B":
        of_leg, problems = b_form.read(book, id, typed)
    elif leg == "C":
        of_leg, problems = c_form.read(book, typed)
    else:
        of_leg, problems = d_form.read(book, id, typed)
    return data | of_leg, problems


def hints(book: Book, id: str | None, typed: Typed) -> Mapping[str, Hint]:
    """What is recorded so far, what is missing, and where a mistake can be."""
    leg = leg_of(book, id)
    if leg == "B":
        return b_form.hints(book, id, typed)
    if leg == "C":
        return c_form.hints(book, id, typed)
    return d_form.hints(book, typed) if leg == "D" else {}


def known(book: Book, typed: Typed) -> dict[str, str]:
    """What the questions want to know of the leg that is due."""
    if leg_of(book, None) != "B":
        return {}
    return b_form.known(book, typed, _table(book, typed))


# A B leg card by card -----------------------------------------------------------------------------


def facts(book: Book, _id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The contract, or the auction that makes it; of eight players that of one table."""
    part, problems = b_form.facts(typed, _table(book, typed))
    return {"kind": KINDS["B"], **part}, problems


def _table(book: Book, typed: Typed) -> int:
    """The number of the table whose contract is typed."""
    return 1 if typed.get("table") == "1" and len(book.tables) > 1 else 0


def fact_hints(book: Book, typed: Typed) -> Mapping[str, Hint]:
    """What the contract asks for; while the cards of an old leg are corrected, all of it."""
    if "facts" not in typed:
        return hints(book, typed.get("entry"), typed)
    place = _table(book, typed)
    return {f"contract{place}": b_form.contract_hint(book, typed, place)}


def finished(book: Book, data: dict[str, Any]) -> dict[str, Any]:
    """The leg with the two cards that are left over."""
    return b_form.finished(book, data)


def acts(_book: Book, _play: Play) -> list[Act]:
    """Nothing is said between the cards."""
    return []
