"""Low Nine: two to six players, nine rounds, and the fewest points win."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from referee.core.findings import Line, Problem, added, error
from referee.core.game import BaseGame, Due, Explanation, Heading, Outcome, Scored, ranked, winners
from referee.core.options import Options, option
from referee.core.record import Entry, RecordSpec
from referee.core.seating import Seating
from referee.core.text import said
from referee.core.validation import Count, PerSeat, Seat


class LowNineOptions(Options):
    first_dealer: Seat = option(0, "First dealer", "Who deals first.", rule="low-nine.deal")
    rounds: Literal[3, 9] = option(9, "Rounds", "How many you play.", rule="low-nine.rounds")


class Round(Entry):
    kind: Literal["round"]
    points: PerSeat[Count]


@dataclass(frozen=True)
class LowNineState:
    rounds: int
    totals: tuple[int, ...]


Table = Seating[LowNineOptions]


class LowNine(BaseGame[LowNineOptions, LowNineState, Round]):
    spec = RecordSpec("low-nine", (2, 3, 4, 5, 6), LowNineOptions, (Round,))
    title = "Low Nine"
    about = "Two to six players, nine rounds; the fewest points win."
    place = 100
    usual_players = 4
    tie = "low-nine.tie"
    entry_name = "round"

    def lowest_wins(self, _options: LowNineOptions) -> bool:
        return True

    def start(self, seating: Table) -> LowNineState:
        return LowNineState(0, (0,) * seating.seats)

    def heading(self, _seating: Table, state: LowNineState, _entry: Round) -> Heading:
        number = state.rounds + 1
        return Heading(said("Round {number}", number=number), str(number))

    def problems(self, seating: Table, state: LowNineState, entry: Round) -> list[Problem]:
        found = []
        if state.rounds == seating.options.rounds:
            message = said("The game is over after {rounds} rounds.", rounds=state.rounds)
            found.append(error("low-nine.rounds", message))
        if 0 not in entry.points:
            message = said("Nobody has 0 points. Who went out?")
            found.append(error("low-nine.points", message, field="points"))
        return found

    def score(self, _seating: Table, state: LowNineState, entry: Round) -> Scored[LowNineState]:
        cells = tuple(entry.points)
        text = said("cards left in the hand")
        why = tuple((Line("low-nine.points", cell, text),) for cell in cells)
        after = LowNineState(state.rounds + 1, added(state.totals, cells))
        return Scored(after, cells, lambda: Explanation(why))

    def after_error(self, seating: Table, state: LowNineState, _entry: Round) -> LowNineState:
        return replace(state, rounds=min(state.rounds + 1, seating.options.rounds))

    def outcome(self, seating: Table, state: LowNineState) -> Outcome:
        standings = ranked(seating.players, state.totals, lowest_wins=True)
        if state.rounds == seating.options.rounds:
            return Outcome(standings, winners(standings), None)
        number = state.rounds + 1
        dealer = seating.left_of(seating.options.first_dealer, state.rounds)
        due = Due(
            kind="round",
            label=said("Round {number}", number=number),
            name=said("round {number}", number=number),
            dealer=dealer,
            headline=said("{name} deals nine cards each", name=seating.players[dealer]),
            rules=("low-nine.deal",),
        )
        return Outcome(standings, (), due)


GAME: Final = LowNine()
