"""For screen readers and keyboards: news is announced once, and focus survives any update."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Response, Route, expect

from tests.browser.conftest import Lay
from tests.browser.followed import followed
from tests.browser.hands import d_leg_due, hand_page, tap_keys
from tests.browser.legs import EIGHT, Company, call
from tests.browser.table import THREE, Match, Phone, face
from tests.browser.test_other_phones import NOT_YET, both
from tests.faults.conftest import amount
from tests.games.records import deal, tribello

SMALL = {"width": 360, "height": 500}
COUNTED = """() => {
    window.spoken = [];
    new MutationObserver((changes) => {
        for (const { target } of changes) {
            const holder = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
            if (holder?.closest("output, [role=status], [role=alert], #why")) {
                spoken.push(holder.outerHTML);
            }
        }
    }).observe(document, { childList: true, characterData: true, subtree: true });
}"""


def is_check(answer: Response) -> bool:
    return answer.url.endswith("/check")


def of_ben(answer: Response) -> bool:
    return "tricks1=4" in (answer.request.post_data or "")


def ten_deals(phone: Phone) -> Match:
    return phone.load(tribello(*[deal(8, 4, 1)] * 10) | {"players": list(THREE)})


def scroll_down(phone: Phone) -> None:
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert phone.page.evaluate("scrollY") > 0


def test_what_says_nothing_new_is_not_told_again(phone: Phone) -> None:
    phone.open(phone.start("tribello", *THREE))
    phone.count("Ann", 8)
    with phone.page.expect_response(lambda each: is_check(each) and of_ben(each)):
        phone.count("Ben", 4)
    expect(phone.comes_to("Ann")).to_have_text("+2")
    phone.until(lambda: not phone.page.locator(".htmx-request").count())
    phone.page.evaluate(COUNTED)
    with phone.page.expect_response(is_check):
        phone.page.locator("#entry").dispatch_event("change")
    phone.page.wait_for_timeout(100)  # by then the answer has been swapped in
    assert phone.page.evaluate("spoken") == []


def test_what_refused_an_entry_is_not_told_again_while_it_stays_so(phone: Phone) -> None:
    phone.open(phone.start("tribello", *THREE))
    phone.expects(422)
    phone.count("Ann", 8)
    with phone.page.expect_response(is_check):
        phone.record()
    phone.shows_in_place("Enter the tricks for Ben and Cora")
    phone.page.wait_for_timeout(100)
    phone.page.evaluate(COUNTED)
    with phone.page.expect_response(is_check):
        phone.page.get_by_role("button", name="Record").first.evaluate(
            "(button) => button.form.dispatchEvent(new Event('change'))"
        )
    phone.page.wait_for_timeout(100)
    assert phone.page.evaluate("spoken") == []


def test_an_answer_about_the_next_entry_is_let_go(phone: Phone) -> None:
    """Another phone has recorded a deal, and this page doesn't know that yet."""
    phone.open(phone.start("tribello", *THREE))
    early = '<output id="hint-of-the-next" hx-swap-oob="innerHTML">5</output>'

    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", headers={"Referee": ""}, body=early)

    phone.page.route("**/check", answer)
    with phone.page.expect_response(is_check):
        phone.count("Ann", 8)
    phone.page.wait_for_timeout(100)
    assert phone.faults == []


@pytest.mark.parametrize("name", amount(["checkVisibility"], ["checkVisibility", "toSorted"]))
def test_an_older_browser_can_type_and_record(phone: Phone, name: str) -> None:
    phone.run_first(f"delete Element.prototype.{name}; delete Array.prototype.{name}")
    phone.open(phone.start("tribello", *THREE))
    phone.record_tricks(8, 4)
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])


def test_what_was_recorded_is_told_and_the_page_begins_at_its_beginning(lay: Lay) -> None:
    phone = lay(viewport=SMALL)
    phone.open(ten_deals(phone))
    told = phone.page.get_by_role("status").filter(has_text="deal 11")
    phone.count_tricks(8, 4)
    scroll_down(phone)
    phone.record()
    expect(phone.row(re.compile("deal 11"))).to_have_count(1)
    expect(told).to_contain_text("Ann")
    expect(phone.cell("Ann")).to_be_focused()
    assert phone.page.evaluate("scrollY") == 0

    scroll_down(phone)
    phone.undo()
    expect(phone.row(re.compile("deal 11"))).to_have_count(0)
    expect(told).to_contain_text("was undone")
    assert phone.page.evaluate("scrollY") == 0


def test_what_is_refused_leaves_the_page_where_it_is(lay: Lay) -> None:
    phone = lay(viewport=SMALL)
    phone.open(ten_deals(phone))
    phone.expects(422)
    phone.count("Ann", 8)
    scroll_down(phone)
    before = phone.page.evaluate("scrollY")
    phone.record()
    phone.shows_in_place("Enter the tricks for Ben and Cora")
    expect(phone.cell("Ann")).to_have_value("8")
    expect(phone.page.get_by_role("main").locator(".cells input:focus")).to_have_count(1)
    assert phone.page.evaluate("scrollY") == before


def test_the_other_phone_is_called_by_whose_it_is(phone: Phone, lay: Lay) -> None:
    other = lay()
    both(phone, other)
    other.take_seat(other.match.to_score, 1)
    for each in (phone, other):
        each.count("Ann", 5)
    other.count("Ben", 5)
    other.record()
    phone.shows_in_place("Deal 1 was recorded on Ben’s phone")
    phone.shows_in_place(f"{NOT_YET}: 5 – –")


LISTEN = "(regions) => { for (const each of regions) each.isHeard = each.ariaLive !== 'off'; }"


def hears(phone: Phone, words: str | re.Pattern[str], act: Callable[[], None]) -> None:
    """Check that `act` makes these words appear in a live region that was already on the page."""
    regions = phone.page.get_by_role("status")
    regions.evaluate_all(LISTEN)
    expect(regions.filter(has_text=words)).to_have_count(0)
    act()
    told = regions.filter(has_text=words)
    expect(told).not_to_have_count(0)
    assert told.evaluate_all("all => all.some((each) => each.isHeard)")


def test_what_an_auction_comes_to_is_told(phone: Phone) -> None:
    Company("4").open(phone, format="half-marathon")
    phone.choose("Contract", "call by call")
    auction = phone.group("Auction")
    call(phone, "2C")
    lower = auction.get_by_role("button", name="1♣")
    hears(phone, "a bid must be higher than 2♣", lambda: phone.tap(lower, force=True))
    hears(phone, "2♣ by Ann", lambda: call(phone, "P", "P", "P"))


@pytest.mark.parametrize("is_asked", amount([True], [False, True]))
def test_what_a_hand_comes_to_is_told(phone: Phone, is_asked: bool) -> None:
    if is_asked:
        phone.open("/ask/card-triathlon/arrange")
    else:
        hand_page(phone, d_leg_due(phone))
    hears(phone, re.compile(r"^[1-9][0-9]* points"), lambda: tap_keys(phone, "6S 7S 8S 9S 10S"))


def test_what_a_search_finds_is_told(phone: Phone) -> None:
    phone.open("/ask")
    search = phone.page.get_by_label("Search questions and rules")
    hears(phone, "pickup", lambda: search.press_sequentially("pickup"))
    search.fill("")
    hears(phone, "Nothing found for", lambda: search.press_sequentially("zebra"))


UNDO = re.compile("^Undo")


def button(phone: Phone, name: str | re.Pattern[str]) -> Locator:
    return phone.page.get_by_role("button", name=name).first


def fold(phone: Phone, words: str) -> Locator:
    return phone.page.locator("summary").filter(has_text=re.compile(rf"^\s*{words}"))


def press(phone: Phone, key: Locator) -> None:
    """Press Enter on a key once htmx has settled; before that, the browser would send the form."""
    phone.has_come()
    phone.until(lambda: not phone.page.locator(".htmx-settling").count())
    key.focus()
    phone.page.keyboard.press("Enter")


def test_a_card_that_falls_by_the_enter_key_leaves_the_focus_on_its_key(phone: Phone) -> None:
    deal = followed("tribello", 3)
    phone.open(phone.start("tribello", *deal.names))
    phone.begin_cards(deal)
    for card in deal.cards[:2]:
        key = phone.card_key(card)
        press(phone, key)
        expect(button(phone, re.compile(f"^Undo.*{re.escape(face(card))}"))).to_be_visible()
        expect(phone.card_key(card)).to_be_focused()
    press(phone, button(phone, UNDO))
    expect(button(phone, re.compile(f"^Undo.*{re.escape(face(deal.cards[0]))}"))).to_be_focused()


def test_who_goes_back_step_by_step_stays_on_undo(phone: Phone) -> None:
    phone.open_tribello((8, 4, 1), (3, 6, 4))
    press(phone, button(phone, UNDO))
    expect(phone.rows).to_have_count(1)
    expect(button(phone, UNDO)).to_be_focused()


def test_a_call_by_the_enter_key_leaves_the_focus_on_its_key(phone: Phone) -> None:
    phone.open(phone.start("card-triathlon", *EIGHT[:4], format="half-marathon"))
    phone.choose("Contract", "call by call")
    auction = phone.group("Auction")
    for words in ("1♣", "1♥", "pass"):
        key = auction.get_by_role("button", name=words, exact=True)
        press(phone, key)
        expect(auction.get_by_role("button", name=f"Take back {words}")).to_be_visible()
        expect(key).to_be_focused()
    press(phone, auction.get_by_role("button", name="Take back pass"))
    expect(auction.get_by_role("button", name="Take back 1♥")).to_be_focused()


PLACES: dict[str, Callable[[Phone], Locator]] = {
    "a key": lambda phone: phone.pad_key(5),
    "what is due": lambda phone: phone.page.locator("summary").first,
    "a fold": lambda phone: fold(phone, "Note"),
    "a row": lambda phone: phone.row("Round 1, deal 1").get_by_role("link").first,
    "undo": lambda phone: button(phone, UNDO),
}


def test_the_focus_stays_while_another_phone_records(phone: Phone) -> None:
    match = phone.open_tribello((8, 4, 1), listens=True)
    for rows, (place, find) in enumerate(PLACES.items(), start=2):
        find(phone).focus()
        match.deal(3, 6, 4)
        expect(phone.rows).to_have_count(rows)
        expect(find(phone), place).to_be_focused()


def test_who_types_goes_on_in_the_same_field_while_another_phone_records(
    phone: Phone, lay: Lay
) -> None:
    match = both(phone, lay())
    phone.unfold("Note")
    note = phone.page.get_by_label("Note", exact=True)
    note.fill("a remark")
    for _ in range(3):
        phone.page.keyboard.press("ArrowLeft")
    match.deal(8, 4, 1)
    expect(phone.rows).to_have_count(1)
    phone.page.keyboard.type("+")
    expect(note).to_have_value("a rem+ark")


def test_what_is_unfolded_stays_so_while_another_phone_records(phone: Phone) -> None:
    match = phone.open_tribello((8, 4, 1), listens=True)
    due = phone.page.locator("details").filter(has=phone.page.get_by_role("heading"))
    phone.tap(due.first.locator("summary"))
    phone.unfold("Note")
    match.deal(3, 6, 4)
    expect(phone.rows).to_have_count(2)
    expect(due.first.get_by_role("paragraph")).to_be_visible()
    expect(phone.page.get_by_label("Note", exact=True)).to_be_visible()


def test_who_keeps_what_was_typed_for_the_next_deal_goes_on_in_the_form(
    phone: Phone, lay: Lay
) -> None:
    match = both(phone, lay())
    phone.count("Ann", 5)
    match.deal(8, 4, 1)
    press(phone, button(phone, "Use mine for deal 2"))
    expect(button(phone, "Use mine for deal 2")).to_have_count(0)
    expect(phone.cell("Ben")).to_be_focused()  # Ann’s is filled in


def counted(phone: Phone, *tricks: int) -> None:
    """Enter and record a deal."""
    phone.record_tricks(*tricks)
    expect(phone.record_button).to_be_enabled()


VOICE = """
    window.spoken = [];
    speechSynthesis.speak = (said) => spoken.push([said.lang, said.text]);
"""
"""Keeps what a phone would say; machines without sound have no voice."""


def test_a_phone_reads_each_score_aloud_once_that_is_switched_on(phone: Phone) -> None:
    phone.page.add_init_script(VOICE)
    match = phone.start("tribello", "Ann", "Ben", "Cora")
    phone.open(match)
    counted(phone, 6, 4, 3)
    assert phone.page.evaluate("spoken") == []
    phone.open_more()
    phone.tap_button("Read aloud")
    level = ["en", "Ann 0, Ben 0, Cora 0. Ben deals · cut for trumps"]
    switch = phone.page.get_by_role("button", name="Read aloud")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert phone.page.evaluate("spoken") == [level]
    phone.page.keyboard.press("Escape")
    counted(phone, 8, 3, 2)
    expect(phone.page.get_by_role("list", name="Score")).to_contain_text("−3")
    assert phone.page.evaluate("spoken[1][1]").startswith("Ann 5, Ben −3, Cora −2. Cora deals")

    phone.open(f"{match.to_score}board")  # the device remembers the switch
    expect(switch).to_have_attribute("aria-pressed", "true")
    phone.tap(switch)
    expect(switch).to_have_attribute("aria-pressed", "false")
    phone.tap(switch)
    assert phone.page.evaluate("spoken[0][1]").endswith("Cora −2. Cut for trumps, then Cora deals")
