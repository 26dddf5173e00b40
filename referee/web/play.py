"""A deal followed card by card: begun, card after card, and at its end recorded like any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.cards import called, plain_text, read_cards, sentence
from referee.law import Problem, error
from referee.log import Book
from referee.web import device
from referee.web.books import Opened, opened
from referee.web.entry import Draft, card_form_of
from referee.web.entry.cards import texts
from referee.web.match import view
from referee.web.on_table import OnTable, Refused, on_table, place_of
from referee.web.page import render
from referee.web.write import LONGEST_NOTE
from referee.web.writing import (
    TOO_LATE,
    Reply,
    address_of,
    answered,
    done,
    is_late,
    kept_event,
    not_done,
    shown,
    write,
)

pages = Blueprint("play", __name__, url_prefix="/m/<key>/play")

SAID_BETWEEN = ("marriages_at", "note")
"""What is noted while cards fall, and so is not on the page of the facts."""


@pages.get("/")
def facts(key: str) -> Reply:
    """What has to be known before the first card; of a deal that has begun, what was said."""
    with opened(key, to_write=True) as match:
        book = match.book
        by_cards, deal = book.game.by_cards, book.deals.get(place_of(match))
        if by_cards is None or not by_cards.follows(book.due_at(None)):
            abort(404, "There is no deal that could be followed card by card now.")
        if deal is None:
            return _facts_page(match, Draft(book, None, request.args))
        known = by_cards.joined([deal.data] * len(book.tables))  # each in the fields of its table
        return _facts_page(match, Draft(book, None, card_form_of(book.game).fill(known)))


@pages.post("/")
def begin(key: str) -> Reply:
    """Follow the next deal card by card, or change what was said of the one that is followed."""
    with opened(key, to_write=True) as match:
        book = match.book
        if book.game.by_cards is None:
            abort(404, "The deals of this game are not followed card by card.")
        kind, place = "noted" if "change" in request.form else "begun", place_of(match)
        if kept_event(match) is not None:
            return done(match)
        if is_late(match, place):
            return _facts_page(match, Draft(book, None, request.form, message=TOO_LATE)), 409
        data, problems = card_form_of(book.game).facts(book, None, request.form)
        problems = problems or _facts_problems(match, data)
        if problems:
            return _facts_page(match, Draft(book, None, request.form, tuple(problems))), 422
        deal = book.deals.get(place)
        if deal and kind == "noted":
            unknown = deal.facts.keys() - data.keys() - set(SAID_BETWEEN)
            return _write(match, "noted", {"entry": data, "unknown": sorted(unknown)})
        return _write(match, "begun", {"entry": data})


def _write(match: Opened, kind: str, payload: dict[str, Any]) -> Reply:
    """Write an event of the deal at the table of this phone, with its number if there are more."""
    where = {"table": place_of(match)} if len(match.book.tables) > 1 else {}
    return write(match, kind, payload | where)


def _facts_problems(match: Opened, data: dict[str, Any]) -> list[Problem]:
    """What is impossible about the facts, with the cards that have fallen so far."""
    book, place = match.book, place_of(match)
    deal = book.deals.get(place) if "change" in request.form else None
    problems = _judged(book, place, {**data, "play": deal.data["play"] if deal else []})
    # Most cards are still to fall, and only then it is known which are left over.
    missing = [(f"{book.game.name}.play", field) for field in ("play", "aside")]
    return [
        problem
        for problem in problems
        if problem.severity == "error" and (problem.rule, problem.field) not in missing
    ]


def _judged(book: Book, place: int, data: dict[str, Any]) -> Sequence[Problem]:
    """What is wrong with a deal as an entry; at one of several tables with that part of it."""
    by_cards = book.game.by_cards
    if len(book.tables) == 1 or by_cards is None or by_cards.problems is None:
        return book.judge(data)[1].problems
    entry = book.game.shape.read_entry(data, book.tables[place].seats, "entry")
    return by_cards.problems(book.table, book.state_at(None), entry, place)


def _facts_page(match: Opened, draft: Draft) -> str:
    return render("facts.html", **view(match, draft))


@pages.post("/card")
def card(key: str) -> Reply:
    """One more card has fallen."""
    with opened(key, to_write=True) as match:
        text = request.form.get("card", "")[:12]
        kept = kept_event(match)
        if kept is not None and kept.payload.get("card") not in (None, text):
            return shown(match, not_done(match), 409)
        if (reply := answered(match, "fell", place_of(match))) is not None:
            return reply
        table = _followed(match)
        refused, insisted = table.refusal(text), request.form.get("insisted")
        insists = refused is not None and refused.may_insist and text == insisted
        if refused is not None and not insists:
            return shown(match, None, 422, refused)
        return _write(match, "fell", {"card": str(table.read(text))})


@pages.post("/lift")
def lift(key: str) -> Reply:
    """Take up the last card again, of this table alone: Undo takes back the last of the match."""
    with opened(key, to_write=True) as match:
        if (reply := answered(match, "lifted", place_of(match))) is not None:
            return reply
        cards = _followed(match).deal.cards
        if not cards:
            abort(422, "No card has fallen yet. Open the match again.")
        return _write(match, "lifted", {"card": cards[-1]})


@pages.post("/say")
def say(key: str) -> Reply:
    """Something was said between the cards, such as a marriage."""
    with opened(key, to_write=True) as match:
        if (reply := answered(match, "noted", place_of(match))) is not None:
            return reply
        acts = _followed(match).acts
        number = request.form.get("act", "")
        if number not in map(str, range(len(acts))):
            abort(422, "That cannot be said now. Open the match again.")
        act = acts[int(number)]
        return _write(match, "noted", {"entry": dict(act.facts), "unknown": list(act.unknown)})


@pages.post("/leave")
def leave(key: str) -> Reply:
    """Follow this deal no more; its figures can be recorded instead."""
    with opened(key, to_write=True) as match:
        if (reply := answered(match, "left", place_of(match))) is not None:
            return reply
        _followed(match)
        return _write(match, "left", {})


@pages.post("/record")
def record(key: str) -> Reply:
    """Every card has fallen, or the clock has cut it short: the deal is recorded."""
    with opened(key, to_write=True) as match:
        if (reply := answered(match, "added")) is not None:
            return reply
        table = _followed(match)
        note = request.form.get("note", "").strip()[:LONGEST_NOTE]
        accepted = sorted(request.form.getlist("accepted"))
        data = table.cut if "partial" in request.form else table.whole if table.is_whole else None
        if data is None:
            return shown(match, None, 422)
        data |= {"note": note} if note else {}
        data |= {"accepted": accepted} if accepted else {}
        _, row = match.book.judge(data)
        if row.has_error or row.open_warnings:
            return shown(match, None, 422)
        return write(match, "added", {"entry": data})


@pages.post("/hand")
def hand(key: str) -> Reply:
    """Keep the own hand on the own phone, and nowhere else; or forget it."""
    with opened(key) as match:
        table = _followed(match)
        if table.seat is None:
            abort(422, "Say first whose phone this is, on the page Share.")
        typed = [] if "forget" in request.form else texts(request.form, "hand")
        if request.form.get("deal", str(table.deal.begun)) != str(table.deal.begun):
            message = "This hand was entered for another deal. Look at it, and keep it again."
            fault = error(f"{table.book.game.name}.play", message)
            return shown(match, None, 409, Refused("", fault, hand=" ".join(typed)))
        if (wrong := _hand_fault(table, typed)) is not None:
            return shown(match, None, 422, Refused("", wrong, hand=" ".join(typed)))
        cards = [str(card) for card in read_cards(typed, table.pack)[0]]
        device.hold(match.link.match_id, table.deal.begun, cards)
        address = address_of(match)
    return redirect(address, 303)


def _hand_fault(table: OnTable, typed: list[str]) -> Problem | None:
    game, most = table.book.game.name, table.by_cards.hand_size
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
        message = f"{sentence(called(cards[most]))} is one card too many: a hand has {most}."
        return error(f"{game}.play", message)
    return None


def _followed(match: Opened) -> OnTable:
    table = on_table(match)
    if table is None:
        abort(404, "No deal is followed card by card in this match now.")
    return table
