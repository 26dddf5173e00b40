"""Records for the tests of the core: short to write, and at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from hypothesis import strategies as st

from tests.games import oracle

Json = dict[str, Any]
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", *(f"P{number}" for number in range(6, 18)))


def record(game: str, seats: int, entries: Sequence[Json], **options: Any) -> Json:
    """A whole record of the first so many players."""
    return {
        "format": "referee-record/1",
        "game": game,
        "title": "Friday",
        "players": list(NAMES[:seats]),
        "options": options,
        "entries": list(entries),
    }


def deal(*tricks: int, **fields: Any) -> Json:
    """An entry of Tribello by figures."""
    return {"kind": "deal", "tricks": list(tricks), **fields}


def played(play: Sequence[Sequence[str]], **fields: Any) -> Json:
    """An entry of Tribello by cards."""
    return {"kind": "deal", "play": [list(trick) for trick in play], **fields}


def tribello(*entries: Json, **options: Any) -> Json:
    """A record of Tribello."""
    return record("tribello", 3, entries, **options)


def figures(*values: float | None, **fields: Any) -> Json:
    """An entry of Thirty-One by values."""
    return {"kind": "round", "values": list(values), **fields}


def shown(*hands: str | None, **fields: Any) -> Json:
    """An entry of Thirty-One by hands, each a text such as `AH KH 7S`."""
    cards = [None if hand is None else hand.split() for hand in hands]
    return {"kind": "round", "hands": cards, **fields}


def thirty_one(seats: int, *entries: Json, **options: Any) -> Json:
    """A record of Thirty-One."""
    return record("thirty-one", seats, entries, **options)


def rules(problems: Sequence[Json]) -> list[str]:
    """The ids of the rules that are broken, in the order of the alphabet."""
    return sorted(problem["rule"] for problem in problems)


def broken(sheet: Json, entry: int = -1) -> list[str]:
    """The ids of the rules that one entry breaks (default: the last)."""
    return rules(sheet["rows"][entry]["problems"])


# At random ----------------------------------------------------------------------------------------


@st.composite
def deals(draw: st.DrawFn, number: int = 0, first_dealer: int = 0) -> Json:
    """A lawful deal of Tribello by figures or, now and then, card by card."""
    has_trumps = number < 6
    if draw(st.integers(0, 3)) == 0:
        trump = draw(st.sampled_from("SHDC")) if has_trumps else None
        random = Random(draw(st.integers(0, 2**32)))
        play = oracle.legal_play(random, (first_dealer + number) % 3, trump)
        return played(play, **({"trump": trump} if trump else {}))
    first = draw(st.integers(0, 13))
    second = draw(st.integers(0, 13 - first))
    entry = deal(first, second, 13 - first - second)
    if draw(st.booleans()):
        entry["note"] = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=4))
    if has_trumps and draw(st.booleans()):
        entry["trump"] = draw(st.sampled_from("SHDC"))
    return entry


@st.composite
def tribello_records(draw: st.DrawFn, least: int = 0) -> Json:
    """A valid record of Tribello, of any number of deals."""
    first = draw(st.integers(0, 2))
    number = draw(st.integers(least, 12))
    entries = [draw(deals(place, first)) for place in range(number)]
    return tribello(*entries, **({"first_dealer": first} if first else {}))


@st.composite
def thirty_one_records(draw: st.DrawFn, least: int = 0) -> Json:
    """A valid record of Thirty-One, up to the end or not so far."""
    seats = draw(st.integers(2, 5))
    options: Json = {
        "valuation": draw(st.sampled_from(["suit", "suit-and-triples", "suit-or-rank"])),
        "deck": draw(st.sampled_from([32, 36, 52])),
        "lives": draw(st.integers(0, 2)),
        "fire": draw(st.booleans()),
        "tied_lowest": draw(st.sampled_from(["all", "none"])),
        "first_dealer": draw(st.integers(0, seats - 1)),
    }
    random = Random(draw(st.integers(0, 2**32)))
    table = oracle.Lives(seats, options)
    entries: list[Json] = []
    for _ in range(draw(st.integers(least, 12))):
        if len(table.playing) == 1:
            break
        hands = oracle.deal_hands(random, options["deck"], seats, table.playing)
        values = [None if hand is None else oracle.value(hand, options) for hand in hands]
        table.lose(values)
        by_cards = draw(st.sampled_from(["hands", "values", "both"]))
        entry: Json = {"kind": "round"}
        if by_cards != "values":
            entry["hands"] = [None if hand is None else list(hand) for hand in hands]
        if by_cards != "hands":
            entry["values"] = values
        entries.append(entry)
    return record("thirty-one", seats, entries, **options)


def records(least: int = 0) -> st.SearchStrategy[Json]:
    """A valid record of any game."""
    return cast(
        st.SearchStrategy[Json], st.one_of(tribello_records(least), thirty_one_records(least))
    )
