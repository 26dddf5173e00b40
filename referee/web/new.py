"""A new match, and a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.choices import cases, choices, chosen, clocks
from referee.game import Game
from referee.games import GAMES
from referee.law import Problem, error
from referee.log import Book
from referee.record import FORMAT
from referee.refusal import Fault, NotARecord
from referee.sheet import read_record
from referee.store import Link, WrongMatch
from referee.web import clock, device
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
            "options": self._chosen | clock.finish(self.game.shape, self.options, _now()),
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
    def _chosen(self) -> dict[str, Any]:
        """The options but the end by the clock, without those for which others leave no room.

        The dealer is a seat: fields of names that were left empty are none.
        """
        every = choices(self.game.shape, self.players)
        hidden = {choice.name for choice in every if not choice.has_room(every, self.options)}
        form = {name: text for name, text in self.options.items() if name not in hidden}
        seat = sum(bool(name) for name in self.names[: self.dealer_field])
        return chosen(self.game.shape, {**form, "first_dealer": str(seat)}, self.players)

    @property
    def blamed(self) -> list[str]:
        """The options with which something is wrong."""
        return [fault.field for fault in self.faults if fault.field]


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
    faults = [error(shape.players_rule, message) for message in messages]
    faults += _choice_faults(typed)
    return faults or _record_faults(typed)


def _choice_faults(typed: NewMatch) -> list[Problem]:
    """What was chosen for another number of players, and minutes that are none."""
    shape, faults = typed.game.shape, []
    known = {choice.name: choice for choice in choices(shape, typed.players)}
    for choice in choices(shape, ()) if typed.players else ():
        text = typed.options.get(choice.name, "")
        words = {str(value): words for value, words in choice.values}
        fitting = {str(value) for value, _ in known[choice.name].values} | {str(choice.default)}
        if text in words and text not in fitting:
            message = f"{choice.title}: “{words[text]}” is not for {len(typed.players)} players."
            faults.append(error(choice.rule, message, field=choice.name))
    if (finish := clocks(shape).get("finish")) is not None:
        _, wrong = clock.minutes(typed.options, finish)
        faults += [error(finish.rule, wrong, field=finish.name)] if wrong else []
    return faults


def _record_faults(typed: NewMatch) -> list[Problem]:
    try:
        read_record({"format": FORMAT, **typed.payload, "entries": []})
    except NotARecord as refused:
        return [_told(typed.game, fault) for fault in refused.faults]
    return []


def _told(game: Game, fault: Fault) -> Problem:
    """What makes the new match no record, by the rule of the option that is to blame."""
    place, message = fault.place.removeprefix("options."), fault.message
    if place == "options":  # options that contradict each other: the sentence names one
        place, _, message = message.partition(": ")
    for choice in choices(game.shape, ()):
        if choice.name == place:
            return error(choice.rule, f"{choice.title}: {message}.", field=choice.name)
    return error(game.shape.players_rule, f"{fault}.")


def _form(typed: NewMatch) -> str:
    every = choices(typed.game.shape, typed.players)
    more = typed.options.get("again", "")
    wanted = int(more) if more.isdecimal() and len(more) < 3 else 0
    seats = max(wanted, SEATS_OFFERED, len(typed.players) + 1)
    return render(
        "new.html",
        "parts/new_match.html",
        typed=typed,
        seats=min(seats, typed.game.shape.most),
        choices=every,
        cases=cases(every),
        clock=clock,
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


def _now() -> datetime:
    return datetime.now(UTC)


def _today() -> str:
    now = _now()
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
            "options": clock.again(book, _now()) | {"first_dealer": _moved_on(book)},
        }
    link = open_match(payload)
    return redirect(url_for("match.show", key=link.score_key), 303)


def _moved_on(book: Book) -> int:
    """The first dealer of the next match: the neighbour of this one's."""
    first: int = book.table.options.first_dealer
    return book.table.left_of(first)
