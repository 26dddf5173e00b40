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
from functools import cached_property
from io import BytesIO
from random import Random
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote, urlsplit

from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import run_wsgi_app

from referee.core.question import question_name
from referee.core.record import read_json
from referee.core.registry import GAMES
from referee.core.rulings import question_kinds
from referee.core.sheet import read_record
from referee.core.validation import NotARecord
from tests.faults import odd
from tests.faults.odd import MARK, Fields
from tests.web import markup
from tests.web.phones import store_of

KEY: Final = re.compile(r"(?<![\w-])[\w-]{22}(?![\w-])")
ID: Final = re.compile(r"[0-9a-f-]{36}")
EXPECTED: Final = {200, 204, 206, 302, 303, 304, 308, 400, 403, 404, 405, 409, 413, 416, 422}
STREAMS: Final = "text/event-stream"
LINK: Final = re.compile(r'(?:href|hx-get|action|formaction)="(/[^"#]*)')
REQUIRED: Final = ("Content-Security-Policy", "X-Content-Type-Options", "Referee")
FORMS_A_PAGE: Final = 3
"""Number of forms sent from each page."""


@dataclass(frozen=True)
class Sent:
    method: str
    address: str
    heads: dict[str, str]
    body: bytes = b""

    def __str__(self) -> str:
        heads = " ".join(
            f"-H {shlex.quote(f'{name}: {said}')}" for name, said in self.heads.items()
        )
        return (
            f"curl -X {self.method} {heads} --data-binary {self.body!r} {shlex.quote(self.address)}"
        )

    def environ(self) -> dict[str, Any]:
        """The request's WSGI environment, as the gateway passes it to the app."""
        path, _, query = self.address.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": self.method, "SCRIPT_NAME": "", "QUERY_STRING": query,
            "PATH_INFO": unquote(path, "latin-1"), "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1", "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http", "wsgi.input": BytesIO(self.body), "wsgi.errors": BytesIO(),
            "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False,
        }  # fmt: skip
        for name, said in self.heads.items():
            key = name.upper().replace("-", "_")
            environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = said
        if self.body or self.method == "POST":
            environ["CONTENT_LENGTH"] = str(len(self.body))
        return environ


@dataclass(frozen=True)
class Got:
    status: int
    heads: list[tuple[str, str]]
    body: bytes
    seconds: float

    def head(self, name: str) -> str:
        return next((said for each, said in self.heads if each.lower() == name.lower()), "")

    @property
    def kind(self) -> str:
        return self.head("Content-Type").partition(";")[0]

    @cached_property
    def text(self) -> str:
        is_packed = self.head("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if is_packed else self.body).decode(errors="replace")


class Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Links(NamedTuple):
    score: str
    watch: str
    opening: str


@dataclass
class World:
    """An app with matches and circles, and secrets that it may only show to those who know them."""

    app: Flask
    secrets: set[str] = field(default_factory=set)
    """Keys of all links, and ids of the forms that opened matches, which are as powerful."""
    errors: Errors = field(default_factory=Errors)
    faults: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    reached: set[str] = field(default_factory=set)
    """Methods and endpoints that have accepted a request."""
    slowest: tuple[float, str] = (0.0, "")

    def __post_init__(self) -> None:
        self.rules: list[Rule] = [*self.app.url_map.iter_rules()]
        self.urls = self.app.url_map.bind("localhost")
        self.matches: dict[int, Links] = {}
        self.circles: dict[int, Links] = {}
        self.look()

    @contextmanager
    def listening(self) -> Iterator[None]:
        root = logging.getLogger()
        root.addHandler(self.errors)
        try:
            yield
        finally:
            root.removeHandler(self.errors)

    def look(self) -> None:
        events = "JOIN event ON event.match_id = match.id AND number = 1"
        self.matches = self._links(f"match.id, score_key, watch_key, event.id FROM match {events}")
        self.circles = self._links("id, score_key, watch_key, '' FROM circle")
        for links in (*self.matches.values(), *self.circles.values()):
            self.secrets.update(links)
        self.secrets.discard("")

    def _links(self, asked: str) -> dict[int, Links]:
        with store_of(self.app).engine.connect() as connection:
            rows = connection.exec_driver_sql(f"SELECT {asked}")
            return {id: Links(*links) for id, *links in rows}

    def ids(self, match_id: int) -> list[str]:
        asked = "SELECT id FROM event WHERE match_id = ? AND number > 1 LIMIT 20"
        with store_of(self.app).engine.connect() as connection:
            return [*connection.exec_driver_sql(asked, (match_id,)).scalars()]

    def answer(self, sent: Sent) -> Got:
        """Send a request to the app; close streams after their first part."""
        begin = time.perf_counter()
        app: Any = self.app.wsgi_app
        chunks, status, heads = run_wsgi_app(app, sent.environ())
        got = [*heads.items()]
        if heads.get("Content-Type", "").startswith(STREAMS):
            body = next(iter(chunks))
        else:
            body = b"".join(chunks)
        if hasattr(chunks, "close"):
            chunks.close()
        return Got(int(status.partition(" ")[0]), got, body, time.perf_counter() - begin)


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
    """Secrets that this visitor may be shown."""
    cookies: dict[str, str] = field(default_factory=dict)
    near: list[str] = field(default_factory=list)
    """Names and values of the fields on the last page."""

    def __post_init__(self) -> None:
        self.learn()

    def learn(self) -> None:
        world = self.world
        for id, links in world.matches.items():
            self.known |= {*links} if id in self.scores else set()
        if self.is_public:
            every = (*world.matches.values(), *world.circles.values())
            self.known.update(links.watch for links in every)
        for id in self.keeps:
            self.known |= {*world.circles[id]}

    def visit(self) -> Iterator[int]:
        """Visit a page and send requests from it; yield how many were sent."""
        self.learn()  # others may have replaced them
        page = self.ask(self._address())
        links = LINK.findall(page.text) if page.kind == "text/html" else []
        if links and self.chance.random() < 0.5:
            link = self.chance.choice(links).replace("&amp;", "&")
            page = self.ask(link)
            yield 1
        yield 1
        forms = self._forms(page)
        # A secret entered as a name is shown to all, so no field may get a link, or the id of a
        # form that opens a match.
        pairs = [pair for form in forms for pair in form[2] if pair[0] != "id"]
        texts = [text[:200] for pair in pairs for text in pair][:400]
        secrets = self.world.secrets
        self.near = [text for text in texts if not any(each in text for each in secrets)]
        for _ in range(FORMS_A_PAGE):
            self.send(forms)
            yield 1
        if self.chance.random() < 0.1:
            yield self.bring()

    def bring(self) -> int:
        """Open a changed record as a new match, and its pages; return the number of requests."""
        saved = self.ask(f"/m/{self._match()[1]}/record.json")
        if saved.status != 200 or saved.kind != "application/json":
            return 1
        data = odd.changed_json(self.chance, json.loads(saved.text))
        fields = [("text", json.dumps(data)), ("anyway", "1")]
        body, kind = odd.in_parts(self.chance, fields)
        opened = self.check(Sent("POST", "/import", self._heads() | {"Content-Type": kind}, body))
        home = opened.head("Location")
        pages = ("", "story", "print", "log/", "evenings", "sheet.csv", "record.json", "ask/")
        for page in pages if home.startswith("/m/") else ():
            self.check(Sent("GET", home + page, self._heads()))
        return 2 + len(pages) * home.startswith("/m/")

    def ask(self, address: str) -> Got:
        """Request a page, sometimes with odd parameters in the URL."""
        if self.chance.random() < 0.3:
            fields = odd.changed(
                self.chance,
                [("number", "1"), ("q", "trump"), ("table", "0"), ("asked", "1")],
                self.near,
            )
            address += ("&" if "?" in address else "?") + odd.query(self.chance, fields)
        return self.check(Sent("GET", address, self._heads()))

    def send(self, forms: list[tuple[str, str, Fields]]) -> None:
        """Send one of a page's forms, changed at random, or a request that no page sends."""
        method, action, fields = "POST", self._address("POST"), [("number", "1"), ("id", "x")]
        if forms:
            method, action, fields = self.chance.choice(forms)
        if self.chance.random() < 0.15:
            action = self._address(self.chance.choice((method, "GET", "POST")))
        if self.chance.random() < 0.1:
            method = self.chance.choice(odd.METHODS)
        fields = odd.changed(self.chance, fields, self.near)
        heads = self._heads()
        if method == "GET":
            query = odd.query(self.chance, fields)
            self.check(Sent(method, f"{action.partition('?')[0]}?{query}", heads))
            return
        body, kind = odd.encoded(self.chance, fields), "application/x-www-form-urlencoded"
        if self.chance.random() < 0.1 or action.startswith("/import"):
            body, kind = odd.in_parts(self.chance, fields)
        if self.chance.random() < 0.03:
            kind = self.chance.choice(odd.TYPES)
        if self.chance.random() < 0.01:
            heads["Content-Encoding"] = "gzip"
        self.check(Sent(method, action, heads | {"Content-Type": kind}, body))

    def _heads(self) -> dict[str, str]:
        heads = odd.heads(self.chance)
        if self.cookies and "Cookie" not in heads:
            heads["Cookie"] = "; ".join(f"{name}={said}" for name, said in self.cookies.items())
        return heads

    def _address(self, method: str = "GET") -> str:
        """Return a URL that accepts this method; what it names may not exist."""
        match, key = self._match()
        if match and method == "GET" and self.chance.random() < 0.25:
            return f"/m/{key}/"
        rule = self.chance.choice(
            [each for each in self.world.rules if method in (each.methods or ())]
        )
        values = {
            "key": key,
            "circle": self._circle(),
            "id": self.chance.choice([*self.world.ids(match), "none"]),
            "seat": str(self.chance.randrange(5)),
            "number": str(self.chance.randrange(4)),
            "role": self.chance.choice(("score", "watch")),
            "game": self.chance.choice([*GAMES]),
            "question": self.chance.choice(QUESTIONS),
            "rule": self.chance.choice(("tribello.lead", "la-krap.twos", "x", "thirty-one.fire")),
            "file": "referee.css",
            "version": "x",
        }
        address = rule.rule
        for name in rule.arguments - {*(rule.defaults or ())}:  # defaults aren't in the URL
            said = values[name]
            if self.chance.random() < 0.04:
                said = self.chance.choice([*odd.EXTREME, said[:-1], said + "x", said.swapcase()])[
                    :3000
                ]
            before, _, after = address.partition(f"{name}>")
            address = before[: before.rindex("<")] + quote(said, safe="") + after
        return address

    def _match(self) -> tuple[int, str]:
        world = self.world
        ids = [*world.matches] if self.is_public else sorted(self.scores)
        if not ids:
            return 0, "A" * 22
        id = self.chance.choice(ids)
        links = world.matches[id]
        scores = id in self.scores and self.chance.random() < 0.9
        return id, links.score if scores else links.watch

    def _circle(self) -> str:
        circles = self.world.circles
        ids = [*circles] if self.is_public else sorted(self.keeps)
        if not ids:
            return "B" * 22
        id = self.chance.choice(ids)
        return circles[id].score if id in self.keeps else circles[id].watch

    def _forms(self, page: Got) -> list[tuple[str, str, Fields]]:
        """Return method, URL and fields of the forms on a page, filled in at random."""
        if page.kind != "text/html":
            return []
        return [*_forms_of(page.text, self.chance)]

    # What must be true of every answer

    def check(self, sent: Sent) -> Got:
        world = self.world
        got = world.answer(sent)
        wrong = [*self._wrong(sent, got)]
        wrong += [f"logged: {line}" for line in world.errors.lines]
        world.errors.lines.clear()
        world.faults += [f"{self.name}: {each}\n  {sent}\n  {got.status}" for each in wrong]
        world.statuses[got.status] += 1
        world.slowest = max(world.slowest, (got.seconds, f"{sent.method} {sent.address[:200]}"))
        if got.status < 400:
            world.reached |= _endpoint(world, sent)
        for name, said in got.heads:
            if name == "Set-Cookie":
                cookie, _, rest = said.partition("=")
                self.cookies[cookie] = rest.partition(";")[0]
        return got

    def _wrong(self, sent: Sent, got: Got) -> Iterator[str]:
        if got.status not in EXPECTED:
            yield f"status {got.status}: {got.text[-600:]}"
        if b"Traceback (most" in got.body:
            yield "a traceback"
        yield from self._shown_to_others(sent, got)
        yield from _wrong_heads(sent, got)
        if got.kind == "text/html" and sent.method != "HEAD" and not 300 <= got.status < 400:
            if MARK in got.text:
                yield f"an element made of what was sent: {_around(got.text, MARK)}"
            if self.chance.random() < 0.2:
                yield from markup.parsed(got.text)[1][:3]
        is_json = got.status == 200 and got.kind == "application/json"
        if is_json and sent.method != "HEAD" and sent.address.startswith("/m/"):
            yield from _wrong_record(got.text)

    def _shown_to_others(self, sent: Sent, got: Got) -> Iterator[str]:
        """Yield a problem for each secret in the response that this visitor may not be shown."""
        text = got.text + " ".join(said for _, said in got.heads)
        found = {*KEY.findall(text), *ID.findall(text)}
        if sent.method == "POST" and got.status < 400:
            self._look()
        for secret in (found & self.world.secrets) - self.known:
            yield f"a secret is shown: {secret} in {_around(text, secret)}"

    def _look(self) -> None:
        """Learn the links that are new since the last look; this visitor has just created them."""
        world = self.world
        matches, circles = {*world.matches}, {*world.circles}
        world.look()
        self.scores |= world.matches.keys() - matches
        self.keeps |= world.circles.keys() - circles
        self.learn()


QUESTIONS: Final = sorted(
    {question_name(kind) for game in GAMES.values() for kind in question_kinds(game)} | {"may", "x"}
)


def _endpoint(world: World, sent: Sent) -> set[str]:
    try:
        endpoint, _ = world.urls.match(urlsplit(sent.address).path, sent.method)
    except Exception:
        return set()
    return {f"{sent.method} {endpoint}"}


def _around(text: str, what: str) -> str:
    at = text.index(what)
    return repr(text[max(at - 80, 0) : at + 80])


def _wrong_heads(sent: Sent, got: Got) -> Iterator[str]:
    names = [name.lower() for name, _ in got.heads]
    for name in (
        "content-type",
        "content-length",
        "location",
        "content-security-policy",
        "referee",
    ):
        if names.count(name) > 1:
            yield f"{name} is there twice"
    for name, said in got.heads:
        if (
            re.search(r"[\x00-\x08\x0a-\x1f\x7f]", name + said)
            or not name
            or not (name + said).isascii()
        ):
            yield f"the head {name!r}: {said!r}"
    length = got.head("Content-Length")
    if length and sent.method != "HEAD" and got.status != 304 and int(length) != len(got.body):
        yield f"{length} bytes were announced, and {len(got.body)} came"
    if got.body and not got.kind:
        yield "a body of no kind"
    if got.status in (204, 304) and got.body:
        yield "a body where there is none"
    leads = got.head("Location") or got.head("HX-Redirect") or got.head("HX-Replace-Url")
    own = ("http://localhost/", f"http://{sent.heads.get('Host', '')}/", "http:///")  # of no host
    if leads and (leads.startswith(("//", "/\\")) or not leads.startswith(("/", *own))):
        yield f"it leads away, to {leads}"
    for name in REQUIRED:
        if name.lower() not in names:
            yield f"without {name}"


def _wrong_record(text: str) -> Iterator[str]:
    try:
        read_record(read_json(text.encode()))
    except NotARecord as refused:
        yield f"an export that is no record: {refused}"


def _forms_of(html: str, chance: Random) -> Iterator[tuple[str, str, Fields]]:
    page, faults = markup.parsed(html)
    if faults:
        return
    for form in page.all("form"):
        fields: Fields = []
        ticked = chance.random()
        for each in form._controls():
            name, kind = each.get("name"), each.get("type")
            if not name or each.is_in_template:
                continue
            if each.tag == "select":
                options = [option.get("value") for option in each.all("option")]
                fields.append((name, chance.choice(options or [""])))
            elif kind in ("radio", "checkbox"):
                if ("checked" in each.attrs and ticked < 0.6) or chance.random() < 0.3:
                    fields.append((name, each.get("value", "on")))
            elif each.tag == "button" or kind == "submit":
                if chance.random() < 0.3:
                    fields.append((name, each.get("value")))
            elif kind == "file":
                continue
            else:
                old = each.text if each.tag == "textarea" else each.get("value")
                typed = kind != "hidden" and chance.random() < 0.5
                fields.append((name, str(chance.randrange(14)) if typed else old))
        yield form.get("method", "get").upper(), form.get("action") or "/", fields
