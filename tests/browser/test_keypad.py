"""The keypad: which cell it fills, where it moves next, and what a hasty thumb does."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.hands import d_leg_due
from tests.browser.table import THREE, Phone
from tests.faults.conftest import amount

FIVE = (*THREE, "Dora", "Emil")


def tap_twice(phone: Phone, value: int) -> None:
    for _ in range(2):
        phone.tap(phone.pad_key(value), force=True)


def tap_all(phone: Phone, *counts: int) -> None:
    for count in counts:
        phone.tap(phone.pad_key(count))


def test_a_key_tapped_twice_loses_nothing_that_was_just_typed(phone: Phone) -> None:
    phone.open_tribello()
    for value in amount((3, 6, 7), (0, 3, 4, 6, 7, 13)):
        for name in THREE:
            phone.cell(name).fill("")
        phone.tap(phone.cell("Ann"))
        tap_twice(phone, value)  # counts for the next player too, or is impossible
        phone.shows_tricks(value, value if value <= 6 else "", "")
        # The same when nothing is missing any more, with a different key.
        for name, count in zip(THREE, (5, 5, 3), strict=True):
            phone.cell(name).fill(str(count))
        phone.tap(phone.cell("Cora"))
        if value != 3:
            tap_twice(phone, value)
            phone.shows_tricks(5, 5, value if value <= 3 else 3)


def test_the_last_count_is_confirmed_and_no_other_is_taken_for_it(phone: Phone) -> None:
    phone.open_tribello()
    tap_all(phone, 8, 4)
    assert phone.prompt() == "Cora: tricks, 1 left"
    for count in (4, 0):
        phone.tap(phone.pad_key(count), force=True)
        phone.shows_in_place(
            "Cora: tricks, 1 left. A deal has 13 tricks. Entered so far: Ann 8 and Ben 4."
        )
        phone.shows_tricks(8, 4, "")
    phone.tap(phone.pad_key(1))
    phone.shows_tricks(8, 4, 1)
    phone.tap(phone.pad_key(0))  # a stray tap, with no cell chosen to change
    phone.shows_in_place("All filled in")
    phone.shows_tricks(8, 4, 1)
    phone.record()
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])


def test_the_way_out_sets_the_number_and_asks_for_the_others(phone: Phone) -> None:
    phone.open_tribello()
    tap_all(phone, 8, 4)
    phone.tap(phone.pad_key(2), force=True)
    phone.tap_button("Set Cora to 2 and re-enter the others")
    phone.shows_tricks("", "", 2)
    tap_all(phone, 8, 3)
    phone.shows_tricks(8, 3, 2)


def test_who_has_no_trick_is_confirmed_too(phone: Phone) -> None:
    phone.open(phone.start("la-krap", *FIVE))
    phone.tap(phone.cell("Ann"))
    tap_all(phone, 4, 3)
    assert phone.prompt() == "Cora: tricks, 0 left"
    phone.tap(phone.pad_key(3), force=True)
    phone.shows_in_place("Cora: tricks, 0 left")
    tap_all(phone, 0, 0, 0)
    for name, count in zip(FIVE, (4, 3, 0, 0, 0), strict=True):
        expect(phone.cell(name)).to_have_value(str(count))
    phone.count("Ann", 1, "marriages")
    tap_all(phone, 0, 2)
    for name, marriages in zip(FIVE, ("1", "0", "2", "", ""), strict=True):
        expect(phone.cell(name, "marriages")).to_have_value(marriages)


def test_a_correction_goes_through_the_cells_in_order(phone: Phone) -> None:
    match = phone.open_tribello()
    match.deal(8, 4, 1)
    phone.open(f"{match.to_score}e/{match.ids[0]}/edit")
    tap_all(phone, 10, 4)  # the old numbers don't limit the new ones
    assert phone.chosen_cell().startswith("Cora")
    phone.shows_tricks(10, 4, "")
    phone.tap(phone.cell("Ann"))
    tap_all(phone, 6, 3, 4)
    phone.shows_tricks(6, 3, 4)
    phone.tap(phone.pad_key(5))
    phone.shows_tricks(6, 3, 4)
    phone.save()
    phone.shows_row("Round 1, deal 1", [0, "−1", "+1"])


def test_a_keyboard_goes_on_by_itself_and_enter_records_only_in_the_last_cell(phone: Phone) -> None:
    phone.open_tribello()
    phone.cell("Ann").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.cell("Ben")).to_be_focused()
    phone.cell("Ann").focus()
    phone.page.keyboard.type("84")
    phone.shows_tricks(8, 4, "")
    expect(phone.cell("Cora")).to_be_focused()
    phone.page.keyboard.type("2")
    phone.shows_in_place("Cora: tricks, 1 left")
    phone.page.keyboard.type("1")
    phone.page.keyboard.type("3")
    phone.shows_tricks(8, 4, 1)
    phone.page.keyboard.press("Enter")
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])
    # A 1 can start a larger number, so 12 is possible; 14 is not.
    expect(phone.cell("Ann")).to_be_focused()
    phone.page.keyboard.type("121")
    phone.shows_tricks(12, 1, "")
    phone.page.keyboard.press("Enter")
    expect(phone.row("Round 1, deal 2")).to_have_count(1)
    expect(phone.cell("Ann")).to_be_focused()
    phone.page.keyboard.type("14")
    phone.shows_tricks(1, 4, "")
    phone.page.keyboard.press("Enter")
    expect(phone.row("Round 1, deal 3")).to_have_count(1)
    expect(phone.cell("Ann")).to_be_focused()
    phone.page.keyboard.type("1")
    phone.page.keyboard.press("Enter")
    phone.shows_tricks(1, "", "")
    expect(phone.cell("Ben")).to_be_focused()


@pytest.mark.parametrize("key", ["Enter", "Tab"])
def test_a_key_after_each_number_skips_no_cell(phone: Phone, key: str) -> None:
    phone.open_tribello()
    phone.cell("Ann").focus()
    phone.page.keyboard.type("8")
    phone.page.keyboard.press(key)
    phone.page.keyboard.type("4")
    phone.shows_tricks(8, 4, "")
    if key == "Tab":
        phone.page.keyboard.press(key)
    phone.page.keyboard.press("Enter")
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])


def test_a_pressed_key_takes_the_number_away_once_the_cell_is_tapped(phone: Phone) -> None:
    phone.open_tribello()
    phone.count_tricks(8, 4)
    phone.tap(phone.cell("Ben"))
    phone.tap(phone.pad_key(4))
    phone.shows_tricks(8, "", "")
    phone.tap(phone.pad_key(4))
    phone.shows_tricks(8, 4, "")


def test_the_keypad_stands_where_something_is_needed_after_a_reload(phone: Phone) -> None:
    phone.open_tribello()
    phone.count("Ann", 8)
    phone.page.reload()
    assert phone.chosen_cell().startswith("Ben: tricks")
    phone.count("Ben", 4)
    phone.page.reload()
    assert phone.prompt() == "Cora: tricks, 1 left"
    phone.count("Cora", 1)
    phone.page.reload()
    assert phone.chosen_cell().startswith("All filled in")
    phone.tap(phone.pad_key(0))
    phone.shows_tricks(8, 4, 1)


def test_an_undo_that_is_refused_leaves_the_keypad_where_something_is_needed(phone: Phone) -> None:
    phone.may_lose_server = True
    phone.page.route("**/stream*", lambda route: route.abort())  # hears nothing of other phones
    match = phone.open_tribello()
    phone.record_tricks(8, 4)
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])
    phone.tap(phone.cell("Cora"))
    phone.expects(409)
    match.deal(5, 5, 3)
    phone.undo()
    phone.shows_in_place("so nothing was done")
    assert phone.chosen_cell().startswith("Ann: tricks")


def test_there_is_no_keypad_where_no_figure_is_asked_for(phone: Phone) -> None:
    d_leg_due(phone)
    expect(phone.keypad).to_be_visible()
    phone.choose("Figures or cards", "each card")
    expect(phone.keypad).to_be_hidden()
    phone.unfold("Note")
    phone.page.get_by_label("Note").fill("Late")
    phone.page.reload()
    expect(phone.page.get_by_role("link", name="Enter Ann’s hand")).to_be_visible()
    expect(phone.keypad).to_be_hidden()
    phone.choose("Figures or cards", "figures")
    assert phone.chosen_cell() == "Ann: points"


def test_hands_have_the_whole_width_of_their_column_where_there_is_no_keypad(lay: Lay) -> None:
    phone = lay(viewport={"width": 844, "height": 390})
    d_leg_due(phone)
    phone.choose("Figures or cards", "each card")
    link = phone.page.get_by_role("link", name="Enter Ann’s hand")
    box = phone.page.get_by_role("listitem").filter(has=link).bounding_box()
    assert box is not None
    assert box["width"] > 400
    assert box["height"] <= 60
