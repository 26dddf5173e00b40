"""Card Triathlon on a small phone, from first leg to winner, with every way to enter a leg."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.legs import (
    EIGHT,
    FOUR,
    Cells,
    call,
    field,
    fill,
    fill_unscored,
    put,
    says,
    shows_leg,
    shows_pad,
    shows_receipt,
)
from tests.browser.table import Phone

ANN_AND_CLEO, BEN_AND_DORA = FOUR.teams


@pytest.fixture
def phone(lay: Lay) -> Phone:
    return lay(viewport={"width": 360, "height": 740})


def has_card(phone: Phone, title: str, card: str) -> None:
    expect(phone.page.get_by_role("button", name=f"{title}, {card}").first).to_be_visible()


def won(phone: Phone, team: str) -> None:
    expect(phone.due).to_have_text(f"{team} won")
    expect(phone.record_button).to_have_count(0)


def test_a_sprint_of_four_is_played_by_calls_by_melds_and_by_figures(phone: Phone) -> None:
    page = phone.page
    phone.seat_players("Card Triathlon", EIGHT[:4])
    phone.tap_button("Start Card Triathlon")

    expect(phone.due).to_have_text("Ann deals")
    phone.choose("Contract", "call by call")
    call(phone, "1C", "1H")
    phone.tap(phone.group("Auction").get_by_role("button", name="1♣", exact=True), force=True)
    phone.shows_in_place("a bid must be higher than 1♥")
    phone.cites("card-triathlon.b.auction")
    page.reload()
    call(phone, "4C", "P", "P", "P")
    says(phone, "4♣ by Ann needs 10. Cleo is dummy")
    fill(phone, EIGHT[:4], tricks=(6, 1, 5, 1))
    fill(phone, EIGHT[1:4], points=(40, 150, 35))
    says(phone, "225 of 440")
    phone.tap(phone.cell("Ann", "points"))
    phone.tap(phone.pad_key("Add up cards"))
    for which, number in (("fives, 2 to 7", 10), ("tens, 8 to K", 10), ("aces, A", 2)):
        field(phone, f"Ann’s cards, points: {which}").fill(str(number))
    says(phone, "= 190")
    says(phone, "415 + 25 = 440")
    page.reload()
    says(phone, "= 190")
    fill_unscored(phone, 25)
    says(phone, "440 of 440: it adds up")
    phone.record()
    rows: dict[str, Cells] = {"Leg 1, B": (190, 40, 150, 35, 340, 75, 25, 440)}
    shows_leg(phone, "Leg 1, B", rows["Leg 1, B"])

    expect(phone.due).to_have_text("Melds")
    phone.choose("Figures or cards", "each card")
    expect(page.locator("[data-title^='Ann’s meld']")).to_have_count(13)  # one per rank
    page.get_by_label("Who went out?").select_option("Ann")
    put(phone, "Ann’s meld 1", "7H", "7H", "7S", "7S", "7D", "7D", "2D")
    says(phone, "6 natural, 1 wild: 35 points, seven of a kind")
    put(phone, "Ben’s meld 1", "9S", "9S")
    phone.cites("card-triathlon.c.meld")
    page.reload()
    for card in ("7 of hearts", "7 of spades", "2 of diamonds"):
        has_card(phone, "Ann’s meld 1", card)
    has_card(phone, "Ben’s meld 1", "9 of spades")
    expect(page.get_by_label("Who went out?")).to_have_value("0")
    put(phone, "Ben’s meld 1", "9D")
    says(phone, "3 natural, 0 wild: 30")
    put(phone, "Ben’s hand", "AD", "4D")
    put(phone, "Dora’s hand", "10D", "JK")
    phone.choose("Ann’s red threes", 1)
    says(phone, "135 of 1,000 melded or in hand, 865 unscored")
    phone.record()
    rows["Leg 2, C"] = (40, 5, 0, -40, 40, -35, 865, 1000)
    shows_leg(phone, "Leg 2, C", rows["Leg 2, C"])

    expect(phone.due).to_have_text("Straight flushes")
    fill(phone, EIGHT[:4], points=(110, 35, 60, 0))
    says(phone, "205 + 795 = 1,000")
    phone.record()
    won(phone, ANN_AND_CLEO)
    page.reload()
    won(phone, ANN_AND_CLEO)
    rows["Leg 3, D"] = (110, 35, 60, 0, 170, 35, 795, 1000)
    shows_pad(phone, rows)
    cells = dict(zip(FOUR.columns, (40, 5, 0, -40, 40, -35, 865, 1000), strict=True))
    shows_receipt(phone, "Leg 2, C", cells, "c.score", "crosscheck")
