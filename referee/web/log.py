"""The log of a match: everything that was ever written, by whom, when, and what it altered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby

from flask import Blueprint, request

from referee.events import Event
from referee.history import history
from referee.log import Change
from referee.web.books import opened, store
from referee.web.page import render

pages = Blueprint("log", __name__, url_prefix="/m/<key>/log")

SHOWN = 100
"""So many lines; the cards of a deal in a row are one."""


@pages.get("/")
def show(key: str) -> str:
    """The log, the last event first."""
    with opened(key) as match:
        events = store().events(match.link.match_id)
        title, game = match.book.title, match.book.game
        pack = game.pack(match.book.table.options)
    # Long logs take a while to tell; the match is not held up by that.
    shown = len(events) - 1 if "all" in request.args else _events_in(events[1:], SHOWN)
    changes = history(events, shown)[::-1]
    return render(
        "log.html",
        match=match,
        title=title,
        game=game,
        pack=pack,
        opening=events[0],
        last_number=events[-1].number,
        lines=_lines(changes),
        left_out=len(events) - 1 - len(changes),
    )


def _events_in(events: Sequence[Event], lines: int) -> int:
    """How many of the last events make so many lines."""
    seen = accumulate(event.kind != "fell" for event in reversed(events))
    return sum(number <= lines for number in seen)


def _lines(changes: Sequence[Change]) -> list[list[Change]]:
    """The changes, those of cards that fell in a row together."""
    rows = groupby(changes, key=lambda change: change.event.kind == "fell" or change.event.number)
    return [list(row) for _, row in rows]
