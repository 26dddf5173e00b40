"""The page of a player's hand in a D leg, and the pages of two questions about a hand.

A hand is picked, laid out by the referee or by hand, and saved as an event of its own
(`HandLaidOut`), so that four phones can enter four hands at once. Where an old leg is corrected,
nothing is written here: the hand goes back into the form of the correction.
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
from referee.core.game import AnyGame
from referee.core.text import said, whole_number
from referee.games.card_triathlon.flushes.form import HandRow, hand_fields, hand_row, typed_hands
from referee.games.card_triathlon.flushes.groups import EXTRA, FlushRules, is_entitled, read_group
from referee.games.card_triathlon.flushes.hand_editor import (
    FIELDS,
    START,
    EditedHand,
    apply_tap,
    has_tap,
    read_hand,
)
from referee.games.card_triathlon.flushes.solver import HAND
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.values import full_pack
from referee.matches.events import EventData
from referee.matches.in_progress import HandInProgress, HandsInProgress, hand_of
from referee.web.forms.fields import Typed
from referee.web.forms.game_pages import QuestionPage, QuestionState
from referee.web.http import device
from referee.web.http.app import own_path, render, show_at, wants_part
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.write import SENT_BEFORE, Reply, go_to, show_match, write_event
from referee.web.match.write import refuse as refuse_form

pages = Blueprint("hand", __name__, url_prefix="/m/<key>")

OWN_FIELDS: Final = (*FIELDS, "use", "number", "id", "entry", "kept")
"""Of this page; all others it carries along."""
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
    typed: Typed

    @property
    def player(self) -> str:
        return self.opened.match.players[self.seat]

    @property
    def owner(self) -> str:
        return f"{self.player}’s extra hand" if self.is_extra else self.player

    @property
    def title(self) -> str:
        return self.owner if self.is_extra else f"{self.player}’s hand"

    @cached_property
    def carried(self) -> dict[str, str]:
        """The fields of the form from which one came, and to which one goes back."""
        return {name: value for name, value in self.typed.items() if name not in OWN_FIELDS}

    @cached_property
    def hands(self) -> HandsInProgress:
        match = self.opened.match
        return match.hands if self.id is None else typed_hands(match, self.typed)

    @property
    def saved(self) -> HandInProgress | None:
        """This player's hand as it is in the log, or in the form of the correction."""
        return self.hands.get(self.seat)

    @property
    def others(self) -> dict[str, Counter[Card]]:
        """The cards of all other hands, by whose they are."""
        pack, found = full_pack(len(self.opened.match.players)), {}
        for seat, laid in self.hands.items():
            name = self.opened.match.players[seat]
            for is_extra, owner, cards in (
                (False, name, laid.hand),
                (True, f"{name}’s extra hand", laid.extra),
            ):
                if cards and (seat, is_extra) != (self.seat, self.is_extra):
                    found[owner] = Counter(read_cards(cards, pack)[0])
        return found

    @cached_property
    def start(self) -> dict[str, str]:
        """The fields of its address for the hand as it is saved."""
        saved = self.saved
        if saved is None:
            return {"cards": "", "groups": ""}
        if self.is_extra:
            return {"cards": " ".join(saved.extra or ()), "groups": ""}
        groups = hand_fields(self.seat, saved)[f"layout{self.seat}"]
        return {"cards": " ".join(saved.hand), "groups": groups}

    @property
    def draft(self) -> str:
        """The key under which a phone stores cards that are not saved yet."""
        leg = self.id or f"new{len(self.opened.match.tally.rows)}"
        return f"{self.opened.key} {leg} {self.seat}{' extra' if self.is_extra else ''}"

    @cached_property
    def hand(self) -> EditedHand:
        match = self.opened.match
        empty = EditedHand(
            self.owner,
            full_pack(len(match.players)),
            FlushRules.from_options(match.seating.options),
            others=self.others,
        )
        typed = self.typed if "cards" in self.typed else {**self.typed, **self.start}
        return read_hand(empty, typed)

    @property
    def back(self) -> str:
        """Where one comes from: the match, or the form of a correction with this hand in it."""
        if self.id is None:
            return url_for("match_page.show", key=self.opened.key)
        return self.correction(self.saved)

    def correction(self, laid: HandInProgress | None) -> str:
        fields = self.carried | ({} if laid is None else hand_fields(self.seat, laid))
        address = url_for("match_page.edit", key=self.opened.key, id=self.id)
        return f"{address}?{urlencode(fields)}"

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
        """Why the hand cannot be saved."""
        if hand.faults:
            return hand.faults
        if len(hand.cards) < self.fewest:
            template = "{owner} has {number} cards, and a hand has {most}."
            message = said(template, owner=self.owner, number=len(hand.cards), most=HAND)
            return (error(START, message),)
        if self.is_extra and not hand_row(self.opened.match, self.seat, self.hands).is_entitled:
            return (error(EXTRA, said(NO_RIGHT, name=self.player)),)
        breaches = (drawn.breach for drawn in hand.drawn)
        broken = [error(breach.rule, breach.text) for breach in breaches if breach]
        return (*broken, *hand.conflicts)

    def to_save(self, hand: EditedHand) -> HandInProgress:
        """What is saved: the layout only if it is not the best, the extra hand if it stays due."""
        cards = tuple(map(str, hand.cards))
        if self.is_extra and self.saved:
            return replace(self.saved, extra=cards)
        layout = None
        if hand.own_layout is not None:
            layout = tuple(tuple(map(str, group)) for group in hand.own_layout.groups)
        extra = self.saved.extra if self.saved and self.is_entitled(hand) else None
        return HandInProgress(cards, layout, extra)


@dataclass(frozen=True)
class HandView:
    """A hand and its groups as templates show them: at the desk, or on a page that saves it."""

    hand: EditedHand
    page: HandPage | None = None
    refused: tuple[Problem, ...] = ()
    message: str = ""
    saved_before: HandRow | None = None
    """The hand that this phone has just saved before this one."""


@pages.get("/hand/<int:seat>")
@pages.get("/e/<entry:id>/hand/<int:seat>")
def show(key: str, seat: int, id: str | None = None, *, extra: bool = False) -> Reply:
    """A hand: its keys, and how it scores most or as its player lays it out."""
    with open_match(key, to_write=True) as opened:
        page = _page_of(HandPage(opened, id, seat, extra, request.args))
        if page is None:
            abort(404, "No D leg is due in this match now, so no hands are laid out.")
        hand = apply_tap(page.hand, request.args)
        address = f"{own_path()}?{urlencode({**page.carried, **hand.query})}"
        if has_tap(request.args) and not hand.refusal and not wants_part():
            return redirect(address, 303)
        status = 422 if hand.refusal or hand.faults else 200
        return show_at(address, _render(page, hand), status)


@pages.get("/hand/<int:seat>/extra")
@pages.get("/e/<entry:id>/hand/<int:seat>/extra")
def show_extra(key: str, seat: int, id: str | None = None) -> Reply:
    return show(key, seat, id, extra=True)


@pages.post("/hand/<int:seat>")
@pages.post("/e/<entry:id>/hand/<int:seat>")
def save(key: str, seat: int, id: str | None = None, *, extra: bool = False) -> Reply:
    """Save the hand for the leg, or put it into the form of the correction."""

    def page_of(opened: OpenMatch) -> HandPage | None:
        return _page_of(HandPage(opened, id, seat, extra, request.form))

    def read(opened: OpenMatch) -> HandInProgress | Reply:
        page = page_of(opened)
        if page is None:
            return refuse_form(opened)
        hand = _posted(page)
        refused = page.problems(hand)
        return (_render(page, hand, refused=refused), 422) if refused else page.to_save(hand)

    def read_event(opened: OpenMatch) -> EventData | Reply:
        laid = read(opened)
        return laid.event(seat) if isinstance(laid, HandInProgress) else laid

    def refuse(opened: OpenMatch, message: str) -> Reply:
        page = page_of(opened)
        if page is None:
            return refuse_form(opened)
        message = ALREADY if message == SENT_BEFORE else TOO_LATE
        return _render(page, _posted(page), message=message), 409

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
        return redirect(page.correction(laid), 303)


@pages.post("/hand/<int:seat>/extra")
@pages.post("/e/<entry:id>/hand/<int:seat>/extra")
def save_extra(key: str, seat: int, id: str | None = None) -> Reply:
    return save(key, seat, id, extra=True)


def _posted(page: HandPage) -> EditedHand:
    """The hand with the layout that was chosen, the best one or the player's own."""
    return page.hand if request.form.get("use") == "own" else replace(page.hand, own_layout=None)


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


def _render(
    page: HandPage, hand: EditedHand, *, refused: tuple[Problem, ...] = (), message: str = ""
) -> str:
    seat = whole_number(page.typed.get("kept", ""))
    saved_before = None
    if seat is not None and page.id is None and seat in page.hands:
        saved_before = hand_row(page.opened.match, seat, page.hands)
    view = HandView(hand, page, refused or hand.faults, message, saved_before)
    return render("card_triathlon/hand.html", "card_triathlon/arranged.html", view=view, asked=None)


# Two questions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandQuestionPage(QuestionPage):
    """A question with the keys of a pack, and the cards as they lie."""

    template = "card_triathlon/hand_question.html"
    part = "card_triathlon/arranged.html"
    owner: str
    is_one_group: bool = False

    def state(self, _game: AnyGame, options: CardTriathlonOptions, players: int) -> QuestionState:
        rules = FlushRules.from_options(options)
        empty = EditedHand(self.owner, full_pack(players), rules, is_one_group=self.is_one_group)
        hand = apply_tap(read_hand(empty, request.args), request.args)
        cards = {} if hand.faults else {"cards": hand.text}
        others = {name: value for name, value in request.args.items() if name not in FIELDS}
        return QuestionState(
            typed={**request.args, **cards},
            address=f"{own_path()}?{urlencode({**others, 'asked': '1', **hand.query})}",
            is_changed=has_tap(request.args),
            is_refused=hand.refusal is not None,
            view=HandView(hand),
        )
