"""The bench measures what it says: each act is done, on matches of a few entries."""

from __future__ import annotations

from tests.bench import __main__ as bench


def test_every_act_that_is_timed_is_done() -> None:
    with bench.the_app() as (app, store):
        rounds = bench.match(store, 3)
        assert min(bench.cold_time(app, rounds), bench.page_time(app, rounds)) > 0
        assert 0 < bench.recording(app, rounds, bench.ROUND).bytes < bench.RECORDING
        assert store.last_number(rounds.match_id) == 5
        deals = bench.match(store, 1, "triathlon")
        answers = bench.cards(app, deals, bench.TRICKS)
        assert store.last_number(deals.match_id) == 3 + len(answers) == 9


def test_a_figure_over_its_budget_is_told() -> None:
    report = bench.Report()
    report.bytes("an answer", 100, 100)
    assert report.is_kept
    report.time("a page", 2.0, bare=1.0, most=1.0)
    assert not report.is_kept
