"""The log of a match: everything that was ever written, by whom, when, and what it altered."""

from __future__ import annotations

from flask import Blueprint, request

from referee.log import Change, history
from referee.web.books import opened, store
from referee.web.page import render

pages = Blueprint("log", __name__, url_prefix="/m/<key>/log")

SHOWN = 100

DEEDS = {
    "added": "recorded",
    "changed": "corrected",
    "struck": "struck",
    "restored": "put back",
    "accepted": "kept in spite of a warning",
    "renamed": "names changed",
    "ruled": "a ruling kept",
    "returned": "an earlier state restored",
}


@pages.get("/")
def show(key: str) -> str:
    """The log, the last event first."""
    with opened(key) as match:
        changes: list[Change] = list(history(store().events(match.link.match_id)))[::-1]
        shown = changes if "all" in request.args else changes[:SHOWN]
        return render(
            "log.html",
            match=match,
            book=match.book,
            changes=shown,
            left_out=len(changes) - len(shown),
            deeds=DEEDS,
        )
