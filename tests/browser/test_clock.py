"""Matches against the clock: countdowns on every phone, and what is offered when time is up."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay
from tests.browser.legs import FOUR, fill
from tests.browser.scenes_of_time import timed
from tests.browser.table import Phone
from tests.faults.conftest import amount
from tests.web.timed import LEG

HEARD = """
window.heard = [];
window.tones = 0;
Object.defineProperty(navigator, "vibrate", { value: (times) => heard.push(times) });
window.AudioContext = class {
  currentTime = 0;
  destination = {};
  resume() {}
  createOscillator() {
    return { frequency: {}, connect() {}, start() { window.tones += 1; }, stop() {} };
  }
};
"""


def left(phone: Phone) -> Locator:
    return phone.page.get_by_role("timer", name="Time left", exact=True)


def decision(phone: Phone) -> Locator:
    return phone.page.get_by_role("timer", name="Time left to decide")


def news(phone: Phone) -> Locator:
    return phone.page.locator("#clock-news")


def up(phone: Phone) -> Locator:
    return phone.page.get_by_text("Time is up.", exact=True).and_(phone.page.locator("b"))


def offer(phone: Phone, words: str) -> Locator:
    return phone.page.get_by_role("link", name=words)


# The time left ------------------------------------------------------------------------------------


def test_the_countdown_goes_on_to_the_end_and_says_when_it_is_near(phone: Phone) -> None:
    page = phone.page
    page.clock.install()
    phone.open(timed(phone, LEG, ends=12))
    expect(left(phone)).to_have_text(re.compile(r"^0:1[12]:\d\d$"))
    expect(news(phone)).to_be_empty()
    page.clock.run_for(3_000)
    expect(left(phone)).to_have_text(re.compile(r"^0:11:5\d$"))
    page.clock.fast_forward("02:10")
    expect(left(phone)).to_have_text(re.compile(r"^0:09:[34]\d$"))
    expect(news(phone)).to_have_text("Ten minutes left.")
    expect(page.get_by_text("almost over")).to_be_hidden()
    page.clock.fast_forward("05:00")
    expect(page.get_by_text("almost over")).to_be_visible()
    expect(news(phone)).to_have_text("Ten minutes left.")
    page.clock.fast_forward("03:50")
    expect(left(phone)).to_have_text(re.compile(r"^0:00:[345]\d$"))
    expect(news(phone)).to_have_text("One minute left.")
    expect(up(phone)).to_be_hidden()
    page.clock.fast_forward("02:00")
    expect(news(phone)).to_have_text("Time is up.")
    expect(up(phone)).to_be_visible()
    expect(left(phone)).to_be_hidden()


@pytest.mark.parametrize("year", amount([2150], [1999, 2150]))
def test_a_phone_whose_clock_is_wrong_shows_the_right_time(phone: Phone, year: int) -> None:
    phone.page.clock.install(time=datetime(year, 1, 1))  # noqa: DTZ001  # the phone's own
    phone.open(timed(phone, LEG, ends=60))
    expect(left(phone)).to_have_text(re.compile(r"^(0:59:\d\d|1:00:00)$"))


def test_a_phone_that_slept_wakes_up_with_the_right_time(phone: Phone) -> None:
    page = phone.page
    page.clock.install()
    phone.open(timed(phone, LEG, ends=60))
    expect(left(phone)).to_be_visible()
    page.clock.set_system_time(datetime.now(UTC) + timedelta(minutes=45))  # no timer runs
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    expect(left(phone)).to_have_text(re.compile(r"^0:1[45]:\d\d$"))


def test_an_old_page_out_of_the_history_tells_no_old_time(phone: Phone) -> None:
    page = phone.page
    page.clock.install()
    match = timed(phone, LEG, ends=60)
    old = match.fetch().html
    page.route(match.to_score, lambda route: route.fulfill(body=old, content_type="text/html"))
    phone.open(match)
    expect(left(phone)).to_have_text(re.compile(r"^(0:59:\d\d|1:00:00)$"))
    phone.tap_more("Board for a big screen")
    expect(left(phone)).to_be_visible()
    page.clock.fast_forward("30:00")
    phone.tap_link("Back")
    expect(phone.record_button).to_be_visible()
    expect(left(phone)).to_have_text(re.compile(r"^0:(29|30):\d\d$"))


def test_the_clock_stays_while_another_phone_records(phone: Phone, lay: Lay) -> None:
    match = timed(phone, LEG, ends=60)
    other = lay()
    other.open(match.to_watch)
    other.tap_button("Start 20-second timer")
    seats = range(4)
    melds = {f"melded{seat}": 100 for seat in seats} | {f"in_hand{seat}": 0 for seat in seats}
    match.record(**melds, unscored_0=600)
    expect(other.row("Leg 2, C")).to_be_visible()
    expect(left(other)).to_have_text(re.compile(r"^0:59:\d\d$"))
    expect(decision(other)).to_be_visible()
    match.record(clock="time")
    expect(other.row("Time is up")).to_be_visible()
    expect(left(other)).to_be_hidden()
    expect(other.page.get_by_role("region", name="The clock")).to_be_hidden()


# Time is up ---------------------------------------------------------------------------------------


def ended_in_sight(phone: Phone) -> None:
    phone.page.clock.install()
    phone.open(timed(phone, LEG, ends=5))
    expect(left(phone)).to_be_visible()
    expect(offer(phone, "Record unfinished leg")).to_be_hidden()
    phone.page.clock.fast_forward("06:00")
    expect(up(phone)).to_be_visible()


def test_the_offer_says_in_the_form_that_the_leg_was_cut_short_and_the_game_ends_with_it(
    phone: Phone,
) -> None:
    ended_in_sight(phone)
    expect(phone.radio("Clock", "leg played to the end")).to_be_checked()
    phone.tap(offer(phone, "Record unfinished leg"))
    expect(phone.radio("Clock", "leg cut short")).to_be_checked()
    expect(
        phone.page.get_by_text("Enter what everyone has so far, then record the leg.")
    ).to_be_in_viewport()
    fill(phone, FOUR.players, melded=(310, 150, 205, 180), held=(0, 25, 10, 40))
    phone.record()
    expect(phone.due).to_have_text("Time ran out during the last leg")
    phone.page.clock.run_for(1000)  # a hasty second tap must not end the match
    phone.tap_button("End the match")
    expect(phone.due).to_have_text("Ann+Cleo won")


def test_the_offer_ends_the_game_where_no_leg_was_under_way(phone: Phone) -> None:
    ended_in_sight(phone)
    phone.tap(offer(phone, "No unfinished leg"))
    expect(phone.radio("Clock", re.compile("^no leg"))).to_be_checked()
    expect(phone.radio("Clock", re.compile("^no leg"))).to_be_focused()
    phone.record()
    expect(phone.page.get_by_role("heading", name="Ann+Cleo won")).to_be_visible()
    expect(up(phone)).to_be_hidden()
    phone.undo()
    expect(up(phone)).to_be_visible()


# A single decision --------------------------------------------------------------------------------


@pytest.fixture
def hearing(phone: Phone) -> Phone:
    """A phone on a match page that counts its tones and vibrations."""
    phone.run_first(HEARD)
    phone.page.clock.install()
    phone.open(timed(phone, LEG))
    return phone


def signs(phone: Phone) -> list[int]:
    counted: list[int] = phone.page.evaluate("[heard.length, tones]")
    return counted


def test_the_seconds_of_a_decision_run_again_and_end_with_a_sign(hearing: Phone) -> None:
    clock = hearing.page.clock
    over = hearing.page.get_by_text("Time is up for this decision.")
    hearing.tap_button("Start 20-second timer")
    expect(decision(hearing)).to_have_text(re.compile("^(20|19)$"))
    clock.fast_forward(12_000)
    expect(decision(hearing)).to_have_text(re.compile("^[5-8]$"))
    hearing.tap_button("Again")
    expect(decision(hearing)).to_have_text(re.compile("^(20|19|18)$"))
    clock.fast_forward(12_000)
    expect(over).to_be_hidden()
    assert signs(hearing) == [0, 0]
    clock.fast_forward(8_500)
    expect(over).to_be_visible()
    expect(decision(hearing)).to_be_hidden()
    assert signs(hearing) == [1, 3]
    hearing.page.get_by_role("button", name="OK").focus()
    hearing.page.keyboard.press("Enter")
    expect(over).to_be_hidden()
    expect(hearing.page.get_by_role("button", name="OK")).to_be_hidden()
    hearing.tap_button("Start 20-second timer")
    expect(decision(hearing)).to_be_visible()


def test_a_decision_that_is_stopped_gives_no_sign(hearing: Phone) -> None:
    hearing.tap_button("Start 20-second timer")
    hearing.tap_button("Stop")
    expect(decision(hearing)).to_be_hidden()
    expect(hearing.page.get_by_role("button", name="Stop")).to_be_hidden()
    hearing.page.clock.fast_forward(30_000)
    expect(hearing.page.get_by_text("Time is up for this decision.")).to_be_hidden()
    assert signs(hearing) == [0, 0]


def test_a_phone_that_wakes_up_long_after_a_decision_is_silent(hearing: Phone) -> None:
    hearing.tap_button("Start 20-second timer")
    hearing.page.clock.fast_forward("05:00")
    expect(hearing.page.get_by_text("Time is up for this decision.")).to_be_visible()
    assert signs(hearing) == [0, 0]


# A new match --------------------------------------------------------------------------------------


def test_options_come_and_go_with_the_format(phone: Phone) -> None:
    phone.open("/new?game=card-triathlon")
    phone.unfold("Options")
    shown: dict[str, set[str]] = {
        "Sprint": set(),
        "Against the clock": {"Finish", "Seconds per", "Sequence against", "Jokers in B"},
        "Marathon": {"Marathon sequence", "Jokers in B"},
        "5,000 metres": {"Jokers in B"},
    }
    for words, names in shown.items():
        phone.choose("Format", re.compile(f"^{words}"))
        for name in set.union(*shown.values()):
            expect(phone.group(name)).to_be_visible(visible=name in names)
