"""Read a score sheet from a spreadsheet or a score app, for the game that is nothing but figures.

A sheet has a column for each player or, turned, a line. Columns and lines that are something else
are left out, and totals are checked. How the sheet was understood comes back with the record.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import compress, pairwise
from typing import Any, Final, Literal

from referee.core.findings import Points
from referee.core.record import FORMAT
from referee.core.registry import GAMES
from referee.core.text import (
    MINUS,
    Text,
    _,
    by_player,
    joined,
    listed,
    points,
    quoted,
    read_figure,
    without_fraction,
)
from referee.core.validation import MOST_FAULTS, RecordFault, refuse, shown

MOST_LINES: Final = 3_000
MOST_CELLS: Final = 30_000  # in all lines
MOST_COMPARED: Final = 32  # columns of points, of players and teams
MOST_NAMED: Final = 10  # columns or lines in a note
FEWEST_ADDED: Final = 2  # lines whose sum makes a last line without a label their total
FEWEST_RUNNING: Final = 3  # lines without a falling figure that could be running totals

_WORD: Final = re.compile(r"[^\W\d_]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


# Words of headings and labels, in every language that the app speaks.
TOTALS: Final = _words(
    """total totals subtotal sum sums final grand Σ
    Summe gesamt Gesamtsumme Gesamtpunkte Zwischensumme Zwischenstand Endstand Endsumme
    yhteensä summa kokonaissumma välisumma loppusumma lopputulos asti"""
)
FACTS: Final = _words(
    """rank position average avg mean wins won member seat dealer unscored check id
    Rang Platz Schnitt Durchschnitt Mittelwert Siege Mitglied Sitzplatz Geber gezählt Kontrolle
    sija sijoitus keskiarvo voitot jäsen paikka jakaja laskematta tarkistus"""
)
ABOUT: Final = _words(
    """date time day week month year evening minutes duration venue table contract note notes
    comment comments problems
    Datum Zeit Uhrzeit Tag Woche Monat Jahr Abend Minuten Dauer Ort Tisch Kontrakt Notiz Bemerkung
    Kommentar Probleme
    päivä pvm päivämäärä aika kellonaika viikko kuukausi vuosi ilta minuutit kesto pöytä sitoumus
    muistiinpano huomautus ongelmat"""
)
NUMBERED: Final = _words(
    """round rounds game games deal deals hand hands leg legs match no nos nr num number label kind
    entry R G K S Runde Runden Spiel Spiele Spielnr Spielnummer Rundennummer Nummer Etappe Partie
    Eintrag kierros kierrokset peli pelit jako jaot osuus ottelu numero nro merkintä laji"""
)
POINTS: Final = _words("points score scores Punkte pisteet")
NAMES: Final = _words("name names player players team teams Spieler nimi nimet pelaaja pelaajat")
LIVES: Final = _words("lives Leben elämiä")

Kind = Literal["total", "aside", "round", "names", "lives", "team", ""]
"""What a column or a line is; empty for a column of points and for a round without a label."""
Row = Sequence[Points | None]

SEPARATORS: Final = "\t;,"
AWAY: Final = ("", "-", "–", "—", MINUS)
_QUOTED: Final = re.compile(r'"[^"]*"')
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")
_THOUSANDS: Final = re.compile(r"[-+−–]?\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d+)?")
_DECIMAL: Final = re.compile(r"[-+−–]?(?:\d+[.,]?\d*|[.,]\d+)")
_WITH_SIGNS: Final = re.compile(rf"[(€£$ ]*{_DECIMAL.pattern}[-)€£$% ]*")  # such as (5) or 5 €
_ZERO: Final = re.compile(r"(?<=\d[.,][05])0$|(?<=\d)\.$")  # 12.50, and 12. as a number of a round

NOT_TEXT: Final = _(
    "This isn’t a text file. In your spreadsheet, choose “Save as” or “Download”, then CSV, and"
    " open that file. Or copy the cells and paste them."
)
NO_TABLE: Final = _(
    "No score sheet found. It needs a line with everyone’s name, and below it everyone’s points for"
    " each round."
)
LONG_LIST: Final = _(
    "This list has one result per line. Make a table of it, such as a pivot table, with a column"
    " for each player and a line for each round."
)
TOO_LARGE: Final = _(
    "A sheet has at most {lines} lines and {cells} cells. Open this one in parts.",
    lines=points(MOST_LINES),
    cells=points(MOST_CELLS),
)
TOO_MANY: Final = _(
    "{n} columns have points, but a match has at most {most} players. Delete those that aren’t"
    " players, or open the sheet in parts."
)
ARE_LIVES: Final = _(
    "These are lives, not points. Choose “Save this match” in the match, and open that file."
)
APPEARS_TWICE: Final = _("{name} appears twice. Rename one, or delete what isn’t a player.")
WITHOUT_NAME: Final = _("{text} belongs to no player. Add the name, or clear it.")
HAS_THOUSANDS: Final = _("{text} has a thousands separator. Save the figures without one.")
NOT_HALF: Final = _(
    "{text} isn’t a whole or half number of at most 7 digits. Multiply all figures, or round them."
)
NOT_FIGURE: Final = _("{text} isn’t a figure. Correct it, or clear it if this player sat out.")
DIFFERENT: Final = _("The rounds add up to {sum}, but this total is {total}. Correct one of them.")
TURNED: Final = _("Each line is a player, so lines and columns were swapped.")
CONVERTED: Final = _("The running totals were converted to points per round.")
ADDED: Final = _("The last line adds up the others, so it isn’t a round.")
CHECKED: Final = _("The totals on the sheet are right.")


@dataclass(frozen=True)
class FiguresSheet:
    """A score sheet as a record, and how it was understood."""

    record: dict[str, Any]
    text: str
    totals: Row
    notes: Sequence[Text]
    differences: Sequence[RecordFault]  # totals on the sheet that its rounds don't add up to
    is_running: bool  # the figures were read as running totals
    may_be_running: bool  # they were not, but could be

    @property
    def standing(self) -> Text:
        return by_player(self.record["players"], [points(total) for total in self.totals])


@dataclass(frozen=True)
class SheetLine:
    place: Text
    cells: list[str]

    @property
    def is_comment(self) -> bool:
        """Whether it has a single text, or begins with # as comments do."""
        filled = [cell for cell in self.cells if cell]
        is_marked = filled[0].startswith("#") and filled[0] != "#"
        return (is_marked or len(filled) == 1) and not any(map(_is_number, filled))


@dataclass(frozen=True)
class Table:
    heads: list[str]
    lines: list[SheetLine]
    outside: list[Text]  # the places of other lines
    is_turned: bool = False


def is_json(raw: bytes) -> bool:
    return raw.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n")[:1] in (b"{", b"[")


def read_sheet(
    raw: bytes, options: dict[str, Any] | None = None, *, is_running: bool = False
) -> FiguresSheet:
    """Read a score sheet. Raises NotARecord, which says where it can't be read and what to do."""
    text = _decode(raw)
    table = _find_table(_split(text))
    kinds = _find_kinds(table)
    game = next(each for each in reversed(GAMES.values()) if each.figures_field)
    seats = _find_players(table.heads, kinds, game.spec.most)
    names = [table.heads[seat] for seat in seats]
    lines, outside = _find_rounds(table, kinds, seats)
    has_sum = not is_running and _ends_with_sum(lines)
    if has_sum:
        lines[-1] = ("total", *lines[-1][1:])
    rounds: list[Row] = []
    sums: Row = [0] * len(seats)
    differences: list[RecordFault] = []
    for kind, place, row in lines:
        if kind != "total":
            rounds.append(_subtract(row, sums) if is_running else row)
            sums = _add(sums, rounds[-1])
        elif len(differences) < MOST_FAULTS:
            differences += _compare(names, sums, row, place)
    is_checked = any(kind == "total" for kind, *_rest in lines) and not differences
    is_so = (table.is_turned, is_running, has_sum, is_checked and not has_sum)
    notes = compress((TURNED, CONVERTED, ADDED, CHECKED), is_so)
    entries = [{"kind": game.spec.kinds[0], game.figures_field: [*row]} for row in rounds]
    record = {"format": FORMAT, "game": game.name, "players": names, "entries": entries}
    return FiguresSheet(
        record=record if options is None else record | {"options": options},
        text=text,
        totals=sums,
        notes=[*notes, *_describe_left_out(table.heads, kinds, outside)],
        differences=differences,
        is_running=is_running,
        may_be_running=not is_running and not is_checked and _never_falls(rounds),
    )


# Lines and columns --------------------------------------------------------------------------------


def _decode(raw: bytes) -> str:
    """Decode UTF-8, UTF-16 with its mark, or else Windows-1252, as Excel saves CSV."""
    is_wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
    for codec in ("utf-16",) if is_wide else ("utf-8-sig", "cp1252"):
        try:
            text = raw.decode(codec)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text):
            return text
    raise refuse(NOT_TEXT)


def _split(text: str) -> list[SheetLine]:
    """Return the lines that aren't empty, all with the same number of cells."""
    text = text.rstrip().replace("\r\n", "\n").replace("\r", "\n")
    lines = [f"{line}\n" for line in text.split("\n", MOST_LINES)]
    if len(lines) > MOST_LINES:
        raise refuse(TOO_LARGE)
    sample = [_QUOTED.sub("", line) for line in lines[:50]]
    counts = {each: Counter(line.count(each) for line in sample) for each in SEPARATORS}
    regular = [max((n for k, n in counts[each].items() if k), default=0) for each in SEPARATORS]
    start, separator, found, width = 0, SEPARATORS[regular.index(max(regular))], [], 0
    if named := re.fullmatch(r'"?sep=(.)"?\s*', lines[0], re.IGNORECASE):
        start, separator = 1, named[1]
    number, rows = start + 1, csv.reader(lines[start:], delimiter=separator, strict=True)
    try:
        for row in rows:
            width = max(width, len(row))
            if width * len(lines) > MOST_CELLS:
                raise refuse(TOO_LARGE)
            if any(cells := [" ".join(cell.split()) for cell in row]):
                found.append(SheetLine(_("line {number}", number=number), cells))
            number = start + rows.line_num + 1
    except csv.Error:
        message = _("This line isn’t CSV. Check its quotation marks.")
        raise refuse(message, _("line {number}", number=number)) from None
    for line in found:
        line.cells.extend([""] * (width - len(line.cells)))
    return found


def _find_table(lines: list[SheetLine]) -> Table:
    """Find the headings; if each line below has a player, turn the table."""
    outside = [line.place for line in lines if line.is_comment]
    lines = [line for line in lines if not line.is_comment]
    at = _find_headings([line.cells for line in lines])
    heads, below = (
        ([""] * len(lines[0].cells), lines) if at is None else (lines[at].cells, lines[at + 1 :])
    )
    table = Table(heads, below, outside + [line.place for line in lines[: at or 0]])
    kinds = [_kind(each) for each in heads]
    column = kinds.index("names") if "names" in kinds else 0
    names = [line.cells[column] for line in below]
    if not names or any(_kind(each) == "round" for each in names):
        return table
    if kinds[column] == "names" and len({*names}) < len([*filter(None, names)]):
        raise refuse(LONG_LIST)
    others = {kind for n, kind in enumerate(kinds) if n != column and heads[n]}
    is_turned = kinds[column] == "names" or others <= {"round", "total", "aside"}
    return _turn(table, column) if is_turned else table


def _find_headings(lines: list[list[str]]) -> int | None:
    """Return the index of the line of headings; None if each line has a name and figures.

    It is the last line above the first figures that has something above each of them, or the first
    line if its own figures number the rounds.
    """
    first = next((n for n, cells in enumerate(lines) if any(map(_is_number, cells))), None)
    if not lines or (first is None and len(lines) > 1):
        raise refuse(NO_TABLE)
    if first:
        columns = [n for n, cell in enumerate(lines[first]) if _is_number(cell)]
        return max(range(first), key=lambda n: (sum(lines[n][c] not in AWAY for c in columns), n))
    start, numbers = lines[0][0], [read_cell(each) for each in lines[0] if _is_number(each)]
    is_labelled = not start or _kind(start) != "" or len(numbers) > 2
    counts = is_labelled and numbers == [*range(1, len(numbers) + 1)]
    if first is None or counts or "names" in map(_kind, lines[0]):
        return 0
    if not start or _is_number(start) or _kind(start):
        raise refuse(NO_TABLE)
    return None


def _turn(table: Table, column: int) -> Table:
    """Make columns of lines; leave out columns that number or label the players."""
    columns = [*zip(*(line.cells for line in table.lines), strict=True)]
    lines, outside = [], table.outside
    for n, head in enumerate(table.heads):
        place, words = _("column {number}", number=n + 1), _words(head)
        if head and words <= NUMBERED | ABOUT and not any(map(str.isdigit, head)):
            outside = [*outside, place]
        elif n != column and any(columns[n]):
            lines.append(SheetLine(place, [head, *columns[n]]))
    return Table(["#", *columns[column]], lines, outside, is_turned=True)


def _find_kinds(table: Table) -> list[Kind]:
    """Return what each column is, by its heading and its cells."""
    kinds = [_kind(head) for head in table.heads]
    if "lives" in kinds:
        raise refuse(ARE_LIVES)
    for n, head in enumerate(table.heads):
        cells = [line.cells[n] for line in table.lines if line.cells[n] not in AWAY]
        if not kinds[n] and not any(map(_is_number, cells)) and (cells or not head):
            kinds[n] = "aside"
        elif not kinds[n] and not head and _are_numbers([*filter(_is_number, cells)]):
            kinds[n] = "round"
    players = {head: n for n, head in enumerate(table.heads) if head and not kinds[n]}
    if len(players) > MOST_COMPARED:
        return kinds
    teams = {
        n: [players[part] for part in {*head.split("+")}]
        for head, n in players.items()
        if "+" in head and {*head.split("+")} <= players.keys()
    }
    if all(_are_sums(table, n, members) for n, members in teams.items()):
        kinds = ["total" if n in teams else kind for n, kind in enumerate(kinds)]
    else:  # what a team scores isn't just the points of its members
        apart = {member for members in teams.values() for member in members}
        kinds = ["team" if n in apart else kind for n, kind in enumerate(kinds)]
    unnamed = [n for n, head in enumerate(table.heads) if not head and not kinds[n]]
    others = [n for n in players.values() if not kinds[n]]
    is_unclear = len(unnamed) > 1 or len(table.lines) < FEWEST_ADDED
    if unnamed and (is_unclear or not _are_sums(table, unnamed[0], others)):
        line = next(line for line in table.lines if _is_number(line.cells[unnamed[-1]]))
        raise refuse(WITHOUT_NAME.format(text=shown(line.cells[unnamed[-1]])), line.place)
    return ["total" if n in unnamed else kind for n, kind in enumerate(kinds)]


def _are_numbers(figures: list[str]) -> bool:
    """Whether these number the rounds, from any number on."""
    numbers = [read_cell(each) for each in figures]
    return numbers == [1] or (
        len(numbers) > 1 and all(isinstance(a, int) and b == a + 1 for a, b in pairwise(numbers))
    )


def _are_sums(table: Table, column: int, others: Iterable[int]) -> bool:
    def figure(cell: str) -> Points:
        value = read_cell(cell)
        return 0 if value is None or isinstance(value, str) else value

    return all(
        line.cells[column] in AWAY
        or figure(line.cells[column]) == sum(figure(line.cells[other]) for other in others)
        for line in table.lines
    )


def _find_players(heads: list[str], kinds: list[Kind], most: int) -> list[int]:
    seats = [n for n, kind in enumerate(kinds) if not kind]
    names = [heads[seat] for seat in seats]
    if len(names) < 2:
        raise refuse(NO_TABLE)
    if len(names) > most:
        raise refuse(TOO_MANY.format(n=len(names), most=most))
    for name in names:
        if names.count(name) > 1:
            raise refuse(APPEARS_TWICE.format(name=shown(name)))
    return seats


@lru_cache(4096)
def _kind(head: str) -> Kind:
    words, has_digit = _words(head), any(map(str.isdigit, head))
    if words and words <= NAMES and not has_digit:
        return "names"
    if words & LIVES:
        return "lives"
    if words & TOTALS:
        return "total"
    if words & FACTS:
        return "aside"
    is_number = has_digit or "#" in head or any(len(word) > 1 for word in words)
    return "round" if words & ABOUT or (is_number and words <= NUMBERED | POINTS) else ""


def _kind_of_line(line: SheetLine, kinds: Sequence[Kind]) -> Kind:
    """Return what a line is, by its labels. Those with other words are remarks on a round."""
    kind: Kind = ""
    for cell, column in zip(line.cells, kinds, strict=True):
        is_label = column == "round" or (column in ("aside", "names") and not _is_number(cell))
        if is_label and _words(cell) <= TOTALS | FACTS | ABOUT | NUMBERED | POINTS:
            kind = kind if kind == "total" else _kind(cell) or kind
    return kind


# Figures ------------------------------------------------------------------------------------------


@lru_cache(4096)
def read_cell(cell: str) -> Points | str | None:
    """Read a figure, a dash or nothing for someone who sat out, or else a text."""
    if cell in AWAY:
        return None
    figure = read_figure(_ZERO.sub("", cell.removeprefix("+").replace("–", "-")))
    return cell if figure is None else figure


def _is_number(cell: str) -> bool:
    value = read_cell(cell)
    if isinstance(value, str):
        return bool(_THOUSANDS.fullmatch(cell) or _WITH_SIGNS.fullmatch(cell))
    return value is not None


def _figure(cell: str, place: Text, name: str) -> Points | None:
    value = read_cell(cell)
    if not isinstance(value, str):
        return value
    message = NOT_HALF if _DECIMAL.fullmatch(cell) else NOT_FIGURE
    message = HAS_THOUSANDS if _THOUSANDS.fullmatch(cell) else message
    raise refuse(message.format(text=shown(cell)), joined([place, name], ", "))


# Rounds and totals --------------------------------------------------------------------------------


def _find_rounds(
    table: Table, kinds: list[Kind], seats: list[int]
) -> tuple[list[tuple[Kind, Text, Row]], list[Text]]:
    """Return the rounds and totals, and the places of all other lines."""
    found: list[tuple[Kind, Text, Row]] = []
    outside = [*table.outside]
    for line in table.lines:
        kind = _kind_of_line(line, kinds)
        if kind == "aside" or all(line.cells[seat] in AWAY for seat in seats):
            outside.append(line.place)
        else:
            row = [_figure(line.cells[seat], line.place, table.heads[seat]) for seat in seats]
            found.append((kind, line.place, row))
    return found, outside


def _ends_with_sum(lines: list[tuple[Kind, Text, Row]]) -> bool:
    """Whether the last line has no label, and adds up at least two others."""
    rounds = [row for kind, _place, row in lines if kind != "total"]
    if len(rounds) <= FEWEST_ADDED or lines[-1][0] or not any(rounds[-1]):
        return False
    sums: Row = [0] * len(rounds[0])
    return reduce(_add, rounds[:-1], sums) == _add(sums, rounds[-1])


def _add(sums: Row, row: Row) -> Row:
    pairs = zip(sums, row, strict=True)
    return [without_fraction((sum or 0) + (figure or 0)) for sum, figure in pairs]


def _subtract(totals: Row, sums: Row) -> Row:
    pairs = zip(totals, sums, strict=True)
    return [None if each is None else without_fraction(each - (sum or 0)) for each, sum in pairs]


def _compare(names: list[str], sums: Row, totals: Row, place: Text) -> Iterator[RecordFault]:
    for name, sum, total in zip(names, sums, totals, strict=True):
        if total not in (None, sum):
            message = DIFFERENT.format(sum=points(sum), total=points(total))
            yield RecordFault(joined([place, name], ", "), message)


def _never_falls(rounds: Sequence[Row]) -> bool:
    columns = (
        [each for each in column if each is not None] for column in zip(*rounds, strict=True)
    )
    steps = [after - before for column in columns for before, after in pairwise(column)]
    return len(rounds) >= FEWEST_RUNNING and min(steps, default=0) >= 0 < max(steps, default=0)


def _describe_left_out(heads: list[str], kinds: list[Kind], lines: list[Text]) -> Iterator[Text]:
    named = [(quoted(h), kind) for h, kind in zip(heads, kinds, strict=True) if h not in ("", "#")]
    apart = [head for head, kind in named if kind in ("aside", "round", "names")]
    added = [head for head, kind in named if kind in ("total", "team")]
    for template, items in (
        (_("Left out, because they aren’t players: {items}."), apart),
        (_("Left out, because other columns have their points: {items}."), added),
        (_("Left out, because they aren’t rounds: {items}."), lines),
    ):
        if items:
            more = ["…"] if len(items) > MOST_NAMED else []
            yield template.format(items=listed([*items[:MOST_NAMED], *more]))
