"""Tests that the benchmarks run and report their results, on matches of only a few entries."""

from __future__ import annotations

import pytest

from tests.bench import __main__ as bench
from tests.bench import acts, coverage, crowding, hands, phones
from tests.bench.report import Report
from tests.core.story.races import SHAPES, Held
from tests.faults.conftest import IS_LONG
from tests.games.card_triathlon.d_hands import KINDS


def test_every_act_that_is_timed_is_done() -> None:
    with acts.the_app() as (app, store):
        rounds = acts.match(store, 3)
        assert min(acts.cold_time(app, rounds), acts.page_time(app, rounds)) > 0
        assert 0 < acts.BenchPhone(app, rounds).record(acts.ROUND).bytes < bench.RECORDING
        assert store.last_number(rounds.match_id) == 5
        phone = acts.BenchPhone(app, rounds)
        assert phone.record(acts.ROUND).time > 0 < phone.undo().time
        assert store.last_number(rounds.match_id) == 7
        deals = acts.match(store, 1, "triathlon")
        answers = acts.cards(app, deals, acts.TRICKS)
        assert store.last_number(deals.match_id) == 3 + len(answers) == 9


def test_a_figure_over_its_budget_is_told() -> None:
    report = Report()
    report.add("an answer", 100, "B", 100)
    report.add("of which nothing is promised", 10**9, "B")
    assert report.is_kept
    report.add("a page", 1.01, "ms", 1)
    assert not report.is_kept


def test_the_shares_of_every_shape_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    coverage.measure(Report(), 1)
    printed = capsys.readouterr().out
    assert all(printed.count(f"\n{name} ") == 4 for name in [*SHAPES, "all"])


def test_a_share_that_is_not_as_promised_is_told() -> None:
    for held, is_kept in (
        (Held(100, 75, 92, 20, 17), True), (Held(100, 74, 92, 20, 17), False),
        (Held(100, 75, 93, 20, 17), False), (Held(100, 75, 92, 20, 16), False),
        (Held(100, 75, 92, 0, 0), True),
    ):  # fmt: skip
        assert coverage.line("a shape", 9, held, coverage.RIGHT) == is_kept


if IS_LONG:  # make bench shows it, too

    def test_a_crowd_is_measured() -> None:
        with phones.home() as server:
            measured = phones.measure(server, 60, taps=2, quiet=0.1)
        assert measured.p99 > 0 <= measured.quiet

    def test_a_deal_is_timed_beside_heavy_requests() -> None:
        assert crowding.measure(searches=2, pictures=2) > 0


def test_every_part_of_the_bench_is_there_and_hands_are_timed() -> None:
    assert [*bench.PARTS] == ["browser", "phones", "crowding", "bytes", "server", "hands",
                              "start", "forecasts", "tests"]  # fmt: skip
    assert len(hands.times(1)) == len(KINDS)
