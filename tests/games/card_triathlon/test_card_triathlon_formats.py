"""Tests of whole games by format: options, the pad, what is due, and how they end."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.core.validation import NotARecord
from referee.games.card_triathlon.options import PLANS
from tests.games.card_triathlon.legs import (
    LEGS,
    PASSED,
    TEAMS,
    TIME,
    all_to,
    b_leg,
    c_leg,
    cells_of,
    d_leg,
    found,
    four,
    of_severity,
    sheet_of,
)
from tests.games.records import Json, is_refused, record

FORMATS = ("sprint", "3000", "5000", "clock", "half-marathon", "marathon")
C_LEG = c_leg(500, 500, 0, 0, unscored=0)
WRONG_B = b_leg("1NT", 0, [7, 5, 0, 0], [220, 220, 0, 0], 0)
"""A B leg in which a trick is missing."""


def due(sheet: Json) -> str | None:
    kind: str | None = sheet["next"]["kind"] if sheet["next"] else None
    return kind


# Players and options ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 11))
def test_four_six_or_eight_play(seats: int) -> None:
    data = record("card-triathlon", seats, [])
    if seats in (4, 6, 8):
        assert score(data)["columns"][:seats] == data["players"]
    else:
        assert is_refused(score, data)


OPTIONS: list[tuple[int, Json, bool]] = [
    *((4, {"format": name}, True) for name in FORMATS),
    (4, {"format": "10000"}, False),
    # The 3,000 metre is for four players.
    (6, {"format": "3000"}, False), (8, {"format": "3000"}, False), (6, {"format": "5000"}, True),
    (8, {"format": "marathon"}, True),
    # Jokers in the B leg.
    (4, {"b_jokers": True}, False), (4, {"b_jokers": False}, True),
    (4, {"b_jokers": False, "format": "3000"}, False),
    *((4, {"b_jokers": True, "format": name}, True) for name in FORMATS if name != "sprint"),
    *((6, {"b_jokers": True, "format": name}, False) for name in FORMATS),
    (6, {"b_jokers": False, "format": "5000"}, True),
    (8, {"b_jokers": True, "format": "5000"}, True), (8, {"b_jokers": True}, False),
    # Jokers in the D leg.
    (4, {"d_jokers": False}, True), (4, {"d_jokers": True, "format": "3000"}, True),
    (4, {"d_jokers": False, "format": "3000"}, False),
    (4, {"d_flush_duplicates": False, "d_half": "five"}, True), (4, {"d_half": "hand"}, False),
    # Melds of the C leg.
    *((4, {"c_sevens": sevens}, sevens in (1, 2)) for sevens in (0, 1, 2, 3)),
    (4, {"c_sevens": True}, False), (4, {"c_sevens": 1.0}, False),
    *((4, {"c_most_wild": most}, most in (2, 5, "half")) for most in (1, 2, 5, 6, "half", "3")),
    (4, {"c_most_wild": 3.0}, False),
    # The sequence of legs.
    (4, {"sequence": ["B", "C", "D"]}, True), (4, {"sequence": ["D", "C", "B"]}, False),
    (4, {"sequence": ["C"], "format": "5000"}, False),
    (4, {"sequence": ["B", "B", "C", "D", "D"], "format": "3000"}, True),
    (4, {"sequence": ["C"], "format": "clock"}, False),
    (4, {"sequence": ["C"], "format": "half-marathon"}, True),
    (4, {"sequence": ["D", "D", "B", "C"], "format": "marathon"}, True),
    (4, {"sequence": ["B", "E"], "format": "marathon"}, False),
    # Against the clock.
    *((4, {"clock_base": name, "format": "clock"}, True) for name in ("sprint", "3000", "5000")),
    (4, {"clock_base": "marathon", "format": "clock"}, False),
    *((4, {"decision_seconds": seconds, "format": "clock"}, 15 <= seconds <= 30)
      for seconds in (14, 15, 30, 31)),
    (4, {"finish_at": "2025-03-01T22:15:00+01:00", "format": "clock"}, True),
    # Seats.
    (4, {"first_dealer": 3}, True), (4, {"first_dealer": 4}, False), (6, {"first_dealer": 5}, True),
    (6, {"first_dealer": 6}, False),
    # Teams.
    *((int(name[0]), {"teams": list(teams)}, True) for name, teams in TEAMS.items()),
    (4, {"teams": [0, 0, 1, 1]}, False), (4, {"teams": [0, 1, 2, 3]}, False),
    (4, {"teams": [0, 1, 0]}, False), (4, {"teams": [0, 1, 0, 1, 0, 1]}, False),
    (6, {"teams": [0, 0, 0, 1, 1, 1]}, False), (6, {"teams": [0, 1, 0, 1]}, False),
    (8, {"teams": [0, 1, 0, 1, 0, 1, 0, 1]}, False),
    (8, {"teams": [0, 1, 2, 3, 0, 1, 2, 3]}, False), (4, {"jokers": True}, False),
]  # fmt: skip


def test_options_have_their_values_and_fit_the_format() -> None:
    for seats, options, allowed in OPTIONS:
        if allowed:
            assert sheet_of(seats, **options)["problems"] == []
        else:
            with pytest.raises(NotARecord, match="|".join([*options, "players"])):
                sheet_of(seats, **options)


def test_every_option_that_goes_against_others_is_named_with_a_sentence() -> None:
    rows: list[tuple[int, Json, dict[str, str]]] = [
        (4, {"b_jokers": True}, {"b_jokers": "sprint"}),
        (4, {"b_jokers": False, "d_jokers": False, "format": "3000"},
         {"b_jokers": "3000", "d_jokers": "3000"}),
        (4, {"sequence": ["C"], "finish_at": "2025-03-01T22:15:00Z"},
         {"sequence": "sequence", "finish_at": "clock"}),
        (4, {"decision_seconds": 20, "clock_base": "3000"},
         {"decision_seconds": "clock", "clock_base": "clock"}),
        (4, {"teams": [0, 0, 1, 1]}, {"teams": "teams"}),
        (4, {"teams": [0, 1, 0, 1, 0, 1]}, {"teams": "teams"}),
        (6, {"format": "3000"}, {"format": "3000"}),
        (6, {"format": "5000", "b_jokers": True, "teams": [0, 1, 0, 1, 0, 1]},
         {"b_jokers": "b.two-cards"}),
    ]  # fmt: skip
    for seats, options, named in rows:
        with pytest.raises(NotARecord) as refused:
            sheet_of(seats, **options)
        faults = refused.value.faults
        assert {fault.place: fault.rule for fault in faults} == {
            f"options.{place}": f"card-triathlon.{rule}" for place, rule in named.items()
        }
        assert all(fault.message[0].isupper() or fault.message[0].isdigit() for fault in faults)


def test_a_format_takes_as_long_as_its_rule_says() -> None:
    rows: list[tuple[str, str, tuple[int, int]]] = [
        ("sprint", "an hour or two", (1, 2)), ("3000", "two or three hours", (2, 3)),
        ("5000", "four to six hours", (4, 6)), ("half-marathon", "15 to 25 hours", (15, 25)),
        ("marathon", "30 to 50 hours", (30, 50)),
    ]  # fmt: skip
    for name, words, hours in rows:
        plan = PLANS[name]
        assert words in GAMES["card-triathlon"].rulebook.law(plan.rule).text, name
        assert plan.hours == hours


SHAPES: list[Json] = [
    {"kind": "deal"}, {"kind": "time", "scored": [0, 0, 0, 0]}, c_leg(0, 0, 0, -5),
    c_leg(0, 0, 0, 0, held=[0, 0, 0]), c_leg(0, 0, 0, 0, out=4), c_leg(0, 0, 0, 0, unscored="1000"),
    c_leg(0, 0, 0, 0, partial=1), d_leg(0, 0, 0), d_leg(0, 0, 0, 0) | {"scored": [0, 0, 0, 2.5]},
    b_leg("1C", 0, [7, 6, 0], [440, 0, 0, 0]), b_leg("1C", 4, [7, 6, 0, 0], [440, 0, 0, 0]),
    b_leg("0C", 0, [7, 6, 0, 0], [440, 0, 0, 0]), b_leg("8C", 0, [7, 6, 0, 0], [440, 0, 0, 0]),
    b_leg("1Z", 0, [7, 6, 0, 0], [440, 0, 0, 0]), b_leg("1C", 0, [7, -6, 0, 0], [440, 0, 0, 0]),
]  # fmt: skip


def test_an_entry_of_another_shape_is_none() -> None:
    for entry in SHAPES:
        assert is_refused(four, entry, format="clock")


def test_partners_sit_as_usual_unless_the_table_says_otherwise() -> None:
    for way in ("4", "6", "8"):
        seats = int(way[0])
        usual = sheet_of(seats, teams=list(TEAMS[way]))["columns"]
        assert sheet_of(seats)["columns"] == usual
        assert sheet_of(seats)["columns"][seats].startswith("Ann+Cleo")


def test_legs_come_in_the_sequence_of_the_format_and_others_take_no_place() -> None:
    rows: list[tuple[Json, str]] = [
        ({}, "BCD"), ({"format": "3000"}, "BBCDD"), ({"format": "5000"}, "BCDBCDB"),
        ({"format": "clock"}, "BCDBCDBCD"),
        ({"format": "clock", "clock_base": "5000"}, "BCDBCDBCD"),
        ({"format": "clock", "clock_base": "3000"}, "BBCDDBBCDDB"),
        ({"format": "half-marathon"}, "BCDBCDB"),
        ({"format": "half-marathon", "sequence": ["D", "B", "B"]}, "DBBDBBD"),
        ({"format": "marathon", "sequence": ["C"]}, "CCC"),
    ]  # fmt: skip
    for options, legs in rows:
        jokers = options.get("format") == "3000"
        entries: list[Json] = []
        for number, leg in enumerate(legs, start=1):
            following = four(*entries, **options)["next"]
            assert (following["kind"], following["label"]) == (LEGS[leg], f"Leg {number}, {leg}")
            assert (following["dealer"] is None) == (leg != "B")
            assert following["text"].startswith(f"{leg} leg: ")
            for other in LEGS:
                sheet = four(*entries, all_to(1, other, 4, jokers), **options)
                assert found(sheet) == ([] if other == leg else ["sequence"])
                if other != leg:
                    assert cells_of(sheet) == [None] * 8
                    after = four(
                        *entries, all_to(1, other, 4), all_to(1, leg, 4, jokers), **options
                    )
                    assert found(after) == []
            entries.append(all_to(0, leg, 4, jokers))


def test_an_error_keeps_its_place_and_is_to_be_corrected() -> None:
    sheet = four(WRONG_B)
    assert (found(sheet), cells_of(sheet), sheet["totals"]) == (
        ["b.tricks-total"], [None] * 8, [0] * 8,
    )  # fmt: skip
    assert due(sheet) == "c-leg"
    assert due(four(WRONG_B, C_LEG)) == "d-leg"
    sheet = four(WRONG_B, C_LEG, d_leg(200, 200, 200, 200, unscored=200))
    assert [found(sheet, number) for number in range(3)] == [["b.tricks-total"], [], []]
    assert (sheet["finished"], sheet["winners"]) == (False, [])
    assert (due(sheet), sheet["next"]["entry"]) == ("correct", 0)
    assert sheet["totals"][4:] == [900, 900, 200, 2000]


SEQUENCES = {
    "sprint": "BCD", "3000": "BBCDD", "5000": "BCD", "half-marathon": "BCD", "marathon": "BCD",
}  # fmt: skip
MARKS = {"5000": 5000, "half-marathon": 21100, "marathon": 42200}
CLOCK: Json = {"format": "clock"}
LEVEL = (
    b_leg("1NT", 0, [7, 6, 0, 0], [220, 220, 0, 0], 0),
    c_leg(500, 500, 0, 0, unscored=0),
    d_leg(230, 230, 230, 230, unscored=80),
)
PARTIAL_C = c_leg(100, 0, 0, 0, unscored=900, partial=True)


# How it ends --------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", TEAMS)
@pytest.mark.parametrize("name", SEQUENCES)
def test_a_format_ends_after_its_legs_or_at_its_mark(name: str, way: str) -> None:
    seats = int(way[0])
    if name == "3000" and seats != 4:
        return
    options: Json = {"format": name, "teams": list(TEAMS[way])}
    jokers = name == "3000"
    legs = SEQUENCES[name]
    each = [all_to(0, leg, seats, jokers) for leg in legs]
    scored = sheet_of(seats, *each, **options)["standings"][0]["score"]
    entries = each * (MARKS[name] // scored) if name in MARKS else each[:-1]
    sheet = sheet_of(seats, *entries, **options)
    while not sheet["finished"]:
        leg = legs[len(entries) % len(legs)]
        assert (sheet["winners"], due(sheet)) == ([], LEGS[leg])
        assert sheet["standings"][0]["score"] < MARKS.get(name, 10**6)
        entries.append(all_to(0, leg, seats, jokers))
        sheet = sheet_of(seats, *entries, **options)
    assert sheet["standings"][0]["score"] >= MARKS.get(name, 0)
    assert (len(entries) == len(legs)) == (name not in MARKS)
    assert (sheet["finished"], sheet["next"], sheet["problems"]) == (True, None, [])
    assert sheet["winners"] == [sheet["columns"][seats]]
    extra = all_to(0, legs[len(entries) % len(legs)], seats, jokers)
    late = sheet_of(seats, *entries, extra, **options)
    assert (found(late), cells_of(late)[:1]) == (["sequence"], [None])
    assert (late["finished"], late["winners"], late["totals"]) == (False, [], sheet["totals"])
    assert (due(late), late["next"]["entry"]) == ("correct", len(entries))


def test_a_game_ends_at_exactly_its_mark() -> None:
    rows: list[tuple[str, int, int, bool]] = [
        ("half-marathon", 21, 95, False), ("half-marathon", 21, 100, True),
        ("half-marathon", 21, 105, True), ("marathon", 42, 195, False), ("marathon", 42, 200, True),
    ]  # fmt: skip
    for name, legs, last, finished in rows:
        entries = [all_to(3, "C", 4)] * legs + [c_leg(0, 0, 0, last)]
        sheet = four(*entries, format=name, sequence=["C"])
        assert (sheet["finished"], bool(sheet["winners"])) == (finished, finished), name
        assert four(*entries[:-1], format=name, sequence=["C"])["finished"] is False


def test_five_thousand_points_end_the_game_of_that_name() -> None:
    rows: list[tuple[int, bool]] = [(95, False), (100, True)]
    for last, finished in rows:
        cycle = [all_to(0, leg, 4) for leg in "BCD"]
        entries = [*cycle * 2, *cycle[:2], d_leg(last, 0, 0, 0)]
        final = b_leg("1NT", 1, [6, 7, 0, 0], [120, 320, 0, 0], 0)
        sheet = four(*entries, final, format="5000")
        assert (sheet["totals"][4], sheet["finished"]) == (4900 + last, finished), last
        assert sheet["winners"] == (["Ann+Cleo"] if finished else [])
        assert due(sheet) == (None if finished else "c-leg")


def test_play_goes_on_while_teams_are_equal_past_the_mark() -> None:
    rows: list[tuple[tuple[Json, ...], list[str]]] = [
        ((*LEVEL * 5,), []),
        ((*LEVEL * 4, LEVEL[0], LEVEL[1]), []),
        ((*LEVEL * 4, LEVEL[0], c_leg(500, 495, 0, 0)), ["Ann+Cleo"]),
        ((*LEVEL * 4, LEVEL[0], c_leg(495, 500, 0, 0)), ["Ben+Dora"]),
        ((*LEVEL * 5, b_leg("1NT", 0, [7, 6, 0, 0], [225, 215, 0, 0], 0)), ["Ann+Cleo"]),
        ((*LEVEL * 5, b_leg("1NT", 0, [7, 6, 0, 0], [215, 225, 0, 0], 0)), ["Ben+Dora"]),
        ((*LEVEL * 3, *LEVEL[:2]), []),
    ]
    for entries, winners in rows:
        sheet = four(*entries, format="5000")
        assert sheet["problems"] == [], entries
        assert (sheet["finished"], sheet["winners"]) == (bool(winners), winners)


def test_two_of_three_teams_that_are_equal_past_the_mark_play_on() -> None:
    options: Json = {"format": "half-marathon", "sequence": ["C"], "teams": [0, 1, 2, 0, 1, 2]}
    entries = [c_leg(500, 500, 400, 0, 0, 0)] * 43
    sheet = sheet_of(6, *entries, **options)
    assert (sheet["standings"][1]["score"], sheet["finished"]) == (21500, False)
    sheet = sheet_of(6, *entries, c_leg(0, 0, 5, 0, 5, 0), **options)
    assert (sheet["finished"], sheet["winners"]) == (True, ["Ben+Emil"])


def test_teams_with_the_same_score_share_the_win_where_no_mark_is_played_to() -> None:
    for sheet in (four(*LEVEL), four(*LEVEL, TIME, **CLOCK)):
        assert (sheet["finished"], sheet["winners"]) == (True, ["Ann+Cleo", "Ben+Dora"])
        assert [standing["rank"] for standing in sheet["standings"]] == [1, 1]


# Against the clock --------------------------------------------------------------------------------


CLOCKED: list[tuple[list[Json], list[str], bool]] = [
    ([TIME], [], True), ([PASSED, TIME], [], True), ([*LEVEL, TIME], [], True),
    ([*LEVEL, PASSED, TIME], [], True), ([*LEVEL[:2], TIME], [], True),
    ([LEVEL[0], PARTIAL_C, TIME], [], True), ([LEVEL[0], PARTIAL_C], [], False),
    ([PASSED, LEVEL[0], TIME], [], True),
    # Nothing may follow the end, and only the end may follow a partial leg.
    ([LEVEL[0], TIME, LEVEL[1]], ["sequence"], False),
    ([LEVEL[0], TIME, TIME], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, LEVEL[2]], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, LEVEL[1]], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, PARTIAL_C], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, TIME, PARTIAL_C], ["sequence"], False),
    ([LEVEL[0], PARTIAL_C, TIME, TIME], ["sequence"], False),
    ([PARTIAL_C], ["sequence"], False),
]  # fmt: skip


def test_the_clock_ends_the_game_between_legs_or_within_one() -> None:
    for entries, last, finished in CLOCKED:
        for base in ("sprint", "5000"):
            sheet = four(*entries, format="clock", clock_base=base)
            assert (found(sheet), sheet["finished"]) == (last, finished)
            assert (bool(sheet["winners"]), sheet["next"] is None) == (finished, finished)
            if entries[-1] is TIME or last:
                assert cells_of(sheet) == [None] * 8


def test_a_partial_leg_that_cannot_be_has_cut_the_game_short_all_the_same() -> None:
    wrong = PARTIAL_C | {"melded": [101, 0, 0, 0], "unscored": 899}
    assert found(four(LEVEL[0], wrong, **CLOCK)) == ["values"]
    assert found(four(LEVEL[0], wrong, LEVEL[2], **CLOCK)) == ["sequence"]
    assert found(four(LEVEL[0], wrong, TIME, **CLOCK)) == []
    assert found(four(LEVEL[0], wrong, LEVEL[2])) == []  # no clock can cut a sprint short


@pytest.mark.parametrize("name", SEQUENCES)
def test_only_a_game_against_the_clock_knows_the_time(name: str) -> None:
    options: dict[str, Any] = {"format": name}
    first = all_to(0, "B", 4, name == "3000")
    sheet = four(first, TIME, **options)
    assert (of_severity("error", sheet), sheet["finished"]) == (["clock"], False)
    assert due(sheet) == ("b-leg" if name == "3000" else "c-leg")
    sheet = four(first | {"partial": True}, **options)
    assert of_severity("error", sheet) == ["clock"]
    assert cells_of(sheet) == [None] * 8
    assert found(four(first | {"partial": False, "passed_out": False}, **options)) == []
