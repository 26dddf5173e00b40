"""What there is to tell of a game of Triathlon: the feats that were done."""

from __future__ import annotations

from typing import Final

from referee.core.course import Course, Fact, tallied
from referee.games.triathlon.feats import SEATS

NAMES: Final = {
    "triathlon.multiple": "Multiples of three: {figures}.",
    "triathlon.last": "Last tricks: {figures}.",
    "triathlon.middling": "Middling numbers: {figures}.",
    "triathlon.game-bonus": "Triathlons: {figures}.",
}


def feats_done(players: tuple[str, ...], course: Course) -> list[Fact]:
    """How often each did each of the feats, and all three in one deal."""
    found: list[Fact] = []
    for rule, template in NAMES.items():
        done = [
            sum(line.rule == rule for each in course for line in each.why[seat])
            for seat in range(SEATS)
        ]
        found += tallied(template, players, done) if any(done) else []
    return found
