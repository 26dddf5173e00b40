"""The log of a match: every event, who wrote it, when, and what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, groupby

from flask import Blueprint, request

from referee.core.story.story import evening_starts, find_evening, seat_players
from referee.core.text import whole_number
from referee.matches.events.base import Event
from referee.matches.events.names_and_rules import RulingKept
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
        lines = accumulate(not event.data.shares_line for event in later)
        shown = sum(number <= SHOWN for number in lines)
    left_out = max(0, end - 1 - shown)
    changes = history(match, left_out + 1, end)[::-1]
    rulings = {
        change.event.number: change.event.data.ruling
        for change in changes
        if isinstance(change.event.data, RulingKept)
    }
    return render(
        "match/log.html",
        opened=opened,
        title=match.name,
        game=match.game,
        pack=match.game.pack(match.setup.options),
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

    def evening_of(event: Event) -> tuple[datetime, str, tuple[str, ...]]:
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
            lambda change: change.event.data.shares_line or change.event.number,
        )
        lines = [list(line) for _unused, line in by_line]
        found.append(EveningLines(at, lines, place))
    at, place, _seated = evening_of(match.opened)
    if not (found and found[-1].began == at):
        found.append(EveningLines(at, [], place))
    return found
