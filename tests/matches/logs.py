"""Logs for the tests of the core: short to write."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from referee.matches.events import Event
from tests.games.records import Json

AT = datetime(2025, 3, 1, 20, 15, tzinfo=UTC)


def opened(data: Json) -> Event:
    """The first event of a match that begins as this record."""
    fields = ("game", "title", "players", "options", "entries", "sessions", "rulings", "house")
    payload = {name: data[name] for name in fields if name in data}
    return Event(1, "opening", "opened", payload, AT, "Ann")


def event(number: int, kind: str, **payload: Any) -> Event:
    """An event of this kind, whose id is made of its number: `e3`."""
    return Event(number, f"e{number}", kind, payload, AT, None)


def log(start: Json, *acts: tuple[str, Json]) -> list[Event]:
    """A log that begins as this record, and then an event for each act: its kind and payload."""
    numbered = enumerate(acts, start=2)
    return [
        opened(start),
        *(event(number, kind, **payload) for number, (kind, payload) in numbered),
    ]


def added(entry: Json) -> tuple[str, Json]:
    """The act of writing an entry."""
    return "added", {"entry": entry}
