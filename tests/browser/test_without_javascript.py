"""Every job can be done without JavaScript: forms are sent, pages come back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.table import Phone

FIRST = "Round 1, deal 1"


@pytest.fixture
def plain(lay: Lay) -> Phone:
    """A phone whose browser runs no scripts."""
    return lay(java_script_enabled=False)


def test_tribello_is_started_recorded_corrected_and_struck(plain: Phone) -> None:
    page = plain.page
    plain.open("/")
    plain.tap_link("New match")
    for seat, name in enumerate(("Ann", "Ben", "Cora"), start=1):
        plain.seat(seat).fill(name)
    plain.tap_button("Start Tribello")
    expect(plain.due).to_contain_text("Ann")

    plain.choose("Ann", 8)
    plain.choose("Ben", 4)
    plain.record()
    plain.shows_row(FIRST, ["+2", 0, "−2"])
    plain.tap(plain.group("Cora").locator("summary"))
    for name, count in (("Ann", 3), ("Ben", 6), ("Cora", 4)):
        plain.choose(name, count)
    plain.record()
    plain.shows_row("Round 1, deal 2", [0, 0, 0])
    plain.shows_totals({"Ann": 2, "Ben": 0, "Cora": "−2"})
    expect(plain.due).to_contain_text("Cora")

    plain.expects(422)
    plain.choose("Ann", 8)
    plain.choose("Ben", 8)
    plain.record()
    expect(page.get_by_role("alert")).to_contain_text("tribello.tricks-total")
    expect(plain.radio("Ann", 8)).to_be_checked()
    expect(plain.rows).to_have_count(2)

    plain.tap(plain.row(FIRST).get_by_role("cell").first)
    expect(page.get_by_role("main")).to_contain_text("8 tricks, quota 6")
    plain.tap(page.get_by_role("link", name="Correct"))
    plain.choose("Ann", 6)
    plain.tap_button(re.compile("^Save"))
    plain.shows_row(FIRST, [0, 0, 0])
    plain.tap_button(re.compile("^Undo"))
    plain.shows_row(FIRST, ["+2", 0, "−2"])

    plain.tap(plain.row(FIRST).get_by_role("cell").first)
    plain.tap_button("Strike")
    expect(plain.rows).to_have_count(1)
    plain.tap_button(re.compile("^Undo"))
    expect(plain.rows).to_have_count(2)
    plain.tap_link("Log")
    expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(7)


def test_thirty_one_is_played_with_options_cards_and_figures(plain: Phone) -> None:
    page = plain.page
    plain.open("/new")
    plain.choose("Game", re.compile("^Thirty-One"))
    plain.tap_button("Show this game's options")
    for seat, name in enumerate(("Ann", "Ben"), start=1):
        plain.seat(seat).fill(name)
    plain.unfold("Options")
    plain.choose("Lives", 0)
    plain.choose("Fire", "with fire")
    plain.tap_button("Start Thirty-One")
    plain.figure("Ann").fill("21")
    plain.figure("Ben").fill("21")
    plain.record()
    expect(page.get_by_role("main")).to_contain_text("Round 1")
    page.get_by_label("Ann’s cards").fill("as ad ac")
    page.get_by_label("Ben’s cards").fill("AH KH QH")
    plain.record()
    expect(plain.due).to_have_text("Ann won")
    plain.shows_row("Round 2", ["33", re.compile("31.*out")])
    plain.tap_button("Rematch")
    expect(plain.due).to_contain_text("Ben")


def test_a_question_is_answered_and_a_rule_is_found(plain: Phone) -> None:
    page = plain.page
    plain.open("/ask")
    plain.tap(page.get_by_role("link", name=re.compile("^What are the quotas")))
    plain.choose("Deal", 2)
    plain.tap_button("Ask")
    expect(page.get_by_role("status")).to_contain_text("Player 1 3, Player 2 6, Player 3 4")
    expect(page.get_by_role("status").get_by_role("link").first).to_have_attribute(
        "href", re.compile("#tribello.quota$")
    )
    plain.open("/rules")
    page.get_by_label("Search all rules").fill("quota")
    plain.tap_button("Search")
    plain.tap(page.get_by_role("link", name=re.compile("tribello.quota$")))
    expect(page.get_by_role("heading", name=re.compile("tribello.quota$"))).to_be_in_viewport()
