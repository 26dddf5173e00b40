"""While Referee is away or refuses an entry, the page says so, and nothing is lost or doubled."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe
from threading import Event

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Lay
from tests.browser.far import FIRST, WAITS
from tests.browser.hands import card_key, d_leg_due, hand_page
from tests.browser.layout import box
from tests.browser.table import PATIENCE, THREE, Match, Phone
from tests.browser.test_other_phones import sleep
from tests.browser.way import LANDING, Fate, Fault, Way, good
from tests.faults.conftest import amount

AT = datetime(2025, 11, 22, 21, 4, tzinfo=UTC)
TWO_WAIT = re.compile(
    r"^No connection since .*\. 2 entries are saved on this phone and will be sent automatically\."
    r" Keep this page open\.$"
)

FAULTS: list[Fault] = ["unanswered", "landing", "too many", "lost", "bad gateway"]

# Waiting entries are sent by themselves -----------------------------------------------------------


@pytest.mark.parametrize("fault", amount(FAULTS[:3], FAULTS))
def test_what_waits_is_said_and_stays_as_it_was_typed_until_it_is_in(
    far: Phone, way: Way, fault: Fault
) -> None:
    match = far.first_deal_waits(way, fault)
    how = "Referee has been busy" if fault == "too many" else "No connection"
    expect(far.line).to_have_text(re.compile(f"^{how} since .* 1 deal is saved "))
    expect(far.saved).to_have_text("Deal 1: Ann 8, Ben 4, Cora 1 Take back")
    assert len(match.entries) == (fault == "unanswered")
    expect(far.page.get_by_text("Another phone")).to_have_count(0)
    expect(far.page.get_by_text("Wi-Fi")).to_have_count(0)
    (waiting,) = far.kept()
    assert {"id", "path", "fields", "base", "at"} <= waiting.keys()
    assert (waiting["base"], waiting["path"]) == (
        "1",
        far.page.url.partition(way.address)[2] + "entries",
    )
    expect(far.rows).to_have_count(0)

    far.is_back(way)
    far.shows_row(FIRST, ["+2", 0, "−2"])
    expect(far.line).to_have_text("Connected again. Sent: deal 1")
    assert far.kept() == []
    assert len(match.entries) == 1
    far.record_tricks(3, 6)
    expect(far.rows).to_have_count(2)
    expect(far.line).to_have_count(0)


def test_without_the_script_that_says_what_waits_the_lost_connection_is_said(
    far: Phone, way: Way
) -> None:
    """It comes after the page, so the connection may be lost before."""
    far.page.route("**/offline.js*", lambda route: route.abort())
    match = far.start("tribello", *THREE)
    far.open_to_record(match)
    far.record_tricks(8, 4)
    far.shows_row(FIRST, ["+2", 0, "−2"])
    way.all("lost")
    far.record_tricks(3, 6)
    expect(far.line).to_contain_text("No connection since")
    assert len(far.kept()) == 1
    far.is_back(way)
    expect(far.rows).to_have_count(2)
    expect(far.line).to_have_count(0)


def test_that_nobody_answers_covers_no_reason(far: Phone, way: Way) -> None:
    far.expects(422)
    far.open_to_record(far.start("tribello", *THREE))
    far.count("Ann", 3)
    far.record()
    reason = far.page.get_by_role("alert")
    expect(reason).to_be_visible()
    way.all("lost")
    far.count("Ben", 4)
    expect(far.line).to_contain_text("No connection")
    assert box(far.line)["bottom"] <= box(reason)["y"]


def test_a_reload_sends_what_waits_at_once(far: Phone, way: Way) -> None:
    match = far.first_deal_waits(way)
    far.page.reload()
    expect(far.line).to_have_text(WAITS)
    expect(far.saved).to_have_count(1)
    way.fate = good
    far.page.reload()
    far.shows_row(FIRST, ["+2", 0, "−2"])
    expect(far.cell("Ann")).to_have_value("")
    assert len(match.entries) == 1


def test_an_answer_to_a_page_that_was_left_leads_nowhere(far: Phone, way: Way) -> None:
    """Otherwise the phone would suddenly show another page, where the score stands still."""
    match = far.open_tribello((8, 4, 1), listens=True)
    far.tap_more("Stop or end the evening")
    way.posts("unanswered", on="/evenings")
    far.tap_button("Take a break")
    far.until(lambda: way.faults["unanswered"] > 0)
    far.open(match)
    way.fate = good  # the page that was left hears no more
    far.until(lambda: far.kept() == [])
    far.tap_button("Continue")
    expect(far.page.get_by_text("Break since")).to_be_hidden()
    assert far.page.url.endswith(match.to_score)


def test_a_tap_on_a_link_counts_more_than_an_answer_that_leads_elsewhere(
    far: Phone, way: Way
) -> None:
    match = far.open_tribello((8, 4, 1), listens=True)
    far.tap_more("Stop or end the evening")
    sent, left, answered = Event(), Event(), Event()

    def fate(method: str, path: str) -> Fault:
        if method == "POST":
            sent.set()
            left.wait()
        elif sent.is_set() and match.to_score.endswith(path):
            left.set()
            answered.wait()
        return ""

    way.fate = fate
    far.tap_button("Take a break")
    far.until(sent.is_set)
    with far.page.expect_response(lambda each: each.request.method == "POST"):
        score = far.page.get_by_role("link", name="Score", exact=True)
        score.dispatch_event("click")  # a click would wait for the next page in Firefox
    answered.set()
    expect(far.page).to_have_title(re.compile("^Tribello"))
    far.tap_button("Continue")
    expect(far.page.get_by_text("Break since")).to_be_hidden()
    assert far.page.url.endswith(match.to_score)


def test_it_is_kept_before_it_is_sent(far: Phone, way: Way) -> None:
    """An entry survives if the page is left while its form is being sent."""
    match = far.open_tribello(listens=True)
    far.has_forms()
    far.count_tricks(8, 4)
    under_way, goes_on = Event(), Event()

    def fate(method: str, _path: str) -> Fault:
        if method != "POST":
            return ""
        if under_way.is_set():
            return "lost"
        under_way.set()
        goes_on.wait()
        return ""

    way.fate = fate
    try:
        far.record()
        assert under_way.wait(PATIENCE)
        far.page.reload()
        expect(far.line).to_have_text(WAITS)
        expect(far.saved).to_have_count(1)
        assert len(far.kept()) == 1
    finally:
        goes_on.set()
        far.is_back(way)
    far.shows_row(FIRST, ["+2", 0, "−2"])
    assert len(match.entries) == 1


def on_a_stopped_clock(far: Phone, way: Way, until_then: Fate) -> Match:
    """Record a deal that waits on a phone without a connection, whose clock is stopped."""
    match = far.start("tribello", *THREE)
    far.page.clock.install(time=AT)
    far.page.clock.pause_at(AT + timedelta(minutes=1))
    way.fate = until_then
    with far.page.expect_response(re.compile("/stream")):
        far.open(match)
    far.count_tricks(8, 4)
    way.fate = lambda method, path: no_stream(method, path) or "lost"
    far.record()
    expect(far.line).to_have_text(WAITS)
    return match


def no_stream(_method: str, path: str) -> Fault:
    return "bad gateway" if "/stream" in path else ""


def asking(phone: Phone) -> Locator:
    """Elements on the page that wait for a response."""
    return phone.page.locator(".htmx-request")


def wakes(phone: Phone) -> None:
    sleep(phone, hidden=True)
    sleep(phone, hidden=False)


def is_shown_again(phone: Phone) -> None:
    shown = "window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
    phone.page.evaluate(shown)


@pytest.mark.parametrize("happens", [wakes, is_shown_again, Phone.network_is_back])
def test_what_waits_is_sent_as_soon_as_something_happens_to_the_phone(
    far: Phone, way: Way, happens: Callable[[Phone], None]
) -> None:
    """Each of these events is enough: there is no stream, and no time passes for a retry."""
    match = on_a_stopped_clock(far, way, no_stream)
    way.fate = no_stream
    happens(far)
    far.shows_row(FIRST, ["+2", 0, "−2"])
    assert len(match.entries) == 1


def test_what_waits_is_sent_as_soon_as_the_stream_opens(far: Phone, way: Way) -> None:
    match = on_a_stopped_clock(far, way, no_stream)
    with far.page.expect_response(re.compile("/stream")):
        far.page.clock.run_for(700)  # the page's other requests are lost too
    expect(asking(far)).to_have_count(0)
    way.fate = good
    far.page.clock.run_for(1000)  # its own retry comes after 2 s, the stream's in between
    far.shows_row(FIRST, ["+2", 0, "−2"])
    assert len(match.entries) == 1


def test_it_is_tried_again_after_2_to_60_seconds_for_ever(far: Phone, way: Way) -> None:
    match = on_a_stopped_clock(far, way, good)
    tried: list[str] = []

    def fate(_method: str, path: str) -> Fault:
        tried.extend([path] if path.endswith("/entries") else [])
        return "lost"

    way.fate = fate
    for times, seconds in enumerate((2, 4, 8, 16, 32, 60, 60)):
        far.page.clock.run_for(seconds * 1000 - 1)
        expect(asking(far)).to_have_count(0)
        assert len(tried) == times, f"before {seconds} s"
        far.page.clock.run_for(1)
        far.until(lambda: len(tried) > times)  # noqa: B023
        expect(asking(far)).to_have_count(0)
    way.fate = good
    far.page.clock.run_for(60_000)
    far.shows_row(FIRST, ["+2", 0, "−2"])
    assert len(match.entries) == 1


@pytest.mark.parametrize(("opened", "order"), [(1, (1, 0)), (2, (0, 1))])
def test_what_several_matches_have_left_goes_in_order(
    far: Phone, way: Way, opened: int, order: tuple[int, ...]
) -> None:
    """The open match's entries are sent first, then the oldest; if it has none, it isn't locked."""
    matches = [far.start("tribello", *THREE) for _ in range(3)]
    way.posts("lost")
    for number, match in enumerate(matches[:2], start=1):
        far.open(match)
        far.is_open()
        far.record_tricks(8, 4)
        expect(far.line).to_contain_text(f"{number} {'deal is' if number == 1 else 'entries are'}")
    if opened == 2:
        far.open(matches[2])
        far.is_open()
    expect(far.line).to_have_text(TWO_WAIT)
    sent: list[str] = []

    def fate(method: str, path: str) -> Fault:
        sent.extend([path] if method == "POST" and not path.endswith("/check") else [])
        return ""

    way.fate = fate
    far.network_is_back()
    said = re.compile(r"^Connected again\. Sent: .*deal 1 and .+: deal 1$")
    expect(far.line).to_have_text(said)
    expect(far.rows).to_have_count(1 if opened == 1 else 0)
    assert [way.address + path for path in sent] == [
        matches[at].to_score + "entries" for at in order
    ]
    assert [len(match.entries) for match in matches] == [1, 1, 0]


def test_a_browser_that_keeps_nothing_still_sends_it_while_the_page_is_open(
    far: Phone, way: Way
) -> None:
    far.run_first("Storage.prototype.setItem = () => { throw new Error('full'); }")
    match = far.open_tribello()
    far.page.wait_for_selector("#forms", state="attached")
    far.deal_meets(way, "unanswered")
    expect(far.saved).to_have_count(1)
    far.is_back(way)
    far.shows_row(FIRST, ["+2", 0, "−2"])
    assert len(match.entries) == 1


# Every form that writes ---------------------------------------------------------------------------


def test_undo_and_redo_wait_too(far: Phone, way: Way) -> None:
    match = far.open_tribello((8, 4, 1))
    for button, rows in (("Undo", 0), ("Redo", 1)):
        way.posts("unanswered")
        far.tap_button(re.compile(f"^{button}"))
        expect(far.line).to_have_text(WAITS)
        far.is_back(way)
        expect(far.rows).to_have_count(rows)
        expect(far.line).to_contain_text(f"Connected again. Sent: {button}")
    assert match.number == 4


def test_a_correction_waits_on_its_page_and_then_shows_the_match(far: Phone, way: Way) -> None:
    match = far.open_tribello((8, 4, 1))
    far.correct(FIRST)
    far.count("Ann", 6)
    way.posts("unanswered", on=match.ids[0])
    far.save()
    expect(far.line).to_have_text(WAITS)
    far.is_locked()
    expect(far.cell("Ann")).to_have_value("6")
    far.is_back(way)
    far.shows_row(FIRST, [0, 0, 0])
    assert len(re.findall("was corrected", match.fetch("log/").html)) == 1


def test_a_card_in_play_waits(far: Phone, way: Way) -> None:
    match = far.start("tribello", *THREE)
    match.begin(trump="H")
    far.open(match)
    before = match.number
    for number, card in enumerate(("9", "10"), start=1):
        way.posts("unanswered", on="/card")
        far.tap_card(f"{card}H")
        expect(far.line).to_have_text(WAITS)
        far.is_back(way)
        expect(far.line).to_have_text(f"Connected again. Sent: {card} of hearts")
        assert match.number == before + number


# No connection ------------------------------------------------------------------------------------


def test_a_landing_page_is_shown_nowhere(far: Phone, way: Way, lay_far: Lay) -> None:
    match = far.start("tribello", *THREE)
    match.deal(8, 4, 1)
    board = lay_far()
    far.open_to_record(match)
    board.open(match.to_score + "board")
    board.listens()
    way.all("landing")
    match.behind(way).deal(3, 6, 4)
    expect(far.line).to_contain_text("No connection")
    far.tap(far.row(FIRST).get_by_role("cell").first)
    far.shows_in_place("No connection. You can go on recording here.")
    for each in (far, board):
        expect(each.page.get_by_text("Wi-Fi")).to_have_count(0)
    expect(far.page.get_by_role("dialog")).to_have_count(0)
    assert b"Wi-Fi" in LANDING
    far.is_back(way)
    expect(far.rows).to_have_count(2)
    board.network_is_back()
    expect(board.page.get_by_role("main")).to_contain_text("Deal 3")


def test_of_two_phones_with_the_same_deal_one_gets_it_in_and_the_other_is_told(
    far: Phone, way: Way, lay_far: Lay
) -> None:
    other = lay_far()
    match = far.start("tribello", *THREE)
    for each in (far, other):
        each.open_to_record(match)
        each.count_tricks(8, 4)
    way.all("lost")
    for each in (far, other):
        each.record()
        expect(each.line).to_have_text(WAITS)
    way.fate = good
    for each in (far, other):
        each.network_is_back()
        each.shows_row(FIRST, ["+2", 0, "−2"])
        each.is_due("deal 2")
    # Each also retries by itself, so either may be first.
    same = "Another phone has just done the same."
    assert sum(each.page.get_by_text(same).count() for each in (far, other)) == 1
    assert len(match.entries) == 1
    assert [each.kept(state) for each in (far, other) for state in ("outbox", "refused")] == [
        []
    ] * 4


def test_what_was_impossible_is_shown_as_it_was_typed_also_after_a_reload(
    far: Phone, way: Way
) -> None:
    match = far.open_tribello()
    far.expects(422)
    far.count("Ann", 5)
    far.recorded_waits(way, "lost")
    far.page.reload()
    far.is_back(way)
    far.shows_in_place("Enter the tricks for Ben and Cora")
    far.is_open()
    expect(far.cell("Ann")).to_have_value("5")
    expect(far.refused).to_have_count(0)
    far.count("Ben", 7)
    far.record()
    expect(far.rows).to_have_count(1)
    assert [entry["tricks"] for entry in match.entries] == [[5, 7, 1]]


def test_what_comes_to_a_link_that_was_replaced_stays_in_a_list(
    far: Phone, way: Way, tmp_path: Path
) -> None:
    far.expects(404)
    match = far.first_deal_waits(way)
    match.behind(way).post("share/renew", role="score", form=token_urlsafe(16))
    far.is_back(way)
    expect(far.refused).to_contain_text("deal 1")
    expect(far.refused).to_contain_text("This link doesn’t open a match.")
    assert far.kept() == []

    far.page.evaluate("window.dispatchEvent(new Event('pageshow'))")
    far.tap(far.refused.get_by_text("Show as text"))
    text = far.refused.locator("pre")
    expect(text).to_contain_text("Ann, tricks: 8")
    expect(text).to_contain_text("Ben, tricks: 4")
    with far.page.expect_download() as download:
        far.tap(far.refused.get_by_role("button", name="Save as file"))
    download.value.save_as(tmp_path / "saved.txt")
    assert "Ann, tricks: 8" in (tmp_path / "saved.txt").read_text(encoding="utf-8")
    far.is_open()
    far.tap(far.refused.get_by_role("button", name="Discard"))
    expect(far.refused).to_have_count(0)
    assert far.kept("refused") == []


def test_what_another_match_has_left_and_is_impossible_stays_in_the_list(
    far: Phone, way: Way
) -> None:
    match, other = (far.start("tribello", *THREE, title=title) for title in ("One", "Two"))
    far.open_to_record(match)
    far.expects(422)
    far.count("Ann", 5)
    far.recorded_waits(way, "lost")
    far.open(other)
    far.count("Ann", 6)
    far.is_back(way)
    expect(far.refused).to_contain_text("One: deal 1")
    expect(far.refused.locator("small")).not_to_be_empty()
    far.tap(far.refused.get_by_text("Show as text"))
    expect(far.refused.locator("pre")).to_contain_text("Ann, tricks: 5")
    assert far.kept() == []
    # Input typed here belongs to another match, and stays.
    far.is_open()
    expect(far.cell("Ann")).to_have_value("6")


def test_a_card_that_comes_too_late_after_a_reload_stays_in_the_list(far: Phone, way: Way) -> None:
    match = far.start("tribello", *THREE)
    match.begin(trump="H")
    far.open(match)
    far.expects(409)
    way.posts("lost")
    far.tap_card("9H")
    expect(far.line).to_have_text(WAITS)
    match.behind(way).fall("KH")
    far.page.reload()
    far.is_back(way)
    expect(far.refused).to_contain_text("9 of hearts")
    expect(far.line).to_have_count(0)
    far.page.reload()
    expect(far.refused).to_contain_text("9 of hearts")


def test_what_has_waited_long_can_be_taken_out_by_hand(far: Phone, way: Way) -> None:
    far.open_tribello((8, 4, 1))
    way.posts("bad gateway")
    far.undo()
    expect(far.line).to_have_text(WAITS)
    far.page.evaluate(
        """() => { const [key] = Object.keys(localStorage).filter((each) => /^outbox /.test(each));
                   const kept = JSON.parse(localStorage.getItem(key));
                   localStorage.setItem(key, JSON.stringify({ ...kept, at: kept.at - 61000 })); }"""
    )
    far.network_is_back()
    stuck = far.page.get_by_role("listitem").filter(has_text="Not sent yet:")
    expect(stuck).to_contain_text("Undo")
    far.is_locked()
    far.tap(stuck.get_by_role("button", name="Discard"))
    expect(stuck).to_have_count(0)
    far.is_open()


def portal(route: Route) -> None:
    """Answer any request the way a guest network's login page does."""
    route.fulfill(status=200, content_type="text/html", body="<h1>Welcome, please pay</h1>")


def trouble(route: Route) -> None:
    route.fulfill(status=503, content_type="text/html", body="<h1>Not now</h1>")


@pytest.mark.parametrize("answer", amount([portal], [portal, trouble]))
def test_a_new_match_keeps_its_names_whatever_answers(
    phone: Phone, answer: Callable[[Route], None]
) -> None:
    phone.expects(503)
    phone.may_lose_server = True
    phone.seat_players("Tribello", THREE)
    phone.page.route("**/new", answer)
    phone.page.route("**/icon.svg", lambda route: route.abort())
    phone.choose("Game", re.compile("^Triathlon"))
    expect(phone.page.get_by_role("status").filter(has_text="No connection since")).to_be_visible()
    expect(phone.seat(1)).to_have_value("Ann")


@pytest.mark.parametrize("answer", amount([trouble], [portal, trouble]))
def test_a_hand_stays_whatever_answers_and_is_not_busy_for_ever(
    phone: Phone, answer: Callable[[Route], None]
) -> None:
    phone.expects(503)
    phone.may_lose_server = True
    hand_page(phone, d_leg_due(phone))
    phone.page.route("**/hand/0?*", answer)
    phone.page.route("**/icon.svg", lambda route: route.abort())
    phone.tap(card_key(phone, "10H"))
    expect(phone.page.get_by_text("No connection. Your cards are still here.")).to_be_visible()
    expect(phone.page.get_by_role("status").filter(has_text="No connection since")).to_be_visible()
    expect(phone.page.locator("[aria-busy=true]")).to_have_count(0)
