"""The evenings of a match: what was said of each, and what can be said of it now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from flask import Blueprint, abort, request, url_for

from referee.core.findings import Points
from referee.core.story.story import Evening, TimeSpan, likely_breaks
from referee.core.text import Said, counted
from referee.matches.events import (
    EveningBegun,
    EveningChanged,
    EveningEnded,
    EveningEvent,
    EventData,
    PauseBegun,
    PauseEnded,
)
from referee.matches.in_progress import EVENINGS
from referee.matches.match import Change, Match
from referee.matches.sessions import moment_text
from referee.matches.tonight import Tonight, sitting_in
from referee.web.evenings.evening_form import EveningFault, EveningForm, find_fault
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match, tonight_of
from referee.web.match.write import Reply, go_to, show_match, write_event
from referee.web.match.write import refuse as refuse_form

pages = Blueprint("evenings_page", __name__, url_prefix="/m/<key>")

WORDS: Final = ("met", "paused", "resumed", "parted", "break", "none")
"""What can be said of the evening that goes on, and that a gap was a break, or none."""


@dataclass(frozen=True)
class EveningView:
    """An evening on the page."""

    number: int  # from 1
    evening: Evening
    entries: Said  # how many there are: `12 legs`
    points: list[tuple[str, Points]]  # what each side gained
    sitting_in: Said | None


@dataclass(frozen=True)
class EveningsPage:
    """What the page of the evenings shows."""

    opened: OpenMatch
    typed: Mapping[str, str] | None = None
    """What was typed of an evening that begins, and was not taken."""
    fault: EveningFault | None = None
    message: str = ""

    @property
    def match(self) -> Match:
        return self.opened.match

    @cached_property
    def tonight(self) -> Tonight:
        return tonight_of(self.match)

    @cached_property
    def evenings(self) -> list[EveningView]:
        """All of them, the newest first."""
        story, views = self.match.story(), []
        for number, each in enumerate(story.evenings, start=1):
            points = zip(story.sides, story.points_of(each), strict=True)
            seated = (each.session.players if each.session else None) or ()
            views.append(
                EveningView(
                    number,
                    each,
                    counted(len(each.rows), story.tally.game.entry_name),
                    [*points] if each.rows else [],
                    sitting_in(seated, self.match.players),
                )
            )
        return views[::-1]

    @property
    def open_gaps(self) -> list[tuple[str, TimeSpan, str]]:
        """The gaps of which nobody has said whether they were breaks, the newest first.

        Each has the label of the entry after it, and its value in forms.
        """
        breaks = likely_breaks([view.evening for view in self.evenings[::-1]])
        rows = self.match.tally.rows
        return [(rows[n].heading.label, gap, moment_text(gap.start)) for n, gap in breaks][::-1]

    @property
    def form(self) -> EveningForm:
        """That of an evening that begins."""
        return EveningForm(self.match, None, self.typed)

    @property
    def last_said(self) -> Change | None:
        """What was said last, if nothing else was written since."""
        change = self.match.change
        is_said = isinstance(change.event.data, EveningEvent | EveningChanged)
        return change if is_said and not self.match.turned_back else None


@pages.get("/evenings")
def show(key: str) -> str:
    """The evenings, the newest first."""
    with open_match(key) as opened:
        return _render(EveningsPage(opened))


def _render(page: EveningsPage) -> str:
    return render(
        "evenings/evenings.html", "evenings/parts/evenings.html", opened=page.opened, page=page
    )


# What is said -------------------------------------------------------------------------------------


@pages.post("/evenings")
@pages.post("/tonight", endpoint="say_beside")
def say(key: str) -> Reply:
    """Say that an evening began, of a break, or that it is over."""
    word = request.form.get("say", "")
    # On the page of the match, which goes on unless the evening is over.
    is_beside = request.endpoint == "evenings_page.say_beside"

    def read(opened: OpenMatch) -> EventData | Reply:
        tonight = Tonight(opened.match, opened.at)
        match word:
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
            case "paused" if is_beside and not tonight.is_going_on:
                # There is no evening to pause: it is begun on the page of the evenings.
                return go_to(opened, url_for("evenings_page.show", key=opened.key))
        return answer(opened)

    def answer(opened: OpenMatch) -> Reply:
        """Once it is over, what will be needed to go on."""
        if word == "parted":
            return go_to(opened, url_for("resume_card.show", key=opened.key))
        if is_beside:
            return show_match(opened)
        return go_to(opened, url_for("evenings_page.show", key=opened.key))

    def refuse(opened: OpenMatch, message: str) -> Reply:
        if is_beside:
            return refuse_form(opened, message)
        return _render(EveningsPage(opened, request.form, message=message)), 409

    with open_match(key, to_write=True) as opened:
        if word not in WORDS:
            abort(422, "This form is incomplete. Open the evenings again and repeat it.")
        return write_event(opened, read, slot=EVENINGS, refuse=refuse, answer=answer)


def _begin(opened: OpenMatch, tonight: Tonight) -> EventData | Reply:
    """An evening begins; where one goes on already, that one is described."""
    form, evenings = EveningForm(opened.match, None, request.form), opened.match.evenings()
    event: EventData
    try:
        at = form.read_time("start")
        known = form.details | ({"start": at} if at else {})
        if tonight.is_going_on:
            saved = EveningForm(opened.match, evenings[-1]).saved
            fault = find_fault(saved | known, evenings[-1], evenings[:-1], tonight.at)
            event = EveningChanged(start=saved["start"], session=saved | known)
        else:
            fault = find_fault({"start": at}, None, evenings, tonight.at) if at else None
            event = EveningBegun.model_validate(form.details | ({"at": at} if at else {}))
    except EveningFault as wrong:
        fault = wrong
    return (_render(EveningsPage(opened, request.form, fault)), 422) if fault else event


def _answer_gap(match: Match, *, is_break: bool) -> EventData | None:
    """Whether the gap that the form names was a break; None where nobody asks any more."""
    evenings, asked = match.evenings(), request.form.get("gap", "")
    for row, gap in likely_breaks(evenings):
        start = moment_text(gap.start)
        if start == asked:
            until = moment_text(gap.end) if is_break else start
            (evening,) = (each for each in evenings if row in each.rows)
            if evening.is_last:
                return PauseBegun(at=start, until=until)
            saved = EveningForm(match, evening).saved
            pauses = [*saved.get("pauses", ()), {"start": start, "end": until}]
            return EveningChanged(start=saved["start"], session=saved | {"pauses": pauses})
    return None


# What is corrected --------------------------------------------------------------------------------


@pages.get("/evenings/<int:number>")
def edit(key: str, number: int) -> Reply:
    """An evening, to be corrected."""
    with open_match(key, to_write=True) as opened:
        return _render_form(opened, number)


@pages.post("/evenings/<int:number>")
def change(key: str, number: int) -> Reply:
    """Correct what is known of an evening."""

    def read(opened: OpenMatch) -> EventData | Reply:
        match, evening = opened.match, _evening(opened.match, number)
        form = EveningForm(match, evening, request.form)
        start = form.saved["start"]
        if "forget" in request.form:
            return EveningChanged(start=start)
        try:
            session = form.read_session()
            others = [each for each in match.evenings() if each.start != evening.start]
            fault = find_fault(session, evening, others, opened.at)
        except EveningFault as wrong:
            fault = wrong
        if fault:
            return _render_form(opened, number, request.form, fault), 422
        if session == form.saved:
            return answer(opened)
        return EveningChanged(start=start, session=session)

    def refuse(opened: OpenMatch, message: str) -> Reply:
        return _render_form(opened, number, request.form, message=message), 409

    def answer(opened: OpenMatch) -> Reply:
        return go_to(opened, url_for("evenings_page.show", key=opened.key))

    with open_match(key, to_write=True) as opened:
        return write_event(opened, read, slot=EVENINGS, refuse=refuse, answer=answer)


def _evening(match: Match, number: int) -> Evening:
    evenings = match.evenings()
    if not 1 <= number <= len(evenings):
        abort(404, "This evening is no longer in the match. Open the list of evenings again.")
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
        form=EveningForm(opened.match, _evening(opened.match, number), typed),
        fault=fault,
        message=message,
    )
