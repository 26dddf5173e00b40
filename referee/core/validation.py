"""Field types of records, and validation that reports every problem with its location."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Self, TypeVar
from unicodedata import category, normalize

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from referee.core.text import Text, _, joined, ngettext, points, quoted

T = TypeVar("T")


def _check_seat(seat: int, info: ValidationInfo) -> int:
    seats = (info.context or {}).get("seats")
    if seats is not None and seat >= seats:
        raise ValueError(_("must be a seat from 0 to {last}", last=seats - 1))
    order = (info.context or {}).get("order")
    return seat if order is None else int(order.index(seat))


def _check_size(value: Any, info: ValidationInfo) -> Any:
    if abs(value) > LARGEST and not (info.context or {}).get("is_kept"):
        raise ValueError(_("is far too large"))
    return value


def _check_length(values: list[Any], info: ValidationInfo) -> list[Any]:
    seats = (info.context or {}).get("seats")
    if seats is not None and len(values) != seats:
        raise ValueError(_("must have {seats} values, one for each player", seats=seats))
    order = (info.context or {}).get("order")
    return values if order is None else [None if old is None else values[old] for old in order]


def _check_number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(_("must be a number"))
    return value


def in_utc(text: str) -> datetime | None:
    """Return the moment in UTC; None if that is outside the range of `datetime`."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except OverflowError:
        return None


def _check_moment(text: str, info: ValidationInfo) -> str:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(_("must be a time such as 2025-03-01T20:15:00+01:00")) from None
    if moment.tzinfo is None or text[10:11] not in ("T", "t", " "):
        raise ValueError(_("must be a time with a UTC offset, such as +01:00"))
    if not (info.context or {}).get("is_kept") and in_utc(text) is None:
        raise ValueError(_("must be a time that can be converted to UTC"))
    return text


def _check_name(name: str, info: ValidationInfo) -> str:
    if not name.strip():
        raise ValueError(_("must not be blank"))
    unmarked = "".join(sign for sign in name if sign not in DIRECTION_MARKS)
    if without_unseen(unmarked) != unmarked:
        raise ValueError(_("must not contain line breaks or other invisible characters"))
    return name if (info.context or {}).get("is_kept") else normalize("NFC", name)


JOINERS: Final = "\u200c\u200d"
"""Invisible characters that join emoji and part Persian letters. Within a word, they stay."""
_LOOSE_JOINERS: Final = re.compile(rf"(?<!\S)[{JOINERS}]+|[{JOINERS}]+(?!\S)")


def without_unseen(text: str) -> str:
    seen = "".join(sign for sign in text if sign in JOINERS or not is_unseen(sign))
    return _LOOSE_JOINERS.sub("", seen)


DIRECTION_MARKS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""Bidirectional control characters; records keep them unchanged."""


BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters that Unicode classifies as letters, marks or symbols."""


def is_unseen(sign: str) -> bool:
    """Whether a character is invisible, such as a control character or a zero-width space."""
    return sign in BLANKS or category(sign) in ("Cc", "Cf", "Zl", "Zp")


def _check_distinct_seats(seats: list[int], info: ValidationInfo) -> list[int]:
    if len(set(seats)) < len(seats):
        raise ValueError(_("must not name a seat twice"))
    return sorted(seats) if (info.context or {}).get("order") else seats


def _check_distinct(names: list[str]) -> list[str]:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(_("must be different names, but “{name}” appears twice", name=twice))
    return names


LARGEST: Final = 10**9  # number in a record; the lowest is −10⁹
Count = Annotated[int, Field(ge=0), AfterValidator(_check_size)]
Seat = Annotated[int, Field(ge=0), AfterValidator(_check_seat)]
DistinctSeats = Annotated[
    list[Seat],
    Field(min_length=1, json_schema_extra={"uniqueItems": True}),
    AfterValidator(_check_distinct_seats),
]
PerSeat = Annotated[list[T], AfterValidator(_check_length)]
WholePoints = Annotated[int, AfterValidator(_check_size)]
PointsGiven = Annotated[
    Any,
    AfterValidator(_check_number),
    AfterValidator(_check_size),
    WithJsonSchema({"type": "number"}),
]
Moment = Annotated[str, AfterValidator(_check_moment)]
Name = Annotated[str, AfterValidator(_check_name)]
DistinctNames = Annotated[list[Name], Field(min_length=1), AfterValidator(_check_distinct)]
Players = Annotated[list[Name], Field(min_length=2, max_length=16), AfterValidator(_check_distinct)]


MOST_FAULTS: Final = 100
"""Faults after which validation looks for no more."""
MOST_ITEMS: Final = 10_000  # entries of a record, or items of another list at its top
MOST_VALUES: Final = 1000
"""Values in one such item, or in another field; a leg of eight with all cards has some 300."""


def check_values(data: Any) -> None:
    """Reject a record or question with more values than any could have, before it is validated."""
    fields = data if isinstance(data, dict) else {"": data}
    for place, field in fields.items() if len(fields) <= MOST_VALUES else [("", fields)]:
        items = field if isinstance(field, list) else [field]
        if len(items) > MOST_ITEMS:
            number, most = points(len(items)), points(MOST_ITEMS)
            raise refuse(
                _("there are {number}, but the limit is {most}", number=number, most=most), place
            )
        for index, item in enumerate(items):
            if _has_more_values(item, MOST_VALUES):
                message = _("has more than {most} values", most=points(MOST_VALUES))
                raise refuse(message, f"{place}[{index}]" if items is field else place)


def _has_more_values(value: Any, most: int) -> bool:
    found, left = 0, [value]
    while left:
        value = left.pop()
        if isinstance(value, list | dict):
            found += len(value)
            if found > most:
                return True
            left += value.values() if isinstance(value, dict) else value
    return False


class Strict(BaseModel):
    """Base class for all parts of a record: no unknown fields, no conversions, immutable.

    `null` in an optional field is the same as leaving the field out.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)

    @model_validator(mode="wrap")
    @classmethod
    def _drop_null(
        cls, data: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        """Drop nulls; beyond MOST_FAULTS, pass anything, because all of it is refused anyway."""
        context = info.context or {}
        if context.get("faults", 0) > MOST_FAULTS:
            return cls.__new__(cls)
        if isinstance(data, dict) and None in data.values():
            data = {
                name: value
                for name, value in data.items()
                if value is not None or not cls._has_default(name)
            }
        try:
            return handler(data)
        except ValidationError as refused:
            context["faults"] = context.get("faults", 0) + refused.error_count()
            raise

    @classmethod
    def _has_default(cls, name: str) -> bool:
        field = cls.model_fields.get(name)
        if field is None or field.is_required():
            return False
        return field.default is not None or field.default_factory is not None

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema).get("properties", {})
        for name, part in properties.items():
            if cls._has_default(name):
                properties[name] = {"anyOf": [part, {"type": "null"}]}
        return schema


@dataclass(frozen=True)
class RecordFault:
    place: str
    message: Text
    rule: str = ""
    code: str = ""  # pydantic's type of error, such as `missing`

    @property
    def text(self) -> Text:
        """The problem with its location and rule: `players: must be 3, not 2 [GAME.players]`."""
        text = joined([self.place, self.message], ": ") if self.place else self.message
        return joined([text, f"[{self.rule}]"]) if self.rule else text

    def __str__(self) -> str:
        return str(self.text)


class NotARecord(ValueError):
    """Raised for an invalid record or question; `faults` lists everything that is wrong."""

    def __init__(self, *faults: RecordFault) -> None:
        self.text = joined([fault.text for fault in faults], "; ")
        super().__init__(self.text)
        self.faults = faults


def refuse(message: Text, place: str = "", *, rule: str = "") -> NotARecord:
    return NotARecord(RecordFault(place, message, rule))


_MESSAGES: Final = {
    "missing": _("is missing"),
    "extra_forbidden": _("isn’t a known field"),
    "int_type": _("must be a whole number"),
    "int_from_float": _("must be a whole number"),
    "string_type": _("must be text"),
    "string_unicode": _("contains invalid Unicode"),
    "bool_type": _("must be true or false"),
    "list_type": _("must be a list"),
    "dict_type": _("must be a JSON object"),
    "model_type": _("must be a JSON object"),
    "model_attributes_type": _("must be a JSON object"),
    "greater_than_equal": _("must be {ge} or more"),
    "less_than_equal": _("must be {le} or less"),
    "literal_error": _("must be {expected}"),
    "union_tag_invalid": _("must be one of {expected_tags}"),
    "union_tag_not_found": _("must have a “kind”"),
}
"""Messages by pydantic error type; their fields are filled in from the error's context."""


def _describe(error: Any) -> Text:
    kind, context = error["type"], error.get("ctx", {})
    match kind:
        case "value_error":
            return joined([context["error"].args[0]])
        case "too_short":
            return ngettext(
                "must have at least {n} item, but has {actual}",
                "must have at least {n} items, but has {actual}",
                context["min_length"],
                actual=context["actual_length"],
            )
        case "too_long":
            return ngettext(
                "must have at most {n} item, but has {actual}",
                "must have at most {n} items, but has {actual}",
                context["max_length"],
                actual=context["actual_length"],
            )
    template = _MESSAGES.get(kind)
    return joined([error["msg"]]) if template is None else template.format(**context)


def validate(
    adapter: TypeAdapter[T],
    data: Any,
    seats: int | None,
    place: str = "",
    kinds: Collection[str] = (),
    *,
    is_kept: bool = False,
    order: Sequence[int | None] | None = None,
) -> T:
    """Validate `data` as the adapter's type. Raises NotARecord, which lists every problem.

    `kinds` holds the kinds of entries. Pydantic adds them to locations; messages leave them out.
    Stored data (`is_kept`) is exempt from checks that were added later. With an `order`, the old
    seat of each new one, all fields by seat are put into it; a new seat of None has no values.
    """
    context = {"seats": seats, "is_kept": is_kept, "order": order}
    try:
        return adapter.validate_python(data, context=context)
    except ValidationError as refused:
        errors: list[Any] = refused.errors(include_url=False)[: MOST_FAULTS + 1]
    faults = []
    for error in errors:
        message = _describe(error)
        if isinstance(error["input"], str | int | float | None) and error["type"] != "missing":
            message = _("{message}, not {given}", message=message, given=shown(error["input"]))
        path = place
        for part in error["loc"]:  # `("entries", 3, "tricks", 1)` is `entries[3].tricks[1]`
            if isinstance(part, int):
                path += f"[{part}]"
            elif part not in kinds:
                path += f".{part}" if path else part
        faults.append(RecordFault(path, message, code=error["type"]))
    raise NotARecord(*faults)


def shown(value: object) -> str:
    """Return the JSON value for a message: in quotes if it is text, and truncated."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    text = text if len(text) <= 60 else f"{text[:57]}…"
    return quoted(text) if isinstance(value, str) else text
