"""Tests of points outside a deal, in every game: bounds, totals, and all that stays as it was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from referee import ask, score, story
from referee.core.sheet import whatif
from tests.games.records import Json, deal, figures, is_refused, record, triathlon
from tests.games.test_cases import CASES, record_of

SEATS = {
    "tribello": 3, "triathlon": 3, "la-krap": 4, "card-triathlon": 4, "thirty-one": 4,
    "free-pad": 4,
}  # fmt: skip
PARTS = ("label", "cells", "why")
START = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)


def adjusted(*points: Any, **fields: Any) -> Json:
    return {"kind": "adjustment", "points": list(points), **fields}


def pad(*rounds: Json, seats: int = 2, **options: Any) -> Json:
    return score(record("free-pad", seats, rounds, **options))


def pad_round(*points: float | None) -> Json:
    return {"kind": "round", "points": list(points)}


def rules(sheet: Json, row: int = 0) -> list[str]:
    return [problem["rule"] for problem in sheet["rows"][row]["problems"]]


@pytest.mark.parametrize("game", SEATS)
def test_an_adjustment_is_a_row_of_its_own_with_its_own_receipt(game: str) -> None:
    given = [-5, 0, None, 2][: SEATS[game]]
    start, sheet = (score(record(game, SEATS[game], e)) for e in ([], [adjusted(*given)]))
    (row,) = sheet["rows"]
    assert (row["label"], row["problems"]) == ("Adjustment", [])
    assert row["cells"][: SEATS[game]] == given
    for cell, why in zip(row["cells"], row["why"], strict=True):
        assert (cell is None) == (not why)
        assert sum(line["points"] for line in why) == (cell or 0)
        assert {line["rule"] for line in why} <= {f"{game}.table"}
    assert sheet["next"] == start["next"] or game == "thirty-one"  # Ann is out there
    teams = {"card-triathlon": [-5, 2, None, None]}.get(game, [])
    assert row["cells"][SEATS[game] :] == teams


@pytest.mark.parametrize(
    ("game", "points", "is_wrong"),
    [
        *((game, [least, None, None, None], False) for game, least in
          [(game, 5 if game == "thirty-one" else 9_999) for game in SEATS]),
        *((game, [most, None, None, None], True) for game, most in
          [(game, 6 if game == "thirty-one" else 10_000) for game in SEATS]),
        *((game, [None, least, 1, None], False) for game, least in
          [(game, -5 if game == "thirty-one" else -9_999) for game in SEATS]),
        *((game, [None, most, 1, None], True) for game, most in
          [(game, -6 if game == "thirty-one" else -10_000) for game in SEATS]),
        *((game, [0, None, 0, None], True) for game in SEATS),
        *((game, [None] * 4, True) for game in SEATS),
        *((game, None, True) for game in SEATS),
        ("free-pad", [0.5, None, None, None], False), ("free-pad", [0.25, 1, None, None], True),
        ("free-pad", [5.0, -9_999, 0, 9_998.5], False), ("free-pad", [9_999.5, 0, 0, 0], True),
    ],
)  # fmt: skip
def test_figures_are_within_the_bounds(game: str, points: Any, is_wrong: bool) -> None:
    entry = {"kind": "adjustment", "points": points and points[: SEATS[game]]}
    sheet = score(record(game, SEATS[game], [entry]))
    assert rules(sheet) == [f"{game}.table"] * is_wrong
    assert (sheet["totals"] == score(record(game, SEATS[game], []))["totals"]) == is_wrong


@pytest.mark.parametrize("game", SEATS)
def test_other_figures_are_no_record(game: str) -> None:
    wrong: list[Any] = [0.5, "5", True, 10**9 + 1]
    for points in wrong:
        given = [points, *[1] * (SEATS[game] - 1)]
        is_half = points == 0.5 and game == "free-pad"
        assert is_refused(score, record(game, SEATS[game], [adjusted(*given)])) != is_half, points
    assert is_refused(score, record(game, SEATS[game], [adjusted(1)]))
    assert is_refused(score, record(game, SEATS[game], [adjusted(*[1] * SEATS[game], tricks=[1])]))


@pytest.mark.parametrize("name", [name for name in CASES if not name.endswith("slips")])
def test_nothing_but_totals_changes_wherever_an_adjustment_stands(name: str) -> None:
    plain = record_of(name)
    before, seats = score(plain), len(plain["players"])
    ends_in_thirty_one = before["finished"] and plain["game"] == "thirty-one"
    numbers = range(len(plain["entries"]) + 1 - ends_in_thirty_one)
    for number in (0, len(numbers) // 2, numbers[-1]):
        entries = [*plain["entries"]]
        entries.insert(number, adjusted(*[None] * seats))  # an error: it scores nothing
        changes = [
            {**each, "from": each["from"] + (each["from"] > number)}
            for each in plain.get("option_changes", [])
        ]
        empty = score(plain | {"entries": entries, "option_changes": changes})
        assert [row["cells"] for row in empty["rows"] if row["entry"] != number] == [
            row["cells"] for row in before["rows"]
        ]
        assert empty["totals"] == before["totals"]
        if plain["game"] == "thirty-one":  # another life would change who is out
            continue
        entries[number] = adjusted(1, *[None] * (seats - 1))
        after = score(plain | {"entries": entries, "option_changes": changes})
        for row, old in zip(
            after["rows"][:number] + after["rows"][number + 1 :], before["rows"], strict=True
        ):
            assert [row[name] for name in PARTS] == [old[name] for name in PARTS]
            assert len(row["problems"]) == len(old["problems"])
        gained = zip(before["totals"], after["totals"], strict=True)
        assert [new - old for old, new in gained][:seats] == [1, *[0] * (seats - 1)]
        assert (after["finished"], after["next"]) == (before["finished"], before["next"])


def test_a_mark_is_asked_for_after_an_adjustment_too() -> None:
    for points, is_over in ((9, False), (10, True)):
        assert pad(pad_round(90, 50), adjusted(points, None), mark=100)["finished"] == is_over
    reopened = pad(pad_round(100, 50), adjusted(-1, None), pad_round(0, 50), mark=100)
    assert (reopened["winners"], rules(reopened, 2)) == (["Ben"], [])
    rounds = pad(pad_round(9, 5), adjusted(None, 5), pad_round(1, 1), rounds=2)
    assert (rounds["finished"], rounds["winners"], rounds["next"]) == (True, ["Ben"], None)
    assert pad(pad_round(9, 5), adjusted(1, None), rounds=1)["winners"] == ["Ann"]
    assert pad(pad_round(20, 6), adjusted(1, None), sum=26)["problems"] == []
    wrong = pad(adjusted(0, 0), pad_round(9, 5), rounds=1)
    assert (wrong["next"]["kind"], wrong["next"]["entry"], wrong["winners"]) == ("correct", 0, [])
    assert wrong["rows"][1]["label"] == "Round 1"


def test_teams_get_the_sums_of_their_players() -> None:
    sheet = pad(adjusted(-5.5, None, 0.5, None), seats=4, teams=True)
    assert sheet["rows"][0]["cells"] == [-5.5, None, 0.5, None, -5, None]
    assert sheet["totals"] == [-5.5, 0, 0.5, 0, -5, 0]
    assert [line["points"] for line in sheet["rows"][0]["why"][4]] == [-5.5, 0.5]


def test_an_adjustment_may_follow_a_leg_that_was_cut_short() -> None:
    cut = {"kind": "b-leg", "tricks": [0] * 4, "points": [0] * 4, "partial": True}
    entries = [cut, adjusted(5, None, None, None), {"kind": "time"}]
    sheet = score(record("card-triathlon", 4, entries, format="clock"))
    assert sheet["finished"], sheet["problems"]
    assert sheet["winners"] == ["Ann+Cleo"]


@pytest.mark.parametrize(
    ("lives", "points", "totals", "ranks"),
    [
        (3, [2, None, None], [5, 3, 3], [1, 2, 2]),
        (3, [-3, None, None], [0, 3, 3], [3, 1, 1]),
        (3, [-4, None, None], [-1, 3, 3], [3, 1, 1]),
        (3, [-5, 0, 5], [-1, 3, 8], [3, 2, 1]),
        (0, [-1, -5, None], [-1, -1, 0], [2, 2, 1]),
        (0, [-1, -1, -1], [0, 0, 0], [1, 1, 1]),  # nobody would be left
    ],
)
def test_lives_are_given_and_taken(
    lives: int, points: list[Any], totals: list[int], ranks: list[int]
) -> None:
    sheet = score(record("thirty-one", 3, [adjusted(*points)], lives=lives))
    assert sheet["totals"] == totals
    by_name = {each["name"]: each["rank"] for each in sheet["standings"]}
    assert [by_name[name] for name in sheet["columns"]] == ranks
    assert rules(sheet) == ["thirty-one.table"] * (totals == [0, 0, 0])
    assert sheet["finished"] == (totals == [-1, -1, 0])


def test_who_goes_out_by_an_adjustment_ranks_between_two_rounds() -> None:
    lost = [figures(17, 20, 21, 24, 25), adjusted(None, -1, None, None, None)]
    lost += [adjusted(None, None, -1, None, None), figures(None, None, None, 17, 25)]
    sheet = score(record("thirty-one", 5, lost, lives=0))
    assert [each["name"] for each in sheet["standings"]] == ["Emil", "Dora", "Cleo", "Ben", "Ann"]
    assert [each["rank"] for each in sheet["standings"]] == [1, 2, 3, 4, 5]
    for more, rule in (
        (adjusted(*[None] * 4, 1), "end"),
        (adjusted(0, 1, *[None] * 3), "swimming"),
    ):
        late = score(record("thirty-one", 5, [*lost[: 4 if rule == "end" else 1], more], lives=0))
        assert rules(late, -1) == [f"thirty-one.{rule}"]
    out = score(record("thirty-one", 4, [adjusted(-4, None, None, None)]))
    assert out["next"]["dealer"] == 1  # who is out doesn't deal


def test_a_deal_question_may_be_about_an_adjustment() -> None:
    for game, seats in SEATS.items():
        question = {"game": game, "question": "deal", "entry": adjusted(*[1] * seats)}
        answered = ask(question)
        assert answered["answer"]["points"] == [1] * seats
        assert {each["rule"] for each in answered["rulings"]} == {f"{game}.table"}
    assert ask({**question, "game": "thirty-one", "entry": adjusted(1, 1)})["answer"]["points"]


def test_a_whatif_includes_adjustments() -> None:
    plain = record("thirty-one", 3, [figures(30, 30, 31), adjusted(1, None, None)])
    compared = whatif(plain, {"tied_lowest": "none"})
    assert compared["totals"] == {"before": [3, 2, 3], "after": [4, 3, 3]}
    assert [row["entry"] for row in compared["rows"]] == []


def test_the_story_counts_the_points_of_an_adjustment_but_no_time_and_no_record() -> None:
    def at(minutes: int) -> str:
        return (START + timedelta(minutes=minutes)).isoformat()

    deals = [deal(4, 5, 4, last_trick=0, at=at(20 * n)) for n in range(4)]
    plain = story(triathlon(*deals))
    told = story(triathlon(*deals[:2], adjusted(0, 900, None, at=at(22)), *deals[2:]))
    assert (told["pace"], told["aim"], told["certain"]) == (plain["pace"], None, None)
    (evening,), (before,) = told["sessions"], plain["sessions"]
    assert evening["entries"] == before["entries"] + 1
    assert evening["points"] == [
        before["points"][0],
        before["points"][1] + 900,
        before["points"][2],
    ]
    texts = [" ".join(each["text"] for each in one["facts"]) for one in (told, plain)]
    assert "900" not in texts[0].replace("9000", "")
    assert all(str(each["entry"]) != "2" for each in told["facts"])
    first = story(triathlon(adjusted(5, None, None, at=at(-10)), *deals))
    assert first["pace"] == plain["pace"]
    last = story(triathlon(*deals, adjusted(0, 900, None, at=at(80))))
    assert last["sessions"][0]["minutes"] == 80
