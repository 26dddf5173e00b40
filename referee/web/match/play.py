"""A deal followed card by card, from what is known before the first card to its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.core.cards import one_too_many, plain_text, read_cards, with_article
from referee.core.findings import Problem, error
from referee.core.game import can_play, has_tables, is_playable
from referee.core.text import said
from referee.matches.events import (
    CardPlayed,
    CardTakenBack,
    EntryAdded,
    EventData,
    FactsChanged,
    PlayEvent,
    PlayLeft,
    PlayStarted,
)
from referee.matches.in_progress import at_table
from referee.matches.match import Match
from referee.web.forms.entry_form import LONGEST_NOTE, Draft, append_remark, playable_form_of
from referee.web.forms.fields import split_cards
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.match_page import page_of
from referee.web.match.play_panel import (
    PlayPanel,
    RefusedCard,
    place_of,
    play_panel,
)
from referee.web.match.submit import (
    TOO_LATE,
    Posted,
    Reply,
    address_of,
    done,
    not_done,
    shown,
    submit,
)

pages = Blueprint("play", __name__, url_prefix="/m/<key>/play")


@pages.get("/")
def facts(key: str) -> Reply:
    """What has to be known before the first card; of a deal that has begun, what was said."""
    with open_match(key, to_write=True) as opened:
        match = opened.match
        game, deal = match.game, match.deals.get(place_of(opened))
        if not can_play(game, match.due_at(None)):
            abort(404, "What is due now can’t be played card by card. Record it by figures.")
        if deal is None:
            return _facts_page(opened, Draft(match, None, request.args))
        # Each in the fields of its table.
        known = game.joined([deal.data] * len(match.tables)) if has_tables(game) else deal.data
        return _facts_page(opened, Draft(match, None, playable_form_of(game).fill(known)))


@pages.post("/")
def begin(key: str) -> Reply:
    """Follow the next deal card by card, or change what was said of the one that is followed."""
    with open_match(key, to_write=True) as opened:
        if not is_playable(opened.match.game):
            abort(404, "This game can’t be played card by card. Record it by figures.")
        return submit(opened, PostedFacts(opened))


class PostedFacts(Posted):
    """What is known of a deal, as it was typed."""

    def __init__(self, opened: OpenMatch) -> None:
        super().__init__(PlayEvent, self._facts, at_table(place_of(opened)))

    def late(self, opened: OpenMatch) -> Reply:
        """The form as it was typed."""
        return _facts_page(opened, _facts_typed(opened, message=TOO_LATE)), 409

    def _facts(self, opened: OpenMatch) -> EventData | Reply:
        match = opened.match
        assert is_playable(match.game)
        form = playable_form_of(match.game)
        data, problems = form.before_play(match, None, request.form)
        problems = problems or _facts_problems(opened, data)
        if problems:
            return _facts_page(opened, _facts_typed(opened, problems=tuple(problems))), 422
        deal = match.deals.get(place_of(opened))
        if deal is None or "change" not in request.form:
            return PlayStarted(entry=data, **_where(opened))
        said_between = {*form.announced, "note"}
        unknown = deal.facts.keys() - data.keys() - said_between
        if deal.with_facts(data, sorted(unknown)).facts == deal.facts:
            return done(opened)  # nothing is changed by it, and nothing is written
        return FactsChanged(entry=data, unknown=sorted(unknown), **_where(opened))


def _facts_typed(opened: OpenMatch, **why: Any) -> Draft:
    return Draft(opened.match, None, request.form, **why)


def _where(opened: OpenMatch) -> dict[str, int]:
    """The table at which this phone plays, where there are several."""
    return {"table": place_of(opened)} if len(opened.match.tables) > 1 else {}


def _facts_problems(opened: OpenMatch, data: dict[str, Any]) -> list[Problem]:
    """What is impossible about the facts, with the cards that were played so far."""
    match, place = opened.match, place_of(opened)
    deal = match.deals.get(place) if "change" in request.form else None
    problems = _judged(match, place, {**data, "play": deal.data["play"] if deal else []})
    # Most cards are still to be played, and only then it is known which are left over.
    missing = [(f"{match.game.name}.play", field) for field in ("play", "aside")]
    return [
        problem
        for problem in problems
        if problem.severity == "error" and (problem.rule, problem.field) not in missing
    ]


def _judged(match: Match, place: int, data: dict[str, Any]) -> Sequence[Problem]:
    """What is wrong with a deal as an entry; at one of several tables with that part of it."""
    game = match.game
    if len(match.tables) == 1 or not has_tables(game):
        return match.judge(data)[1].problems
    entry = match.game.spec.read_entry(data, match.tables[place].seats, "entry")
    return game.table_problems(match.seating, match.state_at(None), entry, place)


def _facts_page(opened: OpenMatch, draft: Draft) -> str:
    return render("match/before_play.html", "match/parts/start.html", page=page_of(opened, draft))


@pages.post("/card")
def card(key: str) -> Reply:
    """One more card is played."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, PostedCard(opened))


class PostedCard(Posted):
    """The card that was tapped."""

    def __init__(self, opened: OpenMatch) -> None:
        super().__init__(CardPlayed, self._played, at_table(place_of(opened)))
        self.text = request.form.get("card", "")[:12]

    def is_same(self, opened: OpenMatch, kept: EventData) -> bool:
        """Whether this very card was played."""
        return super().is_same(opened, kept) and getattr(kept, "card", None) == self.text

    def again(self, opened: OpenMatch) -> Reply:
        """The cards as they are: the one that was tapped first was played."""
        return not_done(opened)

    def _played(self, opened: OpenMatch) -> EventData | Reply:
        table = _followed(opened)
        refused, insisted = table.refusal(self.text), request.form.get("insisted")
        insists = refused is not None and refused.may_insist and self.text == insisted
        if refused is not None and not insists:
            return shown(opened, None, 422, refused)
        return CardPlayed(card=str(table.read(self.text)), **_where(opened))


@pages.post("/lift")
def lift(key: str) -> Reply:
    """Take back the last card of this table alone: Undo takes back the last of the match."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, Posted(CardTakenBack, _taken_back, at_table(place_of(opened))))


def _taken_back(opened: OpenMatch) -> EventData:
    cards = _followed(opened).deal.cards
    if not cards:
        abort(422, "No card was played yet. Open the match again.")
    return CardTakenBack(card=cards[-1], **_where(opened))


@pages.post("/say")
def say(key: str) -> Reply:
    """Something was said between the cards, such as a marriage."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, Posted(FactsChanged, _announced, at_table(place_of(opened))))


def _announced(opened: OpenMatch) -> EventData:
    acts = _followed(opened).acts
    number = request.form.get("act", "")
    if number not in map(str, range(len(acts))):
        abort(422, "That cannot be said now. Open the match again.")
    act = acts[int(number)]
    return FactsChanged(entry=dict(act.facts), unknown=list(act.unknown), **_where(opened))


@pages.post("/note")
def note(key: str) -> Reply:
    """A remark on the deal that is followed: it is recorded with it."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, Posted(FactsChanged, _noted, at_table(place_of(opened))))


def _noted(opened: OpenMatch) -> EventData:
    facts = _followed(opened).deal.facts
    text = append_remark(facts.get("note", ""), request.form.get("note", ""))
    return FactsChanged(entry={"note": text}, unknown=[], **_where(opened))


@pages.post("/leave")
def leave(key: str) -> Reply:
    """Follow this deal no more; its figures can be recorded instead."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, Posted(PlayLeft, _left, at_table(place_of(opened))))


def _left(opened: OpenMatch) -> EventData:
    _followed(opened)
    return PlayLeft(**_where(opened))


@pages.post("/record")
def record(key: str) -> Reply:
    """Every card was played, or the clock has cut the deal short: it is recorded."""
    with open_match(key, to_write=True) as opened:
        return submit(opened, Posted(EntryAdded, _recorded))


def _recorded(opened: OpenMatch) -> EventData | Reply:
    table = _followed(opened)
    note = request.form.get("note", "").strip()[:LONGEST_NOTE]
    accepted = sorted(request.form.getlist("accepted"))
    data = table.cut if "partial" in request.form else table.whole if table.is_whole else None
    if data is None:
        return shown(opened, None, 422)
    data |= {"note": note} if note else {}
    data |= {"accepted": accepted} if accepted else {}
    _, row = opened.match.judge(data)
    if row.has_error or row.open_warnings:
        return shown(opened, None, 422)
    return EntryAdded(entry=data)


@pages.post("/hand")
def hand(key: str) -> Reply:
    """Keep the own hand on the own phone, and nowhere else; or forget it."""
    with open_match(key) as opened:
        table = _followed(opened)
        if table.seat is None:
            abort(422, "On the Share page, choose whose phone this is first.")
        typed = [] if "forget" in request.form else split_cards(request.form.get("hand", ""))
        if request.form.get("deal", str(table.deal.begun)) != str(table.deal.begun):
            message = said("This hand was entered for another deal. Look at it, and keep it again.")
            fault = error(f"{table.match.game.name}.play", message)
            return shown(opened, None, 409, RefusedCard("", fault, hand=" ".join(typed)))
        if (wrong := _hand_fault(table, typed)) is not None:
            return shown(opened, None, 422, RefusedCard("", wrong, hand=" ".join(typed)))
        cards = [str(card) for card in read_cards(typed, table.pack)[0]]
        device.hold(opened.link.match_id, table.deal.begun, cards)
        address = address_of(opened)
    return redirect(address, 303)


def _hand_fault(table: PlayPanel, typed: list[str]) -> Problem | None:
    game, most = table.game.name, table.game.hand_size
    others: list[str] = []
    if table.play is not None:
        hands = enumerate(table.play.hands)
        others = [
            plain_text(str(card)) for seat, hand in hands if seat != table.seat for card in hand
        ]
    cards, faults = read_cards([*typed, *others], table.pack)
    if faults:
        return error(f"{game}.pack", faults[0])
    cards = cards[: len(typed)]
    if len(cards) > most:
        return error(f"{game}.play", one_too_many(with_article(cards[most]), "hand", most))
    return None


def _followed(opened: OpenMatch) -> PlayPanel:
    table = play_panel(opened)
    if table is None:
        abort(404, "No deal is being played card by card. Open the match again.")
    return table
