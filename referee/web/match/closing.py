"""Stop a match before its game is over, name the winner of a tie, or go on playing."""

from __future__ import annotations

from flask import Blueprint, request

from referee.core.text import Text, _
from referee.matches.events.base import EventData
from referee.matches.events.closing import MatchClosed, MatchReopened
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.write import EventOrReply, Refusal, Reply, event_view, show_match

pages = Blueprint("closing", __name__, url_prefix="/m/<key>")


@pages.get("/stop")
def show(key: str) -> str:
    return _render(open_match(key, to_write=True))


def _render(opened: OpenMatch, message: str | Text = "") -> str:
    sheet = opened.match.sheet()
    return render("match/stop.html", opened=opened, sheet=sheet, message=message)


def _refuse(opened: OpenMatch, why: Refusal) -> Reply:
    return _render(opened, why.value), 409


@pages.post("/stop")
@event_view(MatchClosed.depends_on, refuse=_refuse)
def stop(opened: OpenMatch) -> EventOrReply:
    leaders, winner = opened.match.tally.leaders, request.form.get("winner")
    if not leaders or (winner and winner not in leaders):
        fault = _("Choose a winner from those in the lead.")
        return _render(opened, fault), 422
    return MatchClosed(winners=[winner]) if winner else MatchClosed()


@pages.post("/go-on")
@event_view(MatchReopened.depends_on, refuse=_refuse)
def go_on(opened: OpenMatch) -> EventData | Reply:
    return MatchReopened() if opened.match.tally.closed else show_match(opened)
