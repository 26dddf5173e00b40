"""Legs of Card Triathlon: what does not add up, what is asked, and room for every meld."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.legs import (
    B_FOUR,
    FOUR,
    put,
)
from tests.browser.table import Phone


def test_there_is_a_field_for_a_meld_of_each_rank_and_a_reload_keeps_the_last_one(
    phone: Phone,
) -> None:
    FOUR.open(phone, B_FOUR, format="sprint")
    phone.choose("How to enter it", "cards")
    fields = phone.page.locator("[data-title^='Ann’s meld']")
    expect(fields).to_have_count(13)
    ranks = ("4", "5", "6", "7", "8")
    for number, rank in enumerate(ranks, 1):
        put(phone, f"Ann’s meld {number}", f"{rank}H", f"{rank}S", f"{rank}D")
    phone.page.reload()
    expect(fields).to_have_count(13)
    for number, rank in enumerate(ranks, 1):
        cards = phone.page.get_by_role("button", name=f"Ann’s meld {number}, {rank} of")
        expect(cards).to_have_count(3)
