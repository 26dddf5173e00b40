"""Score sheets of spreadsheets and score apps: what becomes of each, and which are refused.

The shapes are those that the documentation and the issues of such programs describe.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.figures_csv import MOST_CELLS, MOST_LINES, FiguresSheet, is_json, read_sheet
from referee.core.language import find_language, languages
from referee.core.sheet import as_csv, read_record, score, sheet_as_csv, tally_of
from referee.core.story.spreadsheet import spreadsheet
from referee.core.story.story import read_story
from referee.core.validation import MOST_FAULTS, NotARecord
from tests.games.test_cases import CASES, record_of

AB = ["Ann", "Ben"]
ABC = ["Ann", "Ben", "Cleo"]
SHEETS: dict[str, tuple[str | bytes, list[str], list[list[Any]]]] = {
    "comma, as Google Sheets downloads it": (
        "Ann,Ben\r\n1,2\r\n-3,0.5\r\n", AB, [[1, 2], [-3, 0.5]]
    ),
    "cells pasted from a spreadsheet": ("\tAnn\tBen\nRound 1\t1\t2\n", AB, [[1, 2]]),
    "Excel, CSV UTF-8": (b"\xef\xbb\xbfJ\xc3\xb6rg;Ben\r\n1;2\r\n", ["Jörg", "Ben"], [[1, 2]]),
    "Excel, CSV on Windows": (
        "Jörg;Käthe\r\n1;2\r\n".encode("cp1252"), ["Jörg", "Käthe"], [[1, 2]]
    ),
    "Excel, Unicode text": (
        "Jörg\tKäthe\r\n1\t2\r\n".encode("utf-16"), ["Jörg", "Käthe"], [[1, 2]]
    ),
    "Excel’s line with the separator": ("sep=;\r\nAnn;Ben\r\n1,5;2\r\n", AB, [[1.5, 2]]),
    "LibreOffice, all texts in quotes": (
        '"Maier, Ann";"Ben"\n1;2\n', ["Maier, Ann", "Ben"], [[1, 2]]
    ),
    "decimal comma, shown with two places": (
        "Ann;Ben\n12,50;12,00\n+3;–3\n", AB, [[12.5, 12], [3, -3]]
    ),
    "a separator at the end of each line": ("Ann,Ben,\n1,2,\n3,4,\n", AB, [[1, 2], [3, 4]]),
    "no separators after the last figure": (
        "Ann,Ben,Cleo\n1\n1,2\n", ABC, [[1, None, None], [1, 2, None]]
    ),
    "lines of separators": (";;\nAnn;Ben;\n1;2;\n;;\n3;4;\n;;\n", AB, [[1, 2], [3, 4]]),
    "dashes for who was away": (
        "Ann,Ben,Cleo\n1,-,–\n—,−,2\n", ABC, [[1, None, None], [None, None, 2]]
    ),
    "rounds numbered without a heading": (",Ann,Ben\n1,10,8\n2,5,8\n", AB, [[10, 8], [5, 8]]),
    "rounds numbered in Finnish": ("Kierros;Ann;Ben\n1.;10;8\n2.;5;8\n", AB, [[10, 8], [5, 8]]),
    "dates and places without a heading": (";;Ann;Ben\n28.11.2026;at home;1;2\n", AB, [[1, 2]]),
    "a club’s list": (
        "#;Time;Kind;Ann;Ben\n1;20:05;solo;24;-8\n2;20:15;solo;-8;\nSum;;;16;-8\n", AB,
        [[24, -8], [-8, None]],
    ),
    "a title above, remarks below": (
        "Friday at Ann’s,,\n,,\nNo,Ann,Ben\n1,5,3\n2,4,4\n,,\nAverage,4.5,3.33\nwith pizza,,\n", AB,
        [[5, 3], [4, 4]],
    ),
    "comments": ("# Friday, at Ann’s\nAnn,Ben\n1,2\n# pizza, then\n3,4\n", AB, [[1, 2], [3, 4]]),
    "a last line of totals": ("Ann;Ben\n10;8\n5;8\n15;16\n", AB, [[10, 8], [5, 8]]),
    "a last line of zeros": ("Ann;Ben\n3;-3\n-3;3\n0;0\n", AB, [[3, -3], [-3, 3], [0, 0]]),
    "a last line like the only one above": ("Ann;Ben\n10;8\n10;8\n", AB, [[10, 8], [10, 8]]),
    "a numbered last line like the sum": (
        "No;Ann;Ben\n1;1;2\n2;1;2\n3;2;4\n", AB, [[1, 2], [1, 2], [2, 4]]
    ),
    "subtotals": (
        "Runde;Ann;Ben\n1;10;8\n2;5;8\nZwischensumme;15;16\n3;1;1\nGesamt;16;17\n", AB,
        [[10, 8], [5, 8], [1, 1]],
    ),
    "totals of lines": ("Ann,Ben,Total\n10,8,18\n5,8,13\n15,16,31\n", AB, [[10, 8], [5, 8]]),
    "totals of lines without a heading": (
        ",Ann,Ben,\n1,10,8,18\n2,5,8,13\n", AB, [[10, 8], [5, 8]]
    ),
    "totals beside each player": (
        "Round,Ann,Ann Total,Ben,Ben Total\n1,5,5,9,9\n2,7,12,5,14\n", AB, [[5, 9], [7, 5]]
    ),
    "ranks beside each round": ("Ann,Rank,Ben,Rank\n5,2,9,1\n", AB, [[5, 9]]),
    "bowling, a line per player": (
        "Bowler,Game 1,Game 2,Total\nAnn,100,120,220\nBen,90,91,181\n", AB, [[100, 90], [120, 91]]
    ),
    "members with average and scores": (
        'Name,Member Nos,Average,Scores\n"Ann",1234,92.5,92,93\n"Ben",5678,81.67,81,82,82\n', AB,
        [[92, 81], [93, 82], [None, 82]],
    ),
    "a league table": (
        "Platz;Spieler;1;2;Summe\n1;Ann;5;-;5\n2;Ben;3;1;4\n", AB, [[5, 3], [None, 1]]
    ),
    "a line per player and no headings": ("Ann;378;-\nBen;234;65\n", AB, [[378, 234], [None, 65]]),
    "dates above a line per player": (
        ";28.11.2026;5.12.2026\nAnn;5;6\nBen;3;1\n", AB, [[5, 3], [6, 1]]
    ),
    "an evening as a round": (
        ";Ann;Ben\nEvening 1;5;3\nEvening 2;6;1\n;11;4\n", AB, [[5, 3], [6, 1]]
    ),
    "weeks across": ("Name,Week 1,Week 2\nAnn,5,6\nBen,3,1\n", AB, [[5, 3], [6, 1]]),
    "a title with commas, and decimal commas": (
        "Friday, 28 Nov\nAnn;Ben;Cleo\n1,5;2,5;0,5\n2,5;1,5;0,5\n", ABC,
        [[1.5, 2.5, 0.5], [2.5, 1.5, 0.5]],
    ),
    "remarks with semicolons": (
        "Ann,Ben,Note\n1,2,late; tired\n3,4,a; b\n5,5,c; d\n", AB, [[1, 2], [3, 4], [5, 5]]
    ),
    "remarks in quotation marks": (
        'Ann,Ben,"to do; done"\n1,2,"a; b"\n3,4,"c; d"\n', AB, [[1, 2], [3, 4]]
    ),
    "a line of texts above the headings": (
        "Friday,at home,with,pizza\nNo,Ann,Ben,\n1,5,3,\n2,6,1,\n", AB, [[5, 3], [6, 1]]
    ),
    "a game in the corner of numbered rounds": (
        "Doppelkopf;1;2;3\nAnn;5;6;0\nBen;3;1;2\n", AB, [[5, 3], [6, 1], [0, 2]]
    ),
    "numbered rounds across": (";1;2\nAnn;5;6\nBen;3;1\n", AB, [[5, 3], [6, 1]]),
    "figures that could be numbers": ("Ann;1;2\nBen;3;4\n", AB, [[1, 3], [2, 4]]),
    "a heading for all players": (
        "Spieler;Ann;Ben\nRunde 1;5;3\nRunde 2;6;1\n", AB, [[5, 3], [6, 1]]
    ),
    "totals with a time": (
        "No,Time,Ann,Ben\n1,20:05,10,8\n2,20:20,5,8\nSum,20:40,15,16\n", AB, [[10, 8], [5, 8]]
    ),
    "totals of all lines but the last": (
        ",Ann,Ben,\n1,10,8,18\n2,5,8,13\nSum,15,16,\n", AB, [[10, 8], [5, 8]]
    ),
    "two lines of headings": (
        ",Us,,Them,\nRound,Ann,Cleo,Ben,Dora\n1,1,2,3,4\n", ["Ann", "Cleo", "Ben", "Dora"],
        [[1, 2, 3, 4]],
    ),
    "a first round that all sat out": ("Ann,Ben\n-,-\n1,2\n", AB, [[1, 2]]),
    "players without names of their own": (
        "Round,Player 1,Player 2\n1,5,9\n", ["Player 1", "Player 2"], [[5, 9]]
    ),
    "a line of points of the whole round": ("Spiel;Punkte;Ann;Ben\n1;2;2;-2\n", AB, [[2, -2]]),
    "names and nothing else": ("Ann,Ben\n", AB, []),
    "rounds without figures": ("Round,Ann,Ben\n1,1,2\n2,,\n3,,\n", AB, [[1, 2]]),
}  # fmt: skip


def understood(raw: str | bytes, **how: Any) -> FiguresSheet:
    return read_sheet(raw.encode() if isinstance(raw, str) else raw, **how)


def rounds_of(sheet: FiguresSheet) -> list[list[Any]]:
    return [entry["points"] for entry in sheet.record["entries"]]


@pytest.mark.parametrize("shape", SHEETS)
def test_a_sheet_becomes_its_rounds(shape: str) -> None:
    raw, players, rounds = SHEETS[shape]
    sheet = understood(raw)
    assert (sheet.record["players"], rounds_of(sheet)) == (players, rounds)
    assert sheet.differences == []
    assert list(sheet.totals) == score(sheet.record)["totals"]


REFUSED: dict[str, tuple[str | bytes, str, str]] = {
    "nothing": ("", "", "No score sheet"), "blanks": (" \n\n", "", "No score sheet"),
    "prose": ("Hello, friends,\nhow are you?\nall, well\n", "", "No score sheet"),
    "no names": ("1;2\n3;4\n", "", "No score sheet"),
    "rounds without names": ("Round 1;5;3\nRound 2;7;8\n", "", "No score sheet"),
    "one player": ("Ann\n1\n", "", "No score sheet"),
    "one column": ("No,Ann\n1,5\n", "", "No score"),
    "a workbook": (b"PK\x03\x04\x14\x00\x06\x00", "", "CSV"),
    "an old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "", "CSV"),
    "no encoding": (b"Ann;Ben\n\x81;2\n", "", "CSV"), "half of UTF-16": (b"\xff\xfeA", "", "CSV"),
    "a thousand with a point": ("Ann;Ben\n1.250;900\n", "line 2, Ann", "thousands"),
    "a thousand with a comma": ('Ann,Ben\n900,"1,250"\n', "line 2, Ben", "thousands"),
    "a thousand with a blank": ("Ann;Ben\n900;1\u202f250\n", "line 2, Ben", "thousands"),
    "thirds": ("Ann,Ben\n1,0.33\n", "line 2, Ben", "half"),
    "8 digits": ("Ann,Ben\n12345678,2\n", "line 2, Ann", "7 digits"),
    "words among figures": ("Ann,Ben\n1,2\n3,x\n", "line 3, Ben", "isn’t a figure"),
    "brackets for a loss": ("Ann;Ben\n(5);2\n", "line 2, Ann", "isn’t a figure"),
    "euros": ("Ann;Ben\n5 €;2\n", "line 2, Ann", "isn’t a figure"),
    "a figure too many": ("Ann,Ben\n\n1,2,3\n", "line 3", "belongs to no player"),
    "two columns without names": (",Ann,Ben,,\n1,1,2,3,7\n2,1,2,3,9\n", "line 2", "“7” belongs"),
    "one result per line": (
        "round,player,points\n1,Ann,5\n1,Ben,7\n2,Ann,3\n2,Ben,4\n", "", "pivot"
    ),
    "17 players": (",".join(f"Q{n}" for n in range(17)) + "\n" + ",1" * 16, "", "at most 16"),
    "the same heading twice": ("Ann,G,V,Ben,G,V\n1,1,0,2,1,0\n", "", "“G” appears twice"),
    "lives": ("Ann,Ben,Ann (lives left),Ben (lives left)\n25,20,3,2\n", "", "lives"),
    "an open quotation mark": ('Ann;Ben\n1;2\n"3;4\n5;6\n', "line 3", "quotation"),
    "too many lines": ("Ann,Ben\n" + "1,2\n" * MOST_LINES, "", "3,000 lines"),
    "too many cells": ("Ann,Ben" + "," * 399 + "\n" + "1,2\n" * (MOST_CELLS // 400), "", "30,000"),
}  # fmt: skip


@pytest.mark.parametrize("shape", REFUSED)
def test_a_sheet_that_can_be_misread_is_refused_with_its_place(shape: str) -> None:
    raw, place, words = REFUSED[shape]
    with pytest.raises(NotARecord) as refused:
        understood(raw)
    (fault,) = refused.value.faults
    assert (fault.place, words in fault.message) == (place, True), fault.message


def test_as_many_lines_cells_and_players_as_fit_are_read() -> None:
    assert len(rounds_of(understood("Ann,Ben\n" + "1,2\n" * (MOST_LINES - 1)))) == MOST_LINES - 1
    wide = "Ann,Ben" + "," * 398 + "\n" + "1,2\n" * (MOST_CELLS // 400 - 1)
    assert len(rounds_of(understood(wide))) == MOST_CELLS // 400 - 1
    names = [f"Q{n}" for n in range(16)]
    sheet = understood(",".join(names) + "\n" + ",".join("1" * 16))
    assert read_record(sheet.record).players == names


def test_totals_that_differ_are_named_with_both_figures() -> None:
    sheet = understood("No,Ann,Ben\n1,10,8\n2,5,8\nTotal,15,17\n")
    (fault,) = sheet.differences
    assert fault.place == "line 4, Ben"
    assert "16" in fault.message
    assert "17" in fault.message
    turned = understood("Name,R1,R2,Total\nAnn,1,2,4\nBen,1,1,2\n")
    assert [fault.place for fault in turned.differences] == ["column 4, Ann"]
    many = understood("No,Ann,Ben\n" + "Total,1,1\n" * MOST_FAULTS)
    assert len(many.differences) == MOST_FAULTS


RUNNING = [
    ("Ann,Ben\n1,0\n1,1\n2,1\n", [[1, 0], [0, 1], [1, 0]]),
    ("A,B,C\n+144,0,0\n+90,0,0\n+90,0,+46\n", [[144, 0, 0], [-54, 0, 0], [0, 0, 46]]),
    ("Ann,Ben\n1,0\n1,-\n1.5,2\n", [[1, 0], [0, None], [0.5, 2]]),
    ("Round,Ann,Ben\n1,5,9\n2,12,14\n3,24,22\nFinal,24,22\n", [[5, 9], [7, 5], [12, 8]]),
]


@pytest.mark.parametrize(("raw", "rounds"), RUNNING)
def test_running_totals_become_points_per_round(raw: str, rounds: list[list[Any]]) -> None:
    sheet = understood(raw, is_running=True)
    assert (rounds_of(sheet), sheet.differences) == (rounds, [])
    assert not sheet.may_be_running


def test_figures_that_never_fall_may_be_running_totals_unless_a_total_says_no() -> None:
    for raw, may_be in (
        ("Ann,Ben\n1,0\n1,1\n1,2\n", True), ("Ann,Ben\n1,0\n1,1\n", False),
        ("Ann,Ben\n1,0\n1,1\n0,2\n", False), ("Ann,Ben\n1,2\n1,2\n1,2\n", False),
        ("No,Ann,Ben\n1,1,0\n2,1,1\n3,1,2\nTotal,3,3\n", False),
        ("No,Ann,Ben\n1,1,0\n2,1,1\n3,1,2\nTotal,1,2\n", True),
    ):  # fmt: skip
        assert understood(raw).may_be_running is may_be, raw


def test_what_is_left_out_and_turned_is_said() -> None:
    for raw, notes in (
        ("Ann,Ben\n1,2\n", []),
        ("No,Date,Ann,Ben,Sum\n1,today,1,2,3\n2,,,\n", ["“No” and “Date”", "“Sum”", "line 3"]),
        ("Rank,Name,R1,R2,Total\n2,Ann,1,2,3\n1,Ben,3,1,4\n", ["swapped", "right", "column 1"]),
    ):
        said = understood(raw).notes
        assert len(said) == len(notes), said
        assert all(any(note in each for each in said) for note in notes), said


@pytest.mark.parametrize("tag", languages())
@pytest.mark.parametrize("case", CASES)
def test_a_sheet_of_referee_has_the_same_totals_again(case: str, tag: str) -> None:
    """Where the points of teams aren't those of their players, the teams come back."""
    record, language = record_of(case), find_language(tag)
    tally = tally_of(read_record(record))
    of_page = as_csv(spreadsheet(read_story(record)), language, language.decimal_sign)
    of_command = sheet_as_csv(tally.sheet(), language)
    if record["game"] == "thirty-one":
        with pytest.raises(NotARecord, match="lives"):
            understood(of_page)
        assert understood(of_command).differences
        return
    totals = dict(zip((c.name for c in tally.columns), tally.sheet().totals, strict=True))
    for raw in (of_page, of_command):
        sheet = understood(raw)
        players = sheet.record["players"]
        assert list(sheet.totals) == [totals[name] for name in players]
        sides = [c.name for c in tally.columns if c.kind in ("player", "team")]
        assert set(players) <= set(sides)
        assert len(players) >= 2


def test_json_is_told_by_its_first_character() -> None:
    for raw, is_record in (
        (b"{", True), (b"\xef\xbb\xbf [", True), ("{}".encode("utf-16"), True), (b"Ann;{", False),
        (b"", False),
    ):  # fmt: skip
        assert is_json(raw) is is_record
