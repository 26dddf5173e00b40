"""The story of a game: its evenings, how long it took, what is left, and what there is to tell.

A pure function of the record, as the sheet is; the shape is that of the public contract.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from statistics import quantiles
from typing import Any, Final

from referee.core.game import find_sides
from referee.core.record import Entry, Session
from referee.core.sheet import Tally, read_record, tally_of
from referee.core.story.course import (
    Course,
    Fact,
    Figures,
    Played,
    facts,
    gained,
    of_kind,
)
from referee.core.story.evenings import Evening, evenings, likely_breaks
from referee.core.story.forecast import Forecast, Likely, forecast
from referee.core.story.race import Seen
from referee.core.validation import in_utc

EVERY: Final = 10
"""After each so many entries the forecast is tested."""
MOST_TESTS: Final = 20
"""So many of these tests are made, the last ones."""


@dataclass(frozen=True)
class Pace:
    """How long entries of one kind take: the quartiles of those that are timed, in minutes."""

    kind: str
    entries: int
    low: float
    median: float
    high: float

    @classmethod
    def of(cls, kind: str, minutes: list[float]) -> Pace:
        """The pace of entries that took so long; one at least."""
        if len(minutes) == 1:
            return cls(kind, 1, *minutes * 3)
        return cls(kind, len(minutes), *quantiles(minutes, method="inclusive"))

    def as_json(self) -> dict[str, Any]:
        """In the public shape."""
        figures = {"median": self.median, "low": self.low, "high": self.high}
        rounded = {name: _minutes(figure) for name, figure in figures.items()}
        return {"kind": self.kind, "entries": self.entries, **rounded}


@dataclass(frozen=True)
class Foretold:
    """What one could have said of the rest after so many entries, and what came of it."""

    written: int
    likely: Likely
    came: int | None
    """So many entries more it was; None while the game goes on."""
    since: int
    """So many entries have been written since."""

    @property
    def holds(self) -> bool | None:
        """Whether it was right; None while that is open."""
        low, high = self.likely.entries.low, self.likely.entries.high
        if self.came is not None:
            return low <= self.came and (high is None or self.came <= high)
        return False if high is not None and self.since >= high else None


@dataclass(frozen=True)
class Story:
    """What there is to tell of a game, so far or in the end."""

    tally: Tally
    entries: Sequence[Entry]
    evenings: Sequence[Evening]
    times: Sequence[datetime | None]
    """When each entry was written, in UTC."""

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Who plays against whom: the players, or the teams, in the order of their columns."""
        return tuple(self.tally.columns[index].name for index in self._places)

    def until(self, evening: Evening) -> Story:
        """The story as it was when this evening ended."""
        number = max([row for each in self.evenings for row in each.rows
                      if each.start <= evening.start], default=-1) + 1  # fmt: skip
        return Story(
            self.tally.first(number),
            self.entries[:number],
            [each for each in self.evenings if each.start <= evening.start],
            self.times[:number],
        )

    @property
    def aim(self) -> int | None:
        """The mark to which the game goes, if it goes to one."""
        return self.tally.outcome().aim

    @property
    def lowest_wins(self) -> bool:
        return self.tally.lowest_wins

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.tally.outcome().due is None

    @property
    def start(self) -> Figures:
        """What each side had before the first entry."""
        totals = self.tally.states[0].totals
        return tuple(totals[place] for place in self._places)

    @property
    def totals(self) -> Figures:
        """What each side has now."""
        totals = self.tally.totals
        return tuple(totals[place] for place in self._places)

    @cached_property
    def course(self) -> Course:
        """The entries that were scored, in order."""
        minutes = self.minutes
        return [
            self._played(number, entry, minutes.get(number))
            for number, entry in enumerate(self.entries)
            if not self.tally.rows[number].has_error
        ]

    @cached_property
    def minutes(self) -> Mapping[int, float]:
        """How long each entry took, by its number, where that is known.

        It is not where there may have been a break of which nobody has said anything.
        """
        found: dict[int, float] = {}
        for evening in self.evenings:
            found |= evening.entry_minutes()
        asked = {row for row, _ in likely_breaks(self.evenings)}
        return {row: minutes for row, minutes in found.items() if row not in asked}

    def pace(self, evening: Evening | None = None) -> list[Pace]:
        """How long each kind of entry takes, over all evenings or in one."""
        timed = [
            each
            for each in self.course
            if each.minutes is not None and (evening is None or each.number in evening.rows)
        ]
        return [
            Pace.of(kind, [each.minutes or 0.0 for each in played])
            for kind, played in of_kind(timed).items()
        ]

    @cached_property
    def forecast(self) -> Forecast:
        """What is left of it."""
        return self.forecast_before(len(self.entries))

    def forecast_before(self, number: int) -> Forecast:
        """What was left when so many entries were written, as one would have said then."""
        ahead = self.tally.game.ahead(self.tally.seating, self.tally.state(number))
        seen = [
            Seen(each.entry.kind, each.gains, each.minutes)
            for each in self.course
            if each.number < number and each.has_figures
        ]
        lengths = [each.minutes for each in self.evenings if each.rows and each.rows[0] < number]
        return forecast(ahead, seen, lengths, lowest_wins=self.lowest_wins)

    def tested(self) -> list[Foretold]:
        """What was foretold at each tenth entry, and what came of it where that is known."""
        places = [each.number for each in self.course if each.has_figures]
        found = []
        for written in range(EVERY, len(places), EVERY)[-MOST_TESTS:]:
            likely = self.forecast_before(places[written]).likely
            if likely is not None:
                came = len(places) - written if self.is_over else None
                found.append(Foretold(written, likely, came, len(places) - written))
        return found

    @cached_property
    def facts(self) -> list[Fact]:
        """What can be told of it; the game adds its own."""
        game = self.tally.game
        common = facts(
            self.course,
            self.sides,
            game.entry_name,
            is_over=self.is_over,
            lowest_wins=self.lowest_wins,
        )
        return [*common, *game.facts(self.tally.seating, self.course)]

    def facts_of(self, evening: Evening) -> list[Fact]:
        """What can be told of one evening."""
        unit = self.tally.game.entry_name
        course = self.played_in(evening)
        return facts(course, self.sides, unit, is_over=False, lowest_wins=self.lowest_wins)

    def played_in(self, evening: Evening) -> Course:
        """The entries of an evening that were scored."""
        rows = {*evening.rows}
        return [each for each in self.course if each.number in rows]

    def points_of(self, evening: Evening) -> Figures:
        """What each side gained in an evening."""
        return gained(self.played_in(evening), len(self.sides))

    def as_json(self) -> dict[str, Any]:
        """In the public shape."""
        return {
            "sessions": [self._session_json(each) for each in self.evenings],
            "pace": [each.as_json() for each in self.pace()],
            "aim": self.aim,
            **self.forecast.as_json(),
            "facts": [{"text": fact.text, "entry": fact.entry} for fact in self.facts],
        }

    def _session_json(self, evening: Evening) -> dict[str, Any]:
        said, rows = evening.session, evening.rows
        start = said.start if said else self._at(rows[0])
        ends = {"said": said and said.end, "itself": self._last_word(evening), None: None}
        return {
            "start": start,
            "end": ends[evening.ended],
            "ended": evening.ended,
            "first": rows[0] if rows else None,
            "entries": len(rows),
            "minutes": _minutes(evening.minutes),
            "points": list(self.points_of(evening)),
            "players": said and said.players,
            "place": said and said.place,
            "note": said and said.note,
        }

    def _last_word(self, evening: Evening) -> str | None:
        """The end of an evening that ended by itself, as it was written."""
        if evening.rows and self.times[evening.rows[-1]] == evening.last:
            return self._at(evening.rows[-1])
        return evening.last.isoformat(timespec="seconds")

    def _at(self, row: int) -> str | None:
        return self.entries[row].at

    @cached_property
    def _places(self) -> tuple[int, ...]:
        return find_sides(self.tally.columns)

    def _played(self, number: int, entry: Entry, minutes: float | None) -> Played:
        row, states = self.tally.rows[number], self.tally.states
        before, after = states[number].totals, states[number + 1].totals
        players = self._seated.get(number, self.tally.seating.players)
        return Played(
            number,
            entry,
            row.heading.label,
            states[number],
            row.cells,
            row.why,
            tuple(after[place] - before[place] for place in self._places),
            tuple(after[place] for place in self._places),
            minutes,
            players,
            self._sides_of(players),
        )

    @cached_property
    def _seated(self) -> Mapping[int, tuple[str, ...]]:
        """Who sat in each seat, by the number of the entry, where an evening says so."""
        seats = self.tally.seating.seats
        return {
            row: tuple(players)
            for evening in self.evenings
            if evening.session and (players := evening.session.players) and len(players) == seats
            for row in evening.rows
        }

    def _sides_of(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """The sides by the names of those who sat there."""
        if players == self.tally.seating.players:
            return self.sides
        return tuple(
            "+".join(players[seat] for seat in self.tally.columns[index].seats)
            for index in self._places
        )


def story_of(tally: Tally, entries: Sequence[Entry], sessions: Sequence[Session]) -> Story:
    """The story of the entries that a tally has scored, with what was said of their evenings."""
    times = [None if entry.at is None else in_utc(entry.at) for entry in entries]
    is_over = tally.outcome().due is None
    return Story(tally, entries, evenings(sessions, times, is_over=is_over), times)


def story_in(record: Any) -> Story:
    """The story of a record in plain JSON values.

    Raises:
        NotARecord: where it is none.
    """
    read = read_record(record)
    return story_of(tally_of(read), read.entries, read.sessions)


def story(record: dict[str, Any]) -> dict[str, Any]:
    """The story of a record, both as plain JSON values.

    Raises:
        NotARecord: where it is none.
    """
    return story_in(record).as_json()


def _minutes(minutes: float) -> float:
    """To the hundredth: clocks of a table are no finer."""
    return round(minutes, 2)
