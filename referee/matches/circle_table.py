"""The table of a circle: who played how often, won how often, and against whom.

It counts matches that are over, each by its own sheet; nothing is added up but what stands there.
There is no rating: a number behind a name makes people play worse company.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from referee.core.findings import Points
from referee.core.sheet import Sheet
from referee.matches.circle import People, Person
from referee.matches.match import Match


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
    """How a match stands."""

    game: str
    title: str
    players: tuple[str, ...]
    at: datetime
    """When the last entry was written."""
    seats: tuple[SeatResult, ...]

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end."""
        return any(seat.won for seat in self.seats)


def result_of(match: Match) -> MatchResult:
    """How this match stands."""
    sheet = match.sheet()
    moments = [written.at for written in match.standing() if written.at]
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
    """What a person came to in some matches."""

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
    """Everybody who has played in these matches, those who won most first."""
    found: defaultdict[Person, list[list[SeatResult]]] = defaultdict(list)
    for result in results:
        for person, seats in _seats_of(result, people).items():
            found[person].append(seats)
    table = [_person_result(person, matches) for person, matches in found.items()]
    return sorted(table, key=lambda each: (-each.won, each.matches, each.person))


def _seats_of(result: MatchResult, people: People) -> dict[Person, list[SeatResult]]:
    """The seats of each person: several, where two names at a table are said to be one person's."""
    seats: defaultdict[Person, list[SeatResult]] = defaultdict(list)
    for seat in result.seats:
        seats[people.person(seat.name)].append(seat)
    return seats


def _person_result(person: Person, matches: Sequence[Sequence[SeatResult]]) -> PersonResult:
    seats = [seat for match in matches for seat in match]
    # Each side once: who had two seats in a team has not won twice.
    won = sum(sum({seat.side: seat.won for seat in match}.values()) for match in matches)
    points, entries = sum(seat.points for seat in seats), sum(seat.entries for seat in seats)
    return PersonResult(person, len(matches), Fraction(won), points, entries)


def head_to_head(
    results: Iterable[MatchResult], people: People, person: Person
) -> list[HeadToHead]:
    """How this person did against each of the others; partners do not play against each other."""
    found: defaultdict[Person, list[int]] = defaultdict(list)
    for result in results:
        seats = _seats_of(result, people)
        own = seats.pop(person, None)
        if own is None:
            continue
        for other, theirs in seats.items():
            if not {seat.side for seat in own} & {seat.side for seat in theirs}:
                found[other].append(_best(own) - _best(theirs))
    table = [_head_to_head(other, places) for other, places in found.items()]
    return sorted(table, key=lambda each: (-each.ahead - each.level - each.behind, each.other))


def _best(seats: Iterable[SeatResult]) -> int:
    return min(seat.rank for seat in seats)


def _head_to_head(other: Person, places: Sequence[int]) -> HeadToHead:
    ahead, behind = sum(place < 0 for place in places), sum(place > 0 for place in places)
    return HeadToHead(other, ahead, len(places) - ahead - behind, behind)


def called(results: Iterable[MatchResult], people: People) -> dict[Person, str]:
    """What everybody who has ever played is called: as somebody said, or as first written."""
    names: dict[Person, str] = {}
    for result in results:
        for name in result.players:
            names.setdefault(people.person(name), name)
    return names | {person: name for person, name in people.called.items() if person in names}
