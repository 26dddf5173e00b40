"""What Referee costs, against the budgets that it promises: `python -m tests.bench`.

Bytes are those of whole responses as they are sent, heads and packed bodies. Times are of the app
alone, from the call to the last byte, without a server and a network; the median of many, side by
side with a Flask page that renders nothing, for machines differ and their loads too. At the end
stands how often forecasts held.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from flask import Flask

from referee import create_app
from referee.matches.store import Link, Store
from tests.bench import coverage
from tests.web.loaded import assets
from tests.web.markup import read

FIRST_VISIT = 60_000
RECORDING = 6_000
PAGE_OF_60_ROWS = 10.0
TIMES_FOR_5000 = 2.0
TIMES = 41
"""How often each act is measured."""

ENTRIES: dict[str, dict[str, Any]] = {
    "tribello": {"kind": "deal", "tricks": [6, 4, 3]},
    "thirty-one": {"kind": "round", "values": [21, 21, 21]},
    "triathlon": {"kind": "deal", "tricks": [4, 2, 7], "last_trick": 2},
    "card-triathlon": {
        "kind": "c-leg", "melded": [100] * 4, "in_hand": [0] * 4, "unscored": 600,
    },
}  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {
    "thirty-one": {"tied_lowest": "none"},
    "card-triathlon": {"format": "marathon", "sequence": ["C"]},
}
"""With these, and with those entries, no match ever ends."""
HTMX = {"HX-Request": "true", "HX-Target": "live", "Sec-Fetch-Site": "same-origin"}


@dataclass(frozen=True)
class Answer:
    """What came back, and how long it took in milliseconds."""

    status: str
    head: list[tuple[str, str]]
    body: bytes
    time: float

    @property
    def bytes(self) -> int:
        """The whole response as HTTP/1.1 sends it."""
        lines = [f"HTTP/1.1 {self.status}", *(f"{name}: {value}" for name, value in self.head)]
        return len("\r\n".join(lines).encode()) + 4 + len(self.body)


def call(
    app: Flask,
    address: str,
    form: dict[str, str] | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    """One request, straight into the app."""
    body = urlencode(form or {}).encode()
    parts = urlsplit(address)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET" if form is None else "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": parts.path,
        "QUERY_STRING": parts.query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    environ |= {
        f"HTTP_{name.upper().replace('-', '_')}": value for name, value in (headers or {}).items()
    }
    started: list[Any] = []

    def start(status: str, head: list[tuple[str, str]], _fault: Any = None) -> Callable[..., None]:
        started[:] = [status, head]
        return lambda _data: None

    begin = perf_counter()
    response: Iterable[bytes] = app.wsgi_app(environ, start)
    sent = b"".join(response)
    time = (perf_counter() - begin) * 1000
    if hasattr(response, "close"):
        response.close()
    status, head = started
    assert status[0] in "23", f"{address}: {status}"
    return Answer(status, head, sent, time)


@contextmanager
def the_app() -> Iterator[tuple[Flask, Store]]:
    """The app over an empty database on the disk."""
    with TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        store: Store = app.extensions["matches"].store
        try:
            yield app, store
        finally:
            store.close()


def bare() -> Flask:
    """A Flask app whose page renders nothing."""
    app = Flask("bare")
    app.add_url_rule("/", view_func=lambda: "")
    return app


def match(store: Store, entries: int, game: str = "thirty-one") -> Link:
    """A match with so many entries, each written by an event of its own."""
    payload = {
        "game": game,
        "title": "Marathon",
        "players": ["Ann", "Ben", "Cleo", "Dora"][: 4 if game == "card-triathlon" else 3],
        "options": OPTIONS.get(game, {}),
    }
    link = store.open_match(id=str(uuid4()), game=game, title="Marathon", payload=payload, by=None)
    head = "INSERT INTO event (match_id, number, id, kind, payload, at, by)"
    several = (
        f"{head} WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n LIMIT {entries})"
        f" SELECT {link.match_id}, n, lower(hex(randomblob(16))), 'added', ?, ?, NULL FROM n"
    )
    if entries:
        with store.writing() as connection:
            at = link.created.strftime("%Y-%m-%d %H:%M:%S.%f")
            connection.exec_driver_sql(several, (json.dumps({"entry": ENTRIES[game]}), at))
    return link


# What is measured ---------------------------------------------------------------------------------


def page_time(app: Flask, link: Link) -> float:
    """The page of a match, its book in memory."""
    address = f"/m/{link.score_key}/"
    call(app, address)
    return median(call(app, address, headers=PACKED).time for _ in range(TIMES))


def cold_time(app: Flask, link: Link) -> float:
    """The first page of a match after a start: its whole log is read."""
    app.extensions["matches"]._places.clear()
    return call(app, f"/m/{link.score_key}/", headers=PACKED).time


def recording(app: Flask, link: Link, fields: dict[str, str]) -> Answer:
    """One entry by htmx; the page was open before."""
    page = read(call(app, f"/m/{link.score_key}/").body.decode())
    form = page.one("form", id="entry").fields() | fields
    return call(app, f"/m/{link.score_key}/entries", form, HTMX | PACKED)


def cards(app: Flask, link: Link, fallen: Iterable[str]) -> list[Answer]:
    """These cards of a deal of Triathlon, one after the other."""
    home = f"/m/{link.score_key}/"
    form = {"trump": "H", "id": str(uuid4()), "number": _number(app, home)}
    call(app, f"{home}play/", form, HTMX)
    answers = []
    for card in fallen:
        form = {"card": card, "id": str(uuid4()), "number": _number(app, home)}
        answers.append(call(app, f"{home}play/card", form, HTMX | PACKED))
    return answers


def _number(app: Flask, home: str) -> str:
    return read(call(app, home).body.decode()).one("div", id="live")["data-number"]


PACKED = {"Accept-Encoding": "gzip, deflate, br, zstd"}
DEAL = {"tricks0": "7", "tricks1": "3", "trump": "H"}
TRICKS = ("JK", "9S", "10S", "6D", "7D", "8D")
ROUND = {"value0": "21", "value1": "21", "value2": "21"}
LEG = {f"melded{seat}": "100" for seat in range(4)} | {"unscored_0": "600"}


# What is printed ----------------------------------------------------------------------------------


class Report:
    """Lines of figures, some with a budget; `is_kept` when none is over."""

    is_kept = True

    def line(self, what: str, value: str, budget: str = "", is_ok: bool | None = None) -> None:
        """One figure."""
        verdict = "" if is_ok is None else "ok" if is_ok else "OVER"
        print(f"{what:<52}{value:>12}  {budget:<14}{verdict}".rstrip())
        self.is_kept &= is_ok is not False

    def bytes(self, what: str, value: int, most: int | None = None) -> None:
        """A number of bytes."""
        budget = "" if most is None else f"≤ {most:,} B"
        self.line(what, f"{value:,} B", budget, None if most is None else value <= most)

    def time(self, what: str, value: float, bare: float, most: float | None = None) -> None:
        """A time, and how many bare pages it is worth."""
        budget = f"{value / bare:5.1f} ×" if most is None else f"≤ {most:g} ms"
        self.line(what, f"{value:.2f} ms", budget, None if most is None else value <= most)


def weigh(report: Report, app: Flask, store: Store) -> None:
    """The bytes of a first visit and of a recording."""
    print("Over the wire")
    link = match(store, 0, "tribello")
    pages = {address: call(app, address, headers=PACKED).bytes
             for address in ("/", "/new", f"/m/{link.score_key}/")}  # fmt: skip
    needed = {address: _assets(app, address) for address in pages}
    once = dict.fromkeys(asset for found in needed.values() for asset in found)
    weights = {asset: call(app, asset, headers=PACKED).bytes for asset in once}
    for asset, size in weights.items():
        report.bytes(f"  {asset.split('/', 3)[-1]}", size)
    for what, address in zip(("home", "a new match", "a match"), pages, strict=True):
        whole = pages[address] + sum(weights[asset] for asset in needed[address])
        report.bytes(f"{what}: the page", pages[address])
        report.bytes(f"{what}: page and assets", whole, FIRST_VISIT)
    total = sum(pages.values()) + sum(weights.values())
    report.bytes("home, new match and match, with all assets", total, FIRST_VISIT)
    sizes = [recording(app, link, DEAL).bytes for _ in range(12)]
    report.bytes("recording a deal of Tribello, the first", sizes[0], RECORDING)
    report.bytes("recording a deal of Tribello, the largest answer", max(sizes), RECORDING)
    large = match(store, 60)
    report.bytes("recording a round below 60 rows", recording(app, large, ROUND).bytes, RECORDING)
    large = match(store, 60, "card-triathlon")
    legs = call(app, f"/m/{large.score_key}/", headers=PACKED)
    report.bytes("the page of a Card Triathlon, 60 legs", legs.bytes)
    report.bytes("recording a leg below 60 legs", recording(app, large, LEG).bytes, RECORDING)
    sizes = [answer.bytes for answer in cards(app, match(store, 60, "triathlon"), TRICKS)]
    report.bytes("a card of Triathlon below 60 rows, the largest", max(sizes), RECORDING)


def _assets(app: Flask, address: str) -> list[str]:
    page = read(call(app, address).body.decode())
    return assets(page, lambda asset: call(app, asset).body)


def clock(report: Report, app: Flask, store: Store) -> None:
    """The times of pages and recordings, long matches beside short ones."""
    nothing = bare()
    rest = median(call(nothing, "/").time for _ in range(TIMES * 5))
    print("\nServer time, medians")
    report.line("a Flask page that renders nothing", f"{rest:.2f} ms")
    tribello, sixty = match(store, 12, "tribello"), match(store, 60)
    long = match(store, 5_000)
    report.time("page of a match, 12 rows of Tribello", page_time(app, tribello), rest)
    report.time("page of a match, 60 rows", page_time(app, sixty), rest, PAGE_OF_60_ROWS)
    legs = match(store, 60, "card-triathlon")
    report.time("page of a Card Triathlon, 60 legs", page_time(app, legs), rest, PAGE_OF_60_ROWS)
    report.time("page of a match, the last 60 of 5,000 rows", page_time(app, long), rest)
    report.time("the same after a start: 5,000 events are read", cold_time(app, long), rest)
    log = median(call(app, f"/m/{long.score_key}/log/", headers=PACKED).time for _ in range(3))
    report.time("its log", log, rest)

    few: list[float] = []
    many: list[float] = []
    some: list[float] = []
    deals: list[float] = []
    for _ in range(TIMES):  # in turns, so that all meet the same load
        few.append(recording(app, match(store, 10), ROUND).time)
        many.append(recording(app, long, ROUND).time)
        some.append(recording(app, match(store, 60), ROUND).time)
        deals.append(recording(app, match(store, 11, "tribello"), DEAL).time)
    report.time("recording the 12th deal of Tribello", median(deals), rest)
    report.time("recording behind 10 entries", median(few), rest)
    report.time("recording behind 60 entries", median(some), rest)
    report.time("recording behind 5,000 entries", median(many), rest)
    _compare(report, "5,000 entries against 10", many, few)
    few = [a.time for _ in range(8) for a in cards(app, match(store, 10, "triathlon"), TRICKS)]
    long = match(store, 5_000, "triathlon")
    many = [answer.time for answer in cards(app, long, TRICKS)]
    report.time("a card behind 10 entries", median(few), rest)
    report.time("a card behind 5,000 entries", median(many), rest)
    _compare(report, "5,000 entries against 10", many, few)


def _compare(report: Report, what: str, many: list[float], few: list[float]) -> None:
    times = median(many) / median(few)
    is_ok = times <= TIMES_FOR_5000
    report.line(what, f"{times:.2f} ×", f"≤ {TIMES_FOR_5000:g} ×", is_ok)


def main() -> int:
    """Measure all; 1 if a budget is exceeded."""
    report = Report()
    with the_app() as (app, store):
        weigh(report, app, store)
        clock(report, app, store)
    print()
    return max(0 if report.is_kept else 1, coverage.main())


if __name__ == "__main__":
    sys.exit(main())
