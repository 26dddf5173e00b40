"""A deal that is followed card by card, as far as it has come: a fold of its own events.

It is no entry yet: it stands on no sheet and in no record until it is written as one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.events import Event

KINDS: Final = ("begun", "fell", "noted", "left")
"""The events of a deal that is followed; an ``added`` ends it too."""


@dataclass(frozen=True)
class Underway:
    """The entry so far: what was known before the first card, and every card since."""

    begun: int
    """The number of the event that began it."""
    facts: Mapping[str, Any]
    play: tuple[tuple[str, ...], ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        """The entry that it comes to."""
        return {**self.facts, "play": [list(trick) for trick in self.play]}

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that has fallen, in order."""
        return tuple(card for trick in self.play for card in trick)

    def with_card(self, card: str, seats: int) -> Underway:
        """One more card: into the open trick, or as the first of a new one."""
        if not self.play or len(self.play[-1]) == seats:
            return replace(self, play=(*self.play, (card,)))
        return replace(self, play=(*self.play[:-1], (*self.play[-1], card)))

    def with_facts(self, facts: Mapping[str, Any], unknown: Sequence[str]) -> Underway:
        """Other facts in place of those of the same name; some are not known any more."""
        kept = {name: value for name, value in self.facts.items() if name not in unknown}
        return replace(self, facts={**kept, **facts})


def after(deal: Underway | None, event: Event, seats: Sequence[str]) -> Underway | None:
    """The deal once this event is written; None where none is followed."""
    match event.kind:
        case "begun":
            return Underway(event.number, event.payload["entry"])
        case "added" | "left":
            return None
        case "fell" if deal:
            return deal.with_card(event.payload["card"], len(seats))
        case "noted" if deal:
            return deal.with_facts(event.payload["entry"], event.payload.get("unknown", ()))
    return deal
