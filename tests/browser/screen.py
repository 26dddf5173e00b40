"""A browser's screen: what a finger taps on it, and what it shows.

Elements are found by role, label or text, never by appearance.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import (
    APIResponse,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    expect,
)
from playwright.sync_api import Page as Tab
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, TestResponse

from referee.core.text import ENGLISH, Translator
from tests.browser.way import Way
from tests.phones import AnyPhone, Circle, Page, key_in
from tests.phones import Match as AnyMatch
from tests.web.english_words import messages_in

FIREFOX = os.environ.get("FIREFOX", "")
"""Path of the Firefox that runs the tests instead of Chromium, if any. It clicks, never taps."""
PATIENCE = 60_000.0  # milliseconds to wait for anything on a page; the machine may be busy
MINUS = "−"
THREE = ("Ann", "Ben", "Cora")
"""The usual players."""
SUITS = {"S": ("spades", "♠"), "H": ("hearts", "♥"), "D": ("diamonds", "♦"), "C": ("clubs", "♣")}
PLAIN = {"JK": "Athlete", "RJ": "Red joker", "BJ": "Black joker", "SHEET": "Sheet"}
"""Labels of cards without a suit."""

USUAL_LETTERS = 16
AS_NEW = "localStorage.clear(); sessionStorage.clear(); !globalThis.__pwClock"

COUNT_STREAMS = """
    globalThis.streams = [];
    globalThis.EventSource = class extends EventSource {
        constructor(...all) { super(...all); streams.push(this); }
    };
"""
STREAMS = "streams.filter(({ readyState }) => readyState === EventSource.OPEN).length"
"""How many streams the page listens to; to be told of every request would take more time."""

REFUSED = re.compile(r"(?:with a status of|Response Status Error Code) (\d+)")
AWAY = re.compile(
    r"net::ERR_|^Failed to load module script|^EventSource's response|^Firefox can’t establish"
    r"|^The connection to .* was interrupted"
    r"|^htmx:(afterRequest|sendError)|^\[object Event\]$"
)
"""What the browser and htmx log when a server doesn't answer."""
LEFT = re.compile(r"^htmx:(afterRequest|sendAbort), ")
"""What htmx logs when a page with a pending request is left."""


@dataclass
class Screen(AnyPhone["Match", Circle]):
    """A page in its own browser context, and everything that went wrong on it."""

    context: BrowserContext
    page: Tab
    taps: int = 0
    faults: list[str] = field(default_factory=list)
    refusals: set[int] = field(default_factory=set)
    may_lose_server: bool = False
    letters: int = USUAL_LETTERS
    devtools: CDPSession | None = None
    words: Translator = ENGLISH  # of the language in which its pages are expected
    is_worn: bool = False
    """Whether the phone was changed in a way that `forget_all` can't undo."""
    is_new: bool = False
    """Whether it has forgotten all since it was used."""

    def __post_init__(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", self._hear_error)
        self.page.add_init_script(COUNT_STREAMS)

    def forget_all(self) -> bool:
        """Reset the phone as far as possible; return whether it is as good as new."""
        self.page.goto("/health", wait_until="commit")  # no script runs here
        self.context.clear_cookies()
        self.set_letters(USUAL_LETTERS)
        for page in self.context.pages:
            if page != self.page:
                page.close()
        self.taps, self.may_lose_server = 0, False
        self.faults.clear()
        self.refusals.clear()
        is_new: bool = self.page.evaluate(AS_NEW)
        return is_new

    def run_first(self, script: str) -> None:
        self.page.add_init_script(script)
        self.is_worn = True

    def set_letters(self, pixels: int) -> None:
        if pixels == self.letters:
            return
        if not self.devtools:
            self.devtools = self.context.new_cdp_session(self.page)
            self.devtools.send("Page.enable")
        sizes = {"standard": pixels, "fixed": pixels - 3}
        self.devtools.send("Page.setFontSizes", {"fontSizes": sizes})
        style = "getComputedStyle(document.documentElement).fontSize"
        assert self.page.evaluate(style) == f"{pixels}px"
        self.letters = pixels

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        refused = REFUSED.search(message.text)
        if refused and int(refused[1]) in self.refusals:
            return
        if self.may_lose_server and AWAY.search(message.text):
            return
        if LEFT.search(message.text):
            return
        self.faults.append(f"{message.text} ({message.location['url']})")

    def _hear_error(self, error: Error) -> None:
        if not (FIREFOX and self.may_lose_server and AWAY.search(str(error))):
            self.faults.append(str(error))

    def has_streams(self, number: int) -> None:
        """Wait until the page listens to this number of streams."""

        def holds() -> bool:
            with suppress(Error):  # the page is just being left
                return bool(self.page.evaluate(STREAMS) == number)
            return False

        self.until(holds)

    def listens(self) -> None:
        self.has_streams(1)

    def expects(self, *statuses: int) -> None:
        """Don't count responses with these statuses as faults from now on."""
        self.refusals.update(statuses)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for a condition that no element on the page shows."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < deadline
            self.page.wait_for_timeout(20)

    def open(self, place: Match | str) -> None:
        self.page.goto(place.to_score if isinstance(place, Match) else place)

    @property
    def match(self) -> Match:
        """The match whose page is open."""
        return self.match_at(self.page.url)

    def match_at(self, address: str) -> Match:
        return Match(self, f"{address.split('/m/')[0]}/m/{key_in(address)}/")

    def circle_at(self, address: str) -> Circle:
        return Circle(self, address)

    def fetch(self, address: str, **headers: str) -> Page:
        return _page(self.context.request.get(address, headers=headers, max_redirects=0), "GET")

    def post(self, address: str, data: Mapping[str, Any], **headers: str) -> Page:
        request = self.context.request
        answer = request.post(address, form={**data}, headers=headers, max_redirects=0)
        return _page(answer, "POST")

    def say(self, template: str, **values: object) -> str:
        """A text of the catalogue in the phone's language, filled in."""
        text = self._translated(template)
        return text % values if "%(" in template else text.format(**values)

    def _translated(self, template: str) -> str:
        """Words are found in any context, as long as they have the same translation in all."""
        if " " in template or self.words is ENGLISH:
            return self.words.gettext(template)
        texts = {str(each.string) for each in messages_in(self.words.tag) if each.id == template}
        (text,) = texts or {template}
        return text

    def saying(self, template: str) -> re.Pattern[str]:
        """Pattern for a text of the catalogue with any values."""
        words = re.split(r"%\(\w+\)s|\{\w+\}", self._translated(template))
        return re.compile(f"^{'.+'.join(map(literal, words))}$")

    def has_come(self) -> None:
        """Wait until all of the page has come, and its scripts have run: it comes in pieces."""
        self.page.wait_for_load_state("domcontentloaded")

    def tap(self, what: Locator, *, force: bool = False) -> None:
        """Tap once; `force` also taps disabled elements, which then say why they are disabled."""
        self.has_come()
        (what.click if FIREFOX else what.tap)(force=force)
        self.taps += 1

    def tap_at(self, what: FloatRect) -> None:
        """Tap in the middle of where something was, whatever is there now."""
        tap = self.page.mouse.click if FIREFOX else self.page.touchscreen.tap
        tap(what["x"] + what["width"] / 2, what["y"] + what["height"] / 2)

    def tap_button(self, name: str | re.Pattern[str]) -> None:
        self.tap(self.page.get_by_role("button", name=name))

    def tap_link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def open_more(self) -> None:
        self.tap(self.page.get_by_text(self.say("More"), exact=True))

    def tap_more(self, name: str) -> None:
        self.open_more()
        bar = self.page.get_by_role("navigation", name=self.say("This match"))
        self.tap(bar.get_by_role("link", name=self.say(name), exact=True))

    def unfold(self, words: str) -> None:
        self.tap(self.page.locator("summary").filter(has_text=re.compile(rf"^\s*{words}")))

    # The form

    def group(self, name: str, more: str = "") -> Locator:
        """The group in a form whose legend starts with this name."""
        pattern = re.compile(rf"^{literal(name)}(?!\w).*{more}", re.DOTALL)
        return self.page.get_by_role("group", name=pattern)

    def radio(self, group: str, value: object) -> Locator:
        return self.group(group).get_by_role("radio", name=whole(value))

    def key(self, group: str, value: object) -> Locator:
        """A radio button's label, which is what a finger taps."""
        radio = self.page.get_by_role("radio", name=whole(value))
        return self.group(group).locator("label").filter(has=radio)

    def choose(self, group: str, value: object) -> None:
        self.tap(self.key(group, value))

    # The cells and their keypad

    def cell(self, name: str, things: str = "tricks") -> Locator:
        label = self.say("%(name)s, %(figure)s", name=name, figure=self.say(things))
        return self.page.get_by_label(label, exact=True)

    @property
    def keypad(self) -> Locator:
        return self.page.get_by_role("group", name=self.say("Keypad"))

    def pad_key(self, value: object) -> Locator:
        return self.keypad.get_by_role("button", name=str(value), exact=True)

    def chosen_cell(self) -> str:
        """Which cell the keypad fills, such as `Ann: tricks`."""
        return re.sub(r", \d+ left$|; the last fills itself$", "", self.prompt())

    def prompt(self) -> str:
        told = self.page.locator("#whose:not(:empty)")
        words = told.text_content() or ""  # once the page's script has run
        return words if told.is_visible() else ""

    def shows_tricks(self, *tricks: object) -> None:
        """Check what the cells of Ann, Ben and Cora have."""
        for name, number in zip(THREE, tricks, strict=False):
            expect(self.cell(name)).to_have_value(str(number))

    def comes_to(self, name: str, things: str = "tricks") -> Locator:
        label = self.page.locator("label").filter(has=self.cell(name, things))
        return label.get_by_role("status")

    def count(self, name: str, value: int, things: str = "tricks", *, force: bool = False) -> None:
        """Tap this number on the keypad; if another cell is chosen, tap the player's cell first.

        A row of cells that is still one key is opened by that key.
        """
        row = self.page.get_by_label(re.compile(f"^{literal(self.say(things))}$", re.IGNORECASE))
        key = self.page.locator("label").filter(has=row)
        self.has_come()
        if key.count() and not self.cell(name, things).is_visible():
            self.tap(key)
        if not re.match(rf"{literal(name)}: ({self.say(things)}|.*\d)", self.chosen_cell()):
            self.tap(self.cell(name, things))
        self.tap(self.pad_key(value), force=force)

    def type_figure(self, name: str, value: object, things: str) -> None:
        if not self.chosen_cell().startswith(f"{name}: {self.say(things)}"):
            self.tap(self.cell(name, things))
        for digit in str(value):
            self.tap(self.pad_key(digit))

    def seat(self, number: int) -> Locator:
        label = self.say("Player {number}", number=number)
        return self.group(self.say("Players")).get_by_label(label, exact=True)

    def enter_by(self, way: str) -> None:
        """Choose how to enter a round of Thirty-One, if there is a choice on this page."""
        key = self.page.locator(f"label:has([name=way][value={way}]:not(:checked))")
        self.has_come()
        if key.count():
            key.click()

    def worth(self, name: str) -> Locator:
        self.enter_by("values")
        return self.cell(name, "value")

    def loser_key(self, name: str) -> Locator:
        """The key with which somebody loses a life, or with which there is fire."""
        box = self.page.get_by_role("checkbox", name=re.compile(f"^{name}"))
        return self.page.locator(".by-losers label").filter(has=box)

    @property
    def record_button(self) -> Locator:
        return self.page.get_by_role("button", name=self.saying("Record {entry}"))

    def record(self) -> None:
        self.tap(self.record_button)

    def save(self) -> None:
        self.tap_button(re.compile("^Save"))

    def undo(self) -> None:
        self.tap_button(re.compile("^Undo"))

    # The pad

    @property
    def due(self) -> Locator:
        return self.page.get_by_role("main").get_by_role("heading").first

    def row(self, label: str | re.Pattern[str]) -> Locator:
        header = self.page.get_by_role("rowheader", name=label)
        return self.page.get_by_role("row").filter(has=header)

    def shows_row(self, label: str | re.Pattern[str], cells: Sequence[object]) -> None:
        """Check a row's figures; each may have its running total below it."""
        expect(self.row(label).get_by_role("cell")).to_have_text(
            [cell if isinstance(cell, re.Pattern) else figure(str(cell)) for cell in cells]
        )

    def shows_totals(self, totals: dict[str, object], notes: Sequence[str] = ()) -> None:
        below = notes or [""] * len(totals)
        patterns = [
            re.compile(
                rf"^\s*{literal(name)}(?s:.*?)(?<![\d{MINUS}]){total}(?!\d)(?s:.*){note}\s*$"
            )
            for (name, total), note in zip(totals.items(), below, strict=True)
        ]
        expect(self.scores).to_have_text(patterns)

    @property
    def scores(self) -> Locator:
        """The players in the strip, each with a total."""
        strip = self.page.get_by_role("list", name=self.say("Score"))
        return strip.get_by_role("listitem")

    @property
    def receipt(self) -> Locator:
        return self.page.get_by_role("dialog", name=self.say("Receipt"))

    def open_receipt(self, row: str | re.Pattern[str], cell: int = 0) -> Locator:
        """Tap a figure of this row."""
        self.tap(self.row(row).get_by_role("cell").nth(cell))
        expect(self.receipt).to_contain_text(row)
        return self.receipt

    def correct(self, row: str) -> None:
        self.tap(self.open_receipt(row).get_by_role("link", name="Correct"))

    @property
    def rows(self) -> Locator:
        return self.page.get_by_role("row").filter(has=self.page.get_by_role("rowheader"))

    def shows_in_place(self, text: str | re.Pattern[str]) -> None:
        told = self.page.locator("form, #why").locator("[role=status], [role=alert]")
        expect(told.filter(has_text=text).first).to_be_visible()

    def cites(self, rule: str, where: str = "output, [role=status], [role=alert]") -> None:
        """The refusal, or another place, links to the rule, or to one that begins like this."""
        link = self.page.locator(where).locator(f"a.rule[href*='#{rule}']:visible")
        expect(link.first).to_be_visible()

    # The whole page

    def overflow(self) -> int:
        """How many pixels the page is wider than the screen."""
        width: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return width

    # Cards and players

    def open_tribello(self, *deals: tuple[int, int, int], listens: bool = False) -> Match:
        match = self.start("tribello", *THREE)
        if deals:
            match.deals(*deals)
        self.open(match)
        if listens:
            self.listens()
        return match

    def count_tricks(self, *tricks: int) -> None:
        """Enter Ann's and Ben's tricks by tapping; the page fills in Cora's."""
        for name, number in zip(THREE, tricks, strict=False):
            self.count(name, number)

    def record_tricks(self, *tricks: int) -> None:
        self.count_tricks(*tricks)
        self.record()

    def seat_players(self, game: str, names: Sequence[str]) -> None:
        self.open("/new")
        self.choose_game(game)
        self.name_all(names)

    def name_all(self, names: Iterable[str]) -> None:
        for seat, name in enumerate(names, start=1):
            self.seat(seat).fill(name)

    def choose_game(self, game: str) -> None:
        title = self.say(game)
        self.choose(self.say("Game"), re.compile(f"^{title}"))
        start = self.say("Start %(game)s", game=title)
        expect(self.page.get_by_role("button", name=start)).to_be_visible()

    @property
    def picker(self) -> Locator:
        return self.page.get_by_role("dialog", name=self.say("Choose cards"))

    def pick(self, *cards: str, joker: str = PLAIN["JK"]) -> None:
        """Pick these cards in the open picker with one tap each; for melds, tap the rank first.

        `joker` is the game's label for the card `JK`.
        """
        ranks = self.picker.get_by_role("group", name=self.say("Rank"), exact=True)
        for card in cards:
            rank = ranks.get_by_role("button", name=card[:-1], exact=True)
            if card not in PLAIN and rank.count() and rank.get_attribute("aria-pressed") == "false":
                self.tap(rank)
            self.tap(self.picked_key(card, joker))

    def picked_key(self, card: str, joker: str = PLAIN["JK"]) -> Locator:
        if card in PLAIN:
            name = self.say(joker if card == "JK" else PLAIN[card])
        else:
            suit = self.say(SUITS[card[-1]][0])
            name = self.say("{rank} of {suit}", rank=card[:-1], suit=suit)
        return self.picker.get_by_role("button", name=name, exact=True)

    @property
    def picked(self) -> Locator:
        """The cards picked so far in the open picker."""
        return self.picker.get_by_role("button", name=self.saying("Take back {card}"))

    def picks_for(self, title: str) -> None:
        expect(self.picker.get_by_role("heading")).to_have_text(title)

    def close_picker(self) -> None:
        """Close the picker, unless it closed by itself after its last card."""
        if self.picker.is_visible():
            self.tap(self.picker.get_by_role("button", name=self.say("Done"), exact=True))
        expect(self.picker).to_be_hidden()

    def open_picker(self, name: str, of: str = "cards") -> None:
        self.enter_by("hands")
        self.choose_a_card(self.say(f"{{name}}’s {of}", name=name))

    def choose_a_card(self, title: str) -> None:
        slot = self.say("{title}, choose a card", title=title)
        self.tap(self.page.get_by_role("button", name=slot).first)
        expect(self.picker).to_be_visible()

    def pick_all(self, hands: dict[str, str]) -> None:
        """Pick every hand in turn; the picker moves on by itself and closes after the last one."""
        self.open_picker(next(iter(hands)))
        for name, cards in hands.items():
            self.picks_for(self.say("{name}’s cards", name=name))
            self.pick(*cards.split())
        expect(self.picker).to_be_hidden()


class Match(AnyMatch):
    """A match to which requests are sent, as if by another phone or a program."""

    def behind(self, way: Way) -> Match:
        """The same match, reached directly instead of over the unreliable connection."""
        direct = self.to_score.replace(way.address, f"http://127.0.0.1:{way.to}")
        return Match(self.phone, direct)

    def lines_in_log(self, deed: str) -> int:
        return len(re.findall(rf"was {deed}\b", self.fetch("log/").html))


def _page(answer: APIResponse, method: str) -> Page:
    url = urlsplit(answer.url)
    path = EnvironBuilder(url.path, f"{url.scheme}://{url.netloc}/", url.query, method=method)
    headers = Headers((each["name"], each["value"]) for each in answer.headers_array)
    if "Location" in headers:
        headers["Location"] = urljoin(answer.url, headers["Location"])
    status = f"{answer.status} {answer.status_text}"
    return Page(TestResponse([answer.body()], status, headers, path.get_request()))


def face(card: str) -> str:
    return PLAIN.get(card) or card[:-1] + SUITS[card[-1]][1]


def figure(text: str) -> re.Pattern[str]:
    """Pattern for a figure on the pad, with or without a running total below it."""
    return re.compile(rf"^\s*{literal(text)}(?:\s+total (?:[{MINUS}\d,½]+|out|swims))?\s*$")


def literal(text: str) -> str:
    """Escape text for use in a pattern; Playwright's selectors need slashes escaped too."""
    return re.escape(text).replace("/", r"\/")


def whole(name: object) -> re.Pattern[str]:
    """Return a pattern for exactly this name, or the name itself if it already is a pattern."""
    if isinstance(name, re.Pattern):
        return name
    return re.compile(f"^{literal(str(name))}$")
