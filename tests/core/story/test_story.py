"""The story of a record: evenings, pace and facts in the public shape."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import accumulate, pairwise
from typing import Any

import pytest

from referee import score, story
from referee.core.course import Span, duration
from referee.core.story.forecast import Forecast, Likely
from referee.core.story.story import ForecastTest, Story
from referee.web.story.story_page import describe_odds
from tests.core.story.strokes import play
from tests.games.card_triathlon.marathon import FILE
from tests.games.records import Json, deal, is_refused, tribello

START = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)


def at(minutes: float) -> str:
    return (START + timedelta(minutes=minutes)).isoformat()


def played(*deals: tuple[float | None, tuple[int, int, int]], **more: Any) -> Json:
    entries = [deal(*tricks) | ({} if m is None else {"at": at(m)}) for m, tricks in deals]
    return tribello(*entries) | more


EVEN, ANN, BEN = (6, 4, 3), (8, 3, 2), (3, 8, 2)
"""Three deals as tricks by seat; the points depend on each deal's quotas."""


def test_an_evening_tells_its_entries_its_points_and_what_was_said_of_it() -> None:
    session: Json = {"start": at(-20), "end": at(50), "place": "The attic", "note": "Rain"}
    session["players"] = ["Ann", "Dora", "Cleo"]
    record = played((0, ANN), (20, EVEN), (9000, EVEN), sessions=[session])
    first, last = story(record)["sessions"]
    assert first == {
        "start": at(-20), "end": at(50), "ended": "said", "first": 0, "entries": 2, "minutes": 70.0,
        "points": first["points"], "players": ["Ann", "Dora", "Cleo"], "place": "The attic",
        "note": "Rain", "turn": {"entry": 1, "by": "gain", "points": 4},
    }  # fmt: skip
    assert first["points"][0] > 0
    assert sum(first["points"]) == 0
    assert last == first | {
        "start": at(9000), "end": None, "ended": None, "first": 2, "entries": 1, "minutes": 0.0,
        "points": last["points"], "players": None, "place": None, "note": None, "turn": None,
    }  # fmt: skip


def test_the_points_of_the_evenings_add_up_to_the_totals() -> None:
    told = story(played((None, EVEN), (None, EVEN), (None, EVEN)))
    assert (told["sessions"], told["pace"], told["aim"]) == ([], [], None)
    record = played(*((each * 300, ANN if each % 3 else BEN) for each in range(12)))
    sessions = story(record)["sessions"]
    assert len(sessions) == 1  # entries five hours apart: one very long evening
    assert sessions[0]["points"] == score(record)["totals"]
    record = played(*((each * 500, ANN if each % 3 else BEN) for each in range(12)))
    evenings = story(record)["sessions"]
    assert len(evenings) == 12
    assert [sum(each) for each in zip(*(e["points"] for e in evenings), strict=True)] == score(
        record
    )["totals"]


def test_the_pace_has_the_quartiles() -> None:
    for minutes, low, median, high in [
        ([20], 20, 20, 20),
        ([10, 20], 12.5, 15, 17.5),
        ([10, 20, 60], 15, 20, 40),
        ([7, 8, 9, 10, 11], 8, 9, 10),
    ]:
        times = [0.0]
        for each in minutes:
            times.append(times[-1] + each)
        (pace,) = story(played(*((each, EVEN) for each in times)))["pace"]
        assert pace == {
            "kind": "deal", "entries": len(minutes), "median": median, "low": low, "high": high,
        }  # fmt: skip


def test_an_end_that_was_forgotten_is_the_last_entry_as_it_was_written() -> None:
    record = played((0, EVEN), (20, EVEN), (9000, EVEN))
    first, _ = story(record)["sessions"]
    assert (first["end"], first["ended"]) == (record["entries"][1]["at"], "itself")


def test_facts_name_their_entries() -> None:
    record = played((0, EVEN), (20, ANN), (60, BEN), (80, BEN), (95, BEN))
    facts = {fact["text"]: fact["entry"] for fact in story(record)["facts"]}
    assert facts["Longest deal: 40 min in deal 3."] == 2
    assert all(entry is None or 0 <= entry < 5 for entry in facts.values())
    assert any(text.startswith("Most points at once: ") for text in facts)


def test_an_entry_with_an_error_tells_nothing() -> None:
    record = played((0, EVEN), (20, (9, 9, 9)), (40, EVEN), (60, EVEN))
    told = story(record)
    assert told["sessions"][0]["entries"] == 4
    assert told["pace"][0]["entries"] == 2
    assert 1 not in {fact["entry"] for fact in told["facts"]}


def test_what_is_no_record_has_no_story() -> None:
    assert is_refused(story, {"format": "referee-record/1"})


def test_a_time_as_one_says_it() -> None:
    for minutes, text in [
        (0.4, "0 min"),
        (24, "24 min"),
        (59.6, "1 h"),
        (70, "1 h 10 min"),
        (600, "10 h"),
    ]:
        assert duration(minutes) == text


def test_what_may_have_been_a_break_is_no_time_until_somebody_says_so() -> None:
    for pauses, timed, longest in [
        ([], 3, "Longest deal: 20 min in deal 2."),
        ([(60, 60)], 4, "Longest deal: 1 h 23 min in deal 5."),
        ([(63, 133)], 4, "Longest deal: 20 min in deal 2."),
    ]:
        session = {"start": at(0), "pauses": [{"start": at(a), "end": at(b)} for a, b in pauses]}
        record = played(*((m, EVEN) for m in (0, 20, 40, 60, 143)), sessions=[session])
        told = story(record)
        assert told["pace"][0]["entries"] == timed
        assert longest in [fact["text"] for fact in told["facts"]]


def test_with_the_end_of_the_game_its_evening_is_over() -> None:
    for deals, ended in [(11, None), (12, "itself")]:
        (evening,) = story(played(*((m * 20, EVEN) for m in range(deals))))["sessions"]
        assert evening["ended"] == ended
        assert evening["end"] == (at((deals - 1) * 20) if ended else None)


SUBSTITUTE: Json = {"start": at(8990), "players": ["Ann", "Ben", "Dora"]}


def test_facts_go_by_who_sat_there_and_the_columns_keep_their_names() -> None:
    cleo = (2, 2, 9)
    record = played(
        (0, EVEN), (20, EVEN), (40, ANN), (9000, cleo), (9020, cleo), (9040, cleo),
        sessions=[SUBSTITUTE],
    )  # fmt: skip
    assert score(record)["columns"] == ["Ann", "Ben", "Cleo"]
    texts = [fact["text"].replace("\N{NO-BREAK SPACE}", " ") for fact in story(record)["facts"]]
    assert any(text.startswith("Most points at once: ") and " for Dora, " in text for text in texts)
    assert any(text.startswith("The longest streak: Dora won 3 deals") for text in texts)
    assert "Quotas met in 6 deals: Ann 3 · Ben 2 · Cleo 1 · Dora 3." in texts


def test_whoever_reaches_the_same_is_named_too() -> None:
    rest = [(5, 4), (3, 4)]
    for rounds, told in [
        ([(9, 1), *rest], ""),
        ([(9, 9), *rest], " Also Ben in round 1."),
        ([(9, 1), *rest, (2, 9)], " Also Ben in round 4."),
        ([(9, 1), (9, 2), (2, 9), (9, 3)],
         " Also Ann in round 2, Ben in round 3 and Ann in round 4."),
        ([(9, 1), (9, 2), (2, 9), (9, 3), (9, 4)], " Equalled 4 times, by Ann and Ben."),
    ]:  # fmt: skip
        texts = {str(fact.text): fact.entry for fact in play(rounds, lowest_wins=False).facts}
        assert texts[f"Most points at once: 9 for Ann, in round 1.{told}"] == 0
    streaks = play([(9, 1)] * 3 + [(1, 9)] * 3 + [(5, 5)], lowest_wins=False).facts
    assert [fact.text for fact in streaks if "streak" in fact.text] == [
        "The longest streak: Ann won 3 rounds in a row (1–3). Also Ben in round 6."
    ]


def test_a_lead_that_decided_the_game_was_taken_for_good() -> None:
    turns = [(9, 5), (2, 6), (3, 8)]
    for rounds, told in [
        (None, "The lead changed once: Ben took it in round 3."),
        (3, "It was level before the last round; then Ben pulled clear."),
    ]:
        facts = play(turns, lowest_wins=False, rounds=rounds).facts
        assert told in [fact.text for fact in facts]


def test_of_equal_swings_among_several_the_last_is_told_first() -> None:
    rows: list[tuple[list[tuple[int, ...]], str]] = [
        (
            [(9, 2, 4), (1, 3, 2), (2, 5, 9)],
            "Cleo gained 7 on Ann in round 3. Also Ann on Ben in round 1.",
        ),
        ([(9, 2, 4), (1, 3, 2), (2, 5, 8)], "Ann gained 7 on Ben in round 1."),
        (
            [(9, 2), (1, 3), (2, 9)],
            "Ann gained 7 on Ben in round 1. Also Ben in round 3.",
        ),
    ]
    for rounds, told in rows:
        texts = [fact.text for fact in play(rounds, lowest_wins=False).facts]
        assert f"The biggest swing: {told}" in texts


def test_the_example_tells_of_its_lead_what_its_rows_add_up_to() -> None:
    record = json.loads(FILE.read_text(encoding="utf-8"))
    made, told = score(record), story(record)
    first = made["columns"].index("Ann+Cleo")
    swings = (row["cells"][first] - row["cells"][first + 1] for row in made["rows"])
    leads = [lead for lead in accumulate(swings) if lead]
    changes = sum(before * after < 0 for before, after in pairwise(leads))
    texts = " ".join(fact["text"] for fact in told["facts"])
    assert f"came from {-min(leads):,} behind" in texts
    assert f"The lead changed {changes} times." in texts


def test_an_evening_starts_from_0_for_its_highlights() -> None:
    rounds = [(50, 10), (10, 30), (10, 30), (49, 10), (20, 10)]  # Ann leads by 40 before the second
    story = play(rounds, an_evening=1, rounds=9)
    assert not any("comeback" in fact.text for fact in story.facts)
    story = play([(50, 10)] * 4 + rounds[1:], an_evening=4, rounds=9)
    (first, second) = story.evenings
    assert not any("comeback" in fact.text for fact in story.facts_of(first))
    (comeback,) = (fact for fact in story.facts_of(second) if "comeback" in fact.text)
    assert comeback.text == (
        "The best comeback of the evening: Ben went ahead after being 40 behind in round 6."
    )
    assert comeback.entry == 5
    # One round brings as much as was to be made up.
    story = play([(50, 10)] * 4 + rounds[1:3] + [(50, 10), (20, 10)], an_evening=4, rounds=9)
    assert not any("comeback" in fact.text for fact in story.facts_of(story.evenings[1]))


@pytest.mark.parametrize(
    ("chances", "upset"),
    [
        ([None, 5, 3, 4], "After evening 3 Ann would have won only three times in ten."),
        ([None, 5, 4, 4], None),
        ([2, 2, 7, 9], "After evening 2 Ann would have won only two times in ten."),  # the latest
        ([1, None, 2, 9], "After evening 1 Ann would have won only one time in ten."),
        ([None] * 4, None),
    ],
)
def test_the_upset_is_the_lowest_chance_after_an_evening(
    chances: list[int | None], upset: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are five evenings of two rounds each; Ann wins."""

    def forecast_before(_story: Story, number: int) -> Forecast:
        chance = chances[number // 2 - 1]
        wins = None if chance is None else (chance, 10 - chance)
        return Forecast(None, Likely(Span(1, 1), None, None, wins))

    monkeypatch.setattr(Story, "forecast_before", forecast_before)
    rounds = [(4, 5), (6, 2)] * 5
    story = play(rounds, an_evening=2, lowest_wins=False, rounds=10)
    fact = story.upset()
    assert (fact and fact.text) == upset
    assert play(rounds, an_evening=2, lowest_wins=False, rounds=11).upset() is None
    assert play(rounds, an_evening=10, lowest_wins=False, rounds=10).upset() is None
    level = play([(5, 5)] * 10, an_evening=2, lowest_wins=False, rounds=10)
    assert level.upset() is None


def test_chances_are_counted_as_right_if_the_favourite_won() -> None:
    def test(chance: int | None, *, is_right: bool = False) -> ForecastTest:
        return ForecastTest(10, Span(1, 1), 1, is_over=True, chance=chance, is_right=is_right)

    tests = [test(9), test(7, is_right=True), test(9, is_right=True), test(None), test(9)]
    assert [*describe_odds(tests)] == [
        "Said “9 of 10” 3 times: 1 came true.", "Said “7 of 10” once: 1 came true.",
    ]  # fmt: skip
