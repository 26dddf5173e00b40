"""What is typed into any form is there after Back, after a reload and in a new page."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Locator, expect

from tests.browser.hands import card_key, d_leg_due, hand_page
from tests.browser.legs import set_contract
from tests.browser.table import THREE, Phone
from tests.faults.conftest import amount


def deal(phone: Phone) -> Locator:
    phone.open_tribello()
    phone.count("Ann", 5)
    return phone.cell("Ann")


def round(phone: Phone) -> Locator:
    phone.open(phone.start("thirty-one", *THREE))
    phone.worth("Ann").fill("5")
    return phone.worth("Ann")


def leg(phone: Phone) -> Locator:
    options = {"format": "half-marathon", "sequence": "B C"}
    phone.open(phone.start("card-triathlon", "Ann", "Ben", "Cleo", "Dora", **options))
    set_contract(phone, "4C", "Ann")
    phone.count("Ann", 5)
    return phone.cell("Ann")


def correction(phone: Phone) -> Locator:
    match = phone.open_tribello((8, 4, 1))
    phone.open(f"{match.to_score}e/{match.ids[0]}/edit")
    phone.count("Ann", 5)
    return phone.cell("Ann")


def new_match(phone: Phone) -> Locator:
    phone.open("/new")
    phone.seat(1).fill("5")
    return phone.seat(1)


def names(phone: Phone) -> Locator:
    phone.open(phone.open_tribello().to_score + "players/")
    phone.unfold("Change title or names")
    second = phone.page.get_by_label("Player 2")
    second.fill("5")
    return second


def question(phone: Phone) -> Locator:
    phone.open(phone.start("tribello", *THREE).to_score + "ask/deal")
    phone.count("Ann", 5)
    return phone.cell("Ann")


def hand(phone: Phone) -> Locator:
    hand_page(phone, d_leg_due(phone))
    phone.tap(card_key(phone, "5H"))
    return phone.page.locator("#cards [name=cards]")


IS_THERE = """[...document.querySelectorAll("input:not([type=hidden])")]
    .some(({ value }) => value.startsWith("5"))"""
FORMS = [correction, new_match, names, question, hand, *amount([], [deal, round, leg])]


def is_there(phone: Phone) -> bool:
    """Whether a field has what was typed, without a locator: those miss Firefox's cached pages."""
    with suppress(Error):  # the page is being left
        return bool(phone.page.evaluate(IS_THERE))
    return False


@pytest.mark.parametrize("type_in", FORMS)
def test_what_is_typed_into_a_form_stays(phone: Phone, type_in: Callable[[Phone], Locator]) -> None:
    field, typed = type_in(phone), re.compile("^5")
    address = phone.page.url
    phone.tap(phone.page.get_by_role("banner").get_by_role("link").first)
    phone.page.wait_for_url(lambda url: url != address)
    phone.page.evaluate("void setTimeout(() => history.back())")
    phone.until(lambda: is_there(phone))
    phone.page.reload()
    expect(field).to_have_value(typed)
    phone.page.goto("about:blank")
    phone.open(address)
    expect(field).to_have_value(typed)


def test_a_new_match_comes_back_with_its_game_until_it_has_started(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/new")
    phone.seat(1).fill("Zoe")
    phone.choose_game("Card Triathlon")
    half = phone.radio("Format", re.compile("^Half-marathon"))
    phone.choose("Format", re.compile("^Half-marathon"))
    phone.open("/ask")
    phone.open("/new")
    expect(half).to_be_checked()
    expect(phone.seat(1)).to_have_value("Zoe")
    phone.tap_button("Start Card Triathlon")
    expect(phone.page.get_by_text("Still to fix: Players")).to_be_visible()
    phone.open("/ask")
    phone.open("/new")
    expect(half).to_be_checked()
    phone.name_all(("Ann", "Ben", "Cleo", "Dora"))
    phone.tap_button("Start Card Triathlon")
    expect(phone.record_button).to_be_visible()
    phone.open("/new")
    expect(phone.seat(1)).to_have_value("")


def test_typed_names_stay_beside_those_of_another_phone_until_they_are_saved(phone: Phone) -> None:
    second = names(phone)
    match = phone.match
    others = {"title": "Friday", "player0": "Anna", "player1": "Bea", "player2": "Cora"}
    match.post("names", **others)
    phone.page.reload()
    expect(second).to_have_value("5")
    expect(phone.page.get_by_label("Player 1")).to_have_value("Anna")
    expect(phone.page.get_by_role("link", name="Bea")).to_be_visible()
    phone.tap_button("Save")
    expect(phone.record_button).to_be_visible()
    match.post("names", **others)
    phone.open(match.to_score + "players/")
    expect(second).to_have_value("Bea")


def test_what_was_asked_stands_in_the_address_and_is_no_draft(phone: Phone) -> None:
    first = question(phone)
    address = phone.page.url
    phone.count("Ben", 6)
    phone.tap_button("Ask")
    expect(phone.page.get_by_role("heading", name="Ann: −1")).to_be_visible()
    phone.open(address)
    expect(first).to_have_value("")
