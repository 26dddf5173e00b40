"""The B leg: equal opponents of a defeated team, two tables by their number, tricks put aside."""

from __future__ import annotations

import re

import pytest

from tests.games.card_triathlon.legs import (
    at_tables,
    b_leg,
    cells_of,
    cited,
    figures,
    four,
    is_explained,
    of_severity,
    sheet_of,
)
from tests.games.records import Json

THREE: Json = {"teams": [0, 1, 2, 0, 1, 2]}
MADE = figures("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35], 25)
DOWN = figures("4C", 0, [5, 2, 4, 2], [160, 80, 140, 60], 0)


@pytest.mark.parametrize(
    ("declarer", "points", "teams", "unscored"),
    [
        # 270 and twice 195: half of 465 each, and a 5 left over.
        (0, [135, 100, 95, 135, 95, 100], [195, 230, 230], 5),
        # 260 and twice 200: half of 460 each.
        (0, [130, 100, 100, 130, 100, 100], [200, 230, 230], 0),
        (3, [130, 100, 100, 130, 100, 100], [200, 230, 230], 0),
        # The others differ: they keep their order.
        (0, [130, 105, 95, 130, 105, 95], [190, 260, 210], 0),
        # Nothing is exchanged where the declaring team has the least, or all have as much.
        (0, [100, 115, 115, 100, 115, 115], [200, 230, 230], 0),
        (0, [110, 110, 110, 110, 110, 110], [220, 220, 220], 0),
    ],
)
def test_equal_opponents_of_a_defeated_team_have_half_each(
    declarer: int, points: list[int], teams: list[int], unscored: int
) -> None:
    entry = b_leg("6C", declarer, [3, 2, 2, 2, 2, 2], points, 0)
    sheet = sheet_of(6, entry, **THREE)
    assert of_severity("error", sheet) == []
    assert cells_of(sheet)[6:] == [*teams, unscored, 660]
    assert is_explained(sheet)
    for team in range(3):
        assert cited(sheet, 6 + team) == {"b.defeated"}


# Two tables ---------------------------------------------------------------------------------------


def tables_named(sentences: list[str]) -> set[str]:
    """The numbers of the tables, where every sentence says which."""
    found = [re.findall(r"Table (\d): ", sentence) for sentence in sentences]
    assert all(found)
    return {number for numbers in found for number in numbers}


@pytest.mark.parametrize("table", [0, 1])
@pytest.mark.parametrize(
    "change",
    [
        {"tricks": [6, 1, 5, 2]},
        {"points": [190, 75, 115, 35]},
        {"points": [191, 40, 150, 34]},
        {"unscored": 20},
        {"contract": None},
        {"auction": ["1C", "1C"]},
        {"aside": ["2C", "7D"]},
    ],
)
def test_with_eight_players_each_message_says_which_table(table: int, change: Json) -> None:
    tables = [MADE, MADE]
    tables[table] = MADE | change
    sheet = sheet_of(8, at_tables(*tables))
    messages = [problem["message"] for problem in sheet["problems"]]
    assert messages
    assert tables_named(messages) == {str(table + 1)}


def test_with_eight_players_each_receipt_says_which_table() -> None:
    sheet = sheet_of(8, at_tables(MADE, DOWN))
    why = sheet["rows"][0]["why"]
    for column, tables in ((0, {"1"}), (3, {"1"}), (8, {"1", "2"}), (10, {"1", "2"})):
        assert tables_named([line["text"] for line in why[column]]) == tables
    alone = four({"kind": "b-leg", **MADE})["rows"][0]["why"]
    assert not any("Table" in line["text"] for lines in alone for line in lines)


def test_eight_players_who_pass_out_change_nothing_that_is_due() -> None:
    for entry in ({"kind": "b-leg", "passed_out": True}, {"kind": "b-leg", "auction": ["P"] * 4}):
        before, after = sheet_of(8), sheet_of(8, entry)
        assert of_severity("error", after) == ["play"]
        assert after["next"] == before["next"]
    passes = at_tables({"auction": ["P"] * 4}, MADE)
    assert "b.auction" in of_severity("error", sheet_of(8, passes))
    assert sheet_of(4, {"kind": "b-leg", "passed_out": True})["next"]["dealer"] == 1


# Figures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "points", "unscored", "wrong"),
    [
        # 75 is not possible for one trick, whatever else is wrong.
        ([6, 1, 5, 1], [190, 75, 115, 35], 25, ["b.range"]),
        ([6, 1, 5, 2], [190, 75, 115, 35], 25, ["b.range", "b.tricks-total"]),
        ([6, 1, 5, 0], [190, 75, 150, 0], 25, ["b.range", "b.tricks-total"]),
        ([6, 1, 5, 1], [190, 75, 115, 35], 26, ["b.range", "values"]),
        ([6, 1, 5, 2], [190, 80, 110, 60], 0, ["b.tricks-total"]),
        ([6, 1, 5, 1], [190, 40, 150, 35], 26, ["values"]),
        ([14, 1, 5, 1], [190, 40, 150, 35], 25, ["b.tricks-total"]),
        ([10**30, 1, 5, 1], [190, 40, 150, 35], 25, ["b.tricks-total"]),
    ],
)
def test_points_are_judged_beside_other_errors(
    tricks: list[int], points: list[int], unscored: int, wrong: list[str]
) -> None:
    assert of_severity("error", four(b_leg("4C", 0, tricks, points, unscored))) == wrong


def test_without_a_contract_any_tricks_may_have_been_put_aside() -> None:
    without = {"kind": "b-leg", "tricks": [6, 1, 5, 1], "points": [190, 40, 205, 0]}
    assert of_severity("error", four(without)) == ["play"]
    assert of_severity("error", four(without | {"points": [190, 75, 150, 0]})) == [
        "b.range",
        "play",
    ]


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ([190, 40, 150, 35], ["5 to 6 of 6 tricks", "1 trick", "4 to 5 of 5 tricks", "1 trick"]),
        ([120, 25, 240, 30], ["5 to 6 of 6 tricks", "1 trick", "5 tricks", "1 trick"]),
    ],
)
def test_a_receipt_does_not_count_tricks_put_aside(points: list[int], text: list[str]) -> None:
    sheet = four(b_leg("4C", 0, [6, 1, 5, 1], points, 25))
    shown = [lines[0]["text"] for lines in sheet["rows"][0]["why"][:4]]
    assert [line.partition(",")[0] for line in shown] == text
