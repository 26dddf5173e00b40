"""How matches and evenings ended: winner, margin, time, and the words for their course."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.course import duration
from referee.core.story.ending import describe_ending, describe_evening
from referee.core.story.story import read_story
from tests.core.story.strokes import play
from tests.games.card_triathlon.marathon import marathon
from tests.games.records import Json, deal, figures, record, thirty_one, tribello
from tests.games.test_cases import record_of


def ending(made: Json) -> tuple[str | None, str]:
    story = read_story(made)
    assert story.is_over
    ended = describe_ending(story)
    return ended.cheer, str(ended.figures)


LEADS = [
    ((20, 10, 0, -10, 10, 30, 10, -10, -30, -60, -80, 300), "Decided in the very last round!"),
    ((20, 10, 0, -10, 10, 30, 10, -10, -30, -60, 0, 300), "Decided in the very last round!"),
    ((20, 10, 0, 0, 10, 30, 0, 10, 30, 60, 80, 300), None),
    ((20, 10, 0, -10, 10, 30, 0, 10, 30, 60, 80, 300), "What a comeback from 10 points behind!"),
    ((20, 10, 0, -10, 10, -30, 10, 10, 30, 60, 80, 300), "What a comeback from 30 points behind!"),
    ((20, 10, 0, -10, 10, 10, 10, 10, 30, 60, 80, 300), None),
    ((20, 10, 0, -10, -9, 10, 30, 60, 80, 90, 100, 100), "What a close finish!"),
    ((20, 10, 0, -10, -9, 10, 30, 60, 80, 90, 100, 300), None),
    ((20, 10, 10, 10, 10, 10, 30, 60, 80, 90, 100, 300), None),
    ((20, 10, 300), "Well played!"),
]
"""By how much Ann leads after each round; both make about 6,000 points."""


def test_the_words_are_those_of_the_course() -> None:
    for leads, cheer in LEADS:
        gains = [lead - before for before, lead in zip((0, *leads), leads, strict=False)]
        for lowest_wins in (False, True):
            rounds = [(500, 500 + gain if lowest_wins else 500 - gain) for gain in gains]
            story = play(rounds, lowest_wins=lowest_wins, rounds=len(rounds))
            ending, turn = describe_ending(story), story.turn()
            assert ending.cheer == cheer
            assert turn is not None
            assert ending.turning_point == turn.fact
            assert ("before the last round" in turn.fact.text) == (cheer == LEADS[0][1])


def test_the_figures_are_the_margin_the_length_and_the_hours() -> None:
    assert ending(marathon()) == (None, "by 5,785 points · 120 legs · 9 evenings · 33 h")
    assert ending(record_of("tribello-friday"))[1] == "by 6 points · 12 deals"
    dated = [deal(6, 4, 3, at=f"2026-01-09T20:{minute:02}:00+01:00") for minute in range(12)]
    assert ending(tribello(*dated))[1] == "by 12 points · 12 deals · about 10 min"
    later = deal(6, 4, 3, at="2026-01-16T20:00:00+01:00")  # an evening of unknown length
    assert ending(tribello(*dated[:-1], later))[1] == "by 12 points · 12 deals · 2 evenings"
    # A shared win and lives have no margin.
    level = tribello(*[deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)] * 4)
    assert ending(level) == ("Level to the very end!", "12 deals")
    assert ending(thirty_one(2, figures(30, 20), lives=0)) == (
        "With no lives to spare!",
        "1 round",
    )


def took(side: str, number: int) -> tuple[str, int]:
    return f"{side} took the lead of the evening in round {number} and kept it.", number - 1


def decided(side: str, number: int, gap: int = 0, level: str = "") -> tuple[str, int]:
    text = f"It was level before the last round of the evening; then {side} pulled clear."
    if level:
        text = f"{level} were level before the last round of the evening; then {side} pulled clear."
    if gap:
        text = f"{side} was {gap} behind before the last round of the evening and still won."
    return text, number - 1


def led(side: str, step: int, number: int) -> tuple[str, int]:
    course = "led the evening from start to finish"
    return f"{side} {course}; the lead grew most in round {number}, by {step}.", number - 1


@pytest.mark.parametrize("lowest_wins", [False, True])
@pytest.mark.parametrize(
    ("rounds", "result", "turning_point"),
    [
        # Level with the others, or ahead by one, after the second round but one.
        ([(0, 20), (0, 20), (40, 0), (10, 0)], "Ann won the evening by 10 points",
         decided("Ann", 8)),
        ([(0, 20), (0, 19), (40, 0), (10, 0)], "Ann won the evening by 11 points", took("Ann", 7)),
        ([(10, 0), (30, 5), (0, 5)], "Ann won the evening by 30 points", led("Ann", 25, 5)),
        # Of equal steps, the first, which starts from 0.
        ([(0, 10), (0, 10), (0, 5)], "Ben won the evening by 25 points", led("Ben", 10, 4)),
        ([(10, 0), (0, 10), (5, 5)], "Ann and Ben tied for the evening", None),
        ([(10, 0), (0, 5)], "Ann won the evening by 5 points", led("Ann", 10, 3)),
        ([(20, 18, 0), (0, 18, 20), (1, 1, 1)], "Ben won the evening by 16 points", took("Ben", 5)),
        ([(10, 10, 0), (10, 0, 10), (1, 1, 1)], "Ann won the evening by 10 points", took("Ann", 5)),
        ([(5, 0, 20), (20, 0, 5), (5, 0, 3)], "Ann won the evening by 2 points",
         decided("Ann", 6, level="Ann and Cleo")),
        ([(5, 20, 20), (20, 5, 5), (5, 0, 3)], "Ann won the evening by 2 points",
         decided("Ann", 6)),
        ([(0, 5), (0, 4), (12, 0)], "Ann won the evening by 3 points", decided("Ann", 6, 9)),
    ],
)  # fmt: skip
def test_an_evening_is_counted_from_0(
    rounds: list[tuple[int, ...]],
    result: str,
    turning_point: tuple[str, int] | None,
    *,
    lowest_wins: bool,
) -> None:
    """It comes after one of as many rounds that Ann won by 500 in each."""
    before = [tuple(500 * (seat == 0) for seat in range(len(rounds[0])))] * len(rounds)
    sign = -1 if lowest_wins else 1
    figures = [[sign * each for each in row] for row in before + rounds]
    story = play(figures, an_evening=len(rounds), lowest_wins=lowest_wins)
    ending = describe_evening(story, story.evenings[-1])
    found = ending.turning_point
    assert (ending.result, found and (found.text, found.entry)) == (result, turning_point)
    time = duration(20 * len(rounds))  # that of the first isn't known
    assert ending.figures == f"{len(rounds)} rounds · about {time}"


@pytest.mark.parametrize(
    ("rounds", "turn"),
    [
        ([(5, 0), (0, 8), (9, 0)], (2, "lead", 6)),
        ([(5, 0), (1, 0), (9, 8)], (0, "gain", 5)),
        # Points outside a round count in the next one's step, and after the last in that one’s.
        ([(5, 0), "3 0", (4, 0)], (2, "gain", 7)),
        ([(5, 0), (4, 0), "2 0"], (1, "gain", 6)),
        ([(5, 0), "0 9", (4, 1)], (2, "lead", 1)),
        ([(5, 0), "0 8", (4, 1)], None),
        ([(5, 0), "0 4", (4, 1)], (0, "gain", 5)),
        ([(5, 0), "0 7", (4, 1)], (0, "gain", 5)),
        ([(5, 0)], None),
    ],
)
def test_a_finished_match_has_a_turning_point_by_its_totals(
    rounds: list[Any], turn: tuple[int, str, int] | None
) -> None:
    entries = [
        {"kind": "adjustment", "points": [*map(int, each.split())]} if isinstance(each, str)
        else {"kind": "round", "points": [*each]}
        for each in rounds
    ]  # fmt: skip
    made = record("free-pad", 2, entries)
    assert read_story(made).as_json()["turn"] is None  # it goes on
    found = read_story(made | {"closed": {}}).as_json()["turn"]
    assert (found and (*found.values(),)) == turn


def test_who_is_away_is_no_winner_and_lives_have_no_turning_point() -> None:
    rounds = [{"kind": "round", "points": p} for p in ([9, 1, 0], [9, 0, 2], [None, 4, 1])]
    made = record("free-pad", 3, rounds) | {"closed": {}}
    made["attendance"] = [{"from": 2, "player": "Ann", "here": False}]
    assert read_story(made).as_json()["turn"] == {"entry": 2, "by": "lead", "points": 2}
    over = thirty_one(2, figures(30, 20), figures(30, 20), lives=1)
    assert read_story(over | {"closed": {}}).as_json()["turn"] is None


def test_the_evenings_of_a_marathon_add_up_and_lives_have_no_winner() -> None:
    story = read_story(marathon())
    for evening in story.evenings:
        gains, ending = story.points_of(evening), describe_evening(story, evening)
        winner = story.played_in(evening)[-1].sides[gains.index(max(gains))]
        assert ending.result == f"{winner} won the evening by {max(gains) - min(gains):,} points"
    rounds = [figures(30, 20, at=f"2026-01-09T20:{minute:02}:00+01:00") for minute in (0, 10)]
    story = read_story(thirty_one(2, *rounds))
    assert describe_evening(story, story.evenings[0]) == (None, "2 rounds · about 20 min", None)
