"""The hand of one player in a D leg: picked, laid out by the referee or by hand, and kept.

Kept hands are events of their own (`laid`), so that four phones enter four hands at once. Where an
old leg is corrected, nothing is written here: the hand goes back into the form of the correction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.cards import Card, read_cards
from referee.events import Event
from referee.games.card_triathlon.arrange import HAND
from referee.games.card_triathlon.d_leg import is_entitled
from referee.games.card_triathlon.d_questions import rules_of
from referee.games.card_triathlon.layout import read_group
from referee.games.card_triathlon.values import full_pack
from referee.laid import KIND, Hands, Laid, payload_of
from referee.law import Problem, error
from referee.store import Stale
from referee.web.books import Opened, opened, store
from referee.web.entry.card_triathlon import d_hands
from referee.web.hands import FIELDS, START, Hand, Typed, is_tapped, read_hand, tapped
from referee.web.page import render, wants_part
from referee.web.writing import Reply, done, event_id, kept_event, not_done, shown, writer

pages = Blueprint("hand", __name__, url_prefix="/m/<key>")

OWN: Final = (*FIELDS, "use", "number", "id", "entry")
"""The fields that are this page's own; all others it carries along."""
LEG: Final = "d-leg"
ATTEMPTS: Final = 20
EXTRA: Final = "card-triathlon.d.extra-hand"
NOT_ALL: Final = "not all 13 cards of the first hand score"
TOO_LATE = (
    "Somebody else saved this hand just now, or the leg has gone on. Nothing was saved here: look"
    " at the cards, then save them again if they are right."
)
ALREADY = "This page was sent before, with other cards. Save these too if they are right."


@dataclass(frozen=True)
class HandPage:
    """The page of one hand: whose it is, of which leg, and what the other hands are."""

    match: Opened
    id: str | None
    """The old leg that is corrected; None for the leg that is due."""
    seat: int
    is_extra: bool
    """Whether it is the extra hand."""
    typed: Typed

    @property
    def player(self) -> str:
        """Whose hand it is."""
        return self.match.book.players[self.seat]

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
    def hands(self) -> Hands:
        """All hands that are known of the leg."""
        book = self.match.book
        return book.laid if self.id is None else d_hands.typed_hands(book, self.typed)

    @property
    def kept(self) -> Laid | None:
        """This player's hand as it is kept."""
        return self.hands.get(self.seat)

    @property
    def is_due(self) -> bool:
        """Whether the first hand gives the right to an extra hand."""
        return d_hands.shown(self.match.book, self.hands)[self.seat].is_entitled

    @property
    def others(self) -> dict[str, Counter[Card]]:
        """The cards of all other hands, by whose they are."""
        pack, found = full_pack(len(self.match.book.players)), {}
        for seat, laid in self.hands.items():
            name = self.match.book.players[seat]
            first, extra = (seat, False), (seat, True)
            for which, called, cards in (
                (first, name, laid.hand),
                (extra, f"{name}’s extra hand", laid.extra),
            ):
                if cards and which != (self.seat, self.is_extra):
                    found[called] = Counter(read_cards(cards, pack)[0])
        return found

    @cached_property
    def hand(self) -> Hand:
        """The hand as it stands in the address, or else as it is kept."""
        book, laid = self.match.book, self.kept
        cards = (laid.extra if self.is_extra else laid.hand) if laid else None
        known = d_hands.fields_of(self.seat, laid) if laid and not self.is_extra else {}
        groups = known.get(f"layout{self.seat}", "")
        start = {"cards": " ".join(cards or ()), "groups": groups}
        empty = Hand(
            self.owner,
            full_pack(len(book.players)),
            rules_of(book.table.options),
            others=self.others,
        )
        typed = self.typed if "cards" in self.typed else {**self.typed, **start}
        return read_hand(empty, typed)

    @property
    def fewest(self) -> int:
        """How many cards it needs; the clock can cut a leg short."""
        return 1 if self.match.book.table.options.plan.is_timed else HAND

    def is_entitled(self, hand: Hand) -> bool:
        """Whether there is an extra hand for this layout."""
        if self.is_extra or not hand.is_legal or len(hand.cards) < HAND:
            return False
        read = (read_group(cards, hand.rules).group for cards in hand.layout.groups)
        return is_entitled(self.match.book.table, [group for group in read if group])

    def problems(self, hand: Hand) -> tuple[Problem, ...]:
        """Why the hand cannot be kept."""
        if hand.faults:
            return hand.faults
        if len(hand.cards) < self.fewest:
            message = f"{self.owner} has {len(hand.cards)} cards, and a hand has {HAND}."
            return (error(START, message),)
        if self.is_extra and not self.is_due:
            return (error(EXTRA, f"{self.player} has no right to an extra hand: {NOT_ALL}."),)
        breaches = (drawn.breach for drawn in hand.drawn)
        broken = [error(breach.rule, breach.text) for breach in breaches if breach]
        return (*broken, *hand.conflicts)

    def laid(self, hand: Hand) -> Laid:
        """What is kept: the layout only if it is not the best, the extra hand if it stays due."""
        cards = tuple(map(str, hand.cards))
        if self.is_extra and self.kept:
            return replace(self.kept, extra=cards)
        own = None if hand.own is None else hand.own.groups
        layout = None if own is None else tuple(tuple(map(str, group)) for group in own)
        extra = self.kept.extra if self.kept and self.is_entitled(hand) else None
        return Laid(cards, layout, extra)


@pages.get("/hand/<int:seat>")
@pages.get("/e/<entry:id>/hand/<int:seat>")
def show(key: str, seat: int, id: str | None = None, *, extra: bool = False) -> Reply:
    """A hand: its keys, and how it scores most or as its player lays it out."""
    with opened(key, to_write=True) as match:
        page = _page_of(HandPage(match, id, seat, extra, request.args))
        if page is None:
            abort(404, "No D leg is due in this match now, so no hands are laid out.")
        hand = tapped(page.hand, request.args)
        address = f"{request.path}?{urlencode({**page.carried, **hand.query})}"
        if is_tapped(request.args) and not hand.said and not wants_part():
            return redirect(address, 303)
        status = 422 if hand.said or hand.faults else 200
        answer = Response(_shown(page, hand), status, mimetype="text/html")
        if wants_part():
            answer.headers["HX-Replace-Url"] = address
        return answer


@pages.get("/hand/<int:seat>/extra")
@pages.get("/e/<entry:id>/hand/<int:seat>/extra")
def show_extra(key: str, seat: int, id: str | None = None) -> Reply:
    """The extra hand of a player all of whose cards have scored."""
    return show(key, seat, id, extra=True)


@pages.post("/hand/<int:seat>")
@pages.post("/e/<entry:id>/hand/<int:seat>")
def save(key: str, seat: int, id: str | None = None, *, extra: bool = False) -> Reply:
    """Keep the hand for the leg, or put it into the form of the correction."""
    with opened(key, to_write=True) as match:
        page, kept = _page_of(HandPage(match, id, seat, extra, request.form)), kept_event(match)
        if page is None:
            return done(match) if kept else shown(match, not_done(match), 409)
        hand = page.hand
        if request.form.get("use") != "own":
            hand = replace(hand, own=None)
        refused = page.problems(hand)
        if refused:
            return _shown(page, hand, refused=refused), 422
        laid = page.laid(hand)
        if page.id is not None:
            return redirect(_correction(page, laid), 303)
        payload = payload_of(seat, laid)
        if kept is not None:
            is_same = (kept.kind, kept.payload) == (KIND, payload)
            return done(match) if is_same else (_shown(page, hand, message=ALREADY), 409)
        if _written(match, payload):
            return done(match)
    with opened(key, to_write=True) as match:
        fresh = _page_of(replace(page, match=match))
        if fresh is None:
            return shown(match, not_done(match), 409)
        return _shown(fresh, hand, message=TOO_LATE), 409


@pages.post("/hand/<int:seat>/extra")
@pages.post("/e/<entry:id>/hand/<int:seat>/extra")
def save_extra(key: str, seat: int, id: str | None = None) -> Reply:
    """The same with the extra hand."""
    return save(key, seat, id, extra=True)


def _page_of(page: HandPage) -> HandPage | None:
    """The page; None where no D leg is due, or none was recorded that could be corrected."""
    book = page.match.book
    if book.game.name != "card-triathlon" or page.seat >= len(book.players):
        abort(404, "There is no such hand in this match.")
    if page.id is None:
        due = book.due_at(None)
        return page if due is not None and due.kind == LEG else None
    old = book.entry(page.id)
    return page if old is not None and not old.is_struck and old.data["kind"] == LEG else None


def _shown(
    page: HandPage, hand: Hand, *, refused: tuple[Problem, ...] = (), message: str = ""
) -> str:
    match = page.match
    home = url_for("match.show", key=match.key)
    values: dict[str, Any] = {
        "match": match,
        "hand": hand,
        "title": page.title,
        "carried": page.carried,
        "back": home if page.id is None else _correction(page, page.kept),
        "save_at": request.path,
        "fewest": page.fewest,
        "only_best": page.is_extra,
        "entitled": page.is_entitled(hand),
        "refused": refused or hand.faults,
        "message": message,
        "desk": None,
    }
    return render("hand.html", "parts/arranged.html", **values)


def _correction(page: HandPage, laid: Laid | None) -> str:
    """The form of the correction with this hand in it."""
    fields = page.carried | ({} if laid is None else d_hands.fields_of(page.seat, laid))
    return f"{url_for('match.edit', key=page.match.key, id=page.id)}?{urlencode(fields)}"


def _written(match: Opened, payload: Mapping[str, Any]) -> bool:
    """Write the hand behind whatever leaves it be; False if something has come between.

    Four phones write their hands at once: none need know of the others.
    """
    known = request.form.get("number", "")
    if not known.isdecimal() or len(known) > 9 or not 1 <= int(known) <= match.book.number:
        return False
    for _ in range(ATTEMPTS):
        since = store().events(match.link.match_id, after=int(known))
        if not all(_leaves_be(event, payload["seat"]) for event in since):
            return False
        written = store().append(
            match.link.match_id,
            number=int(known) + len(since) + 1,
            id=event_id(match),
            kind=KIND,
            payload=dict(payload),
            by=writer(match),
        )
        if not isinstance(written, Stale):
            return True
    return False


def _leaves_be(event: Event, seat: int) -> bool:
    """Whether the hand of this seat, and the leg that is due, are as they were."""
    if event.kind == KIND:
        return bool(event.payload["seat"] != seat)
    return event.kind in ("renamed", "ruled")
