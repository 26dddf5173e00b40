"""The form of a leg of Card Triathlon by figures: what is due decides which figures it asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from referee.cards import SUIT_SYMBOLS, plain_text, read_cards
from referee.games.card_triathlon import judged_tables
from referee.games.card_triathlon.auction import STRAINS
from referee.games.card_triathlon.b_judge import TRICKS
from referee.games.card_triathlon.state import State, due_leg
from referee.games.card_triathlon.values import (
    AT_TABLE,
    UNIT,
    b_pack,
    b_worth,
    full_pack,
    full_worth,
    tables,
)
from referee.law import Problem, error
from referee.log import Book
from referee.refusal import NotARecord
from referee.tricks import Play
from referee.web.entry import Act, Typed, card_legs
from referee.web.entry.counts import number

LEVELS: Final = range(1, 8)
WORTHS: Final = (
    (5, "fives", "2 to 7"),
    (10, "tens", "8 to K"),
    (20, "aces", ""),
    (30, "Jokers", ""),
)
"""What cards are counted by: a figure may be typed, or added up by the app."""
KINDS: Final = {"B": "b-leg", "C": "c-leg", "D": "d-leg", None: "time"}
FIGURES: Final = {"B": ("points",), "C": ("melded", "in_hand"), "D": ("scored",)}
CARDS: Final = ("play", "layouts", "extra")
"""What an entry by cards has for which this form has no fields."""


def shown(book: Book, id: str | None) -> dict[str, Any]:
    """Which leg this is, and what its keys offer."""
    leg, seats = _leg(book, id), len(book.players)
    table = book.table
    return {
        "leg": leg,
        "tables": _tables(book) if leg == "B" else [range(seats)],
        "levels": [(level, level) for level in LEVELS],
        "strains": [(strain, _strain(strain)) for strain in STRAINS],
        "total": TRICKS,
        "worths": WORTHS,
        "whole": _whole(book, leg),
        "has_jokers": leg != "B" or table.options.has_b_jokers(seats),
        "pack": full_pack(seats),
        "melds": card_legs.MELDS,
        "is_timed": table.options.plan.is_timed,
        "may_pass": leg == "B" and tables(seats) == 1,
        "is_by_cards": _kept_cards(book, id) is not None,
    }


def _strain(strain: str) -> str:
    return next((symbol for suit, symbol in SUIT_SYMBOLS.items() if suit == strain), strain)


def _leg(book: Book, id: str | None) -> str | None:
    """The leg that is due in this place; of an old entry the one that it records."""
    written = None if id is None else book.entry(id)
    if written is not None:
        kind = written.data["kind"]
        return next(leg for leg, name in KINDS.items() if name == kind)
    state: State = book.state_at(id)
    return due_leg(book.table, state)


def _tables(book: Book) -> list[range]:
    """The seats of each table of a B leg."""
    seats = len(book.players)
    size = seats // tables(seats)
    return [range(start, start + size) for start in range(0, seats, size)]


def _whole(book: Book, leg: str | None) -> int:
    """What the cards of one table are worth."""
    seats = len(book.players)
    if leg == "B":
        return b_worth(seats, book.table.options.has_b_jokers(seats))
    return full_worth(seats)


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a leg that is in the record."""
    typed = {"note": data.get("note") or ""}
    if data.get("passed_out"):
        typed["passed_out"] = "1"
    if data.get("partial"):
        typed["clock"] = "partial"
    if data.get("out") is not None:
        typed["out"] = str(data["out"])
    for place, part in enumerate(data.get("tables") or [data]):
        offset = place * AT_TABLE
        contract = part.get("contract") or {}
        typed |= {f"{name}_{place}": str(value) for name, value in contract.items()}
        if "auction" in part:
            typed[f"auction_{place}"] = " ".join(part["auction"])
        if part.get("unscored") is not None:
            typed[f"unscored_{place}"] = str(part["unscored"])
        for name in ("tricks", "points", "melded", "in_hand", "scored"):
            for seat, figure in enumerate(part.get(name) or ()):
                typed[f"{name}{seat + offset}"] = str(figure)
    return {**typed, **card_legs.filled(data)}


def facts(_book: Book, _id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The contract, or the auction that makes it."""
    part = _bidding(typed, 0)
    data = {"kind": "b-leg", **part}
    if part:
        return data, []
    message = "Which contract is played? Choose it, or record the auction."
    return data, [error("card-triathlon.play", message, field="contract")]


def fact_hints(_book: Book, _typed: Typed) -> dict[str, str]:
    """Nothing has to be said of the facts."""
    return {}


def finished(book: Book, data: dict[str, Any]) -> dict[str, Any]:
    """With Jokers, the two cards that nobody has played are those left over."""
    seats = len(book.players)
    if not book.table.options.has_b_jokers(seats):
        return data
    pack = b_pack(seats, with_jokers=True)
    texts = [plain_text(text) for trick in data["play"] for text in trick]
    left = pack.copies - Counter(read_cards(texts, pack)[0])
    return {**data, "aside": [str(card) for card in left.elements()]}


def acts(_book: Book, _play: Play) -> list[Act]:
    """Nothing is said between the cards."""
    return []


def known(_book: Book, _typed: Typed) -> dict[str, str]:
    """Questions about Card Triathlon start empty."""
    return {}


def read(book: Book, id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The leg that was typed."""
    leg = _leg(book, id)
    data: dict[str, Any] = {"kind": KINDS[leg]}
    if leg is None or typed.get("clock") == "time":
        return {"kind": KINDS[None]}, []
    if typed.get("clock") == "partial":
        data["partial"] = True
    kept = _kept_cards(book, id)
    if kept is not None:
        return data | kept, []
    if leg == "B":
        return _read_b(book, typed, data)
    if leg == "C" and (out := number(typed, "out")) is not None:
        data["out"] = out
    if card_legs.is_by_cards(book, typed, leg):
        cards = card_legs.read_c if leg == "C" else card_legs.read_d
        return data | cards(book, typed), []
    problems = []
    for name in FIGURES[leg]:
        data[name], missing = _figures(book, typed, name, range(len(book.players)))
        problems += missing
    if (unscored := _figure(typed, "unscored_0")) is not None:
        data["unscored"] = unscored
    return data, problems


def _kept_cards(book: Book, id: str | None) -> dict[str, Any] | None:
    """An old entry by cards, which this form of figures leaves as it is."""
    written = None if id is None else book.entry(id)
    if written is None:
        return None
    parts = written.data.get("tables") or [written.data]
    if not any(name in part for part in parts for name in CARDS):
        return None
    about = ("id", "at", "by", "note", "accepted", "kind", "partial")
    return {name: value for name, value in written.data.items() if name not in about}


def _read_b(book: Book, typed: Typed, data: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    if typed.get("passed_out") == "1":
        return {**data, "passed_out": True}, []
    parts, problems = [], []
    for place, seats in enumerate(_tables(book)):
        part, missing = _read_table(book, typed, place, seats)
        parts.append(part)
        problems += missing
    if len(parts) > 1:
        return {**data, "tables": parts}, problems
    return data | parts[0], problems


def _read_table(
    book: Book, typed: Typed, place: int, seats: Sequence[int]
) -> tuple[dict[str, Any], list[Problem]]:
    part = _bidding(typed, place)
    tricks = [number(typed, f"tricks{seat}") for seat in seats]
    left = TRICKS - sum(taken or 0 for taken in tricks)
    if tricks.count(None) == 1 and left >= 0:
        tricks[tricks.index(None)] = left
    problems = []
    if None in tricks:
        message = f"Still missing: the tricks; {max(left, 0)} of {TRICKS} are left."
        problems.append(error("card-triathlon.b.tricks-total", message, field="tricks"))
    else:
        part["tricks"] = tricks
    part["points"], missing = _figures(book, typed, "points", seats)
    if (unscored := _figure(typed, f"unscored_{place}")) is not None:
        part["unscored"] = unscored
    return part, problems + missing


def _bidding(typed: Typed, place: int) -> dict[str, Any]:
    """The auction and the contract of a table, as far as they are there."""
    part: dict[str, Any] = {}
    if calls := typed.get(f"auction_{place}", "").upper().split():
        part["auction"] = calls
    level, declarer = number(typed, f"level_{place}"), number(typed, f"declarer_{place}")
    strain = typed.get(f"strain_{place}", "")
    if level in LEVELS and strain in STRAINS and declarer is not None:
        part["contract"] = {"level": level, "strain": strain, "declarer": declarer}
    return part


def _figures(
    book: Book, typed: Typed, name: str, seats: Sequence[int]
) -> tuple[list[int], list[Problem]]:
    """The figures of these seats, typed or counted by worth; what is missing is a problem."""
    found = [_figure(typed, f"{name}{seat}") for seat in seats]
    missing = [book.players[s] for s, each in zip(seats, found, strict=True) if each is None]
    problems = [
        error("card-triathlon.values", f"Still missing: the figure of {name_of}.", field=name)
        for name_of in missing[:1]
    ]
    return [figure or 0 for figure in found], problems


def _figure(typed: Typed, field: str) -> int | None:
    """What was typed, or what so many fives, tens, aces and Jokers are worth."""
    text = typed.get(field, "").strip()
    if text:
        return int(text) if text.isdecimal() and len(text) < 6 else None
    counted = [(worth, number(typed, f"{field}_{worth}")) for worth, _, _ in WORTHS]
    if all(count is None for _, count in counted):
        return None
    return sum(worth * (count or 0) for worth, count in counted)


def hints(book: Book, id: str | None, typed: Typed) -> dict[str, str]:
    """The bar: what is recorded so far, what is missing, and where a mistake can be.

    Beside each figure that is counted by worth stands what it comes to.
    """
    leg = _leg(book, id)
    if leg is None or _kept_cards(book, id) is not None:
        return {}
    found: dict[str, str] = {}
    groups = _tables(book) if leg == "B" else [range(len(book.players))]
    for place, seats in enumerate(groups):
        fields = [f"{name}{seat}" for name in FIGURES[leg] for seat in seats]
        fields.append(f"unscored_{place}")
        figures = {field: _figure(typed, field) for field in fields}
        for field, figure in figures.items():
            is_counted = figure is not None and not typed.get(field, "").strip()
            found[field] = f"= {figure}" if is_counted else ""
        total = sum(figure or 0 for figure in figures.values())
        found[f"bar{place}"] = _bar(total, _whole(book, leg))
        doubts = _doubts_of_b(book, id, typed, place) if leg == "B" else _no_multiples(figures)
        found[f"doubts{place}"] = " ".join(doubts)
    if leg in ("C", "D"):
        found |= card_legs.hints(book, typed, leg)
        if card_legs.is_by_cards(book, typed, leg):
            found["bar0"] = _bar_by_cards(book, id, typed)
    return found


def _bar_by_cards(book: Book, id: str | None, typed: Typed) -> str:
    """What the players come to by their cards, once these are possible."""
    data, _ = read(book, id, typed)
    try:
        _, row = book.judge(data, id)
    except NotARecord:
        return ""
    if row.has_error:
        return ""
    pairs = zip(book.players, row.cells, strict=False)
    return ", ".join(f"{name} {cell}" for name, cell in pairs)


def _no_multiples(figures: dict[str, int | None]) -> list[str]:
    return [
        f"{figure} is no multiple of {UNIT}." for figure in figures.values() if (figure or 0) % UNIT
    ]


def _doubts_of_b(book: Book, id: str | None, typed: Typed, place: int) -> list[str]:
    """Points that cannot be, and figures that would fit if they were swapped."""
    data, problems = read(book, id, typed)
    if problems or "passed_out" in data:
        return []
    try:
        entry = book.game.shape.read_entry(data, len(book.players))
    except NotARecord:
        return []
    judged = judged_tables(book.table, book.state_at(id), entry)[place]
    doubts = [problem.message for problem in judged.figure_problems()]
    names = judged.sitting.names
    doubts += [
        f"{names[one]}’s and {names[other]}’s points swapped would fit."
        for one, other in judged.swaps()
    ]
    return doubts


def _bar(total: int, whole: int) -> str:
    if total == whole:
        return f"{total} of {whole}: it adds up"
    if total > whole:
        return f"{total} of {whole}: {total - whole} too much"
    return f"{total} of {whole}: {whole - total} missing or unscored"
