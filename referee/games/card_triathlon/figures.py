"""The figures of a leg: typed, or counted by what the cards are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.core.findings import Problem, error
from referee.core.text import listed, said
from referee.games.card_triathlon import crosscheck
from referee.web.forms.entry_form import Hint
from referee.web.forms.fields import (
    Players,
    Reading,
    Typed,
    whole_number,
)
from referee.web.forms.views import BoxesView

WORTHS: Final = (
    (5, "fives", "2 to 7"),
    (10, "tens", "8 to K"),
    (20, "aces", "A"),
    (30, "Jokers", "JK"),
)
"""What cards are counted by: a figure may be typed, or added up by the app."""
RULE: Final = "card-triathlon.values"


@dataclass(frozen=True)
class FigureField:
    """What cards are worth: a figure, or so many fives, tens, aces and Jokers."""

    name: str
    blamed: str
    """The field of the entry that a problem names."""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[int]:
        """The figure; or what was typed and is none."""
        if strange := self._unreadable(typed):
            message = said("“{text}” is no figure. Type it in digits.", text=strange[:12])
            return Reading(self._value(typed), (error(RULE, message, field=self.blamed),))
        return Reading(self._value(typed))

    def _value(self, typed: Typed) -> int | None:
        if text := typed.get(self.name, "").strip():
            return whole_number(text, digits=5)
        numbers = [whole_number(typed.get(field, "")) for field in self._counts]
        if all(number is None for number in numbers):
            return None
        worths = (worth for worth, *_ in WORTHS)
        return sum(worth * (number or 0) for worth, number in zip(worths, numbers, strict=True))

    @property
    def _counts(self) -> list[str]:
        return [f"{self.name}_{worth}" for worth, *_ in WORTHS]

    def _unreadable(self, typed: Typed) -> str:
        if text := typed.get(self.name, "").strip():
            return text if whole_number(text, digits=5) is None else ""
        texts = (typed.get(field, "").strip() for field in self._counts)
        return next((text for text in texts if text and whole_number(text) is None), "")

    def is_counted(self, typed: Typed) -> bool:
        """Whether it is added up by what the cards are worth."""
        return not typed.get(self.name, "").strip()

    def fill(self, value: int) -> dict[str, str]:
        return {self.name: str(value)}

    def show(self, typed: Typed, _players: Players = ()) -> BoxesView:
        return BoxesView([("points", self.name, typed.get(self.name, ""))], digits=5)


@dataclass(frozen=True)
class FiguresField:
    """A figure for each player, in the fields `name0`, `name1` and so on."""

    name: str
    may_be_empty: bool = False
    """Whether nothing typed is 0."""
    first: int = 0
    """The number of the first field, where they are those of a second table."""

    def of(self, place: int) -> FigureField:
        """The field of one player."""
        return FigureField(f"{self.name}{self.first + place}", self.name)

    def read(
        self, typed: Typed, players: Players, needed: Sequence[int] | None = None
    ) -> Reading[list[int]]:
        """The figures of all players, 0 where there is none; `needed` are those that must be."""
        readings = [self.of(place).read(typed) for place in range(len(players))]
        values = [reading.value or 0 for reading in readings]
        if strange := [problem for reading in readings for problem in reading.problems]:
            return Reading(values, (strange[0],))
        if needed is None:
            needed = () if self.may_be_empty else range(len(players))
        missing = [players[place] for place in needed if readings[place].value is None]
        return Reading(values, (self._missing(missing),) if missing else ())

    def _missing(self, names: list[str]) -> Problem:
        template = "Still missing: {what} of {names}. Nothing is 0."
        message = said(template, what=self.name, names=listed(names))
        return error(RULE, message, field=self.name)

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        return {f"{self.name}{at}": str(figure) for at, figure in enumerate(value, self.first)}

    def show(self, typed: Typed, players: Players) -> BoxesView:
        names = [self.of(place).name for place in range(len(players))]
        texts = (typed.get(name, "") for name in names)
        return BoxesView(list(zip(players, names, texts, strict=True)), digits=5)


def unscored_of(place: int) -> FigureField:
    """The cards of a table that nobody scores, if they were counted."""
    return FigureField(f"unscored_{place}", "unscored")


UNSCORED: Final = unscored_of(0)


def hints(
    typed: Typed,
    fields: Mapping[FigureField, str],
    place: int,
    whole: int,
    *,
    is_complete: bool,
    has_jokers: bool = True,
) -> dict[str, Hint]:
    """The bar of a table: its sum, what is missing, where a mistake can be.

    `fields` are the figures with what they are called. Beside a figure that is counted by worth
    stands what it comes to.
    """
    values = {field: field.read(typed).value for field in fields}
    found: dict[str, Hint] = {
        field.name: f"= {value}" if value is not None and field.is_counted(typed) else ""
        for field, value in values.items()
    }
    given = {fields[field]: value for field, value in values.items() if value is not None}
    if not given:
        return {**found, f"bar{place}": f"{whole} in all", f"doubts{place}": ""}
    doubts = crosscheck.doubts(given, whole, is_complete=is_complete, has_jokers=has_jokers)
    found[f"bar{place}"] = crosscheck.bar(sum(given.values()), whole, is_complete=is_complete)
    found[f"doubts{place}"] = " ".join(doubts)
    return found
