"""A full disk, a database that cannot be used: a sentence, and what was typed is kept."""

from __future__ import annotations

import errno
import sqlite3

import pytest
from flask import Flask

from referee.matches import storage
from referee.matches.write_lock import Busy
from tests.web.phones import Phone, PlayedMatch, store_of

FIGURES = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}


def test_a_full_disk_is_told_and_what_was_typed_can_be_sent_again(
    app: Flask, friday: PlayedMatch
) -> None:
    phone = Phone(app)
    with store_of(app)._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    form = {"number": "1", "note": "x" * 500, **FIGURES}
    for _ in range(200):
        page = phone.post(friday.to_score + "entries", form)
        if page.status != 303:
            break
        form["number"] = str(friday.number)
    assert page.status == 503
    assert page.alert == storage.FULL
    assert page.form("/entries").fields() == form
    with store_of(app)._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert phone.send(page, "/entries").status == 200


def sqlite_error(name: str) -> sqlite3.OperationalError:
    failure = sqlite3.OperationalError("said by SQLite")
    failure.sqlite_errorname = name
    return failure


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (Busy(), storage.BUSY),
        (storage.Gone(), storage.GONE),
        (sqlite_error("SQLITE_BUSY"), storage.BUSY),
        (sqlite_error("SQLITE_FULL"), storage.FULL),
        (sqlite_error("SQLITE_READONLY"), storage.READ_ONLY),
        (sqlite_error("SQLITE_READONLY_DBMOVED"), storage.READ_ONLY),
        (sqlite_error("SQLITE_IOERR_WRITE"), storage.BROKEN),
        (sqlite_error("SQLITE_CORRUPT"), storage.DAMAGED),
        (sqlite_error("SQLITE_NOTADB"), storage.DAMAGED),
        (sqlite_error("SQLITE_ERROR"), None),
        (OSError(errno.ENOSPC, "no space"), storage.FULL),
        (OSError(errno.EROFS, "read-only"), storage.READ_ONLY),
        (OSError(errno.ENOENT, "no file"), storage.GONE),
        (OSError(errno.ECONNRESET, "reset"), None),
        (ValueError("ours"), None),
    ],
    ids=repr,
)
def test_every_fault_of_the_place_of_matches_has_its_sentence(
    failure: Exception, sentence: str | None
) -> None:
    assert storage.fault_of(failure) == sentence
