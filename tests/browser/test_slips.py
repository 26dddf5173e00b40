"""Likely slips in the figures of a leg: each is one tap to try and one to take back."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Lay
from tests.browser.layout import box, positions
from tests.browser.legs import FOUR, Company, field, fill, fill_unscored, set_contract
from tests.browser.table import Phone
from tests.browser.test_leg_layout import FORTY

SCORED = (110, 35, 60, 0)
SMALL: Any = {"viewport": {"width": 360, "height": 640}}
IS_ON_TOP = """each => {
    const { x, y, width } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(x + width / 2, y + 4));
}"""


def slips(phone: Phone) -> Locator:
    return phone.page.locator("#slips").get_by_role("button")


def test_a_check_that_is_on_its_way_takes_back_no_slip(phone: Phone) -> None:
    FOUR.open(phone, format="half-marathon", sequence=["D"])
    fill(phone, FOUR.players, points=SCORED)
    fill_unscored(phone, 775)
    phone.page.keyboard.press("Tab")
    expect(slips(phone)).to_have_count(3)
    held: list[Route] = []
    phone.page.route("**/check", lambda route: held.append(route))
    with phone.page.expect_request("**/check"):
        phone.page.locator("#entry").dispatch_event("change")
    phone.tap(slips(phone).nth(2))
    held[0].continue_()
    phone.page.unroute_all()
    expect(slips(phone).nth(2)).to_have_attribute("aria-pressed", "true")
    expect(field(phone, "Ann, points")).to_have_value("130")


def test_a_slip_is_tried_and_taken_back_by_a_tap_each(phone: Phone) -> None:
    FOUR.open(phone, format="half-marathon", sequence=["D"])
    fill(phone, FOUR.players, points=SCORED)
    fill_unscored(phone, 775)  # 795 would be right
    phone.page.keyboard.press("Tab")
    expect(slips(phone)).to_have_text(
        [re.compile("Unscored 775 → 795"), re.compile("Dora 0 → 20"), re.compile("Ann 110 → 130")]
    )
    ann, unscored = field(phone, "Ann, points"), field(phone, "Unscored, points")
    for key, pressed, figures in (
        (2, True, ("130", "775")),
        (2, False, ("110", "775")),
        (2, True, ("130", "775")),
        (0, True, ("110", "795")),  # instead of the other
    ):
        phone.tap(slips(phone).nth(key))
        expect(slips(phone).nth(key)).to_have_attribute("aria-pressed", str(pressed).lower())
        expect(slips(phone).nth(key)).to_be_focused()
        assert (ann.input_value(), unscored.input_value()) == figures
    phone.record()
    expect(phone.due).to_contain_text("Straight flushes")


def test_slips_of_a_b_leg_leave_its_figures_the_sum_and_the_keypad_in_view(lay: Lay) -> None:
    phone = lay(**SMALL)
    phone.expects(422)
    FOUR.open(phone, format="half-marathon")
    set_contract(phone, "4C", "Ann")
    contract = phone.page.get_by_role("status").filter(has_text="4♣ by Ann needs 10.")
    expect(contract).to_be_in_viewport(ratio=1)
    fill(phone, FOUR.players, tricks=(6, 1, 5, 1), points=(190, 40, 510, 35))
    cells = phone.page.locator(".as-played .cell:visible")
    before = positions(cells)
    fill_unscored(phone, 25)
    phone.page.keyboard.press("Tab")
    expect(slips(phone)).to_have_text(re.compile("Cleo points 510 → 150"))
    expect(contract.or_(phone.due).filter(visible=True)).to_have_count(0)
    assert positions(cells) == before
    for is_refused in (False, True):
        if is_refused:
            phone.record_button.evaluate("key => key.click()")
            phone.shows_in_place("Cleo can’t have 510 points")
        bottom = box(phone.keypad)["y"]
        for each in (*cells.all(), slips(phone)):
            assert each.evaluate(IS_ON_TOP)
            assert box(each)["bottom"] <= bottom
    colour = "key => getComputedStyle(key).backgroundColor"
    open_colour = phone.record_button.evaluate(colour)
    phone.tap(slips(phone))
    total = phone.page.get_by_role("status").filter(has_text="440 of 440: it adds up")
    expect(total).to_be_in_viewport(ratio=1)
    assert box(total)["bottom"] <= bottom
    assert phone.record_button.evaluate(colour) != open_colour, "solid again"
    expect(phone.page.get_by_role("alert")).to_have_count(0)


def test_slips_take_the_place_of_the_choice_of_figures_or_cards(lay: Lay) -> None:
    """With eight players whose names have forty letters, all is in view on a small phone."""
    phone = lay(**SMALL)
    eight = Company("8 in four", FORTY)
    eight.open(phone, format="half-marathon", sequence=["D"])
    cells = phone.page.locator(".figures .cell, .adds-up .cell")
    before = positions(cells)
    fill(phone, eight.players, points=(110, 35, 60, 0, 80, 20, 30, 50))
    phone.tap(phone.pad_key("Next cell"))
    phone.type_figure("Unscored", 1595, "points")  # 1615 would be right
    phone.tap(phone.pad_key("Next cell"))
    expect(slips(phone)).to_have_count(3)
    assert positions(cells) == before
    total = phone.page.get_by_role("status").filter(has_text="20 missing: 1,980 of 2,000")
    for each in (*slips(phone).all(), *cells.all(), total):
        assert each.evaluate(IS_ON_TOP)
        assert box(each)["bottom"] <= box(phone.keypad)["y"]
