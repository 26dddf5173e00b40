"""The record of a game, and how one is read: what is no record is refused whole, with its place.

A game declares the `Shape` of its records: how many players, which options, which entries. Reading,
forms, the JSON Schema and the rulebook all go by that one declaration.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from types import GenericAlias
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    TypeAdapter,
    ValidationInfo,
    WithJsonSchema,
    create_model,
    field_validator,
)
from pydantic.config import JsonDict
from pydantic_core import to_json

from referee.refusal import NotARecord as NotARecord  # its public address is here
from referee.refusal import checked, refuse, shown

FORMAT: Final = "referee-record/1"
T = TypeVar("T")


def _at_this_table(seat: int, info: ValidationInfo) -> int:
    seats = (info.context or {}).get("seats")
    if seats is not None and seat >= seats:
        raise ValueError(f"must be a seat from 0 to {seats - 1}")
    return seat


def _countable(count: int) -> int:
    if count >= BEYOND_COUNTING:
        raise ValueError("is beyond all measure")
    return count


def _one_a_seat(values: list[T], info: ValidationInfo) -> list[T]:
    seats = (info.context or {}).get("seats")
    if seats is not None and len(values) != seats:
        raise ValueError(f"must have one value for each of the {seats} players")
    return values


def _a_number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("must be a number")
    return value


def _moment(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("must be a time such as 2025-03-01T20:15:00+01:00") from None
    if moment.tzinfo is None or text[10:11] not in ("T", "t", " "):
        raise ValueError("must be a time with its offset from UTC")
    return text


def _not_blank(name: str) -> str:
    if not name.strip():
        raise ValueError("must not be blank")
    return name


def _all_different(names: list[str]) -> list[str]:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"must be different names, and “{twice}” is there twice")
    return names


BEYOND_COUNTING: Final = 10**1000
"""A sum of counts below this can still be written down: Python stops at 4,300 digits."""
Count = Annotated[int, Field(ge=0), AfterValidator(_countable)]
Seat = Annotated[int, Field(ge=0), AfterValidator(_at_this_table)]
PerSeat = Annotated[list[T], AfterValidator(_one_a_seat)]
Figure = Annotated[Any, AfterValidator(_a_number), WithJsonSchema({"type": "number"})]
"""A number of points, whole or with a half."""
Moment = Annotated[str, AfterValidator(_moment)]
Name = Annotated[str, AfterValidator(_not_blank)]
Players = Annotated[list[Name], Field(min_length=2, max_length=16), AfterValidator(_all_different)]


Clock = Literal["", "finish", "decision"]
"""What an option sets on a clock: the time at which a match ends, or the seconds of a decision."""


class Strict(BaseModel):
    """What all parts of a record share: nothing unknown, nothing converted, nothing changed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Options(Strict):
    """The options of a game; each is declared once, by `option`."""

    @field_validator("*", mode="before")
    @classmethod
    def _no_fraction(cls, value: Any) -> Any:
        if isinstance(value, float):  # 32.0 would pass as the 32 of a list of values
            raise ValueError("must not have a fraction")
        return value


class Entry(Strict):
    """What every entry may carry; a game adds its `kind` and fields."""

    kind: str
    id: str | None = None
    at: Moment | None = None
    by: str | None = None
    note: str | None = None
    accepted: list[str] = []


class Session(Strict):
    """An evening: when it began and, once it has, ended."""

    start: Moment
    end: Moment | None = None


class KeptRuling(Strict):
    """A dispute that was settled at the table, and how."""

    at: Moment
    question: dict[str, Any]
    decision: str


class Record(Strict):
    """A whole game: who plays, under which options, and the entries in order of play."""

    format: Literal["referee-record/1"]
    game: str
    title: str = ""
    players: Players
    options: Any
    entries: list[Any]
    sessions: list[Session] = []
    rulings: list[KeptRuling] = []

    def as_json(self) -> dict[str, Any]:
        """The record as plain JSON values, with just what it was read with."""
        return self.model_dump(mode="json", exclude_unset=True)


def option(
    default: Any,
    title: str,
    explanation: str,
    *,
    rule: str,
    silent: bool = False,
    labels: Mapping[Any, str] | None = None,
    offered: Sequence[Any] = (),
    under: tuple[str, Sequence[Any]] | None = None,
    clock: Clock = "",
    **bounds: Any,
) -> Any:
    """Declare an option: its default, title, one-line explanation and the rule that it bears on.

    `silent` marks a point that the source does not settle; `labels` are the values in words;
    `bounds` (ge, le) limit a number, `offered` are those of its values that a form offers. `under`
    is another option with those of its values that leave something to choose here. `clock` is what
    the option sets on a clock. The values themselves are the field's type.
    """
    in_words: JsonDict = {str(value): words for value, words in (labels or {}).items()}
    extra: JsonDict = {
        "rule": rule,
        "silent": silent,
        "labels": in_words,
        "offered": list(offered),
        "under": [under[0], list(under[1])] if under else [],
        "clock": clock,
    }
    return Field(
        default,
        title=title,
        description=explanation,
        json_schema_extra={"x-option": extra},
        **bounds,
    )


def _any_number(_options: Any) -> int:
    return 16


@dataclass(frozen=True)
class Shape:
    """What the records of one game look like."""

    game: str
    fewest: int
    most: int
    options: type[Options]
    entries: tuple[type[Entry], ...]
    most_under: Callable[[Any], int] = field(default=_any_number)
    """The number of players that these options allow at most, where they bear on it."""
    numbers: tuple[int, ...] = ()
    """The numbers of players that can play, where not every one between can."""

    def refuse_number(self, seats: int, most: int) -> NotARecord:
        """The refusal of a number of players, where so many can play at most."""
        wanted = str(most) if most == self.fewest else f"{self.fewest} to {most}"
        if self.numbers and most > self.fewest:
            wanted = " or ".join(str(number) for number in self.numbers if number <= most)
        return refuse(f"must be {wanted}, not {seats}", "players", rule=self.players_rule)

    def seats_many(self, seats: int) -> bool:
        """Whether so many can play this game."""
        return self.fewest <= seats <= self.most and (not self.numbers or seats in self.numbers)

    @property
    def players_rule(self) -> str:
        """The rule about how many can play."""
        return f"{self.game}.players"

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of entries."""
        kinds = (get_args(entry.model_fields["kind"].annotation) for entry in self.entries)
        return tuple(kind for each in kinds for kind in each)

    @cached_property
    def any_entry(self) -> Any:
        """The type of an entry of this game, told by its kind."""
        if len(self.entries) == 1:
            return self.entries[0]
        union: Any = Union[self.entries]  # noqa: UP007  # the types are known only at run time
        return Annotated[union, Discriminator("kind")]

    @cached_property
    def entry(self) -> TypeAdapter[Any]:
        """The reader of one entry."""
        return TypeAdapter(self.any_entry)

    @cached_property
    def record(self) -> type[Record]:
        """The model of a whole record of this game."""
        entries: Any = GenericAlias(list, (self.any_entry,))
        this_game: Any = Literal[self.game]
        return create_model(
            f"{self.game.title().replace('-', '')}Record",
            __base__=Record,
            game=(this_game, ...),
            options=(self.options, self.options()),
            players=(Annotated[Players, Field(min_length=self.fewest, max_length=self.most)], ...),
            entries=(entries, ...),
        )

    def read_options(self, data: Any, seats: int, place: str = "options") -> Any:
        """The options in `data`, with the defaults for what is left out."""
        return checked(TypeAdapter(self.options), data, seats, place)

    def read_entry(self, data: Any, seats: int, place: str = "") -> Any:
        """One entry, as the game's own type."""
        return checked(self.entry, data, seats, place, kinds=self.kinds)

    def read(self, data: Mapping[str, Any]) -> Record:
        """The record in `data`, checked against this shape.

        Raises:
            NotARecord: with every fault and its place.
        """
        players = data.get("players")
        seats = len(players) if isinstance(players, list) else 0
        if isinstance(players, list) and not self.seats_many(seats):
            raise self.refuse_number(seats, self.most)
        record: Record = checked(TypeAdapter(self.record), data, seats, kinds=self.kinds)
        most = min(self.most, self.most_under(record.options))
        if seats > most:
            raise self.refuse_number(seats, most)
        _ids_differ(record.entries)
        return record


def read(data: Any, shapes: Mapping[str, Shape]) -> Record:
    """The record in `data`, of whichever of these games it says.

    Raises:
        NotARecord: with every fault and its place.
    """
    plain_json(data)
    if not isinstance(data, dict):
        raise refuse("a record is a JSON object")
    if data.get("format") != FORMAT:
        raise refuse(f"must be “{FORMAT}”, not {shown(data.get('format'))}", "format")
    return shape_named(data, shapes).read(data)


def shape_named(data: Mapping[str, Any], shapes: Mapping[str, Shape]) -> Shape:
    """The shape of the game that `data` names in its field `game`."""
    name = data.get("game")
    shape = shapes.get(name) if isinstance(name, str) else None
    if shape is None:
        games = ", ".join(shapes)
        raise refuse(f"must be one of {games}, not {shown(name)}", "game")
    return shape


def read_json(raw: bytes) -> Any:
    """The JSON value in these bytes.

    Raises:
        NotARecord: where they hold none, naming the line.
    """
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise refuse("is not text in UTF-8") from None
    except json.JSONDecodeError as broken:
        raise refuse(f"is not JSON: {broken.msg}", f"line {broken.lineno}") from None
    except (ValueError, RecursionError):
        raise refuse("is JSON beyond all measure") from None


def plain_json(data: Any) -> None:
    """Refuse what no JSON text can hold: values of other types, NaN, half characters.

    And what is nested so deep that it could be read and not be written again.
    """
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
        to_json(data)
    except (TypeError, ValueError, RecursionError):
        raise refuse("holds something that is no JSON") from None


def _ids_differ(entries: list[Any]) -> None:
    seen: set[str] = set()
    for number, entry in enumerate(entries):
        if entry.id is not None and entry.id in seen:
            raise refuse(f"the id {shown(entry.id)} is there twice", f"entries[{number}].id")
        seen.add(entry.id)
