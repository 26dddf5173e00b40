"""What is left of a game, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.core.story.course import duration
from referee.core.story.forecast import (
    OUT_OF,
    Certain,
    Forecast,
    Likely,
    Span,
)
from referee.core.story.story import Foretold
from referee.core.text import Said, by_player, counted, joined, points, said

OPEN: Final = 6
"""Of ten continuations so many and fewer are no answer."""
HOURS_ONLY: Final = 180
"""Minutes from which on only hours are said."""


def left(
    forecast: Forecast, sides: Sequence[str], unit: str, *, says_chances: bool = True
) -> Iterator[Said]:
    """What is certain, and what is likely: `unit` is what an entry is called, `leg`."""
    if forecast.certain:
        yield surely(forecast.certain, sides, unit, lowest_wins=forecast.lowest_wins)
    if forecast.likely:
        yield from probably(forecast.likely, unit)
        if forecast.likely.wins and says_chances:
            yield who_wins(forecast.likely.wins, sides)


def surely(certain: Certain, sides: Sequence[str], unit: str, *, lowest_wins: bool = False) -> Said:
    """`To go: Ann 3,415 · Ben 5,120; at the earliest 4 legs.`

    Where the lowest wins nobody wants to be at the mark, and one side there is enough.
    """
    entries = counted(certain.entries, unit)
    if certain.needs is None:
        return said("{entries} left.", entries=entries)
    if not any(certain.needs) or (lowest_wins and 0 in certain.needs):
        return said("The mark is reached; the game goes on until one side is ahead.")
    needs = by_player(sides, [points(lack) for lack in certain.needs])
    if lowest_wins:
        template = "To the mark: {needs}; at the earliest {entries}."
    else:
        template = "To go: {needs}; at the earliest {entries}."
    return said(template, needs=needs, entries=entries)


def probably(likely: Likely, unit: str) -> Iterator[Said]:
    """`Likely 22 to 30 more legs, 7 to 10 hours, 3 to 4 evenings like these.`

    A number of entries that the rules fix is not called likely, and without a time nothing is left
    to say.
    """
    parts: list[Said] = []
    if likely.entries.low != likely.entries.high:
        parts.append(said("{span} more {unit}s", span=_span(likely.entries), unit=said(unit)))
    if likely.minutes:
        parts.append(_times(likely.minutes))
    if likely.sessions:
        parts.append(_evenings(likely.sessions))
    if parts:
        yield said("Likely {parts}.", parts=joined(parts, ", "))


def _evenings(span: Span) -> Said:
    if span.high == 1:
        return said("one evening like these")
    return said("{span} evenings like these", span=_span(span))


def foretold(test: Foretold, unit: str) -> Said:
    """`After 30 legs: 24 to 33 more; it was 20.`"""
    after = said("After {entries}", entries=counted(test.written, unit))
    more = _span(test.likely.entries)
    if test.came is not None:
        return said("{after}: {more} more; it was {came}.", after=after, more=more, came=test.came)
    template = "{after}: {more} more; {since} so far."
    return said(template, after=after, more=more, since=test.since)


def who_wins(wins: Sequence[int], sides: Sequence[str]) -> Said:
    """In natural frequencies; what is nearly even is open."""
    best = max(range(len(wins)), key=wins.__getitem__)
    if wins[best] <= OPEN:
        return said("Who wins is open.")
    template = "{side} wins in {wins} of {all} such continuations."
    return said(template, side=sides[best], wins=wins[best], all=OUT_OF)


def _span(span: Span) -> Said:
    low = round(span.low)
    if span.high is None:
        return said("{low} or more", low=low)
    high = round(span.high)
    return said("{low}", low=low) if low == high else said("{low} to {high}", low=low, high=high)


def _times(span: Span) -> Said:
    """Long times in hours: nobody knows the minutes of what lies so far ahead."""
    if span.low < HOURS_ONLY:
        low = duration(span.low)
        if span.high is None:
            return said("{low} or more", low=low)
        return said("{low} to {high}", low=low, high=duration(span.high))
    hours = Span(span.low / 60, None if span.high is None else span.high / 60)
    return said("{span} hours", span=_span(hours))
