"""The evenings of a match: what was said of each, and what can be said of it now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from flask import Blueprint, abort, request, url_for

from referee.core.findings import Points
from referee.core.sheet import Row
from referee.core.story.evenings import Evening, TimeSpan, likely_breaks
from referee.core.story.story import Story
from referee.core.text import Said, counted
from referee.matches.changes import Change
from referee.matches.event_log import now
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
from referee.matches.match import Match
from referee.matches.sessions import moment_text
from referee.matches.tonight import Tonight, sitting_in
from referee.web.evenings.evening_form import (
    EveningFault,
    EveningForm,
    WrongTime,
    fault_of,
)
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match, tonight_of
from referee.web.match.submit import (
    NOT_DONE,
    Posted,
    Reply,
    done,
    not_done,
    submit,
)
from referee.web.story.story_page import story_in

pages = Blueprint("evenings_page", __name__, url_prefix="/m/<key>")

KINDS: Final[dict[str, type[EventData]]] = {
    "met": EveningBegun,
    "paused": PauseBegun,
    "resumed": PauseEnded,
    "parted": EveningEnded,
    "break": PauseBegun,
    "none": PauseBegun,
}
"""What can be said of the evening that goes on, and that a gap was a break, or none."""


# What is shown ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EveningView:
    """An evening as the page tells of it."""

    story: Story
    number: int
    """From 1."""
    evening: Evening

    @property
    def entries(self) -> Said:
        """How many there are: `12 legs`."""
        return counted(len(self.evening.rows), self.story.tally.game.entry_name)

    @property
    def points(self) -> list[tuple[str, Points]]:
        """What each side gained."""
        sides, gained = self.story.sides, self.story.points_of(self.evening)
        return list(zip(sides, gained, strict=True)) if self.evening.rows else []

    @property
    def place(self) -> str:
        """Where it was, if that is known."""
        session = self.evening.session
        return (session.place if session else None) or ""

    @property
    def note(self) -> str:
        """What is to be remembered of it."""
        session = self.evening.session
        return (session.note if session else None) or ""

    @property
    def seated(self) -> Sequence[str]:
        """Who sat in each seat, where that was said."""
        session = self.evening.session
        return (session.players if session else None) or ()

    @property
    def sitting_in(self) -> Said | None:
        """Who sat in for whom."""
        return sitting_in(self.seated, self.story.tally.seating.players)


@dataclass(frozen=True)
class AskedGap:
    """A gap that may have been a break."""

    row: Row
    """What was recorded after it."""
    gap: TimeSpan

    @property
    def start(self) -> str:
        """By which a form names it."""
        return moment_text(self.gap.start)


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
        """The match as it is now."""
        return self.opened.match

    @cached_property
    def tonight(self) -> Tonight:
        """The evening that goes on, if one does."""
        return tonight_of(self.match)

    @cached_property
    def evenings(self) -> list[EveningView]:
        """All of them, the newest first."""
        story = story_in(self.match)
        found = enumerate(story.evenings, start=1)
        return [EveningView(story, number, each) for number, each in found][::-1]

    @property
    def asked(self) -> list[AskedGap]:
        """The gaps of which nobody has said whether they were breaks, the newest first."""
        found = likely_breaks([view.evening for view in self.evenings[::-1]])
        rows = self.match.tally.rows
        return [AskedGap(rows[row], gap) for row, gap in found][::-1]

    @property
    def begins(self) -> EveningForm:
        """The form for an evening that begins."""
        return EveningForm(self.match, None, self.typed)

    @property
    def has_begin(self) -> bool:
        """Whether that form is there: what was typed in it is not lost because one goes on."""
        return not self.tonight.is_going_on or self.typed is not None

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
        return _shown(EveningsPage(opened))


def _shown(page: EveningsPage) -> str:
    return render("evenings/evenings.html", "evenings/parts/evenings.html", page=page)


# What is said -------------------------------------------------------------------------------------


@pages.post("/evenings")
def say(key: str) -> Reply:
    """Say that an evening began, of a break, or that it is over."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, PostedWord(_word()))


@pages.post("/tonight")
def say_beside(key: str) -> Reply:
    """The same on the page of the match."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, PostedBeside(_word()))


def _word() -> str:
    word = request.form.get("say", "")
    if word not in KINDS:
        abort(422, "This form is incomplete. Open the evenings again and repeat it.")
    return word


class PostedWord(Posted):
    """Something that is said of the evening that goes on, or of one that begins."""

    def __init__(self, word: str) -> None:
        super().__init__(KINDS[word], self._event, EVENINGS)
        self.word = word

    def is_same(self, opened: OpenMatch, kept: EventData) -> bool:
        """Whether this was said; of an earlier evening it is a correction."""
        return super().is_same(opened, kept) or (
            isinstance(kept, EveningChanged) and self.word in ("met", "break", "none")
        )

    def goes_to(self, opened: OpenMatch) -> str:
        """Back to the evenings; when it is over, to what will be needed to go on."""
        where = "resume_card.show" if self.word == "parted" else "evenings_page.show"
        return url_for(where, key=opened.key)

    def late(self, opened: OpenMatch) -> Reply:
        """The page with what was typed."""
        return _shown(EveningsPage(opened, request.form, message=NOT_DONE)), 409

    def _event(self, opened: OpenMatch) -> EventData | Reply:
        tonight = tonight_of(opened.match)
        match self.word:
            case "met":
                return self._begun(opened, tonight)
            case "paused" if tonight.is_going_on and not tonight.break_since:
                return PauseBegun()
            case "resumed" if tonight.break_since:
                return PauseEnded()
            case "parted" if tonight.is_going_on:
                note = EveningForm(opened.match, None, request.form).note
                return EveningEnded(note=note) if note else EveningEnded()
            case "break" | "none":
                answered = _answered(opened.match, is_break=self.word == "break")
                if answered is not None:
                    return answered
        return self._nothing_to_say(opened, tonight)

    def _nothing_to_say(self, opened: OpenMatch, _tonight: Tonight) -> Reply:
        return done(opened, None, self.goes_to(opened), shows_match=self.shows_match)

    def _begun(self, opened: OpenMatch, tonight: Tonight) -> EventData | Reply:
        """It began; where one goes on already, that is what is said of that one."""
        form, evenings = EveningForm(opened.match, None, request.form), opened.match.evenings()
        try:
            at = form.start.read("start")
        except WrongTime as wrong:
            return self._refused(opened, wrong.fault)
        if tonight.is_going_on:
            going_on = EveningForm(opened.match, evenings[-1]).known
            session = going_on | form.told | ({"start": at} if at else {})
            fault = fault_of(session, evenings[-1], evenings[:-1], tonight.at)
            changed = EveningChanged(start=going_on["start"], session=session)
            return self._refused(opened, fault) if fault else changed
        start = at or moment_text(tonight.at)
        fault = fault_of({"start": start}, None, evenings, tonight.at) if at else None
        if fault:
            return self._refused(opened, fault)
        return EveningBegun.model_validate(form.told | ({"at": at} if at else {}))

    def _refused(self, opened: OpenMatch, fault: EveningFault) -> Reply:
        return _shown(EveningsPage(opened, request.form, fault)), 422


class PostedBeside(PostedWord):
    """The same from the page of the match, which goes on."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.shows_match = word != "parted"

    def goes_to(self, opened: OpenMatch) -> str:
        """To the match."""
        return super().goes_to(opened) if self.word == "parted" else Posted.goes_to(self, opened)

    def _nothing_to_say(self, opened: OpenMatch, tonight: Tonight) -> Reply:
        """Where no evening goes on, it is begun on the page of the evenings."""
        if self.word != "paused" or tonight.is_going_on:
            return super()._nothing_to_say(opened, tonight)
        begin = url_for("evenings_page.show", key=opened.key)
        return done(opened, None, begin, shows_match=False)

    def late(self, opened: OpenMatch) -> Reply:
        """The match as it is."""
        return not_done(opened)


def _answered(match: Match, *, is_break: bool) -> EventData | None:
    """Whether the gap that the form names was a break; None where nobody asks any more."""
    evenings, asked = match.evenings(), request.form.get("gap", "")
    for row, gap in likely_breaks(evenings):
        start = moment_text(gap.start)
        if start == asked:
            until = moment_text(gap.end) if is_break else start
            (evening,) = (each for each in evenings if row in each.rows)
            if evening.is_last:
                return PauseBegun(at=start, until=until)
            known = EveningForm(match, evening).known
            pauses = [*known.get("pauses", ()), {"start": start, "end": until}]
            return EveningChanged(start=known["start"], session=known | {"pauses": pauses})
    return None


# What is corrected --------------------------------------------------------------------------------


@pages.get("/evenings/<int:number>")
def edit(key: str, number: int) -> Reply:
    """An evening, to be corrected."""
    with open_match(key, to_write=True) as opened:
        return _edit_page(opened, number, _evening(opened.match, number))


@pages.post("/evenings/<int:number>")
def change(key: str, number: int) -> Reply:
    """Correct what is known of an evening."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, PostedEvening(number))


def _evening(match: Match, number: int) -> Evening:
    found = match.evenings()
    if not 1 <= number <= len(found):
        abort(404, "This evening is no longer in the match. Open the list of evenings again.")
    return found[number - 1]


def _edit_page(
    opened: OpenMatch,
    number: int,
    evening: Evening,
    typed: Mapping[str, str] | None = None,
    fault: EveningFault | None = None,
    message: str = "",
) -> str:
    form = EveningForm(opened.match, evening, typed)
    return render(
        "evenings/evening.html",
        "evenings/parts/evening.html",
        opened=opened,
        number=number,
        form=form,
        fault=fault,
        message=message,
    )


class PostedEvening(Posted):
    """An evening as it was corrected."""

    def __init__(self, number: int) -> None:
        super().__init__(EveningChanged, self._changed, EVENINGS)
        self.number = number

    def goes_to(self, opened: OpenMatch) -> str:
        """Back to the evenings."""
        return url_for("evenings_page.show", key=opened.key)

    def late(self, opened: OpenMatch) -> Reply:
        """The form as it was typed."""
        return self._again(opened, None, NOT_DONE), 409

    def _again(self, opened: OpenMatch, fault: EveningFault | None, message: str = "") -> str:
        evening = _evening(opened.match, self.number)
        return _edit_page(opened, self.number, evening, request.form, fault, message)

    def _changed(self, opened: OpenMatch) -> EventData | Reply:
        match, evening = opened.match, _evening(opened.match, self.number)
        form = EveningForm(match, evening, request.form)
        start = form.known["start"]
        if "forget" in request.form:
            return EveningChanged(start=start)
        try:
            session = form.session
        except WrongTime as wrong:
            return self._again(opened, wrong.fault), 422
        others = [each for each in match.evenings() if each.start != evening.start]
        fault = fault_of(session, evening, others, now())
        if fault:
            return self._again(opened, fault), 422
        if session == form.known:
            return done(opened, None, self.goes_to(opened))
        return EveningChanged(start=start, session=session)
