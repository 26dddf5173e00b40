"""Marriages of La Krap: how many there can be, and whether the cards bear them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.core.cards import Card, symbol
from referee.core.findings import Problem, error
from referee.core.seating import Seating
from referee.core.text import Said, counted, said
from referee.core.tricks import Play
from referee.games.la_krap.trick import TRICKS

MARRIAGE: Final = 5
"""Points for the team."""
MOST_OF_ONE: Final = 3
MOST: Final = TRICKS - 1
"""After the last trick there is none, and after each other trick one at most."""
PARTNER: Final = {"K": "Q", "Q": "K"}
RULE: Final = "la-krap.marriage"

Announced = Sequence[tuple[int, int]]
"""After which trick, counted from 1, which seat announced one."""


# By figures ---------------------------------------------------------------------------------------


def figure_problems(
    seating: Seating[Any], marriages: Sequence[int], tricks: Sequence[int] | None
) -> list[Problem]:
    """As many as tricks at most, three at most, and six of all players together."""
    for seat, number in enumerate(marriages):
        name = seating.players[seat]
        if number > MOST_OF_ONE:
            message = said(
                "{name} has {marriages}; seven cards hold {most} at most.",
                name=name,
                marriages=counted(number, "marriage"),
                most=MOST_OF_ONE,
            )
        elif tricks is not None and number > tricks[seat]:
            message = said(
                "{name} has {marriages} and {tricks}: one can be announced after each trick taken.",
                name=name,
                marriages=counted(number, "marriage"),
                tricks=counted(tricks[seat], "trick"),
            )
        else:
            continue
        return [error(RULE, message, field="marriages", seats=[seat])]
    if sum(marriages) > MOST:
        template = "{number} marriages are too many: after the last trick there is none."
        message = said(template, number=sum(marriages))
        return [error(RULE, message, field="marriages")]
    return []


def room_problems(seating: Seating[Any], play: Play, marriages: Sequence[int]) -> list[Problem]:
    """No more than the cards leave room for, where nobody wrote down after which tricks."""
    if len(play.takers) < TRICKS:
        return []
    for seat, number in enumerate(marriages):
        if number > (most := room(play, seat)):
            message = said(
                "{name} has {marriages}, and by the cards there is room for {most}: each is led"
                " with the king or queen after a trick taken, while the other is still held.",
                name=seating.players[seat],
                marriages=counted(number, "marriage"),
                most=most,
            )
            return [error(RULE, message, field="marriages", seats=[seat])]
    return []


def room(play: Play, seat: int) -> int:
    """How many marriages a seat can have announced, by the cards of a whole deal.

    Each needs a trick taken, a king or queen led to the next one, and its partner played later;
    no card belongs to two. The last lead chooses first: a partner that it leaves, an earlier lead
    could have too, and if two earlier leads want both of its cards, they can marry each other.
    """
    hand, married = play.hands[seat], set[int]()
    for number in range(MOST, 0, -1):
        if play.takers[number - 1] == seat and number not in married:
            partner = _partner_place(hand, number, married)
            married |= set() if partner is None else {number, partner}
    return len(married) // 2


def _partner_place(hand: Sequence[Card], place: int, married: set[int]) -> int | None:
    """Where the partner of this king or queen is played later, if it is not married itself."""
    led = hand[place]
    if led.rank not in PARTNER:
        return None
    partner = Card(PARTNER[led.rank], led.suit)
    later = (at for at in range(place + 1, TRICKS) if hand[at] == partner)
    return next((at for at in later if at not in married), None)


# By the tricks after which they were announced ----------------------------------------------------


def card_problems(seating: Seating[Any], play: Play, announced: Announced) -> list[Problem]:
    """What the cards that have been played say against marriages."""
    problems = [
        error(RULE, fault, field="marriages_at", seats=[seat])
        for number, seat in announced
        if (fault := _fault(seating, play, announced, number, seat))
    ]
    return problems or _without_partner(seating, play, announced)


def _fault(
    seating: Seating[Any], play: Play, announced: Announced, number: int, seat: int
) -> Said | None:
    if not 1 <= number <= MOST:
        template = "{name}: a marriage is announced after one of the tricks 1 to {most}."
    elif announced.count((number, seat)) > 1:
        template = "{name} can announce one marriage after trick {number}, not two."
    elif number > len(play.takers) or play.takers[number - 1] != seat:
        template = "{name} announced a marriage after trick {number}, but did not take it."
    elif (led := _led_after(play, number)) is not None and led.rank not in PARTNER:
        template = (
            "{name} announced a marriage after trick {number}, but led no king or queen to the"
            " next one."
        )
    else:
        return None
    return said(template, name=seating.players[seat], number=number, most=MOST)


def _led_after(play: Play, number: int) -> Card | None:
    return play.tricks[number].cards[0] if number < len(play.tricks) else None


def _without_partner(seating: Seating[Any], play: Play, announced: Announced) -> list[Problem]:
    """No card belongs to two marriages, so each takes its partner off the hand.

    The last announcement chooses first: what it can choose from, all the earlier ones can too.
    """
    if len(play.takers) < TRICKS:
        return []  # the partner may still be in the hand
    for seat in {seat for _, seat in announced}:
        numbers = sorted((number for number, who in announced if who == seat), reverse=True)
        hand, married = play.hands[seat], set(numbers)  # what was led is married too
        for number in numbers:
            partner = _partner_place(hand, number, married)
            if partner is None:
                return [_no_partner(seating.players[seat], seat, number, hand[number])]
            married.add(partner)
    return []


def _no_partner(name: str, seat: int, number: int, led: Card) -> Problem:
    message = said(
        "{name} announced a marriage after trick {number} and led {led}, but held no {partner}"
        " for it.",
        name=name,
        number=number,
        led=symbol(led),
        partner=symbol(Card(PARTNER[led.rank], led.suit)),
    )
    return error(RULE, message, field="marriages_at", seats=[seat])


def by_seat(announced: Announced, seats: int) -> list[int]:
    """How many each seat announced."""
    return [sum(seat == each for _, each in announced) for seat in range(seats)]
