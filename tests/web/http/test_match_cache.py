"""How many matches a process keeps in memory."""

from __future__ import annotations

import gc

import pytest
from flask import Flask

from referee.web.http import match_cache as books
from tests.web.phones import Phone, PlayedMatch, start


@pytest.mark.parametrize(
    ("most", "entries", "kept"),
    [(9, 99, [0, 1, 2, 3]), (2, 99, [2, 3]), (9, 3, [1, 2, 3]), (9, 0, [3])],
)
def test_the_matches_opened_last_are_kept_as_far_as_there_is_room(
    app: Flask, monkeypatch: pytest.MonkeyPatch, most: int, entries: int, kept: list[int]
) -> None:
    monkeypatch.setattr(books, "MOST_MATCHES", most)
    monkeypatch.setattr(books, "MOST_ENTRIES", entries)
    phone = Phone(app)
    matches: list[PlayedMatch] = []
    for _ in range(4):
        matches.append(start(phone, "tribello", "Ann", "Ben", "Cleo"))
        assert phone.open(matches[-1].to_score).status == 200
    slots = app.extensions["matches"]._slots
    assert [at for at, match in enumerate(matches) if match.link.match_id in slots] == kept


def test_reading_a_match_leaves_the_garbage_collector_alone(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each `gc.freeze` resets its counters: the oldest generation would never be collected."""
    match = start(Phone(app), "tribello", "Ann", "Ben", "Cleo")
    app.extensions["matches"]._slots.clear()
    steered = []
    for name in ("disable", "freeze"):
        monkeypatch.setattr(gc, name, lambda: steered.append(1))
    assert Phone(app).open(match.to_score).status == 200
    assert steered == []
