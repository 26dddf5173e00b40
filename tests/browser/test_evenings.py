"""Evenings by tapping: breaks, ending and continuing, local times, and the printed resume card."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.far import WAITS
from tests.browser.layout import KEYS, places
from tests.browser.legs import B_FOUR
from tests.browser.scenes_of_time import CARDS, playing, with_a_gap
from tests.browser.table import Match, Phone
from tests.browser.test_print import FONTS, SIZES, SMALLEST, as_paper, pages, take_font
from tests.browser.way import Way
from tests.faults.conftest import amount
from tests.games.records import record

QUARTER = {"width": 4.25 * 96 - 34, "height": 5.5 * 96 - 34}
"""A quarter of US letter, less 9 mm for margins, in CSS pixels; a quarter of A4 is taller."""
QUARTER_OF_A4 = {"width": 105 / 25.4 * 96 - 34, "height": 148.5 / 25.4 * 96 - 34}
BOX = """() => {
    const card = document.querySelector("article");
    const { width, height } = card.getBoundingClientRect();
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = card;
    const isCut = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
    return { width, height, isCut };
}"""


def more(phone: Phone, words: str) -> None:
    with phone.page.expect_navigation():  # until its scripts have come
        phone.tap_more("Stop or end the evening")
    phone.tap_button(words)


def at(phone: Phone, match: Match) -> None:
    phone.open(match)
    expect(phone.keypad.get_by_role("status")).not_to_be_empty()


def test_a_break_is_three_taps_going_on_one_the_end_three_and_what_is_typed_stays(
    phone: Phone,
) -> None:
    at(phone, playing(phone))
    phone.count("Ann", 7)
    phone.taps = 0
    more(phone, "Take a break")
    expect(phone.page.get_by_text("Break since")).to_be_visible()
    assert phone.taps == 3
    phone.tap_link("Score")
    expect(phone.cell("Ann")).to_have_value("7")
    phone.tap_button("Continue")
    expect(phone.page.get_by_text("Break since")).to_be_hidden()
    assert phone.taps == 5
    more(phone, "End the evening")
    assert phone.taps == 8
    expect(phone.page.get_by_text("The evening ended.")).to_be_visible()
    phone.tap_button("Undo")
    expect(phone.cell("Ann")).to_have_value("7")


@pytest.mark.parametrize("word", amount(["No"], ["Yes, 1 h 19 min", "No"]))
def test_nothing_moves_when_a_break_is_asked_about_and_answered(phone: Phone, word: str) -> None:
    match = phone.load(with_a_gap())
    at(phone, match)
    expect(phone.page.get_by_text("Was that a break?")).to_be_in_viewport()
    asked = places(phone, KEYS)
    phone.tap_button(word)
    expect(phone.page.get_by_text("Was that a break?")).to_be_hidden()
    assert places(phone, KEYS) == asked
    phone.tap_button("Undo")
    expect(phone.page.get_by_text("Was that a break?")).to_be_visible()
    assert places(phone, KEYS) == asked


def test_nothing_moves_on_another_phone_when_a_break_begins(phone: Phone, lay: Lay) -> None:
    leg = record("card-triathlon", 4, [B_FOUR], format="5000")
    for match in (phone.load(leg), playing(phone))[: amount(1, 2)]:
        other = lay()
        phone.open(match.to_score + "evenings")
        begin = phone.page.get_by_role("button", name="Begin the evening")
        if begin.is_visible():
            phone.tap(begin)
            expect(begin).to_be_hidden()
        at(other, match)
        before = places(other, KEYS)
        at(phone, match)
        more(phone, "Take a break")
        phone.tap_link("Score")
        expect(other.page.get_by_text("Break since")).to_be_visible()
        assert places(other, KEYS) == before
        other.tap_button("Continue")
        expect(other.page.get_by_text("Break since")).to_be_hidden()
        expect(phone.page.get_by_text("Break since")).to_be_hidden()
        assert places(other, KEYS) == before


def test_times_are_typed_as_the_device_has_them(lay: Lay) -> None:
    phone = lay(timezone_id="Asia/Tokyo")
    match = playing(phone)
    phone.open(match.to_score + "evenings/1")
    began = phone.page.get_by_label("Began")
    expect(phone.page.get_by_text("UTC")).to_have_count(0)
    shown = began.input_value()
    earlier = phone.page.evaluate(
        """(text) => { const at = new Date(text); at.setMinutes(at.getMinutes() - 30);
           return new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16); }""",
        shown,
    )
    began.fill(earlier)
    phone.page.get_by_label("Where").fill("At Ben’s")
    phone.tap_button("Save evening 1")
    expect(phone.page.get_by_text("At Ben’s", exact=True)).to_be_visible()
    start = match.record_file["sessions"][0]["start"]
    assert start == f"{earlier}:00+09:00"
    sheet = match.fetch("sheet.csv").html
    assert "date (Asia/Tokyo)" in sheet.splitlines()[0]


@pytest.mark.parametrize("name", amount(["a table of many words", "sixteen"], [*CARDS]))
def test_the_card_is_a_quarter_of_a_sheet_and_can_be_read(phone: Phone, name: str) -> None:
    phone.open(phone.load(CARDS[name]).to_score + "resume")
    for paper in ("A4", "Letter"):
        assert pages(phone.page.pdf(format=paper)) == 1, paper
    page = as_paper(phone)
    for font in FONTS:
        take_font(phone, font, "article p")
        box = page.evaluate(BOX)
        assert not box["isCut"], (font, box)
        for quarter in (QUARTER, QUARTER_OF_A4):
            assert box["width"] <= quarter["width"], (font, box)
            assert box["height"] <= quarter["height"], (font, box)
        assert min(page.evaluate(SIZES)) >= SMALLEST


def test_what_is_said_while_referee_is_away_goes_by_itself_and_once(far: Phone, way: Way) -> None:
    match = playing(far)
    at(far, match)
    far.listens()
    way.posts("unanswered")
    more(far, "Take a break")
    expect(far.line).to_have_text(WAITS)
    far.is_back(way)
    expect(far.page.get_by_text("Break since")).to_be_visible()
    assert match.fetch("log/").html.count("A break started.") == 1
    far.open(match.to_score + "evenings")
    way.posts("unanswered")
    far.tap_button("End the evening")
    expect(far.line).to_have_text(WAITS)
    far.is_back(way)
    expect(far.line).to_have_count(0)
    assert match.fetch("log/").html.count("The evening ended.") == 1


SHARE = """() => {
    navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
    navigator.share = async ({ files: [file] }) => { document.title = `sent ${file.name}`; };
}"""


def test_the_picture_of_the_evening_is_sent_with_one_tap(lay: Lay) -> None:
    phone = lay(locale="en-GB")
    phone.page.add_init_script(f"({SHARE})()")
    phone.open(playing(phone).to_score + "midnight")
    phone.taps = 0
    phone.tap_link("Share picture")
    expect(phone.page).to_have_title("sent picture.png")
    assert phone.taps == 1
