"""What there is to tell of a game of Tribello: the quotas that were met."""

from __future__ import annotations

from referee.core.course import Course, Fact, tallied
from referee.games.tribello.rounds import SEATS


def quotas_met(players: tuple[str, ...], course: Course) -> list[Fact]:
    """How often each had at least the quota; in the fourth round, at most (`tribello.score`)."""
    met = [sum(each.gains[seat] >= 0 for each in course) for seat in range(SEATS)]
    template = "Quotas met in {deals} deals: {figures}."
    return tallied(template, players, met, deals=len(course)) if course else []
