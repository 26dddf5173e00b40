"""Two phones at the two tables of a B leg: nothing that happens at one moves the other's page."""

from __future__ import annotations

import re
from uuid import uuid4

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay
from tests.browser.followed import places_of_keys, table, tap_card
from tests.browser.table import Match, Phone, face, imported, start
from tests.games.card_triathlon.two_tables import EIGHT, Four, four, leg_of
from tests.games.records import record

ONE, TWO = four(3), four(8)
LONG = [f"{name} van der {name * 3}" for name in EIGHT]


def begun(phone: Phone, names: list[str] | tuple[str, ...] = EIGHT) -> Match:
    match = start(phone, "card-triathlon", names, format="half-marathon")
    for number, deal in enumerate((ONE, TWO)):
        begin(match, number, deal)
    return match


def begin(match: Match, number: int, deal: Four) -> None:
    facts = {f"{name}_{number}": value for name, value in deal.contract.items()}
    match.begin(table=number, **facts)


def fall_at(match: Match, number: int, *cards: str) -> None:
    for card in cards:
        typed = {"number": match.number, "id": uuid4(), "table": number, "card": card}
        answer = match.post("play/card", **typed)
        assert answer.status == 303, answer.text()


def way(phone: Phone, number: int) -> Locator:
    ways = phone.page.get_by_role("navigation", name="Tables")
    return ways.get_by_role("link", name=re.compile(f"^Table {number + 1}"))


def test_a_card_at_the_other_table_moves_no_key_under_the_finger(phone: Phone, lay: Lay) -> None:
    match, other = begun(phone), lay()
    phone.open(f"{match.url}?table=0")
    other.open(f"{match.url}?table=1")
    card = ONE.cards[0]
    keys = places_of_keys(phone)
    for fallen in TWO.cards[:5]:
        tap_card(other, fallen)
        expect(other.page.locator("#last")).to_contain_text(
            re.compile(rf"Table 2: \w+ played {face(fallen)}")
        )
    expect(way(phone, 1)).to_contain_text("trick 2 of 13")
    assert places_of_keys(phone) == keys
    expect(phone.page.locator("#last")).to_contain_text("Table 2:")
    tap_card(phone, card)  # the page hasn't been fetched again
    expect(table(phone).locator(".trick").first).to_contain_text(card[:-1])
    expect(phone.page.locator("#last")).to_contain_text("Table 1:")
    expect(other.page.locator("#last")).to_contain_text("Table 1:")


def test_an_open_receipt_stays_open_while_the_other_table_plays(phone: Phone) -> None:
    data = record("card-triathlon", 8, [leg_of(ONE.part, TWO.part)], sequence=["B", "B"])
    data["options"]["format"] = "half-marathon"
    match = imported(phone, data)
    for number, deal in enumerate((ONE, TWO)):
        begin(match, number, deal)
    phone.open(f"{match.url}?table=0")
    phone.tap(phone.row("Leg 1, B").get_by_role("link").first)
    receipt = phone.page.get_by_role("dialog", name="Receipt")
    expect(receipt).to_contain_text("Leg 1, B")
    fall_at(match, 1, *TWO.cards[:5])
    expect(phone.page.locator("#ways")).to_contain_text("trick 2 of 13")
    expect(receipt).to_be_visible()


def test_the_phone_that_waits_can_record_once_the_other_table_has_ended(
    phone: Phone, lay: Lay
) -> None:
    match, other = begun(phone), lay()
    fall_at(match, 0, *ONE.cards)
    fall_at(match, 1, *TWO.cards[:-1])
    phone.open(f"{match.url}?table=0")
    other.open(f"{match.url}?table=1")
    expect(table(phone).get_by_role("heading").first).to_have_text("Table 1 finished")
    expect(phone.record_button).to_have_count(0)
    tap_card(other, TWO.cards[-1])
    for each in (phone, other):
        expect(each.record_button).to_have_text("Record leg 1, B")
    phone.record()
    for each in (phone, other):
        expect(each.row("Leg 1, B").first).to_be_visible()
