"""Web pages for Card Triathlon: the auction's keypad, hand layouts, and examples in the rulebook.

The keypad shows the calls that are legal now and why the others aren't. The calls are kept in a
hidden field of the surrounding form; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from referee.core.cards import Card, read_card
from referee.core.game import NOTHING
from referee.core.options import choices
from referee.core.setup import Setup
from referee.core.text import _, joined, ngettext, whole_number
from referee.games.card_triathlon import hand_page
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
from referee.games.card_triathlon.flushes.groups import FlushRules, draw_group
from referee.games.card_triathlon.leg import dealer_of, full_pack, table_setups, teams_of
from referee.games.card_triathlon.options import LEG_NAMES, CardTriathlonOptions, LegName
from referee.games.card_triathlon.questions import LEGS_OF
from referee.web.forms.fields import ChoiceField, HandsField, Players, Reading, Typed
from referee.web.forms.game_pages import GamePages
from referee.web.forms.views import FieldView
from referee.web.http.app import wants_part
from referee.web.http.language import current_language
from referee.web.http.match_cache import current_match, open_match
from referee.web.http.names import fitting
from referee.web.http.script_texts import PICKER, ScriptTexts

# The auction's keypad -----------------------------------------------------------------------------

auction_pages = Blueprint("auction", __name__)

AUCTIONS = ("auction_0", "auction_1")
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


@auction_pages.get("/m/<key>/auction")
@auction_pages.get("/ask/card-triathlon/auction/keys")
def keys(key: str | None = None) -> str | Response:
    """Return the keypad for the next call in a match or question.

    The query parameter `field` names the form field that holds the calls so far.
    """
    args, field = request.args, request.args.get("field", "")
    dealer = whole_number(args.get("dealer", ""), digits=2) or 0  # any seat, in a question
    # A leg's form may have two auctions, and has no fields for dealer and players.
    fixed = ("field", "dealer", "players") if field in AUCTIONS else ("field",)
    values: dict[str, Any] = {name: args.get(name) for name in fixed}
    if key is None:
        players = args.get("players", "")
        seats = int(players) if players in ("4", "6", "8") else 4
        names = tuple(
            current_language().render(_("Player {number}", number=seat + 1))
            for seat in range(seats)
        )
        table = table_setups(Setup(names, CardTriathlonOptions()))[0]
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
            dealer = dealer_of(match.setup, match.state_at(old))
    if not wants_part():
        return redirect(home)
    field = field if field in AUCTIONS else "calls"
    names, teams = table.players, teams_of(table)
    texts = read_calls(request.args.get(field, ""))[:MOST]
    auction, illegal = follow_auction(texts, dealer % len(teams), teams)
    shown, first = fitting(names), auction.dealer
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


# Examples in the rulebook -------------------------------------------------------------------------

KIND: Final = "cards"
HIGHEST: Final = 4  # cards of a hand that decide who is Buck, unless still more are equal
CardRow = tuple[Card, ...]


class WhichLegField(ChoiceField[LegName]):
    """Field for the leg in which something went wrong.

    If the irregularity can't happen in the chosen leg, the first leg in which it can is used
    instead. During a match, the leg that is due is preselected.
    """

    def read(self, typed: Typed, _players: Players = ()) -> Reading[LegName]:
        found = super().read(typed)
        legs = next((legs for kind, legs in LEGS_OF.items() if kind == typed.get("kind")), None)
        if legs is None or found.value is None or found.value in legs:
            return found
        return Reading(next(iter(legs)))


@dataclass(frozen=True)
class Example:
    """A hand shown in the rulebook: its groups, one per line, then its scores.

    A test checks that each hand has the scores given in its block::

        not: QH KH AH 2H 3H        a layout that is not legal
        2H 3H QH KH AH             a group, from its lowest place up
        over: KS                   cards that are left over
        scores: 40                 with the default options
        d_half five: 0             with another option, if that makes a difference
    """

    wrong: tuple[CardRow, ...]
    groups: tuple[CardRow, ...]
    over: CardRow
    score: int
    variants: tuple[tuple[str, str, int], ...]
    """Scores with other options: option name, value in lower case, score with that value."""


def read_example(block: str) -> Example:
    """Parse an example block; raise ValueError if it is malformed."""
    rows: dict[str, list[CardRow]] = {"": [], "not": [], "over": []}
    variants: list[tuple[str, str, int]] = []
    score = None
    for line in filter(None, map(str.strip, block.splitlines())):
        name, _unused, rest = line.rpartition(":")
        if name in rows:
            rows[name].append(tuple(map(read_card, rest.split())))
        elif name == "scores":
            score = int(rest)
        else:
            option, value = name.split(" ")
            variants.append((option, value, int(rest)))
    if score is None:
        raise ValueError(f"example without a score: {block!r}")
    over = tuple(card for row in rows["over"] for card in row)
    return Example(tuple(rows["not"]), tuple(rows[""]), over, score, tuple(variants))


def draw_example(block: str) -> Markup:
    example, rules = read_example(block), FlushRules()
    every = {each.name: each for each in choices(CardTriathlonOptions, ())}
    variants = []
    for option, text, score in example.variants:
        choice = every[option]
        value = next(value for value, _label in choice.values if str(value).lower() == text)
        variants.append((choice.title, choice.label(value), score))
    html = render_template(
        "card_triathlon/example.html",
        wrong=[draw_group(cards, rules) for cards in example.wrong],
        groups=[draw_group(cards, rules) for cards in example.groups],
        over=example.over,
        score=example.score,
        variants=variants,
        pack=full_pack(4),
    )
    return Markup(html)  # the template escapes it


# What the web app gets ----------------------------------------------------------------------------

HAND_SCRIPT: Final[ScriptTexts] = {
    "card_triathlon/hand": {
        **PICKER,
        "count": _("{number} of {most} cards"),
        "held": _("{card}, {number} in the hand"),
        "takeAway": _("Remove {card}"),
        "more": ngettext("{n} more card", "{n} more cards", 2),
        "whole": _("A hand has {most} cards."),
        "missing": ngettext("{n} card is missing.", "{n} cards are missing.", 2),
        "usedUp": _("{card} is already taken: {holders}."),
        "inThisHand": ngettext("{n} in this hand", "{n} in this hand", 2),
        "cardsStillHere": _("No connection. Your cards are still here."),
    },
}
PAGES: Final = GamePages(
    script_texts=HAND_SCRIPT,
    blueprints=(auction_pages, hand_page.pages),
    question_pages={
        "arrange": hand_page.HandQuestionPage(_("The hand")),
        "layout": hand_page.HandQuestionPage(_("The group"), is_one_group=True),
    },
    field_kinds={
        "calls": lambda declared: CallsField(declared.name),
        "hands": lambda declared: HandsField(declared.name, HIGHEST, enough=1),
        "leg": lambda declared: WhichLegField(
            declared.name, [(leg, leg, leg) for leg in LEG_NAMES]
        ),
    },
    blocks={KIND: draw_example},
    styles=("card_triathlon/legs", "card_triathlon/hand"),
)
