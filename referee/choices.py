"""The options of a game as a person chooses them, read off their declaration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from referee.record import Options, Shape


@dataclass(frozen=True)
class Choice:
    """One option: what it is called, which rule it bears on, and its values in words."""

    name: str
    title: str
    explanation: str
    rule: str
    is_silent: bool
    default: Any
    values: tuple[tuple[Any, str], ...]

    def label(self, value: Any) -> str:
        """A value in words."""
        return next((words for known, words in self.values if known == value), str(value))


def choices(shape: Shape, players: Sequence[str]) -> tuple[Choice, ...]:
    """Every option of a game; the values of a seat are the players, where they are known."""
    return tuple(
        _choice(name, field, players) for name, field in shape.options.model_fields.items()
    )


def chosen(shape: Shape, form: Mapping[str, str], players: Sequence[str]) -> dict[str, Any]:
    """The options that a posted form names, without those left at their default."""
    found = {}
    for choice in choices(shape, players):
        text = form.get(choice.name)
        value = next((value for value, _ in choice.values if str(value) == text), choice.default)
        if value != choice.default:
            found[choice.name] = value
    return found


def in_words(shape: Shape, options: Options, players: Sequence[str]) -> list[tuple[Choice, str]]:
    """What a table plays: each option with its value in words."""
    return [
        (choice, choice.label(getattr(options, choice.name))) for choice in choices(shape, players)
    ]


def _choice(name: str, field: FieldInfo, players: Sequence[str]) -> Choice:
    extra = cast(dict[str, Any], field.json_schema_extra)["x-option"]
    values = _values(field, players)
    return Choice(
        name=name,
        title=field.title or name,
        explanation=field.description or "",
        rule=extra["rule"],
        is_silent=extra["silent"],
        default=field.default,
        values=tuple((value, extra["labels"].get(str(value), words)) for value, words in values),
    )


def _values(field: FieldInfo, players: Sequence[str]) -> list[tuple[Any, str]]:
    """The values that a form offers, in words; none for an option that is no choice."""
    if offered := cast(dict[str, Any], field.json_schema_extra)["x-option"]["offered"]:
        return [(value, str(value)) for value in offered if _fits(value, players)]
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


def _fits(value: Any, players: Sequence[str]) -> bool:
    """Whether a value is for so many players: a list of numbers has one for each."""
    is_for_seats = isinstance(value, list) and all(isinstance(each, int) for each in value)
    return not is_for_seats or len(value) == len(players)
