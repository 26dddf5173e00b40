"""The keypad: whose figure it fills, where it goes on, and what a hasty thumb does."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.hands import d_leg_due
from tests.browser.table import THREE, Match, Phone, start


def tribello(phone: Phone) -> Match:
    match = start(phone, "tribello", THREE)
    phone.open(match)
    return match


def tap_twice(phone: Phone, value: int) -> None:
    for _ in range(2):
        phone.tap(phone.pad_key(value), force=True)


def shows(phone: Phone, *counts: object) -> None:
    for name, count in zip(THREE, counts, strict=True):
        expect(phone.cell(name)).to_have_value(str(count))


@pytest.mark.parametrize("value", range(14))
def test_a_key_tapped_twice_loses_nothing_that_was_just_typed(phone: Phone, value: int) -> None:
    tribello(phone)
    tap_twice(phone, value)  # it counts for the next player, too, or cannot be
    shows(phone, value, value if value <= 6 else "", "")
    # The same where nothing is missing any more, on another key than before.
    for name, count in zip(THREE, (5, 5, 3), strict=True):
        phone.cell(name).fill(str(count))
    phone.tap(phone.cell("Cora"))
    if value != 3:
        tap_twice(phone, value)
        shows(phone, 5, 5, value if value <= 3 else 3)


def test_the_last_count_stays_where_its_key_is_tapped_once_more(phone: Phone) -> None:
    tribello(phone)
    phone.count("Ann", 8)
    tap_twice(phone, 4)
    shows(phone, 8, 4, "")
    tap_twice(phone, 3)  # it is corrected without a tap on the name
    shows(phone, 8, 3, "")


def test_a_pressed_key_takes_the_number_away_once_the_cell_is_tapped(phone: Phone) -> None:
    tribello(phone)
    phone.count("Ann", 8)
    phone.count("Ben", 4)
    phone.tap(phone.cell("Ben"))
    phone.tap(phone.pad_key(4))
    shows(phone, 8, "", "")
    phone.tap(phone.pad_key(4))
    shows(phone, 8, 4, "")


def test_the_keypad_stands_where_something_is_needed_after_a_reload(phone: Phone) -> None:
    tribello(phone)
    phone.count("Ann", 8)
    phone.page.reload()
    assert phone.chosen_cell().startswith("Ben: tricks")
    phone.count("Ben", 4)
    phone.page.reload()  # what Cora has follows
    assert phone.chosen_cell().startswith("Ann: tricks")


def test_an_undo_that_is_refused_leaves_the_keypad_where_something_is_needed(
    phone: Phone,
) -> None:
    phone.may_lose_server = True
    phone.page.route("**/stream*", lambda route: route.abort())  # it hears nothing of the others
    match = tribello(phone)
    phone.count("Ann", 8)
    phone.count("Ben", 4)
    phone.record()
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])
    phone.tap(phone.cell("Cora"))
    phone.expects(409)
    match.deal(5, 5, 3)
    phone.tap_button(re.compile("^Undo"))
    phone.shows_in_place("nothing was changed")
    assert phone.chosen_cell().startswith("Ann: tricks")


def test_there_is_no_keypad_where_no_figure_is_asked_for(phone: Phone) -> None:
    d_leg_due(phone)
    expect(phone.keypad).to_be_visible()
    phone.choose("How to enter it", "cards")
    expect(phone.keypad).to_be_hidden()
    phone.unfold("Note")
    phone.page.get_by_label("Note").fill("Late")
    phone.page.reload()
    expect(phone.page.get_by_role("link", name="Enter Ann’s hand")).to_be_visible()
    expect(phone.keypad).to_be_hidden()
    phone.choose("How to enter it", "figures")
    assert phone.chosen_cell() == "Ann: scored"


def test_hands_have_the_whole_width_of_their_column_where_there_is_no_keypad(lay: Lay) -> None:
    phone = lay(viewport={"width": 844, "height": 390})
    d_leg_due(phone)
    phone.choose("How to enter it", "cards")
    link = phone.page.get_by_role("link", name="Enter Ann’s hand")
    box = link.bounding_box()
    assert box is not None
    assert box["width"] > 150
    assert box["height"] <= 60
