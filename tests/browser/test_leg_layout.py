"""Layout of the leg forms: the first key is high up, and nothing moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Lay
from tests.browser.layout import box, positions
from tests.browser.legs import (
    B_FOUR,
    C_FOUR,
    D_FOUR,
    EIGHT,
    SPRINT_OF_EIGHT,
    SPRINT_OF_SIX,
    Company,
    call,
    choose,
    fill,
    fill_unscored,
    put,
    says,
    set_contract,
    shows_leg,
)
from tests.browser.scenes_of_time import timed
from tests.browser.table import Phone
from tests.browser.test_screens import FEW_LEGS, LEG_OF, matches
from tests.browser.test_two_tables import begin
from tests.faults.conftest import amount
from tests.games.card_triathlon.two_tables import four
from tests.games.records import Json
from tests.servers import wait_for
from tests.web.timed import LEG

FORTY = tuple(
    f"{letter * 3} {'Wolfeschlegelsteinhausenbergerdorff'[:35]}{letter}" for letter in "ABCDEFGH"
)
"""Names of forty letters."""
HIGH = 200


def first_key(phone: Phone) -> Locator:
    """The first key, or the line to which a contract is folded."""
    return phone.page.locator("#entry :is(.key, .contract > summary):visible").first


LOWEST = "all => Math.max(...all.map((each) => each.getBoundingClientRect().bottom))"
BELOW_HEAD = """all => all.toReversed().map((each) => {
    each.focus();
    const head = document.querySelector("#pad thead").getBoundingClientRect();
    return each.getBoundingClientRect().top - head.bottom;
})"""
"""Focuses the last of these lines, then those before it: how far below the pad's head is each?"""


def cells(phone: Phone) -> Locator:
    return phone.page.locator(".figures .cell:visible, .adds-up .cell:visible")


def test_the_first_key_is_high_and_score_and_record_are_in_view(phone: Phone) -> None:
    for leg in amount(FEW_LEGS, [*LEG_OF]):
        matches(phone, FORTY)[leg]()
        assert box(first_key(phone))["y"] <= HIGH, leg
        strip = phone.page.get_by_role("list", name="Score")
        for each in (strip, phone.record_button, phone.keypad):
            expect(each, leg).to_be_in_viewport(ratio=1)
        keypad, dock = box(phone.keypad), box(phone.page.locator(".dock"))
        assert keypad["bottom"] <= dock["y"] + 1, leg
        if leg != "B of 8 in four":  # at two tables
            assert cells(phone).evaluate_all(LOWEST) <= keypad["y"], leg
        last = cells(phone).last
        phone.tap(last)
        assert box(strip)["bottom"] <= box(last)["y"], leg
        assert box(last)["bottom"] <= box(phone.keypad)["y"] + 1, leg


def test_against_the_clock_and_at_two_tables_the_first_key_is_as_high(phone: Phone) -> None:
    phone.open(timed(phone, LEG, ends=60))
    assert box(first_key(phone))["y"] <= HIGH
    fresh = Company("8", FORTY).open(phone, format="half-marathon")
    begin(fresh, 1, four(8))
    phone.open(f"{fresh.to_score}?table=0")
    tables = phone.page.get_by_role("navigation", name="Tables")
    assert box(tables)["height"] <= 40
    assert box(first_key(phone))["y"] <= HIGH


@pytest.mark.parametrize(("width", "height"), amount([(360, 740)], [(360, 740), (844, 390)]))
def test_no_key_of_an_auction_moves_from_call_to_call(lay: Lay, width: int, height: int) -> None:
    phone = lay(viewport={"width": width, "height": height})
    Company("4", FORTY).open(phone, format="half-marathon")
    phone.choose("Contract", "call by call")
    keys = phone.group("Auction").get_by_role("button")
    expect(keys).to_have_count(3 + 1 + 35)
    before = positions(keys)
    for said in ("1C", "P", "1H", "X", "P", "2C", "P", "P", "2H", "P", "P", "3C", "X", "XX"):
        call(phone, said)
        assert positions(keys) == before
    phone.tap(keys.filter(has_text="1♣"), force=True)
    phone.shows_in_place("a bid must be higher than 3♣")
    assert positions(keys) == before
    back = phone.page.get_by_role("button", name="Take back redouble")
    phone.tap(back)
    expect(back).to_be_hidden()
    assert positions(keys) == before


def test_a_contract_takes_one_line_once_it_is_chosen_and_the_figures_follow(phone: Phone) -> None:
    Company().open(phone, format="half-marathon")
    expect(phone.cell("Ann")).to_be_hidden()
    expect(phone.keypad).to_be_hidden()
    set_contract(phone, "5C", "Ann")
    assert phone.chosen_cell() == "Ann: tricks"
    bid = phone.group("Final bid")
    expect(bid).to_be_hidden()
    line = phone.page.locator("summary").filter(has_text="5♣ by")
    expect(line).to_contain_text("5♣ by Ann needs 11.")
    phone.tap(line)
    expect(phone.keypad).to_be_hidden()
    choose(phone.page.get_by_role("main"), "Final bid", "Ben")
    expect(line).to_contain_text("5♣ by Ben")
    expect(bid).to_be_hidden()
    phone.page.reload()
    expect(line).to_contain_text("5♣ by Ben")
    expect(bid).to_be_hidden()


def test_a_b_leg_is_entered_on_the_keypad_alone(phone: Phone) -> None:
    company = Company()
    company.open(phone, format="half-marathon")
    set_contract(phone, "5C", "Ann")
    before = positions(cells(phone))
    for name, count in (("Ann", 6), ("Ben", 0), ("Cleo", 6), ("Dora", 1)):
        phone.count(name, count)
    assert phone.taps == 4
    expect(phone.cell("Ben", "points")).to_have_attribute("placeholder", "0")
    for name, points in (("Ann", 190), ("Ben", ""), ("Cleo", 190), ("Dora", 35)):
        assert phone.chosen_cell() == f"{name}: points"
        phone.type_figure(name, points, "points")
        phone.tap(phone.pad_key("Next cell"))
    assert phone.chosen_cell() == "Unscored: fills itself at the end"
    for digit in "25":
        phone.tap(phone.pad_key(digit))
    says(phone, "440 of 440: it adds up")
    assert phone.taps == 4 + 3 * 3 - 1 + 4 + 2
    assert positions(cells(phone)) == before
    phone.record()
    shows_leg(phone, "Leg 1, B", (190, 0, 190, 35, 380, 35, 25, 440))


def test_cards_are_counted_by_their_worth_on_the_same_keypad(phone: Phone) -> None:
    Company().open(phone, B_FOUR, format="sprint")
    phone.tap(phone.cell("Ben", "melded"))
    phone.tap(phone.pad_key("Add up cards"))
    assert phone.chosen_cell() == "Ben: melded, fives, 2 to 7"
    phone.tap(phone.pad_key("Next cell"))
    for key in ("1", "2", "Next cell", "3"):
        phone.tap(phone.pad_key(key))
    assert phone.chosen_cell() == "Ben: melded, aces, A"
    says(phone, "820 left: 180 of 1,000")
    expect(phone.page.locator("#hint-melded1")).to_have_text("= 180")
    phone.tap(phone.cell("Ann", "melded"))
    phone.tap(phone.pad_key("5"))
    phone.tap(phone.pad_key("Next cell"))
    assert phone.chosen_cell() == "Cleo: melded"
    phone.tap(phone.page.get_by_label("Ben’s cards, melded: tens, 8 to K", exact=True))
    phone.tap(phone.pad_key("Add up cards"))
    assert phone.chosen_cell() == "Ben: melded"
    expect(phone.page.get_by_label("Ben’s cards, melded: tens, 8 to K", exact=True)).to_be_hidden()


@pytest.mark.parametrize(
    ("way", "first"), [("6 in three", SPRINT_OF_SIX[0]), ("8 in four", SPRINT_OF_EIGHT[0])]
)
def test_figures_and_total_are_in_view_together_and_then_who_went_out(
    lay: Lay, way: str, first: Json
) -> None:
    phone = lay(viewport={"width": 360, "height": 640})
    Company(way).open(phone, first, format="half-marathon")
    for _ in range(2 * int(way[0])):
        phone.tap(phone.pad_key(5))
        phone.tap(phone.pad_key("Next cell"))
        assert cells(phone).evaluate_all(LOWEST) <= box(phone.keypad)["y"] + 1
        assert box(cells(phone).first)["y"] >= box(phone.page.locator("#strip"))["bottom"] - 1
    to_score = phone.page.url
    phone.open("/rules")
    phone.open(to_score)  # somebody comes back
    expect(phone.cell("Unscored", "points")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".asks")).to_have_count(0)  # it may be recorded without it
    assert cells(phone).evaluate_all(LOWEST) <= box(phone.keypad)["y"] + 1
    phone.tap(phone.pad_key(5))
    phone.tap(phone.pad_key("Next cell"))
    expect(phone.page.get_by_label("Who went out?")).to_be_in_viewport(ratio=1)


def test_a_second_table_waits_until_its_line_is_tapped(phone: Phone) -> None:
    Company("8 in four").open(phone, format="half-marathon")
    second = phone.page.locator(".contract").last
    set_contract(phone, "5C", "Ann", table=1)
    expect(second.locator("..")).to_have_text("Table 2\nno contract yet", use_inner_text=True)
    assert phone.chosen_cell() == "Ann: tricks"
    fill(phone, EIGHT[:4], tricks=(6, 0, 6, 1), points=(190, 0, 190, 35))
    fill_unscored(phone, 25, table=1)
    phone.tap(second.locator("summary"))
    expect(second.get_by_text("Level, suit, declarer")).to_be_in_viewport(ratio=1)
    phone.tap(second.locator("summary"))
    expect(phone.cell("Emil")).to_be_visible()  # a leg that is cut short may have no contract
    phone.tap(second.locator("summary"))
    set_contract(phone, "1NT", "Emil", table=2)
    assert phone.chosen_cell() == "Emil: tricks"


def test_the_keypad_stands_on_the_dock_whatever_that_says(phone: Phone) -> None:
    phone.expects(422)
    Company().open(phone, B_FOUR, format="sprint")
    phone.record()
    expect(phone.page.get_by_role("alert")).to_contain_text("Enter")
    dock = phone.page.locator(".dock")
    wait_for(
        lambda: box(phone.keypad)["bottom"] <= box(dock)["y"] + 1,
        fault="the dock covers the keypad",
    )


def test_the_rule_of_the_cross_check_stands_beside_what_it_adds_up_to(phone: Phone) -> None:
    Company().open(phone, format="sprint")
    set_contract(phone, "4C", "Ann")
    fill(phone, EIGHT[:4], tricks=(6, 1, 5, 1), points=(190, 75, 50, 135))
    says(phone, "450 of 440")
    phone.page.keyboard.press("Tab")  # a figure is checked when its cell loses focus
    says(phone, "Ben can’t have 75 points")
    due = box(phone.due)
    at_due = "([x, y]) => document.querySelector('.due').contains(document.elementFromPoint(x, y))"
    assert phone.page.evaluate(at_due, [due["x"] + 20, due["y"] + 8])
    link = phone.page.locator(".adds-up a.rule")
    link.scroll_into_view_if_needed()
    bar, rule = box(phone.page.locator(".adds-up")), box(link)
    assert bar["y"] <= rule["y"] < rule["bottom"] <= bar["bottom"]


def test_no_slot_moves_when_it_is_told_what_a_meld_is_worth(phone: Phone) -> None:
    Company().open(phone, B_FOUR, format="sprint")
    phone.choose("Figures or cards", "each card")
    asked: list[Route] = []
    phone.page.route("**/check", lambda route: asked.append(route))
    put(phone, "Ann’s meld 1", "4H", "4S", "4D")
    next_slot = phone.page.get_by_role("button", name="Ann’s meld 2, choose a card")
    before = box(next_slot)
    phone.until(lambda: bool(asked))
    asked[-1].continue_()
    phone.page.unroute("**/check")
    says(phone, "natural, 0 wild")
    assert box(next_slot) == before


@pytest.mark.parametrize("way", amount(["8 in four"], ["4", "6", "8 in four"]))
def test_sixty_legs_are_at_most_three_screens_high(phone: Phone, way: str) -> None:
    legs = {"4": [B_FOUR, C_FOUR, D_FOUR], "6": SPRINT_OF_SIX, "8 in four": SPRINT_OF_EIGHT}[way]
    Company(way, FORTY).open(phone, *[*legs] * 20, format="marathon")
    height: int = phone.page.evaluate("document.documentElement.scrollHeight")
    assert height <= 3 * 844
    newest = phone.row("Leg 60, D").get_by_role("rowheader")
    expect(newest).to_contain_text("60")
    older = phone.row("Leg 58, B").get_by_role("rowheader")
    expect(older).to_contain_text("3♥ B" if way == "6" else "4♣ A")
    assert box(newest)["y"] < box(older)["y"]


@pytest.mark.parametrize("way", amount(["8 in four"], ["4", "8", "8 in four"]))
def test_the_head_of_a_long_pad_stays_below_the_strip_and_covers_no_row(lay: Lay, way: str) -> None:
    """With teams, the strip shows only totals; the pad's head says which column is whose."""
    phone = lay(viewport={"width": 360, "height": 740})
    legs = [B_FOUR, C_FOUR, D_FOUR] if way == "4" else SPRINT_OF_EIGHT
    Company(way, FORTY).open(phone, *[*legs] * 8, format="marathon")
    phone.page.locator("#pad").get_by_role("row").last.scroll_into_view_if_needed()
    strip, head = (box(phone.page.locator(each)) for each in ("#strip", "#pad thead"))
    assert strip["y"] == 0
    assert head["y"] == strip["bottom"]
    assert min(phone.page.locator("#pad tbody a").evaluate_all(BELOW_HEAD)) >= 0


def test_against_the_clock_too_what_has_the_focus_lies_below_the_strip(phone: Phone) -> None:
    phone.open(timed(phone, *[LEG] * 8))
    lines = phone.page.locator("#pad tbody a")
    lines.last.focus()
    below = lines.evaluate_all(BELOW_HEAD)
    assert len(below) == 8
    assert min(below) >= 0
    assert box(phone.page.locator("#strip"))["y"] == box(phone.page.locator("header"))["bottom"] - 1


def test_in_landscape_the_keypad_stands_beside_the_figures(lay: Lay) -> None:
    phone = lay(viewport={"width": 844, "height": 390})
    company = Company("8 in four", FORTY)
    company.open(phone, *SPRINT_OF_EIGHT[:1], format="half-marathon")
    expect(phone.keypad).to_be_in_viewport(ratio=1)
    figures = box(phone.page.locator(".figures"))
    assert figures["x"] + figures["width"] <= box(phone.keypad)["x"] + 1
    fill(phone, company.players, melded=(310, 150, 205, 180, 75, 240, 30, 115))
    expect(phone.record_button).to_be_in_viewport(ratio=1)
