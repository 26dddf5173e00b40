"""How an evening went: its winner, its length and its turning point, counted from 0."""

from __future__ import annotations

import pytest

from referee.core.story.course import duration
from referee.core.story.ending import EveningEnding, describe_evening
from referee.core.story.story import read_story
from tests.core.story.strokes import play
from tests.games.card_triathlon.marathon import marathon
from tests.games.records import figures, thirty_one

Rounds = list[tuple[int, ...]]


def last(rounds: Rounds, *, lowest_wins: bool = False) -> EveningEnding:
    """How the last evening of three or more rounds went, after one that Ann won by 500."""
    before: Rounds = [tuple(500 * (seat == 0) for seat in range(len(rounds[0])))] * len(rounds)
    figured = [tuple(-each if lowest_wins else each for each in row) for row in before + rounds]
    story = play(figured, an_evening=len(rounds), lowest_wins=lowest_wins)
    return describe_evening(story, story.evenings[-1])


@pytest.mark.parametrize("lowest_wins", [False, True])
@pytest.mark.parametrize(
    ("rounds", "result", "turning_point"),
    [
        # Behind by as much as the best round gained, or by one less.
        ([(0, 20), (0, 20), (40, 0), (10, 0)], "Ann won the evening by 10",
         ("Ann came back from 40 behind after Round 6.", 5)),
        ([(0, 20), (0, 19), (40, 0), (10, 0)], "Ann won the evening by 11",
         ("Ann pulled away by 40 in Round 7.", 6)),
        ([(10, 0), (30, 5), (0, 5)], "Ann won the evening by 30",
         ("Ann pulled away by 25 in Round 5.", 4)),
        # Of equal rounds, the first.
        ([(0, 10), (0, 10), (0, 5)], "Ben won the evening by 25",
         ("Ben pulled away by 10 in Round 4.", 3)),
        ([(10, 0), (0, 10), (5, 5)], "The evening was a draw", None),
        ([(10, 0), (0, 5)], "Ann won the evening by 5", None),
        ([(20, 18, 0), (0, 18, 20), (1, 1, 1)], "Ben won the evening by 16",
         ("Ben came back from 2 behind after Round 4.", 3)),
        # Ann is never the only best.
        ([(10, 10, 0), (10, 0, 10), (1, 1, 1)], "Ann won the evening by 10", None),
        ([(5, 0, 20), (20, 0, 5), (5, 0, 3)], "Ann won the evening by 2",
         ("Ann came back from 15 behind after Round 4.", 3)),
    ],
)  # fmt: skip
def test_an_evening_is_told(
    rounds: Rounds, result: str, turning_point: tuple[str, int] | None, *, lowest_wins: bool
) -> None:
    ending = last(rounds, lowest_wins=lowest_wins)
    assert ending.result == result
    found = ending.turning_point
    assert (found and (found.text, found.entry)) == turning_point
    assert ending.figures == f"{len(rounds)} rounds · {duration(20 * (len(rounds) - 1))}"


def test_the_evenings_of_a_marathon_add_up() -> None:
    story = read_story(marathon())
    for evening in story.evenings:
        gains, ending = story.points_of(evening), describe_evening(story, evening)
        winner = story.played_in(evening)[-1].sides[gains.index(max(gains))]
        assert ending.result == f"{winner} won the evening by {max(gains) - min(gains):,}"


def test_lives_have_no_winner_of_an_evening() -> None:
    rounds = [figures(30, 20, at=f"2026-01-09T20:{minute:02}:00+01:00") for minute in (0, 10)]
    story = read_story(thirty_one(2, *rounds))
    ending = describe_evening(story, story.evenings[0])
    assert (ending.result, ending.turning_point) == (None, None)
    assert ending.figures == "2 rounds · 10 min"
