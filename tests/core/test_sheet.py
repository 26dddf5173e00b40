"""The sheet and answers: their public JSON shapes, and properties that hold for every game."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.core.options import choices
from referee.core.registry import GAMES
from referee.core.rulings import ask
from referee.core.sheet import (
    Cell,
    Tally,
    as_csv,
    compare,
    read_record,
    score,
    sheet_as_csv,
    tally_of,
    whatif,
)
from referee.core.validation import NotARecord
from tests.games.records import (
    REVOKED,
    Json,
    broken,
    deal,
    figures,
    is_refused,
    played,
    record,
    records,
    shown,
    thirty_one,
    tribello,
)
from tests.games.test_cases import CASES, record_of

EVEN = deal(6, 4, 3)
SHORT = deal(6, 4, 2)
ALL = {name: GAMES[name].rulebook for name in GAMES}
KNOWN = {law.id for book in ALL.values() for law in book.laws}


def points(sheet: Json) -> list[list[Any]]:
    return [row["cells"] for row in sheet["rows"]]


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


# Errors and warnings ------------------------------------------------------------------------------


def test_entries_after_the_end_take_no_place() -> None:
    for after in (1, 2, 3):
        sheet = score(tribello(*[EVEN] * 12, *[EVEN] * after))
        assert [row["label"] for row in sheet["rows"][12:]] == ["Extra deal"] * after, after
        assert [broken(sheet, 12 + number) for number in range(after)] == [
            ["tribello.rounds"]
        ] * after
        assert list(sheet["next"]) == ["kind", "label", "dealer", "text", "entry"]
        assert (sheet["next"]["kind"], sheet["next"]["entry"]) == ("correct", 12)
        assert (sheet["finished"], sheet["winners"]) == (False, [])
        assert sheet["totals"] == score(tribello(*[EVEN] * 12))["totals"]


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


# Properties of every record -----------------------------------------------------------------------


@given(records())
def test_a_valid_record_has_no_problem_and_receipts_that_add_up_to_their_cells(data: Json) -> None:
    sheet = score(data)
    for row in sheet["rows"]:
        for cell, why in zip(row["cells"], row["why"], strict=True):
            assert sum(line["points"] for line in why) == (cell or 0)
            # A life that somebody loses is explained without the value of a hand.
            assert why if cell is not None else not any(line["points"] for line in why)
            assert {line["rule"] for line in why} <= KNOWN
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


@given(records(), st.data())
def test_a_tally_that_went_back_and_on_is_a_fresh_one(data: Json, more: st.DataObject) -> None:
    record = read_record(data)
    fresh = tally_of(record)
    tally = Tally.start(fresh.game, *fresh.setups)
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


@pytest.mark.parametrize("case", CASES)
def test_a_row_under_other_names_is_the_row_of_a_match_between_others(case: str) -> None:
    made = record_of(case)
    old, new = made["players"], [f"Q{seat}" for seat in range(len(made["players"]))]
    rows, others = (tally_of(read_record(made | {"players": names})).rows for names in (old, new))
    assert [row.with_names(old, new) for row in rows] == list(others)
    assert rows[0].with_names(old, old) is rows[0]


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


# CSV ----------------------------------------------------------------------------------------------


def lines_of(record: Json) -> list[list[str]]:
    return lines_in(sheet_as_csv(tally_of(read_record(record)).sheet()))


def lines_in(text: str) -> list[list[str]]:
    assert text.endswith("\r\n")
    return [*csv.reader(io.StringIO(text, newline=""))]


def test_heads_first_then_a_line_an_entry_then_the_totals() -> None:
    lines = lines_of(tribello(deal(8, 4, 1), deal(8, 4, 2)))
    assert lines[0] == ["label", "Ann", "Ben", "Cleo", "problems"]
    assert lines[1] == ["Round 1, deal 1", "2", "0", "-2", ""]
    assert lines[2][:4] == ["Round 1, deal 2", "", "", ""]
    assert lines[3] == ["Total", "2", "0", "-2", ""]
    assert lines[2][4].startswith("error: ")
    assert lines[2][4].endswith("[tribello.tricks-total]")


def test_a_half_is_written_as_one() -> None:
    assert lines_of(thirty_one(2, figures(21, 30.5)))[1][1:3] == ["21", "30.5"]


@pytest.mark.parametrize("case", CASES)
def test_the_figures_are_those_of_the_sheet(case: str) -> None:
    record = record_of(case)
    sheet = tally_of(read_record(record)).sheet()
    first, *rows, last = lines_of(record)
    assert first[1:-1] == [each.name for each in sheet.columns]
    assert [row[0] for row in rows] == [row.heading.label for row in sheet.rows]
    assert [row[1:-1] for row in rows] == [as_texts(row.cells) for row in sheet.rows]
    assert last[1:-1] == as_texts(sheet.totals)
    for line, row in zip(rows, sheet.rows, strict=True):
        assert all(problem.rule in line[-1] for problem in row.problems)
        assert bool(line[-1]) == bool(row.problems)


def as_texts(cells: Any) -> list[str]:
    return ["" if cell is None else str(cell) for cell in cells]


def test_a_text_that_would_be_a_formula_gets_an_apostrophe_and_no_other() -> None:
    formulas = ["=1+1", "+1", "-1", "@Ann", "\t1", "\r1", "\n1", "  =1", "\xa0+1", "＝1", " ＠x"]
    others = ["Ann", "Ann+Cleo", "1-1", " Ann", "'Ann", "−1", "", "x=1", "Zoë ♠", "(=1)", "x;y=1"]
    written = {text: f"'{text}" for text in formulas} | {text: text for text in others}
    # Some programs read a semicolon, tab or line break as the end of a field.
    written |= {"x;=1+1": "x;'=1+1", "x; -1;y": "x;' -1;y", "=1;@2": "'=1;'@2"}
    written |= {"x\n=1": "x\n'=1", "x\r\n +1\ny": "x\r'\n' +1\ny", "\t@1": "'\t'@1"}
    for text, field in written.items():
        assert lines_in(as_csv([[text, -30.5]])) == [[field, "-30.5"]], text


def test_where_the_decimal_sign_is_a_comma_fields_end_with_semicolons() -> None:
    lines: list[list[Cell]] = [["Ann;Ben", "x,=1", "x;=1", "-1", 30.5, -2, None]]
    written = '"Ann;Ben";x,\'=1;"x;=1";\'-1;30,5;-2;\r\n'
    assert as_csv(lines, decimal_sign=",") == written
    assert as_csv([[0.5]], decimal_sign="·") == "0·5\r\n"
    assert as_csv([[0.5, 1]], decimal_sign="·") == "0·5;1\r\n"


def test_names_in_the_heads_are_no_formulas_either() -> None:
    names = ["=cmd|' /C calc'!A0", 'Ben "the ace", 2nd', "Zoë;♠"]
    assert lines_of(tribello() | {"players": names})[0][1:4] == [f"'{names[0]}", *names[1:]]


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2), min_size=1))
def test_whatever_the_texts_are_the_fields_are_the_same(lines: list[list[str]]) -> None:
    read = lines_in(as_csv(lines))
    assert [[*map(len, line)] for line in read] != [] == [line for line in read if not line]
    for line, found in zip(lines, read, strict=True):
        for text, field in zip(line, found, strict=True):
            assert field.replace("'", "") == text.replace("'", "")
            assert not field.startswith(("\t", "\r"))
            for part in re.split("[;\t\r\n]", field):
                assert not part.lstrip(" ").startswith(("=", "+", "-", "@"))


# What if ------------------------------------------------------------------------------------------


FILES = sorted((Path(__file__).parent.parent / "cases").glob("*[!t].json"))
RECORDS = {file.stem: json.loads(file.read_text()) for file in FILES if ".sheet" not in file.name}
ROUNDS = record("thirty-one", 3, [figures(30.5, 31, 20), figures(17, 17, 20)])
FIRE = record("thirty-one", 2, [shown("AH AS AD", "7H 8S KD")], fire=True)


def others(game: str) -> st.SearchStrategy[Json]:
    """Strategy for some options of a game, each with a value that is valid on its own."""
    values = {
        choice.name: st.sampled_from([value for value, _ in choice.values])
        for choice in choices(GAMES[game].spec.options, ("Ann", "Ben"))
        if choice.values
    }
    return st.fixed_dictionaries({}, optional=values)


def possible(data: Json, options: Json) -> Json | None:
    """The record under these options; None if it isn't valid under them."""
    changed = data | {"options": data["options"] | options}
    try:
        score(changed)
    except NotARecord:
        return None
    return changed


def test_it_tells_the_totals_and_the_rows_that_differ() -> None:
    found = referee.whatif(ROUNDS, {"tied_lowest": "none"})
    assert found["totals"] == {"before": [2, 2, 2], "after": [3, 3, 2]}
    assert found["rows"] == []  # the hands are worth the same either way
    found = whatif(FIRE, {"fire": False})
    assert [row["entry"] for row in found["rows"]] == [0]
    assert found["rows"][0]["label"] == score(FIRE)["rows"][0]["label"]
    assert (found["rows"][0]["before"][0], found["rows"][0]["after"][0]) == (33, 30.5)


def test_it_tells_what_would_be_wrong_and_what_would_be_no_more() -> None:
    found = whatif(ROUNDS, {"valuation": "suit"})
    assert [(p["entry"], p["rule"]) for p in found["problems"]["new"]] == [(0, "thirty-one.values")]
    assert found["rows"][0]["after"] == [None, None, None]
    back = whatif(ROUNDS | {"options": {"valuation": "suit"}}, {"valuation": "suit-and-triples"})
    assert back["problems"] == {"new": [], "gone": found["problems"]["new"]}


@given(st.data())
def test_it_is_what_the_record_comes_to_under_these_options(given: st.DataObject) -> None:
    data = given.draw(st.sampled_from(list(RECORDS.values())) | records())
    options = given.draw(others(data["game"]))
    changed = possible(data, options)
    if changed is None:
        assert is_refused(whatif, data, options)
        return
    found, before, after = whatif(data, options), score(data), score(changed)
    assert found["totals"] == {"before": before["totals"], "after": after["totals"]}
    rows = zip(before["rows"], after["rows"], strict=True)
    assert {row["entry"]: (row["before"], row["after"]) for row in found["rows"]} == {
        old["entry"]: (old["cells"], new["cells"])
        for old, new in rows
        if old["cells"] != new["cells"]
    }
    gone, new = found["problems"]["gone"], found["problems"]["new"]
    assert [each for each in before["problems"] if each not in gone] == [
        each for each in after["problems"] if each not in new
    ]


def test_an_option_that_is_null_has_its_default() -> None:
    changed = ROUNDS | {"options": {"tied_lowest": "none"}}
    assert whatif(changed, {"tied_lowest": None})["totals"]["after"] == [2, 2, 2]


def test_other_options_replace_those_that_changed_midway() -> None:
    changed = ROUNDS | {"option_changes": [{"from": 1, "options": {"tied_lowest": "none"}}]}
    assert score(changed)["totals"] != score(ROUNDS)["totals"]
    assert whatif(changed, {"tied_lowest": "all"})["totals"]["after"] == score(ROUNDS)["totals"]
    assert whatif(changed, {"fire": False})["totals"]["after"] == score(changed)["totals"]


def test_what_are_no_options_of_the_game_is_refused_with_its_place() -> None:
    rows: list[tuple[Any, str]] = [
        ({"passing": 3}, "options.passing"), ({"jokers": True}, "options.jokers"),
        ({"first_dealer": 3}, "options.first_dealer"),
        ({"tied_lowest": "some"}, "options.tied_lowest"),
        ([], "options"), (None, "options"), ({"fire": float("nan")}, "JSON"),
    ]  # fmt: skip
    for options, place in rows:
        with pytest.raises(NotARecord, match=place):
            whatif(ROUNDS, options)


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(NotARecord, match="format"):
        whatif({"game": "tribello"}, {})
    with pytest.raises(NotARecord):
        compare([], {})  # type: ignore[arg-type]  # as a file may contain


def test_other_teams_stand_in_columns_of_their_own() -> None:
    data = record("card-triathlon", 6, [], format="sprint")
    compared = compare(data, {"teams": [0, 1, 2, 0, 1, 2]})
    columns = {name: (was, will) for name, was, will in compared.totals}
    assert columns["Ann"] == (0, 0)
    assert columns["Ann+Dora"] == (None, 0)
    assert columns["Ann+Cleo+Emil"] == (0, None)


def test_what_differs_is_said_in_the_words_of_the_table() -> None:
    [(choice, was, will)] = compare(ROUNDS, {"tied_lowest": "none"}).options
    assert (choice.rule, was, will) == (
        "thirty-one.tied", "each of them", "nobody",
    )  # fmt: skip
    assert compare(tribello(), {"first_dealer": 2}).options[0][1:] == ("Ann", "Cleo")
