"""The form of an evening: times as the device writes them, who sat where, a place, a note.

A page is made with times of UTC, and says so; where there are scripts they show those of the device
and send along how far it is from UTC at that moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import cached_property
from typing import Any, Final

from referee.core.story.story import EVENING_GAP, Evening
from referee.core.text import Said, moment, said
from referee.core.validation import in_utc
from referee.matches.match import Match
from referee.matches.sessions import moment_text
from referee.web.match.write import LONGEST_NAME, plain_name

FURTHEST: Final = timedelta(hours=14)  # no place on earth is further from UTC
LEEWAY: Final = timedelta(minutes=5)  # the clock of a phone may be ahead of the server's by so much
FIELD_FORMAT: Final = "%Y-%m-%dT%H:%M"  # A moment as a field of a form has it
LONGEST: Final = {"place": 80, "note": 500}  # the letters that a field for text takes

SessionData = Mapping[str, Any]
"""A session as a record has it."""


class EveningFault(ValueError):
    """Why something cannot be as it was typed, and in which field."""

    def __init__(self, field: str, message: Said) -> None:
        super().__init__(message)
        self.field, self.message = field, message


@dataclass(frozen=True)
class TimeField:
    """A field for a moment."""

    text: str
    offset: str = ""
    """The minutes from UTC to what is typed; empty where it is of UTC."""


@dataclass(frozen=True)
class EveningForm:
    """The form for an evening: as it is saved, or as it was typed."""

    match: Match
    evening: Evening | None  # the evening that is corrected; None for one that begins
    typed: Mapping[str, str] | None = None

    @cached_property
    def saved(self) -> dict[str, Any]:
        """The evening as a record has it; empty for one that begins."""
        if self.evening is None:
            return {}
        session = self.evening.session
        if session is None:
            return {"start": moment_text(self.evening.start)}
        return session.model_dump(mode="json", exclude_unset=True)

    @property
    def breaks(self) -> range:
        """The numbers of the breaks, with room for one more."""
        return range(len(self.saved.get("pauses", ())) + 1)

    def time(self, name: str) -> TimeField:
        if self.typed is not None:
            return TimeField(self.typed.get(name, "").strip(), self.typed.get(f"{name}_offset", ""))
        at = _session_times(self.saved).get(name)
        return TimeField("" if at is None else f"{at:{FIELD_FORMAT}}")

    def text(self, name: str) -> str:
        if self.typed is None:
            return self.saved.get(name) or ""
        return plain_name(self.typed.get(name, ""), LONGEST[name])

    @property
    def seats(self) -> list[str]:
        """Who sat in each seat."""
        saved = self.saved.get("players") or self.match.players
        typed = self.typed or {}
        return [
            plain_name(typed.get(f"seat{seat}", saved[seat]), LONGEST_NAME)
            for seat in range(len(self.match.players))
        ]

    def read_time(self, name: str) -> str | None:
        """The moment as a record has it: as it is saved, where its minute is the same.

        Raises:
            EveningFault: where it is none.
        """
        field = self.time(name)
        if not field.text:
            return None
        try:
            away = timedelta(minutes=int(field.offset or "0"))
            zone = UTC if abs(away) > FURTHEST else timezone(away)
            at = datetime.fromisoformat(field.text).replace(tzinfo=zone)
            minute = at.astimezone(UTC).strftime(FIELD_FORMAT)
        except (ValueError, OverflowError):
            template = "“{text}” is no day with a time of day, such as 2025-03-01 20:15."
            raise EveningFault(name, said(template, text=field.text[:40])) from None
        old = _session_times(self.saved).get(name)
        if old is not None and f"{old:{FIELD_FORMAT}}" == minute:
            return _session_texts(self.saved)[name]
        return moment_text(at)

    @property
    def details(self) -> dict[str, Any]:
        """The place, who sat in for somebody, and the note, as far as there is any."""
        names = [typed or own for typed, own in zip(self.seats, self.match.players, strict=True)]
        seated = names if names != list(self.match.players) else None
        values = {"place": self.text("place"), "players": seated, "note": self.text("note")}
        return {name: value for name, value in values.items() if value}

    def read_session(self) -> dict[str, Any]:
        """The evening as a record would have it.

        Raises:
            EveningFault: where it cannot be so.
        """
        start = self.read_time("start")
        if start is None:
            raise EveningFault("start", said("Say when the evening began."))
        end, pauses = self.read_time("end"), []
        for number in self.breaks:
            first, last = f"pause_start{number}", f"pause_end{number}"
            since, until = self.read_time(first), self.read_time(last)
            if since is None and until is not None:
                raise EveningFault(first, said("Say when the break began, too."))
            if since is not None:
                pauses.append({"start": since} | ({"end": until} if until else {}))
        whole = {"start": start, "end": end, "pauses": pauses}
        return {name: value for name, value in whole.items() if value} | self.details


def find_fault(
    session: SessionData, evening: Evening | None, others: Sequence[Evening], now: datetime
) -> EveningFault | None:
    """Why an evening cannot have been as this session says; `others` are those before and after."""
    return next((EveningFault(*each) for each in _faults(session, evening, others, now)), None)


def _faults(
    session: SessionData, evening: Evening | None, others: Sequence[Evening], now: datetime
) -> Iterator[tuple[str, Said]]:
    times = _session_times(session)
    start, end = times["start"], times.get("end")
    for field, at in times.items():
        if at > now + LEEWAY:
            template = "That is still to come: by the clock of Referee it is {now}."
            yield field, said(template, now=moment(now))
    if end is not None and end < start:
        yield "end", said("The evening cannot end before it began.")
    for number in range(len(session.get("pauses", ()))):
        first, last = times[f"pause_start{number}"], times.get(f"pause_end{number}")
        if last is not None and last < first:
            yield f"pause_end{number}", said("A break cannot end before it began.")
        if first < start:
            yield f"pause_start{number}", said("A break cannot begin before the evening.")
        if end is not None and max(first, last or first) > end:
            yield f"pause_end{number}", said("A break cannot last longer than the evening.")
    # One that begins comes after all of them.
    before = [each for each in others if evening is None or each.start < evening.start]
    after = others[len(before) :]
    if before and start <= before[-1].last:
        template = "The evening before lasted until {at}."
        yield "start", said(template, at=moment(before[-1].last))
    if after and (end or start) >= after[0].start:
        template = "The next evening began at {at}."
        yield "end" if end else "start", said(template, at=moment(after[0].start))
    if evening is not None and evening.times:
        yield from _entry_faults(times, evening.times)
    if evening is None and now - start > EVENING_GAP:
        yield "start", said("That is more than six hours ago.")


def _entry_faults(
    times: Mapping[str, datetime], entries: Sequence[datetime]
) -> Iterator[tuple[str, Said]]:
    """Those of an evening with entries at these moments."""
    start, end, first = times["start"], times.get("end"), entries[0]
    if start > first:
        template = "Its first entry was written at {at}, before that."
        yield "start", said(template, at=moment(first))
    elif first - max(at for at in times.values() if at <= first) > EVENING_GAP:
        template = "Its first entry was written at {at}: more than six hours lie between."
        yield "start", said(template, at=moment(first))
    if end is not None and end < max(entries):
        template = "Its last entry was written at {at}, after that."
        yield "end", said(template, at=moment(max(entries)))


def _session_texts(session: SessionData) -> dict[str, str | None]:
    """All moments of a session, by the field of each."""
    texts = {"start": session.get("start"), "end": session.get("end")}
    for number, pause in enumerate(session.get("pauses", ())):
        texts[f"pause_start{number}"] = pause["start"]
        texts[f"pause_end{number}"] = pause.get("end")
    return texts


def _session_times(session: SessionData) -> dict[str, datetime]:
    """The same in UTC, as far as they are known."""
    times = {field: in_utc(text) for field, text in _session_texts(session).items() if text}
    return {field: at for field, at in times.items() if at is not None}
