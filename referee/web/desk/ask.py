"""The pages of the question desk: what can be asked, each question with its answer, kept rulings.

Beside a match the fields of a question are preset with what is known of the deal, and the ruling
on the trick on the table comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.core.deal_question import question_kind, question_kinds
from referee.core.game import AnyGame
from referee.core.options import choices, chosen
from referee.core.question import QuestionKind, question_name
from referee.core.registry import GAMES
from referee.core.rulings import decision_sentences
from referee.matches.events import RulingKept
from referee.matches.in_progress import NAMES
from referee.web.desk.questions import (
    BY_SUITS,
    DEAL,
    MAY_I_PLAY,
    AskedBySuits,
    AskedDeal,
    AskedQuestion,
    kept_question,
    players_typed,
    time_of_ruling,
)
from referee.web.desk.search import search
from referee.web.forms.entry_form import form_of
from referee.web.forms.game_pages import pages_of
from referee.web.forms.question_fields import fields_of
from referee.web.http import device
from referee.web.http.app import own_address, render, show_at, wants_part
from referee.web.http.match_cache import OpenMatch, open_match, store
from referee.web.match.play_panel import PlayPanel, place_of, play_panel, table_links
from referee.web.match.write import Reply, write_event

pages = Blueprint("ask", __name__)

TRICK: Final = "trick"
"""The question about the trick on the table, in every game that has tricks."""


# What can be asked --------------------------------------------------------------------------------


@pages.get("/ask")
def index() -> str:
    """What can be asked, by game; first the game of the last question, or of the last match."""
    links = (store().find(key) for key in device.keys()[:1])
    last = (link.game for link in links if link)
    names = chain((request.args.get("game", ""), device.game()), last, GAMES)
    first = next(name for name in names if name in GAMES)
    return _index(list(GAMES.values()), search(request.args.get("q", ""), first=first), first)


def _index(
    games: list[AnyGame],
    found: object,
    chosen_game: str,
    opened: OpenMatch | None = None,
    asked: AskedQuestion | None = None,
    presets: Mapping[str, Mapping[str, str]] | None = None,
) -> str:
    return render(
        "desk/ask.html",
        "desk/parts/found.html",
        games=games,
        chosen=chosen_game,
        name_of=question_name,
        kinds_of=question_kinds,
        by_suits=BY_SUITS,
        found=found,
        opened=opened,
        asked=asked,
        presets=presets or {},
        book_styles=pages_of(asked.game).styles if asked else (),
    )


@pages.get("/m/<key>/ask/")
def of_match(key: str) -> Reply:
    """What can be asked beside a match, preset with what is known of its deal."""
    with open_match(key) as opened:
        game, text = opened.match.game, request.args.get("q")
        known = _known_fields(opened)
        if text is None and request.args.keys() - known.keys():
            # The whole form of the deal came along.
            return redirect(url_for("ask.of_match", key=key, **known), 303)
        presets = {
            question_name(kind): _presets(opened, kind, known) for kind in question_kinds(game)
        }
        asked = None if text else _on_the_table(opened)
        return _index([game], search(text or "", opened), game.name, opened, asked, presets)


# A question ---------------------------------------------------------------------------------------


@pages.get("/ask/<game>/<question>")
def desk(game: str, question: str) -> Reply:
    """A question about a game, and its answer once it is asked."""
    known = GAMES.get(game)
    if known is None:
        abort(404, "Referee doesn’t know this game. Choose one on the Ask page.")
    players = players_typed(known, request.args)
    every = choices(known.spec.options, players)
    options = chosen([each.for_players(len(players)) for each in every], request.args)
    options.pop("first_dealer", None)
    asked = _asked(known, question, players, options)
    device.choose_game(known.name)
    return _page(asked)


@pages.get("/m/<key>/ask/<question>")
def desk_of_match(key: str, question: str) -> Reply:
    """A question beside a match, and its answer."""
    with open_match(key) as opened:
        return _page(_asked_of_match(opened, question))


@pages.post("/m/<key>/ask/<question>")
def keep(key: str, question: str) -> Reply:
    """Keep the ruling on a question in the log of the match."""
    with open_match(key, to_write=True) as opened:
        return write_event(opened, lambda now: _ruling(now, question), slot=NAMES)


def _ruling(opened: OpenMatch, question: str) -> RulingKept:
    asked = _asked_of_match(opened, question)
    if asked.answer is None:
        abort(422, "There is no ruling to keep yet: ask first.")
    return asked.ruling()


def _asked_of_match(opened: OpenMatch, question: str) -> AskedQuestion:
    match = opened.match
    return _asked(match.game, question, list(match.players), match.options, opened)


def _asked(
    game: AnyGame,
    name: str,
    players: list[str],
    options: dict[str, Any],
    opened: OpenMatch | None = None,
) -> AskedQuestion:
    """The question that the request asks; a page that says so where the game has none such."""
    typed: Mapping[str, str] = request.args
    here = own_address()
    if name == BY_SUITS:
        kind = next((kind for kind in question_kinds(game) if kind.short), None)
        if kind is None:
            abort(404, "In this game nobody has to follow suit, so every card may be played.")
        return AskedBySuits(game, kind, players, options, typed, opened, keep_at=here)
    kind = question_kind(game, name)
    if kind is None:
        abort(404, "Referee doesn’t know this question. Choose one on the Ask page.")
    if name != DEAL:
        table = place_of(opened) if opened else 0
        return AskedQuestion(game, kind, players, options, typed, opened, table, keep_at=here)
    if game.numbered_deals and "number" not in typed:
        next_deal = len(opened.match.tally.rows) + 1 if opened else 1
        typed = {**typed, "number": str(min(next_deal, game.numbered_deals))}
    return AskedDeal(game, kind, players, options, typed, opened, keep_at=here)


def _page(asked: AskedQuestion) -> Reply:
    """The question, on a page of the game's own if there is one for it."""
    if isinstance(asked, AskedDeal) and "hints" in request.args:
        return render_template("match/parts/hints.html", hints=asked.hints, page=None)
    of_game = pages_of(asked.game)
    own = of_game.question_pages.get(question_name(asked.question_kind))
    if own is None:
        page = render(
            "desk/question.html",
            "desk/parts/question.html",
            asked=asked,
            book_styles=of_game.styles,
        )
        return page, 422 if asked.faults else 200
    state = own.state(asked.game, asked.rules, len(asked.players))
    if state.is_changed and not state.is_refused and not wants_part():
        return redirect(state.address, 303)
    asked = replace(asked, typed=state.typed, keep_at=state.address, has_own_page=True)
    page = render(own.template, own.part, asked=asked, view=state.view)
    return show_at(state.address, page, 422 if asked.faults or state.is_refused else 200)


# What is known of a deal --------------------------------------------------------------------------


def _known_fields(opened: OpenMatch) -> dict[str, Any]:
    """What is known of the deal, as fields of questions: as far as it is followed, or typed."""
    panel = play_panel(opened)
    if panel is None or panel.play is None:
        known = form_of(opened.match.game).question_defaults(opened.match, request.args)
    else:
        known = _fields_of_deal(panel)
    table = {"table": str(place_of(opened))} if table_links(opened) else {}
    return known | table


def _fields_of_deal(panel: PlayPanel) -> dict[str, Any]:
    """What is known of a deal that is followed, and the trick on the table."""
    form, trick = form_of(panel.game), panel.trick
    return {
        **form.question_defaults(panel.match, form.fill(panel.deal.data)),
        **({"trump": trick.rules.trump} if trick.rules.trump else {}),
        "cards": " ".join(map(str, trick.cards)),
        "leader": str(trick.leader),
    }


def _fields_for(kind: QuestionKind, known: Mapping[str, Any]) -> dict[str, Any]:
    """Those that a question of this kind has."""
    fields = {*kind.model.model_fields, "table"}
    return {
        name: text
        for name, text in known.items()
        if name in fields or name.rstrip("0123456789") in fields
    }


def _presets(opened: OpenMatch, kind: QuestionKind, known: Mapping[str, Any]) -> dict[str, Any]:
    """The same for a link, which asks at once if nothing that may matter is missing."""
    found = _fields_for(kind, known)
    names = {name.rstrip("0123456789") for name, text in found.items() if text}
    wanted = {
        each.field.name
        for each in fields_of(opened.match.game, kind, len(opened.match.players))
        if each.is_awaited or each.comes_first
    }
    return {**found, "asked": "1"} if wanted and wanted <= names else found


def _on_the_table(opened: OpenMatch) -> AskedQuestion | None:
    """The ruling on the trick on the table; on the one before it while that has no card."""
    match, panel = opened.match, play_panel(opened)
    kind = question_kind(match.game, TRICK)
    if kind is None or panel is None or panel.play is None or not panel.deal.cards:
        return None
    known = _fields_of_deal(panel)
    if not panel.trick.cards:
        known = _fields_of_deal(replace(panel, deal=panel.deal.without_card()))
        known["cards"] += f" {panel.deal.cards[-1]}"
    if table_links(opened):
        known["table"] = str(panel.place)
    typed = {**_fields_for(kind, known), "asked": "1"}
    keep_at = url_for("ask.keep", key=opened.key, question=TRICK, **typed)
    return AskedQuestion(
        match.game,
        kind,
        list(match.players),
        match.options,
        typed,
        opened,
        place_of(opened),
        keep_at=keep_at,
    )


# Kept rulings -------------------------------------------------------------------------------------


@pages.get("/m/<key>/rulings")
def rulings(key: str) -> str:
    """The rulings of a match, the last one first."""
    with open_match(key) as opened:
        kept = [
            _show_ruling(opened, number, ruling)
            for number, ruling in enumerate(opened.match.rulings, start=1)
        ]
        return render(
            "desk/rulings.html",
            opened=opened,
            rulings=kept[::-1],
            book_styles=pages_of(opened.match.game).styles,
        )


def _show_ruling(opened: OpenMatch, number: int, ruling: Mapping[str, Any]) -> dict[str, Any]:
    """What the page shows of a kept ruling; of a question that can't be asked now, its words.

    The verdicts of today's answer are shown if it rests on the same rules.
    """
    game, question = opened.match.game, ruling.get("question")
    decision, asked = str(ruling.get("decision", "")), None
    if isinstance(question, dict) and question.get("game") == game.name:
        kind = question_kind(game, str(question.get("question")))
        asked = kept_question(opened, kind, ruling) if kind else None
    if asked and decision.startswith(MAY_I_PLAY):  # what was tapped is drawn
        decision = decision.removeprefix(MAY_I_PLAY).partition(". ")[2]
    sentences, answer = decision_sentences(decision), asked.answer if asked else None
    cited = [rule for _, rule in sentences if rule]
    is_as_today = answer is not None and [each.rule for each in answer.rulings] == cited
    verdicts: list[str] = [""] * len(sentences)
    if answer and is_as_today:
        verdicts = [each.verdict for each in answer.rulings]
    return {
        "number": number,
        "at": time_of_ruling(ruling),
        "asked": asked,
        "is_as_today": is_as_today,
        "lines": [
            (verdict, text, rule)
            for verdict, (text, rule) in zip(verdicts, sentences, strict=False)
        ],
    }
