"""What there is to tell of a game of Triathlon: the feats that were done."""

from __future__ import annotations

from typing import Final

from referee.core.story.course import (
    Course,
    Fact,
    Played,
    count_by_person,
    tallied,
)

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

        def is_done(each: Played, seat: int, rule: str = rule) -> bool:
            return any(line.rule == rule for line in each.why[seat])

        done = count_by_person(players, course, is_done)
        found += tallied(template, done, done.values()) if any(done.values()) else []
    return found
