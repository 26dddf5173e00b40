"""A La Krap deal with the maximum number of players and the longest names."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.followed import followed
from tests.browser.layout import box, in_view, positions
from tests.browser.table import Phone
from tests.faults.conftest import amount

SIX = tuple(
    f"{name} ".ljust(40, "x")
    for name in ("Maximilian", "Maximiliane", "Bo", "Donaudampfschiff", "Zoë", "Jean-Baptiste")
)
TEAMS = ("red", "black", "jokers", "red", "jokers", "black")
UPCARDS = ("AH", "7S", "SHEET", "KD", "RJ", "QC")
MOST_TAPS = 18
SMALL: Any = {"viewport": {"width": 360, "height": 740}}


def krap(phone: Phone, **options: object) -> None:
    match = phone.start("la-krap", *SIX, **options)
    match.record(alone=1, tricks0=3, tricks1=4, tricks2=0, tricks3=0, tricks4=0)
    phone.open(match)


def test_the_table_its_keys_and_the_totals_share_a_screen(lay: Lay) -> None:
    phone = lay(viewport={"width": 360, "height": 640})
    krap(phone)
    pick_while_no_key_moves(phone)
    phone.pick("BJ", "9H")
    phone.count(SIX[0], 1, "marriages")
    key = box(phone.pad_key(0))
    for name in SIX:
        married = box(phone.cell(name, "marriages"))
        assert box(phone.cell(name))["x"] == married["x"]
        assert married["bottom"] <= key["y"]
    assert key["bottom"] <= box(phone.page.locator(".dock"))["y"]
    for name, number in zip(SIX, (2, 1, 1, 1, 1, 1), strict=True):
        phone.count(name, number)
        assert in_view(phone.scores) == 1, name
    assert phone.overflow() == 0


def pick_while_no_key_moves(phone: Phone) -> None:
    """The longest titles and hints, which come late, move no key."""
    phone.open_picker(SIX[0], "upcard")
    keys = [phone.picked_key("AS"), phone.picked_key("SHEET")]
    before = [box(key) for key in keys]
    for name, card, team in zip(SIX, UPCARDS, ("", *TEAMS), strict=False):
        phone.picks_for(f"{name}’s upcard")
        expect(phone.picker.get_by_role("status")).to_contain_text(team)
        assert [box(key) for key in keys] == before
        phone.pick(card)
    phone.picks_for("Turned-up cards")
    assert [box(key) for key in keys] == before


def test_what_is_rare_is_one_key_until_it_is_needed(phone: Phone) -> None:
    krap(phone)
    slots = phone.group("Upcards").get_by_role("button")
    expect(slots).to_have_count(1)
    expect(phone.keypad).to_be_hidden()
    phone.tap(slots)
    phone.pick(UPCARDS[0])
    phone.close_picker()
    expect(slots).to_have_count(6)
    assert phone.chosen_cell() == f"{SIX[0]}: tricks"
    keys = positions(phone.keypad.get_by_role("button"))
    phone.count(SIX[1], 1, "marriages")
    expect(phone.cell(SIX[1], "marriages")).to_have_value("1")
    assert positions(phone.keypad.get_by_role("button")) == keys
    phone.page.reload()
    expect(phone.cell(SIX[1], "marriages")).to_be_visible()


def count_tricks(phone: Phone) -> None:
    """Enter seven tricks for five players; the sixth is left with none."""
    for name, tricks in zip(SIX, (2, 1, 1, 1, 2), strict=False):
        phone.count(name, tricks)
    expect(phone.cell(SIX[5])).to_have_attribute("placeholder", "0")


def test_a_deal_by_chosen_teams_takes_few_taps(phone: Phone) -> None:
    krap(phone)
    phone.taps = 0
    count_tricks(phone)
    phone.unfold("By hand: teams, trumps, exchange")
    for name, team in zip(SIX, TEAMS, strict=True):
        phone.choose(f"{name}’s team", team)
    phone.choose("Trumps or null", "null")
    phone.choose("Multiplier", "× 2")
    phone.record()
    expect(phone.rows).to_have_count(2)
    assert phone.taps <= MOST_TAPS


def test_a_deal_by_what_lay_face_up_takes_few_taps(phone: Phone) -> None:
    krap(phone)
    phone.taps = 0
    count_tricks(phone)
    phone.pick_upcards(dict(zip(SIX, UPCARDS, strict=True)))
    phone.pick("BJ", "9H")
    expect(phone.picker).to_be_hidden()  # closes by itself after a card that isn't a joker
    told = phone.group("Upcards").get_by_role("status")
    expect(told).to_have_text(list(TEAMS))
    phone.record()
    expect(phone.rows).to_have_count(2)
    assert phone.taps <= MOST_TAPS
    expect(phone.keypad).to_be_hidden()
    expect(phone.due.locator("xpath=ancestor::summary")).to_be_focused()


@pytest.mark.parametrize("taker", amount(["nobody"], ["leader", "nobody"]))
def test_who_is_not_tapped_has_no_trick_once_seven_are_placed(phone: Phone, taker: str) -> None:
    krap(phone, empty_trick=taker)
    phone.count(SIX[1], 4)
    expect(phone.cell(SIX[0])).to_have_attribute("placeholder", "")
    phone.count(SIX[3], 3)
    for seat in (0, 2, 4, 5):
        expect(phone.cell(SIX[seat])).to_have_attribute("placeholder", "0")
    phone.unfold("By hand: teams, trumps, exchange")
    phone.tap(phone.page.locator("label").filter(has_text="Everyone plays alone"))
    phone.record()
    phone.shows_row("Deal 2", [re.compile(rf"^\s*{cell}\b") for cell in (0, 80, 0, 45, 0, 0)])


# During play --------------------------------------------------------------------------------------


def test_nothing_moves_between_two_cards_and_the_head_stays_in_view(lay: Lay) -> None:
    """So do, between two tricks, the last one and a marriage."""
    phone = lay(**SMALL)
    deal = followed("la-krap", 6, names=SIX)
    phone.open(phone.begun(deal, 4))
    head = phone.page.locator(".play-head")
    before = box(head)
    for place in range(4, 9):
        keys = phone.places_of_keys()
        phone.tap_card(deal.cards[place])
        phone.shows_trick(deal, place + 1)
        if place == 5:  # the last card of a trick
            marriage = phone.page.get_by_role("button", name="announces a marriage")
            expect(marriage).to_be_in_viewport(ratio=1)
            assert phone.places_of_keys() == keys
        phone.page.evaluate("scrollTo({ top: 0 })")
        assert box(head) == before
    expect(head).to_contain_text(re.compile(r"red|black|jokers|alone"))
    assert before["height"] <= 60
    phone.page.evaluate("scrollTo({ top: 9999 })")
    expect(head).to_be_in_viewport(ratio=1)
    assert phone.overflow() == 0
