"""The options of a game, declared once for forms, rulebooks and records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal, TypeVar, cast, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import Field, ValidationInfo, field_validator
from pydantic.config import JsonDict

from referee.core.text import (
    Text,
    _,
    _p,
    ended,
    joined,
    listed,
    moment,
    ngettext,
    points,
    read_figure,
    span,
)
from referee.core.validation import PointsGiven, Strict

Attendance = Literal["fixed", "leaving", "open"]
"""Whether nobody may leave during a match, or only leave, or leave, come back and join."""
Clock = Literal["", "finish", "decision"]
"""Time limits that an option can set: when the match ends, or the seconds per decision."""
LeftOpen = Literal["silent", "contradictory", "variation"]
SOURCE_SAYS: Final[Mapping[LeftOpen, Text]] = {
    "silent": _("the rules don’t say"),
    "contradictory": _("the rules contradict themselves"),
    "variation": _("the rules leave it to you"),
}


@dataclass(frozen=True)
class PlayerNumbers:
    """The numbers of players for which an option's value can be chosen, and the reason."""

    rule: str
    numbers: tuple[int, ...]
    why: Text  # `The 3,000 metres is for four players.`

    @property
    def advice(self) -> Text:
        remedy = _(
            "Enter {numbers} players or choose a different option.", numbers=span(self.numbers)
        )
        return joined([ended(self.why), remedy])

    def refusal(self, number: int) -> Text:
        entered = ngettext("You entered {n} player.", "You entered {n} players.", number)
        remedy = _(
            "Enter {numbers} players or choose a different option.", numbers=span(self.numbers)
        )
        return joined([ended(self.why), entered, remedy])

    def may_come(self, number: int, playable: Sequence[int]) -> bool:
        """Whether the value is allowed for `number` players, or could be once more are entered."""
        return number in self.numbers or (number not in playable and number < max(self.numbers))


@dataclass(frozen=True)
class OptionFault:
    option: str
    rule: str
    message: Text


class Options(Strict):
    """The options of a game, each declared by `option`."""

    @property
    def attendance(self) -> Attendance:
        return "fixed"

    def contradictions(self, _seats: int) -> Iterable[OptionFault]:
        return ()

    @field_validator("*", mode="before")
    @classmethod
    def _no_fraction(cls, value: Any, info: ValidationInfo) -> Any:
        types = get_args(cls.model_fields[info.field_name or ""].annotation)
        if (
            isinstance(value, float) and PointsGiven not in types
        ):  # 32.0 would pass as a `Literal` 32
            raise ValueError(_("must be a whole number"))
        return value


def option(
    default: Any,
    title: Text,
    explanation: Text,
    *,
    rule: str,
    silent: bool = False,
    left_open: LeftOpen = "silent",
    labels: Mapping[Any, Text] | None = None,
    offered: Sequence[Any] = (),
    under: tuple[str, Sequence[Any]] | None = None,
    clock: Clock = "",
    asked_first: bool = False,
    names_match: bool = False,
    notes: Mapping[Any, Text] | None = None,
    only_for: Mapping[Any, PlayerNumbers] | None = None,
    midway: bool = False,
    **bounds: Any,
) -> Any:
    """Declare an option: its default, title, one-line explanation, and the rule behind it.

    `silent` marks a point that the rules don't settle, and `left_open` says why. The field's type
    defines the values. `bounds` (ge, le) limit a number, and forms have keys only for the values in
    `offered`; other numbers and lists of names are typed. Three mappings are keyed by
    value (by a tuple if the value is a list): `labels` holds each value's label, `notes` a detail
    such as how long the game takes, and `only_for` the numbers of players that can choose the
    value. `under` is a pair: the name of another option, and those of its values for which this
    option applies. `clock` is the time limit that the option sets. Forms show options with
    `asked_first` above the players' names. With `names_match`, matches are called by the value's
    label instead of the game: `Half-marathon`. `midway` marks a rule choice that may change during
    a match.
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
        json_schema_extra={"x-option": extra, **({"x-midway": True} if midway else {})},
        **bounds,
    )
    governor, ruling = under or ("", ())
    field.metadata.append(
        Choice(
            title=title,
            explanation=explanation,
            rule=rule,
            is_silent=silent,
            source_says=SOURCE_SAYS[left_open],
            default=default,
            usual=default,
            values=tuple((value, str(value)) for value in offered),
            labels=_by_id(labels),
            notes=_by_id(notes),
            only_for=_by_id(only_for),
            is_asked_first=asked_first,
            names_match=names_match,
            governor=governor,
            under=tuple(map(value_id, ruling)),
            clock=clock,
            is_midway=midway,
        )
    )
    return field


def first_dealer_option(rule: str) -> Any:
    return option(0, _("First dealer"), _("The deal then passes to the left."), rule=rule)


def value_id(value: Any) -> str:
    """Encode an option's value for forms: strings unchanged, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


V = TypeVar("V")


def _by_id(values: Mapping[Any, V] | None) -> dict[str, V]:
    return {value_id(value): each for value, each in (values or {}).items()}


def _by_schema_key(texts: Mapping[Any, Text] | None) -> JsonDict:
    """Key the texts as the public schema does: `None`, `True`, `['B', 'C', 'D']`."""
    pairs = (texts or {}).items()
    return {str(list(key) if isinstance(key, tuple) else key): text for key, text in pairs}


# Options as form choices --------------------------------------------------------------------------


OTHER: Final = "other"
"""What a form sends for the key beside the field for a value that has no key."""
MOST_TYPED: Final = 9_999  # the most of a number without a bound
LONGEST_TYPED: Final = 60  # characters


@dataclass(frozen=True)
class TypedNumber:
    """A number that is typed into a field; an empty field means None."""

    least: int
    most: int
    has_halves: bool
    other: ClassVar[Text] = _("another number")

    def read(self, text: str) -> Any:
        return read_figure(text)

    def refusal(self, text: str) -> Text | None:
        number = read_figure(text)
        if not text.strip() or (
            number is not None
            and self.least <= number <= self.most
            and (self.has_halves or isinstance(number, int))
        ):
            return None
        template = _("Enter a whole number from {least} to {most}, or leave the field empty.")
        if self.has_halves:
            template = _("Enter a number from {least} to {most}, or leave the field empty.")
        return template.format(least=points(self.least), most=points(self.most))


@dataclass(frozen=True)
class TypedList:
    """A list of one-letter names that is typed into a field: `B C D D`, `bcdd`."""

    names: tuple[str, ...]
    least: ClassVar[int] = -1  # letters, which need a whole keyboard
    other: ClassVar[Text] = _("another order")

    def read(self, text: str) -> Any:
        return [sign for sign in text.upper() if sign.isalnum()]

    def refusal(self, text: str) -> Text | None:
        found = self.read(text)
        if found and {*found} <= {*self.names} and len(text) <= LONGEST_TYPED:
            return None
        return _("Enter the order with the letters {names}.", names=listed(list(self.names)))


@dataclass(frozen=True)
class Choice:
    title: Text
    explanation: Text
    rule: str
    is_silent: bool
    source_says: Text
    default: Any  # applies to a record without it
    usual: Any  # preselected in forms: the default, if it can be chosen
    values: tuple[tuple[Any, str], ...]
    labels: Mapping[str, str]  # values in words by id, even some that no form offers
    notes: Mapping[str, str]
    only_for: Mapping[str, PlayerNumbers]
    """Allowed numbers of players by value id; a value that isn't listed allows any number."""
    is_asked_first: bool = False
    names_match: bool = False  # whether matches are called by its value's label
    governor: str = ""  # another option, if some of its values make this one irrelevant
    under: tuple[str, ...] = ()  # ids of the governor's values that leave this one relevant
    clock: Clock = ""
    is_midway: bool = False  # may change during a match, with effect from an entry
    typed: TypedNumber | TypedList | None = None  # if values without a key can be typed
    name: str = ""

    @property
    def is_offered(self) -> bool:
        return bool(self.values or self.typed) or self.clock == "finish"

    @property
    def keys(self) -> list[tuple[str, str]]:
        return [(value_id(value), words) for value, words in self.values]

    @property
    def field(self) -> str:
        """Name of the field for a typed value, which has a name of its own beside keys."""
        return f"{self.name}_typed" if self.values else self.name

    def value_of_key(self, text: str | None) -> tuple[Any, ...]:
        """Return the value with this id; () if there is none.

        Ids in old links are accepted, too: they have Python's spelling, such as `True`.
        """
        return tuple(value for value, _ in self.values if text in (value_id(value), str(value)))[:1]

    def read(self, text: str | None) -> Any:
        """Return the value with this id, or the one typed, or `usual` if there is none."""
        if found := self.value_of_key(text):
            return found[0]
        if self.typed and text is not None and not self.typed.refusal(text):
            return self.typed.read(text)
        return self.usual

    def sent(self, form: Mapping[str, str]) -> str | None:
        """Return a form's text for the value: what is typed or else the key; None if neither."""
        if not self.values:
            return form.get(self.name)
        text, key = form.get(self.field, "") if self.typed else "", form.get(self.name)
        return text.strip() or (None if key in ("", OTHER) else key)

    def refusal(self, form: Mapping[str, str]) -> Text | None:
        """Return why the form gives no value, or more than one; None if it doesn't."""
        text, key = self.sent(form), form.get(self.name)
        if key == OTHER and self.typed and text is None:
            return _("The field is empty. Fill it in, or choose something else.")
        if text is None or not (self.values or self.typed):
            return None
        pressed = self.value_of_key(key)
        if pressed and pressed[0] != self.read(text):
            return _(
                "You chose {chosen} but typed {typed}. To use {chosen}, clear the field; to use"
                " {typed}, choose “{other}”.",
                chosen=self.label(pressed[0]),
                typed=text[:20],
                other=self.typed.other if self.typed else "",
            )
        if self.value_of_key(text):
            return None
        if self.typed:
            return self.typed.refusal(text)
        return _("“{text}” isn’t one of the choices. Choose one.", text=text[:20])

    def pressed(self, form: Mapping[str, str]) -> str:
        """Return the id of the pressed key or, if there are no keys, what is in the field."""
        if not self.values and self.typed:
            return form.get(self.name, "" if self.usual is None else str(self.usual))
        key = form.get(self.name)
        if pressed := self.value_of_key(key):
            return value_id(pressed[0])
        return OTHER if self.typed and (key == OTHER or self.sent(form)) else value_id(self.usual)

    def text(self, form: Mapping[str, str]) -> str:
        """Return what is in the field beside the keys."""
        key, text = form.get(self.name, ""), form.get(self.field, "")
        return text or ("" if key == OTHER or self.value_of_key(key) else key)

    @property
    def is_number(self) -> bool:
        return all(words.isdecimal() for _, words in self.values)

    def label(self, value: Any) -> str:
        if self.clock == "finish" and value is not None:
            return moment(datetime.fromisoformat(value))
        if self.typed and not self.values and value is not None:
            return points(value)
        if isinstance(value, list) and value_id(value) not in self.labels:
            return joined(map(str, value))
        return self.labels.get(value_id(value), str(value))

    def misfit(self, value: Any, number: int) -> PlayerNumbers | None:
        numbers = self.only_for.get(value_id(value))
        return None if numbers is None or number in numbers.numbers else numbers

    def for_players(self, number: int) -> Choice:
        """Limit the choice to values for `number` players. If only one is left, offer no choice."""
        fitting = [pair for pair in self.values if not self.misfit(pair[0], number)]
        left = [value for value, _ in fitting]
        usual = left[0] if left and self.usual not in left else self.usual
        return replace(self, usual=usual, values=tuple(fitting) if len(fitting) > 1 else ())

    def with_value(self, value: Any) -> Choice:
        """Add a value that no form offers, such as one from a record."""
        if not self.values or any(known == value for known, _ in self.values):
            return self
        return replace(self, values=(*self.values, (value, self.label(value))))

    def is_relevant(self, options: Options) -> bool:
        """Whether the option matters beside these, unlike Jokers in a format that fixes them."""
        return not self.governor or value_id(getattr(options, self.governor)) in self.under

    def has_room(self, every: Sequence[Choice], form: Mapping[str, str]) -> bool:
        governing = next((each for each in every if each.name == self.governor), None)
        return governing is None or governing.pressed(form) in self.under


def choices(declared: type[Options], players: Sequence[str]) -> tuple[Choice, ...]:
    """Return all of a game's options; those that choose a seat offer the players' names."""
    return _read_choices(declared, tuple(players))


def typing_faults(every: Sequence[Choice], form: Mapping[str, str]) -> list[OptionFault]:
    """Find options that apply for which a form has no possible value, or two different ones."""
    return [
        OptionFault(choice.name, choice.rule, refusal)
        for choice in every
        if choice.has_room(every, form) and (refusal := choice.refusal(form))
    ]


def option_faults(options: Options, seats: int) -> list[OptionFault]:
    misfits = [
        OptionFault(choice.name, numbers.rule, numbers.refusal(seats))
        for choice in choices(type(options), ())
        if (numbers := choice.misfit(getattr(options, choice.name), seats))
    ]
    return [*misfits, *options.contradictions(seats)]


def form_faults(
    every: Sequence[Choice], form: Mapping[str, str], options: Options, seats: int
) -> list[OptionFault]:
    """Return the faults of a form or, if all its values are readable, of the options it gives."""
    return typing_faults(every, form) or option_faults(options, seats)


def clocks(declared: type[Options]) -> Mapping[Clock, Choice]:
    return {choice.clock: choice for choice in choices(declared, ()) if choice.clock}


def chosen(every: Sequence[Choice], form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options chosen in a form, leaving out defaults and options that don't apply."""
    found = {}
    for choice in every:
        value = choice.read(choice.sent(form)) if choice.has_room(every, form) else choice.usual
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
        choice = next(each for each in field.metadata if isinstance(each, Choice))
        # Values that a form offers, in words; empty if there is no short list of them.
        values = list(choice.values)
        typed: TypedNumber | TypedList | None = None
        least = next((cast(int, each.ge) for each in field.metadata if isinstance(each, Ge)), 0)
        most = next((cast(int, e.le) for e in field.metadata if isinstance(e, Le)), MOST_TYPED)
        kinds = {field.annotation, *get_args(field.annotation)}
        if {int, PointsGiven} & kinds and (values or field.annotation is not int):
            typed = TypedNumber(least, most, has_halves=PointsGiven in kinds)
        elif get_origin(field.annotation) is list:
            typed = TypedList(get_args(*get_args(field.annotation)))
        if values:
            pass  # only these are offered
        elif field.annotation is bool:
            values = [(True, _p("key", "yes")), (False, _p("key", "no"))]
        elif get_origin(field.annotation) is Literal:
            values = [(value, str(value)) for value in get_args(field.annotation)]
        elif field.annotation is int:
            values = list(enumerate(players))
            if most != MOST_TYPED:
                values = [(value, str(value)) for value in range(least, most + 1)]
        labels = {value_id(value): words for value, words in values} | dict(choice.labels)
        in_words = tuple((value, labels[value_id(value)]) for value, _ in values)
        found.append(replace(choice, name=name, values=in_words, labels=labels, typed=typed))
    return tuple(found)
