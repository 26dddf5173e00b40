"""Who waits for a match or for the database waits only so long, and is told so."""

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
from tests.web.phones import HTMX, Page, Phone, PlayedMatch, store_of

FIGURES = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "PATIENCE", 0.1)
    monkeypatch.setattr(locks, "PATIENCE", 0.1)


@contextmanager
def held(lock: Any) -> Iterator[None]:
    """Another thread has this lock, and does not come to an end."""
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
    with cache.open(match.link.match_id):
        return cache._slots[match.link.match_id].lock


def assert_told(page: Page, match: PlayedMatch) -> None:
    assert page.status == 503
    assert page.alert
    assert int(page.response.headers["Retry-After"]) > 0
    assert match.number == 1


def test_a_match_that_is_held_is_waited_for_only_so_long(app: Flask, friday: PlayedMatch) -> None:
    phone, form = Phone(app), {"number": "1", **FIGURES}
    with held(lock_of(app, friday)):
        begin = time.monotonic()
        assert_told(phone.open(friday.to_score), friday)
        assert_told(phone.post(friday.to_score + "entries", form), friday)
        assert time.monotonic() - begin < 2
        assert phone.open("/").status == 200
    assert phone.post(friday.to_score + "entries", form).status == 303


def test_other_matches_do_not_wait(app: Flask, friday: PlayedMatch, swim: PlayedMatch) -> None:
    with held(lock_of(app, friday)):
        assert Phone(app).open(swim.to_score).status == 200


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_database_that_another_process_holds_is_waited_for_only_so_long(
    app: Flask, friday: PlayedMatch, tmp_path: Path, headers: dict[str, str]
) -> None:
    phone, form = Phone(app, headers=headers), {"number": "1", **FIGURES}
    file = os.open(tmp_path / "referee.db.lock", os.O_RDWR)
    locks.lock(file)
    page = phone.post(friday.to_score + "entries", form)
    os.close(file)
    assert_told(page, friday)
    assert phone.post(friday.to_score + "entries", form).status in (200, 303)
    assert friday.number == 2


def test_a_database_that_a_thread_holds_is_waited_for_only_so_long(
    app: Flask, friday: PlayedMatch
) -> None:
    phone, form = Phone(app), {"number": "1", **FIGURES}
    with store_of(app).writing():
        pages = [phone.post(friday.to_score + "entries", form) for _ in range(2)]
    for page in pages:
        assert_told(page, friday)
    assert phone.post(friday.to_score + "entries", form).status == 303
