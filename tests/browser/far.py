"""Phones on an unreliable connection: what they show and what they keep."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from playwright.sync_api import Error, Locator, expect

from tests.browser.table import Match, Phone, count_tricks, listening, open_tribello, until
from tests.browser.way import Fault, Way, good
from tests.games.records import Json

FIRST = "Round 1, deal 1"
WAITS = re.compile(
    r"^(?:No connection|Referee has been busy) since \d+[:.]\d\d\W?([AP]M)?\. "
    r"1 (?:deal|round|entry|card) is saved on this phone and will be sent automatically\."
    r" Keep this page open\.$"
)


def line(phone: Phone) -> Locator:
    """The status line that says whether Referee can be reached."""
    said = re.compile("No connection|Referee has been|Connected again|saved on this phone")
    return phone.page.get_by_role("status").filter(has_text=said)


def refused(phone: Phone) -> Locator:
    return phone.page.get_by_role("listitem").filter(has_text="Not recorded:")


def saved(phone: Phone) -> Locator:
    """The entries that wait, in a fold."""
    return phone.page.locator(".saved li")


def has_forms(phone: Phone) -> None:
    """Wait until the phone has fetched the forms with which it goes on without a connection."""
    until(phone, lambda: bool(phone.page.evaluate("localStorage.getItem('ahead')")))


def kept(phone: Phone, state: str = "outbox") -> list[Json]:
    found: list[Json] = phone.page.evaluate(
        """state => Object.entries(localStorage).filter(([key]) => key.startsWith(`${state} `))
                          .map(([, value]) => JSON.parse(value))""",
        state,
    )
    return found


def entries(match: Match) -> list[Json]:
    found: list[Json] = json.loads(match.read("record.json"))["entries"]
    return found


def behind(match: Match, way: Way) -> Match:
    """Return the same match, reached directly instead of over the unreliable connection."""
    return Match(match.context, match.url.replace(way.address, f"http://127.0.0.1:{way.to}"))


def on_the_table(phone: Phone, match: Match) -> None:
    phone.open(match)
    listening(phone)


def first_deal_waits(phone: Phone, way: Way, fault: Fault = "lost") -> Match:
    """Open a match and record its first deal, which meets this fault and waits on the phone."""
    match = open_tribello(phone, listens=True)
    has_forms(phone)
    deal_meets(phone, way, fault)
    return match


def deal_meets(phone: Phone, way: Way, fault: Fault) -> None:
    count_tricks(phone, 8, 4)
    recorded_waits(phone, way, fault)


def recorded_waits(phone: Phone, way: Way, fault: Fault) -> None:
    """Record what was entered; the entry meets this fault and then waits on the phone."""
    way.posts(fault)
    phone.record()
    expect(line(phone)).to_have_text(WAITS)


def network_is_back(phone: Phone) -> None:
    with suppress(Error):  # the page also tries by itself and may just be reloading
        phone.page.evaluate("window.dispatchEvent(new Event('online'))")


def is_back(phone: Phone, way: Way) -> None:
    """Restore the connection, and let the phone notice it."""
    way.fate = good
    network_is_back(phone)


def is_locked(phone: Phone) -> None:
    """Check that the entry is still shown but can't be changed."""
    expect(phone.page.locator("#entry")).to_have_attribute("inert", "")


def is_open(phone: Phone) -> None:
    expect(phone.page.locator("#entry")).not_to_have_attribute("inert", "")


def is_due(phone: Phone, name: str) -> None:
    expect(phone.page.locator("#record-label")).to_have_text(f"Record {name}")
