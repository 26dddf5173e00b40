"""A circle of friends in the hand: its taps counted, with scripts and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.scenes import NAME, circle, with_matches
from tests.browser.table import THREE, Phone, start

MATCH = re.compile(r"/m/[\w-]{22}/$")


@pytest.fixture(params=[True, False], ids=["with scripts", "without"])
def either(lay: Lay, request: pytest.FixtureRequest) -> Phone:
    return lay(java_script_enabled=request.param)


def test_the_next_match_with_the_same_people_is_one_tap_away(either: Phone) -> None:
    friends = with_matches(either)
    either.open(friends.url)
    either.taps = 0
    either.tap_button(re.compile("^Next: Tribello Ann,"))
    expect(either.page).to_have_url(MATCH)
    assert either.taps == 1
    strip = either.page.get_by_role("list", name="Score")
    expect(strip.get_by_role("listitem").first).to_contain_text("Ann")
    either.open(friends.url)
    going_on = either.page.get_by_role("list").first.get_by_role("listitem")
    expect(going_on).to_have_count(2)


def test_a_match_is_put_into_a_circle_from_its_page(phone: Phone) -> None:
    circle(phone)
    phone.open(start(phone, "tribello", THREE, title="Tonight"))
    phone.taps = 0
    phone.tap_more("Circles of friends")
    phone.tap_button(f"Put it into {NAME}")
    expect(phone.page.get_by_text("this match is in it")).to_be_visible()
    assert phone.taps == 3
    phone.tap_link(f"{NAME} this match is in it")
    expect(phone.page.get_by_role("link", name=re.compile("^Tonight"))).to_be_visible()
    phone.tap(phone.page.locator("summary").filter(has_text="⋯"))
    phone.tap_button("Take it out")
    expect(phone.page.get_by_text("“Tonight” was taken out.")).to_be_visible()
    phone.tap_button("Undo")
    expect(phone.page.get_by_role("link", name=re.compile("^Tonight"))).to_be_visible()


def test_choosing_a_circle_offers_its_people(phone: Phone) -> None:
    circle(phone, "Sunday")
    with_matches(phone, ("Zoe", "Yves", "Xenia", "Will"))
    phone.open("/new")
    phone.choose("Circle of friends", NAME)
    phone.tap(phone.page.get_by_role("button", name=re.compile("^Zoe, Yves, Xenia")).first)
    phone.tap_button("Start Tribello")
    expect(phone.page).to_have_url(MATCH)
    phone.tap_more("Circles of friends")
    expect(phone.page.get_by_role("link", name=NAME)).to_contain_text("this match is in it")
