"""The story of a record: its evenings, course, pace, forecast and facts.

The story is a pure function of the record, like the sheet, and has a public format.

A record lists some evenings explicitly (`sessions`); others are inferred from the times of its
entries. Entries without a time belong to no evening. Only differences between times matter, so
midnight and daylight saving time need no special treatment.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import accumulate, chain, islice, pairwise
from statistics import fmean, median, quantiles
from typing import Any, Final, Literal, NamedTuple

from referee.core.course import (
    Course,
    Fact,
    Figures,
    Played,
    Span,
    TurningPoint,
    find_facts,
    find_turning_point,
    group_by_kind,
)
from referee.core.entry_name import BEFORE_LAST, IN_ENTRY
from referee.core.game import Standing, State, find_sides
from referee.core.record import Entry, Session
from referee.core.setup import count_people, name_side
from referee.core.sheet import Row, Tally, read_record, tally_of
from referee.core.story.forecast import CHANCES, OUT_OF, UPSETS, Forecast, Seen, forecast
from referee.core.text import _, ngettext, unbroken, without_fraction
from referee.core.validation import in_utc

EVENING_GAP: Final = timedelta(hours=6)
"""After a gap longer than this, the next entry starts a new evening."""
LARGEST_SET_BACK: Final = timedelta(days=1)
"""If a clock is set back by at most this much, the evening continues."""
SHORTEST_BREAK: Final = timedelta(minutes=45)
"""Gaps of up to this length are never treated as breaks."""
ENTRIES_IN_A_BREAK: Final = 3
"""Gaps up to this many times as long as the median entry are never treated as breaks."""
FEWEST_OF_A_KIND: Final = 3  # timed entries; with fewer, the median is that of all kinds
TEST_EVERY: Final = 10  # entries from one test of the forecast to the next
MOST_TESTS: Final = 20  # at most this many tests, of the latest entries
MOST_ODDS: Final = 40  # at most this many forecasts of who would win, of the latest evenings


# Evenings -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TimeSpan:
    start: datetime
    end: datetime

    @property
    def minutes(self) -> float:
        return (self.end - self.start) / timedelta(minutes=1)


@dataclass(frozen=True)
class Evening:
    start: datetime
    session: Session | None  # as recorded; None if the evening is inferred
    rows: tuple[int, ...]  # the indexes of its entries, in order of play
    times: tuple[datetime, ...]  # when each entry was recorded
    is_last: bool
    """Whether this is the last evening of an unfinished game and so may still be going on."""
    adjustments: frozenset[int] = frozenset()  # rows that aren't deals, and so take no time
    likely_breaks: tuple[tuple[int, TimeSpan], ...] = ()
    """Long gaps that may be unrecorded breaks, each with the index of the entry after it. Until
    somebody says what they were, they are no playing time."""

    @property
    def ended(self) -> Literal["said", "itself"] | None:
        """How the evening ended; None if it may still be in progress.

        `said` means that an end was recorded, `itself` that none was. A recorded end before the
        last entry is ignored.
        """
        end = in_utc(self.session.end) if self.session and self.session.end else None
        if end is not None and end >= self.last:
            return "said"
        return None if self.is_last else "itself"

    @cached_property
    def last(self) -> datetime:
        return max(self.start, *self.times, *session_moments(self.session))

    @property
    def minutes(self) -> float:
        whole = TimeSpan(self.start, self.last)
        unknown = sum(gap.minutes for _row, gap in self.likely_breaks)
        return max(0.0, whole.minutes - self._paused(whole) - unknown)

    @property
    def is_timed(self) -> bool:
        """Whether it is known when the first entry began; sessions are written in seconds."""
        return not self.times or self.times[0] - self.start >= timedelta(seconds=1)

    @property
    def estimated_minutes(self) -> float:
        """Its minutes, with a first entry of unknown length taken to be as long as the others."""
        others = [*self.entry_minutes().values()]
        return self.minutes + (0 if self.is_timed or not others else fmean(others))

    @cached_property
    def pauses(self) -> tuple[TimeSpan, ...]:
        """Recorded breaks in order; one without an end lasts until the next entry or, if there is
        none, until `last`."""
        spans = []
        for pause in self.session.pauses if self.session else ():
            start, end = in_utc(pause.start), in_utc(pause.end) if pause.end else None
            if start is not None:
                until = end or next((at for at in self.times if at > start), self.last)
                spans.append(TimeSpan(start, until))
        return tuple(sorted((s for s in spans if s.minutes > 0), key=lambda span: span.start))

    def entry_minutes(self) -> dict[int, float]:
        """Map each entry's index to the minutes since the previous entry, not counting breaks.

        The first entry is included only if the evening's start was recorded. An entry that a wrong
        clock dated before its predecessor is left out, and one after what may be a break.
        """
        minutes = {row: span.minutes - self._paused(span) for row, span in self._spans()}
        asked = dict(self.likely_breaks)
        return {row: each for row, each in minutes.items() if each > 0 and row not in asked}

    @property
    def played(self) -> dict[int, datetime]:
        """When each deal, round or leg was recorded, by row; adjustments are left out."""
        rows = zip(self.rows, self.times, strict=True)
        return {row: at for row, at in rows if row not in self.adjustments}

    def _spans(self) -> Iterator[tuple[int, TimeSpan]]:
        """Yield each row with the span from the entry before it or the evening's start."""
        played = self.played
        start = self.start if self.is_timed else next(iter(played.values()), self.start)
        spans = pairwise([start, *played.values()])
        yield from ((row, TimeSpan(*pair)) for row, pair in zip(played, spans, strict=True))

    def gaps(self) -> Iterator[tuple[int, TimeSpan]]:
        """Yield the gaps between entries, each with the index of the later entry.

        Leaves out gaps during which a break or the evening's end was recorded.
        """
        known = session_moments(self.session)[1:]
        for row, span in islice(self._spans(), 1, None):
            if not self._paused(span) and not any(span.start <= at <= span.end for at in known):
                yield row, span

    def _paused(self, span: TimeSpan) -> float:
        parts = (TimeSpan(max(span.start, p.start), min(span.end, p.end)) for p in self.pauses)
        return sum(max(0.0, part.minutes) for part in parts)


@dataclass
class _Group:
    """Entries of one evening while they are being grouped."""

    number: int  # index of the last session that began before them, or -1
    session: Session | None  # None if they are too far from it
    rows: list[int] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)

    @property
    def start(self) -> datetime:
        return session_moments(self.session)[0] if self.session else self.times[0]

    def reaches(self, at: datetime) -> bool:
        """Whether `at` is within EVENING_GAP of the last time known for this evening."""
        before = [moment for moment in session_moments(self.session) if moment <= at]
        return abs(at - max([*self.times, *before], default=at)) <= EVENING_GAP


def find_evenings(
    sessions: Sequence[Session],
    times: Sequence[datetime | None],
    *,
    kinds: Sequence[str] = (),
    is_over: bool = False,
    adjustments: frozenset[int] = frozenset(),
) -> list[Evening]:
    """Group a record's entries into evenings, by its sessions and the entries' times in UTC.

    `kinds` are those of the entries; without them, all are of one kind.

    An entry goes on with the evening of the entry before it if the same session began last before
    both and the gap between them is short. Otherwise, it begins the evening of that session, if
    near enough, or one of its own. So each session is one evening, with or without entries, and
    each entry with a time is in one evening. If the game is over, the last evening has ended, too.
    """
    dated = [(at, session) for session in sessions if (at := in_utc(session.start))]
    dated.sort(key=lambda pair: pair[0])
    starts = [start for start, _session in dated]
    unused = {number: session for number, (_start, session) in enumerate(dated)}
    groups: list[_Group] = []
    last: datetime | None = None
    for row, at in enumerate(times):
        if at is None:
            continue
        last = at if last is None else correct_clock(at, last)
        number = bisect_right(starts, last) - 1
        if not groups or groups[-1].number != number or not groups[-1].reaches(last):
            begun = _Group(number, unused.get(number))
            groups.append(begun if begun.reaches(last) else _Group(number, None))
            if groups[-1].session:
                del unused[number]
        groups[-1].rows.append(row)
        groups[-1].times.append(at)
    groups += [_Group(number, session) for number, session in unused.items()]
    groups.sort(key=lambda group: group.start)
    goes_on = None if is_over or not groups else groups[-1]
    evenings = [
        Evening(
            each.start, each.session, tuple(each.rows), tuple(each.times), each is goes_on,
            adjustments,
        )
        for each in groups
    ]  # fmt: skip
    return _with_likely_breaks(evenings, kinds or [""] * len(times))


def _with_likely_breaks(evenings: Sequence[Evening], kinds: Sequence[str]) -> list[Evening]:
    """Find gaps much longer than the median entry of the kind that was recorded after them."""
    by_kind: dict[str, list[float]] = {}
    for row, minutes in (pair for each in evenings for pair in each.entry_minutes().items()):
        by_kind.setdefault(kinds[row], []).append(minutes)
    overall = median(chain(*by_kind.values())) if by_kind else 0.0
    usual = {
        kind: median(minutes) if len(minutes) >= FEWEST_OF_A_KIND else overall
        for kind, minutes in by_kind.items()
    }

    def is_long(row: int, gap: TimeSpan) -> bool:
        least = SHORTEST_BREAK / timedelta(minutes=1)
        return gap.minutes > least and gap.minutes > ENTRIES_IN_A_BREAK * usual[kinds[row]]

    found = [tuple(pair for pair in each.gaps() if is_long(*pair)) for each in evenings]
    return [
        replace(each, likely_breaks=gaps) if gaps else each
        for each, gaps in zip(evenings, found, strict=True)
    ]


def find_evening(evenings: Sequence[Evening], at: datetime) -> Evening | None:
    """Return the evening that an action at this time belongs to, if any."""
    index = bisect_right([each.start for each in evenings], at) - 1
    if index >= 0 and at - evenings[index].last <= EVENING_GAP:
        return evenings[index]
    later = evenings[index + 1 : index + 2]
    return next((each for each in later if each.start - at <= EVENING_GAP), None)


def evening_starts(times: Iterable[datetime]) -> list[datetime]:
    """Return, for each time, the start of its evening, as if no sessions were recorded."""
    starts: list[datetime] = []
    last: datetime | None = None
    for at in times:
        later = at if last is None else correct_clock(at, last)
        starts.append(at if last is None or abs(later - last) > EVENING_GAP else starts[-1])
        last = later
    return starts


def seat_players(session: Session | None, own: Sequence[str]) -> tuple[str, ...]:
    """Return who sat in each seat on an evening: the match's own players or substitutes."""
    names = (session.players if session else None) or ()
    return tuple(names if len(names) == len(own) else own)


def seat_by_row(evenings: Sequence[Evening], own: Sequence[str]) -> Mapping[int, tuple[str, ...]]:
    """Return who sat in each seat, by row, on evenings with a substitute."""
    seated = [(evening.rows, seat_players(evening.session, own)) for evening in evenings]
    return {row: players for rows, players in seated if players != own for row in rows}


def session_moments(session: Session | None) -> list[datetime]:
    """Return all times recorded for a session, its start first."""
    if session is None:
        return []
    texts = [session.start, session.end]
    texts += [text for pause in session.pauses for text in (pause.start, pause.end)]
    return [at for text in texts if text is not None and (at := in_utc(text))]


def correct_clock(at: datetime, last: datetime) -> datetime:
    """Return `at`, or `last` if `at` is earlier than `last` by at most LARGEST_SET_BACK.

    In that case, the clock was probably set back in between.
    """
    return max(at, last) if last - at <= LARGEST_SET_BACK else at


# The story ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pace:
    """Mean and quartiles of the time, in minutes, that one kind of entry takes."""

    kind: str
    entries: int
    mean: float
    low: float
    median: float
    high: float


class ForecastTest(NamedTuple):
    """A forecast that was made after `written` entries."""

    written: int
    expected: Span  # entries left, as shown at the time
    played: int  # entries since then
    is_over: bool
    chance: int | None = None  # wins out of ten that it gave a clear favourite
    is_right: bool = False  # whether the favourite won

    @property
    def has_held(self) -> bool | None:
        low, high = self.expected
        if self.is_over:
            return low <= self.played and (high is None or self.played <= high)
        return False if high is not None and self.played >= high else None


@dataclass(frozen=True)
class Story:
    tally: Tally
    entries: Sequence[Entry]
    evenings: Sequence[Evening]
    times: Sequence[datetime | None]  # when each entry was recorded, in UTC

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The headings of the sides' columns, such as `Ann+Cleo`."""
        return tuple(self.tally.columns[index].name for index in self._side_columns)

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """The sides' names as used in sentences, such as `Ann and Cleo`."""
        return self._name_sides(self.tally.setup.players)

    def _name_sides(self, players: Sequence[str]) -> tuple[str, ...]:
        columns = (self.tally.columns[index] for index in self._side_columns)
        return tuple(name_side([players[seat] for seat in each.seats]) for each in columns)

    def until(self, evening: Evening) -> Story:
        evenings = [each for each in self.evenings if each.start <= evening.start]
        number = max((row for each in evenings for row in each.rows), default=-1) + 1
        tally = self.tally
        if number < len(self.entries):
            tally = replace(tally.first(number), closed=None)
        return Story(tally, self.entries[:number], evenings, self.times[:number])

    @property
    def is_over(self) -> bool:
        return self.tally.outcome().due is None

    @cached_property
    def totals(self) -> list[Figures]:
        """The sides' totals before each entry, and after the last."""
        return [self._side_totals(state) for state in self.tally.states]

    def went_out(self, side: int) -> Played | None:
        """Return the round in which a player lost the last life."""
        rounds = self.course if self.tally.game.unit == "lives" else ()
        return next((e for e in rounds if e.totals[side] < 0 and side not in e.away), None)

    def total_label(self, side: int) -> str:
        """Format a total; of lives, say in which round a player went out."""
        if (out := self.went_out(side)) and side not in self.tally.away:
            return _("out {when}", when=out.when)
        return self.tally.score_label(Standing(self.sides[side], self.totals[-1][side], None))

    def _side_totals(self, state: State) -> Figures:
        return tuple(state.totals[index] for index in self._side_columns)

    @cached_property
    def course(self) -> Course:
        """The entries that were scored, without adjustments, which are in the totals all the same.

        The totals after the last entry are the final ones.
        """
        rows, states, minutes = self.tally.rows, self.tally.states, self.minutes
        own, seated = self.tally.setup.players, self.seated
        course = []
        for number, entry in enumerate(self.entries):
            row, players = rows[number], seated.get(number, own)
            if row.has_error or row.is_adjustment:
                continue
            sides = self.side_names if players == own else self._name_sides(players)
            nth, when = row.heading.label, _("in {label}", label=row.heading.label)
            if row.heading.number is not None:
                nth = str(row.heading.number)
                when = IN_ENTRY[self.tally.game.entry_name].format(number=row.heading.number)
            course.append(
                Played(
                    number, entry, row.heading.label, nth, unbroken(when), states[number],
                    row.cells, row.explanation.why, self.gains(number), self.totals[number + 1],
                    minutes.get(number), players, sides, self.tally.setup_at(number).away,
                )
            )  # fmt: skip
        return [*course[:-1], *(replace(last, totals=self.totals[-1]) for last in course[-1:])]

    @cached_property
    def seated(self) -> Mapping[int, tuple[str, ...]]:
        """Who sat in each seat, by the entry's index, on evenings with a substitute."""
        return seat_by_row(self.evenings, self.tally.setup.players)

    def row_as_played(self, number: int) -> Row:
        """Return a row with the names of those who sat there, instead of the columns' names."""
        own = self.tally.setup.players
        return self.tally.rows[number].with_names(own, self.seated.get(number, own))

    @cached_property
    def minutes(self) -> Mapping[int, float]:
        """Minutes that each entry took, by index, if they are known."""
        return dict(pair for each in self.evenings for pair in each.entry_minutes().items())

    def pace(self, evening: Evening | None = None) -> list[Pace]:
        course = self.played_in(evening) if evening else self.course
        paces = []
        for kind, played in group_by_kind([e for e in course if e.minutes is not None]).items():
            minutes = [each.minutes or 0.0 for each in played]
            three = quantiles(minutes, method="inclusive") if len(minutes) > 1 else minutes * 3
            paces.append(Pace(kind, len(minutes), fmean(minutes), *three))
        return paces

    @cached_property
    def forecast(self) -> Forecast:
        return Forecast() if self.tally.closed else self.forecast_before(len(self.entries))

    def forecast_before(self, number: int) -> Forecast:
        """Return the forecast as it was before the entry with this index."""
        ahead = self.tally.game.ahead(self.tally.setup, self.tally.state(number))
        seen = [
            Seen(each.entry.kind, each.gains, each.minutes)
            for each in self.course
            if each.number < number and each.has_figures
        ]
        lengths = [each.minutes for each in self.evenings if each.rows and each.rows[0] < number]
        return forecast(ahead, seen, lengths)

    def test_forecasts(self) -> list[ForecastTest]:
        """Return the forecasts made after every tenth entry, with the actual outcome if known."""
        numbers = [each.number for each in self.course if each.has_figures]
        is_over, tests = self.is_over and not self.tally.closed, list[ForecastTest]()
        for written in range(TEST_EVERY, len(numbers), TEST_EVERY)[-MOST_TESTS:]:
            made = self.forecast_before(numbers[written])
            if made.likely is None or made.entries_shown is None:
                continue
            test = ForecastTest(written, made.entries_shown, len(numbers) - written, is_over)
            wins = made.likely.wins or (0,)
            if is_over and max(wins) in CHANCES:
                is_right = self.sides[wins.index(max(wins))] in self.tally.outcome().winners
                test = test._replace(chance=max(wins), is_right=is_right)
            tests.append(test)
        return tests

    def upset(self) -> Fact | None:
        """Return the lowest chance that the winner had after an evening, if it was a low one."""
        winners = self.tally.outcome().winners
        if not self.is_over or self.tally.closed or len(winners) != 1:
            return None
        side, chances = self.sides.index(winners[0]), list[tuple[int, int, int]]()
        for number, evening in [*enumerate(self.evenings[:-1], start=1)][-MOST_ODDS:]:
            made = self.forecast_before(evening.rows[-1] + 1).likely if evening.rows else None
            if made and made.wins:
                chances.append((made.wins[side], -number, evening.rows[-1]))
        lowest, number, row = min(chances, default=(OUT_OF, 0, 0))
        if lowest not in UPSETS:
            return None
        name, times = self.side_names[side], UPSETS[lowest]
        text = ngettext("After evening {number} {side} would have won only {times} in ten.",
                        "After evening {number} {side} would have won only {times} in ten.",
                        count_people(name), number=-number, side=name, times=times)  # fmt: skip
        return Fact(text, row, -number)

    def turn(self, evening: Evening | None = None) -> TurningPoint | None:
        """Return what decided the match, once it is over, or an evening, without adjustments."""
        if self.tally.game.unit == "lives" or not (evening or self.is_over):
            return None
        played = self.played_in(evening) if evening else self.course
        course = [each for each in played if each.has_figures]
        totals = [each.totals for each in course]
        if evening:
            gains = zip(*(each.gains for each in course), strict=True)
            totals = [*zip(*map(accumulate, gains), strict=True)]
        elif totals:
            totals[-1] = self.totals[-1]
        away = played[-1].away if evening and played else self.tally.away
        turn = find_turning_point(course, totals, lowest_wins=self.tally.lowest_wins, away=away)
        if turn and turn.by == "lead" and turn.entry is played[-1]:
            before = BEFORE_LAST[self.tally.game.entry_name][evening is not None]
            turn = turn._replace(before=before)
        return turn and turn._replace(sides=self.side_names, is_of_evening=evening is not None)

    @cached_property
    def facts(self) -> list[Fact]:
        return self.facts_of()

    def facts_of(self, evening: Evening | None = None) -> list[Fact]:
        """Return the highlights of the match, or of one evening."""
        course, game = self.course_of(evening), self.tally.game
        turn = self.turn(evening) if evening is None or evening.ended else None
        found = find_facts(
            course,
            self.side_names,
            game.entry_name,
            is_over=self.is_over,
            is_evening=evening is not None,
            turn=turn.fact if turn else None,
            has_lives=game.unit == "lives",
            lowest_wins=self.tally.lowest_wins,
            away=self.tally.away if evening is None or not course else course[-1].away,
        )
        own = game.facts(self.tally.setup, course)
        return [*own, *found] if game.unit == "lives" else [*found, *own]

    def played_in(self, evening: Evening) -> Course:
        rows = {*evening.rows}
        return [each for each in self.course if each.number in rows]

    def course_of(self, evening: Evening | None) -> Course:
        """Return the course of an evening as if everyone had started it from 0, or of the match."""
        if evening is None:
            return self.course
        played = self.played_in(evening)
        gains = zip(*(each.gains for each in played), strict=True)
        totals = zip(*map(accumulate, gains), strict=True)
        course = [replace(each, totals=own) for each, own in zip(played, totals, strict=True)]
        ends = self.points_of(evening)
        return [*course[:-1], *(replace(last, totals=ends) for last in course[-1:])]

    def points_of(self, evening: Evening) -> Figures:
        """Return what each side gained on an evening, adjustments included."""
        gains = [[0] * len(self.sides), *(self.gains(row) for row in evening.rows)]
        return tuple(without_fraction(sum(own)) for own in zip(*gains, strict=True))

    def gains(self, row: int) -> Figures:
        """Return what each side gained in this row, which may be an adjustment."""
        before, after = self._side_totals(self.tally.state(row)), self.totals[row + 1]
        return tuple(new - old for old, new in zip(before, after, strict=True))

    def as_json(self) -> dict[str, Any]:
        """Return the story in the public format; minutes are rounded to hundredths."""
        (ahead, likely, _chances), sessions = self.forecast, []
        for evening in self.evenings:
            known, rows, end = evening.session, evening.rows, None
            if evening.ended == "said" and known:
                end = known.end
            elif evening.ended == "itself":  # at the last entry, if nothing was later
                end = evening.last.isoformat(timespec="seconds")
                if rows and self.times[rows[-1]] == evening.last:
                    end = self.entries[rows[-1]].at
            sessions.append(
                {
                    "start": known.start if known else self.entries[rows[0]].at,
                    "end": end,
                    "ended": evening.ended,
                    "first": rows[0] if rows else None,
                    "entries": len(rows),
                    "minutes": round(evening.minutes, 2),
                    "points": list(self.points_of(evening)),
                    "turn": turn.as_json() if (turn := self.turn(evening)) else None,
                    "players": known and known.players,
                    "place": known and known.place,
                    "note": known and known.note,
                }
            )
        return {
            "sessions": sessions,
            "pace": [
                {"kind": each.kind, "entries": each.entries}
                | {name: round(getattr(each, name), 2) for name in ("median", "low", "high")}
                for each in self.pace()
            ],
            "aim": self.tally.outcome().aim,
            "certain": ahead and {"needs": ahead.needs and [*ahead.needs], "entries": ahead.least},
            "likely": likely
            and {name: part and [*part] for name, part in likely._asdict().items()},
            "turn": turn.as_json() if (turn := self.turn()) else None,
            "facts": [{"text": fact.text, "entry": fact.entry} for fact in self.facts],
        }

    @cached_property
    def _side_columns(self) -> tuple[int, ...]:
        return find_sides(self.tally.columns)


def story_of(tally: Tally, entries: Sequence[Entry], sessions: Sequence[Session]) -> Story:
    times = [None if entry.at is None else in_utc(entry.at) for entry in entries]
    is_over, kinds = tally.outcome().due is None, [entry.kind for entry in entries]
    evenings = find_evenings(
        sessions, times, kinds=kinds, is_over=is_over, adjustments=tally.adjustments
    )
    return Story(tally, entries, evenings, times)


def read_story(record: Any) -> Story:
    read = read_record(record)
    return story_of(tally_of(read), read.entries, read.sessions)


def story(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record's story; takes and returns plain JSON values. Raises NotARecord."""
    return read_story(record).as_json()
