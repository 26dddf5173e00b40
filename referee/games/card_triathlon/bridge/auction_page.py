"""The keys of an auction: which calls are legal now, and why the others are not.

The keys keep the calls in a hidden field of the form around them; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.core.text import whole_number
from referee.games.card_triathlon.bridge.auction import (
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    STRAINS,
    call_symbol,
    follow_auction,
)
from referee.games.card_triathlon.bridge.form import describe_contract
from referee.games.card_triathlon.bridge.table import NAME, Contract
from referee.games.card_triathlon.leg import AT_TABLE, dealer_of
from referee.games.card_triathlon.options import TEAMS
from referee.web.forms.fields import Players, Reading, Typed
from referee.web.forms.views import FieldView
from referee.web.http.app import wants_part
from referee.web.http.match_cache import OpenMatch, current_match, open_match
from referee.web.http.names import labels

pages = Blueprint("auction", __name__)

FIELDS = ("auction_0", "auction_1")
MOST = 400
"""Longer than any auction."""


@dataclass(frozen=True)
class CallsView(FieldView):
    """A field of calls, replaced by its keys from the address."""

    template = "card_triathlon/calls.html"
    macro = "calls"
    name: str
    text: str
    address: str


@dataclass(frozen=True)
class CallsField:
    name: str

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[str]]:
        return Reading(typed.get(self.name, "").upper().split())

    def fill(self, value: Sequence[str]) -> dict[str, str]:
        return {self.name: " ".join(value)}

    def describe(self, value: Sequence[str]) -> str:
        return " ".join(map(call_symbol, value))

    def show(self, typed: Typed, _players: Players = ()) -> CallsView:
        opened = current_match()
        address = url_for("auction.desk_keys")
        if opened:
            table = typed.get("table")
            address = url_for("auction.match_desk_keys", key=opened.key, table=table)
        return CallsView(self.name, typed.get(self.name, ""), address)


@pages.get("/m/<key>/auction")
def match_keys(key: str) -> str | Response:
    opened = open_match(key)
    if opened.match.game.name != NAME:
        abort(404, "There is no auction in this game.")
    if not wants_part():
        return redirect(url_for("match_page.show", key=key))
    number, names, teams = _table_asked(opened)
    id = request.args.get("entry")
    old = None if id is None or opened.match.entry(id) is None else id
    dealer = dealer_of(opened.match.seating, opened.match.state_at(old))
    address = url_for("auction.match_keys", key=opened.key, table=number)
    return _render_keys(dealer, teams, names, f"auction_{number}", address)


@pages.get("/m/<key>/ask/auction/keys")
def match_desk_keys(key: str) -> str | Response:
    """The keys of the question desk beside a match, with its names and teams; any dealer."""
    opened = open_match(key)
    if opened.match.game.name != NAME:
        abort(404, "There is no auction in this game.")
    if not wants_part():
        return redirect(url_for("ask.desk_of_match", key=key, question="auction"))
    number, names, teams = _table_asked(opened)
    asked, dealer = _fields_asked(), whole_number(request.args.get("dealer", ""), digits=2)
    address = url_for("auction.match_desk_keys", key=key, table=number or None, **asked)
    return _render_keys(dealer or 0, teams, names, asked.get("field", "calls"), address)


@pages.get("/ask/card-triathlon/auction/keys")
def desk_keys() -> str | Response:
    if not wants_part():
        return redirect(url_for("ask.desk", game=NAME, question="auction"))
    number = request.args.get("players", "")
    seats = int(number) if number in ("4", "6", "8") else 4
    size = AT_TABLE if seats == 2 * AT_TABLE else seats
    names = tuple(f"Player {seat + 1}" for seat in range(size))
    asked, dealer = _fields_asked(), whole_number(request.args.get("dealer", ""), digits=2)
    address = url_for("auction.desk_keys", **asked)
    field = asked.get("field", "calls")
    return _render_keys(dealer or 0, TEAMS[seats][0][:size], names, field, address)


def _table_asked(opened: OpenMatch) -> tuple[int, tuple[str, ...], tuple[int, ...]]:
    """The number of the requested table of a match, the names there, and their teams."""
    seating = opened.match.seating
    is_eight = seating.seats == 2 * AT_TABLE
    number = int(is_eight and request.args.get("table") == "1")
    size = AT_TABLE if is_eight else seating.seats
    seats = slice(number * size, (number + 1) * size)
    return number, seating.players[seats], seating.options.team_of(seating.seats)[seats]


def _fields_asked() -> dict[str, Any]:
    """The field and the dealer, where a form with several auctions requests the keys of one."""
    if request.args.get("field") not in FIELDS:
        return {}
    return {name: request.args.get(name, "") for name in ("field", "dealer", "players")}


def _render_keys(
    dealer: int, teams: tuple[int, ...], names: tuple[str, ...], field: str, address: str
) -> str:
    texts = request.args.get(field, "").upper().split()[:MOST]
    auction, illegal = follow_auction(texts, dealer % len(teams), teams)
    seats, dealer = labels(names), auction.dealer
    # Pass and doubles, then the bids of each strain, beside each other by their levels.
    bids = ([*BIDS][first :: len(STRAINS)] for first in range(len(STRAINS)))
    rows = []
    for calls in ([PASS, DOUBLE, REDOUBLE], *bids):
        faults = [auction.fault(call) for call in calls]
        reasons = [fault.because if fault else "" for fault in faults]
        rows.append(list(zip(calls, map(call_symbol, calls), reasons, strict=True)))
    result = "Everybody passed: deal again." if auction.is_passed_out else ""
    bid, declarer = auction.last_bid, auction.declarer
    if bid is not None and declarer is not None:
        contract = Contract(level=bid.level, strain=bid.strain, declarer=declarer)
        result = describe_contract(contract, names, teams)
    return render_template(
        "card_triathlon/auction.html",
        auction=auction,
        illegal="" if illegal is None else illegal.because,
        names=names,
        columns=[*seats[dealer:], *seats[:dealer]],
        called=[
            (names[(dealer + index) % len(names)], call_symbol(call))
            for index, call in enumerate(auction.calls)
        ],
        rows=rows,
        result=result,
        field=field,
        text=" ".join(auction.calls),
        address=address,
    )
