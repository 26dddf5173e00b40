"""A C leg: what was melded and what was left in the hands, by figures or by cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from referee.cards import Card, read_cards
from referee.game import Scored, counted
from referee.games.card_triathlon.melds import Meld, is_red_three, read_meld
from referee.games.card_triathlon.state import Card_Table, Held, State, scored, teams_of
from referee.games.card_triathlon.values import UNIT, full_pack, full_worth, worth
from referee.law import Line, Problem, error, warning
from referee.record import Count, Entry, PerSeat, Seat

RED_THREE = 5
SCORE = "card-triathlon.c.score"


class CLeg(Entry):
    """A C leg: figures, or the melds, red threes and hands of each seat."""

    kind: Literal["c-leg"]
    melded: PerSeat[Count] | None = None
    in_hand: PerSeat[Count] | None = None
    unscored: Count | None = None
    out: Seat | None = None
    melds: PerSeat[list[list[str]]] | None = None
    red_threes: PerSeat[Count] | None = None
    hands: PerSeat[list[str]] | None = None
    partial: bool | None = None

    @property
    def is_by_cards(self) -> bool:
        """Whether the cards are recorded."""
        return any(part is not None for part in (self.melds, self.hands, self.red_threes))


def problems(table: Card_Table, entry: CLeg) -> list[Problem]:
    """Every rule that this leg breaks."""
    found = _missing(entry)
    figures = [*(entry.melded or ()), *(entry.in_hand or ()), entry.unscored or 0]
    if wrong := [figure for figure in figures if figure % UNIT]:
        message = f"{wrong[0]} is no multiple of {UNIT}, as all values of cards are."
        found.append(error("card-triathlon.values", message, field="melded"))
    if entry.is_by_cards:
        return found + _card_problems(table, entry)
    if entry.out is not None and entry.in_hand and entry.in_hand[entry.out]:
        found.append(_out_with_cards(table, entry.out))
    if entry.melded is not None and entry.in_hand is not None:
        found += crosscheck(table, entry)
    return found


def _missing(entry: CLeg) -> list[Problem]:
    missing = (
        (entry.melds is None or entry.hands is None)
        if entry.is_by_cards
        else (entry.melded is None or entry.in_hand is None)
    )
    if not missing:
        return []
    message = "A C leg needs what each player melded, and what each has in hand."
    return [error("card-triathlon.play", message, field="melded")]


def _out_with_cards(table: Card_Table, seat: int) -> Problem:
    message = f"{table.players[seat]} went out, and so has no cards in hand."
    return error("card-triathlon.c.out", message, seat=seat, field="out")


def crosscheck(table: Card_Table, entry: CLeg) -> list[Problem]:
    """`card-triathlon.crosscheck`: melded, in hand and unscored add up to all cards."""
    melded, in_hand, unscored, _ = figures_of(table, entry)
    total, whole = sum(melded) + sum(in_hand) + unscored, full_worth(table.seats)
    if total == whole:
        return []
    difference = f"{whole - total} missing" if total < whole else f"{total - whole} too much"
    message = f"Melds, hands and the rest add up to {total}, not {whole}: {difference}."
    return [warning("card-triathlon.crosscheck", message, field="melded")]


# By cards -----------------------------------------------------------------------------------------


def _card_problems(table: Card_Table, entry: CLeg) -> list[Problem]:
    pack = full_pack(table.seats)
    melds, hands = entry.melds or [], entry.hands or []
    texts = [text for of_seat in melds for meld in of_seat for text in meld]
    texts += [text for hand in hands for text in hand]
    cards, faults = read_cards(texts, pack)
    found = [error("card-triathlon.pack", fault, field="melds") for fault in faults]
    if len(cards) == len(texts):  # all can be read, if perhaps not all can be there
        found += _red_three_problems(table, entry, cards)
        found += _meld_problems(table, entry)
    if entry.out is not None and hands and hands[entry.out]:
        found.append(_out_with_cards(table, entry.out))
    if not found:
        found += _figure_problems(table, entry)
    return found


def _red_three_problems(table: Card_Table, entry: CLeg, cards: Sequence[Card]) -> list[Problem]:
    if any(map(is_red_three, cards)):
        message = "Red threes are put aside: they are neither melded nor kept in hand."
        return [error("card-triathlon.c.red-threes", message, field="red_threes")]
    put, held = sum(entry.red_threes or ()), red_threes(table.seats)
    if put > held:
        message = f"{put} red threes are recorded; the packs hold {held}."
        return [error("card-triathlon.pack", message, field="red_threes")]
    return []


def red_threes(seats: int) -> int:
    """How many red threes the packs hold."""
    return sum(map(is_red_three, full_pack(seats).cards))


def melds_of(table: Card_Table, entry: CLeg, seat: int) -> list[Meld]:
    """The melds of a seat, as the player who went out or another one laid them down."""
    pack = full_pack(table.seats)
    of_seat = entry.melds[seat] if entry.melds else []
    going_out = seat == entry.out
    return [read_meld(read_cards(meld, pack)[0], going_out) for meld in of_seat]


def _meld_problems(table: Card_Table, entry: CLeg) -> list[Problem]:
    melds = [melds_of(table, entry, seat) for seat in range(table.seats)]
    found = []
    for seat, of_seat in enumerate(melds):
        for number, meld in enumerate(of_seat, start=1):
            if not meld.is_legal and meld.rule != "card-triathlon.c.red-threes":
                message = f"{table.players[seat]}, meld {number}: {meld.fault}."
                found.append(error(meld.rule, message, seat=seat, field="melds"))
    out = entry.out
    if out is None:
        return found
    team = teams_of(table)
    own = [m for seat in range(table.seats) if team[seat] == team[out] for m in melds[seat]]
    if not any(meld.is_seven for meld in own):
        message = f"{table.players[out]} went out, but the team has no meld of seven or more."
        found.append(error("card-triathlon.c.seven", message, seat=out, field="out"))
    return found


def _figure_problems(table: Card_Table, entry: CLeg) -> list[Problem]:
    melded, in_hand, unscored, _ = figures_by_cards(table, entry)
    given = {
        "melded": (entry.melded, melded),
        "in_hand": (entry.in_hand, in_hand),
        "unscored": (entry.unscored, unscored),
    }
    return [
        error("card-triathlon.play", f"By the cards, {name} is {shown}.", field=name)
        for name, (typed, shown) in given.items()
        if typed is not None and typed != shown
    ]


# What it comes to ---------------------------------------------------------------------------------

Figures = tuple[list[int], list[int], int, bool]
"""Melded and in hand of each seat, unscored, and whether that was counted."""


def figures_by_cards(table: Card_Table, entry: CLeg) -> Figures:
    """What the cards come to."""
    pack = full_pack(table.seats)
    threes = entry.red_threes or [0] * table.seats
    melded = [
        sum(meld.value for meld in melds_of(table, entry, seat)) + RED_THREE * threes[seat]
        for seat in range(table.seats)
    ]
    in_hand = [worth(read_cards(hand, pack)[0]) for hand in entry.hands or ()]
    return melded, in_hand, full_worth(table.seats) - sum(melded) - sum(in_hand), True


def figures_of(table: Card_Table, entry: CLeg) -> Figures:
    """The figures of a leg whose form is right."""
    if entry.is_by_cards:
        return figures_by_cards(table, entry)
    melded, in_hand = entry.melded or [], entry.in_hand or []
    computed = max(full_worth(table.seats) - sum(melded) - sum(in_hand), 0)
    counted = entry.unscored is not None
    return melded, in_hand, computed if entry.unscored is None else entry.unscored, counted


def score(table: Card_Table, state: State, entry: CLeg) -> Scored:
    """`c.score`: melds and red threes, less the cards in hand."""
    melded, in_hand, unscored, is_counted = figures_of(table, entry)
    why = [
        [*_melded_lines(table, entry, seat, melded[seat]), *_hand_line(in_hand[seat])]
        for seat in range(table.seats)
    ]
    cells = [sum(int(line.points) for line in lines) for lines in why]
    for number in range(max(teams_of(table)) + 1):
        seats = [seat for seat, team in enumerate(teams_of(table)) if team == number]
        cells.append(sum(cells[seat] for seat in seats))
        why.append([Line(SCORE, cells[seat], table.players[seat]) for seat in seats])
    rest = "stock and discards" + ("" if is_counted else ", computed and not counted")
    total = sum(melded) + sum(in_hand) + unscored
    cells += [unscored, total]
    why.append([Line("card-triathlon.crosscheck", unscored, rest)])
    why.append([Line("card-triathlon.crosscheck", total, "melded, in hand and the rest")])
    return scored(state, cells, why, was_cut=bool(entry.partial), held=held(entry))


def held(entry: CLeg) -> Held | None:
    """The cards that each player takes up for the next leg, known by the cards alone."""
    if entry.melds is None or entry.hands is None:
        return None
    found = []
    for seat, hand in enumerate(entry.hands):
        cards = sum(map(len, entry.melds[seat])) + len(hand)
        threes = entry.red_threes[seat] if entry.red_threes else 0
        found.append((cards, cards + threes))
    return tuple(found)


def _melded_lines(table: Card_Table, entry: CLeg, seat: int, melded: int) -> list[Line]:
    """What lies before a player: by cards each meld and the red threes, else one figure."""
    if not entry.is_by_cards:
        return [Line(SCORE, melded, "melds and red threes")]
    lines = [
        Line(SCORE, meld.value, f"meld of {counted(len(meld.cards), 'card')}, rank {meld.rank}")
        for meld in melds_of(table, entry, seat)
    ]
    threes = entry.red_threes[seat] if entry.red_threes else 0
    if threes:
        text = counted(threes, "red three")
        lines.append(Line("card-triathlon.c.red-threes", RED_THREE * threes, text))
    return lines or [Line(SCORE, 0, "nothing is melded")]


def _hand_line(in_hand: int) -> list[Line]:
    return [Line(SCORE, -in_hand, "less the cards in hand")] if in_hand else []
