"""The form of a C leg: what each player has melded and holds, in figures or with the cards."""

from __future__ import annotations

from typing import Any, Final

from referee.cards import read_cards, sentence
from referee.games.card_triathlon.c_leg import red_threes
from referee.games.card_triathlon.melds import read_meld
from referee.games.card_triathlon.values import full_pack, full_worth, worth
from referee.law import Problem, error
from referee.log import Book
from referee.refusal import NotARecord
from referee.web.entry import Hint, Typed
from referee.web.entry.card_triathlon import figures
from referee.web.entry.cards import texts, written
from referee.web.entry.counts import number
from referee.web.page import plain

MELDS: Final = 13
"""So many melds of a player have a field: one of each rank; of an old leg more if it has them."""
SPARE: Final = 3
"""So many empty ones of these fields a page brings along; where scripts run, it adds the others."""
MOST_MELDS: Final = 72
"""No more can be made of all cards."""
FIGURES: Final = ("melded", "in_hand")


def shown(book: Book, id: str | None) -> dict[str, Any]:
    """What the keys offer."""
    seats = len(book.players)
    old = None if id is None else book.entry(id)
    numbers = map(len, old.data.get("melds") or ()) if old else ()
    return {
        "whole": full_worth(seats),
        "pack": full_pack(seats),
        "melds": max((MELDS, *numbers)),
        "spare": SPARE,
        "red_threes": red_threes(seats),
    }


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a leg that is in the record."""
    typed = figures.filled(data, FIGURES)
    if data.get("out") is not None:
        typed["out"] = str(data["out"])
    if data.get("unscored") is not None:
        typed[figures.UNSCORED] = str(data["unscored"])
    if "melds" in data or "hands" in data:
        typed["by"] = "cards"
    for seat, hand in enumerate(data.get("hands") or ()):
        typed[f"cards{seat}"] = written(hand)
    for seat, melds in enumerate(data.get("melds") or ()):
        typed |= {f"meld{seat}_{place}": written(meld) for place, meld in enumerate(melds)}
    return {**typed, **figures.filled(data, ("red_threes",))}


def is_by_cards(typed: Typed) -> bool:
    """Whether the cards themselves are entered."""
    return typed.get("by") == "cards"


def read(book: Book, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The leg that was typed."""
    out = number(typed, "out")
    data: dict[str, Any] = {} if out is None else {"out": out}
    if is_by_cards(typed):
        return data | _cards(book, typed), []
    problems = []
    for name in FIGURES:
        may_be_empty = name == "in_hand"
        seats = range(len(book.players))
        data[name], missing = figures.figures(book, typed, name, seats, may_be_empty=may_be_empty)
        problems += missing
    rest, missing = figures.unscored(typed, figures.UNSCORED)
    return data | rest, problems + missing


def _cards(book: Book, typed: Typed) -> dict[str, Any]:
    """The melds, the red threes and the hands."""
    seats = range(len(book.players))
    return {
        "melds": [list(_melds(typed, seat).values()) for seat in seats],
        "red_threes": [number(typed, f"red_threes{seat}") or 0 for seat in seats],
        "hands": [texts(typed, f"cards{seat}") for seat in seats],
    }


def _melds(typed: Typed, seat: int) -> dict[str, list[str]]:
    """The melds of a player by the name of their field."""
    fields = (f"meld{seat}_{place}" for place in range(MOST_MELDS))
    return {field: cards for field in fields if (cards := texts(typed, field))}


def hints(book: Book, id: str | None, typed: Typed) -> dict[str, Hint]:
    """The sums of the figures; or of each meld whether it is one, and what the cards come to."""
    if is_by_cards(typed):
        return _hints_of_cards(book, id, typed)
    names = {
        f"{name}{seat}": f"{player}, {what}"
        for seat, player in enumerate(book.players)
        for name, what in (("melded", "melded"), ("in_hand", "in hand"))
    }
    names[figures.UNSCORED] = "Unscored"
    melded = [f"{FIGURES[0]}{seat}" for seat in range(len(book.players))]
    is_complete = figures.are_there(typed, [*melded, figures.UNSCORED])
    whole = full_worth(len(book.players))
    found = figures.hints(typed, names, 0, whole, is_complete=is_complete)
    for seat in range(len(book.players)):
        laid, held = (figures.figure(typed, f"{name}{seat}") for name in FIGURES)
        found[f"player{seat}"] = "" if laid is None else plain(laid - (held or 0))
    return found


def _hints_of_cards(book: Book, id: str | None, typed: Typed) -> dict[str, Hint]:
    pack, out = full_pack(len(book.players)), number(typed, "out")
    found: dict[str, Hint] = {}
    for seat in range(len(book.players)):
        hand, _ = read_cards(texts(typed, f"cards{seat}"), pack)
        found[f"cards{seat}"] = f"{worth(hand)} in hand" if hand else ""
        found |= {name: "" for name in typed if name.startswith(f"meld{seat}_")}
        for field, cards in _melds(typed, seat).items():
            found[field] = told(cards, book, going_out=seat == out)
    return found | _sums_of_cards(book, id, typed)


def told(cards: list[str], book: Book, *, going_out: bool) -> Hint:
    """What a meld is worth, which cards are natural and which wild; or why it is none."""
    read, faults = read_cards(cards, full_pack(len(book.players)))
    if faults:
        return error("card-triathlon.pack", sentence(faults[0]))
    meld = read_meld(read, going_out=going_out)
    if meld.fault:
        return error(meld.rule, f"{sentence(meld.fault)}.")
    seven = ", the seven of a kind" if meld.is_seven else ""
    return f"{meld.natural} natural, {meld.wild} wild: {meld.value}{seven}"


def _sums_of_cards(book: Book, id: str | None, typed: Typed) -> dict[str, Hint]:
    """What each player comes to, and what is left of the packs."""
    whole, seats = full_worth(len(book.players)), range(len(book.players))
    empty: dict[str, Hint] = {f"sum{seat}": "" for seat in seats}
    empty |= {"bar0": f"{whole} in all", "doubts0": ""}
    data, _ = read(book, typed)
    try:
        _, row = book.judge({"kind": "c-leg", **data}, id)
    except NotARecord as refused:
        return empty | {"doubts0": str(refused)}
    wrong = [problem for problem in row.problems if problem.severity == "error"]
    if wrong:
        return empty | {"doubts0": wrong[0]}
    points = [cell or 0 for cell in row.cells]
    rest = row.cells[-2] or 0
    return (
        empty
        | {f"sum{seat}": plain(points[seat]) for seat in seats}
        | {"bar0": f"{whole - rest} of {whole} laid down or in hand; {rest} unscored"}
    )
