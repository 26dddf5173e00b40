"""The hands that players have laid out at the end of a leg: a fold of their own events.

They are no entry yet: they stand on no sheet and in no record until the leg is written as one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.events import Event

KIND: Final = "laid"


@dataclass(frozen=True)
class Laid:
    """What one player has laid out: cards as a record has them."""

    hand: tuple[str, ...]
    layout: tuple[tuple[str, ...], ...] | None = None
    """The groups, where it is not the best arrangement that counts."""
    extra: tuple[str, ...] | None = None
    """The extra hand, where there is one."""


Hands = Mapping[int, Laid]
"""What has been laid out so far, by the seat."""


def after(hands: Hands, event: Event) -> Hands:
    """The hands once this event is written: the last of a seat counts, an entry clears them all."""
    if event.kind == "added":
        return {}
    if event.kind != KIND:
        return hands
    payload = event.payload
    layout, extra = payload["layout"], payload["extra"]
    laid = Laid(
        tuple(payload["hand"]),
        None if layout is None else tuple(map(tuple, layout)),
        None if extra is None else tuple(extra),
    )
    return {**hands, payload["seat"]: laid}


def payload_of(seat: int, laid: Laid) -> dict[str, Any]:
    """What the event says that writes this hand."""
    return {"seat": seat, **as_json(laid)}


def as_json(laid: Laid) -> dict[str, Any]:
    """The hand in plain values."""
    return {
        "hand": list(laid.hand),
        "layout": None if laid.layout is None else list(map(list, laid.layout)),
        "extra": None if laid.extra is None else list(laid.extra),
    }


def entry_of(hands: Hands, seats: int) -> dict[str, Any]:
    """The fields of the leg by cards, once every seat has laid out a hand."""
    every = [as_json(hands[seat]) for seat in range(seats)]
    fields = {"hands": "hand", "layouts": "layout", "extra": "extra"}
    found = {field: [each[name] for each in every] for field, name in fields.items()}
    return {
        field: values
        for field, values in found.items()
        if field == "hands" or any(value is not None for value in values)
    }


def label(event: Event, players: Sequence[str]) -> str:
    """What the log calls a hand; nothing for an event of another kind."""
    return "" if event.kind != KIND else f"{players[event.payload['seat']]}’s hand"
