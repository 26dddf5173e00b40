"""Phones as test clients: they open pages, and fill in and send the forms they find there."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse, encode_multipart

from referee import create_app
from referee.matches.events.base import Event
from referee.matches.match import Match, replay
from referee.matches.store import Link, Store, sqlite_url
from referee.web.http.match_cache import MatchCache
from tests.web.markup import Element, parsed

HTMX = {"HX-Request": "true", "HX-Target": "live", "Sec-Fetch-Site": "same-origin"}


@cache
def _made() -> tuple[Flask, bytes]:
    """An app and an empty database; routes, templates and tables are created once for all tests."""
    with TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        store_of(app).close()
        with closing(sqlite3.connect(Path(folder) / "referee.db")) as connection:
            return app, connection.serialize()


def app_over(folder: Path) -> Flask:
    """The app over the database in this folder; exceptions in it fail the test."""
    _, database = _made()
    file = folder / "referee.db"
    if not file.exists():
        file.write_bytes(database)
    return app_of(Store(sqlite_url(file)))


def app_of(store: Store) -> Flask:
    made, _ = _made()
    app = copy(made)
    app.config = copy(made.config)
    app.config["SECRET_KEY"] = store.secret("cookies")
    app.extensions = made.extensions | {"matches": MatchCache(store)}
    app.testing = True
    return app


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

    def form(self, ending: str) -> Element:
        forms = [form for form in self.tree.all("form") if form.get("action").endswith(ending)]
        assert len(forms) == 1, f"{len(forms)} forms go to {ending}"
        return forms[0]


@dataclass
class Phone:
    """A browser with its own cookies and, unless `headers` say otherwise, without scripts."""

    app: Flask
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.client: FlaskClient = self.app.test_client()

    @property
    def by_htmx(self) -> bool:
        return "HX-Request" in self.headers

    def open(self, address: str, **headers: str) -> Page:
        """Open the page at an address; keywords are headers, such as `HX_Request="true"`."""
        return Page(self.client.get(address, headers=self._headers(headers)))

    def post(self, address: str, data: dict[str, Any], **headers: str) -> Page:
        return Page(self.client.post(address, data=data, headers=self._headers(headers)))

    def send(self, page: Page, ending: str, /, **typed: str) -> Page:
        """Send the form whose address ends with `ending`, with this input, and follow redirects."""
        return self.follow(self.answer(page, ending, **typed))

    def answer(self, page: Page, ending: str, /, **typed: str) -> Page:
        """Send the form whose address ends with `ending`, with this input; follow no redirects."""
        form = page.form(ending)
        names = {each.get("name") for each in form.controls()}
        assert typed.keys() <= names, f"no field {typed.keys() - names}"
        where = urljoin(page.address, form["action"])
        values = form.fields() | typed
        if not form.get("enctype"):
            return self.post(where, values)
        boundary, body = encode_multipart(values)
        kind = f"{form['enctype']}; boundary={boundary}"
        return Page(self.client.post(where, data=body, content_type=kind, headers=self.headers))

    def press(self, page: Page, words: str) -> Page:
        """Press the only button with this text, in a form that needs no input."""
        every = [form for form in page.tree.all("form") if form.all("button")]
        forms = [form for form in every if form.all("button")[-1].text == words]
        assert len(forms) == 1, f"{len(forms)} buttons say {words}"
        return self.follow(self.post(forms[0]["action"], forms[0].fields()))

    def follow(self, page: Page) -> Page:
        if page.status in (302, 303):
            return self.open(page.response.headers["Location"])
        return page

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return self.headers | {name.replace("_", "-"): value for name, value in more.items()}


@dataclass
class PlayedMatch:
    """A match, with access to the log and state that its pages show."""

    store: Store
    score_key: str

    @property
    def link(self) -> Link:
        link = self.store.find(self.score_key)
        assert link is not None
        return link

    @property
    def watch_key(self) -> str:
        return self.link.watch_key

    @property
    def to_score(self) -> str:
        return f"/m/{self.score_key}/"

    @property
    def to_watch(self) -> str:
        return f"/m/{self.watch_key}/"

    @property
    def number(self) -> int:
        return self.store.last_number(self.link.match_id)

    @property
    def events(self) -> list[Event]:
        return self.store.events(self.link.match_id)

    @property
    def match(self) -> Match:
        return replay(self.events)

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The active entries, without ids, times and authors."""
        added = {"id", "at", "by"}
        return [
            {name: value for name, value in written.data.items() if name not in added}
            for written in self.match.row_entries()
        ]

    def write(self, kind: str, **payload: Any) -> None:
        """Write an event to the log, as if a phone had sent it."""
        written = self.store.append(
            self.link.match_id,
            number=self.number + 1, id=str(uuid4()), kind=kind, payload=payload, by=None,
        )  # fmt: skip
        assert isinstance(written, Event), (kind, payload)

    def fallen(self) -> list[str] | None:
        """The cards played in the current deal; None if it isn't played card by card."""
        deal = self.match.deals.get(0)
        return None if deal is None else list(deal.cards)

    def facts(self) -> dict[str, Any]:
        """The recorded facts of the deal being played card by card; empty if there is none."""
        deal = self.match.deals.get(0)
        return {} if deal is None else dict(deal.facts)

    @property
    def ids(self) -> list[str]:
        return [written.id for written in self.match.row_entries()]


def store_of(app: Flask) -> Store:
    store: Store = app.extensions["matches"].store
    return store


def key_in(address: str) -> str:
    return address.split("/m/", 1)[1].split("/")[0]


def start(phone: Phone, game: str, *players: str, **typed: str) -> PlayedMatch:
    names = {f"player{seat}": name for seat, name in enumerate(players)}
    page = phone.post("/new", {"game": game, "id": str(uuid4()), **names, **typed})
    assert page.status == 303, page.text
    return PlayedMatch(store_of(phone.app), key_in(page.response.headers["Location"]))


def at_match(phone: Phone, match: PlayedMatch) -> Page:
    """Open the match page; if cards come first, go on from them with their last button."""
    page = phone.open(match.to_score)
    while ways := page.tree.all("nav", aria_label="The match"):
        forms = ways[0].all("form")
        if forms:
            return phone.follow(phone.post(forms[0]["action"], forms[0].fields()))
        page = phone.open(ways[0].all("a")[-1]["href"])
    return page


def record_deal(phone: Phone, match: PlayedMatch, *tricks: int, **typed: str) -> Page:
    figures = {f"tricks{seat}": str(taken) for seat, taken in enumerate(tricks)}
    return phone.send(at_match(phone, match), "/entries", **figures, **typed)


def record_round(phone: Phone, match: PlayedMatch, *values: str, **typed: str) -> Page:
    """Record a round of Thirty-One; leave the value empty for players who are out."""
    figures = {f"value{seat}": value for seat, value in enumerate(values) if value}
    return phone.send(at_match(phone, match), "/entries", **figures, **typed)


def strike(phone: Phone, match: PlayedMatch, row: int = -1) -> Page:
    return phone.send(phone.open(f"{match.to_score}e/{match.ids[row]}"), "/strike")


def import_text(phone: Phone, text: str, **typed: str) -> Page:
    return phone.answer(phone.open("/import"), "/import", text=text, **typed)


def opened(phone: Phone, record: dict[str, Any]) -> PlayedMatch:
    page = phone.post("/import", {"text": json.dumps(record), "anyway": "1"})
    assert page.status == 303, page.text
    return PlayedMatch(store_of(phone.app), key_in(page.response.headers["Location"]))


def routes(
    app: Flask, method: str, *, is_keyed: bool = False, **values: str
) -> Iterator[tuple[str, str]]:
    """Yield each route's endpoint and address for `method`; only those with a key if `is_keyed`."""
    values = {
        "id": "e", "role": "watch", "question": "trick", "seat": "0", "rule": "tribello.lead",
        "number": "1", "game": "tribello", "circle": "A" * 22, **values,
    }  # fmt: skip
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()) and ("key" in rule.arguments or not is_keyed):
            known = {**{name: values.get(name) for name in rule.arguments}, **(rule.defaults or {})}
            yield rule.endpoint, app.url_map.bind("localhost").build(rule.endpoint, known, method)
