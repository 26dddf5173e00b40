"""Visitors who send random requests: what each of them knows, sends and may be shown."""

from __future__ import annotations

import gzip
import json
import logging
import re
import shlex
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, cast
from urllib.parse import quote, urlsplit

from flask import Flask
from werkzeug.test import TestResponse, run_wsgi_app

from referee.core.question import question_name
from referee.core.record import read_json
from referee.core.registry import GAMES
from referee.core.rulings import question_kinds
from referee.core.sheet import read_record
from referee.core.validation import NotARecord
from referee.matches.store import now
from referee.web.http.gateway import environ_of
from tests.faults import odd
from tests.faults.odd import MARK, Fields
from tests.web import markup
from tests.web.phones import store_of

SECRET: Final = re.compile(r"(?<![\w-])[\w-]{22}(?![\w-])|[0-9a-f-]{36}")
EXPECTED: Final = {200, 204, 206, 302, 303, 304, 308, 400, 403, 404, 405, 409, 413, 416, 422}
LINK: Final = re.compile(r'(?:href|hx-get|action|formaction)="(/[^"#]*)')
REQUIRED: Final = ("Content-Security-Policy", "X-Content-Type-Options", "Referee")
ONCE: Final = ("Content-Type", "Content-Length", "Location", *REQUIRED)
OPENED: Final = ("", "story", "print", "log/", "evenings", "sheet.csv", "record.json", "ask/")
QUESTIONS: Final = sorted(
    {question_name(kind) for game in GAMES.values() for kind in question_kinds(game)} | {"may", "x"}
)


class Sent(NamedTuple):
    method: str
    address: str
    heads: dict[str, str]
    body: bytes = b""

    def __str__(self) -> str:
        heads = " ".join(f"-H {shlex.quote(f'{name}: {its}')}" for name, its in self.heads.items())
        where = shlex.quote(self.address)
        return f"curl -X {self.method} {heads} --data-binary {self.body!r} {where}"


class Links(NamedTuple):
    score: str
    watch: str
    opening: str


class Got(TestResponse):
    @property
    def text(self) -> str:
        is_packed = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.data) if is_packed else self.data).decode(errors="replace")


class World(logging.Handler):
    """An app with matches and circles, and secrets that it may only show to those who know them."""

    def __init__(self, app: Flask) -> None:
        super().__init__(logging.ERROR)
        self.app, self.urls = app, app.url_map.bind("localhost")
        self.rules = [*app.url_map.iter_rules()]
        self.errors: list[str] = []
        self.faults: list[str] = []
        self.statuses, self.reached = Counter[int](), set[str]()
        self.slowest = (0.0, "")
        self.look()

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(self.format(record))

    @contextmanager
    def listening(self) -> Iterator[None]:
        logging.getLogger().addHandler(self)
        yield
        logging.getLogger().removeHandler(self)

    def look(self) -> None:
        """Read the keys of all links, and the ids that opened matches, which are as powerful."""
        events = "JOIN event ON event.match_id = match.id AND number = 1"
        self.matches = self._links(f"match.id, score_key, watch_key, event.id FROM match {events}")
        self.circles = self._links("id, score_key, watch_key, '' FROM circle")
        every = (*self.matches.values(), *self.circles.values())
        self.secrets = {each for links in every for each in links} - {""}

    def _links(self, asked: str) -> dict[int, Links]:
        with store_of(self.app).engine.connect() as connection:
            rows = connection.exec_driver_sql(f"SELECT {asked}")
            return {id: Links(*links) for id, *links in rows}

    def ids(self, match_id: int) -> list[str]:
        asked = "SELECT id FROM event WHERE match_id = ? AND number > 1 LIMIT 20"
        with store_of(self.app).engine.connect() as connection:
            return [*connection.exec_driver_sql(asked, (match_id,)).scalars()]

    def answer(self, sent: Sent) -> Got:
        """Answer a request as the gateway passes it on; of a stream, only its first part."""
        path, _, query = sent.address.partition("?")
        length = (
            {"Content-Length": str(len(sent.body))} if sent.body or sent.method == "POST" else {}
        )
        scope = SimpleNamespace(
            method=sent.method, path=path, query_string=query, headers=sent.heads | length,
            scheme="http", server="127.0.0.1:80", client="127.0.0.1:1", http_version="1.1",
        )  # fmt: skip
        environ = environ_of(cast("Any", scope))
        environ |= {"wsgi.input": BytesIO(sent.body), "wsgi.errors": BytesIO()}
        begun = time.perf_counter()
        app: Any = self.app.wsgi_app
        chunks, status, got = run_wsgi_app(app, environ)
        is_stream = got.get("Content-Type", "").startswith("text/event-stream")
        body = next(iter(chunks), b"") if is_stream else b"".join(chunks)
        if hasattr(chunks, "close"):
            chunks.close()
        took = f"{sent.method} {sent.address[:200]}"
        self.slowest = max(self.slowest, (time.perf_counter() - begun, took))
        return Got([body], status, got, cast("Any", None))


@dataclass
class Visitor:
    """Someone with a browser and some links, who sends random requests."""

    name: str
    world: World
    chance: Random
    scores: set[int] = field(default_factory=set)
    """Matches whose scoring link this visitor has."""
    is_public: bool = True
    """Whether this visitor has the viewing links of all matches and circles."""
    keeps: set[int] = field(default_factory=set)
    """Circles whose scoring link this visitor has."""
    known: set[str] = field(default_factory=set)
    """Secrets that this visitor may be shown, including those that have been replaced."""
    cookies: dict[str, str] = field(default_factory=dict)
    near: list[str] = field(default_factory=list)
    """Names and values of the fields on the last page."""

    def learn(self) -> None:
        world = self.world
        every = (*world.matches.values(), *world.circles.values())
        self.known.update(links.watch for links in every if self.is_public)
        self.known.update(*(world.matches[id] for id in self.scores))
        self.known.update(*(world.circles[id] for id in self.keeps))

    def visit(self) -> int:
        """Visit a page and send requests from it; return how many were sent."""
        self.learn()  # others may have replaced them
        page, sent = self.ask(self._address()), 1
        links = LINK.findall(page.text) if page.mimetype == "text/html" else []
        if links and self.chance.random() < 0.5:
            page = self.ask(self.chance.choice(links).replace("&amp;", "&"))
            sent += 1
        forms = [*_forms_of(page.text, self.chance)] if page.mimetype == "text/html" else []
        # A secret entered as a name is shown to all, so no field may get a link, or the id of a
        # form that opens a match.
        pairs = [pair for form in forms for pair in form[2] if pair[0] != "id"]
        texts = [text[:200] for pair in pairs for text in pair][:400]
        secrets = self.world.secrets
        self.near = [text for text in texts if not any(each in text for each in secrets)]
        for _ in range(3):
            self.send(forms)
        return sent + 3 + (self.bring() if self.chance.random() < 0.1 else 0)

    def bring(self) -> int:
        """Open a changed record as a new match, and its pages; return the number of requests."""
        saved = self.ask(f"/m/{self._match()[1]}/record.json")
        if saved.status_code != 200 or saved.mimetype != "application/json":
            return 1
        data = odd.changed_json(self.chance, json.loads(saved.text))
        fields = [("text", json.dumps(data)), ("anyway", "1")]
        body, kind = odd.in_parts(self.chance, fields)
        opened = self.check(Sent("POST", "/import", self._heads() | {"Content-Type": kind}, body))
        home = opened.headers.get("Location", "")
        pages = OPENED if home.startswith("/m/") else ()
        for page in pages:
            self.check(Sent("GET", home + page, self._heads()))
        return 2 + len(pages)

    def ask(self, address: str) -> Got:
        """Request a page, sometimes with odd parameters in the URL."""
        if self.chance.random() < 0.3:
            usual = [("number", "1"), ("q", "trump"), ("table", "0"), ("asked", "1")]
            query = odd.encoded(self.chance, odd.changed(self.chance, usual, self.near))
            address += ("&" if "?" in address else "?") + query
        return self.check(Sent("GET", address, self._heads()))

    def send(self, forms: list[tuple[str, str, Fields]]) -> None:
        """Send one of a page's forms, changed at random, or a request that no page sends."""
        random, choice = self.chance.random, self.chance.choice
        method, action, fields = "POST", self._address("POST"), [("number", "1"), ("id", "x")]
        if forms:
            method, action, fields = choice(forms)
        if random() < 0.15:
            action = self._address(choice((method, "GET", "POST")))
        if random() < 0.1:
            method = choice(odd.METHODS)
        fields = odd.changed(self.chance, fields, self.near)
        heads, query = self._heads(), odd.encoded(self.chance, fields)
        if method == "GET":
            self.check(Sent(method, f"{action.partition('?')[0]}?{query}", heads))
            return
        body, kind = query.encode(), "application/x-www-form-urlencoded"
        if random() < 0.1 or action.startswith("/import"):
            body, kind = odd.in_parts(self.chance, fields)
        heads["Content-Type"] = choice(odd.TYPES) if random() < 0.03 else kind
        if random() < 0.01:
            heads["Content-Encoding"] = "gzip"
        self.check(Sent(method, action, heads, body))

    def _heads(self) -> dict[str, str]:
        heads = odd.heads(self.chance)
        if self.cookies and "Cookie" not in heads:
            heads["Cookie"] = "; ".join(f"{name}={its}" for name, its in self.cookies.items())
        return heads

    def _address(self, method: str = "GET") -> str:
        """Return a URL that accepts this method; what it names may not exist."""
        choice = self.chance.choice
        match, key = self._match()
        if match and method == "GET" and self.chance.random() < 0.25:
            return f"/m/{key}/"
        rule = choice([each for each in self.world.rules if method in (each.methods or ())])
        values = {
            "key": key, "circle": self._circle(), "id": choice([*self.world.ids(match), "none"]),
            "seat": str(self.chance.randrange(5)), "number": str(self.chance.randrange(4)),
            "role": choice(("score", "watch")), "game": choice([*GAMES]),
            "question": choice(QUESTIONS), "file": "referee.css", "version": "x",
            "when": choice(("2026", str(now().date()))),
            "rule": choice(("tribello.lead", "la-krap.twos", "x", "thirty-one.fire")),
        }  # fmt: skip

        def value(found: re.Match[str]) -> str:
            its = values[found[1]]
            if self.chance.random() < 0.04:
                its = choice([*odd.EXTREME, its[:-1], its + "x", its.swapcase()])[:3000]
            return quote(its, safe="")

        return re.sub(r"<(?:[^<>]*:)?(\w+)>", value, rule.rule)

    def _match(self) -> tuple[int, str]:
        ids = [*self.world.matches] if self.is_public else sorted(self.scores)
        if not ids:
            return 0, "A" * 22
        id = self.chance.choice(ids)
        links = self.world.matches[id]
        scores = id in self.scores and self.chance.random() < 0.9
        return id, links.score if scores else links.watch

    def _circle(self) -> str:
        circles = self.world.circles
        ids = [*circles] if self.is_public else sorted(self.keeps)
        if not ids:
            return "B" * 22
        id = self.chance.choice(ids)
        return circles[id].score if id in self.keeps else circles[id].watch

    # What must be true of every answer

    def check(self, sent: Sent) -> Got:
        world = self.world
        got = world.answer(sent)
        wrong = [*self._wrong(sent, got, got.text), *(f"logged: {each}" for each in world.errors)]
        world.errors.clear()
        world.faults += [f"{self.name}: {each}\n  {sent}\n  {got.status}" for each in wrong]
        world.statuses[got.status_code] += 1
        if got.status_code < 400:
            world.reached.add(_endpoint(world, sent))
        for cookie in got.headers.getlist("Set-Cookie"):
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return got

    def _wrong(self, sent: Sent, got: Got, text: str) -> Iterator[str]:
        if got.status_code not in EXPECTED or "Traceback (most" in text:
            yield f"status {got.status}: {text[-600:]}"
        if sent.method == "POST" and got.status_code < 400:
            self._look()
        told = text + " ".join(got.headers.values())
        for secret in ({*SECRET.findall(told)} & self.world.secrets) - self.known:
            yield f"a secret is shown: {secret} in {_around(told, secret)}"
        yield from _wrong_heads(sent, got)
        is_page = got.mimetype == "text/html" and not 300 <= got.status_code < 400
        if is_page and MARK in text:
            yield f"an element made of what was sent: {_around(text, MARK)}"
        if is_page and sent.method != "HEAD" and self.chance.random() < 0.2:
            yield from markup.parsed(text)[1][:3]
        is_record = sent.address.startswith("/m/") and got.mimetype == "application/json"
        if is_record and got.status_code == 200 and sent.method != "HEAD":
            try:
                read_record(read_json(text.encode()))
            except NotARecord as refused:
                yield f"an export that is no record: {refused}"

    def _look(self) -> None:
        """Learn the links that are new since the last look; this visitor has just created them."""
        world = self.world
        matches, circles = {*world.matches}, {*world.circles}
        world.look()
        self.scores |= world.matches.keys() - matches
        self.keeps |= world.circles.keys() - circles
        self.learn()


def _endpoint(world: World, sent: Sent) -> str:
    try:
        return f"{sent.method} {world.urls.match(urlsplit(sent.address).path, sent.method)[0]}"
    except Exception:
        return ""


def _around(text: str, what: str) -> str:
    at = text.index(what)
    return repr(text[max(at - 80, 0) : at + 80])


def _wrong_heads(sent: Sent, got: Got) -> Iterator[str]:
    heads = got.headers
    yield from (f"{name} is there twice" for name in ONCE if len(heads.getlist(name)) > 1)
    yield from (f"without {name}" for name in REQUIRED if name not in heads)
    for name, its in heads:
        if re.search(r"[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\x7f]", name + its) or not name:
            yield f"the head {name!r}: {its!r}"
    length = heads.get("Content-Length")
    if length and sent.method != "HEAD" and got.status_code != 304 and int(length) != len(got.data):
        yield f"{length} bytes were announced, and {len(got.data)} came"
    if got.data and got.status_code in (204, 304):
        yield "a body where there is none"
    leads = [heads[name] for name in ("Location", "HX-Redirect", "HX-Replace-Url") if name in heads]
    own = ("http://localhost/", f"http://{sent.heads.get('Host', '')}/", "http:///")  # of no host
    for to in leads:
        if to.startswith(("//", "/\\")) or not to.startswith(("/", *own)):
            yield f"it leads away, to {to}"


def _forms_of(html: str, chance: Random) -> Iterator[tuple[str, str, Fields]]:
    """Yield method, URL and fields of the forms on a page, filled in at random."""
    page, faults = markup.parsed(html)
    for form in page.all("form") if not faults else ():
        fields: Fields = []
        ticked = chance.random()
        for each in form.controls():
            name, kind, value = each.get("name"), each.get("type"), each.get("value")
            if not name or each.is_in_template or kind == "file":
                continue
            if each.tag == "select":
                value = chance.choice([x.get("value") for x in each.all("option")] or [""])
            elif kind in ("radio", "checkbox"):
                if not (("checked" in each.attrs and ticked < 0.6) or chance.random() < 0.3):
                    continue
            elif each.tag == "button" or kind == "submit":
                if chance.random() > 0.3:
                    continue
            elif kind != "hidden" and chance.random() < 0.5:
                value = str(chance.randrange(14))
            elif each.tag == "textarea":
                value = each.text
            fields.append((name, value))
        yield form.get("method", "get").upper(), form.get("action") or "/", fields
