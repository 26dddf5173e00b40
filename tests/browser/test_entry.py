"""Entering a deal: what is refused and why, and which input is kept."""

from __future__ import annotations

import re

from playwright.sync_api import Response, Route, expect

from tests.browser.conftest import Lay
from tests.browser.table import MINUS, THREE, Phone


def is_entry(answer: Response) -> bool:
    return answer.request.method == "POST" and answer.url.endswith("/entries")


def refused(phone: Phone) -> int:
    phone.expects(422)
    with phone.page.expect_response(is_entry) as answer:
        phone.record()
    return answer.value.status


def test_an_impossible_key_says_why_and_by_which_rule(phone: Phone) -> None:
    phone.open(phone.start("tribello", *THREE))
    phone.count("Ann", 6)
    expect(phone.pad_key(7)).to_be_enabled()
    expect(phone.pad_key(8)).to_be_disabled()
    phone.count("Ben", 8, force=True)
    phone.shows_in_place("8 is too many. A deal has 13 tricks. Entered so far: Ann 6")
    cited = phone.page.locator("#why").get_by_role("status").get_by_role("link")
    expect(cited.first).to_have_attribute("href", re.compile("#tribello.tricks-total$"))
    expect(phone.cell("Ben")).not_to_have_value("8")
    phone.count("Ben", 7)
    expect(phone.page.get_by_text("8 is too many")).to_be_hidden()
    # Only the remainder is possible next.
    phone.count("Cora", 1, force=True)
    phone.shows_in_place(
        "Cora: tricks, 0 left. A deal has 13 tricks. Entered so far: Ann 6 and Ben"
    )
    expect(phone.pad_key(0)).to_be_enabled()


def test_an_answer_behind_the_record_is_not_told_in_the_next_form(phone: Phone) -> None:
    phone.open(phone.start("tribello", *THREE))
    phone.count("Ann", 8)
    held: list[Route] = []
    phone.page.route("**/check", lambda route: held.append(route))
    with phone.page.expect_request("**/check"):
        phone.count("Ben", 4)
    with phone.page.expect_event("requestfailed", lambda given: given.url.endswith("/check")):
        phone.record()
    phone.shows_row("Round 1, deal 1", ["+2", 0, f"{MINUS}2"])
    assert held
    expect(phone.comes_to("Ben")).to_have_text(re.compile("^quota"))


def test_the_cell_that_comes_next_has_one_ring(phone: Phone) -> None:
    phone.open_tribello()
    phone.record_tricks(8, 4)
    expect(phone.rows).to_have_count(1)
    next_cell = phone.page.locator(".cell.on:has(input:focus)")
    rings = "each => [each, each.control].map((part) => getComputedStyle(part).outlineStyle)"
    assert next_cell.evaluate(rings) == ["none", "none"]


def test_a_full_hand_takes_no_fourth_card_and_says_so(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", "Ann", "Ben"))
    phone.open_picker("Ann")
    phone.pick("AH", "KH", "QH")
    phone.picks_for("Ben’s cards")
    phone.tap(phone.picker.get_by_role("button", name="Ann’s cards", exact=True))
    jack = phone.picker.get_by_role("button", name="J of hearts", exact=True)
    expect(jack).to_be_disabled()
    phone.tap(jack, force=True)
    expect(phone.picker.get_by_role("status")).to_contain_text("no more than 3")
    phone.pick("QH")  # back into the pack
    expect(jack).to_be_enabled()
    phone.tap(jack)
    phone.picks_for("Ben’s cards")
    shown = phone.page.get_by_role("button", name="Ann’s cards, ", include_hidden=True)
    expect(shown).to_have_text(["A♥", "K♥", "J♥"])


def test_a_reload_keeps_the_cards_that_were_picked(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", "Ann", "Ben", "Cid"))
    phone.open_picker("Ann")
    phone.pick("AH", "KH", "7S")
    phone.pick("9C")
    phone.page.keyboard.press("Escape")
    phone.worth("Cid").fill("30,5")
    phone.page.reload()
    expect(phone.worth("Cid")).to_have_value("30,5")
    phone.enter_by("hands")
    for card in ("A of hearts", "K of hearts", "7 of spades"):
        expect(phone.page.get_by_role("button", name=f"Ann’s cards, {card}")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Ben’s cards, 9 of clubs")).to_be_visible()
    expect(phone.group("Ann").get_by_role("status")).to_have_text("21")
    phone.open_picker("Ben")
    expect(phone.picker.get_by_role("button", name="A of hearts", exact=True)).to_be_disabled()


def test_enter_in_the_last_field_starts_the_match_even_where_there_is_room_for_more(
    phone: Phone,
) -> None:
    phone.open("/new?game=thirty-one")
    phone.name_all(THREE)
    phone.seat(4).press("Enter")
    expect(phone.record_button).to_have_text("Record round 1")


def test_the_picker_gives_as_many_copies_as_the_pack_holds(phone: Phone) -> None:
    phone.open(phone.start("la-krap", *THREE, "Dee"))
    phone.open_picker("Ann", "upcard")
    phone.pick("KH")
    phone.close_picker()
    phone.choose_a_card("Turned-up cards")
    phone.pick("BJ", "BJ")
    expect(phone.picked).to_have_text(["Black joker"] * 2)
    black = phone.picked_key("BJ")
    expect(black).to_have_text("Black joker ×2")
    phone.tap(black)  # there is no third copy, so this puts it back into the pack
    expect(black).to_have_text("Black joker")
    expect(black).to_have_attribute("aria-pressed", "false")
    phone.pick("RJ")
    expect(phone.picked).to_have_text(["Red joker"])
    phone.pick("SHEET")  # it decides the game, so no card is turned up after it
    expect(phone.picker).to_be_hidden()
    slots = phone.page.get_by_role("button", name=re.compile("^Turned-up cards, "))
    expect(slots).to_have_text(["Red joker", "Sheet"])

    phone.open_picker("Ben", "upcard")
    for name in ("Cora", "Dee"):
        phone.pick("AH")
        phone.picks_for(f"{name}’s upcard")
    ace = phone.picker.get_by_role("button", name="A of hearts", exact=True)
    expect(ace).to_be_disabled()
    phone.tap(ace, force=True)
    expect(phone.picker.get_by_role("status")).to_contain_text("A♥ is already taken: Ben’s upcard")
    sheet = phone.picker.get_by_role("button", name="Sheet", exact=True)
    expect(sheet).to_be_disabled()
    phone.tap(sheet, force=True)
    expect(phone.picker.get_by_role("status")).to_contain_text("Sheet is already taken")


def test_after_a_refusal_the_focus_is_on_what_is_blamed(phone: Phone) -> None:
    phone.open(phone.start("triathlon", *THREE))
    phone.count("Ann", 8)
    assert refused(phone) == 422
    expect(phone.cell("Ben")).to_be_focused()
    assert phone.chosen_cell().startswith("Ben")
    phone.count("Ben", 4)
    assert refused(phone) == 422
    phone.cites("triathlon.last")
    expect(phone.radio("Who took the last trick?", "Ann")).to_be_focused()


TAP_AGAIN = """document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.requestConfig.verb === "post" && detail.requestConfig.path.endsWith("/entries")) {
        document.getElementById("record").click();
    }
})"""


def test_a_second_tap_on_record_sends_no_empty_form(phone: Phone) -> None:
    phone.open(phone.start("tribello", *THREE))
    phone.page.evaluate(TAP_AGAIN)
    phone.record_tricks(8, 4)
    expect(phone.rows).to_have_count(1)
    phone.page.wait_for_timeout(200)
    expect(phone.page.locator(".cell.blamed")).to_have_count(0)
    phone.page.wait_for_timeout(1000)
    assert refused(phone) == 422


def test_enter_goes_from_hand_to_hand_and_records_in_the_last_one(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", *THREE))
    phone.worth("Ann").focus()
    for worth in ("20", "30,5", "25"):
        phone.page.keyboard.type(worth)
        expect(phone.rows).to_have_count(0)
        phone.page.keyboard.press("Enter")
    expect(phone.rows).to_have_count(1)


def test_what_a_hand_comes_to_is_not_cut_off(lay: Lay) -> None:
    phone = lay(viewport={"width": 360, "height": 740})
    phone.open(phone.start("thirty-one", *THREE))
    phone.enter_by("values")
    hint = phone.page.locator("#hint-outcome")
    for key in ("3", "0", "Half", "Next cell", "9", "9"):
        phone.tap(phone.pad_key(key))
        expect(hint).to_have_text("")
    phone.tap(phone.pad_key("Next cell"))  # a figure is judged when its cell is left
    expect(hint).to_contain_text("Ben: 99 is not a possible hand value")
    needed, there = hint.evaluate("e => [e.scrollWidth, e.clientWidth]")
    assert needed <= there


def test_every_slot_of_a_hand_says_whose_and_which_card_it_is(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", *THREE))
    phone.open_picker("Ben")
    phone.pick("AH")
    phone.page.keyboard.press("Escape")
    slots = phone.group("Ben").get_by_role("button")
    for place, card in enumerate(("A of hearts", "choose a card", "choose a card"), start=1):
        expect(slots.nth(place - 1)).to_have_accessible_name(f"Ben’s cards, {card}, {place} of 3")
