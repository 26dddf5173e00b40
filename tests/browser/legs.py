"""Card Triathlon on a phone: filling in its leg forms by tapping, and the team pad."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from playwright.sync_api import Locator, expect

from tests.browser.table import FIREFOX, MINUS, Match, Phone, literal
from tests.games.card_triathlon.legs import TEAMS, at_tables, b_leg, c_leg, d_leg
from tests.games.card_triathlon.legs import figures as leg_figures
from tests.games.records import Json, record

EIGHT = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gina", "Hugo")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
STRAINS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "NT"}
SAID = {"P": "pass", "X": "double", "XX": "redouble"}
Cells = Sequence[int | None]


@dataclass(frozen=True)
class Company:
    way: str = "4"
    names: tuple[str, ...] = EIGHT

    @property
    def seats(self) -> int:
        return int(self.way[0])

    @property
    def players(self) -> tuple[str, ...]:
        return self.names[: self.seats]

    @cached_property
    def teams(self) -> list[str]:
        sides = list(zip(self.players, TEAMS[self.way], strict=True))
        numbers = sorted(set(TEAMS[self.way]))
        return ["+".join(name for name, side in sides if side == team) for team in numbers]

    @property
    def columns(self) -> list[str]:
        return [*self.players, *self.teams, "Unscored", "Total"]

    def open(self, phone: Phone, *entries: Json, page: str = "", **options: object) -> Match:
        """Import a match of this company, even with invalid entries, and open it on the phone."""
        if " " in self.way:
            options["teams"] = list(TEAMS[self.way])
        data = record("card-triathlon", self.seats, entries, **options)
        match = phone.load(data | {"players": list(self.players)})
        phone.open(match.to_score + page)
        return match


FOUR = Company()

B_FOUR = b_leg("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25)
MARKED = b_leg("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 20)
C_FOUR = c_leg(310, 150, 205, 180, held=(0, 25, 10, 40), unscored=80, out=0)
D_FOUR = d_leg(230, 135, 160, 200)
SPRINT_OF_SIX = (
    b_leg("3H", 1, (2, 5, 1, 1, 3, 1), (100, 255, 50, 50, 155, 50)),
    c_leg(300, 150, 205, 180, 100, 65, held=(0, 25, 10, 140, 5, 20)),
    d_leg(110, 35, 60, 0, 80, 30),
)
SPRINT_OF_EIGHT = (
    at_tables(
        leg_figures("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25),
        leg_figures("5NT", 1, (2, 6, 2, 3), (70, 200, 60, 110)),
    ),
    c_leg(310, 150, 205, 180, 75, 240, 30, 115, held=(0, 25, 10, 240, 0, 0, 0, 0)),
    d_leg(110, 35, 60, 0, 80, 20, 30, 50),
)


# The forms ----------------------------------------------------------------------------------------


def at_table(phone: Phone, number: int) -> Locator:
    """The part of the form for table 1 or 2, unfolded; number 0 means the only table."""
    if number > 1 and (waits := phone.page.locator(".waits summary:visible")).count():
        phone.tap(waits)
    table = phone.page.get_by_role("group", name=f"Table {number}", exact=True)
    return table if number else phone.page.get_by_role("main")


def choose(place: Locator, group: str, words: str) -> None:
    box = place.get_by_role("group", name=re.compile(f"^{literal(group)}"))
    radio = place.page.get_by_role("radio", name=words, exact=True)
    key = box.locator("label").filter(has=radio)
    (key.click if FIREFOX else key.tap)()


def set_contract(phone: Phone, bid: str, declarer: str, table: int = 0) -> None:
    for words in (bid[0], STRAINS[bid[1:]], declarer):
        choose(at_table(phone, table), "Final bid", words)


def call(phone: Phone, *calls: str, group: str = "Auction") -> None:
    """Make these calls in an auction, waiting for the keys before each one.

    After the last one, the contract takes the place of the calls.
    """
    name = re.compile(f"^{literal(group)}")
    auction = phone.page.get_by_role("group", name=name, include_hidden=True)
    called = auction.get_by_role("listitem", include_hidden=True)
    for said in calls:
        words = SAID.get(said) or said[0] + SUITS[said[1:]]
        turn = called.filter(has_text="?")
        expect(turn).to_be_visible()
        place = called.count() - 1
        phone.tap(phone.group(group).get_by_role("button", name=words, exact=True))
        expect(called.nth(place)).to_contain_text(said if "X" in said else words)


def field(phone: Phone, label: str) -> Locator:
    return phone.page.get_by_label(label, exact=True)


FILL = """typed => {
    for (const [label, figure] of Object.entries(typed)) {
        const field = [...document.querySelectorAll("#entry input")]
            .find((each) => each.ariaLabel === label && each.checkVisibility() && !each.disabled);
        field.focus();
        field.value = figure;
        for (const name of ["input", "change"]) {
            field.dispatchEvent(new Event(name, { bubbles: true }));
        }
    }
}"""


def fill(phone: Phone, players: Sequence[str], **typed: Sequence[int]) -> None:
    """Fill in these players' figures at once; keywords are the words in the fields' labels."""
    expect(field(phone, f"{players[0]}, {next(iter(typed))}")).to_be_visible()
    labels = {
        f"{name}, {word}": str(figure)
        for word, figures in typed.items()
        for name, figure in zip(players, figures, strict=True)
    }
    phone.page.evaluate(FILL, labels)


def fill_unscored(phone: Phone, points: int, table: int = 0) -> None:
    cell = at_table(phone, table).get_by_label("Unscored, points", exact=True)
    cell.fill(str(points))
    expect(cell).to_have_value(str(points))


def put(phone: Phone, title: str, *cards: str) -> None:
    """Pick cards for the field with this title, in addition to any that it has."""
    phone.choose_a_card(title)
    phone.pick(*cards, joker="Joker")
    phone.close_picker()


def says(phone: Phone, text: str, table: int = 0) -> None:
    """Check that this text appears next to the fields or in the cross-check bar."""
    told = at_table(phone, table).get_by_role("status").filter(has_text=text)
    expect(told.first).to_be_visible()


# The pad ------------------------------------------------------------------------------------------


def figure(cell: int | None) -> re.Pattern[str]:
    """Pattern for a cell of the pad; a team's figure may have its running total below it."""
    text = "–" if cell is None else f"{cell:,}".replace("-", MINUS)
    return re.compile(rf"^\s*{text}(\s+total {MINUS}?[\d,]+)?\s*$")


def shows_leg(phone: Phone, label: str, cells: Cells, company: Company = FOUR) -> None:
    """Check every cell of a row; if there are more than eight, the teams' are on a second line.

    With eight, a phone leaves out the last two.
    """
    row, texts = phone.row(label), [figure(cell) for cell in cells]
    if len(texts) <= 8:
        expect(row.get_by_role("cell", include_hidden=True)).to_have_text(texts)
        return
    second = row.locator("xpath=following-sibling::tr[1]")
    expect(row.get_by_role("cell")).to_have_text(texts[: company.seats])
    expect(second.get_by_role("cell")).to_have_text(texts[company.seats :])


def sums(rows: Iterable[Cells]) -> list[int]:
    return [sum(cell or 0 for cell in column) for column in zip(*rows, strict=True)]


def shows_pad(phone: Phone, rows: dict[str, Cells], company: Company = FOUR) -> None:
    """Check every cell of the pad: the totals, and below them all rows, newest first."""
    headers = phone.page.get_by_role("rowheader")
    expect(headers).to_have_text([re.compile(f"^{label}") for label in ("Totals", *reversed(rows))])
    for label, cells in rows.items():
        shows_leg(phone, label, cells, company)
    shows_leg(phone, "Totals", sums(rows.values()), company)


def shows_receipt(phone: Phone, label: str, cells: Mapping[str, int], *rules: str) -> None:
    """Open a row's receipt; check its figures by name, and that it cites these rules."""
    receipt = phone.open_receipt(label)
    expect(receipt.get_by_role("term")).to_have_text(list(cells))
    figures = [f"{cell:,}".replace("-", MINUS) for cell in cells.values()]
    shown = [re.compile(rf"\s{figure}(\s*Show each line.*)?\s*$", re.DOTALL) for figure in figures]
    expect(receipt.get_by_role("definition")).to_have_text(shown)
    for rule in rules:
        expect(receipt.locator(f"a[href$='#card-triathlon.{rule}']")).to_be_attached()
    phone.tap(receipt.get_by_role("button", name="Close"))
    expect(receipt).to_be_hidden()
