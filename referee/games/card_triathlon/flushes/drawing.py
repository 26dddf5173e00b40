"""A group of a D leg as it is drawn: two rows, the cards that score and below them the others.

So the rules ask for it. Each card keeps its place: where it lies in one row, the other has a gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.cards import Card
from referee.games.card_triathlon.flushes.explain import Reason, heading, rank_name, reason
from referee.games.card_triathlon.flushes.group import FlushRules, GroupBreach, Role, read_group


@dataclass(frozen=True)
class DrawnPlace:
    """One place of a group: what lies there, and what it is to it."""

    card: Card
    rank: str
    """The rank that is right there, in words."""
    role: Role | None
    points: int
    is_blamed: bool = False
    """Whether the group breaks a rule just there."""


@dataclass(frozen=True)
class DrawnGroup:
    """A group with all that is said of it."""

    title: str
    places: tuple[DrawnPlace, ...]
    score: int
    reason: Reason | None
    """Why it is legal; None if it is not."""
    breach: GroupBreach | None
    """What it breaks, if it is not legal."""

    @property
    def is_legal(self) -> bool:
        """Whether it may lie so."""
        return self.breach is None

    @property
    def has_helpers(self) -> bool:
        """Whether there is a card for the second row."""
        return any(not place.points for place in self.places)


def draw(cards: Sequence[Card], rules: FlushRules) -> DrawnGroup:
    """These cards, from the lowest place up, as they are drawn.

    What is not legal is drawn as the run that comes nearest, and scores nothing.
    """
    reading = read_group(cards, rules)
    group, breach = reading.shown, reading.breach
    rows = zip(group.cards, group.roles, group.points, strict=True)
    places = tuple(
        DrawnPlace(
            card, rank_name(group.low + at), role, points, breach is not None and breach.place == at
        )
        for at, (card, role, points) in enumerate(rows)
    )
    if reading.group is None:
        return DrawnGroup(heading(group), places, 0, None, breach)
    return DrawnGroup(heading(group), places, group.score, reason(group, rules), None)
