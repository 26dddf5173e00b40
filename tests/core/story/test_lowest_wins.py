"""Sentences and figures for games in which the lowest total wins, and for games without a mark.

The game is made up (`strokes.py`). Where it makes a difference, tests also score the same rounds
with the highest total winning.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee import terminal
from referee.core.game import ranked
from referee.core.story.course import Span
from referee.core.story.forecast import Forecast, describe_forecast
from referee.core.story.story import ForecastTest, Story
from referee.web.match.pad import strip_of
from referee.web.story.charts import StoryCharts
from referee.web.story.picture import find_result
from tests.core.story.strokes import play

TURNS = [(9, 5), (2, 6), (3, 8), (2, 4), (7, 3)]
"""Ann's and Ben's points by round; their totals are 9 11 14 16 23 and 5 11 19 23 26."""


def facts(story: Story) -> list[str]:
    return [fact.text for fact in story.facts]


def left(story: Story) -> list[str]:
    unit = story.tally.game.entry_name
    return [*describe_forecast(story.forecast, story.sides, unit)]


def test_equal_scores_share_a_rank_whoever_wins() -> None:
    names = ("Ann", "Ben", "Cleo")
    assert [(each.name, each.rank) for each in ranked(names, (5, 9, 5))] == [
        ("Ben", 1), ("Ann", 2), ("Cleo", 2),
    ]  # fmt: skip
    assert [(each.name, each.rank) for each in ranked(names, (5, 9, 5), lowest_wins=True)] == [
        ("Ann", 1), ("Cleo", 1), ("Ben", 3),
    ]  # fmt: skip


def test_facts_go_by_who_does_best() -> None:
    for lowest_wins, gained, leads in (
        (True, "Ann gained 5 on Ben", "Ann"),
        (False, "Ben gained 5 on Ann", "Ben"),
    ):
        told = facts(play(TURNS, lowest_wins=lowest_wins))
        assert [text for text in told if not text.startswith("The longest round")] == [
            f"The best comeback: {leads} came from 4 behind after Round 1 to lead.",
            f"The lead changed once: {leads} took it in Round 3.",
            "The biggest round: Round 1, with 9 for Ann.",
            f"The biggest swing: {gained} in Round 3.",
            f"The longest streak: {leads} did best in 3 rounds in a row, ending with Round 4.",
        ]


def test_a_lead_is_that_of_the_lower() -> None:
    charts = StoryCharts(play(TURNS))
    race, lead = charts.race(), charts.lead()
    assert race is not None
    assert lead is not None
    assert race.answer.replace("\N{NO-BREAK SPACE}", " ") == "Ann: 23 · Ben: 26."
    assert lead.answer == (
        "5 rounds so far. Ann leads by 3, with 23. Ann’s biggest lead was 7, and Ben’s was 4."
    )
    rows = [["Round 1", "4", "Ben"], ["Round 2", "0", ""], ["Round 3", "5", "Ann"]]
    assert lead.rows[:3] == rows
    other = StoryCharts(play(TURNS, lowest_wins=False)).lead()
    assert other is not None
    assert other.answer.startswith("5 rounds so far. Ben leads by 3, with 26.")


def test_an_evening_is_won_by_the_lower() -> None:
    story = play([(1, 5), (2, 9), (8, 3), (1, 1)], an_evening=1)
    chart = StoryCharts(story).by_evening()
    assert chart is not None
    assert chart.answer == "Evenings won: Ann 2 and Ben 1."


def test_of_many_sides_the_lowest_have_their_own_style() -> None:
    rounds = [(9, 1, 9, 2, 9, 9, 3, 9, 9)] * 3
    low = StoryCharts(play(rounds)).race()
    assert low is not None
    assert [mark.text for mark in low.marks if mark.attributes["class"] == "at"] == ["B", "D", "G"]
    high = StoryCharts(play(rounds, lowest_wins=False)).race()
    assert high is None, "six are ahead, none more than another"


def test_the_picture_has_the_best_first() -> None:
    story = play(TURNS, rounds=5, an_evening=3)
    for evening, headline, margin, figures in (
        (None, "Ann won", "by 3 points", [("23",), ("26",)]),
        (story.evenings[1], "Ben won the evening", "by 2 points", [("+7", "26"), ("+9", "23")]),
    ):
        result = find_result(StoryCharts(story, evening))
        assert (result.headline, result.margin) == (headline, margin)
        assert [row.figures for row in result.rows] == figures


def test_the_strip_says_that_the_lower_leads() -> None:
    sheet = play(TURNS, mark=50).tally.sheet()
    strip = strip_of(sheet, ("Ann", "Ben"), ("Ann", "Ben"))
    assert [(each.is_leading, each.progress) for each in strip] == [(True, 46), (False, 52)]


# What is left -------------------------------------------------------------------------------------


def test_nobody_wants_to_be_at_the_mark() -> None:
    needs = "Ann is 77 short of the limit. Ben is 74 short of the limit."
    assert left(play(TURNS, mark=100))[0] == f"{needs} That takes at least 3 rounds."
    assert left(play(TURNS, mark=100, lowest_wins=False))[0].startswith("Ann still needs 77. ")


SLOW = [(8, 12), (11, 13), (9, 14), (7, 12), (10, 11), (8, 13)] * 2
"""Rounds in which Ann gets 106 points and Ben 150, so the lower total is far ahead."""


def wins(figures: Sequence[Sequence[int]], **options: int | bool) -> tuple[int, ...]:
    likely = play(figures, **options).forecast.likely
    assert likely is not None
    assert likely.wins is not None
    return likely.wins


def test_the_lower_is_likely_to_win() -> None:
    for end in [{"mark": 400}, {"rounds": 40}]:
        low, high = wins(SLOW, **end), wins(SLOW, lowest_wins=False, **end)
        assert low == high[::-1]
        assert low[0] >= 8
        story = play(SLOW, **end)
        words = {8: "eight", 9: "nine"}[low[0]]
        chances = f"If you played on from here ten times, Ann would win about {words}."
        assert left(story)[-1] == chances


def test_only_arithmetic_settles_a_fixed_number_of_rounds() -> None:
    """In the last round a side gains 0 to 30, so a lead of more than 30 decides."""
    for lead, expected in [(30, (9, 1)), (31, (10, 0))]:
        figures = [(5, 5)] * 11 + [(0, lead)]
        assert wins(figures, rounds=13) == expected
        assert wins(figures, rounds=13, lowest_wins=False) == expected[::-1]


def test_when_a_mark_ends_the_game_does_not_depend_on_who_wins() -> None:
    low, high = play(SLOW, mark=400).forecast, play(SLOW, mark=400, lowest_wins=False).forecast
    assert low.certain == high.certain
    assert low.likely is not None
    assert high.likely is not None
    assert low.likely.entries == high.likely.entries


def test_without_a_mark_nothing_speaks_of_one() -> None:
    story = play(SLOW, rounds=20)
    assert story.tally.outcome().aim is None
    race = StoryCharts(story).race()
    assert race is not None
    assert not {"rule", "says", "fan"} & {mark.attributes["class"] for mark in race.marks}
    told = [*left(story), *facts(story), terminal.story(story), race.answer]
    assert [text for text in told if "limit" in text or "needs" in text] == []
    assert left(story)[0] == "8 rounds to go."
    assert play(SLOW[:11], rounds=11).test_forecasts() == [ForecastTest(10, Span(1, 1), 1, True)]
    over = StoryCharts(play(SLOW[:11], rounds=11)).lead()
    assert over is not None
    assert over.answer.startswith("11 rounds played. Ann won. ")


def test_a_game_without_an_end_has_no_forecast() -> None:
    assert play(TURNS).forecast == Forecast()
    assert left(play(TURNS)) == []
