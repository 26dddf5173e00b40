"""The receipt of a row: a line a column, the cards where they are known, the rules at the foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.core.cards import Card, Pack
from referee.core.findings import Line
from referee.core.game import has_tables, is_playable, tables_of
from referee.core.played_deal import describe_breach
from referee.core.record import Entry
from referee.core.rulebook import Law
from referee.core.sheet import Row
from referee.core.text import Said, joined, points, said, signed
from referee.core.tricks import breaches
from referee.matches.match import Match
from referee.matches.match_state import MatchState
from referee.web.forms.game_pages import pages_of

IN_ONE_LINE = 3
"""Of so many addends each is named beside its figure; more are figures, with a fold that names."""


# The cards of a recorded deal ---------------------------------------------------------------------


@dataclass(frozen=True)
class SeatCard:
    card: Card
    is_led: bool
    takes: bool
    is_out: bool
    """Whether it was neutralised."""
    is_wrong: bool
    """Whether it was played against the rules, as later cards prove."""


@dataclass(frozen=True)
class PlayedTrick:
    """A trick, its cards in the order of the seats."""

    number: int
    cards: tuple[SeatCard, ...]


@dataclass(frozen=True)
class PlayedTable:
    number: int
    """From 1; 0 where all sit at one table."""
    names: tuple[str, ...]
    pack: Pack
    trumps: str
    tricks: tuple[PlayedTrick, ...]

    @property
    def has_breach(self) -> bool:
        return any(card.is_wrong for trick in self.tricks for card in trick.cards)


def played_tables(match: MatchState, row: int) -> list[PlayedTable]:
    """The tables of this row of the sheet whose cards are recorded; none of a row with an error."""
    game = match.game
    if not is_playable(game) or match.tally.rows[row].has_error:
        return []
    parts, seatings, state = (
        _parts(match, row),
        tables_of(game, match.seating),
        match.tally.state(row),
    )
    if len(parts) != len(seatings):
        return []
    tables = []
    for place, (at, part) in enumerate(zip(seatings, parts, strict=True), start=1):
        # A game may have entries of other kinds, which have no cards to follow.
        if not getattr(part, "play", None) or not (play := game.follow(at, state, part)):
            continue
        found = breaches(play)
        blamed = (
            {each.message for each in game.irregularities(at, state, part, play)} if found else ()
        )
        wrong = {
            (each.trick, each.seat) for each in found if describe_breach(at, play, each) in blamed
        }
        tricks = [
            PlayedTrick(
                number,
                tuple(
                    SeatCard(
                        trick.cards[place],
                        is_led=place == 0,
                        takes=trick.seat(place) == taker,
                        is_out=place in trick.reading.neutralised,
                        is_wrong=(number, trick.seat(place)) in wrong,
                    )
                    for place in trick.by_seat
                ),
            )
            for number, (trick, taker) in enumerate(
                zip(play.tricks, play.takers, strict=False), start=1
            )
        ]
        number, trumps = place if len(parts) > 1 else 0, play.table.rules.label
        tables.append(PlayedTable(number, at.players, game.play_pack(at), trumps, tuple(tricks)))
    return tables


def has_cards(match: MatchState, row: int) -> bool:
    return any(getattr(part, "play", None) for part in _parts(match, row))


def _parts(match: MatchState, row: int) -> Sequence[Entry]:
    """The entry of a row, apart for each table."""
    game, entry = match.game, match.row_entry(row).entry
    return game.apart(entry) if has_tables(game) else [entry]


# The receipt --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ColumnSum:
    """What a column gets, in one line."""

    column: int
    name: str
    figure: str
    text: str
    is_sum: bool
    """Whether the text is a sum that comes to the figure."""
    lines: tuple[Line, ...] = ()
    """The addends, where the text does not name them."""


@dataclass(frozen=True)
class CitedLaw:
    """A rule that the figures rest on, and what it says of whom, where no line above has it."""

    law: Law
    told: tuple[tuple[tuple[str, ...], str], ...]


@dataclass(frozen=True)
class Receipt:
    sums: tuple[ColumnSum, ...]
    tables: Sequence[PlayedTable]
    laws: tuple[CitedLaw, ...]
    styles: Sequence[str]
    """The style sheets that drawings in the rules need."""
    moves_dealers: bool
    """Whether later entries get another dealer if this one is struck."""


def receipt_of(match: Match, id: str) -> Receipt | None:
    number = match.row_number(id)
    if number is None:
        return None
    row, names = match.tally.rows[number], [column.name for column in match.tally.columns]
    write = signed if match.game.cells_have_signs else points
    sums = tuple(
        _column_sum(column, names[column], write(cell), row)
        for column, cell in enumerate(row.cells)
        if cell is not None
    )
    laws = tuple(_laws(match, row, names))
    is_last = number + 1 == len(match.tally.rows)
    dues = [] if is_last else [match.tally.outcome(each).due for each in (number, number + 1)]
    return Receipt(
        sums,
        played_tables(match, number),
        laws,
        styles=pages_of(match.game).styles if laws else (),
        moves_dealers=len({due.dealer for due in dues if due}) > 1,
    )


def _column_sum(column: int, name: str, figure: str, row: Row) -> ColumnSum:
    if row.sums:
        return ColumnSum(column, name, figure, row.sums[column], is_sum=True)
    lines = row.why[column]
    is_of_a_kind = len({line.rule for line in lines}) == 1  # then nothing is an addend, too
    addends = [line for line in lines if line.points or is_of_a_kind]
    if len(addends) < 2:
        return ColumnSum(
            column, name, figure, joined([line.text for line in lines], "; "), is_sum=False
        )
    is_short = len(lines) == len(addends) <= IN_ONE_LINE
    text = _added(addends, is_named=is_short)
    return ColumnSum(column, name, figure, text, is_sum=True, lines=() if is_short else lines)


def _added(lines: Sequence[Line], *, is_named: bool) -> Said:
    """`25 (meld of 5 cards) − 15 (less the cards in hand)`, or `25 − 15`."""
    first, *others = lines
    figures = [said("{figure}", figure=points(first.points))]
    for line in others:
        template = "− {figure}" if line.points < 0 else "+ {figure}"
        figures.append(said(template, figure=points(abs(line.points))))
    if not is_named:
        return joined(figures)
    named = zip(figures, lines, strict=True)
    return joined([said("{addend} ({text})", addend=each, text=line.text) for each, line in named])


def _laws(match: Match, row: Row, names: Sequence[str]) -> Iterator[CitedLaw]:
    """Each rule once, in the order in which the lines name them."""
    told: dict[str, dict[str, list[str]]] = {}
    for name, lines in zip(names, row.why, strict=False):
        for line in lines:
            of_whom = told.setdefault(line.rule, {}).setdefault(line.text, [])
            of_whom.append(name)
    for rule, texts in told.items():
        said = ((tuple(of_whom), text) for text, of_whom in texts.items()) if row.sums else ()
        yield CitedLaw(match.game.rulebook.law(rule), tuple(said))
