"""What is said and known of the evenings of a match, as a record keeps it: a fold of its events.

An evening begins by itself with the first entry or card after a long time; which entries belong to
it is the business of `core.story`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Final

from referee.core.record import Session
from referee.core.story.story import EVENING_GAP, correct_clock
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

    kept: tuple[Json, ...] = ()  # each as a record has it
    played: datetime | None = None  # when the last entry or card was written

    @cached_property
    def said(self) -> tuple[Session, ...]:
        """Each as it is read."""
        return tuple(map(_read_session, self.kept))

    @cached_property
    def last(self) -> datetime | None:
        """The last moment of which anything is known."""
        moments = [self.played]
        for session in self.kept[-1:]:
            pauses = session.get("pauses", ())
            texts = [session["start"], session.get(END), *(p["start"] for p in pauses)]
            moments += [_moment(t) for t in (*texts, *(p.get(END) for p in pauses)) if t]
        return max((at for at in moments if at is not None), default=None)

    def with_play(self, at: datetime) -> Sessions:
        """The same once an entry or a card was written: it begins an evening, or ends a pause."""
        kept = self.kept
        if not self.goes_on(at):
            kept = (*kept, {"start": moment_text(at)})
        elif kept and any(END not in pause for pause in kept[-1].get("pauses", ())):
            kept = (*kept[:-1], _end_pauses(kept[-1], moment_text(at)))
        return Sessions(kept, at if self.played is None else correct_clock(at, self.played))

    def after(self, event: Event, start: Callable[[], datetime | None]) -> Sessions:
        """The same once this event is written.

        `start` gives the beginning of the last evening, where only its entries tell of it.
        """
        kept, now = self.kept, moment_text(event.at)
        match event.data:
            case PlayEvent() | HandLaidOut():
                return self.with_play(event.at)
            case EveningBegun() as begun:
                values = {"place": begun.place, "players": begun.players, "note": begun.note}
                known = {name: value for name, value in values.items() if value is not None}
                kept = (*kept, {"start": begun.at or now} | known)
            case EveningChanged(start=changed, session=session):
                left = [each for each in kept if each["start"] != changed]
                kept = tuple(sorted([*left, *([session] if session else [])], key=_start))
            case EveningEvent() as data:
                others, last = kept[:-1], kept[-1] if kept else None
                began = start()
                # The last session may be of an evening before that of the last entries.
                if last is None or (began and (in_utc(last["start"]) or began) < began):
                    others, last = kept, {"start": moment_text(began or event.at)}
                kept = (*others, _described(last, data, now))
            case _:
                return self
        return replace(self, kept=kept)

    def goes_on(self, at: datetime) -> bool:
        """Whether this is not apart from what was written or said last."""
        return (
            self.last is not None and abs(correct_clock(at, self.last) - self.last) <= EVENING_GAP
        )

    def tonight(self, at: datetime) -> Session | None:
        """What is known of the evening that goes on at this moment; None where nothing is."""
        if not self.kept or not self.goes_on(at):
            return None
        last = _read_session(self.kept[-1])
        end = in_utc(last.end) if last.end else None
        return None if end is not None and end == self.last else last


NOBODY_MET: Final = Sessions()


def moment_text(at: datetime) -> str:
    """A moment as a record has it: to the second."""
    return at.isoformat(timespec="seconds")


_moment: Final = lru_cache(maxsize=256)(in_utc)  # of the same session after each entry


def _read_session(session: Json) -> Session:
    return Session.model_validate(session, context={"is_kept": True})


def _described(session: Json, data: EveningEvent, now: str) -> Json:
    """The session of an evening after something was said of it."""
    match data:
        case PauseBegun():
            pause = {"start": data.at or now} | ({END: data.until} if data.until else {})
            return session | {"pauses": [*session.get("pauses", ()), pause]}
        case PauseEnded():
            return _end_pauses(session, data.at or now)
        case EveningEnded():
            note = {} if data.note is None else {"note": data.note}
            return session | {END: data.at or now} | note
    return session


def _end_pauses(session: Json, now: str) -> Json:
    pauses: Sequence[Json] = session.get("pauses", ())
    ended = [pause if END in pause else pause | {END: now} for pause in pauses]
    return session | {"pauses": ended} if ended else session


def _start(session: Json) -> datetime:
    """When it began; before all others, where it has a time that UTC has not."""
    return in_utc(session["start"]) or datetime.min.replace(tzinfo=UTC)
