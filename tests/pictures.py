"""Retake the screenshots in the README: `python -m tests.pictures`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import LAUNCH, SCREEN
from tests.browser.hands import tap_keys
from tests.browser.legs import fill, fill_unscored, set_contract
from tests.browser.table import House, Phone

FOLDER = Path(__file__).parents[1] / ".readme"
FOUR = ("Ann", "Ben", "Cleo", "Dora")
ROOM_FOR_A_HAND = {"width": 390, "height": 1150}


def take(phone: Phone, name: str) -> None:
    """Save a screenshot of the phone under this name."""
    phone.page.screenshot(path=FOLDER / f"{name}.png")


def tribello(phone: Phone) -> None:
    """Picture a match with four deals recorded and the fifth being typed, then a receipt."""
    match = phone.start("tribello", *FOUR[:3])
    for tricks in ((8, 4, 1), (3, 6, 4), (5, 2, 6), (6, 4, 3)):
        match.deal(*tricks)
    phone.open(match)
    phone.count("Ann", 4)
    phone.count("Ben", 5)
    expect(phone.page.locator("#hint-tricks2")).not_to_be_empty()
    take(phone, "match")
    phone.tap(phone.rows.first.get_by_role("cell").first)
    expect(phone.page.get_by_role("button", name="Close")).to_be_visible()
    take(phone, "receipt")


def thirty_one(phone: Phone) -> None:
    """Picture a hand being entered in the card picker."""
    phone.open(phone.start("thirty-one", *FOUR))
    phone.open_picker("Ann")
    phone.pick("AS", "KS")
    take(phone, "picker")


def la_krap(phone: Phone) -> None:
    """Picture a trick with a neutralised card in the middle of a deal, then the verdict on it."""
    phone.open(phone.start("la-krap", *FOUR))
    phone.tap_button("Card by card")
    phone.pick_upcards(dict(zip(FOUR, ("AH", "7S", "KD", "9C"), strict=True)))
    phone.pick_turned(["10H"])
    phone.tap_button("Start playing")
    for number, card in enumerate(("QS", "AS", "KS", "9S", "8D", "10D", "2D"), start=3):
        phone.tap_card(card)
        expect(phone.page.locator("#live")).to_have_attribute("data-number", str(number))
    take(phone, "cards")
    phone.tap(phone.page.get_by_role("link", name="Dispute?"))
    expect(phone.page.get_by_role("heading", name="Cleo")).to_be_visible()
    take(phone, "verdict")


def card_triathlon(phone: Phone) -> None:
    """Picture a C leg with an ace missing, below a B leg, then a hand in the D leg."""
    page = phone.page
    phone.open(phone.start("card-triathlon", *FOUR))
    set_contract(phone, "4C", "Ann")
    fill(phone, FOUR, tricks=(6, 1, 5, 1), points=(190, 40, 150, 35))
    fill_unscored(phone, 25)
    phone.record()
    expect(phone.due).to_contain_text("Melds")
    fill_unscored(phone, 60)
    fill(phone, FOUR, melded=(310, 150, 205, 180), held=(0, 25, 10, 40))
    page.keyboard.press("Tab")  # doubts are shown once a figure is complete
    expect(page.locator("#hint-doubts0")).not_to_be_empty()
    take(phone, "legs")
    fill_unscored(phone, 80)
    phone.record()
    expect(phone.due).to_contain_text("Straight flushes")
    phone.choose("Figures or cards", "each card")
    phone.tap_link("Enter Ann’s hand")
    tap_keys(phone, "6H 7H 8H 10H 2H KS 5S QS 4C 3D KD JC JK")
    expect(page.get_by_role("button", name="Use best layout")).to_be_visible()
    page.wait_for_timeout(500)
    page.set_viewport_size(ROOM_FOR_A_HAND)  # type: ignore[arg-type]
    take(phone, "hand")


def marathon(phone: Phone) -> None:
    phone.open("/")
    phone.tap_button("Look at an example")
    expect(phone.page.get_by_role("heading", name="Ann+Cleo won")).to_be_visible()
    phone.tap_link("The story")
    expect(phone.page.get_by_role("heading", name="Who was ahead?")).to_be_visible()
    take(phone, "story")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder) / "data")
        house.start()
        browser = playwright.chromium.launch(**LAUNCH)

        def lay(**options: Any) -> Phone:
            context = browser.new_context(base_url=house.address, **SCREEN, **options)
            return Phone(context, context.new_page())

        phone = lay()
        tribello(phone)
        la_krap(phone)
        card_triathlon(phone)
        thirty_one(lay(color_scheme="dark"))
        marathon(lay())
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
