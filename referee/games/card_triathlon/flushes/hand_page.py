"""The hand of one player in a D leg: picked, laid out by the referee or by hand, and kept.

Kept hands are events of their own (`HandLaidOut`), so that four phones enter four hands at once.
Where an old leg is corrected, nothing is written here: the hand goes back into its form.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for

from referee.core.cards import Card, read_cards
from referee.core.findings import Problem, error
from referee.core.text import said, whole_number
from referee.games.card_triathlon.flushes import hand_fields
from referee.games.card_triathlon.flushes.group import EXTRA, is_entitled, read_group
from referee.games.card_triathlon.flushes.hand_editor import (
    FIELDS,
    START,
    EditedHand,
    is_tapped,
    read_hand,
    tapped,
)
from referee.games.card_triathlon.flushes.hand_fields import HandRow
from referee.games.card_triathlon.flushes.questions import rules_of
from referee.games.card_triathlon.flushes.solver.search import HAND
from referee.games.card_triathlon.values import full_pack
from referee.matches.events import EventData
from referee.matches.in_progress import HandInProgress, HandsInProgress, hand_of
from referee.web.forms.fields import Typed
from referee.web.http import device
from referee.web.http.app import own_path, render, show_at, wants_part
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.write import SENT_BEFORE, Reply, go_to, show_match, write_event
from referee.web.match.write import refuse as refuse_form

pages = Blueprint("hand", __name__, url_prefix="/m/<key>")

OWN: Final = (*FIELDS, "use", "number", "id", "entry", "kept")
"""The fields that are this page's own; all others it carries along."""
LEG: Final = "d-leg"
NO_RIGHT: Final = "{name} has no right to an extra hand: not all 13 cards of the first hand score."
TOO_LATE = (
    "Somebody else saved this hand just now, or the leg has gone on. Nothing was saved here: look"
    " at the cards, then save them again if they are right."
)
ALREADY = "This page was sent before, with other cards. Save these too if they are right."


@dataclass(frozen=True)
class HandPage:
    """The page of one hand: whose it is, of which leg, and what the other hands are."""

    opened: OpenMatch
    id: str | None
    """The old leg that is corrected; None for the leg that is due."""
    seat: int
    is_extra: bool
    """Whether it is the extra hand."""
    typed: Typed

    @property
    def player(self) -> str:
        """Whose hand it is."""
        return self.opened.match.players[self.seat]

    @property
    def owner(self) -> str:
        """The player, and which hand."""
        return f"{self.player}’s extra hand" if self.is_extra else self.player

    @property
    def title(self) -> str:
        """What the page is called."""
        return self.owner if self.is_extra else f"{self.player}’s hand"

    @cached_property
    def carried(self) -> dict[str, str]:
        """The fields of the form from which one came, and to which one goes back."""
        return {name: value for name, value in self.typed.items() if name not in OWN}

    @cached_property
    def hands(self) -> HandsInProgress:
        """All hands that are known of the leg."""
        match = self.opened.match
        return match.hands if self.id is None else hand_fields.typed_hands(match, self.typed)

    @property
    def kept(self) -> HandInProgress | None:
        """This player's hand as it is kept."""
        return self.hands.get(self.seat)

    @property
    def is_due(self) -> bool:
        """Whether the first hand gives the right to an extra hand."""
        return hand_fields.rows(self.opened.match, self.hands)[self.seat].is_entitled

    @property
    def others(self) -> dict[str, Counter[Card]]:
        """The cards of all other hands, by whose they are."""
        pack, found = full_pack(len(self.opened.match.players)), {}
        for seat, laid in self.hands.items():
            name = self.opened.match.players[seat]
            first, extra = (seat, False), (seat, True)
            for which, called, cards in (
                (first, name, laid.hand),
                (extra, f"{name}’s extra hand", laid.extra),
            ):
                if cards and which != (self.seat, self.is_extra):
                    found[called] = Counter(read_cards(cards, pack)[0])
        return found

    @cached_property
    def start(self) -> dict[str, str]:
        """The fields of its address for the hand as it is kept."""
        laid = self.kept
        cards = (laid.extra if self.is_extra else laid.hand) if laid else None
        known = hand_fields.fields_of(self.seat, laid) if laid and not self.is_extra else {}
        return {"cards": " ".join(cards or ()), "groups": known.get(f"layout{self.seat}", "")}

    @property
    def draft(self) -> str:
        """What a phone calls the cards that are not saved yet."""
        leg = self.id or f"new{len(self.opened.match.tally.rows)}"
        return f"{self.opened.key} {leg} {self.seat}{' extra' if self.is_extra else ''}"

    @cached_property
    def hand(self) -> EditedHand:
        """The hand as it stands in the address, or else as it is kept."""
        match = self.opened.match
        empty = EditedHand(
            self.owner,
            full_pack(len(match.players)),
            rules_of(match.seating.options),
            others=self.others,
        )
        typed = self.typed if "cards" in self.typed else {**self.typed, **self.start}
        return read_hand(empty, typed)

    @property
    def back(self) -> str:
        """Where one comes from: the match, or the form of a correction with this hand in it."""
        if self.id is None:
            return url_for("match_page.show", key=self.opened.key)
        return _correction(self, self.kept)

    @property
    def fewest(self) -> int:
        """How many cards it needs; the clock can cut a leg short."""
        return 1 if self.opened.match.seating.options.plan.is_timed else HAND

    def is_entitled(self, hand: EditedHand) -> bool:
        """Whether there is an extra hand for this layout."""
        if self.is_extra or not hand.is_legal or len(hand.cards) < HAND:
            return False
        read = (read_group(cards, hand.rules).group for cards in hand.layout.groups)
        return is_entitled([group for group in read if group], hand.rules)

    def problems(self, hand: EditedHand) -> tuple[Problem, ...]:
        """Why the hand cannot be kept."""
        if hand.faults:
            return hand.faults
        if len(hand.cards) < self.fewest:
            template = "{owner} has {number} cards, and a hand has {most}."
            message = said(template, owner=self.owner, number=len(hand.cards), most=HAND)
            return (error(START, message),)
        if self.is_extra and not self.is_due:
            return (error(EXTRA, said(NO_RIGHT, name=self.player)),)
        breaches = (drawn.breach for drawn in hand.drawn)
        broken = [error(breach.rule, breach.text) for breach in breaches if breach]
        return (*broken, *hand.conflicts)

    def kept_as(self, hand: EditedHand) -> HandInProgress:
        """What is kept: the layout only if it is not the best, the extra hand if it stays due."""
        cards = tuple(map(str, hand.cards))
        if self.is_extra and self.kept:
            return replace(self.kept, extra=cards)
        own = None if hand.own is None else hand.own.groups
        layout = None if own is None else tuple(tuple(map(str, group)) for group in own)
        extra = self.kept.extra if self.kept and self.is_entitled(hand) else None
        return HandInProgress(cards, layout, extra)


@dataclass(frozen=True)
class HandView:
    """A hand and its groups as templates show them: at the desk, or on a page that keeps it."""

    hand: EditedHand
    page: HandPage | None = None
    refused: tuple[Problem, ...] = ()
    message: str = ""
    kept: HandRow | None = None
    """The hand that was kept before this one."""


@pages.get("/hand/<int:seat>")
@pages.get("/e/<entry:id>/hand/<int:seat>")
def show(key: str, seat: int, id: str | None = None, *, extra: bool = False) -> Reply:
    """A hand: its keys, and how it scores most or as its player lays it out."""
    with open_match(key, to_write=True) as opened:
        page = _page_of(HandPage(opened, id, seat, extra, request.args))
        if page is None:
            abort(404, "No D leg is due in this match now, so no hands are laid out.")
        hand = tapped(page.hand, request.args)
        address = f"{own_path()}?{urlencode({**page.carried, **hand.query})}"
        if is_tapped(request.args) and not hand.said and not wants_part():
            return redirect(address, 303)
        status = 422 if hand.said or hand.faults else 200
        return show_at(address, _shown(page, hand), status)


@pages.get("/hand/<int:seat>/extra")
@pages.get("/e/<entry:id>/hand/<int:seat>/extra")
def show_extra(key: str, seat: int, id: str | None = None) -> Reply:
    """The extra hand of a player all of whose cards have scored."""
    return show(key, seat, id, extra=True)


@pages.post("/hand/<int:seat>")
@pages.post("/e/<entry:id>/hand/<int:seat>")
def save(key: str, seat: int, id: str | None = None, *, extra: bool = False) -> Reply:
    """Keep the hand for the leg, or put it into the form of the correction."""

    def page_of(opened: OpenMatch) -> HandPage | None:
        return _page_of(HandPage(opened, id, seat, extra, request.form))

    def read(opened: OpenMatch) -> HandInProgress | Reply:
        page = page_of(opened)
        if page is None:
            return refuse_form(opened)
        hand = _posted(page)
        refused = page.problems(hand)
        return (_shown(page, hand, refused=refused), 422) if refused else page.kept_as(hand)

    def read_event(opened: OpenMatch) -> EventData | Reply:
        kept = read(opened)
        return kept.event(seat) if isinstance(kept, HandInProgress) else kept

    def refuse(opened: OpenMatch, message: str) -> Reply:
        page = page_of(opened)
        if page is None:
            return refuse_form(opened)
        message = ALREADY if message == SENT_BEFORE else TOO_LATE
        return _shown(page, _posted(page), message=message), 409

    def answer(opened: OpenMatch) -> Reply:
        """Straight on to the next hand that is missing, unless each player enters their own."""
        seats = len(opened.match.players)
        order = [(seat + steps) % seats for steps in range(1, seats)]
        following = next((each for each in order if each not in opened.match.hands), None)
        is_own = device.seat(opened.key) == seat
        if following is None or is_own or page_of(opened) is None:
            return show_match(opened)
        return go_to(opened, url_for("hand.show", key=opened.key, seat=following, kept=seat))

    with open_match(key, to_write=True) as opened:
        if id is None:
            return write_event(opened, read_event, slot=hand_of(seat), refuse=refuse, answer=answer)
        laid, page = read(opened), page_of(opened)
        if not isinstance(laid, HandInProgress):
            return laid
        assert page is not None
        return redirect(_correction(page, laid), 303)


def _posted(page: HandPage) -> EditedHand:
    """The hand with the layout that was chosen, the best one or the player's own."""
    return page.hand if request.form.get("use") == "own" else replace(page.hand, own=None)


@pages.post("/hand/<int:seat>/extra")
@pages.post("/e/<entry:id>/hand/<int:seat>/extra")
def save_extra(key: str, seat: int, id: str | None = None) -> Reply:
    """The same with the extra hand."""
    return save(key, seat, id, extra=True)


def _page_of(page: HandPage) -> HandPage | None:
    """The page; None where no D leg is due, or none was recorded that could be corrected."""
    match = page.opened.match
    if match.game.name != "card-triathlon" or page.seat >= len(match.players):
        abort(404, "There is no such hand in this match.")
    if page.id is None:
        due = match.due_at(None)
        return page if due is not None and due.kind == LEG else None
    old = match.entry(page.id)
    return page if old is not None and not old.is_struck and old.data["kind"] == LEG else None


def _shown(
    page: HandPage, hand: EditedHand, *, refused: tuple[Problem, ...] = (), message: str = ""
) -> str:
    view = HandView(hand, page, refused or hand.faults, message, _kept_before(page))
    return render("card_triathlon/hand.html", "card_triathlon/arranged.html", view=view, asked=None)


def _kept_before(page: HandPage) -> HandRow | None:
    """What has become of the hand that this phone has just kept."""
    seat = whole_number(page.typed.get("kept", ""))
    if seat is None or page.id is not None or seat not in page.hands:
        return None
    return hand_fields.rows(page.opened.match, page.hands)[seat]


def _correction(page: HandPage, laid: HandInProgress | None) -> str:
    """The form of the correction with this hand in it."""
    fields = page.carried | ({} if laid is None else hand_fields.fields_of(page.seat, laid))
    return f"{url_for('match_page.edit', key=page.opened.key, id=page.id)}?{urlencode(fields)}"
