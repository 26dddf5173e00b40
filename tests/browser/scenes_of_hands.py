"""States of the pages of a D leg by its hands that are worth looking at."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.hands import HANDS, SHOWN, d_leg_due, groups, hand_page, place, tap_keys
from tests.browser.legs import Company
from tests.browser.scenes import Scenes, page_of
from tests.browser.table import Match, Phone

LONG = Company(names=("Maximiliane Schwarzenberger", "Cornelia-Magdalena", "Cleo", "Dora"))
EXTRA = "AS QS AC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C"
SPADES = "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"


def query(cards: str, **more: str) -> str:
    state = {"cards": cards} | more
    return "?" + "&".join(f"{name}={text.replace(' ', '+')}" for name, text in state.items())


def two_hands(phone: Phone) -> Match:
    """A leg of players with long names, of which two hands are saved."""
    match = d_leg_due(phone, company=LONG)
    for seat in (0, 1):
        id = match.field("id", f"hand/{seat}")
        typed = {"number": match.number, "id": id, "cards": HANDS[seat], "use": "best"}
        answer = match.post(f"hand/{seat}", **typed)
        assert answer.status == 303, answer.text()
    return match


SCENES = Scenes({
    "hand_that_is_empty": page_of(d_leg_due, "hand/0"),
    "hand_of_a_whole_suit": page_of(
        d_leg_due, f"hand/0{query(SPADES)}", shows="Ann gets an extra hand"
    ),
    "log_with_hands": page_of(two_hands, "log/"),
})  # fmt: skip


def shows(phone: Phone, *titles: str) -> None:
    expect(groups(phone)).to_have_text([re.compile(title) for title in titles])


@SCENES.scene
def hand_that_is_laid_out(phone: Phone) -> None:
    hand_page(phone, d_leg_due(phone))
    tap_keys(phone, HANDS[0])
    shows(phone, "Hearts 2 to 10", "Not used")
    for fold in phone.page.locator("summary").all():
        phone.tap(fold)


@SCENES.scene
def hand_with_jokers_and_a_used_up_card(phone: Phone) -> None:
    hand_page(phone, d_leg_due(phone), 0, query("JK JK 6H 7H 8H 8H"))
    tap_keys(phone, "2H")
    phone.tap(phone.page.get_by_role("button", name=re.compile("^8 of hearts, 2")), force=True)
    phone.shows_in_place("is used up")


@SCENES.scene
def hand_with_a_card_to_be_moved(phone: Phone) -> None:
    hand_page(phone, d_leg_due(phone), 0, query(SHOWN))
    phone.tap(place(phone, "K of diamonds, not used"))
    expect(phone.page.get_by_text("K of diamonds: tap where it goes")).to_be_visible()


@SCENES.scene
def hand_that_is_not_legal(phone: Phone) -> None:
    hand_page(phone, d_leg_due(phone), 0, query(SHOWN, groups="6H 7H 8H 9H KD | 2C 3C"))
    shows(phone, "No straight flush 0", "No straight flush 0", "Not used")


@SCENES.scene
def hand_that_is_refused(phone: Phone) -> None:
    phone.expects(422)
    hand_page(phone, d_leg_due(phone), 0, query("6H 6H 6H"))
    expect(phone.page.get_by_role("alert")).to_be_visible()


@SCENES.scene
def leg_of_hands_half_laid_out(phone: Phone) -> None:
    phone.open(two_hands(phone))
    expect(phone.page.get_by_role("link", name=re.compile("^Enter .* extra hand"))).to_be_visible()


@SCENES.scene
def leg_of_hands_corrected(phone: Phone) -> None:
    hands = [cards.split() for cards in HANDS]
    leg = {
        "kind": "d-leg",
        "hands": hands,
        "layouts": [[["6H", "7H", "8H", "2H", "10H"]], None, None, None],
        "extra": [None, EXTRA.split(), None, None],
    }
    match = d_leg_due(phone, leg, company=LONG)
    phone.open(f"{match.url}e/{match.entries[-1]}/edit")
    expect(phone.page.get_by_text("Hearts 6 to 10").first).to_be_visible()
