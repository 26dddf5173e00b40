"""Deals in progress: facts known before the first card, and cards up to the recorded entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.core.cards import one_too_many, plain_text, read_cards, read_led_card, with_article
from referee.core.findings import Problem, error
from referee.core.game import can_play, has_tables, is_playable
from referee.core.text import _, whole_number
from referee.matches.events.base import FIGURES, Parts
from referee.matches.events.entries import EntryAdded
from referee.matches.events.play import (
    CardPlayed,
    CardTakenBack,
    FactsChanged,
    FactsKnown,
    FiguresChosen,
    PlayLeft,
    PlayStarted,
    RestGiven,
    facts_part,
)
from referee.matches.match_state import DealInProgress
from referee.web.forms.entry_form import (
    LONGEST_NOTE,
    Draft,
    append_remark,
    cite_rules,
    playable_form_of,
)
from referee.web.forms.fields import Typed, split_cards
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.deal_view import (
    DealView,
    RefusedCard,
    deal_view,
    depends_on_table,
    known_fields,
    shown_table,
)
from referee.web.match.match_page import page_of
from referee.web.match.write import (
    EventOrReply,
    Refusal,
    Reply,
    address_of,
    event_view,
    refuse,
    show_form,
    show_match,
    too_late,
    write_event,
)

pages = Blueprint("play", __name__, url_prefix="/m/<key>/play")


@pages.get("/")
def facts(key: str) -> Reply:
    opened = open_match(key, to_write=True)
    match = opened.match
    game, deal = match.game, match.deals.get(shown_table(opened))
    if not can_play(game, match.due_at(None)):
        abort(404, _("This can’t be played card by card. Enter the figures instead."))
    if deal is None or not deal.is_followed:
        return _facts_page(opened, {**known_fields(match), **request.args})
    # All tables get the same facts.
    known = game.merge_tables([deal.data] * len(match.tables)) if has_tables(game) else deal.data
    return _facts_page(opened, playable_form_of(game).fill(known))


@pages.post("/")
def begin(key: str) -> Reply:
    """Start the next deal card by card, or change the facts of the one in progress."""
    return _write_facts(key, PlayStarted)


@pages.post("/known")
def know(key: str) -> Reply:
    """Note what is known about the next deal, whose figures will be recorded later."""
    return _write_facts(key, FactsKnown)


def _write_facts(key: str, kind: type[PlayStarted | FactsKnown]) -> Reply:
    is_own_page = "facts" in request.form

    def read(opened: OpenMatch) -> EventOrReply:
        match, game, place = opened.seated(), opened.match.game, shown_table(opened)
        assert is_playable(game)
        form = playable_form_of(game)
        data, problems = form.before_play(match, None, {**request.form, "table": str(place)})
        deal = match.deals.get(place)
        is_change = deal is not None and deal.is_followed and "change" in request.form
        kept = deal if deal and (is_change or not deal.is_followed) else None
        problems = cite_rules(game, problems) or _facts_problems(opened, data, kept)
        if problems:
            return show(opened, 422, problems=tuple(problems))
        if kind is FactsKnown and deal and deal.is_followed:
            return refuse(opened, Refusal.CHANGED)
        said_between = {*form.announced, "note"}
        if deal is None or not is_change:
            said = kept.facts if kept else {}
            entry = {name: said[name] for name in said_between & said.keys()} | data
            if note := request.form.get("note", "").strip():
                entry["note"] = note[:LONGEST_NOTE]
            if kind is FactsKnown and entry == said:
                return show_match(opened)
            return kind(entry=entry, **_event_table(opened))
        unknown = sorted(deal.facts.keys() - data.keys() - said_between)
        if deal.with_facts(data, unknown).facts == deal.facts:
            return show_match(opened)
        return FactsChanged(entry=data, unknown=unknown, **_event_table(opened))

    def refuse(opened: OpenMatch, why: Refusal) -> Reply:
        return show(
            opened, 409, message=too_late(opened.match) if why is Refusal.CHANGED else why.value
        )

    def show(opened: OpenMatch, status: int, **why: Any) -> Reply:
        if is_own_page:
            return _facts_page(opened, request.form, **why), status
        return show_form(opened, Draft(opened.match, None, request.form, **why), status)

    opened = open_match(key, to_write=True)
    if not is_playable(opened.match.game):
        abort(404, _("This game can’t be played card by card. Enter the figures instead."))
    depends_on = depends_on_table(opened) | {facts_part(shown_table(opened))}
    return write_event(opened, read, depends_on=depends_on, refuse=refuse)


def _facts_problems(
    opened: OpenMatch, facts: dict[str, Any], deal: DealInProgress | None
) -> list[Problem]:
    """Return the errors in the facts, given the cards played so far.

    With several tables, only this table's part of the entry is checked.
    """
    match, game, place = opened.seated(), opened.match.game, shown_table(opened)
    data = {**facts, "play": deal.data["play"] if deal else []}
    problems: Sequence[Problem]
    if len(match.tables) == 1 or not has_tables(game):
        problems = match.judge(data)[1].problems
    else:
        entry = game.spec.read_entry(data, match.tables[place].seats, "entry")
        problems = game.table_problems(match.setup, match.state_at(None), entry, place)
    # Cards still to be played or put aside are not errors yet.
    missing = [(f"{game.name}.play", field) for field in ("play", "aside")]
    return [
        problem
        for problem in problems
        if problem.severity == "error" and (problem.rule, problem.field) not in missing
    ]


def _event_table(opened: OpenMatch) -> dict[str, int]:
    """Return the `table` field for an event; {} if there is only one table."""
    return {"table": shown_table(opened)} if len(opened.match.tables) > 1 else {}


def _facts_page(opened: OpenMatch, typed: Typed, **why: Any) -> str:
    draft = Draft(opened.match, None, typed, **why)
    return render("match/before_play.html", "match/parts/start.html", page=page_of(opened, draft))


_table_view = event_view(depends_on_table, refuse=lambda now, _why: refuse(now))
"""Turn a function that reads a posted form into a view that writes to the deal at this phone's
table."""


def _depends_on_place(opened: OpenMatch) -> Parts:
    return frozenset() if "place" in request.form else depends_on_table(opened)


_by_place = event_view(_depends_on_place, refuse=lambda now, _why: refuse(now))
"""A view that writes a card. It depends only on the card's place among all cards of the deal, so a
phone may send cards one after the other, and several phones may follow one deal."""


@pages.post("/card")
@_by_place
def card(opened: OpenMatch) -> EventOrReply:
    panel, text, place = _tapped(opened)
    if panel is None:
        return refuse(opened)
    if _is_there(panel, text, place):
        return show_match(opened)
    if late := panel.out_of_order(text, place):
        return show_form(opened, None, 409, late)
    refused, insisted = panel.refusal(text), request.form.get("insisted")
    if refused is not None and not (refused.may_insist and text == insisted):
        return show_form(opened, None, 422, refused)
    return CardPlayed(card=str(read_led_card(text, panel.pack)), **_event_table(opened))


@pages.post("/lift")
@_by_place
def lift(opened: OpenMatch) -> EventOrReply:
    """Take back the last card at this table. (Undo takes back the match's last event instead.)"""
    panel, text, place = _tapped(opened)
    cards = panel.deal.cards if panel else ()
    if "place" not in request.form:
        if panel and not cards:
            abort(422, _("No cards have been played yet. Open the match again."))
        place, text = len(cards) - 1, cards[-1] if cards else ""
    if panel and not _is_there(panel, text, place):
        return show_match(opened)  # it is gone already
    if panel is None or place != len(cards) - 1:
        return refuse(opened)
    return CardTakenBack(card=cards[-1], **_event_table(opened))


def _tapped(opened: OpenMatch) -> tuple[DealView | None, str, int]:
    """Return the deal for which a card was tapped, if it is still followed, the card, its place."""
    form = request.form
    panel = deal_view(opened) if "deal" in form else _followed(opened)
    if panel and form.get("deal", str(panel.deal.begun)) != str(panel.deal.begun):
        panel = None
    place = whole_number(form.get("place", ""), digits=3)
    if place is None:
        place = len(panel.deal.cards) if panel else 0
    return panel, form.get("card", "")[:12], place


def _is_there(panel: DealView, text: str, place: int) -> bool:
    """Whether this card was played at this place, perhaps by another phone."""
    return panel.deal.cards[place : place + 1] in ((text,), (plain_text(text),))


@pages.post("/say")
@_table_view
def say(opened: OpenMatch) -> EventOrReply:
    acts, number = _followed(opened).acts, request.form.get("act", "")
    if number not in map(str, range(len(acts))):
        abort(422, _("This can’t be announced now. Open the match again."))
    act = acts[int(number)]
    return FactsChanged(entry=dict(act.facts), unknown=list(act.unknown), **_event_table(opened))


@pages.post("/rest")
@_table_view
def rest(opened: OpenMatch) -> EventOrReply:
    """Give all tricks that are left to one seat, which ends the deal."""
    panel, seat = _followed(opened), whole_number(request.form.get("seat", ""))
    if not panel.may_give_rest or seat is None or seat >= panel.setup.seats:
        abort(422, _("The rest can’t be given away now. Open the match again."))
    return RestGiven(seat=seat, **_event_table(opened))


@pages.post("/note")
@_table_view
def note(opened: OpenMatch) -> EventOrReply:
    known = _followed(opened).deal.facts.get("note", "")
    text = append_remark(known, request.form.get("note", ""))
    return FactsChanged(entry={"note": text}, unknown=[], **_event_table(opened))


@pages.post("/figures")
@_table_view
def figures(opened: OpenMatch) -> EventOrReply:
    """Go on with figures; what is known so far is filled in on every phone."""
    _followed(opened)
    return FiguresChosen(**_event_table(opened))


@pages.post("/leave")
@_table_view
def leave(opened: OpenMatch) -> EventOrReply:
    """Deal again."""
    _followed(opened)
    return PlayLeft(**_event_table(opened))


@pages.post("/record")
@event_view(FIGURES | {"tables"}, refuse=lambda now, _why: refuse(now))
def record(opened: OpenMatch) -> EventOrReply:
    panel = _followed(opened)
    note = request.form.get("note", "").strip()[:LONGEST_NOTE]
    accepted = sorted(request.form.getlist("accepted"))
    data = panel.cut if "partial" in request.form else panel.whole if panel.is_whole else None
    if data is None:
        return show_form(opened, None, 422)
    data |= {"note": note} if note else {}
    data |= {"accepted": accepted} if accepted else {}
    _, row = opened.match.judge(data)
    if row.has_error or row.open_warnings:
        return show_form(opened, None, 422)
    return EntryAdded(entry=data)


@pages.post("/hand")
def hand(key: str) -> Reply:
    """Store the player's hand, only in this phone's cookie, or delete it from there."""
    opened = open_match(key)
    table = _followed(opened)
    if table.seat is None:
        abort(422, _("Referee doesn’t know whose phone this is. Choose a name on the Share page."))
    typed = [] if "forget" in request.form else split_cards(request.form.get("hand", ""))
    if request.form.get("deal", str(table.deal.begun)) != str(table.deal.begun):
        message = _("You entered this hand for another deal. Check it, then save it again.")
        fault = error(f"{table.match.game.name}.play", message)
        return show_form(opened, None, 409, RefusedCard("", fault, hand=" ".join(typed)))
    # Cards that others have played use up copies in the pack, too.
    shown = [] if table.play is None else [
        plain_text(str(card))
        for seat, hand in enumerate(table.play.hands)
        for card in hand
        if seat != table.seat
    ]  # fmt: skip
    cards, faults = read_cards([*typed, *shown], table.pack)
    own, game, most = cards[: len(typed)], table.game.name, table.game.hand_size
    wrong = error(f"{game}.pack", faults[0]) if faults else None
    if wrong is None and len(own) > most:
        wrong = error(f"{game}.play", one_too_many(with_article(own[most]), "hand", most))
    if wrong is not None:
        return show_form(opened, None, 422, RefusedCard("", wrong, hand=" ".join(typed)))
    device.store_hand(opened.link.match_id, table.deal.begun, [str(card) for card in own])
    address = address_of(opened)
    return redirect(address, 303)


def _followed(opened: OpenMatch) -> DealView:
    table = deal_view(opened)
    if table is None:
        abort(404, _("No deal is being played card by card. Open the match again."))
    return table
