"""A hand of a D leg on a page: the keys to pick it, its layout in groups, what is tapped.

All of it is in the address: `cards` the hand, `groups` what its player lays out (left out: the
best), `picked` the card that was tapped and is to be moved. A tap is one field more, `add`, `take`
or `tap`, and gives the address after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Final

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
from referee.core.text import Said, counted, joined, said, whole_number
from referee.games.card_triathlon.flushes.groups import (
    FLUSH,
    DrawnGroup,
    FlushRules,
    draw_group,
    read_group,
)
from referee.games.card_triathlon.flushes.solver import HAND, Arrangement, arrange, suit_order
from referee.web.forms.fields import Typed, split_cards

PACK: Final = "card-triathlon.pack"
START: Final = "card-triathlon.d.start"
FIRST_A_CARD: Final = said("Tap the card first, then the place where it goes.")
TAPS: Final = ("add", "take", "tap")
FIELDS: Final = ("cards", "groups", "picked", *TAPS)
"""The fields that a page of a hand has in its address."""

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
