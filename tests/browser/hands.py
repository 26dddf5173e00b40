"""Hands of a D leg in a browser: picked from a full pack, and rearranged by tapping."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.legs import B_FOUR, C_FOUR, FOUR, Company
from tests.browser.table import SUITS, Match, Phone
from tests.games.records import Json
from tests.web.hands import HANDS

LAID_OUT = (
    (35, "Hearts 2 to 10"),
    (110, "Spades 2 to 6 and Diamonds 7 to ace"),
    (40, "Hearts ace to 5"),
    (70, "Hearts 9 to ace"),
)
"""Points and groups in the best layout of each of `HANDS`."""
SHOWN = "10S KS JS 9H 8H 7H 6H KD 2D 3D AC 2C 3C"
"""A hand whose best group is the straight flush from 6 to 10."""


def d_leg_due(phone: Phone, *entries: Json, company: Company = FOUR) -> Match:
    """Open a sprint in which the D leg is due, or already recorded if it is in `entries`."""
    return company.open(phone, B_FOUR, C_FOUR, *entries)


def hand_page(phone: Phone, match: Match, seat: int = 0, query: str = "") -> None:
    phone.open(f"{match.to_score}hand/{seat}{query}")


def save_hand(match: Match, seat: int) -> None:
    """Save this seat's hand in its best layout, as another phone would."""
    id = match.field("id", f"hand/{seat}")
    answer = match.post(f"hand/{seat}", id=id, cards=HANDS[seat], use="best")
    assert answer.status == 303, answer.text


def spoken(card: str) -> str:
    return "Joker" if card == "JK" else f"{card[:-1]} of {SUITS[card[-1]][0]}"


def card_key(phone: Phone, card: str) -> Locator:
    name = re.compile(f"^{spoken(card)}(, [0-9] in the hand)?$")
    return phone.page.get_by_role("button", name=name)


def tap_keys(phone: Phone, cards: str) -> None:
    for card in cards.split():
        phone.tap(card_key(phone, card))


def chosen(phone: Phone) -> Locator:
    """The cards so far; the layout takes the place of a whole hand."""
    hand = phone.page.get_by_role("group", name=re.compile("^The hand"), include_hidden=True)
    return hand.get_by_role("button", include_hidden=True)


def shows_hand(phone: Phone, cards: str) -> None:
    names = [f"Remove {spoken(card)}" for card in cards.split()]
    expect(chosen(phone)).to_have_count(len(names))
    assert chosen(phone).evaluate_all("all => all.map((each) => each.ariaLabel)") == names


def groups(phone: Phone) -> Locator:
    return phone.page.get_by_role("main").get_by_role("heading", level=2)


def place(phone: Phone, words: str) -> Locator:
    """A card in a group or among the unused cards, found by its accessible name."""
    return phone.page.get_by_role("button", name=re.compile(f"^{words}"))


def total(phone: Phone) -> Locator:
    return phone.page.locator(".sum-of-hand output")


def save_button(phone: Phone) -> Locator:
    return phone.page.locator("#save").get_by_role("button")
