"""Players by seat, and the options they play under."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from referee.core.options import Options
from referee.core.text import Composed, Text, listed

O = TypeVar("O", bound=Options)  # noqa: E741  # one letter, as type variables have


@dataclass(frozen=True)
class Setup(Generic[O]):
    """Players in seat order, clockwise, their options, and the seats of those who are away."""

    players: tuple[str, ...]
    options: O
    away: frozenset[int] = frozenset()

    @property
    def seats(self) -> int:
        return len(self.players)

    def left_of(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.seats

    def first_here(self, seat: int) -> int:
        """Return this seat or, if its player is away, the next whose player is here."""
        while seat in self.away:
            seat = self.left_of(seat)
        return seat


Setups = tuple[tuple[int, Setup[Any]], ...]
"""Setups that differ in options or attendance, each preceded by its first row."""


def name_side(players: Sequence[str]) -> Text:
    """Return a player's name, or those of a team's players, for a sentence: `Ann and Cleo`."""
    return listed(players)


def count_people(side: str) -> int:
    """Count the people in a text from `name_side`, to choose between “needs” and “need”."""
    return len(side.parts) if isinstance(side, Composed) else 1


def members(team: str, names: Sequence[str]) -> list[str]:
    """Split a team's name (`Ann+Cleo`) into its players, whose own names may contain `+`."""
    found: list[str] = []
    rest = team
    while rest:
        fits = [name for name in names if rest == name or rest.startswith(f"{name}+")]
        if not fits:
            return found
        name = max(fits, key=len)
        found.append(name)
        rest = rest[len(name) + 1 :]
    return found
