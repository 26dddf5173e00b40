"""Short constructors for legs, games and questions of Card Triathlon in tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.cards import Card, read_card
from referee.core.registry import GAMES
from referee.core.rulings import ask
from referee.core.sheet import score
from tests.games.records import Json, broken, record

TEAMS: dict[str, tuple[int, ...]] = {
    "4": (0, 1, 0, 1), "6": (0, 1, 0, 1, 0, 1), "6 in three": (0, 1, 2, 0, 1, 2),
    "8": (0, 1, 0, 1, 1, 0, 1, 0), "8 in four": (0, 1, 0, 1, 2, 3, 2, 3),
}  # fmt: skip
"""Ways to sit, each as the team of every seat."""
WORTH = {4: 1000, 6: 1500, 8: 2000}
BEST_HAND = 230
LEGS = {"B": "b-leg", "C": "c-leg", "D": "d-leg"}
TIME: Json = {"kind": "time"}
PASSED: Json = {"kind": "b-leg", "passed_out": True}
CROSSCHECK = "crosscheck"
LAWS = {law.id for law in GAMES["card-triathlon"].rulebook.laws}
CLOCK: Json = {"format": "clock"}
MARATHON: Json = {"format": "marathon"}
C_FIRST: Json = {"format": "half-marathon", "sequence": ["C"]}
D_FIRST: Json = {"format": "half-marathon", "sequence": ["D"]}
JOKERS: Json = {"format": "half-marathon", "b_jokers": True}
"""Options of a match that starts with a B leg with two Jokers."""


def contract(bid: str, declarer: int) -> Json:
    return {"level": int(bid[0]), "strain": bid[1:], "declarer": declarer}


def figures(
    bid: str, declarer: int, tricks: Sequence[int], points: Sequence[int], *unscored: int
) -> Json:
    counted = {"unscored": unscored[0]} if unscored else {}
    return {
        "contract": contract(bid, declarer),
        "tricks": list(tricks),
        "points": list(points),
        **counted,
    }


MADE = figures("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35], 25)
DOWN = figures("4C", 0, [5, 2, 4, 2], [160, 80, 140, 60], 0)
"""`MADE` is a contract made with an overtrick; in `DOWN`, the same contract is one trick short."""


SEVEN = "7H 7H 7D 7D 7S 2C JK"


def b_leg(*args: Any, **fields: Any) -> Json:
    return {"kind": "b-leg", **figures(*args), **fields}


def b_cards(play: Sequence[Sequence[str]], **fields: Any) -> Json:
    return {"kind": "b-leg", "play": [list(trick) for trick in play], **fields}


def at_tables(*tables: Json, **fields: Any) -> Json:
    return {"kind": "b-leg", "tables": list(tables), **fields}


def c_leg(*melded: int, held: Sequence[int] = (), **fields: Any) -> Json:
    in_hand = list(held) or [0] * len(melded)
    return {"kind": "c-leg", "melded": list(melded), "in_hand": in_hand, **fields}


def laid(*melds: str, hands: Sequence[str] = (), **fields: Any) -> Json:
    """Make a C leg by cards; each seat's melds are one text, separated by `/`."""
    seats = max(4, len(melds))
    texts = [*melds, *[""] * (seats - len(melds))]
    held = [*hands, *[""] * (seats - len(hands))]
    return {
        "kind": "c-leg",
        "melds": [[meld.split() for meld in text.split("/") if meld.split()] for text in texts],
        "hands": [hand.split() for hand in held],
        **fields,
    }


def d_leg(*scored: int, **fields: Any) -> Json:
    return {"kind": "d-leg", "scored": list(scored), **fields}


B = b_leg("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35], 25)
C = c_leg(310, 150, 205, 180, held=[0, 25, 10, 40], unscored=80)
D = d_leg(110, 35, 60, 0, unscored=795)
"""One possible leg of each kind; in `B`, Ann or Cleo has an overtrick."""
OF_SIX: Json = {"teams": list(TEAMS["6 in three"])}
"""Options of six players in three teams."""


def cards(texts: str | Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(read_card, texts.split() if isinstance(texts, str) else texts))


def at(seat: int, number: int, seats: int) -> list[int]:
    """Return a list with this number at one seat and 0 at all others."""
    return [number if place == seat else 0 for place in range(seats)]


def all_to(seat: int, leg: str, seats: int, jokers: bool = False) -> Json:
    """Make a leg in which one player (with eight, one per table) scores as much as possible."""
    if leg == "C":
        return c_leg(*at(seat, WORTH[seats], seats), unscored=0)
    if leg == "D":
        most = BEST_HAND if seats == 4 else WORTH[seats]
        return d_leg(*at(seat, most, seats), unscored=WORTH[seats] - most)
    size = 6 if seats == 6 else 4
    points, aside = (490, 10) if jokers else (660 if seats == 6 else 440, 0)
    place = seat % size
    table = figures("7NT", place, at(place, 13, size), at(place, points, size), aside)
    return at_tables(table, table) if seats == 8 else {"kind": "b-leg", **table}


def sheet_of(seats: int, *entries: Json, **options: Any) -> Json:
    return score(record("card-triathlon", seats, entries, **options))


def four(*entries: Json, **options: Any) -> Json:
    return sheet_of(4, *entries, **options)


def cells_of(sheet: Json, entry: int = -1) -> list[int | None]:
    cells: list[int | None] = sheet["rows"][entry]["cells"]
    return cells


def found(sheet: Json, entry: int = -1) -> list[str]:
    return [rule.removeprefix("card-triathlon.") for rule in broken(sheet, entry)]


def of_severity(severity: str, sheet: Json, entry: int = -1) -> list[str]:
    problems = [p for p in sheet["rows"][entry]["problems"] if p["severity"] == severity]
    return sorted(problem["rule"].removeprefix("card-triathlon.") for problem in problems)


def is_explained(sheet: Json) -> bool:
    """Whether every cell has a receipt that adds up to it and cites rules in the rulebook."""
    return all(
        sum(line["points"] for line in why) == (cell or 0)
        and (cell is None) == (not why)
        and {line["rule"] for line in why} <= LAWS
        for row in sheet["rows"]
        for cell, why in zip(row["cells"], row["why"], strict=True)
    )


def cited(sheet: Json, cell: int, entry: int = -1) -> set[str]:
    lines = sheet["rows"][entry]["why"][cell]
    return {line["rule"].removeprefix("card-triathlon.") for line in lines}


def asked(question: str, **fields: Any) -> Json:
    reply = ask({"game": "card-triathlon", "question": question, **fields})
    assert {ruling["rule"] for ruling in reply["rulings"]} <= LAWS
    return reply


def rulings(reply: Json) -> list[str]:
    return [ruling["rule"].removeprefix("card-triathlon.") for ruling in reply["rulings"]]
