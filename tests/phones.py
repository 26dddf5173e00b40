"""One vocabulary for every phone in the tests, whether a browser stands behind it or not.

A phone of `tests.web` is Flask's test client; one of `tests.browser` is Chromium, with fingers.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Self, TypeVar
from urllib.parse import urljoin
from uuid import uuid4

from werkzeug.test import TestResponse

from tests.games.records import WON, Json
from tests.web.markup import Element, parsed

M = TypeVar("M", bound="Match")
C = TypeVar("C", bound="Circle")
WITHOUT_SUIT = (("red", "RJ"), ("black", "BJ"), ("sheet", "SHEET"))


@dataclass
class Page:
    response: TestResponse

    @property
    def status(self) -> int:
        return self.response.status_code

    @property
    def address(self) -> str:
        return self.response.request.path

    @property
    def location(self) -> str:
        """Where the page redirects to."""
        return self.response.headers["Location"]

    @property
    def base(self) -> str:
        """Base URL of the page's relative links; for a part that answers a form, the match page."""
        request = self.response.request
        if self.is_whole or request.method != "POST" or "/m/" not in request.path:
            return request.url
        below = request.path.partition("/m/")[0]
        return urljoin(request.url, f"{below}/m/{key_in(request.path)}/")

    @cached_property
    def html(self) -> str:
        return self.response.get_data().decode(errors="replace")  # images aren't text

    @cached_property
    def parsed(self) -> tuple[Element, list[str]]:
        """The page's elements, and its unmatched tags."""
        return parsed(self.html)

    @property
    def tree(self) -> Element:
        """The page's elements; asserts that all tags match."""
        tree, faults = self.parsed
        assert faults == []
        return tree

    @property
    def text(self) -> str:
        return self.tree.text

    @property
    def is_whole(self) -> bool:
        return self.html.startswith("<!doctype html>")

    @property
    def rules(self) -> list[str]:
        problems = [box for box in self.tree.all() if "problems" in box.get("class").split()]
        links = [link for box in problems for link in box.all("a", class_="rule")]
        return [link["href"].partition("#")[2] for link in links]

    @property
    def alert(self) -> str:
        return " ".join(each.text for each in self.tree.all(role="alert"))

    @property
    def totals(self) -> list[str]:
        """The totals, from the top of a team pad if there is one, or else from the score strip."""
        sums = self.tree.all("tbody", class_="sums") or self.tree.all("ul", class_="strip")
        return [each.text.replace("•", "").strip() for each in sums[0].all("b")]  # without dots

    @property
    def rows(self) -> list[list[str]]:
        """The cells of each pad row, starting with the first row."""
        return [[cell.figure for line in row for cell in line.all("td")] for row in self._rows()]

    @property
    def labels(self) -> list[str]:
        return [row[0].all("th")[0].all("span", class_="unseen")[0].text for row in self._rows()]

    @property
    def marks(self) -> list[str]:
        """Each pad row's class: `bad`, `warn` or empty."""
        return [row[0].get("class") for row in self._rows()]

    def _rows(self) -> list[list[Element]]:
        bodies = [each for each in self.tree.one(id="pad").all("tbody") if not each.get("class")]
        rows: list[list[Element]] = []
        lines = (line for body in bodies for line in body.all("tr"))
        for line in (line for line in lines if line.get("class") != "evening"):
            if line.all("th"):
                rows.insert(0, [])
            rows[0].append(line)
        return rows

    @property
    def trick(self) -> list[str]:
        """The cards of the trick on the table, in order of play: its columns are the players'."""
        columns = self.tree.one(id="play").all(class_="trick")[0].all("li")
        led = next((place for place, each in enumerate(columns) if "›" in each.text), 0)
        shown = []
        for each in (each.one(class_="card") for each in columns[led:] + columns[:led]):
            classes = set(each["class"].split())
            suits = classes & set("SHDC")
            if suits:
                shown.append(each.text.split()[0] + suits.pop())
            elif "empty" not in classes:
                found = (card for word, card in WITHOUT_SUIT if word in each.text.casefold())
                shown.append(next(found, "JK"))
        return shown

    @property
    def card_keys(self) -> dict[str, bool]:
        """Each card with a key on the page, and whether it may be played."""
        buttons = self.tree.one(id="play").all("button", name="card")
        return {key["value"]: key.get("aria-disabled") != "true" for key in buttons}

    def form(self, ending: str) -> Element:
        forms = [form for form in self.tree.all("form") if form.get("action").endswith(ending)]
        assert len(forms) == 1, f"{len(forms)} forms go to {ending}"
        return forms[0]


class AnyPhone(ABC, Generic[M, C]):
    """What tests do on a phone without looking at its screen."""

    @abstractmethod
    def fetch(self, address: str, **headers: str) -> Page:
        """Get what is at this address, without following redirects; keywords are headers."""

    @abstractmethod
    def post(self, address: str, data: Mapping[str, Any], **headers: str) -> Page:
        """Send a form, as any program could, without following redirects."""

    @abstractmethod
    def match_at(self, address: str) -> M:
        """The match whose scoring link this is, or to one of whose pages it leads."""

    @abstractmethod
    def circle_at(self, address: str) -> C:
        """The circle to which this address leads."""

    def start_circle(self, name: str = "Friday friends") -> C:
        """Start a circle without opening it; the phone lists it."""
        page = self.post("/c/new", {"name": name, "id": str(uuid4())})
        assert page.status == 303, page.text
        return self.circle_at(page.location)

    def start(self, game: str, *names: str, **options: object) -> M:
        """Start a match without opening it; the phone lists it."""
        players = {f"player{seat}": name for seat, name in enumerate(names)}
        form = {"game": game, "id": uuid4(), **players, **options}
        return self._made(self.post("/new", {name: str(value) for name, value in form.items()}))

    def load(self, record: Json) -> M:
        """Import a match from a record, even an invalid one, without opening it."""
        return self._made(self.post("/import", {"text": json.dumps(record), "anyway": "1"}))

    def _made(self, page: Page) -> M:
        assert page.status == 303, page.text
        return self.match_at(page.location)

    def take_seat(self, home: str, seat: int) -> Page:
        """Say whose phone this is; `home` is the address of the match for scoring or viewing."""
        assert self.post(home + "phone", {"seat": str(seat)}).status == 303
        return self.fetch(home)

    def press(self, page: Page, words: str) -> Page:
        """Press the only button with this text, in a form that needs no input."""
        every = [form for form in page.tree.all("form") if form.all("button")]
        forms = [form for form in every if form.all("button")[-1].text == words]
        assert len(forms) == 1, f"{len(forms)} buttons say {words}"
        address = urljoin(page.response.request.url, forms[0]["action"])
        return self.follow(self.post(address, forms[0].fields()))

    def follow(self, page: Page) -> Page:
        return self.fetch(page.location) if page.status in (302, 303) else page


@dataclass(eq=False)
class Match:
    """A match and the phone on which it is played; here, every form is sent as by a program."""

    phone: AnyPhone[Any, Any]
    to_score: str
    """Address of its scoring link."""

    def by(self, phone: AnyPhone[Any, Any]) -> Self:
        """The same match on another phone."""
        return replace(self, phone=phone)

    @property
    def to_watch(self) -> str:
        address = re.search(r'value="([^"]+)" aria-label="Viewing link"', self.fetch("share/").html)
        assert address is not None
        return address[1]

    @property
    def number(self) -> int:
        """Number of its last event."""
        return int(self.field("number"))

    @property
    def ids(self) -> list[str]:
        """Ids of the pad's rows, starting with the first row."""
        links = re.findall(r'[/"]e/([0-9a-f-]{36})"', self.fetch().html)
        return list(dict.fromkeys(links))[::-1]

    @property
    def record_file(self) -> Json:
        found: Json = json.loads(self.fetch("record.json").html)
        return found

    @property
    def entries(self) -> list[Json]:
        entries: list[Json] = self.record_file["entries"]
        return entries

    def field(self, name: str, leaf: str = "") -> str:
        """Value of a form field on one of the match's pages."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.fetch(leaf).html)
        assert found is not None
        return found[1]

    def fetch(self, leaf: str = "") -> Page:
        page = self.phone.fetch(self.to_score + leaf)
        assert page.status == 200, page.status
        return page

    def post(self, leaf: str, /, **data: object) -> Page:
        """Send an up-to-date form, unless `data` say otherwise; follow no redirects."""
        form = {"number": data.get("number") or self.number, "id": uuid4(), **data}
        form = {name: str(value) for name, value in form.items()}
        return self.phone.post(self.to_score + leaf, form)

    def _written(self, leaf: str, /, **data: object) -> Page:
        page = self.post(leaf, **data)
        assert page.status == 303, page.text
        return page

    def record(self, **fields: object) -> Page:
        return self._written("entries", **fields)

    def record_all(self, entries: Iterable[Mapping[str, object]]) -> None:
        """Record these entries one after the other; nobody else may write meanwhile."""
        for number, fields in enumerate(entries, start=self.number):
            self._written("entries", number=number, **fields)

    def deal(self, *tricks: int, **more: object) -> Page:
        return self.record(**_by_seat("tricks", tricks), **more)

    def deals(self, *deals: Iterable[int]) -> None:
        self.record_all(_by_seat("tricks", tricks) for tricks in deals)

    def round(self, *values: object, **more: object) -> Page:
        """Record a round of Thirty-One by figures; empty or None for a player who is out."""
        return self.record(**_by_seat("value", values), **more)

    def begin(self, **facts: object) -> Page:
        """Start playing the next deal card by card or, with `change`, correct its opening facts."""
        return self._written("play/", facts=1, **facts)

    def fall(self, *cards: str, **table: int) -> None:
        number = None if table else self.number  # at two tables, the other may play meanwhile
        for at, card in enumerate(cards):
            stamp = {"number": number + at} if number else {}
            self._written("play/card", card=card, **stamp, **table)

    def strike(self, row: int = -1) -> Page:
        return self._written(f"e/{self.ids[row]}/strike")

    def undo(self) -> Page:
        return self.phone.press(self.fetch(), "Undo")

    def redo(self) -> Page:
        return self.phone.press(self.fetch(), "Redo")


@dataclass(eq=False)
class Circle:
    """A circle of friends and the phone on which it was opened."""

    phone: AnyPhone[Any, Any]
    to_score: str
    """Address of its scoring link."""

    @property
    def score_key(self) -> str:
        return self.to_score.rstrip("/").split("/")[-1]

    def put(self, match: Match) -> Page:
        """Add a match."""
        page = self.phone.follow(match.post("circles", circle=self.score_key))
        assert page.status == 200, page.text
        return page

    def play(self, *names: str, at: str = "", made: Json = WON) -> Any:
        """Add a finished match, played by these people (at this time), and return it."""
        match = self.phone.load(dated(made, names, at))
        self.put(match)
        return match


def dated(made: Json, names: Iterable[str], at: str) -> Json:
    """A record as if these people had played it, and at this time."""
    entries = [entry | {"at": at} if at else entry for entry in made["entries"]]
    return made | {"players": [*names] or made["players"], "entries": entries}


def _by_seat(name: str, figures: Iterable[object]) -> dict[str, str]:
    """Form fields with a figure for each seat; None and empty ones are left out."""
    numbered = enumerate(figures)
    return {f"{name}{seat}": str(each) for seat, each in numbered if each not in (None, "")}


def key_in(address: str) -> str:
    return address.split("/m/", 1)[1].split("/")[0]
