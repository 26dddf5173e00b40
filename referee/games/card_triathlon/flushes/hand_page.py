"""The page of a player's hand in a D leg, and the pages of two questions about a hand.

A hand is picked, laid out by the referee or by hand, and saved as an event of its own
(`HandLaidOut`), so that four phones can enter four hands at once. Where an old leg is corrected,
nothing is written here: the hand goes back into the form of the correction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Final
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
from referee.core.game import AnyGame
from referee.core.text import Said, counted, joined, said, whole_number
from referee.games.card_triathlon.flushes.form import HandRow, hand_fields, hand_row, typed_hands
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
from referee.games.card_triathlon.leg import full_pack
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.matches.events import EventData
from referee.matches.in_progress import HandInProgress, HandsInProgress, hand_of
from referee.web.forms.fields import Typed, split_cards
from referee.web.forms.game_pages import QuestionPage, QuestionState
from referee.web.http import device
from referee.web.http.app import own_path, render, show_at, wants_part
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.write import SENT_BEFORE, Reply, go_to, show_match, write_event
from referee.web.match.write import refuse as refuse_form

pages = Blueprint("hand", __name__, url_prefix="/m/<key>")

PACK: Final = "card-triathlon.pack"
START: Final = "card-triathlon.d.start"
FIRST_A_CARD: Final = said("Tap the card first, then the place where it goes.")
TAPS: Final = ("add", "take", "tap")
FIELDS: Final = ("cards", "groups", "picked", *TAPS)
"""The fields that a page of a hand has in its address."""
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


# A hand as its player lays it out: groups need not be legal, as a player may try them -------------

CardRow = tuple[Card, ...]


@dataclass(frozen=True)
class Spot:
    """Where a card lies: in a group, or among the cards that are not used; its index there.

    In a field it is `0.3`, or `u.3` among those that are not used.
    """

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
    """The groups of a hand, each from its lowest place up, and the cards that are not used."""

    groups: tuple[CardRow, ...]
    unused: CardRow

    def row(self, group: int | None) -> CardRow:
        """The cards of a group, or those not used; none of a group that is not there."""
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
    """These groups, without cards that the hand does not hold; all other cards are not used."""
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
    """Move a card into a group, to those not used (None), or into a new group (behind the last).

    In a group it lies where it does best: legal, or else nearest to it.
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
    """A key of the pack: how many of its card are in this hand, and how many could be."""

    card: Card
    mine: int
    others: str
    """Who else has it, in words."""
    left: int

    @property
    def is_used_up(self) -> bool:
        return self.mine >= self.left

    @property
    def reason(self) -> Said:
        own = said("{mine} in this hand", mine=self.mine) if self.mine else ""
        where = joined(filter(None, (own, self.others)), by=", ")
        return said("{card} is used up: {where}.", card=symbol(self.card), where=where)


@dataclass(frozen=True)
class EditedHand:
    owner: str
    pack: Pack
    rules: FlushRules
    cards: tuple[Card, ...] = ()
    own_layout: HandLayout | None = None
    """What the player has laid out; None while it is the best that is shown."""
    picked: Spot | None = None
    others: Mapping[str, Counter[Card]] = field(default_factory=dict)
    """The cards of the other players, by their names."""
    is_one_group: bool = False
    """Whether the cards are asked about as one group, as they lie."""
    faults: tuple[Problem, ...] = ()
    """What makes it no hand."""
    refusal: Problem | None = None
    """Why the last tap did nothing."""
    typed: str = ""
    """What stands in the field of the cards, where it is no hand."""

    most: ClassVar[int] = HAND

    def key(self, card: Card) -> PackKey:
        has = [f"{name} has {cards[card]}" for name, cards in self.others.items() if cards[card]]
        elsewhere = sum(cards[card] for cards in self.others.values())
        left = self.pack.copies[card] - elsewhere
        return PackKey(card, self.cards.count(card), ", ".join(has), left)

    @property
    def keys(self) -> list[tuple[Suit | None, list[PackKey]]]:
        """The keys of the whole pack, suit by suit; the Joker comes last."""
        return [
            (suit, [self.key(card) for card in self.pack.copies if card.suit == suit])
            for suit in (*SUITS, None)
        ]

    @property
    def missing(self) -> Said:
        return counted(HAND - len(self.cards), "more card")

    @property
    def full(self) -> Problem:
        template = "{owner} has {most} cards. Tap one of them below to take it away first."
        return error(START, said(template, owner=self.owner, most=HAND))

    @cached_property
    def conflicts(self) -> tuple[Problem, ...]:
        """Cards that are here and elsewhere, more often than the pack has them."""
        found = []
        for card in dict.fromkeys(self.cards):
            key = self.key(card)
            if key.others and key.mine > key.left:
                held = self.pack.copies[card]
                template = "{card}: {mine} in this hand, {others}; the pack holds {held}."
                values = {"mine": key.mine, "others": key.others, "held": held}
                found.append(error(PACK, said(template, card=symbol(card), **values)))
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
        """Of what is shown; a group that is not legal scores nothing."""
        return sum(group.score for group in self.drawn)

    @property
    def is_legal(self) -> bool:
        return all(group.is_legal for group in self.drawn)

    @property
    def difference(self) -> str:
        less, best = self.best.score - self.score, self.best.score
        return f"{less} less than the best: {best}" if less else f"as much as the best: {best}"

    @property
    def text(self) -> str:
        return " ".join(map(str, self.cards))

    @property
    def groups(self) -> str:
        """What the player has laid out, as the field has it; nothing while it is the best."""
        if self.own_layout is None or self.is_one_group:
            return ""
        return " | ".join(" ".join(map(str, cards)) for cards in self.own_layout.groups) or "|"

    @property
    def query(self) -> dict[str, str]:
        picked = "" if self.picked is None else str(self.picked)
        found = {"groups": self.groups, "picked": picked}
        return {"cards": self.text} | {name: value for name, value in found.items() if value}

    def with_cards(self, cards: tuple[Card, ...]) -> EditedHand:
        """Other cards; what the player has laid out stays as far as it can."""
        own: HandLayout | None = None
        if self.is_one_group:
            own = HandLayout((cards,) if cards else (), ())
        elif self.own_layout is not None:
            own = lay_out(cards, self.own_layout.groups)
        return replace(self, cards=cards, own_layout=own, picked=None)


def read_hand(hand: EditedHand, typed: Typed) -> EditedHand:
    """The hand with what stands in the address."""
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


# What is tapped -----------------------------------------------------------------------------------


def has_tap(typed: Typed) -> bool:
    """Whether the address has a tap that is still to be applied."""
    return any(typed.get(name) for name in TAPS)


def apply_tap(hand: EditedHand, typed: Typed) -> EditedHand:
    """The hand after a tap: a card more, one less, or one elsewhere."""
    if text := typed.get("add"):
        try:
            key = hand.key(read_card(text))
        except NotACard:
            message = said("“{text}” is not a card.", text=text[:12])
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
    text = typed.get("tap", "")
    return _apply_move(hand, text) if text else hand


def _apply_move(hand: EditedHand, text: str) -> EditedHand:
    """A card is tapped, and then where it goes: to a place, a group, aside or to a new group."""
    spot, picked, layout = read_spot(text), hand.picked, hand.layout
    if spot is not None and layout.card_at(spot) is None:
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
