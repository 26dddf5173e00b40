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


def test_two_spellings_of_a_name_become_one_person(either: Phone) -> None:
    either.open(with_matches(either).url)
    rows = either.page.get_by_role("row").filter(has=either.page.get_by_role("rowheader"))
    before = rows.count()
    either.unfold("One person")
    either.choose("This name", "Anne")
    either.choose("is really", "Ann")
    either.tap_button("They are one person")
    expect(either.page.get_by_text("Anne is Ann.")).to_be_visible()
    expect(rows).to_have_count(before - 2)  # of all games, and of Tribello
    either.tap(either.page.get_by_role("rowheader", name="Ann").first.get_by_role("link"))
    either.tap_button("Somebody else")
    expect(rows).to_have_count(before)


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


def test_who_watches_sees_the_circle_and_its_matches_and_no_way_to_write(
    phone: Phone, lay: Lay
) -> None:
    friends = with_matches(phone)
    phone.open(friends.url + "share/")
    link = phone.page.get_by_label("The link to watch").input_value()
    watcher = lay()
    watcher.open("/c/" + link.split("/c/")[1])
    expect(watcher.page.get_by_role("heading", name="All games")).to_be_visible()
    expect(watcher.page.get_by_role("main").get_by_role("button")).to_have_count(0)
    watcher.tap(watcher.page.get_by_role("link", name=re.compile("^Tonight")))
    expect(watcher.page.get_by_role("list", name="Score")).to_be_visible()
    expect(watcher.page.get_by_role("button", name=re.compile("^Record"))).to_have_count(0)
