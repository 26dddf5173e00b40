"""The first page: the matches of this device, and where to go from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.core.game import AnyGame
from referee.core.registry import GAMES
from referee.core.sheet import Sheet
from referee.core.text import Said
from referee.matches.database.write_lock import Busy
from referee.matches.match import Match
from referee.matches.store import Link
from referee.matches.tonight import last_evening
from referee.web.circles.circles import circles_here
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.match_cache import match_cache, store

pages = Blueprint("home", __name__)

TOLD: Final = 12
"""Of so many matches the page says how they stand; of older ones only when they were played."""


@dataclass(frozen=True)
class Known:
    """A match of this device, when it was last written to, and how it stands."""

    link: Link
    last: datetime
    match: Match | None

    @property
    def game(self) -> AnyGame | None:
        """The game that is played, if this version knows it."""
        return GAMES.get(self.link.game)

    @cached_property
    def sheet(self) -> Sheet | None:
        """How it stands."""
        return self.match.sheet() if self.match else None

    @property
    def evening(self) -> Said | None:
        """Its last evening, and how long was played then."""
        return last_evening(self.match) if self.match else None

    @property
    def is_over(self) -> bool:
        """Whether it is known to have come to its end."""
        return self.sheet is not None and self.sheet.finished

    @property
    def key(self) -> str:
        """The key by which this device opens it."""
        return self.link.score_key if self.link.role == "score" else self.link.watch_key


@pages.get("/")
def home() -> str:
    """The matches of this device, the last one first; those that are over and hidden ones apart."""
    known = _known(device.keys(), TOLD)
    listed = {match.link.match_id for match in known}
    hidden = [match for match in _known(device.hidden()) if match.link.match_id not in listed]
    last = device.hidden()[:1] if "hidden" in request.args else []
    return render(
        "start/home.html",
        running=[match for match in known if not match.is_over],
        over=[match for match in known if match.is_over],
        hidden=hidden,
        circles=circles_here(),
        just_hidden=next((match for match in hidden if match.key in last), None),
    )


def _known(keys: Iterable[str], told: int = 0) -> list[Known]:
    return [
        Known(link, last, _match_of(link) if place < told else None)
        for place, (link, last) in enumerate(store().links(keys))
    ]


@pages.post("/hide/<key>")
def hide(key: str) -> Response:
    """Take a match off this device's list; it stays, and can be put back."""
    link = store().find(key)
    device.hide(key, *((link.watch_key,) if link and link.role == "score" else ()))
    return redirect(url_for("home.home", hidden=1), 303)


@pages.post("/unhide/<key>")
def unhide(key: str) -> Response:
    """Put a hidden match back on the list."""
    device.show_again(key)
    return redirect(url_for("home.home"), 303)


def _match_of(link: Link) -> Match | None:
    """The match; none of a game that is not known here, nor where somebody is just busy."""
    if link.game not in GAMES:
        return None
    try:
        with match_cache().open(link.match_id) as match:
            return match
    except Busy:
        return None
