"""Form fields for the figures of a leg, used in the forms for B, C and D legs.

The fields are rows of cells below the players' names and share one keypad. A figure is either typed
or computed from the number of cards of each value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.core.findings import Problem, error
from referee.core.text import Text, _, _p, joined, listed, points, whole_number
from referee.games.card_triathlon.leg import AT_TABLE, UNIT, VALUES, WORTH
from referee.web.forms.entry_form import Hint
from referee.web.forms.fields import Players, Reading, Typed, either
from referee.web.forms.views import Cell, CellsView, KeysView
from referee.web.http.names import fitting_names

MOST_KEYS: Final = 5  # keys with names that fit in one row
BY_CARDS: Final = _("cards entered")  # the summary of a leg that has no figures
MOST_COLUMNS: Final = 4  # players that fit in one row; six take two rows of three


@dataclass(frozen=True, kw_only=True)
class LegFormView:
    leg: str | None = None  # None if the time is up and no leg is due
    most: int | None = None
    """Largest number with its own key on the keypad; None if figures are typed digit by digit."""


def seats_view(
    name: str, players: Sequence[str], typed: Typed, nobody: str | None = None
) -> KeysView:
    columns = count_columns(len(players) + (nobody is not None), MOST_KEYS)
    values: list[tuple[str, str]] = [
        (str(seat), name) for seat, name in enumerate(fitting_names(players))
    ]
    if nobody is not None:
        values.append(("", nobody))
    return KeysView(name, values, typed.get(name, ""), f"seats of{columns}")


def count_columns(number: int, most: int = MOST_COLUMNS) -> int:
    """Return how many cells to put in each row, at most `most`, to keep all rows about equal."""
    lines = -(-number // most)
    return -(-number // lines)


# Fields for figures -------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsWorth:
    points: int
    name: str
    which: str


WORTHS: Final = (
    CardsWorth(5, _p("things", "fives"), _("{first} to {last}", first="2", last="7")),
    CardsWorth(10, _p("things", "tens"), _("{first} to {last}", first="8", last="K")),
    CardsWorth(20, _p("things", "aces"), "A"),
    CardsWorth(30, _p("things", "Jokers"), "JK"),
)


@dataclass(frozen=True)
class FigureField:
    """Field for points, typed as a sum or as counts of fives, tens, aces and Jokers."""

    name: str
    blamed: str  # the entry's field that a problem names, together with `seat`
    seat: int

    def texts(self, typed: Typed) -> list[str]:
        """Return the counts as typed: of fives, tens, aces and Jokers."""
        return [typed.get(f"{self.name}_{each.points}", "").strip() for each in WORTHS]

    def counts(self, typed: Typed) -> list[int]:
        return [whole_number(text) or 0 for text in self.texts(typed)]

    def read(self, typed: Typed, _players: Players = ()) -> Reading[int]:
        text, texts = typed.get(self.name, "").strip(), self.texts(typed)
        counted = None
        if any(whole_number(each) is not None for each in texts):
            pairs = zip(WORTHS, self.counts(typed), strict=True)
            counted = sum(each.points * number for each, number in pairs)
        value = whole_number(text, digits=5) if text else counted
        strange = [each for each in (text, *texts) if each and whole_number(each, digits=5) is None]
        if strange:
            message = _("“{text}” isn’t a number. Use digits.", text=strange[0][:12])
        elif counted not in (None, value):
            one = THE_FIGURE.format(figure=text)
            other = _("the count of its cards ({figure})", figure=counted)
            message = either(one, other)
        else:
            return Reading(value)
        return Reading(value, (error(VALUES, message, field=self.blamed, seats=[self.seat]),))


MISSING: Final[Mapping[str, Text]] = {
    "points": _("Enter points for {names}. Type 0 for none."),
    "melded": _("Enter what {names} melded. Type 0 for nothing."),
    "scored": _("Enter what {names} scored. Type 0 for nothing."),
}
"""Messages for missing figures, by field."""


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
        return [self.of(player).read(typed).value for player in range(len(players))]

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
        names = listed([players[player] for player in missing])
        seats = [self.first + player for player in missing]
        message = MISSING[self.name].format(names=names)
        return Reading(values, (error(VALUES, message, field=self.name, seats=seats),))

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        return {f"{self.name}{seat}": str(figure) for seat, figure in enumerate(value, self.first)}

    def show(self, typed: Typed, players: Players, unless: str = "") -> CellsView:
        """Return a cell per player.

        A cell stays empty if the player's count in the field `unless` is 0.
        """
        cells = []
        for seat, player in enumerate(players, self.first):
            name, count = f"{self.name}{seat}", f"{unless}{seat}" if unless else ""
            cells.append(Cell(name, player, typed.get(name, ""), unless=count, seat=seat))
        return CellsView(
            self.name,
            self.things,
            cells,
            most=None,
            columns=count_columns(len(players)),
        )


THE_FIGURE: Final = _("the figure {figure}")


def counting_problems(
    typed: Typed, fields: Sequence[FigureField], there: Mapping[int, int]
) -> list[Problem]:
    """Check that no more cards are counted than there are; `there` is their number by worth."""
    found = []
    for index, each in enumerate(WORTHS):
        counts = {field: field.counts(typed)[index] for field in fields}
        total, most = sum(counts.values()), there.get(each.points, 0)
        if total > most:
            message = _(
                "You counted {total} cards worth {points}, but there are only {most}.",
                total=total,
                points=each.points,
                most=most,
            )
            seats = [field.seat for field, count in counts.items() if count]
            found.append(error("card-triathlon.pack", message, field=fields[0].blamed, seats=seats))
    return found


def first_figure(typed: Typed, fields: Iterable[FigureField]) -> Text | None:
    """Describe the first figure that isn't 0, for a message; None if there is none."""
    figures = (field.read(typed).value for field in fields)
    return next((THE_FIGURE.format(figure=figure) for figure in figures if figure), None)


def unscored_field(table: int) -> FigureField:
    """Return the field for a table's unscored points, which may stay empty."""
    return FigureField(f"unscored_{table}", "unscored", table * AT_TABLE)


UNSCORED: Final = unscored_field(0)


# Views --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CountView:
    field: str
    player: str
    label: str
    things: str
    what: Text  # what is counted, in words: `Ann’s cards`
    numbers: Sequence[tuple[str, CardsWorth, str]]
    """Field name, card value and typed text, for each value that a card can have."""


@dataclass(frozen=True)
class FiguresView:
    table: int
    bar: str
    labels: Sequence[str]
    columns: int
    rows: Sequence[CellsView]
    rest: CellsView
    counts: Sequence[CountView]
    sums: Sequence[str] = ()  # names of the hints below the rows, one per player


CARDS_OF: Final = _("{name}’s cards")


def figures_view(
    typed: Typed,
    rows: Sequence[CellsView],
    whole: int,
    rest: str,
    *,
    of_player: Text = CARDS_OF,
    table: int = 0,
    has_jokers: bool = True,
    sums: Sequence[str] = (),
) -> FiguresView:
    """Return the view of a table's figures.

    The table's cards are worth `whole` in total; `rest` is the keypad's note about Unscored.
    """
    columns = rows[0].columns or len(rows[0].cells)
    names = rows[0].labels
    field = unscored_field(table)
    unscored = Cell(
        field.name, _p("things", "Unscored"), typed.get(field.name, ""), rest, seat=field.seat
    )
    counted: list[tuple[Cell, str, str, Text]] = [
        (row.cells[seat], name, row.things, of_player.format(name=row.cells[seat].player))
        for seat, name in enumerate(names)
        for row in rows
        if row.most is None
    ]
    counted.append((unscored, unscored.player, "", _("unscored cards")))
    counts = []
    for cell, label, things, what in counted:
        worths = WORTHS if has_jokers else WORTHS[:-1]
        fields = [(f"{cell.name}_{each.points}", each) for each in worths]
        numbers = [(name, each, typed.get(name, "")) for name, each in fields]
        counts.append(CountView(cell.name, cell.player, label, things, what, numbers))
    return FiguresView(
        table,
        in_all(whole),
        names,
        columns,
        rows,
        CellsView(field.blamed, _p("things", "points"), [unscored], most=None),
        counts,
        sums,
    )


# The cross-check while figures are typed ----------------------------------------------------------

ONE_CARD: Final[Mapping[int, Text]] = {
    5: _("A card from 2 to 7 is worth 5."),
    10: _("A card from 8 to K is worth 10."),
    20: _("An ace is worth 20."),
    30: _("A Joker is worth 30."),
}
"""Hints for a sum that is off by one card, keyed by the card's points."""


def in_all(whole: int) -> Text:
    return _("{whole} points in all", whole=points(whole))


def sum_hints(
    typed: Typed,
    fields: Mapping[FigureField, str],
    table: int,
    whole: int,
    *,
    is_complete: bool,
    has_jokers: bool = True,
    doubts: Sequence[Text] = (),
) -> dict[str, Hint]:
    """Return hints about a table's figures: the sum, what is missing, and likely mistakes.

    `fields` maps each field to its name in messages. `is_complete` means that no figure is left to
    enter. `doubts` are likely mistakes found elsewhere; they come before those found in the sum.
    """
    values = {field: field.read(typed).value for field in fields}
    found: dict[str, Hint] = {
        field.name: joined(("=", points(value)))
        if value is not None and not typed.get(field.name, "").strip()
        else ""
        for field, value in values.items()
    }
    given = {fields[field]: value for field, value in values.items() if value is not None}
    bar, shown = in_all(whole), list(doubts)
    if given:
        shown += sum_doubts(given, whole, is_complete=is_complete, has_jokers=has_jokers)
        total = sum(given.values())
        if total == whole:
            template = (
                _("{total} of {whole}, but:") if shown else _("{total} of {whole}: it adds up")
            )
        elif total > whole:
            template = _("{difference} too many: {total} of {whole}")
        elif is_complete:
            template = _("{difference} missing: {total} of {whole}")
        else:
            template = _("{difference} left: {total} of {whole}")
        difference = points(abs(whole - total))
        bar = template.format(total=points(total), whole=points(whole), difference=difference)
        shown = shown[:1]  # there is room for one
    return {**found, f"bar{table}": bar, f"doubts{table}": joined(shown)}


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
    card = ONE_CARD.get(abs(missing))
    if card and (has_jokers or abs(missing) != WORTH["JK"]):
        found.append(card)
    return found
