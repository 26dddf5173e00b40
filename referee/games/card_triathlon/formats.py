"""The formats of Card Triathlon: which leg comes next, and when the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from referee.core.text import Said, counted, points, said
from referee.games.card_triathlon.values import LEG_NAMES, LegName

Format = Literal["sprint", "3000", "5000", "clock", "half-marathon", "marathon"]
CAP: Final = 500
"""`card-triathlon.d.cap`: what a D leg counts in the 3,000 metre."""


@dataclass(frozen=True)
class Plan:
    """The legs of a format, played again and again, and what ends the game."""

    rule: str
    sequence: tuple[LegName, ...]
    legs: int | None = None
    """The game ends after so many legs."""
    mark: int | None = None
    """It ends at the end of a leg, when one team alone is ahead with at least this."""
    is_timed: bool = False
    """It ends when the agreed time comes."""
    is_capped: bool = False
    hours: tuple[int, int] = (0, 0)
    """How long it takes, as its rule says."""

    @property
    def length(self) -> Said:
        """How many legs it has, or to which mark, and how long that takes."""
        if self.is_timed:
            return said("as long as you agree")
        least, most = self.hours
        hours = said("{least}–{most} hours", least=least, most=most)
        if self.legs is not None:
            return said("{legs}, {hours}", legs=counted(self.legs, "leg"), hours=hours)
        return said("to {mark}, {hours}", mark=points(self.mark), hours=hours)

    def leg(self, played: int) -> LegName:
        """The leg that comes after so many."""
        return self.sequence[played % len(self.sequence)]

    def is_over(self, played: int, totals: Sequence[int]) -> bool:
        """Whether so many legs with these totals of the teams end the game."""
        if self.legs is not None:
            return played >= self.legs
        best = max(totals)
        return self.mark is not None and best >= self.mark and list(totals).count(best) == 1


PLANS: Final[dict[str, Plan]] = {
    "sprint": Plan("card-triathlon.sprint", LEG_NAMES, legs=3, hours=(1, 2)),
    "3000": Plan(
        "card-triathlon.3000", ("B", "B", "C", "D", "D"), legs=5, is_capped=True, hours=(2, 3)
    ),
    "5000": Plan("card-triathlon.5000", LEG_NAMES, mark=5_000, hours=(4, 6)),
    "half-marathon": Plan("card-triathlon.half-marathon", LEG_NAMES, mark=21_100, hours=(15, 25)),
    "marathon": Plan("card-triathlon.marathon", LEG_NAMES, mark=42_200, hours=(30, 50)),
}
"""`card-triathlon.sprint` and so on; the clock has the sequence of one of these."""


TIMED: Final = Plan("card-triathlon.clock", LEG_NAMES, is_timed=True)
"""`card-triathlon.clock`; the sequence is that of another format."""


@lru_cache(maxsize=256)  # by the name: the hash of a plan takes as long as to make one
def plan_of(format: Format, sequence: tuple[LegName, ...]) -> Plan:
    """The plan of a format with the sequence that the table has agreed."""
    return replace(PLANS.get(format, TIMED), sequence=sequence)
