"""Records of matches against the clock and of marathons, for page tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from tests.games.card_triathlon.legs import B, all_to, c_leg, d_leg
from tests.games.records import Json, record

LEG = B


def against_the_clock(*entries: Json, ends: float | None = None, **options: object) -> Json:
    """A record for four players that ends `ends` minutes from now; None means no end time."""
    at = datetime.now(UTC) + timedelta(minutes=ends or 0)
    finish = {} if ends is None else {"finish_at": at.isoformat(timespec="seconds")}
    return record("card-triathlon", 4, entries, format="clock", **finish, **options)


def marathon(
    seats: int, legs: int, *, missing: int = 0, times: bool = False, **options: object
) -> Json:
    """A record of this many legs in the order B, C, D; every C leg is `missing` points short."""
    chance = Random(seats)
    found = []
    for number in range(legs):
        scored = [5 * chance.randrange(30) for _ in range(seats)]
        rest = 250 * seats - sum(scored)
        flushes = [0 if points == 5 else points for points in scored]  # 10 is the least
        leg = (all_to(number % seats, "B", seats), c_leg(*scored, unscored=rest - missing),
               d_leg(*flushes, unscored=250 * seats - sum(flushes)))[number % 3]  # fmt: skip
        at = {"at": f"2025-03-{1 + number // 10:02}T20:{number % 60:02}:00+01:00"} if times else {}
        found.append(leg | at)
    options |= {"format": "marathon", "sequence": ["B", "C", "D"]}
    return record("card-triathlon", seats, found, **options)
