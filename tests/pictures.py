"""Take the pictures of the README anew: `python -m tests.pictures`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, expect, sync_playwright

FOLDER = Path(__file__).parents[1] / ".readme"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
PHONE = {"width": 390, "height": 844}


@contextmanager
def served() -> Iterator[str]:
    """A server over an empty folder, and its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "referee", "serve", "--port", str(port), "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            _wait_for(f"http://127.0.0.1:{port}/")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def _wait_for(address: str) -> None:
    for _ in range(200):
        try:
            urlopen(address).close()
        except URLError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(address)


def start(page: Page, address: str, game: str, players: str) -> None:
    """Start a match by its form."""
    page.goto(f"{address}/new?game={game}")
    for seat, name in enumerate(players.split()):
        page.locator(f"[name=player{seat}]").fill(name)
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("button", name="Record")).to_be_visible()


def tribello(page: Page) -> None:
    """Four deals, the fifth being typed; then the receipt of the first."""
    deals = ((8, 4), (3, 6), (5, 2), (6, 4), (4, 5))
    for number, (first, second) in enumerate(deals, start=1):
        page.locator(f"label:has([name=tricks0][value='{first}'])").tap()
        page.locator(f"label:has([name=tricks1][value='{second}'])").tap()
        if number < len(deals):
            page.get_by_role("button", name=f"Record deal {number}").tap()
            expect(page.locator(".pad tbody tr:not(.group)")).to_have_count(number)
    expect(page.locator("#hint-tricks2")).not_to_be_empty()
    page.screenshot(path=FOLDER / "match.png")
    page.locator(".pad tbody td a").first.tap()
    expect(page.get_by_role("button", name="Close")).to_be_visible()
    page.screenshot(path=FOLDER / "receipt.png")


def thirty_one(page: Page) -> None:
    """A hand being picked."""
    page.get_by_label("Ann’s cards").first.tap()
    for card in ("A of spades", "K of spades"):
        page.get_by_role("button", name=card, exact=True).tap()
    page.screenshot(path=FOLDER / "picker.png")


def la_krap(page: Page) -> None:
    """A trick in the middle of a deal, one card of it neutralised."""
    page.get_by_role("button", name="Follow this deal card by card").tap()
    page.get_by_label("Ann’s upcard").first.tap()
    for suit, card in (("hearts", "A"), ("spades", "7"), ("diamonds", "K"), ("clubs", "9")):
        page.get_by_role("button", name=suit, exact=True).tap()
        page.get_by_role("button", name=f"{card} of {suit}", exact=True).tap()
        page.get_by_role("button", name="Next").tap()
    page.get_by_role("button", name="hearts", exact=True).tap()
    page.get_by_role("button", name="10 of hearts", exact=True).tap()
    page.get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Start with the first card").tap()
    for number, card in enumerate(["QS", "AS", "KS", "9S", "8D", "10D", "2D"], start=1):
        tab = page.locator(f"[data-tab={card[-1]}]")
        if not tab.is_checked():
            tab.locator("xpath=..").tap()
        page.locator(f"button[name=card][value='{card}']").tap()
        expect(page.locator("#live")).to_have_attribute("data-number", str(number + 2))
    page.screenshot(path=FOLDER / "cards.png")


LEGS: dict[str, dict[str, object]] = {
    "B": {
        "level_0": 4, "strain_0": "C", "declarer_0": 0, "tricks": (6, 1, 5, 1),
        "points": (190, 40, 150, 35), "unscored_0": 25,
    },
    "C": {"melded": (310, 150, 205, 180), "in_hand": (0, 25, 10, 40), "unscored_0": 80},
}  # fmt: skip


def leg(page: Page, name: str, *, missing: int = 0) -> None:
    """The fields of a leg, of which so many points are not counted."""
    for field, value in LEGS[name].items():
        if isinstance(value, tuple):
            for seat, figure in enumerate(value):
                page.locator(f"[name={field}{seat}]").fill(str(figure))
        elif field == "unscored_0":
            page.locator(f"[name={field}]").fill(str(int(str(value)) - missing))
        else:
            page.locator(f"label:has([name={field}][value='{value}'])").tap()


def card_triathlon(page: Page) -> None:
    """A C leg of which an ace is missing, below a B leg; then a hand of the D leg."""
    leg(page, "B")
    page.get_by_role("button", name="Record leg 1, B").tap()
    expect(page.get_by_role("heading", name="C leg: melds")).to_be_visible()
    leg(page, "C", missing=20)
    expect(page.locator("#hint-doubts0")).not_to_be_empty()
    page.locator("[name=melded1]").scroll_into_view_if_needed()
    page.locator(".pad.teams").scroll_into_view_if_needed()
    page.screenshot(path=FOLDER / "legs.png")
    page.locator("[name=unscored_0]").fill("80")
    page.get_by_role("button", name="Record leg 2, C").tap()
    expect(page.get_by_role("heading", name="D leg: straight flushes")).to_be_visible()
    page.locator("label:has([name=by][value=cards])").tap()
    page.get_by_role("link", name="Enter Ann’s hand").tap()
    for card in ["6H", "7H", "8H", "10H", "2H", "KS", "5S", "QS", "4C", "3D", "KD", "JC"]:
        page.locator(f"label:has([data-tab={card[-1]}])").tap()
        page.locator(f"button[value='{card}']:visible").first.tap()
    page.get_by_role("button", name="Joker").first.tap()
    expect(page.get_by_role("button", name="Use the best")).to_be_visible()
    page.wait_for_timeout(500)
    page.set_viewport_size({"width": 390, "height": 1150})
    page.screenshot(path=FOLDER / "hand.png")


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        phone = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
        page = phone.new_page()
        start(page, address, "tribello", "Ann Ben Cleo")
        tribello(page)
        start(page, address, "la-krap", "Ann Ben Cleo Dora")
        la_krap(page)
        start(page, address, "card-triathlon", "Ann Ben Cleo Dora")
        card_triathlon(page)
        dark = browser.new_context(
            viewport=PHONE,  # type: ignore[arg-type]
            has_touch=True,
            is_mobile=True,
            color_scheme="dark",
        )
        page = dark.new_page()
        start(page, address, "thirty-one", "Ann Ben Cleo Dora")
        thirty_one(page)
        browser.close()


if __name__ == "__main__":
    main()
