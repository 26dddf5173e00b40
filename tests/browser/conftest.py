"""One server and one browser for all tests here; for each test phones of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.table import PATIENCE, House, Phone
from tests.browser.way import Way, way_to

CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium-headless-shell"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--renderer-process-limit=1",
]
SCREEN: Any = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 1,
}

Lay = Callable[..., Phone]
"""Lay one more phone on the table, with options of its browser context."""


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A real server."""
    house = House(tmp_path_factory.mktemp("house") / "data")
    house.start()
    yield house
    house.stop()
    assert "fault" not in house.stderr.read_text()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser; without one the tests fail."""
    assert Path(CHROMIUM).is_file(), f"{CHROMIUM} is missing: set CHROMIUM to the path of a browser"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def lay(house: House, browser: Browser) -> Iterator[Lay]:
    """Phones; in the end nothing may have gone wrong on any of them."""
    yield from phones_in(browser, house)


def phones_in(browser: Browser, house: House) -> Iterator[Lay]:
    """Phones with this browser, which nothing may have gone wrong on in the end."""
    phones: list[Phone] = []

    def one_more(**options: Any) -> Phone:
        context = browser.new_context(**{"base_url": house.address, **SCREEN, **options})
        context.set_default_timeout(PATIENCE)
        phones.append(Phone(context, context.new_page()))
        return phones[-1]

    yield one_more
    faults = [fault for phone in phones for fault in phone.faults]
    for phone in phones:
        phone.context.close()
    assert faults == []


@pytest.fixture
def phone(lay: Lay) -> Phone:
    """The phone beside the cards."""
    return lay()


@pytest.fixture
def way(house: House) -> Iterator[Way]:
    """The way from far phones to the server."""
    with way_to(house.port) as way:
        yield way


@pytest.fixture
def lay_far(way: Way, lay: Lay) -> Lay:
    """Lay a phone at the other end of the way."""

    def one_more(**options: Any) -> Phone:
        phone = lay(base_url=way.address, **options)
        phone.may_lose_server = True
        phone.expects(429, 502)
        return phone

    return one_more


@pytest.fixture
def far(lay_far: Lay) -> Phone:
    """A phone at the other end of the way."""
    return lay_far()
