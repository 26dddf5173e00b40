"""The home page and circles: the next step is in view, and no tap loses anything."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay
from tests.browser.layout import positions
from tests.browser.scenes import NAME, with_matches
from tests.browser.table import THREE, Phone
from tests.faults.conftest import amount


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
        phone.start("tribello", *THREE, title=title)
    phone.open("/")
    before = boxes(phone)
    phone.tap(more(phone, 1))
    assert boxes(phone) == before
    phone.tap(more(phone, 1))  # a second tap in the same place closes it again
    expect(phone.page.get_by_text("is hidden.")).to_have_count(0)
    phone.tap(more(phone, 1))
    phone.tap_button("Hide on this device")
    expect(phone.page.get_by_text("Two is hidden.")).to_be_visible()
    phone.undo()
    expect(phone.page.get_by_role("link", name=re.compile("^Two"))).to_be_visible()
    assert boxes(phone) == before


def test_a_new_match_and_a_question_have_one_place_with_any_number_of_matches(phone: Phone) -> None:
    links = phone.page.get_by_role("navigation", name="Start").get_by_role("link")
    found = []
    for number in (0, 1, amount(12, 30)):
        for each in range(number):
            phone.start("thirty-one", *THREE, title=f"Evening {each}")
        phone.open("/")
        for link in links.all():
            expect(link).to_be_in_viewport(ratio=1)
        found.append(positions(links))
    assert found == [found[0]] * 3


def test_what_was_hidden_stands_clear_of_the_edge(phone: Phone) -> None:
    phone.start("tribello", *THREE, title="Friday")
    phone.open("/")
    phone.tap(more(phone))
    phone.tap_button("Hide on this device")
    box = phone.page.get_by_text("Friday is hidden.").bounding_box()
    assert box is not None
    assert box["x"] >= 8


MATCH = re.compile(r"/m/[\w-]{22}/$")


def test_a_match_is_put_into_a_circle_from_its_page(phone: Phone) -> None:
    phone.start_circle()
    phone.open(phone.start("tribello", *THREE, title="Tonight"))
    phone.taps = 0
    phone.tap_more("Circles of friends")
    phone.tap_button(f"Add to {NAME}")
    expect(phone.page.get_by_text("includes this match")).to_be_visible()
    assert phone.taps == 3
    phone.tap_link(f"{NAME} includes this match")
    expect(phone.page.get_by_role("link", name=re.compile("^Tonight"))).to_be_visible()
    phone.tap(phone.page.locator("summary").filter(has_text="⋯"))
    phone.tap_button("Remove from circle")
    expect(phone.page.get_by_text("“Tonight” was removed.")).to_be_visible()
    phone.tap_button("Undo")
    expect(phone.page.get_by_role("link", name=re.compile("^Tonight"))).to_be_visible()


def test_choosing_a_circle_offers_its_people(phone: Phone) -> None:
    phone.start_circle("Sunday")
    with_matches(phone, ("Zoe", "Yves", "Xenia", "Will"))
    phone.open("/new")
    phone.choose("Circle", NAME)
    phone.tap(
        phone.page.get_by_role("button", name=re.compile("^Same again: Zoe, Yves and Xenia")).first
    )
    expect(phone.seat(1)).to_have_value("Zoe")
    phone.tap_button("Start Tribello")
    expect(phone.page).to_have_url(MATCH)
    phone.tap_more("Circles of friends")
    expect(phone.page.get_by_role("link", name=NAME)).to_contain_text("includes this match")
