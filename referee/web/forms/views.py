"""Views of fields: one frozen class for each macro that renders a field.

A view names its macro and that macro's template, so that games can add their own views.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from markupsafe import Markup

from referee.core.cards import Suit
from referee.core.text import _p
from referee.web.http.names import fitting


class FieldView:
    """Base class of views. `macro` in `template` is called with the view and the pack."""

    template: ClassVar[str] = "forms/fields.html"
    macro: ClassVar[str]


@dataclass(frozen=True)
class KeysView(FieldView):
    macro = "value_keys"
    name: str
    values: Sequence[tuple[str, str]]  # what each key sends, and its label
    chosen: str | None  # None if not even a key that sends nothing is pressed
    look: str = ""


@dataclass(frozen=True)
class WordsView(FieldView):
    macro = "words"
    name: str
    text: str
    title: str


@dataclass(frozen=True)
class SuitKeysView(FieldView):
    macro = "suits"
    name: str
    suits: Sequence[Suit]
    chosen: str
    nothing: str
    none: str = ""  # as in `SuitField`


@dataclass(frozen=True)
class PickerView(FieldView):
    """A text field for cards; scripts replace the field with a row of card slots."""

    macro = "cards"
    name: str
    text: str
    most: int
    title: str
    placeholder: str = _p("placeholder", "cards")
    slots: int = 3
    label: str = ""
    goes_on: str = ""  # as in `CardsField`
    enough: int = 0  # as in `HandsField`


@dataclass(frozen=True)
class LedView(FieldView):
    """The cards of a trick, and the suit for which a Joker was led."""

    macro = "led"
    cards: PickerView
    suit: SuitKeysView


@dataclass(frozen=True)
class LinesView(FieldView):
    macro = "lines"
    lines: Sequence[tuple[str, FieldView]]
    look: str
    labelled: str = ""  # prefix of the ids of labels, for groups of keys


@dataclass(frozen=True)
class TurnsView(FieldView):
    """Whether everyone has had a turn and, folded, the turns of each player."""

    macro = "turns"
    everyone: KeysView
    each: LinesView
    is_open: bool


@dataclass(frozen=True)
class BoxesView(FieldView):
    macro = "boxes"
    boxes: Sequence[tuple[str, str, str]]  # label, name and text
    digits: int | None = None


@dataclass(frozen=True)
class TicksView(FieldView):
    macro = "ticks"
    ticks: Sequence[tuple[str, str, bool]]  # label, name, and whether it is pressed


@dataclass(frozen=True)
class Cell:
    name: str
    player: str
    text: str
    note: str = ""  # for the keypad
    hint: str = ""  # in the cell until it has a score, such as `quota 6`
    unless: str = ""  # the field of a count; if that is 0, this cell stays empty
    seat: int = 0


@dataclass(frozen=True)
class CellsView(FieldView):
    """A row of cells, one for each player, all filled by the same keypad."""

    macro = "cells"
    field: str  # the field of the entry, as problems name it
    things: str  # what is counted, such as `tricks`
    cells: Sequence[Cell]
    most: int | None  # the largest number with its own key; None for figures typed digit by digit
    total: int | None = None  # sum of all cells, from which the last one follows
    rule: str = ""  # the rule with this total
    last_follows: bool = True
    is_needed: bool = True  # then the keypad goes on to empty cells
    columns: int | None = None  # cells in a row; None for a single row
    is_signed: bool = False  # whether figures may have a sign
    has_halves: bool | None = None  # by default, if they may have a sign
    empty: str = ""  # what the keypad's → writes into an empty cell
    enough: int | None = None  # the figure of one player after which the others aren't needed

    @property
    def digits(self) -> int:
        """The most characters of a figure: `13`, `12345`, `-999999.5`."""
        return 9 if self.is_signed else 2 if self.most is not None else 5

    @property
    def labels(self) -> list[Markup]:
        return fitting([cell.player for cell in self.cells])

    def only(self, is_shown: Callable[[Cell], bool]) -> CellsView:
        return replace(self, cells=[*filter(is_shown, self.cells)])
