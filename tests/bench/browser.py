"""How fast a slow phone responds to taps, with its CPU throttled to a quarter of the speed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Locator, sync_playwright

from tests.bench.report import Report
from tests.browser.conftest import LAUNCH, new_phone
from tests.browser.followed import followed
from tests.browser.table import House, Phone
from tests.browser.test_match_page import TABLES, at

SLOWED = 4
TURNS = 7
KEY, RECORD = 100.0, 300.0
"""Budgets in milliseconds: from a tap on a key to paint, and from Record to the next deal."""
PAINTED = """() => {
    window.painted = [];
    new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries())
            if (name === "click") painted.push(duration);
    }).observe({ type: "event", durationThreshold: 16 });
}"""
SETTLED = """() => {
    addEventListener("click", ({ target }) => {
        if (!target.closest("#record")) return;
        const begun = performance.now();
        document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(
            () => setTimeout(() => { window.settled = performance.now() - begun; })
        ), { once: true });
    }, { capture: true });
}"""


def measure(report: Report) -> None:
    """Measure how fast keys respond on each kind of match page, and how fast Record does."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder) / "data")
        house.start()
        browser = playwright.chromium.launch(**LAUNCH)
        try:
            phone = new_phone(browser, base_url=house.address)
            slow = phone.context.new_cdp_session(phone.page)
            slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
            keys = {table: key_to_paint(phone, table) for table in TABLES}
            slowest = max(keys, key=lambda table: keys[table])
            report.add(f"key to paint ({slowest})", keys[slowest], "ms", KEY)
            report.add("card to paint", card_to_paint(phone), "ms", KEY)
            report.add("Record to next deal", record_to_next(phone), "ms", RECORD)
        finally:
            browser.close()
            house.stop()


def key_to_paint(phone: Phone, table: str) -> float:
    """Return the slowest key's time to paint in milliseconds; the browser reports none below 16."""
    at(phone, table)
    phone.page.evaluate(PAINTED)
    keys = phone.page.locator("#keypad button[data-count], #keypad button[data-digit]")
    return slowest_of(phone, keys.locator("visible=true").all()[:TURNS])


def card_to_paint(phone: Phone) -> float:
    deal = followed("tribello", 3)
    phone.open(phone.begun(deal))
    phone.page.evaluate(PAINTED)
    return slowest_of(phone, [phone.card_key(card) for card in deal.cards[:TURNS]])


def slowest_of(phone: Phone, keys: Sequence[Locator]) -> float:
    for key in keys:
        key.wait_for()
        phone.tap(key, force=True)
    phone.page.wait_for_timeout(200)  # the observer runs later
    durations: list[float] = phone.page.evaluate("window.painted")
    return max(durations, default=0.0)


def record_to_next(phone: Phone) -> float:
    phone.open_tribello()
    phone.page.evaluate(SETTLED)
    times = []
    for _ in range(TURNS):
        phone.record_tricks(8, 4)
        phone.until(lambda: phone.page.evaluate("Boolean(window.settled)"))
        times.append(float(phone.page.evaluate("window.settled")))
        phone.page.evaluate("window.settled = 0")
    return median(times)
