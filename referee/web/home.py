"""The first page: the matches of this device, and where to go from there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from referee.core.registry import GAMES
from referee.core.sheet import Sheet
from referee.matches.store import Link
from referee.matches.write_lock import Busy
from referee.web import device
from referee.web.htmx import render
from referee.web.match_cache import match_cache, store

pages = Blueprint("home", __name__)

TOLD: Final = 12
"""Of so many matches the page says how they stand; of older ones only when they were played."""


@dataclass(frozen=True)
class Known:
    """A match of this device, when it was last written to, and how it stands."""

    link: Link
    last: datetime
    sheet: Sheet | None

    @property
    def key(self) -> str:
        """The key by which this device opens it."""
        return self.link.score_key if self.link.role == "score" else self.link.watch_key


@pages.get("/")
def home() -> str:
    """The matches of this device, the last one first."""
    matches = [
        Known(link, last, _sheet_of(link) if place < TOLD else None)
        for place, (link, last) in enumerate(store().links(device.keys()))
    ]
    return render("home.html", matches=matches)


@pages.post("/forget/<key>")
def forget(key: str) -> Response:
    """Take a match off this device's list; the match itself stays."""
    link = store().find(key)
    device.forget(key, *((link.watch_key,) if link and link.role == "score" else ()))
    return redirect(url_for("home.home"), 303)


def _sheet_of(link: Link) -> Sheet | None:
    """How it stands; not of a game that is not known here, nor where somebody is just busy."""
    if link.game not in GAMES:
        return None
    try:
        with match_cache().open(link.match_id) as match:
            return match.sheet()
    except Busy:
        return None
