"""The log of a match: everything that was ever written, by whom, when, and what it altered."""

from __future__ import annotations

from flask import Blueprint, request

from referee.history import history
from referee.web.books import opened, store
from referee.web.page import render

pages = Blueprint("log", __name__, url_prefix="/m/<key>/log")

SHOWN = 100


@pages.get("/")
def show(key: str) -> str:
    """The log, the last event first."""
    with opened(key) as match:
        events = store().events(match.link.match_id)
        title, game = match.book.title, match.book.game
    # Long logs take a while to tell; the match is not held up by that.
    shown = len(events) - 1 if "all" in request.args else SHOWN
    changes = history(events, shown)[::-1]
    return render(
        "log.html",
        match=match,
        title=title,
        game=game,
        opening=events[0],
        last_number=events[-1].number,
        changes=changes,
        left_out=len(events) - 1 - len(changes),
    )
