"""Cards for the fillers of a plan: whether the rest of a hand has them, and which they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from referee.core.cards import ANY_JOKER, RANKS, SUITS, Card
from referee.games.card_triathlon.flushes.group import (
    ACE_HIGH,
    FIVE,
    FlushRules,
    Group,
    Role,
    may_be_five,
)
from referee.games.card_triathlon.flushes.solver.runs import LOWEST, Stock, rank_at


@dataclass(frozen=True)
class GroupPlan:
    """A group whose cards are still to be found: suit, lowest place, what lies at each place."""

    suit: int
    low: int
    roles: tuple[Role, ...]

    def group(self, fillers: Iterator[tuple[int, int]]) -> Group:
        """The group with these fillers, suit and rank, from the lowest place up."""
        cards = []
        for place, role in enumerate(self.roles, self.low):
            if role == "joker":
                cards.append(ANY_JOKER)
            else:
                suit, rank = (self.suit, rank_at(place)) if role == "right" else next(fillers)
                cards.append(Card(RANKS[ACE_HIGH - rank], SUITS[suit]))
        return Group(SUITS[self.suit], self.low, tuple(cards))


class _Slot(NamedTuple):
    """A place of a plan that wants a filler."""

    group: int
    place: int
    """Counted from 0."""
    suit: int
    rank: int
    is_flush: bool


class _Ranks:
    """The ranks that lie in a group, as far as they are known, where a flush needs five of them."""

    def __init__(self, plan: GroupPlan, rules: FlushRules) -> None:
        self.plan = plan
        self.known = [
            rank_at(place) if role == "right" else 0
            for place, role in enumerate(plan.roles, plan.low)
        ]
        """Of each place; 0 for a Joker and for what is still to come."""
        starts = range(len(plan.roles) - FIVE + 1)
        fives = [(start, plan.roles[start : start + FIVE]) for start in starts]
        self.fives = [
            (start, "flush" in roles) for start, roles in fives if may_be_five(roles, rules)
        ]

    def can_be_legal(self) -> bool:
        """Whether every place lies in a five, if what is still to come were of other ranks."""
        covered = 0
        for start, is_flush in self.fives:
            if start > covered:
                return False
            ranks = [rank for rank in self.known[start : start + FIVE] if rank]
            if not is_flush or len(set(ranks)) == len(ranks):
                covered = start + FIVE
        return covered == len(self.known)


@dataclass
class _Filling:
    """The search for the fillers of some plans."""

    plans: Sequence[GroupPlan]
    left: Stock
    rules: FlushRules

    @cached_property
    def slots(self) -> list[_Slot]:
        """The places that want a filler, those of straights first: they have less choice."""
        wanted = [
            _Slot(group, place, plan.suit, rank_at(plan.low + place), role == "flush")
            for group, plan in enumerate(self.plans)
            for place, role in enumerate(plan.roles)
            if role in ("straight", "flush")
        ]
        return sorted(wanted, key=lambda slot: slot.is_flush)

    @cached_property
    def ranks(self) -> list[_Ranks] | None:
        """The ranks of each group, if flushes need different ones."""
        if self.rules.flush_duplicates:
            return None
        return [_Ranks(plan, self.rules) for plan in self.plans]

    def choices(self, slot: _Slot) -> Sequence[tuple[int, int]]:
        """The cards, suit and rank, that are left for a place."""
        if not slot.is_flush:
            suits = range(len(SUITS))
            return [
                (suit, slot.rank)
                for suit in suits
                if suit != slot.suit and self.left[suit][slot.rank]
            ]
        row = self.left[slot.suit]
        ranks = range(LOWEST, ACE_HIGH + 1)
        return [(slot.suit, rank) for rank in ranks if rank != slot.rank and row[rank]]

    def is_enough(self, number: int) -> bool:
        """Whether there can be a flush filler for each of the places that want one, from here on.

        A place may take any rank but its own. By Hall's theorem it is enough to look at the places
        of one rank, which may take all cards of the suit but those of that rank, and at all places
        of the suit together: places of two ranks may take any card between them.
        """
        slots = [slot for slot in self.slots[number:] if slot.is_flush]
        for slot in slots:
            row = self.left[slot.suit]
            of_suit = [other.rank for other in slots if other.suit == slot.suit]
            if len(of_suit) > (total := sum(row)):
                return False
            if of_suit.count(slot.rank) > total - row[slot.rank]:
                return False
        return True

    def take(self, number: int) -> list[tuple[_Slot, tuple[int, int]]] | None:
        """A card for every slot from this one on; None if that is impossible."""
        if not self.is_enough(number):
            return None
        if number == len(self.slots):
            return []
        slot = self.slots[number]
        for suit, rank in self.choices(slot):
            self.left[suit][rank] -= 1
            rest = self.take(number + 1) if self.suits_flush(slot, rank) else None
            self.left[suit][rank] += 1
            if rest is not None:
                return [(slot, (suit, rank)), *rest]
        if self.ranks:
            self.ranks[slot.group].known[slot.place] = 0
        return None

    def suits_flush(self, slot: _Slot, rank: int) -> bool:
        """Whether the group can still be legal with a card of this rank there."""
        if self.ranks is None:
            return True
        ranks = self.ranks[slot.group]
        ranks.known[slot.place] = rank
        return ranks.can_be_legal()


def fill(plans: Sequence[GroupPlan], left: Stock, rules: FlushRules) -> tuple[Group, ...] | None:
    """The groups of these plans, fillers taken from what is left; None if that is impossible.

    Right cards and Jokers are given. Every choice for every place is tried, and a choice given up
    only if not enough cards are left or a place can lie in no five any more.
    """
    filling = _Filling(plans, left, rules)
    if not all(map(filling.choices, filling.slots)):
        return None
    taken = filling.take(0)
    if taken is None:
        return None
    taken.sort()
    return tuple(
        plan.group(iter([card for slot, card in taken if slot.group == number]))
        for number, plan in enumerate(plans)
    )
