"""What is left of a game, as a sentence says it."""

from __future__ import annotations

import pytest

from referee.core.story.forecast import (
    Certain,
    Forecast,
    Likely,
    Span,
    describe_forecast,
)

SIDES = ("Ann", "Ben", "Cleo")


def sentences(likely: Likely, certain: Certain | None = None) -> list[str]:
    """All that is said of three players' game."""
    return [str(each) for each in describe_forecast(Forecast(certain, likely), SIDES, "deal")]


def likely(
    entries: Span, minutes: Span | None = None, sessions: Span | None = None, *wins: int
) -> Likely:
    return Likely(entries, minutes, sessions, wins or None)


def test_a_number_that_the_rules_fix_is_certain_and_not_likely() -> None:
    said = sentences(likely(Span(3, 3)), Certain(None, 3))
    assert said == ["3 deals left."]


def test_of_a_fixed_number_the_time_is_likely_all_the_same() -> None:
    said = sentences(likely(Span(3, 3), Span(10, 14), Span(1, 1)), Certain(None, 3))
    assert said == ["3 deals left.", "Likely 10 min to 14 min, one evening like these."]


def test_more_evenings_are_counted() -> None:
    said = sentences(likely(Span(20, 30), Span(400, 610), Span(2, 3)))
    assert said == ["Likely 20 to 30 more deals, 7 to 10 hours, 2 to 3 evenings like these."]


@pytest.mark.parametrize(
    ("wins", "sentence"),
    [
        ((6, 3, 1), "Who wins is open."),
        ((4, 4, 2), "Who wins is open."),
        ((1, 7, 2), "Ben wins in 7 of 10 such continuations."),
    ],
)
def test_what_is_nearly_even_is_open_however_many_play(
    wins: tuple[int, ...], sentence: str
) -> None:
    assert sentences(likely(Span(2, 5), None, None, *wins))[-1] == sentence
