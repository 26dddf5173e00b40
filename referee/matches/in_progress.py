"""What is being played or laid out and is no entry yet: a fold of its own events.

It stands on no sheet and in no record; the entry that is recorded in the end clears it. There are
deals that are followed card by card, mostly one, and where players sit at two tables one at each
of them; and hands that players have laid out for a leg, by seat.

Here is also what may be written at the same time: see `collides`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from referee.matches.events import (
    CardPlayed,
    CardTakenBack,
    ChancesShown,
    EntryAdded,
    EveningChanged,
    EveningEvent,
    Event,
    EventData,
    FactsChanged,
    HandLaidOut,
    HouseRuleSaid,
    NamesChanged,
    PlayEvent,
    PlayLeft,
    PlayStarted,
    RulingKept,
)


@dataclass(frozen=True)
class DealInProgress:
    """The entry so far: what was known before the first card, and every card since."""

    begun: int
    """The number of the event that began it."""
    facts: Mapping[str, Any]
    play: tuple[tuple[str, ...], ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        return {**self.facts, "play": [list(trick) for trick in self.play]}

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that was played, in order."""
        return tuple(card for trick in self.play for card in trick)

    def with_card(self, card: str, seats: int) -> DealInProgress:
        """One more card: into the open trick, or as the first of a new one."""
        if not self.play or len(self.play[-1]) == seats:
            return replace(self, play=(*self.play, (card,)))
        return replace(self, play=(*self.play[:-1], (*self.play[-1], card)))

    def without_card(self) -> DealInProgress:
        """The last card is in the hand again, as if it had not been played."""
        *before, last = self.play or ((),)
        return replace(self, play=(*before, last[:-1]) if len(last) > 1 else tuple(before))

    def with_facts(self, facts: Mapping[str, Any], unknown: Sequence[str]) -> DealInProgress:
        """Other facts in place of those of the same name; some are not known any more."""
        kept = {name: value for name, value in self.facts.items() if name not in unknown}
        return replace(self, facts={**kept, **facts})


@dataclass(frozen=True)
class HandInProgress:
    """A player's laid-out cards, as a record has them."""

    hand: tuple[str, ...]
    layout: tuple[tuple[str, ...], ...] | None = None
    """The groups, where it is not the best arrangement that counts."""
    extra: tuple[str, ...] | None = None
    """The extra hand, where there is one."""

    @classmethod
    def of(cls, event: HandLaidOut) -> HandInProgress:
        layout, extra = event.layout, event.extra
        return cls(
            tuple(event.hand),
            None if layout is None else tuple(map(tuple, layout)),
            None if extra is None else tuple(extra),
        )

    def event(self, seat: int) -> HandLaidOut:
        return HandLaidOut(seat=seat, **self.as_json())

    def as_json(self) -> dict[str, Any]:
        """The hand in plain values."""
        return {
            "hand": list(self.hand),
            "layout": None if self.layout is None else list(map(list, self.layout)),
            "extra": None if self.extra is None else list(self.extra),
        }


DealsInProgress = Mapping[int, DealInProgress]
"""The deals that are followed, by the number of their table from 0."""
HandsInProgress = Mapping[int, HandInProgress]
"""What has been laid out so far, by the seat."""


@dataclass(frozen=True)
class InProgress:
    deals: DealsInProgress = field(default_factory=dict)
    hands: HandsInProgress = field(default_factory=dict)

    def after(self, event: Event, seats: int) -> InProgress:
        """The same once this event is written; `seats` is how many play at a table."""
        data = event.data
        if isinstance(data, EntryAdded):
            return NOTHING
        if isinstance(data, HandLaidOut):
            return replace(self, hands={**self.hands, data.seat: HandInProgress.of(data)})
        if not isinstance(data, PlayEvent):
            return self
        table = table_of(data)
        deal = self.deals.get(table)
        match data:
            case PlayStarted(entry=facts):
                deal = DealInProgress(event.number, facts)
            case PlayLeft():
                deal = None
            case CardPlayed(card=card) if deal:
                deal = deal.with_card(card, seats)
            case CardTakenBack() if deal:
                deal = deal.without_card()
            case FactsChanged(entry=facts, unknown=unknown) if deal:
                deal = deal.with_facts(facts, unknown)
        if deal is self.deals.get(table):
            return self
        deals = {**self.deals, table: deal}
        return replace(self, deals={at: each for at, each in deals.items() if each is not None})


NOTHING: Final = InProgress()


def table_of(event: PlayEvent) -> int:
    """The table at which it happened; without a number it is the first and only one."""
    return event.table or 0


def entry_of(hands: HandsInProgress, seats: int) -> dict[str, Any]:
    """The fields of a leg by cards, once every seat has laid out a hand."""
    every = [hands[seat].as_json() for seat in range(seats)]
    fields = {"hands": "hand", "layouts": "layout", "extra": "extra"}
    found = {field: [each[name] for each in every] for field, name in fields.items()}
    return {
        field: values
        for field, values in found.items()
        if field == "hands" or any(value is not None for value in values)
    }


# What may be written at the same time -------------------------------------------------------------

Slot = tuple[str, int]
"""A part of the match in which something is written without regard to the others."""
MATCH: Final[Slot] = ("match", 0)
"""The match as a whole: its entries, and going back."""
NAMES: Final[Slot] = ("names", 0)
"""The names; and the rulings and house rules, in which a table may speak of its players."""
EVENINGS: Final[Slot] = ("evenings", 0)
"""What is said of the evenings."""
TABLE, HAND = "table", "hand"


def at_table(table: int) -> Slot:
    return TABLE, table


def hand_of(seat: int) -> Slot:
    return HAND, seat


def slot_of(event: EventData) -> Slot:
    match event:
        case PlayEvent():
            return at_table(table_of(event))
        case HandLaidOut(seat=seat):
            return hand_of(seat)
        case NamesChanged() | RulingKept() | HouseRuleSaid() | ChancesShown():
            return NAMES
        case EveningEvent() | EveningChanged():
            return EVENINGS
    return MATCH


def collides(slot: Slot, other: Slot) -> bool:
    """Whether one must know of what is written in `other` before one writes in `slot`.

    Phones that play at two tables, or lay out their hands, do not wait for each other. What is done
    to the match itself waits for all, and all wait for it; so it is with names, but for the hands,
    whose cards are the same whatever the players are called, and the evenings.
    """
    if slot == other or MATCH in (slot, other):
        return True
    return NAMES in (slot, other) and not {HAND, EVENINGS[0]} & {slot[0], other[0]}
