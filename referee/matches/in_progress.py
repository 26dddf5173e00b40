"""Deals and hands in progress, before they are recorded as an entry.

They appear neither on the sheet nor in the record, and recording the entry clears them. Each table
can follow one deal card by card; for a leg, each seat can lay out one hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from referee.core.game import AnyPlayableGame
from referee.core.seating import Seating


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
class Turn:
    """A deal just before a card was played.

    Replaying the deal is slow, so that happens only when `player` is read.
    """

    game: AnyPlayableGame
    seating: Seating[Any]
    state: Any
    deal: DealInProgress

    @cached_property
    def player(self) -> str | None:
        entry = self.game.spec.read_entry(self.deal.data, self.seating.seats)
        play = self.game.follow(self.seating, self.state, entry)
        return self.seating.players[play.table.turn] if play else None


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
