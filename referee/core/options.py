"""The options of a game: declared once, read by forms, rulebooks and the record alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar, cast, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import Field, field_validator
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo

from referee.core.text import Said, moment, said, span
from referee.core.validation import Strict

Clock = Literal["", "finish", "decision"]
"""What an option sets on a clock: the time at which a match ends, or the seconds of a decision."""
LeftOpen = Literal["silent", "contradictory", "variation"]
SOURCE_SAYS: Final[Mapping[LeftOpen, Said]] = {
    "silent": said("the source is silent"),
    "contradictory": said("the source contradicts itself"),
    "variation": said("the source leaves it to the table"),
}


@dataclass(frozen=True)
class PlayerNumbers:
    """The numbers of players that a value of an option is for, and why it is for no others."""

    rule: str
    numbers: tuple[int, ...]
    why: Said  # without its full stop: `Only four can run 3,000 metres`

    @property
    def advice(self) -> Said:
        remedy = said("Name {numbers} players, or choose another.", numbers=span(self.numbers))
        return said("{why}. {remedy}", why=self.why, remedy=remedy)

    def refusal(self, number: int) -> Said:
        remedy = said("Name {numbers} players, or choose another.", numbers=span(self.numbers))
        template = "{why}, and you are {number}. {remedy}"
        return said(template, why=self.why, number=number, remedy=remedy)

    def may_come(self, number: int, playable: Sequence[int]) -> bool:
        """Whether it can be chosen while so many are named: more may follow if too few are."""
        return number in self.numbers or (number not in playable and number < max(self.numbers))


@dataclass(frozen=True)
class OptionFault:
    option: str
    rule: str
    message: Said


class Options(Strict):
    """The options of a game, each declared by `option`."""

    def contradictions(self, _seats: int) -> Iterable[OptionFault]:
        return ()

    @field_validator("*", mode="before")
    @classmethod
    def _no_fraction(cls, value: Any) -> Any:
        if isinstance(value, float):  # 32.0 would pass as the 32 of a list of values
            raise ValueError("must not have a fraction")
        return value


def option(
    default: Any,
    title: str,
    explanation: str,
    *,
    rule: str,
    silent: bool = False,
    left_open: LeftOpen = "silent",
    labels: Mapping[Any, str] | None = None,
    offered: Sequence[Any] = (),
    under: tuple[str, Sequence[Any]] | None = None,
    clock: Clock = "",
    asked_first: bool = False,
    notes: Mapping[Any, str] | None = None,
    only_for: Mapping[Any, PlayerNumbers] | None = None,
    **bounds: Any,
) -> Any:
    """Declare an option: its default, title, one-line explanation, and the rule behind it.

    `silent` marks a point that the source does not settle, and `left_open` says how. The values
    are the field's type; `bounds` (ge, le) limit a number, `offered` are the values in forms.
    `labels` are values in words, `notes` say more of them, such as how long they take, and
    `only_for` limits them to numbers of players; keys of these three are tuples for lists.
    `under` is another option with those of its values that leave something to choose here.
    `clock` is what it sets on a clock. It may be `asked_first`, before the players are.
    """
    extra: JsonDict = {
        "rule": rule,
        "silent": silent,
        "left_open": left_open,
        "labels": _by_schema_key(labels),
        "first": asked_first,
        "notes": _by_schema_key(notes),
        "offered": list(offered),
        "under": [under[0], list(under[1])] if under else [],
        "clock": clock,
    }
    field = Field(
        default,
        title=title,
        description=explanation,
        json_schema_extra={"x-option": extra},
        **bounds,
    )
    field.metadata.append(ValueTexts(_by_id(labels), _by_id(notes), _by_id(only_for)))
    return field


def first_dealer_option(rule: str) -> Any:
    return option(
        0, "First dealer", "Who deals first; the deal then passes to the left.", rule=rule
    )


def value_id(value: Any) -> str:
    """What a form sends for a value of an option: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


@dataclass(frozen=True)
class ValueTexts:
    """What `option` was given for its values, by their ids; the public schema has other keys."""

    labels: Mapping[str, str]
    notes: Mapping[str, str]
    only_for: Mapping[str, PlayerNumbers]


V = TypeVar("V")


def _by_id(values: Mapping[Any, V] | None) -> dict[str, V]:
    return {value_id(value): each for value, each in (values or {}).items()}


def _by_schema_key(texts: Mapping[Any, str] | None) -> JsonDict:
    """By the keys of the public schema: `None`, `True`, `['B', 'C', 'D']`."""
    pairs = (texts or {}).items()
    return {str(list(key) if isinstance(key, tuple) else key): text for key, text in pairs}


# The options as a person chooses them ------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    name: str
    title: str
    explanation: str
    rule: str
    is_silent: bool
    source_says: Said
    default: Any  # what a record without it is played by
    usual: Any  # what a form presses at first: the default, if it can be chosen
    values: tuple[tuple[Any, str], ...]
    labels: Mapping[str, str]  # values in words by their ids, also of some that no form offers
    notes: Mapping[str, str]
    only_for: Mapping[str, PlayerNumbers]
    """For which numbers of players values are, by their ids; the others are for all."""
    is_asked_first: bool = False
    governor: str = ""  # another option, if not all of its values leave something to choose here
    under: tuple[str, ...] = ()  # the ids of those that do
    clock: Clock = ""

    @property
    def is_offered(self) -> bool:
        return bool(self.values) or self.clock == "finish"

    @property
    def keys(self) -> list[tuple[str, str]]:
        return [(value_id(value), words) for value, words in self.values]

    def read(self, text: str | None) -> Any:
        """The value with this id, or of an old link such as `True`; else the usual one."""
        values = (value for value, _ in self.values)
        return next((v for v in values if text in (value_id(v), str(v))), self.usual)

    def pressed(self, form: Mapping[str, str]) -> str:
        return value_id(self.read(form.get(self.name)))

    @property
    def is_number(self) -> bool:
        return all(words.isdecimal() for _, words in self.values)

    def label(self, value: Any) -> str:
        if self.clock == "finish" and value is not None:
            return moment(datetime.fromisoformat(value))
        return self.labels.get(value_id(value), str(value))

    def misfit(self, value: Any, number: int) -> PlayerNumbers | None:
        numbers = self.only_for.get(value_id(value))
        return None if numbers is None or number in numbers.numbers else numbers

    def for_players(self, number: int) -> Choice:
        """The same with the values for so many players; none if only one of them is left."""
        fitting = [pair for pair in self.values if not self.misfit(pair[0], number)]
        left = [value for value, _ in fitting]
        usual = left[0] if left and self.usual not in left else self.usual
        return replace(self, usual=usual, values=tuple(fitting) if len(fitting) > 1 else ())

    def with_value(self, value: Any) -> Choice:
        """The same, also with a value that no form offers, such as one of a record."""
        if not self.values or any(known == value for known, _ in self.values):
            return self
        return replace(self, values=(*self.values, (value, self.label(value))))

    def has_room(self, every: Sequence[Choice], form: Mapping[str, str]) -> bool:
        governing = next((each for each in every if each.name == self.governor), None)
        return governing is None or governing.pressed(form) in self.under


def choices(declared: type[Options], players: Sequence[str]) -> tuple[Choice, ...]:
    """Every option of a game; the values of a seat are the players."""
    return _read_choices(declared, tuple(players))


def option_faults(options: Options, seats: int) -> list[OptionFault]:
    misfits = [
        OptionFault(choice.name, numbers.rule, numbers.refusal(seats))
        for choice in choices(type(options), ())
        if (numbers := choice.misfit(getattr(options, choice.name), seats))
    ]
    return [*misfits, *options.contradictions(seats)]


def clocks(declared: type[Options]) -> Mapping[Clock, Choice]:
    return {choice.clock: choice for choice in choices(declared, ()) if choice.clock}


def chosen(every: Sequence[Choice], form: Mapping[str, str]) -> dict[str, Any]:
    """The options that a form chooses, but for defaults and those that others leave no room."""
    found = {}
    for choice in every:
        value = choice.read(form.get(choice.name)) if choice.has_room(every, form) else choice.usual
        if value != choice.default:
            found[choice.name] = value
    return found


def options_played(options: Options, players: Sequence[str]) -> list[tuple[Choice, str]]:
    return [
        (choice, choice.label(getattr(options, choice.name)))
        for choice in choices(type(options), players)
    ]


@lru_cache(maxsize=64)
def _read_choices(declared: type[Options], players: tuple[str, ...]) -> tuple[Choice, ...]:
    found = []
    for name, field in declared.model_fields.items():
        extra = cast(dict[str, Any], field.json_schema_extra)["x-option"]
        texts = next(each for each in field.metadata if isinstance(each, ValueTexts))
        values = _values(field, extra["offered"], players)
        labels = {value_id(value): words for value, words in values} | dict(texts.labels)
        governor, under = extra["under"] or ("", ())
        choice = Choice(
            name=name,
            title=field.title or name,
            explanation=field.description or "",
            rule=extra["rule"],
            is_silent=extra["silent"],
            source_says=SOURCE_SAYS[extra["left_open"]],
            default=field.default,
            usual=field.default,
            values=tuple((value, labels[value_id(value)]) for value, _ in values),
            labels=labels,
            notes=texts.notes,
            only_for=texts.only_for,
            is_asked_first=extra["first"],
            governor=governor,
            under=tuple(map(value_id, under)),
            clock=extra["clock"],
        )
        found.append(choice)
    return tuple(found)


def _values(
    field: FieldInfo, offered: Sequence[Any], players: Sequence[str]
) -> list[tuple[Any, str]]:
    """The values that a form offers, in words; none if it is not a choice of a few."""
    if offered:
        return [(value, str(value)) for value in offered]
    if field.annotation is bool:
        return [(True, "yes"), (False, "no")]
    if get_origin(field.annotation) is Literal:
        return [(value, str(value)) for value in get_args(field.annotation)]
    if field.annotation is not int:
        return []
    least = next((bound.ge for bound in field.metadata if isinstance(bound, Ge)), 0)
    most = next((bound.le for bound in field.metadata if isinstance(bound, Le)), None)
    if most is None:
        return list(enumerate(players))
    return [(value, str(value)) for value in range(cast(int, least), cast(int, most) + 1)]
