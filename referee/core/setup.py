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
    """Players in seat order, clockwise, and their options."""

    players: tuple[str, ...]
    options: O

    @property
    def seats(self) -> int:
        return len(self.players)

    def left_of(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.seats


Setups = tuple[tuple[int, Setup[Any]], ...]
"""Setups with different options, each preceded by the first row to which it applies."""


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
