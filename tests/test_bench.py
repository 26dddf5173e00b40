"""The bench measures what it says: each act is done, on matches of a few entries."""

from __future__ import annotations

import re

import pytest

from tests.bench import __main__ as bench
from tests.bench import acts, coverage, phones, ratios
from tests.bench.report import Report
from tests.core.story.races import SHAPES, Held


def test_every_act_that_is_timed_is_done() -> None:
    with acts.the_app() as (app, store):
        rounds = acts.match(store, 3)
        assert min(acts.cold_time(app, rounds), acts.page_time(app, rounds)) > 0
        assert 0 < acts.BenchPhone(app, rounds).record(acts.ROUND).bytes < bench.RECORDING
        assert store.last_number(rounds.match_id) == 5
        deals = acts.match(store, 1, "triathlon")
        answers = acts.cards(app, deals, acts.TRICKS)
        assert store.last_number(deals.match_id) == 3 + len(answers) == 9


def test_a_figure_over_its_budget_is_told() -> None:
    report = Report()
    report.bytes("an answer", 100, 100)
    assert report.is_kept
    report.time("a page", 2.0, bare=1.0, most=1.0)
    assert not report.is_kept


def test_the_bare_view_does_what_it_is_compared_for(capsys: pytest.CaptureFixture[str]) -> None:
    ratios.compare(Report(), rounds=2)
    with acts.the_app() as (app, store):
        ratios.add_bare_view(app, store)
        phone = acts.BenchPhone(app, acts.match(store, 3))
        assert ratios.bare(phone, 5).body
        assert store.last_number(phone.link.match_id) == 5
        assert ratios.bare(phone).body == ratios.bare(phone, 6).body
    assert capsys.readouterr().out.count("≤") == 3


def test_the_shares_of_every_shape_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    coverage.main(1)
    printed = capsys.readouterr().out
    assert all(printed.count(f"\n{name} ") == 4 for name in [*SHAPES, "all"])


@pytest.mark.parametrize(
    ("held", "is_kept"),
    [
        (Held(100, 75, 92, 20, 17), True),
        (Held(100, 74, 92, 20, 17), False),
        (Held(100, 75, 93, 20, 17), False),
        (Held(100, 75, 92, 20, 16), False),
        (Held(100, 75, 92, 0, 0), True),
    ],
)
def test_a_share_that_is_not_as_promised_is_told(held: Held, is_kept: bool) -> None:
    assert coverage.line("a shape", 9, held, coverage.RIGHT) == is_kept


def test_a_crowd_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    with phones.club(2) as in_a_club:
        for settings in ("", in_a_club):
            phones.measure(report, 60, tables=6, taps=2, fetched=1, quiet=0.1, settings=settings)
    printed = capsys.readouterr().out
    for figure in (
        r"p50 +\d+ ms",
        r"p99 +\d+ ms",
        r"quiet +\S+ %",
        r"page.* \d+ ms",
        r"refused +0 ",
    ):
        assert len(re.findall(figure, printed)) >= 2, printed  # of either kind of server
