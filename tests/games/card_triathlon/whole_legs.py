"""Random B and C legs of Card Triathlon, as players record them, with their scores.

Each leg can be recorded by cards or by figures; the figures and pad cells come from the oracles.
Nothing here uses the core.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TypeAlias

from tests.games.card_triathlon import oracle_arrange as straights
from tests.games.card_triathlon import oracle_bridge as bridge
from tests.games.card_triathlon import oracle_canasta as canasta
from tests.games.card_triathlon.legs import TEAMS, c_leg
from tests.games.records import NAMES, Json

Cards: TypeAlias = list[str]
Row: TypeAlias = list[int | None]

SEQUENCES = {"sprint": "BCD", "3000": "BBCDD", "5000": "BCD"}
"""The leg order of each format that sets one; a game against the clock uses its base format's."""


@dataclass(frozen=True)
class Company:
    way: str
    options: Json

    @property
    def seats(self) -> int:
        return int(self.way[0])

    @property
    def teams(self) -> tuple[int, ...]:
        return TEAMS[self.way]

    @property
    def format(self) -> str:
        return str(self.options["format"])

    @property
    def sequence(self) -> str:
        base = self.options["clock_base"] if self.format == "clock" else self.format
        return SEQUENCES.get(base) or "".join(self.options["sequence"])

    @property
    def names(self) -> list[str]:
        sides = list(zip(NAMES, self.teams, strict=False))
        return [
            "+".join(name for name, side in sides if side == team)
            for team in sorted(set(self.teams))
        ]

    @property
    def columns(self) -> list[str]:
        return [*NAMES[: self.seats], *self.names, "Unscored", "Total"]

    @property
    def has_jokers(self) -> bool:
        return self.format == "3000" or bool(self.options.get("b_jokers"))

    @property
    def tables(self) -> list[range]:
        return [range(4), range(4, 8)] if self.seats == 8 else [range(self.seats)]

    def dealer(self, dealt: int) -> int:
        """Return the seat (from 0 at each table) that deals after this many B legs."""
        return int(self.options["first_dealer"] + dealt) % len(self.tables[0])

    @property
    def draw_rules(self) -> straights.Options:
        chosen = self.options
        return straights.Options(chosen["d_jokers"], chosen["d_flush_duplicates"], chosen["d_half"])

    def of_teams(self, points: Sequence[int]) -> list[int]:
        return [*bridge.team_sums(self.teams, points).values()]


@dataclass(frozen=True)
class Still:
    """An entry without points: a passed-out deal, or the end of a game against the clock."""

    cards: Json
    figures: Json
    letter: str
    columns: int

    @property
    def row(self) -> Row:
        return [None] * self.columns


# The B leg ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AtTable:
    teams: tuple[int, ...]
    dealer: int
    calls: list[str]
    told: tuple[str, ...]
    """Names of the recorded facts: contract, auction or both; a partial leg may have neither."""
    leg: bridge.Leg
    jokers: bool
    partial: bool

    @property
    def whole(self) -> int:
        return bridge.pack_value(len(self.teams), self.jokers)

    @cached_property
    def figures(self) -> bridge.Figures:
        """Tricks, points and Unscored; in a leg that was cut short, no tricks are put aside."""
        if not self.partial:
            return bridge.figures(self.leg, self.teams)
        if not self.leg.play:
            return bridge.Figures([0] * len(self.teams), [0] * len(self.teams), self.whole)
        grand = self.leg._replace(contract=self.leg.contract._replace(level=7))
        tricks, points, _ = bridge.figures(grand, self.teams)
        return bridge.Figures(tricks, points, self.whole - sum(points))

    @cached_property
    def scores(self) -> tuple[Row, dict[int, int]]:
        tricks, points, _ = self.figures
        if not self.partial:
            return bridge.scores(self.leg.contract, self.teams, tricks, points)
        return list(points), bridge.team_sums(self.teams, points)

    @property
    def is_settled(self) -> bool:
        """False if totals are to be exchanged but two are equal, so it's unclear who gets which."""
        sums = bridge.team_sums(self.teams, self.figures.points)
        return self.scores[0][0] is not None or len(set(sums.values())) == len(sums)

    def facts(self, told: Sequence[str]) -> Json:
        facts: Json = {"contract": self.leg.contract._asdict(), "auction": self.calls}
        return {name: facts[name] for name in told}

    @property
    def by_cards(self) -> Json:
        aside = {"aside": self.leg.aside} if self.jokers else {}
        return {"play": self.leg.play, **aside, **self.facts(self.told or ["contract"])}

    @property
    def by_figures(self) -> Json:
        return self.figures._asdict() | self.facts(self.told)


@dataclass(frozen=True)
class PlayedB:
    company: Company
    at_tables: list[AtTable]
    partial: bool
    letter: str = "B"

    def entry(self, tables: list[Json]) -> Json:
        fields = {"partial": True} if self.partial else {}
        if len(tables) == 1:
            return {"kind": "b-leg", **tables[0], **fields}
        return {"kind": "b-leg", "tables": tables, **fields}

    @property
    def cards(self) -> Json:
        return self.entry([table.by_cards for table in self.at_tables])

    @property
    def figures(self) -> Json:
        return self.entry([table.by_figures for table in self.at_tables])

    @cached_property
    def row(self) -> Row:
        scores = [table.scores for table in self.at_tables]
        players = [cell for seats, _ in scores for cell in seats]
        teams = range(max(self.company.teams) + 1)
        sums = [sum(totals.get(team, 0) for _, totals in scores) for team in teams]
        unscored = sum(table.figures.unscored for table in self.at_tables)
        return [*players, *sums, unscored, sum(sums) + unscored]


def auction(random: Random, dealer: int, teams: tuple[int, ...]) -> list[str]:
    """Make a legal auction, often a short one that leads to a low contract."""
    if random.random() < 0.5:
        return bridge.lawful_auction(random, dealer, teams)
    before = random.randrange(len(teams))
    bid = f"{random.choice((1, 1, 2, 3))}{random.choice(bridge.STRAINS)}"
    return [*["P"] * before, bid, *["P"] * (len(teams) - 1)]


def at_table(
    random: Random, teams: tuple[int, ...], dealer: int, jokers: bool, cut: bool
) -> AtTable | None:
    calls = auction(random, dealer, teams)
    contract = bridge.contract_of(calls, dealer, teams)
    if contract is None:
        return None
    told = random.choice([("contract",), ("auction",), ("contract", "auction"), *[()] * cut])
    while True:
        leg = bridge.lawful_leg(random, contract, teams, jokers)
        if cut:
            leg = leg._replace(play=leg.play[: random.choice((13, 12, random.randint(0, 13)))])
        made = AtTable(teams, dealer, calls, told, leg, jokers, cut)
        if made.is_settled:
            return made


def b_leg_at_random(random: Random, company: Company, dealer: int, cut: bool) -> PlayedB | None:
    """Make a B leg; return None if everyone passed. Where two tables play, a table deals again."""
    at_tables: list[AtTable] = []
    for seats in company.tables:
        teams = company.teams[seats.start : seats.stop]
        while len(at_tables) <= company.tables.index(seats):
            made = at_table(random, teams, dealer, company.has_jokers, cut)
            if made is not None:
                at_tables.append(made)
            elif len(company.tables) == 1:
                return None
    return PlayedB(company, at_tables, cut)


# The C leg ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedC:
    company: Company
    leg: canasta.Leg
    partial: bool
    letter: str = "C"

    def melds_of(self, team: int) -> list[Cards]:
        sides = zip(self.leg.melds, self.company.teams, strict=True)
        return [meld for of_seat, side in sides if side == team for meld in of_seat]

    @property
    def _beside(self) -> Json:
        return {"out": self.leg.out} | ({"partial": True} if self.partial else {})

    @property
    def cards(self) -> Json:
        melds, red_threes, hands, _ = self.leg
        laid = {"melds": melds, "red_threes": red_threes, "hands": hands}
        return {"kind": "c-leg", **laid, **self._beside}

    @property
    def figures(self) -> Json:
        melded, in_hand, unscored = canasta.figures(self.leg)
        return c_leg(*melded, held=in_hand, unscored=unscored, **self._beside)

    @property
    def row(self) -> Row:
        return [*canasta.row(self.company.teams, *canasta.figures(self.leg))]


def c_leg_at_random(random: Random, company: Company, cut: bool) -> PlayedC:
    """Make a C leg; if a player goes out, that player's team has seven of a kind."""
    teams = company.teams
    while True:
        leg = canasta.lawful_leg(random, company.seats, teams)
        if cut:
            leg = leg._replace(out=None, melds=without_black_threes(leg.melds))
        made = PlayedC(company, leg, cut)
        if leg.out is None or canasta.may_go_out(made.melds_of(teams[leg.out]), []):
            return made


def without_black_threes(melds: list[list[Cards]]) -> list[list[Cards]]:
    """Return the melds without those that are legal only when a player goes out."""
    return [[meld for meld in of if canasta.meld(meld).legal] for of in melds]
