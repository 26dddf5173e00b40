"""The pages of the question desk: what can be asked, each question with its answer, and rulings.

From a match with cards on the table the ruling on its trick comes first, without a form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.core.deal_question import question_kind, question_kinds
from referee.core.game import AnyGame
from referee.core.options import choices, chosen
from referee.core.question import QuestionKind, question_name
from referee.core.registry import GAMES
from referee.matches.events import RulingKept
from referee.matches.in_progress import NAMES
from referee.web.desk.deal_desk import DEAL, DealDesk, deal_desk
from referee.web.desk.desk import (
    MAY_I,
    AskedQuestion,
    Desk,
    asked_question,
    players_typed,
)
from referee.web.desk.found import found
from referee.web.forms.entry_form import form_of
from referee.web.forms.game_pages import QuestionState, pages_of
from referee.web.forms.question_fields import fields_of
from referee.web.http import device
from referee.web.http.app import own_address, render, show_at, wants_part
from referee.web.http.match_cache import OpenMatch, open_match, store
from referee.web.match.play_panel import (
    PlayPanel,
    place_of,
    play_panel,
    table_links,
)
from referee.web.match.write import Reply, write_event

pages = Blueprint("ask", __name__)
TRICK = "trick"
"""The question about the trick on the table, in every game that has tricks."""


@pages.get("/ask")
def index() -> str:
    """What can be asked, by game; and what a search finds."""
    chosen = _game_chosen()
    return render(
        "desk/ask.html",
        "desk/parts/found.html",
        games=GAMES.values(),
        chosen=chosen,
        name_of=question_name,
        kinds_of=question_kinds,
        may_i=MAY_I,
        found=found(request.args.get("q", ""), first=chosen),
        opened=None,
        asked=None,
        defaults={},
    )


def _game_chosen() -> str:
    """The game that is asked about first: that of the last question, or of the last match."""
    for name in (request.args.get("game", ""), device.game()):
        if name in GAMES:
            return name
    links = (store().find(key) for key in device.keys()[:1])
    return next((link.game for link in links if link and link.game in GAMES), next(iter(GAMES)))


@pages.get("/ask/<game>/<question>")
def desk(game: str, question: str) -> Reply:
    """A question, and its answer once it has been asked."""
    known = known_game(game)
    at = desk_at(known, _kind(known, question), request.args)
    device.choose_game(known.name)
    return _page(at)


@pages.get("/m/<key>/ask/")
def of_match(key: str) -> Reply:
    """What can be asked about this match, with what is known of its deal."""
    with open_match(key) as opened:
        game, searched = opened.match.game, request.args.get("q")
        defaults = _defaults(opened)
        known = {
            question_name(kind): _in_link(opened, kind, defaults) for kind in question_kinds(game)
        }
        if searched is None and request.args.keys() - defaults.keys():
            # The whole form of the deal came along.
            return redirect(url_for("ask.of_match", key=key, **defaults), 303)
        return render(
            "desk/ask.html",
            "desk/parts/found.html",
            games=[game],
            chosen=game.name,
            name_of=question_name,
            kinds_of=question_kinds,
            may_i=MAY_I,
            found=found(searched or "", opened),
            opened=opened,
            asked=None if searched else _on_the_table(opened),
            defaults=known,
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
        return write_event(opened, lambda now: _ruling(now, question), slot=NAMES)


def _ruling(opened: OpenMatch, question: str) -> RulingKept:
    asked = asked_question(_desk_of(opened, question), request.args, "")
    if asked.answer is None:
        abort(422, "There is no ruling to keep yet: ask first.")
    return asked.ruling()


# Where one asks -----------------------------------------------------------------------------------


def known_game(name: str) -> AnyGame:
    """The game of this name, or a page that says that there is none."""
    known = GAMES.get(name)
    if known is None:
        abort(404, "Referee doesn’t know this game. Choose one on the Ask page.")
    return known


def desk_at(game: AnyGame, kind: QuestionKind, typed: Mapping[str, str]) -> Desk:
    """The desk of a game by itself, for as many players and by the options that are typed."""
    players = players_typed(game, typed)
    every = choices(game.spec.options, players)
    options = chosen([each.for_players(len(players)) for each in every], typed)
    options.pop("first_dealer", None)
    if question_name(kind) == DEAL:
        return deal_desk(game, kind, players, options, typed)
    return Desk(game, kind, players, options)


def _desk_of(opened: OpenMatch, question: str) -> Desk:
    match = opened.match
    kind, players = _kind(match.game, question), list(match.players)
    if question == DEAL:
        return deal_desk(match.game, kind, players, match.options, request.args, opened)
    return Desk(match.game, kind, players, match.options, opened, place_of(opened))


def _kind(game: AnyGame, question: str) -> QuestionKind:
    kind = question_kind(game, question)
    if kind is None:
        abort(404, "Referee doesn’t know this question. Choose one on the Ask page.")
    return kind


# What is known of a deal --------------------------------------------------------------------------


def _defaults(opened: OpenMatch) -> dict[str, Any]:
    """What is known of the deal, as the fields of questions have it.

    Of a deal that is followed card by card, also the trick on the table; otherwise what has been
    typed so far.
    """
    match, table = opened.match, play_panel(opened)
    where = {"table": str(place_of(opened))} if table_links(opened) else {}
    if table is None or table.play is None:
        return form_of(match.game).question_defaults(match, request.args) | where
    return _of_deal(table) | where


def _of_deal(table: PlayPanel) -> dict[str, Any]:
    """What a deal that is followed says, and the trick on the table."""
    form, trick = form_of(table.game), table.trick
    return {
        **form.question_defaults(table.match, form.fill(table.deal.data)),
        **({"trump": trick.rules.trump} if trick.rules.trump else {}),
        "cards": " ".join(map(str, trick.cards)),
        "leader": str(trick.leader),
    }


def _of_question(kind: QuestionKind, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Those that a question of this kind has fields for."""
    fields = {*kind.model.model_fields, "table"}
    return {
        name: text
        for name, text in defaults.items()
        if name in fields or name.rstrip("0123456789") in fields
    }


def _in_link(opened: OpenMatch, kind: QuestionKind, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The same; where all is known that may matter, it is asked for at once."""
    found = _of_question(kind, defaults)
    known = {name.rstrip("0123456789") for name, text in found.items() if text}
    wanted = {
        asked.field.name
        for asked in fields_of(opened.match.game, kind, len(opened.match.players))
        if asked.is_awaited or asked.comes_first
    }
    return {**found, "asked": "1"} if wanted and wanted <= known else found


def _on_the_table(opened: OpenMatch) -> AskedQuestion | None:
    """The ruling on the trick on the table; while none is begun, on the one before it."""
    table, kind = play_panel(opened), question_kind(opened.match.game, TRICK)
    if kind is None or table is None or table.play is None or not table.deal.cards:
        return None
    known = _of_deal(table)
    if not table.trick.cards:
        known = _of_deal(replace(table, deal=table.deal.without_card()))
        known["cards"] += f" {table.deal.cards[-1]}"
    if table_links(opened):
        known["table"] = str(table.place)
    typed = {**_of_question(kind, known), "asked": "1"}
    keep_at = url_for("ask.keep", key=opened.key, question=TRICK, **typed)
    return asked_question(_desk_of(opened, TRICK), typed, keep_at)


# The pages ----------------------------------------------------------------------------------------


def _page(desk: Desk) -> Reply:
    """The question; on a page of the game's own, if it has one for it."""
    if isinstance(desk, DealDesk) and "hints" in request.args:
        return render_template("match/parts/hints.html", hints=desk.hints, page=None)
    own = pages_of(desk.game).question_pages.get(question_name(desk.question_kind))
    if own is None:
        typed = desk.typed if isinstance(desk, DealDesk) else request.args
        return _shown(desk, "desk/question.html", "desk/parts/question.html", typed)
    state = own.state(desk.game, desk.rules, len(desk.players))
    if state.is_changed and not state.is_refused and not wants_part():
        return redirect(state.address, 303)
    page, status = _shown(desk, own.template, own.part, state.typed, state)
    return show_at(state.address, page, status)


def _shown(
    desk: Desk, template: str, part: str, typed: Mapping[str, str], own: QuestionState | None = None
) -> tuple[str, int]:
    keep_at = own.address if own else own_address()
    asked = asked_question(desk, typed, keep_at, has_own_page=own is not None)
    page = render(template, part, asked=asked, view=own.view if own else None)
    return page, 422 if asked.faults or (own and own.is_refused) else 200
