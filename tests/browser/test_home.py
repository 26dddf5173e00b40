"""The first page: what it leads to stays in view, and nothing is lost by one tap."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay
from tests.browser.table import THREE, Phone, start


def more(phone: Phone, place: int = 0) -> Locator:
    return phone.page.locator("summary").filter(has_text="⋯").nth(place)


def boxes(phone: Phone) -> list[object]:
    links = phone.page.get_by_role("main").get_by_role("listitem").get_by_role("link")
    return [each.bounding_box() for each in links.all()]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_what_hides_a_match_moves_nothing_and_needs_a_tap_elsewhere(
    lay: Lay, scripts: bool
) -> None:
    phone = lay(java_script_enabled=scripts)
    for title in ("One", "Two", "Three"):
        start(phone, "tribello", THREE, title=title)
    phone.open("/")
    before = boxes(phone)
    phone.tap(more(phone, 1))
    assert boxes(phone) == before
    phone.tap(more(phone, 1))  # a second tap at the same place closes it again
    expect(phone.page.get_by_text("is hidden.")).to_have_count(0)
    phone.tap(more(phone, 1))
    phone.tap_button("Hide it here")
    expect(phone.page.get_by_text("Two is hidden.")).to_be_visible()
    phone.tap_button(re.compile("^Undo"))
    expect(phone.page.get_by_role("link", name=re.compile("^Two"))).to_be_visible()
    assert boxes(phone) == before


def test_a_new_match_and_a_question_are_in_view_below_any_number_of_matches(phone: Phone) -> None:
    for number in range(30):
        start(phone, "thirty-one", THREE, title=f"Evening {number}")
    phone.open("/")
    for name in ("New match", "Ask the referee"):
        expect(phone.page.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)


def test_what_was_hidden_stands_clear_of_the_edge(phone: Phone) -> None:
    start(phone, "tribello", THREE, title="Friday")
    phone.open("/")
    phone.tap(more(phone))
    phone.tap_button("Hide it here")
    box = phone.page.get_by_text("Friday is hidden.").bounding_box()
    assert box is not None
    assert box["x"] >= 8
