"""The midnight card: how the last evening went, what is left, and when to meet next."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Final
from uuid import NAMESPACE_OID, uuid5

from flask import Blueprint, Response, request, url_for

from referee.core.story.chronicle import chronicle
from referee.core.story.ending import describe_evening, describe_length, find_result
from referee.core.story.forecast import describe_forecast
from referee.core.story.story import EVENING_GAP, seat_players
from referee.core.text import _, _p, joined, signed
from referee.core.validation import in_utc
from referee.matches.events.base import EventData
from referee.matches.events.evenings import EveningChanged, EveningEnded
from referee.matches.match import SAT_IN, Tonight, sitting_in
from referee.matches.store import now
from referee.web.evenings import evenings_page
from referee.web.evenings.evenings_page import FIELD_FORMAT, EveningFault, EveningForm, evening_of
from referee.web.evenings.resume_card import describe_lead, find_adjournment
from referee.web.http import device
from referee.web.http.app import as_file, render
from referee.web.http.language import current_language
from referee.web.http.limits import long_match_turn
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.match_page import SHOWN_FIRST
from referee.web.match.share import base
from referee.web.match.write import Reply, event_view, go_to

pages = Blueprint("midnight_card", __name__, url_prefix="/m/<key>")

WEEK: Final = timedelta(weeks=1)
HALF_HOUR: Final = timedelta(minutes=30)
USUAL_MINUTES: Final = 180  # length of an evening if none has been played


@pages.get("/midnight")
def show(key: str) -> str:
    opened = open_match(key)
    if not opened.match.evenings():
        return evenings_page.show(key)
    with long_match_turn(len(opened.match.tally.rows)):
        return _render(opened)


def _render(
    opened: OpenMatch,
    typed: Mapping[str, str] | None = None,
    fault: EveningFault | None = None,
    message: str = "",
) -> str:
    """Render the card. `typed` is the input of the form that a fault or message is about."""
    evening = evening_of(opened.match)
    match, story = opened.match, opened.match.story()
    tally, unit = story.tally, story.tally.game.entry_name
    result, whole = find_result(story, evening), find_result(story)
    gains = dict(zip(result.ranking, map(signed, result.scores), strict=True))
    ranking = whole.ranking if story.is_over else result.ranking
    totals = {side: story.total_label(side) for side in ranking}
    has_no_lives = story.is_over and tally.game.unit == "lives" and max(story.totals[-1]) <= 0
    heading = _p("heading", "Result") if has_no_lives else tally.game.totals_heading
    columns = [(_("This evening"), gains), (heading, totals)]
    if tally.game.unit == "lives":
        del columns[0]
    elif story.is_over:
        columns.reverse()
    left = describe_forecast(
        story.forecast, story.side_names, unit, with_chances=match.shows_chances
    )
    seated = seat_players(evening.session, match.players)
    form = EveningForm(match, evening, typed if typed and "note" in typed else None)
    next_start = suggest_start(*map(current_language().local, (evening.start, opened.at)))
    next_time = {"next": f"{next_start.astimezone(UTC):{FIELD_FORMAT}}"}
    adjourned = find_adjournment(opened, Tonight(match, now()))
    card = {
        "opened": opened,
        "adjourned": adjourned if adjourned.is_midway else None,
        "kept": adjourned.due and adjourned.due.kept,
        "is_over": story.is_over,
        "length": joined(describe_length(story), " · "),
        "headline": whole.text,
        "lead": describe_lead(whole),
        "told": chronicle(story, with_result=False)[:1] if story.is_over else [],
        "is_forgotten": _is_forgotten(opened),
        "match": match,
        "number": len(story.evenings),
        "evening": evening,
        "ending": describe_evening(story, evening, is_midway=adjourned.is_midway),
        "sides": [(story.side_names[n], [own[n] for _h, own in columns]) for n in ranking],
        "heads": [heading for heading, _own in columns],
        "sitting_in": sitting_in(seated, match.players, SAT_IN),
        "left": [] if story.is_over else [*left],
        "may_stop": not story.is_over and bool(tally.rows),
        "names": [*match.players, *seated, *adjourned.seated.players],
        "note": form.text("note"),
        "next": EveningForm(match, None, typed if typed and "next" in typed else next_time),
        "fault": fault,
        "message": message,
        "has_just_ended": isinstance(match.change.event.data, EveningEnded)
        and not match.turned_back,
    }
    return render("evenings/midnight.html", card=card)


def suggest_start(began: datetime, at: datetime) -> datetime:
    """Suggest when to meet next.

    It is the first time after `at` that has the weekday and time of day at which this evening
    began, rounded to the half-hour.
    """
    first = min(began, at)
    weeks = (at - first) // WEEK + 1
    later = first + weeks * WEEK + HALF_HOUR / 2
    return later.replace(minute=later.minute // 30 * 30, second=0, microsecond=0)


def _is_forgotten(opened: OpenMatch) -> bool:
    """Whether nobody has ended the last evening, and nothing has happened for a long time since."""
    match, last = opened.match, opened.match.log[-1]
    if last.number == 1 or opened.at - last.at <= EVENING_GAP or match.sheet().finished:
        return False
    evenings = match.evenings()
    return bool(evenings) and bool(evenings[-1].rows) and evenings[-1].ended != "said"


def _show_forgotten(opened: OpenMatch) -> str | None:
    """Return the card of an evening that nobody ended, until this phone has gone on."""
    has_gone_on = device.number("gone_on", opened.key) == opened.match.number
    if has_gone_on or not _is_forgotten(opened):
        return None
    with long_match_turn(len(opened.match.tally.rows)):
        return _render(opened)


SHOWN_FIRST.insert(0, _show_forgotten)  # before the resume card, to which it leads


@pages.post("/midnight")
@event_view(
    EveningChanged.depends_on,
    refuse=lambda opened, why: (_render(opened, request.form, message=why.value), 409),
    answer=lambda opened: go_to(opened, url_for("midnight_card.show", key=opened.key)),
)
def save_note(opened: OpenMatch) -> EventData | Reply:
    form = EveningForm(opened.match, evening_of(opened.match), request.form)
    note, saved = form.text("note"), form.saved
    session = {name: value for name, value in saved.items() if name != "note"}
    if note:
        session["note"] = note
    if session == saved:
        return go_to(opened, url_for("midnight_card.show", key=opened.key))
    return EveningChanged(start=saved["start"], session=session)


@pages.get("/next.ics")
def next_evening(key: str) -> Reply:
    """Send a calendar file for the next evening, which isn't stored."""
    opened = open_match(key)
    match, evenings = opened.match, opened.match.evenings()
    if not evenings:
        return go_to(opened, url_for("evenings_page.show", key=key))
    form = EveningForm(match, None, request.args)
    try:
        text = form.read_time("next")
        if text is None:
            raise EveningFault("next", _("Enter when you’ll meet next."))
    except EveningFault as fault:
        return _render(opened, request.args, fault), 422
    start, session = in_utc(text), evenings[-1].session
    assert start is not None
    name = current_language().render(match.name)
    minutes = median([each.minutes for each in evenings if each.rows] or [USUAL_MINUTES])
    data = calendar_file(
        str(uuid5(NAMESPACE_OID, f"{match.opened.id} {len(evenings)}")),
        now=now(),
        start=start,
        minutes=max(1, round(minutes / 30)) * 30,
        texts={
            "SUMMARY": name,
            "URL": base() + url_for("match_page.show", key=opened.key),
            "LOCATION": (session and session.place) or "",
            "DESCRIPTION": (session and session.note) or "",
        },
    )
    return as_file(Response(data, mimetype="text/calendar"), name, "ics")


# The calendar file, in the format of RFC 5545 -----------------------------------------------------

OCTETS: Final = 75  # most in a line
HOURS_AHEAD: Final = 2  # of the event, when the alarm is due


def calendar_file(
    uid: str, *, now: datetime, start: datetime, minutes: int, texts: dict[str, str]
) -> str:
    """Return a file with one event and an alarm; `texts` holds its properties such as `SUMMARY`."""
    texts = {name: text if name == "URL" else _escape(text) for name, text in texts.items() if text}
    alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", f"TRIGGER:-PT{HOURS_AHEAD}H"]
    alarm += [_fold(f"DESCRIPTION:{texts['SUMMARY']}"), "END:VALARM"]
    times = {"DTSTAMP": _utc(now), "DTSTART": _utc(start), "DURATION": f"PT{minutes}M"}
    lines = [f"{name}:{text}" for name, text in ({"UID": uid} | times | texts).items()]
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Referee//EN", "BEGIN:VEVENT"]
    end = ["END:VEVENT", "END:VCALENDAR", ""]
    return "\r\n".join([*head, *map(_fold, lines), *alarm, *end])


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ").rjust(16, "0")


def _escape(text: str) -> str:
    lines = (re.sub(r"[\x00-\x1f\x7f-\x9f]", "", line) for line in text.splitlines())
    return "\\n".join(re.sub(r"([\\;,])", r"\\\1", line) for line in lines)


def _fold(line: str) -> str:
    folded, length = "", 0
    for sign in line:
        length += len(sign.encode())
        if length > OCTETS:
            folded, length = f"{folded}\r\n ", 1 + len(sign.encode())
        folded += sign
    return folded
