"""Card Triathlon to its end: after so many legs, at a mark, or when the time has come."""

from __future__ import annotations

from typing import Any

import pytest

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
from tests.games.records import Json

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
"""A leg of each kind in which the teams score the same."""
PARTIAL_C = c_leg(100, 0, 0, 0, unscored=900, partial=True)


def due(sheet: Json) -> str | None:
    kind: str | None = sheet["next"]["kind"] if sheet["next"] else None
    return kind


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
    entries: list[Json] = []
    points = 0
    while points < MARKS.get(name, 10**6) and (name in MARKS or len(entries) < len(legs)):
        leg = legs[len(entries) % len(legs)]
        sheet = sheet_of(seats, *entries, **options)
        assert (sheet["finished"], sheet["winners"], due(sheet)) == (False, [], LEGS[leg])
        assert sheet["standings"][0]["score"] == points
        entries.append(all_to(0, leg, seats, jokers))
        points = max(score["score"] for score in sheet_of(seats, *entries, **options)["standings"])
    sheet = sheet_of(seats, *entries, **options)
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
    # Nothing after the end, and nothing but time after a partial leg.
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
    assert found(four(LEVEL[0], wrong, LEVEL[2])) == []  # a sprint has no clock to cut it short


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


def test_the_clock_takes_only_the_sequence_from_its_base() -> None:
    options: Json = {"format": "clock", "clock_base": "3000"}
    entries = [*LEVEL[:1] * 2, LEVEL[1], d_leg(230, 100, 230, 0, unscored=440)]
    sheet = four(*entries, **options)
    assert (sheet["problems"], cells_of(sheet)[4:]) == ([], [460, 100, 440, 1000])
    assert cells_of(sheet, 0)[-1] == 440
