"""What the forms of all games refuse: what is typed, and the rules that are cited."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.games.card_triathlon.legs import JOKERS
from tests.games.card_triathlon.two_tables import four
from tests.games.records import Json
from tests.web.followed import dealt
from tests.web.leg_forms import HUGE, b_typed, by_seat, c_typed, calls, counted

Typed = dict[str, str]
Cases = list[tuple[str, Typed, list[str]]]
"""Of each its name, what is typed, and the rules that it breaks, without the name of the game."""


@dataclass(frozen=True)
class Refusals:
    """What a form refuses at such a table; `typed` stands in it besides."""

    game: str
    seats: int
    cases: Cases
    typed: Typed = field(default_factory=dict)
    options: Json = field(default_factory=dict)
    entry: Json | None = None
    """What is corrected; None where a new entry is typed."""


EVEN = {"tricks0": "4", "tricks1": "2", "tricks2": "7", "last_trick": "2"}
UP = {"upcard0": "AH", "upcard1": "7S", "upcard2": "SHEET", "turned": "BJ 10H"}
CHOSEN = {"team0": "0", "team1": "1", "team2": "2"}
TRICKS = {"tricks0": "4", "tricks1": "2", "tricks2": "1"}

TRIBELLO: Cases = [
    ("nothing", {}, ["tricks-total"]),
    ("one of three", {"tricks0": "6"}, ["tricks-total"]),
    ("one too many", {"tricks0": "6", "tricks1": "4", "tricks2": "4"}, ["tricks-total"]),
    ("too many of two", {"tricks0": "9", "tricks1": "5"}, ["tricks-total"]),
    ("a word", {"tricks0": "six", "tricks1": "4", "tricks2": "3"}, ["tricks-total"]),
    ("far too much", {"tricks0": HUGE, "tricks1": "4", "tricks2": "3"}, ["tricks-total"]),
    ("the pickup twice", {"tricks0": "6", "tricks1": "4", "pickup0": "8", "pickup1": "6"},
     ["pickup"]),
    ("a pickup in words", {"tricks0": "6", "tricks1": "4", "pickup0": "two"}, ["pickup"]),
]  # fmt: skip

THIRTY_ONE: Cases = [
    ("nothing", {}, ["play"]),
    ("one missing", {"value0": "21", "value1": "20"}, ["swimming"]),
    ("a word", {"value0": "21", "value1": "20", "value2": "ten"}, ["values"]),
    ("far too much", {"value0": "21", "value1": "20", "value2": HUGE}, ["values"]),
    ("no such value", {"value0": "21", "value1": "20", "value2": "32"}, ["values"]),
    ("a quarter", {"value0": "21", "value1": "20", "value2": "30.25"}, ["values"]),
    ("fire without fire", {"value0": "33", "value1": "20", "value2": "10"}, ["values"]),
    ("two cards", {"cards0": "AH KH", "cards1": "9C 9D 9H", "cards2": "7S 8D QC"},
     ["pack"]),
    ("a card twice", {"cards0": "AH KH 7S", "cards1": "AH 9D 9H", "cards2": "7C 8D QC"},
     ["pack"]),
    ("a card of another pack", {"cards0": "AH KH 2S", "cards1": "9C 9D 9H", "cards2": "7S 8D QC"},
     ["pack"]),
    ("cards and another figure", {"cards0": "AH KH 7S", "value0": "20", "cards1": "9C 9D 9H",
     "cards2": "7C 8D QC"}, ["values"]),
    ("a stranger closed", {"value0": "21", "value1": "20", "value2": "10", "closer": "7"},
     ["play"]),
]  # fmt: skip

TRIATHLON: Cases = [
    ("nothing", {}, ["tricks-total"]),
    ("one too many", EVEN | {"tricks2": "8"}, ["tricks-total"]),
    ("a word", EVEN | {"tricks0": "four"}, ["tricks-total"]),
    ("no last trick", {"tricks0": "4", "tricks1": "2"}, ["last"]),
    ("a last trick of nobody", EVEN | {"last_trick": "3"}, ["last"]),
    ("a last trick of who has none",
     {"tricks0": "0", "tricks1": "6", "tricks2": "7", "last_trick": "0"}, ["last"]),
    ("one rejected suit", EVEN | {"rejected0": "S"}, ["rejection"]),
    ("only the second one", EVEN | {"rejected1": "S"}, ["rejection"]),
    ("two things", {"tricks0": "13", "tricks1": "1", "tricks2": "0", "last_trick": "2"},
     ["last", "tricks-total"]),
]  # fmt: skip

LA_KRAP: Cases = [
    ("nothing at all", dict.fromkeys(TRICKS, ""), ["play", "tricks-total"]),
    ("no teams", {}, ["play"]),
    ("a team missing", {"team0": "0", "team1": "1"}, ["play"]),
    ("a fourth team", CHOSEN | {"team2": "3"}, ["play"]),
    ("upcards and teams", UP | CHOSEN, ["play"]),
    ("upcards and nobody's team", UP | {"alone": "1"}, ["play"]),
    ("an upcard missing", UP | {"upcard1": ""}, ["play"]),
    ("two upcards of one", UP | {"upcard1": "7S 8S"}, ["pack"]),
    ("an upcard that is none", UP | {"upcard1": '<b>"\''}, ["pack"]),
    ("a joker without colour", UP | {"upcard1": "JK"}, ["pack"]),
    ("a joker turned last", UP | {"turned": "10H BJ"}, ["game-card"]),
    ("another game than turned", UP | {"null": "1"}, ["game-card"]),
    ("one too many", UP | {"tricks2": "2"}, ["tricks-total"]),
    ("two left out", UP | {"tricks1": "", "tricks2": ""}, ["tricks-total"]),
    ("tricks in words", UP | {"tricks0": "<b>"}, ["tricks-total"]),
    ("more marriages than tricks", UP | {"marriages2": "2"}, ["marriage"]),
    ("marriages in words", UP | {"marriages0": "one"}, ["marriage"]),
    ("seven exchanged", UP | {"exchanged0": "7"}, ["exchange"]),
    ("exchanged after a 2", UP | {"turned": "2S", "exchanged0": "1"}, ["two-turned"]),
    ("four exposed", UP | {"exposed1": "4"}, ["expose"]),
    ("three things", UP | {"turned": "BJ", "exposed1": "4", "tricks0": "5"},
     ["expose", "game-card", "tricks-total"]),
]  # fmt: skip

B_LEG: Cases = [
    ("nothing at all", by_seat("tricks", [None] * 4) | by_seat("points", [None] * 4),
     ["b.tricks-total", "values"]),
    ("no contract", {"level_0": "", "strain_0": ""}, ["play"]),
    ("nobody declared", {"declarer_0": ""}, ["play"]),
    ("a stranger declared", {"declarer_0": "4"}, ["play"]),
    ("no such strain", {"strain_0": "Z"}, ["play"]),
    ("no calls", calls(""), ["play"]),
    ("a call that does not exist", calls("1C P 8C P P P"), ["b.auction"]),
    ("calls without an end", calls("1C P 2C P P"), ["b.auction"]),
    ("hostile calls", calls("<B> P P P"), ["b.auction"]),
    ("one trick too many", {"tricks3": "2"}, ["b.range", "b.tricks-total"]),
    ("two left out", {"tricks2": "", "tricks3": ""}, ["b.tricks-total"]),
    ("tricks in words", {"tricks3": "one"}, ["b.tricks-total"]),
    ("points in words", {"points3": "<b>"}, ["values"]),
    ("points missing", {"points3": ""}, ["values"]),
    ("no multiple of 5", {"points3": "36"}, ["b.range", "crosscheck", "values"]),
    ("cards in words", {"points3": ""} | counted("points3", 3, 2) | {"points3_20": "x"},
     ["values"]),
    ("the rest in words", {"unscored_0": "some"}, ["values"]),
    ("the rest counted in words", {"unscored_0_5": "x"}, ["values"]),
    ("the rest no multiple of 5", {"unscored_0": "24"}, ["crosscheck", "values"]),
    ("points without a trick", {"tricks3": "0", "tricks0": "7"}, ["b.range", "crosscheck"]),
    ("a leg that the clock cut, without a clock", {"clock": "partial"}, ["clock"]),
]  # fmt: skip

CUT_SHORT: Cases = [
    ("tricks without points", by_seat("tricks", [2, 0, 0, 1]), ["b.range"]),
    ("points without tricks", by_seat("points", [70, 0, 0, 0]), ["b.range"]),
    ("too many tricks", by_seat("tricks", [9, 5, 0, 0]), ["b.range", "b.tricks-total"]),
    ("tricks in words", by_seat("tricks", [2, 0, 0, 0]) | {"tricks1": "x"}, ["b.tricks-total"]),
    ("an auction that is not over", calls("1C P"), ["b.auction"]),
]  # fmt: skip

C_LEG: Cases = [
    ("nothing at all", by_seat("melded", [None] * 4), ["values"]),
    ("one missing", {"melded2": ""}, ["values"]),
    ("a word", {"melded2": "<b>"}, ["values"]),
    ("a word in hand", {"in_hand1": "x"}, ["values"]),
    ("cards in words", {"in_hand1": ""} | counted("in_hand1", 2) | {"in_hand1_10": "x"},
     ["values"]),
    ("the rest in words", {"unscored_0": "x"}, ["values"]),
    ("no multiple of 5", {"melded0": "312", "unscored_0": "78"}, ["values"]),
    ("out with cards in hand", {"out": "1"}, ["c.out"]),
    ("a stranger went out", {"out": "4"}, ["play"]),
    ("too much", {"melded0": "395"}, ["crosscheck"]),
    ("too little", {"unscored_0": "75"}, ["crosscheck"]),
    ("cut short without a clock", {"clock": "partial"}, ["clock"]),
]  # fmt: skip


ATHLETES = dealt("triathlon", 3)
FIRST = ATHLETES.play[0]
ATHLETES_BY_CARDS: Cases = [
    ("a card too many", {"trick0": " ".join([*FIRST, ATHLETES.play[1][0]])}, ["pack", "play"]),
    ("a card missing", {"trick0": " ".join(FIRST[:2])}, ["play"]),
    ("the first trick missing", {"trick0": ""}, ["play"]),
    ("the last trick missing", {"trick12": ""}, ["play"]),
    ("a card twice", {"trick0": "AS AS KS"}, ["pack"]),
    ("jokers", {"trick5": "JK JK JK"}, ["pack"]),
    ("cards of another pack", {"trick0": "2S 6S 7S"}, ["pack"]),
    ("no cards", {"trick0": "<b> \" '"}, ["pack"]),
    ("an endless card", {"trick0": HUGE}, ["pack", "play"]),
    ("no trumps", {"trump": ""}, ["rejection"]),
    ("no trick at all", {f"trick{number}": "" for number in range(13)}, ["tricks-total"]),
]

UPCARDS = dealt("la-krap", 5, seats=4)
UPCARDS_BY_CARDS: Cases = [
    ("a card three times", {"trick0": "AS AS AS KS"}, ["pack"]),
    ("nothing turned", {"turned": ""}, ["play"]),
    ("a joker turned last", {"turned": "BJ"}, ["game-card"]),
    ("an upcard missing", {"upcard0": ""}, ["play"]),
]

LEG = four(4)
LED = LEG.leg.play[0]
LEG_BY_CARDS: Cases = [
    ("a card missing", {"trick0": " ".join(LED[:3])}, ["play"]),
    ("a trick missing", {"trick12": ""}, ["play"]),
    ("no trick at all", {f"trick{at}": "" for at in range(13)}, ["play"]),
    ("a Joker that is not in the pack", {"trick0": " ".join(["JK", *LED[1:]])}, ["pack"]),
    ("no contract", {"level_0": ""}, ["play"]),
    ("calls and a contract that differ", calls("1C P P"), ["b.auction"]),
]

JOKING = four(7, jokers=True)
LEFT_OVER = JOKING.leg.aside[0]
LEFT_OVER_CARDS: Cases = [
    ("nothing left over", {"aside_0": ""}, ["play"]),
    ("one card left over", {"aside_0": LEFT_OVER}, ["play"]),
    ("no card left over", {"aside_0": f"{LEFT_OVER} <b>"}, ["pack"]),
    ("a card left over twice", {"aside_0": f"{LEFT_OVER} {LEFT_OVER}"}, ["pack"]),
]

TRUMPS = dealt("tribello", 3)

REFUSALS = [
    Refusals("tribello", 3, TRIBELLO),
    Refusals("thirty-one", 3, THIRTY_ONE, options={"lives": 0}),
    Refusals("triathlon", 3, TRIATHLON),
    Refusals("la-krap", 3, LA_KRAP, TRICKS),
    Refusals("card-triathlon", 4, B_LEG, b_typed("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])),
    Refusals("card-triathlon", 4, CUT_SHORT, {"clock": "partial"}, {"format": "clock"}),
    Refusals("card-triathlon", 4, C_LEG, c_typed([310, 150, 205, 180], [0, 25, 10, 40]),
             {"format": "marathon", "sequence": ["C"]}),
    Refusals("triathlon", 3, ATHLETES_BY_CARDS, entry=ATHLETES.entry),
    Refusals("la-krap", 4, UPCARDS_BY_CARDS, entry=UPCARDS.entry),
    Refusals("card-triathlon", 4, LEG_BY_CARDS, options={"format": "5000"},
             entry={"kind": "b-leg", **LEG.part}),
    Refusals("card-triathlon", 4, LEFT_OVER_CARDS, options=JOKERS,
             entry={"kind": "b-leg", **JOKING.part}),
]  # fmt: skip
