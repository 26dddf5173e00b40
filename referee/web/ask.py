"""The question desk: a form for every kind of question, by its declaration, and rulings.

It stands by itself, for any game; and beside a match, with the match's options and players and with
what is known of the deal in place. There a ruling can be kept in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for

from referee.core.cards import Pack
from referee.core.game import AnyGame, tables_of
from referee.core.options import Choice, Options, choices, chosen, options_played
from referee.core.question import QuestionKind, question_name
from referee.core.registry import GAMES
from referee.core.rulings import ask
from referee.core.seating import Seating
from referee.core.validation import NotARecord
from referee.matches.events import RulingKept
from referee.matches.in_progress import NAMES
from referee.web.forms.entry_form import form_of
from referee.web.forms.fields import whole_number
from referee.web.forms.question_fields import AskedField, fields_of
from referee.web.game_pages import QuestionState, pages_of
from referee.web.htmx import found_at, render, wants_part
from referee.web.match_cache import OpenMatch, open_match
from referee.web.play_panel import place_of, play_panel, table_links
from referee.web.submit import Posted, Reply, submit

pages = Blueprint("ask", __name__)


@dataclass(frozen=True)
class Desk:
    """Where a question is asked: of which game, by whom, under which options."""

    game: AnyGame
    question_kind: QuestionKind
    players: list[str]
    options: dict[str, Any]
    opened: OpenMatch | None = None
    place: int = 0
    """The table of the match, where players sit at several."""

    @property
    def fields(self) -> list[AskedField]:
        """The fields that are the question's own."""
        return fields_of(self.game, self.question_kind, len(self.players))

    @cached_property
    def rules(self) -> Options:
        """The options in the game's own type."""
        options: Options = self.game.spec.read_options(self.options, len(self.players))
        return options

    @cached_property
    def seating(self) -> Seating[Any]:
        """Who plays."""
        return Seating(tuple(self.players), self.rules)

    @property
    def seated(self) -> list[str]:
        """Who is asked about: where players sit at several tables, perhaps only those of one."""
        if self.question_kind.at_one_table:
            return list(tables_of(self.game, self.seating)[self.place].players)
        return self.players

    @property
    def pack(self) -> Pack:
        """The cards that the question can be about."""
        of_question = self.question_kind.pack
        return of_question(self.seating) if of_question else self.game.pack(self.rules)

    @property
    def back(self) -> str:
        """Where one comes from."""
        return url_for("ask.of_match", key=self.opened.key) if self.opened else url_for("ask.index")

    def put(self, typed: Mapping[str, str]) -> dict[str, Any]:
        """The question in its public shape."""
        values = {asked.field.name: asked.value(typed, self.seated) for asked in self.fields}
        return {
            "game": self.game.name,
            "question": question_name(self.question_kind),
            "players": len(self.players),
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
            titles = {asked.field.name: asked.title for asked in self.fields}
            return None, [
                f"{titles.get(fault.place, fault.place)}: {_plainly(fault.message)}"
                for fault in refused.faults
            ]


@dataclass(frozen=True)
class AskedQuestion:
    """A question as its page shows it: what was typed, and the answer once it has been asked."""

    desk: Desk
    typed: Mapping[str, str]
    answer: dict[str, Any] | None
    faults: list[str]
    """What is wrong with the question."""
    keep_at: str
    """Where the ruling is kept in the log."""
    has_own_page: bool
    """Whether the game asks it on a page of its own."""

    @property
    def choices(self) -> list[Choice]:
        """The options that the answer may rest on, where no match has chosen them."""
        return [] if self.desk.opened else _choices(self.desk)

    @property
    def plays(self) -> list[tuple[Choice, str]]:
        """What the table of a match plays, as far as the answer may rest on it."""
        return _plays(self.desk) if self.desk.opened else []

    @property
    def numbers(self) -> list[int]:
        """The numbers of players to choose from, where the question depends on it."""
        return [] if self.desk.opened else _player_numbers(self.desk, self.has_own_page)


def _plainly(message: str) -> str:
    return "choose it first." if message == "is missing" else message


@pages.get("/ask")
def index() -> str:
    """What can be asked."""
    return render("ask.html", games=GAMES.values(), name_of=question_name, opened=None, defaults={})


@pages.get("/ask/<game>/<question>")
def desk(game: str, question: str) -> Reply:
    """A question, and its answer once it has been asked."""
    known = GAMES.get(game)
    if known is None:
        abort(404, "The referee knows no such game.")
    players = _players(known, request.args)
    every = choices(known.spec.options, players)
    options = chosen([each.for_players(len(players)) for each in every], request.args)
    options.pop("first_dealer", None)
    return _page(Desk(known, _kind(known, question), players, options))


@pages.get("/m/<key>/ask/")
def of_match(key: str) -> Reply:
    """What can be asked about this match, with what is known of its deal."""
    with open_match(key) as opened:
        game, defaults = opened.match.game, _defaults(opened)
        fields = {
            question_name(question_kind): {
                name: text
                for name, text in defaults.items()
                if name.rstrip("0123456789") in question_kind.model.model_fields or name == "table"
            }
            for question_kind in game.question_kinds
        }
        if request.args.keys() - defaults.keys():  # the whole form of the deal came along
            return redirect(url_for("ask.of_match", key=key, **defaults), 303)
        return render(
            "ask.html", games=[game], name_of=question_name, opened=opened, defaults=fields
        )


@pages.get("/m/<key>/ask/<question>")
def desk_of_match(key: str, question: str) -> Reply:
    """A question about this match, and its answer."""
    with open_match(key) as opened:
        return _page(_desk_of(opened, question))


@pages.post("/m/<key>/ask/<question>")
def keep(key: str, question: str) -> Reply:
    """Keep the ruling on a question in the log of the match."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, Posted(RulingKept, lambda now: _ruling(now, question), NAMES))


def _ruling(opened: OpenMatch, question: str) -> RulingKept:
    desk = _desk_of(opened, question)
    answer, _ = desk.answered(request.args)
    if answer is None:
        abort(422, "There is no ruling to keep yet: ask first.")
    ruling = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "question": desk.put(request.args),
        "decision": " ".join(f"{r['text']} [{r['rule']}]" for r in answer["rulings"]),
    }
    return RulingKept(ruling=ruling)


def _desk_of(opened: OpenMatch, question: str) -> Desk:
    match = opened.match
    question_kind, players = _kind(match.game, question), list(match.players)
    return Desk(match.game, question_kind, players, match.options, opened, place_of(opened))


def _kind(game: AnyGame, question: str) -> QuestionKind:
    question_kind = game.question_kind(question)
    if question_kind is None:
        abort(404, "The referee has no such question.")
    return question_kind


def _defaults(opened: OpenMatch) -> dict[str, Any]:
    """What is known of the deal, as the fields of questions have it.

    Of a deal that is followed card by card, also the trick on the table; otherwise what has been
    typed so far.
    """
    match, table = opened.match, play_panel(opened)
    form = form_of(match.game)
    where = {"table": str(place_of(opened))} if table_links(opened) else {}
    if table is None or table.play is None:
        return form.question_defaults(match, request.args) | where
    trick = table.trick
    return {
        **form.question_defaults(match, form.fill(table.deal.data)),
        **({"trump": trick.rules.trump} if trick.rules.trump else {}),
        "cards": " ".join(map(str, trick.cards)),
        "leader": str(trick.leader),
        **where,
    }


def _page(desk: Desk) -> Reply:
    """The question; on a page of the game's own, if it has one for it."""
    own = pages_of(desk.game).question_pages.get(question_name(desk.question_kind))
    if own is None:
        return _shown(desk, "question.html", "parts/question.html", request.args)
    state = own.state(desk.game, desk.rules, len(desk.players))
    if state.is_changed and not state.is_refused and not wants_part():
        return redirect(state.address, 303)
    page, status = _shown(desk, own.template, own.part, state.typed, state)
    return found_at(state.address, page, status)


def _shown(
    desk: Desk, template: str, part: str, typed: Mapping[str, str], own: QuestionState | None = None
) -> tuple[str, int]:
    asked = AskedQuestion(
        desk,
        request.args,
        *desk.answered(typed),
        keep_at=own.address if own else request.full_path,
        has_own_page=own is not None,
    )
    page = render(template, part, asked=asked, view=own.view if own else None)
    return page, 422 if asked.faults or (own and own.is_refused) else 200


def _plays(desk: Desk) -> list[tuple[Choice, str]]:
    return [
        (choice, words)
        for choice, words in options_played(desk.rules, desk.players)
        if desk.question_kind.may_rest_on(choice)
    ]


def _player_numbers(desk: Desk, depends: bool) -> list[int]:
    spec = desk.game.spec
    depends = depends or any(asked.depends_on_players for asked in desk.fields)
    return list(spec.numbers) if depends else []


def _players(game: AnyGame, typed: Mapping[str, str]) -> list[str]:
    seats = whole_number(typed.get("players", ""))
    if seats is None or not game.spec.seats_many(seats):
        seats = game.usual_players
    return [f"Player {seat + 1}" for seat in range(seats)]


def _choices(desk: Desk) -> list[Choice]:
    every = choices(desk.game.spec.options, desk.players)
    found = [each.for_players(len(desk.players)) for each in every]
    return [each for each in found if each.values and desk.question_kind.may_rest_on(each)]
