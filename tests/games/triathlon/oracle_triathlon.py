"""An independent, deliberately simple version of Triathlon's rules to check the core against.

Nothing here imports the core. Cards are strings such as `10H`; an Athlete is `JK`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.games import oracle
from tests.games.oracle import NOTHING, Cards, Oracle, Read, Tricks, suit_of

ATHLETE = "JK"
PACK = (
    *(rank + suit for suit in "SHDC" for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")),
    ATHLETE, ATHLETE, ATHLETE,
)  # fmt: skip
WHEN_VOID, NEVER = "when-void", "never"
FOLLOW, DISCARD = "triathlon.follow", "triathlon.athlete-discard"


def leader_of(number: int, first_dealer: int = 0) -> int:
    """The seat that leads to the first trick of this deal; deals are numbered from 1."""
    dealer = (first_dealer + number - 1) % 3
    return (dealer + 1) % 3


# Tricks -------------------------------------------------------------------------------------------


def winner(trick: Sequence[str], trump: str | None) -> int:
    """Index of the winning card: an Athlete that was led, or the card that no other beats."""
    if trick[0] == ATHLETE:
        return 0
    return oracle.winner(trick, trump)  # a thrown Athlete has no suit


def fault(card: str, trick: Sequence[str], hand: Iterable[str], option: str) -> str | None:
    """Id of the rule that playing this card next would break; None if it is legal."""
    if not trick or trick[0] == ATHLETE:
        return None
    led = suit_of(trick[0])
    plain = [held for held in hand if held != ATHLETE]
    can_follow = any(suit_of(held) == led for held in plain)
    if card == ATHLETE:
        wrong = can_follow or (option == NEVER and bool(plain))
        return DISCARD if wrong else None
    return FOLLOW if can_follow and suit_of(card) != led else None


def tricks(leader: int, trump: str | None, option: str) -> Oracle:
    def read(trick: Cards) -> Read:
        if not trick:
            return NOTHING
        led = None if trick[0] == ATHLETE else suit_of(trick[0])
        return led, winner(trick, trump), []

    return Oracle(
        seats=3,
        leader=leader,
        read=read,
        playable=lambda hand, trick: [
            card for card in hand if fault(card, trick, hand, option) is None
        ],
        broken=lambda card: DISCARD if card == ATHLETE else FOLLOW,
    )


def taken(play: Tricks, leader: int, trump: str) -> tuple[list[int], int]:
    followed = tricks(leader, trump, WHEN_VOID).followed(play)
    last = followed.takers[-1]
    assert last is not None
    return followed.tricks(), last


# Scores -------------------------------------------------------------------------------------------


def feats(tricks: Sequence[int], last: int) -> list[list[str]]:
    achieved: list[list[str]] = [[], [], []]
    for seat, count in enumerate(tricks):
        others = [tricks[other] for other in range(3) if other != seat]
        if count in (0, 3, 6, 9, 12):
            achieved[seat].append("triathlon.multiple")
        if seat == last:
            achieved[seat].append("triathlon.last")
        if min(others) < count < max(others) or (others[0] == others[1] != count):
            achieved[seat].append("triathlon.middling")
    return achieved


def receipt(tricks: Sequence[int], last: int) -> list[dict[str, int]]:
    """Points per rule for each seat in this deal, without the bonus for a third triathlon."""
    achieved = feats(tricks, last)
    nobody = not any("triathlon.multiple" in rules for rules in achieved)
    receipts = []
    for seat, rules in enumerate(achieved):
        lines = {"triathlon.trick-point": tricks[seat]} if tricks[seat] else {}
        lines |= dict.fromkeys(rules, 10)
        if nobody and "triathlon.middling" in rules:
            lines["triathlon.no-multiple"] = 10
        if len(rules) == 3:
            lines["triathlon.game-bonus"] = 100
        receipts.append(lines)
    return receipts


def scores(tricks: Sequence[int], last: int) -> list[int]:
    """Each seat's points in this deal, without the bonus for a third triathlon."""
    return [sum(lines.values()) for lines in receipt(tricks, last)]


def deals() -> list[tuple[tuple[int, int, int], int]]:
    """Every possible result of a deal: each seat's tricks, and who took the last one."""
    return [
        ((first, second, 13 - first - second), last)
        for first in range(14)
        for second in range(14 - first)
        for last in range(3)
        if (first, second, 13 - first - second)[last] > 0
    ]


class Points:
    def __init__(self) -> None:
        self.totals = [0, 0, 0]
        self.triathlons = [0, 0, 0]

    @property
    def is_over(self) -> bool:
        return 3 in self.triathlons

    def play(self, tricks: Sequence[int], last: int) -> list[dict[str, int]]:
        assert not self.is_over
        receipts = receipt(tricks, last)
        for seat, lines in enumerate(receipts):
            if "triathlon.game-bonus" in lines:
                self.triathlons[seat] += 1
                if self.triathlons[seat] == 3:
                    lines["triathlon.end"] = 100
            self.totals[seat] += sum(lines.values())
        return receipts

    @property
    def winners(self) -> list[int]:
        best = max(self.totals)
        return [seat for seat in range(3) if self.is_over and self.totals[seat] == best]
