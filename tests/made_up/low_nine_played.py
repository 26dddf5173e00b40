"""Tests of Low Nine, where the fewest points win.

`test_made_up_games` installs the game and runs them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.__main__ import main
from referee.core.registry import GAMES
from tests.web.phones import Phone, PlayedMatch, app_over, start, store_of

ROUNDS = ((0, 4, 9), (3, 0, 1), (0, 5, 2))
"""Points by round and seat; in total, Ann has 3, Ben 9 and Cleo 12."""
FALSE = ("most points", "left:", "rules don’t say", "trump", "trick")
"""Phrases that would be wrong on Low Nine's pages."""


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Phone]:
    app: Flask = app_over(tmp_path)
    yield Phone(app)
    store_of(app).close()


@pytest.fixture
def match(ann: Phone) -> PlayedMatch:
    return start(ann, "low-nine", "Ann", "Ben", "Cleo", rounds="3")


def test_its_texts_are_in_a_domain_of_their_own(ann: Phone) -> None:
    page = ann.open("/new", Accept_Language="de")
    assert "Tiefe Neun" in page.text
    assert "Low Nine" not in page.text


def record_round(phone: Phone, match: PlayedMatch, *points: object) -> int:
    form = phone.open(match.to_score).form("/entries")
    typed = {f"points{seat}": str(each) for seat, each in enumerate(points)}
    return phone.post(form["action"], form.fields() | typed).status


def pages(phone: Phone, match: PlayedMatch) -> Iterator[str]:
    for address in ("", "ahead", "board", "log/", "print", "story", "evenings", "resume", "rules"):
        page = phone.open(match.to_score + address)
        assert page.status == 200, address
        yield page.text


def test_the_fewest_points_win_and_every_page_says_so(ann: Phone, match: PlayedMatch) -> None:
    assert GAMES["low-nine"].package == "low_nine"
    for number, points in enumerate(ROUNDS):
        assert not any(word in text for text in pages(ann, match) for word in FALSE), number
        assert record_round(ann, match, *points) == 303
    sheet = match.match.sheet()
    assert sheet.totals == (3, 9, 12)
    assert (sheet.winners, [each.rank for each in sheet.standings]) == (("Ann",), [1, 2, 3])
    texts = [*pages(ann, match)]
    assert "Ann won" in texts[0]
    assert not any(word in text for text in texts for word in FALSE)


def test_the_commands_know_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = [{"kind": "round", "points": [*points]} for points in ROUNDS]
    record = {"format": "referee-record/1", "game": "low-nine", "players": ["A", "B", "C"],
              "options": {"rounds": 3}, "entries": entries}  # fmt: skip
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert main(["score", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winners"] == ["A"]
    assert main(["schema"]) == 0
    assert "LowNine" in capsys.readouterr().out
