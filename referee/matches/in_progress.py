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

from referee.matches import events as kinds
from referee.matches.events import Event, EventData


@dataclass(frozen=True)
class DealInProgress:
    """The entry so far: what was known before the first card, and every card since."""

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
        """One more card: into the open trick, or as the first of a new one."""
        play = self.play if self.play and len(self.play[-1]) < seats else (*self.play, ())
        return replace(self, play=(*play[:-1], (*play[-1], card)))

    def without_card(self) -> DealInProgress:
        """The last card is in the hand again, as if it had not been played."""
        *before, last = self.play or ((),)
        return replace(self, play=(*before, last[:-1]) if len(last) > 1 else tuple(before))

    def with_facts(self, facts: Mapping[str, Any], unknown: Sequence[str]) -> DealInProgress:
        """Replace the facts of the same names; forget the `unknown` ones."""
        kept = {name: value for name, value in self.facts.items() if name not in unknown}
        return replace(self, facts={**kept, **facts})


@dataclass(frozen=True)
class HandInProgress:
    """A player's laid-out cards, as a record has them."""

    hand: tuple[str, ...]
    layout: tuple[tuple[str, ...], ...] | None = None
    """The groups, where it is not the best arrangement that counts."""
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
        """The same once this event is written; `seats` is how many play at a table."""
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
        table = table_of(data)
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


def table_of(event: kinds.PlayEvent) -> int:
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
MATCH: Final[Slot] = ("match", 0)  # the match as a whole: its entries, and going back
NAMES: Final[Slot] = ("names", 0)
"""The names; and the rulings and house rules, in which a table may speak of its players."""
EVENINGS: Final[Slot] = ("evenings", 0)
TABLE, HAND = "table", "hand"


def at_table(table: int) -> Slot:
    return TABLE, table


def hand_of(seat: int) -> Slot:
    return HAND, seat


def slot_of(event: EventData) -> Slot:
    match event:
        case kinds.PlayEvent():
            return at_table(table_of(event))
        case kinds.HandLaidOut(seat=seat):
            return hand_of(seat)
        case (
            kinds.NamesChanged() | kinds.RulingKept() | kinds.HouseRuleSaid() | kinds.ChancesShown()
        ):
            return NAMES
        case kinds.EveningEvent() | kinds.EveningChanged():
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
