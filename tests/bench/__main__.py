"""What Referee costs, against the budgets that it promises: `python -m tests.bench`.

Bytes are those of whole responses as they are sent, heads and packed bodies. Times are of the app
alone, from the call to the last byte, without a server and a network; the median of many, side by
side with a Flask page that renders nothing, for machines differ and their loads too. At the end
stands how often forecasts held.
"""

from __future__ import annotations

import sys
from statistics import median

from flask import Flask

from referee.matches.store import Store
from tests.bench import coverage, ratios
from tests.bench.acts import (
    DEAL,
    LEG,
    PACKED,
    ROUND,
    TIMES,
    TRICKS,
    BenchPhone,
    call,
    cards,
    cold_time,
    match,
    page_time,
    the_app,
)
from tests.bench.report import Report
from tests.web.loaded import assets
from tests.web.markup import read

FIRST_VISIT = 60_000
RECORDING = 6_000
PAGE_OF_60_ROWS = 10.0
TIMES_FOR_5000 = 2.0
COLD_5000 = 300.0
"""So long may the first page of a match of 5,000 events take after a start."""


def bare() -> Flask:
    """A Flask app whose page renders nothing."""
    app = Flask("bare")
    app.add_url_rule("/", view_func=lambda: "")
    return app


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
    phone = BenchPhone(app, link)
    sizes = [phone.record(DEAL).bytes for _ in range(12)]
    report.bytes("recording a deal of Tribello, the first", sizes[0], RECORDING)
    report.bytes("recording a deal of Tribello, the largest answer", max(sizes), RECORDING)
    round = BenchPhone(app, match(store, 60)).record(ROUND)
    report.bytes("recording a round below 60 rows", round.bytes, RECORDING)
    large = match(store, 60, "card-triathlon")
    legs = call(app, f"/m/{large.score_key}/", headers=PACKED)
    report.bytes("the page of a Card Triathlon, 60 legs", legs.bytes)
    leg = BenchPhone(app, large).record(LEG)
    report.bytes("recording a leg below 60 legs", leg.bytes, RECORDING)
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
    cold = median(cold_time(app, long) for _ in range(5))
    report.time("the same after a start: 5,000 events are read", cold, rest, COLD_5000)
    log = median(call(app, f"/m/{long.score_key}/log/", headers=PACKED).time for _ in range(3))
    report.time("its log", log, rest)

    few: list[float] = []
    many: list[float] = []
    some: list[float] = []
    deals: list[float] = []
    scorer = BenchPhone(app, long)
    for _ in range(TIMES):  # in turns, so that all meet the same load
        few.append(BenchPhone(app, match(store, 10)).record(ROUND).time)
        many.append(scorer.record(ROUND).time)
        some.append(BenchPhone(app, match(store, 60)).record(ROUND).time)
        deals.append(BenchPhone(app, match(store, 11, "tribello")).record(DEAL).time)
    report.time("recording the 12th deal of Tribello", median(deals), rest)
    report.time("recording behind 10 entries", median(few), rest)
    report.time("recording behind 60 entries", median(some), rest)
    report.time("recording behind 5,000 entries", median(many), rest)
    report.ratio("5,000 entries against 10", median(many) / median(few), TIMES_FOR_5000)
    few = [a.time for _ in range(8) for a in cards(app, match(store, 10, "triathlon"), TRICKS)]
    long = match(store, 5_000, "triathlon")
    many = [answer.time for answer in cards(app, long, TRICKS)]
    report.time("a card behind 10 entries", median(few), rest)
    report.time("a card behind 5,000 entries", median(many), rest)
    report.ratio("5,000 entries against 10", median(many) / median(few), TIMES_FOR_5000)


def main() -> int:
    """Measure all; 1 if a budget is exceeded."""
    report = Report()
    with the_app() as (app, store):
        weigh(report, app, store)
        clock(report, app, store)
    ratios.compare(report)
    print()
    return max(0 if report.is_kept else 1, coverage.main())


if __name__ == "__main__":
    sys.exit(main())
