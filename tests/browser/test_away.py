"""Every page that asks for something says that Referee is away, and takes no other's answer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.hands import card_key, d_leg_due, hand_page
from tests.browser.table import THREE, House, Phone, seat_players, start


def portal(route: Route) -> None:
    """What a guest network answers to everything."""
    route.fulfill(status=200, content_type="text/html", body="<h1>Welcome, please pay</h1>")


def trouble(route: Route) -> None:
    route.fulfill(status=503, content_type="text/html", body="<h1>Not now</h1>")


@pytest.mark.parametrize("answer", [portal, trouble])
def test_a_new_match_keeps_its_names_whatever_answers(
    phone: Phone, answer: Callable[[Route], None]
) -> None:
    phone.expects(503)
    phone.may_lose_server = True
    seat_players(phone, "Tribello", THREE)
    phone.page.route("**/new", answer)
    phone.page.route("**/icon.svg", lambda route: route.abort())
    phone.choose("Game", re.compile("^Triathlon"))
    expect(phone.page.get_by_role("status").filter(has_text="No connection since")).to_be_visible()
    expect(phone.seat(1)).to_have_value("Ann")


@pytest.mark.parametrize("answer", [portal, trouble])
def test_a_hand_stays_whatever_answers_and_is_not_busy_for_ever(
    phone: Phone, answer: Callable[[Route], None]
) -> None:
    phone.expects(503)
    phone.may_lose_server = True
    hand_page(phone, d_leg_due(phone))
    phone.page.route("**/hand/0?*", answer)
    phone.page.route("**/icon.svg", lambda route: route.abort())
    phone.tap(card_key(phone, "10H"))
    expect(phone.page.get_by_text("Referee cannot be reached just now.")).to_be_visible()
    expect(phone.page.get_by_role("status").filter(has_text="No connection since")).to_be_visible()
    expect(phone.page.locator("[aria-busy=true]")).to_have_count(0)


def test_a_board_says_that_what_stands_there_may_be_old(phone: Phone, house: House) -> None:
    phone.may_lose_server = True
    match = start(phone, "tribello", THREE)
    match.deal(8, 4, 1)
    phone.open(match.url + "board")
    told = phone.page.get_by_role("status").filter(has_text="What stands here may be old.")
    with house.away():
        expect(told).to_be_visible(timeout=30_000)
    expect(told).to_be_hidden(timeout=30_000)
