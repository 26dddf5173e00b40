"""The form of a B leg: contract or auction, tricks and points; of an old one also its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from referee.cards import SUIT_SYMBOLS, plain_text, read_cards
from referee.game import counted, listed
from referee.games.card_triathlon import judged_tables
from referee.games.card_triathlon.auction import PASS, STRAINS, dummy_of, leader_of
from referee.games.card_triathlon.b_judge import BOOK, TRICKS, Judged
from referee.games.card_triathlon.b_leg import FIELDS
from referee.games.card_triathlon.state import at_tables, dealer_of
from referee.games.card_triathlon.values import (
    AT_TABLE,
    b_pack,
    b_worth,
    by_worth,
    possible_sums,
    tables,
)
from referee.law import Problem, error
from referee.log import Book
from referee.refusal import NotARecord
from referee.web.entry import Hint, Typed
from referee.web.entry.card_triathlon import figures
from referee.web.entry.card_triathlon.b_followed import Followed, followed
from referee.web.entry.cards import texts, written
from referee.web.entry.counts import number

LEVELS: Final = range(1, 8)
SET, CALLS, PASSED = "", "calls", "passed"
"""What the field `bid` says: the contract is set, the auction recorded, or everybody passed."""
Part = dict[str, Any]
"""What is recorded of one table."""


def shown(book: Book, id: str | None) -> dict[str, Any]:
    """What the keys offer, at each table."""
    seats = len(book.players)
    return {
        "tables": tables_of(book),
        "levels": [(level, level) for level in LEVELS],
        "strains": STRAINS,
        "whole": _whole(book),
        "has_jokers": _has_jokers(book),
        "pack": b_pack(seats, _has_jokers(book)),
        "bids": _bids(book, id),
        "tricks": TRICKS,
        "by_cards": list(map(_has_cards, _old_parts(book, id))),
        "followed": followed(book, id),
    }


def _bids(book: Book, id: str | None) -> list[tuple[str, str]]:
    """The ways to say what was bid; a table of eight players that passes just deals again."""
    ways = [(SET, "set it"), (CALLS, "call by call")]
    may_pass = tables(len(book.players)) == 1 and not any(map(_has_cards, _old_parts(book, id)))
    return [*ways, (PASSED, "all passed")] if may_pass else ways


def _has_cards(part: Part) -> bool:
    return "play" in part


def _strain(strain: str) -> str:
    return next((symbol for suit, symbol in SUIT_SYMBOLS.items() if suit == strain), "NT")


def _has_jokers(book: Book) -> bool:
    has_jokers: bool = book.table.options.has_b_jokers(len(book.players))
    return has_jokers


def tables_of(book: Book) -> list[range]:
    """The seats of each table."""
    seats = len(book.players)
    size = seats // tables(seats)
    return [range(start, start + size) for start in range(0, seats, size)]


def _whole(book: Book) -> int:
    """What the cards of one table are worth."""
    return b_worth(len(book.players), _has_jokers(book))


def _old_parts(book: Book, id: str | None) -> list[Part]:
    """The tables of the old entry that is corrected."""
    old = None if id is None else book.entry(id)
    return [] if old is None else old.data.get("tables") or [old.data]


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a leg that is in the record."""
    typed = {"bid_0": PASSED} if data.get("passed_out") else {}
    for place, part in enumerate(data.get("tables") or [data]):
        contract = part.get("contract") or {}
        typed |= {f"{name}_{place}": str(value) for name, value in contract.items()}
        if part.get("auction"):
            typed |= {f"auction_{place}": " ".join(part["auction"]), f"bid_{place}": CALLS}
        if part.get("unscored") is not None:
            typed[f"unscored_{place}"] = str(part["unscored"])
        if part.get("aside"):
            typed[f"aside_{place}"] = written(part["aside"])
        for at, trick in enumerate(part.get("play") or (), start=place * TRICKS):
            typed[f"trick{at}"] = " ".join(trick).upper()
        typed |= figures.filled(part, ("tricks", "points"), place * AT_TABLE)
    return typed


def bidding(typed: Typed, place: int) -> Part:
    """The auction or the contract of a table, as far as it is there."""
    if typed.get(f"bid_{place}") == CALLS:
        calls = typed.get(f"auction_{place}", "").upper().split()
        return {"auction": calls} if calls else {}
    level, declarer = number(typed, f"level_{place}"), number(typed, f"declarer_{place}")
    strain = typed.get(f"strain_{place}", "")
    if level in LEVELS and strain in STRAINS and declarer is not None:
        return {"contract": {"level": level, "strain": strain, "declarer": declarer}}
    return {}


def facts(typed: Typed, place: int) -> tuple[Part, list[Problem]]:
    """What has to be known of a table before the first card."""
    part = bidding(typed, place)
    if not part:
        message = "Which contract is played? Set it, or record the auction call by call."
        return part, [error("card-triathlon.play", message, field="contract")]
    if is_passed_out(part):
        message = "Everybody passed: record that, and deal again."
        return part, [error("card-triathlon.b.passed-out", message, field="auction")]
    return part, []


def is_passed_out(part: Part) -> bool:
    """Whether the auction is one of passes alone."""
    calls = part.get("auction") or ()
    return len(calls) >= AT_TABLE and set(calls) == {PASS}


def read(book: Book, id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The leg that was typed."""
    parts, problems = [], []
    old, underway = _old_parts(book, id), followed(book, id)
    if typed.get("bid_0") == PASSED and not any(map(_has_cards, old)):
        return {"passed_out": True}, []
    for place, seats in enumerate(tables_of(book)):
        if any(map(_has_cards, old[place : place + 1])):
            parts.append(_cards_of_table(typed, place))
            continue
        if place in underway:
            part, missing = _part_followed(book, underway[place], place)
        else:
            part, missing = _figures_of_table(book, typed, place, seats)
        parts.append(part)
        problems += missing
    return ({"tables": parts} if len(parts) > 1 else parts[0]), problems


def _figures_of_table(
    book: Book, typed: Typed, place: int, seats: Sequence[int]
) -> tuple[Part, list[Problem]]:
    part = bidding(typed, place)
    if is_passed_out(part) and len(seats) == len(book.players):
        return part, []
    tricks, problems = _tricks(book, typed, seats)
    part["tricks"] = [taken or 0 for taken in tricks]
    # Who has won no trick has no points: that need not be typed.
    is_cut = is_partial(typed)
    needed = [s for s, taken in zip(seats, tricks, strict=True) if taken != 0 and not is_cut]
    _, missing = figures.figures(book, typed, "points", needed)
    part["points"], strange = figures.figures(book, typed, "points", seats, may_be_empty=True)
    rest, wrong = figures.unscored(typed, f"unscored_{place}")
    return part | rest, problems + (missing or strange) + wrong


def is_partial(typed: Typed) -> bool:
    """Whether the clock has cut the leg short."""
    return typed.get("clock") == "partial"


def _tricks(
    book: Book, typed: Typed, seats: Sequence[int]
) -> tuple[list[int | None], list[Problem]]:
    """The tricks of a table: of a whole leg the last player's follow; else what is missing."""
    rule = "card-triathlon.b.tricks-total"
    tricks = [number(typed, f"tricks{seat}") for seat in seats]
    texts = [typed.get(f"tricks{seat}", "").strip() for seat in seats]
    strange = [text for text, n in zip(texts, tricks, strict=True) if text and n is None]
    if strange:
        message = f"“{strange[0][:12]}” is no number of tricks."
        return tricks, [error(rule, message, field="tricks")]
    if None not in tricks or is_partial(typed):
        return tricks, []
    left = TRICKS - sum(taken or 0 for taken in tricks)
    if tricks.count(None) == 1 and left >= 0:
        return [left if taken is None else taken for taken in tricks], []
    names = [book.players[seat] for seat, n in zip(seats, tricks, strict=True) if n is None]
    message = f"Still missing: the tricks of {listed(names)}; {max(left, 0)} of {TRICKS} left."
    return tricks, [error(rule, message, field="tricks")]


def _part_followed(book: Book, table: Followed, place: int) -> tuple[Part, list[Problem]]:
    """The cards of a table that is followed: the leg waits until the last one has fallen."""
    if table.is_over:
        part = finished(book, table.data)
        return {name: value for name, value in part.items() if name in FIELDS}, []
    message = (
        f"Table {place + 1} is followed card by card and is in trick {table.trick} of {TRICKS}. The"
        " leg can be recorded once it has come to its end."
    )
    return {}, [error("card-triathlon.play", message, field="play")]


def _cards_of_table(typed: Typed, place: int) -> Part:
    """The cards of an old leg as they are corrected."""
    fields = (f"trick{at}" for at in range(place * TRICKS, (place + 1) * TRICKS))
    play = [texts(typed, field) for field in fields]
    while play and not play[-1]:
        play.pop()
    part = bidding(typed, place) | {"play": play}
    aside = texts(typed, f"aside_{place}")
    return part | ({"aside": aside} if aside else {})


def finished(book: Book, part: Part) -> Part:
    """With Jokers, the two cards that nobody has played are those left over."""
    if not _has_jokers(book):
        return part
    pack = b_pack(len(book.players), with_jokers=True)
    fallen = [plain_text(text) for trick in part["play"] for text in trick]
    left = pack.copies - Counter(read_cards(fallen, pack)[0])
    return {**part, "aside": [str(card) for card in left.elements()]}


# What is said while it is typed -------------------------------------------------------------------


def hints(book: Book, id: str | None, typed: Typed) -> dict[str, Hint]:
    """Of each table what its contract asks for, its bar, and where a mistake can be."""
    found: dict[str, Hint] = {}
    old, underway = _old_parts(book, id), followed(book, id)
    for place, seats in enumerate(tables_of(book)):
        if place in underway:
            continue
        found[f"contract{place}"] = contract_hint(book, typed, place)
        if any(map(_has_cards, old[place : place + 1])):
            continue
        names = {f"points{seat}": book.players[seat] for seat in seats}
        names[f"unscored_{place}"] = "Unscored"
        judged = _judged(book, id, typed, place)
        is_complete = judged is not None and _is_complete(judged, typed, place)
        found |= figures.hints(
            typed,
            names,
            place,
            _whole(book),
            is_complete=is_complete,
            has_jokers=_has_jokers(book),
        )
        found |= _tricks_hints(typed, place, seats)
        doubts = _doubts(book, typed, seats) if judged is None else _doubts_of(judged)
        found[f"doubts{place}"] = " ".join([*doubts, str(found[f"doubts{place}"])]).strip()
    return found


def contract_hint(book: Book, typed: Typed, place: int) -> str:
    """What was bid, how many tricks that asks for, who is dummy and who leads."""
    contract = bidding(typed, place).get("contract")
    if contract is None:
        return ""
    seats = tables_of(book)[place]
    names = [book.players[seat] for seat in seats]
    teams = book.table.options.team_of(len(book.players))[seats.start : seats.stop]
    declarer = contract["declarer"]
    if declarer >= len(names):
        return ""
    bid = f"{contract['level']}{_strain(contract['strain'])}"
    return in_words(bid, contract["level"], declarer, names, teams)


def in_words(
    bid: str, level: int, declarer: int, names: Sequence[str], teams: Sequence[int]
) -> str:
    """A contract in a sentence: the tricks that it asks for, dummy and leader."""
    dummy, leader = dummy_of(declarer, tuple(teams)), leader_of(declarer, len(names))
    return (
        f"{bid} by {names[declarer]}: {BOOK + level} tricks. {names[dummy]} is dummy,"
        f" {names[leader]} leads."
    )


def _tricks_hints(typed: Typed, place: int, seats: Sequence[int]) -> dict[str, Hint]:
    """How many tricks are left for the one who is not typed yet, or how many there are too many."""
    tricks = [number(typed, f"tricks{seat}") for seat in seats]
    total = sum(taken or 0 for taken in tricks)
    if all(taken is None for taken in tricks):
        return {f"tricks_{place}": f"{TRICKS} tricks"}
    if total > TRICKS:
        return {f"tricks_{place}": f"{total} tricks: {total - TRICKS} too many"}
    if tricks.count(None) == 1:
        return {f"tricks_{place}": f"{counted(TRICKS - total, 'trick')} left for the last player"}
    left = "" if total == TRICKS else f", {TRICKS - total} left"
    return {f"tricks_{place}": f"{total} of {TRICKS} tricks{left}"}


def _judged(book: Book, id: str | None, typed: Typed, place: int) -> Judged | None:
    """The table as it would be judged by itself; None as long as something is missing."""
    if typed.get("bid_0") == PASSED:
        return None
    table, seats = at_tables(book.table)[place], tables_of(book)[place]
    part, problems = _figures_of_table(book, typed, place, seats)
    if problems or is_passed_out(part):
        return None
    data = {"kind": "b-leg", "partial": is_partial(typed), **part}
    try:
        entry = book.game.shape.read_entry(data, len(seats))
    except NotARecord:
        return None
    return judged_tables(table, book.state_at(id), entry)[0]


def _is_complete(judged: Judged, typed: Typed, place: int) -> bool:
    """Whether no figure is left to come: without overtricks and Jokers nothing is unscored."""
    if figures.figure(typed, f"unscored_{place}") is not None:
        return True
    rest = judged.sitting.jokers or judged.sitting.partial or judged.contract is None
    return not rest and judged.overtricks(judged.record.tricks or ()) <= 0


def _doubts(book: Book, typed: Typed, seats: Sequence[int]) -> list[str]:
    """Points that are impossible for that many tricks, before everything is typed."""
    held, found = by_worth(len(book.players), _has_jokers(book)), []
    for seat in seats:
        tricks, points = number(typed, f"tricks{seat}"), figures.figure(typed, f"points{seat}")
        if tricks is None or points is None or tricks > TRICKS:
            continue
        sums = (possible_sums(held, kept * len(seats)) for kept in range(tricks + 1))
        if not any(points in each for each in sums):
            name = book.players[seat]
            found.append(
                f"{name}: {points} points are not possible for {counted(tricks, 'trick')}."
            )
    return found


def _doubts_of(judged: Judged) -> list[str]:
    """What cannot be, figures that would fit if they were swapped, what cannot be put aside."""
    names, found = judged.sitting.names, judged.figure_problems()
    doubts = [each.message for each in found if each.rule != "card-triathlon.values"]
    doubts += [
        f"{names[one]}’s and {names[other]}’s points swapped would fit."
        for one, other in judged.swaps()
    ]
    is_too_much = sum(judged.record.points or ()) > judged.whole  # the bar says so
    if not found and judged.adds_up and judged.record.unscored is None and not is_too_much:
        doubts += [problem.message for problem in judged.crosscheck(judged.result())]
    return doubts


def known(book: Book, typed: Typed, place: int) -> dict[str, str]:
    """What the questions about an auction and a trick at this table want to know."""
    found = {"dealer": str(dealer_of(book.table, book.state_at(None)))}
    part = bidding(typed, place)
    if calls := part.get("auction"):
        found["calls"] = " ".join(calls)
    if contract := part.get("contract"):
        found["leader"] = str(leader_of(contract["declarer"], len(tables_of(book)[0])))
        if contract["strain"] != "NT":
            found["trump"] = contract["strain"]
    if _has_jokers(book):
        tricks = [texts(typed, f"trick{at}") for at in range(TRICKS)]
        seats = len(tables_of(book)[0])
        over = [text for trick in tricks if len(trick) == seats for text in trick]
        found["jokers_played"] = str(sum(text.startswith("JK") for text in over))
    return found
