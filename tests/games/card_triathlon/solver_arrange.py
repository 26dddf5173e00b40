"""Test oracle for whole hands in a D leg: straight flushes as an integer programme.

Nothing here imports the core. A hand has at most two groups: each chooses at most one run, and each
place in the run takes one card that fits. `best_of` returns a result that is proven optimal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ortools.sat.python import cp_model

from tests.games.card_triathlon.oracle_arrange import ORDER, Options, Worth, fits, runs
from tests.games.card_triathlon.oracle_bridge import value

IntVar = cp_model.IntVar


@dataclass(frozen=True)
class Lying:
    card: str
    kind: str
    points: int
    is_so: IntVar


class Suit:
    """The variables and constraints for one of the two groups in one suit."""

    def __init__(
        self, model: cp_model.CpModel, suit: str, cards: Counter[str], options: Options
    ) -> None:
        self.model, self.suit, self.options = model, suit, options
        self.runs = {
            (first, end): model.new_bool_var("")
            for first, end in runs()
            if end - first <= cards.total()
            and 2 * sum(cards[rank + suit] > 0 for rank in ORDER[first:end]) >= end - first
        }
        self.places = {
            place: list(self.cards_at(place, cards))
            for place in range(len(ORDER))
            if any(first <= place < end for first, end in self.runs)
        }
        for place, lying in self.places.items():
            model.add(sum(card.is_so for card in lying) == self.is_in(place))
        wrong = [card.is_so for card in self.lying() if card.kind != "right"]
        most = sum((end - first) // 2 * chosen for (first, end), chosen in self.runs.items())
        model.add(sum(wrong) <= most)
        self.cover()

    def cards_at(self, place: int, cards: Counter[str]) -> Iterator[Lying]:
        for card in cards:
            kind = fits(card, self.suit, ORDER[place])
            if kind and (card != "JK" or self.options.jokers):
                scores = kind == "joker" or (kind == "right" and place > 0)
                is_so = self.model.new_bool_var("")
                yield Lying(card, kind, value([card]) if scores else 0, is_so)

    def is_in(self, place: int) -> cp_model.LinearExprT:
        return sum(so for (first, end), so in self.runs.items() if first <= place < end)

    def lying(self) -> list[Lying]:
        return [card for lying in self.places.values() for card in lying]

    def cover(self) -> None:
        """Require that every place is among five in a row that form a straight or a flush."""
        fives: dict[int, list[IntVar]] = {place: [] for place in self.places}
        starts = [one for one in self.places if all(one + i in self.places for i in range(5))]
        for start, kind in product(starts, ("straight", "flush")):
            five = self.model.new_bool_var("")
            places = range(start, start + 5)
            cards = [card for place in places for card in self.places[place]]
            other = "flush" if kind == "straight" else "straight"
            for place in places:
                fives[place].append(five)
                self.model.add(self.is_in(place) >= five)
                against = [card.is_so for card in self.places[place] if card.kind == other]
                self.model.add(sum(against) + five <= 1)
            if self.options.half == "five":
                right = [card.is_so for card in cards if card.kind == "right"]
                self.model.add(sum(right) >= 3 * five)
            if kind == "flush" and not self.options.duplicates:
                for name in {card.card for card in cards if card.kind in ("right", "flush")}:
                    same = [card.is_so for card in cards if card.card == name]
                    self.model.add(sum(same) + 4 * five <= 5)
        for place, those in fives.items():
            self.model.add(sum(those) >= self.is_in(place))


def best_of(hand: Sequence[str], options: Options) -> Worth:
    """Return what a hand's best layout in at most two groups is worth."""
    model = cp_model.CpModel()
    cards = Counter(hand)
    groups = [[Suit(model, suit, cards, options) for suit in "SHDC"] for _ in range(2)]
    chosen = [[so for suit in group for so in suit.runs.values()] for group in groups]
    for several in chosen:
        model.add(sum(several) <= 1)
    model.add(sum(chosen[1]) <= sum(chosen[0]))
    lying = [card for group in groups for suit in group for card in suit.lying()]
    for card, copies in cards.items():
        model.add(sum(one.is_so for one in lying if one.card == card) <= copies)
    if not lying:
        return Worth(0, 0, 0)
    weights = [100 * one.points - (3 if one.points == 0 else 0) for one in lying]
    used = sum(weight * one.is_so for weight, one in zip(weights, lying, strict=True))
    model.maximize(used - sum(chosen[0]) - sum(chosen[1]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False  # costs more than it saves in a small model
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL
    there = [one for one in lying if solver.value(one.is_so)]
    return Worth(
        sum(one.points for one in there),
        sum(one.points == 0 for one in there),
        sum(solver.value(so) for several in chosen for so in several),
    )
