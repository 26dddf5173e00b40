"""The three feats of a deal, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.core.findings import Line
from referee.core.text import Said, counted, joined, said

SEATS: Final = 3
"""`triathlon.players`: three, no more and no fewer."""
FEATS: Final = 3
"""`triathlon.game-bonus`: so many in one deal are a triathlon."""
FEAT: Final = 10
NO_MULTIPLE: Final = 10
"""`triathlon.no-multiple`: so much more for the middling number, which then is worth 20."""
_MULTIPLE: Final = {
    12: "{tricks}, a multiple of three (the source calls 12 “all”; Referee goes by the number)"
}
BONUS: Final = 100
"""`triathlon.game-bonus`, and `triathlon.end` once more."""


def middling(tricks: Sequence[int]) -> int:
    """The seat with the middling number, or with the one unlike the other two.

    There is exactly one: 13 tricks are no three equal numbers (`triathlon.middling`).
    """
    single = [seat for seat in range(SEATS) if tricks.count(tricks[seat]) == 1]
    return single[0] if len(single) == 1 else sorted(range(SEATS), key=tricks.__getitem__)[1]


def feats(tricks: Sequence[int], last: int) -> tuple[tuple[str, ...], ...]:
    """The feats of each seat, as ids of their rules."""
    middle = middling(tricks)
    return tuple(
        tuple(
            rule
            for rule, is_done in (
                ("triathlon.multiple", tricks[seat] % 3 == 0),
                ("triathlon.last", seat == last),
                ("triathlon.middling", seat == middle),
            )
            if is_done
        )
        for seat in range(SEATS)
    )


Gain = tuple[str, int]
"""What a rule gives a seat: its id, and the points."""


def gains(tricks: Sequence[int], last: int) -> list[list[Gain]]:
    """What a deal gives each seat, rule by rule, the 100 for a third triathlon left out."""
    nobody = all(taken % 3 for taken in tricks)
    return [
        list(_gains(taken, done, nobody))
        for taken, done in zip(tricks, feats(tricks, last), strict=True)
    ]


def _gains(taken: int, done: Sequence[str], nobody: bool) -> Iterator[Gain]:
    yield "triathlon.trick-point", taken
    for rule in done:
        yield rule, FEAT
    if "triathlon.middling" in done and nobody:
        yield "triathlon.no-multiple", NO_MULTIPLE
    if len(done) == FEATS:
        yield "triathlon.game-bonus", BONUS


def receipts(
    tricks: Sequence[int], gained: Sequence[Sequence[Gain]]
) -> tuple[tuple[Line, ...], ...]:
    """What each seat has gained, line by line."""
    between = len(set(tricks)) == SEATS
    return tuple(
        tuple(Line(rule, points, _text(rule, taken, between)) for rule, points in of_seat)
        for taken, of_seat in zip(tricks, gained, strict=True)
    )


_ADDENDS: Final = {
    "triathlon.multiple": "{points} for a multiple of three",
    "triathlon.last": "{points} for the last trick",
    "triathlon.middling": "{points} for the middling number",
    "triathlon.no-multiple": "{points} because nobody has a multiple of three",
    "triathlon.game-bonus": "{points} for the triathlon",
    "triathlon.end": "{points} for the third triathlon",
}


def written_sum(lines: Sequence[Line]) -> Said:
    """The receipt of a seat as one would write it down: `4 tricks + 10 for the last trick`."""
    tricks, *others = lines
    addends = [said(_ADDENDS[line.rule], points=line.points) for line in others]
    return joined([tricks.text, *addends], " + ")


_TEXTS: Final = {
    "triathlon.last": "took the last trick",
    "triathlon.no-multiple": "nobody has a multiple of three, so it counts 20",
    "triathlon.game-bonus": "all three feats: a triathlon",
    "triathlon.end": "the third triathlon ends the game",
}


def _text(rule: str, taken: int, between: bool) -> Said:
    """What a receipt says; `between` where the middling number is one between two others."""
    match rule:
        case "triathlon.trick-point":
            return counted(taken, "trick")
        case "triathlon.multiple":
            template = _MULTIPLE.get(taken, "{tricks}, a multiple of three")
            return said(template, tricks=counted(taken, "trick"))
        case "triathlon.middling" if between:
            return said("the middling number of tricks")
        case "triathlon.middling":
            return said("the number unlike the other two")
    return said(_TEXTS[rule])
