"""The log of a match: every event, who wrote it, when, and what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, groupby
from typing import Final

from flask import Blueprint, request

from referee.core.cards import plain_text, read_card, with_article
from referee.core.story.story import evening_starts, find_evening, seat_players
from referee.core.text import Moment, Text, _, moment, replace_values, sentence, whole_number
from referee.core.validation import in_utc
from referee.matches import events
from referee.matches.match import Change, Match, history
from referee.web.http.app import render
from referee.web.http.match_cache import open_match

pages = Blueprint("log", __name__, url_prefix="/m/<key>/log")

SHOWN = 100  # lines on the first page; consecutive cards share one line
EVENTS_A_PAGE = 200  # on each page of earlier events

Line = list[Change]


@dataclass(frozen=True)
class EveningLines:
    began: datetime
    lines: list[Line]
    place: str = ""


@pages.get("/")
def show(key: str) -> str:
    """Show the log, newest first; `until` in the query is the last event to show."""
    opened = open_match(key)
    match = opened.match
    until = whole_number(request.args.get("until", ""), digits=9)
    end = match.number if until is None else min(until, match.number)
    shown = EVENTS_A_PAGE
    if "all" not in request.args:  # as many events as fill `SHOWN` lines
        later = reversed(match.log[1:])
        lines = accumulate(not isinstance(event.data, events.CardPlayed) for event in later)
        shown = sum(number <= SHOWN for number in lines)
    left_out = max(0, end - 1 - shown)
    changes = history(match, left_out + 1, end)[::-1]
    rulings = {
        change.event.number: change.event.data.ruling
        for change in changes
        if isinstance(change.event.data, events.RulingKept)
    }
    return render(
        "match/log.html",
        opened=opened,
        title=match.name,
        game=match.game,
        pack=match.game.pack(match.seating.options),
        opening=match.opened,
        last_number=match.number,
        evenings=_evenings(match, changes),
        left_out=left_out,
        ruling_places={
            number: match.rulings.index(ruling) + 1
            for number, ruling in rulings.items()
            if ruling in match.rulings
        },
    )


def _evenings(match: Match, changes: Sequence[Change]) -> list[EveningLines]:
    """Group the changes by evening; the last group is the evening on which the match was opened."""
    apart = evening_starts(event.at for event in match.log)
    known = match.evenings()

    def evening_of(event: events.Event) -> tuple[datetime, str, tuple[str, ...]]:
        evening = find_evening(known, event.at)
        session = evening.session if evening else None
        at = evening.start if evening else apart[event.number - 1]
        place = (session.place if session else None) or ""
        return at, place, seat_players(session, match.players)

    found = []
    for (at, place, seated), those in groupby(changes, lambda change: evening_of(change.event)):
        names = dict(zip(match.players, seated, strict=True))
        by_line = groupby(
            (change.with_names(names) for change in those),
            # Consecutive cards share one line.
            lambda change: isinstance(change.event.data, events.CardPlayed) or change.event.number,
        )
        lines = [list(line) for _unused, line in by_line]
        found.append(EveningLines(at, lines, place))
    at, place, _seated = evening_of(match.opened)
    if not (found and found[-1].began == at):
        found.append(EveningLines(at, [], place))
    return found


# Events as sentences ------------------------------------------------------------------------------

DONE: Final[dict[type[events.EventData], Text]] = {
    events.MatchOpened: _("The match was started."),
    events.EntryAdded: _("{label} was recorded."),
    events.EntryChanged: _("{label} was corrected."),
    events.EntryStruck: _("{label} was struck, and later entries moved up."),
    events.EntryRestored: _("{label} was put back."),
    events.WarningsAccepted: _("{label} was kept despite a warning."),
    events.NamesChanged: _("The names were changed."),
    events.RulingKept: _("A ruling was saved."),
    events.OptionsChanged: _("The rules were changed: {label}."),
    events.OptionsChangedMidway: _("From now on: {label}."),
    events.ChancesShown: _("Winning chances are now shown."),
    events.HouseRuleSaid: _("The house rule for “{label}” was changed."),
    events.PlayStarted: _("{label} is being played card by card."),
    events.CardPlayed: _("{card} was played."),
    events.CardTakenBack: _("{card} was taken back."),
    events.FactsChanged: _("The details of {label} were changed."),
    events.PlayLeft: _("{label} is no longer recorded card by card."),
    events.HandLaidOut: _("{label} was laid out."),
    events.EveningBegun: _("The evening started."),
    events.PauseBegun: _("A break started."),
    events.PauseEnded: _("The break ended."),
    events.EveningEnded: _("The evening ended."),
    events.EveningChanged: _("The evening of {at} was corrected."),
    events.LaterEvent: _("A newer version of Referee made a change that this one can’t show."),
}
UNDONE: Final[dict[type[events.EventData], Text]] = {
    events.EntryAdded: _("{label} was undone."),
    events.EntryChanged: _("The correction of {label} was undone."),
    events.EntryStruck: _("{label} is back on the scorepad."),
    events.EntryRestored: _("{label} is struck again."),
    events.WarningsAccepted: _("The warning about {label} is open again."),
    events.NamesChanged: _("The names were changed back."),
    events.RulingKept: _("The ruling was removed."),
    events.OptionsChanged: _("The rules were changed back."),
    events.OptionsChangedMidway: _("The rules were changed back."),
    events.ChancesShown: _("Winning chances are hidden again."),
    events.HouseRuleSaid: _("The house rule was changed back."),
    events.PlayStarted: _("{label} is no longer recorded card by card."),
    events.CardPlayed: _("{card} was taken back."),
    events.CardTakenBack: _("{card} was played again."),
    events.FactsChanged: _("The details of {label} were changed back."),
    events.PlayLeft: _("{label} is being played card by card again."),
    events.HandLaidOut: _("{label} was taken back."),
    events.EveningBegun: _("The start of the evening was undone."),
    events.PauseBegun: _("The break was undone."),
    events.PauseEnded: _("The break continues."),
    events.EveningEnded: _("The evening continues."),
    events.EveningChanged: _("The evening of {at} was changed back."),
    events.LaterEvent: _("A change by a newer version of Referee was undone."),
}


OF_PLAYER: Final[dict[Text, Text]] = {
    DONE[events.CardPlayed]: _("{name} played {card}."),
    DONE[events.CardTakenBack]: _("{card}, played by {name}, was taken back."),
    UNDONE[events.CardTakenBack]: _("{name} played {card} again."),
}
"""Replacements for sentences in DONE and UNDONE, used if it's known who played the card."""
EARLIER: Final[dict[type[events.EventData], Text]] = {
    events.EveningBegun: _("The evening started at {at}."),
    events.PauseBegun: _("A break started at {at}."),
    events.PauseEnded: _("The break ended at {at}."),
    events.EveningEnded: _("The evening ended at {at}."),
}
"""Sentences for events that were recorded late, with the time when they happened."""
WAS_BREAK: Final = _("There was a break from {at} to {until}.")
WAS_NONE: Final = _("There was no break after {at}.")
IN_SHORT: Final[dict[type[events.EventData], Text]] = {
    events.OptionsChanged: _("The rules were changed."),
    events.OptionsChangedMidway: _("The rules were changed from now on."),
    events.HouseRuleSaid: _("A house rule was changed."),
}
"""Shorter sentences for events whose sentence in DONE needs two lines."""
HIDDEN: Final = _("Winning chances are now hidden.")
HIDDEN_UNDONE: Final = _("Winning chances are shown again.")
A_JOKER: Final = {"Athlete": _("an Athlete")}
"""Games' own names for a Joker, each with the article it needs in a sentence."""


def describe_in_short(change: Change, joker: str = "Joker") -> Text:
    """Describe an event in a sentence that is short enough to fit beside the changed totals."""
    done = change.redone or change.event
    if change.undone or type(done.data) not in IN_SHORT:
        return describe(change, joker)
    return IN_SHORT[type(done.data)]


def describe(change: Change, joker: str = "Joker") -> Text:
    """Describe an event in a sentence; `joker` is the game's name for a joker."""
    if change.undone:
        return _sentence(UNDONE, change, change.undone, joker)
    if change.redone:
        event = _sentence(DONE, change, change.redone, joker)
        return _("Redone: {event}", event=event)
    if isinstance(change.event.data, events.StateRestored):
        return _("The match was reset to line {number} of its log.", number=change.event.data.to)
    return _sentence(DONE, change, change.event, joker)


def _sentence(
    sentences: dict[type[events.EventData], Text], change: Change, event: events.Event, joker: str
) -> Text:
    data = event.data
    template = sentences[type(data)]
    if isinstance(data, events.EveningChanged):
        return template.format(at=_moment(data.start))
    if isinstance(data, events.EveningEvent):
        at = getattr(data, "at", None)
        if at is None or sentences is UNDONE:
            return template
        until = data.until if isinstance(data, events.PauseBegun) else None
        if until is None:
            return EARLIER[type(data)].format(at=_moment(at))
        template = WAS_NONE if until == at else WAS_BREAK
        return template.format(at=_moment(at), until=_moment(until))
    if isinstance(data, events.ChancesShown) and not data.shown:
        return HIDDEN_UNDONE if sentences is UNDONE else HIDDEN
    card = ""
    if isinstance(data, events.CardPlayed | events.CardTakenBack):
        plain = plain_text(data.card)
        is_joker = plain == "JK" and joker in A_JOKER
        card = A_JOKER[joker] if is_joker else with_article(read_card(plain))
    values = {"label": replace_values(change.label, change.names), "card": card}
    if change.player and template in OF_PLAYER:
        template, values = OF_PLAYER[template], values | {"name": change.player}
    if isinstance(data, events.PlayEvent) and data.table is not None:
        event_text = template.format(**values)
        return _("Table {number}: {event}", number=data.table + 1, event=event_text)
    return sentence(template.format(**values))


def _moment(text: str) -> Moment | str:
    """Parse a time; return the text itself if the time is out of range in UTC."""
    at = in_utc(text)
    return text if at is None else moment(at)
