"""One deal of Triathlon: choosing trumps, and the three feats with their points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.cards import SUIT_NAMES, Suit
from referee.core.findings import Fault, Line
from referee.core.text import Said, counted, joined, listed, said

SEATS: Final = 3  # `triathlon.players`
FEATS: Final = 3  # `triathlon.game-bonus`: all three in one deal are a triathlon
FEAT: Final = 10
NO_MULTIPLE: Final = 10
"""`triathlon.no-multiple`: added to the middling number, which is then worth 20."""
BONUS: Final = 100  # `triathlon.game-bonus`, and again for `triathlon.end`


def middling(tricks: Sequence[int]) -> int:
    """`triathlon.middling`: the seat with the middling number, or the one unlike the other two.

    There is always one, as 13 is not a multiple of three.
    """
    single = [seat for seat in range(SEATS) if tricks.count(tricks[seat]) == 1]
    return single[0] if len(single) == 1 else sorted(range(SEATS), key=tricks.__getitem__)[1]


def feats(tricks: Sequence[int], last: int) -> list[tuple[str, ...]]:
    done: list[tuple[str, ...]] = []
    for seat in range(SEATS):
        own = {
            "triathlon.multiple": tricks[seat] % 3 == 0,
            "triathlon.last": seat == last,
            "triathlon.middling": seat == middling(tricks),
        }
        done.append(tuple(rule for rule, is_done in own.items() if is_done))
    return done


Gain = tuple[str, int]  # the id of a rule and the points it gives


def gains(tricks: Sequence[int], last: int) -> list[list[Gain]]:
    """Points of each seat, rule by rule, without the 100 for a third triathlon."""
    has_no_multiple = all(taken % 3 for taken in tricks)
    gained = []
    for taken, done in zip(tricks, feats(tricks, last), strict=True):
        own = [("triathlon.trick-point", taken), *((rule, FEAT) for rule in done)]
        if "triathlon.middling" in done and has_no_multiple:
            own.append(("triathlon.no-multiple", NO_MULTIPLE))
        if len(done) == FEATS:
            own.append(("triathlon.game-bonus", BONUS))
        gained.append(own)
    return gained


_TEXTS: Final = {
    "triathlon.multiple": "{tricks}, a multiple of three",
    "triathlon.last": "took the last trick",
    "triathlon.middling": "the number unlike the other two",
    "triathlon.no-multiple": "nobody has a multiple of three, so it counts 20",
    "triathlon.game-bonus": "all three feats: a triathlon",
    "triathlon.end": "the third triathlon ends the game",
}
_TWELVE: Final = (
    "{tricks}, a multiple of three (the source calls 12 “all”; Referee goes by the number)"
)


def receipts(
    tricks: Sequence[int], gained: Sequence[Sequence[Gain]]
) -> tuple[tuple[Line, ...], ...]:
    texts = _TEXTS
    if len(set(tricks)) == SEATS:
        texts = {**_TEXTS, "triathlon.middling": "the middling number of tricks"}
    why = []
    for taken, of_seat in zip(tricks, gained, strict=True):
        took = counted(taken, "trick")
        own = {**texts, "triathlon.multiple": _TWELVE} if taken == 12 else texts
        lines = [
            Line(rule, points, said(own[rule], tricks=took) if rule in own else took)
            for rule, points in of_seat
        ]
        why.append(tuple(lines))
    return tuple(why)


_ADDENDS: Final = {
    "triathlon.multiple": "{points} for a multiple of three",
    "triathlon.last": "{points} for the last trick",
    "triathlon.middling": "{points} for the middling number",
    "triathlon.no-multiple": "{points} because nobody has a multiple of three",
    "triathlon.game-bonus": "{points} for the triathlon",
    "triathlon.end": "{points} for the third triathlon",
}


def written_sum(lines: Sequence[Line]) -> Said:
    """A receipt in one line: `4 tricks + 10 for the last trick`."""
    tricks, *others = lines
    addends = [said(_ADDENDS[line.rule], points=line.points) for line in others]
    return joined([tricks.text, *addends], " + ")


# Choosing trumps ----------------------------------------------------------------------------------

REJECTED: Final = 2  # suits rejected, one by each opponent of the dealer


def rejection_fault(
    rejected: Sequence[Suit], trump: Suit | None, *, is_recorded: bool = False
) -> Fault | None:
    """`triathlon.rejection`: two different suits at most, and neither is trumps.

    A recorded deal has both rejections or none.
    """
    twice = next((suit for suit in rejected if rejected.count(suit) > 1), None)
    if twice is not None:
        because = said("{suit} cannot be rejected twice", suit=SUIT_NAMES[twice])
    elif len(rejected) > REJECTED or (is_recorded and len(rejected) == 1):
        suits = listed([SUIT_NAMES[suit] for suit in rejected])
        template = "two suits are rejected, not {number}: {suits}"
        because = said(template, number=len(rejected), suits=suits)
    elif trump is not None and trump in rejected:
        because = said("{suit} were rejected and cannot be trumps", suit=SUIT_NAMES[trump])
    else:
        return None
    return Fault("triathlon.rejection", because)
