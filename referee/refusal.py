"""Refusing what is no record and no question: every fault with its place, in a plain sentence."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")


@dataclass(frozen=True)
class Fault:
    """One thing that makes some text no record: where it stands, and what is wrong there."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class NotARecord(ValueError):
    """What was read is no record (or no question). `faults` lists all that is wrong with it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


def refuse(message: str, place: str = "", *, rule: str = "") -> NotARecord:
    """A refusal with a single fault, to be raised; with the rule that it rests on, if on one."""
    return NotARecord(Fault(place, f"{message} [{rule}]" if rule else message))


def checked(
    adapter: TypeAdapter[T],
    data: Any,
    seats: int | None,
    place: str = "",
    kinds: Collection[str] = (),
) -> T:
    """`data` as the adapter's type, or the refusal that names every fault in it.

    `kinds` are those of entries, which pydantic puts into the place of a fault.
    """
    try:
        return adapter.validate_python(data, context={"seats": seats})
    except ValidationError as refused:
        raise NotARecord(*(_fault(error, place, kinds) for error in refused.errors())) from None


_SENTENCES: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "string_type": "must be a text",
    "string_unicode": "has characters that are no text",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a JSON object",
    "model_type": "must be a JSON object",
    "model_attributes_type": "must be a JSON object",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "literal_error": "must be {expected}",
    "too_short": "must have {min_length} or more in it, and has {actual_length}",
    "too_long": "must have {max_length} at most in it, and has {actual_length}",
    "union_tag_invalid": "must be of the kind {expected_tags}",
    "union_tag_not_found": "needs its kind",
    "value_error": "{error}",
}


def _fault(error: Any, place: str, kinds: Collection[str]) -> Fault:
    context = error.get("ctx", {})
    sentence = _SENTENCES.get(error["type"], error["msg"])
    if error["type"] in _SENTENCES:
        sentence = sentence.format_map(context)
    if isinstance(error["input"], str | int | float | None) and error["type"] != "missing":
        sentence += f", not {shown(error['input'])}"
    loc = tuple(part for part in error["loc"] if part not in kinds)
    return Fault(_place(loc, place), sentence)


def _place(loc: tuple[int | str, ...], place: str) -> str:
    """`("entries", 3, "tricks", 1)` as `entries[3].tricks[1]`."""
    for part in loc:
        if isinstance(part, int):
            place += f"[{part}]"
        else:
            place += f".{part}" if place else part
    return place


def shown(value: object) -> str:
    """A value as a sentence shows it, cut short where it is long."""
    text = repr(value) if not isinstance(value, str) else f"“{value}”"
    return text if len(text) <= 60 else f"{text[:57]}…"
