"""No key moves under a finger, whatever a form has to say to what is tapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.layout import KEYS, stays
from tests.browser.test_screens import ALIKE, PHONE, SHORT, SMALL, matches, on

WITH_COUNTS = (
    "tribello",
    "triathlon",
    "la-krap of three",
    "la-krap of six",
    "B of 4",
    "B of 6 in three",
)


@pytest.mark.parametrize("table", WITH_COUNTS)
@pytest.mark.parametrize(("screen", "names"), [(SMALL, SHORT), (PHONE, ALIKE)])
def test_no_key_moves_when_one_is_impossible_or_the_entry_refused(
    lay: Lay, table: str, screen: tuple[int, int], names: tuple[str, ...]
) -> None:
    phone = on(lay, screen)
    phone.expects(422)
    matches(phone, names)[table]()
    expect(phone.keypad.get_by_role("status")).not_to_be_empty()
    more_than_half = phone.keypad.locator("[data-count]:visible").count() // 2
    key = phone.pad_key(more_than_half)
    stays(phone, key, KEYS)
    stays(phone, key, asks=False)
    phone.shows_in_place(f"{more_than_half} is too many")
    stays(phone, phone.record_button)
    expect(phone.page.get_by_role("alert").first).to_be_visible()
    stays(phone, phone.pad_key(1), KEYS)


@pytest.mark.parametrize("leg", ["C of 4", "D of 4", "C of 6 in three", "C of 8 in four"])
def test_no_key_moves_when_a_figure_of_a_leg_is_typed_or_refused(lay: Lay, leg: str) -> None:
    phone = on(lay, SMALL)
    phone.expects(422)
    matches(phone, ALIKE)[leg]()
    expect(phone.keypad.get_by_role("status")).not_to_be_empty()
    stays(phone, phone.pad_key(4), KEYS)
    stays(phone, phone.record_button, KEYS)
    expect(phone.page.get_by_role("alert").first).to_be_visible()
    stays(phone, phone.pad_key(5), KEYS)
