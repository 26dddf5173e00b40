"""Options of Card Triathlon, and the formats that fix some of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from referee.core.options import OptionFault, Options, PlayerNumbers, option
from referee.core.text import Text, _, _p, joined, ngettext, points
from referee.core.validation import Moment, Seat

LegName = Literal["B", "C", "D"]
LEG_NAMES: Final[tuple[LegName, ...]] = ("B", "C", "D")
Teams = tuple[int, ...]
TEAMS: Final[dict[int, tuple[Teams, ...]]] = {
    4: ((0, 1, 0, 1),),
    6: ((0, 1, 0, 1, 0, 1), (0, 1, 2, 0, 1, 2)),
    8: ((0, 1, 0, 1, 1, 0, 1, 0), (0, 1, 0, 1, 2, 3, 2, 3)),
}
"""Possible teams for each number of players, as team numbers by seat; the default comes first.

See `card-triathlon.teams`.
"""
NUMBERS: Final = tuple(TEAMS)  # `card-triathlon.players`: possible numbers of players

Format = Literal["sprint", "3000", "5000", "clock", "half-marathon", "marathon"]
CAP: Final = 500  # points in a D leg of the 3,000 metres (`d.cap`)


@dataclass(frozen=True)
class Plan:
    """A format: the sequence of legs, which is repeated, and what ends the game."""

    rule: str
    sequence: tuple[LegName, ...]
    legs: int | None = None
    mark: int | None = None
    """Target score: the game ends after a leg once one team alone leads with at least this many."""
    is_timed: bool = False
    is_capped: bool = False
    hours: tuple[int, int] = (0, 0)
    """Shortest and longest duration in hours, according to the format's rule."""

    @property
    def length(self) -> Text:
        if self.is_timed:
            return _("until an agreed time")
        least, most = self.hours
        hours = _("{least}–{most} hours", least=least, most=most)
        if self.legs is not None:
            return joined((ngettext("{n} leg", "{n} legs", self.legs), hours), ", ")
        return joined((_("first to {mark}", mark=points(self.mark)), hours), ", ")

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
"""Formats by name, except the one played against the clock."""
TIMED: Final = Plan("card-triathlon.clock", LEG_NAMES, is_timed=True)
"""Format for playing against the clock.

Its sequence is only a placeholder: `CardTriathlonOptions.plan` uses that of `clock_base`.
"""


Base = Literal["sprint", "3000", "5000"]
MostWild = Literal[2, 3, 4, 5, "half"]
"""Maximum number of wild cards in a meld; `half` means half of its cards."""


_TEAMS_OF: Final = {
    str(list(teams)): PlayerNumbers(
        "card-triathlon.teams",
        (number,),
        ngettext("These teams are for {n} player", "These teams are for {n} players", number),
    )
    for number in TEAMS
    for teams in TEAMS[number]
}
_AS_THEY_SIT: Final = {
    4: _("Four players form two pairs; partners sit opposite."),
    6: _("Six players form two teams in alternate seats, or three pairs opposite each other."),
    8: _("Eight players form two teams or four pairs; at each table, partners sit opposite."),
}


BCD: Final = joined(("B", "C", "D"))
BBCDD: Final = joined(("B", "B", "C", "D", "D"))


class CardTriathlonOptions(Options):
    format: Format = option(
        "sprint",
        _p("option", "Format"),
        _("How long will you play?"),
        rule="card-triathlon.sequence",
        labels={
            "sprint": _p("option", "Sprint"),
            "3000": _("3,000 metres"),
            "5000": _("5,000 metres"),
            "clock": _("Against the clock"),
            "half-marathon": _p("option", "Half-marathon"),
            "marathon": _p("option", "Marathon"),
        },
        asked_first=True,
        names_match=True,
        notes={name: PLANS.get(name, TIMED).length for name in get_args(Format)},
        only_for={
            "3000": PlayerNumbers(
                "card-triathlon.3000", (4,), _("The 3,000 metres is for four players")
            )
        },
    )
    finish_at: Moment | None = option(
        None,
        _p("option", "Finish"),
        _("How long will you play, from the start of the match?"),
        rule="card-triathlon.clock",
        labels={None: _("not agreed")},
        under=("format", ["clock"]),
        clock="finish",
        asked_first=True,
    )
    decision_seconds: int | None = option(
        None,
        _("Seconds per decision"),
        _("How long may a player think?"),
        rule="card-triathlon.clock",
        labels={None: _("no limit")},
        under=("format", ["clock"]),
        clock="decision",
        offered=(None, 15, 20, 25, 30),
        ge=15,
        le=30,
    )
    clock_base: Base = option(
        "sprint",
        _("Sequence against the clock"),
        _("The order of the legs, repeated while the clock runs."),
        rule="card-triathlon.clock",
        labels={"sprint": BCD, "3000": BBCDD, "5000": _("B C D, as in the 5,000 metres")},
        under=("format", ["clock"]),
    )
    sequence: list[LegName] = option(
        list(LEG_NAMES),
        _("Marathon sequence"),
        _("The order of the legs, repeated until the end."),
        rule="card-triathlon.sequence",
        labels={("B", "C", "D"): BCD, ("B", "B", "C", "D", "D"): BBCDD},
        offered=(["B", "C", "D"], ["B", "B", "C", "D", "D"]),
        under=("format", ["half-marathon", "marathon"]),
        min_length=1,
    )
    teams: list[int] | None = option(
        None,
        _p("option", "Teams"),
        _("Who plays with whom when there are six or eight of you?"),
        rule="card-triathlon.teams",
        labels={
            None: _("two teams"),
            "[0, 1, 0, 1, 0, 1]": _("two teams of three"),
            "[0, 1, 2, 0, 1, 2]": _("three teams of two"),
            "[0, 1, 0, 1, 1, 0, 1, 0]": _("two teams of four"),
            "[0, 1, 0, 1, 2, 3, 2, 3]": _("four teams of two"),
        },
        notes={
            None: _("partners in alternate seats"),
            "[0, 1, 2, 0, 1, 2]": _("for six players"),
            "[0, 1, 0, 1, 2, 3, 2, 3]": _("for eight players"),
        },
        only_for=_TEAMS_OF,
        offered=(None, *(list(TEAMS[number][1]) for number in (6, 8))),
    )
    first_dealer: Seat = option(
        0,
        _("First dealer"),
        _("Who deals the first B leg? The deal then passes to the left."),
        rule="card-triathlon.b.deal",
    )
    b_jokers: bool = option(
        False,
        _("Jokers in B legs"),
        _("Do you play B legs with two Jokers or with none?"),
        rule="card-triathlon.b.two-cards",
        labels={True: _("two Jokers"), False: _("no Jokers")},
        under=("format", ["5000", "clock", "half-marathon", "marathon"]),
        only_for={
            True: PlayerNumbers(
                "card-triathlon.b.two-cards", (4, 8), _("Six players use no Jokers in B legs")
            )
        },
    )
    c_sevens: int = option(
        1,
        _("Sevens of a kind"),
        _("How many sevens of a kind does your team need before you can go out?"),
        rule="card-triathlon.c.seven",
        labels={1: _p("option", "one"), 2: _p("option", "two")},
        ge=1,
        le=2,
        midway=True,
    )
    c_most_wild: MostWild = option(
        3,
        _("Wild cards in a meld"),
        _("How many 2s and Jokers may a meld have? At least half must be natural."),
        rule="card-triathlon.c.meld",
        labels={
            2: _("up to two"),
            3: _("up to three"),
            4: _("up to four"),
            5: _("up to five"),
            "half": _("up to half"),
        },
        midway=True,
    )
    d_jokers: bool = option(
        True,
        _("Jokers in D legs"),
        _("Are Jokers wild in D legs, or not used?"),
        rule="card-triathlon.d.joker",
        silent=True,
        left_open="variation",
        labels={True: _p("option", "wild"), False: _("not used")},
        under=("format", [name for name in get_args(Format) if name != "3000"]),
    )
    d_flush_duplicates: bool = option(
        True,
        _("Equal ranks in a flush"),
        _("May five cards that form only a flush include two of the same rank?"),
        rule="card-triathlon.d.fives",
        silent=True,
        left_open="contradictory",
        labels={True: _p("option", "allowed"), False: _("five different ranks")},
        midway=True,
    )
    d_half: Literal["group", "five"] = option(
        "group",
        _("At least half right"),
        _("Must half the cards be right only in the whole straight flush, or in every five too?"),
        rule="card-triathlon.d.half",
        silent=True,
        labels={"group": _p("option", "overall"), "five": _("in every five too")},
        midway=True,
    )

    def contradictions(self, seats: int) -> Iterator[OptionFault]:
        given, format = self.model_fields_set, self.format
        clock, metre_3000 = "card-triathlon.clock", "card-triathlon.3000"
        faults = (
            ("b_jokers" in given and format == "sprint" and self.b_jokers,
             "b_jokers", "card-triathlon.sprint", _("The B leg of a sprint has no Jokers.")),
            ("b_jokers" in given and format == "3000" and not self.b_jokers,
             "b_jokers", metre_3000, _("The B legs of the 3,000 metres have two Jokers.")),
            (format == "3000" and not self.d_jokers,
             "d_jokers", metre_3000, _("Jokers are wild in the D legs of the 3,000 metres.")),
            # A marathon has its own sequence, so it never differs from its plan.
            ("sequence" in given and self.sequence != list(self.plan.sequence),
             "sequence", "card-triathlon.sequence",
             _("Only a marathon or half-marathon lets you choose the sequence.")),
            (format != "clock" and self.finish_at is not None, "finish_at", clock,
             _("Only a match against the clock has a finishing time. Don’t set one.")),
            (format != "clock" and self.decision_seconds is not None, "decision_seconds", clock,
             _("Decisions are timed only when you play against the clock. Set no limit.")),
            (format != "clock" and "clock_base" in given and self.clock_base != "sprint",
             "clock_base", clock, _("This sequence is only for playing against the clock.")),
        )  # fmt: skip
        for is_fault, name, rule, text in faults:
            if is_fault:
                yield OptionFault(name, rule, text)
        if self.teams is not None and str(self.teams) not in _TEAMS_OF:
            numbers = _("Number the teams from 0, in seat order.")
            message = joined((_AS_THEY_SIT[seats], numbers))
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
