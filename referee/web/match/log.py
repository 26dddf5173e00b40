"""The log of a match: every event, who wrote it, when, and what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, groupby
from typing import Final

from flask import Blueprint, request

from referee.core.cards import plain_text, read_card, with_article
from referee.core.story.story import evening_starts, find_evening
from referee.core.text import Moment, moment, said, sentence, whole_number
from referee.core.validation import in_utc
from referee.matches import events
from referee.matches.match import Change, Match, history
from referee.web.http.app import render
from referee.web.http.match_cache import open_match

pages = Blueprint("log", __name__, url_prefix="/m/<key>/log")

SHOWN = 100  # lines on the first page; cards that were played in a row are one line
EVENTS_A_PAGE = 200  # on each page of earlier events

Line = list[Change]


@dataclass(frozen=True)
class EveningLines:
    began: datetime
    lines: list[Line]
    place: str = ""


@pages.get("/")
def show(key: str) -> str:
    """Show the log, newest first; `until` is the last event of an earlier page."""
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
        title=match.title,
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
    """Group the changes by evening; the last group is the evening the match was opened."""
    apart = evening_starts(event.at for event in match.log)
    known = match.evenings()

    def evening_of(event: events.Event) -> tuple[datetime, str]:
        evening = find_evening(known, event.at)
        session = evening.session if evening else None
        at = evening.start if evening else apart[event.number - 1]
        return at, (session.place if session else None) or ""

    found = []
    for (at, place), those in groupby(changes, lambda change: evening_of(change.event)):
        by_line = groupby(
            those,
            # Consecutive cards share one line.
            lambda change: isinstance(change.event.data, events.CardPlayed) or change.event.number,
        )
        lines = [list(line) for _, line in by_line]
        found.append(EveningLines(at, lines, place))
    at, place = evening_of(match.opened)
    if not (found and found[-1].began == at):
        found.append(EveningLines(at, [], place))
    return found


# Events as sentences ------------------------------------------------------------------------------

DONE: Final[dict[type[events.EventData], str]] = {
    events.MatchOpened: "The match was opened.",
    events.EntryAdded: "{label} was recorded.",
    events.EntryChanged: "{label} was corrected.",
    events.EntryStruck: "{label} was struck; what follows moves up.",
    events.EntryRestored: "{label} was put back.",
    events.WarningsAccepted: "{label} was kept in spite of a warning.",
    events.NamesChanged: "The names were changed.",
    events.RulingKept: "A ruling was kept.",
    events.OptionsChanged: "Your table plays otherwise: {label}.",
    events.ChancesShown: "Who is likely to win is said, or no more.",
    events.HouseRuleSaid: "A house rule was written beside “{label}”.",
    events.PlayStarted: "{label} is followed card by card.",
    events.CardPlayed: "{card} was played.",
    events.CardTakenBack: "{card} was taken back.",
    events.FactsChanged: "What is known of {label} was changed.",
    events.PlayLeft: "The cards of {label} were put aside.",
    events.HandLaidOut: "{label} was laid out.",
    events.EveningBegun: "The evening began.",
    events.PauseBegun: "A break began.",
    events.PauseEnded: "The break was over.",
    events.EveningEnded: "The evening was over.",
    events.EveningChanged: "What is known of the evening of {at} was corrected.",
    events.LaterEvent: "A newer version of Referee wrote something that this one does not know.",
}
UNDONE: Final[dict[type[events.EventData], str]] = {
    events.EntryAdded: "{label} was taken back.",
    events.EntryChanged: "The correction of {label} was undone.",
    events.EntryStruck: "{label} is on the sheet again.",
    events.EntryRestored: "{label} is struck again.",
    events.WarningsAccepted: "The warning of {label} is open again.",
    events.NamesChanged: "The names are as they were.",
    events.RulingKept: "The ruling was taken back.",
    events.OptionsChanged: "The options are as they were.",
    events.ChancesShown: "Whether it is said who is likely to win is as it was.",
    events.HouseRuleSaid: "The house rule is as it was.",
    events.PlayStarted: "{label} is not followed card by card any more.",
    events.CardPlayed: "{card} was taken back.",
    events.CardTakenBack: "{card} was played again.",
    events.FactsChanged: "What was said of {label} was taken back.",
    events.PlayLeft: "{label} is followed card by card again.",
    events.HandLaidOut: "{label} was taken back.",
    events.EveningBegun: "The beginning of the evening was taken back.",
    events.PauseBegun: "The break was taken back.",
    events.PauseEnded: "The break goes on.",
    events.EveningEnded: "The evening goes on.",
    events.EveningChanged: "What is known of the evening of {at} is as it was.",
    events.LaterEvent: "Something that a newer version of Referee wrote was taken back.",
}


OF_PLAYER: Final[dict[str, str]] = {
    DONE[events.CardPlayed]: "{name} played {card}.",
    DONE[events.CardTakenBack]: "{card}, played by {name}, was taken back.",
    UNDONE[events.CardTakenBack]: "{name} played {card} again.",
}
"""Sentences for cards whose player is known."""
EARLIER: Final[dict[type[events.EventData], str]] = {
    events.EveningBegun: "The evening had begun at {at}.",
    events.PauseBegun: "A break had begun at {at}.",
    events.PauseEnded: "The break had been over at {at}.",
    events.EveningEnded: "The evening had been over at {at}.",
}
"""Sentences for events recorded late."""
WAS_BREAK: Final = "There was a break from {at} to {until}."
WAS_NONE: Final = "There was no break between {at} and the entry after it."
IN_SHORT: Final[dict[type[events.EventData], str]] = {
    events.OptionsChanged: "The options were changed.",
    events.HouseRuleSaid: "A house rule was written.",
}
"""Shorter sentences, where DONE needs two lines."""


def describe_in_short(change: Change, joker: str = "Joker") -> str:
    """Describe an event, short enough to fit beside the changed totals."""
    done = change.redone or change.event
    if change.undone or type(done.data) not in IN_SHORT:
        return describe(change, joker)
    return said(IN_SHORT[type(done.data)])


def describe(change: Change, joker: str = "Joker") -> str:
    """Describe an event in a sentence; `joker` is the game's name for a joker."""
    if change.undone:
        return _sentence(UNDONE, change, change.undone, joker)
    if change.redone:
        return said("Done again: {deed}", deed=_sentence(DONE, change, change.redone, joker))
    if isinstance(change.event.data, events.StateRestored):
        return said("The state after line {number} was restored.", number=change.event.data.to)
    return _sentence(DONE, change, change.event, joker)


def _sentence(
    sentences: dict[type[events.EventData], str], change: Change, event: events.Event, joker: str
) -> str:
    data = event.data
    template = sentences[type(data)]
    if isinstance(data, events.EveningChanged):
        return said(template, at=_moment(data.start))
    if isinstance(data, events.EveningEvent):
        at = getattr(data, "at", None)
        if at is None or sentences is UNDONE:
            return said(template)
        until = data.until if isinstance(data, events.PauseBegun) else None
        if until is None:
            return said(EARLIER[type(data)], at=_moment(at))
        template = WAS_NONE if until == at else WAS_BREAK
        return said(template, at=_moment(at), until=_moment(until))
    card = ""
    if isinstance(data, events.CardPlayed | events.CardTakenBack):
        card = with_article(read_card(plain_text(data.card)))
        if plain_text(data.card) == "JK":
            card = said("an {joker}" if joker[0] in "AEIOU" else "a {joker}", joker=joker)
    values = {"label": change.label, "card": card}
    if change.player and template in OF_PLAYER:
        template, values = OF_PLAYER[template], values | {"name": change.player}
    if isinstance(data, events.PlayEvent) and data.table is not None:
        deed = said(template, **values)
        return said("Table {number}: {deed}", number=data.table + 1, deed=deed)
    return sentence(said(template, **values))


def _moment(text: str) -> Moment | str:
    """Parse a time; return its text if it is out of range in UTC."""
    at = in_utc(text)
    return text if at is None else moment(at)
