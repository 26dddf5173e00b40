"""A match over https, behind a proxy that serves Referee below a path.

The proxy answers any request outside that path with 404, and remembers it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.far import WAITS
from tests.browser.table import THREE, House, Match, Phone
from tests.browser.test_over_https import is_kept, stored
from tests.browser.way import Way, good, way_to

BELOW = "/games/cards"
FIRST = "Round 1, deal 1"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that trusts a proxy on the same machine."""
    folder = tmp_path_factory.mktemp("below")
    with House(folder / "data", options=("--behind-proxy",)).running() as house:
        yield house


@pytest.fixture
def way(house: House) -> Iterator[Way]:
    with way_to(house.port, is_secure=True, below=BELOW) as way:
        yield way
        assert way.outside == []


@pytest.fixture
def lay_outside(lay: Lay, way: Way) -> Lay:
    def one_more(**options: Any) -> Phone:
        phone = lay(base_url=way.address, ignore_https_errors=True, **options)
        phone.may_lose_server = True
        return phone

    return one_more


def begun(phone: Phone, way: Way) -> Match:
    phone.open(f"{way.address}{BELOW}/")
    phone.tap_link("New match")
    phone.choose_game("Tribello")
    phone.name_all(THREE)
    phone.tap_button("Start Tribello")
    expect(phone.record_button).to_be_visible()
    return phone.match


def test_a_match_is_played_below_a_path(lay_outside: Lay, way: Way) -> None:
    phone, other = lay_outside(), lay_outside()
    match = begun(phone, way)
    home = f"{way.address}{BELOW}/m/"
    assert match.to_score.startswith(home)
    phone.open(match.to_score + "share/")
    link = phone.page.get_by_label("Viewing link").input_value()
    assert link.startswith(home)
    other.open(link)
    other.listens()

    phone.open(match)
    phone.listens()
    phone.record_tricks(8, 4)
    expect(other.row(FIRST)).to_be_visible()
    other.shows_totals({"Ann": 2, "Ben": 0, "Cora": "−2"})
    way.all("lost")  # what is recorded now waits on the phone, with its address
    phone.record_tricks(3, 6)
    expect(phone.line).to_have_text(WAITS)
    phone.is_back(way)
    expect(phone.rows).to_have_count(2)
    expect(other.rows).to_have_count(2)

    phone.open(match)  # the script of receipts may have been lost, too
    receipt(phone)
    for name in ("Board for a big screen", "Story and charts"):  # with scripts of their own
        phone.open(match)
        phone.tap_more(name)
        expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
        assert phone.page.url.startswith(match.to_score)
    phone.open(match)
    phone.tap_link("Rules")
    expect(phone.page).to_have_url(re.compile(f"^{re.escape(match.to_score)}ask/"))


def test_the_worker_keeps_a_match_below_its_path_and_nothing_of_others(
    lay_outside: Lay, way: Way
) -> None:
    phone = lay_outside()
    phone.open(f"{way.address}{BELOW}/rules")
    phone.page.evaluate(
        """async () => {
            for (const name of ["/games/cards/static/0000", "/static/0000", "another app"])
                await (await caches.open(name)).put("/x", new Response("x")); }"""
    )
    match = begun(phone, way)
    is_kept(phone, match, 1)
    kept = [f"{way.address}{BELOW}/", f"{way.address}/x"]
    assert all(url.startswith(tuple(kept)) for url in stored(phone))
    names = set(phone.page.evaluate("caches.keys()"))
    assert {"/static/0000", "another app"} < names
    assert "/games/cards/static/0000" not in names
    way.all("lost")
    phone.page.goto(f"{way.address}{BELOW}/")
    expect(phone.page).to_have_url(match.to_score)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    expect(phone.line).to_have_text(re.compile("^No connection"))
    way.fate = good


def test_home_can_be_installed_as_an_app_and_a_match_keeps_its_own_icon(
    lay_outside: Lay, way: Way
) -> None:
    """Check the conditions of Lighthouse.

    `Page.getInstallabilityErrors` can't be used: in a headless shell, it never reports any.
    """
    phone = lay_outside()
    home = f"{way.address}{BELOW}/"
    phone.open(home)
    assert phone.page.evaluate("isSecureContext")
    app = manifest_of(phone)
    assert (app["name"], app["display"]) == ("Referee", "kStandalone")
    assert app["startUrl"] == app["scope"] == home
    assert not app["preferRelatedApplications"]
    sizes = {icon["sizes"]: phone.page.evaluate(WIDTH, icon["url"]) for icon in app["icons"]}
    assert sizes == {"192x192": 192, "512x512": 512}

    match = begun(phone, way)
    assert phone.page.locator("link[rel=apple-touch-icon]").count() == 1
    assert manifest_of(phone)["startUrl"] == match.to_score  # by default, as it has no manifest
    assert "icons" not in manifest_of(phone)


WIDTH = """async (url) => {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    return image.naturalWidth;
}"""


def manifest_of(phone: Phone) -> dict[str, Any]:
    """Return the page's manifest as Chromium reads it, with default values for what is missing."""
    devtools = phone.context.new_cdp_session(phone.page)
    found: dict[str, Any] = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest: dict[str, Any] = found["manifest"]
    return manifest


def receipt(phone: Phone) -> None:
    """Tap a figure to open its receipt, and check that the rule's link is below the path."""
    phone.tap(phone.row(FIRST).get_by_role("link").first)
    rule = phone.page.locator(".receipt a.rule").first
    expect(rule).to_be_attached()
    assert BELOW in (rule.get_attribute("href") or "")
