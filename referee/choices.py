"""The options of a game as a person chooses them, read off their declaration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

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
    if field.annotation is bool:
        return [(True, "yes"), (False, "no")]
    if named := get_args(field.annotation):
        return [(value, str(value)) for value in named]
    if offered := cast(dict[str, Any], field.json_schema_extra)["x-option"]["offered"]:
        return [(value, str(value)) for value in offered]
    least = next((bound.ge for bound in field.metadata if isinstance(bound, Ge)), 0)
    most = next((bound.le for bound in field.metadata if isinstance(bound, Le)), None)
    if most is None:
        return list(enumerate(players))
    return [(value, str(value)) for value in range(cast(int, least), cast(int, most) + 1)]
