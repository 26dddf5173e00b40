"""Marriages of La Krap: how many are possible, by figures and by the cards."""

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
"""One after each trick but the last."""
PARTNER: Final = {"K": "Q", "Q": "K"}
RULE: Final = "la-krap.marriage"

Announced = Sequence[tuple[int, int]]
"""Pairs of a trick, counted from 1, and the seat that announced a marriage after it."""


# By figures ---------------------------------------------------------------------------------------


def figure_problems(
    seating: Seating[Any], marriages: Sequence[int], tricks: Sequence[int] | None
) -> list[Problem]:
    """At most as many as tricks, three each, and six in all."""
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
    """Marriages recorded without their tricks, against the cards."""
    if len(play.takers) < TRICKS:
        return []
    for seat, number in enumerate(marriages):
        if number > (most := most_marriages(play, seat)):
            message = said(
                "{name} has {marriages}, and by the cards there is room for {most}: each is led"
                " with the king or queen after a trick taken, while the other is still held.",
                name=seating.players[seat],
                marriages=counted(number, "marriage"),
                most=most,
            )
            return [error(RULE, message, field="marriages", seats=[seat])]
    return []


def most_marriages(play: Play, seat: int) -> int:
    """The most marriages that a seat can have announced, by the cards of a whole deal.

    Each needs a trick taken, a king or queen led to the next one, and its partner played later;
    no card belongs to two. The last lead chooses first: a partner that it leaves is also open to an
    earlier lead, and if two earlier leads want both of its cards, they can marry each other.
    """
    hand, married = play.hands[seat], set[int]()
    for number in range(MOST, 0, -1):
        if play.takers[number - 1] == seat and number not in married:
            partner = _partner_place(hand, number, married)
            married |= set() if partner is None else {number, partner}
    return len(married) // 2


def _partner_place(hand: Sequence[Card], place: int, married: set[int]) -> int | None:
    """The later place of an unmarried partner of this king or queen."""
    led = hand[place]
    if led.rank not in PARTNER:
        return None
    partner = Card(PARTNER[led.rank], led.suit)
    later = (at for at in range(place + 1, TRICKS) if hand[at] == partner)
    return next((at for at in later if at not in married), None)


# By the tricks after which they were announced ----------------------------------------------------


def card_problems(seating: Seating[Any], play: Play, announced: Announced) -> list[Problem]:
    """Marriages announced after these tricks, against the cards played so far."""
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
    elif number < len(play.tricks) and play.tricks[number].cards[0].rank not in PARTNER:
        template = (
            "{name} announced a marriage after trick {number}, but led no king or queen to the"
            " next one."
        )
    else:
        return None
    return said(template, name=seating.players[seat], number=number, most=MOST)


def _without_partner(seating: Seating[Any], play: Play, announced: Announced) -> list[Problem]:
    """Announcements without a partner; no card belongs to two marriages.

    The last announcement chooses first: whatever it can choose is open to all earlier ones too.
    """
    if len(play.takers) < TRICKS:
        return []  # the partner may still be in the hand
    for seat in {seat for _, seat in announced}:
        numbers = sorted((number for number, who in announced if who == seat), reverse=True)
        hand, married = play.hands[seat], set(numbers)  # what was led is married too
        for number in numbers:
            partner = _partner_place(hand, number, married)
            if partner is None:
                led = hand[number]
                message = said(
                    "{name} announced a marriage after trick {number} and led {led}, but held no"
                    " {partner} for it.",
                    name=seating.players[seat],
                    number=number,
                    led=symbol(led),
                    partner=symbol(Card(PARTNER[led.rank], led.suit)),
                )
                return [error(RULE, message, field="marriages_at", seats=[seat])]
            married.add(partner)
    return []


def by_seat(announced: Announced, seats: int) -> list[int]:
    """Marriages announced by each seat."""
    return [sum(seat == each for _, each in announced) for seat in range(seats)]
