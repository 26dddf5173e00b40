"""A new match, and a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.choices import choices, chosen
from referee.game import Game
from referee.games import GAMES
from referee.law import Problem, error
from referee.log import Book
from referee.record import FORMAT
from referee.refusal import NotARecord
from referee.sheet import read_record
from referee.store import Link, WrongMatch
from referee.web import device
from referee.web.books import opened, store
from referee.web.page import posted_id, render

pages = Blueprint("new", __name__)

SEATS_OFFERED = 6
"""How many names a form asks for at first, where a game takes so many."""
LONGEST_NAME = 40
LONGEST_TITLE = 80


@dataclass
class NewMatch:
    """What was typed for a new match, and what is still wrong with it."""

    game: Game
    names: list[str]
    title: str
    options: Mapping[str, str]
    faults: list[Problem]

    @property
    def players(self) -> list[str]:
        """The names that are there, in seat order."""
        return [name for name in self.names if name]

    @property
    def payload(self) -> dict[str, Any]:
        """What the log opens with."""
        return {
            "game": self.game.name,
            "title": self.title,
            "players": self.players,
            "options": chosen(self.game.shape, self._by_seats, self.players),
        }

    @property
    def dealer_field(self) -> int:
        """The field of the name that was chosen to deal first."""
        field = self.options.get("first_dealer", "0")
        return int(field) if field.isdecimal() and len(field) < 3 else 0

    @property
    def dealer_is_named(self) -> bool:
        """Whether a player sits there; the first one deals if nobody was chosen."""
        field = self.dealer_field
        return field == 0 or (field < len(self.names) and bool(self.names[field]))

    @property
    def _by_seats(self) -> dict[str, str]:
        """The options with the dealer as a seat: fields that were left empty are no seats."""
        seat = sum(bool(name) for name in self.names[: self.dealer_field])
        return {**self.options, "first_dealer": str(seat)}


@pages.get("/new")
def new() -> str:
    """The form for a new match."""
    game = GAMES.get(request.args.get("game", "")) or next(iter(GAMES.values()))
    return _form(NewMatch(game, [], "", {}, []))


@pages.post("/new")
def start() -> tuple[str, int] | Response:
    """Start the match, or say what is missing and keep what was typed."""
    typed = _typed(request.form)
    if "again" in request.form:
        return _form(typed), 200
    typed.faults = _faults(typed)
    if typed.faults:
        return _form(typed), 422
    link = open_match(typed.payload)
    return redirect(url_for("match.show", key=link.score_key), 303)


def _typed(form: Mapping[str, str]) -> NewMatch:
    game = GAMES.get(form.get("game", "")) or next(iter(GAMES.values()))
    names = [form.get(f"player{seat}", "").strip() for seat in range(game.shape.most)]
    return NewMatch(game, names, form.get("title", "").strip()[:LONGEST_TITLE], form, [])


def _faults(typed: NewMatch) -> list[Problem]:
    """What is wrong with the table, by the rule `GAME.players`."""
    shape, players = typed.game.shape, typed.players
    messages = []
    if not shape.fewest <= len(players) <= shape.most:
        wanted = shape.fewest if shape.fewest == shape.most else f"{shape.fewest} to {shape.most}"
        messages.append(f"{typed.game.title} needs {wanted} players; {len(players)} are named.")
    if len({name.casefold() for name in players}) < len(players):
        messages.append("Two players have the same name: the sheet could not tell them apart.")
    if any(len(name) > LONGEST_NAME for name in players):
        messages.append(f"A name has {LONGEST_NAME} letters at most, to fit the sheet.")
    if not typed.dealer_is_named:
        messages.append(f"Player {typed.dealer_field + 1} shall deal first, and has no name.")
    if not messages:
        messages = _record_faults(typed.payload)
    return [error(shape.players_rule, message) for message in messages]


def _record_faults(payload: dict[str, Any]) -> list[str]:
    try:
        read_record({"format": FORMAT, **payload, "entries": []})
    except NotARecord as refused:
        return [f"{fault.place}: {fault.message}." for fault in refused.faults]
    return []


def _form(typed: NewMatch) -> str:
    more = typed.options.get("again", "")
    wanted = int(more) if more.isdecimal() and len(more) < 3 else 0
    seats = max(wanted, SEATS_OFFERED, len(typed.players) + 1)
    return render(
        "new.html",
        "parts/new_match.html",
        typed=typed,
        seats=min(seats, typed.game.shape.most),
        choices=choices(typed.game.shape, typed.players or ["Player 1"]),
        known_names=device.names(),
    )


def open_match(payload: dict[str, Any]) -> Link:
    """Open a match by the form that is posted, once, and remember it on this device."""
    payload["title"] = payload["title"] or f"{GAMES[payload['game']].title}, {_today()}"
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
    device.learn(payload["players"])
    return link


def _today() -> str:
    now = datetime.now(UTC)
    return f"{now.day} {now:%B}"


@pages.post("/m/<key>/rematch")
def rematch(key: str) -> Response:
    """The same players and options again, the dealer moved on."""
    with opened(key, to_write=True) as match:
        book = match.book
        payload = {
            "game": book.game.name,
            "title": book.title,
            "players": list(book.players),
            "options": book.options | {"first_dealer": _moved_on(book)},
        }
    link = open_match(payload)
    return redirect(url_for("match.show", key=link.score_key), 303)


def _moved_on(book: Book) -> int:
    """The first dealer of the next match: the neighbour of this one's."""
    first: int = book.table.options.first_dealer
    return book.table.left_of(first)
