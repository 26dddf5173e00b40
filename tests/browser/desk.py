"""The rules desk on a phone: picking the cards of a question, and its answer."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.table import Phone, choose_a_card, close_picker, pick, picks_for


def answered(phone: Phone) -> Locator:
    """The answer, once the form has been folded to one line."""
    ask = phone.page.get_by_role("button", name=phone.say("Ask"), exact=True)
    expect(ask).to_be_hidden()
    answer = phone.page.get_by_role("status").filter(has=phone.page.get_by_role("heading"))
    expect(answer).to_be_visible()
    return answer


def pick_here(phone: Phone, field: str, *cards: str) -> None:
    """Pick the cards of a field whose picker opened by itself."""
    picks_for(phone, field)
    pick(phone, *cards)
    close_picker(phone)


def put(phone: Phone, field: str, *cards: str) -> None:
    choose_a_card(phone, field)
    pick(phone, *cards)
    close_picker(phone)
