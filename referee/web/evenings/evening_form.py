"""What is typed of an evening: times as the device writes them, who sat where, a place, a note.

A page is made with times of UTC, and says so; where there are scripts they show those of the device
and send along how far it is from UTC at that moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import cached_property
from itertools import takewhile
from typing import Any, Final

from referee.core.story.story import EVENING_GAP, Evening
from referee.core.text import Said, moment, said
from referee.core.validation import in_utc
from referee.matches.match import Match
from referee.matches.sessions import moment_text
from referee.web.match.match_opening import LONGEST_NAME, plain_name

LONGEST_PLACE: Final = 80
LONGEST_NOTE: Final = 500
FURTHEST: Final = timedelta(hours=14)
"""No place on earth is further from UTC."""
LEEWAY: Final = timedelta(minutes=5)
"""So far the clock of a phone may be before that of the server."""
FIELD: Final = "%Y-%m-%dT%H:%M"
"""A moment as a field of a form has it."""


@dataclass(frozen=True)
class EveningFault:
    """Why something cannot be as it was typed, and in which field."""

    field: str
    message: Said


class WrongTime(ValueError):
    """A time that cannot be; `fault` says why."""

    def __init__(self, field: str, message: Said) -> None:
        super().__init__(message)
        self.fault = EveningFault(field, message)


@dataclass(frozen=True)
class TimeField:
    """A field for a moment, as it stands in a form."""

    text: str = ""
    offset: str = ""
    """The minutes from UTC to what is typed; empty where it is of UTC."""

    @classmethod
    def of(cls, text: str | None) -> TimeField:
        """A moment of a record, as of UTC."""
        at = in_utc(text) if text else None
        return cls("" if at is None else f"{at:{FIELD}}")

    @classmethod
    def typed(cls, form: Mapping[str, str], name: str) -> TimeField:
        """As it came back."""
        return cls(form.get(name, "").strip(), form.get(f"{name}_offset", ""))

    def read(self, name: str, known: str | None = None) -> str | None:
        """The moment as a record has it: as it was `known`, where its minute is the same.

        Raises:
            WrongTime: where it is none.
        """
        if not self.text:
            return None
        try:
            away = timedelta(minutes=int(self.offset or "0"))
            zone = UTC if abs(away) > FURTHEST else timezone(away)
            at = datetime.fromisoformat(self.text).replace(tzinfo=zone)
            old = in_utc(known) if known else None
            minute = at.astimezone(UTC).strftime(FIELD)
        except (ValueError, OverflowError):
            template = "“{text}” is no day with a time of day, such as 2025-03-01 20:15."
            raise WrongTime(name, said(template, text=self.text[:40])) from None
        return known if old is not None and f"{old:{FIELD}}" == minute else moment_text(at)


@dataclass(frozen=True)
class EveningForm:
    """An evening as it stands in a form: as it is known, or as it was typed."""

    match: Match
    evening: Evening | None
    """The evening that is corrected; None for one that begins."""
    typed: Mapping[str, str] | None = None

    @property
    def known(self) -> dict[str, Any]:
        """What is known of it, as a record has it."""
        if self.evening is None:
            return {}
        session = self.evening.session
        if session is None:
            return {"start": moment_text(self.evening.start)}
        return session.model_dump(mode="json", exclude_unset=True)

    @property
    def start(self) -> TimeField:
        """When it began."""
        return self._time("start", self.known.get("start"))

    @property
    def end(self) -> TimeField:
        """When it ended."""
        return self._time("end", self.known.get("end"))

    @property
    def pauses(self) -> list[tuple[TimeField, TimeField]]:
        """The breaks, and room for one more."""
        known = [*self.known.get("pauses", ()), {}]
        return [
            (
                self._time(f"pause_start{number}", pause.get("start")),
                self._time(f"pause_end{number}", pause.get("end")),
            )
            for number, pause in enumerate(known)
        ]

    @property
    def place(self) -> str:
        """Where it was."""
        return self._text("place", LONGEST_PLACE)

    @property
    def note(self) -> str:
        """What is to be remembered of it."""
        return self._text("note", LONGEST_NOTE)

    @property
    def seats(self) -> list[str]:
        """Who sat in each seat."""
        names = self.match.players
        known = self.known.get("players") or names
        typed = self.typed or {}
        return [
            plain_name(typed.get(f"seat{seat}", known[seat]), LONGEST_NAME)
            for seat in range(len(names))
        ]

    def _time(self, name: str, known: str | None) -> TimeField:
        return TimeField.of(known) if self.typed is None else TimeField.typed(self.typed, name)

    def _text(self, name: str, longest: int) -> str:
        known = self.known.get(name) or ""
        return known if self.typed is None else plain_name(self.typed.get(name, ""), longest)

    # What was typed, as it is kept ----------------------------------------------------------------

    @property
    def told(self) -> dict[str, Any]:
        """The place, who sat in for somebody, and the note, as far as there is any."""
        names = [typed or own for typed, own in zip(self.seats, self.match.players, strict=True)]
        seated = names if names != list(self.match.players) else None
        found = {"place": self.place, "players": seated, "note": self.note}
        return {name: value for name, value in found.items() if value}

    @cached_property
    def session(self) -> dict[str, Any]:
        """The evening as it would be known.

        Raises:
            WrongTime: where it cannot be so.
        """
        known = self.known
        start = self.start.read("start", known.get("start"))
        if start is None:
            raise WrongTime("start", said("Say when the evening began."))
        end = self.end.read("end", known.get("end"))
        pauses = list(self._pauses())
        whole = {"start": start, "end": end, "pauses": pauses}
        return {name: value for name, value in whole.items() if value} | self.told

    def _pauses(self) -> Iterator[dict[str, str]]:
        known = [*self.known.get("pauses", ()), {}]
        for number, (fields, old) in enumerate(zip(self.pauses, known, strict=True)):
            first, last = f"pause_start{number}", f"pause_end{number}"
            start = fields[0].read(first, old.get("start"))
            end = fields[1].read(last, old.get("end"))
            if start is None and end is not None:
                raise WrongTime(first, said("Say when the break began, too."))
            if start is not None:
                yield {"start": start} | ({"end": end} if end else {})


# Whether an evening can have been so --------------------------------------------------------------


def fault_of(
    session: Mapping[str, Any], evening: Evening | None, others: Sequence[Evening], now: datetime
) -> EveningFault | None:
    """Why an evening cannot have been as this session says; `others` are those before and after."""
    start, end = _moment(session["start"]), _moment(session.get("end"))
    assert start is not None
    found = [*_future_faults(session, now), *_order_faults(session, start, end)]
    found += _neighbour_faults(start, end, evening, others)
    found += _entry_faults(session, start, end, evening.times if evening else ())
    if evening is None and now - start > EVENING_GAP:
        found.append(EveningFault("start", said("That is more than six hours ago.")))
    return found[0] if found else None


def _future_faults(session: Mapping[str, Any], now: datetime) -> Iterator[EveningFault]:
    for field, at in _moments(session):
        if at > now + LEEWAY:
            template = "That is still to come: by the clock of Referee it is {now}."
            yield EveningFault(field, said(template, now=moment(now)))


def _order_faults(
    session: Mapping[str, Any], start: datetime, end: datetime | None
) -> Iterator[EveningFault]:
    if end is not None and end < start:
        yield EveningFault("end", said("The evening cannot end before it began."))
    for number, pause in enumerate(session.get("pauses", ())):
        first, last = _moment(pause["start"]), _moment(pause.get("end"))
        assert first is not None
        if last is not None and last < first:
            yield EveningFault(f"pause_end{number}", said("A break cannot end before it began."))
        if first < start:
            yield EveningFault(
                f"pause_start{number}", said("A break cannot begin before the evening.")
            )
        if end is not None and max(first, last or first) > end:
            yield EveningFault(
                f"pause_end{number}", said("A break cannot last longer than the evening.")
            )


def _neighbour_faults(
    start: datetime, end: datetime | None, evening: Evening | None, others: Sequence[Evening]
) -> Iterator[EveningFault]:
    is_before = takewhile(lambda each: evening is None or each.start < evening.start, others)
    before = [*is_before]  # one that begins comes after all of them
    after = others[len(before) :]
    if before and start <= before[-1].last:
        template = "The evening before lasted until {at}."
        yield EveningFault("start", said(template, at=moment(before[-1].last)))
    if after and (end or start) >= after[0].start:
        template = "The next evening began at {at}."
        yield EveningFault("end" if end else "start", said(template, at=moment(after[0].start)))


def _entry_faults(
    session: Mapping[str, Any], start: datetime, end: datetime | None, times: Sequence[datetime]
) -> Iterator[EveningFault]:
    if not times:
        return
    if start > times[0]:
        template = "Its first entry was written at {at}, before that."
        yield EveningFault("start", said(template, at=moment(times[0])))
    told = [at for _, at in _moments(session) if at <= times[0]]
    if start <= times[0] and times[0] - max(told) > EVENING_GAP:
        template = "Its first entry was written at {at}: more than six hours lie between."
        yield EveningFault("start", said(template, at=moment(times[0])))
    if end is not None and end < max(times):
        template = "Its last entry was written at {at}, after that."
        yield EveningFault("end", said(template, at=moment(max(times))))


def _moments(session: Mapping[str, Any]) -> Iterator[tuple[str, datetime]]:
    """All moments of a session, each with its field."""
    texts = [("start", session["start"]), ("end", session.get("end"))]
    for number, pause in enumerate(session.get("pauses", ())):
        texts += [
            (f"pause_start{number}", pause["start"]),
            (f"pause_end{number}", pause.get("end")),
        ]
    for field, text in texts:
        if (at := _moment(text)) is not None:
            yield field, at


def _moment(text: str | None) -> datetime | None:
    return None if text is None else in_utc(text)
