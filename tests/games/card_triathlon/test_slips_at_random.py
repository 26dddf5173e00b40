"""How often the right figures of a leg are among the likely slips, after a slip at random."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

from referee.core.registry import GAMES
from referee.core.setup import Setup
from referee.core.sheet import Tally
from referee.core.slips import EntryFigure, likely_slips
from tests.games.card_triathlon.legs import TEAMS
from tests.games.card_triathlon.whole_draws import PlayedD, d_leg_at_random
from tests.games.card_triathlon.whole_legs import (
    Company,
    PlayedB,
    PlayedC,
    b_leg_at_random,
    c_leg_at_random,
)
from tests.games.records import NAMES, Json

GAME = GAMES["card-triathlon"]
SLIPS = 60  # in each kind of leg
FOUND = {"B": 0.8, "C": 0.65, "D": 0.8}
"""The least share of slips to find; a C leg has nearly twice as many figures as the others."""


def figures_at_random(random: Random, leg: str) -> tuple[Setup[Any], Json] | None:
    way = random.choice(["4", *TEAMS])
    chosen: Json = {"format": "marathon", "sequence": [leg], "teams": list(TEAMS[way])}
    rules: Json = {"first_dealer": 0, "d_jokers": True, "d_flush_duplicates": False}
    company = Company(way, chosen | rules | {"d_half": "group"})
    played: PlayedB | PlayedC | PlayedD | None
    if leg == "B":
        played = b_leg_at_random(random, company, 0, cut=False)
    elif leg == "C":
        played = c_leg_at_random(random, company, cut=False)
    else:
        played = d_leg_at_random(random, company, cut=False)
    if played is None:
        return None
    options = GAME.spec.read_options(chosen, company.seats)
    return Setup(tuple(NAMES[: company.seats]), options), played.figures


def with_slip(random: Random, entry: Json, figures: Sequence[EntryFigure]) -> Json:
    """Miscount a card, more likely among many, type a digit wrong, or turn two digits around."""
    kind = random.choices(("counted", "digit", "turned"), (5, 4, 1))[0]
    counted = [each.value + 1 if kind == "counted" else 1 for each in figures]
    figure = random.choices(figures, counted)[0]
    digits = [*str(figure.value)]
    place = random.randrange(len(digits))
    if kind == "counted":
        card = random.choices((5, 10, 20, 30), (24, 24, 4, 2))[0]
        digits = [*str(abs(figure.value + random.choice((card, -card))))]
    elif kind == "digit":
        digits[place] = random.choice("0123456789")
    else:
        digits[place - 1], digits[place] = digits[place], digits[place - 1]
    wrong = deepcopy(entry)
    part: Any = wrong
    for step in figure.path[:-1]:
        part = part[step]
    part[figure.path[-1]] = int("".join(digits))
    return wrong


def test_three_keys_hold_the_right_figures_of_most_legs() -> None:
    for leg, least in FOUND.items():
        random, slips, found = Random(leg), 0, 0
        while slips < SLIPS:
            made = figures_at_random(random, leg)
            if made is None:
                continue
            setup, right = made
            tally = Tally.start(GAME, (0, setup))

            def is_consistent(entry: Json, tally: Tally = tally, seats: int = setup.seats) -> bool:
                return not tally.judge(GAME.spec.read_entry(entry, seats, "entry")).problems

            points = GAME.cross_checks(setup, right)[0].figures
            wrong = with_slip(random, right, points)
            if is_consistent(wrong):
                continue
            slips += 1
            offered = likely_slips(wrong, GAME.cross_checks(setup, wrong), is_consistent)
            found += right in [each.entry for each in offered]
        assert found / slips >= least, leg
