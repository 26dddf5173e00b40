"""Random legal B legs for eight players at two tables, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.records import Json

EIGHT = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gina", "Hugo")


@dataclass(frozen=True)
class Four:
    """The deal at one table: calls and cards. Seats are numbered from 0 at the table."""

    dealer: int
    calls: list[str]
    leg: oracle.Leg

    @property
    def contract(self) -> Json:
        return dict(self.leg.contract._asdict())

    @property
    def facts(self) -> Json:
        return {"kind": "b-leg", "contract": self.contract}

    @property
    def cards(self) -> list[str]:
        return [card for trick in self.leg.play for card in trick]

    @cached_property
    def followed(self) -> oracle.Followed:
        return oracle.followed(self.leg.play, self.leg.contract)

    @property
    def turns(self) -> list[int]:
        """The seat whose turn it is before each card, and after the last."""
        leaders = self.followed.leaders
        order = [(leader + place) % 4 for leader in leaders for place in range(4)]
        return [*order, self.followed.takers[-1]]

    @property
    def figures(self) -> oracle.Figures:
        return oracle.figures(self.leg, oracle.FOUR)

    @property
    def part(self) -> Json:
        aside = {"aside": sorted(self.leg.aside)} if self.leg.aside else {}
        return {"contract": self.contract, "play": self.leg.play, **aside}

    @property
    def by_figures(self) -> Json:
        return {"contract": self.contract, **self.figures._asdict()}


def four(seed: int, jokers: bool = False, dealer: int = 0) -> Four:
    random = Random(seed)
    while True:
        calls = oracle.lawful_auction(random, dealer, oracle.FOUR)
        made = oracle.contract_of(calls, dealer, oracle.FOUR)
        if made is not None:
            return Four(dealer, calls, oracle.lawful_leg(random, made, oracle.FOUR, jokers))


def leg_of(*tables: Json) -> Json:
    return {"kind": "b-leg", "tables": [ordered(part) for part in tables]}


def ordered(part: Json) -> Json:
    return part | ({"aside": sorted(part["aside"])} if "aside" in part else {})


def mixed(random: Random, first: Sequence[str], second: Sequence[str]) -> list[tuple[int, str]]:
    """Interleave two tables' cards at random; return each as (table number, card)."""
    order = [0] * len(first) + [1] * len(second)
    random.shuffle(order)
    left = [iter(first), iter(second)]
    return [(table, next(left[table])) for table in order]
