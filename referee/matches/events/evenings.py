"""The beginning, breaks and end of an evening."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from referee.core.text import Moment as MomentText
from referee.core.text import Text, _, moment
from referee.core.validation import Moment, in_utc
from referee.matches.events.base import Event, EventData, Subject
from referee.matches.match_state import (
    EARLIEST,
    END,
    Json,
    MatchState,
    StateBuilder,
    end_pauses,
    moment_text,
)

NOTE: Final = "note"


class EveningEvent(EventData):
    """An event about the evening in progress.

    It happened at time `at` or, without one, when it was recorded. Times are in the record format.
    """

    part = "evenings"
    depends_on = frozenset({"evenings", "entries", "seats"})
    late: ClassVar[Text]
    """The sentence for an event that was recorded late, with the time when it happened."""
    at: Moment | None = None

    def apply(self, builder: StateBuilder, event: Event) -> None:
        time = self.at or moment_text(event.at)
        builder.change_evening(event.at, lambda session: self.change(session, time))

    def change(self, session: Json, time: str) -> Json:
        raise NotImplementedError

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        if self.at is None or is_undone:
            return super().describe(about, is_undone=is_undone)
        return self.late.format(at=_shown(self.at))


class EveningBegun(EveningEvent):
    """An evening began; `place` is the venue, and `players` are in seat order."""

    kind = "met"
    done = _("The evening started.")
    undone = _("The start of the evening was undone.")
    late = _("The evening started at {at}.")
    place: str | None = None
    players: list[str] | None = None
    note: str | None = None

    def apply(self, builder: StateBuilder, event: Event) -> None:
        session = {"start": self.at or moment_text(event.at)}
        session |= self.model_dump(include={"place", "players", "note"}, exclude_none=True)
        builder.sessions = replace(builder.sessions, raw=(*builder.sessions.raw, session))


class PauseBegun(EveningEvent):
    """A break began; if it is already over, `until` is when it ended."""

    kind = "paused"
    done = _("A break started.")
    undone = _("The break was undone.")
    late = _("A break started at {at}.")
    until: Moment | None = None

    def change(self, session: Json, time: str) -> Json:
        pause = {"start": time} | ({END: self.until} if self.until else {})
        return session | {"pauses": [*session.get("pauses", ()), pause]}

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        if self.at is None or self.until is None or is_undone:
            return super().describe(about, is_undone=is_undone)
        template = _("There was a break from {at} to {until}.")
        if self.until == self.at:
            template = _("There was no break after {at}.")
        return template.format(at=_shown(self.at), until=_shown(self.until))


class PauseEnded(EveningEvent):
    """The break ended."""

    kind = "resumed"
    done = _("The break ended.")
    undone = _("The break continues.")
    late = _("The break ended at {at}.")

    def change(self, session: Json, time: str) -> Json:
        return end_pauses(session, time)


class EveningEnded(EveningEvent):
    """The evening ended."""

    kind = "parted"
    done = _("The evening ended.")
    undone = _("The evening continues.")
    late = _("The evening ended at {at}.")
    note: str | None = None

    def change(self, session: Json, time: str) -> Json:
        return session | {END: time} | ({} if self.note is None else {"note": self.note})


class EveningChanged(EventData):
    """The evening that began at `start` was corrected or, without a `session`, deleted."""

    kind = "evening"
    part = EveningEvent.part
    depends_on = EveningEvent.depends_on
    done = _("The evening of {at} was corrected.")
    undone = _("The evening of {at} was changed back.")
    noted: ClassVar = _("The note for the evening of {at} was saved.")
    note_undone: ClassVar = _("The note for the evening of {at} was changed back.")
    start: str
    session: Json | None = None

    def apply(self, builder: StateBuilder, event: Event) -> None:
        others = [each for each in builder.sessions.raw if each["start"] != self.start]
        others += [self.session] if self.session else []
        others.sort(key=lambda each: in_utc(each["start"]) or EARLIEST)
        builder.sessions = replace(builder.sessions, raw=tuple(others))

    def label(self, before: MatchState, now: MatchState) -> str:
        """Return `NOTE` if nothing but the evening's note has changed."""
        found = (each for each in before.sessions.raw if each["start"] == self.start)
        saved = next(found, {"start": self.start})
        is_noted = self.session is not None and saved | {NOTE: ""} == self.session | {NOTE: ""}
        return NOTE if is_noted else ""

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        template = self.undone if is_undone else self.done
        if about.label == NOTE:
            template = self.note_undone if is_undone else self.noted
        return template.format(at=_shown(self.start))


def _shown(text: str) -> MomentText | str:
    """Parse a time; return the text itself if the time is out of range in UTC."""
    at = in_utc(text)
    return text if at is None else moment(at)
