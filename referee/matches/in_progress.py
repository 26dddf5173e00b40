"""Deals and hands in progress, before they are recorded as an entry.

They appear neither on the sheet nor in the record, and recording the entry clears them. Each table
can follow one deal card by card; for a leg, each seat can lay out one hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from referee.matches import events as kinds
from referee.matches.events import Event


@dataclass(frozen=True)
class DealInProgress:
    """A deal followed card by card: known facts, such as trumps, and the cards played so far.

    `begun` is the number of the event that started it.
    """

    begun: int
    facts: Mapping[str, Any]
    play: tuple[tuple[str, ...], ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        return {**self.facts, "play": [list(trick) for trick in self.play]}

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(card for trick in self.play for card in trick)

    def with_card(self, card: str, seats: int) -> DealInProgress:
        """Add a card to the current trick or, if that is complete, start a new one with it."""
        play = self.play if self.play and len(self.play[-1]) < seats else (*self.play, ())
        return replace(self, play=(*play[:-1], (*play[-1], card)))

    def without_card(self) -> DealInProgress:
        """Take back the last card."""
        *before, last = self.play or ((),)
        return replace(self, play=(*before, last[:-1]) if len(last) > 1 else tuple(before))

    def with_facts(self, facts: Mapping[str, Any], unknown: Sequence[str]) -> DealInProgress:
        """Add or replace these facts; remove those named in `unknown`."""
        kept = {name: value for name, value in self.facts.items() if name not in unknown}
        return replace(self, facts={**kept, **facts})


@dataclass(frozen=True)
class HandInProgress:
    """A player's laid-out cards, in the record format."""

    hand: tuple[str, ...]
    layout: tuple[tuple[str, ...], ...] | None = None
    """The groups that the player chose; None to use the best arrangement."""
    extra: tuple[str, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "hand": list(self.hand),
            "layout": None if self.layout is None else list(map(list, self.layout)),
            "extra": None if self.extra is None else list(self.extra),
        }


DealsInProgress = Mapping[int, DealInProgress]
HandsInProgress = Mapping[int, HandInProgress]


@dataclass(frozen=True)
class InProgress:
    deals: DealsInProgress = field(default_factory=dict)
    hands: HandsInProgress = field(default_factory=dict)

    def after(self, event: Event, seats: int) -> InProgress:
        """The state after this event; `seats` is the number of players at a table."""
        data = event.data
        if isinstance(data, kinds.EntryAdded):
            return NOTHING
        if isinstance(data, kinds.HandLaidOut):
            hand = HandInProgress(
                tuple(data.hand),
                None if data.layout is None else tuple(map(tuple, data.layout)),
                None if data.extra is None else tuple(data.extra),
            )
            return replace(self, hands={**self.hands, data.seat: hand})
        if not isinstance(data, kinds.PlayEvent):
            return self
        table = data.table_number
        deal = self.deals.get(table)
        match data:
            case kinds.PlayStarted(entry=facts):
                deal = DealInProgress(event.number, facts)
            case kinds.PlayLeft():
                deal = None
            case kinds.CardPlayed(card=card) if deal:
                deal = deal.with_card(card, seats)
            case kinds.CardTakenBack() if deal:
                deal = deal.without_card()
            case kinds.FactsChanged(entry=facts, unknown=unknown) if deal:
                deal = deal.with_facts(facts, unknown)
        if deal is self.deals.get(table):
            return self
        deals = {**self.deals, table: deal}
        return replace(self, deals={at: each for at, each in deals.items() if each is not None})


NOTHING: Final = InProgress()


def entry_of(hands: HandsInProgress, seats: int) -> dict[str, Any]:
    """The hands as entry fields of a leg; every seat must have laid one out."""
    every = [hands[seat].as_json() for seat in range(seats)]
    fields = {"hands": "hand", "layouts": "layout", "extra": "extra"}
    found = {field: [each[name] for each in every] for field, name in fields.items()}
    return {
        field: values
        for field, values in found.items()
        if field == "hands" or any(value is not None for value in values)
    }
