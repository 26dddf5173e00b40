"""The models of the events: what the log keeps of each, and what it reads."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from referee.matches import events
from referee.matches.events import (
    KINDS,
    CardPlayed,
    EventData,
    FactsChanged,
    HandLaidOut,
    LaterEvent,
    MatchOpened,
    PlayLeft,
)
from tests.matches.logs import event

PAYLOADS: dict[str, list[dict[str, Any]]] = {
    "opened": [
        {"game": "tribello", "title": "", "players": ["Ann", "Ben", "Cleo"], "options": {}},
        {"game": "tribello", "title": "x", "players": ["Ann", "Ben", "Cleo"], "options": {"a": 1},
         "entries": [{"kind": "deal"}], "sessions": [{"start": "x"}], "rulings": [{"at": "x"}],
         "house": [{"rule": "tribello.follow", "text": "x"}]},
    ],
    "added": [{"entry": {"kind": "deal", "tricks": [6, 4, 3]}}],
    "changed": [{"id": "a", "entry": {"kind": "deal", "note": None}}],
    "struck": [{"id": "a"}],
    "restored": [{"id": "a"}],
    "accepted": [{"id": "a", "rules": ["tribello.follow"]}],
    "renamed": [{"title": "x", "players": ["Ann", "Ben"]}],
    "ruled": [{"ruling": {"at": "x", "question": {}, "decision": "y"}}],
    "agreed": [{"options": {}}, {"options": {"lives": 2}}],
    "house": [{"rule": "tribello.follow", "text": "x"}, {"rule": "tribello.follow", "text": ""}],
    "begun": [{"entry": {"kind": "deal"}}, {"entry": {}, "table": 0}],
    "fell": [{"card": "10D"}, {"card": "JKD", "table": 1}],
    "lifted": [{"card": "10D"}, {"card": "10D", "table": 0}],
    "noted": [{"entry": {}}, {"entry": {}, "unknown": ["trump"]},
              {"entry": {}, "unknown": [], "table": 1}],
    "left": [{}, {"table": 1}],
    "laid": [{"seat": 2, "hand": ["2S"], "layout": None, "extra": None},
             {"seat": 2, "hand": ["2S"], "layout": [["2S"], []], "extra": ["AS"]}],
    "met": [{}, {"at": "2025-03-01T19:00:00+01:00", "place": "x", "players": ["a"], "note": "y"}],
    "paused": [{}, {"at": "2025-03-01T20:00:00Z"},
               {"at": "2025-03-01T20:00:00Z", "until": "2025-03-01T21:00:00Z"}],
    "resumed": [{}, {"at": "2025-03-01T21:00:00Z"}],
    "parted": [{}, {"at": "2025-03-01T23:00:00Z", "note": "x"}],
    "evening": [{"start": "x"}, {"start": "x", "session": {"start": "x"}}],
    "chances": [{"shown": True}, {"shown": False}],
    "returned": [{"to": 3}],
}  # fmt: skip
"""What has been written of each kind since the first version."""


def test_every_kind_has_its_class_and_its_documentation() -> None:
    assert PAYLOADS.keys() == KINDS.keys()
    public = [each for each in vars(events).values() if isinstance(each, type)]
    kinds = [each for each in public if issubclass(each, EventData) and "kind" in vars(each)]
    assert {each for each in kinds if each is not LaterEvent} == set(KINDS.values())
    assert all(each.__doc__ for each in kinds)


@pytest.mark.parametrize(
    ("kind", "payload"), [(kind, each) for kind in PAYLOADS for each in PAYLOADS[kind]]
)
def test_what_is_read_is_written_as_it_was(kind: str, payload: dict[str, Any]) -> None:
    read = event(2, kind, **payload).data
    assert type(read) is KINDS[kind]
    assert (read.kind, read.payload) == (kind, payload)
    assert all(getattr(read, name) == value for name, value in payload.items())


@pytest.mark.parametrize(
    ("written", "payload"),
    [
        (CardPlayed(card="AS"), {"card": "AS"}),
        (CardPlayed(card="AS", table=0), {"card": "AS", "table": 0}),
        (PlayLeft(), {}),
        (FactsChanged(entry={}, unknown=[]), {"entry": {}, "unknown": []}),
        (HandLaidOut(seat=0, hand=[], layout=None, extra=None),
         {"seat": 0, "hand": [], "layout": None, "extra": None}),
        (MatchOpened(game="g", title="", players=[], options={}),
         {"game": "g", "title": "", "players": [], "options": {}}),
    ],
)  # fmt: skip
def test_a_field_that_is_not_given_is_not_kept(written: EventData, payload: Any) -> None:
    assert written.payload == payload


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("fell", {}), ("fell", {"card": 7}), ("fell", {"card": "AS", "table": "1"}),
        ("fell", {"card": "AS", "cards": []}), ("returned", {"to": "3"}), ("left", {"seat": 1}),
    ],
)  # fmt: skip
def test_a_payload_of_another_shape_is_no_event(kind: str, payload: Any) -> None:
    with pytest.raises(ValidationError):
        _ = event(2, kind, **payload).data


def test_a_kind_of_a_later_version_is_kept_and_known_as_that() -> None:
    later = event(2, "applauded", by_whom="all")
    assert later.data == LaterEvent()
    assert later.payload == {"by_whom": "all"}


def test_an_event_never_changes() -> None:
    played = CardPlayed(card="AS")
    with pytest.raises(ValidationError):
        played.card = "KS"
