"""A circle of friends: matches of any games that belong together, as a log of events; its table.

Names are people within the circle: two spellings of a name are one person once somebody has said
so. There is no rating: a number behind a name makes people play worse company.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache, reduce
from typing import ClassVar, Final

from referee.core.findings import Points
from referee.core.sheet import Sheet
from referee.matches.events import (
    Event,
    EventData,
    StateRestored,
    counting_back,
    redo_numbers,
)
from referee.matches.match import Match


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
    """A match no longer belongs to the circle."""

    kind = "taken"
    match: int


class NamesMerged(EventData):
    """In this circle `name` is the person who is called `into`."""

    kind = "merged"
    name: str
    into: str


class NamesParted(EventData):
    """In this circle `name` is a person of their own after all."""

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
    """A name without capitals, extra blanks and differences of encoding."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


@dataclass(frozen=True)
class People:
    """Which names are the same person's."""

    same: Mapping[Person, Person] = field(default_factory=dict)
    """Of spellings that were merged, the person."""
    called: Mapping[Person, str] = field(default_factory=dict)
    """What people are called whose names were merged."""

    def person(self, name: str) -> Person:
        known = spelling(name)
        return self.same.get(known, known)

    def merged(self, name: str, into: str) -> People:
        """Make the person of `name` the one of `into`, who is called so."""
        old, new = self.person(name), self.person(into)
        others = {each: new if person == old else person for each, person in self.same.items()}
        return People(others | {old: new, new: new}, {**self.called, new: into})

    def parted(self, name: str) -> People:
        """Make this spelling a person of its own; those merged with it stay together."""
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
    """A circle with its whole log."""

    events: Sequence[CircleEvent] = field(kw_only=True)
    """All that was ever written."""

    @property
    def number(self) -> int:
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


# Its table ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatResult:
    """What a player came to in a match."""

    name: str
    side: int
    """The number of the team, or of the player where all play for themselves."""
    won: Fraction
    """1 for the winner, and for each of a winning team; of a shared win a share."""
    rank: int
    points: Points
    """What the side has written, all entries together."""
    entries: int


@dataclass(frozen=True)
class MatchResult:
    game: str
    title: str
    players: tuple[str, ...]
    at: datetime
    """When the last entry was written."""
    seats: tuple[SeatResult, ...]

    @property
    def is_over(self) -> bool:
        return any(seat.won for seat in self.seats)


def result_of(match: Match) -> MatchResult:
    sheet = match.sheet()
    moments = [written.at for written in match.row_entries() if written.at]
    return MatchResult(
        match.game.name,
        match.title,
        match.players,
        max(moments, default=match.opened.at),
        tuple(_seats(sheet, match.players)),
    )


def _seats(sheet: Sheet, players: tuple[str, ...]) -> Iterable[SeatResult]:
    sides = {sheet.columns[index].name: index for index in sheet.sides}
    for side, standing in enumerate(sheet.standings):
        index = sides[standing.name]
        names = [players[seat] for seat in sheet.columns[index].seats]
        cells = [row.cells[index] for row in sheet.rows]
        written = [cell for cell in cells if cell is not None]
        won = Fraction(standing.name in sheet.winners, len(sheet.winners) or 1)
        for name in names:
            yield SeatResult(name, side, won, standing.rank, sum(written), len(written))


@dataclass(frozen=True)
class PersonResult:
    person: Person
    matches: int
    won: Fraction
    points: Points
    entries: int

    @property
    def each(self) -> float | None:
        """The points of an entry."""
        return self.points / self.entries if self.entries else None


@dataclass(frozen=True)
class HeadToHead:
    """How two people did in the matches that they played against each other."""

    other: Person
    ahead: int
    """So often the one was placed before the other,"""
    level: int
    behind: int


def table_of(results: Iterable[MatchResult], people: People) -> list[PersonResult]:
    """A row for everyone who has played in these matches, most wins first."""
    found: defaultdict[Person, list[list[SeatResult]]] = defaultdict(list)
    for result in results:
        for person, seats in _seats_of(result, people).items():
            found[person].append(seats)
    table = []
    for person, matches in found.items():
        every = [seat for match in matches for seat in match]
        # Each side once: who had two seats in a team has not won twice.
        won = sum(sum({seat.side: seat.won for seat in match}.values()) for match in matches)
        points, entries = sum(seat.points for seat in every), sum(seat.entries for seat in every)
        table.append(PersonResult(person, len(matches), Fraction(won), points, entries))
    return sorted(table, key=lambda each: (-each.won, each.matches, each.person))


def _seats_of(result: MatchResult, people: People) -> dict[Person, list[SeatResult]]:
    """The seats of each person: several, where two names at a table are one person's."""
    seats: defaultdict[Person, list[SeatResult]] = defaultdict(list)
    for seat in result.seats:
        seats[people.person(seat.name)].append(seat)
    return seats


def head_to_head(
    results: Iterable[MatchResult], people: People, person: Person
) -> list[HeadToHead]:
    """This person against each of the others; partners do not play against each other."""
    found: defaultdict[Person, list[int]] = defaultdict(list)
    for result in results:
        seats = _seats_of(result, people)
        own = seats.pop(person, None)
        if own is None:
            continue
        for other, theirs in seats.items():
            if not {seat.side for seat in own} & {seat.side for seat in theirs}:
                lead = min(seat.rank for seat in own) - min(seat.rank for seat in theirs)
                found[other].append(lead)
    table = []
    for other, leads in found.items():
        ahead, behind = sum(lead < 0 for lead in leads), sum(lead > 0 for lead in leads)
        table.append(HeadToHead(other, ahead, len(leads) - ahead - behind, behind))
    return sorted(table, key=lambda each: (-each.ahead - each.level - each.behind, each.other))


def called(results: Iterable[MatchResult], people: People) -> dict[Person, str]:
    """The display name of each person: as somebody chose it, or as first written."""
    names: dict[Person, str] = {}
    for result in results:
        for name in result.players:
            names.setdefault(people.person(name), name)
    return names | {person: name for person, name in people.called.items() if person in names}
