"""Scenes of Card Triathlon: forms, pads for four, six and eight players, and hands of a D leg."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import expect

from tests.browser.hands import (
    SHOWN,
    d_leg_due,
    groups,
    hand_page,
    place,
    save_hand,
    tap_keys,
)
from tests.browser.legs import (
    B_FOUR,
    C_FOUR,
    D_FOUR,
    MARKED,
    SPRINT_OF_EIGHT,
    SPRINT_OF_SIX,
    Company,
    at_table,
    call,
    choose,
    fill,
    fill_unscored,
    put,
    says,
    set_contract,
)
from tests.browser.scenes import SCENES, Scene, page_of
from tests.browser.table import Match, Phone
from tests.games.card_triathlon.legs import TIME
from tests.games.records import Json
from tests.games.test_cases import record_of
from tests.web.hands import HANDS

LONG = (
    "Maximiliane zu Schwarzenberger", "\"Jo\" <b>O'Neil</b> & Söhne, Bo", "Bo",
    "Maximilian von Schwarzenberger", "Donaudampfschifffahrtskapitäne", "Zoë",
    "Jean-Baptiste de La Fontaine I", "Wolfeschlegelsteinhausenberger",
)  # fmt: skip
FOUR = Company("4", LONG)
SIX = Company("6 in three", LONG)
EIGHT = Company("8 in four", LONG)


def case(phone: Phone, name: str) -> Match:
    data = record_of(f"card-triathlon-{name}")
    return phone.load(data | {"players": list(LONG[: len(data["players"])])})


MARATHON = [B_FOUR, C_FOUR, D_FOUR] * 30
"""Thirty legs of each kind, so that many totals have five figures."""


def opened(
    company: Company, legs: Sequence[Json], page: str = "", shows: str = "", **options: object
) -> Scene:
    def set_up(phone: Phone) -> None:
        company.open(phone, *legs, page=page, **options)
        expect(phone.page.get_by_role("main")).to_contain_text(shows, use_inner_text=True)

    return set_up


SCENES |= {
    "marathon_running": opened(FOUR, MARATHON, format="marathon", shows="Leg 90, D"),
    "sprint_of_six_finished": opened(SIX, SPRINT_OF_SIX, format="sprint", shows="Rematch"),
    "game_of_eight_finished_by_the_clock": opened(
        EIGHT, [*SPRINT_OF_EIGHT, TIME], format="clock", shows="Rematch"
    ),
    "the_clock_has_cut_a_leg_of_six_short": opened(
        SIX, [SPRINT_OF_SIX[0], SPRINT_OF_SIX[1] | {"partial": True}], format="clock",
        shows="End the match",
    ),
    "leg_by_cards_corrected": page_of(
        case, "e/{row}/edit", name="sprint", shows="Trick by trick"
    ),
}  # fmt: skip


# The forms ----------------------------------------------------------------------------------------


@SCENES.scene
def new_match_of_six_refused(phone: Phone) -> None:
    """Six players can't start in the chosen format, and four teams are marked as unavailable."""
    phone.expects(422)
    phone.start("card-triathlon", *LONG[:6])
    phone.open("/new?game=card-triathlon")
    phone.tap_button(re.compile("^Same again"))
    expect(phone.seat(6)).to_have_value(LONG[5])
    phone.choose("Format", re.compile("^5,000"))
    phone.unfold("Options")
    phone.tap(phone.key("Teams", re.compile("^four teams")), force=True)
    expect(phone.page.get_by_role("status")).to_contain_text("Enter 8 players")
    phone.page.get_by_role("radio", name=re.compile("^3,000")).evaluate("key => key.checked = true")
    phone.tap_button("Start Card Triathlon")
    expect(phone.group("Format").get_by_role("alert")).to_be_visible()


@SCENES.scene
def b_leg_of_eight_at_two_tables(phone: Phone) -> None:
    EIGHT.open(phone, format="half-marathon", b_jokers=True)
    set_contract(phone, "4C", LONG[0], table=1)
    fill(phone, LONG[:4], tricks=(6, 1, 5, 1), points=(190, 75, 51, 135))
    fill_unscored(phone, 100, table=1)
    phone.tap(phone.pad_key("Add up cards"))
    says(phone, "can’t have 51 points", table=1)  # and moves what is below it
    choose(at_table(phone, 2), "Contract", "call by call")
    call(phone, "1C", "X", "XX", "P", "2NT")
    illegal = phone.group("Auction").get_by_role("button", name="2♠", exact=True)
    phone.tap(illegal, force=True)
    phone.shows_in_place("a bid must be higher than 2NT")


@SCENES.scene
def b_leg_of_six_refused(phone: Phone) -> None:
    phone.expects(422)
    SIX.open(phone, format="sprint")
    phone.choose("Contract", "call by call")
    call(phone, "1C", "P", "7NT", "X", "P", "P", "P", "P", "P")
    fill(phone, LONG[:2], tricks=(12, 3), points=(75, 510))
    phone.record()
    phone.shows_in_place("2 tricks too many")


@SCENES.scene
def c_leg_by_figures_after_a_marked_leg(phone: Phone) -> None:
    FOUR.open(phone, MARKED, format="sprint")
    phone.page.get_by_label("Who went out?").select_option(LONG[1])
    fill(phone, LONG[:4], melded=(310, 150, 205, 180), held=(0, 25, 10, 40))
    fill_unscored(phone, 90)
    phone.tap(phone.pad_key("Add up cards"))
    says(phone, "10 too many: 1,010 of 1,000")
    expect(phone.row("Leg 1, B").get_by_role("rowheader")).to_contain_text("!")


@SCENES.scene
def c_leg_by_cards(phone: Phone) -> None:
    FOUR.open(phone, B_FOUR, C_FOUR, D_FOUR, B_FOUR, format="marathon")
    phone.choose("Figures or cards", "each card")
    put(phone, f"{LONG[0]}’s meld 1", "7H", "7H", "7S", "7S", "7D", "7D", "JK")
    put(phone, f"{LONG[0]}’s hand", "10H", "AS", "2C")
    put(phone, f"{LONG[1]}’s meld 1", "9S", "10S")
    phone.cites("card-triathlon.c.meld")


@SCENES.scene
def d_leg_of_eight_against_the_clock(phone: Phone) -> None:
    EIGHT.open(phone, *SPRINT_OF_EIGHT[:2], format="clock")
    phone.tap(phone.due)
    phone.unfold("Buck and rounds")
    phone.choose("Who is Buck?", LONG[3])
    phone.choose("Clock", "leg cut short")
    fill(phone, LONG, points=(110, 35, 60, 0, 80, 20, 30, 1750))
    says(phone, "85 too many: 2,085 of 2,000")


@SCENES.scene
def melds_by_cards_corrected(phone: Phone) -> None:
    match = case(phone, "sprint")
    phone.open(f"{match.to_score}e/{match.ids[1]}/edit")
    expect(phone.radio("Figures or cards", "each card")).to_be_checked()


# The pad ------------------------------------------------------------------------------------------


@SCENES.scene
def receipt_of_a_leg_of_eight(phone: Phone) -> None:
    EIGHT.open(phone, *SPRINT_OF_EIGHT[:2], format="sprint")
    receipt = phone.open_receipt("Leg 1, B")
    expect(receipt.locator("a[href$='#card-triathlon.b.defeated']")).to_be_attached()


# Hands of a D leg ---------------------------------------------------------------------------------

LONG_NAMED = Company(names=("Maximiliane Schwarzenberger", "Cornelia-Magdalena", "Cleo", "Dora"))
EXTRA = "AS QS AC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C"
SPADES = "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"


def query(cards: str, **more: str) -> str:
    state = {"cards": cards} | more
    return "?" + "&".join(f"{name}={text.replace(' ', '+')}" for name, text in state.items())


def two_hands(phone: Phone) -> Match:
    match = d_leg_due(phone, company=LONG_NAMED)
    for seat in (0, 1):
        save_hand(match, seat)
    return match


SCENES |= {
    "hand_of_a_whole_suit": page_of(
        d_leg_due, f"hand/0{query(SPADES)}", shows="Ann gets an extra hand"
    ),
}  # fmt: skip


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
