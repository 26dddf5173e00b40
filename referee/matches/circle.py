"""A circle of friends: matches of any games that belong together, as its log of events tells it.

Like that of a match, the log is only ever added to, and what was done can be taken back. Names are
people within the circle: two spellings of a name are one person once somebody has said so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import ClassVar, Final

from referee.matches.events import (
    Event,
    EventData,
    StateRestored,
    counting_back,
    redo_numbers,
)


class CircleFounded(EventData):
    """The circle began, without a match."""

    kind = "founded"
    name: str


class CircleRenamed(EventData):
    """The circle got another name."""

    kind = "renamed"
    name: str


class MatchPutIn(EventData):
    """A match belongs to the circle; `match` is the id of it in the store."""

    kind = "put"
    match: int


class MatchTakenOut(EventData):
    """A match belongs to the circle no more."""

    kind = "taken"
    match: int


class NamesMerged(EventData):
    """Who is written `name` in some matches is the one who is called `into`."""

    kind = "merged"
    name: str
    into: str


class NamesParted(EventData):
    """Who is written `name` is a person of their own after all."""

    kind = "parted"
    name: str


CIRCLE_KINDS: Final[dict[str, type[EventData]]] = {
    each.kind: each
    for each in (
        CircleFounded, CircleRenamed, MatchPutIn, MatchTakenOut, NamesMerged, NamesParted,
        StateRestored,
    )
}  # fmt: skip


class CircleEvent(Event):
    """A row of a circle's log; `by` is never known there."""

    kinds: ClassVar = CIRCLE_KINDS


Person = str
"""One of a circle: the spelling by which their names are known."""


@lru_cache(maxsize=1024)
def spelling(name: str) -> Person:
    """A name without what does not tell people apart: capitals, blanks, the way it is encoded."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


@dataclass(frozen=True)
class People:
    """Which names are the same person's."""

    same: Mapping[Person, Person] = field(default_factory=dict)
    """Of spellings that were merged, the person."""
    called: Mapping[Person, str] = field(default_factory=dict)
    """What people are called whose names were merged."""

    def person(self, name: str) -> Person:
        """Who has this name."""
        known = spelling(name)
        return self.same.get(known, known)

    def merged(self, name: str, into: str) -> People:
        """All who are the person of `name` are that of `into`, who is called so."""
        old, new = self.person(name), self.person(into)
        others = {each: new if person == old else person for each, person in self.same.items()}
        return People(others | {old: new, new: new}, {**self.called, new: into})

    def parted(self, name: str) -> People:
        """This spelling is a person of its own; those that were merged with it stay together."""
        own = spelling(name)
        others = [each for each, who in self.same.items() if who == self.person(name) != each]
        rest = [each for each in [self.person(name), *others] if each != own]
        if own not in self.same or not rest:
            return self
        return replace(self, same={**self.same, **dict.fromkeys(rest, rest[0]), own: own})


@dataclass(frozen=True)
class CircleState:
    """A circle after one of its events."""

    name: str
    matches: tuple[int, ...] = ()
    """The ids of its matches, in the order in which they were put in."""
    people: People = People()


@dataclass(frozen=True)
class Circle(CircleState):
    """A circle as its log tells it."""

    events: Sequence[CircleEvent] = field(kw_only=True)
    """All that was ever written."""

    @property
    def number(self) -> int:
        """The number of its last event."""
        return len(self.events)

    @property
    def counting(self) -> list[Event]:
        """The events that count: what was taken back is not among them."""
        return [*counting_back(self.events, self.number)][::-1]

    @property
    def undo_to(self) -> int | None:
        """The number of the event to return to, to take back the last one that counts."""
        counting = self.counting
        return counting[-2].number if len(counting) > 1 else None

    @property
    def redo_to(self) -> int | None:
        """The number of the event to return to, to bring back what was taken back last."""
        redo = redo_numbers(self.events)
        return redo[-1] if redo else None


def circle_of(events: Sequence[CircleEvent]) -> Circle:
    """The circle of a whole log, its first event a `CircleFounded`."""
    first, *others = [*counting_back(events, len(events))][::-1]
    assert isinstance(first.data, CircleFounded)
    state = reduce(_after, (event.data for event in others), CircleState(first.data.name))
    return Circle(**vars(state), events=events)


def _after(state: CircleState, data: EventData) -> CircleState:
    match data:
        case CircleRenamed(name=name):
            return replace(state, name=name)
        case MatchPutIn(match=id) if id not in state.matches:
            return replace(state, matches=(*state.matches, id))
        case MatchTakenOut(match=id):
            return replace(state, matches=tuple(each for each in state.matches if each != id))
        case NamesMerged(name=name, into=into):
            return replace(state, people=state.people.merged(name, into))
        case NamesParted(name=name):
            return replace(state, people=state.people.parted(name))
    return state
