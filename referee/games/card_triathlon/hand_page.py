"""Pages for a player's hand in a D leg, and for two questions about a hand.

The player picks the cards and may lay them out; the default is the best layout. Each hand is saved
as an event of its own (`HandLaidOut`), so that four phones can enter four hands at once. When an
old leg is corrected, nothing is saved here: the hand goes back into the correction form.

The state is in the query parameters: `cards` is the hand, `groups` the player's own layout, if any,
and `picked` the card that was tapped to be moved. A tap also sends `add`, `take` or `tap`; the
response contains the page's new address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for

from referee.core.cards import (
    SUITS,
    Card,
    NotACard,
    Pack,
    Suit,
    one_too_many,
    read_card,
    read_cards,
    symbol,
    with_article,
)
from referee.core.findings import Problem, error
from referee.core.game import NOTHING, AnyGame
from referee.core.text import Text, _, joined, ngettext, whole_number
from referee.games.card_triathlon.flushes.groups import (
    EXTRA,
    FLUSH,
    DrawnGroup,
    FlushRules,
    draw_group,
    is_entitled,
    read_group,
)
from referee.games.card_triathlon.flushes.solver import HAND, Arrangement, arrange, suit_order
from referee.games.card_triathlon.form import HandRow, hand_fields, hand_row, typed_hands
from referee.games.card_triathlon.leg import full_pack
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.matches.events.base import EventData
from referee.matches.events.play import HandLaidOut, hand_part
from referee.matches.match_state import HandInProgress
from referee.web.forms.fields import Typed, split_cards
from referee.web.forms.game_pages import QuestionPage, QuestionState
from referee.web.http import device
from referee.web.http.app import htmx_response, own_path, render, wants_part
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.write import Refusal, Reply, go_to, show_match, write_event
from referee.web.match.write import refuse as refuse_form

pages = Blueprint("hand", __name__, url_prefix="/m/<key>")

PACK: Final = "card-triathlon.pack"
START: Final = "card-triathlon.d.start"
FIRST_A_CARD: Final = _("Tap a card first, then tap where it goes.")
TAPS: Final = ("add", "take", "tap")
FIELDS: Final = ("cards", "groups", "picked", *TAPS)
"""Query parameters of the hand page."""
OWN_FIELDS: Final = (*FIELDS, "use", "number", "id", "entry", "kept")
"""Form fields that belong to the hand page; all other fields are passed along unchanged."""
LEG: Final = "d-leg"
NO_RIGHT: Final = _("{name} gets no extra hand, because not all 13 cards of the first hand score.")
TOO_LATE: Final = _(
    "Someone else saved this hand, or the match has moved on. Your cards aren’t saved. Check them,"
    " then save them again."
)
ALREADY: Final = _(
    "You already saved this hand with different cards. Check these, then save again."
)


class HandPage:
    """The page for one hand; `id` is the old leg being corrected, None for the leg that is due."""

    def __init__(
        self, opened: OpenMatch, id: str | None, seat: int, is_extra: bool, typed: Typed
    ) -> None:
        self.opened, self.id, self.seat, self.typed = opened, id, seat, typed
        self.is_extra, match = is_extra, opened.seated(id)
        self.player = match.players[seat]
        extra_hand = _("{name}’s extra hand", name=self.player)
        self.owner: str = extra_hand if is_extra else self.player
        self.title = extra_hand if is_extra else _("{name}’s hand", name=self.player)
        # Fields of the form from which this page was opened and to which it returns.
        self.carried = {name: value for name, value in typed.items() if name not in OWN_FIELDS}
        self.hands = match.hands if id is None else typed_hands(match, typed)
        saved = self.saved = self.hands.get(seat)
        # Against the clock a leg may be cut short.
        self.fewest = 1 if match.setup.options.plan.is_timed else HAND
        # The storage key for cards that are not saved yet.
        leg = id or f"new{len(match.tally.rows)}"
        self.draft = f"{opened.key} {leg} {seat}{' extra' if is_extra else ''}"

        laid_out = {} if saved is None else hand_fields(seat, saved)
        cards = laid_out.get(f"extra{seat}" if is_extra else f"hand{seat}", "")
        groups = "" if is_extra else laid_out.get(f"layout{seat}", "")
        self.saved_fields = {"cards": cards, "groups": groups}

        pack, others = full_pack(len(match.players)), {}
        for other, laid in self.hands.items():
            name = match.players[other]
            if laid.hand and (other, False) != (seat, is_extra):
                others[name] = Counter(read_cards(laid.hand, pack)[0])
            if laid.extra and (other, True) != (seat, is_extra):
                others[_("{name}’s extra hand", name=name)] = Counter(
                    read_cards(laid.extra, pack)[0]
                )
        rules = FlushRules.from_options(match.setup.options)
        empty = EditedHand(self.owner, pack, rules, others=others)
        fields = typed if "cards" in typed else {**typed, **self.saved_fields}
        self.hand = read_hand(empty, fields)
        is_own = typed.get("use") == "own"
        self.posted = self.hand if is_own else replace(self.hand, own_layout=None)

    @property
    def back(self) -> str:
        if self.id is None:
            return url_for("match_page.show", key=self.opened.key)
        return self.correction_url(self.saved)

    def correction_url(self, laid: HandInProgress | None) -> str:
        fields = self.carried | ({} if laid is None else hand_fields(self.seat, laid))
        address = url_for("match_page.edit", key=self.opened.key, id=self.id)
        return f"{address}?{urlencode(fields)}"

    def is_entitled(self, hand: EditedHand) -> bool:
        if self.is_extra or not hand.is_legal or len(hand.cards) < HAND:
            return False
        read = (read_group(cards, hand.rules).group for cards in hand.layout.groups)
        return is_entitled([group for group in read if group], hand.rules)

    def problems(self, hand: EditedHand) -> tuple[Problem, ...]:
        if hand.faults:
            return hand.faults
        if len(hand.cards) < self.fewest:
            message = ngettext(
                "{owner} has {n} card, but a hand has {most}.",
                "{owner} has {n} cards, but a hand has {most}.",
                len(hand.cards),
                owner=self.owner,
                most=HAND,
            )
            return (error(START, message),)
        if self.is_extra and not hand_row(self.opened.match, self.seat, self.hands).is_entitled:
            return (error(EXTRA, NO_RIGHT.format(name=self.player)),)
        breaches = (drawn.breach for drawn in hand.drawn)
        broken = [error(breach.rule, breach.text) for breach in breaches if breach]
        return (*broken, *hand.conflicts)

    def to_save(self, hand: EditedHand) -> HandInProgress:
        """Return the hand to save, including the player's own layout, if any.

        A saved extra hand is dropped if this hand no longer earns one.
        """
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
    """Data to render a hand; `page` is None at the desk, where nothing is saved."""

    hand: EditedHand
    page: HandPage | None = None
    refused: tuple[Problem, ...] = ()
    message: Text = NOTHING
    saved_before: HandRow | None = None  # the hand that this phone has just saved


OF_EXTRA: Final[dict[str, Any]] = {"defaults": {"extra": True}}


@pages.get("/hand/<int:seat>")
@pages.get("/e/<entry:id>/hand/<int:seat>")
@pages.get("/hand/<int:seat>/extra", endpoint="show_extra", **OF_EXTRA)
@pages.get("/e/<entry:id>/hand/<int:seat>/extra", endpoint="show_extra", **OF_EXTRA)
def show(key: str, seat: int, id: str | None = None, *, extra: bool = False) -> Reply:
    opened = open_match(key, to_write=True)
    page = _open_page(opened, id, seat, extra, request.args)
    if page is None:
        abort(404, _("This match isn’t in a D leg now, so there are no hands to lay out."))
    hand = apply_tap(page.hand, request.args)
    address = f"{own_path()}?{urlencode({**page.carried, **hand.query})}"
    if has_tap(request.args) and not hand.refusal and not wants_part():
        return redirect(address, 303)
    status = 422 if hand.refusal or hand.faults else 200
    return htmx_response(_render(page, hand), status, replace_url=address)


@pages.post("/hand/<int:seat>")
@pages.post("/e/<entry:id>/hand/<int:seat>")
@pages.post("/hand/<int:seat>/extra", endpoint="save_extra", **OF_EXTRA)
@pages.post("/e/<entry:id>/hand/<int:seat>/extra", endpoint="save_extra", **OF_EXTRA)
def save(key: str, seat: int, id: str | None = None, *, extra: bool = False) -> Reply:
    page_of = partial(_open_page, id=id, seat=seat, is_extra=extra, typed=request.form)

    def read(opened: OpenMatch) -> EventData | Reply:
        page = page_of(opened)
        if page is None:
            return refuse_form(opened)
        refused = page.problems(page.posted)
        if refused:
            return _render(page, page.posted, refused=refused), 422
        laid = page.to_save(page.posted)
        if id is None:
            return HandLaidOut(seat=seat, **laid.as_json())
        return redirect(page.correction_url(laid), 303)

    def refuse(opened: OpenMatch, why: Refusal) -> Reply:
        page = page_of(opened)
        if page is None:
            return refuse_form(opened)
        reason = ALREADY if why is Refusal.SENT_BEFORE else TOO_LATE
        return _render(page, page.posted, message=reason), 409

    def answer(opened: OpenMatch) -> Reply:
        """Open the page of the next player whose hand is missing.

        If this phone belongs to the player whose hand was saved, show the match instead.
        """
        seats = len(opened.match.players)
        order = [(seat + steps) % seats for steps in range(1, seats)]
        following = next((each for each in order if each not in opened.match.hands), None)
        is_own = device.seat(opened.key) == seat
        if following is None or is_own or page_of(opened) is None:
            return show_match(opened)
        return go_to(opened, url_for("hand.show", key=opened.key, seat=following, kept=seat))

    opened = open_match(key, to_write=True)
    if id is None:
        parts = HandLaidOut.depends_on | {hand_part(seat)}
        return write_event(opened, read, depends_on=parts, refuse=refuse, answer=answer)
    reply = read(opened)
    assert not isinstance(reply, EventData)
    return reply


def _open_page(
    opened: OpenMatch, id: str | None, seat: int, is_extra: bool, typed: Typed
) -> HandPage | None:
    """Return a hand's page; None if no D leg is due or the entry to correct isn't a D leg."""
    match = opened.match
    if match.game.name != "card-triathlon" or seat >= len(match.players):
        abort(404, _("There is no such hand in this match."))
    if id is None:
        due = match.due_at(None)
        is_d_leg = due is not None and due.kind == LEG
    else:
        old = match.entry(id)
        is_d_leg = old is not None and not old.is_struck and old.data["kind"] == LEG
    return HandPage(opened, id, seat, is_extra, typed) if is_d_leg else None


def _render(
    page: HandPage, hand: EditedHand, *, refused: tuple[Problem, ...] = (), message: Text = NOTHING
) -> str:
    seat = whole_number(page.typed.get("kept", ""))
    saved_before = None
    if seat is not None and page.id is None and seat in page.hands:
        saved_before = hand_row(page.opened.seated(), seat, page.hands)
    view = HandView(hand, page, refused or hand.faults, message, saved_before)
    return render(
        "card_triathlon/hand.html", "card_triathlon/arranged.html", view=view, question=None
    )


# Two questions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandQuestionPage(QuestionPage):
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


# A hand as its player lays it out: groups need not be legal --------------------------------------

CardRow = tuple[Card, ...]


@dataclass(frozen=True)
class Spot:
    """A card's position: `0.3` is index 3 in group 0, `u.3` index 3 of the unused cards."""

    group: int | None
    index: int

    def __str__(self) -> str:
        return f"{'u' if self.group is None else self.group}.{self.index}"


def read_spot(text: str) -> Spot | None:
    group, _, after = text.partition(".")
    index, number = whole_number(after), whole_number(group)
    if index is None or (number is None and group != "u"):
        return None
    return Spot(number, index)


@dataclass(frozen=True)
class HandLayout:
    """A hand's groups, each in order from its lowest place up, and its unused cards."""

    groups: tuple[CardRow, ...]
    unused: CardRow

    def row(self, group: int | None) -> CardRow:
        """Return the cards of a group, or the unused ones; empty if there is no such group."""
        if group is None:
            return self.unused
        return self.groups[group] if 0 <= group < len(self.groups) else ()

    def card_at(self, spot: Spot) -> Card | None:
        row = self.row(spot.group)
        return row[spot.index] if 0 <= spot.index < len(row) else None

    def with_row(self, group: int | None, row: CardRow) -> HandLayout:
        if group is None:
            return HandLayout(self.groups, row)
        return HandLayout((*self.groups[:group], row, *self.groups[group + 1 :]), self.unused)


def lay_out(hand: Sequence[Card], groups: Sequence[Sequence[Card]]) -> HandLayout:
    """Lay out these groups, skipping cards that the hand doesn't have; other cards are unused."""
    left = Counter(hand)
    rows: list[CardRow] = []
    for group in groups:
        row = []
        for card in group:
            if left[card] > 0:
                left[card] -= 1
                row.append(card)
        rows.append(tuple(row))
    return HandLayout(tuple(filter(None, rows)), tuple(sorted(left.elements(), key=suit_order)))


def swap_cards(layout: HandLayout, one: Spot, other: Spot) -> HandLayout:
    cards = layout.row(one.group)[one.index], layout.row(other.group)[other.index]
    for spot, card in zip((other, one), cards, strict=True):
        row = layout.row(spot.group)
        row = (*row[: spot.index], card, *row[spot.index + 1 :])
        layout = layout.with_row(spot.group, row)
    return layout


def move_card(layout: HandLayout, spot: Spot, group: int | None, rules: FlushRules) -> HandLayout:
    """Move a card to `group`: an existing or new group, or the unused cards (None).

    Within a group, the card goes where it makes the group legal or, failing that, closest to legal.
    """

    def merit(row: CardRow) -> tuple[bool, int, int, int]:
        legal, _, nearest = read_group(row, rules)
        roles = nearest.roles
        return legal is not None, roles.count("right"), -roles.count(None), nearest.score

    row = layout.row(spot.group)
    card = row[spot.index]
    layout = layout.with_row(spot.group, (*row[: spot.index], *row[spot.index + 1 :]))
    row = layout.row(group)
    if group is None:
        row = (*row, card)
    else:
        row = max(((*row[:at], card, *row[at:]) for at in range(len(row) + 1)), key=merit)
    layout = layout.with_row(group, row)
    unused = sorted(layout.unused, key=suit_order)
    return HandLayout(tuple(filter(None, layout.groups)), tuple(unused))


# The page of a hand -------------------------------------------------------------------------------


@dataclass(frozen=True)
class PackKey:
    """The key for one card; this hand has `mine` copies of it and can have up to `left`."""

    card: Card
    mine: int
    others: Text  # who else has it, in words
    left: int

    @property
    def is_used_up(self) -> bool:
        return self.mine >= self.left

    @property
    def reason(self) -> Text:
        own = _("{mine} in this hand", mine=self.mine) if self.mine else ""
        where = joined(filter(None, (own, self.others)), by=", ")
        return _("{card} is already taken: {where}.", card=symbol(self.card), where=where)


@dataclass(frozen=True)
class EditedHand:
    owner: str
    pack: Pack
    rules: FlushRules
    cards: tuple[Card, ...] = ()
    own_layout: HandLayout | None = None  # the player's layout; None while the best is shown
    picked: Spot | None = None
    others: Mapping[str, Counter[Card]] = field(default_factory=dict)
    """The cards of the other hands, by owner."""
    is_one_group: bool = False  # ask about the cards as one group, in their order
    faults: tuple[Problem, ...] = ()  # why the typed cards aren't a hand
    refusal: Problem | None = None  # why the last tap did nothing
    typed: str = ""  # the typed cards, if they aren't a hand

    most: ClassVar[int] = HAND

    def key(self, card: Card) -> PackKey:
        has = [
            _("{name} has {number}", name=name, number=cards[card])
            for name, cards in self.others.items()
            if cards[card]
        ]
        elsewhere = sum(cards[card] for cards in self.others.values())
        left = self.pack.copies[card] - elsewhere
        return PackKey(card, self.cards.count(card), joined(has, ", "), left)

    @property
    def keys(self) -> list[tuple[Suit | None, list[PackKey]]]:
        return [
            (suit, [self.key(card) for card in self.pack.copies if card.suit == suit])
            for suit in (*SUITS, None)
        ]

    @property
    def missing(self) -> Text:
        return ngettext("{n} more card", "{n} more cards", HAND - len(self.cards))

    @property
    def full(self) -> Problem:
        template = _("{owner} has {most} cards. Tap one below to remove it first.")
        return error(START, template.format(owner=self.owner, most=HAND))

    @cached_property
    def conflicts(self) -> tuple[Problem, ...]:
        """Problems with cards that occur more often in all the hands together than in the pack."""
        found = []
        for card in dict.fromkeys(self.cards):
            key = self.key(card)
            if key.others and key.mine > key.left:
                held = self.pack.copies[card]
                template = _(
                    "{card} is used too often: {mine} in this hand, {others}, but the pack has only"
                    " {held}."
                )
                values = {"mine": key.mine, "others": key.others, "held": held}
                found.append(error(PACK, template.format(card=symbol(card), **values)))
        return tuple(found)

    @cached_property
    def best(self) -> Arrangement:
        return Arrangement((), ()) if self.faults else arrange(self.cards, self.rules)

    @cached_property
    def layout(self) -> HandLayout:
        if self.own_layout is not None:
            return self.own_layout
        return HandLayout(tuple(group.cards for group in self.best.groups), self.best.unused)

    @cached_property
    def drawn(self) -> list[DrawnGroup]:
        return [draw_group(cards, self.rules) for cards in self.layout.groups]

    @property
    def picked_card(self) -> str:
        card = None if self.picked is None else self.layout.card_at(self.picked)
        return "" if card is None else symbol(card)

    @property
    def score(self) -> int:
        """The score of the layout; an illegal group scores nothing."""
        return sum(group.score for group in self.drawn)

    @property
    def is_legal(self) -> bool:
        return not any(group.breach for group in self.drawn)

    @property
    def difference(self) -> Text:
        less, best = self.best.score - self.score, self.best.score
        if less:
            return _("{less} below the best score ({best})", less=less, best=best)
        return _("same as the best score")

    @property
    def text(self) -> str:
        return " ".join(map(str, self.cards))

    @property
    def groups(self) -> str:
        """The player's own layout as text for the `groups` field; empty while the best is shown."""
        if self.own_layout is None or self.is_one_group:
            return ""
        return " | ".join(" ".join(map(str, cards)) for cards in self.own_layout.groups) or "|"

    @property
    def query(self) -> dict[str, str]:
        picked = "" if self.picked is None else str(self.picked)
        found = {"groups": self.groups, "picked": picked}
        return {"cards": self.text} | {name: value for name, value in found.items() if value}

    def with_cards(self, cards: tuple[Card, ...]) -> EditedHand:
        """Return this hand with other cards, keeping the player's layout as far as possible."""
        own: HandLayout | None = None
        if self.is_one_group:
            own = HandLayout((cards,) if cards else (), ())
        elif self.own_layout is not None:
            own = lay_out(cards, self.own_layout.groups)
        return replace(self, cards=cards, own_layout=own, picked=None)


def read_hand(hand: EditedHand, typed: Typed) -> EditedHand:
    cards, faults = read_cards(split_cards(typed.get("cards", hand.text)), hand.pack)
    problems = [error(PACK, fault, field="cards") for fault in faults]
    if len(cards) > HAND:
        message = one_too_many(with_article(cards[HAND]), "hand", HAND)
        problems.append(error(START, message, field="cards"))
    groups = typed.get("groups", hand.groups).strip()
    refused = typed.get("cards", "") if problems else ""
    hand = replace(hand, own_layout=None, faults=tuple(problems), typed=refused).with_cards(cards)
    if groups and not hand.is_one_group:
        rows = [read_cards(split_cards(group), hand.pack)[0] for group in groups.split("|")]
        hand = replace(hand, own_layout=lay_out(cards, rows))
    picked = read_spot(typed.get("picked", ""))
    if picked is None or problems or hand.layout.card_at(picked) is None:
        return hand
    return replace(hand, picked=picked)


# Taps ---------------------------------------------------------------------------------------------


def has_tap(typed: Typed) -> bool:
    return any(typed.get(name) for name in TAPS)


def apply_tap(hand: EditedHand, typed: Typed) -> EditedHand:
    if text := typed.get("add"):
        try:
            key = hand.key(read_card(text))
        except NotACard:
            message = _("“{text}” isn’t a card.", text=text[:12])
            return replace(hand, refusal=error(PACK, message))
        if key.is_used_up:
            return replace(hand, refusal=error(PACK, key.reason))
        if len(hand.cards) >= HAND:
            return replace(hand, refusal=hand.full)
        return hand.with_cards((*hand.cards, key.card))
    if text := typed.get("take"):
        index = len(hand.cards) - 1 if text == "last" else whole_number(text)
        if index is None or not 0 <= index < len(hand.cards):
            return hand
        return hand.with_cards((*hand.cards[:index], *hand.cards[index + 1 :]))
    # A move takes two taps: a card, then another card, a group, the unused cards or a new group.
    text = typed.get("tap", "")
    spot, picked, layout = read_spot(text), hand.picked, hand.layout
    if not text or (spot is not None and layout.card_at(spot) is None):
        return hand
    if text == "best":
        return replace(hand, own_layout=None, picked=None)
    if text == "leave" or (spot is not None and spot == picked):
        return replace(hand, picked=None)
    if picked is None:
        refusal = None if spot else error(FLUSH, FIRST_A_CARD)
        return replace(hand, picked=spot, refusal=refusal)
    groups: dict[str, int | None] = {str(number): number for number in range(len(layout.groups))}
    if not hand.is_one_group:
        groups |= {"u": None, "n": len(layout.groups)}
    if spot is not None:
        layout = swap_cards(layout, picked, spot)
    elif text in groups:
        layout = move_card(layout, picked, groups[text], hand.rules)
    else:
        return hand
    cards = layout.groups[0] if hand.is_one_group else hand.cards
    return replace(hand, cards=cards, own_layout=layout, picked=None)
