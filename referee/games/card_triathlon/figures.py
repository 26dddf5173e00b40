"""Form fields for the figures of a leg, shared by the forms for B, C and D legs.

The fields are rows of cells below the players' names and share one keypad. A figure is either typed
or computed from the number of cards of each value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.core.findings import Problem, error
from referee.core.text import Text, _, _p, joined, listed, points, whole_number
from referee.games.card_triathlon.leg import AT_TABLE, PACK, PLAY, UNIT, VALUES, WORTH
from referee.web.forms.entry_form import EntryRead, Hint
from referee.web.forms.fields import Players, Reading, Typed, either, read_choice
from referee.web.forms.views import Cell, CellsView, KeysView
from referee.web.http.names import fitting

BY_CARDS: Final = _("cards entered")  # the summary of a leg that has no figures
MOST_COLUMNS: Final = 4  # players that fit in one row; six take two rows of three


def seats_view(name: str, players: Sequence[str], typed: Typed) -> KeysView:
    values = [(f"{at}", name) for at, name in enumerate(fitting(players))]
    return KeysView(name, values, typed.get(name, ""), f"seats of{count_columns(len(players))}")


def count_columns(number: int, most: int = MOST_COLUMNS) -> int:
    """Return how many cells to put in each row, at most `most`, to keep all rows about equal."""
    lines = -(-number // most)
    return -(-number // lines)


# Two inputs that disagree -------------------------------------------------------------------------


def unknown_choice(typed: Typed, field: str, *choices: str) -> tuple[Problem, ...]:
    """Return a problem if something else than one of these choices, or nothing, was sent."""
    text = typed.get(field, "").strip()
    return read_choice(text, text in choices or None, field, PLAY).problems


def contradiction(key: Text, entered: Text | None, field: str) -> list[Problem]:
    """Return a problem if something was entered that the pressed key rules out."""
    return [error(PLAY, either(key, entered), field=field)] if entered else []


# One figure ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsWorth:
    points: int
    name: str
    which: str
    hint: Text  # for a sum that is off by one such card


TO = _("{first} to {last}")
WORTHS: Final = (
    CardsWorth(5, _p("things", "fives"), TO.format(first="2", last="7"),
               _("A card from 2 to 7 (5 points)?")),
    CardsWorth(10, _p("things", "tens"), TO.format(first="8", last="K"),
               _("A card from 8 to K (10 points)?")),
    CardsWorth(20, _p("things", "aces"), "A", _("An ace (20 points)?")),
    CardsWorth(30, _p("things", "Jokers"), "JK", _("A Joker (30 points)?")),
)  # fmt: skip
THE_FIGURE: Final = _("the figure {figure}")


@dataclass(frozen=True)
class FigureField:
    """Field for points, typed as a sum or as counts of fives, tens, aces and Jokers."""

    name: str
    blamed: str  # the entry's field that a problem names, together with `seat`
    seat: int

    def counts(self, typed: Typed) -> list[int | None]:
        """Return the counts of fives, tens, aces and Jokers."""
        return [whole_number(text) for text in self._counts_typed(typed)]

    def _counts_typed(self, typed: Typed) -> list[str]:
        return [typed.get(f"{self.name}_{each.points}", "").strip() for each in WORTHS]

    def value(self, typed: Typed) -> int | None:
        return self.read(typed).value

    def read(self, typed: Typed) -> Reading[int]:
        text, counts, counted = typed.get(self.name, "").strip(), self.counts(typed), None
        if any(count is not None for count in counts):
            pairs = zip(WORTHS, counts, strict=True)
            counted = sum(each.points * (count or 0) for each, count in pairs)
        value = whole_number(text, digits=5) if text else counted
        all_typed = filter(None, (text, *self._counts_typed(typed)))
        strange = [each for each in all_typed if whole_number(each, digits=5) is None]
        if strange:
            message = _("“{text}” isn’t a number. Use digits.", text=strange[0][:12])
        elif counted not in (None, value):
            count = _("the count of its cards ({figure})", figure=counted)
            message = either(THE_FIGURE.format(figure=text), count)
        else:
            return Reading(value)
        return Reading(value, (error(VALUES, message, field=self.blamed, seats=[self.seat]),))


# One figure per player ----------------------------------------------------------------------------

MISSING: Final[Mapping[str, Text]] = {  # messages, by field
    "points": _("Enter points for {names}. Type 0 for none."),
    "melded": _("Enter what {names} melded. Type 0 for nothing."),
    "scored": _("Enter what {names} scored. Type 0 for nothing."),
}


@dataclass(frozen=True)
class FiguresField:
    """One field per player for a figure: `points0`, `points1` and so on, if `name` is `points`.

    Players are numbered from 0 at each table; the fields of a table are numbered from `first`.
    """

    name: str
    things: Text  # the label beside the fields
    may_be_empty: bool = False  # an empty field counts as 0
    first: int = 0

    def of(self, player: int) -> FigureField:
        seat = self.first + player
        return FigureField(f"{self.name}{seat}", self.name, seat)

    def each(self, typed: Typed, players: Players) -> list[int | None]:
        """Return all players' figures, None where one is missing or unreadable."""
        return [self.of(player).value(typed) for player in range(len(players))]

    def read(
        self, typed: Typed, players: Players, needed: Sequence[int] | None = None
    ) -> Reading[list[int]]:
        """Read all figures; a missing one is 0 or, if its player is in `needed`, a problem."""
        readings = [self.of(player).read(typed) for player in range(len(players))]
        values = [reading.value or 0 for reading in readings]
        if strange := [problem for reading in readings for problem in reading.problems]:
            return Reading(values, (strange[0],))
        if needed is None:
            needed = () if self.may_be_empty else range(len(players))
        missing = [player for player in needed if readings[player].value is None]
        if not missing:
            return Reading(values)
        message = MISSING[self.name].format(names=listed([players[each] for each in missing]))
        seats = [self.first + player for player in missing]
        return Reading(values, (error(VALUES, message, field=self.name, seats=seats),))

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        return {f"{self.name}{seat}": str(figure) for seat, figure in enumerate(value, self.first)}

    def show(self, typed: Typed, players: Players, unless: str = "") -> CellsView:
        """Return a cell per player; it stays empty if the count in the field `unless` is 0."""
        cells = []
        for seat, player in enumerate(players, self.first):
            name, count = f"{self.name}{seat}", f"{unless}{seat}" if unless else ""
            cells.append(Cell(name, player, typed.get(name, ""), unless=count, seat=seat))
        columns = count_columns(len(players))
        return CellsView(self.name, self.things, cells, most=None, columns=columns)


# All figures of a table ---------------------------------------------------------------------------


@dataclass(frozen=True)
class CountView:
    cell: Cell
    label: str
    things: str
    what: Text  # what is counted, in words: `Ann’s cards`
    numbers: Sequence[tuple[str, CardsWorth, str]]  # field, value and typed text of its cards


@dataclass(frozen=True)
class FiguresView:
    table: int
    bar: str
    rows: Sequence[CellsView]
    rest: CellsView
    counts: Sequence[CountView]


CARDS_OF: Final = _("{name}’s cards")
IN_ALL: Final = _("All cards: {whole} points")
THE_REST: Final = _p("hint", "= rest")  # what Unscored is if it stays empty


@dataclass(frozen=True)
class TableFigures:
    """The figures entered for one table: a row for each of these fields, and Unscored.

    `available` is the number of the table's cards by what they are worth.
    """

    rows: tuple[FiguresField, ...]
    names: Players
    available: Counter[int]
    table: int = 0

    @property
    def whole(self) -> int:
        return sum(each * number for each, number in self.available.items())

    @property
    def has_jokers(self) -> bool:
        return self.available[WORTH["JK"]] > 0

    @property
    def unscored(self) -> FigureField:
        """The field for unscored points, which may stay empty."""
        return FigureField(f"unscored_{self.table}", "unscored", self.table * AT_TABLE)

    @property
    def fields(self) -> list[FigureField]:
        seats = range(len(self.names))
        return [*(row.of(seat) for row in self.rows for seat in seats), self.unscored]

    def fill(self, part: Mapping[str, Any]) -> dict[str, str]:
        typed: dict[str, str] = {}
        for row in self.rows:
            typed |= row.fill(part.get(row.name) or ())
        if part.get("unscored") is not None:
            typed[self.unscored.name] = str(part["unscored"])
        return typed

    def read_unscored(self, typed: Typed) -> EntryRead:
        reading = self.unscored.read(typed)
        return {} if reading.value is None else {"unscored": reading.value}, [*reading.problems]

    def first_figure(self, typed: Typed) -> Text | None:
        """Describe the first figure that isn't 0, for a message; None if there is none."""
        figures = (field.value(typed) for field in self.fields)
        return next((THE_FIGURE.format(figure=figure) for figure in figures if figure), None)

    def counting_problems(self, typed: Typed) -> list[Problem]:
        """Check that no more cards are counted than there are."""
        found = []
        for index, each in enumerate(WORTHS):
            counts = {field: field.counts(typed)[index] or 0 for field in self.fields}
            total, most = sum(counts.values()), self.available[each.points]
            if total > most:
                message = _(
                    "You counted {total} cards worth {points}, but there are only {most}.",
                    total=total,
                    points=each.points,
                    most=most,
                )
                seats = [field.seat for field, count in counts.items() if count]
                found.append(error(PACK, message, field=self.fields[0].blamed, seats=seats))
        return found

    def view(
        self, typed: Typed, rows: Sequence[CellsView], *, of_player: Text = CARDS_OF
    ) -> FiguresView:
        field, name = self.unscored, _p("things", "Unscored")
        text = typed.get(field.name, "")
        rest = "" if text else THE_REST
        unscored = Cell(field.name, name, text, _("fills itself at the end"), rest, seat=field.seat)
        counted: list[tuple[Cell, str, str, Text]] = [
            (row.cells[seat], label, row.things, of_player.format(name=row.cells[seat].player))
            for seat, label in enumerate(rows[0].labels)
            for row in rows
            if row.most is None
        ]
        counts = []
        for cell, label, things, what in [*counted, (unscored, name, "", _("unscored cards"))]:
            worths = WORTHS if self.has_jokers else WORTHS[:-1]
            names = [(f"{cell.name}_{each.points}", each) for each in worths]
            numbers = [(name, each, typed.get(name, "")) for name, each in names]
            counts.append(CountView(cell, label, things, what, numbers))
        points_view = CellsView(field.blamed, _p("things", "points"), [unscored], most=None)
        bar = IN_ALL.format(whole=points(self.whole))
        return FiguresView(self.table, bar, rows, points_view, counts)

    def hints(
        self, typed: Typed, *, has_all: bool, is_complete: bool, doubts: Sequence[Text] = ()
    ) -> dict[str, Hint]:
        """Return hints about the sum, what is missing, and likely mistakes.

        With `has_all`, only Unscored may be left to enter; with `is_complete`, nothing is. `doubts`
        are likely mistakes found elsewhere; they come before those found in the sum.
        """
        labels: Mapping[FigureField, str] = {
            row.of(seat): joined((name, *[row.things] * (len(self.rows) > 1)), ", ")
            for seat, name in enumerate(self.names)
            for row in self.rows
        } | {self.unscored: _p("things", "Unscored")}
        values = {field: field.value(typed) for field in labels}
        found: dict[str, Hint] = {
            field.name: joined(("=", points(value)))
            if value is not None and not typed.get(field.name, "").strip()
            else ""
            for field, value in values.items()
        }
        if not has_all and values[self.unscored] is None:
            found[self.unscored.name] = THE_REST
        given = {labels[field]: value for field, value in values.items() if value is not None}
        whole, total, template, shown = self.whole, sum(given.values()), IN_ALL, list(doubts)
        difference = points(abs(whole - total))
        if given:
            shown += sum_doubts(given, whole, is_complete=is_complete, has_jokers=self.has_jokers)
            if total == whole:
                template = (
                    _("{total} of {whole}, but:") if shown else _("{total} of {whole}: it adds up")
                )
            elif total > whole:
                template = _("{difference} too many: {total} of {whole}")
            elif is_complete:
                template = _("{difference} missing: {total} of {whole}")
            elif has_all:
                template = _("{total} + {difference} = {whole}")
                found[self.unscored.name] = joined(("=", difference))
            else:
                template = _("{difference} left: {total} of {whole}")
            shown = shown[:1]  # there is room for one
        bar = template.format(total=points(total), whole=points(whole), difference=difference)
        return {**found, f"bar{self.table}": bar, f"doubts{self.table}": joined(shown)}


def sum_doubts(
    figures: Mapping[str, int], whole: int, *, is_complete: bool, has_jokers: bool = True
) -> list[Text]:
    """Describe likely mistakes in `figures`, which are keyed by their names in messages."""
    template = _("{name}: {figure} isn’t a multiple of {unit}.")
    found: list[Text] = [
        template.format(name=name, figure=points(figure), unit=UNIT)
        for name, figure in figures.items()
        if figure % UNIT
    ]
    missing = whole - sum(figures.values())
    if found or missing == 0 or (missing > 0 and not is_complete):
        return found
    worths = WORTHS if has_jokers else WORTHS[:-1]
    return [each.hint for each in worths if each.points == abs(missing)]
