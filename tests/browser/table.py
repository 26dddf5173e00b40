"""A server, phones with a page open, and the matches played on them.

Elements on a phone are found by role, label or text, never by appearance.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin
from uuid import uuid4

from playwright.sync_api import (
    APIResponse,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    Page,
    expect,
)

from referee.core.text import ENGLISH, Translator
from tests.games.records import Json
from tests.servers import ROOT, START_SECONDS, wait_for
from tests.web.english_words import messages_in

FIREFOX = os.environ.get("FIREFOX", "")
"""Path of the Firefox that runs the tests instead of Chromium, if any. It clicks, never taps."""
STOP_SECONDS = 60.0
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
class House:
    """`referee serve` in its own process, which can be killed and restarted."""

    data: Path
    port: int = 0
    options: Sequence[str] = ()
    program: Sequence[str] = ("-m", "referee")
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def stderr(self) -> Path:
        return self.data.with_suffix(".stderr")

    @property
    def place(self) -> tuple[str, str]:
        """Command-line options that say where matches are stored."""
        return "--data", str(self.data)

    def start(self) -> None:
        """Start on the same port and data as before, and wait until it serves pages."""
        if not self.port:
            with socket.create_server(("127.0.0.1", 0)) as probe:
                self.port = int(probe.getsockname()[1])
        self.run()
        wait_for(self._answers, fault="the server does not start")

    def run(self) -> None:
        command = [sys.executable, *self.program, "serve", "--port", str(self.port)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")}
        with self.stderr.open("ab") as errors:
            self.process = subprocess.Popen(
                [*command, *self.place, *self.options],
                cwd=ROOT,
                env=environment,
                stdout=errors if "--access-log" in self.options else subprocess.DEVNULL,
                stderr=errors,
            )

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.stderr.read_text()
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), timeout=START_SECONDS) as connection,
        ):
            connection.sendall(b"HEAD / HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n\r\n")
            return bool(connection.recv(1))
        return False

    def kill(self) -> None:
        """Kill the process, as if the plug were pulled."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(STOP_SECONDS)
        self.is_gone()

    def is_gone(self) -> None:
        """Wait until nothing answers any more."""
        wait_for(lambda: not self._is_held(), STOP_SECONDS, fault="a worker outlives the server")

    @contextmanager
    def away(self) -> Iterator[None]:
        self.kill()
        try:
            yield
        finally:
            self.start()

    def _is_held(self) -> bool:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        finally:
            self.process.kill()


@dataclass
class Phone:
    """A page in its own browser context, and everything that went wrong on it."""

    context: BrowserContext
    page: Page
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
        self.page.goto("/health")  # no script runs here
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

        until(self, holds)

    def expects(self, *statuses: int) -> None:
        """Don't count responses with these statuses as faults from now on."""
        self.refusals.update(statuses)

    def open(self, place: Match | str) -> None:
        self.page.goto(place.url if isinstance(place, Match) else place)

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

    def tap(self, what: Locator, *, force: bool = False) -> None:
        """Tap once; `force` also taps disabled elements, which then say why they are disabled."""
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

    def tap_more(self, name: str) -> None:
        self.tap(self.page.get_by_text(self.say("More"), exact=True))
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
        """What the keypad says about the cell that it fills, such as `Ann: tricks`."""
        told = self.keypad.get_by_role("status")
        expect(told).not_to_be_empty()  # the page's script has run
        return told.text_content() or ""

    def comes_to(self, name: str, things: str = "tricks") -> Locator:
        label = self.page.locator("label").filter(has=self.cell(name, things))
        return label.get_by_role("status")

    def count(self, name: str, value: int, things: str = "tricks", *, force: bool = False) -> None:
        """Tap this number on the keypad; if another cell is chosen, tap the player's cell first.

        A row of cells that is still one key is opened by that key.
        """
        row = self.page.get_by_label(re.compile(f"^{literal(self.say(things))}$", re.IGNORECASE))
        if row.count() and not self.cell(name, things).is_visible():
            self.tap(self.page.locator("label").filter(has=row))
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
        if key.count():
            key.click()

    def worth(self, name: str) -> Locator:
        self.enter_by("values")
        return self.cell(name, "value")

    @property
    def record_button(self) -> Locator:
        return self.page.get_by_role("button", name=self.saying("Record {entry}"))

    def record(self) -> None:
        self.tap(self.record_button)

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
        strip = self.page.get_by_role("list", name=self.say("Score"))
        expect(strip.get_by_role("listitem")).to_have_text(patterns)

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


@dataclass
class Match:
    """A match to which requests are sent, as if by another phone or a program."""

    context: BrowserContext
    url: str

    @property
    def number(self) -> str:
        return self.field("number")

    def field(self, name: str, page: str = "") -> str:
        """Value of a form field on one of the match's pages."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.read(page))
        assert found is not None
        return found[1]

    def read(self, page: str = "") -> str:
        answer = self.context.request.get(self.url + page)
        assert answer.ok, answer.status
        return answer.text()

    def post(self, page: str, **fields: object) -> APIResponse:
        form: dict[str, str | float | bool] = {name: str(fields[name]) for name in fields}
        return self.context.request.post(self.url + page, form=form, max_redirects=0)

    def record(self, **fields: object) -> None:
        self.record_all([fields])

    def record_all(self, entries: Iterable[Mapping[str, object]]) -> None:
        """Record these entries one after the other; nobody else may write meanwhile."""
        for number, fields in enumerate(entries, start=int(self.number)):
            answer = self.post("entries", number=number, id=uuid4(), **fields)
            assert answer.status == 303, answer.text()

    def deal(self, *tricks: int) -> None:
        self.deals(tricks)

    def deals(self, *deals: tuple[int, ...]) -> None:
        self.record_all({f"tricks{seat}": n for seat, n in enumerate(each)} for each in deals)

    def round(self, *values: object) -> None:
        """Record a round of Thirty-One by figures; None stands for a player who is out."""
        given = {f"value{seat}": value for seat, value in enumerate(values) if value is not None}
        self.record(**given)

    def begin(self, **facts: object) -> None:
        """Start playing the next deal card by card or, with `change`, correct its opening facts."""
        answer = self.post("play/", number=self.number, id=uuid4(), facts=1, **facts)
        assert answer.status == 303, answer.text()

    def fall(self, *cards: str) -> None:
        for number, card in enumerate(cards, start=int(self.number)):
            answer = self.post("play/card", number=number, id=uuid4(), card=card)
            assert answer.status == 303, answer.text()

    @property
    def entries(self) -> list[str]:
        """Ids of the pad's rows, starting with the first row."""
        return list(dict.fromkeys(re.findall(r'[/"]e/([0-9a-f-]{36})"', self.read())))[::-1]

    @property
    def watch_url(self) -> str:
        address = re.search(r'value="([^"]+)" aria-label="Viewing link"', self.read("share/"))
        assert address is not None
        return address[1]

    def lines_in_log(self, deed: str) -> int:
        return len(re.findall(rf"was {deed}\b", self.read("log/")))


def start(phone: Phone, game: str, names: Sequence[str], **options: object) -> Match:
    """Start a match without opening it; it appears in the phone's list of matches."""
    form: dict[str, str | float | bool] = {f"player{seat}": name for seat, name in enumerate(names)}
    form |= {name: str(value) for name, value in options.items()}
    return _made(phone, "/new", {"game": game, **form})


def open_tribello(phone: Phone, *deals: tuple[int, int, int], listens: bool = False) -> Match:
    match = start(phone, "tribello", THREE)
    if deals:
        match.deals(*deals)
    phone.open(match)
    if listens:
        listening(phone)
    return match


def count_tricks(phone: Phone, *tricks: int) -> None:
    """Enter Ann's and Ben's tricks by tapping; the page fills in Cora's."""
    for name, number in zip(THREE, tricks, strict=False):
        phone.count(name, number)


def record_tricks(phone: Phone, *tricks: int) -> None:
    count_tricks(phone, *tricks)
    phone.record()


def until(phone: Phone, holds: Callable[[], bool]) -> None:
    """Wait for a condition that no element on the page shows."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < deadline
        phone.page.wait_for_timeout(20)


def listening(phone: Phone) -> None:
    phone.has_streams(1)


def imported(phone: Phone, record: Json) -> Match:
    """Import a match from a record, even an invalid one, without opening the match."""
    return _made(phone, "/import", {"text": json.dumps(record), "anyway": "1"})


def _made(phone: Phone, page: str, form: dict[str, str | float | bool]) -> Match:
    answer = phone.context.request.post(page, form=form, max_redirects=0)
    assert answer.status == 303, answer.text()
    return Match(phone.context, urljoin(answer.url, answer.headers["location"]))


def seat_players(phone: Phone, game: str, names: Sequence[str]) -> None:
    phone.open("/new")
    choose_game(phone, game)
    for seat, name in enumerate(names, start=1):
        phone.seat(seat).fill(name)


def choose_game(phone: Phone, game: str) -> None:
    title = phone.say(game)
    phone.choose(phone.say("Game"), re.compile(f"^{title}"))
    start = phone.say("Start %(game)s", game=title)
    expect(phone.page.get_by_role("button", name=start)).to_be_visible()


def picker(phone: Phone) -> Locator:
    return phone.page.get_by_role("dialog", name=phone.say("Choose cards"))


def pick(phone: Phone, *cards: str, joker: str = PLAIN["JK"]) -> None:
    """Pick these cards in the open picker with one tap each; for melds, tap the rank first.

    `joker` is the game's label for the card `JK`.
    """
    ranks = picker(phone).get_by_role("group", name=phone.say("Rank"), exact=True)
    for card in cards:
        rank = ranks.get_by_role("button", name=card[:-1], exact=True)
        if card not in PLAIN and rank.count() and rank.get_attribute("aria-pressed") == "false":
            phone.tap(rank)
        phone.tap(picked_key(phone, card, joker))


def picked_key(phone: Phone, card: str, joker: str = PLAIN["JK"]) -> Locator:
    if card in PLAIN:
        name = phone.say(joker if card == "JK" else PLAIN[card])
    else:
        suit = phone.say(SUITS[card[-1]][0])
        name = phone.say("{rank} of {suit}", rank=card[:-1], suit=suit)
    return picker(phone).get_by_role("button", name=name, exact=True)


def picked(phone: Phone) -> Locator:
    """The cards picked so far in the open picker."""
    return picker(phone).get_by_role("button", name=phone.saying("Take back {card}"))


def picks_for(phone: Phone, title: str) -> None:
    expect(picker(phone).get_by_role("heading")).to_have_text(title)


def close_picker(phone: Phone) -> None:
    """Close the picker, unless it closed by itself after its last card."""
    if picker(phone).is_visible():
        phone.tap(picker(phone).get_by_role("button", name=phone.say("Done"), exact=True))
    expect(picker(phone)).to_be_hidden()


def face(card: str) -> str:
    return PLAIN.get(card) or card[:-1] + SUITS[card[-1]][1]


def open_picker(phone: Phone, name: str, of: str = "cards") -> None:
    phone.enter_by("hands")
    choose_a_card(phone, phone.say(f"{{name}}’s {of}", name=name))


def choose_a_card(phone: Phone, title: str) -> None:
    slot = phone.say("{title}, choose a card", title=title)
    phone.tap(phone.page.get_by_role("button", name=slot).first)
    expect(picker(phone)).to_be_visible()


def pick_all(phone: Phone, hands: dict[str, str]) -> None:
    """Pick every hand in turn; the picker moves on by itself and closes after the last one."""
    open_picker(phone, next(iter(hands)))
    for name, cards in hands.items():
        picks_for(phone, phone.say("{name}’s cards", name=name))
        pick(phone, *cards.split())
    expect(picker(phone)).to_be_hidden()


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
