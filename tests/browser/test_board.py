"""The board: a screen in the middle of the table is filled, and read from three metres away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.table import imported
from tests.games.records import Json, deal, figures, thirty_one, tribello
from tests.web.timed import marathon

BOARDS: dict[str, Json] = {
    "three": tribello(deal(6, 4, 3)),
    "nine": thirty_one(9, figures(*[21] * 8, 20)),
    "teams of eight": marathon(8, 20),
}
SCREENS = [(390, 844), (844, 390), (820, 1180), (1440, 900)]
CAPITALS = 0.65
"""How much of the size of its letters a capital of a serif face is high, at least."""

LOOKED_AT = """() => ({
    sizes: [...document.querySelectorAll(".figures li > span")].map(
        (each) => parseFloat(getComputedStyle(each).fontSize)),
    wide: document.documentElement.scrollWidth - innerWidth,
    end: document.querySelector("#live").getBoundingClientRect().bottom,
})"""


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_names_are_read_from_afar_and_the_screen_is_filled(
    lay: Lay, width: int, height: int
) -> None:
    phone = lay(viewport={"width": width, "height": height})
    for made in BOARDS.values():
        phone.open(imported(phone, made).url + "board")
        seen = phone.page.evaluate(LOOKED_AT)
        assert min(seen["sizes"]) * CAPITALS >= height / 60
        assert min(width, height) < 700 or min(seen["sizes"]) >= 40
        assert seen["wide"] <= 0
        assert seen["end"] >= height - 1


def test_it_is_black_in_the_dark(lay: Lay) -> None:
    phone = lay(color_scheme="dark")
    phone.open(imported(phone, BOARDS["three"]).url + "board")
    expect(phone.page.locator("body")).to_have_css("background-color", "rgb(0, 0, 0)")
