"""The home page, with this device's matches and circles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.core.language import (
    ENGLISH_LETTERS,
    GERMAN_LETTERS,
    GERMAN_SUITS,
    LETTERS,
    languages,
)
from referee.core.registry import GAMES
from referee.core.setup import members, name_side
from referee.core.sheet import Sheet
from referee.core.text import Text, _, listed, ngettext, points
from referee.matches.database.lock import Busy
from referee.matches.match import Match, last_evening
from referee.matches.store import Link
from referee.web.circles.circle_page import device_circles
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.language import current_language
from referee.web.http.match_cache import match_cache, store

pages = Blueprint("home", __name__)

ABOUT_LETTERS: Final = {
    ENGLISH_LETTERS: _("king, queen, jack, ace"),
    GERMAN_LETTERS: _("king, queen, jack, ace (in German)"),
    GERMAN_SUITS: _(
        "acorns, leaves, hearts and bells, in {games}",
        games=listed([game.title for game in GAMES.values() if game.has_german_cards]),
    ),
}

WITH_SCORES: Final = 12  # matches listed with their scores; older ones are listed without


@pages.get("/")
def home() -> str:
    """List this device's matches, newest first, with finished and hidden ones in separate lists."""
    known = _listed(device.keys(), WITH_SCORES)
    ids = {match["link"].match_id for match in known}
    hidden = [match for match in _listed(device.hidden()) if match["link"].match_id not in ids]
    last = device.hidden()[:1] if "hidden" in request.args else []
    just_hidden = next((match for match in hidden if match["key"] in last), None)
    return render(
        "start/home.html",
        running=[match for match in known if not match["is_over"]],
        over=[match for match in known if match["is_over"]],
        hidden=hidden,
        circles=device_circles(),
        describe_lead=describe_lead,
        just_hidden=just_hidden and just_hidden | {"match": read_match(just_hidden["link"])},
    )


def _listed(keys: Iterable[str], with_scores: int = 0) -> list[dict[str, Any]]:
    """Return these matches for the list; only the first `with_scores` include their scores."""
    listed = []
    for index, (link, last) in enumerate(store().links(keys)):
        match = read_match(link) if index < with_scores else None
        sheet = match.sheet() if match else None
        is_over = sheet is not None and sheet.finished
        listed.append(
            {
                "link": link,
                "last": last,  # when it was last written to
                "game": GAMES.get(link.game),  # None if this version doesn't know it
                "sheet": sheet,
                "evening": last_evening(match) if match and not is_over else None,
                "is_over": is_over,
                "match": match,
                "key": link.score_key if link.role == "score" else link.watch_key,
            }
        )
    return listed


def describe_lead(sheet: Sheet) -> Text | None:
    """Say who leads by how much, or who won; None before the first entry."""
    if sheet.winners:
        names = listed([name_side(members_of(sheet, name)) for name in sheet.winners])
        return ngettext("{names} won", "{names} share the win", len(sheet.winners), names=names)
    if not sheet.rows:
        return None
    leaders = [each for each in sheet.standings if each.rank == 1]
    if len(leaders) > 2:
        return ngettext("{n}-way tie", "{n}-way tie", len(leaders))
    if len(leaders) == 2:
        return _("{names} are level", names=listed([each.name for each in leaders]))
    [leader, second, *_others] = sheet.standings
    margin = abs(leader.score - second.score)
    lead = (
        points(margin)
        if sheet.game.unit == "points"
        else ngettext("{n} life", "{n} lives", int(margin))
    )
    people = members_of(sheet, leader.name)
    return ngettext(
        "{names} leads by {lead}",
        "{names} lead by {lead}",
        len(people),
        names=listed(people),
        lead=lead,
    )


def members_of(sheet: Sheet, side: str) -> list[str]:
    """Return the players of a side of this sheet."""
    players = [column.name for column in sheet.columns if column.kind == "player"]
    return members(side, players) or [side]


@pages.get("/language")
def language() -> str:
    """Offer the languages and the letters of packs, and lead back to the page given as `to`."""
    to = _ours(request.args.get("to", ""))
    chosen = device.letters() or current_language().letters
    return render("start/language.html", to=to, letters=ABOUT_LETTERS, chosen=chosen)


@pages.post("/language")
def choose_language() -> Response:
    """Set this device's language or letters, and redirect to the page given as `to`."""
    tag, letters = request.form.get("language", ""), request.form.get("letters", "")
    if tag in languages():
        device.choose_language(tag)
    if letters in LETTERS:
        device.choose_letters(letters)
    return redirect(_ours(request.form.get("to", "")), 303)


def _ours(address: str) -> str:
    """Return a path on this site, else the home page; `//`, `/\\` and `/<tab>/` lead elsewhere."""
    is_path = address.startswith("/") and address[1:2] not in ("/", "\\")
    return address if is_path and address.isprintable() else url_for("home.home")


@pages.post("/hide/<key>")
def hide(key: str) -> Response:
    """Hide a match on this device; it isn't deleted and can be shown again."""
    link = store().find(key)
    device.hide(key, *((link.watch_key,) if link and link.role == "score" else ()))
    return redirect(url_for("home.home", hidden=1), 303)


@pages.post("/unhide/<key>")
def unhide(key: str) -> Response:
    if key in device.hidden():
        device.remember(key)
    return redirect(url_for("home.home"), 303)


def read_match(link: Link) -> Match | None:
    """Return the match; None if this version doesn't know its game, or the match is locked."""
    if link.game not in GAMES:
        return None
    try:
        return match_cache().open(link.match_id)
    except Busy:
        return None
