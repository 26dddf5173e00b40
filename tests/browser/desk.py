"""The rules desk on a phone: picking the cards of a question, and its answer."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.table import Phone


def answered(phone: Phone) -> Locator:
    """The answer, once the form has been folded to one line."""
    ask = phone.page.get_by_role("button", name=phone.say("Ask"), exact=True)
    expect(ask).to_be_hidden()
    answer = phone.page.get_by_role("status").filter(has=phone.page.get_by_role("heading"))
    expect(answer).to_be_visible()
    return answer


def pick_here(phone: Phone, field: str, *cards: str) -> None:
    """Pick the cards of a field whose picker opened by itself."""
    phone.picks_for(field)
    phone.pick(*cards)
    phone.close_picker()


def put(phone: Phone, field: str, *cards: str) -> None:
    phone.choose_a_card(field)
    phone.pick(*cards)
    phone.close_picker()
