"""The first page, a new match, and a match made of a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from flask import Blueprint, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.choices import choices, chosen
from referee.game import Game
from referee.games import GAMES
from referee.law import Problem, error
from referee.log import Book
from referee.record import FORMAT, NotARecord, read_json
from referee.sheet import read_record, tally_of
from referee.store import Link, WrongMatch
from referee.web import device
from referee.web.books import opened, store
from referee.web.page import render

pages = Blueprint("home", __name__)

SEATS_OFFERED = 6
"""How many names a form asks for at first, where a game takes so many."""
LONGEST_NAME = 40
LONGEST_TITLE = 80


@pages.get("/")
def home() -> str:
    """The matches of this device, the last one first."""
    matches = [(link, last) for link, last in store().links(device.keys())]
    return render("home.html", matches=matches, games=GAMES)


@pages.post("/forget/<key>")
def forget(key: str) -> Response:
    """Take a match off this device's list; the match itself stays."""
    device.forget(key)
    return redirect(url_for("home.home"), 303)


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
            "options": chosen(self.game.shape, self.options, self.players),
        }


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
    link = _open(typed.payload, request.form.get("id", ""))
    return redirect(url_for("match.show", key=link.score_key), 303)


def _typed(form: Mapping[str, str]) -> NewMatch:
    game = GAMES.get(form.get("game", "")) or next(iter(GAMES.values()))
    names = [form.get(f"player{seat}", "").strip() for seat in range(game.shape.most)]
    return NewMatch(game, names, form.get("title", "").strip()[:LONGEST_TITLE], form, [])


def _faults(typed: NewMatch) -> list[Problem]:
    """What is wrong with the table (`GAME.players`, or the rule of an option)."""
    shape, players = typed.game.shape, typed.players
    messages = []
    if not shape.fewest <= len(players) <= shape.most:
        wanted = shape.fewest if shape.fewest == shape.most else f"{shape.fewest} to {shape.most}"
        messages.append(f"{typed.game.title} needs {wanted} players; {len(players)} are named.")
    if len({name.casefold() for name in players}) < len(players):
        messages.append("Two players have the same name: the sheet could not tell them apart.")
    if any(len(name) > LONGEST_NAME for name in players):
        messages.append(f"A name has {LONGEST_NAME} letters at most, to fit the sheet.")
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
        games=GAMES,
        seats=min(seats, typed.game.shape.most),
        choices=choices(typed.game.shape, typed.players or ["Player 1"]),
        known_names=device.names(),
    )


def _open(payload: dict[str, Any], event_id: str) -> Link:
    payload["title"] = payload["title"] or f"{GAMES[payload['game']].title}, {_today()}"
    try:
        link = store().open_match(
            id=event_id if _is_uuid(event_id) else str(uuid4()),
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


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


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
    link = _open(payload, request.form.get("id", ""))
    return redirect(url_for("match.show", key=link.score_key), 303)


def _moved_on(book: Book) -> int:
    """The first dealer of the next match: the neighbour of this one's."""
    first: int = book.table.options.first_dealer
    return book.table.left_of(first)


@pages.get("/import")
def choose_record() -> str:
    """The form for a record."""
    return render("import.html", faults=[], problems=[])


@pages.post("/import")
def import_record() -> tuple[str, int] | Response:
    """A record as a new match; or all that is wrong with it, with the places."""
    request.max_form_memory_size = current_app.config["MAX_CONTENT_LENGTH"]  # a text may be long
    file = request.files.get("record")
    text = request.form.get("text", "").strip()
    raw = file.read() if file and file.filename else text.encode()
    if not raw:
        fault = "Choose a file, or put the text of a record in the field."
        return render("import.html", faults=[fault], problems=[], text=text), 422
    try:
        data = read_json(raw)
        record = read_record(data)
    except NotARecord as refused:
        faults = [str(fault) for fault in refused.faults]
        return render("import.html", faults=faults, problems=[], text=text), 422
    sheet = tally_of(record).sheet()
    wrong = [row for row in sheet.rows if row.has_error]
    if wrong and "anyway" not in request.form:
        page = render("import.html", faults=[], problems=wrong, text=raw.decode("utf-8-sig"))
        return page, 422
    link = _open(_payload_of(data), request.form.get("id", ""))
    return redirect(url_for("match.show", key=link.score_key), 303)


def _payload_of(data: dict[str, Any]) -> dict[str, Any]:
    kept = ("game", "players", "entries", "sessions", "rulings")
    payload = {name: data[name] for name in kept if name in data}
    return payload | {"title": data.get("title", ""), "options": data.get("options", {})}
