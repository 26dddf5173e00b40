"""Sentences and figures for games in which the lowest total wins, and for games without a mark."""

from __future__ import annotations

from referee import terminal
from referee.core.course import Span
from referee.core.game import ranked
from referee.core.story.forecast import Forecast, describe_forecast
from referee.core.story.story import ForecastTest, Story
from referee.web.match.pad import strip_of
from referee.web.story.charts import StoryCharts
from referee.web.story.picture import summarise
from tests.core.story.strokes import play

TURNS = [(9, 5), (2, 6), (3, 8), (2, 4), (7, 3)]
"""Ann's and Ben's points by round; their totals are 9 11 14 16 23 and 5 11 19 23 26."""
SLOW = [(8, 12), (11, 13), (9, 14), (7, 12), (10, 11), (8, 13)] * 2
"""Rounds in which Ann gets 106 points and Ben 150, so the lower total is far ahead."""


def left(story: Story) -> list[str]:
    return [*describe_forecast(story.forecast, story.sides, "round")]


def test_equal_scores_share_a_rank_whoever_wins() -> None:
    names = ("Ann", "Ben", "Cleo")
    for lowest_wins, ranks in (
        (False, [("Ben", 1), ("Ann", 2), ("Cleo", 2)]),
        (True, [("Ann", 1), ("Cleo", 1), ("Ben", 3)]),
    ):
        standings = ranked(names, (5, 9, 5), lowest_wins=lowest_wins)
        assert [(each.name, each.rank) for each in standings] == ranks


def test_facts_and_leads_go_by_who_does_best() -> None:
    for lowest_wins, most, gained, leader in (
        (True, "Hit hardest: Ann, 9 points in round 1.", "Ann gained 5 on Ben", "Ann"),
        (False, "Most points at once: 9 for Ann, in round 1.", "Ben gained 5 on Ann", "Ben"),
    ):
        story = play(TURNS, lowest_wins=lowest_wins)
        assert [fact.text for fact in story.facts if "Longest round:" not in fact.text] == [
            f"The lead changed once: {leader} took it in round 3.",
            most,
            f"The biggest swing: {gained} in round 3.",
            f"The longest streak: {leader} won 3 rounds in a row (2–4).",
        ]
        lead, *_others = StoryCharts(story).draw_all()
        fewest = " The fewest points win." if lowest_wins else ""
        assert lead.answer == f"5 rounds so far. {leader} leads by 3 points.{fewest}"
        other = ({"Ann", "Ben"} - {leader}).pop()
        assert lead.rows[:3] == [
            ["Round 1", "4", other], ["Round 2", "0", ""], ["Round 3", "5", leader],
        ]  # fmt: skip


def test_an_evening_is_won_by_the_lower() -> None:
    chart = StoryCharts(play([(1, 5), (2, 9), (8, 3), (1, 1)], an_evening=1)).by_evening()
    assert chart is not None
    assert chart.answer == "Evenings won: Ann 2 · Ben 1."


def test_of_many_sides_the_lowest_have_their_own_style() -> None:
    rounds = [(9, 1, 9, 2, 9, 9, 3, 9, 9)] * 3
    low = StoryCharts(play(rounds, mark=100)).race()
    assert low is not None
    assert "Target: 100" in [mark.text for mark in low.marks]
    assert [mark.text for mark in low.marks if "at" in str(mark.attributes["class"]).split()] == [
        "A",
        "B",
        "D",
        "P7",
    ]
    assert low.taps[0].inside[-1].attributes["class"] == "dot s3"  # of whoever was hit hardest


def test_the_picture_has_the_best_first_and_the_strip_shows_who_leads() -> None:
    story = play(TURNS, rounds=5, an_evening=3)
    for evening, headline, margin, figures in (
        (None, "Ann won", "by 3 points", [("23",), ("26",)]),
        (story.evenings[1], "Ben won the evening", "by 2 points", [("+7", "26"), ("+9", "23")]),
    ):
        charts = StoryCharts(story, evening)
        assert (charts.result.headline, charts.result.margin) == (headline, margin)
        assert [row.figures for row in summarise(charts).rows] == figures
    strip = strip_of(play(TURNS, mark=50).tally.sheet(), ("Ann", "Ben"), ("Ann", "Ben"))
    assert [(each.is_leading, each.progress) for each in strip] == [(True, 46), (False, 52)]


# What is left -------------------------------------------------------------------------------------


def test_nobody_wants_to_be_at_the_mark() -> None:
    needs = "Ann is 77 short of the limit. Ben is 74 short of the limit."
    assert left(play(TURNS, mark=100))[0] == f"{needs} At least 1 round to go."
    assert left(play(TURNS, mark=100, lowest_wins=False))[0].startswith("Ann still needs 77. ")


def test_the_lower_is_likely_to_win_whatever_ends_the_game() -> None:
    for end in [{"mark": 400}, {"rounds": 40}]:
        story, other = play(SLOW, **end), play(SLOW, lowest_wins=False, **end)
        low, high = story.forecast.likely, other.forecast.likely
        assert low is not None
        assert high is not None
        assert (low.entries, low.wins) == (high.entries, (high.wins or ())[::-1])
        words = {8: "eight", 9: "nine"}[(low.wins or ())[0]]
        chances = f"From here, Ann would win about {words} times in ten."
        assert left(story)[-1] == chances


def test_without_a_mark_nothing_speaks_of_one() -> None:
    story = play(SLOW, rounds=20)
    assert story.tally.outcome().aim is None
    race = StoryCharts(story).race()
    assert race is not None
    assert not {"rule", "says", "fan"} & {mark.attributes["class"] for mark in race.marks}
    told = [*left(story), *(fact.text for fact in story.facts), terminal.story(story), race.answer]
    assert [text for text in told if "limit" in text or "needs" in text] == []
    assert left(story)[0] == "8 rounds to go."
    over = play(SLOW[:11], rounds=11)
    assert over.test_forecasts() == [ForecastTest(10, Span(1, 1), 1, True)]
    lead = StoryCharts(over).lead()
    assert lead is not None
    assert lead.answer.startswith("11 rounds played. Ann won by ")


def test_a_game_without_an_end_has_no_forecast() -> None:
    assert (play(TURNS).forecast, left(play(TURNS))) == (Forecast(), [])
