"""The forms of all legs: what they have in common, and figures that are typed or counted.

Figures are rows of cells below the players' names, filled by one keypad. A figure may be typed, or
added up from the number of cards of each worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.core.findings import error
from referee.core.text import joined, listed, points, said, whole_number
from referee.games.card_triathlon.leg import AT_TABLE, UNIT, VALUES, WORTH
from referee.web.forms.entry_form import Hint
from referee.web.forms.fields import Players, Reading, Typed
from referee.web.forms.views import Cell, CellsView, KeysView
from referee.web.http.names import key_labels, labels, letters_in

MOST_KEYS: Final = 5
"""Keys with names that fit beside each other."""
FEWEST_LETTERS: Final = 5
BY_CARDS: Final = "by cards"
"""The summary of a leg that has no figures."""
MOST_BESIDE: Final = 4
"""Players that fit beside each other; six are two rows of three."""


# The form of a leg --------------------------------------------------------------------------------


@dataclass(frozen=True)
class LegFormView:
    leg: str | None
    """None where the time is up and no leg is due."""
    is_timed: bool
    most: int | None
    """The largest number that has a key of its own on the keypad; None where all are figures."""


def seats_view(
    name: str, players: Sequence[str], typed: Typed, nobody: str | None = None
) -> KeysView:
    """A key for each player, side by side, and one for nobody where that has a name."""
    columns = beside(len(players) + (nobody is not None), MOST_KEYS)
    keys = enumerate(key_labels(players, max(letters_in(columns), FEWEST_LETTERS)))
    values: list[tuple[str, str]] = [(str(seat), words) for seat, words in keys]
    if nobody is not None:
        values.append(("", nobody))
    return KeysView(name, values, typed.get(name, ""), f"seats of{columns}")


def beside(number: int, most: int = MOST_BESIDE) -> int:
    """The length of a line, if lines of at most `most` are as equal as possible."""
    lines = -(-number // most)
    return -(-number // lines)


# The fields of figures ----------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsWorth:
    points: int
    name: str
    which: str


WORTHS: Final = (
    CardsWorth(5, "fives", "2 to 7"),
    CardsWorth(10, "tens", "8 to K"),
    CardsWorth(20, "aces", "A"),
    CardsWorth(30, "Jokers", "JK"),
)


@dataclass(frozen=True)
class FigureField:
    """What cards are worth: a figure, or a number of fives, tens, aces and Jokers."""

    name: str
    blamed: str
    """The field of the entry that a problem names, and the seat in it."""
    seat: int

    def read(self, typed: Typed, _players: Players = ()) -> Reading[int]:
        text = typed.get(self.name, "").strip()
        if text:
            value = whole_number(text, digits=5)
            strange = text if value is None else ""
        else:
            texts = [typed.get(f"{self.name}_{each.points}", "").strip() for each in WORTHS]
            numbers = [whole_number(each) for each in texts]
            pairs = zip(WORTHS, numbers, strict=True)
            is_empty = all(number is None for number in numbers)
            value = None if is_empty else sum(each.points * (n or 0) for each, n in pairs)
            strange = next((each for each in texts if each and whole_number(each) is None), "")
        if not strange:
            return Reading(value)
        message = said("“{text}” is no figure. Type it in digits.", text=strange[:12])
        return Reading(value, (error(VALUES, message, field=self.blamed, seats=[self.seat]),))

    def is_counted(self, typed: Typed) -> bool:
        return not typed.get(self.name, "").strip()

    def fill(self, value: int) -> dict[str, str]:
        return {self.name: str(value)}


@dataclass(frozen=True)
class FiguresField:
    """A figure for each player, in the fields `name0`, `name1` and so on."""

    name: str
    may_be_empty: bool = False
    """Whether nothing typed is 0."""
    first: int = 0
    """The number of the first field; above 0 at a second table."""
    things: str = ""
    """What stands beside them, if it is not their name."""

    def of(self, place: int) -> FigureField:
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
        if not missing:
            return Reading(values)
        names = listed([players[place] for place in missing])
        template = "Still missing: {what} of {names}. Nothing is 0."
        seats = [self.first + place for place in missing]
        message = said(template, what=self.name, names=names)
        return Reading(values, (error(VALUES, message, field=self.name, seats=seats),))

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        return {f"{self.name}{seat}": str(figure) for seat, figure in enumerate(value, self.first)}

    def show(self, typed: Typed, players: Players, unless: str = "") -> CellsView:
        """A cell for each player; `unless` is a count that has to be above 0."""
        cells = []
        for seat, player in enumerate(players, self.first):
            name, count = f"{self.name}{seat}", f"{unless}{seat}" if unless else ""
            cells.append(Cell(name, player, typed.get(name, ""), unless=count, seat=seat))
        return CellsView(
            self.name, self.things or self.name, cells, most=None, columns=beside(len(players))
        )


def unscored_of(table: int) -> FigureField:
    """The cards of a table that nobody scores, if they were counted."""
    return FigureField(f"unscored_{table}", "unscored", table * AT_TABLE)


UNSCORED: Final = unscored_of(0)


# How a page shows them ----------------------------------------------------------------------------


@dataclass(frozen=True)
class CountView:
    field: str
    player: str
    label: str
    """The name as it fits beside the numbers."""
    things: str
    what: str
    """What is counted, in words: `the cards of Ann`."""
    numbers: Sequence[tuple[str, CardsWorth, str]]
    """Of each worth the field, and what is typed there."""


@dataclass(frozen=True)
class CardsOfTable:
    whole: int
    """What all of them are worth."""
    rest: str
    """Which are unscored."""
    of_player: str = "the cards of {name}"
    """Which are a player's."""
    table: int = 0
    has_jokers: bool = True


@dataclass(frozen=True)
class FiguresView:
    """The figures of a table: rows of cells below the names, Unscored, and the way to count."""

    table: int
    bar: str
    """What all cards are worth, in words."""
    labels: Sequence[str]
    columns: int
    rows: Sequence[CellsView]
    rest: CellsView
    counts: Sequence[CountView]
    sums: Sequence[str] = ()
    """The hints below the rows, one for each player."""


def figures_view(
    typed: Typed, rows: Sequence[CellsView], cards: CardsOfTable, sums: Sequence[str] = ()
) -> FiguresView:
    columns = rows[0].columns or len(rows[0].cells)
    names = labels([cell.player for cell in rows[0].cells], letters_in(columns))
    worths = WORTHS if cards.has_jokers else WORTHS[:-1]
    unscored = unscored_of(cards.table)
    rest = Cell(
        unscored.name, "Unscored", typed.get(unscored.name, ""), cards.rest, seat=unscored.seat
    )

    def count(cell: Cell, label: str, things: str, what: str) -> CountView:
        fields = [(f"{cell.name}_{worth.points}", worth) for worth in worths]
        numbers = [(name, worth, typed.get(name, "")) for name, worth in fields]
        return CountView(cell.name, cell.player, label, things, what, numbers)

    counts = [
        count(row.cells[seat], name, row.things, said(cards.of_player, name=row.cells[seat].player))
        for seat, name in enumerate(names)
        for row in rows
        if row.most is None
    ]
    return FiguresView(
        cards.table,
        in_all(cards.whole),
        names,
        columns,
        rows,
        CellsView(unscored.blamed, "points", [rest], most=None),
        [*counts, count(rest, rest.player, "", said("the unscored cards"))],
        sums,
    )


# The cross-check while figures are typed ----------------------------------------------------------

ONE_CARD: Final = {5: "a card from 2 to 7", 10: "a card from 8 to K", 20: "an ace", 30: "a Joker"}


def in_all(whole: int) -> str:
    return said("{whole} in all", whole=points(whole))


def hints(
    typed: Typed,
    fields: Mapping[FigureField, str],
    table: int,
    whole: int,
    *,
    is_complete: bool,
    has_jokers: bool = True,
    doubts: Sequence[str] = (),
) -> dict[str, Hint]:
    """The bar of a table: its sum, what is missing, where a mistake can be.

    `fields` are the figures with what they are called. Beside a figure that is counted by worth
    stands what it comes to. `doubts` are others than those about the sum. Complete: no figure is
    left to come.
    """
    values = {field: field.read(typed).value for field in fields}
    found: dict[str, Hint] = {
        field.name: said("= {value}", value=points(value))
        if value is not None and field.is_counted(typed)
        else ""
        for field, value in values.items()
    }
    given = {fields[field]: value for field, value in values.items() if value is not None}
    bar, shown = in_all(whole), list(doubts)
    if given:
        shown += sum_doubts(given, whole, is_complete=is_complete, has_jokers=has_jokers)
        total = sum(given.values())
        if total == whole:
            template = "{total} of {whole}, but:" if shown else "{total} of {whole}: it adds up"
        elif total > whole:
            template = "{total} of {whole}: {difference} too much"
        elif is_complete:
            template = "{total} of {whole}: {difference} missing"
        else:
            template = "{total} of {whole}: {difference} left"
        difference = points(abs(whole - total))
        bar = said(template, total=points(total), whole=points(whole), difference=difference)
        shown = shown[:1]  # there is room for one
    return {**found, f"bar{table}": bar, f"doubts{table}": joined(shown)}


def sum_doubts(
    figures: Mapping[str, int], whole: int, *, is_complete: bool, has_jokers: bool = True
) -> list[str]:
    """Where the mistake can be, in sentences; `figures` by the name of what they are."""
    found: list[str] = [
        said(
            "{name}: {figure} is no multiple of {unit}.",
            name=name,
            figure=points(figure),
            unit=UNIT,
        )
        for name, figure in figures.items()
        if figure % UNIT
    ]
    missing = whole - sum(figures.values())
    if found or missing == 0 or (missing > 0 and not is_complete):
        return found
    card = ONE_CARD.get(abs(missing))
    if card and (has_jokers or abs(missing) != WORTH["JK"]):
        found.append(
            said("{worth} is what {card} is worth.", worth=points(abs(missing)), card=card)
        )
    for name, figure in figures.items():
        digits = str(figure)
        for left in range(len(digits) - 1):  # two neighbouring digits in each other's place
            pair = digits[left : left + 2]
            turned = int(digits[:left] + pair[::-1] + digits[left + 2 :])
            if turned - figure == missing:
                template = "{name}: {turned} in place of {figure} would fit."
                turned_points, typed_points = points(turned), points(figure)
                found.append(said(template, name=name, turned=turned_points, figure=typed_points))
    return found
