"""Evenings: which entries were played together, when, and with which breaks.

A record keeps what was said of its evenings (`sessions`); the rest follows from the times of its
entries. Entries without a time belong to no evening. Only differences between moments count, so
midnight and the change of summer time are nothing special.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import Final, Literal

from referee.core.record import Session
from referee.core.validation import in_utc

APART: Final = timedelta(hours=6)
"""After so long without a word the next entry begins another evening by itself."""
SET_BACK: Final = timedelta(days=1)
"""A clock that is set back by no more than this goes on with the same evening."""
SHORTEST_BREAK: Final = timedelta(minutes=45)
"""A gap that is no longer than this is never taken for a break."""
LEGS_IN_A_BREAK: Final = 3
"""A gap that is no longer than so many median entries is never taken for a break."""


@dataclass(frozen=True)
class TimeSpan:
    """A part of an evening, from a moment to a later one."""

    start: datetime
    end: datetime

    @property
    def minutes(self) -> float:
        """How long it lasts."""
        return (self.end - self.start) / timedelta(minutes=1)

    def shared(self, other: TimeSpan) -> float:
        """So many minutes belong to both."""
        return max(0.0, TimeSpan(max(self.start, other.start), min(self.end, other.end)).minutes)


@dataclass(frozen=True)
class Evening:
    """What was played together, and what was said of it."""

    start: datetime
    session: Session | None
    """What a record says of it; None where nobody said anything."""
    rows: tuple[int, ...]
    """The numbers of its entries, in order of play."""
    times: tuple[datetime, ...]
    """When each of these was written."""
    is_last: bool
    """Whether it goes on without a word: no other one has begun since, and the game is not over."""

    @property
    def ended(self) -> Literal["said", "itself"] | None:
        """How it ended: an end holds that was said and came after all entries. None: it goes on."""
        if self._end_said is not None and self._end_said >= self.last:
            return "said"
        return None if self.is_last else "itself"

    @property
    def end(self) -> datetime | None:
        """When it ended; None while it goes on."""
        return None if self.ended is None else self.last

    @cached_property
    def last(self) -> datetime:
        """The last moment that is known of it."""
        return max(self.start, *self.times, *moments(self.session))

    @property
    def minutes(self) -> float:
        """How long was played so far, without the pauses."""
        whole = TimeSpan(self.start, self.last)
        return max(0.0, whole.minutes - self._paused(whole))

    @cached_property
    def pauses(self) -> tuple[TimeSpan, ...]:
        """The pauses that took time; one without an end went on until the next entry, or the end.

        One of no length says that a gap was none.
        """
        said = self.session.pauses if self.session else ()
        spans = (self._span(in_utc(p.start), in_utc(p.end) if p.end else None) for p in said)
        return tuple(sorted((s for s in spans if s and s.minutes > 0), key=lambda s: s.start))

    def entry_minutes(self) -> dict[int, float]:
        """How long each entry took since the one before it, by its number.

        The first has a time only if the beginning was known otherwise; one that was written before
        the entry before it, by a clock that was wrong, has none.
        """
        known = [self.start, *self.times]
        spans = zip(self.rows, pairwise(known), strict=True)
        taken = {
            row: TimeSpan(*span).minutes - self._paused(TimeSpan(*span)) for row, span in spans
        }
        return {row: minutes for row, minutes in taken.items() if minutes > 0}

    def paused_before(self, row: int) -> float:
        """So many minutes of the pauses fell between this entry and the one before it."""
        known = [self.start, *self.times]
        place = self.rows.index(row)
        return self._paused(TimeSpan(known[place], known[place + 1]))

    def gaps(self) -> Iterator[tuple[int, TimeSpan]]:
        """Before each entry but the first, the time in which nothing was written or said of it.

        That it began says nothing: mostly it began by itself with its first entry.
        """
        told = moments(self.session)[1:]
        for row, span in zip(self.rows[1:], pairwise(self.times), strict=True):
            if not any(span[0] <= at <= span[1] for at in told):
                yield row, TimeSpan(*span)

    def _paused(self, span: TimeSpan) -> float:
        return sum(span.shared(pause) for pause in self.pauses)

    def _span(self, start: datetime | None, end: datetime | None) -> TimeSpan | None:
        if start is None:
            return None
        until = end or next((at for at in self.times if at > start), self.last)
        return TimeSpan(start, until)

    @property
    def _end_said(self) -> datetime | None:
        said = self.session.end if self.session else None
        return in_utc(said) if said else None


def evenings(
    sessions: Sequence[Session], times: Sequence[datetime | None], *, is_over: bool = False
) -> list[Evening]:
    """The evenings of a record: what is said of them, and the time of each entry, in UTC.

    With the end of the game the last one is over, too.

    An entry belongs to the last session that began before it, if it is not apart from what was
    said or written then; else to an evening of its own. They come in the order of their beginning.
    """
    said = sorted(
        ((at, each) for each in sessions if (at := in_utc(each.start))), key=lambda pair: pair[0]
    )
    groups = list(_grouped(said, times))
    played = {group.place for group in groups if group.is_session}
    groups += [_Group(n, True, each) for n, (_, each) in enumerate(said) if n not in played]
    groups.sort(key=lambda group: group.start)
    last = None if is_over or not groups else groups[-1]
    return [
        Evening(group.start, group.session, tuple(group.rows), tuple(group.times), group is last)
        for group in groups
    ]


def likely_breaks(found: Sequence[Evening]) -> Iterator[tuple[int, TimeSpan]]:
    """The gaps that may have been breaks, and of which nobody said: the entry after each."""
    timed = [minutes for each in found for minutes in each.entry_minutes().values()]
    longest = LEGS_IN_A_BREAK * median(timed) if timed else 0.0
    least = max(SHORTEST_BREAK / timedelta(minutes=1), longest)
    for each in found:
        yield from ((row, gap) for row, gap in each.gaps() if gap.minutes > least)


def evening_at(found: Sequence[Evening], at: datetime) -> Evening | None:
    """The evening to which something belongs that was done at this moment, if it belongs to one."""
    place = bisect_right([each.start for each in found], at) - 1
    if place >= 0 and at - found[place].last <= APART:
        return found[place]
    later = found[place + 1 : place + 2]
    return next((each for each in later if each.start - at <= APART), None)


def moments(session: Session | None) -> list[datetime]:
    """All moments that were said of an evening."""
    if session is None:
        return []
    texts = [session.start, session.end]
    texts += [text for pause in session.pauses for text in (pause.start, pause.end)]
    return [at for text in texts if text is not None and (at := in_utc(text))]


def began(times: Iterable[datetime]) -> list[datetime]:
    """When the evening of each of these times began, in their order, where nothing is said."""
    found: list[datetime] = []
    last: datetime | None = None
    for at in times:
        later = at if last is None else later_of(at, last)
        found.append(at if last is None or abs(later - last) > APART else found[-1])
        last = later
    return found


def later_of(at: datetime, last: datetime) -> datetime:
    """When something was done after `last` by a clock that may have been set back since.

    From further back the clock was wrong before: then it is the time that it shows now.
    """
    return max(at, last) if last - at <= SET_BACK else at


@dataclass
class _Group:
    """Entries of one evening, while they are sorted."""

    place: int
    """The number of the last session that began before them; -1 if there is none."""
    is_session: bool
    """Whether they belong to it."""
    session: Session | None
    rows: list[int] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)

    @property
    def start(self) -> datetime:
        return moments(self.session)[0] if self.session else self.times[0]

    def reaches(self, at: datetime) -> bool:
        """Whether it is not apart from what was written, or said of it before."""
        before = [moment for moment in moments(self.session) if moment <= at]
        return abs(at - max([*self.times, *before], default=at)) <= APART


def _grouped(
    said: Sequence[tuple[datetime, Session]], times: Sequence[datetime | None]
) -> Iterator[_Group]:
    starts = [start for start, _ in said]
    used: set[int] = set()
    group: _Group | None = None
    last: datetime | None = None
    for row, at in enumerate(times):
        if at is None:
            continue
        last = at if last is None else later_of(at, last)
        place = bisect_right(starts, last) - 1
        if group is None or group.place != place or not group.reaches(last):
            if group is not None:
                yield group
            session = said[place][1] if place >= 0 and place not in used else None
            group = _Group(place, session is not None, session)
            if not group.reaches(last):
                group = _Group(place, False, None)
            if group.is_session:
                used.add(place)
        group.rows.append(row)
        group.times.append(at)
    if group is not None:
        yield group
