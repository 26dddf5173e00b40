"""The events of a match: one frozen model for each kind, and the row of the log that holds one.

The log is only ever added to: a correction, a strike, an undo are events too. A row keeps the name
of the kind and a payload of plain JSON; what is read or written is the payload as these models say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Final

from referee.core.validation import Moment, Strict

Json = dict[str, Any]


class EventData(Strict):
    """What happened. A field that was not given is not in the payload either."""

    kind: ClassVar[str]

    @property
    def payload(self) -> Json:
        return self.model_dump(exclude_unset=True)


class MatchOpened(EventData):
    """The match began; with what is kept besides where it began as a record."""

    kind = "opened"
    game: str
    title: str
    players: list[str]
    options: Json
    entries: Sequence[Json] = ()
    sessions: Sequence[Json] = ()
    rulings: Sequence[Json] = ()
    house: Sequence[Json] = ()


class EntryAdded(EventData):
    """An entry was recorded. Its id is the event's own, unless the entry brought one along."""

    kind = "added"
    entry: Json


class EntryEvent(EventData):
    id: str


class EntryChanged(EntryEvent):
    kind = "changed"
    entry: Json  # all of it as it is now


class EntryStruck(EntryEvent):
    kind = "struck"  # it is off the sheet, and keeps its place


class EntryRestored(EntryEvent):
    kind = "restored"
    entry: Json | None = None  # as it is now; None for as it was


class WarningsAccepted(EntryEvent):
    """The table accepts the warnings of these rules."""

    kind = "accepted"
    rules: list[str]


class NamesChanged(EventData):
    kind = "renamed"
    title: str
    players: list[str]  # in seat order


class RulingKept(EventData):
    kind = "ruled"
    ruling: Json


class OptionsChanged(EventData):
    kind = "agreed"
    options: Json  # all that are chosen; they apply from the first entry on


class HouseRuleSaid(EventData):
    kind = "house"
    rule: str
    text: str  # in the words of the table; "" removes the rule


class PlayEvent(EventData):
    """Something happened in a deal that is followed card by card."""

    table: int | None = None


class PlayStarted(PlayEvent):
    kind = "begun"
    entry: Json  # what is known before the first card


class CardPlayed(PlayEvent):
    kind = "fell"
    card: str  # such as `10D`; `JKD` is a joker that is led as a diamond


class CardTakenBack(PlayEvent):
    kind = "lifted"
    card: str  # goes back into the hand from which it came


class FactsChanged(PlayEvent):
    kind = "noted"
    entry: Json
    unknown: Sequence[str] = ()  # the facts that are no longer known


class PlayLeft(PlayEvent):
    kind = "left"


class HandLaidOut(EventData):
    kind = "laid"
    seat: int
    hand: list[str]  # such as `["2S", "3S"]`
    layout: list[list[str]] | None  # the groups, where they are not the best ones
    extra: list[str] | None  # the extra hand, where there is one


class EveningEvent(EventData):
    """About the evening in progress. Times are texts as in a record."""


class EveningBegun(EveningEvent):
    kind = "met"
    at: Moment | None = None  # None for now, here and below
    place: str | None = None
    players: list[str] | None = None
    note: str | None = None


class PauseBegun(EveningEvent):
    """A break began, and ended at `until` if that is given."""

    kind = "paused"
    at: Moment | None = None
    until: Moment | None = None


class PauseEnded(EveningEvent):
    kind = "resumed"
    at: Moment | None = None


class EveningEnded(EveningEvent):
    kind = "parted"
    at: Moment | None = None
    note: str | None = None


class EveningChanged(EventData):
    """An evening, by when it began, was corrected: `session` is as a record has it, or None."""

    kind = "evening"
    start: str
    session: Json | None = None


class ChancesShown(EventData):
    kind = "chances"
    shown: bool  # whether the table wants to see who is likely to win


class StateRestored(EventData):
    kind = "returned"
    to: int  # the number of the event whose state applies again


class LaterEvent(EventData):
    """An event of a kind that only a later version knows: it is stored and changes nothing here."""

    kind = ""


KINDS: Final[dict[str, type[EventData]]] = {
    each.kind: each
    for each in (
        MatchOpened, EntryAdded, EntryChanged, EntryStruck, EntryRestored, WarningsAccepted,
        NamesChanged, RulingKept, OptionsChanged, HouseRuleSaid, PlayStarted, CardPlayed,
        CardTakenBack, FactsChanged, PlayLeft, HandLaidOut, EveningBegun, PauseBegun, PauseEnded,
        EveningEnded, EveningChanged, ChancesShown, StateRestored,
    )
}  # fmt: skip


@dataclass(frozen=True)
class Event:
    number: int  # from 1, without a gap
    id: str
    kind: str
    payload: Json
    at: datetime
    by: str | None  # the name of the player whose phone wrote it, where that is known

    kinds: ClassVar = KINDS

    @cached_property
    def data(self) -> EventData:
        known = self.kinds.get(self.kind)
        return LaterEvent() if known is None else known.model_validate(self.payload)


def entry_id(event: Event) -> str | None:
    """The id of the entry that an event is about; of a new one its own, or else the event's."""
    data = event.data
    if isinstance(data, EntryAdded):
        own: str | None = data.entry.get("id")
        return event.id if own is None else own
    return data.id if isinstance(data, EntryEvent) else None


def counting_number(log: Sequence[Event], number: int) -> int:
    """The last event that counts once `number` is written: a `StateRestored` leads further back."""
    while isinstance(data := log[number - 1].data, StateRestored):
        if not 0 < data.to < number:
            raise IndexError(data.to)
        number = data.to
    return number


def counting_back(log: Sequence[Event], number: int) -> Iterator[Event]:
    """The events that count once event `number` is written, the last first."""
    while number:
        number = counting_number(log, number)
        yield log[number - 1]
        number -= 1


def redo_numbers(log: Sequence[Event]) -> tuple[int, ...]:
    """The states that can be brought back step by step, by their events; the next one last.

    To go back leaves the state before it behind; to go to the next of those takes it off; any
    other event forgets them all.
    """
    start = len(log)
    while start and isinstance(log[start - 1].data, StateRestored):
        start -= 1
    redo: list[int] = []
    for event in log[start:]:
        assert isinstance(event.data, StateRestored)
        if redo and event.data.to == redo[-1]:
            redo.pop()
        else:
            redo.append(event.number - 1)
    return tuple(redo)
