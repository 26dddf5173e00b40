"""What is recorded while Referee is away is not lost and not doubled, and what waits is said."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.far import (
    FIRST,
    THREE,
    WAITS,
    behind,
    count,
    entries,
    is_locked,
    is_open,
    kept,
    line,
    network_is_back,
    on_the_table,
)
from tests.browser.followed import tap_card
from tests.browser.layout import box
from tests.browser.table import House, Phone, start
from tests.browser.test_corrections import receipt
from tests.browser.test_other_phones import listening, sleep
from tests.browser.way import LANDING, Fault, Way, good

DEALS = 200
FAULTS: tuple[Fault, ...] = ("", "", "", "lost", "unanswered", "landing", "bad gateway")
SEED = 21
WRITE_ROUND = """async (number) => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
    const form = document.getElementById("entry");
    while (!form["htmx-internal-data"]?.listenerInfos?.length) await pause();  // it is new
    for (const seat of [0, 1, 2]) form.elements[`value${seat}`].value = 21;
    form.elements.note.value = number;
    form.requestSubmit();
    const isIn = () => document.getElementById("live").dataset.number === String(number)
        && !Object.keys(localStorage).some((key) => key.startsWith("outbox "));
    const end = Date.now() + 20000;
    while (!isIn()) {
        if (Date.now() > end) throw new Error(`${number} does not get through`);
        await pause();
        window.dispatchEvent(new Event("online"));  // the phone has found its network again
    }
}"""


# What waits goes by itself ------------------------------------------------------------------------


def test_of_two_hundred_rounds_each_is_in_the_log_exactly_once(far: Phone, way: Way) -> None:
    """Whatever happens on the way: it is lost, its answer is, or somebody else answers."""
    match = start(far, "thirty-one", THREE, tied_lowest="none")
    far.open(match)
    chance = random.Random(SEED)

    def fate(method: str, path: str) -> Fault:
        if method == "POST" or chance.random() < 0.2:
            return chance.choice(FAULTS)
        return ""

    way.fate = fate
    rounds = range(2, DEALS + 2)
    for number in rounds:
        far.page.evaluate(WRITE_ROUND, number)
    way.fate = good
    print(f"\n{way.faults}")
    assert [entry["note"] for entry in entries(match)] == [str(number) for number in rounds]
    assert min(way.faults[fault] for fault in FAULTS if fault) > 20
    assert kept(far) == kept(far, "refused") == []


def test_a_server_that_is_killed_again_and_again_loses_nothing(phone: Phone, house: House) -> None:
    phone.may_lose_server = True
    match = start(phone, "tribello", THREE)
    on_the_table(phone, match)
    for number, tricks in enumerate(((8, 4), (3, 6), (5, 5)), start=1):
        with house.away():
            count(phone, *tricks)
            phone.record()
            expect(line(phone)).to_have_text(WAITS)
            is_locked(phone)
        expect(phone.rows).to_have_count(number)
        is_open(phone)
    assert [entry["tricks"] for entry in entries(match)] == [[8, 4, 1], [3, 6, 4], [5, 5, 3]]


@pytest.mark.parametrize("fault", ["lost", "unanswered", "landing", "bad gateway"])
def test_what_waits_is_said_and_stays_as_it_was_typed_until_it_is_in(
    far: Phone, way: Way, fault: Fault
) -> None:
    match = start(far, "tribello", THREE)
    on_the_table(far, match)
    count(far, 8, 4)
    way.all(fault)
    far.record()
    expect(line(far)).to_have_text(WAITS)
    is_locked(far)
    for name, number in (("Ann", 8), ("Ben", 4)):
        expect(far.cell(name)).to_have_value(str(number))
    expect(far.page.get_by_text("Wi-Fi")).to_have_count(0)
    (waiting,) = kept(far)
    assert {"id", "path", "fields", "base", "at"} <= waiting.keys()
    assert (waiting["base"], waiting["path"]) == (
        "1",
        far.page.url.partition(way.address)[2] + "entries",
    )
    expect(far.rows).to_have_count(0)
    far.page.locator("#entry").evaluate("form => form.requestSubmit()")  # no way round the lock

    way.fate = good
    far.shows_row(FIRST, ["+2", 0, "−2"])  # no button was pressed
    expect(line(far)).to_have_text("Referee is back and has it now: Record deal 1.")
    is_open(far)
    assert kept(far) == []
    assert len(entries(match)) == 1
    count(far, 3, 6)
    far.record()
    expect(far.rows).to_have_count(2)
    expect(line(far)).to_have_count(0)


def test_that_nobody_answers_covers_no_reason(far: Phone, way: Way) -> None:
    far.expects(422)
    on_the_table(far, start(far, "tribello", THREE))
    far.count("Ann", 3)
    far.record()
    reason = far.page.get_by_role("alert")
    expect(reason).to_be_visible()
    way.all("lost")
    far.count("Ben", 4)
    expect(line(far)).to_contain_text("No connection")
    assert box(line(far))["bottom"] <= box(reason)["y"]


def test_an_answer_that_was_lost_is_not_called_another_phones_entry(far: Phone, way: Way) -> None:
    match = start(far, "tribello", THREE)
    on_the_table(far, match)
    count(far, 8, 4)
    way.posts("unanswered")
    far.record()
    expect(line(far)).to_have_text(WAITS)
    assert len(entries(match)) == 1
    expect(far.page.get_by_text("Another phone")).to_have_count(0)
    way.fate = good
    far.shows_row(FIRST, ["+2", 0, "−2"])


def test_a_reload_sends_what_waits_at_once(far: Phone, way: Way) -> None:
    match = start(far, "tribello", THREE)
    far.open(match)
    count(far, 8, 4)
    way.posts("lost")
    far.record()
    expect(line(far)).to_have_text(WAITS)
    far.page.reload()
    expect(line(far)).to_have_text(WAITS)
    is_locked(far)
    expect(far.cell("Ann")).to_have_value("8")
    way.fate = good
    far.page.reload()
    far.shows_row(FIRST, ["+2", 0, "−2"])
    expect(far.page.get_by_role("radio", name=re.compile(r"^\d"), checked=True)).to_have_count(0)
    assert len(entries(match)) == 1


def test_a_phone_that_was_locked_sends_what_waits_when_it_wakes(far: Phone, way: Way) -> None:
    match = start(far, "tribello", THREE)
    on_the_table(far, match)
    count(far, 8, 4)
    way.posts("unanswered")
    far.record()
    far.page.evaluate(
        "window.dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))"
    )
    sleep(far, hidden=True)
    expect(line(far)).to_have_text(WAITS)
    way.fate = good
    sleep(far, hidden=False)
    far.shows_row(FIRST, ["+2", 0, "−2"])
    assert len(entries(match)) == 1


def test_it_is_tried_again_after_a_while_though_nothing_happens(far: Phone, way: Way) -> None:
    far.open(start(far, "tribello", THREE))
    count(far, 8, 4)
    way.all("lost")
    far.record()
    expect(line(far)).to_have_text(WAITS)
    far.page.wait_for_timeout(2500)
    assert way.faults["lost"] >= 2
    way.fate = good
    expect(far.rows).to_have_count(1)


def test_what_another_match_has_left_goes_too(far: Phone, way: Way) -> None:
    match, other = (start(far, "tribello", THREE) for _ in range(2))
    far.open(match)
    count(far, 8, 4)
    way.posts("lost")
    far.record()
    expect(line(far)).to_have_text(WAITS)
    far.open(other)
    expect(line(far)).to_have_text(WAITS)
    is_open(far)
    way.fate = good
    network_is_back(far)
    expect(line(far)).to_contain_text("has it now: Record deal 1")
    expect(far.rows).to_have_count(0)
    assert (len(entries(match)), len(entries(other))) == (1, 0)


def test_a_browser_that_keeps_nothing_still_sends_it_while_the_page_is_open(
    far: Phone, way: Way
) -> None:
    far.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    match = start(far, "tribello", THREE)
    far.open(match)
    count(far, 8, 4)
    way.posts("unanswered")
    far.record()
    expect(line(far)).to_have_text(WAITS)
    is_locked(far)
    way.fate = good
    network_is_back(far)
    far.shows_row(FIRST, ["+2", 0, "−2"])
    assert len(entries(match)) == 1


# Every form that writes ---------------------------------------------------------------------------


def test_undo_and_redo_wait_too(far: Phone, way: Way) -> None:
    match = start(far, "tribello", THREE)
    match.deal(8, 4, 1)
    far.open(match)
    for button, rows in (("Undo", 0), ("Redo", 1)):
        way.posts("unanswered")
        far.tap_button(re.compile(f"^{button}"))
        expect(line(far)).to_have_text(WAITS)
        way.fate = good
        network_is_back(far)
        expect(far.rows).to_have_count(rows)
        expect(line(far)).to_contain_text(f"Referee is back and has it now: {button}")
    assert int(match.number) == 4


def test_a_correction_waits_on_its_page_and_then_shows_the_match(far: Phone, way: Way) -> None:
    match = start(far, "tribello", THREE)
    match.deal(8, 4, 1)
    far.open(match)
    far.tap(receipt(far, FIRST).get_by_role("link", name="Correct"))
    far.count("Ann", 6)
    way.posts("unanswered", on=match.entries[0])
    far.tap_button(re.compile("^Save"))
    expect(line(far)).to_have_text(WAITS)
    is_locked(far)
    expect(far.cell("Ann")).to_have_value("6")
    way.fate = good
    network_is_back(far)
    far.shows_row(FIRST, [0, 0, 0])
    assert len(re.findall("was corrected", match.read("log/"))) == 1


def test_a_card_in_play_waits(far: Phone, way: Way) -> None:
    match = start(far, "tribello", THREE)
    match.begin(trump="H")
    far.open(match)
    before = int(match.number)
    for number, card in enumerate(("9", "10"), start=1):
        way.posts("unanswered", on="/card")
        tap_card(far, f"{card}H")
        expect(line(far)).to_have_text(WAITS)
        way.fate = good
        network_is_back(far)
        expect(line(far)).to_have_text(f"Referee is back and has it now: {card} of hearts.")
        assert int(match.number) == before + number


# No connection ------------------------------------------------------------------------------------


def test_that_the_server_is_away_is_said_at_once_and_taken_away_again(
    phone: Phone, house: House
) -> None:
    phone.may_lose_server = True
    on_the_table(phone, start(phone, "tribello", THREE))
    with house.away():
        expect(line(phone)).to_have_text(re.compile(r"^No connection since .*\. Keep typing\.$"))
        phone.count("Ann", 8)
        is_open(phone)
    expect(line(phone)).to_have_count(0)
    expect(phone.cell("Ann")).to_have_value("8")


def test_a_landing_page_is_shown_nowhere(far: Phone, way: Way, lay_far: Lay) -> None:
    match = start(far, "tribello", THREE)
    match.deal(8, 4, 1)
    board = lay_far()
    on_the_table(far, match)
    board.open(match.url + "board")
    listening(board)
    way.all("landing")
    behind(match, way).deal(3, 6, 4)
    expect(line(far)).to_contain_text("No connection")
    far.tap(far.row(FIRST).get_by_role("cell").first)
    far.page.wait_for_timeout(300)
    for each in (far, board):
        expect(each.page.get_by_text("Wi-Fi")).to_have_count(0)
    expect(far.page.get_by_role("dialog")).to_have_count(0)
    assert b"Wi-Fi" in LANDING
    way.fate = good
    network_is_back(far)
    expect(far.rows).to_have_count(2)
    network_is_back(board)
    expect(board.page.get_by_role("main")).to_contain_text("Deal 3")
