"""Card Triathlon, by Bill Oliver. The game delegates each leg to an object in `LEGS`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from referee.core.cards import Pack
from referee.core.course import Ahead, Course, Fact, fact_by_player, seated_players, with_ties
from referee.core.findings import Problem, Ruling, error
from referee.core.game import (
    NOTHING,
    Column,
    Heading,
    Outcome,
    Scored,
    TablesGame,
    ranked,
    winners,
)
from referee.core.record import RecordSpec
from referee.core.slips import CrossCheck
from referee.core.text import Text, _, _p, ngettext, points
from referee.core.tricks import Play
from referee.games.card_triathlon.bridge.auction import PASSED_OUT, dummy_of
from referee.games.card_triathlon.bridge.leg import BRIDGE
from referee.games.card_triathlon.bridge.table import (
    FIELDS,
    TRICKS,
    BLeg,
    BridgeTable,
    bridge_tables,
    write_tables,
)
from referee.games.card_triathlon.canasta.leg import CANASTA, CLeg
from referee.games.card_triathlon.flushes.leg import FLUSHES, DLeg
from referee.games.card_triathlon.leg import (
    CLOCK,
    SEQUENCE,
    LegSetup,
    LegState,
    PlayedLeg,
    Time,
    TimeIsUp,
    b_pack,
    columns,
    due_leg,
    full_pack,
    is_over,
    table_setups,
    team_names,
    team_totals,
    teams_of,
)
from referee.games.card_triathlon.options import NUMBERS, CardTriathlonOptions

AnyEntry = BLeg | CLeg | DLeg | Time
PLAYED: Final[tuple[PlayedLeg[Any], ...]] = (BRIDGE, CANASTA, FLUSHES)
LEGS: Final[Mapping[str, PlayedLeg[Any] | TimeIsUp]] = {
    **{leg.kind: leg for leg in PLAYED},
    TimeIsUp.kind: TimeIsUp(),
}


class CardTriathlon(TablesGame[CardTriathlonOptions, LegState, AnyEntry]):
    """Card Triathlon: legs in the chosen format's order; B legs can be followed card by card."""

    spec = RecordSpec("card-triathlon", NUMBERS, CardTriathlonOptions, (BLeg, CLeg, DLeg, Time))
    title = _("Card Triathlon")
    about = _("Teams bid, meld and lay out straight flushes.")
    place = 5
    usual_players = 4
    tie = "card-triathlon.tie"
    entry_name = "leg"
    hand_size = TRICKS
    play_kind = BRIDGE.kind

    # An entry, by its leg -------------------------------------------------------------------------

    def heading(self, setup: LegSetup, state: LegState, entry: AnyEntry) -> Heading:
        return LEGS[entry.kind].heading(setup, state, entry)

    def problems(self, setup: LegSetup, state: LegState, entry: AnyEntry) -> list[Problem]:
        return LEGS[entry.kind].problems(setup, state, entry)

    def score(self, setup: LegSetup, state: LegState, entry: AnyEntry) -> Scored[LegState]:
        return LEGS[entry.kind].score(setup, state, entry)

    def after_error(self, setup: LegSetup, state: LegState, entry: AnyEntry) -> LegState:
        return LEGS[entry.kind].after_error(setup, state, entry)

    def cross_checks(self, setup: LegSetup, entry: dict[str, Any]) -> Sequence[CrossCheck]:
        leg = LEGS[entry["kind"]]
        return leg.cross_checks(setup, entry) if isinstance(leg, PlayedLeg) else []

    # The game -------------------------------------------------------------------------------------

    def start(self, setup: LegSetup) -> LegState:
        return LegState(0, 0, (0,) * len(columns(setup)))

    def fresh_state(self, setup: LegSetup, kind: str, _number: int) -> LegState:
        return replace(self.start(setup), fixed_leg=LEGS[kind].name)

    def remarks(self, _setup: LegSetup, entry: AnyEntry) -> list[Ruling]:
        """Explain entries that have no receipt: a passed-out B leg, and the end when time is up."""
        if isinstance(entry, Time):
            return [Ruling(CLOCK, "info", _("Time is up, and the game is over."))]
        if isinstance(entry, BLeg) and entry.is_passed_out:
            text = _("Everyone passed, so deal again. The B leg is still to be played.")
            return [Ruling(PASSED_OUT, "info", text)]
        return []

    def outcome(self, setup: LegSetup, state: LegState) -> Outcome:
        names, mark = team_names(setup.players, teams_of(setup)), setup.options.plan.mark
        standings = ranked(names, team_totals(setup, state))
        if not is_over(setup, state):
            name = due_leg(setup, state)
            (leg,) = (each for each in LEGS.values() if each.name == name)
            return Outcome(standings, (), leg.due(setup, state), aim=mark)
        return Outcome(standings, winners(standings), None, aim=mark)

    def ahead(self, setup: LegSetup, state: LegState) -> Ahead | None:
        """Return the remaining legs, including the one due.

        A game to a target score has no fixed number of legs, so return one full sequence for it.
        Return None once the game is over, and for a game against the clock.
        """
        plan, names = setup.options.plan, team_names(setup.players, teams_of(setup))
        if plan.is_timed or is_over(setup, state):
            return None
        coming = {leg.name: leg.coming(setup) for leg in PLAYED}
        legs = range(state.legs, plan.legs or state.legs + len(plan.sequence))
        return Ahead(
            names,
            team_totals(setup, state),
            tuple(coming[plan.leg(number)] for number in legs),
            mark=plan.mark,
            entries=len(legs) if plan.legs else None,
        )

    def columns(self, setup: LegSetup) -> tuple[Column, ...]:
        return columns(setup)

    def pack(self, _options: CardTriathlonOptions) -> Pack:
        """Return the largest pack, because the number of players isn't known here."""
        return full_pack(NUMBERS[-1])

    def kind_label(self, kind: str) -> Text:
        return _("{name} leg", name=LEGS[kind].name) if kind in LEGS else _p("entry", "leg")

    def source_label(self, kind: str) -> Text:
        if kind not in LEGS:
            return self.kind_label(kind)
        return _p("scored in", "{name} legs", name=LEGS[kind].name)

    def facts(self, setup: LegSetup, course: Course) -> list[Fact]:
        declared, made = Counter[str](), Counter[str]()
        hands = []
        for leg in course:
            if isinstance(leg.entry, DLeg):
                cells = enumerate(leg.cells[: setup.seats])
                hands += [(cell, seat, leg) for seat, cell in cells if cell]
            elif isinstance(leg.entry, BLeg) and not (leg.entry.is_passed_out or leg.entry.partial):
                seated = dict(zip(setup.players, leg.players, strict=True))
                for table in bridge_tables(setup, leg.before, leg.entry):
                    if table.contract is not None:
                        name = seated[table.names[table.contract.declarer]]
                        declared[name] += 1
                        made[name] += table.overtricks(table.result.tricks) >= 0
        found = []
        if names := [name for name in seated_players(setup.players, course) if declared[name]]:
            shares = [_("{made} of {all}", made=made[name], all=declared[name]) for name in names]
            found.append(fact_by_player(_("Contracts made: {figures}."), names, shares))
        if hands:
            most = max(cell for cell, _seat, _leg in hands)
            best = [(leg.players[seat], leg) for cell, seat, leg in hands if cell == most]
            name, leg = best[0]
            template = _("Best straight flushes: {name}, {points} {when}.")
            text = template.format(name=name, points=points(most), when=leg.when)
            text = with_ties(text, best[1:])
            found.append(Fact(text, leg.number))
        return found

    # A B leg card by card, at each table ----------------------------------------------------------

    def table(self, setup: LegSetup, state: LegState, entry: AnyEntry) -> BridgeTable | None:
        """Return the only table of an entry; None if there are two, or none."""
        tables = bridge_tables(setup, state, entry) if isinstance(entry, BLeg) else ()
        return tables[0] if len(tables) == 1 else None

    def follow(self, setup: LegSetup, state: LegState, entry: AnyEntry) -> Play | None:
        table = self.table(setup, state, entry)
        return table.play if table else None

    def describe_facts(self, setup: LegSetup, state: LegState, entry: AnyEntry) -> Text:
        table = self.table(setup, state, entry)
        if table is None or table.contract is None:
            return NOTHING
        needed, contract = table.contract.needed, table.contract_name
        return ngettext(
            "{contract}: {n} trick needed", "{contract}: {n} tricks needed", needed,
            contract=contract,
        )  # fmt: skip

    def irregularities(
        self, setup: LegSetup, state: LegState, entry: AnyEntry, _play: Play
    ) -> list[Problem]:
        """Return revokes, and problems with the suits that Jokers name or fail to name."""
        table = self.table(setup, state, entry)
        return table.joker_problems() + table.breach_problems() if table else []

    def play_pack(self, setup: LegSetup) -> Pack:
        return b_pack(setup.seats, setup.options.has_b_jokers(setup.seats))

    def tables(self, setup: LegSetup) -> tuple[LegSetup, ...]:
        return table_setups(setup)

    def table_problems(
        self, setup: LegSetup, state: LegState, entry: AnyEntry, table: int
    ) -> list[Problem]:
        if not isinstance(entry, BLeg):
            return [error(SEQUENCE, _("Only B legs are played at separate tables."))]
        return BRIDGE.table_problems(setup, state, entry, table)

    def merge_tables(self, parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
        if len(parts) == 1:
            return parts[0]
        about = {name: value for name, value in parts[0].items() if name not in FIELDS}
        own = [{name: part[name] for name in FIELDS if name in part} for part in parts]
        return about | write_tables(own)

    def split_tables(self, entry: AnyEntry) -> Sequence[AnyEntry]:
        if not isinstance(entry, BLeg):
            return [entry]
        # Already validated with the entry.
        own = [{name: getattr(record, name) for name in FIELDS} for record in entry.records]
        return [entry.model_copy(update={**each, "tables": None}) for each in own]

    def cut_short(self, setup: LegSetup, part: dict[str, Any]) -> dict[str, Any] | None:
        if not setup.options.plan.is_timed:
            return None
        play = [trick for trick in part["play"] if len(trick) == setup.seats]
        return {**part, "partial": True, "play": play}

    def role(self, setup: LegSetup, state: LegState, entry: AnyEntry, seat: int) -> str:
        """Return a label for dummy, whose cards declarer plays (`b.declarer`); empty for others."""
        table = self.table(setup, state, entry)
        contract = table and table.contract
        if not table or not contract or seat != dummy_of(contract.declarer, table.teams):
            return ""
        return _("dummy, played by {name}", name=setup.players[contract.declarer])


GAME: Final = CardTriathlon()
