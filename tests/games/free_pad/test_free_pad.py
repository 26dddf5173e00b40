"""The pad for any other game, rule by rule: figures, sums, ends, winners, teams and dealers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given

from referee.core.sheet import read_record, score, tally_of
from referee.core.story.story import story
from tests.games.free_pad.expected import free_pad_records, hearts, pad
from tests.games.records import NAMES, Json, broken, is_refused, record

WIDEST = 16 * 999_999


def two(*rounds: Json, **options: Any) -> Json:
    return record("free-pad", 2, rounds, **options)


def four(*rounds: Json, **options: Any) -> Json:
    return record("free-pad", 4, rounds, **options)


def test_hearts_to_fifty_as_in_the_rulebook() -> None:
    rounds = pad(26, 0, 0, 0), pad(3, 13, 10, 0), pad(21, 5, 0, 0)
    sheet = score(hearts(*rounds, mark=50, sum=26))
    assert (sheet["totals"], sheet["finished"]) == ([50, 18, 10, 0], True)
    assert (sheet["winners"], sheet["next"], sheet["problems"]) == (["Dora"], None, [])


def test_it_is_for_two_to_sixteen() -> None:
    for number in (2, 16):
        assert score(record("free-pad", number, []))["columns"] == [*NAMES[:number]]
    assert is_refused(score, record("free-pad", 1, []))
    assert is_refused(score, record("free-pad", 17, []))


def test_a_figure_is_whole_or_half_and_within_bounds() -> None:
    rows: list[tuple[Json, list[Any] | None]] = [
        (pad(999_999, -999_999), [999_999, -999_999]), (pad(999_998.5, 0), [999_998.5, 0]),
        (pad(1_000_000, 0), None), (pad(0, -1_000_000), None), (pad(999_999.5, 0), None),
        (pad(0.5, 12.0), [0.5, 12]), (pad(0.25, 0), None), (pad(-1e9, 0), None),
        (pad(10**9, 0.5), None), (pad(None, 7), [None, 7]), (pad(0, None), [0, None]),
        (pad(None, None), None), ({"kind": "round"}, None), (pad(), None),
    ]  # fmt: skip
    for entry, cells in rows:
        if entry.get("points") == []:
            assert is_refused(score, two(entry))
            continue
        sheet = score(two(entry))
        assert broken(sheet) == ([] if cells else ["free-pad.round"]), entry
        assert sheet["rows"][0]["cells"] == (cells or [None, None])
        totals = [cell or 0 for cell in cells or (None, None)]
        assert repr(sheet["totals"]) == repr(totals)  # 12, not 12.0


def test_what_is_no_list_of_figures_is_no_record() -> None:
    wrong: list[Any] = [[1], [1, 2, 3], ["1", 2], [True, 2], [[1], 2], "12", {}]
    for points in wrong:
        assert is_refused(score, two({"kind": "round", "points": points})), points
    for field in ("play", "cards", "hands", "tricks"):
        assert is_refused(score, two(pad(1, 2, **{field: [["AS"]]}))), field


def test_a_round_is_warned_about_if_it_misses_its_sum() -> None:
    rows: list[tuple[float | None, Json, list[str]]] = [
        (26, pad(26, 0, 0, 0), []), (26, pad(25, 0, 0, 0), ["free-pad.sum"]),
        (26, pad(27, 0, 0, 0), ["free-pad.sum"]), (26, pad(13, None, 13, None), []),
        (0, pad(4.5, -4.5, 0, 0), []), (0, pad(4.5, -4, 0, 0), ["free-pad.sum"]),
        (4.5, pad(1, 1, 2, 0.5), []), (None, pad(1, 2, 3, 4), []),
        (26, pad(0.25, 0, 0, 0), ["free-pad.round"]),  # only one thing to fix at a time
    ]  # fmt: skip
    for agreed, entry, rules in rows:
        sheet = score(four(entry, sum=agreed))
        assert broken(sheet) == rules, entry
        assert (sheet["rows"][0]["cells"] == [None] * 4) == (rules == ["free-pad.round"])
    for figure, told in ((24.5, "1½ missing"), (27, "1 too many")):
        assert told in score(four(pad(figure, 0, 0, 0), sum=26))["problems"][0]["message"]
    accepted = score(four(pad(25, 0, 0, 0, accepted=["free-pad.sum"]), sum=26))
    assert accepted["problems"][0]["accepted"] is True


def test_it_ends_at_the_mark_or_after_the_last_round_whichever_comes_first() -> None:
    rows: list[tuple[Json, list[Json], bool]] = [
        ({}, [pad(9_999, -9_999)] * 3, False),
        ({"mark": 10}, [pad(9.5, 0)], False), ({"mark": 10}, [pad(10, 0)], True),
        ({"mark": 10}, [pad(0, 11)], True), ({"mark": 10}, [pad(-10, 0)], False),
        ({"mark": 10}, [pad(10, 0), pad(0, 0)], True),
        ({"mark": -10}, [pad(-9.5, 0)], False), ({"mark": -10}, [pad(-10, 0)], True),
        ({"mark": -10}, [pad(0, -11)], True), ({"mark": -10}, [pad(10, 10)], False),
        ({"rounds": 2}, [pad(1, 2)], False), ({"rounds": 2}, [pad(1, 2)] * 2, True),
        ({"rounds": 1}, [pad(0.25, 0)], True), ({"mark": 4, "rounds": 3}, [pad(1, 2)], False),
        ({"mark": 4, "rounds": 3}, [pad(1, 2)] * 2, True),
        ({"mark": 99, "rounds": 3}, [pad(1, 2)] * 3, True),
    ]  # fmt: skip
    for options, rounds, is_over in rows:
        tally = tally_of(read_record(two(*rounds, **options)))
        assert (tally.outcome(len(rounds)).due is None) is is_over, (options, rounds)
        later = score(two(*rounds, pad(1, 1), **options))
        assert ("free-pad.end" in broken(later)) is is_over, (options, rounds)


def test_options_have_these_values() -> None:
    good: list[Json] = [
        {"mark": 1}, {"mark": -1}, {"mark": None}, {"rounds": 1}, {"rounds": None}, {"sum": 0},
        {"sum": -4}, {"sum": 2.5}, {"sum": 26.0}, {"sum": WIDEST}, {"teams": None},
        {"teams": False}, {"teams": True},
        {"dealer": False, "first_dealer": 3}, {"lowest_wins": True},
    ]  # fmt: skip
    bad: list[Json] = [
        {"mark": 0}, {"mark": 1.5}, {"mark": "1"}, {"mark": True}, {"rounds": 0}, {"rounds": -1},
        {"rounds": 1.0}, {"sum": "26"}, {"sum": True}, {"sum": WIDEST + 1}, {"sum": 0.25},
        {"teams": 3}, {"teams": 2}, {"teams": [0, 1, 0, 1]},
        {"teams": 1}, {"teams": "two"}, {"teams": [0, 0, 1, 1]}, {"teams": [0, 1]},
        {"first_dealer": 4}, {"dealer": 0}, {"lowest_wins": "yes"}, {"title": "Hearts"},
    ]  # fmt: skip
    for options in good:
        assert score(four(**options))["finished"] is False, options
    for options in bad:
        assert is_refused(score, four(**options)), options


def test_the_highest_or_the_lowest_total_wins_and_equal_ones_share() -> None:
    rows: list[tuple[Json, tuple[float, ...], list[str]]] = [
        ({}, (3, 5, -2, 5), ["Ben", "Dora"]), ({}, (3, 5, -2, 4.5), ["Ben"]),
        ({"lowest_wins": True}, (3, 5, -2, 5), ["Cleo"]),
        ({"lowest_wins": True}, (0.5, 5, 0.5, 5), ["Ann", "Cleo"]),
    ]  # fmt: skip
    for options, figures, winners in rows:
        sheet = score(four(pad(*figures), rounds=1, **options))
        assert sheet["winners"] == winners
    assert [each["rank"] for each in score(four(pad(3, 5, -2, 5)))["standings"]] == [1, 1, 3, 4]


def test_two_teams_sit_alternately_and_their_totals_count() -> None:
    sheet = score(four(pad(10, 3.5, None, 3.5), pad(1, 2, -12, 0), teams=True, mark=9))
    assert sheet["columns"] == [*NAMES[:4], "Ann+Cleo", "Ben+Dora"]
    assert [row["cells"] for row in sheet["rows"]] == [
        [10, 3.5, None, 3.5, 10, 7], [None] * 6
    ]  # fmt: skip
    assert broken(sheet) == ["free-pad.end"]  # Ann and Cleo had reached the mark
    ended = score(four(pad(10, 3.5, None, 3.5), teams=True, mark=9))
    assert (ended["totals"], ended["winners"]) == ([10, 3.5, 0, 3.5, 10, 7], ["Ann+Cleo"])
    assert repr(ended["totals"][5]) == "7"
    assert [each["name"] for each in ended["standings"]] == ["Ann+Cleo", "Ben+Dora"]
    for number in range(2, 17):
        is_possible = number in (4, 6, 8)
        assert is_refused(score, record("free-pad", number, [], teams=True)) is not is_possible


def test_the_deal_moves_one_seat_to_the_left_if_anybody_deals() -> None:
    rows: list[tuple[Json, list[Json], int | None]] = [
        ({}, [], 0), ({}, [pad(1, 2, 3, 4)] * 5, 1), ({"first_dealer": 3}, [pad(1, 2, 3, 4)], 0),
        ({"first_dealer": 2, "dealer": False}, [pad(1, 2, 3, 4)], None),
    ]  # fmt: skip
    for options, rounds, dealer in rows:
        due = score(four(*rounds, **options))["next"]
        assert (due["dealer"], due["label"]) == (dealer, f"Round {len(rounds) + 1}")


def test_an_evening_of_halves_comes_to_a_whole_number() -> None:
    halves = hearts(*(pad(0.5, 0, 0, 1, at=f"2025-03-01T20:0{minute}:00Z") for minute in (1, 2)))
    assert repr(story(halves)["sessions"][0]["points"]) == "[1, 0, 0, 2]"


@given(free_pad_records())
def test_totals_are_the_sums_of_the_cells_and_receipts_explain_them(data: Json) -> None:
    sheet = score(data)
    assert sheet["problems"] == []
    cells = [row["cells"] for row in sheet["rows"]]
    assert cells == [entry["points"] for entry in data["entries"]]
    columns = zip(*cells, strict=True) if cells else [()] * len(data["players"])
    assert sheet["totals"] == [sum(Fraction(cell or 0) for cell in column) for column in columns]
    for row in sheet["rows"]:
        for cell, lines in zip(row["cells"], row["why"], strict=True):
            assert sum(line["points"] for line in lines) == (cell or 0)
            assert [line["rule"] for line in lines] == ["free-pad.round"] * (cell is not None)
