"""Card Triathlon, by Bill Oliver: legs of bidding, melding and straight flushes, for two teams.

Each kind of leg is an object of its own (`leg.py` says what that is); this is their table, and
the game, which leaves to each leg what is its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from referee.core.cards import Pack
from referee.core.findings import Problem, Ruling, error
from referee.core.game import (
    BasePlayableGame,
    Heading,
    Outcome,
    Scored,
    TablesGame,
    ranked,
)
from referee.core.record import RecordSpec
from referee.core.story.course import Ahead, Course, Fact
from referee.core.text import said
from referee.core.tricks import Play
from referee.games.card_triathlon import facts as told
from referee.games.card_triathlon.bridge import entry as b_entry
from referee.games.card_triathlon.bridge.entry import BLeg
from referee.games.card_triathlon.bridge.leg import BRIDGE
from referee.games.card_triathlon.bridge.table import TRICKS
from referee.games.card_triathlon.canasta.leg import CANASTA, CLeg
from referee.games.card_triathlon.flushes.leg import FLUSHES, DLeg
from referee.games.card_triathlon.leg import CLOCK, SEQUENCE, Leg, PlayedLeg, Time, TimeIsUp
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.questions import QUESTION_KINDS
from referee.games.card_triathlon.state import (
    CardTriathlonState,
    LegSeating,
    at_tables,
    columns,
    due_leg,
    is_over,
    team_totals,
    teams_of,
)
from referee.games.card_triathlon.values import (
    NUMBERS,
    LegName,
    b_pack,
    full_pack,
    team_names,
)

AnyEntry = BLeg | CLeg | DLeg | Time
PLAYED: Final[tuple[PlayedLeg[Any], ...]] = (BRIDGE, CANASTA, FLUSHES)
ALL_LEGS: Final[tuple[Leg[Any], ...]] = (*PLAYED, TimeIsUp())
LEGS: Final[Mapping[str, Leg[Any]]] = {leg.kind: leg for leg in ALL_LEGS}
"""Every kind of leg, and the end by time, by the kind of its entries."""
BY_NAME: Final[Mapping[LegName | None, Leg[Any]]] = {leg.name: leg for leg in ALL_LEGS}
"""The same by its letter in the sequence of a format; the end by time has none."""
COMING: Final = {leg.name: leg.coming for leg in PLAYED}
"""What a team can gain in one, by its letter."""


class CardTriathlon(
    BasePlayableGame[CardTriathlonOptions, CardTriathlonState, AnyEntry],
    TablesGame[CardTriathlonOptions, CardTriathlonState, AnyEntry],
):
    """Legs in the sequence of a format, until its end; B legs can be followed card by card."""

    spec = RecordSpec("card-triathlon", NUMBERS, CardTriathlonOptions, (BLeg, CLeg, DLeg, Time))
    title = "Card Triathlon"
    about = "Two teams, legs of bidding, melding and straight flushes."
    place = 5
    usual_players = 4
    tie = "card-triathlon.tie"
    entry_name = "leg"
    question_kinds = QUESTION_KINDS
    hand_size = TRICKS
    play_kind = BRIDGE.kind

    # An entry, by its leg -------------------------------------------------------------------------

    def heading(self, seating: LegSeating, state: CardTriathlonState, entry: AnyEntry) -> Heading:
        return LEGS[entry.kind].heading(seating, state, entry)

    def problems(
        self, seating: LegSeating, state: CardTriathlonState, entry: AnyEntry
    ) -> list[Problem]:
        return LEGS[entry.kind].problems(seating, state, entry)

    def score(
        self, seating: LegSeating, state: CardTriathlonState, entry: AnyEntry
    ) -> Scored[CardTriathlonState]:
        return LEGS[entry.kind].score(seating, state, entry)

    def after_error(
        self, seating: LegSeating, state: CardTriathlonState, entry: AnyEntry
    ) -> CardTriathlonState:
        return LEGS[entry.kind].after_error(seating, state, entry)

    # The game -------------------------------------------------------------------------------------

    def start(self, seating: LegSeating) -> CardTriathlonState:
        return CardTriathlonState(0, 0, (0,) * len(columns(seating)))

    def fresh_state(self, seating: LegSeating, kind: str, _number: int) -> CardTriathlonState:
        return replace(self.start(seating), asked=LEGS[kind].name)

    def remarks(self, _seating: LegSeating, entry: AnyEntry) -> list[Ruling]:
        """Entries that score nothing have no receipt."""
        if isinstance(entry, Time):
            return [Ruling(CLOCK, "info", said("The time is up, and the game is over."))]
        if isinstance(entry, BLeg) and entry.is_passed_out:
            text = said("Everybody passed: deal again. The B leg is still due.")
            return [Ruling("card-triathlon.b.passed-out", "info", text)]
        return []

    def outcome(self, seating: LegSeating, state: CardTriathlonState) -> Outcome:
        """The highest team score wins."""
        names, mark = team_names(seating.players, teams_of(seating)), seating.options.plan.mark
        standings = ranked(names, team_totals(seating, state))
        if not is_over(seating, state):
            due = BY_NAME[due_leg(seating, state)].due(seating, state)
            return Outcome(standings, (), due, aim=mark)
        winners = tuple(standing.name for standing in standings if standing.rank == 1)
        return Outcome(standings, winners, None, aim=mark)

    def ahead(self, seating: LegSeating, state: CardTriathlonState) -> Ahead | None:
        """The legs of the format from the one that is due on; none that the clock would end."""
        plan, names = seating.options.plan, team_names(seating.players, teams_of(seating))
        if plan.is_timed or is_over(seating, state):
            return None
        coming = {name: COMING[name](seating) for name in plan.sequence}
        legs = range(state.legs, plan.legs or state.legs + len(plan.sequence))
        return Ahead(
            names,
            team_totals(seating, state),
            tuple(coming[plan.leg(number)] for number in legs),
            mark=plan.mark,
            entries=len(legs) if plan.legs else None,
        )

    def columns(self, seating: LegSeating) -> tuple[str, ...]:
        return columns(seating)

    def pack(self, _options: CardTriathlonOptions) -> Pack:
        """The largest: no option bears on it, and the number of players is not known here."""
        return full_pack(NUMBERS[-1])

    # A B leg card by card, at each table ----------------------------------------------------------

    def follow(
        self, seating: LegSeating, state: CardTriathlonState, entry: AnyEntry
    ) -> Play | None:
        return BRIDGE.follow(seating, state, entry) if isinstance(entry, BLeg) else None

    def irregularities(
        self,
        seating: LegSeating,
        state: CardTriathlonState,
        entry: AnyEntry,
        _play: Play,
    ) -> list[Problem]:
        assert isinstance(entry, BLeg)
        return BRIDGE.irregularities(seating, state, entry)

    def play_pack(self, seating: LegSeating) -> Pack:
        return b_pack(seating.seats, seating.options.has_b_jokers(seating.seats))

    def tables(self, seating: LegSeating) -> tuple[LegSeating, ...]:
        return at_tables(seating)

    def table_problems(
        self, seating: LegSeating, state: CardTriathlonState, entry: AnyEntry, table: int
    ) -> list[Problem]:
        if not isinstance(entry, BLeg):
            return [error(SEQUENCE, said("Only a B leg is played at tables."))]
        return BRIDGE.part_problems(seating, state, entry, table)

    def joined(self, parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
        return b_entry.joined(parts)

    def apart(self, entry: AnyEntry) -> Sequence[AnyEntry]:
        return b_entry.apart(entry) if isinstance(entry, BLeg) else [entry]

    def cut_short(self, seating: LegSeating, part: dict[str, Any]) -> dict[str, Any] | None:
        """The complete tricks."""
        if not seating.options.plan.is_timed:
            return None
        play = [trick for trick in part["play"] if len(trick) == seating.seats]
        return {**part, "partial": True, "play": play}

    def role(
        self, seating: LegSeating, state: CardTriathlonState, entry: AnyEntry, seat: int
    ) -> str:
        assert isinstance(entry, BLeg)
        return BRIDGE.role(seating, state, entry, seat)

    def kind_label(self, kind: str) -> str:
        """`B leg`."""
        return said("{name} leg", name=LEGS[kind].name) if kind in LEGS else self.entry_name

    def facts(self, seating: LegSeating, course: Course) -> list[Fact]:
        return told.facts(seating, course)


GAME: Final = CardTriathlon()
