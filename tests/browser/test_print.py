"""The printed pad: a page or two of A4 or US letter, with nothing too small or cut off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.all_scenes import SCENES
from tests.browser.conftest import Lay
from tests.browser.layout import box, resized
from tests.browser.scenes_of_time import LONG, STORIES, to_print
from tests.browser.table import Phone
from tests.browser.test_screens import PHONE, SMALL, faults
from tests.faults.conftest import amount
from tests.games.card_triathlon.legs import TEAMS
from tests.games.card_triathlon.marathon import marathon as example
from tests.games.records import Json, deal, figures, la_krap, thirty_one, tribello
from tests.servers import wait_for
from tests.web.timed import LEG, against_the_clock, marathon

PADS: dict[str, Json] = {
    "a sprint": against_the_clock(LEG) | {"players": LONG},
    "four, 120 legs with notes": marathon(4, 120, missing=10, times=True),
    "four, 120 legs in evenings": example(),
    "six, 120 legs": marathon(6, 120, missing=5),
    "eight, 120 legs": marathon(8, 120, missing=5),
    "eight, 60 legs": marathon(8, 60),
    "eight in pairs, 48 legs": marathon(8, 48, teams=TEAMS["8 in four"]),
    "tribello": tribello(*[deal(6, 4, 3, trump="H")] * 12),
    "la krap": la_krap(6, *[deal(3, 1, 1, 2, 0, 6, teams=None)] * 30, rounds=5),
    "thirty-one": thirty_one(9, *[figures(*[21] * 9)] * 150, tied_lowest="none"),
}
FEW_PADS = ["six, 120 legs", "thirty-one"]
"""The fullest pads; `make faults` prints all."""
ON_TWO = {"six, 120 legs"}  # with room for contracts and running totals
SMALLEST = 8.0  # CSS pixels: six points
READABLE = 8 * 96 / 72 - 0.01  # CSS pixels: eight points
PAPER = {"width": 726, "height": 987}  # the area inside the margins on both papers, in CSS pixels
FONTS = ("Liberation Sans", WIDE := "DejaVu Sans")
"""Fonts that differ as much as those of phones: the second one's figures are a seventh wider."""

TAKE_FONT = """font => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`body:is(.printed, .resume) { font-family: "${font}" !important; }`);
    document.adoptedStyleSheets = [sheet];
}"""

SIZES = """() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const holder = texts.currentNode.parentElement;
        const isSeen = texts.currentNode.data.trim() && holder.checkVisibility();
        if (!isSeen || holder.closest(".unseen, svg")) continue;
        found.push(parseFloat(getComputedStyle(holder).fontSize));
    }
    return found;
}"""

TOO_WIDE = """() => [...document.querySelectorAll("table, p, li")].filter((each) =>
    each.checkVisibility() && each.getBoundingClientRect().right > document.body.clientWidth + 1
    || each.parentElement.scrollWidth > each.parentElement.clientWidth + 1
).map((each) => each.textContent.trim().slice(0, 60))"""

OVERLAPS = """() => [...document.querySelectorAll(".blocks tr")].flatMap((row) => {
    const texts = [...row.querySelectorAll("th, td")].filter((cell) => cell.textContent.trim());
    const boxes = texts.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return [range.getBoundingClientRect(), cell.textContent];
    });
    const runsInto = ([box], at) => box.left < boxes[at][0].right;
    return boxes.slice(1).filter(runsInto).map(([, text]) => text);
})"""


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def as_paper(phone: Phone) -> Page:
    phone.page.emulate_media(media="print")
    phone.page.set_viewport_size({"width": PAPER["width"], "height": PAPER["height"]})
    return phone.page


def take_font(phone: Phone, font: str, of: str = "tbody th") -> None:
    """Show the page in this font, and wait until the first element that matches `of` uses it."""
    phone.page.evaluate(TAKE_FONT, font)
    devtools = phone.context.new_cdp_session(phone.page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    cell = devtools.send("DOM.querySelector", {"nodeId": root, "selector": of})

    def is_taken() -> bool:  # a page with many cells is not laid out again at once
        used = devtools.send("CSS.getPlatformFontsForNode", cell)["fonts"]
        mostly = max(used, key=lambda each: each["glyphCount"])  # suit symbols may use another font
        return bool(mostly["familyName"] == font)

    wait_for(is_taken, fault=f"{font} is missing: make test brings it")


@pytest.mark.parametrize("name", amount(FEW_PADS, [*PADS]))
def test_a_pad_is_printed_in_letters_that_can_be_read(phone: Phone, name: str) -> None:
    to_print(phone, PADS[name])
    take_font(phone, WIDE)
    for paper in ("A4", "Letter"):
        assert pages(phone.page.pdf(format=paper)) == 1 + (name in ON_TWO), paper
    page = as_paper(phone)
    for font in FONTS:
        take_font(phone, font)
        sizes = page.evaluate(SIZES)
        assert len(sizes) > 20
        assert min(sizes) >= READABLE
        assert (page.evaluate(TOO_WIDE), page.evaluate(OVERLAPS)) == ([], []), font
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("link", name="Back")).to_be_hidden()


def test_what_is_longer_than_a_page_goes_on_on_the_next_ones(phone: Phone) -> None:
    to_print(phone, marathon(4, 500))
    for paper in amount(["A4"], ["A4", "Letter"]):
        assert 2 < pages(phone.page.pdf(format=paper)) < 6, paper


def test_it_is_black_on_white_in_the_dark_too(lay: Lay) -> None:
    phone = lay(color_scheme="dark")
    to_print(phone, PADS["a sprint"])
    page = as_paper(phone)
    colours = page.evaluate(
        "[...document.querySelectorAll('body, h1, p, a, td, th, b, small')].filter((each) =>"
        " each.checkVisibility()).map((each) => getComputedStyle(each).color)"
    )
    assert set(colours) == {"rgb(0, 0, 0)"}
    papers = page.evaluate(
        "[...document.querySelectorAll('*')].filter((each) => each.checkVisibility())"
        ".map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert set(papers) <= {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"}


def test_the_button_prints(phone: Phone) -> None:
    phone.run_first("window.print = () => { window.printed = true; };")
    to_print(phone, PADS["tribello"])
    phone.tap_button("Print")
    assert phone.page.evaluate("window.printed") is True


def test_a_saved_ruling_shows_its_verdict_and_is_printed_with_its_rules(phone: Phone) -> None:
    SCENES["rulings"](phone)
    ruling = phone.page.locator(".kept-ruling")
    expect(ruling.locator(".verdict")).to_have_text("Nobody is winning yet")
    expect(ruling.locator(".verdict")).to_be_visible()
    expect(ruling.locator(".rulings")).to_be_hidden()
    phone.page.pdf()
    expect(ruling.locator(".rulings")).to_be_visible()


# Stories ------------------------------------------------------------------------------------------


UNREADABLE = """() => [...document.querySelectorAll("figure svg")].flatMap((drawing) => {
    const field = drawing.getBoundingClientRect();
    const texts = [...drawing.querySelectorAll("text")];
    const boxes = texts.map((each) => each.getBoundingClientRect());
    const scale = field.width / drawing.viewBox.baseVal.width;
    const isOut = ({ left, right, top, bottom }) => left < field.left - 1
        || right > field.right + 1 || top < field.top - 4 || bottom > field.bottom + 1;
    const isUpon = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
    const isSmall = (each) => parseFloat(getComputedStyle(each).fontSize) * scale < 15.9;
    return texts.flatMap((each, at) => [
        ...(isOut(boxes[at]) ? [`out: ${each.textContent}`] : []),
        ...(isSmall(each) ? [`small: ${each.textContent}`] : []),
        ...texts.slice(0, at).filter((_, other) => isUpon(boxes[at], boxes[other]))
            .map((other) => `${other.textContent} below ${each.textContent}`),
    ]);
})"""
"""Finds words in charts that are cut off, too small or overlapping; lines of text may touch."""


@pytest.mark.parametrize("name", amount(["a marathon that goes on", "sixteen"], [*STORIES]))
def test_a_story_fits_all_screens_and_paper_and_every_figure_can_be_read(
    lay: Lay, name: str
) -> None:
    phone = lay(color_scheme="dark")
    phone.open(phone.load(STORIES[name]).to_score + "story")
    page, figures = phone.page, phone.page.get_by_role("figure")
    result = page.locator(".on-paper")
    expect(result).to_be_hidden()
    expect(figures.first).to_be_visible()
    for screen in (SMALL, PHONE):
        resized(phone, screen)
        assert page.evaluate(UNREADABLE) == [], screen
    assert faults(phone) == {}

    as_paper(phone)
    expect(result).to_be_in_viewport()
    expect(page.locator("h1")).to_be_hidden()
    assert page.evaluate(UNREADABLE) == []
    for figure in figures.all():
        assert box(figure)["height"] < PAPER["height"]
        assert figure.evaluate("each => getComputedStyle(each).breakInside") == "avoid"
    assert min(page.evaluate(SIZES)) >= READABLE
    for role in ("link", "button", "navigation"):
        expect(page.get_by_role(role).filter(visible=True)).to_have_count(0)
    ink = page.locator("figure p").first.evaluate("each => getComputedStyle(each).color")
    line = page.locator(".s0, .heart:not(.lost)").first.evaluate(
        "each => [getComputedStyle(each).stroke, getComputedStyle(each).fill]"
    )
    assert ink == "rgb(0, 0, 0)"
    assert {"rgb(23, 97, 74)", "rgb(194, 39, 45)"} & {*line}  # as on white paper in light mode
