"""What there is to tell of a game of Card Triathlon: contracts, and the best hand of a D leg."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.findings import Points
from referee.core.story.course import (
    Course,
    Fact,
    Played,
    people,
    tallied,
)
from referee.core.text import points, said
from referee.games.card_triathlon.bridge.entry import BLeg
from referee.games.card_triathlon.bridge.leg import judged_tables
from referee.games.card_triathlon.flushes.leg import DLeg
from referee.games.card_triathlon.state import LegSeating


def facts(seating: LegSeating, course: Course) -> list[Fact]:
    """Contracts a declarer, and the best hand of a D leg."""
    return [*_contracts(seating, course), *_best_hand(seating, course)]


def _contracts(seating: LegSeating, course: Course) -> list[Fact]:
    """How many contracts each declared, and how many of them were made."""
    played = [each for leg in course for each in _declared(seating, leg)]
    declared = Counter(name for name, _ in played)
    made = Counter(name for name, was_made in played if was_made)
    names = [name for name in people(seating.players, course) if declared[name]]
    shares = [said("{made} of {all}", made=made[name], all=declared[name]) for name in names]
    return tallied("Contracts made: {figures}.", names, shares) if names else []


def _declared(seating: LegSeating, leg: Played) -> Iterator[tuple[str, bool]]:
    """Who declared in a leg, at each table, and whether the contract was made."""
    seated = dict(zip(seating.players, leg.players, strict=True))
    if not isinstance(leg.entry, BLeg) or leg.entry.is_passed_out or leg.entry.partial:
        return
    for judged in judged_tables(seating, leg.before, leg.entry):
        if judged.contract is not None:
            name = judged.sitting.names[judged.contract.declarer]
            yield seated[name], judged.overtricks(judged.result().tricks) >= 0


def _best_hand(seating: LegSeating, course: Course) -> Iterator[Fact]:
    hands = [
        (cell, seat, leg)
        for leg in course
        if isinstance(leg.entry, DLeg)
        for seat, cell in enumerate(leg.cells[: seating.seats])
        if cell
    ]
    if not hands:
        return
    best, seat, leg = max(hands, key=_points)
    template = "The best hand of straight flushes: {name} {points} in {label}."
    name = leg.players[seat]
    yield Fact(said(template, name=name, points=points(best), label=leg.label), leg.number)


def _points(hand: tuple[Points, int, Played]) -> Points:
    return hand[0]
