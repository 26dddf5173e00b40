"""The match cache: how many matches a process keeps, and how long it waits for locks."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.matches.database import lock as locks
from referee.web.http import match_cache as books
from tests.servers import slowness
from tests.web.phones import HTMX, Page, Phone, PlayedMatch


def test_least_recently_used_matches_go(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(app)
    for most, entries, kept in (
        (9, 99, [0, 1, 2, 3]), (2, 99, [2, 3]), (9, 3, [1, 2, 3]), (9, 0, [3]),
    ):  # fmt: skip
        monkeypatch.setattr(books, "MOST_MATCHES", most)
        monkeypatch.setattr(books, "MOST_ENTRIES", entries)
        app.extensions["matches"]._slots.clear()
        matches = [phone.start("tribello", "Ann", "Ben", "Cleo") for _ in range(4)]
        for match in matches:
            assert phone.open(match.to_score).status == 200
        slots = app.extensions["matches"]._slots
        assert [at for at, match in enumerate(matches) if match.link.match_id in slots] == kept


FIGURES = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "PATIENCE", 0.1)
    monkeypatch.setattr(locks, "PATIENCE", 0.1)


@contextmanager
def held(lock: Any) -> Iterator[None]:
    inside, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            inside.set()
            leave.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    inside.wait()
    yield
    leave.set()
    holder.join()


def lock_of(app: Flask, match: PlayedMatch) -> Any:
    cache = app.extensions["matches"]
    cache.open(match.link.match_id)
    return cache._slots[match.link.match_id].lock


def assert_told(page: Page, match: PlayedMatch, number: int = 1) -> None:
    assert page.status == 503
    assert page.alert
    assert int(page.response.headers["Retry-After"]) > 0
    assert match.number == number


def test_a_match_that_is_held_is_waited_for_only_so_long(app: Flask, friday: PlayedMatch) -> None:
    phone, form = Phone(app), {"number": "1", **FIGURES}
    with held(lock_of(app, friday)):
        begin = time.monotonic()
        assert_told(phone.open(friday.to_score), friday)
        assert_told(phone.post(friday.to_score + "entries", form), friday)
        assert time.monotonic() - begin < 2 * slowness()
        assert phone.open("/").status == 200
    assert phone.post(friday.to_score + "entries", form).status == 303


def test_other_matches_do_not_wait(app: Flask, friday: PlayedMatch, swim: PlayedMatch) -> None:
    with held(lock_of(app, friday)):
        assert Phone(app).open(swim.to_score).status == 200


def test_a_locked_database_times_out(app: Flask, friday: PlayedMatch, tmp_path: Path) -> None:
    for number, headers in enumerate(({}, HTMX), start=1):
        phone, form = Phone(app, headers=headers), {"number": str(number), **FIGURES}
        file = os.open(tmp_path / "referee.db.lock", os.O_RDWR)
        locks.lock(file)
        page = phone.post(friday.to_score + "entries", form)
        os.close(file)
        assert_told(page, friday, number)
        assert phone.post(friday.to_score + "entries", form).status == (200 if headers else 303)
