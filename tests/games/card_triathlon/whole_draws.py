"""Random D legs of Card Triathlon: hands, layouts and extra hands, and what they score.

The points come from the oracles: for a layout, every reading is tried; for a hand that wasn't
laid out, an integer-programming solver finds the best arrangement. Nothing here uses the core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from tests.games.card_triathlon import d_hands, solver_arrange
from tests.games.card_triathlon import oracle_arrange as straights
from tests.games.card_triathlon import oracle_canasta as canasta
from tests.games.card_triathlon.legs import d_leg
from tests.games.card_triathlon.whole_legs import Cards, Company, Row
from tests.games.oracle import ORDER
from tests.games.records import Json


class Held(NamedTuple):
    """One player's hand, laid-out groups and extra hand, each None if not recorded."""

    hand: Cards | None
    groups: list[Cards] | None
    extra: Cards | None = None


@dataclass(frozen=True)
class PlayedD:
    company: Company
    held: list[Held]
    partial: bool
    letter: str = "D"

    @cached_property
    def points(self) -> list[int]:
        """Each seat's score; the solver arranges hands that weren't laid out."""
        rules = self.company.draw_rules
        found = []
        for hand, groups, extra in self.held:
            own = (
                solver_arrange.best_of(hand or [], rules).score
                if groups is None
                else sum(straights.best_reading(group, rules)[0] for group in groups)
            )
            found.append(own + (solver_arrange.best_of(extra, rules).score if extra else 0))
        return found

    @property
    def unscored(self) -> int:
        return canasta.worth(self.company.seats) - sum(self.points)

    @property
    def _beside(self) -> Json:
        return {"partial": True} if self.partial else {}

    @property
    def cards(self) -> Json:
        hands, layouts, extra = ([held[place] for held in self.held] for place in range(3))
        told = {"hands": hands, "layouts": layouts, "extra": extra}
        return {"kind": "d-leg", **told, **self._beside}

    @property
    def figures(self) -> Json:
        return d_leg(*self.points, unscored=self.unscored, **self._beside)

    @property
    def row(self) -> Row:
        sums, unscored = self.company.of_teams(self.points), self.unscored
        if self.company.format == "3000":
            sums, unscored = capped(sums, unscored)
        return [*self.points, *sums, unscored, sum(sums) + unscored]


def capped(sums: Sequence[int], unscored: int) -> tuple[list[int], int]:
    """Reduce the teams' sums and Unscored until the leg totals at most 500; return both.

    Points are taken in fives: from Unscored, then from the losing team (from both if they are tied)
    and, once that has none left, from the other.
    """
    left, are_equal, losing = list(sums), sums[0] == sums[1], list(sums).index(min(sums))
    while sum(left) + unscored > 500:
        if unscored:
            unscored -= 5
        elif are_equal:
            left = [team - 5 for team in left]
        else:
            left[losing if left[losing] else 1 - losing] -= 5
    return left, unscored


def d_leg_at_random(random: Random, company: Company, cut: bool) -> PlayedD:
    """Make a D leg, dealing all hands from one stock of cards.

    In some legs, most hands are perfect, and some of those earn an extra hand.
    """
    stock = Counter(d_hands.pack(company.seats // 2))
    luck = 0 if cut else random.choice((0, 0.1, 1))
    held = []
    for _ in range(company.seats):
        size = random.randint(0, 13) if cut else 13
        groups = taken(stock, perfect(random, company)) if random.random() < luck else []
        extra = drawn(random, stock, 13) if groups and random.random() < 0.2 else None
        while not groups and random.random() < 0.8:
            groups = taken(stock, [straight_flush(random, company.draw_rules, size)])
        hand = [card for group in groups for card in group]
        hand += drawn(random, stock, size - len(hand))
        random.shuffle(hand)
        told = random.choices((Held(hand, None), Held(None, groups), Held(hand, groups)), (1, 5, 4))
        held.append(told[0]._replace(extra=extra))
    return PlayedD(company, held, cut)


def drawn(random: Random, stock: Counter[str], number: int) -> Cards:
    cards = random.sample(sorted(stock.elements()), number)
    stock.subtract(cards)
    return cards


def taken(stock: Counter[str], groups: list[Cards]) -> list[Cards]:
    """Remove these groups from the stock and return them; if a card is missing, return none."""
    wanted = Counter(card for group in groups for card in group)
    if not wanted <= stock:
        return []
    stock.subtract(wanted)
    return [group for group in groups if group]


def straight_flush(random: Random, rules: straights.Options, most: int) -> Cards:
    """Make a random straight flush of at most `most` cards, perhaps with substitutes and Jokers.

    Return no cards if the one that was tried is illegal or too long.
    """
    suit, others = random.choice("SHDC"), random.choice(("SHDC", "SH", "D"))
    first, end = random.choice(list(straights.runs()))
    ranks = straights.ORDER[first:end]
    cards = d_hands.nearly_right(random, suit, ranks, others)
    fits = len(cards) == len(ranks) <= most and straights.is_legal(suit, ranks, cards, rules)
    return cards if fits else []


def perfect(random: Random, company: Company) -> list[Cards]:
    one, other = random.sample("SHDC", 2)
    if company.format == "3000" or random.random() < 0.5:
        groups = [[rank + one for rank in ORDER]]
    else:
        runs = ORDER[:5], ORDER[5:]
        pairs = zip(runs, (one, other), strict=True)
        groups = [[rank + suit for rank in run] for run, suit in pairs]
    for _ in range(random.randint(0, 2) if company.draw_rules.jokers else 0):
        groups[0][random.randrange(5)] = "JK"
    return groups
