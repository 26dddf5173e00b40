"""Cards tapped faster than Referee answers: none is lost, none lies in another player's place."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import count, product

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.followed import TABLES, followed
from tests.browser.layout import box
from tests.browser.table import THREE, House, Phone, face
from tests.browser.test_by_cards import record
from tests.browser.test_two_tables import ONE, TWO
from tests.browser.test_two_tables import begun as legs_begun
from tests.browser.way import Fault, Way, good
from tests.faults.conftest import amount

LATENCIES, GAPS = (0, 100, 300, 1000), (80, 150, 250)
"""Milliseconds until an answer sets out, and between two taps."""
EVERY = [*product(LATENCIES, GAPS)]
PACES = {game: amount(EVERY[3 + 4 * at :][:1], EVERY) for at, game in enumerate(TABLES)}
"""One in each game; `make faults` tries all."""
CARDS = 6
AGAIN = 350
"""Milliseconds after which a second touch of a key is another card."""
TAPPED = """async ([cards, gap]) => {
    const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
    const outbox = document.querySelector("script[src*='match/outbox']").src;
    for (const script of ["offline", "cards"]) await import(outbox.replace("outbox", script));
    await pause(0);  // later taps are drawn at once
    const late = [];
    for (const [at, card] of cards.entries()) {
        if (card === cards[at - 1]) await pause(300);  // sooner, it would be the same touch
        const key = document.querySelector(`#play button[value="${card}"]`);
        const face = key.textContent.trim();
        const begun = performance.now();
        key.click();
        await new Promise(requestAnimationFrame);
        const drawn = [...document.querySelectorAll("#play > .trick .card, #last .deed .card")];
        const isDrawn = drawn.some(({ textContent }) => textContent.trim().startsWith(face));
        if (!isDrawn) late.push(card);
        await pause(gap - (performance.now() - begun));
    }
    return late;
}"""
"""Taps these keys in turn; returns those whose cards weren't drawn in the next frame."""


def tap(phone: Phone, cards: Sequence[str], gap: int) -> None:
    late = phone.page.evaluate(TAPPED, [cards, gap])
    assert late == [], f"{gap} ms between two taps"


def slow(way: Way, latency: int) -> None:
    """Let each form's answer set out after so many milliseconds; lose the answer to the second."""
    forms = count()

    def wait(method: str, _path: str) -> None:
        time.sleep(latency / 1000 if method == "POST" else 0)

    def lose(method: str, _path: str) -> Fault:
        return "unanswered" if method == "POST" and next(forms) == 1 else ""

    way.meanwhile, way.fate = wait, lose


@pytest.mark.parametrize("game", amount(["tribello"], [*TABLES]))
def test_no_card_is_lost_at_any_pace(game: str, far: Phone, way: Way, house: House) -> None:
    deal = followed(game, TABLES[game])
    fallen = len(deal.cards)
    for latency, gap in PACES[game]:
        if fallen + CARDS >= len(deal.cards):
            fallen = 0
            far.open(far.begun(deal))
        slow(way, latency)
        cards = deal.cards[fallen : fallen + CARDS]
        if latency == LATENCIES[1]:
            tap(far, cards[:3], gap)
            with house.away():
                tap(far, cards[3:], gap)
        else:
            tap(far, cards, gap)
        fallen += CARDS
        far.shows_trick(deal, fallen)


def ranks_on_table(phone: Phone) -> list[str]:
    """The ranks of the trick on the table, in order of play."""
    led: list[str] = phone.page.locator("#play > .trick").evaluate("""trick => {
        const columns = [...trick.children];
        const first = columns.findIndex(({ textContent }) => textContent.includes("›"));
        const isText = ({ nodeType }) => nodeType === Node.TEXT_NODE;
        return [...columns.slice(first), ...columns.slice(0, first)]
            .map((each) => [...each.querySelector(".card").childNodes].filter(isText))
            .map((texts) => texts.map(({ data }) => data).join("").trim());
    }""")
    return led


def test_a_b_leg_is_followed_at_any_pace(far: Phone, way: Way) -> None:
    """Also when it is the dummy's turn, and beside a table that plays on."""
    match = legs_begun(far)
    far.open(f"{match.to_score}?table=0")
    keys = far.places_of_keys()
    slow(way, 300)
    for first in range(0, 12, CARDS):
        tap(far, ONE.cards[first : first + CARDS], 80)
        match.fall(*TWO.cards[first : first + 3], table=1)
    expect(far.table.get_by_role("heading").first).to_have_text("Trick 3 of 13")
    expect(far.page.locator("#play > .trick .empty")).to_have_count(0)
    far.until(lambda: ranks_on_table(far) == [card[:-1] for card in ONE.cards[8:12]])
    assert far.places_of_keys() == keys


def test_a_key_that_is_replaced_under_the_finger_counts(phone: Phone) -> None:
    deal = followed("tribello", 3)
    match = phone.begun(deal)
    phone.open(match)
    key = box(phone.card_key(deal.cards[1]))
    phone.page.mouse.move(key["x"] + 9, key["y"] + 9)
    phone.page.mouse.down()
    match.fall(deal.cards[0])
    phone.shows_trick(deal, 1)
    phone.page.mouse.up()
    phone.shows_trick(deal, 2)


def test_digits_whose_keys_are_replaced_under_the_finger_count_in_order(phone: Phone) -> None:
    match = phone.start("tribello", *THREE)
    phone.open(match)
    places = [box(phone.page.locator(f"#keypad [data-count='{digit}']")) for digit in (7, 4)]
    old = phone.page.locator("#keypad").element_handle()
    for place in places:
        phone.page.mouse.move(place["x"] + 9, place["y"] + 9)
        phone.page.mouse.down()
        if place is places[0]:
            match.post("law/tribello.quota", text="No talking")
            phone.until(lambda: not old.evaluate("each => each.isConnected"))
        phone.page.mouse.up()
    tricks = phone.page.locator("#entry .cells input")
    expect(tricks.nth(0)).to_have_value("7")
    expect(tricks.nth(1)).to_have_value("4")
    expect(phone.rows).to_have_count(0)


# Cards that are refused ---------------------------------------------------------------------------


def test_behind_a_refused_card_the_others_are_offered_again(far: Phone, way: Way, lay: Lay) -> None:
    """Another phone has played another card first: nothing lands in another player's place."""
    deal, other = followed("tribello", 3), lay()
    match = far.begun(deal)
    far.open(match)
    far.expects(409)
    other.open(match.behind(way))
    way.all("lost")
    wrong = next(card for card in deal.dealt.pack if card not in deal.cards[:4])
    tap(far, [wrong, *deal.cards[1:4]], 80)
    tap(other, deal.cards[:1], 80)
    other.shows_trick(deal, 1)
    far.is_back(way)
    why = f"Another phone has already played {face(deal.cards[0])} for"
    expect(far.refused).to_contain_text(why)
    far.shows_trick(deal, 1)
    expect(far.page.locator(".held .card")).to_have_count(3)
    far.tap_button("Play them too")
    for phone in (far, other):
        phone.shows_trick(deal, 4)
    expect(far.page.locator(".held")).to_have_count(0)


def test_two_phones_that_tap_the_same_cards_play_each_once(far: Phone, way: Way, lay: Lay) -> None:
    deal, other = followed("tribello", 3), lay()
    match = far.begun(deal)
    far.open(match)
    other.open(match.behind(way))
    way.all("lost")
    for phone in (far, other):
        tap(phone, deal.cards[:4], 80)
    far.is_back(way)
    for phone in (far, other):
        phone.shows_trick(deal, 4)


def test_undo_takes_back_the_last_card_whether_it_was_sent_or_not(far: Phone, way: Way) -> None:
    deal = followed("tribello", 3)
    far.open(far.begun(deal))
    way.posts("unanswered", on="/card")
    tap(far, deal.cards[:2], 80)  # the first one arrives, and its answer is lost
    for left in (1, 0):
        far.undo()
        expect(far.page.locator("#play > .trick .card:not(.empty)")).to_have_count(left)
    way.fate = good
    tap(far, deal.cards[:2], 80)
    far.is_back(way)
    far.shows_trick(deal, 2)


def test_a_second_touch_of_a_key_is_the_same_card(phone: Phone) -> None:
    """In La Krap every card is there twice; later, a touch is the other one."""
    deal = followed("la-krap", TABLES["la-krap"])
    phone.open(phone.begun(deal))
    cards = phone.page.locator("#play > .trick .card:not(.empty)")
    key = phone.card_key("7S")
    key.click(click_count=3)  # a worn screen may report even three
    phone.page.wait_for_timeout(AGAIN)
    expect(cards).to_have_count(1)
    key.click()
    expect(cards).to_have_count(2)


def test_a_deal_is_followed_without_a_connection(far: Phone, way: Way) -> None:
    """The rest of a deal waits on the phone, through a reload, and is then scored as always."""
    deal = followed("tribello", 3)
    match, whole = far.begun(deal, 20), len(deal.cards)
    far.open(match)
    tap(far, deal.cards[20:22], 80)
    far.shows_trick(deal, 22)
    way.all("lost")
    tap(far, deal.cards[22:], 20)
    expect(far.page.get_by_text(f"{whole - 22} cards are saved")).to_be_visible()
    way.fate = good
    far.page.reload()
    far.shows_trick(deal, whole)
    record(far, deal)
    (kept,) = match.entries
    assert kept["play"] == deal.dealt.play
