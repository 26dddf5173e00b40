"""How one evening of a match went: who won it, how long it was, and what decided it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from referee.core.entry_name import count_entries
from referee.core.findings import Points
from referee.core.story.course import FEWEST, Course, Fact, Figures, duration, find_leader
from referee.core.story.story import Evening, Story
from referee.core.text import Text, _, joined, points


@dataclass(frozen=True)
class EveningEnding:
    result: Text | None  # who won it and by how much; None in games for lives
    figures: Text  # `12 legs · 3 h 10 min`
    turning_point: Fact | None


def describe_evening(story: Story, evening: Evening) -> EveningEnding:
    game, course, result, turning_point = story.tally.game, story.played_in(evening), None, None
    if course and game.unit == "points":
        lowest_wins, gains = story.tally.lowest_wins, story.points_of(evening)
        first, second, *_rest = sorted(gains, reverse=not lowest_wins)
        winner, result = find_leader(gains, lowest_wins=lowest_wins), _("The evening was a draw")
        if winner is not None:
            side, margin = course[-1].sides[winner], points(abs(first - second))
            result = _("{side} won the evening by {margin}", side=side, margin=margin)
        turning_point = find_turning_point(course, lowest_wins=lowest_wins)
    figures: list[Text] = [count_entries(game.entry_name, len(evening.rows))]
    if round(evening.minutes):
        figures.append(duration(evening.minutes))
    return EveningEnding(result, joined(figures, " · "), turning_point)


def find_turning_point(course: Course, *, lowest_wins: bool = False) -> Fact | None:
    """Find where the side that won these entries came back or pulled away.

    Totals start from 0. The winner came back if its largest deficit was at least as big as the most
    it gained on the others in one entry. Return None if there are fewer than `FEWEST` entries, if
    they ended in a draw, or if the winner never did best in an entry.
    """
    gains = [each.gains for each in course]
    sums = [*accumulate(gains, _add)]
    winner = find_leader(sums[-1], lowest_wins=lowest_wins) if len(sums) >= FEWEST else None
    if winner is None:
        return None

    def ahead(figures: Figures) -> Points:
        others = [figure for side, figure in enumerate(figures) if side != winner]
        return min(others) - figures[winner] if lowest_wins else figures[winner] - max(others)

    name, leads = course[-1].sides[winner], [*map(ahead, sums)]
    lowest, most = min(leads), max(map(ahead, gains))
    if lowest < 0 and -lowest >= most:
        low = course[leads.index(lowest)]
        text = _(
            "{side} came back from {gap} behind after {label}.",
            side=name,
            gap=points(-lowest),
            label=low.label,
        )
        return Fact(text, low.number)
    if most <= 0:
        return None
    best = next(each for each in course if ahead(each.gains) == most)
    text = _(
        "{side} pulled away by {gap} in {label}.", side=name, gap=points(most), label=best.label
    )
    return Fact(text, best.number)


def _add(one: Figures, other: Figures) -> Figures:
    return tuple(first + second for first, second in zip(one, other, strict=True))
