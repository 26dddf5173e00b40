"""Short notation for match logs: lists of actions, one after the other."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from referee.matches.events.base import Event, redo_numbers
from referee.matches.match import Match, history
from tests.games.records import Json

AT = datetime(2025, 3, 1, 20, 15, tzinfo=UTC)

Act = tuple[str, Json]
"""An action: an event's kind and its payload."""


def opened(data: Json) -> Event:
    """The event that opens a match imported from this record."""
    payload = {name: value for name, value in data.items() if name != "format"}
    return Event(1, "opening", "opened", payload, AT, "Ann")


def event(number: int, kind: str, **payload: Any) -> Event:
    """An event of this kind, with an id made from its number: `e3`."""
    return Event(number, f"e{number}", kind, payload, AT, None)


def log(start: Json, *acts: Act) -> list[Event]:
    return plus([opened(start)], *acts)


def plus(events: list[Event], *acts: Act) -> list[Event]:
    numbered = enumerate(acts, start=len(events) + 1)
    return [*events, *(event(number, kind, **payload) for number, (kind, payload) in numbered)]


def gone_on(match: Match, *acts: Act) -> Match:
    for kind, payload in acts:
        match = match.with_event(event(match.number + 1, kind, **payload))
    return match


def seen(match: Match) -> tuple[Any, ...]:
    return (match.number, match.record(), match.sheet(), list(match.entries), match.deals,
            match.hands, match.change, match.turned_back, match.undo_to, match.events,
            redo_numbers(match.log), history(match, 1, match.number))  # fmt: skip


# Actions; in a deal at one of two tables, with the table's number ---------------------------------


def added(entry: Json) -> Act:
    return "added", {"entry": entry}


def changed(id: str, entry: Json) -> Act:
    return "changed", {"id": id, "entry": entry}


def struck(id: str) -> Act:
    return "struck", {"id": id}


def restored(id: str) -> Act:
    return "restored", {"id": id}


def ruled(**ruling: Any) -> Act:
    return "ruled", {"ruling": ruling}


def renamed(*players: str, title: str = "") -> Act:
    return "renamed", {"title": title, "players": list(players)}


def moved(seat: int, *, here: bool = False) -> Act:
    return "attendance", {"seat": seat, "here": here}


def joined(name: str, seat: int, **start: float) -> Act:
    return "joined", {"name": name, "seat": seat, **start}


def reseated(seat: int, to: int) -> Act:
    return "reseated", {"seat": seat, "to": to}


def agreed(**options: Any) -> Act:
    return "agreed", {"options": options}


def agreed_midway(**options: Any) -> Act:
    return "agreed-midway", {"options": options}


def housed(rule: str, text: str) -> Act:
    return "house", {"rule": rule, "text": text}


def returned(to: int | None) -> Act:
    assert to is not None
    return "returned", {"to": to}


def begun(facts: Json, table: int | None = None) -> Act:
    return "begun", {"entry": facts, **_at(table)}


def facts_known(facts: Json, table: int | None = None) -> Act:
    return "known", {"entry": facts, **_at(table)}


def fell(cards: str, table: int | None = None) -> list[Act]:
    return [("fell", {"card": card, **_at(table)}) for card in cards.split()]


def lifted(card: str, table: int | None = None) -> Act:
    return "lifted", {"card": card, **_at(table)}


def amended(at: int, *, table: int | None = None, **change: Any) -> Act:
    return "amended", {"at": at, **change, **_at(table)}


def noted(*unknown: str, table: int | None = None, **facts: Any) -> Act:
    return "noted", {
        "entry": facts,
        **({"unknown": list(unknown)} if unknown else {}),
        **_at(table),
    }


def left(table: int | None = None) -> Act:
    return "left", _at(table)


def figures(table: int | None = None) -> Act:
    return "figures", _at(table)


def laid(seat: int, *hand: str, **more: Any) -> Act:
    return "laid", {"seat": seat, "hand": list(hand), "layout": None, "extra": None, **more}


def _at(table: int | None) -> Json:
    return {} if table is None else {"table": table}
