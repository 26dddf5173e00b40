"""The sheet and the answer: their public shapes, and what is true of every game."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.core.registry import GAMES
from referee.core.rulings import ask
from referee.core.sheet import Tally, read_record, score, tally_of
from tests.games.records import (
    REVOKED,
    Json,
    broken,
    deal,
    figures,
    is_refused,
    played,
    records,
    thirty_one,
    tribello,
)
from tests.games.tribello.expected import tribello_records

EVEN = deal(6, 4, 3)
SHORT = deal(6, 4, 2)
ALL = {name: GAMES[name].rulebook for name in GAMES}
KNOWN = {law.id for book in ALL.values() for law in book.laws}


def points(sheet: Json) -> list[list[Any]]:
    return [row["cells"] for row in sheet["rows"]]


# The shape ----------------------------------------------------------------------------------------


def test_the_sheet_has_the_public_shape() -> None:
    sheet = score(tribello(EVEN, SHORT, REVOKED))
    assert list(sheet) == [
        "game", "columns", "rows", "totals", "standings", "finished", "winners", "next", "problems",
    ]  # fmt: skip
    assert sheet["game"] == "tribello"
    assert sheet["columns"] == ["Ann", "Ben", "Cleo"]
    assert [list(row) for row in sheet["rows"]] == [
        ["entry", "label", "cells", "why", "problems"]
    ] * 3
    assert [row["entry"] for row in sheet["rows"]] == [0, 1, 2]
    assert [row["label"] for row in sheet["rows"]] == [
        "Round 1, deal 1", "Round 1, deal 2", "Round 1, deal 3",
    ]  # fmt: skip
    assert {tuple(line) for row in sheet["rows"] for why in row["why"] for line in why} == {
        ("rule", "points", "text")
    }
    assert {tuple(standing) for standing in sheet["standings"]} == {("name", "score", "rank")}
    assert [tuple(problem) for problem in sheet["problems"]] == [
        ("entry", "rule", "severity", "message")
    ] * 2
    assert [(p["entry"], p["rule"], p["severity"]) for p in sheet["problems"]] == [
        (1, "tribello.tricks-total", "error"),
        (2, "tribello.follow", "warning"),
    ]
    assert [row["problems"] for row in sheet["rows"]] == [
        [], sheet["problems"][:1], sheet["problems"][1:],
    ]  # fmt: skip
    assert points(sheet) == [[0, 0, 0], [None] * 3, [-4, -3, 7]]
    assert [row["why"] for row in sheet["rows"]][1] == [[], [], []]
    assert list(sheet["next"]) == ["kind", "label", "dealer", "text"]
    assert (sheet["finished"], sheet["winners"]) == (False, [])


def test_the_sheet_of_the_contract_is_what_the_record_of_the_contract_comes_to() -> None:
    sheet = score(tribello(EVEN, first_dealer=0))
    (row,) = sheet["rows"]
    why = row.pop("why")
    assert row == {"entry": 0, "label": "Round 1, deal 1", "cells": [0, 0, 0], "problems": []}
    assert [[line["rule"] for line in lines] for lines in why] == [
        ["tribello.score", "tribello.quota"]
    ] * 3
    assert why[0][0] == {"rule": "tribello.score", "points": 0, "text": "6 tricks, quota 6"}
    assert sheet["totals"] == [0, 0, 0]
    assert sheet["standings"] == [
        {"name": name, "score": 0, "rank": 1} for name in ("Ann", "Ben", "Cleo")
    ]
    text = sheet["next"].pop("text")
    assert sheet["next"] == {"kind": "deal", "label": "Round 1, deal 2", "dealer": 1}
    assert "Ben" in text


def test_a_record_without_entries_has_a_sheet() -> None:
    sheet = score(tribello())
    assert (sheet["rows"], sheet["totals"], sheet["problems"]) == ([], [0, 0, 0], [])
    assert (sheet["next"]["label"], sheet["next"]["dealer"]) == ("Round 1, deal 1", 0)


def test_equal_scores_share_a_rank_and_the_next_rank_skips() -> None:
    table = {
        (6, 4, 3): [("Ann", 0, 1), ("Ben", 0, 1), ("Cleo", 0, 1)],
        (7, 5, 1): [("Ann", 1, 1), ("Ben", 1, 1), ("Cleo", -2, 3)],
        (4, 5, 4): [("Ben", 1, 1), ("Cleo", 1, 1), ("Ann", -2, 3)],
        (8, 3, 2): [("Ann", 2, 1), ("Ben", -1, 2), ("Cleo", -1, 2)],
        (0, 9, 4): [("Ben", 5, 1), ("Cleo", 1, 2), ("Ann", -6, 3)],
    }
    for tricks, standings in table.items():
        sheet = score(tribello(deal(*tricks)))
        assert [(s["name"], s["score"], s["rank"]) for s in sheet["standings"]] == standings


# Errors and warnings ------------------------------------------------------------------------------


def test_before_the_last_deal_the_next_deal_is_due_in_spite_of_an_error() -> None:
    sheet = score(tribello(SHORT, *[EVEN] * 10))
    assert (sheet["next"]["kind"], sheet["next"]["label"]) == ("deal", "Round 4, deal 12")


def test_a_game_whose_entries_are_all_right_is_finished() -> None:
    sheet = score(tribello(*[EVEN] * 12))
    assert (sheet["finished"], sheet["next"]) == (True, None)
    assert sheet["winners"] == [s["name"] for s in sheet["standings"] if s["rank"] == 1]


def test_entries_after_the_end_take_no_place() -> None:
    for after in (1, 2, 3):
        sheet = score(tribello(*[EVEN] * 12, *[EVEN] * after))
        assert [row["label"] for row in sheet["rows"][12:]] == ["After the end"] * after, after
        assert [broken(sheet, 12 + number) for number in range(after)] == [
            ["tribello.rounds"]
        ] * after
        assert list(sheet["next"]) == ["kind", "label", "dealer", "text", "entry"]
        assert (sheet["next"]["kind"], sheet["next"]["entry"]) == ("correct", 12)
        assert (sheet["finished"], sheet["winners"]) == (False, [])
        assert sheet["totals"] == score(tribello(*[EVEN] * 12))["totals"]


def test_a_round_after_the_end_of_thirty_one_takes_no_place_either() -> None:
    ended = [figures(31, 10), figures(21, 20)]
    sheet = score(thirty_one(2, *ended, figures(21, 20), lives=0))
    assert [row["label"] for row in sheet["rows"]] == ["Round 1", "After the end", "After the end"]
    assert [broken(sheet, row) for row in range(3)] == [
        [], ["thirty-one.end", "thirty-one.swimming"], ["thirty-one.end", "thirty-one.swimming"],
    ]  # fmt: skip
    assert (sheet["totals"], sheet["next"]["entry"]) == ([0, -1], 1)


def test_warnings_are_accepted_and_nothing_else_is() -> None:
    rows: list[tuple[Json, list[str], list[bool | None]]] = [
        (REVOKED, [], [None]),
        (REVOKED, ["tribello.follow"], [True]),
        (REVOKED, ["tribello.tricks-total", "no.such"], [None]),
        (REVOKED, ["tribello.follow", "tribello.follow", "x"], [True]),
        (SHORT, ["tribello.tricks-total"], [None]),
        (REVOKED | {"tricks": [12, 1, 0]}, ["tribello.play", "tribello.follow"], [None, True]),
        (EVEN, ["tribello.follow"], []),
    ]
    for entry, accepted, marked in rows:
        plain, sheet = score(tribello(entry)), score(tribello(entry | {"accepted": accepted}))
        assert [problem.get("accepted") for problem in sheet["problems"]] == marked, entry
        assert sheet["rows"][0]["problems"] == sheet["problems"]
        for problem in sheet["problems"]:
            assert list(problem)[:4] == ["entry", "rule", "severity", "message"]
        assert points(plain) == points(sheet)


def test_an_entry_lists_every_broken_rule_once() -> None:
    doubled = [["AS", "AS", "JK"], ["KS", "KS", "?"], ["2S"]]
    entry = played(doubled, tricks=[6, 4, 2], pickup=[14, 0, 0], trump="S")
    assert broken(score(tribello(*[EVEN] * 6, entry))) == [
        "tribello.pack", "tribello.pickup", "tribello.play", "tribello.tricks-total",
        "tribello.trump",
    ]  # fmt: skip


# Questions ----------------------------------------------------------------------------------------

TRICK = {"game": "tribello", "question": "trick", "cards": ["QH", "AH"], "hand": ["2H", "AS"]}
HAND = {"game": "thirty-one", "question": "hand", "cards": ["AH", "KH", "7S"]}


def test_this_is_no_question() -> None:
    rows: list[Json] = [
        {"game": "whist"}, {"game": None},
        {"question": "quiz"}, {"question": "hand"}, {"question": None}, {"question": ["trick"]},
        {"cards": "QH AH"}, {"cards": [1]}, {"cards": ["\ud800"]}, {"cards": ["QH", "XX"]},
        {"cards": ["QH", "JK"]}, {"cards": ["QH", "QH"]}, {"cards": ["QH", "AH", "2S", "3S"]},
        {"hand": ["QH"]}, {"hand": ["2H", "2H"]},
        {"leader": 3}, {"leader": -1}, {"leader": True},
        {"trump": "X"}, {"turned": "QC"}, {"extra": 1},
        {"options": {"fire": True}}, {"options": {"first_dealer": 3}},
        {"players": 2}, {"players": 4}, {"players": True}, {"players": "3"}, {"players": []},
    ]  # fmt: skip
    for change in rows:
        assert ask(TRICK)["answer"]["winner"] == 1, change
        assert is_refused(ask, TRICK | change)


def test_what_is_no_object_is_no_question() -> None:
    rows: list[Any] = [None, [], "trick", 3, {}]
    for value in rows:
        assert is_refused(ask, value)


def test_an_answer_has_the_public_shape_and_cites_rules() -> None:
    rows: list[Json] = [TRICK, HAND]
    for question in rows:
        answer = ask(question)
        assert list(answer) == ["answer", "rulings"], question
        assert answer["rulings"]
        for ruling in answer["rulings"]:
            assert list(ruling) == ["rule", "verdict", "text"]
            assert ruling["rule"] in KNOWN
            assert ruling["verdict"] in ("legal", "illegal", "info", "silent")
        assert json.loads(json.dumps(answer)) == answer


def test_an_answer_speaks_of_the_players_where_they_are_known() -> None:
    seats, names = ask(TRICK), ask(TRICK, ["Ann", "Ben", "Cleo"])
    assert "Ben" in names["rulings"][0]["text"]
    assert "Ben" not in seats["rulings"][0]["text"]
    assert names["answer"] == seats["answer"]


# What is true of every record ---------------------------------------------------------------------


@given(records())
def test_receipts_add_up_to_their_cells(data: Json) -> None:
    for row in score(data)["rows"]:
        for cell, why in zip(row["cells"], row["why"], strict=True):
            assert sum(line["points"] for line in why) == (cell or 0)
            assert bool(why) == (cell is not None)
            assert {line["rule"] for line in why} <= KNOWN


@given(records())
def test_a_valid_record_has_no_problem_and_a_sheet_that_is_json(data: Json) -> None:
    sheet = score(data)
    assert sheet["problems"] == []
    assert json.loads(json.dumps(sheet, allow_nan=False)) == sheet
    assert sheet["finished"] == (sheet["next"] is None) == bool(sheet["winners"])


@given(records(least=1), st.data())
def test_a_prefix_of_a_valid_record_is_valid_and_its_rows_are_the_same(
    data: Json, more: st.DataObject
) -> None:
    number = more.draw(st.integers(0, len(data["entries"])))
    sheet = score(data | {"entries": data["entries"][:number]})
    assert sheet["problems"] == []
    assert sheet["rows"] == score(data)["rows"][:number]


@given(tribello_records(0))
def test_the_scores_of_tribello_add_up_to_nothing(data: Json) -> None:
    sheet = score(data)
    assert [sum(row["cells"]) for row in sheet["rows"]] == [0] * len(sheet["rows"])
    assert sum(sheet["totals"]) == 0
    assert sheet["totals"] == [sum(column) for column in zip([0] * 3, *points(sheet), strict=True)]


@given(records(), st.data())
def test_a_tally_that_went_back_and_on_is_a_fresh_one(data: Json, more: st.DataObject) -> None:
    record = read_record(data)
    fresh = tally_of(record)
    tally = Tally.start(fresh.game, fresh.seating)
    for entry in record.entries:
        tally = tally.with_entries([entry])
    whole = tally
    for _ in range(more.draw(st.integers(1, 3))):
        back = more.draw(st.integers(0, len(record.entries)))
        tally = tally.first(back)
        part = tally_of(record.model_copy(update={"entries": record.entries[:back]}))
        assert tally.sheet() == part.sheet()
        assert tally.state() == fresh.state(back)
        for entry in record.entries[back:]:
            row = tally.judge(entry)
            tally = tally.with_entries([entry])
            assert tally.rows[-1] == row
    assert tally.sheet() == whole.sheet() == fresh.sheet()


def test_a_tally_that_goes_back_forgets_the_errors_that_came_later() -> None:
    record = read_record(tribello(SHORT, SHORT, *[EVEN] * 10))
    tally = tally_of(record)
    right = read_record(tribello(EVEN)).entries[0]
    for back, corrected in ((1, 0), (0, None)):
        tally = tally.first(back)
        for _ in range(12 - back):
            tally = tally.with_entries([right])
        due = tally.outcome().due
        assert (due and due.entry) == corrected
    assert tally.sheet().finished
