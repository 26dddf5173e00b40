"""Tests of Low Nine, where the fewest points win.

`test_made_up_games` installs the game and runs them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from flask import Flask

from referee.__main__ import main
from referee.core.registry import GAMES
from tests.web.phones import Page, Phone, PlayedMatch, app_over, store_of

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
    return ann.start("low-nine", "Ann", "Ben", "Cleo", rounds="3")


def record_round(phone: Phone, match: PlayedMatch, *points: object) -> Page:
    form = phone.open(match.to_score).form("/entries")
    typed = {f"points{seat}": str(each) for seat, each in enumerate(points)}
    return phone.post(form["action"], form.fields() | typed)


def pages(phone: Phone, match: PlayedMatch) -> Iterator[str]:
    for address in ("", "ahead", "board", "log/", "print", "story", "evenings", "resume", "rules"):
        page = phone.open(match.to_score + address)
        assert page.status == 200, address
        yield page.text


def test_the_fewest_points_win_and_every_page_says_so(ann: Phone, match: PlayedMatch) -> None:
    assert GAMES["low-nine"].package == "low_nine"
    for number, points in enumerate(ROUNDS):
        assert not any(word in text for text in pages(ann, match) for word in FALSE), number
        assert record_round(ann, match, *points).status == 303
    sheet = match.match.sheet()
    assert sheet.totals == (3, 9, 12)
    assert (sheet.winners, [each.rank for each in sheet.standings]) == (("Ann",), [1, 2, 3])
    texts = [*pages(ann, match)]
    assert "Ann won" in texts[0]
    assert not any(word in text for text in texts for word in FALSE)


def test_all_its_texts_are_translated_by_its_own_catalogue(ann: Phone) -> None:
    german = Phone(ann.app, {"Accept-Language": "de"})
    match = german.start("low-nine", "Ann", "Ben", "Cleo", rounds="3")
    shown = [german.open("/new?game=low-nine").text, record_round(german, match, 1, 2, 3).text]
    form = german.open(match.to_score).form("/entries")
    for points in ROUNDS:
        shown += pages(german, match)
        assert record_round(german, match, *points).status == 303
    one_too_many = {f"points{seat}": "0" for seat in range(3)} | {"number": str(match.match.number)}
    shown += [*pages(german, match), german.post(form["action"], form.fields() | one_too_many).text]
    shown.append(german.open(f"{match.to_score}e/{match.ids[0]}").text)
    catalogue = files("low_nine").joinpath("translations/de/LC_MESSAGES/low_nine.po")
    with catalogue.open("rb") as file:
        texts = [message for message in read_po(file) if message.id]
    assert texts
    for message in texts:
        english, translated = (part(str(each)) for each in (message.id, message.string))
        assert [text for text in shown if english in text] == [], english
        assert [text for text in shown if translated in text] != [], translated


def part(template: str) -> str:
    """The longest part of a text without a field."""
    return max(re.split(r"\{\w+\}", template), key=len).strip()


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
