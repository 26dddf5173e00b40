"""The evenings of a match, and the forms to add and correct them.

Times in a form are in UTC, and labelled as such, until a script converts them to local time. From
then on, the form also sends the device's UTC offset.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import cached_property
from typing import Any, Final

from flask import Blueprint, abort, request, url_for
from markupsafe import Markup

from referee.core.story.ending import describe_evening, find_result
from referee.core.story.story import EVENING_GAP, Evening, seat_players
from referee.core.text import Text, _, listed, moment, points, signed, whole_number
from referee.core.validation import in_utc
from referee.matches.events.base import EventData
from referee.matches.events.evenings import (
    EveningBegun,
    EveningChanged,
    EveningEnded,
    EveningEvent,
    PauseBegun,
    PauseEnded,
)
from referee.matches.match import SAT_IN, Match, Tonight, sitting_in
from referee.matches.match_state import moment_text
from referee.matches.store import now
from referee.web.evenings.resume_card import describe_go_on
from referee.web.http.app import render
from referee.web.http.formats import time_of_day
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.http.names import naming
from referee.web.match.write import (
    LONGEST_NAME,
    Refusal,
    Reply,
    event_view,
    go_to,
    plain_name,
    show_match,
    write_event,
)
from referee.web.match.write import refuse as refuse_form

pages = Blueprint("evenings_page", __name__, url_prefix="/m/<key>")

WORDS: Final = ("met", "paused", "resumed", "parted", "break", "none")
"""Values of the form field `say`. The first four begin, pause, resume or end an evening; the last
two say whether a gap was a break."""
FURTHEST: Final = timedelta(hours=14)  # the largest UTC offset on earth
LEEWAY: Final = timedelta(minutes=5)  # how far a phone's clock may be ahead of the server's
FIELD_FORMAT: Final = "%Y-%m-%dT%H:%M"  # of times in forms
LONGEST: Final = {"place": 80, "note": 500}  # most letters in a text field
PERIOD: Final = Markup('<span class="gain">{}–{}</span>')  # on one line

SessionData = Mapping[str, Any]


# The form of an evening ---------------------------------------------------------------------------


class EveningFault(ValueError):
    def __init__(self, field: str, message: Text) -> None:
        super().__init__(message)
        self.field, self.message = field, message


@dataclass(frozen=True)
class TimeField:
    text: str
    offset: str = ""  # UTC offset in minutes, or "" for UTC


@dataclass(frozen=True)
class EveningForm:
    match: Match
    evening: Evening | None  # the evening being corrected; None for a new one
    typed: Mapping[str, str] | None = None

    @cached_property
    def saved(self) -> dict[str, Any]:
        """The evening's saved session, in record format; empty for a new evening."""
        if self.evening is None:
            return {}
        session = self.evening.session
        if session is None:
            return {"start": moment_text(self.evening.start)}
        return session.model_dump(mode="json", exclude_unset=True)

    @property
    def breaks(self) -> range:
        """Indexes of the recorded breaks, plus one for a new break."""
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
        saved = self.saved.get("players") or self.match.players
        typed = self.typed or {}
        return [
            plain_name(typed.get(f"seat{seat}", saved[seat]), LONGEST_NAME)
            for seat in range(len(self.match.players))
        ]

    def read_time(self, name: str) -> str | None:
        """Read a time from the form and return it in record format.

        If the minute is unchanged, the saved seconds are kept. Raises EveningFault.
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
            template = _("“{text}” isn’t a date and time. Enter one like 2025-03-01 20:15.")
            raise EveningFault(name, template.format(text=field.text[:40])) from None
        old = _session_times(self.saved).get(name)
        if old is not None and f"{old:{FIELD_FORMAT}}" == minute:
            return _session_texts(self.saved)[name]
        return moment_text(at)

    @property
    def details(self) -> dict[str, Any]:
        """Venue, players (if there are substitutes) and note, without empty values."""
        # Names of earlier versions aren't in the encoding in which they are typed.
        names = [
            own if typed in ("", plain_name(own, LONGEST_NAME)) else typed
            for typed, own in zip(self.seats, self.match.players, strict=True)
        ]
        seated = names if names != list(self.match.players) else None
        values = {"place": self.text("place"), "players": seated, "note": self.text("note")}
        return {name: value for name, value in values.items() if value}

    def read_session(self) -> dict[str, Any]:
        """Read a session in record format. Raises EveningFault if a time is missing or invalid."""
        start = self.read_time("start")
        if start is None:
            raise EveningFault("start", _("Enter when the evening began."))
        end, pauses = self.read_time("end"), []
        for number in self.breaks:
            first, last = f"pause_start{number}", f"pause_end{number}"
            since, until = self.read_time(first), self.read_time(last)
            if since is None and until is not None:
                raise EveningFault(first, _("Enter when the break began."))
            if since is not None:
                pauses.append({"start": since} | ({"end": until} if until else {}))
        whole = {"start": start, "end": end, "pauses": pauses}
        return {name: value for name, value in whole.items() if value} | self.details


def check_session(
    session: SessionData, evening: Evening | None, others: Sequence[Evening], now: datetime
) -> None:
    """Check the times of a session; `others` are all other evenings.

    Raises EveningFault if the times contradict each other, the clock, other evenings or entries.
    """
    times = _session_times(session)
    start, end = times["start"], times.get("end")
    for field, at in times.items():
        if at > now + LEEWAY:
            template = _("That’s in the future. Referee’s clock says {now}.")
            raise EveningFault(field, template.format(now=moment(now)))
    if end is not None and end < start:
        raise EveningFault("end", _("The evening can’t end before it began."))
    for number in range(len(session.get("pauses", ()))):
        first, last = times[f"pause_start{number}"], times.get(f"pause_end{number}")
        if last is not None and last < first:
            raise EveningFault(f"pause_end{number}", _("A break can’t end before it began."))
        if first < start:
            raise EveningFault(
                f"pause_start{number}", _("A break can’t begin before the evening begins.")
            )
        if end is not None and max(first, last or first) > end:
            raise EveningFault(
                f"pause_end{number}", _("A break can’t go on past the end of the evening.")
            )
    # A new evening comes after all others.
    before = [each for each in others if evening is None or each.start < evening.start]
    after = others[len(before) :]
    if before and start <= before[-1].last:
        template = _("That’s too early. The previous evening lasted until {at}.")
        raise EveningFault("start", template.format(at=moment(before[-1].last)))
    if after and (end or start) >= after[0].start:
        template = _("That’s too late. The next evening began on {at}.")
        field = "end" if end else "start"
        raise EveningFault(field, template.format(at=moment(after[0].start)))
    if evening is not None and evening.times:
        first, last = evening.times[0], max(evening.times)
        if start > first:
            template = _("That’s too late. The evening’s first entry was recorded on {at}.")
            raise EveningFault("start", template.format(at=moment(first)))
        if first - max(at for at in times.values() if at <= first) > EVENING_GAP:
            template = _("That’s more than six hours before the first entry, recorded on {at}.")
            raise EveningFault("start", template.format(at=moment(first)))
        if end is not None and end < last:
            template = _("That’s too early. The evening’s last entry was recorded on {at}.")
            raise EveningFault("end", template.format(at=moment(last)))
    if evening is None and now - start > EVENING_GAP:
        raise EveningFault("start", _("That’s more than six hours ago."))


def _session_texts(session: SessionData) -> dict[str, str | None]:
    texts = {"start": session.get("start"), "end": session.get("end")}
    for number, pause in enumerate(session.get("pauses", ())):
        texts[f"pause_start{number}"] = pause["start"]
        texts[f"pause_end{number}"] = pause.get("end")
    return texts


def _session_times(session: SessionData) -> dict[str, datetime]:
    """Return the known times of a session, in UTC, by field name."""
    times = {field: in_utc(text) for field, text in _session_texts(session).items() if text}
    return {field: at for field, at in times.items() if at is not None}


# The list -----------------------------------------------------------------------------------------


@pages.get("/evenings")
def show(key: str) -> str:
    return _render(open_match(key))


def _render(
    opened: OpenMatch,
    typed: Mapping[str, str] | None = None,
    fault: EveningFault | None = None,
    message: str = "",
) -> str:
    """Render the list of evenings (newest first) and a form for a new one, filled from `typed`."""
    match, story = opened.match, opened.match.story()
    views, lowest_wins = [], story.tally.lowest_wins
    for number, each in enumerate(story.evenings, start=1):
        result, seated = find_result(story, each), seat_players(each.session, match.players)
        names, gains = [story.side_names[n] for n in result.ranking], map(signed, result.scores)
        has_totals = each.rows and number > 1 and match.game.unit == "points"
        totals = story.totals[each.rows[-1] + 1] if has_totals else ()
        order = sorted(range(len(totals)), key=totals.__getitem__, reverse=not lowest_wins)
        ending = describe_evening(story, each, is_midway=each.ended is None)
        breaks = [PERIOD.format(*map(time_of_day, (p.start, p.end))) for p in each.pauses]
        views.append(
            {
                "number": number,
                "evening": each,
                "figures": ending.figures,
                # What each side gained and, after the first evening, its total, best first.
                "points": [*zip(names, gains, strict=True)] if each.rows else [],
                "totals": [(story.side_names[n], points(totals[n])) for n in order],
                "result": ending.result,
                "breaks": naming(listed(breaks), ()),
                "names": [*match.players, *seated],
                "sitting_in": sitting_in(seated, match.players, SAT_IN),
            }
        )
    last = match.change
    is_of_evening = EveningEvent.part in last.event.data.touches
    page = {
        "opened": opened,
        "match": match,
        "tonight": Tonight(match, now()),
        "go_on": describe_go_on(match.due_at(None)),
        "typed": typed,
        "fault": fault,
        "message": message,
        "form": EveningForm(match, None, typed),
        "evenings": views[::-1],
        "result": find_result(story).text if story.is_over else None,
        "last_change": last if is_of_evening and not match.turned_back else None,
    }
    return render(
        "evenings/evenings.html", "evenings/parts/evenings.html", opened=opened, page=page
    )


@pages.post("/evenings")
@pages.post("/tonight", endpoint="say_beside")
def say(key: str) -> Reply:
    word = request.form.get("say", "")
    # Sent from the match page, which is shown again unless the evening ended.
    is_beside = request.endpoint == "evenings_page.say_beside"

    def read(opened: OpenMatch) -> EventData | Reply:
        tonight = Tonight(opened.match, opened.at)
        match word:
            case "met" if is_beside and tonight.is_going_on:
                return show_match(opened)  # another phone has begun it
            case "met":
                return _begin(opened, tonight)
            case "paused" if tonight.is_going_on and not tonight.break_since:
                return PauseBegun()
            case "resumed" if tonight.break_since:
                return PauseEnded()
            case "parted" if tonight.is_going_on:
                note = EveningForm(opened.match, None, request.form).text("note")
                return EveningEnded(note=note) if note else EveningEnded()
            case "break" | "none":
                answered = _answer_gap(opened.match, is_break=word == "break")
                if answered is not None:
                    return answered
        return answer(opened)

    def answer(opened: OpenMatch) -> Reply:
        if word == "parted" or "midnight" in request.form:
            return go_to(opened, url_for("midnight_card.show", key=opened.key))
        if is_beside:
            return show_match(opened)
        return _show_list(opened)

    def refuse(opened: OpenMatch, why: Refusal) -> Reply:
        if is_beside and word == "met":
            return show_match(opened)
        if is_beside:
            return refuse_form(opened, why)
        return _render(opened, request.form, message=why.value), 409

    opened = open_match(key, to_write=True)
    if word not in WORDS:
        abort(422, _("This form is incomplete. Go back and try again."))
    return write_event(
        opened, read, depends_on=EveningEvent.depends_on, refuse=refuse, answer=answer
    )


def _begin(opened: OpenMatch, tonight: Tonight) -> EventData | Reply:
    """Begin an evening, or add the form's details to the current one."""
    form, evenings = EveningForm(opened.match, None, request.form), opened.match.evenings()
    try:
        at = form.read_time("start")
        known = form.details | ({"start": at} if at else {})
        if tonight.is_going_on:
            saved = EveningForm(opened.match, evenings[-1]).saved
            check_session(saved | known, evenings[-1], evenings[:-1], tonight.at)
            return EveningChanged(start=saved["start"], session=saved | known)
        if at:
            check_session({"start": at}, None, evenings, tonight.at)
    except EveningFault as fault:
        return _render(opened, request.form, fault), 422
    return EveningBegun.model_validate(form.details | ({"at": at} if at else {}))


@pages.post("/sits-in")
@event_view(EveningEvent.depends_on)
def sit_in(opened: OpenMatch) -> EventData | Reply:
    """Say who sits in a player's seat tonight; without a name, nobody does."""
    match, form, tonight = opened.match, request.form, Tonight(opened.match, opened.at)
    players = [*tonight.players]
    seat = whole_number(form.get("seat", ""), digits=2)
    if seat is None or seat >= len(players):
        abort(422, _("This form is incomplete. Go back and try again."))
    players[seat] = plain_name(form.get("name", ""), LONGEST_NAME) or match.players[seat]
    if players == [*tonight.players]:
        return show_match(opened)
    seated = {} if players == [*match.players] else {"players": players}
    if not tonight.is_going_on:
        return EveningBegun.model_validate(seated)
    saved = EveningForm(match, match.evenings()[-1]).saved
    others = {name: value for name, value in saved.items() if name != "players"}
    return EveningChanged(start=saved["start"], session=others | seated)


def _answer_gap(match: Match, *, is_break: bool) -> EventData | None:
    """Return an event that records whether a gap was a break; None if already answered."""
    asked = request.form.get("gap", "")
    gaps = ((evening, gap) for evening in match.evenings() for _row, gap in evening.likely_breaks)
    for evening, gap in gaps:
        start = moment_text(gap.start)
        if start == asked:
            until = moment_text(gap.end) if is_break else start
            if evening.is_last:
                return PauseBegun(at=start, until=until)
            saved = EveningForm(match, evening).saved
            pauses = [*saved.get("pauses", ()), {"start": start, "end": until}]
            return EveningChanged(start=saved["start"], session=saved | {"pauses": pauses})
    return None


# Corrections -------------------------------------------------------------------------------------


@pages.get("/evenings/<int:number>")
def edit(key: str, number: int) -> Reply:
    return _render_form(open_match(key, to_write=True), number)


def _refuse_correction(opened: OpenMatch, why: Refusal) -> Reply:
    number = (request.view_args or {})["number"]
    return _render_form(opened, number, request.form, message=why.value), 409


def _show_list(opened: OpenMatch) -> Reply:
    return go_to(opened, url_for("evenings_page.show", key=opened.key))


@pages.post("/evenings/<int:number>")
@event_view(EveningChanged.depends_on, refuse=_refuse_correction, answer=_show_list)
def change(opened: OpenMatch, number: int) -> EventData | Reply:
    match, evening = opened.match, evening_of(opened.match, number)
    form = EveningForm(match, evening, request.form)
    start = form.saved["start"]
    if "forget" in request.form:
        return EveningChanged(start=start)
    try:
        session = form.read_session()
        others = [each for each in match.evenings() if each.start != evening.start]
        check_session(session, evening, others, opened.at)
    except EveningFault as fault:
        return _render_form(opened, number, request.form, fault), 422
    if session == form.saved:
        return _show_list(opened)
    return EveningChanged(start=start, session=session)


def evening_of(match: Match, number: int | None = None) -> Evening:
    """The evening with this number, or the last one; abort with 404 if there is none."""
    evenings = match.evenings()
    number = len(evenings) if number is None else number
    if not 1 <= number <= len(evenings):
        abort(404, _("This evening is no longer in the match. Go back to the list of evenings."))
    return evenings[number - 1]


def _render_form(
    opened: OpenMatch,
    number: int,
    typed: Mapping[str, str] | None = None,
    fault: EveningFault | None = None,
    message: str = "",
) -> str:
    return render(
        "evenings/evening.html",
        "evenings/parts/evening.html",
        opened=opened,
        number=number,
        form=EveningForm(opened.match, evening_of(opened.match, number), typed),
        fault=fault,
        message=message,
    )
