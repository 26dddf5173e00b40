"""A leg: what all of them have in common, and what each kind brings of its own.

The kinds are `BridgeLeg`, `CanastaLeg`, `FlushLeg` and `TimeIsUp`; the table of them is `LEGS` in
`rules.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final, Generic, Literal, TypeVar

from referee.core.findings import Line, Problem, error, warning
from referee.core.game import Due, Explanation, Heading, Scored
from referee.core.record import Entry
from referee.core.story.course import Coming
from referee.core.text import Said, listed, points, said
from referee.games.card_triathlon.due import NextLeg
from referee.games.card_triathlon.state import (
    CardTriathlonState,
    LegSeating,
    columns,
    due_leg,
    is_over,
    teams_of,
)
from referee.games.card_triathlon.values import UNIT, LegName

CLOCK: Final = "card-triathlon.clock"
CROSSCHECK: Final = "card-triathlon.crosscheck"
PLAY: Final = "card-triathlon.play"
SEQUENCE: Final = "card-triathlon.sequence"
VALUES: Final = "card-triathlon.values"


class LegEntry(Entry):
    """What the entries of all legs have in common."""

    partial: bool | None = None
    """Whether the clock has cut the leg short."""


class Time(Entry):
    """The agreed time has come: a game against the clock is over."""

    kind: Literal["time"]


Figures = list[int] | int
"""One a seat, or one for all."""
E = TypeVar("E", bound=Entry)
P = TypeVar("P", bound=LegEntry)


class Leg(ABC, Generic[E]):
    """One kind of leg: how its entries are judged and scored."""

    kind: ClassVar[str]
    """The kind of its entries, such as `b-leg`."""
    name: ClassVar[LegName | None]
    """Its letter in the sequence of a format; the end by time has none."""

    @abstractmethod
    def due(self, seating: LegSeating, state: CardTriathlonState) -> Due:
        """What is said while it is due."""

    @abstractmethod
    def heading(self, seating: LegSeating, state: CardTriathlonState, entry: E) -> Heading:
        """What the row of this entry is called."""

    @abstractmethod
    def problems(self, seating: LegSeating, state: CardTriathlonState, entry: E) -> list[Problem]:
        """Every rule that this entry breaks."""

    @abstractmethod
    def score(
        self, seating: LegSeating, state: CardTriathlonState, entry: E
    ) -> Scored[CardTriathlonState]:
        """The row of an entry without an error."""

    @abstractmethod
    def after_error(
        self, seating: LegSeating, state: CardTriathlonState, entry: E
    ) -> CardTriathlonState:
        """The state after an entry with an error."""


class PlayedLeg(Leg[P]):
    """A leg that is played, B, C or D: only when it is due, and cut short only by a clock."""

    name: ClassVar[LegName]

    @abstractmethod
    def coming(self, seating: LegSeating) -> Coming:
        """What a team can gain in one by the rules."""

    @abstractmethod
    def next_leg(self, seating: LegSeating, state: CardTriathlonState) -> NextLeg:
        """How it begins."""

    @abstractmethod
    def entry_problems(
        self, seating: LegSeating, state: CardTriathlonState, entry: P
    ) -> list[Problem]:
        """What is wrong with the entry, if the leg is due."""

    def due(self, seating: LegSeating, state: CardTriathlonState) -> Due:
        """The number of the leg, and how it begins."""
        number, begins = state.legs + 1, self.next_leg(seating, state)
        return Due(
            kind=self.kind,
            label=said("Leg {number}, {leg}", number=number, leg=self.name),
            name=said("leg {number}, {leg}", number=number, leg=self.name),
            dealer=begins.dealer,
            headline=begins.headline,
            short=said(
                "Leg {number}, {leg}: {begins}", number=number, leg=self.name, begins=begins.short
            ),
            details=begins.details,
            rules=(*begins.rules, seating.options.plan.rule),
            cards=begins.cards,
            offices=begins.offices,
        )

    def heading(self, seating: LegSeating, state: CardTriathlonState, _entry: P) -> Heading:
        """`Leg 2, C`."""
        if is_over(seating, state):
            return Heading(said("{leg} leg after the end", leg=self.name), "–")
        number = state.legs + 1
        return Heading(said("Leg {number}, {leg}", number=number, leg=self.name), self.name)

    def problems(self, seating: LegSeating, state: CardTriathlonState, entry: P) -> list[Problem]:
        """Out of its turn, cut short without a clock, or wrong in itself."""
        found = self.sequence_problems(seating, state)
        if entry.partial and not seating.options.plan.is_timed:
            message = said("Only against the clock can a leg be cut short.")
            found.append(error(CLOCK, message, field="partial"))
        return found + self.entry_problems(seating, state, entry)

    def sequence_problems(self, seating: LegSeating, state: CardTriathlonState) -> list[Problem]:
        """`card-triathlon.sequence`: another leg is due, or none."""
        wanted = due_leg(seating, state)
        if wanted == self.name:
            return []
        if is_over(seating, state):
            message = said("The game is over; no leg is left to play.")
        elif wanted is None:
            message = said("The clock has cut the last leg short; only the end can follow.")
        else:
            message = said("A {due} leg is due, not a {leg} leg.", due=wanted, leg=self.name)
        return [error(SEQUENCE, message)]

    def after_error(
        self, seating: LegSeating, state: CardTriathlonState, entry: P
    ) -> CardTriathlonState:
        """It has its place, if it was due."""
        if self.sequence_problems(seating, state):
            return state
        was_cut = bool(entry.partial) and seating.options.plan.is_timed
        return replace(state, legs=state.legs + 1, held=None, was_cut=was_cut)


class TimeIsUp(Leg[Time]):
    """The end of a game against the clock."""

    kind = "time"
    name = None

    def due(self, _seating: LegSeating, _state: CardTriathlonState) -> Due:
        """After a leg that was cut short nothing else can come."""
        return Due(
            kind=self.kind,
            label=said("Time is up"),
            name=said("the end"),
            dealer=None,
            headline=said("The clock has cut the last leg short"),
            details=said("Record that the time is up, and the game is over."),
            rules=(CLOCK,),
        )

    def heading(self, _seating: LegSeating, _state: CardTriathlonState, _entry: Time) -> Heading:
        """A row without points."""
        return Heading(said("Time is up"), "end")

    def problems(
        self,
        seating: LegSeating,
        state: CardTriathlonState,
        _entry: Time,
    ) -> list[Problem]:
        """Without a clock, or a second time."""
        if not seating.options.plan.is_timed:
            return [error(CLOCK, said("Only a game against the clock ends by the time."))]
        return [error(SEQUENCE, said("The time is up already."))] if state.is_ended else []

    def score(
        self,
        seating: LegSeating,
        state: CardTriathlonState,
        _entry: Time,
    ) -> Scored[CardTriathlonState]:
        """Nothing is scored."""
        return empty_row(seating, replace(state, is_ended=True))

    def after_error(
        self,
        _seating: LegSeating,
        state: CardTriathlonState,
        _entry: Time,
    ) -> CardTriathlonState:
        """As if it were not there."""
        return state


# What several kinds of legs say alike -------------------------------------------------------------


def empty_row(seating: LegSeating, after: CardTriathlonState) -> Scored[CardTriathlonState]:
    """A row that shows no points."""
    count = len(columns(seating))
    return Scored(after, (None,) * count, partial(Explanation, ((),) * count))


def unit_problems(figures: Iterable[int], field: str) -> list[Problem]:
    """`card-triathlon.values`: a figure that no cards are worth."""
    wrong = next((figure for figure in figures if figure % UNIT), None)
    if wrong is None:
        return []
    message = said(
        "{figure} is no multiple of {unit}, as all values of cards are.", figure=wrong, unit=UNIT
    )
    return [error(VALUES, message, field=field)]


def crosscheck_problems(
    total: int, whole: int, field: str, what: str = "Scored and unscored cards"
) -> list[Problem]:
    """`card-triathlon.crosscheck`: scored and unscored cards are all cards."""
    if total == whole:
        return []
    template = (
        "{what} add up to {total}, not {whole}: {difference} missing."
        if total < whole
        else "{what} add up to {total}, not {whole}: {difference} too much."
    )
    message = said(
        template,
        what=said(what),
        total=points(total),
        whole=points(whole),
        difference=points(abs(whole - total)),
    )
    return [warning(CROSSCHECK, message, field=field)]


def card_figure_problems(
    names: Sequence[str], figures: Iterable[tuple[str, Figures | None, Figures]]
) -> list[Problem]:
    """`card-triathlon.play`: figures that are given beside the cards, and are not what they show.

    Each comes as its field, what was given and what the cards show.
    """
    return [
        error(PLAY, _by_the_cards(names, field, shown), field=field)
        for field, given, shown in figures
        if given is not None and given != shown
    ]


def _by_the_cards(names: Sequence[str], field: str, shown: Figures) -> Said:
    if isinstance(shown, int):
        return said("By the cards, {name} is {shown}.", name=_FIGURES[field], shown=shown)
    pairs = zip(names, shown, strict=True)
    each = [said("{name} {figure}", name=name, figure=figure) for name, figure in pairs]
    return said("By the cards, {name} is: {shown}.", name=_FIGURES[field], shown=listed(each))


_FIGURES: Final = {
    "tricks": "the number of tricks",
    "points": "what the tricks are worth",
    "melded": "what is melded",
    "in_hand": "what is in hand",
    "scored": "what is scored",
    "unscored": "what is unscored",
}
"""Figures of an entry by their fields, as a sentence calls them."""


def team_points(seating: LegSeating, points: Sequence[int]) -> list[int]:
    """What the players of each team scored together."""
    totals = [0] * (max(teams_of(seating)) + 1)
    for team, scored_by_one in zip(teams_of(seating), points, strict=True):
        totals[team] += scored_by_one
    return totals


def team_lines(seating: LegSeating, rule: str, points: Sequence[int]) -> list[list[Line]]:
    """The receipt of each team: what each of its players scored."""
    teams = teams_of(seating)
    rows = list(zip(teams, points, seating.players, strict=True))
    return [
        [Line(rule, scored, said("{name}", name=name)) for team, scored, name in rows if team == n]
        for n in range(max(teams) + 1)
    ]
