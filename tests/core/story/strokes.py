"""Stories of made-up rounds: points for each player, of whom the lowest or the highest wins."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from referee.core.story.story import Story, read_story
from tests.games.records import record

START = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)


def play(figures: Sequence[Sequence[int]], *, an_evening: int = 100, **options: Any) -> Story:
    """Return the story of these rounds of 20 minutes each, with `an_evening` rounds per evening."""
    times = [
        START + timedelta(weeks=n // an_evening, minutes=20 * (n % an_evening))
        for n in range(len(figures))
    ]
    rounds = [
        {"kind": "round", "points": [*points], "at": at.isoformat()}
        for points, at in zip(figures, times, strict=True)
    ]
    options = {"lowest_wins": True} | options
    return read_story(record("free-pad", len(figures[0]), rounds, **options))
