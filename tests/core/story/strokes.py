"""A made-up game for tests: points for each player; the lowest or the highest total wins.

Depending on its options, it ends at a mark, after a number of rounds, or at whichever comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal

from referee.core.cards import Pack, pack
from referee.core.findings import Line, Problem
from referee.core.game import Due, Explanation, Game, Heading, Outcome, Scored, ranked, winners
from referee.core.options import Options
from referee.core.record import Entry, RecordSpec
from referee.core.seating import Seating
from referee.core.sheet import Tally
from referee.core.story.course import Ahead, Coming
from referee.core.story.story import Story, story_of
from referee.core.text import _
from referee.core.validation import PerSeat

START = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida")


class StrokesOptions(Options):
    lowest_wins: bool = True
    mark: int | None = None
    rounds: int | None = None


class StrokesRound(Entry):
    kind: Literal["round"]
    points: PerSeat[int]


@dataclass(frozen=True)
class StrokesState:
    rounds: int
    totals: tuple[int, ...]


Table = Seating[StrokesOptions]


class Strokes(Game[StrokesOptions, StrokesState, StrokesRound]):
    spec = RecordSpec("strokes", tuple(range(2, 17)), StrokesOptions, (StrokesRound,))
    title = "Strokes"
    about = _("Figures for each player.")
    place = 99
    usual_players = 3
    tie = "strokes.tie"
    question_kinds = ()
    unit = "points"
    entry_name = "round"

    def lowest_wins(self, options: StrokesOptions) -> bool:
        return options.lowest_wins

    def start(self, seating: Table) -> StrokesState:
        return StrokesState(0, (0,) * seating.seats)

    def heading(self, _seating: Table, state: StrokesState, _entry: StrokesRound) -> Heading:
        return Heading(_("Round {number}", number=state.rounds + 1), str(state.rounds + 1))

    def problems(self, _seating: Table, _state: StrokesState, _e: StrokesRound) -> list[Problem]:
        return []

    def score(
        self, _seating: Table, state: StrokesState, entry: StrokesRound
    ) -> Scored[StrokesState]:
        totals = tuple(old + new for old, new in zip(state.totals, entry.points, strict=True))
        why = tuple((Line("strokes.round", each, _("as written")),) for each in entry.points)
        after = StrokesState(state.rounds + 1, totals)
        return Scored(after, tuple(entry.points), partial(Explanation, why))

    def after_error(self, _seat: Table, state: StrokesState, _entry: StrokesRound) -> StrokesState:
        return state

    def is_over(self, seating: Table, state: StrokesState) -> bool:
        mark, rounds = seating.options.mark, seating.options.rounds
        return (mark is not None and max(state.totals) >= mark) or state.rounds == rounds

    def outcome(self, seating: Table, state: StrokesState) -> Outcome:
        lowest_wins, mark = seating.options.lowest_wins, seating.options.mark
        standings = ranked(seating.players, state.totals, lowest_wins=lowest_wins)
        if self.is_over(seating, state):
            return Outcome(standings, winners(standings), None, aim=mark)
        due = Due("round", "Round", "round", None, _("A round is next"))
        return Outcome(standings, (), due, aim=mark)

    def ahead(self, seating: Table, state: StrokesState) -> Ahead | None:
        mark, rounds = seating.options.mark, seating.options.rounds
        if self.is_over(seating, state) or (mark is None and rounds is None):
            return None
        left = None if rounds is None else rounds - state.rounds
        coming = (Coming("round", 30, 0),)
        return Ahead(seating.players, state.totals, coming, mark=mark, entries=left)

    def pack(self, _options: StrokesOptions) -> Pack:
        return pack("none", ())


STROKES = Strokes()


def play(
    figures: Sequence[Sequence[int]], *, an_evening: int = 100, sessions: Any = (), **options: Any
) -> Story:
    """Return the story of these rounds of 20 minutes each, with `an_evening` rounds per evening."""
    names = NAMES[: len(figures[0])]
    times = [
        START + timedelta(weeks=n // an_evening, minutes=20 * (n % an_evening))
        for n in range(len(figures))
    ]
    entries = [
        StrokesRound(kind="round", points=list(points), at=at.isoformat())
        for points, at in zip(figures, times, strict=True)
    ]
    tally = Tally.start(STROKES, (0, Seating(names, StrokesOptions(**options))))
    return story_of(tally.with_entries(entries), entries, sessions)
