"""The evening that goes on, as the page of a match shows it: no entry but the last is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from referee.core.record import Session
from referee.core.story.course import duration
from referee.core.story.story import TimeSpan
from referee.core.text import Said, listed, said
from referee.core.validation import in_utc
from referee.matches.match import Match
from referee.matches.sessions import moment_text


@dataclass(frozen=True)
class Tonight:
    """What is known of the evening that goes on, at a moment."""

    match: Match
    at: datetime

    @property
    def is_going_on(self) -> bool:
        """Whether an entry would belong to the last evening: its end was not said."""
        sessions = self.match.sessions
        is_ended = bool(sessions.kept) and self.session is None
        return sessions.goes_on(self.at) and not is_ended

    @cached_property
    def session(self) -> Session | None:
        """What was said of it, or began by itself."""
        return self.match.sessions.tonight(self.at)

    @property
    def break_since(self) -> datetime | None:
        """When the break began that goes on."""
        pauses = self.session.pauses if self.session else ()
        starts = [in_utc(pause.start) for pause in pauses if pause.end is None]
        return max((at for at in starts if at is not None), default=None)

    @cached_property
    def gap(self) -> TimeSpan | None:
        """What may have been a break, just before the last entry."""
        may_be = self.is_going_on and not self.break_since and not self.is_won
        return self.match.last_gap() if may_be else None

    @property
    def is_won(self) -> bool:
        """Whether the match is over, and with it its last evening."""
        return self.match.due_at(None) is None

    @property
    def gap_start(self) -> str:
        """The value of the gap in forms."""
        assert self.gap is not None
        return moment_text(self.gap.start)

    @property
    def players(self) -> Sequence[str]:
        """Who sits in each seat."""
        own = self.match.players
        seated = self.session.players if self.session else None
        return seated if seated and len(seated) == len(own) else own

    @property
    def names(self) -> Sequence[str]:
        """All that may be named: the columns, and who sits in."""
        return [*self.match.players, *self.players]

    @property
    def sitting_in(self) -> Said | None:
        return sitting_in(self.players, self.match.players)


def sitting_in(seated: Sequence[str], columns: Sequence[str]) -> Said | None:
    """`Dora for Ben and Emil for Ann`; None where everybody sits in their own seat."""
    others = [
        said("{who} for {whom}", who=who, whom=whom)
        for who, whom in zip(seated, columns, strict=False)
        if who != whom
    ]
    return listed(others) if others else None


def last_evening(match: Match) -> Said | None:
    """The last evening and how long was played then: `Evening 4 · 2 h 10 min`."""
    evenings = match.evenings()
    if not evenings:
        return None
    time = duration(evenings[-1].minutes)
    return said("Evening {number} · {time}", number=len(evenings), time=time)
