"""A dispute of each kind, played through with its taps counted: from home, and from a match."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.table import THREE, Match, Phone, open_tribello, start
from tests.browser.test_desk import answered, verdict

FOUR = (*THREE, "Dora")
WHO_WINS = "Who wins this trick?"
MAY_I = "May I play this card?"
WHAT_NOW = "Something went wrong: what now?"


def from_home(phone: Phone, game: str, question: str) -> None:
    """From the first page to a question of a game, which no question was about before."""
    phone.open("/")
    phone.taps = 0
    phone.tap_link("Ask the referee")
    phone.choose("Game", game)
    to(phone, question)


def to(phone: Phone, question: str) -> None:
    phone.tap(phone.page.get_by_role("link", name=re.compile(f"^{re.escape(question)}")))


def from_match(phone: Phone, match: Match) -> None:
    phone.open(match)
    phone.taps = 0
    bar = phone.page.get_by_role("navigation", name="This match")
    phone.tap(bar.get_by_role("link", name="Ask", exact=True))
    phone.page.wait_for_url("**/ask/**")  # once its scripts are there


# From home ----------------------------------------------------------------------------------------


def test_what_is_tapped_before_the_page_has_answered_counts_too(phone: Phone) -> None:
    held: list[Route] = []
    phone.open("/ask/tribello/may")
    phone.page.route(
        "**/may?*", lambda route: held.append(route) if not held else route.continue_()
    )
    phone.choose("Led", "clubs")
    phone.choose("My card", "clubs")
    expect(verdict(phone)).to_have_text("Yes: it follows suit")
    assert len(held) == 1


def test_the_last_game_is_offered_first(phone: Phone) -> None:
    from_home(phone, "La Krap", MAY_I)
    expect(phone.page.get_by_role("heading", name=MAY_I)).to_be_visible()
    phone.open("/ask")
    expect(phone.radio("Game", "La Krap")).to_be_checked()
    phone.open("/ask?game=triathlon")
    expect(phone.radio("Game", "Triathlon")).to_be_checked()


# From a match -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "names", "facts", "cards", "told"),
    [
        ("tribello", THREE, {"trump": "S"}, "7D KD", "is winning · K♦"),
        ("triathlon", THREE, {"trump": "S", "rejected0": "H", "rejected1": "C"}, "7D 6S 9D",
         "wins · 6♠"),
        ("la-krap", FOUR, {"turned": "8C", "alone": "1"}, "KH KH", "Nobody is winning yet"),
    ],
)  # fmt: skip
def test_the_trick_on_the_table_is_ruled_on_in_one_tap(
    phone: Phone, game: str, names: tuple[str, ...], facts: dict[str, str], cards: str, told: str
) -> None:
    match = start(phone, game, names)
    match.begin(**facts)
    match.fall(*cards.split())
    from_match(phone, match)
    expect(verdict(phone)).to_contain_text(told)
    assert phone.taps == 1
    for card in cards.split():
        expect(answered(phone).get_by_role("list").first).to_contain_text(card[:-1])


def test_what_was_typed_stays_when_the_desk_fills_in_the_note(phone: Phone) -> None:
    match = open_tribello(phone)
    phone.count(THREE[0], 6)
    from_match(phone, match)
    to(phone, WHAT_NOW)
    phone.choose("What happened", re.compile("shown"))
    phone.tap_link("Note it and play on")
    note = phone.page.get_by_label("Note", exact=True)
    expect(note).to_have_value("Somebody showed a card; no penalty")
    expect(phone.cell(THREE[0])).to_have_value("6")
    phone.count(THREE[1], 4)
    phone.page.reload()
    expect(note).to_have_value("Somebody showed a card; no penalty")
    phone.tap(phone.record_button)
    expect(phone.rows).to_have_count(1)
    phone.page.reload()
    expect(note).to_have_value("")  # of the next deal
    [entry] = json.loads(match.read("record.json"))["entries"]
    assert (entry["tricks"], entry["note"]) == ([6, 4, 3], "Somebody showed a card; no penalty")


def test_what_is_missing_is_brought_into_view_beside_the_button(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/ask/thirty-one/turn")
    phone.tap_button("Ask")
    told = phone.page.get_by_role("alert").filter(has_text="Whose turn it is")
    expect(told).to_be_in_viewport(ratio=1)
    expect(phone.group("Whose turn it is")).to_be_in_viewport(ratio=1)


def test_the_auction_begins_with_who_dealt(phone: Phone) -> None:
    match = start(phone, "card-triathlon", FOUR)
    phone.open(match.url + "ask/auction")
    columns = phone.page.locator(".called-by bdi")
    expect(columns).to_have_text(list(FOUR))
    phone.choose("Who dealt", "Cora")
    expect(columns).to_have_text(["Cora", "Dora", "Ann", "Ben"])


def test_a_search_in_the_rules_leads_to_a_rule_of_the_same_page(phone: Phone) -> None:
    match = start(phone, "thirty-one", THREE)
    phone.open(match.url + "rules")
    phone.page.get_by_role("searchbox").fill("Schwimt")
    phone.tap(phone.page.get_by_role("link", name=re.compile("^Swimming")).first)
    rule = phone.page.get_by_role("heading", name=re.compile("^Swimming"))
    expect(rule).to_be_in_viewport()


def test_the_verdict_is_shown_to_the_other_side_and_closed_by_a_tap(phone: Phone) -> None:
    phone.open("/ask/tribello/quota?asked=1&deal=5")
    phone.tap_link("Show the table")
    across = phone.page.get_by_role("link", name=re.compile("Tap to close"))
    expect(across).to_be_in_viewport(ratio=1)
    box, screen = across.bounding_box(), phone.page.viewport_size
    assert box
    assert screen
    assert (box["width"], box["height"]) == (screen["width"], screen["height"])
    turned = across.locator("> span").evaluate("each => getComputedStyle(each).transform")
    assert turned.startswith("matrix(-1")
    phone.tap(across)
    expect(across).to_be_hidden()
    expect(verdict(phone)).to_be_in_viewport()


def test_a_form_that_is_opened_to_be_changed_stays_open(phone: Phone) -> None:
    phone.open("/ask/tribello/quota?asked=1&deal=5")
    phone.unfold("Change")
    phone.choose("Deal", 10)
    expect(phone.page.get_by_role("status")).to_contain_text("Deal 10")
    phone.choose("Deal", 11)
    expect(phone.page.get_by_role("status")).to_contain_text("Deal 11")
    phone.tap_button("Ask")
    expect(verdict(phone)).to_be_in_viewport()
    expect(phone.radio("Deal", 11)).to_be_hidden()


# What stays ---------------------------------------------------------------------------------------
