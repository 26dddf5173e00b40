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


def receipts(tricks: Sequence[int], last: int) -> list[tuple[Line, ...]]:
    """What a deal gives each seat, line by line, the 100 for a third triathlon left out."""
    nobody, between = all(taken % 3 for taken in tricks), len(set(tricks)) == SEATS
    return [
        tuple(_lines(taken, done, nobody, between))
        for taken, done in zip(tricks, feats(tricks, last), strict=True)
    ]


def _lines(taken: int, done: Sequence[str], nobody: bool, between: bool) -> Iterator[Line]:
    """The receipt of a seat; `between` where its middling number is one between two others."""
    took = counted(taken, "trick")
    yield Line("triathlon.trick-point", taken, took)
    for rule in done:
        yield Line(rule, FEAT, _feat(rule, taken, took, between))
    if "triathlon.middling" in done and nobody:
        text = said("nobody has a multiple of three, so it counts 20")
        yield Line("triathlon.no-multiple", NO_MULTIPLE, text)
    if len(done) == FEATS:
        yield Line("triathlon.game-bonus", BONUS, said("all three feats: a triathlon"))


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


def _feat(rule: str, taken: int, took: Said, between: bool) -> Said:
    match rule:
        case "triathlon.multiple":
            return said(_MULTIPLE.get(taken, "{tricks}, a multiple of three"), tricks=took)
        case "triathlon.last":
            return said("took the last trick")
    return said("the middling number of tricks" if between else "the number unlike the other two")
