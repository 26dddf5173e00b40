"""What a phone remembers is judged by no clock."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from tests.web.http.test_kept import KEPT, restore
from tests.web.phones import Phone, PlayedMatch, app_over, store_of

YEARS = 365 * 24 * 3600
REAL = time.time


def test_a_cookie_counts_whatever_the_clock_of_the_server_says(
    app: Flask, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for years in [-50, -1, 0, 2, 50]:
        phone = Phone(app)
        phone.open(friday.to_score)
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda years=years: REAL() + years * YEARS)
            assert friday.score_key in phone.open("/").html

    page = Phone(app).open(friday.to_score)
    (cookie,) = page.response.headers.getlist("Set-Cookie")
    assert "Expires=Fri, 31 Dec 9999" in cookie


def test_a_cookie_that_version_1_has_given_counts(tmp_path: Path) -> None:
    restore(tmp_path / "referee.db")
    app = app_over(tmp_path)
    phone = Phone(app)
    phone.client.set_cookie("referee", KEPT["cookie"])
    home = phone.open("/").html
    store_of(app).close()
    for kept in KEPT["matches"].values():
        assert kept["score_key"] in home


def test_a_cookie_has_room_in_a_browser_however_long_the_names_are(
    app: Flask, friday: PlayedMatch
) -> None:
    phone = Phone(app)
    phone.open(friday.to_score)
    dice = Random(1)
    for game in range(39):
        letters = ["".join(chr(dice.randrange(0x20000, 0x2A000)) for _ in range(40)) for _ in "abc"]
        names = {f"player{seat}": name for seat, name in enumerate(letters)}
        page = phone.post("/new", {"game": "tribello", "id": f"{game:08}-0000", **names})
        assert page.status == 303, page.text
        for cookie in page.response.headers.getlist("Set-Cookie"):
            assert len(cookie) <= 4096
    assert friday.score_key in phone.open("/").html
