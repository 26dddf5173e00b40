"""Legs of Card Triathlon: what does not add up, what is asked, and room for every meld."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.legs import (
    EIGHT,
    FOUR,
    call,
    fill,
    fill_unscored,
    put,
    says,
    set_contract,
    shows_leg,
)
from tests.browser.scenes_of_legs import B_FOUR
from tests.browser.table import Phone, close_picker, pick
from tests.browser.test_desk import answered, ask, rules
from tests.browser.test_desk import says as answers


def test_a_leg_that_does_not_add_up_is_kept_with_its_mark(phone: Phone) -> None:
    FOUR.open(phone)
    phone.expects(422)
    set_contract(phone, "4C", "Ann")
    fill(phone, EIGHT[:4], tricks=(6, 1, 5, 1), points=(190, 40, 150, 35))
    fill_unscored(phone, 20)
    says(phone, "435 of 440: 5 missing")
    expect(phone.page.get_by_text("5 is what")).to_have_count(0)  # it may become 205
    phone.page.keyboard.press("Tab")
    says(phone, "5 is what a card from 2 to 7 is worth")
    phone.record()
    phone.shows_in_place("card-triathlon.crosscheck")
    phone.tap_button("Keep it anyway")
    shows_leg(phone, "Leg 1, B", (190, 40, 150, 35, 340, 75, 20, 435))
    main = phone.page.get_by_role("main")
    expect(main).to_contain_text("add up to 435, not 440: 5 missing")
    expect(phone.row("Leg 1, B").get_by_role("rowheader")).to_contain_text("!")


def test_the_desk_rules_on_calls_and_a_led_joker(phone: Phone) -> None:
    phone.open("/ask/card-triathlon/auction")
    phone.choose("Who dealt", "Player 2")
    call(phone, "1S", "X", "2S", "P", "P", group="The calls")
    answer = ask(phone)
    answers(answer, "All calls are legal; Player 3 calls next.")
    phone.unfold("Change")
    call(phone, "P", group="The calls")
    answer = ask(phone)
    answers(answer, "Player 2 is declarer in 2♠, Player 4 is dummy.", "Player 3 leads.")
    assert rules(answer) == [f"card-triathlon.b.{rule}" for rule in ("auction", "declarer", "lead")]

    phone.open("/ask/card-triathlon/trick")
    phone.choose("Trumps", "spades")
    pick(phone, "JK", "KH", "AH", joker="Joker")
    close_picker(phone)
    answers(answered(phone), "the first Joker of the leg, which is the highest trump")
    phone.expects(422)
    phone.unfold("Change")
    phone.choose("The cards, in the order they were played", "hearts")
    phone.choose("Who led", "Player 1")
    phone.choose("Jokers played before this trick", "1")
    put(phone, "The hand of the next player", "2H", "AC")
    answer = ask(phone)
    answers(answer, "Player 1 is winning with a Joker for hearts")
    expect(answer.get_by_text("May be played")).to_contain_text("2♥ of hearts")
    assert rules(answer)[0] == "card-triathlon.b.second-joker"


def test_there_is_a_field_for_a_meld_of_each_rank_and_a_reload_keeps_the_last_one(
    phone: Phone,
) -> None:
    FOUR.open(phone, B_FOUR, format="sprint")
    phone.choose("How to enter it", "cards")
    fields = phone.page.locator("[data-title^='Ann’s meld']")
    expect(fields).to_have_count(13)
    ranks = ("4", "5", "6", "7", "8")
    for number, rank in enumerate(ranks, 1):
        put(phone, f"Ann’s meld {number}", f"{rank}H", f"{rank}S", f"{rank}D")
    phone.page.reload()
    expect(fields).to_have_count(13)
    for number, rank in enumerate(ranks, 1):
        cards = phone.page.get_by_role("button", name=f"Ann’s meld {number}, {rank} of")
        expect(cards).to_have_count(3)
