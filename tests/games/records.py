"""Records for the tests of the core: short to write, and at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.games import oracle
from tests.games.dealt import PLAYED, tables
from tests.games.la_krap import oracle_la_krap
from tests.games.triathlon import oracle_triathlon

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
    """An entry by figures, of any game with tricks."""
    return {"kind": "deal", "tricks": list(tricks), **fields}


def played(play: Sequence[Sequence[str]], **fields: Any) -> Json:
    """An entry by cards, of any game with tricks."""
    return {"kind": "deal", "play": [list(trick) for trick in play], **fields}


REVOKED = played(
    [
        ["KH", "2C", "3H"], ["AS", "3S", "4S"], ["KS", "5S", "6S"], ["QS", "7S", "8S"],
        ["AD", "2D", "3D"], ["KD", "4D", "5D"], ["QD", "6D", "7D"], ["JD", "8D", "9D"],
        ["AC", "3C", "4C"], ["KC", "5C", "6C"], ["QC", "7C", "8C"], ["JC", "9C", "10C"],
        ["AH", "2H", "4H"],
    ],
    trump="S",
)  # fmt: skip
"""Spades are trumps. Ben throws a club on the king of hearts, and shows the 2 of hearts later."""


def tribello(*entries: Json, **options: Any) -> Json:
    """A record of Tribello."""
    return record("tribello", 3, entries, **options)


def triathlon(*entries: Json, **options: Any) -> Json:
    """A record of Triathlon."""
    return record("triathlon", 3, entries, **options)


def la_krap(seats: int, *entries: Json, **options: Any) -> Json:
    """A record of La Krap."""
    return record("la-krap", seats, entries, **options)


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
    if draw(st.integers(0, 3)) == 0:
        random = Random(draw(st.integers(0, 2**32)))
        return PLAYED["tribello"](random, number, 3, {"first_dealer": first_dealer}).entry
    first = draw(st.integers(0, 13))
    second = draw(st.integers(0, 13 - first))
    entry = deal(first, second, 13 - first - second)
    if draw(st.booleans()):
        entry["note"] = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=4))
    if number < 6 and draw(st.booleans()):
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


ORDINARY = oracle_triathlon.deals()
TRIATHLONS = [deal for deal in ORDINARY if 3 in map(len, oracle_triathlon.feats(*deal))]


@st.composite
def triathlon_deals(draw: st.DrawFn, number: int, options: Json) -> tuple[Json, list[int], int]:
    """A lawful deal of Triathlon, by figures or by cards or both, with its tricks and the last."""
    kind = draw(st.sampled_from(["figures", "triathlon", "cards", "both"]))
    if kind in ("cards", "both"):
        random = Random(draw(st.integers(0, 2**32)))
        dealt = PLAYED["triathlon"](random, number, 3, options)
        taken, last = oracle_triathlon.taken(dealt.play, dealt.leader, dealt.facts["trump"])
        result = {"tricks": taken, "last_trick": last} if kind == "both" else {}
        return dealt.entry | result, taken, last
    tricks, last = draw(st.sampled_from(TRIATHLONS if kind == "triathlon" else ORDINARY))
    entry = deal(*tricks, last_trick=last)
    if draw(st.booleans()):
        *rejected, trump, _ = draw(st.permutations("SHDC"))
        entry |= {"rejected": rejected, "trump": trump}
    return entry, list(tricks), last


@st.composite
def triathlon_records(draw: st.DrawFn, least: int = 0) -> Json:
    """A valid record of Triathlon, up to the end or not so far."""
    _, options = draw(tables("triathlon"))
    game = oracle_triathlon.Points()
    entries: list[Json] = []
    for number in range(draw(st.integers(least, 8))):
        if game.is_over:
            break
        entry, tricks, last = draw(triathlon_deals(number, options))
        game.play(tricks, last)
        entries.append(entry)
    return triathlon(*entries, **options)


def shares(draw: st.DrawFn, most: Sequence[int], total: int) -> list[int]:
    """A number for each, at most its own bound, and together at most so many."""
    found: list[int] = []
    for bound in most:
        found.append(draw(st.integers(0, min(bound, total - sum(found)))))
    return found


@st.composite
def la_krap_deals(draw: st.DrawFn, number: int, seats: int, options: Json) -> Json:
    """A lawful deal of La Krap: what lay face up and what was played, by cards or by figures."""
    random = Random(draw(st.integers(0, 2**32)))
    dealt = PLAYED["la-krap"](random, number, seats, options)
    turned = dealt.facts["turned"]
    made = oracle_la_krap.made(turned)
    entry: Json = dict(dealt.facts)
    if draw(st.booleans()):
        sides = st.lists(st.integers(0, 2), min_size=seats, max_size=seats)
        del entry["upcards"]
        entry["teams"] = draw(st.none() | sides)
    if draw(st.booleans()):
        stock = 72 - 7 * seats - 4 if made.may_exchange else 0  # four are turned at most
        entry["exchanged"] = shares(draw, [6] * seats, stock)
        entry["exposed"] = shares(draw, [3] * seats, 18)
    given = draw(st.sampled_from(["turned", "game", "both"]))
    if given != "turned":
        entry |= {"null": made.null, "multiplier": made.multiplier}
    if given != "game" and draw(st.booleans()):
        followed = oracle_la_krap.followed(dealt.play, dealt.leader, turned, options)
        return entry | {"play": dealt.play} | _said(draw, followed)
    if given == "game":
        del entry["turned"]
    tricks = shares(draw, [7] * (seats - 1), 7)
    left = 7 - sum(tricks)
    if options["empty_trick"] == "nobody":
        left = draw(st.integers(0, left))
    entry["tricks"] = [*tricks, left]
    if draw(st.booleans()):
        entry["marriages"] = shares(draw, [min(n, 3) for n in entry["tricks"]], 6)
    return entry


def _said(draw: st.DrawFn, followed: oracle.Followed) -> Json:
    """What may stand beside the cards of a deal of La Krap: its marriages and its tricks."""
    tricks = followed.tricks()
    said: Json = {"tricks": tricks} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        most = oracle_la_krap.room(followed)
        return said | ({"marriages": shares(draw, most, 6)} if draw(st.booleans()) else {})
    announced: list[tuple[int, int]] = []
    for marriage in oracle_la_krap.marriages(followed):
        if oracle_la_krap.may_announce(followed, [*announced, marriage]) and draw(st.booleans()):
            announced.append(marriage)
    said["marriages_at"] = [list(marriage) for marriage in announced]
    if draw(st.booleans()):
        seats = [seat for _, seat in announced]
        said["marriages"] = [seats.count(seat) for seat in range(len(tricks))]
    return said


@st.composite
def la_krap_records(draw: st.DrawFn, least: int = 0) -> Json:
    """A valid record of La Krap, up to the end or not so far."""
    seats, options = draw(tables("la-krap"))
    rounds = draw(st.sampled_from([1, 2, 4, 6, 12, 30]))
    numbers = range(draw(st.integers(least, min(rounds, 6))))
    entries = [draw(la_krap_deals(number, seats, options)) for number in numbers]
    return la_krap(seats, *entries, rounds=rounds, **options)


def records(least: int = 0) -> st.SearchStrategy[Json]:
    """A valid record of any game, with so many entries at least (0 or 1)."""
    every = (tribello_records, triathlon_records, la_krap_records, thirty_one_records)
    return st.one_of([of_game(least) for of_game in every])
