"""How a finished match ended: the winning margin, the length, and a word of congratulation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.core.findings import Points
from referee.core.game import EntryName, count_entries, find_sides
from referee.core.sheet import Tally
from referee.core.story.course import duration
from referee.core.story.story import Evening
from referee.core.text import Text, _, joined, ngettext

LAST: Final[Mapping[EntryName, Text]] = {
    "deal": _("Decided by the very last deal!"),
    "round": _("Decided by the very last round!"),
    "leg": _("Decided by the very last leg!"),
}
FEWEST: Final = 4  # entries from which a match has a course worth a remark
LONG: Final = 600  # minutes from which only whole hours are shown
CLOSE: Final = 0.02  # a margin up to this share of the winner's score


@dataclass(frozen=True)
class Ending:
    cheer: Text
    figures: Text  # `by 1,455 points · 120 legs · 9 evenings · 33 h`


def describe_ending(tally: Tally, evenings: Sequence[Evening]) -> Ending:
    return Ending(_cheer(tally), _figures(tally, evenings))


def _cheer(tally: Tally) -> Text:
    outcome, sides = tally.outcome(), find_sides(tally.columns)
    if len(outcome.winners) > 1:
        return _("Level to the very end!")
    winner = next(side for side in sides if tally.columns[side].name in outcome.winners)
    entries, unit = len(tally.rows), tally.game.entry_name
    if entries < FEWEST:
        return _("Well played!")

    best = min if tally.lowest_wins else max
    ahead = 0  # number of the last entries after which the winner led, without a break
    is_behind = False  # whether others led before that
    for state in reversed(tally.states[1:]):
        own, totals = state.totals[winner], [state.totals[side] for side in sides]
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


def _figures(tally: Tally, evenings: Sequence[Evening]) -> Text:
    outcome, entries = tally.outcome(), len(tally.rows)
    margin = describe_margin(tally, [each.score for each in outcome.standings])
    length = describe_length(tally.game.entry_name, entries, evenings)
    return joined([*([margin] if margin else []), *length], " · ")


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
