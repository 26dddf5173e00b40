"""What is too large to be opened, and names that a sheet cannot show."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.core.sheet import score
from referee.core.validation import NotARecord
from referee.web.start import import_record as records
from tests.games.records import deal, tribello
from tests.web.phones import Phone, import_text, start
from tests.web.site import opened

MARKS = ("\u202e", "\u200f", "\u2066")
UNSEEN = "\x00\n\r\x7f\x9f\u200b\u200d\ufeff\u2028\u2060\u034f\u2800\u3164"


def test_a_record_has_so_many_entries_at_most(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    for entries, status in [(10, 303), (11, 422)]:
        monkeypatch.setattr(records, "MOST_ENTRIES", 10)
        page = import_text(ann, json.dumps(tribello(*[deal(6, 4, 3)] * entries)))
        assert page.status == status
        assert status == 303 or page.alert


def test_a_record_has_so_many_bytes_at_most(ann: Phone) -> None:
    for more, status in [(0, 303), (1, 422)]:
        record = tribello(deal(6, 4, 3, note=""))
        note = "x" * (records.LARGEST - len(json.dumps(record)) + more)
        page = import_text(ann, json.dumps(tribello(deal(6, 4, 3, note=note))))
        assert page.status == status
        assert (records.MOST_ENTRIES, records.LARGEST) == (10_000, 2_000_000)


def test_of_much_that_is_wrong_with_a_record_the_first_is_said(ann: Phone) -> None:
    for wrong in [deal(1, 1, 1), {"kind": "none"}]:
        for more, said in [(0, ""), (1, "And 1 more"), (1900, "And 1,900 more")]:
            page = import_text(ann, json.dumps(tribello(*[wrong] * (records.SHOWN + more))))
            assert page.status == 422
            assert len(page.tree.one(class_="problems").all("ul")[0].children) == records.SHOWN
            assert said in page.alert
            assert ("And " in page.alert) is bool(more)


def test_names_and_titles_of_a_record_have_an_end_and_names_differ(ann: Phone) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"players": ["A" * 40, "Ben", "Cleo"]}, ""),
        ({"players": ["A" * 41, "Ben", "Cleo"]}, "40 letters"),
        ({"title": "A" * 500}, ""),
        ({"title": "A" * 501}, "500 letters at most"),
        ({"title": "A" * 200_000}, "500 letters at most"),
        ({"players": ["Ann", "An\u202en", "Cleo"]}, "Ann"),
    ]
    for head, said in cases:
        page = import_text(ann, json.dumps(tribello() | head))
        assert page.status == (422 if said else 303)
        assert not said or said in page.alert


def test_a_name_with_signs_that_nobody_sees_is_no_record(ann: Phone) -> None:
    for sign in UNSEEN:
        record = tribello() | {"players": [f"An{sign}n", "Ben", "Cleo"]}
        assert import_text(ann, json.dumps(record)).status == 422, ascii(sign)
        with pytest.raises(NotARecord):
            score(record)


def test_direction_marks_of_a_record_are_left_out_of_the_match(ann: Phone) -> None:
    for sign in MARKS:
        record = tribello() | {"players": [f"An{sign}n", "Ben", "Cleo"], "title": f"Fri{sign}day"}
        score(record)
        match = opened(ann, record).match
        assert (match.title, match.players) == ("Friday", ("Ann", "Ben", "Cleo")), ascii(sign)


def test_what_is_typed_loses_signs_that_nobody_sees_and_no_other(ann: Phone) -> None:
    for sign in (*MARKS, *UNSEEN):
        title = f"Fri{sign} {sign}day"
        match = start(ann, "tribello", f"An{sign}", f"{sign}Ben", "Cleo", title=title)
        assert match.match.players == ("An", "Ben", "Cleo"), ascii(sign)
        assert not set(match.match.title) & {*MARKS, *UNSEEN}, ascii(sign)
        names = {"player0": f"Ann{sign}", "player1": "Ben", "player2": "Cleo", "title": f"{sign}A"}
        assert ann.post(match.to_score + "names", {"number": "1", **names}).status == 303
        assert (match.match.players, match.match.title) == (("Ann", "Ben", "Cleo"), "A")

    for name in ("Zoë", "Бен", "李", "أحمد", "O'Neil", "A B", "🃏"):
        assert start(ann, "tribello", name, "Dora", "Cleo").match.players[0] == name


def test_of_eight_players_those_of_one_table_can_lead(ann: Phone) -> None:
    for leader, status in [(0, 200), (3, 200), (4, 422), (7, 422)]:
        address = f"/ask/card-triathlon/trick?players=8&asked=1&cards=&leader={leader}"
        assert ann.open(address).status == status
