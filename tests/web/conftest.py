"""The app over a new database, phones that open it, and matches in various states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from tests.web.phones import HTMX, Phone, PlayedMatch, app_over, store_of

At = Callable[[int, int, int], None]
"""Function that sets the clock to this day of March 2025, hour and minute."""


ONE_APP = {
    "test_board", "test_clock", "test_correcting", "test_desk", "test_evenings",
    "test_la_krap_form", "test_midnight", "test_new_match", "test_play", "test_play_start",
    "test_print", "test_receipt", "test_records", "test_resume", "test_rules", "test_rulings",
    "test_story", "test_substitutes", "test_table_law", "test_thirty_one_form",
    "test_triathlon_form",
}  # fmt: skip
"""Test modules that share one app, because each test looks only at its own match and phones."""


@pytest.fixture
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """The app over a new database, or the one its module shares."""
    if request.module.__name__.rpartition(".")[2] in ONE_APP:
        yield request.getfixturevalue("shared_app")
    else:
        app = app_over(tmp_path)
        yield app
        store_of(app).close()


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = app_over(tmp_path_factory.mktemp("shared"))
    yield app
    store_of(app).close()


@pytest.fixture
def ann(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def ben(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def quick(app: Flask) -> Phone:
    return Phone(app, headers=HTMX)


@pytest.fixture(params=[{}, HTMX], ids=["plain", "htmx"])
def either(app: Flask, request: pytest.FixtureRequest) -> Phone:
    """A phone without scripts and, in a second run, one where htmx sends the forms."""
    return Phone(app, headers=request.param)


@pytest.fixture
def friday(ann: Phone) -> PlayedMatch:
    return ann.start("tribello", "Ann", "Ben", "Cleo", title="Friday")


@pytest.fixture
def swim(ann: Phone) -> PlayedMatch:
    """A new match of Thirty-One with no lives, so the lowest hand is out at once."""
    return ann.start("thirty-one", "Ann", "Ben", "Cleo", title="Swim", lives="0")


@pytest.fixture
def busy(app: Flask, friday: PlayedMatch) -> PlayedMatch:
    """The Friday match with one deal recorded, another played card by card, and a ruling saved."""
    other = friday.by(Phone(app))
    other.deal(6, 4, 3)
    other.phone.tap_all(other.begin(trump="S"), ["AS", "2S", "KS", "5D"])
    other.post("ask/quota?asked=1&deal=2")
    return friday


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Return a function that sets the time of everything written from then on."""

    def set_clock(day: int, hour: int, minute: int) -> None:
        moment = datetime(2025, 3, day, hour, minute, tzinfo=UTC)
        clock = SimpleNamespace(now=lambda _zone: moment)
        monkeypatch.setattr("referee.matches.store.datetime", clock)

    return set_clock
