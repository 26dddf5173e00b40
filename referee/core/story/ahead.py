"""What is still to come by the rules alone: who races, to which mark, over how many entries."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.findings import Points


@dataclass(frozen=True)
class Coming:
    """An entry to come: of what kind, and what one side can gain in it by the rules."""

    kind: str
    """As entries of this kind are recorded, `b-leg`."""
    most: int
    least: int = 0
    """Below 0 where a side can lose points."""


@dataclass(frozen=True)
class Ahead:
    """What is left of a game that goes to a mark, over a number of entries, or both.

    A deal that is dealt again is no entry here: it moves nobody on.
    """

    sides: tuple[str, ...]
    """Those who race, teams or players, in their own order: not by rank."""
    totals: tuple[Points, ...]
    """What each side has."""
    cycle: tuple[Coming, ...]
    """The entries to come from the next one on; again and again, if they are more than these."""
    mark: int | None = None
    """The total, above 0, that a side must reach for the game to end, whether it wins or loses."""
    entries: int | None = None
    """How many are left, where the rules fix it."""

    @property
    def needs(self) -> tuple[Points, ...] | None:
        """What each side lacks to the mark."""
        if self.mark is None:
            return None
        return tuple(max(self.mark - total, 0) for total in self.totals)

    def coming(self, number: int) -> Coming:
        """The entry after so many."""
        return self.cycle[number % len(self.cycle)]
