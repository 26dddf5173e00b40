"""The three feats of a deal, and what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.findings import Line
from referee.core.text import counted, said

SEATS: Final = 3
"""`triathlon.players`: three, no more and no fewer."""
FEAT: Final = 10
NO_MULTIPLE: Final = 10
"""`triathlon.no-multiple`: so much more for the middling number, which then is worth 20."""
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
    return tuple(
        tuple(
            rule
            for rule, is_done in (
                ("triathlon.multiple", tricks[seat] % 3 == 0),
                ("triathlon.last", seat == last),
                ("triathlon.middling", seat == middling(tricks)),
            )
            if is_done
        )
        for seat in range(SEATS)
    )


def receipt(tricks: Sequence[int], last: int, seat: int) -> tuple[Line, ...]:
    """What a deal gives a seat, line by line, the 100 for a third triathlon left out."""
    done, nobody = feats(tricks, last)[seat], all(taken % 3 for taken in tricks)
    took, is_between = counted(tricks[seat], "trick"), len(set(tricks)) == SEATS
    texts = {
        "triathlon.multiple": said("{tricks}, a multiple of three", tricks=took),
        "triathlon.last": said("took the last trick"),
        "triathlon.middling": said(
            "the middling number of tricks" if is_between else "the number unlike the other two"
        ),
    }
    lines = [Line("triathlon.trick-point", tricks[seat], took)]
    lines += [Line(rule, FEAT, texts[rule]) for rule in done]
    if "triathlon.middling" in done and nobody:
        text = said("nobody has a multiple of three, so it counts 20")
        lines.append(Line("triathlon.no-multiple", NO_MULTIPLE, text))
    if len(done) == len(texts):
        text = said("all three feats: a triathlon")
        lines.append(Line("triathlon.game-bonus", BONUS, text))
    return tuple(lines)
