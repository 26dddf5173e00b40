"""What there is to tell of a game of Thirty-One: hands, fires, and who closed."""

from __future__ import annotations

from statistics import fmean

from referee.core.course import Course, Fact, tallied
from referee.core.findings import Points
from referee.core.text import points, said
from referee.games.thirty_one.hand import FIRE


def hands_and_closings(players: tuple[str, ...], course: Course) -> list[Fact]:
    """The average hand of each, the best one, and how often each closed a round."""
    hands = [[each.cells[seat] for each in course] for seat in range(len(players))]
    shown = [[value for value in own if value is not None] for own in hands]
    found: list[Fact] = []
    if all(shown):
        average = [f"{fmean(own):.1f}" for own in shown]
        found += tallied("The average hand: {figures}.", players, average)
        found.append(_best(players, course))
    closed = [sum(_closer(each.entry) == seat for each in course) for seat in range(len(players))]
    if any(closed):
        found += tallied("Rounds closed: {figures}.", players, closed)
    return found


def _best(players: tuple[str, ...], course: Course) -> Fact:
    """The highest hand, and the first round in which it was shown."""

    def highest(cells: tuple[Points | None, ...]) -> Points:
        return max(value for value in cells if value is not None)

    best = max(course, key=lambda each: highest(each.cells))
    value = highest(best.cells)
    template = "The best hand: {name} {value} in {label}{fire}."
    fire = said(", fire") if value == FIRE else said("")
    name = players[best.cells.index(value)]
    text = said(template, name=name, value=points(value), label=best.label, fire=fire)
    return Fact(text, best.number)


def _closer(entry: object) -> int | None:
    closer: int | None = getattr(entry, "closer", None)
    return closer
