"""Low Nine: two to six players, nine rounds, and the fewest points win."""

from __future__ import annotations

from typing import Final, Literal

from referee.core.course import Course, Fact, count_by_person, fact_by_player
from referee.core.findings import Line, Problem, add_cells, error
from referee.core.game import DealsGame, DealState, Due, Explanation, Scored
from referee.core.options import Options, first_dealer_option, option
from referee.core.record import Entry, RecordSpec
from referee.core.setup import Setup
from referee.core.text import _
from referee.core.validation import Count, PerSeat, Seat


class LowNineOptions(Options):
    first_dealer: Seat = first_dealer_option("low-nine.deal")
    rounds: Literal[3, 9] = option(
        9, _("Length"), _("How many rounds you play."), rule="low-nine.rounds",
        labels={3: _("three rounds"), 9: _("nine rounds")},
    )  # fmt: skip


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
        headline = _("{name} deals nine cards each", name=setup.players[dealer])
        return self.next_due(state, dealer=dealer, headline=headline, rules=("low-nine.deal",))

    def facts(self, setup: Table, course: Course) -> list[Fact]:
        out = count_by_person(setup.players, course, lambda each, seat: each.cells[seat] == 0)
        return [fact_by_player(_("Went out: {figures}."), out, out.values())]


GAME: Final = LowNine()
