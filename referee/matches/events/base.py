"""Events: `Event`, a row of the log, and `EventData`, which declares what a kind of event does.

The log is append-only: corrections, strikes and undos are events too. A row stores an event's kind
and a payload of plain JSON, which the kind's class validates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Final

from referee.core.text import Text, _
from referee.core.validation import Strict
from referee.matches.match_state import Json, MatchState, Turn

Parts = frozenset[str]
"""Parts of a match that change independently of each other."""

FIGURES: Final[Parts] = frozenset({"entries", "options", "seats"})
"""All that the meaning of figures depends on."""
ADJUSTMENTS: Final[Parts] = frozenset({"adjustments"})
EVERYTHING: Final[Parts] = FIGURES | ADJUSTMENTS | {
    "names", "here", "rulings", "house", "evenings", "chances", "tables", "facts", "hands"
}  # fmt: skip


@dataclass(frozen=True)
class Subject:
    """What an event's sentence may mention, besides its payload."""

    label: str = ""
    player: str | None = None  # who played the card
    joker: str = "Joker"  # the game's name for a Joker
    titles: Mapping[int, str] = field(default_factory=dict)  # of a circle's matches


class EventData(Strict):
    """An event's data. Fields that weren't given are left out of the payload.

    A subclass with a `kind` of its own is a kind of event, and registers itself.
    """

    kinds: ClassVar[dict[str, type[EventData]]] = {}
    kind: ClassVar[str] = ""  # stored, so it never changes

    part: ClassVar[str] = "entries"
    depends_on: ClassVar[Parts] = FIGURES
    """If another phone has touched one of these parts meanwhile, the event's form is refused."""

    done: ClassVar[Text]
    undone: ClassVar[Text]
    in_short: ClassVar[Text | None] = None
    """A shorter sentence, if `done` needs two lines beside the changed totals."""
    is_undoable: ClassVar[bool] = True
    judges_all: ClassVar[bool] = False
    """Whether the event may change every row."""
    shares_line: ClassVar[bool] = False
    """Whether the log shows consecutive events of this kind in one line."""

    @classmethod
    def __pydantic_init_subclass__(cls, **_options: Any) -> None:
        if vars(cls).get("kind"):
            cls.kinds[cls.kind] = cls

    @property
    def touches(self) -> Parts:
        return frozenset({self.part})

    @property
    def payload(self) -> Json:
        return self.model_dump(exclude_unset=True)

    def entry_id(self, event_id: str) -> str | None:
        """The id of the entry that this event is about; None if it is about something else."""
        return None

    def apply(self, builder: Any, event: Event) -> None:
        """Change the state that is being built; by default, there is nothing to change."""

    def first_row_changed(self, before: MatchState) -> int:
        """Index of the first row that this event may change."""
        return 0 if self.judges_all else len(before.tally.rows)

    def label(self, before: MatchState, now: MatchState) -> str:
        """What the event is about, such as `Deal 3`."""
        return ""

    def turn(self, before: MatchState, now: MatchState) -> Turn | None:
        """The turn in which the event's card was played."""
        return None

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        """Describe the event, or that it was undone, in a sentence."""
        return (self.undone if is_undone else self.done).format(label=about.label)


class StateRestored(EventData):
    """Undo, redo or a jump back: the state after event number `to` applies again."""

    kind = "returned"
    depends_on = EVERYTHING
    done = _("The match was reset to line {number} of its log.")
    to: int

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        return self.done.format(number=self.to)


class LaterEvent(EventData):
    """An event of a kind that only later versions know; it has no effect here."""

    done = _("A newer version of Referee made a change that this one can’t show.")
    undone = _("A change by a newer version of Referee was undone.")


@dataclass(frozen=True)
class Event:
    number: int  # from 1, without a gap
    id: str
    kind: str
    payload: Json
    at: datetime
    by: str | None  # the name of the player whose phone sent it, if known

    kinds: ClassVar = EventData.kinds

    @cached_property
    def data(self) -> EventData:
        known = self.kinds.get(self.kind)
        return LaterEvent() if known is None else known.model_validate(self.payload)

    @property
    def entry_id(self) -> str | None:
        return self.data.entry_id(self.id)


# The log ------------------------------------------------------------------------------------------


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
