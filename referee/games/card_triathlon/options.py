"""Options of Card Triathlon, and the formats that fix some of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from referee.core.options import OptionFault, Options, PlayerNumbers, option
from referee.core.text import Said, counted, points, said
from referee.core.validation import Moment, Seat

LegName = Literal["B", "C", "D"]
LEG_NAMES: Final[tuple[LegName, ...]] = ("B", "C", "D")
Teams = tuple[int, ...]
TEAMS: Final[dict[int, tuple[Teams, ...]]] = {
    4: ((0, 1, 0, 1),),
    6: ((0, 1, 0, 1, 0, 1), (0, 1, 2, 0, 1, 2)),
    8: ((0, 1, 0, 1, 1, 0, 1, 0), (0, 1, 0, 1, 2, 3, 2, 3)),
}
"""`card-triathlon.teams`: the team of each seat, the default first."""
NUMBERS: Final = tuple(TEAMS)  # `card-triathlon.players`: how many can play

Format = Literal["sprint", "3000", "5000", "clock", "half-marathon", "marathon"]
CAP: Final = 500  # `card-triathlon.d.cap`: what a D leg counts in the 3,000 metre


@dataclass(frozen=True)
class Plan:
    """The legs of a format, played again and again, and what ends the game."""

    rule: str
    sequence: tuple[LegName, ...]
    legs: int | None = None
    mark: int | None = None
    """The game ends after a leg in which one team alone is ahead with at least this."""
    is_timed: bool = False
    is_capped: bool = False
    hours: tuple[int, int] = (0, 0)
    """The shortest and the longest duration, as the rule of the format says."""

    @property
    def length(self) -> Said:
        if self.is_timed:
            return said("as long as you agree")
        least, most = self.hours
        hours = said("{least}–{most} hours", least=least, most=most)
        if self.legs is not None:
            return said("{legs}, {hours}", legs=counted(self.legs, "leg"), hours=hours)
        return said("to {mark}, {hours}", mark=points(self.mark), hours=hours)

    def leg(self, played: int) -> LegName:
        return self.sequence[played % len(self.sequence)]


PLANS: Final[dict[str, Plan]] = {
    "sprint": Plan("card-triathlon.sprint", LEG_NAMES, legs=3, hours=(1, 2)),
    "3000": Plan(
        "card-triathlon.3000", ("B", "B", "C", "D", "D"), legs=5, is_capped=True, hours=(2, 3)
    ),
    "5000": Plan("card-triathlon.5000", LEG_NAMES, mark=5_000, hours=(4, 6)),
    "half-marathon": Plan("card-triathlon.half-marathon", LEG_NAMES, mark=21_100, hours=(15, 25)),
    "marathon": Plan("card-triathlon.marathon", LEG_NAMES, mark=42_200, hours=(30, 50)),
}
"""`card-triathlon.sprint` and so on; the clock uses one of their sequences."""
TIMED: Final = Plan("card-triathlon.clock", LEG_NAMES, is_timed=True)
"""`card-triathlon.clock`; the sequence is that of another format."""


Base = Literal["sprint", "3000", "5000"]
MostWild = Literal[2, 3, 4, 5, "half"]
"""Most wild cards in a meld; `half` means half of its cards."""


_TEAMS_OF: Final = {
    str(list(teams)): PlayerNumbers(
        "card-triathlon.teams", (number,), said("These teams are for {number}", number=number)
    )
    for number in TEAMS
    for teams in TEAMS[number]
}
_AS_THEY_SIT: Final = {
    4: said("Four play as two pairs, partners opposite."),
    6: said("Six play as two teams, every other player, or as three pairs, partners opposite."),
    8: said("Eight play as two teams or as four pairs, partners opposite at each table."),
}


class CardTriathlonOptions(Options):
    """What a table may choose."""

    format: Format = option(
        "sprint",
        "Format",
        "How long you play.",
        rule="card-triathlon.sequence",
        labels={
            "sprint": "Sprint",
            "3000": "3,000 metre",
            "5000": "5,000 metre",
            "clock": "Against the clock",
            "half-marathon": "Half-marathon",
            "marathon": "Marathon",
        },
        asked_first=True,
        notes={name: PLANS.get(name, TIMED).length for name in get_args(Format)},
        only_for={
            "3000": PlayerNumbers(
                "card-triathlon.3000", (4,), said("Only four can run 3,000 metres")
            )
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
        asked_first=True,
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
        labels={("B", "C", "D"): "B C D", ("B", "B", "C", "D", "D"): "B B C D D"},
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
            "[0, 1, 2, 0, 1, 2]": "three teams of two",
            "[0, 1, 0, 1, 1, 0, 1, 0]": "two teams of four",
            "[0, 1, 0, 1, 2, 3, 2, 3]": "four teams of two",
        },
        notes={
            None: "every other one of you",
            "[0, 1, 2, 0, 1, 2]": "if six play",
            "[0, 1, 0, 1, 2, 3, 2, 3]": "if eight play",
        },
        only_for=_TEAMS_OF,
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
        only_for={
            True: PlayerNumbers(
                "card-triathlon.b.two-cards", (4, 8), said("Six play their B legs without Jokers")
            )
        },
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
        left_open="variation",
        labels={True: "wild", False: "not used"},
        under=("format", [name for name in get_args(Format) if name != "3000"]),
    )
    d_flush_duplicates: bool = option(
        True,
        "Equal ranks in a flush",
        "Whether a five that is no straight may have two cards of one rank.",
        rule="card-triathlon.d.fives",
        silent=True,
        left_open="contradictory",
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

    def contradictions(self, seats: int) -> Iterator[OptionFault]:
        given, format = self.model_fields_set, self.format
        clock, metre_3000 = "card-triathlon.clock", "card-triathlon.3000"
        faults = (
            ("b_jokers" in given and format == "sprint" and self.b_jokers,
             "b_jokers", "card-triathlon.sprint", "The B leg of a sprint has no Jokers."),
            ("b_jokers" in given and format == "3000" and not self.b_jokers,
             "b_jokers", metre_3000, "The B legs of the 3,000 metre have two Jokers."),
            (format == "3000" and not self.d_jokers,
             "d_jokers", metre_3000, "In the D legs of the 3,000 metre Jokers are wild."),
            # A marathon has its own sequence, so it never differs from its plan.
            ("sequence" in given and self.sequence != list(self.plan.sequence),
             "sequence", "card-triathlon.sequence",
             "Only the two marathons have a sequence of your own."),
            (format != "clock" and self.finish_at is not None, "finish_at", clock,
             "Only a match against the clock ends at a time; leave it open."),
            (format != "clock" and self.decision_seconds is not None, "decision_seconds", clock,
             "Only against the clock a decision has its seconds."),
            (format != "clock" and "clock_base" in given and self.clock_base != "sprint",
             "clock_base", clock, "Only against the clock you choose whose sequence you play."),
        )  # fmt: skip
        for is_fault, name, rule, text in faults:
            if is_fault:
                yield OptionFault(name, rule, said(text))
        if self.teams is not None and str(self.teams) not in _TEAMS_OF:
            template = "{as_they_sit} Number the teams from 0, in seat order."
            message = said(template, as_they_sit=_AS_THEY_SIT[seats])
            yield OptionFault("teams", "card-triathlon.teams", message)

    @property
    def plan(self) -> Plan:
        if self.format == "clock":
            return replace(TIMED, sequence=PLANS[self.clock_base].sequence)
        if self.format in ("half-marathon", "marathon"):
            return replace(PLANS[self.format], sequence=tuple(self.sequence))
        return PLANS[self.format]

    def has_b_jokers(self, seats: int) -> bool:
        return self.format == "3000" or (self.b_jokers and seats != 6)
