"""The fields of questions: how a page asks for each, and how what was typed is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from annotated_types import Ge

from referee.cards import RANKS, SUITS
from referee.game import Inquiry
from referee.question import Widget


@dataclass(frozen=True)
class Field:
    """One field of a question as the page asks for it."""

    name: str
    title: str
    widget: Widget
    is_needed: bool
    most: int
    """How many things are picked, or for counts of tricks what they add up to."""
    least: int
    """The lowest of the numbers to choose from."""
    one_a_player: bool
    """Whether there is a thing for each player."""


def fields_of(inquiry: Inquiry, players: int) -> list[Field]:
    """The fields that are the question's own."""
    fields = []
    for name, declared in inquiry.model.model_fields.items():
        if isinstance(extra := declared.json_schema_extra, dict):
            widget, most = cast(Widget, extra["x-widget"]), cast(int, extra["x-most"])
            is_needed, title = declared.is_required(), declared.title or name
            one_a_player = most == 0 and widget in ("cards", "hands", "turns")
            least = next((bound.ge for bound in declared.metadata if isinstance(bound, Ge)), 1)
            fields.append(
                Field(
                    name, title, widget, is_needed, most or players, cast(int, least), one_a_player
                )
            )
    return fields


def value_of(field: Field, typed: Mapping[str, str], seats: int) -> Any:
    """What was typed in a field, as the question wants it; None for nothing."""
    text = typed.get(field.name, "").strip()
    match field.widget:
        case "cards":
            return text.replace(",", " ").split() if text or field.is_needed else None
        case "led":
            return _led(text.upper().replace(",", " ").split(), typed.get(f"{field.name}_for", ""))
        case "suit":
            return text if text in SUITS else None
        case "suits":
            return [suit for suit in _texts(field, typed, field.most) if suit in SUITS]
        case "card":
            return text or None
        case "calls":
            return text.upper().split()
        case "hands" | "melds":
            number = seats if field.widget == "hands" else field.most
            found = [group.split() for group in _texts(field, typed, number)]
            return found if field.widget == "hands" else [group for group in found if group]
        case "ranks":
            return [rank for rank in RANKS if typed.get(f"{field.name}{rank}") == "1"]
        case "yes":
            return text == "1"
        case "seat" | "number":
            return _number(text)
        case "counts":
            given = map(_number, _texts(field, typed, field.most))
            return [number for number in given if number is not None]
        case "tricks":
            return _tricks([_number(text) for text in _texts(field, typed, seats)], field.most)
        case "turns":
            return [_number(typed.get(f"{field.name}{seat}", "0")) for seat in range(seats)]


def _texts(field: Field, typed: Mapping[str, str], number: int) -> list[str]:
    return [typed.get(f"{field.name}{place}", "").strip() for place in range(number)]


def _led(cards: list[str], suit: str) -> list[str]:
    """The cards of a trick; a Joker that leads may be one for a suit."""
    if cards[:1] == ["JK"] and suit in SUITS:
        return [f"JK={suit}", *cards[1:]]
    return cards


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 6 else None


def _tricks(given: list[int | None], total: int) -> list[int] | None:
    """The tricks of all players; the one that is left out follows. None if more are missing."""
    left = total - sum(taken or 0 for taken in given)
    if given.count(None) > 1 or (None in given and left < 0):
        return None
    return [left if taken is None else taken for taken in given]
