"""A hand of a D leg on a page: the keys to pick it, its groups as they are drawn, what is tapped.

All of it stands in the address: `cards` the hand, `groups` what its player lays out (left out: the
best), `picked` the card that was tapped and is to be moved. A tap is one field more, `add`, `take`
or `tap`, and gives the address after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

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
from referee.games.card_triathlon.flushes import layout as by_hand
from referee.games.card_triathlon.flushes.drawing import DrawnGroup, draw
from referee.games.card_triathlon.flushes.group import FlushRules
from referee.games.card_triathlon.flushes.layout import HandLayout, Spot
from referee.games.card_triathlon.flushes.solver.search import HAND, Arrangement, arrange
from referee.web.forms.fields import Typed, split_cards

PACK: Final = "card-triathlon.pack"
START: Final = "card-triathlon.d.start"
FIRST_A_CARD: Final = said("Tap the card first, then the place where it goes.")
FIELDS: Final = ("cards", "groups", "picked", "add", "take", "tap")
"""What a page of a hand has in its address of its own."""


@dataclass(frozen=True)
class PackKey:
    """A key of the pack: how often its card is in the hand, and why there can be no more."""

    card: Card
    mine: int
    others: str
    """Who else has it, in words."""
    left: int
    """How many are not in other hands."""

    @property
    def is_used_up(self) -> bool:
        """Whether no copy is left."""
        return self.mine >= self.left

    @property
    def why(self) -> Said:
        """Why no copy is left."""
        own = said("{mine} in this hand", mine=self.mine) if self.mine else ""
        where = joined(filter(None, (own, self.others)), by=", ")
        return said("{card} is used up: {where}.", card=symbol(self.card), where=where)


@dataclass(frozen=True)
class EditedHand:
    """A hand as one page shows it."""

    owner: str
    pack: Pack
    rules: FlushRules
    cards: tuple[Card, ...] = ()
    own: HandLayout | None = None
    """What the player has laid out; None while it is the best that is shown."""
    picked: Spot | None = None
    others: Mapping[str, Counter[Card]] = field(default_factory=dict)
    """The cards of the other players, by their names."""
    is_one_group: bool = False
    """Whether the cards are asked about as one group, as they lie."""
    faults: tuple[Problem, ...] = ()
    """What makes it no hand."""
    said: Problem | None = None
    """Why the last tap did nothing."""
    typed: str = ""
    """What stands in the field of the cards, where it is no hand."""

    # The keys ------------------------------------------------------------------------------------

    def key(self, card: Card) -> PackKey:
        """The key of a card."""
        has = [f"{name} has {cards[card]}" for name, cards in self.others.items() if cards[card]]
        elsewhere = sum(cards[card] for cards in self.others.values())
        left = self.pack.copies[card] - elsewhere
        return PackKey(card, self.cards.count(card), ", ".join(has), left)

    @cached_property
    def rows(self) -> list[tuple[Suit | None, list[PackKey]]]:
        """The keys of the whole pack, suit by suit; the Joker comes last."""
        return [
            (suit, [self.key(card) for card in self.pack.copies if card.suit == suit])
            for suit in (*SUITS, None)
        ]

    @property
    def missing(self) -> int:
        """How many cards are missing to a whole hand."""
        return HAND - len(self.cards)

    @property
    def most(self) -> int:
        """How many cards a hand has."""
        return HAND

    @property
    def missing_words(self) -> str:
        """The same, in words."""
        return counted(self.missing, "more card")

    @property
    def full(self) -> Problem:
        """Why there can be no further card."""
        template = "{owner} has {most} cards. Tap one of them below to take it away first."
        return error(START, said(template, owner=self.owner, most=HAND))

    @property
    def bar(self) -> str:
        """How far the hand has come."""
        return f"{len(self.cards)} of {counted(HAND, 'card')}"

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

    # The groups ----------------------------------------------------------------------------------

    @cached_property
    def best(self) -> Arrangement:
        """The arrangement that scores most."""
        return Arrangement((), ()) if self.faults else arrange(self.cards, self.rules)

    @cached_property
    def layout(self) -> HandLayout:
        """What is shown: what the player has laid out, or the best."""
        return by_hand.as_arranged(self.best) if self.own is None else self.own

    @cached_property
    def drawn(self) -> list[DrawnGroup]:
        """The groups as they are shown."""
        return [draw(cards, self.rules) for cards in self.layout.groups]

    @property
    def picked_name(self) -> str:
        """The card that is tapped, as it is read out."""
        card = None if self.picked is None else self.layout.at(self.picked)
        return "" if card is None else symbol(card)

    @property
    def score(self) -> int:
        """What is shown scores; a group that is not legal nothing."""
        return sum(group.score for group in self.drawn)

    @property
    def is_legal(self) -> bool:
        """Whether every group that is shown is legal."""
        return all(group.is_legal for group in self.drawn)

    @property
    def difference(self) -> str:
        """What is shown, beside the best."""
        less, best = self.best.score - self.score, self.best.score
        return f"{less} less than the best: {best}" if less else f"as much as the best: {best}"

    # Its address ---------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The cards as the field has them."""
        return " ".join(map(str, self.cards))

    @property
    def groups(self) -> str:
        """What the player has laid out, as the field has it; nothing while it is the best."""
        if self.own is None or self.is_one_group:
            return ""
        return " | ".join(" ".join(map(str, cards)) for cards in self.own.groups) or "|"

    @property
    def query(self) -> dict[str, str]:
        """The fields of its address."""
        picked = "" if self.picked is None else spot_text(self.picked)
        found = {"groups": self.groups, "picked": picked}
        return {"cards": self.text} | {name: value for name, value in found.items() if value}


def read_hand(hand: EditedHand, typed: Typed) -> EditedHand:
    """The hand with what stands in the address."""
    cards, faults = read_cards(split_cards(typed.get("cards", hand.text)), hand.pack)
    found = [error(PACK, fault, field="cards") for fault in faults]
    if len(cards) > HAND:
        message = one_too_many(with_article(cards[HAND]), "hand", HAND)
        found.append(error(START, message, field="cards"))
    hand = replace(
        hand,
        cards=cards,
        faults=tuple(found),
        typed=typed.get("cards", "") if found else "",
    )
    if hand.is_one_group:
        hand = replace(hand, own=HandLayout((cards,) if cards else (), ()))
    elif groups := typed.get("groups", hand.groups).strip():
        laid = [_readable(split_cards(group), hand.pack) for group in groups.split("|")]
        hand = replace(hand, own=by_hand.laid_out(cards, laid))
    else:
        hand = replace(hand, own=None)
    picked = read_spot(typed.get("picked", ""))
    is_there = picked is not None and not found and hand.layout.at(picked) is not None
    return replace(hand, picked=picked if is_there else None)


def _readable(texts: Sequence[str], pack: Pack) -> tuple[Card, ...]:
    return read_cards(texts, pack)[0]


def spot_text(spot: Spot) -> str:
    """Where a card lies, as a field has it: `0.3`, or `u.3` among those that are not used."""
    return f"{'u' if spot.group is None else spot.group}.{spot.place}"


def read_spot(text: str) -> Spot | None:
    """The same back; None for what is no such place."""
    group, _, place = text.partition(".")
    at, number = whole_number(place), whole_number(group)
    if at is None or (number is None and group != "u"):
        return None
    return Spot(number, at)


# What is tapped -----------------------------------------------------------------------------------


def is_tapped(typed: Typed) -> bool:
    """Whether the address has a tap that is still to be done."""
    return any(typed.get(name) for name in ("add", "take", "tap"))


def tapped(hand: EditedHand, typed: Typed) -> EditedHand:
    """The hand after a tap: a card more, one less, or one elsewhere."""
    if text := typed.get("add"):
        return _added(hand, text)
    if text := typed.get("take"):
        return _taken(hand, text)
    text = typed.get("tap", "")
    return _moved(hand, text) if text else hand


def _added(hand: EditedHand, text: str) -> EditedHand:
    try:
        card = read_card(text)
    except NotACard:
        return replace(hand, said=error(PACK, said("“{text}” is not a card.", text=text[:12])))
    key = hand.key(card)
    if key.is_used_up:
        return replace(hand, said=error(PACK, key.why))
    if len(hand.cards) >= HAND:
        return replace(hand, said=hand.full)
    return _with_cards(hand, (*hand.cards, card))


def _taken(hand: EditedHand, text: str) -> EditedHand:
    place = len(hand.cards) - 1 if text == "last" else whole_number(text)
    if place is None or not 0 <= place < len(hand.cards):
        return hand
    return _with_cards(hand, (*hand.cards[:place], *hand.cards[place + 1 :]))


def _with_cards(hand: EditedHand, cards: tuple[Card, ...]) -> EditedHand:
    """Other cards; what the player has laid out stays as far as it can."""
    if hand.is_one_group:
        own: HandLayout | None = HandLayout((cards,) if cards else (), ())
    else:
        own = None if hand.own is None else by_hand.laid_out(cards, hand.own.groups)
    return replace(hand, cards=cards, own=own, picked=None)


def _moved(hand: EditedHand, text: str) -> EditedHand:
    """A card is tapped, and then where it goes: to a place, a group, aside or to a new group."""
    spot, picked, layout = read_spot(text), hand.picked, hand.layout
    if spot is not None and layout.at(spot) is None:
        return hand
    if text == "best":
        return replace(hand, own=None, picked=None)
    if text == "leave" or (spot is not None and spot == picked):
        return replace(hand, picked=None)
    if picked is None:
        said = None if spot else error("card-triathlon.d.straight-flush", FIRST_A_CARD)
        return replace(hand, picked=spot, said=said)
    if spot is not None:
        after = by_hand.swapped(layout, picked, spot)
    elif text == "u":
        after = by_hand.put_aside(layout, picked)
    elif text == "n":
        after = by_hand.begun(layout, picked)
    elif (group := whole_number(text)) is not None and group < len(layout.groups):
        after = by_hand.joined(layout, picked, group, hand.rules)
    else:
        return hand
    cards = after.groups[0] if hand.is_one_group else hand.cards
    return replace(hand, cards=cards, own=after, picked=None)
