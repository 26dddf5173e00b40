"""Auction keypad, which shows the calls that are legal now and why the others aren't.

The calls are kept in a hidden field of the surrounding form; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.core.game import NOTHING
from referee.core.seating import Seating
from referee.core.text import _, joined, put_into_words, whole_number
from referee.games.card_triathlon.bridge.auction import (
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    STRAINS,
    call_symbol,
    follow_auction,
    read_calls,
)
from referee.games.card_triathlon.bridge.form import describe_contract, table_number
from referee.games.card_triathlon.bridge.table import NAME
from referee.games.card_triathlon.leg import dealer_of, table_seatings, teams_of
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.web.forms.fields import Players, Reading, Typed
from referee.web.forms.views import FieldView
from referee.web.http.app import wants_part
from referee.web.http.language import current_language
from referee.web.http.match_cache import current_match, open_match
from referee.web.http.names import fitting_names

pages = Blueprint("auction", __name__)

FIELDS = ("auction_0", "auction_1")
MOST = 400  # calls that are read; no auction has so many


@dataclass(frozen=True)
class CallsView(FieldView):
    """Text field for calls; on the page, the keypad from `address` replaces it."""

    template = "card_triathlon/calls.html"
    macro = "calls"
    name: str
    text: str
    address: str


@dataclass(frozen=True)
class CallsField:
    name: str

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[str]]:
        return Reading(read_calls(typed.get(self.name, "")))

    def fill(self, value: Sequence[str]) -> dict[str, str]:
        return {self.name: " ".join(value)}

    def describe(self, value: Sequence[str]) -> str:
        return joined(map(call_symbol, value))

    def show(self, typed: Typed, _players: Players = ()) -> CallsView:
        opened = current_match()
        key, table = (opened.key, typed.get("table")) if opened else (None, None)
        address = url_for("auction.keys", field=self.name, key=key, table=table)
        return CallsView(self.name, typed.get(self.name, ""), address)


@pages.get("/m/<key>/auction")
@pages.get("/ask/card-triathlon/auction/keys")
def keys(key: str | None = None) -> str | Response:
    """Return the keypad for the next call in a match or question.

    The query parameter `field` names the form field that holds the calls so far.
    """
    args, field = request.args, request.args.get("field", "")
    dealer = whole_number(args.get("dealer", ""), digits=2) or 0  # any seat, in a question
    # A leg's form may have two auctions, and has no fields for dealer and players.
    fixed = ("field", "dealer", "players") if field in FIELDS else ("field",)
    values: dict[str, Any] = {name: args.get(name) for name in fixed}
    if key is None:
        players = args.get("players", "")
        seats = int(players) if players in ("4", "6", "8") else 4
        names = tuple(
            put_into_words(_("Player {number}", number=seat + 1), current_language())
            for seat in range(seats)
        )
        table = table_seatings(Seating(names, CardTriathlonOptions()))[0]
        home = url_for("ask.desk", game=NAME, question="auction")
    else:
        opened = open_match(key)
        match, id = opened.match, args.get("entry")
        if match.game.name != NAME:
            abort(404, _("There is no auction in this game."))
        old = None if id is None or match.entry(id) is None else id
        match = opened.seated(old)
        number = table_number(match, args)
        table = match.tables[number]
        values |= {"key": key, "table": number or None}
        home = url_for("ask.desk_of_match", key=key, question="auction")
        if not field:
            home, field = url_for("match_page.show", key=key), f"auction_{number}"
            dealer = dealer_of(match.seating, match.state_at(old))
    if not wants_part():
        return redirect(home)
    field = field if field in FIELDS else "calls"
    names, teams = table.players, teams_of(table)
    texts = read_calls(request.args.get(field, ""))[:MOST]
    auction, illegal = follow_auction(texts, dealer % len(teams), teams)
    shown, first = fitting_names(names), auction.dealer
    # One row for pass and doubles, then one per strain, ordered by level.
    bids = ([*BIDS][strain :: len(STRAINS)] for strain in range(len(STRAINS)))
    rows = []
    for calls in ([PASS, DOUBLE, REDOUBLE], *bids):
        faults = [auction.fault(call) for call in calls]
        reasons = [fault.because if fault else "" for fault in faults]
        rows.append(list(zip(calls, map(call_symbol, calls), reasons, strict=True)))
    result = _("Everyone passed. Deal again.") if auction.is_passed_out else NOTHING
    if auction.contract is not None:
        result = describe_contract(auction.contract, names, teams)
    return render_template(
        "card_triathlon/auction.html",
        auction=auction,
        illegal=NOTHING if illegal is None else illegal.because,
        names=names,
        columns=[*shown[first:], *shown[:first]],
        called=[
            (names[(first + index) % len(names)], call_symbol(call))
            for index, call in enumerate(auction.calls)
        ],
        rows=rows,
        result=result,
        field=field,
        text=" ".join(auction.calls),
        address=url_for("auction.keys", **values),
    )
