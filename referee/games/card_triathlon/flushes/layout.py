"""A hand as its player lays it out: groups from the lowest place up, and cards moved about.

Nothing here asks whether a group is legal: a player may try what is not, and is told why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.cards import Card
from referee.games.card_triathlon.flushes.group import FlushRules, GroupReading, read_group
from referee.games.card_triathlon.flushes.solver.search import Arrangement, by_suit

CardRow = tuple[Card, ...]


@dataclass(frozen=True)
class Spot:
    """Where a card lies: the place in a group, or among the cards that are not used."""

    group: int | None
    place: int


@dataclass(frozen=True)
class HandLayout:
    """The groups of a hand, and the cards that are not used."""

    groups: tuple[CardRow, ...]
    unused: CardRow

    def at(self, spot: Spot) -> Card | None:
        """The card that lies there; None if none does."""
        if spot.group is None:
            cards = self.unused
        elif 0 <= spot.group < len(self.groups):
            cards = self.groups[spot.group]
        else:
            return None
        return cards[spot.place] if 0 <= spot.place < len(cards) else None

    def readings(self, rules: FlushRules) -> tuple[GroupReading, ...]:
        """What each group is, or what it breaks."""
        return tuple(read_group(cards, rules) for cards in self.groups)


def laid_out(hand: Sequence[Card], groups: Sequence[Sequence[Card]]) -> HandLayout:
    """These groups, without cards that the hand does not hold; all other cards are not used."""
    left = Counter(hand)
    kept = []
    for group in groups:
        cards = []
        for card in group:
            if left[card] > 0:
                left[card] -= 1
                cards.append(card)
        kept.append(tuple(cards))
    return HandLayout(tuple(filter(None, kept)), tuple(sorted(left.elements(), key=by_suit)))


def as_arranged(best: Arrangement) -> HandLayout:
    """The best arrangement, to be changed by hand."""
    return HandLayout(tuple(group.cards for group in best.groups), best.unused)


# What a player does with a card -------------------------------------------------------------------


def swapped(layout: HandLayout, one: Spot, other: Spot) -> HandLayout:
    """The two cards, each in the place of the other."""
    first, second = layout.at(one), layout.at(other)
    assert first is not None
    assert second is not None
    return _with(_with(layout, one, second), other, first)


def put_aside(layout: HandLayout, spot: Spot) -> HandLayout:
    """The card is not used."""
    card, rest = _taken(layout, spot)
    return _tidy(rest.groups, (*rest.unused, card))


def begun(layout: HandLayout, spot: Spot) -> HandLayout:
    """The card is the first of a new group."""
    card, rest = _taken(layout, spot)
    return _tidy((*rest.groups, (card,)), rest.unused)


def joined(layout: HandLayout, spot: Spot, group: int, rules: FlushRules) -> HandLayout:
    """The card lies in this group, where it does best: legal, or else nearest to it."""
    card, rest = _taken(layout, spot)
    own = rest.groups[group]
    ways = [(*own[:at], card, *own[at:]) for at in range(len(own) + 1)]
    best = max(ways, key=lambda cards: _merit(cards, rules))
    return _tidy((*rest.groups[:group], best, *rest.groups[group + 1 :]), rest.unused)


def _merit(cards: CardRow, rules: FlushRules) -> tuple[bool, int, int, int]:
    reading = read_group(cards, rules)
    roles = reading.shown.roles
    score = reading.shown.score
    return reading.is_legal, roles.count("right"), -roles.count(None), score


def _with(layout: HandLayout, spot: Spot, card: Card) -> HandLayout:
    """Another card in a place."""
    if spot.group is None:
        unused = (*layout.unused[: spot.place], card, *layout.unused[spot.place + 1 :])
        return HandLayout(layout.groups, unused)
    own = layout.groups[spot.group]
    changed = (*own[: spot.place], card, *own[spot.place + 1 :])
    groups = (*layout.groups[: spot.group], changed, *layout.groups[spot.group + 1 :])
    return HandLayout(groups, layout.unused)


def _taken(layout: HandLayout, spot: Spot) -> tuple[Card, HandLayout]:
    """The card, and the layout without it; a group that it leaves empty keeps its number."""
    card = layout.at(spot)
    assert card is not None
    if spot.group is None:
        unused = (*layout.unused[: spot.place], *layout.unused[spot.place + 1 :])
        return card, HandLayout(layout.groups, unused)
    own = layout.groups[spot.group]
    left = (*own[: spot.place], *own[spot.place + 1 :])
    groups = (*layout.groups[: spot.group], left, *layout.groups[spot.group + 1 :])
    return card, HandLayout(groups, layout.unused)


def _tidy(groups: Sequence[CardRow], unused: Sequence[Card]) -> HandLayout:
    return HandLayout(tuple(filter(None, groups)), tuple(sorted(unused, key=by_suit)))
