"""Benchmarks against the promised budgets: `python -m tests.bench [PART ...]`.

Sizes are those of whole responses as sent: headers and compressed bodies. Server times are the CPU
time of one request, without a network: the median of many. The budgets are for a machine that does
nothing else, so its load is printed too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from flask import Flask

from tests.bench import browser, coverage, crowding, hands, phones, start
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
from tests.servers import ROOT
from tests.web.loaded import assets
from tests.web.markup import read

FIRST_VISIT = 60_000
RECORDING = 6_000
TESTS = 8.0
"""Budget for `make test` on two cores, in minutes."""


def weigh(report: Report) -> None:
    """Measure the size in bytes of a first visit, and of the response to a recording."""
    with the_app() as (app, store):
        link = match(store, 0, "tribello")
        pages = {address: call(app, address, headers=PACKED).bytes
                 for address in ("/", "/new", f"/m/{link.score_key}/")}  # fmt: skip
        needed = dict.fromkeys(asset for page in pages for asset in _assets(app, page))
        files = sum(call(app, asset, headers=PACKED).bytes for asset in needed)
        report.add("first visit: home, new match, match, all files",
                   sum(pages.values()) + files, "B", FIRST_VISIT)  # fmt: skip
        phone = BenchPhone(app, link)
        sizes = {"deal of Tribello": max(phone.record(DEAL).bytes for _ in range(12))}
        sizes["round below 60"] = BenchPhone(app, match(store, 60)).record(ROUND).bytes
        legs = BenchPhone(app, match(store, 60, "card-triathlon"))
        sizes["leg below 60"] = legs.record(LEG).bytes
        played = cards(app, match(store, 60, "triathlon"), TRICKS)
        sizes["card of Triathlon below 60 deals"] = max(answer.bytes for answer in played)
        for what, size in sizes.items():
            report.add(f"a recording's answer: {what}", size, "B", RECORDING)


def _assets(app: Flask, address: str) -> list[str]:
    page = read(call(app, address).body.decode())
    return assets(page, lambda asset: call(app, asset).body)


def clock(report: Report) -> None:
    """Time pages and recordings, in long and short matches."""
    with the_app() as (app, store):
        for what, game in (("rounds", "thirty-one"), ("legs", "card-triathlon")):
            spent = page_time(app, match(store, 60, game))
            report.add(f"server CPU: page of 60 {what}", spent, "ms", 3)
        long = match(store, 5_000)
        scorer, times = BenchPhone(app, long), dict[int, list[float]]({10: [], 60: [], 5_000: []})
        for _ in range(TIMES):  # in turn, so that all run under the same load
            times[10].append(BenchPhone(app, match(store, 10)).record(ROUND).time)
            times[60].append(BenchPhone(app, match(store, 60)).record(ROUND).time)
            times[5_000].append(scorer.record(ROUND).time)
        report.add("server CPU: a recording behind 60 entries", median(times[60]), "ms", 5)
        behind = median(times[5_000]) / median(times[10])
        report.add("server CPU: behind 5,000 entries against 10", behind, "×", 2)
        few = [a.time for _ in range(8) for a in cards(app, match(store, 10, "triathlon"), TRICKS)]
        many = [a.time for a in cards(app, match(store, 5_000, "triathlon"), TRICKS)]
        report.add("server CPU: a card, 5,000 against 10", median(many) / median(few), "×", 2)
        cold = median(cold_time(app, long) for _ in range(5))
        report.add("first page of 5,000 events after a start", cold, "ms", 400)
        undone = median(scorer.undo().time for _ in range(9))
        report.add("undo at 5,000 events", undone, "ms", 20)


def arrange(report: Report) -> None:
    times = hands.times()
    report.add("best D hand: median", median(times), "ms", 2)
    report.add("best D hand: 99 %", quantiles(times, n=100)[-1], "ms", 20)


def watch(report: Report) -> None:
    phones.be_many()
    with phones.home() as server:
        hundred = phones.measure(server, 100)
        report.add("another phone sees it, of 100: p99", hundred.p99, "ms", 250)
        thousand = phones.measure(server, 1_000)
        report.add("1,000 phones on one match: p99", thousand.p99, "ms", 100)
        report.add("1,000 phones on one match: quiet", thousand.quiet, "% core", 1)


def crowd(report: Report) -> None:
    for many, what in ((64, "searches"), (200, "pictures")):
        slowest = crowding.measure(**{what: many})
        report.add(f"a deal beside {many} {what} of one guest", slowest, "s", 0.5)


def begin(report: Report) -> None:
    with TemporaryDirectory() as folder:
        seconds, megabytes = start.clone_and_run(folder)
    report.add("clone to first page", seconds, "s", 15)
    report.add("idle memory", megabytes, "MB", 110)


def run_tests(report: Report) -> None:
    begun = time.monotonic()
    made = subprocess.run(
        ["make", "test", "ARGS="], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if made.returncode:
        print(made.stdout[-2000:], made.stderr[-2000:])
    minutes = (time.monotonic() - begun) / 60
    report.add("make test" if not made.returncode else "make test FAILED", minutes, "min", TESTS)
    report.is_kept &= not made.returncode


PARTS: dict[str, Callable[[Report], None]] = {
    "browser": browser.measure, "phones": watch, "crowding": crowd, "bytes": weigh, "server": clock,
    "hands": arrange, "start": begin, "forecasts": coverage.measure, "tests": run_tests,
}  # fmt: skip


def main(*parts: str) -> int:
    """Measure these parts (default: all); return 1 if a budget is exceeded, otherwise 0."""
    report = Report()
    print(f"load of this machine before: {os.getloadavg()[0]:.1f}, cores: {os.cpu_count()}")
    for part in parts or PARTS:
        PARTS[part](report)
    return 0 if report.is_kept else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
