"""Marriages of La Krap: how many there can be, and whether the cards bear them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.cards import Card, named
from referee.game import Table, counted
from referee.games.la_krap.trick import TRICKS
from referee.law import Problem, error
from referee.tricks import Play

MARRIAGE: Final = 5
"""Points for the team."""
MOST_OF_ONE: Final = 3
MOST: Final = TRICKS - 1
"""After the last trick there is none, and after each other trick one at most."""
PARTNER: Final = {"K": "Q", "Q": "K"}
RULE: Final = "la-krap.marriage"

Announced = Sequence[tuple[int, int]]
"""After which trick, counted from 1, which seat announced one."""


def figure_problems(
    table: Table[Any], marriages: Sequence[int], tricks: Sequence[int] | None
) -> list[Problem]:
    """As many as tricks at most, three at most, and six of all players together."""
    for seat, number in enumerate(marriages):
        name, said = table.players[seat], counted(number, "marriage")
        if number > MOST_OF_ONE:
            message = f"{name} has {said}; seven cards hold {MOST_OF_ONE} at most."
        elif tricks is not None and number > tricks[seat]:
            took = counted(tricks[seat], "trick")
            message = f"{name} has {said} and {took}: one can be announced after each trick taken."
        else:
            continue
        return [error(RULE, message, seat=seat, field="marriages")]
    if sum(marriages) > MOST:
        message = f"{sum(marriages)} marriages are too many: after the last trick there is none."
        return [error(RULE, message, field="marriages")]
    return []


def card_problems(table: Table[Any], play: Play, announced: Announced) -> list[Problem]:
    """What the cards that have fallen say against marriages: each is told by its trick."""
    problems = [
        error(RULE, fault, seat=seat, field="marriages_at")
        for number, seat in announced
        if (fault := _fault(table, play, announced, number, seat))
    ]
    return problems or _without_partner(table, play, announced)


def _fault(table: Table[Any], play: Play, announced: Announced, number: int, seat: int) -> str:
    name, after = table.players[seat], f"after trick {number}"
    if not 1 <= number <= MOST:
        return f"{name}: a marriage is announced after one of the tricks 1 to {MOST}."
    if announced.count((number, seat)) > 1:
        return f"{name} can announce one marriage {after}, not two."
    if number > len(play.takers) or play.takers[number - 1] != seat:
        return f"{name} announced a marriage {after}, but did not take it."
    led = _led_after(play, number)
    if led is not None and led.rank not in PARTNER:
        return f"{name} announced a marriage {after}, but led no king or queen to the next one."
    return ""


def _led_after(play: Play, number: int) -> Card | None:
    return play.tricks[number].cards[0] if number < len(play.tricks) else None


def _without_partner(table: Table[Any], play: Play, announced: Announced) -> list[Problem]:
    """No card belongs to two marriages, so each takes its partner off the hand.

    The last announcement chooses first: what it can choose from, all the earlier ones can too.
    """
    if len(play.takers) < TRICKS:
        return []  # the partner may still be in the hand
    taken = {(seat, number) for number, seat in announced}  # what was led is taken too
    for number, seat in sorted(announced, reverse=True):
        hand = play.hands[seat]
        led = hand[number]
        partner = Card(PARTNER[led.rank], led.suit)
        held = (at for at in range(number + 1, TRICKS) if hand[at] == partner)
        place = next((at for at in held if (seat, at) not in taken), None)
        if place is None:
            message = (
                f"{table.players[seat]} announced a marriage after trick {number} and led"
                f" {named(led)}, but held no {named(partner)} for it."
            )
            return [error(RULE, message, seat=seat, field="marriages_at")]
        taken.add((seat, place))
    return []


def by_seat(announced: Announced, seats: int) -> list[int]:
    """How many each seat announced."""
    return [sum(seat == each for _, each in announced) for seat in range(seats)]
