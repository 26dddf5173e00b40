"""Evenings: a long break begins another one, midnight does not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from referee.matches.evenings import BREAK, evenings

AT = datetime(2025, 3, 1, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("gaps", "began"),
    [
        ([], [0]),
        ([timedelta(hours=3)], [0, 0]),
        ([BREAK - timedelta(seconds=1), BREAK - timedelta(seconds=1)], [0, 0, 0]),
        ([BREAK], [0, 1]),
        ([timedelta(hours=1), timedelta(days=1), timedelta(hours=1)], [0, 0, 2, 2]),
        ([timedelta(hours=1), -timedelta(days=1), timedelta(hours=1)], [0, 0, 2, 2]),
        ([-timedelta(minutes=5), timedelta(hours=7)], [0, 0, 2]),
    ],
)
def test_an_evening_lasts_until_a_long_break(gaps: list[timedelta], began: list[int]) -> None:
    times = [AT]
    for gap in gaps:
        times.append(times[-1] + gap)
    assert evenings(times) == [times[first] for first in began]


def test_where_there_is_nothing_there_are_no_evenings() -> None:
    assert evenings([]) == []
