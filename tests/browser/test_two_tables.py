"""Two phones at the two tables of a B leg: nothing that happens at one moves the other's page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay
from tests.browser.table import Match, Phone, face
from tests.games.card_triathlon.two_tables import EIGHT, Four, four, leg_of
from tests.games.records import record
from tests.web.at_tables import contract_typed

ONE, TWO = four(3), four(8)
LONG = [f"{name} van der {name * 3}" for name in EIGHT]


def begun(phone: Phone, names: list[str] | tuple[str, ...] = EIGHT) -> Match:
    match = phone.start("card-triathlon", *names, format="half-marathon")
    for number, deal in enumerate((ONE, TWO)):
        begin(match, number, deal)
    return match


def begin(match: Match, number: int, deal: Four) -> None:
    match.begin(table=number, **contract_typed(number, deal))


def fall(match: Match, cards: Sequence[str], table: int) -> None:
    """Play these cards while nobody else plays at either table."""
    for number, card in enumerate(cards, start=match.number):
        match.fall(card, table=table, number=number)


def way(phone: Phone, number: int) -> Locator:
    ways = phone.page.get_by_role("navigation", name="Tables")
    return ways.get_by_role("link", name=re.compile(f"^Table {number + 1}"))


def test_a_card_at_the_other_table_moves_no_key_under_the_finger(phone: Phone, lay: Lay) -> None:
    match, other = begun(phone), lay()
    phone.open(f"{match.to_score}?table=0")
    other.open(f"{match.to_score}?table=1")
    card = ONE.cards[0]
    keys = phone.places_of_keys()
    for fallen in TWO.cards[:5]:
        other.tap_card(fallen)
        expect(other.page.locator("#last")).to_contain_text(
            re.compile(rf"Table 2: \w+ played {face(fallen)}")
        )
    expect(way(phone, 1)).to_contain_text("trick 2 of 13")
    assert phone.places_of_keys() == keys
    expect(phone.page.locator("#last")).to_contain_text("Table 2:")
    phone.tap_card(card)  # the page hasn't been fetched again
    expect(phone.table.locator(".trick").first).to_contain_text(card[:-1])
    expect(phone.page.locator("#last")).to_contain_text("Table 1:")
    expect(other.page.locator("#last")).to_contain_text("Table 1:")


def test_an_open_receipt_stays_open_while_the_other_table_plays(phone: Phone) -> None:
    data = record("card-triathlon", 8, [leg_of(ONE.part, TWO.part)], sequence=["B", "B"])
    data["options"]["format"] = "half-marathon"
    match = phone.load(data)
    for number, deal in enumerate((ONE, TWO)):
        begin(match, number, deal)
    phone.open(f"{match.to_score}?table=0")
    phone.tap(phone.row("Leg 1, B").get_by_role("link").first)
    receipt = phone.receipt
    expect(receipt).to_contain_text("Leg 1, B")
    match.fall(*TWO.cards[:5], table=1)
    expect(phone.page.locator("#ways")).to_contain_text("trick 2 of 13")
    expect(receipt).to_be_visible()


def test_the_phone_that_waits_can_record_once_the_other_table_has_ended(
    phone: Phone, lay: Lay
) -> None:
    match, other = begun(phone), lay()
    fall(match, ONE.cards, 0)
    fall(match, TWO.cards[:-1], 1)
    phone.open(f"{match.to_score}?table=0")
    other.open(f"{match.to_score}?table=1")
    expect(phone.table.get_by_role("heading").first).to_have_text("Table 1 finished")
    expect(phone.record_button).to_have_count(0)
    other.tap_card(TWO.cards[-1])
    for each in (phone, other):
        expect(each.record_button).to_have_text("Record leg 1, B")
    phone.record()
    for each in (phone, other):
        expect(each.row("Leg 1, B").first).to_be_visible()
