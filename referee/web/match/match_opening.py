"""Opening a match: from a form, from a record, or as a rematch."""

from __future__ import annotations

from typing import Any

from flask import abort

from referee.core.validation import is_unseen
from referee.matches.match import Match
from referee.matches.store import Link, WrongMatch, now
from referee.web.http import device
from referee.web.http.app import posted_id
from referee.web.http.limits import charge_match
from referee.web.http.match_cache import store
from referee.web.match import clock

LONGEST_NAME = 40
LONGEST_TITLE = 80


def plain_name(typed: str, longest: int) -> str:
    """A name or title in one line, without invisible characters, cut to this length."""
    spaced = "".join(" " if sign.isspace() else sign for sign in typed)
    return "".join(sign for sign in spaced if not is_unseen(sign)).strip()[:longest].strip()


def start_match(payload: dict[str, Any], *, is_own: bool = True) -> Link:
    """Open a match by the posted form, once however often it is sent, and remember it here.

    The names of an own match are offered for the next one.
    """
    charge_match()
    today = now()
    payload["title"] = payload["title"] or f"{today.day} {today:%b}"
    try:
        link = store().open_match(
            id=posted_id(),
            game=payload["game"],
            title=payload["title"],
            payload=payload,
            by=None,
        )
    except WrongMatch:
        abort(409, "This form belongs to another match. Go to your matches and begin anew.")
    device.remember(link.score_key)
    if is_own:
        device.learn(payload["players"])
    return link


def rematch_payload(match: Match) -> dict[str, Any]:
    """What a rematch opens with: the same table and rules, and the next first dealer."""
    next_dealer = match.seating.left_of(match.seating.options.first_dealer)
    return {
        "game": match.game.name,
        "title": match.title,
        "players": list(match.players),
        "options": clock.again(match, now()) | {"first_dealer": next_dealer},
        **({"rulings": list(match.rulings)} if match.rulings else {}),
        **({"house": list(match.house)} if match.house else {}),
    }
