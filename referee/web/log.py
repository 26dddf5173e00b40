"""The log of a match: everything that was ever written, by whom, when, and what it altered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby

from flask import Blueprint, request

from referee.matches.changes import Change
from referee.matches.events import CardPlayed
from referee.matches.match import Match, history
from referee.web.htmx import render
from referee.web.match_cache import open_match

pages = Blueprint("log", __name__, url_prefix="/m/<key>/log")

SHOWN = 100
"""So many lines; the cards of a deal in a row are one."""


@pages.get("/")
def show(key: str) -> str:
    """The log, the last event first."""
    with open_match(key) as opened:
        match = opened.match
    shown = match.number - 1 if "all" in request.args else _events_in(match, SHOWN)
    changes = history(match, shown)[::-1]
    return render(
        "log.html",
        opened=opened,
        title=match.title,
        game=match.game,
        pack=match.game.pack(match.seating.options),
        opening=match.opened,
        last_number=match.number,
        lines=_lines(changes),
        left_out=match.number - 1 - len(changes),
    )


def _events_in(match: Match, lines: int) -> int:
    """How many of the last events make so many lines."""
    later = (match.steps[place].event for place in range(match.number - 1, 0, -1))
    seen = accumulate(not isinstance(event.data, CardPlayed) for event in later)
    return sum(number <= lines for number in seen)


def _lines(changes: Sequence[Change]) -> list[list[Change]]:
    """The changes, those of cards that were played in a row together."""
    rows = groupby(
        changes, lambda change: isinstance(change.event.data, CardPlayed) or change.event.number
    )
    return [list(row) for _, row in rows]
