"""What was written by evenings: in the log, and in the folds of the pad."""

from __future__ import annotations

import pytest

from referee.web.match import pad
from tests.games.records import figures, thirty_one
from tests.web.conftest import At
from tests.web.phones import Phone, record_deal, start
from tests.web.timed import opened


def test_the_log_has_a_part_for_each_evening_also_over_midnight(ann: Phone, at: At) -> None:
    at(1, 21, 0)
    match = start(ann, "tribello", "Ann", "Ben", "Cleo")
    record_deal(ann, match, 6, 4, 3)
    at(2, 0, 30)
    record_deal(ann, match, 4, 6, 3)
    at(8, 20, 0)
    record_deal(ann, match, 3, 6, 4)
    page = ann.open(match.to_score + "log/")
    parts = page.tree.one("main").all("section")
    days = [part.one("h2").one("time")["datetime"][:10] for part in parts]
    assert days == ["2025-03-08", "2025-03-01"]
    assert [[line.text.split(" ")[0] for line in part.all("li")] for part in parts] == [
        ["4"],
        ["3", "2", "1"],
    ]


def test_older_rows_are_folded_by_the_evening_on_which_they_were_played(ann: Phone) -> None:
    for whole in [False, True]:
        evenings = ((1, 5), (8, 7), (15, 8))
        rounds = [
            figures(21, 21, at=f"2025-03-{day:02}T20:{number:02}:00+00:00")
            for day, count in evenings
            for number in range(count)
        ]
        match = opened(ann, thirty_one(2, *rounds, tied_lowest="none"))
        page = ann.open(match.to_score + ("?all=1" if whole else "?on=1"))
        folds = page.tree.one(id="pad").all("details", class_="fold")
        told = [fold.one("summary") for fold in folds]
        assert [each.one("time")["datetime"][:10] for each in told] == ["2025-03-08", "2025-03-01"]
        assert [each.one("small").text for each in told] == ["3 rows", "5 rows"]
        rows = [len(fold.all("tbody")[0].all("tr")) if whole else 0 for fold in folds]
        assert rows == ([3, 5] if whole else [0, 0])
        assert len(page.labels) == (20 if whole else 12)


def test_older_rows_come_page_by_page_and_all_of_them_are_reachable(
    ann: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pad, "ROWS_A_PAGE", 20)
    rounds = [
        figures(21, 21, at=f"2025-03-{day:02}T20:{number:02}:00+00:00")
        for day, count in ((1, 15), (8, 35), (15, 12))
        for number in range(count)
    ]
    match = opened(ann, thirty_one(2, *rounds, tied_lowest="none"))
    page = ann.open(match.to_score + "?on=1")
    found, older = list[set[int]](), {*range(1, 51)}
    for words in ("Show these rows", "Show earlier rows", "Show earlier rows"):
        (link, *_) = (each for each in page.tree.all("a") if each.text == words)
        page = ann.open(link["href"].partition("#")[0])
        assert len(page.labels) <= 12 + 20
        found.append({int(each.split()[-1]) for each in page.labels} & older)
    assert [len(each) for each in found] == [20, 20, 10]
    assert set().union(*found) == older
    page = ann.open(match.to_score + "?all=1&until=20")
    (later,) = (each for each in page.tree.all("a") if each.text == "Show later rows")
    assert "until=40" in later["href"]


def test_of_many_evenings_the_first_ones_share_a_fold(ann: Phone) -> None:
    rounds = [figures(21, 21, at=f"2025-03-{day:02}T20:00:00+00:00") for day in range(1, 21)]
    match = opened(ann, thirty_one(2, *rounds, tied_lowest="none"))
    pad = ann.open(match.to_score + "?on=1").tree.one(id="pad")
    told = [fold.one("summary") for fold in pad.all("details", class_="fold")]
    days = [[time["datetime"][8:10] for time in each.all("time")] for each in told]
    assert days == [["08"], ["07"], ["06"], ["05"], ["04"], ["01", "03"]]
    assert told[-1].one("small").text == "3 rows"
