"""What a question to the referee looks like, its kinds, and what is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, cast

from pydantic import Field, TypeAdapter
from pydantic.config import JsonDict

from referee.core.cards import Pack, read_card
from referee.core.findings import Ruling
from referee.core.options import Choice, choices
from referee.core.seating import O, Seating
from referee.core.short_trick import ShortTrick
from referee.core.text import Said, said
from referee.core.tricks import Trick
from referee.core.validation import Strict


@dataclass(frozen=True)
class Answer:
    """What the referee answers: the values asked for, and the rulings that they rest on."""

    answer: dict[str, Any]
    rulings: tuple[Ruling, ...]
    verdict: Said
    """In a few words, to be read across the table: `Emil wins · 2♠`."""
    trick: Trick | None = None
    """The trick that it is about, if it is about one."""
    entry_kind: str | None = None
    """The only kind of entry in which this can happen; None if it can in any."""


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question: how it is read, how it is answered, what a person calls it."""

    model: type[Question]
    answer: Callable[[Seating[Any], Any], Answer]
    title: str
    about: str
    seats: Callable[[Any], int | None] = field(default=lambda _raw: None)
    """The number of players that the question itself shows, from its raw fields, if it does."""
    at_one_table: bool = False
    """Whether it is about one table only, where players sit at several."""
    pack: Callable[[Seating[Any]], Pack] | None = None
    """The cards that it can be about; without it those of the game."""
    short: ShortTrick | None = None
    """How “May I play this card?” is asked about a trick, without its cards."""
    rests_on: tuple[str, ...] | None = None
    """The options that may alter the answer; None if any may."""

    def may_rest_on(self, choice: Choice) -> bool:
        """Whether the answer may rest on this option: never on the seat of the first dealer."""
        if self.rests_on is not None:
            return choice.name in self.rests_on
        return choice.name != "first_dealer"

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """The reader of questions of this kind."""
        return TypeAdapter(self.model)


def question_name(question_kind: QuestionKind) -> str:
    """The name that a question of this kind carries in its field `question`."""
    name: str = question_kind.model.model_fields["question"].default
    return name


class Question(Strict):
    """What every question to the referee carries; a game adds its fields and the answer."""

    game: str
    question: str
    options: dict[str, Any] = Field(default_factory=dict)
    players: int | None = None


AnyOrder = Literal["", "within", "all"]
"""What of a field has no order: nothing; the cards of each hand in a list; the list too."""


def asked(
    title: str,
    kind: str,
    default: Any = ...,
    *,
    most: int = 0,
    any_order: AnyOrder = "",
    labels: Mapping[str, str] | None = None,
    comes_first: bool = False,
    is_awaited: bool = False,
    **bounds: Any,
) -> Any:
    """Declare a field of a question: what a person calls it, and how it is asked for.

    `kind` is a kind of field that every desk knows, such as `seat` or `cards`, or one that the game
    brings itself. `most` is how many things a person picks; without it one for each player.
    `labels` are the values of a `choice` in words. What `comes_first` is asked before the rest; and
    what has a default may yet be awaited by a desk before it answers by itself.
    """
    extra: JsonDict = {
        "x-field": kind,
        "x-most": most,
        "x-any-order": any_order,
        "x-labels": dict(labels or {}),
        "x-first": comes_first,
        "x-awaited": is_awaited,
    }
    return Field(default, title=title, json_schema_extra=extra, **bounds)


def essence(question: Question) -> dict[str, Any]:
    """What a question asks, so that two which ask the same are equal: the fields of its own.

    Cards are written in one way, and sorted where they have no order.
    """
    return {
        name: _sorted(getattr(question, name), cast(AnyOrder, extra["x-any-order"]))
        for name, field in type(question).model_fields.items()
        if isinstance(extra := field.json_schema_extra, dict)
    }


def _sorted(value: Any, any_order: AnyOrder) -> Any:
    if isinstance(value, list):
        each = [_sorted(one, any_order) for one in value]
        is_innermost = not any(isinstance(one, list) for one in each)
        has_order = not any_order or (any_order == "within" and not is_innermost)
        return each if has_order else sorted(each)
    return _card(value) if isinstance(value, str) else value


def _card(text: str) -> str:
    try:
        return str(read_card(text))
    except ValueError:  # a suit, a rank, a call
        return text


def silent_rulings(options: O, answered: Callable[[O], object]) -> list[Ruling]:
    """The silent points on which an answer rests: those where another setting would change it.

    `answered` gives the answer under some options, as anything that can be compared.
    """
    given = answered(options)

    def matters(choice: Choice) -> bool:
        if choice.governor and str(getattr(options, choice.governor)) not in choice.under:
            return False  # such as Jokers in a format that fixes them
        others = (options.model_copy(update={choice.name: value}) for value, _ in choice.values)
        return any(answered(other) != given for other in others)

    silent = (choice for choice in choices(type(options), ()) if choice.is_silent)
    return [_silent_ruling(choice, options) for choice in silent if matters(choice)]


def _silent_ruling(choice: Choice, options: Any) -> Ruling:
    value = getattr(options, choice.name)
    text = said(
        "{title}: {source}; this table plays “{label}” (option {name}: {value}).",
        title=choice.title,
        source=choice.source_says,
        label=choice.label(value),
        name=choice.name,
        value=str(value).lower(),
    )
    return Ruling(choice.rule, "silent", text)
