"""The charts of a story: every figure on them can be read, on a small phone and on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.layout import box, resized
from tests.browser.scenes_of_time import STORIES
from tests.browser.table import imported
from tests.browser.test_print import PAPER, SIZES, SMALLEST, as_paper
from tests.browser.test_screens import PHONE, SMALL, faults

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
"""The words of drawings that are cut, too small or upon others: lines may touch each other."""


@pytest.mark.parametrize("name", STORIES)
def test_a_story_fits_all_screens_and_paper_and_every_figure_can_be_read(
    lay: Lay, name: str
) -> None:
    phone = lay(color_scheme="dark")
    phone.open(imported(phone, STORIES[name]).url + "story")
    page, figures = phone.page, phone.page.get_by_role("figure")
    expect(figures.first).to_be_visible()
    for screen in (SMALL, PHONE):
        resized(phone, screen)
        assert page.evaluate(UNREADABLE) == [], screen
    assert faults(phone) == {}

    as_paper(phone)
    assert page.evaluate(UNREADABLE) == []
    for figure in figures.all():
        assert box(figure)["height"] < PAPER["height"]
        assert figure.evaluate("each => getComputedStyle(each).breakInside") == "avoid"
    assert min(page.evaluate(SIZES)) >= SMALLEST
    for role in ("link", "button", "navigation"):
        expect(page.get_by_role(role).filter(visible=True)).to_have_count(0)
    ink = page.locator("figure p").first.evaluate("each => getComputedStyle(each).color")
    line = page.locator(".s0").first.evaluate(
        "each => [getComputedStyle(each).stroke, getComputedStyle(each).fill]"
    )
    assert ink == "rgb(0, 0, 0)"
    assert "rgb(23, 97, 74)" in line  # as on white paper by day
