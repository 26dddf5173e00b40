"""The events of a match: a frozen model for each kind, and `Event`, a row of the log.

The log is append-only: corrections, strikes and undos are events too. A row stores an event's kind
and a payload of plain JSON, which these models validate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Final

from referee.core.validation import Moment, Strict

Json = dict[str, Any]
Parts = frozenset[str]
"""Parts of a match that change independently of each other."""

FIGURES: Final[Parts] = frozenset({"entries", "options", "seats"})
"""All that the meaning of figures depends on."""
EVERYTHING: Final[Parts] = FIGURES | {
    "names", "rulings", "house", "evenings", "chances", "tables", "hands"
}  # fmt: skip


def table_part(table: int) -> str:
    return f"table {table}"


def hand_part(seat: int) -> str:
    return f"hand {seat}"


class EventData(Strict):
    """An event's data. Fields that weren't given are left out of the payload."""

    kind: ClassVar[str]
    part: ClassVar[str] = "entries"
    depends_on: ClassVar[Parts] = FIGURES
    """If another phone has touched one of these parts meanwhile, the event's form is refused."""

    @property
    def touches(self) -> Parts:
        return frozenset({self.part})

    @property
    def payload(self) -> Json:
        return self.model_dump(exclude_unset=True)


class MatchOpened(EventData):
    """The match began. Imports may set the last four fields, and rematches the last two."""

    kind = "opened"
    game: str
    title: str
    players: list[str]
    options: Json
    entries: Sequence[Json] = ()
    sessions: Sequence[Json] = ()
    rulings: Sequence[Json] = ()
    house: Sequence[Json] = ()
    option_changes: Sequence[Json] = ()


class EntryAdded(EventData):
    """An entry was recorded. If it has no id of its own, it takes the event's."""

    kind = "added"
    entry: Json


class EntryEvent(EventData):
    id: str


class EntryChanged(EntryEvent):
    """An entry was corrected; `entry` is the complete new version."""

    kind = "changed"
    entry: Json


class EntryStruck(EntryEvent):
    """An entry was struck; it keeps its place in the order of play."""

    kind = "struck"


class EntryRestored(EntryEvent):
    """A struck entry was restored, either unchanged or as the new version in `entry`."""

    kind = "restored"
    entry: Json | None = None


class WarningsAccepted(EntryEvent):
    """The table accepted an entry's warnings; `rules` are the ids of the rules that raise them."""

    kind = "accepted"
    rules: list[str]


class NamesChanged(EventData):
    """The title or the players' names changed; the names are in seat order."""

    kind = "renamed"
    depends_on = frozenset({"names"})
    title: str
    players: list[str]

    @property
    def touches(self) -> Parts:
        return frozenset({"names", "seats"})


class RulingKept(EventData):
    """A ruling was saved; `ruling` is in the record format."""

    kind = "ruled"
    part = "rulings"
    ruling: Json


class OptionsChanged(EventData):
    """The options changed, with effect from the first entry.

    `options` holds the complete new set for the first entry. `option_changes` lists the changes
    during the match, as in a record, except that `from` counts struck entries, too.
    """

    kind = "agreed"
    part = "options"
    depends_on = FIGURES | {"tables", "hands"}
    options: Json
    option_changes: Sequence[Json] = ()


class OptionsChangedMidway(EventData):
    """Some options changed, with effect from the next entry."""

    kind = "agreed-midway"
    part = "options"
    depends_on = OptionsChanged.depends_on
    options: Json


class HouseRuleSaid(EventData):
    """A house rule was added, changed or, if the text is empty, removed."""

    kind = "house"
    part = "house"
    depends_on = frozenset({"house"})
    rule: str
    text: str


class PlayEvent(EventData):
    """An event in a deal that is followed card by card."""

    table: int | None = None

    @property
    def table_number(self) -> int:
        return self.table or 0

    @property
    def touches(self) -> Parts:
        return frozenset({"tables", table_part(self.table_number)})


class PlayStarted(PlayEvent):
    """The table began to follow a deal card by card; `entry` holds the facts known so far."""

    kind = "begun"
    entry: Json


class CardPlayed(PlayEvent):
    """A card was played, such as `10D`, or `JK=D` for a joker led as a diamond."""

    kind = "fell"
    card: str


class CardTakenBack(PlayEvent):
    """The last card was taken back into its player's hand."""

    kind = "lifted"
    card: str


class FactsChanged(PlayEvent):
    """Known facts about a deal changed: `entry` adds or replaces some, `unknown` removes some."""

    kind = "noted"
    entry: Json
    unknown: Sequence[str] = ()


class PlayLeft(PlayEvent):
    """The table stopped following the deal card by card; its figures can be recorded instead."""

    kind = "left"


class HandLaidOut(EventData):
    """A player laid out a hand, such as `["2S", "3S"]`, at the end of a leg."""

    kind = "laid"
    seat: int
    hand: list[str]
    layout: list[list[str]] | None  # the groups, if they aren't the best arrangement
    extra: list[str] | None  # the extra hand, if there is one
    depends_on = FIGURES - {"seats"}

    @property
    def touches(self) -> Parts:
        return frozenset({"hands", hand_part(self.seat)})


class EveningEvent(EventData):
    """An event about the evening in progress.

    It happened at time `at` or, without one, when it was recorded. Times are in the record format.
    """

    part = "evenings"
    depends_on = frozenset({"evenings", "entries", "seats"})


class EveningBegun(EveningEvent):
    """An evening began; `place` is the venue, and `players` are in seat order."""

    kind = "met"
    at: Moment | None = None
    place: str | None = None
    players: list[str] | None = None
    note: str | None = None


class PauseBegun(EveningEvent):
    """A break began; if it is already over, `until` is when it ended."""

    kind = "paused"
    at: Moment | None = None
    until: Moment | None = None


class PauseEnded(EveningEvent):
    """The break ended."""

    kind = "resumed"
    at: Moment | None = None


class EveningEnded(EveningEvent):
    """The evening ended."""

    kind = "parted"
    at: Moment | None = None
    note: str | None = None


class EveningChanged(EventData):
    """The evening that began at `start` was corrected or, without a `session`, deleted."""

    kind = "evening"
    part = EveningEvent.part
    depends_on = EveningEvent.depends_on
    start: str
    session: Json | None = None


class ChancesShown(EventData):
    """The table chose to show or hide the chances of winning."""

    kind = "chances"
    part = "chances"
    depends_on = frozenset({"chances"})
    shown: bool


class StateRestored(EventData):
    """Undo, redo or a jump back: the state after event number `to` applies again."""

    kind = "returned"
    depends_on = EVERYTHING
    to: int


class LaterEvent(EventData):
    """An event of a kind that only later versions know; it has no effect here."""

    kind = ""


KINDS: Final[dict[str, type[EventData]]] = {
    each.kind: each
    for each in (
        MatchOpened, EntryAdded, EntryChanged, EntryStruck, EntryRestored, WarningsAccepted,
        NamesChanged, RulingKept, OptionsChanged, OptionsChangedMidway, HouseRuleSaid, PlayStarted,
        CardPlayed, CardTakenBack, FactsChanged, PlayLeft, HandLaidOut, EveningBegun, PauseBegun,
        PauseEnded, EveningEnded, EveningChanged, ChancesShown, StateRestored,
    )
}  # fmt: skip


@dataclass(frozen=True)
class Event:
    number: int  # from 1, without a gap
    id: str
    kind: str
    payload: Json
    at: datetime
    by: str | None  # the name of the player whose phone sent it, if known

    kinds: ClassVar = KINDS

    @cached_property
    def data(self) -> EventData:
        known = self.kinds.get(self.kind)
        return LaterEvent() if known is None else known.model_validate(self.payload)


def entry_id(event: Event) -> str | None:
    """The id of the entry that this event is about; None if it is about something else."""
    data = event.data
    if isinstance(data, EntryAdded):
        own: str | None = data.entry.get("id")
        return event.id if own is None else own
    return data.id if isinstance(data, EntryEvent) else None


def counting_number(log: Sequence[Event], number: int) -> int:
    """The number of the last event that is in effect once event `number` is recorded.

    A `StateRestored` stands for an earlier event, which is in effect again.
    """
    while isinstance(data := log[number - 1].data, StateRestored):
        if not 0 < data.to < number:
            raise IndexError(data.to)
        number = data.to
    return number


def counting_back(log: Sequence[Event], number: int) -> Iterator[Event]:
    """The events that are in effect once event `number` is recorded, newest first."""
    while number:
        number = counting_number(log, number)
        yield log[number - 1]
        number -= 1


def changed_since(log: Sequence[Event], number: int) -> Iterator[Event]:
    """The events in effect either now or once event `number` was recorded, but not both."""
    one, other = counting_number(log, len(log)), counting_number(log, number)
    while one != other:
        newer = max(one, other)
        yield log[newer - 1]
        one, other = min(one, other), counting_number(log, newer - 1)


def names_at(log: Sequence[Event], number: int) -> MatchOpened | NamesChanged:
    """The event that gave the title and the names in effect once event `number` is recorded."""
    in_effect = (event.data for event in counting_back(log, number))
    return next(data for data in in_effect if isinstance(data, MatchOpened | NamesChanged))


def redo_numbers(log: Sequence[Event]) -> tuple[int, ...]:
    """The redo stack, as event numbers; the next one to redo is last.

    An undo pushes the state that it leaves, a redo pops the last one, and any other event clears
    the stack.
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
