"""Who sits where, clockwise, and what they agreed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.core.options import Options

O = TypeVar("O", bound=Options)  # noqa: E741  # one letter, as type variables have
"""The options of a game."""


@dataclass(frozen=True)
class Seating(Generic[O]):
    """Who sits where, clockwise, and what they agreed."""

    players: tuple[str, ...]
    options: O

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    def left_of(self, seat: int, steps: int = 1) -> int:
        """The seat so many places to the left, that is clockwise."""
        return (seat + steps) % self.seats
