"""Deals that are followed card by card, as far as they have come: a fold of their own events.

They are no entry yet: they stand on no sheet and in no record until they are written as one. Mostly
there is one at a time; eight players of Card Triathlon follow one at each of two tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.events import Event

KINDS: Final = ("begun", "fell", "lifted", "noted", "left")
"""The events of a deal that is followed; an ``added`` ends all of them too."""


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

    def without_card(self) -> Underway:
        """The last card is in the hand again, as if it had not fallen."""
        *before, last = self.play or ((),)
        return replace(self, play=(*before, last[:-1]) if len(last) > 1 else tuple(before))

    def with_facts(self, facts: Mapping[str, Any], unknown: Sequence[str]) -> Underway:
        """Other facts in place of those of the same name; some are not known any more."""
        kept = {name: value for name, value in self.facts.items() if name not in unknown}
        return replace(self, facts={**kept, **facts})


Deals = Mapping[int, Underway]
"""The deals that are followed, by the number of their table from 0."""


def table_of(event: Event) -> int | None:
    """The table at which the deal of this event is followed; None of an event of the match."""
    return event.payload.get("table", 0) if event.kind in KINDS else None


def after(deals: Deals, event: Event, seats: int) -> Deals:
    """The deals once this event is written; so many play at a table."""
    if event.kind == "added":
        return {}
    table = table_of(event)
    if table is None:
        return deals
    if event.kind == "begun":
        return {**deals, table: Underway(event.number, event.payload["entry"])}
    if table not in deals:
        return deals
    if event.kind == "left":
        return {other: deal for other, deal in deals.items() if other != table}
    return {**deals, table: _gone_on(deals[table], event, seats)}


def _gone_on(deal: Underway, event: Event, seats: int) -> Underway:
    match event.kind:
        case "fell":
            return deal.with_card(event.payload["card"], seats)
        case "noted":
            return deal.with_facts(event.payload["entry"], event.payload.get("unknown", ()))
    return deal.without_card()


def is_as_known(events: Sequence[Event], number: int, table: int) -> bool:
    """Whether only other tables have gone on since the event `number`; `events` all count."""
    for event in reversed(events):
        if event.number <= number:
            return event.number == number  # if not, what was known counts no more
        if table_of(event) in (None, table):
            return False
    return False
