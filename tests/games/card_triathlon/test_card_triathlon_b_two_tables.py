"""Tests of B legs with eight players, at two numbered tables."""

from __future__ import annotations

import re
from itertools import product

from tests.games.card_triathlon.legs import (
    DOWN,
    MADE,
    at_tables,
    cells_of,
    found,
    four,
    of_severity,
    sheet_of,
)
from tests.games.card_triathlon.two_tables import four as played_by_four
from tests.games.records import Json


def test_one_table_may_be_told_by_cards_and_the_other_by_figures() -> None:
    one, other = played_by_four(1), played_by_four(2)
    tables = product((one.part, one.by_figures), (other.part, other.by_figures))
    sheets = [sheet_of(8, at_tables(*both)) for both in tables]
    assert [sheet["problems"] for sheet in sheets] == [[]] * 4
    assert [cells_of(sheet) for sheet in sheets] == [cells_of(sheets[0])] * 4
    assert cells_of(sheets[0])[-1] == 880


def test_only_eight_sit_at_two_tables() -> None:
    for seats in (4, 6):
        assert "play" in of_severity("error", sheet_of(seats, at_tables(MADE, DOWN))), seats
        assert found(sheet_of(8, at_tables(MADE, DOWN))) == []
        alone = {"kind": "b-leg", "contract": MADE["contract"]}
        assert "play" in of_severity("error", sheet_of(8, alone))


def tables_named(sentences: list[str]) -> set[str]:
    found = [re.findall(r"Table (\d): ", sentence) for sentence in sentences]
    assert all(found)
    return {number for numbers in found for number in numbers}


def test_with_eight_players_each_message_says_which_table() -> None:
    rows: list[Json] = [
        {"tricks": [6, 1, 5, 2]}, {"points": [190, 75, 115, 35]}, {"points": [191, 40, 150, 34]},
        {"unscored": 20}, {"contract": None}, {"auction": ["1C", "1C"]}, {"aside": ["2C", "7D"]},
    ]  # fmt: skip
    for table, change in product((0, 1), rows):
        tables = [MADE, MADE]
        tables[table] = MADE | change
        sheet = sheet_of(8, at_tables(*tables))
        messages = [problem["message"] for problem in sheet["problems"]]
        assert messages, (table, change)
        assert tables_named(messages) == {str(table + 1)}


def test_with_eight_players_each_receipt_says_which_table() -> None:
    sheet = sheet_of(8, at_tables(MADE, DOWN))
    why = sheet["rows"][0]["why"]
    for column, tables in ((0, {"1"}), (3, {"1"}), (8, {"1", "2"}), (10, {"1", "2"})):
        assert tables_named([line["text"] for line in why[column]]) == tables
    alone = four({"kind": "b-leg", **MADE})["rows"][0]["why"]
    assert not any("Table" in line["text"] for lines in alone for line in lines)


def test_of_eight_players_no_table_passes_the_leg_out() -> None:
    for entry in ({"kind": "b-leg", "passed_out": True}, {"kind": "b-leg", "auction": ["P"] * 4}):
        before, after = sheet_of(8), sheet_of(8, entry)
        assert of_severity("error", after) == ["play"]
        assert after["next"] == before["next"]
    passes = at_tables({"auction": ["P"] * 4}, MADE)
    assert "b.auction" in of_severity("error", sheet_of(8, passes))


def test_the_tables_of_eight_deal_for_themselves() -> None:
    for first in range(8):
        for declarer in range(4):
            called = MADE | {"auction": ["4C", "P", "P", "P"]}
            called["contract"] = {"level": 4, "strain": "C", "declarer": declarer}
            sheet = sheet_of(8, at_tables(MADE, called), first_dealer=first)
            assert ("b.declarer" in found(sheet)) == (declarer != first % 4)
