"""Views of fields: one frozen class for each macro that draws a field.

A view names its macro and the template of that, so that a game may bring its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from referee.core.cards import Suit
from referee.web.http.names import labels, labels_in_cells, letters_in


class FieldView:
    """`macro` of `template` draws it, with the pack."""

    template: ClassVar[str] = "forms/fields.html"
    macro: ClassVar[str]
    has_legend: ClassVar[bool] = False
    """Of its own."""


@dataclass(frozen=True)
class KeysView(FieldView):
    """A key for each value, one of them pressed."""

    macro = "value_keys"
    name: str
    values: Sequence[tuple[str, str]]
    """What is sent, and the words on its key."""
    chosen: str
    look: str = ""


@dataclass(frozen=True)
class SuitKeysView(FieldView):
    """A key for each suit, and one for none if that has a name."""

    macro = "suits"
    name: str
    suits: Sequence[Suit]
    chosen: str
    nothing: str


@dataclass(frozen=True)
class PickerView(FieldView):
    """A text of cards, which scripts replace by keys."""

    macro = "cards"
    name: str
    text: str
    most: int
    title: str
    placeholder: str = "cards"
    slots: int = 3
    label: str = ""
    """A shorter title among other fields."""
    goes_on: str = ""
    """The cards after which another one comes, where any other card is the last."""


@dataclass(frozen=True)
class LedView(FieldView):
    """The cards of a trick; where there are Jokers, also the suit of one that leads."""

    macro = "led"
    cards: PickerView
    suit: SuitKeysView


@dataclass(frozen=True)
class LinesView(FieldView):
    """Labels and fields, of players for example."""

    macro = "lines"
    lines: Sequence[tuple[str, FieldView]]
    look: str
    labelled: str = ""
    """The prefix of the ids of the labels, where the fields are groups of keys."""


@dataclass(frozen=True)
class BoxesView(FieldView):
    """Small boxes for figures."""

    macro = "boxes"
    boxes: Sequence[tuple[str, str, str]]
    """Of each its label, name and text."""
    digits: int | None = None


@dataclass(frozen=True)
class TicksView(FieldView):
    """Keys of which any number may be pressed."""

    macro = "ticks"
    ticks: Sequence[tuple[str, str, bool]]
    """Of each its label, name and whether it is pressed."""


@dataclass(frozen=True)
class Cell:
    """A field for one figure of one player."""

    name: str
    player: str
    text: str
    note: str = ""
    """For the keypad, such as `quota 6`."""
    unless: str = ""
    """The field of a count; where that is 0, this one stays empty."""
    seat: int = 0


@dataclass(frozen=True)
class CellsView(FieldView):
    """A row of cells, one for each player, which one keypad fills for the whole table."""

    macro = "cells"
    has_legend = True
    field: str
    """Of the entry, as problems name it."""
    things: str
    """What is counted, such as `tricks`."""
    cells: Sequence[Cell]
    most: int | None
    """The largest number that has a key of its own; None for figures, typed digit by digit."""
    total: int | None = None
    """Their sum; the last cell then follows."""
    rule: str = ""
    """The rule with this total."""
    last_follows: bool = True
    is_needed: bool = True
    """Then the keypad goes on to cells that are still empty."""
    columns: int | None = None
    """Cells in a row of a table; None where all are in one."""

    @property
    def labels(self) -> list[str]:
        names = [cell.player for cell in self.cells]
        if self.columns is None:
            return labels_in_cells(names)
        return labels(names, letters_in(self.columns))
