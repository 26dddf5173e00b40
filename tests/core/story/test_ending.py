"""How a finished match ended: the margin, the time it took, and the words for its course."""

from __future__ import annotations

import pytest

from referee.core.story.ending import describe_ending
from referee.core.story.story import read_story
from tests.core.story.strokes import play
from tests.games.card_triathlon.marathon import marathon
from tests.games.records import Json, deal, figures, thirty_one, tribello
from tests.games.test_cases import record_of


def ending(made: Json) -> tuple[str, str]:
    story = read_story(made)
    assert story.is_over
    ended = describe_ending(story.tally, story.evenings)
    return str(ended.cheer), str(ended.figures)


LEADS = [
    ((20, 10, 0, -10, 10, 30, 10, -10, -30, -60, -80, 300), "Decided by the very last round!"),
    ((20, 10, 0, -10, 10, 30, 10, -10, -30, -60, 0, 300), "Decided by the very last round!"),
    ((20, 10, 0, -10, 10, 30, 0, 10, 30, 60, 80, 300), "Ahead for the last 5 rounds!"),
    ((20, 10, 0, -10, 10, -30, 10, 10, 30, 60, 80, 300), "What a comeback!"),
    ((20, 10, 0, -10, -9, 10, 30, 60, 80, 90, 100, 100), "What a close finish!"),
    ((20, 10, 0, -10, -9, 10, 30, 60, 80, 90, 100, 300), "Ahead for the last 7 rounds!"),
    ((20, 10, 10, 10, 10, 10, 30, 60, 80, 90, 100, 300), "Ahead from start to finish!"),
    ((20, 10, 300), "Well played!"),
]
"""By how much Ann leads after each round; both make about 6,000 points."""


@pytest.mark.parametrize(("leads", "cheer"), LEADS)
def test_the_words_are_those_of_the_course(leads: tuple[int, ...], cheer: str) -> None:
    gains = [lead - before for before, lead in zip((0, *leads), leads, strict=False)]
    for lowest_wins in (False, True):
        rounds = [(500, 500 + gain if lowest_wins else 500 - gain) for gain in gains]
        story = play(rounds, lowest_wins=lowest_wins, rounds=len(rounds))
        assert describe_ending(story.tally, story.evenings).cheer == cheer


def test_the_figures_are_the_margin_the_length_and_the_hours() -> None:
    assert ending(marathon()) == ("Ahead for the last 80 legs!",
                                  "by 5,785 points · 120 legs · 9 evenings · 33 h")  # fmt: skip
    assert ending(record_of("tribello-friday"))[1] == "by 6 points · 12 deals"
    dated = [deal(6, 4, 3, at=f"2026-01-09T20:{minute:02}:00+01:00") for minute in range(12)]
    assert ending(tribello(*dated))[1] == "by 12 points · 12 deals · 11 min"


def test_a_shared_win_and_lives_have_no_margin() -> None:
    level = tribello(*[deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)] * 4)
    assert ending(level) == ("Level to the very end!", "12 deals")
    assert ending(thirty_one(2, figures(30, 20), lives=0)) == ("Well played!", "1 round")
