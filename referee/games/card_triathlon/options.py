"""What a table may choose in Card Triathlon, and what a format fixes."""

from __future__ import annotations

from typing import Any, Literal, get_args

from pydantic import ValidationInfo, model_validator

from referee.core.options import Options, option
from referee.core.validation import Moment, Seat
from referee.games.card_triathlon.formats import PLANS, Format, Plan, repeated
from referee.games.card_triathlon.values import LEG_NAMES, TEAMS, LegName, Teams

Base = Literal["sprint", "3000", "5000"]
MostWild = Literal[2, 3, 4, 5, "half"]
"""How many cards of a meld may be wild; or only half of them, however many that is."""


class CardTriathlonOptions(Options):
    """What a table may choose."""

    format: Format = option(
        "sprint",
        "Format",
        "How many legs you play, or to which mark.",
        rule="card-triathlon.sequence",
        labels={
            "sprint": "Sprint: three legs",
            "3000": "3,000 metre: five legs",
            "5000": "5,000 metre",
            "clock": "Against the clock",
            "half-marathon": "Half-marathon: 21,100",
            "marathon": "Marathon: 42,200",
        },
    )
    finish_at: Moment | None = option(
        None,
        "Finish",
        "How long you play, from the start of the match.",
        rule="card-triathlon.clock",
        labels={None: "not agreed"},
        under=("format", ["clock"]),
        clock="finish",
    )
    decision_seconds: int | None = option(
        None,
        "Seconds for a decision",
        "How long a player may think, against the clock.",
        rule="card-triathlon.clock",
        labels={None: "no limit", 15: "15", 20: "20", 25: "25", 30: "30"},
        under=("format", ["clock"]),
        clock="decision",
        offered=(None, 15, 20, 25, 30),
        ge=15,
        le=30,
    )
    clock_base: Base = option(
        "sprint",
        "Sequence against the clock",
        "Whose sequence of legs you play while the clock runs.",
        rule="card-triathlon.clock",
        labels={"sprint": "B C D", "3000": "B B C D D", "5000": "B C D, as the 5,000 metre"},
        under=("format", ["clock"]),
    )
    sequence: list[LegName] = option(
        list(LEG_NAMES),
        "Sequence of the marathon",
        "The legs, again and again.",
        rule="card-triathlon.sequence",
        labels={"['B', 'C', 'D']": "B C D", "['B', 'B', 'C', 'D', 'D']": "B B C D D"},
        offered=(["B", "C", "D"], ["B", "B", "C", "D", "D"]),
        under=("format", ["half-marathon", "marathon"]),
        min_length=1,
    )
    teams: list[int] | None = option(
        None,
        "Teams",
        "Who plays with whom, where six or eight play.",
        rule="card-triathlon.teams",
        labels={
            None: "two teams",
            "[0, 1, 0, 1, 0, 1]": "two teams of three",
            "[0, 1, 2, 0, 1, 2]": "three teams, if six play",
            "[0, 1, 0, 1, 1, 0, 1, 0]": "two teams of four",
            "[0, 1, 0, 1, 2, 3, 2, 3]": "four teams, if eight play",
        },
        offered=(None, *(list(TEAMS[number][1]) for number in (6, 8))),
    )
    first_dealer: Seat = option(
        0,
        "First dealer",
        "Who deals the first B leg; the deal then passes to the left.",
        rule="card-triathlon.b.deal",
    )
    b_jokers: bool = option(
        False,
        "Jokers in B legs",
        "Whether the pack of a B leg has two Jokers.",
        rule="card-triathlon.b.two-cards",
        labels={True: "two Jokers", False: "none"},
        under=("format", ["5000", "clock", "half-marathon", "marathon"]),
    )
    c_sevens: int = option(
        1,
        "Sevens of a kind",
        "How many melds of seven a team needs before one of its players goes out.",
        rule="card-triathlon.c.seven",
        labels={1: "one", 2: "two"},
        ge=1,
        le=2,
    )
    c_most_wild: MostWild = option(
        3,
        "Wild cards in a meld",
        "How many 2s and Jokers a meld may have; at least half of it is always natural.",
        rule="card-triathlon.c.meld",
        labels={
            2: "two at most",
            3: "three at most",
            4: "four at most",
            5: "five at most",
            "half": "half of it",
        },
    )
    d_jokers: bool = option(
        True,
        "Jokers in D legs",
        "Whether Jokers are wild in D legs, or cards that are not used.",
        rule="card-triathlon.d.joker",
        silent=True,
        labels={True: "wild", False: "not used"},
        under=("format", [name for name in get_args(Format) if name != "3000"]),
    )
    d_flush_duplicates: bool = option(
        True,
        "Equal ranks in a flush",
        "Whether a five that is no straight may have two cards of one rank.",
        rule="card-triathlon.d.fives",
        silent=True,
        labels={True: "allowed", False: "five different ranks"},
    )
    d_half: Literal["group", "five"] = option(
        "group",
        "At least half right",
        "Whether half of the cards are counted over the whole straight flush, or in fives too.",
        rule="card-triathlon.d.half",
        silent=True,
        labels={"group": "over the whole", "five": "in each five too"},
    )

    @model_validator(mode="after")
    def _as_the_format_fixes(self, info: ValidationInfo) -> CardTriathlonOptions:
        seats = (info.context or {}).get("seats")
        for fault in (*self._against_format(seats), *self._against_players(seats)):
            raise ValueError(fault)
        return self

    def _against_format(self, seats: int | None) -> list[str]:
        given = self.model_fields_set
        faults = []
        fixed = {"sprint": False, "3000": True}.get(self.format)
        if "b_jokers" in given and fixed not in (None, self.b_jokers):
            faults.append(f"b_jokers: the format {self.format} fixes this")
        if seats == 6 and self.b_jokers:
            faults.append("b_jokers: six players have none")
        if self.format == "3000" and not self.d_jokers:
            faults.append("d_jokers: Jokers are wild in the format 3000")
        differs = self.sequence != list(self.plan.sequence)
        if "sequence" in given and differs:  # a marathon's own sequence never differs
            faults.append(f"sequence: the format {self.format} has its own")
        for name in ("finish_at", "decision_seconds"):
            if getattr(self, name) is not None and self.format != "clock":
                faults.append(f"{name}: only the format clock has it")
        if "clock_base" in given and self.format != "clock" and self.clock_base != "sprint":
            faults.append("clock_base: only the format clock has it")
        return faults

    def _against_players(self, seats: int | None) -> list[str]:
        if seats not in TEAMS or self.teams is None or tuple(self.teams) in TEAMS[seats]:
            return []
        known = " or ".join(str(list(teams)) for teams in TEAMS[seats])
        return [f"teams: must be {known}"]

    @property
    def plan(self) -> Plan:
        """The sequence of legs, and how the game ends."""
        if self.format == "clock":
            base = PLANS[self.clock_base]
            return Plan("card-triathlon.clock", base.sequence, is_timed=True)
        if self.format in ("half-marathon", "marathon"):
            return repeated(PLANS[self.format], tuple(self.sequence))
        return PLANS[self.format]

    def has_b_jokers(self, seats: int) -> bool:
        """Whether B legs are played with two Jokers."""
        return self.format == "3000" or (self.b_jokers and seats != 6)

    def team_of(self, seats: int) -> Teams:
        """The team of each seat."""
        return TEAMS[seats][0] if self.teams is None else tuple(self.teams)


def formats() -> tuple[Any, ...]:
    """The names of the formats."""
    return get_args(Format)
