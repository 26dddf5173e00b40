"""The question desk: a form for every kind of question, by its declaration, and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from flask import Blueprint, abort, request

from referee.cards import SUITS
from referee.choices import Choice, choices, chosen
from referee.game import Game, Inquiry, question_name
from referee.games import GAMES
from referee.question import Widget
from referee.refusal import NotARecord
from referee.sheet import ask
from referee.web.page import render

pages = Blueprint("ask", __name__)


@dataclass(frozen=True)
class Field:
    """One field of a question as the page asks for it."""

    name: str
    title: str
    widget: Widget
    is_needed: bool
    most: int


@pages.get("/ask")
def index() -> str:
    """What can be asked."""
    return render("ask.html", name_of=question_name)


@pages.get("/ask/<game>/<question>")
def desk(game: str, question: str) -> tuple[str, int]:
    """A question, and its answer once it has been asked."""
    inquiry = GAMES[game].inquiry(question) if game in GAMES else None
    if inquiry is None:
        abort(404, "The referee has no such question.")
    known = GAMES[game]
    players = _players(known, request.args)
    fields = fields_of(inquiry, len(players))
    answer, faults = _answered(known, question, fields, players)
    page = render(
        "question.html",
        "parts/question.html",
        game=known,
        inquiry=inquiry,
        fields=fields,
        choices=_choices(known, players),
        players=players,
        typed=request.args,
        answer=answer,
        faults=faults,
        numbers=_player_numbers(known, fields),
        seats=list(enumerate(players)),
        pack=known.pack(known.shape.read_options(_options(known, players), len(players))),
    )
    return page, 422 if faults else 200


def fields_of(inquiry: Inquiry, players: int) -> list[Field]:
    """The fields that are the question's own."""
    fields = []
    for name, declared in inquiry.model.model_fields.items():
        if isinstance(extra := declared.json_schema_extra, dict):
            widget, most = cast(Widget, extra["x-widget"]), cast(int, extra["x-most"])
            title = declared.title or name
            fields.append(Field(name, title, widget, declared.is_required(), most or players))
    return fields


def _answered(
    game: Game, question: str, fields: list[Field], players: list[str]
) -> tuple[dict[str, Any] | None, list[str]]:
    """The answer, or what is wrong with the question; neither before it is asked."""
    if request.args.get("asked") != "1":
        return None, []
    put: dict[str, Any] = {"game": game.name, "question": question, "players": len(players)}
    put["options"] = _options(game, players)
    for field in fields:
        value = _value(field, request.args, len(players))
        if value is not None:
            put[field.name] = value
    try:
        return ask(put, players), []
    except NotARecord as refused:
        titles = {field.name: field.title for field in fields}
        return None, [
            f"{titles.get(fault.place, fault.place)}: {_plainly(fault.message)}"
            for fault in refused.faults
        ]


def _plainly(message: str) -> str:
    return "choose it first." if message == "is missing" else message


def _value(field: Field, typed: Mapping[str, str], seats: int) -> Any:
    """What was typed in a field, as the question wants it; None for nothing."""
    text = typed.get(field.name, "").strip()
    match field.widget:
        case "cards":
            return text.replace(",", " ").split() if text or field.is_needed else None
        case "suit":
            return text if text in SUITS else None
        case "seat" | "number":
            return int(text) if text.isdecimal() and len(text) < 6 else None
        case "counts":
            given = [typed.get(f"{field.name}{place}", "").strip() for place in range(field.most)]
            return [int(n) for n in given if n.isdecimal() and len(n) < 6]
        case "turns":
            return [_turns(typed.get(f"{field.name}{seat}", "0")) for seat in range(seats)]


def _player_numbers(game: Game, fields: list[Field]) -> range:
    """The numbers of players to choose from, where the question depends on it."""
    depends = any(field.widget in ("seat", "turns") for field in fields)
    return range(game.shape.fewest, game.shape.most + 1) if depends else range(0)


def _turns(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 6 else None


def _players(game: Game, typed: Mapping[str, str]) -> list[str]:
    number = typed.get("players", "")
    seats = int(number) if number.isdecimal() and len(number) < 4 else game.usual_players
    seats = min(max(seats, game.shape.fewest), game.shape.most)
    return [f"Player {seat + 1}" for seat in range(seats)]


def _choices(game: Game, players: list[str]) -> list[Choice]:
    """The options that a question may rest on: all but the seat of the first dealer."""
    return [c for c in choices(game.shape, players) if c.name != "first_dealer"]


def _options(game: Game, players: list[str]) -> dict[str, Any]:
    options = chosen(game.shape, request.args, players)
    options.pop("first_dealer", None)
    return options
