"""Who uses keys, or listens, stays where they are, whatever a page fetches anew."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay
from tests.browser.followed import begin, card_key, followed
from tests.browser.legs import EIGHT
from tests.browser.table import Phone, face, open_tribello, start, until
from tests.browser.test_other_phones import both

UNDO = re.compile("^Undo")


def button(phone: Phone, name: str | re.Pattern[str]) -> Locator:
    return phone.page.get_by_role("button", name=name).first


def fold(phone: Phone, words: str) -> Locator:
    return phone.page.locator("summary").filter(has_text=re.compile(rf"^\s*{words}"))


def press(phone: Phone, key: Locator) -> None:
    """By the Enter key, once what came anew is at work: a browser would send its form by itself."""
    until(phone, lambda: not phone.page.locator(".htmx-settling").count())
    key.focus()
    phone.page.keyboard.press("Enter")


def test_a_card_that_falls_by_the_enter_key_leaves_the_focus_on_its_key(phone: Phone) -> None:
    deal = followed("tribello", 3)
    phone.open(start(phone, "tribello", deal.names))
    begin(phone, deal)
    for card in deal.cards[:2]:
        key = card_key(phone, card)
        press(phone, key)
        expect(button(phone, re.compile(f"^Undo.*{re.escape(face(card))}"))).to_be_visible()
        expect(card_key(phone, card)).to_be_focused()
    press(phone, button(phone, UNDO))
    expect(button(phone, re.compile(f"^Undo.*{re.escape(face(deal.cards[0]))}"))).to_be_focused()


def test_who_goes_back_step_by_step_stays_on_undo(phone: Phone) -> None:
    open_tribello(phone, (8, 4, 1), (3, 6, 4))
    press(phone, button(phone, UNDO))
    expect(phone.rows).to_have_count(1)
    expect(button(phone, UNDO)).to_be_focused()


def test_a_call_by_the_enter_key_leaves_the_focus_on_its_key(phone: Phone) -> None:
    phone.open(start(phone, "card-triathlon", EIGHT[:4], format="half-marathon"))
    phone.choose("Contract", "call by call")
    auction = phone.group("Auction")
    for words in ("1♣", "1♥", "pass"):
        key = auction.get_by_role("button", name=words, exact=True)
        press(phone, key)
        expect(auction.get_by_role("button", name=f"Take back {words}")).to_be_visible()
        expect(key).to_be_focused()
    press(phone, auction.get_by_role("button", name="Take back pass"))
    expect(auction.get_by_role("button", name="Take back 1♥")).to_be_focused()


PLACES: dict[str, Callable[[Phone], Locator]] = {
    "a key": lambda phone: phone.pad_key(5),
    "what is due": lambda phone: phone.page.locator("summary").first,
    "a fold": lambda phone: fold(phone, "Note"),
    "a row": lambda phone: phone.row("Round 1, deal 1").get_by_role("link").first,
    "undo": lambda phone: button(phone, UNDO),
    "dispute": lambda phone: button(phone, "Dispute?"),
}


def test_the_focus_stays_while_another_phone_records(phone: Phone) -> None:
    match = open_tribello(phone, (8, 4, 1), listens=True)
    for rows, (place, find) in enumerate(PLACES.items(), start=2):
        find(phone).focus()
        match.deal(3, 6, 4)
        expect(phone.rows).to_have_count(rows)
        expect(find(phone), place).to_be_focused()


def test_who_types_goes_on_in_the_same_field_while_another_phone_records(
    phone: Phone, lay: Lay
) -> None:
    match = both(phone, lay())
    phone.unfold("Note")
    note = phone.page.get_by_label("Note", exact=True)
    note.fill("a remark")
    for _ in range(3):
        phone.page.keyboard.press("ArrowLeft")
    match.deal(8, 4, 1)
    expect(phone.rows).to_have_count(1)
    phone.page.keyboard.type("+")
    expect(note).to_have_value("a rem+ark")


def test_what_is_unfolded_stays_so_while_another_phone_records(phone: Phone) -> None:
    match = open_tribello(phone, (8, 4, 1), listens=True)
    due = phone.page.locator("details").filter(has=phone.page.get_by_role("heading"))
    phone.tap(due.first.locator("summary"))
    phone.unfold("Note")
    match.deal(3, 6, 4)
    expect(phone.rows).to_have_count(2)
    expect(due.first.get_by_role("paragraph")).to_be_visible()
    expect(phone.page.get_by_label("Note", exact=True)).to_be_visible()


def test_who_keeps_what_was_typed_for_the_next_deal_goes_on_in_the_form(
    phone: Phone, lay: Lay
) -> None:
    match = both(phone, lay())
    phone.count("Ann", 5)
    match.deal(8, 4, 1)
    press(phone, button(phone, "Keep for deal 2"))
    expect(button(phone, "Keep for deal 2")).to_have_count(0)
    expect(phone.cell("Ann")).to_be_focused()
