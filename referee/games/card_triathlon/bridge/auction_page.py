"""The auction call by call: which keys are legal now, and why the others are not.

The keys keep the calls in a hidden field of the form that they stand in; nothing is written.
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
    Auction,
    call_symbol,
    follow_auction,
)
from referee.games.card_triathlon.bridge.form import LETTERS, contract_sentence
from referee.games.card_triathlon.bridge.tricks import NAME
from referee.games.card_triathlon.state import dealer_of
from referee.games.card_triathlon.values import AT_TABLE, TEAMS
from referee.web.forms.fields import Players, Reading, Typed
from referee.web.forms.game_pages import Declared
from referee.web.forms.views import FieldView
from referee.web.http.app import wants_part
from referee.web.http.match_cache import OpenMatch, current_match, open_match
from referee.web.http.names import labels

pages = Blueprint("auction", __name__)

FIELDS = ("auction_0", "auction_1")
"""The fields of the auctions in the form of a leg, one for each table."""
MOST = 400
"""Longer than any auction."""


@dataclass(frozen=True)
class AuctionKeys:
    """The auction so far, at one table of named players, as its keys show it."""

    auction: Auction
    illegal: str
    """What was tapped or typed and is no legal call."""
    names: tuple[str, ...]
    field: str
    address: str

    @property
    def seats(self) -> list[str]:
        """Who calls, from the dealer on, as it fits above narrow columns."""
        dealer, names = self.auction.dealer, labels(self.names)
        return [*names[dealer:], *names[:dealer]]

    @property
    def called(self) -> list[tuple[str, str]]:
        """Who called what."""
        seats, dealer = self.auction.seats, self.auction.dealer
        return [
            (self.names[(dealer + place) % seats], call_symbol(call))
            for place, call in enumerate(self.auction.calls)
        ]

    @property
    def text(self) -> str:
        """The calls as the field has them."""
        return " ".join(self.auction.calls)

    @property
    def rows(self) -> list[list[tuple[str, str, str]]]:
        """Each call with its words and why it is illegal now.

        Pass and doubles, then the bids of each strain, beside each other by their levels.
        """
        strains = (BIDS[place :: len(STRAINS)] for place in range(len(STRAINS)))
        calls = [[PASS, DOUBLE, REDOUBLE], *strains]
        return [
            [(call, call_symbol(call), _why_not(self.auction, call)) for call in row]
            for row in calls
        ]

    @property
    def result(self) -> str:
        """What the auction has come to, in a sentence; empty before its end."""
        auction = self.auction
        if auction.is_passed_out:
            return "Everybody passed: deal again."
        bid, declarer = auction.last_bid, auction.declarer
        if bid is None or declarer is None:
            return ""
        names = labels(self.names, LETTERS)
        return contract_sentence(str(bid), bid.level, declarer, names, auction.teams)


@dataclass(frozen=True)
class CallsView(FieldView):
    """A field of calls, in whose place its keys come from the address."""

    template = "card_triathlon/calls.html"
    macro = "calls"
    name: str
    text: str
    address: str


@dataclass(frozen=True)
class CallsField:
    """The calls of an auction, as a question at the desk has them."""

    name: str

    @classmethod
    def declared(cls, declared: Declared) -> CallsField:
        """The field of a question."""
        return cls(declared.name)

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[str]]:
        return Reading(typed.get(self.name, "").upper().split())

    def fill(self, value: Sequence[str]) -> dict[str, str]:
        return {self.name: " ".join(value)}

    def told(self, value: Sequence[str]) -> str:
        """The calls in words, where keys do not show them."""
        return " ".join(map(call_symbol, value))

    def show(self, typed: Typed, _players: Players = ()) -> CallsView:
        opened = current_match()
        address = url_for("auction.of_desk")
        if opened:
            address = url_for("auction.asked_of_match", key=opened.key, table=typed.get("table"))
        return CallsView(self.name, typed.get(self.name, ""), address)


def keys(
    dealer: int, teams: tuple[int, ...], names: tuple[str, ...], field: str, address: str
) -> AuctionKeys:
    """The keys after the calls that the field of this name has."""
    texts = request.args.get(field, "").upper().split()[:MOST]
    auction, illegal = follow_auction(texts, dealer % len(teams), teams)
    why = "" if illegal is None else illegal.fault.because
    return AuctionKeys(auction, why, names, field, address)


def _why_not(auction: Auction, call: str) -> str:
    fault = auction.fault(call)
    return "" if fault is None else fault.because


@pages.get("/m/<key>/auction")
def of_match(key: str) -> str | Response:
    """The keys of a table of a match, which stand in the form of its page."""
    with open_match(key) as opened:
        if opened.match.game.name != NAME:
            abort(404, "There is no auction in this game.")
        if not wants_part():
            return redirect(url_for("match_page.show", key=key))
        return render_template("card_triathlon/auction.html", keys=keys_at(opened, _place(opened)))


@pages.get("/m/<key>/ask/auction/keys")
def asked_of_match(key: str) -> str | Response:
    """The keys of the question desk beside a match: its names and teams, whoever dealt."""
    with open_match(key) as opened:
        if opened.match.game.name != NAME:
            abort(404, "There is no auction in this game.")
        if not wants_part():
            return redirect(url_for("ask.desk_of_match", key=key, question="auction"))
        place = _place(opened)
        names, teams = _sitting(opened, place)
        asked = _asked()
        address = url_for("auction.asked_of_match", key=key, table=place or None, **asked)
        found = keys(_dealer_asked(), teams, names, asked.get("field", "calls"), address)
        return render_template("card_triathlon/auction.html", keys=found)


def _place(opened: OpenMatch) -> int:
    return 1 if request.args.get("table") == "1" and opened.match.seating.seats == 8 else 0


def _sitting(opened: OpenMatch, place: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Who sits at a table of a match, and in which teams."""
    table = opened.match.seating
    size = AT_TABLE if table.seats == 2 * AT_TABLE else table.seats
    seats = slice(place * size, (place + 1) * size)
    return table.players[seats], table.options.team_of(table.seats)[seats]


def _dealer_asked() -> int:
    return whole_number(request.args.get("dealer", ""), digits=2) or 0


def _asked() -> dict[str, Any]:
    """The field and the dealer, where a form with several auctions asks for the keys of one."""
    if request.args.get("field") not in FIELDS:
        return {}
    return {name: request.args.get(name, "") for name in ("field", "dealer", "players")}


def keys_at(opened: OpenMatch, place: int) -> AuctionKeys:
    """The auction of a table of a match, from the field of its form."""
    names, teams = _sitting(opened, place)
    dealer = dealer_of(opened.match.seating, opened.match.state_at(corrected(opened)))
    address = url_for("auction.of_match", key=opened.key, table=place)
    return keys(dealer, teams, names, f"auction_{place}", address)


def corrected(opened: OpenMatch) -> str | None:
    """The old entry whose form asks for the keys; None if it is the form of the next one."""
    id = request.args.get("entry")
    return None if id is None or opened.match.entry(id) is None else id


@pages.get("/ask/card-triathlon/auction/keys")
def of_desk() -> str | Response:
    """The keys of the question desk."""
    if not wants_part():
        return redirect(url_for("ask.desk", game=NAME, question="auction"))
    number = request.args.get("players", "")
    seats = int(number) if number in ("4", "6", "8") else 4
    size = AT_TABLE if seats == 2 * AT_TABLE else seats
    teams = TEAMS[seats][0][:size]
    names = tuple(f"Player {seat + 1}" for seat in range(size))
    asked = _asked()
    address = url_for("auction.of_desk", **asked)
    found = keys(_dealer_asked(), teams, names, asked.get("field", "calls"), address)
    return render_template("card_triathlon/auction.html", keys=found)
