"""Low Nine: two to six players, nine rounds, and the fewest points win."""

from __future__ import annotations

from typing import Final, Literal

from referee.core.findings import Line, Problem, add_cells, error
from referee.core.game import DealsGame, DealState, Due, Explanation, Scored
from referee.core.options import Options, option
from referee.core.record import Entry, RecordSpec
from referee.core.setup import Setup
from referee.core.text import Text, _
from referee.core.validation import Count, PerSeat, Seat


class LowNineOptions(Options):
    first_dealer: Seat = option(0, _("First dealer"), _("Who deals first."), rule="low-nine.deal")
    rounds: Literal[3, 9] = option(9, _("Rounds"), _("How many you play."), rule="low-nine.rounds")


class Round(Entry):
    kind: Literal["round"]
    points: PerSeat[Count]


Table = Setup[LowNineOptions]


class LowNine(DealsGame[LowNineOptions, DealState, Round]):
    spec = RecordSpec("low-nine", (2, 3, 4, 5, 6), LowNineOptions, (Round,))
    title = _("Low Nine")
    about = _("Two to six players, nine rounds; the fewest points win.")
    place = 100
    usual_players = 4
    tie = "low-nine.tie"
    entry_name = "round"

    def lowest_wins(self, _options: LowNineOptions) -> bool:
        return True

    def start(self, setup: Table) -> DealState:
        return DealState(0, (0,) * setup.seats)

    def is_over(self, setup: Table, state: DealState) -> bool:
        return state.deals >= setup.options.rounds

    def label(self, state: DealState) -> Text:
        return _("Round {number}", number=state.deals + 1)

    def problems(self, setup: Table, state: DealState, entry: Round) -> list[Problem]:
        found = []
        if self.is_over(setup, state):
            message = _("The game is over after {rounds} rounds.", rounds=state.deals)
            found.append(error("low-nine.rounds", message))
        if 0 not in entry.points:
            message = _("Nobody has 0 points. Who went out?")
            found.append(error("low-nine.points", message, field="points"))
        return found

    def score(self, _setup: Table, state: DealState, entry: Round) -> Scored[DealState]:
        cells = tuple(entry.points)
        text = _("cards left in hand")
        why = tuple((Line("low-nine.points", cell, text),) for cell in cells)
        after = DealState(state.deals + 1, add_cells(state.totals, cells))
        return Scored(after, cells, lambda: Explanation(why))

    def due(self, setup: Table, state: DealState) -> Due:
        dealer = setup.left_of(setup.options.first_dealer, state.deals)
        return Due(
            kind="round",
            label=self.label(state),
            name=_("round {number}", number=state.deals + 1),
            dealer=dealer,
            headline=_("{name} deals nine cards each", name=setup.players[dealer]),
            rules=("low-nine.deal",),
        )


GAME: Final = LowNine()
