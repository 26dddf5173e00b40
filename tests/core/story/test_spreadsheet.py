"""Matches as tables for spreadsheets: columns, and who played when."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from referee.core.sheet import Cell, read_record, tally_of
from referee.core.story.spreadsheet import spreadsheet
from referee.core.story.story import read_story
from tests.games.card_triathlon.legs import PASSED, c_leg
from tests.games.card_triathlon.marathon import FORGOTTEN, marathon
from tests.games.records import Json, deal, figures, record, thirty_one, tribello
from tests.games.test_cases import CASES, record_of
from tests.web.timed import LEG

FRIDAY, LATE = "2025-03-01T23:45:00+01:00", "2025-03-02T00:10:00+01:00"


def table(made: Json, zone: ZoneInfo | None = None) -> dict[str, list[Cell]]:
    """The columns by their headings, which are unique."""
    heads, *lines = spreadsheet(read_story(made), zone)
    assert len({*heads}) == len(heads)
    return {str(head): [line[n] for line in lines] for n, head in enumerate(heads)}


def test_a_line_has_what_was_played_when_and_the_totals_after_it() -> None:
    sessions = [
        {"start": "2025-03-01T23:30:00+01:00", "players": ["Ann", "Emil", "Cleo"]},
        {"start": "2025-03-08T20:00:00+01:00"},
    ]
    made = tribello(
        deal(8, 4, 1, at=FRIDAY), deal(8, 4, 2, at=LATE), deal(3, 6, 4, note="Cake!")
    ) | {"sessions": sessions}
    assert table(made) == {
        "label": ["Round 1, deal 1", "Round 1, deal 2", "Round 1, deal 3"],
        "kind": ["deal"] * 3,
        "date (UTC+01:00)": ["2025-03-01", "2025-03-02", None],
        "time (UTC+01:00)": ["23:45", "00:10", None],
        "minutes": [15, 25, None],
        "evening": [1, 1, None],
        "Ben’s seat": ["Emil", "Emil", "Ben"],
        "Ann": [2, None, -1],
        "Ben": [0, None, 3],
        "Cleo": [-2, None, -2],
        "Ann (total so far)": [2, 2, 1],
        "Ben (total so far)": [0, 0, 3],
        "Cleo (total so far)": [-2, -2, -4],
        "note": [None, None, "Cake!"],
        "problems": ["", "error: 1 trick too many: there are 13, but you entered 14."
                     " [tribello.tricks-total]", ""],
    }  # fmt: skip


def test_dates_are_of_the_zone_that_their_heads_name() -> None:
    winter, summer = "2026-03-28T23:30:00+00:00", "2026-03-29T00:30:00+02:00"
    for zone, times, head, dates in (
        (None, [winter], "date (UTC)", ["2026-03-28"]),
        (None, [summer], "date (UTC+02:00)", ["2026-03-29"]),
        (None, [winter, summer], "date (UTC)", ["2026-03-28"] * 2),
        ("Europe/Berlin", [winter], "date (Europe/Berlin)", ["2026-03-29"]),
        ("America/New_York", [winter, summer], "date (America/New_York)", ["2026-03-28"] * 2),
    ):
        made = tribello(*[deal(6, 4, 3, at=at) for at in times])
        columns = table(made, ZoneInfo(zone) if zone else None)
        assert columns[head] == dates, (zone, times)


def test_contracts_teams_and_lives_have_columns_where_there_are_any() -> None:
    legs = table(record("card-triathlon", 4, [PASSED, LEG, c_leg(310, 150, 205, 180)]))
    assert legs["kind"] == ["B leg", "B leg", "C leg"]
    assert legs["contract"] == ["", "4♣ Ann +1", ""]
    assert legs["Ann+Cleo (total so far)"] == [0, 340, 855]
    assert "Total (total so far)" not in legs
    rounds = table(thirty_one(2, figures(21, 30.5)))
    assert [*rounds] == ["label", "kind", "Ann", "Ben", "Ann (lives left)", "Ben (lives left)"]
    assert [*table(tribello())][:3] == ["label", "kind", "Ann"]


def test_a_marathon_tells_its_evenings_and_who_sat_in() -> None:
    columns = table(marathon())
    assert {*columns["evening"]} == {*range(1, 10)}
    seats = zip(columns["evening"], columns["Dora’s seat"], strict=True)
    assert {evening for evening, name in seats if name == "Emil"} == {4}
    assert FORGOTTEN + 1 in columns["evening"]


@pytest.mark.parametrize("case", CASES)
def test_the_figures_are_those_of_the_sheet(case: str) -> None:
    tally, columns = tally_of(read_record(record_of(case))), table(record_of(case))
    for number, column in enumerate(tally.columns):
        assert columns[column.name] == [row.cells[number] for row in tally.rows]
    assert columns["label"] == [row.heading.label for row in tally.rows]
    running = [name for name in columns if name.endswith((" (total so far)", " (lives left)"))]
    assert [columns[name][-1] for name in running] == [*tally.totals[: len(running)]]


@pytest.mark.parametrize("at", ["0001-01-01T00:30:00Z", "9999-12-31T23:59:00+00:00"])
def test_times_at_the_end_of_the_calendar_are_kept(at: str) -> None:
    for zone in ("Pacific/Auckland", "America/New_York"):
        columns = table(tribello(deal(6, 4, 3, at=at)), ZoneInfo(zone))
        assert len(columns[f"date ({zone})"]) == 1
