"""A new match, and a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.core.findings import Problem, error
from referee.core.game import AnyGame
from referee.core.options import cases, choices, chosen, clocks
from referee.core.record import FORMAT
from referee.core.registry import GAMES
from referee.core.sheet import read_record
from referee.core.text import said
from referee.core.validation import NotARecord, RecordFault, is_unseen
from referee.matches.match import Match
from referee.matches.store import Link, WrongMatch
from referee.web import clock, device
from referee.web.event_ids import posted_id
from referee.web.forms.fields import whole_number
from referee.web.htmx import render
from referee.web.match_cache import open_match, store

pages = Blueprint("new_match", __name__)

SEATS_OFFERED = 6
"""How many names a form asks for at first, where a game takes so many."""
LONGEST_NAME = 40
LONGEST_TITLE = 80


def plain_name(typed: str, longest: int) -> str:
    """A name or title in one line, without signs that nobody sees and not longer than this."""
    spaced = "".join(" " if sign.isspace() else sign for sign in typed)
    return "".join(sign for sign in spaced if not is_unseen(sign)).strip()[:longest].strip()


@dataclass
class NewMatch:
    """What was typed for a new match, and what is still wrong with it."""

    game: AnyGame
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
            "options": self._chosen | clock.finish(self.game.spec.options, self.options, _now()),
        }

    @property
    def dealer_field(self) -> int:
        """The field of the name that was chosen to deal first."""
        return whole_number(self.options.get("first_dealer", ""), digits=2) or 0

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
        every = choices(self.game.spec.options, self.players)
        hidden = {choice.name for choice in every if not choice.has_room(every, self.options)}
        form = {name: text for name, text in self.options.items() if name not in hidden}
        seat = sum(bool(name) for name in self.names[: self.dealer_field])
        return chosen(self.game.spec.options, {**form, "first_dealer": str(seat)}, self.players)

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
    link = start_match(typed.payload)
    return redirect(url_for("match_page.show", key=link.score_key), 303)


def _typed(form: Mapping[str, str]) -> NewMatch:
    game = GAMES.get(form.get("game", "")) or next(iter(GAMES.values()))
    names = [
        plain_name(form.get(f"player{seat}", ""), LONGEST_NAME + 1)
        for seat in range(game.spec.most)
    ]
    return NewMatch(game, names, plain_name(form.get("title", ""), LONGEST_TITLE), form, [])


def _faults(typed: NewMatch) -> list[Problem]:
    """What is wrong with the table, by the rule `GAME.players`."""
    spec, players = typed.game.spec, typed.players
    messages = []
    if not spec.fewest <= len(players) <= spec.most:
        template = "{game} needs {wanted} players; {number} are named."
        span = said("{fewest} to {most}", fewest=spec.fewest, most=spec.most)
        wanted = spec.fewest if spec.fewest == spec.most else span
        messages.append(said(template, game=typed.game.title, wanted=wanted, number=len(players)))
    if len({name.casefold() for name in players}) < len(players):
        messages.append(
            said("Two players have the same name: the sheet could not tell them apart.")
        )
    if any(len(name) > LONGEST_NAME for name in players):
        template = "A name has {most} letters at most, to fit the sheet."
        messages.append(said(template, most=LONGEST_NAME))
    if not typed.dealer_is_named:
        template = "Player {number} shall deal first, and has no name."
        messages.append(said(template, number=typed.dealer_field + 1))
    faults = [error(spec.players_rule, message) for message in messages]
    faults += _choice_faults(typed)
    return faults or _record_faults(typed)


def _choice_faults(typed: NewMatch) -> list[Problem]:
    """What was chosen for another number of players, and minutes that are none."""
    spec, faults = typed.game.spec, []
    known = {choice.name: choice for choice in choices(spec.options, typed.players)}
    for choice in choices(spec.options, ()) if typed.players else ():
        text = typed.options.get(choice.name, "")
        words = {str(value): words for value, words in choice.values}
        fitting = {str(value) for value, _ in known[choice.name].values} | {str(choice.default)}
        if text in words and text not in fitting:
            template = "{title}: “{value}” is not for {number} players."
            values = {"value": words[text], "number": len(typed.players)}
            message = said(template, title=choice.title, **values)
            faults.append(error(choice.rule, message, field=choice.name))
    if (finish := clocks(spec.options).get("finish")) is not None:
        faults += clock.minutes(typed.options, finish).problems
    return faults


def _record_faults(typed: NewMatch) -> list[Problem]:
    try:
        read_record({"format": FORMAT, **typed.payload, "entries": []})
    except NotARecord as refused:
        return [_describe(typed.game, fault) for fault in refused.faults]
    return []


def _describe(game: AnyGame, fault: RecordFault) -> Problem:
    """What makes the new match no record, by the rule of the option that is to blame."""
    place, message = fault.place.removeprefix("options."), fault.message
    if place == "options":  # options that contradict each other: the sentence names one
        place, _, message = message.partition(": ")
    for choice in choices(game.spec.options, ()):
        if choice.name == place:
            sentence = said("{title}: {fault}.", title=choice.title, fault=message)
            return error(choice.rule, sentence, field=choice.name)
    return error(game.spec.players_rule, said("{fault}.", fault=fault))


def _form(typed: NewMatch) -> str:
    every = choices(typed.game.spec.options, typed.players)
    wanted = whole_number(typed.options.get("again", ""), digits=2) or 0
    seats = max(wanted, SEATS_OFFERED, len(typed.players) + 1)
    return render(
        "new_match.html",
        "parts/new_match.html",
        typed=typed,
        seats=min(seats, typed.game.spec.most),
        choices=every,
        cases=cases(every),
        clock=clock,
        known_names=device.names(),
    )


def start_match(payload: dict[str, Any]) -> Link:
    """Open a match by the form that is posted, once, and remember it on this device."""
    payload["title"] = payload["title"] or _today()
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
    return f"{now.day} {now:%b}"


@pages.post("/m/<key>/rematch")
def rematch(key: str) -> Response:
    """The same players and options again, the dealer moved on."""
    with open_match(key, to_write=True) as opened:
        match = opened.match
        payload = {
            "game": match.game.name,
            "title": match.title,
            "players": list(match.players),
            "options": clock.again(match, _now()) | {"first_dealer": _moved_on(match)},
        }
    link = start_match(payload)
    return redirect(url_for("match_page.show", key=link.score_key), 303)


def _moved_on(match: Match) -> int:
    """The first dealer of the next match: the neighbour of this one's."""
    first: int = match.seating.options.first_dealer
    return match.seating.left_of(first)
