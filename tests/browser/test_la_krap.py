"""A whole game of La Krap with four players by figures: teams, game and points are told at once."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.followed import pick_turned, pick_upcards
from tests.browser.table import MINUS, Phone, choose_a_card, face, open_picker, pick, picker, start
from tests.games.la_krap import oracle_la_krap as oracle

FOUR = ("Ann", "Ben", "Cora", "Dee")
SEATS = range(4)
NONE = (0, 0, 0, 0)


@dataclass(frozen=True)
class Deal:
    """A deal by figures, and how the page tells its game."""

    upcards: str
    turned: str
    game: str
    tricks: tuple[int, ...]
    marriages: tuple[int, ...] = NONE

    @property
    def made(self) -> oracle.Made:
        return oracle.made(self.turned.split())

    @property
    def sides(self) -> list[int] | None:
        return oracle.teams(self.upcards.split(), self.turned.split())

    @property
    def cells(self) -> list[int]:
        made = self.made
        return oracle.scores(self.tricks, self.marriages, self.sides, made.null, made.multiplier)

    def mates(self, seat: int) -> list[int]:
        """The seats of the team of this seat."""
        sides = self.sides or list(SEATS)
        return [other for other in SEATS if sides[other] == sides[seat]]

    def worth(self, seat: int) -> tuple[int, int]:
        """What the team of this seat has by its squares, and by its marriages."""
        team = self.mates(seat)
        squares = sum(self.tricks[mate] ** 2 for mate in team)
        return squares, sum(5 * self.marriages[mate] for mate in team)

    def sum_told(self, seat: int) -> str:
        """The sum of a team as one would write it down."""
        squares, extra = self.worth(seat)
        base = f"({squares} + {extra})" if extra else str(squares)
        opponents = 4 - len(self.mates(seat))
        thing = "opponent" if opponents == 1 else "opponents"
        times = f" × {self.made.multiplier}" if self.made.multiplier > 1 else ""
        sign = MINUS if self.made.null and squares + extra else ""
        return f"{sign}{base} × {opponents} {thing}{times}"

    def rules(self, seat: int) -> list[str]:
        """The rules on the receipt of a seat, in order."""
        team, made, has_points = self.mates(seat), self.made, any(self.worth(seat))
        last = self.turned.split()[-1]
        game = {"2": "two-turned", "S": "sheet-turned"}.get(last[0], "game-card")
        said = {
            "trick-points": True,
            "marriage": self.worth(seat)[1] > 0,
            "opponents": has_points,
            "multiplier": has_points and made.multiplier > 1,
            "null": has_points and made.null,
            game: True,
            "no-teams": self.sides is None,
            "teams": self.sides is not None,
            "same-score": self.sides is not None and len(team) > 1,
        }
        return [f"la-krap.{rule}" for rule, is_said in said.items() if is_said]


DEALS = (
    Deal("AH KS 9D 7C", "10S", "Spades are trumps.", (3, 1, 2, 1)),
    Deal("8C 9C KH QD", "7H", "Null, the jokers are the highest hearts.", (0, 3, 2, 2)),
    Deal(
        "AS KH RJ SHEET", "BJ JC", "Clubs are trumps, everything times 2.",
        (2, 1, 0, 4), (0, 0, 0, 1),
    ),
    Deal("JH 10D 8H KD", "2C", "Clubs are trumps, nobody exchanges.", (1, 1, 5, 0)),
    Deal(
        "7S AD 10C QC", "SHEET", "Null without teams, and all jokers count as sheets.",
        (0, 4, 1, 2),
    ),
    Deal(
        "AS AS JD 2S", "RJ AH", "Hearts are trumps, everything times 4.",
        (1, 1, 3, 2), (0, 1, 0, 0),
    ),
    Deal(
        "QH 8D QC KH", "RJ BJ BJ SHEET",
        "Null without teams, and all jokers count as sheets, everything times 16.",
        (2, 2, 2, 1), (1, 0, 0, 1),
    ),
    Deal("AC 2H JS 8D", "KC", "Clubs are trumps.", (2, 2, 1, 2), (1, 0, 0, 0)),
)  # fmt: skip


def told(sides: list[int] | None) -> str:
    """Who plays with whom, in a sentence."""
    if sides is None:
        return "Everyone plays alone."
    teams = []
    for number in range(max(sides) + 1):
        names = [name for name, side in zip(FOUR, sides, strict=True) if side == number]
        teams.append(" and ".join(filter(None, (", ".join(names[:-1]), names[-1]))))
    return f"{' against '.join(teams)}."


def figure(points: int) -> str:
    return str(points).replace("-", MINUS)


def shows_face_up(phone: Phone, deal: Deal) -> None:
    """The upcards, the turned cards, and what they make."""
    page = phone.page
    upcards = zip(FOUR, deal.upcards.split(), strict=True)
    shown = [(f"{name}’s upcard", card) for name, card in upcards]
    shown += [("The turned cards", card) for card in deal.turned.split()]
    for title, card in shown:
        slots = page.get_by_role("button", name=re.compile(f"^{title}, "))
        expect(slots.filter(has_text=face(card)).first).to_be_visible()
    expect(page.get_by_text(told(deal.sides), exact=True)).to_be_visible()
    expect(page.get_by_text(deal.game, exact=True)).to_be_visible()


def shows_points(phone: Phone, deal: Deal) -> None:
    """What the form says beside the tricks of each player: points, and how they come about."""
    for seat, name in enumerate(FOUR):
        points = figure(deal.cells[seat])
        group = phone.group(f"{name} tricks")
        expect(group.get_by_role("status")).to_have_text([points, deal.sum_told(seat)])


def shows_receipt(phone: Phone, number: int, deal: Deal) -> None:
    """The points of a deal, each player's by the right rules."""
    phone.tap(phone.row(f"Deal {number}").get_by_role("cell").first)
    receipt = phone.page.get_by_role("dialog", name="Receipt")
    expect(receipt.get_by_role("term")).to_have_text(
        [f"{name} {figure(cell)}" for name, cell in zip(FOUR, deal.cells, strict=True)]
    )
    rules = [rule for seat in SEATS for rule in deal.rules(seat)]
    expect(receipt.get_by_role("definition")).to_have_text(
        [re.compile(rf"\s{re.escape(rule)}(?![\w.-])") for rule in rules]
    )
    phone.tap(receipt.get_by_role("button", name="Close"))
    expect(receipt).to_be_hidden()


def test_a_whole_la_krap_is_played_by_figures(phone: Phone) -> None:
    page = phone.page
    phone.open("/new")
    phone.choose("Game", re.compile("^La Krap"))
    expect(page.get_by_role("button", name="Start La Krap")).to_be_visible()
    for seat, name in enumerate(FOUR, start=1):
        phone.seat(seat).fill(name)
    phone.unfold("Options")
    phone.choose("Deals", 8)
    phone.tap_button("Start La Krap")

    totals = [0, 0, 0, 0]
    for number, deal in enumerate(DEALS, start=1):
        expect(phone.due).to_have_text(f"{FOUR[(number - 1) % 4]} deals")
        expect(page.get_by_text(f"Deal {number} of 8.")).to_be_visible()

        # Who plays with whom shows before the game card is known; the sheet then ends all teams.
        upcards = deal.upcards.split()
        pick_upcards(phone, dict(zip(FOUR, upcards, strict=True)))
        expect(page.get_by_text(told(oracle.teams(upcards, ["AS"])), exact=True)).to_be_visible()
        pick_turned(phone, deal.turned.split())
        shows_face_up(phone, deal)
        for name, count in zip(FOUR[:2], deal.tricks, strict=False):
            phone.choose(f"{name} tricks", count)
        if any(deal.marriages):
            phone.unfold("Marriages")
        for name, count in zip(FOUR, deal.marriages, strict=True):
            if count:
                phone.choose(f"{name} marriages", count)
        if number == 6:
            page.reload()
            shows_face_up(phone, deal)
            for name, count in zip(FOUR[:2], deal.tricks, strict=False):
                expect(phone.radio(f"{name} tricks", count)).to_be_checked()
            expect(phone.radio("Ben marriages", 1)).to_be_checked()
        phone.choose("Cora tricks", deal.tricks[2])
        shows_points(phone, deal)
        phone.record()

        mark = "null" if deal.made.null else ""
        phone.shows_row(
            f"Deal {number}",
            [re.compile(rf"^\s*{figure(cell)}\s*{mark}\s*$") for cell in deal.cells],
        )
        totals = [total + cell for total, cell in zip(totals, deal.cells, strict=True)]
        phone.shows_totals(dict(zip(FOUR, map(figure, totals), strict=True)))

    assert totals.count(max(totals)) == 1
    winner = FOUR[totals.index(max(totals))]
    expect(phone.due).to_have_text(f"{winner} won")
    expect(phone.record_button).to_have_count(0)
    for number in range(1, 8):  # every kind of game, of team and of marriage
        shows_receipt(phone, number, DEALS[number - 1])

    page.reload()
    expect(phone.due).to_have_text(f"{winner} won")
    phone.shows_totals(dict(zip(FOUR, map(figure, totals), strict=True)))


def test_the_picker_gives_as_many_copies_as_the_pack_holds(phone: Phone) -> None:
    phone.open(start(phone, "la-krap", FOUR))
    choose_a_card(phone, "The turned cards")
    heading = picker(phone).get_by_role("heading")
    pick(phone, "BJ", "BJ")
    expect(heading).to_contain_text("Black joker Black joker")
    black = picker(phone).get_by_role("button", name="Black joker")
    expect(black).to_have_text("Black joker ×2")
    phone.tap(black)  # there is no third copy: back into the pack
    expect(black).to_have_text("Black joker")
    expect(black).to_have_attribute("aria-pressed", "false")
    pick(phone, "RJ", "SHEET")
    expect(heading).to_contain_text("Red joker Sheet")
    phone.tap(picker(phone).get_by_role("button", name="Done"))

    open_picker(phone, "Ann", "upcard")
    for name in ("Ben", "Cora"):
        pick(phone, "AH")
        phone.tap(picker(phone).get_by_role("button", name=f"Next: {name}’s upcard"))
    ace = picker(phone).get_by_role("button", name="A of hearts", exact=True)
    expect(ace).to_be_disabled()
    phone.tap(ace, force=True)
    expect(picker(phone).get_by_role("status")).to_contain_text("A♥ is used up: Ann’s upcard")
    phone.tap(picker(phone).get_by_role("button", name="without a suit"))
    sheet = picker(phone).get_by_role("button", name="Sheet", exact=True)
    expect(sheet).to_be_disabled()
    phone.tap(sheet, force=True)
    expect(picker(phone).get_by_role("status")).to_contain_text("Sheet is used up")
