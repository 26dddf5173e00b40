"""Correcting, striking and putting back, and the browser's Back and Forward."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.browser.table import Match, Phone

FIRST = "Round 1, deal 1"


def running(phone: Phone) -> Match:
    match = phone.open_tribello((8, 4, 1), (3, 6, 4), (5, 5, 3))
    phone.shows_totals(before())
    return match


def before() -> dict[str, object]:
    return {"Ann": 3, "Ben": 2, "Cora": "−5"}


def test_a_correction_is_refused_in_its_place_or_says_what_changed_and_can_be_undone(
    phone: Phone,
) -> None:
    running(phone)
    panel = phone.open_receipt(FIRST, 1)
    expect(panel).to_contain_text("8 tricks − quota 6")
    expect(panel.locator("a[href$='#tribello.score']")).to_be_attached()
    phone.tap(panel.get_by_role("link", name="Correct"))
    expect(phone.cell("Ann")).to_have_value("8")
    expect(phone.cell("Ben")).to_have_value("4")
    phone.expects(422)
    phone.count("Cora", 1)
    phone.count("Ann", 5)
    phone.save()
    phone.cites("tribello.tricks-total")
    expect(phone.cell("Ann")).to_have_value("5")
    expect(phone.cell("Cora")).to_have_value("1")
    phone.count("Ann", 6)
    phone.count("Cora", 3)
    phone.save()
    phone.shows_row(FIRST, [0, 0, 0])
    main = phone.page.get_by_role("main")
    expect(main).to_contain_text(f"{FIRST} was corrected")
    expect(main).to_contain_text(re.compile(r"Ann \+?3 → \+?1, Cora −5 → −3"))

    phone.undo()
    phone.shows_row(FIRST, ["+2", 0, "−2"])
    phone.shows_totals(before())


def test_a_correction_that_was_saved_is_not_typed_again(phone: Phone) -> None:
    match = running(phone)
    before_it = match.number
    phone.correct(FIRST)
    phone.count("Ann", 6)
    phone.save()
    phone.shows_row(FIRST, [0, 0, 0])
    match.post("back", to=before_it)  # undone on another phone
    phone.shows_row(FIRST, ["+2", 0, "−2"])
    phone.correct(FIRST)
    expect(phone.cell("Ben")).to_have_value("4")
    expect(phone.cell("Ann")).to_have_value("8")


def test_nor_where_another_phone_writes_before_the_next_page_is_there(phone: Phone) -> None:
    match = running(phone)
    before_it = match.number
    phone.correct(FIRST)
    phone.listens()
    phone.count("Ann", 6)

    def meanwhile(route: Route) -> None:
        match.post("back", to=before_it)
        phone.page.wait_for_timeout(500)  # time in which the page being left may hear of it
        route.continue_()

    phone.page.route(match.to_score, meanwhile, times=1)
    phone.save()
    phone.shows_row(FIRST, ["+2", 0, "−2"])
    phone.listens()  # once scripts run, a figure opens its receipt on the page
    phone.correct(FIRST)
    expect(phone.cell("Ben")).to_have_value("4")
    expect(phone.cell("Ann")).to_have_value("8")


def test_back_and_forward_lead_through_match_row_and_rules(phone: Phone) -> None:
    page = phone.page
    match = phone.open_tribello()
    phone.record_tricks(8, 4)
    expect(phone.rows).to_have_count(1)
    phone.open(f"{match.to_score}e/{match.ids[0]}")
    expect(page.get_by_role("heading", level=1)).to_have_text(FIRST)
    phone.unfold("Points for each deal")
    phone.tap_link("Open in rulebook")
    law = page.locator("[id='tribello.score'] h3")
    expect(law).to_be_in_viewport()

    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(FIRST)
    page.go_back()
    phone.shows_row(FIRST, ["+2", 0, "−2"])
    expect(page.get_by_role("banner")).to_be_visible()
    expect(phone.record_button).to_have_text("Record deal 2")
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text(FIRST)
    page.go_forward()
    expect(law).to_be_in_viewport()
    page.go_back()
    page.go_back()
    expect(phone.record_button).to_have_text("Record deal 2")
    expect(page.locator("#entry [name=number]")).to_have_value(str(match.number))
    phone.record_tricks(3, 6)
    expect(phone.rows).to_have_count(2)


def test_back_from_an_answer_finds_the_whole_page(phone: Phone) -> None:
    page = phone.page
    phone.open("/ask/tribello/quota")
    phone.choose("Deal", 2)
    answer = page.get_by_role("status").filter(has_text="Player 2 deals")
    expect(answer).to_be_visible()
    phone.unfold("Change")
    phone.choose("Deal", 12)
    expect(page.get_by_role("status").filter(has_text="Deal 12:")).to_be_visible()
    page.go_back()
    expect(answer).to_be_visible()
    expect(page.get_by_role("banner")).to_have_count(1)
    expect(page.get_by_text("Change", exact=True)).to_have_count(1)


def test_search_finds_rules_while_typing(phone: Phone) -> None:
    phone.open("/ask")
    phone.page.get_by_label("Search questions and rules").press_sequentially("pickup")
    link = phone.page.locator("#found a[href$='#tribello.pickup']")
    phone.tap(link)
    expect(phone.page.locator("[id='tribello.pickup'] h3")).to_be_in_viewport()
    phone.page.go_back()
    expect(phone.page.get_by_role("banner")).to_have_count(1)
    expect(link).to_be_visible()
