"""Input survives Undo, a reload, another phone's entry and a second page of the same match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Route, expect

from tests.browser.far import FIRST, WAITS
from tests.browser.legs import EIGHT, set_contract
from tests.browser.table import THREE, Match, Phone
from tests.browser.test_other_phones import NOT_YET, RECORDED
from tests.browser.way import Way, good
from tests.faults.conftest import amount
from tests.web.leg_forms import b_typed


def undo(phone: Phone, rows: int) -> None:
    phone.undo()
    expect(phone.rows).to_have_count(rows)


def redo(phone: Phone, rows: int) -> None:
    phone.tap_button(re.compile("^Redo"))
    expect(phone.rows).to_have_count(rows)


def no_news(phone: Phone) -> None:
    expect(phone.page.get_by_text("nother phone")).to_have_count(0)


@contextmanager
def slept(phone: Phone, match: Match) -> Iterator[None]:
    """Leave the match page for the `with` block, as if the browser had discarded the page."""
    phone.open("/ask")
    yield
    phone.open(match)


# Undo and Redo ------------------------------------------------------------------------------------


def test_what_was_typed_for_the_next_deal_comes_back_when_the_one_before_is_recorded_again(
    phone: Phone,
) -> None:
    match = phone.open_tribello(listens=True)
    phone.record_tricks(8, 4)
    expect(phone.rows).to_have_count(1)
    phone.count("Ann", 3)
    undo(phone, 0)
    phone.shows_tricks(8, 4)
    phone.page.reload()
    phone.shows_tricks(8, 4)
    phone.count("Ben", 3)
    phone.record()
    phone.shows_row(FIRST, ["+2", "−1", "−1"])
    phone.shows_tricks(3, "")
    no_news(phone)
    phone.page.reload()
    phone.shows_tricks(3, "")
    no_news(phone)
    phone.count("Ben", 6)
    phone.record()
    expect(phone.rows).to_have_count(2)
    phone.shows_tricks("", "")
    assert [entry["tricks"] for entry in match.entries] == [[8, 3, 2], [3, 6, 4]]


def test_redo_brings_back_what_was_typed_too(phone: Phone) -> None:
    phone.open_tribello((8, 4, 1), (3, 6, 4))
    phone.count("Ann", 5)
    undo(phone, 1)
    phone.shows_tricks(3, 6)
    undo(phone, 0)
    phone.shows_tricks(8, 4)
    redo(phone, 1)
    phone.shows_tricks(3, 6)  # as typed when it was undone
    redo(phone, 2)
    phone.shows_tricks(5, "")
    no_news(phone)


def test_undo_of_something_else_leaves_what_is_typed(phone: Phone) -> None:
    phone.open_tribello((8, 4, 1), (3, 6, 4))
    phone.count("Ann", 5)
    phone.tap(phone.open_receipt(FIRST).get_by_role("button", name="Cross out"))
    expect(phone.rows).to_have_count(1)
    phone.shows_tricks(5, "")
    undo(phone, 2)
    phone.shows_tricks(5, "")
    no_news(phone)


def test_undo_and_redo_of_what_another_phone_recorded_lose_nothing_that_is_not_settled(
    phone: Phone,
) -> None:
    match = phone.open_tribello(listens=True)
    phone.count("Ann", 5)
    match.deal(8, 4, 1)
    phone.shows_in_place(f"{NOT_YET}: 5 – –")
    undo(phone, 0)
    phone.shows_tricks(5, "")
    redo(phone, 1)
    phone.shows_in_place(f"{RECORDED} 8 4 1")
    phone.shows_in_place(f"{NOT_YET}: 5 – –")
    phone.shows_tricks(5, "")
    phone.tap_link("Discard mine")
    phone.shows_tricks("", "")
    phone.page.reload()
    phone.shows_tricks("", "")


# Other phones -------------------------------------------------------------------------------------


def test_a_page_that_is_opened_again_says_what_was_recorded_where_this_phone_was_typing(
    phone: Phone,
) -> None:
    match = phone.open_tribello()
    phone.count("Ann", 5)
    with slept(phone, match):
        match.deal(8, 4, 1)
        match.deal(3, 6, 4)
    for _ in range(2):
        phone.shows_in_place(f"{RECORDED} 8 4 1")
        phone.shows_in_place(f"{NOT_YET}: 5 – –")
        phone.shows_tricks(5, "")
        phone.page.reload()
    phone.tap_button("Use mine for deal 3")
    expect(phone.page.get_by_text(NOT_YET)).to_have_count(0)
    phone.page.reload()
    phone.shows_tricks(5, "")
    no_news(phone)
    phone.count("Ben", 5)
    phone.record()
    expect(phone.rows).to_have_count(3)
    phone.shows_tricks("", "")


def test_what_was_typed_for_a_leg_corrects_it_though_another_kind_of_leg_is_due(
    phone: Phone,
) -> None:
    options = {"format": "half-marathon", "sequence": "B C"}
    match = phone.start("card-triathlon", "Ann", "Ben", "Cleo", "Dora", **options)
    phone.open(match)
    legs = phone.page.get_by_label(re.compile("^Ann, tricks$"))
    set_contract(phone, "4C", "Ann")
    expect(legs).to_be_visible()
    phone.count("Ann", 6)
    with slept(phone, match):
        match.record(**b_typed("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25))
    correct = phone.page.get_by_role("button", name=re.compile("^Replace leg 1"))
    expect(correct).to_be_visible()
    expect(phone.page.get_by_role("button", name=re.compile("^Use for"))).to_have_count(0)
    phone.page.reload()
    phone.tap(correct)
    expect(legs).to_have_value("6")


def test_what_is_tapped_while_news_are_fetched_is_not_lost(phone: Phone) -> None:
    match = phone.open_tribello(listens=True)
    phone.count("Ann", 5)
    held: list[Route] = []
    news = re.compile(r"known=")

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    phone.page.route(news, hold)
    with phone.page.expect_request(news):
        match.deal(8, 4, 1)
    phone.count("Ben", 6)
    held[0].continue_()
    phone.shows_in_place(f"{NOT_YET}: 5 6 2")
    phone.shows_tricks(5, 6)


# Corrections --------------------------------------------------------------------------------------


def correcting(phone: Phone) -> Match:
    """Open a match with two deals and begin to correct the first: change one figure."""
    match = phone.open_tribello((8, 4, 1), (3, 6, 4))
    phone.correct(FIRST)
    phone.shows_tricks(8, 4)
    phone.count("Ann", 7)
    phone.listens()
    return match


def test_a_correction_hears_at_once_what_others_write(phone: Phone) -> None:
    match = correcting(phone)
    match.deal(5, 5, 3)
    phone.shows_in_place("Another phone: Round 1, deal 3 was recorded.")
    phone.shows_tricks(7, 4)
    phone.count("Cora", 2)
    phone.page.reload()
    phone.shows_tricks(7, 4)
    expect(phone.cell("Cora")).to_have_value("2")
    phone.save()
    phone.shows_row(FIRST, ["+1", 0, "−1"])
    assert match.entries[0]["tricks"] == [7, 4, 2]


def test_a_correction_that_slept_says_that_another_phone_has_corrected_too(phone: Phone) -> None:
    match = correcting(phone)
    address = phone.page.url
    phone.open("/ask")
    id = match.ids[0]
    match.post(f"e/{id}", tricks0=6, tricks1=4, tricks2=3)
    phone.open(address)
    phone.shows_in_place("Deal 1 was corrected on another phone: 6 4 3")
    phone.shows_in_place("Yours isn’t saved yet: 7 4 2")
    expect(phone.page.get_by_role("button", name="First choose above")).to_be_disabled()
    phone.tap_button("Save mine instead")
    phone.shows_row(FIRST, ["+1", 0, "−1"])


def test_a_struck_entry_is_put_back_as_typed_from_its_page(phone: Phone) -> None:
    match = correcting(phone)
    phone.count("Cora", 2)
    match.strike(0)
    phone.shows_in_place("Deal 1 was crossed out on another phone. Yours isn’t saved yet: 7 4 2")
    phone.shows_tricks(7, 4)
    phone.tap_button("Put mine back")
    phone.shows_row(FIRST, ["+1", 0, "−1"])
    expect(phone.rows).to_have_count(2)


def test_a_correction_of_what_was_taken_back_says_so_and_keeps_what_is_typed(phone: Phone) -> None:
    match = correcting(phone)
    phone.expects(404)
    match.post("back", to=1)
    expect(phone.page.get_by_role("alert")).to_contain_text("This entry was undone")
    phone.shows_tricks(7, 4)
    page = phone.page.get_by_role("main")
    phone.page.reload()
    phone.tap(page.get_by_role("link", name="Open the match"))
    expect(phone.record_button).to_have_text("Record deal 1")


# Before the first card ----------------------------------------------------------------------------


def test_back_from_a_deal_by_cards_does_not_lead_to_its_start(phone: Phone) -> None:
    match = phone.start("tribello", *THREE)
    phone.open("/ask")
    phone.open(match)
    phone.tap_button("Card by card")
    phone.choose("Trumps", "hearts")
    phone.tap_button("Start playing")
    table = phone.page.get_by_role("region", name=re.compile("card by card"))
    expect(table).to_be_visible()
    assert match.number == 2
    phone.page.go_back()
    expect(table).to_be_visible()
    phone.tap_link("Change the details")
    phone.tap_button("Save")
    expect(table).to_be_visible()
    assert match.number == 2
    phone.page.go_back()
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Rules")


def test_a_start_waits_until_the_server_is_back(far: Phone, way: Way) -> None:
    match = far.open_tribello()
    far.tap_button("Card by card")
    far.choose("Trumps", "hearts")
    way.posts("unanswered", on="/play/")
    far.tap_button("Start playing")
    expect(far.line).to_have_text(WAITS)
    far.is_back(way)
    expect(far.page.get_by_role("region", name=re.compile("card by card"))).to_be_visible()
    assert match.number == 2


# The browser --------------------------------------------------------------------------------------


def test_what_another_page_of_the_match_has_sent_takes_nothing_that_is_typed_here(
    far: Phone, way: Way
) -> None:
    match = far.open_tribello()
    other = Phone(far.context, far.context.new_page(), may_lose_server=True)
    other.expects(502)
    other.open(match)
    other.count("Ann", 5)
    far.count_tricks(8, 4)
    far.recorded_waits(way, "lost")
    expect(other.line).to_contain_text("1 deal is saved on this phone")
    far.page.close()
    way.fate = good
    other.network_is_back()
    other.shows_row(FIRST, ["+2", 0, "−2"])
    other.shows_in_place(f"{NOT_YET}: 5 – –")
    other.shows_tricks(5, "")
    assert len(match.entries) == 1
    assert other.kept() == []
    assert other.faults == []


def test_a_page_goes_on_once_another_page_of_the_match_has_sent_what_waited(
    far: Phone, way: Way
) -> None:
    match = far.open_tribello(listens=True)
    other = Phone(far.context, far.context.new_page(), may_lose_server=True)
    other.open(match)
    other.listens()
    other.count("Ann", 5)
    far.count_tricks(8, 4)
    way.posts("unanswered", on="/entries")
    far.record()
    expect(far.line).to_have_text(WAITS)
    expect(other.line).to_contain_text("1 deal is saved on this phone")
    way.fate = good
    with far.page.expect_response(re.compile("/entries$")):
        far.network_is_back()
    other.shows_row(FIRST, ["+2", 0, "−2"])
    other.shows_in_place(f"{NOT_YET}: 5 – –")
    assert len(match.entries) == 1
    assert other.faults == []


DENIED = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError"); } });"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"


@pytest.mark.parametrize("browser_that", amount([DENIED], [DENIED, FULL]))
def test_a_browser_that_keeps_nothing_keeps_it_while_the_page_is_open(
    phone: Phone, browser_that: str
) -> None:
    phone.run_first(browser_that)
    phone.open_tribello(listens=True)
    phone.record_tricks(8, 4)
    expect(phone.rows).to_have_count(1)
    phone.count("Ann", 3)
    undo(phone, 0)
    phone.shows_tricks(8, 4)
    redo(phone, 1)
    phone.shows_tricks(3, "")


def test_a_broken_item_hides_none_of_the_others(phone: Phone) -> None:
    phone.open_tribello()
    phone.count("Ann", 3)
    phone.page.evaluate("localStorage.setItem('outbox x y', '{')")
    phone.page.evaluate(
        """() => localStorage.setItem("refused x z", JSON.stringify({ match: "x", id: "z", at: 1,
            title: "Friday", words: "Record deal 7", lines: ["Ann: 5"], why: "" }))"""
    )
    phone.page.reload()
    expect(phone.page.get_by_role("listitem").filter(has_text="Record deal 7")).to_be_visible()
    phone.shows_tricks(3, "")


def test_what_was_typed_at_one_table_does_not_make_the_other_page_that_table(phone: Phone) -> None:
    options = {"format": "half-marathon", "sequence": "B C"}
    match = phone.start("card-triathlon", *EIGHT, **options)
    phone.open(match.to_score + "?table=0")
    phone.unfold("Note")
    phone.page.get_by_label("Note").fill("half")
    phone.open(match.to_score + "?table=1")
    expect(phone.page.get_by_label("Note")).to_have_value("half")
    expect(phone.page.locator("#entry [name=table]")).to_have_value("1")


@pytest.mark.parametrize(("typed", "contract"), [("spades", ["S"]), ("note", ["4", "C", "0"])])
def test_a_contract_typed_here_is_not_mixed_with_one_that_became_known(
    phone: Phone, typed: str, contract: list[str]
) -> None:
    match = phone.start("card-triathlon", "Ann", "Ben", "Cora", "Dora")
    phone.open(match)
    if typed == "spades":
        phone.tap(phone.page.locator("label:has([name=strain_0][value=S])"))
    else:
        phone.unfold("Note")
        phone.page.get_by_label("Note").fill("half")
    with slept(phone, match):
        known = {"level_0": 4, "strain_0": "C", "declarer_0": 0}
        match.post("play/known", **known)
    expect(phone.due).to_have_text("4♣ by Ann: 10 tricks needed")
    chosen = phone.page.locator(":is([name=level_0], [name=strain_0], [name=declarer_0]):checked")
    expect(chosen).to_have_count(len(contract))
    assert [key.get_attribute("value") for key in chosen.all()] == contract
