"""The figures of a leg: typed, or counted by what the cards are worth.

They are rows of cells below the players' names, which one keypad fills.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.core.findings import Problem, error
from referee.core.text import joined, listed, points, said, whole_number
from referee.games.card_triathlon import crosscheck
from referee.games.card_triathlon.values import AT_TABLE
from referee.web.forms.entry_form import Hint
from referee.web.forms.fields import Players, Reading, Typed
from referee.web.forms.views import Cell, CellsView
from referee.web.http.names import labels, letters_in


@dataclass(frozen=True)
class CardsWorth:
    """What some cards are worth, what they are called, and which they are."""

    points: int
    name: str
    which: str


WORTHS: Final = (
    CardsWorth(5, "fives", "2 to 7"),
    CardsWorth(10, "tens", "8 to K"),
    CardsWorth(20, "aces", "A"),
    CardsWorth(30, "Jokers", "JK"),
)
"""What cards are counted by: a figure may be typed, or added up by the app."""
RULE: Final = "card-triathlon.values"
MOST_BESIDE: Final = 4
"""So many players have room beside each other; six are two rows of three."""


@dataclass(frozen=True)
class FigureField:
    """What cards are worth: a figure, or so many fives, tens, aces and Jokers."""

    name: str
    blamed: str
    """The field of the entry that a problem names, and the seat in it."""
    seat: int

    def read(self, typed: Typed, _players: Players = ()) -> Reading[int]:
        """The figure; or what was typed and is none."""
        if strange := self._unreadable(typed):
            message = said("“{text}” is no figure. Type it in digits.", text=strange[:12])
            return Reading(
                self._value(typed), (error(RULE, message, field=self.blamed, seats=[self.seat]),)
            )
        return Reading(self._value(typed))

    def _value(self, typed: Typed) -> int | None:
        if text := typed.get(self.name, "").strip():
            return whole_number(text, digits=5)
        numbers = [whole_number(typed.get(field, "")) for field in self._counts]
        if all(number is None for number in numbers):
            return None
        pairs = zip(WORTHS, numbers, strict=True)
        return sum(worth.points * (number or 0) for worth, number in pairs)

    @property
    def _counts(self) -> list[str]:
        return [_field_of(self.name, worth) for worth in WORTHS]

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

    def show(self, typed: Typed, note: str = "") -> CellsView:
        """A cell of its own, of cards that are no player's."""
        cell = Cell(self.name, "Unscored", typed.get(self.name, ""), note, seat=self.seat)
        return CellsView(self.blamed, "points", [cell], most=None)


@dataclass(frozen=True)
class FiguresField:
    """A figure for each player, in the fields `name0`, `name1` and so on."""

    name: str
    may_be_empty: bool = False
    """Whether nothing typed is 0."""
    first: int = 0
    """The number of the first field, where they are those of a second table."""
    things: str = ""
    """What stands beside them, if it is not their name."""

    def of(self, place: int) -> FigureField:
        """The field of one player."""
        seat = self.first + place
        return FigureField(f"{self.name}{seat}", self.name, seat)

    def each(self, typed: Typed, players: Players) -> list[int | None]:
        """The figures of all players; None where there is none, or what is there is none."""
        return [self.of(place).read(typed).value for place in range(len(players))]

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
        missing = [place for place in needed if readings[place].value is None]
        return Reading(values, (self._missing(players, missing),) if missing else ())

    def _missing(self, players: Players, places: list[int]) -> Problem:
        template = "Still missing: {what} of {names}. Nothing is 0."
        names = listed([players[place] for place in places])
        seats = [self.first + place for place in places]
        return error(
            RULE, said(template, what=self.name, names=names), field=self.name, seats=seats
        )

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        return {f"{self.name}{at}": str(figure) for at, figure in enumerate(value, self.first)}

    def show(self, typed: Typed, players: Players, unless: str = "") -> CellsView:
        """A cell for each player; `unless` is a count that has to be above 0."""
        cells = []
        for place, player in enumerate(players):
            name, count = self.of(place).name, f"{unless}{self.first + place}" if unless else ""
            seat = self.first + place
            cells.append(Cell(name, player, typed.get(name, ""), unless=count, seat=seat))
        return CellsView(
            self.name, self.things or self.name, cells, most=None, columns=beside(len(players))
        )


def beside(number: int, most: int = MOST_BESIDE) -> int:
    """How many of so many stand beside each other, if all lines are as long as can be."""
    lines = -(-number // most)
    return -(-number // lines)


def unscored_of(place: int) -> FigureField:
    """The cards of a table that nobody scores, if they were counted."""
    return FigureField(f"unscored_{place}", "unscored", place * AT_TABLE)


UNSCORED: Final = unscored_of(0)


@dataclass(frozen=True)
class NumberView:
    """How many cards of one worth there are."""

    field: str
    worth: CardsWorth
    number: str


@dataclass(frozen=True)
class CountView:
    """A figure that can be counted by what its cards are worth."""

    field: str
    player: str
    label: str
    """The name as it fits beside the numbers."""
    things: str
    what: str
    """What is counted, in words: `the cards of Ann`."""
    numbers: tuple[NumberView, ...]

    @property
    def is_used(self) -> bool:
        """Whether a number is there."""
        return any(each.number for each in self.numbers)


@dataclass(frozen=True)
class CardsOfTable:
    """The cards of a table, which its figures share out."""

    whole: int
    """What all of them are worth."""
    rest: str
    """Which are unscored."""
    of_player: str = "the cards of {name}"
    """Which are a player's."""
    place: int = 0
    has_jokers: bool = True


@dataclass(frozen=True)
class FiguresView:
    """The figures of a table: rows of cells below the names, Unscored, and the way to count."""

    place: int
    bar: str
    """What all cards are worth, in words."""
    labels: Sequence[str]
    columns: int
    rows: tuple[CellsView, ...]
    rest: CellsView
    counts: tuple[CountView, ...]
    sums: tuple[str, ...] = ()
    """The hints below the rows, one for each player."""


def figures_view(
    typed: Typed, rows: Sequence[CellsView], cards: CardsOfTable, sums: Sequence[str] = ()
) -> FiguresView:
    """The rows of a table, and below them perhaps `sums`."""
    columns = rows[0].columns or len(rows[0].cells)
    names = labels([cell.player for cell in rows[0].cells], letters_in(columns))
    unscored = unscored_of(cards.place).show(typed, cards.rest)
    (rest,) = unscored.cells
    counts = [
        _count(typed, cards, row.cells[seat], name, row.things)
        for seat, name in enumerate(names)
        for row in rows
        if row.most is None
    ]
    counts.append(
        CountView(
            rest.name,
            rest.player,
            rest.player,
            "",
            said("the unscored cards"),
            _numbers(typed, cards, rest.name),
        )
    )
    return FiguresView(
        cards.place,
        in_all(cards.whole),
        names,
        columns,
        tuple(rows),
        unscored,
        tuple(counts),
        tuple(sums),
    )


def _count(typed: Typed, cards: CardsOfTable, cell: Cell, label: str, things: str) -> CountView:
    what = said(cards.of_player, name=cell.player)
    numbers = _numbers(typed, cards, cell.name)
    return CountView(cell.name, cell.player, label, things, what, numbers)


def _numbers(typed: Typed, cards: CardsOfTable, field: str) -> tuple[NumberView, ...]:
    worths = WORTHS if cards.has_jokers else WORTHS[:-1]
    names = [_field_of(field, worth) for worth in worths]
    return tuple(
        NumberView(name, worth, typed.get(name, ""))
        for name, worth in zip(names, worths, strict=True)
    )


def _field_of(figure: str, worth: CardsWorth) -> str:
    """The field with the number of cards of this worth in a figure."""
    return f"{figure}_{worth.points}"


def hints(
    typed: Typed,
    fields: Mapping[FigureField, str],
    place: int,
    whole: int,
    *,
    is_complete: bool,
    has_jokers: bool = True,
    doubts: Sequence[str] = (),
) -> dict[str, Hint]:
    """The bar of a table: its sum, what is missing, where a mistake can be.

    `fields` are the figures with what they are called. Beside a figure that is counted by worth
    stands what it comes to. `doubts` are others than those about the sum.
    """
    values = {field: field.read(typed).value for field in fields}
    found: dict[str, Hint] = {
        field.name: said("= {value}", value=points(value))
        if value is not None and field.is_counted(typed)
        else ""
        for field, value in values.items()
    }
    given = {fields[field]: value for field, value in values.items() if value is not None}
    if not given:
        return {**found, f"bar{place}": in_all(whole), f"doubts{place}": joined(doubts)}
    wrong = crosscheck.doubts(given, whole, is_complete=is_complete, has_jokers=has_jokers)
    is_doubted = bool(doubts or wrong)
    found[f"bar{place}"] = crosscheck.bar(
        sum(given.values()), whole, is_complete=is_complete, is_doubted=is_doubted
    )
    found[f"doubts{place}"] = joined([*doubts, *wrong][:1])  # there is room for one
    return found


def in_all(whole: int) -> str:
    """What the cards of a table are worth together."""
    return said("{whole} in all", whole=points(whole))
