"""Phones as test clients: they open pages, and fill in and send the forms they find there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import encode_multipart

from referee import create_app
from referee.matches.circle import Circle as CircleState
from referee.matches.circle import MatchPutIn, circle_of
from referee.matches.events.base import Event
from referee.matches.match import Match as MatchState
from referee.matches.match import replay
from referee.matches.store import CircleLink, CircleStore, Link, Store, sqlite_url
from referee.web.http.match_cache import MatchCache
from tests.games.dealt import Dealt
from tests.games.records import NAMES, WON, Json
from tests.phones import AnyPhone, Circle, Match, Page, dated, key_in
from tests.web.markup import Element

__all__ = ["Page"]  # what every test of a page needs

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
class Phone(AnyPhone["PlayedMatch", "Friends"]):
    """A browser with its own cookies and, unless `headers` say otherwise, without scripts."""

    app: Flask
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.client: FlaskClient = self.app.test_client()

    @property
    def by_htmx(self) -> bool:
        return "HX-Request" in self.headers

    @property
    def store(self) -> Store:
        return store_of(self.app)

    def open(self, address: str, **headers: str) -> Page:
        """Open the page at an address; keywords are headers, such as `HX_Request="true"`."""
        return Page(self.client.get(address, headers=self._headers(headers)))

    def fetch(self, address: str, **headers: str) -> Page:
        return self.open(address, **headers)

    def post(self, address: str, data: Mapping[str, Any], **headers: str) -> Page:
        return Page(self.client.post(address, data=data, headers=self._headers(headers)))

    def match_at(self, address: str) -> PlayedMatch:
        return PlayedMatch(self, f"/m/{key_in(address)}/")

    def circle_at(self, address: str) -> Friends:
        return Friends(self, f"/c/{address.split('/c/')[1].split('/')[0]}/")

    def import_text(self, text: str, **typed: str) -> Page:
        return self.answer(self.open("/import"), "/import", text=text, **typed)

    def send(self, page: Page, ending: str, /, **typed: object) -> Page:
        """Send the form whose address ends with `ending`, with this input, and follow redirects."""
        return self.follow(self.answer(page, ending, **typed))

    def answer(self, page: Page, ending: str, /, **typed: object) -> Page:
        """Send the form whose address ends with `ending`, with this input; follow no redirects."""
        form = page.form(ending)
        names = {each.get("name") for each in form.controls()}
        assert typed.keys() <= names, f"no field {typed.keys() - names}"
        where = urljoin(page.address, form["action"])
        values = form.fields() | {name: str(value) for name, value in typed.items()}
        if not form.get("enctype"):
            return self.post(where, values)
        boundary, body = encode_multipart(values)
        kind = f"{form['enctype']}; boundary={boundary}"
        return Page(self.client.post(where, data=body, content_type=kind, headers=self.headers))

    def start_deal(self, deal: Dealt, names: Sequence[str] = NAMES) -> PlayedMatch:
        """Start a match in which this deal can be played."""
        return self.start(deal.game, *names[: deal.seats], title="Friday", **deal.options)

    def play(
        self, deal: Dealt, cards: int | None = None, names: Sequence[str] = NAMES
    ) -> tuple[PlayedMatch, Page]:
        """Start a match in which this many cards of the deal have been played (all by default)."""
        match = self.start_deal(deal, names)
        match.write("begun", entry=deal.facts)
        match.fall(*deal.cards[:cards])
        return match, self.open(match.to_score)

    def tap(self, page: Page, card: str, **more: str) -> Page:
        return self.send(page, "/play/card", card=card, **more)

    def tap_all(self, page: Page, cards: Sequence[str]) -> Page:
        """Write all cards but the last to the log, then tap the last one and return the answer."""
        if not cards:
            return page
        form = page.form("/play/card")
        *first, last = cards
        match = self.match_at(form["action"])
        match.fall(*first)
        page = self.follow(self.post(form["action"], match.stamp | {"card": last}))
        assert page.status == 200, (last, page.rules)
        return page

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return self.headers | {name.replace("_", "-"): value for name, value in more.items()}


@dataclass(eq=False)
class PlayedMatch(Match):
    """A match, with access to the log and state that its pages show."""

    phone: Phone

    @property
    def store(self) -> Store:
        return self.phone.store

    @property
    def score_key(self) -> str:
        return key_in(self.to_score)

    @property
    def link(self) -> Link:
        link = self.store.find(self.score_key)
        assert link is not None
        return link

    @property
    def watch_key(self) -> str:
        return self.link.watch_key

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
    def match(self) -> MatchState:
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

    # Its forms

    @property
    def stamp(self) -> dict[str, str]:
        return {"number": str(self.number), "id": str(uuid4())}

    def open_form(self) -> Page:
        """Open the match page; if cards come first, go on from them with their last button."""
        page = self.phone.open(self.to_score)
        while ways := page.tree.all("nav", aria_label="The match"):
            forms = ways[0].all("form")
            if forms:
                return self.phone.follow(self.phone.post(forms[0]["action"], forms[0].fields()))
            page = self.phone.open(ways[0].all("a")[-1]["href"])
        return page

    def open_edit(self, row: int = 0) -> Page:
        return self.phone.open(f"{self.to_score}e/{self.ids[row]}/edit")

    def record(self, **typed: object) -> Page:
        return self.phone.send(self.open_form(), "/entries", **typed)

    def send(self, typed: Mapping[str, str]) -> Page:
        """Record an entry; fields that the form lacks are sent, too."""
        form = self.phone.open(self.to_score).form("/entries")
        return self.phone.follow(self.phone.post(form["action"], form.fields() | {**typed}))

    def edit(self, row: int = 0, /, **typed: object) -> Page:
        return self.phone.send(self.open_edit(row), f"/e/{self.ids[row]}", **typed)

    def strike(self, row: int = -1) -> Page:
        return self.phone.send(self.phone.open(f"{self.to_score}e/{self.ids[row]}"), "/strike")

    def begin(self, **facts: object) -> Page:
        return self.phone.send(self.phone.open(self.to_score + "play/"), "/play/", **facts)

    def fall(self, *cards: str, **table: int) -> None:
        """Write these cards to the log."""
        for card in cards:
            self.write("fell", card=card.replace("=", ""), **table)

    def check_untouched(self, row: int = 0) -> None:
        """Check that saving a row's form unchanged writes nothing."""
        before = self.number, self.entries
        assert self.edit(row).status == 200
        assert (self.number, self.entries) == before

    def check_recorded(
        self, typed: Mapping[str, str], entry: Json, row: Sequence[int | None]
    ) -> Page:
        """Check that this input gives this entry and row, and that saving it again does nothing."""
        page = self.send(typed)
        assert page.status == 200, page.rules
        assert (self.entries[-1], self.cells()) == (entry, list(row))
        self.check_untouched(-1)
        return page

    def told(self, typed: Mapping[str, str]) -> dict[str, Element]:
        """Hints shown beside the fields for this input, by field name."""
        page = self.phone.post(self.to_score + "check", typed)
        assert page.status == 200
        return {each["id"].removeprefix("hint-"): each for each in page.tree.all("output")}

    def hints(self, typed: Mapping[str, str]) -> dict[str, str]:
        return {name: each.text for name, each in self.told(typed).items()}

    def cells(self, row: int = -1) -> list[Any]:
        return list(self.match.sheet().rows[row].cells)


class Friends(Circle):
    """A circle of friends, with access to the log that its pages show."""

    phone: Phone

    @property
    def store(self) -> CircleStore:
        return CircleStore(self.phone.store)

    @property
    def link(self) -> CircleLink:
        link = self.store.find(self.score_key)
        assert link is not None
        return link

    @property
    def to_watch(self) -> str:
        return f"/c/{self.link.watch_key}/"

    @property
    def circle(self) -> CircleState:
        return circle_of(self.store.events(self.link.circle_id))

    def put(self, match: Match) -> Page:
        """Add a match by the form on its own page."""
        forms = [form for form in match.fetch("circles").tree.all("form")
                 if self.score_key in form.fields().values()]  # fmt: skip
        return self.phone.follow(self.phone.post(forms[0]["action"], forms[0].fields()))

    def play(self, *names: str, at: str = "", made: Json = WON) -> PlayedMatch:
        match = self.phone.load(dated(made, names, at))
        written = MatchPutIn(match=match.link.match_id)
        self.store.append(self.link.circle_id, str(uuid4()), written)
        return match

    def act(self, ending: str, words: str = "", **typed: str) -> Page:
        """Send the first form of the circle's page that ends and reads like this."""
        page = self.phone.open(self.to_score)
        forms = [form for form in page.tree.all("form") if form["action"].endswith(ending)]
        forms = [form for form in forms if words in form.text]
        return self.phone.follow(self.phone.post(forms[0]["action"], forms[0].fields() | typed))


def store_of(app: Flask) -> Store:
    store: Store = app.extensions["matches"].store
    return store


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
