"""What is said and known of the evenings of a match, as a record keeps it: a fold of its events.

An evening begins by itself with the first entry or card after a long time; which entries belong to
it is the business of `core.evenings`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

from referee.core.record import Session
from referee.core.story.story import EVENING_GAP, correct_clock, session_moments
from referee.core.validation import in_utc
from referee.matches.events import (
    EveningBegun,
    EveningChanged,
    EveningEnded,
    EveningEvent,
    Event,
    HandLaidOut,
    Json,
    PauseBegun,
    PauseEnded,
    PlayEvent,
)

END: Final = "end"


@dataclass(frozen=True)
class Sessions:
    """The evenings of which something is known besides the times of their entries."""

    kept: tuple[Json, ...] = ()
    """Each as a record has it."""
    played: datetime | None = None
    """When the last entry or card was written."""

    @cached_property
    def said(self) -> tuple[Session, ...]:
        """Each as it is read."""
        return tuple(map(_read, self.kept))

    def with_play(self, at: datetime) -> Sessions:
        """The same once an entry or a card was written: it begins an evening, or ends a pause."""
        kept, said = self.kept, self.said
        if not self.goes_on(at):
            begun = {"start": moment_text(at)}
            kept, said = (*kept, begun), (*said, _read(begun))
        elif kept and self._is_paused:
            resumed = _resumed(kept[-1], moment_text(at))
            kept, said = (*kept[:-1], resumed), (*said[:-1], _read(resumed))
        played = at if self.played is None else correct_clock(at, self.played)
        now = Sessions(kept, played)
        vars(now)["said"] = said  # most of it stays, and need not be read again
        if kept is self.kept and self.last is not None and self.last <= at:
            vars(now)["last"] = at
        return now

    def after(self, event: Event, start: Callable[[], datetime | None]) -> Sessions:
        """The same once this event is written.

        `start` gives the beginning of the last evening, where only its entries tell of it.
        """
        match event.data:
            case PlayEvent() | HandLaidOut():
                return self.with_play(event.at)
            case EveningBegun() as begun:
                return replace(self, kept=(*self.kept, _begun(begun, moment_text(event.at))))
            case EveningChanged(start=of, session=session):
                return replace(self, kept=_changed(self.kept, of, session))
            case EveningEvent() as said_now:
                return self._with_last(said_now, event.at, start)
        return self

    def _with_last(
        self, data: EveningEvent, at: datetime, start: Callable[[], datetime | None]
    ) -> Sessions:
        """Something is said of the evening that goes on; of one that nobody spoke of yet, too."""
        now = moment_text(at)
        others, last = self.kept[:-1], self.kept[-1] if self.kept else None
        if last is None or not self._is_of_last(start()):
            others, last = self.kept, {"start": moment_text(start() or at)}
        match data:
            case PauseBegun():
                last = _paused(last, data, now)
            case PauseEnded():
                last = _resumed(last, data.at or now)
            case EveningEnded():
                note = {} if data.note is None else {"note": data.note}
                last = last | {END: data.at or now} | note
        return replace(self, kept=(*others, last))

    def _is_of_last(self, start: datetime | None) -> bool:
        """Whether the last session is that of the last evening, and not of one before it."""
        began = in_utc(self.kept[-1]["start"])
        return start is None or began is None or began >= start

    def goes_on(self, at: datetime) -> bool:
        """Whether this is not apart from what was written or said last."""
        return (
            self.last is not None and abs(correct_clock(at, self.last) - self.last) <= EVENING_GAP
        )

    def tonight(self, at: datetime) -> Session | None:
        """What is known of the evening that goes on at this moment; None where nothing is."""
        if not self.kept or not self.goes_on(at):
            return None
        last = self.said[-1]
        end = in_utc(last.end) if last.end else None
        return None if end is not None and end == self.last else last

    @cached_property
    def last(self) -> datetime | None:
        """The last moment of which anything is known."""
        last = [self.played, *session_moments(self.said[-1])] if self.kept else [self.played]
        return max((each for each in last if each is not None), default=None)

    @property
    def _is_paused(self) -> bool:
        return any(END not in pause for pause in self.kept[-1].get("pauses", ()))


NOBODY_MET: Final = Sessions()


def moment_text(at: datetime) -> str:
    """A moment as a record has it: to the second."""
    return at.isoformat(timespec="seconds")


def _read(session: Json) -> Session:
    return Session.model_validate(session, context={"is_kept": True})


def _begun(data: EveningBegun, now: str) -> Json:
    said = {"place": data.place, "players": data.players, "note": data.note}
    return {"start": data.at or now} | {k: v for k, v in said.items() if v is not None}


def _paused(session: Json, data: PauseBegun, now: str) -> Json:
    pause = {"start": data.at or now} | ({END: data.until} if data.until else {})
    return session | {"pauses": [*session.get("pauses", ()), pause]}


def _resumed(session: Json, now: str) -> Json:
    pauses = session.get("pauses", ())
    ended = [pause if END in pause else pause | {END: now} for pause in pauses]
    return session | {"pauses": ended} if ended else session


def _changed(kept: Sequence[Json], start: str, session: Json | None) -> tuple[Json, ...]:
    """The evening that began then as it is now; without anything it is as if nobody had spoken."""
    others = [each for each in kept if each["start"] != start]
    return tuple(sorted([*others, *([session] if session else [])], key=_start))


def _start(session: Json) -> datetime:
    """When it began; before all others, where it has a time that UTC has not."""
    return in_utc(session["start"]) or datetime.min.replace(tzinfo=UTC)
