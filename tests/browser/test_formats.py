"""Card Triathlon from the first leg to the winner, on a small phone.

By every way to enter a leg, by two and three teams, at two tables, and to a mark.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.legs import (
    EIGHT,
    FOUR,
    Cells,
    Company,
    call,
    field,
    fill,
    fill_unscored,
    put,
    says,
    set_contract,
    shows_leg,
    shows_pad,
    shows_receipt,
)
from tests.browser.table import Phone, seat_players
from tests.games.card_triathlon.legs import d_leg
from tests.games.records import record

ANN_AND_CLEO, BEN_AND_DORA = FOUR.teams


@pytest.fixture
def phone(lay: Lay) -> Phone:
    """A small phone beside the cards."""
    return lay(viewport={"width": 360, "height": 740})


def has_card(phone: Phone, title: str, card: str) -> None:
    expect(phone.page.get_by_role("button", name=f"{title}, {card}").first).to_be_visible()


def won(phone: Phone, team: str) -> None:
    """The game is over, and nothing more can be recorded."""
    expect(phone.due).to_have_text(f"{team} won")
    expect(phone.record_button).to_have_count(0)


def test_a_sprint_of_four_is_played_by_calls_by_melds_and_by_figures(phone: Phone) -> None:
    page = phone.page
    seat_players(phone, "Card Triathlon", EIGHT[:4])
    phone.tap_button("Start Card Triathlon")

    expect(phone.due).to_have_text("Leg 1, B: Ann deals")
    phone.choose("Contract", "call by call")
    call(phone, "1C", "1H")
    phone.tap(phone.group("Auction").get_by_role("button", name="1♣", exact=True), force=True)
    phone.shows_in_place("a bid has to be higher than 1♥")
    phone.shows_in_place("card-triathlon.b.auction")
    page.reload()
    call(phone, "4C", "P", "P", "P")
    expect(phone.group("Auction")).to_contain_text("4♣ by Ann: 10 tricks. Cleo is dummy")
    fill(phone, EIGHT[:4], tricks=(6, 1, 5, 1))
    fill(phone, EIGHT[1:4], points=(40, 150, 35))
    says(phone, "225 of 440")
    phone.unfold("Count cards")
    for which, number in (("fives, 2 to 7", 10), ("tens, 8 to K", 10), ("aces, A", 2)):
        field(phone, f"the cards of Ann, points: {which}").fill(str(number))
    says(phone, "= 190")
    says(phone, "415 of 440: 25 left")
    page.reload()
    says(phone, "= 190")
    fill_unscored(phone, 25)
    says(phone, "440 of 440: it adds up")
    phone.record()
    rows: dict[str, Cells] = {"Leg 1, B": (190, 40, 150, 35, 340, 75, 25, 440)}
    shows_leg(phone, "Leg 1, B", rows["Leg 1, B"])

    expect(phone.due).to_have_text("Leg 2, C: melds")
    phone.choose("How to enter it", "cards")
    phone.choose("Who went out", "Ann")
    put(phone, "Ann’s meld 1", "7H", "7H", "7S", "7S", "7D", "7D", "2D")
    says(phone, "6 natural, 1 wild: 35, the seven of a kind")
    put(phone, "Ben’s meld 1", "9S", "9S")
    says(phone, "card-triathlon.c.meld")
    page.reload()
    for card in ("7 of hearts", "7 of spades", "2 of diamonds"):
        has_card(phone, "Ann’s meld 1", card)
    has_card(phone, "Ben’s meld 1", "9 of spades")
    expect(phone.radio("Who went out", "Ann")).to_be_checked()
    put(phone, "Ben’s meld 1", "9D")
    says(phone, "3 natural, 0 wild: 30")
    put(phone, "Ben’s hand", "AD", "4D")
    put(phone, "Dora’s hand", "10D", "JK")
    phone.choose("Ann’s red threes", 1)
    says(phone, "135 of 1,000 laid down or in hand; 865 unscored")
    phone.record()
    rows["Leg 2, C"] = (40, 5, 0, -40, 40, -35, 865, 1000)
    shows_leg(phone, "Leg 2, C", rows["Leg 2, C"])

    expect(phone.due).to_have_text("Leg 3, D: straight flushes")
    fill(phone, EIGHT[:4], scored=(110, 35, 60, 0))
    says(phone, "205 of 1,000: 795 left")
    phone.record()
    won(phone, ANN_AND_CLEO)
    page.reload()
    won(phone, ANN_AND_CLEO)
    rows["Leg 3, D"] = (110, 35, 60, 0, 170, 35, 795, 1000)
    shows_pad(phone, rows)
    cells = dict(zip(FOUR.columns, (40, 5, 0, -40, 40, -35, 865, 1000), strict=True))
    shows_receipt(phone, "Leg 2, C", cells, "c.score", "crosscheck")


@dataclass(frozen=True)
class Sprint:
    """A sprint of more than four by figures, as it is typed, and what is told meanwhile."""

    company: Company
    tables: tuple[tuple[str, str, tuple[int, ...], tuple[int, ...], str], ...]
    """Of each table of the B leg: bid, declarer, tricks, points and what they add up to."""
    melded: tuple[int, ...]
    held: tuple[int, ...]
    scored: tuple[int, ...]
    rows: dict[str, Cells]
    winner: str


SPRINTS = [
    Sprint(
        Company("6 in three"),
        (
            (
                "3H", "Ben", (2, 5, 1, 1, 3, 1), (100, 255, 50, 50, 155, 50),
                "660 of 660: it adds up",
            ),
        ),
        (300, 150, 205, 180, 100, 65), (0, 25, 10, 40, 5, 20), (110, 35, 60, 0, 80, 30),
        {
            # The declaring team gets the lowest of the three sums, the others keep their order.
            "Leg 1, B": (*[None] * 6, 410, 100, 150, 0, 660),
            "Leg 2, C": (300, 125, 195, 140, 95, 45, 440, 220, 240, 400, 1500),
            "Leg 3, D": (110, 35, 60, 0, 80, 30, 110, 115, 90, 1185, 1500),
        },
        "Ann+Dora",
    ),
    Sprint(
        Company("8"),
        (
            ("4C", "Ann", (6, 1, 5, 1), (190, 40, 150, 35), "415 of 440: 25 left"),
            ("3NT", "Finn", (2, 6, 2, 3), (70, 200, 60, 110), "440 of 440: it adds up"),
        ),
        (310, 150, 205, 180, 75, 240, 30, 115), (0, 25, 10, 40, 0, 0, 0, 0),
        (110, 35, 60, 0, 80, 20, 30, 50),
        {
            "Leg 1, B": (190, 40, 150, 35, 70, 200, 60, 110, 650, 205, 25, 880),
            "Leg 2, C": (310, 125, 195, 140, 75, 240, 30, 115, 860, 370, 620, 2000),
            "Leg 3, D": (110, 35, 60, 0, 80, 20, 30, 50, 240, 145, 1615, 2000),
        },
        "Ann+Cleo+Finn+Hugo",
    ),
]  # fmt: skip


@pytest.mark.parametrize("sprint", SPRINTS, ids=lambda sprint: sprint.company.way)
def test_a_sprint_of_more_than_four_is_played_by_figures(phone: Phone, sprint: Sprint) -> None:
    company = sprint.company
    company.open(phone, format="sprint")
    has_two_tables = len(sprint.tables) == 2
    for place, (bid, declarer, tricks, points, told) in enumerate(sprint.tables):
        table = place + 1 if has_two_tables else 0
        set_contract(phone, bid, declarer, table)
        players = company.players[4 * place :][: len(tricks)]
        fill(phone, players, tricks=tricks, points=points)
        says(phone, told, table)
    phone.record()
    shows_leg(phone, "Leg 1, B", sprint.rows["Leg 1, B"], company)
    fill(phone, company.players, melded=sprint.melded, held=sprint.held)
    phone.record()
    shows_leg(phone, "Leg 2, C", sprint.rows["Leg 2, C"], company)
    fill(phone, company.players, scored=sprint.scored)
    phone.record()
    won(phone, sprint.winner)
    shows_pad(phone, sprint.rows, company)


def shows_long_totals(phone: Phone, totals: Sequence[int]) -> None:
    """Totals of five digits stand above the pad: they have no room in its columns."""
    expect(phone.row("Totals")).to_have_count(0)
    above = phone.page.locator("dl.team-totals dd")
    expect(above).to_have_text([f"{total:,}" for total in totals])


def test_a_long_way_goes_on_from_its_record_until_a_team_alone_has_passed_the_mark(
    phone: Phone,
) -> None:
    even = d_leg(150, 100, 100, 150, unscored=500)
    text = record("card-triathlon", 4, [even] * 84, format="half-marathon", sequence=["D"])
    phone.open("/import")
    phone.unfold("Or put")
    phone.page.get_by_label("The text of the file").fill(json.dumps(text))
    phone.tap_button("Open the match")
    shows_long_totals(phone, (12600, 8400, 8400, 12600, 21000, 21000, 42000, 84000))
    fill(phone, EIGHT[:4], scored=(60, 100, 40, 0))
    phone.record()
    shows_leg(phone, "Leg 85, D", (60, 100, 40, 0, 100, 100, 800, 1000))
    for team in FOUR.teams:
        bar = phone.page.get_by_role("progressbar", name=f"{team}: 100 per cent of the way")
        expect(bar).to_be_visible()
    expect(phone.due).to_have_text("Leg 86, D: straight flushes")
    fill(phone, EIGHT[:4], scored=(0, 30, 25, 0))
    phone.record()
    won(phone, BEN_AND_DORA)
    shows_long_totals(phone, (12660, 8530, 8465, 12600, 21125, 21130, 43745, 86000))
    phone.tap(phone.page.locator("summary").filter(has_text="74 rows"))
    shows_leg(phone, "Leg 1, D", (150, 100, 100, 150, 250, 250, 500, 1000))
    expect(phone.rows).to_have_count(86)
