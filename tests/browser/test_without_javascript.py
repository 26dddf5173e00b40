"""Every job can be done without JavaScript: forms are sent, pages come back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.followed import card_key, followed, shows_trick, tap_card
from tests.browser.table import Phone, start

FIRST = "Round 1, deal 1"


@pytest.fixture
def plain(lay: Lay) -> Phone:
    return lay(java_script_enabled=False)


def test_tribello_is_started_recorded_corrected_and_struck(plain: Phone) -> None:
    page = plain.page
    plain.open("/")
    plain.tap_link("New match")
    for seat, name in enumerate(("Ann", "Ben", "Cora"), start=1):
        plain.seat(seat).fill(name)
    plain.tap_button("Start Tribello")
    expect(plain.due).to_contain_text("Ann")

    plain.cell("Ann").fill("8")
    plain.cell("Ben").fill("4")
    plain.record()
    plain.shows_row(FIRST, ["+2", 0, "−2"])
    plain.expects(422)
    for name, count in (("Ann", 3), ("Ben", 8), ("Cora", 4)):
        plain.cell(name).fill(str(count))
    plain.record()
    expect(page.get_by_role("alert")).to_contain_text("tribello.tricks-total")
    expect(plain.cell("Ann")).to_have_value("3")
    expect(plain.rows).to_have_count(1)
    plain.cell("Ben").fill("6")
    plain.record()
    plain.shows_row("Round 1, deal 2", [0, 0, 0])
    plain.shows_totals({"Ann": 2, "Ben": 0, "Cora": "−2"})
    expect(plain.due).to_contain_text("Cora")

    plain.tap(plain.row(FIRST).get_by_role("cell").first)
    expect(page.get_by_role("main")).to_contain_text("8 tricks, quota 6")
    plain.tap(page.get_by_role("link", name="Correct"))
    plain.cell("Ann").fill("6")
    plain.tap_button(re.compile("^Save"))
    plain.shows_row(FIRST, [0, 0, 0])
    plain.tap_button(re.compile("^Undo"))
    plain.shows_row(FIRST, ["+2", 0, "−2"])

    plain.tap(plain.row(FIRST).get_by_role("cell").first)
    plain.tap_button("Strike")
    expect(plain.rows).to_have_count(1)
    plain.tap_button(re.compile("^Undo"))
    expect(plain.rows).to_have_count(2)
    plain.tap_more("Log")
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
    plain.worth("Ann").fill("21")
    plain.worth("Ben").fill("21")
    plain.record()
    expect(page.get_by_role("main")).to_contain_text("Round 1")
    page.get_by_label("Ann’s cards").fill("as ad ac")
    page.get_by_label("Ben’s cards").fill("AH KH QH")
    plain.record()
    expect(plain.due).to_have_text("Ann won")
    plain.shows_row("Round 2", [re.compile("33.*fire"), re.compile("31.*out")])
    plain.tap_button("Rematch")
    expect(plain.due).to_contain_text("Ben")


def test_a_trick_of_la_krap_falls_card_by_card(plain: Phone) -> None:
    page = plain.page
    deal = followed("la-krap", 4, lambda deal: deal.proof > 12)
    facts = deal.dealt.facts
    match = start(plain, "la-krap", deal.names)
    plain.open(match)
    plain.tap_button("By cards")
    plain.expects(422)
    plain.tap_button("Start with the first card")
    expect(page.get_by_role("alert")).to_contain_text("la-krap.play")
    for name, card in zip(deal.names, facts["upcards"], strict=True):
        page.get_by_label(f"{name}’s upcard").fill(card.lower())
    page.get_by_label("The turned cards").fill(" ".join(facts["turned"]))
    plain.tap_button("Start with the first card")
    for place in range(5):
        shows_trick(plain, deal, place)
        tap_card(plain, deal.cards[place])
    shows_trick(plain, deal, 5)
    plain.tap_button(re.compile("^Undo"))
    shows_trick(plain, deal, 4)

    # The own hand, typed.
    plain.tap_link("Share")
    plain.tap_button(deal.names[deal.turns[4]])
    plain.tap_link("Back")
    hand = deal.hand_after(deal.turns[4], 4)
    plain.unfold("Enter your own hand")
    page.get_by_label("Your hand").fill(", ".join(hand))
    plain.tap_button("Keep it on this phone")
    expect(page.get_by_text(f"Your hand: {len(hand)} cards left")).to_be_visible()
    plain.tap(card_key(plain, deal.cards[4]))
    shows_trick(plain, deal, 5)
