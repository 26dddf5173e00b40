"""Quillet: two players, five deals of three tricks, one point a trick, more for a sweep.

It is copied into the folder of the games, and so names its own modules by a dot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from referee.core.cards import Pack, Suit, pack, read_cards
from referee.core.findings import Line, Problem, Ruling, error
from referee.core.game import BasePlayableGame, Due, Explanation, Heading, Outcome, Scored, ranked
from referee.core.options import Options, PlayerNumbers, option
from referee.core.played_deal import TrickDeal, breach_problems, play_problems
from referee.core.question import Answer, Question, QuestionKind, asked
from referee.core.record import RecordSpec
from referee.core.seating import Seating
from referee.core.text import said
from referee.core.tricks import Play, TrickRules, follow_play
from referee.core.validation import Count, Seat

SEATS: Final = 2
DEALS: Final = 5
TRICKS: Final = 3
PACK: Final = pack("32 cards", ("A", "K", "Q", "J", "10", "9", "8", "7"))


class QuilletOptions(Options):
    """What a table may choose."""

    first_dealer: Seat = option(0, "First dealer", "Who deals first.", rule="quillet.deal")
    sweep: Literal[0, 2] = option(
        2,
        "A sweep",
        "What all three tricks are worth beside the tricks.",
        rule="quillet.sweep",
        labels={0: "nothing more", 2: "2 more"},
        asked_first=True,
        notes={0: "a plain game", 2: "for those who like feathers"},
        only_for={2: PlayerNumbers("quillet.players", (SEATS,), said("A sweep takes two"))},
    )


class QuilletDeal(TrickDeal):
    """A deal with its trumps."""

    trump: Suit | None = None


@dataclass(frozen=True)
class QuilletState:
    """How many deals are over, and what each seat has."""

    deals: int = 0
    totals: tuple[int, ...] = (0,) * SEATS


class FanQuestion(Question):
    """What is a fan of so many feathers worth?"""

    question: Literal["fan"] = "fan"
    feathers: Count = asked("Feathers", "feathers")


class SweepQuestion(Question):
    """Is it a sweep?"""

    question: Literal["sweep"] = "sweep"
    taken: Count = asked("Tricks", "number", most=TRICKS)


def answer_sweep(_seating: Seating[QuilletOptions], question: SweepQuestion) -> Answer:
    """All three tricks are one."""
    text = said("{taken} of {most} tricks.", taken=question.taken, most=TRICKS)
    is_sweep = question.taken == TRICKS
    ruling = Ruling("quillet.sweep", "legal" if is_sweep else "illegal", text)
    verdict = said("Yes: a sweep" if is_sweep else "No sweep")
    return Answer({"sweep": is_sweep}, (ruling,), verdict)


def answer_fan(seating: Seating[QuilletOptions], question: FanQuestion) -> Answer:
    """As many points as it has feathers; three are a sweep."""
    worth = question.feathers + (seating.options.sweep if question.feathers == TRICKS else 0)
    text = said("A fan of {feathers} is worth {worth}.", feathers=question.feathers, worth=worth)
    ruling = Ruling("quillet.sweep", "info", text)
    return Answer({"worth": worth}, (ruling,), said("Worth {worth}", worth=worth))


class Quillet(BasePlayableGame[QuilletOptions, QuilletState, QuilletDeal]):
    """The game."""

    spec = RecordSpec("quillet", (SEATS,), QuilletOptions, (QuilletDeal,))
    title = "Quillet"
    about = "Two players, five deals of three tricks."
    place = 99
    usual_players = SEATS
    tie = "quillet.tie"
    question_kinds = (
        QuestionKind(FanQuestion, answer_fan, "What is a fan worth?", "With a sweep."),
        QuestionKind(SweepQuestion, answer_sweep, "Is it a sweep?", "Tap the tricks."),
    )
    hand_size = TRICKS

    def start(self, _seating: Seating[QuilletOptions]) -> QuilletState:
        return QuilletState()

    def heading(
        self, _seating: Seating[QuilletOptions], state: QuilletState, entry: QuilletDeal
    ) -> Heading:
        return Heading(f"Deal {state.deals + 1}", str(state.deals + 1), suit=entry.trump)

    def problems(
        self, seating: Seating[QuilletOptions], state: QuilletState, entry: QuilletDeal
    ) -> list[Problem]:
        if state.deals == DEALS:
            return [error("quillet.deal", said("All {deals} deals are played.", deals=DEALS))]
        if entry.play is None:
            return _figure_problems(entry)
        return play_problems(self, seating, state, entry)

    def score(
        self, seating: Seating[QuilletOptions], state: QuilletState, entry: QuilletDeal
    ) -> Scored[QuilletState]:
        play = self.follow(seating, state, entry)
        tricks = play.counts if play else tuple(entry.tricks or ())
        why = tuple(_receipt(taken, seating.options.sweep) for taken in tricks)
        cells = tuple(sum(int(line.points) for line in lines) for lines in why)
        totals = tuple(map(sum, zip(state.totals, cells, strict=True)))
        return Scored(QuilletState(state.deals + 1, totals), cells, partial(Explanation, why))

    def after_error(
        self, _seating: Seating[QuilletOptions], state: QuilletState, _entry: QuilletDeal
    ) -> QuilletState:
        return replace(state, deals=min(state.deals + 1, DEALS))

    def outcome(self, seating: Seating[QuilletOptions], state: QuilletState) -> Outcome:
        standings = ranked(seating.players, state.totals)
        if state.deals == DEALS:
            winners = tuple(each.name for each in standings if each.rank == 1)
            return Outcome(standings, winners, None)
        dealer = seating.left_of(seating.options.first_dealer, state.deals)
        label, name = f"Deal {state.deals + 1}", f"deal {state.deals + 1}"
        headline = said("{name} deals three cards each", name=seating.players[dealer])
        due = Due("deal", label, name, dealer, headline, rules=("quillet.deal",))
        return Outcome(standings, (), due)

    def pack(self, _options: QuilletOptions) -> Pack:
        return PACK

    def follow(
        self, seating: Seating[QuilletOptions], state: QuilletState, entry: QuilletDeal
    ) -> Play | None:
        if entry.play is None:
            return None
        tricks = [read_cards(trick, PACK)[0] for trick in entry.play]
        leader = seating.left_of(seating.options.first_dealer, state.deals + 1)
        return follow_play(tricks, leader, SEATS, TrickRules("quillet", entry.trump))

    def irregularities(
        self,
        seating: Seating[QuilletOptions],
        _state: QuilletState,
        _entry: QuilletDeal,
        play: Play,
    ) -> list[Problem]:
        return breach_problems(seating, play)


def _figure_problems(entry: QuilletDeal) -> list[Problem]:
    if entry.tricks is None:
        message = said("A deal needs the tricks of each player.")
        return [error("quillet.play", message, field="tricks")]
    if sum(entry.tricks) != TRICKS:
        message = said("The tricks must add up to {tricks}.", tricks=TRICKS)
        return [error("quillet.tricks-total", message, field="tricks")]
    return []


def _receipt(taken: int, sweep: int) -> tuple[Line, ...]:
    lines = [Line("quillet.tricks-total", taken, said("{taken} of 3 tricks", taken=taken))]
    if taken == TRICKS and sweep:
        lines.append(Line("quillet.sweep", sweep, said("all three tricks")))
    return tuple(lines)


GAME: Final = Quillet()
