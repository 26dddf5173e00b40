"""Picking several cards in a row: one tap per card, and the keys never move."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.followed import TABLES as FOLLOWED
from tests.browser.followed import followed
from tests.browser.hands import card_key, d_leg_due, hand_page
from tests.browser.layout import boxes, positions
from tests.browser.legs import B_FOUR, FOUR, says
from tests.browser.table import Phone
from tests.faults.conftest import amount
from tests.web.hands import HANDS

SMALL = {"width": 360, "height": 740}
FIVE = ("Ann", "Bob", "Cid", "Dee", "Eve")
ROUND = ("AH KH 7S", "7H 8D 9C", "9D 9H 9S", "QC KC 7C", "AD KD QD")
KEY = 44


@pytest.fixture
def phone(lay: Lay) -> Phone:
    return lay(viewport=SMALL)


def places(phone: Phone) -> dict[str, dict[str, float]]:
    """Positions of the open picker's keys."""
    rows = re.compile("^(spades|hearts|diamonds|clubs|no suit)$")
    return boxes(phone.picker.get_by_role("group", name=rows).get_by_role("button"))


def turned_cards(phone: Phone) -> None:
    phone.open(phone.start("la-krap", *FIVE[:4]))
    phone.open_picker(FIVE[0], "upcard")
    phone.pick("KH")
    phone.close_picker()
    phone.choose_a_card("Turned-up cards")


def whole_pack(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", *FIVE, deck="52"))
    phone.open_picker("Ann")


def hand_at_the_desk(phone: Phone) -> None:
    phone.open("/ask/triathlon/trick")
    phone.choose_a_card("Next player’s hand")


def hand_of_two_packs(phone: Phone) -> None:
    FOUR.open(phone, B_FOUR, format="sprint")
    phone.choose("Figures or cards", "each card")
    phone.choose_a_card("Ann’s hand")


@pytest.mark.parametrize(
    ("opened", "cards", "joker"),
    [
        *amount(
            [],
            [
                (turned_cards, "BJ BJ RJ", ""),
                (whole_pack, "AS 2C 10H 2S KD JC", ""),
                (hand_at_the_desk, "AS JK JK 6C 10H", "Athlete"),
            ],
        ),
        (hand_of_two_packs, "2C 2C JK JK JK JK 3D", "Joker"),
    ],
)
def test_the_whole_pack_is_on_a_small_screen_and_no_key_moves(
    phone: Phone, opened: Callable[[Phone], None], cards: str, joker: str
) -> None:
    opened(phone)
    title = phone.picker.get_by_role("heading")
    assert title.evaluate("each => each.scrollWidth <= each.clientWidth")  # it may take two lines
    before = places(phone)
    assert before
    for box in before.values():
        assert min(box["width"], box["height"]) >= KEY
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SMALL["width"]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= SMALL["height"]
    for card in (*cards.split(), cards.split()[0]):
        phone.tap(phone.picked_key(card, joker), force=True)
        assert places(phone) == before


def test_a_hand_is_three_taps_and_a_round_of_five_seventeen(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", *FIVE))
    phone.taps = 0
    phone.open_picker("Ann")
    before = places(phone)
    for name, hand in zip(FIVE, ROUND, strict=True):
        phone.picks_for(f"{name}’s cards")
        assert places(phone) == before
        phone.pick(*hand.split())
    expect(phone.picker).to_be_hidden()
    phone.record()
    worth = ("21", "9.*−1", "30½", "27", "31")
    phone.shows_row("Round 1", [re.compile(rf"^\s*{figure}") for figure in worth])
    assert phone.taps == 17


def test_what_the_last_hand_came_to_is_told_until_the_next_has_a_card(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", *FIVE[:2]))
    phone.open_picker("Ann")
    phone.pick("AH", "KH", "7S")
    told = phone.picker.get_by_role("status")
    expect(told).to_have_text(re.compile(r"^Ann:\s+21\s*$"))
    phone.pick("9C")
    expect(told).to_be_empty()
    phone.tap(phone.picker.get_by_role("button", name="Ann’s cards", exact=True))
    expect(told).to_have_text(re.compile(r"^\s*21\s*$"))


def test_a_wrong_card_is_changed_in_its_slot_or_taken_back_in_the_picker(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", *FIVE[:2]))
    phone.open_picker("Ann")
    phone.pick("AH", "KH", "7S", "9C", "9D", "9S")
    expect(phone.picker).to_be_hidden()
    slots = phone.page.get_by_role("button", name=re.compile("^Ann’s cards, "))
    expect(slots).to_have_text(["A♥", "K♥", "7♠"])
    phone.tap(slots.nth(1))
    phone.pick("QH")
    expect(phone.picker).to_be_hidden()
    expect(slots).to_have_text(["A♥", "Q♥", "7♠"])
    expect(slots.last).to_be_focused()
    phone.tap(slots.first)
    phone.tap(phone.picked.first)
    expect(phone.picked).to_have_text(["Q♥", "7♠"])
    phone.pick("7S", "8S", "10S")
    expect(phone.picker).to_be_hidden()
    expect(slots).to_have_text(["Q♥", "8♠", "10♠"])


def test_the_picker_is_worked_by_the_keyboard(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", *FIVE[:2]))
    phone.enter_by("hands")
    phone.page.get_by_role("button", name="Ann’s cards, choose a card").first.press("Enter")
    phone.picks_for("Ann’s cards")
    for card in ("AH", "KH"):
        phone.picked_key(card).press("Enter")
        expect(phone.picked_key(card)).to_be_focused()
    phone.picked.first.press("Enter")
    expect(phone.picked.first).to_be_focused()
    phone.page.keyboard.press("Escape")
    expect(phone.picker).to_be_hidden()


def test_a_meld_is_picked_by_its_rank_and_told_while_one_taps(phone: Phone) -> None:
    FOUR.open(phone, B_FOUR, format="sprint")
    phone.choose("Figures or cards", "each card")
    phone.choose_a_card("Ann’s meld 1")
    told = phone.picker.get_by_role("status")
    suits = phone.picker.get_by_role("group", name="Cards of that rank").get_by_role("button")
    wild = phone.picker.get_by_role("group", name="Wild cards").get_by_role("button")
    expect(suits).to_have_count(4)
    expect(suits.first).to_be_disabled()
    expect(wild).to_have_count(5)
    before = [positions(suits), positions(wild)]
    phone.taps = 0
    phone.pick("KS", "KH", "KH", "2D", "JK", joker="Joker")
    assert phone.taps == 6
    expect(phone.picked_key("KH")).to_have_text("K♥ ×2 0 left")
    expect(phone.picked_key("JK", "Joker")).to_have_text("Joker ×1 3 left")
    expect(told).to_have_text(re.compile(r"^\s*3 natural, 2 wild: "))
    phone.pick("JK", "JK", joker="Joker")
    expect(told.locator("a.rule")).to_have_attribute("href", re.compile("#card-triathlon.c.meld$"))
    assert [positions(suits), positions(wild)] == before
    phone.tap(phone.picker.get_by_role("button", name="Ann’s meld 2", exact=True))
    phone.picks_for("Ann’s meld 2")
    phone.pick("9S", "9H", "9D")
    phone.tap(phone.picker.get_by_role("button", name="Done"))
    says(phone, "3 natural, 0 wild: 30")


@pytest.mark.parametrize(("game", "seats"), amount([("la-krap", 4)], [*FOLLOWED.items()]))
def test_between_two_cards_no_key_moves(phone: Phone, game: str, seats: int) -> None:
    deal = followed(game, seats)
    phone.open(phone.begun(deal, seats))
    for place in range(seats, 2 * seats + 1):
        key = phone.card_key(deal.cards[place])
        key.evaluate('key => key.scrollIntoView({ block: "center" })')
        keys = phone.places_of_keys()
        phone.taps = 0
        phone.tap_card(deal.cards[place])
        phone.shows_trick(deal, place + 1)
        assert phone.taps == 1
        phone.until(lambda: phone.places_of_keys() == keys)  # noqa: B023


def test_no_key_of_a_hand_moves(phone: Phone) -> None:
    hand_page(phone, d_leg_due(phone))
    keys = [card_key(phone, card) for card in ("AS", "2C", "JK")]
    before = [key.bounding_box() for key in keys]
    for card in HANDS[0].split()[:5]:
        phone.tap(card_key(phone, card))
        assert [key.bounding_box() for key in keys] == before
    assert all(box and box["y"] + box["height"] <= SMALL["height"] for box in before)
