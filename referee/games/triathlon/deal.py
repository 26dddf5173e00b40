"""One Triathlon deal: choosing trumps, and the three feats with their points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.cards import SUIT_NAMES, Suit
from referee.core.findings import Fault, Line
from referee.core.text import Text, _, joined, listed, ngettext

SEATS: Final = 3  # `triathlon.players`
FEATS: Final = 3  # `triathlon.game-bonus`: all three in one deal are a triathlon
FEAT: Final = 10  # points for each feat
NO_MULTIPLE: Final = 10
"""Extra points for the middling feat if nobody's number of tricks is a multiple of three.

See `triathlon.no-multiple`.
"""
BONUS: Final = 100  # points for `triathlon.game-bonus`, and again for `triathlon.end`
TRUMP_MISSING: Final = _("The trump suit is missing. Choose it so that tricks can be tracked.")
LAST_WITHOUT_TRICKS: Final = _(
    "{name} took the last trick but has 0 tricks. Choose who took the last trick."
)


def middling(tricks: Sequence[int]) -> int:
    """Return the seat whose number of tricks is in the middle (`triathlon.middling`).

    If two seats are level, return the third. All three can't be level, because 13 isn't a multiple
    of three.
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


Gain = tuple[str, int]  # a rule's id and the points it gives


def gains(tricks: Sequence[int], last: int) -> list[list[Gain]]:
    """Return each seat's points, rule by rule, without the extra 100 for a third triathlon."""
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
    "triathlon.last": _("took the last trick"),
    "triathlon.no-multiple": _("nobody has a multiple of three, so the middle is worth 20"),
    "triathlon.game-bonus": _("all three feats: a triathlon"),
    "triathlon.end": _("the third triathlon ends the game"),
}
_TWELVE: Final = _(
    "12 tricks, a multiple of three (the rules call that “all”, though 13 are played)"
)


def receipts(
    tricks: Sequence[int], gained: Sequence[Sequence[Gain]]
) -> tuple[tuple[Line, ...], ...]:
    middle = (
        _("the middle, between the other two")
        if len(set(tricks)) == SEATS
        else _("the middle, as the odd one out")
    )
    why = []
    for taken, of_seat in zip(tricks, gained, strict=True):
        multiple = ngettext(
            "{n} trick, a multiple of three", "{n} tricks, a multiple of three", taken
        )
        texts = {
            **_TEXTS,
            "triathlon.trick-point": ngettext("{n} trick", "{n} tricks", taken),
            "triathlon.multiple": _TWELVE if taken == 12 else multiple,
            "triathlon.middling": middle,
        }
        why.append(tuple(Line(rule, points, texts[rule]) for rule, points in of_seat))
    return tuple(why)


_ADDENDS: Final = {
    "triathlon.multiple": _("{points} for a multiple of three"),
    "triathlon.last": _("{points} for the last trick"),
    "triathlon.middling": _("{points} for the middle"),
    "triathlon.no-multiple": _("{points} because nobody has a multiple of three"),
    "triathlon.game-bonus": _("{points} for the triathlon"),
    "triathlon.end": _("{points} for the third triathlon"),
}


def written_sum(lines: Sequence[Line]) -> Text:
    """Return a receipt in one line: `4 tricks + 10 for the last trick`."""
    tricks, *others = lines
    addends = [_ADDENDS[line.rule].format(points=line.points) for line in others]
    return joined([tricks.text, *addends], " + ")


# Choosing trumps ----------------------------------------------------------------------------------

REJECTED: Final = 2  # suits rejected, one by each opponent of the dealer


def rejection_fault(
    rejected: Sequence[Suit], trump: Suit | None, *, is_recorded: bool = False
) -> Fault | None:
    """Check the rejected suits (`triathlon.rejection`).

    There may be at most two, they must differ, and neither may be trumps. A recorded deal must have
    both rejections or none.
    """
    twice = next((suit for suit in rejected if rejected.count(suit) > 1), None)
    if twice is not None:
        because = _("{suit} can’t be rejected twice", suit=SUIT_NAMES[twice])
    elif len(rejected) > REJECTED or (is_recorded and len(rejected) == 1):
        suits = listed([SUIT_NAMES[suit] for suit in rejected])
        because = _("two suits must be rejected, but you entered {suits}", suits=suits)
    elif trump is not None and trump in rejected:
        because = _("{suit} were rejected, so they can’t be trumps", suit=SUIT_NAMES[trump])
    else:
        return None
    return Fault("triathlon.rejection", because)
