"""One server and one browser for all tests here, and new phones for each test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from tests.browser.table import FIREFOX, PATIENCE, House, Phone
from tests.browser.way import Way, way_to
from tests.browser.webkit import WebKit, webkit_at, webkit_driver

CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium-headless-shell"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--renderer-process-limit=1",
    "--ignore-certificate-errors",  # the tests' own certificate
    "--host-resolver-rules=MAP table.test 127.0.0.1",  # another computer's name
]
FONTS = {"FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf"))}
"""Environment in which every browser shows the same fonts, whatever this machine has installed."""

LAUNCH: Any = {"executable_path": CHROMIUM, "args": ARGUMENTS, "env": {**os.environ, **FONTS}}
SCREEN: Any = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 1,
}

Lay = Callable[..., Phone]
"""Opens one more phone; keyword arguments are options for its browser context."""


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house") / "data").running() as house:
        yield house


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser; tests fail if it is missing."""
    path = FIREFOX or CHROMIUM
    assert Path(path).is_file(), f"{path} is missing: set CHROMIUM or FIREFOX to a browser’s path"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        if FIREFOX:
            firefox: Any = {**LAUNCH, "executable_path": FIREFOX, "args": []}
            icons: Any = {"browser.chrome.site_icons": False}  # they are asked for, then refused
            browser = playwright.firefox.launch(
                channel="moz-firefox", firefox_user_prefs=icons, **firefox
            )
        else:
            browser = playwright.chromium.launch(**LAUNCH)
        yield browser
        browser.close()


MEDIA: Any = {"color_scheme": "light", "reduced_motion": "no-preference"}
"""Media features that a test may change, with their default values."""


class Drawer:
    """Used phones, kept for later tests, which run faster with pages and scripts already cached."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.phones: dict[str, list[Phone]] = {}

    def take(self, address: str, viewport: Any = None, **media: Any) -> Phone:
        """Return a phone that remembers nothing except static files."""
        while phones := self.phones.get(address):
            phone = phones.pop()
            if phone.is_new or phone.forget_all():
                break
            phone.context.close()
        else:
            phone = new_phone(self.browser, base_url=address)
        phone.is_new = False
        phone.page.set_viewport_size(viewport or SCREEN["viewport"])
        phone.page.emulate_media(**{"media": "null", **MEDIA, **media})
        return phone

    def put_back(self, phone: Phone, address: str) -> None:
        if phone.is_worn or phone.page.is_closed():
            phone.context.close()
            return
        phone.page.unroute_all(behavior="ignoreErrors")
        try:
            if phone.may_lose_server:
                phone.page.goto("about:blank")  # stops listening
            else:
                phone.is_new = phone.forget_all()
        except Error:  # the test's last tap is still leading to another page
            phone.context.close()
            return
        self.phones.setdefault(address, []).append(phone)


def new_phone(browser: Browser, **options: Any) -> Phone:
    context = browser.new_context(**{**SCREEN, **options})
    context.set_default_timeout(PATIENCE)
    return Phone(context, context.new_page())


@pytest.fixture(scope="session")
def drawer(browser: Browser) -> Drawer:
    return Drawer(browser)


@pytest.fixture
def lay(house: House, browser: Browser, drawer: Drawer) -> Iterator[Lay]:
    yield from phones_in(browser, house, drawer)


def phones_in(browser: Browser, house: House, drawer: Drawer | None = None) -> Iterator[Lay]:
    """Yield a function that opens phones; at the end, fail if anything went wrong on one."""
    phones: list[tuple[Phone, str]] = []

    def one_more(**options: Any) -> Phone:
        address = options.pop("base_url", house.address)
        if drawer and options.keys() <= {"viewport", *MEDIA}:
            phones.append((drawer.take(address, **options), address))
        else:
            phones.append((new_phone(browser, base_url=address, **options), ""))
        return phones[-1][0]

    yield one_more
    faults = [fault for phone, _ in phones for fault in phone.faults]
    for phone, address in phones:
        if drawer and address:
            drawer.put_back(phone, address)
        else:
            phone.context.close()
    assert faults == []


@pytest.fixture
def phone(lay: Lay) -> Phone:
    return lay()


@pytest.fixture(scope="session")
def open_way(house: House) -> Iterator[Way]:
    with way_to(house.port) as way:
        yield way


@pytest.fixture
def way(open_way: Way) -> Way:
    open_way.begin()
    return open_way


@pytest.fixture
def lay_far(way: Way, lay: Lay) -> Lay:
    def one_more(**options: Any) -> Phone:
        phone = lay(base_url=way.address, **options)
        phone.may_lose_server = True
        phone.expects(429, 502)
        return phone

    return one_more


@pytest.fixture
def far(lay_far: Lay) -> Phone:
    return lay_far()


@pytest.fixture(scope="session")
def open_webkit(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKit]:
    """WebKit in a window; tests fail if it is missing."""
    with (
        webkit_driver(tmp_path_factory.mktemp("webkit"), FONTS) as driver,
        webkit_at(driver, house.address) as webkit,
    ):
        yield webkit


@pytest.fixture
def webkit(house: House, open_webkit: WebKit) -> Iterator[WebKit]:
    """WebKit on a phone that remembers nothing; fails if a script did."""
    open_webkit.address = house.address
    open_webkit.forget_all()
    yield open_webkit
    faults = [*open_webkit.faults]
    open_webkit.faults.clear()
    assert faults == []
