"""Quillet: two players, five deals of three tricks, one point per trick, more for a sweep.

This folder is copied into the one with the games, so it imports its own modules relatively.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

from referee.core.cards import Pack, Suit, pack
from referee.core.findings import Line, Problem, Ruling, add_cells, error
from referee.core.game import DealState, Due, Explanation, Scored
from referee.core.options import Options, PlayerNumbers, option
from referee.core.played_deal import TrickDeal, TrickGame
from referee.core.question import Answer, Question, QuestionKind, prompt
from referee.core.record import RecordSpec
from referee.core.setup import Setup
from referee.core.text import _
from referee.core.tricks import TrickRules
from referee.core.validation import Count, Seat

SEATS: Final = 2
DEALS: Final = 5
TRICKS: Final = 3
PACK: Final = pack(_("32 cards"), ("A", "K", "Q", "J", "10", "9", "8", "7"))


class QuilletOptions(Options):
    first_dealer: Seat = option(0, _("First dealer"), _("Who deals first."), rule="quillet.deal")
    sweep: Literal[0, 2] = option(
        2,
        _("A sweep"),
        _("What taking all three tricks is worth on top."),
        rule="quillet.sweep",
        labels={0: _("nothing more"), 2: _("2 more")},
        asked_first=True,
        notes={0: _("a plain game"), 2: _("for those who like feathers")},
        only_for={2: PlayerNumbers("quillet.players", (SEATS,), _("A sweep takes two"))},
    )


class QuilletDeal(TrickDeal):
    """A deal's tricks and its trump suit."""

    trump: Suit | None = None


Table = Setup[QuilletOptions]


class FanQuestion(Question):
    """What is a fan of this many feathers worth?"""

    question: Literal["fan"] = "fan"
    feathers: Count = prompt(_("Feathers"), "feathers")


class SweepQuestion(Question):
    """Is it a sweep?"""

    question: Literal["sweep"] = "sweep"
    taken: Count = prompt(_("Tricks"), "number", most=TRICKS)


def answer_sweep(_setup: Table, question: SweepQuestion) -> Answer:
    text = _("{taken} of {most} tricks.", taken=question.taken, most=TRICKS)
    is_sweep = question.taken == TRICKS
    ruling = Ruling("quillet.sweep", "legal" if is_sweep else "illegal", text)
    verdict = _("Yes. A sweep") if is_sweep else _("No sweep")
    return Answer({"sweep": is_sweep}, (ruling,), verdict)


def answer_fan(setup: Table, question: FanQuestion) -> Answer:
    worth = question.feathers + (setup.options.sweep if question.feathers == TRICKS else 0)
    text = _("A fan of {feathers} is worth {worth}.", feathers=question.feathers, worth=worth)
    ruling = Ruling("quillet.sweep", "info", text)
    return Answer({"worth": worth}, (ruling,), _("Worth {worth}", worth=worth))


class Quillet(TrickGame[QuilletOptions, DealState, QuilletDeal]):
    spec = RecordSpec("quillet", (SEATS,), QuilletOptions, (QuilletDeal,))
    title = "Quillet"
    about = _("Two players, five deals of three tricks.")
    place = 99
    usual_players = SEATS
    tie = "quillet.tie"
    question_kinds = (
        QuestionKind(FanQuestion, answer_fan, _("What is a fan worth?"), _("With a sweep.")),
        QuestionKind(SweepQuestion, answer_sweep, _("Is it a sweep?"), _("Tap the tricks.")),
    )
    hand_size = TRICKS

    def start(self, _setup: Table) -> DealState:
        return DealState(0, (0,) * SEATS)

    def is_over(self, _setup: Table, state: DealState) -> bool:
        return state.deals >= DEALS

    def first_leader(self, setup: Table, state: DealState) -> int:
        return setup.left_of(setup.options.first_dealer, state.deals + 1)

    def trick_rules(self, _setup: Table, _state: DealState, deal: QuilletDeal) -> TrickRules:
        return TrickRules("quillet", deal.trump)

    def problems(self, setup: Table, state: DealState, deal: QuilletDeal) -> list[Problem]:
        if self.is_over(setup, state):
            return [error("quillet.deal", _("All {deals} deals are played.", deals=DEALS))]
        return [*self.total_problems(deal), *self.play_problems(setup, state, deal)]

    def score(self, setup: Table, state: DealState, deal: QuilletDeal) -> Scored[DealState]:
        taken = self.tricks_taken(setup, state, deal)
        why = tuple(_receipt(each, setup.options.sweep) for each in taken)
        cells = tuple(sum(int(line.points) for line in lines) for lines in why)
        after = DealState(state.deals + 1, add_cells(state.totals, cells))
        return Scored(after, cells, partial(Explanation, why))

    def due(self, setup: Table, state: DealState) -> Due:
        dealer = setup.left_of(setup.options.first_dealer, state.deals)
        name = _("deal {number}", number=state.deals + 1)
        headline = _("{name} deals three cards each", name=setup.players[dealer])
        return Due("deal", self.label(state), name, dealer, headline, rules=("quillet.deal",))

    def pack(self, _options: QuilletOptions) -> Pack:
        return PACK


def _receipt(taken: int, sweep: int) -> tuple[Line, ...]:
    lines = [Line("quillet.tricks-total", taken, _("{taken} of 3 tricks", taken=taken))]
    if taken == TRICKS and sweep:
        lines.append(Line("quillet.sweep", sweep, _("all three tricks")))
    return tuple(lines)


GAME: Final = Quillet()
