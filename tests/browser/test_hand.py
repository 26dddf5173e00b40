"""A D leg of four hands on a phone: picked, laid out, rearranged and recorded."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Lay
from tests.browser.hands import (
    LAID_OUT,
    SHOWN,
    card_key,
    chosen,
    d_leg_due,
    groups,
    hand_page,
    place,
    save_button,
    save_hand,
    shows_hand,
    spoken,
    tap_keys,
    total,
)
from tests.browser.legs import FOUR
from tests.browser.table import Phone
from tests.web.hands import HANDS

SMALL = {"width": 360, "height": 740}
TAPS = 15
"""Taps for one hand: open it, pick 13 cards, save it."""


@pytest.fixture
def phone(lay: Lay) -> Phone:
    return lay(viewport=SMALL)


def enter(phone: Phone, seat: int, *, is_here: bool = False) -> None:
    """Enter a whole hand in `TAPS` taps, or one fewer if the hand's page is open (`is_here`)."""
    name = FOUR.players[seat]
    phone.taps = 0
    if not is_here:
        phone.tap(phone.page.get_by_role("link", name=f"Enter {name}’s hand"))
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text(name)
    tap_keys(phone, HANDS[seat])
    phone.tap(save_button(phone))
    assert phone.taps == TAPS - is_here


def shows_hands(phone: Phone, *seats: int) -> None:
    for seat in seats:
        look = phone.page.get_by_role("link", name=f"Change {FOUR.players[seat]}’s hand")
        line = phone.page.get_by_role("listitem").filter(has=look)
        for what in LAID_OUT[seat]:
            expect(line).to_contain_text(str(what))


def test_hands_make_a_leg_in_15_taps_each(phone: Phone) -> None:
    """The other two are entered on another phone."""
    match = d_leg_due(phone)
    phone.choose("Figures or cards", "each card")
    for seat in (0, 1):
        enter(phone, seat, is_here=seat > 0)
        expect(phone.page.get_by_text(f"{FOUR.players[seat]}’s hand is saved")).to_be_visible()
    for seat in (2, 3):
        save_hand(match, seat)
    phone.open(match)
    shows_hands(phone, *range(4))
    phone.record()
    expect(phone.page.get_by_role("heading", name=re.compile("won$"))).to_be_visible()
    leg = phone.row("Leg 3").get_by_role("cell")
    expect(leg.nth(1)).to_have_text("110")
    phone.tap(leg.nth(1))
    receipt = phone.page.get_by_role("dialog")
    expect(receipt).to_contain_text("Spades 2 to 6")
    expect(receipt.locator("a[href$='#card-triathlon.d.straight-flush']")).to_be_attached()


def test_a_tap_shows_at_once_and_the_groups_follow(phone: Phone) -> None:
    match = d_leg_due(phone)
    hand_page(phone, match)
    tap_keys(phone, "6H 7H 8H 9H 10S")
    expect(groups(phone)).to_have_text([re.compile("Hearts 6 to 10 30"), "Not used"])
    expect(phone.page.get_by_text("6 to 10 is a straight; 10♠ stands for 10♥")).to_be_visible()
    shows_hand(phone, "6H 7H 8H 9H 10S")
    phone.tap(card_key(phone, "6H"))
    expect(card_key(phone, "6H")).to_have_text("6♥ ×2")
    phone.tap(card_key(phone, "6H"), force=True)
    phone.shows_in_place("6♥ is already taken: 2 in this hand.")
    phone.tap(chosen(phone).nth(1))
    shows_hand(phone, "6H 8H 9H 10S 6H")
    phone.tap_button("Remove the last card")
    shows_hand(phone, "6H 8H 9H 10S")
    expect(groups(phone)).to_have_text(["No straight flush"])
    phone.page.reload()
    shows_hand(phone, "6H 8H 9H 10S")
    phone.tap(save_button(phone), force=True)
    expect(phone.page.get_by_text("A hand has 13 cards. 9 cards are missing.")).to_be_visible()
    tap_keys(phone, "KS QS JS 9S 8S 7S 6S 5S 4S")
    expect(phone.page.get_by_text("13 of 13 cards")).to_be_visible()
    phone.tap(card_key(phone, "3S"))
    phone.shows_in_place("Ann has 13 cards.")
    shows_hand(phone, "6H 8H 9H 10S KS QS JS 9S 8S 7S 6S 5S 4S")


def answers_held(phone: Phone, last: str) -> list[Route]:
    """Hold all further answers, as soon as that to the last card is shown."""
    expect(place(phone, f"{spoken(last)}, not used")).to_be_visible()
    held: list[Route] = []
    phone.page.route("**/hand/*cards=*", lambda route: held.append(route))
    return held


def test_an_answer_behind_the_next_tap_brings_no_card_back(phone: Phone) -> None:
    hand_page(phone, d_leg_due(phone))
    tap_keys(phone, "6H 7H 8H")
    held = answers_held(phone, "8H")
    with phone.page.expect_request("**/hand/*cards=*"):
        phone.tap(card_key(phone, "9H"))
    phone.tap_button("Remove the last card")
    with phone.page.expect_request("**/hand/*cards=*"):  # the next request stays pending
        held[0].continue_()
    shows_hand(phone, "6H 7H 8H")
    phone.page.unroute_all()
    phone.page.reload()
    shows_hand(phone, "6H 7H 8H")


def test_an_answer_behind_a_pick_leaves_the_card_picked(phone: Phone) -> None:
    hand_page(phone, d_leg_due(phone))
    *first, last = SHOWN.split()
    tap_keys(phone, " ".join(first))
    held = answers_held(phone, first[-1])
    with phone.page.expect_request("**/hand/*cards=*"):
        phone.tap(card_key(phone, last))
    king = place(phone, "K of diamonds, not used")
    phone.tap(king)
    held[0].continue_()
    expect(place(phone, "3 of clubs, not used")).to_be_visible()
    expect(king).to_have_attribute("aria-pressed", "true")
    expect(phone.page.get_by_text("K of diamonds: tap where it goes.")).to_be_visible()


def test_another_layout_is_tried_by_moving_cards(phone: Phone) -> None:
    match = d_leg_due(phone)
    hand_page(phone, match)
    tap_keys(phone, SHOWN)
    expect(total(phone)).to_have_text("30 points")
    expect(place(phone, "3 of clubs, not used")).to_be_visible()  # the last card is laid out
    # A king of diamonds in place of the ten fits neither by suit nor by rank.
    phone.tap(place(phone, "K of diamonds, not used"))
    expect(phone.page.get_by_text("K of diamonds: tap where it goes.")).to_be_visible()
    phone.tap(place(phone, "10 of spades as the 10, doesn’t score"))
    expect(total(phone)).to_have_text("0 30 below the best score (30)")
    expect(phone.page.get_by_role("main")).to_contain_text("No. K♦ can’t stand for")
    phone.tap(save_button(phone), force=True)
    expect(phone.page).to_have_url(re.compile("/hand/0"))
    phone.tap_button("Restore best layout")
    expect(total(phone)).to_have_text("30 points")
    # The jack of spades on top of it is legal and worth the same.
    phone.tap(place(phone, "J of spades, not used"))
    phone.tap_button("Move here")
    expect(groups(phone).first).to_have_text(re.compile("Hearts 6 to jack 30"))
    expect(total(phone)).to_have_text("30 same as the best score")
    phone.tap(place(phone, "10 of spades as the 10, does"))
    phone.tap_button("Cancel")
    phone.tap_button("Use this layout")
    expect(phone.page.get_by_text("Ann’s hand is saved: 30")).to_be_visible()
    phone.open(match)
    expect(phone.page.get_by_text("player’s own layout")).to_be_visible()
    phone.tap(phone.page.get_by_role("link", name="Change Ann’s hand"))
    expect(groups(phone).first).to_have_text(re.compile("Hearts 6 to jack 30"))


def test_cards_are_moved_by_the_keyboard(phone: Phone) -> None:
    match = d_leg_due(phone)
    hand_page(phone, match, 0, "?cards=6H+7H+8H+9H+10S+KD")
    place(phone, "10 of spades as the 10, does").focus()
    phone.page.keyboard.press("Enter")
    phone.page.get_by_role("button", name="Not used", exact=True).focus()
    phone.page.keyboard.press("Space")
    expect(groups(phone)).to_have_text([re.compile("No straight flush 0"), "Not used"])
    phone.page.get_by_role("button", name="Restore best layout").focus()
    phone.page.keyboard.press("Enter")
    expect(groups(phone).first).to_have_text(re.compile("Hearts 6 to 10 30"))


AGAIN = "Your unsaved cards have been restored."


def test_cards_that_are_not_saved_are_there_again_when_the_hand_is_opened(phone: Phone) -> None:
    match = d_leg_due(phone)
    phone.choose("Figures or cards", "each card")
    link = phone.page.get_by_role("link", name="Enter Ann’s hand")
    phone.tap(link)
    tap_keys(phone, "6H 7H 8H 9H 10S")
    expect(groups(phone)).to_have_text([re.compile("Hearts 6 to 10 30"), "Not used"])
    # A pending answer would write its address during Back and keep it on the page.
    expect(phone.page.locator(".htmx-request")).to_have_count(0)
    phone.page.go_back()
    phone.choose("Figures or cards", "each card")
    phone.tap(link)
    shows_hand(phone, "6H 7H 8H 9H 10S")
    phone.shows_in_place(AGAIN)
    expect(groups(phone)).to_have_text([re.compile("Hearts 6 to 10 30"), "Not used"])
    tap_keys(phone, "KS")
    expect(phone.page.get_by_text(AGAIN)).to_be_hidden()
    # Each hand has its own layout, and a reload restores it.
    hand_page(phone, match, 1)
    shows_hand(phone, "")
    hand_page(phone, match)
    shows_hand(phone, "6H 7H 8H 9H 10S KS")
    phone.page.reload()
    shows_hand(phone, "6H 7H 8H 9H 10S KS")
    expect(phone.page.get_by_text(AGAIN)).to_be_hidden()

    tap_keys(phone, "QS JS 9S 8S 7S 6S 5S")
    phone.tap(save_button(phone))
    expect(phone.page.get_by_text("Ann’s hand is saved")).to_be_visible()
    hand_page(phone, match)
    shows_hand(phone, "6H 7H 8H 9H 10S KS QS JS 9S 8S 7S 6S 5S")
    expect(phone.page.get_by_text(AGAIN)).to_be_hidden()


def test_cards_that_are_not_saved_can_be_discarded(phone: Phone) -> None:
    match = d_leg_due(phone)
    hand_page(phone, match)
    tap_keys(phone, "6H 7H")
    hand_page(phone, match)
    phone.tap_button("Discard them")
    expect(chosen(phone)).to_have_count(0)
    hand_page(phone, match)
    expect(chosen(phone)).to_have_count(0)
    expect(phone.page.get_by_text(AGAIN)).to_be_hidden()


def test_a_layout_that_is_not_saved_is_there_again(phone: Phone) -> None:
    match = d_leg_due(phone)
    hand_page(phone, match)
    tap_keys(phone, SHOWN)
    phone.tap(place(phone, "J of spades, not used"))
    phone.tap_button("Move here")
    expect(groups(phone).first).to_have_text(re.compile("Hearts 6 to jack 30"))
    hand_page(phone, match)
    phone.shows_in_place(AGAIN)
    expect(groups(phone).first).to_have_text(re.compile("Hearts 6 to jack 30"))
    phone.tap_button("Use this layout")
    expect(phone.page.get_by_text("Ann’s hand is saved: 30")).to_be_visible()
    hand_page(phone, match)
    expect(groups(phone).first).to_have_text(re.compile("Hearts 6 to jack 30"))
    expect(phone.page.get_by_text(AGAIN)).to_be_hidden()


def test_what_another_phone_has_saved_is_there_beside_cards_that_are_not(lay: Lay) -> None:
    phone, other = lay(viewport=SMALL), lay(viewport=SMALL)
    match = d_leg_due(phone)
    hand_page(phone, match)
    tap_keys(phone, "6H 7H")
    hand_page(other, match)
    tap_keys(other, HANDS[0])
    other.tap(save_button(other))
    expect(other.page.get_by_text("Ann’s hand is saved")).to_be_visible()
    hand_page(phone, match)
    shows_hand(phone, "6H 7H")
    phone.shows_in_place("Another phone has saved this hand. Yours isn’t saved yet.")
    phone.tap_button("Discard mine")
    shows_hand(phone, HANDS[0])
    expect(phone.page.get_by_text(AGAIN)).to_be_hidden()


def test_a_hand_of_an_old_leg_that_was_changed_is_there_again(phone: Phone) -> None:
    leg = {"kind": "d-leg", "hands": [cards.split() for cards in HANDS]}
    match = d_leg_due(phone, leg)
    form = f"{match.to_score}e/{match.ids[-1]}/edit"
    phone.open(form)
    phone.tap_button("Lay out Ann’s hand")
    expect(chosen(phone).last).to_be_hidden()
    tap_keys(phone, "4C")
    expect(chosen(phone).last).to_be_visible()
    tap_keys(phone, "9H")
    phone.open(form)
    phone.tap_button("Lay out Ann’s hand")
    phone.shows_in_place(AGAIN)
    phone.tap(save_button(phone))
    expect(phone.page.get_by_text("40: Hearts 6 to 10")).to_be_visible()
