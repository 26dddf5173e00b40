"""How a finished match or an evening ended: its winner, margin and length, and what decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from referee.core.course import Fact, duration, find_leader
from referee.core.findings import Points
from referee.core.game import NOTHING, EntryName, count_entries, find_sides
from referee.core.sheet import Tally
from referee.core.story.story import Evening, Story
from referee.core.text import Text, _, joined, ngettext, points

LAST: Final[Mapping[EntryName, Text]] = {
    "deal": _("Decided by the very last deal!"),
    "round": _("Decided by the very last round!"),
    "leg": _("Decided by the very last leg!"),
}
FEWEST_TO_CHEER: Final = 4  # entries from which a match has a course worth a remark
LONG: Final = 600  # minutes from which only whole hours are shown
CLOSE: Final = 0.02  # a margin up to this share of the winner's score


class Ending(NamedTuple):
    cheer: Text  # a word of congratulation
    figures: Text  # `by 1,455 points · 120 legs · 9 evenings · 33 h`


def describe_ending(tally: Tally, evenings: Sequence[Evening]) -> Ending:
    margin = describe_margin(tally, [each.score for each in tally.outcome().standings])
    length = describe_length(tally.game.entry_name, tally.played, evenings)
    return Ending(_cheer(tally), joined([*([margin] if margin else []), *length], " · "))


def _cheer(tally: Tally) -> Text:
    outcome, sides = tally.outcome(), find_sides(tally.columns)
    if not outcome.winners:
        return NOTHING
    if [each.rank for each in outcome.standings].count(1) > 1:
        return _("Level to the very end!")
    winner = next(side for side in sides if tally.columns[side].name in outcome.winners)
    entries, unit = tally.played, tally.game.entry_name
    if entries < FEWEST_TO_CHEER:
        return _("Well played!")

    best = min if tally.lowest_wins else max
    ahead = 0  # number of the last entries after which the winner led, without a break
    is_behind = False  # whether others led before that
    after = zip(range(len(tally.rows)), tally.rows, tally.states[1:], strict=True)
    played = [(number, state) for number, row, state in after if not row.is_adjustment]
    for number, state in reversed([*played[:-1], (played[-1][0], tally.state())]):
        own, away = state.totals[winner], tally.setup_at(number).away - {winner}
        totals = [state.totals[side] for side in sides if side not in away]
        if own != best(totals) or totals.count(own) > 1:
            is_behind = own != best(totals)
            break
        ahead += 1
    if ahead == 1:
        return LAST[unit]
    if is_behind and 2 * ahead <= entries:
        return _("What a comeback!")
    first, second = (each.score for each in outcome.standings[:2])
    if tally.game.unit == "points" and abs(first - second) <= CLOSE * abs(first):
        return _("What a close finish!")
    if ahead == entries:
        return _("Ahead from start to finish!")
    return _("Ahead for the last {entries}!", entries=count_entries(unit, ahead))


def describe_margin(tally: Tally, scores: Sequence[Points]) -> Text | None:
    """Return the winning margin, such as `by 1,455 points`.

    `scores` is sorted, best first. Return None for a tie, and for games with lives.
    """
    if tally.game.unit != "points" or scores[0] == scores[1]:
        return None
    return ngettext("by {n} point", "by {n} points", abs(scores[0] - scores[1]))


def describe_length(unit: EntryName, entries: int, evenings: Sequence[Evening]) -> list[Text]:
    """Return figures such as `120 legs`, `9 evenings`, `33 h`; leave out what isn't known."""
    played = [each for each in evenings if each.rows]
    figures = [count_entries(unit, entries)]
    if len(played) > 1:
        figures.append(ngettext("{n} evening", "{n} evenings", len(played)))
    minutes = sum(each.minutes for each in played)
    if minutes >= LONG:
        minutes = 60 * round(minutes / 60)
    if round(minutes):
        figures.append(duration(minutes))
    return figures


class EveningEnding(NamedTuple):
    result: Text | None  # who won it and by how much; None in games for lives
    figures: Text  # `12 legs · 3 h 10 min`
    turning_point: Fact | None


def describe_evening(story: Story, evening: Evening) -> EveningEnding:
    result, turning_point, course = None, None, story.course_of(evening)
    if course and story.tally.game.unit == "points":
        totals, lowest_wins = story.points_of(evening), story.tally.lowest_wins
        away, result = course[-1].away, _("The evening was a draw")
        winner = find_leader(totals, lowest_wins=lowest_wins, away=away)
        if winner is not None:
            here = [total for side, total in enumerate(totals) if side not in away]
            first, second, *_rest = sorted(here, reverse=not lowest_wins)
            side, margin = course[-1].sides[winner], points(abs(first - second))
            result = _("{side} won the evening by {margin}", side=side, margin=margin)
        turn = story.turn(evening)
        turning_point = turn.fact if turn else None
    figures = [count_entries(story.tally.game.entry_name, len(evening.played))]
    figures += [duration(evening.minutes)] if round(evening.minutes) else []
    return EveningEnding(result, joined(figures, " · "), turning_point)
