"""What there is to tell of a game of Thirty-One: hands, fires, and who closed."""

from __future__ import annotations

from statistics import fmean

from referee.core.findings import Points
from referee.core.story.course import (
    Course,
    Fact,
    count_by_person,
    people,
    tallied,
)
from referee.core.text import points, said
from referee.games.thirty_one.hand import FIRE


def hands_and_closings(players: tuple[str, ...], course: Course) -> list[Fact]:
    """The average hand of each, the best one, and how often each closed a round."""
    names = people(players, course)
    shown: dict[str, list[Points]] = {name: [] for name in names}
    for each in course:
        for name, value in zip(each.players, each.cells, strict=True):
            shown[name] += [] if value is None else [value]
    found: list[Fact] = []
    if all(shown.values()) and shown:
        average = [f"{fmean(own):.1f}" for own in shown.values()]
        found += tallied("The average hand: {figures}.", names, average)
        found.append(_best(course))
    closed = count_by_person(players, course, lambda each, seat: _closer(each.entry) == seat)
    if any(closed.values()):
        found += tallied("Rounds closed: {figures}.", closed, closed.values())
    return found


def _best(course: Course) -> Fact:
    """The highest hand, and the first round in which it was shown."""

    def highest(cells: tuple[Points | None, ...]) -> Points:
        return max(value for value in cells if value is not None)

    best = max(course, key=lambda each: highest(each.cells))
    value = highest(best.cells)
    template = "The best hand: {name} {value} in {label}{fire}."
    fire = said(", fire") if value == FIRE else said("")
    name = best.players[best.cells.index(value)]
    text = said(template, name=name, value=points(value), label=best.label, fire=fire)
    return Fact(text, best.number)


def _closer(entry: object) -> int | None:
    closer: int | None = getattr(entry, "closer", None)
    return closer
