"""A circle of friends: the log of its matches and people, and its table of results.

Within a circle, each name stands for one person, and two names can be merged into one person. There
are no ratings, because they would spoil the fun among friends.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from referee.core.findings import Points
from referee.core.game import AnyGame
from referee.core.sheet import Sheet
from referee.core.story.story import seat_players
from referee.core.text import Text, _, without_fraction
from referee.core.validation import JOINERS
from referee.matches.events.base import (
    Event,
    EventData,
    StateRestored,
    Subject,
    counting_back,
    redo_numbers,
)
from referee.matches.match import Match
from referee.matches.match_state import entry_stamps

Person = str


@lru_cache(maxsize=1024)
def spelling(name: str) -> Person:
    """Normalize the case, spaces and encoding of a name, and leave out joiners."""
    joined = name.translate(dict.fromkeys(map(ord, JOINERS)))
    return unicodedata.normalize("NFKC", " ".join(joined.split())).casefold()


@dataclass(frozen=True)
class People:
    same: Mapping[Person, Person] = field(default_factory=dict)
    called: Mapping[Person, str] = field(default_factory=dict)

    def person(self, name: str) -> Person:
        known = spelling(name)
        return self.same.get(known, known)

    def merged(self, name: str, into: str) -> People:
        """Merge the person called `name` into the one called `into`, and display them as `into`."""
        old, new = self.person(name), self.person(into)
        others = {each: new if person == old else person for each, person in self.same.items()}
        return People(others | {old: new, new: new}, {**self.called, new: into})

    def parted(self, name: str) -> People:
        """Make this name a separate person again. The names it was merged with stay merged."""
        own = spelling(name)
        others = [each for each, who in self.same.items() if who == self.person(name) != each]
        rest = [each for each in [self.person(name), *others] if each != own]
        if own not in self.same or not rest:
            return self
        return replace(self, same={**self.same, **dict.fromkeys(rest, rest[0]), own: own})


# The events ---------------------------------------------------------------------------------------


@dataclass
class CircleBuilder:
    """A circle that events change."""

    name: str
    matches: dict[int, None] = field(default_factory=dict)  # in the order in which they were added
    people: People = field(default_factory=People)


class CircleEventData(EventData):
    kinds: ClassVar = {}

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        return self.done.format(**self.payload)


class CircleCreated(CircleEventData):
    kind = "founded"
    is_undoable = False
    done = _("The circle was started.")
    name: str


class CircleRenamed(CircleEventData):
    kind = "renamed"
    done = _("The circle is now called “{name}”.")
    name: str

    def apply(self, builder: CircleBuilder, event: Event) -> None:
        builder.name = self.name


class CircleMatchEvent(CircleEventData):
    match: int  # its id in the store

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        return self.done.format(title=about.titles[self.match])


class MatchPutIn(CircleMatchEvent):
    kind = "put"
    done = _("“{title}” was added.")

    def apply(self, builder: CircleBuilder, event: Event) -> None:
        builder.matches.setdefault(self.match)


class MatchTakenOut(CircleMatchEvent):
    kind = "taken"
    done = _("“{title}” was removed.")

    def apply(self, builder: CircleBuilder, event: Event) -> None:
        builder.matches.pop(self.match, None)


class NamesMerged(CircleEventData):
    kind = "merged"
    done = _("{name} was merged into {into}.")
    name: str
    into: str  # the name of the same person

    def apply(self, builder: CircleBuilder, event: Event) -> None:
        builder.people = builder.people.merged(self.name, self.into)


class NamesParted(CircleEventData):
    kind = "parted"
    done = _("{name} is a separate person again.")
    name: str  # that of a separate person again

    def apply(self, builder: CircleBuilder, event: Event) -> None:
        builder.people = builder.people.parted(self.name)


class CircleRestored(StateRestored, CircleEventData):
    kind = "returned"
    done = _("The circle was reset to line {number} of its log.")


class CircleEvent(Event):
    kinds: ClassVar = CircleEventData.kinds


@dataclass(frozen=True)
class Circle:
    name: str
    matches: tuple[int, ...]  # ids of its matches, in the order in which they were added
    people: People
    events: Sequence[CircleEvent]  # the whole log, including undone events

    @property
    def number(self) -> int:
        return len(self.events)

    @property
    def counting(self) -> list[Event]:
        return [*counting_back(self.events, self.number)][::-1]

    @property
    def undo_to(self) -> int | None:
        return self.counting[-2].number if self.counting[-1].data.is_undoable else None

    @property
    def redo_to(self) -> int | None:
        redo = redo_numbers(self.events)
        return redo[-1] if redo else None


def circle_of(events: Sequence[CircleEvent]) -> Circle:
    """Fold a whole log into a circle; its first event must be a `CircleCreated`."""
    first, *others = [*counting_back(events, len(events))][::-1]
    assert isinstance(first.data, CircleCreated)
    builder = CircleBuilder(first.data.name)
    for event in others:
        event.data.apply(builder, event)
    return Circle(builder.name, tuple(builder.matches), builder.people, events)


# The table of results -----------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatResult:
    name: str
    side: int  # the number of the team, or of the player if there are no teams
    won: Fraction  # 1 if the seat won, alone or with its team; a fraction if shared
    rank: int
    points: Points  # the side's points in the entries that this person played
    entries: int


@dataclass(frozen=True)
class MatchResult:
    game: str
    title: str
    players: tuple[str, ...]
    at: datetime
    seats: tuple[SeatResult, ...]
    substitutes: tuple[SeatResult, ...] = ()
    """Who sat in for someone or left early; neither the match nor a win counts for them."""
    lineups: tuple[tuple[str, ...], ...] = ()  # who sat in the seats, besides the players
    copy: int | None = None  # in this process, the same for all copies of the match
    label: str = ""  # what was played: the game, its format, or the title of a pad for any game
    best: tuple[Points, ...] = ()  # the two best scores; empty in games for lives
    evenings: tuple[EveningResult, ...] = ()

    @property
    def is_over(self) -> bool:
        return any(seat.won for seat in self.seats)

    @property
    def margin(self) -> Points | None:
        return abs(self.best[0] - self.best[1]) if self.best else None

    @property
    def names(self) -> list[str]:
        """The players, then their substitutes."""
        return [*self.players, *(each.name for each in self.substitutes)]


@dataclass(frozen=True)
class EveningResult:
    """One evening of a match.

    If the match ended on it, its result is that of the match, else of what each side gained.
    Either way, it is of those who sat there, and nobody has won a game for lives before its end.
    """

    start: datetime
    minutes: float
    is_timed: bool  # whether the minutes aren't partly estimated
    result: MatchResult
    is_end: bool


def result_of(match: Match) -> MatchResult:
    sheet = match.sheet()
    moments = [entry.at for entry in match.row_entries() if entry.at]
    columns = {sheet.columns[index].name: index for index in sheet.sides}
    lineups = tuple(dict.fromkeys(match.seated.values()))
    seats: list[SeatResult] = []
    substitutes: list[SeatResult] = []
    for side, standing in enumerate(sheet.standings):
        index = columns[standing.name]
        won = Fraction(standing.name in sheet.winners, len(sheet.winners) or 1)
        for seat in sheet.columns[index].seats:
            own = match.players[seat]
            for name in dict.fromkeys((own, *(seated[seat] for seated in lineups))):
                cells = [
                    row.cells[index]
                    for number, row in enumerate(sheet.rows)
                    if match.seated.get(number, match.players)[seat] == name
                ]
                played = [cell for cell in cells if cell is not None]
                rank = standing.rank or len(sheet.standings)
                result = SeatResult(name, side, won, rank, sum(played), len(played))
                is_counted = name == own and seat not in match.tally.away
                (seats if is_counted else substitutes).append(result)
    evenings = [each.start for each in match.evenings() if each.rows]
    at = max(evenings or moments, default=match.opened.at)
    game = match.game.name
    stamps = entry_stamps(entry.data for entry in match.row_entries())
    return MatchResult(
        game,
        match.name,
        match.players,
        at,
        tuple(seats),
        tuple(substitutes),
        lineups,
        hash(stamps) if stamps else None,
        match.game_name,
        best_two(match.game, [each.score for each in sheet.standings]),
        tuple(_evening_results(match, sheet)),
    )


def best_two(game: AnyGame, scores: Sequence[Points]) -> tuple[Points, ...]:
    return (scores[0], scores[1]) if game.unit == "points" else ()


def _evening_results(match: Match, sheet: Sheet) -> Iterator[EveningResult]:
    story, game = match.story(), match.game
    standings = {each.name: each for each in sheet.standings}
    evenings = [each for each in match.evenings() if each.rows]
    for evening in evenings:
        is_end = bool(sheet.winners) and evening is evenings[-1]
        seated, gains = seat_players(evening.session, match.players), story.points_of(evening)
        away = match.tally.setup_at(evening.rows[-1]).away
        here = [side for side in range(len(gains)) if side not in away]
        here.sort(key=gains.__getitem__, reverse=not match.tally.lowest_wins)
        winners = [side for side in here if gains[side] == gains[here[0]]]
        ranks = {side: 1 + [gains[n] for n in here].index(gains[side]) for side in here}
        best = best_two(game, [gains[side] for side in here])
        if is_end:
            winners = [side for side in here if story.sides[side] in sheet.winners]
            ranks = {side: standings[story.sides[side]].rank or len(gains) for side in here}
            best = best_two(game, [each.score for each in sheet.standings])
        elif game.unit != "points":
            winners = []
        seats = [
            SeatResult(
                seated[seat], side, Fraction(side in winners, len(winners) or 1), ranks[side],
                gains[side], len(evening.played),
            )
            for side in here
            for seat in sheet.columns[sheet.sides[side]].seats
        ]  # fmt: skip
        result = MatchResult(
            game.name, match.name, seated, evening.start, tuple(seats),
            label=match.game_name, best=best,
        )  # fmt: skip
        minutes = evening.estimated_minutes
        yield EveningResult(evening.start, minutes, evening.is_timed, result, is_end)


def without_copies(results: Iterable[MatchResult]) -> list[MatchResult]:
    """Leave out copies of a match, such as a saved match that was opened twice."""
    return [*{each.copy or id(each): each for each in results}.values()]


@dataclass(frozen=True)
class PersonResult:
    person: Person
    matches: int
    won: Fraction
    points: Points
    entries: int
    places: tuple[int, ...] = ()  # how often first, second, third and so on

    @property
    def each(self) -> float | None:
        return self.points / self.entries if self.entries else None


@dataclass(frozen=True)
class HeadToHead:
    """Two people's results in the matches that they played against each other."""

    other: Person
    ahead: int  # matches in which the person ranked higher
    level: int
    behind: int


def table_of(
    results: Iterable[MatchResult], people: People, by_name: Callable[[Person], Any] = str
) -> list[PersonResult]:
    """A row for everyone who has played in these matches, most wins first, else by name.

    Of those with equal wins, whoever needed fewer matches comes first, then whoever was second more
    often. A match counts for the player of the column, and points for whoever played; those who
    have only sat in for others come last.
    """
    found: defaultdict[Person, list[list[SeatResult]]] = defaultdict(list)
    played: defaultdict[Person, list[SeatResult]] = defaultdict(list)
    last = 0
    for result in results:
        last = max([last, *(seat.rank for seat in result.seats)])
        for person, seats in _seats_of(result, people).items():
            found[person].append(seats)
        for each in (*result.seats, *result.substitutes):
            played[people.person(each.name)].append(each)
    table = []
    for person, every in played.items():
        matches = found[person]
        # Each side once: a player with two seats on a team has one win.
        won = sum(sum({seat.side: seat.won for seat in match}.values()) for match in matches)
        points = without_fraction(sum(seat.points for seat in every))
        entries = sum(seat.entries for seat in every)
        ranks = [min(seat.rank for seat in match) for match in matches]
        places = tuple(ranks.count(place) for place in range(1, last + 1))
        table.append(PersonResult(person, len(matches), Fraction(won), points, entries, places))
    table.sort(key=lambda each: by_name(each.person))
    table.sort(key=lambda each: each.places, reverse=True)
    return sorted(table, key=lambda each: (not each.matches, -each.won, each.matches))


def _seats_of(result: MatchResult, people: People) -> dict[Person, list[SeatResult]]:
    """Seats by person. A person has several if several names in the match belong to them."""
    seats: defaultdict[Person, list[SeatResult]] = defaultdict(list)
    for seat in result.seats:
        seats[people.person(seat.name)].append(seat)
    return seats


def head_to_head(
    results: Iterable[MatchResult],
    people: People,
    person: Person,
    by_name: Callable[[Person], Any] = str,
) -> list[HeadToHead]:
    """This person's results against each opponent; partners don't count as opponents."""
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
    table.sort(key=lambda each: by_name(each.other))
    return sorted(table, key=lambda each: -each.ahead - each.level - each.behind)


def longest_streak(results: Iterable[MatchResult], people: People) -> tuple[int, list[Person]]:
    """Return the most matches in a row that anyone won outright, and who did."""
    now, longest = Counter[Person](), Counter[Person]()
    for result in results:
        for person, seats in _seats_of(result, people).items():
            now[person] = now[person] + 1 if any(seat.won == 1 for seat in seats) else 0
            longest[person] = max(longest[person], now[person])
    most = max(longest.values(), default=0)
    return most, [person for person, number in longest.items() if number == most]


def called(results: Iterable[MatchResult], people: People) -> dict[Person, str]:
    """Display names by person: the one chosen in a merge, otherwise the first one recorded."""
    names: dict[Person, str] = {}
    for result in results:
        for name in result.names:
            names.setdefault(people.person(name), name)
    return names | {person: name for person, name in people.called.items() if person in names}
