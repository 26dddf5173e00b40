"""Home: the matches of this device, and where to go from there."""

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
from referee.matches.database.lock import Busy
from referee.matches.match import Match
from referee.matches.store import Link
from referee.matches.tonight import last_evening
from referee.web.circles.circles import circles_here
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.match_cache import match_cache, store

pages = Blueprint("home", __name__)

WITH_SCORES: Final = 12
"""How many matches are listed with their scores; older ones are listed without."""


@dataclass(frozen=True)
class ListedMatch:
    """A match of this device."""

    link: Link
    last: datetime
    """When it was last written to."""
    match: Match | None
    """None if its score is not shown."""

    @property
    def game(self) -> AnyGame | None:
        """None if this version doesn't know it."""
        return GAMES.get(self.link.game)

    @cached_property
    def sheet(self) -> Sheet | None:
        return self.match.sheet() if self.match else None

    @property
    def evening(self) -> Said | None:
        """Its last evening and how long that was."""
        return last_evening(self.match) if self.match else None

    @property
    def is_over(self) -> bool:
        return self.sheet is not None and self.sheet.finished

    @property
    def key(self) -> str:
        """The key by which this device opens it."""
        return self.link.score_key if self.link.role == "score" else self.link.watch_key


@pages.get("/")
def home() -> str:
    """The matches of this device, the last one first; finished and hidden ones are folded."""
    known = _listed(device.keys(), WITH_SCORES)
    ids = {match.link.match_id for match in known}
    hidden = [match for match in _listed(device.hidden()) if match.link.match_id not in ids]
    last = device.hidden()[:1] if "hidden" in request.args else []
    return render(
        "start/home.html",
        running=[match for match in known if not match.is_over],
        over=[match for match in known if match.is_over],
        hidden=hidden,
        circles=circles_here(),
        just_hidden=next((match for match in hidden if match.key in last), None),
    )


def _listed(keys: Iterable[str], with_scores: int = 0) -> list[ListedMatch]:
    return [
        ListedMatch(link, last, _match_of(link) if index < with_scores else None)
        for index, (link, last) in enumerate(store().links(keys))
    ]


@pages.post("/hide/<key>")
def hide(key: str) -> Response:
    """Take a match off this device's list; the match stays, and can be put back."""
    link = store().find(key)
    device.hide(key, *((link.watch_key,) if link and link.role == "score" else ()))
    return redirect(url_for("home.home", hidden=1), 303)


@pages.post("/unhide/<key>")
def unhide(key: str) -> Response:
    device.show_again(key)
    return redirect(url_for("home.home"), 303)


def _match_of(link: Link) -> Match | None:
    """None if this version doesn't know the game, or somebody is writing just now."""
    if link.game not in GAMES:
        return None
    try:
        with match_cache().open(link.match_id) as match:
            return match
    except Busy:
        return None
