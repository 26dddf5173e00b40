"""Pages of the rules desk: each game's questions, their answers, and saved rulings.

In a match, question fields are preset from the current deal, and the page starts with the ruling
on the current trick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request

from referee.core.cards import SUITS, read_card
from referee.core.game import AnyGame
from referee.core.options import choices, chosen
from referee.core.question import QuestionKind, question_name, suit_label
from referee.core.registry import GAMES
from referee.core.rulings import (
    OTHER,
    OTHER_QUESTION,
    plain_decision,
    question_kind,
    ruled_kinds,
)
from referee.core.text import _
from referee.matches.events.base import Parts
from referee.matches.events.names_and_rules import HouseRuleSaid, RulingKept
from referee.matches.match import Match
from referee.web.desk.deal_score import DealScoreQuestion
from referee.web.desk.questions import (
    BY_SUITS,
    DEAL,
    IRREGULARITY,
    LONGEST_HOUSE_RULE,
    OWN_WORDS,
    Decision,
    DeskQuestion,
    players_typed,
    proven_revokes,
    rulings_of,
)
from referee.web.desk.rules import current_game, search
from referee.web.forms.entry_form import form_of, read_entry
from referee.web.forms.fields import NO_SUIT
from referee.web.forms.game_pages import fields_of, pages_of
from referee.web.http import device
from referee.web.http.app import htmx_response, own_address, render, url_for, wants_part
from referee.web.http.formats import suit_mark
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.deal_view import (
    DealView,
    deal_view,
    known_fields,
    shown_table,
    table_links,
)
from referee.web.match.write import EventOrReply, Reply, event_view, go_to, plain_name

pages = Blueprint("ask", __name__)

OF_EVERY_FORM: Final = {"id", "number", "note", "noted", "table", "q"}
"""Fields of the match's form that say nothing about the deal."""
TRICK: Final = "trick"  # name of the question about a trick, in every game with tricks


@pages.get("/ask")
def index() -> str:
    """List all questions, starting with the current game."""
    first = current_game()
    return render(
        "desk/ask.html",
        "desk/parts/found.html",
        by_game=[(game, ruled_kinds(game)) for game in GAMES.values()],
        chosen=first,
        name_of=question_name,
        found=search(request.args.get("q", ""), first=first),
        opened=None,
        question=None,
        presets={},
    )


@pages.get("/m/<key>/ask/")
def of_match(key: str) -> Reply:
    """List the questions for a match's game, with fields preset from its current deal."""
    opened = open_match(key)
    match, game, text = opened.match, opened.match.game, request.args.get("q")
    panel, filled = deal_view(opened), {**known_fields(match), **request.args}
    followed, defaults = panel if panel and panel.play else None, form_of(game).question_defaults
    known = _fields_of_deal(followed) if followed else defaults(match, filled)
    if table_links(opened):
        known = {**known, "table": str(shown_table(opened))}
    typed = {n: value for n, value in filled.items() if value and n not in OF_EVERY_FORM}
    if text is None and request.args.keys() - known.keys() - typed.keys():
        # Drop parameters that no question needs.
        return redirect(url_for("ask.of_match", typed | known, key=key), 303)
    presets, kinds = {}, _due_first(match, panel)
    for kind in kinds:
        preset = _fields_for(kind, known)
        given = {name.rstrip("0123456789") for name, value in preset.items() if value}
        wanted = {
            each.field.name
            for each in fields_of(game, kind, len(match.players))
            if each.is_awaited or each.comes_first
        }
        # If all required fields are known, the link leads straight to the answer.
        is_complete = wanted and wanted <= given
        presets[question_name(kind)] = preset | ({"asked": "1"} if is_complete else {})
    if typed and not followed:
        is_complete = not read_entry(match, None, typed)[1]
        presets[DEAL] |= typed | ({"asked": "1"} if is_complete else {})
    if followed and (led := followed.trick.reading.suit):
        presets[BY_SUITS] = {"led": led}
    decided = [each for each in rulings_of(opened) if each.decided and not each.is_house_rule]
    on_table = None if text else _question_on_table(opened)
    return render(
        "desk/ask.html",
        "desk/parts/found.html",
        by_game=[(game, kinds)],
        chosen=game.name,
        name_of=question_name,
        found=search(text or "", opened),
        opened=opened,
        decided=decided[:3],
        question=on_table,
        presets=presets,
        card_keys=card_keys(opened) if on_table and on_table.name == TRICK else {},
    )


@pages.get("/ask/<game>/<question>")
def desk(game: str, question: str) -> Reply:
    known = GAMES.get(game)
    if known is None:
        abort(404, _("Referee doesn’t know this game. Choose one on the Ask page."))
    players = players_typed(known, request.args)
    every = choices(known.spec.options, players)
    options = chosen([each.for_players(len(players)) for each in every], request.args)
    options.pop("first_dealer", None)
    desk_question = _read_question(known, question, players, options)
    device.choose_game(known.name)
    return _page(desk_question)


@pages.get("/m/<key>/ask/<question>")
def desk_of_match(key: str, question: str) -> Reply:
    opened = open_match(key)
    return _page(_question_of_match(opened, question))


@pages.post("/m/<key>/ask/<question>")
@event_view(RulingKept.depends_on)
def keep(opened: OpenMatch, question: str) -> EventOrReply:
    return _question_of_match(opened, question).ruling()


def _show_decided(opened: OpenMatch) -> Reply:
    if request.form.get("then") == "points":
        note = {"note": plain_name(request.form.get("words", ""), OWN_WORDS)}
        return go_to(opened, url_for("match_page.adjust", note, key=opened.key))
    return go_to(opened, own_address().replace("/decide?", "?", 1))


def _rests_on(_opened: OpenMatch) -> Parts:
    """What a decision depends on: the deal in question, and house rules if it becomes one."""
    is_own = (request.view_args or {})["question"] == OTHER
    is_law = request.form.get("then") == "law"
    parts = frozenset() if is_own else RulingKept.depends_on
    return parts | HouseRuleSaid.depends_on if is_law else parts


def _ask_again(opened: OpenMatch, message: str, status: int = 422) -> Reply:
    """Show the question, with the words that were typed and weren't saved."""
    question = _question_of_match(opened, (request.view_args or {})["question"])
    return render("desk/question.html", question=question, message=message), status


@pages.post("/m/<key>/ask/<question>/decide")
@event_view(
    _rests_on,
    refuse=lambda now, why: _ask_again(now, why.value, 409),
    answer=_show_decided,
)
def decide(opened: OpenMatch, question: str) -> EventOrReply:
    """Save the ruling with the table's decision: one of those offered, or one in its own words.

    Unless it is for this time only, it becomes a house rule, or leads to points outside a deal.
    """
    desk_question, chosen = _question_of_match(opened, question), request.form.get("decision", "")
    own_words = plain_decision(plain_name(request.form.get("words", ""), OWN_WORDS))
    decided = next((each for each in desk_question.decisions if each.id == chosen), None)
    if decided is None and own_words and desk_question.silent_rules:
        decided = Decision("", own_words, desk_question.silent_rules[0])
    if decided is None:
        return _ask_again(opened, _("Choose what your table decided, or say it in your own words."))
    event = desk_question.ruling(decided, is_law=request.form.get("then") == "law")
    if len(event.law) > LONGEST_HOUSE_RULE:
        message = _("There’s no room for more house rules here. Shorten them first.")
        return _ask_again(opened, message)
    return event


def _question_of_match(opened: OpenMatch, question: str) -> DeskQuestion:
    match = opened.match
    return _read_question(match.game, question, list(opened.players), match.options, opened)


def _read_question(
    game: AnyGame,
    name: str,
    players: list[str],
    options: dict[str, Any],
    opened: OpenMatch | None = None,
) -> DeskQuestion:
    """Read the question from this request; abort with 404 if the game doesn't have it."""
    typed, kind = request.args.to_dict(), question_kind(game, TRICK if name == BY_SUITS else name)
    suits = kind.by_suits if kind and name == BY_SUITS else None
    if name == BY_SUITS and suits is None:
        abort(404, _("In this game you never have to follow suit. Play any card."))
    if kind is None:
        abort(404, _("Referee doesn’t know this question. Choose one on the Ask page."))
    if opened and "first_dealer" in kind.model.model_fields:
        first = game.spec.read_options(options, len(players)).first_dealer
        typed.setdefault("first_dealer", str(first))
    if name == DEAL and game.numbered_deals:
        next_deal = opened.match.tally.played + 1 if opened else 1
        typed.setdefault("number", str(min(next_deal, game.numbered_deals)))
    make = DealScoreQuestion if name == DEAL else DeskQuestion
    table, here = shown_table(opened) if opened else 0, own_address().replace("/decide?", "?", 1)
    return make(game, kind, players, options, typed, opened, table, keep_at=here, suits=suits)


def _page(desk_question: DeskQuestion) -> Reply:
    """Render a question, using the game's own page for it if there is one."""
    if isinstance(desk_question, DealScoreQuestion) and "hints" in request.args:
        hints = form_of(desk_question.game).hints(desk_question.match, None, desk_question.typed)
        return render_template("match/parts/hints.html", hints=hints, page=None)
    own = pages_of(desk_question.game).question_pages.get(desk_question.name)
    if own is None:
        page = render("desk/question.html", "desk/parts/question.html", question=desk_question)
        return page, 422 if desk_question.faults else 200
    state = own.state(desk_question.game, desk_question.rules, len(desk_question.players))
    if state.is_changed and not state.is_refused and not wants_part():
        return redirect(state.address, 303)
    desk_question = replace(
        desk_question, typed=state.typed, keep_at=state.address, has_own_page=True
    )
    page = render(own.template, own.part, question=desk_question, view=state.view)
    status = 422 if desk_question.faults or state.is_refused else 200
    return htmx_response(page, status, replace_url=state.address)


def _due_first(match: Match, panel: DealView | None) -> list[QuestionKind]:
    """Sort a match's questions, starting with those about what is being played.

    If a deal isn't followed card by card, nobody knows how far it has got.
    """
    due = match.due_at(None)
    has_begun = bool(panel.deal.cards if panel else match.hands)

    def rank(kind: QuestionKind) -> tuple[bool, bool]:
        is_past = has_begun and kind.is_before_play
        is_ahead = panel is not None and not has_begun and not kind.is_before_play
        is_other_leg = due is not None and kind.entry_kind not in (None, due.kind)
        return is_other_leg, is_past or is_ahead

    return [*sorted(ruled_kinds(match.game), key=rank), OTHER_QUESTION]


def _fields_of_deal(panel: DealView) -> dict[str, Any]:
    """Return question fields preset from a deal in progress and its current trick."""
    form, trick = form_of(panel.game), panel.trick
    return {
        **form.question_defaults(panel.match, form.fill(panel.deal.data)),
        "trump": trick.rules.trump or NO_SUIT,
        "cards": " ".join(map(str, trick.cards)),
        "leader": str(trick.leader),
    }


def _fields_for(kind: QuestionKind, known: Mapping[str, Any]) -> dict[str, Any]:
    fields = {*kind.model.model_fields, "table"}
    return {
        name: text
        for name, text in known.items()
        if name in fields or name.rstrip("0123456789") in fields
    }


def _question_on_table(opened: OpenMatch) -> DeskQuestion | None:
    """Return the question that the cards raise; None if there is none.

    If they prove a revoke that hasn't been noted, it is about that; otherwise, about the current
    trick or, if that has no card yet, the last one.
    """
    match, panel = opened.match, deal_view(opened)
    if question_kind(match.game, IRREGULARITY) and proven_revokes(opened):
        revoke = _answered_question(opened, IRREGULARITY, {"kind": "revoke"})
        note = panel.deal.facts.get("note") if panel else match.row_entry(-1).entry.note
        if revoke.note not in (note or ""):
            return revoke
    kind = question_kind(match.game, TRICK)
    if kind is None or panel is None or panel.play is None or not panel.deal.cards:
        return None
    known = _fields_of_deal(panel)
    if not panel.trick.cards:
        known = _fields_of_deal(replace(panel, deal=panel.deal.without_card()))
        known["cards"] += f" {panel.deal.cards[-1]}"
    return _answered_question(opened, TRICK, _fields_for(kind, known))


def card_keys(opened: OpenMatch) -> dict[str, list[tuple[str, dict[str, str]]]]:
    """Keys of “May I play this card?” in the current trick, by what else the hand holds.

    Each is a pair of its label and the fields that it fills in. Empty if any card may be played.
    """
    panel, kind = deal_view(opened), question_kind(opened.match.game, TRICK)
    suits = kind.by_suits if kind else None
    led = panel.trick.reading.suit if panel and panel.play else None
    if panel is None or suits is None or led is None:
        return {}
    found = dict[str, list[tuple[str, dict[str, str]]]]()
    others = [key for key in suits.mine if read_card(key) in panel.pack.copies]
    for mine in (led, *(suit for suit in SUITS if suit != led), *others):
        words = suit_mark(mine) if mine in SUITS else suit_label(mine, suits.mine)
        for key, holding in suits.holdings(led, mine, panel.trick.seats).items():
            if holding.fits(panel.trick, panel.pack):
                taps = {"led": led, "mine": mine} | ({"holding": key} if key else {})
                label = holding.label_at_table or holding.label
                found.setdefault(label, []).append((words, taps))
    return found


def _answered_question(opened: OpenMatch, name: str, known: Mapping[str, str]) -> DeskQuestion:
    typed = {**known, "asked": "1"}
    if table_links(opened):
        typed["table"] = str(shown_table(opened))
    keep_at = url_for("ask.keep", typed, key=opened.key, question=name)
    return replace(_question_of_match(opened, name), typed=typed, keep_at=keep_at)
