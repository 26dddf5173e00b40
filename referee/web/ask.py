"""The question desk: a form for every kind of question, by its declaration, and rulings.

It stands by itself, for any game; and beside a match, with the match's options and players and with
what is known of the deal in place. There a ruling can be kept in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for

from referee.choices import Choice, choices, chosen, in_words
from referee.game import Game, Inquiry, Table, question_name
from referee.games import GAMES
from referee.record import NotARecord
from referee.sheet import ask
from referee.web.books import Opened, opened
from referee.web.entry import form_of
from referee.web.hand_desk import address_of, hand_asked, with_cards
from referee.web.hands import is_tapped
from referee.web.on_table import on_table, place_of, ways_of
from referee.web.page import render, wants_part
from referee.web.questions import Field, fields_of, value_of
from referee.web.writing import Reply, answered, write

pages = Blueprint("ask", __name__)


@dataclass(frozen=True)
class Desk:
    """Where a question is asked: of which game, by whom, under which options."""

    game: Game
    inquiry: Inquiry
    players: list[str]
    options: dict[str, Any]
    match: Opened | None = None
    place: int = 0
    """The table of the match, where players sit at several."""

    @property
    def fields(self) -> list[Field]:
        """The fields that are the question's own."""
        return fields_of(self.inquiry, len(self.players))

    @property
    def seated(self) -> list[str]:
        """Who is asked about: where players sit at several tables, perhaps only those of one."""
        if self.inquiry.at_one_table and self.game.by_cards:
            options = self.game.shape.read_options(self.options, len(self.players))
            table = Table(tuple(self.players), options)
            return list(self.game.by_cards.tables(table)[self.place].players)
        return self.players

    @property
    def back(self) -> str:
        """Where one comes from."""
        return url_for("ask.of_match", key=self.match.key) if self.match else url_for("ask.index")

    def put(self, typed: Mapping[str, str]) -> dict[str, Any]:
        """The question in its public shape."""
        seats = len(self.players)
        values = {field.name: value_of(field, typed, seats) for field in self.fields}
        return {
            "game": self.game.name,
            "question": question_name(self.inquiry),
            "players": seats,
            "options": self.options,
            **{name: value for name, value in values.items() if value is not None},
        }

    def answered(self, typed: Mapping[str, str]) -> tuple[dict[str, Any] | None, list[str]]:
        """The answer, or what is wrong with the question; neither before it is asked."""
        if typed.get("asked") != "1":
            return None, []
        try:
            others = [name for name in self.players if name not in self.seated]
            return ask(self.put(typed), [*self.seated, *others]), []
        except NotARecord as refused:
            titles = {field.name: field.title for field in self.fields}
            return None, [
                f"{titles.get(fault.place, fault.place)}: {_plainly(fault.message)}"
                for fault in refused.faults
            ]


def _plainly(message: str) -> str:
    return "choose it first." if message == "is missing" else message


@pages.get("/ask")
def index() -> str:
    """What can be asked."""
    return render("ask.html", games=GAMES.values(), name_of=question_name, match=None, known={})


@pages.get("/ask/<game>/<question>")
def desk(game: str, question: str) -> Reply:
    """A question, and its answer once it has been asked."""
    known = GAMES.get(game)
    if known is None:
        abort(404, "The referee knows no such game.")
    players = _players(known, request.args)
    options = chosen(known.shape, request.args, players)
    options.pop("first_dealer", None)
    return _page(Desk(known, _inquiry(known, question), players, options))


@pages.get("/m/<key>/ask/")
def of_match(key: str) -> Reply:
    """What can be asked about this match, with what is known of its deal."""
    with opened(key) as match:
        game, known = match.book.game, _known(match)
        fields = {
            question_name(inquiry): {
                name: text
                for name, text in known.items()
                if name.rstrip("0123456789") in inquiry.model.model_fields or name == "table"
            }
            for inquiry in game.inquiries
        }
        if request.args.keys() - known.keys():  # the whole form of the deal came along
            return redirect(url_for("ask.of_match", key=key, **known), 303)
        return render("ask.html", games=[game], name_of=question_name, match=match, known=fields)


@pages.get("/m/<key>/ask/<question>")
def desk_of_match(key: str, question: str) -> Reply:
    """A question about this match, and its answer."""
    with opened(key) as match:
        return _page(_desk_of(match, question))


@pages.post("/m/<key>/ask/<question>")
def keep(key: str, question: str) -> Reply:
    """Keep the ruling on a question in the log of the match."""
    with opened(key, to_write=True) as match:
        if (reply := answered(match, "ruled")) is not None:
            return reply
        desk = _desk_of(match, question)
        answer, _ = desk.answered(request.args)
        if answer is None:
            abort(422, "There is no ruling to keep yet: ask first.")
        ruling = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "question": desk.put(request.args),
            "decision": " ".join(f"{r['text']} [{r['rule']}]" for r in answer["rulings"]),
        }
        return write(match, "ruled", {"ruling": ruling})


def _desk_of(match: Opened, question: str) -> Desk:
    book = match.book
    inquiry, players = _inquiry(book.game, question), list(book.players)
    return Desk(book.game, inquiry, players, book.options, match, place_of(match))


def _inquiry(game: Game, question: str) -> Inquiry:
    inquiry = game.inquiry(question)
    if inquiry is None:
        abort(404, "The referee has no such question.")
    return inquiry


def _known(match: Opened) -> dict[str, Any]:
    """What is known of the deal, as the fields of questions have it.

    Of a deal that is followed card by card, also the trick on the table; otherwise what has been
    typed so far.
    """
    book, table = match.book, on_table(match)
    form = form_of(book.game)
    where = {"table": str(place_of(match))} if ways_of(match) else {}
    if table is None or table.play is None:
        return form.known(book, request.args) | where
    trick = table.trick
    return {
        **form.known(book, form.fill(table.deal.data)),
        **({"trump": trick.rules.trump} if trick.rules.trump else {}),
        "cards": " ".join(map(str, trick.cards)),
        "leader": str(trick.leader),
        **where,
    }


def _page(desk: Desk) -> Reply:
    game, players, match = desk.game, desk.players, desk.match
    hand = hand_asked(game, question_name(desk.inquiry), desk.options, len(players))
    if hand and is_tapped(request.args) and not hand.said and not wants_part():
        return redirect(address_of(hand), 303)
    typed = with_cards(hand, request.args) if hand else request.args
    answer, faults = desk.answered(typed)
    options = game.shape.read_options(desk.options, len(players))
    pack = desk.inquiry.pack
    page = render(
        "hand_question.html" if hand else "question.html",
        "parts/arranged.html" if hand else "parts/question.html",
        desk=desk,
        hand=hand,
        keep_at=address_of(hand) if hand else request.full_path,
        game=game,
        inquiry=desk.inquiry,
        fields=desk.fields,
        choices=[] if match else _choices(desk),
        plays=[
            (choice, words)
            for choice, words in in_words(game.shape, options, players)
            if match and _matters(desk.inquiry, choice)
        ],
        players=players,
        typed=request.args,
        answer=answer,
        faults=faults,
        numbers=[] if match else _player_numbers(desk, hand is not None),
        seats=list(enumerate(desk.seated)),
        pack=pack(Table(tuple(players), options)) if pack else game.pack(options),
        match=match,
    )
    status = 422 if faults or (hand and hand.said) else 200
    if hand and wants_part():
        return Response(page, status, headers={"HX-Replace-Url": address_of(hand)})
    return page, status


def _player_numbers(desk: Desk, depends: bool) -> list[int]:
    """The numbers of players to choose from, where the question depends on it."""
    shape = desk.game.shape
    depends = depends or any(field.widget == "seat" or field.one_a_player for field in desk.fields)
    every = range(shape.fewest, shape.most + 1)
    return [seats for seats in every if shape.seats_many(seats)] if depends else []


def _players(game: Game, typed: Mapping[str, str]) -> list[str]:
    number = typed.get("players", "")
    seats = int(number) if number.isdecimal() and len(number) < 4 else game.usual_players
    if not game.shape.seats_many(seats):
        seats = game.usual_players
    return [f"Player {seat + 1}" for seat in range(seats)]


def _choices(desk: Desk) -> list[Choice]:
    """The options that the answer may rest on."""
    found = choices(desk.game.shape, desk.players)
    return [choice for choice in found if _matters(desk.inquiry, choice)]


def _matters(inquiry: Inquiry, choice: Choice) -> bool:
    """Whether the answer may rest on this option: never on the seat of the first dealer."""
    if inquiry.rests_on is not None:
        return choice.name in inquiry.rests_on
    return choice.name != "first_dealer"
