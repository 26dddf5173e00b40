"""What there is to tell of a game of Tribello: the quotas that were met."""

from __future__ import annotations

from referee.core.story.course import (
    Course,
    Fact,
    count_by_person,
    tallied,
)


def quotas_met(players: tuple[str, ...], course: Course) -> list[Fact]:
    """How often each had at least the quota; in the fourth round, at most (`tribello.score`)."""
    met = count_by_person(players, course, lambda each, seat: each.gains[seat] >= 0)
    template = "Quotas met in {deals} deals: {figures}."
    return tallied(template, met, met.values(), deals=len(course)) if course else []
