"""Phones on an unreliable connection: what they show and what they keep."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Error, Locator, expect

from tests.browser.screen import Match, Screen
from tests.browser.way import Fault, Way, good
from tests.games.records import Json

FIRST = "Round 1, deal 1"
WAITS = re.compile(
    r"^(?:No connection|Referee has been busy) since \d+[:.]\d\d\W?([AP]M)?\. "
    r"1 (?:deal|round|entry|card) is saved on this phone and will be sent automatically\."
    r" Keep this page open\.$"
)


class Offline(Screen):
    """A phone that can lose its connection."""

    @property
    def line(self) -> Locator:
        """The status line that says whether Referee can be reached."""
        said = re.compile("No connection|Referee has been|Connected again|saved on this phone")
        return self.page.get_by_role("status").filter(has_text=said)

    @property
    def refused(self) -> Locator:
        return self.page.get_by_role("listitem").filter(has_text="Not recorded:")

    @property
    def saved(self) -> Locator:
        """The entries that wait, in a fold."""
        return self.page.locator(".saved li")

    def has_forms(self) -> None:
        """Wait until the phone has fetched the forms with which it goes on without a connection."""
        self.until(lambda: bool(self.page.evaluate("localStorage.getItem('ahead')")))

    def kept(self, state: str = "outbox") -> list[Json]:
        found: list[Json] = self.page.evaluate(
            """state => Object.entries(localStorage).filter(([key]) => key.startsWith(`${state} `))
                              .map(([, value]) => JSON.parse(value))""",
            state,
        )
        return found

    def open_to_record(self, match: Match) -> None:
        self.open(match)
        self.listens()

    def first_deal_waits(self, way: Way, fault: Fault = "lost") -> Match:
        """Open a match and record its first deal, which meets this fault and waits on the phone."""
        match = self.open_tribello(listens=True)
        self.has_forms()
        self.deal_meets(way, fault)
        return match

    def deal_meets(self, way: Way, fault: Fault) -> None:
        self.count_tricks(8, 4)
        self.recorded_waits(way, fault)

    def recorded_waits(self, way: Way, fault: Fault) -> None:
        """Record what was entered; the entry meets this fault and then waits on the phone."""
        way.posts(fault)
        self.record()
        expect(self.line).to_have_text(WAITS)

    def network_is_back(self) -> None:
        with suppress(Error):  # the page also tries by itself and may just be reloading
            self.page.evaluate("window.dispatchEvent(new Event('online'))")

    def is_back(self, way: Way) -> None:
        """Restore the connection, and let the phone notice it."""
        way.fate = good
        self.network_is_back()

    def is_locked(self) -> None:
        """Check that the entry is still shown but can't be changed."""
        expect(self.page.locator("#entry")).to_have_attribute("inert", "")

    def is_open(self) -> None:
        expect(self.page.locator("#entry")).not_to_have_attribute("inert", "")

    def is_due(self, name: str) -> None:
        expect(self.page.locator("#record-label")).to_have_text(f"Record {name}")
