"""The log of a match: everything that was ever written, by whom, when, and what it altered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, groupby

from flask import Blueprint, request

from referee.core.story.evenings import began as evening_starts
from referee.core.story.evenings import evening_at
from referee.core.text import whole_number
from referee.matches.changes import Change
from referee.matches.events import CardPlayed, Event, RulingKept
from referee.matches.match import Match, history
from referee.web.http.app import render
from referee.web.http.match_cache import open_match

pages = Blueprint("log", __name__, url_prefix="/m/<key>/log")

SHOWN = 100
"""So many lines; the cards of a deal in a row are one."""
EVENTS_A_PAGE = 200
"""Of the earlier ones."""

Line = list[Change]
"""One change, or cards that were played in a row."""


@dataclass(frozen=True)
class EveningLines:
    """The lines of an evening, the last one first."""

    began: datetime
    lines: list[Line]
    place: str = ""
    """Where it was, if that was said."""


@pages.get("/")
def show(key: str) -> str:
    """The log, the last event first; the earlier ones page by page, up to the event `until`."""
    with open_match(key) as opened:
        match = opened.match
    until = whole_number(request.args.get("until", ""), digits=9)
    end = match.number if until is None else min(until, match.number)
    shown = EVENTS_A_PAGE if "all" in request.args else _events_in(match, SHOWN)
    left_out = max(0, end - 1 - shown)
    changes = history(match, match.number - 1 - left_out)[: max(0, end - 1 - left_out)][::-1]
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
        ruling_places=_ruling_places(match, changes),
    )


def _events_in(match: Match, lines: int) -> int:
    """How many of the last events make so many lines."""
    later = (match.steps[place].event for place in range(match.number - 1, 0, -1))
    seen = accumulate(not isinstance(event.data, CardPlayed) for event in later)
    return sum(number <= lines for number in seen)


def _evenings(match: Match, changes: Sequence[Change]) -> list[EveningLines]:
    """The changes by evenings; the last of these is the one in which the match was opened."""
    apart = evening_starts(step.event.at for step in match.steps)
    known = match.evenings()

    def evening_of(event: Event) -> tuple[datetime, str]:
        evening = evening_at(known, event.at)
        session = evening.session if evening else None
        at = evening.start if evening else apart[event.number - 1]
        return at, (session.place if session else None) or ""

    by_evening = groupby(changes, lambda change: evening_of(change.event))
    found = [EveningLines(at, _lines([*those]), place) for (at, place), those in by_evening]
    at, place = evening_of(match.opened)
    if not (found and found[-1].began == at):
        found.append(EveningLines(at, [], place))
    return found


def _lines(changes: Sequence[Change]) -> list[Line]:
    """The changes, those of cards that were played in a row together."""
    rows = groupby(
        changes, lambda change: isinstance(change.event.data, CardPlayed) or change.event.number
    )
    return [list(row) for _, row in rows]


def _ruling_places(match: Match, changes: Sequence[Change]) -> dict[int, int]:
    """Which ruling of the match was kept by an event of this number, counted from 1."""
    kept = [(c.event.number, c.event.data) for c in changes]
    return {
        number: match.rulings.index(data.ruling) + 1
        for number, data in kept
        if isinstance(data, RulingKept) and data.ruling in match.rulings
    }
