"""The score strip, the pad and the receipts of the match page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain, groupby
from math import lcm

from markupsafe import Markup

from referee.core.cards import Pack
from referee.core.findings import Line, Points, Problem
from referee.core.game import Column, has_tables, is_playable, tables_of
from referee.core.record import Entry
from referee.core.rulebook import Law
from referee.core.sheet import Row, Sheet, Tally
from referee.core.story.story import EVENING_GAP, evening_starts
from referee.core.text import (
    MINUS,
    Text,
    _,
    _p,
    ended,
    joined,
    points,
    signed,
)
from referee.core.tricks import Play
from referee.core.validation import in_utc
from referee.matches.match import Match
from referee.matches.match_state import MatchState, WrittenEntry
from referee.web.forms.game_pages import pages_of
from referee.web.http.language import current_language, rulebook_of
from referee.web.http.names import beginnings, fitting, labels, naming

ONE_LINE = 8  # columns that fit side by side
LETTERS = range(2, 5)  # of a name above a narrow column
SHORT_MARK = 3  # letters of a mark that fit after a figure
NAME_IN_NOTE = 7  # letters of a name in a note on paper
OPEN_ROWS = 12  # newest rows, shown unfolded beside the entry
OPEN_ROWS_OF_TWO_LINES = 8
ROWS_A_PAGE = 200  # older rows
EVENINGS = 6  # most folds of evenings; if there are more evenings, the earliest share one
IN_ONE_LINE = 3  # most addends that a receipt names beside their figures; more are folded


def in_own_words(text: str) -> str:
    """Put a text into the page's language, to measure its length."""
    return current_language().render(text)


# The strip ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StripColumn:
    name: str
    page: str  # the address of the page about the player or the team’s players
    label: str  # the name as shown
    total: str
    last: str  # the last entry's figure; empty if it gave nothing
    mark: str  # its mark, such as `out`
    note: str  # small text under the total, such as the number of games won
    dealer: str  # the name of a dealer who is this player or on this team
    is_leading: bool
    is_away: bool
    progress: int | None  # per cent of the aim; None without an aim


def strip_of(
    sheet: Sheet, players: Sequence[str], seated: Sequence[str], room: int | None = None
) -> list[StripColumn]:
    """Return a column per team, or per player if there are no teams.

    `seated` are those who sit in the players' seats now, one of whom deals. `room` is the number of
    letters per player; without it, the browser shortens the names.
    """
    names = [sheet.columns[at].name for at in sheet.sides]
    of = players if sheet.has_teams else ()
    shown: Sequence[str] = fitting(names, of) if room is None else labels(names, room, of)
    leaders = [standing.name for standing in sheet.standings if standing.rank == 1]
    if sheet.finished:
        leaders = [*sheet.winners]
    elif not sheet.rows or len(leaders) * 2 > len(sheet.standings):
        leaders = []  # nobody leads if more than half are first, as at the start
    due = None if sheet.finished else sheet.due
    deals = _p("duty", "deals")  # at two tables, two of them do
    dealers = {due.dealer, *(job.seat for job in due.offices if job.deed == deals)} if due else ()
    names_of = seated if sheet.has_teams else players  # a player's column just says `deals`
    row = sheet.rows[-1] if sheet.rows else None
    has_signs = sheet.game.cells_have_signs or (row is not None and row.is_adjustment)
    write = signed if has_signs else points
    columns = []
    for at, label in zip(sheet.sides, shown, strict=True):
        column = sheet.columns[at]
        cell = row.cells[at] if row else None
        marks = row.explanation.marks if row and not row.has_error else ()
        mark = marks[at] if marks else ""
        total = sheet.game.total_label(sheet.totals[at])
        if sheet.game.unit == "lives" and column.name in sheet.winners:
            total = str(sheet.totals[at])  # whoever has won no longer swims
        share = min(max(sheet.totals[at] / sheet.aim, 0), 1) if sheet.aim else None
        columns.append(
            StripColumn(
                name=column.name,
                page=f"?of={'+'.join(map(str, column.seats))}" if sheet.has_teams else str(at),
                label=label,
                total=total,
                last="" if cell is None else write(cell),
                mark=mark if len(in_own_words(mark)) <= SHORT_MARK else "",
                note=sheet.notes[at] if sheet.notes else "",
                dealer=next((names_of[seat] for seat in column.seats if seat in dealers), ""),
                is_leading=column.name in leaders,
                is_away=at in sheet.away,
                progress=None if share is None else round(100 * share),
            )
        )
    return columns


# Columns of a team pad ----------------------------------------------------------------------------


def short_names(columns: Sequence[Column]) -> list[str]:
    """Return short headings, such as `An` for a player, `ACE` for a team, `Tot` for the total."""
    names = [column.name for column in columns if column.kind == "player"]
    short = beginnings(names, LETTERS)
    letters = [
        [short[seat][:1] for seat in column.seats] for column in columns if column.kind == "team"
    ]
    teams = [("+" if len(team) == 2 else "").join(team) for team in letters]
    if len(set(teams)) < len(teams):
        teams = [_p("team", "T{number}", number=number) for number in range(1, len(teams) + 1)]
    short += teams
    return [*short, *(column.short for column in columns[len(short) :])]


def team_lines(columns: Sequence[Column]) -> list[list[tuple[int, Markup]]]:
    """Arrange the columns of a team pad in one or two lines, each with its HTML attributes.

    More than eight columns need two lines, players above teams. Columns in a line are equally wide.
    """
    is_one_line = len(columns) <= ONE_LINE
    looks = {"player": "", "team": "team" if is_one_line else ""}
    cells = [[*range(len(columns))]]
    if not is_one_line:
        players = sum(column.kind == "player" for column in columns)
        cells = [[*range(players)], [*range(players, len(columns))]]
    width = lcm(*map(len, cells))

    def attributes(column: Column, span: int) -> Markup:
        look = looks.get(column.kind, "rest")
        name = Markup(' class="{}"').format(look) if look else Markup()
        return name + (Markup(' colspan="{}"').format(span) if span > 1 else "")

    return [[(at, attributes(columns[at], width // len(line))) for at in line] for line in cells]


# The rows -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PadRow:
    place: int  # on the sheet, from 1
    written: WrittenEntry
    row: Row
    totals: Sequence[Points]
    note: str = ""
    changes_options: bool = False  # whether the match has other options from this row on
    heading: Fold | None = None
    """Its evening, if the row above is of a later one."""

    @property
    def crosscheck(self) -> Problem | None:
        """The failed cross-check of a row; None if there is none or the row has an error."""
        found = (each for each in self.row.problems if each.rule.endswith(".crosscheck"))
        return None if self.row.has_error else next(found, None)


@dataclass(frozen=True)
class Fold:
    """A group of rows, newest first.

    It is one or more evenings, or else the newest rows of the match, which are never folded.
    """

    rows: Sequence[PadRow]  # empty while they are folded and not asked for
    count: int  # deals, rounds or legs of its evenings
    last: int  # the number of its newest row, which identifies the fold
    began: datetime | None = None  # when their evening began; None for the open rows
    ended: datetime | None = None  # when the last evening of a shared fold began
    place: str = ""  # the venue
    here: int | None = None  # how many are in this fold, if the others are among the open rows
    later: int | None = None
    """The value of `until` in the link to later rows of this fold; None if there are none."""
    earlier: int | None = None  # the same for earlier rows

    @property
    def is_open(self) -> bool:
        return self.began is None


def fold_rows(match: Match, sheet: Sheet, *, until: int | None) -> list[Fold]:
    """Group the rows of a non-empty sheet into folds, newest first.

    Every row is in one fold: the newest rows in the open fold, older ones in those of their
    evenings. Folded rows are omitted, except for one page of them that ends at row `until`.
    """
    names = dict.fromkeys((*match.players, *chain(*match.seated.values())))
    most = OPEN_ROWS if len(sheet.columns) <= ONE_LINE else OPEN_ROWS_OF_TWO_LINES
    older = max(0, len(sheet.rows) - most)
    asked_end = min(older, until or 0)
    asked_first = max(0, asked_end - ROWS_A_PAGE)

    changed = {row for row, _changes in match.tally.option_changes}
    evenings = _evening_folds(match, sheet)
    headings = {each.last: each for each in evenings}

    def rows(first: int, end: int, last: int) -> list[PadRow]:
        written = match.row_entries(first, end)
        played = map(match.row_as_played, range(first, end))
        return [
            PadRow(
                number,
                entry,
                row,
                match.tally.states[number].totals,
                naming(row.explanation.note, names),
                number - 1 in changed,
                headings.get(number) if number < last else None,
            )
            for number, (entry, row) in enumerate(zip(written, played, strict=True), first + 1)
        ][::-1]

    folds: list[Fold] = []
    first = 0
    for fold in _folded(evenings, sheet, older):
        end = fold.last
        shown_first, shown_end = max(first, asked_first), min(end, asked_end)
        if shown_first < shown_end:
            fold = replace(
                fold,
                rows=rows(shown_first, shown_end, end),
                later=min(end, shown_end + ROWS_A_PAGE) if shown_end < end else None,
                earlier=shown_first if first < shown_first else None,
            )
        folds.append(fold)
        first = end
    newest, last = len(sheet.rows) - older, len(sheet.rows)
    return [Fold(rows(older, last, last), newest, last), *reversed(folds)]


def _evening_folds(match: Match, sheet: Sheet) -> list[Fold]:
    """Return a fold for each evening, oldest first and still without its rows."""
    times = [written.at or match.opened.at for written in match.row_entries()]
    folds: list[Fold] = []
    for began, each in groupby(evening_starts(times)):
        at, place = began, ""
        for session in reversed(match.sessions.parsed):
            start = in_utc(session.start)
            if start is not None and timedelta(0) <= began - start <= EVENING_GAP:
                at, place = start, session.place or ""
                break
        first = folds[-1].last if folds else 0
        end = first + len(list(each))
        folds.append(Fold((), _count_deals(sheet, first, end), end, at, place=place))
    return folds


def _folded(evenings: Sequence[Fold], sheet: Sheet, older: int) -> list[Fold]:
    """Return the folds of the first `older` rows: of many evenings, the first ones share one."""
    folds: list[Fold] = []
    for each in evenings:
        first = folds[-1].last if folds else 0
        if first < older < each.last:
            each = replace(each, last=older, place="", here=_count_deals(sheet, first, older))
        folds += [each] if first < older else []
    if len(folds) <= EVENINGS:
        return folds
    *_others, last = shared = folds[: 1 - EVENINGS]
    count = sum(each.count for each in shared)
    return [Fold((), count, last.last, shared[0].began, last.began), *folds[1 - EVENINGS :]]


def _count_deals(sheet: Sheet, first: int, end: int) -> int:
    return [row.is_adjustment for row in sheet.rows[first:end]].count(False)


# The cards of a recorded deal ---------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedTable:
    number: int  # from 1; 0 where all sit at one table
    names: tuple[str, ...]
    pack: Pack
    play: Play
    wrong: frozenset[tuple[int, int]]  # breaches: trick, from 1, and seat


def played_tables(match: Match, row: int) -> list[PlayedTable]:
    """Return the tables whose cards are recorded in this row; none for a row with an error."""
    game = match.game
    if not is_playable(game) or match.tally.rows[row].has_error:
        return []
    setup = match.tally.setup_at(row)
    setup = replace(setup, players=match.seated.get(row, setup.players))
    parts, setups = _parts(match, row), tables_of(game, setup)
    state = match.tally.state(row)
    if len(parts) != len(setups):
        return []
    tables = []
    for place, (at, part) in enumerate(zip(setups, parts, strict=True), start=1):
        # Some kinds of entries have no cards to follow.
        if not getattr(part, "play", None) or not (play := game.follow(at, state, part)):
            continue
        breaches = (each.breach for each in game.irregularities(at, state, part, play))
        wrong = frozenset(each for each in breaches if each)
        number = place if len(parts) > 1 else 0
        tables.append(PlayedTable(number, at.players, game.play_pack(at), play, wrong))
    return tables


def has_cards(match: MatchState, row: int) -> bool:
    return any(getattr(part, "play", None) for part in _parts(match, row))


def _parts(match: MatchState, row: int) -> Sequence[Entry]:
    game, entry = match.game, match.row_entry(row).entry
    return game.split_tables(entry) if has_tables(game) else [entry]


# The receipt --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ColumnSum:
    column: int
    name: str
    figure: str
    text: str
    is_sum: bool  # whether the text is a sum that adds up to the figure
    lines: tuple[Line, ...] = ()  # the addends, unless the text names them


@dataclass(frozen=True)
class CitedLaw:
    """A rule behind the figures.

    `texts` pairs each explanation with the names of its columns. It is empty if the sums already
    show the explanations.
    """

    law: Law
    texts: tuple[tuple[tuple[str, ...], str], ...]


@dataclass(frozen=True)
class Receipt:
    sums: tuple[ColumnSum, ...]
    tables: Sequence[PlayedTable]
    laws: tuple[CitedLaw, ...]
    styles: Sequence[str]  # style sheets for drawings in the rules
    moves_dealers: bool  # whether later entries get another dealer if this one is struck


def receipt_of(match: Match, id: str) -> Receipt | None:
    number = match.row_number(id)
    if number is None:
        return None
    row, names = match.row_as_played(number), [column.name for column in match.tally.columns]
    # Each rule once, in the order of the lines.
    texts_by_rule: dict[str, dict[Text, list[str]]] = {}
    for name, lines in zip(names, row.explanation.why, strict=False):
        for line in lines:
            texts_by_rule.setdefault(line.rule, {}).setdefault(line.text, []).append(name)
    laws = tuple(
        CitedLaw(
            rulebook_of(match.game).law(rule),
            tuple(
                (tuple(whose), ended(text)) for text, whose in texts.items() if row.explanation.sums
            ),
        )
        for rule, texts in texts_by_rule.items()
    )
    is_last = number + 1 == len(match.tally.rows)
    dues = [] if is_last else [match.tally.outcome(each).due for each in (number, number + 1)]
    return Receipt(
        column_sums(match.tally, row),
        played_tables(match, number),
        laws,
        styles=pages_of(match.game).styles if laws else (),
        moves_dealers=len({due.dealer for due in dues if due}) > 1,
    )


def column_sums(tally: Tally, row: Row) -> tuple[ColumnSum, ...]:
    """Explain each figure of a row, and each dash that has a reason; `tally` has its columns."""
    write = signed if tally.game.cells_have_signs or row.is_adjustment else points
    why = row.explanation.why
    return tuple(
        _column_sum(number, column.name, write(cell) or "–", row)
        for number, (column, cell) in enumerate(zip(tally.columns, row.cells, strict=True))
        if cell is not None or (why and why[number])
    )


def _column_sum(column: int, name: str, figure: str, row: Row) -> ColumnSum:
    """Explain a figure: `25 (meld of 5 cards) − 15 (cards in hand)`, or just `25 − 15`."""
    if row.explanation.sums:
        return ColumnSum(column, name, figure, row.explanation.sums[column], is_sum=True)
    lines = row.explanation.why[column]
    is_of_a_kind = len({line.rule for line in lines}) == 1  # then zeros are addends, too
    addends = [line for line in lines if line.points or is_of_a_kind]
    if len(addends) < 2:
        text = joined([line.text for line in lines], "; ")
        return ColumnSum(column, name, figure, text, is_sum=False)
    is_short = len(lines) == len(addends) <= IN_ONE_LINE
    figures: list[str] = [points(addends[0].points)]
    for line in addends[1:]:
        figures.append(joined([MINUS if line.points < 0 else "+", points(abs(line.points))]))
    if is_short:
        figures = [
            _("{addend} ({text})", addend=each, text=line.text)
            for each, line in zip(figures, addends, strict=True)
        ]
    return ColumnSum(
        column, name, figure, joined(figures), is_sum=True, lines=() if is_short else lines
    )
