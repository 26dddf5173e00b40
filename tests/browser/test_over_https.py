"""What browsers allow only over https: opening a match offline, and keeping the screen on."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from referee.network import Listener
from tests.browser.conftest import Lay
from tests.browser.far import FIRST, WAITS
from tests.browser.table import THREE, House, Match, Phone
from tests.browser.way import Way, good, way_to
from tests.servers import START_SECONDS, Server, running


@pytest.fixture
def way(house: House) -> Iterator[Way]:
    with way_to(house.port, is_secure=True) as way:
        yield way


@pytest.fixture
def safe(way: Way, lay: Lay) -> Phone:
    """A phone connected over https, whose service worker has cached nothing yet."""
    phone = lay(base_url=way.address, ignore_https_errors=True)
    phone.may_lose_server = True
    return phone


def stored(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate(
        """async () => { const found = [];
            for (const name of await caches.keys())
                for (const each of await (await caches.open(name)).keys()) found.push(each.url);
            return found; }"""
    )
    return found


def text_of(phone: Phone, url: str) -> str:
    """Text of the page that the service worker has cached for this address."""
    text: str = phone.page.evaluate(
        "async (url) => (await (await caches.match(url, {ignoreVary: true}))?.text()) || ''", url
    )
    return text


def is_kept(phone: Phone, match: Match, number: int) -> None:
    """Wait until the service worker has cached the match as of this event."""
    phone.until(lambda: f'data-number="{number}"' in text_of(phone, match.to_score))


def test_a_page_opens_again_without_its_server_and_goes_on_when_it_is_back(
    safe: Phone, way: Way
) -> None:
    match = safe.open_tribello()
    is_kept(safe, match, 1)
    match.deal(8, 4, 1)
    safe.shows_row(FIRST, ["+2", 0, "−2"])
    is_kept(safe, match, 2)  # as it is now, not as it was opened
    way.all("landing")  # which doesn't take the place of a match
    safe.page.reload()
    safe.shows_row(FIRST, ["+2", 0, "−2"])
    way.all("lost")
    safe.page.reload()
    safe.shows_row(FIRST, ["+2", 0, "−2"])
    safe.shows_totals({"Ann": 2, "Ben": 0, "Cora": "−2"})
    expect(safe.line).to_have_text(re.compile(r"^No connection\. This is the match as of \d.*\.$"))
    safe.has_forms()
    safe.record_tricks(3, 6)  # with an id of its own: the form may have been used
    expect(safe.saved).to_have_count(1)
    colour = safe.page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert colour not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"), "it has its style sheets"

    way.fate = good
    safe.network_is_back()
    expect(safe.rows).to_have_count(2)
    safe.record_tricks(5, 5)
    expect(safe.rows).to_have_count(3)


def test_what_waits_is_sent_from_the_page_that_was_kept(safe: Phone, way: Way) -> None:
    match = safe.open_tribello()
    is_kept(safe, match, 1)
    safe.has_forms()
    safe.count_tricks(8, 4)
    way.all("lost")
    safe.record()
    expect(safe.line).to_have_text(WAITS)
    safe.count("Ann", 3)
    safe.page.reload()
    expect(safe.line).to_have_text(WAITS)
    expect(safe.cell("Ann")).to_have_value("3")
    way.fate = good
    safe.network_is_back()
    safe.shows_row(FIRST, ["+2", 0, "−2"])
    expect(safe.page.locator("html[data-kept]")).to_have_count(0)
    expect(safe.refused).to_have_count(0)
    assert safe.kept() == []
    assert match.lines_in_log("recorded") == 1


def test_a_few_matches_are_kept_and_the_last_is_opened_without_the_server(
    safe: Phone, way: Way
) -> None:
    """A link that leads nowhere is not kept."""
    matches = [safe.start("tribello", *THREE) for _ in range(5)]
    for match in matches:
        safe.open(match)
        is_kept(safe, match, 1)
    pages = [url for url in stored(safe) if "/m/" in url]
    assert pages == [match.to_score for match in matches[-4:]]
    assert all("/static/" in url for url in stored(safe) if url not in pages)

    home = f"{way.address}/"
    safe.open(home)
    expect(safe.page).to_have_url(home)
    way.all("lost")
    safe.page.goto(home)
    expect(safe.page).to_have_url(matches[-1].to_score)
    expect(safe.line).to_have_text(re.compile("^No connection"))

    way.fate = good
    gone = matches[-1]
    assert gone.post("share/renew", role="score", form="x" * 22).status == 303
    safe.expects(404)
    safe.page.goto(gone.to_score)
    expect(safe.page.get_by_role("alert")).to_contain_text("doesn’t open a match")
    assert gone.to_score not in stored(safe)


def test_a_version_keeps_nothing_of_an_old_one_nor_for_a_page_it_has_not_the_files_of(
    safe: Phone,
) -> None:
    safe.open(safe.start("tribello", *THREE))
    safe.page.evaluate(
        "async () => (await caches.open('/static/0000')).put('/static/0000/x', new Response('x'))"
    )
    match = safe.open_tribello()
    is_kept(safe, match, 1)
    assert not [url for url in stored(safe) if "/static/0000/" in url]

    before = text_of(safe, match.to_score)
    message = {"page": match.to_score, "assets": ["/static/0000/referee.css"]}
    safe.page.evaluate(
        "async (message) => (await navigator.serviceWorker.ready).active.postMessage(message, [])",
        message,
    )
    safe.page.wait_for_function("async () => !(await fetch('/')).redirected")  # handled
    assert text_of(safe, match.to_score) == before
    assert not [url for url in stored(safe) if "/static/0000/" in url]


def test_over_http_there_is_no_worker(phone: Phone) -> None:
    phone.run_first("navigator.serviceWorker.register = async () => { window.isAsked = true; };")
    phone.open(phone.start("tribello", *THREE))
    phone.open_more()
    # The script that would register it is there.
    expect(phone.page.get_by_role("button", name="Keep screen on")).to_be_visible()
    assert phone.page.evaluate("window.isAsked") is None


LOCK = """
    window.locks = [];
    const request = async (kind) => {
        const lock = { kind, isHeld: true, release: async () => { lock.isHeld = false; } };
        window.locks.push(lock);
        return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
HELD = "window.locks.filter((lock) => lock.isHeld).map((lock) => lock.kind)"


def test_who_wants_it_keeps_the_screen_on_also_over_a_reload(phone: Phone) -> None:
    phone.run_first(LOCK)
    phone.open(phone.start("tribello", *THREE))
    button = phone.page.get_by_role("button", name="Keep screen on")
    more = phone.page.get_by_text("More", exact=True)
    phone.tap(more)
    expect(button).to_have_attribute("aria-pressed", "false")
    assert phone.page.evaluate(HELD) == []
    phone.tap(button)
    expect(button).to_have_attribute("aria-pressed", "true")
    assert phone.page.evaluate(HELD) == ["screen"]
    phone.page.reload()
    phone.tap(more)
    expect(button).to_have_attribute("aria-pressed", "true")
    assert phone.page.evaluate(HELD) == ["screen"]
    phone.tap(button)
    expect(button).to_have_attribute("aria-pressed", "false")
    assert phone.page.evaluate(HELD) == []


OF_ITS_OWN = """
from functools import partial
serve.serve = partial(serve.serve, https=True)
"""


class Secure(Server):
    def connect(self, head: str = "", body: bytes = b"") -> socket.socket:
        connection = Listener("127.0.0.1", self.port, "https").connect(START_SECONDS)
        connection.sendall(head.encode() + body)
        return connection


def test_a_certificate_of_its_own_lets_phones_keep_the_screen_on(tmp_path: Path, lay: Lay) -> None:
    with running(tmp_path, OF_ITS_OWN) as server:
        key = Secure(server.port, server.data, server.process).start_match()
        phone = lay(base_url=f"https://table.test:{server.port}", ignore_https_errors=True)
        phone.run_first(LOCK)
        phone.open(f"/m/{key}/")
        assert phone.page.evaluate("isSecureContext")
        phone.open_more()
        phone.tap(phone.page.get_by_role("button", name="Keep screen on"))
        phone.until(lambda: phone.page.evaluate(HELD) == ["screen"])
        phone.open("/health")  # leaves the match, before the server stops


def test_over_plain_http_the_menu_leads_to_how_to_get_it(
    phone: Phone, house: House, lay: Lay
) -> None:
    match = phone.start("tribello", *THREE)
    other = lay(base_url=f"http://table.test:{house.port}")
    other.open(urlsplit(match.to_score).path)
    assert not other.page.evaluate("isSecureContext")
    other.open_more()
    other.tap(other.page.get_by_role("link", name="Keep screen on"))
    expect(other.page.get_by_text("start Referee with --https")).to_be_in_viewport()
    assert all("Opener-Policy header has been ignored" in each for each in other.faults)
    other.faults.clear()  # browsers say so for each page over http


def test_where_the_browser_cannot_keep_it_on_nothing_is_offered(phone: Phone) -> None:
    phone.run_first("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")
    phone.open(phone.start("tribello", *THREE))
    phone.listens()
    phone.open_more()
    expect(phone.page.get_by_role("link", name="Board")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Keep screen on")).to_have_count(0)


def test_a_board_alone_keeps_its_screen_on_by_itself(phone: Phone) -> None:
    phone.run_first(LOCK)
    match = phone.start("tribello", *THREE)
    match.deal(6, 4, 3)
    phone.open(f"{match.to_score}e/{match.ids[0]}/edit")
    expect(phone.page.get_by_role("button", name=re.compile("^Save deal"))).to_be_visible()
    assert phone.page.evaluate("window.locks.length") == 0
    phone.open(match.to_score + "board")
    phone.until(lambda: phone.page.evaluate(HELD) == ["screen"])
