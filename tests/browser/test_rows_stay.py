"""The rows that stand on a page stay where they are, and what is new comes above them."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Lay
from tests.browser.table import THREE, Match, Phone, start
from tests.browser.test_other_phones import both, listening, sleep

BROWSERS = {"browsers of now": "", "older ones": "delete Element.prototype.moveBefore"}
"""How a browser moves an element: as it is, or taken out and put in."""


@pytest.fixture(params=BROWSERS)
def screen(request: pytest.FixtureRequest, lay: Lay) -> Phone:
    """A phone that has one kind of browser."""
    phone = lay()
    phone.page.add_init_script(BROWSERS[request.param])
    return phone


def leave_marks(phone: Phone) -> None:
    """On the rows that are there; what is rendered anew has none."""
    phone.page.evaluate("for (const row of document.querySelectorAll('#rows > tr')) row.stood = 1")


def stood(phone: Phone) -> list[bool]:
    """Of each row, the newest first, whether it was there already."""
    found: list[bool] = phone.page.evaluate(
        "[...document.querySelectorAll('#rows > tr')].map(row => row.stood === 1)"
    )
    return found


def shows_as_a_reload(phone: Phone) -> None:
    """The sheet is as a page that is opened now has it."""
    read = "[...document.querySelectorAll('#pad tr')].map(row => row.innerText)"
    expect(phone.page.locator(".htmx-settling")).to_have_count(0)
    before = phone.page.evaluate(read)
    phone.page.reload()
    assert phone.page.evaluate(read) == before


def rounds(phone: Phone, number: int) -> Match:
    """A match that goes on and on."""
    match = start(phone, "thirty-one", THREE, tied_lowest="none")
    for _ in range(number):
        match.round(21, 21, 21)
    return match


def record_round(phone: Phone) -> None:
    for name in THREE:
        phone.worth(name).fill("21")
    phone.record()


def test_what_is_recorded_comes_above_what_was_there(screen: Phone) -> None:
    match = rounds(screen, 11)
    screen.open(match)
    for newest in (12, 13, 14):
        leave_marks(screen)
        record_round(screen)
        expect(screen.row(f"Round {newest}")).to_be_visible()
        assert stood(screen) == [False] + [True] * 11
        expect(screen.rows).to_have_count(12)
    shows_as_a_reload(screen)


def test_what_others_record_does_too_also_after_a_sleep(screen: Phone, lay: Lay) -> None:
    match = both(lay(), screen)
    match.deal(8, 4, 1)
    expect(screen.rows).to_have_count(1)
    leave_marks(screen)
    sleep(screen, hidden=True)
    for tricks in ((3, 6, 4), (5, 5, 3), (4, 4, 5)):
        match.deal(*tricks)
    sleep(screen, hidden=False)
    expect(screen.rows).to_have_count(4)
    assert stood(screen) == [False, False, False, True]
    shows_as_a_reload(screen)


def test_undo_redo_and_a_correction_show_what_is_right(screen: Phone, lay: Lay) -> None:
    other = lay()
    match = both(other, screen)
    for tricks in ((8, 4, 1), (3, 6, 4), (5, 5, 3)):
        match.deal(*tricks)
    expect(screen.rows).to_have_count(3)
    leave_marks(screen)
    screen.tap_button(re.compile("^Undo"))
    expect(screen.rows).to_have_count(2)
    expect(screen.cell("Ann")).to_have_value("5")
    screen.tap_button(re.compile("^Redo"))
    expect(screen.rows).to_have_count(3)
    screen.shows_row("Round 1, deal 2", [0, 0, 0])
    answer = match.post(
        f"e/{match.entries[0]}", number=match.number, id=uuid4(), tricks0=6, tricks1=4, tricks2=3
    )
    assert answer.status == 303
    screen.shows_row("Round 1, deal 1", [0, 0, 0])
    shows_as_a_reload(screen)


def test_who_reads_a_row_by_keys_stays_in_it(screen: Phone, lay: Lay) -> None:
    match = both(lay(), screen)
    match.deal(8, 4, 1)
    first = screen.row("Round 1, deal 1").get_by_role("link").first
    first.focus()
    match.deal(3, 6, 4)
    expect(screen.rows).to_have_count(2)
    expect(first).to_be_focused()


def test_an_answer_for_other_rows_than_are_here_is_asked_for_again(phone: Phone, lay: Lay) -> None:
    match = both(lay(), phone)
    match.deal(8, 4, 1)
    match.deal(3, 6, 4)
    expect(phone.rows).to_have_count(2)

    def meanwhile(route: Route) -> None:
        answer = route.fetch()
        phone.page.evaluate("document.querySelector('#rows > tr').remove()")
        route.fulfill(response=answer)

    phone.page.route("**/entries", meanwhile)
    listening(phone)
    for name, count in (("Ann", 5), ("Ben", 5)):
        phone.count(name, count)
    phone.record()
    expect(phone.rows).to_have_count(3)
    phone.shows_row("Round 1, deal 3", ["+1", "+2", "−3"])
    expect(phone.cell("Ann")).to_have_value("")
    shows_as_a_reload(phone)
    assert match.lines_in_log("recorded") == 3


def test_a_page_that_comes_back_says_what_it_has(phone: Phone, lay: Lay) -> None:
    match = both(lay(), phone)
    match.deal(8, 4, 1)
    expect(phone.rows).to_have_count(1)
    phone.open("/")
    match.deal(3, 6, 4)
    phone.page.go_back()
    expect(phone.rows).to_have_count(2)
    match.deal(5, 5, 3)
    expect(phone.rows).to_have_count(3)
    shows_as_a_reload(phone)
