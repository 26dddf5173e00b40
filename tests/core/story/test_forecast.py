"""Forecasts: what is certain, what is likely, and null if there are too few entries."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.course import FAR, Ahead, Coming, Span, describe_time
from referee.core.story.forecast import (
    BAND,
    TAIL,
    Forecast,
    Likely,
    Race,
    Seen,
    describe_forecast,
    forecast,
    student_quantile,
)
from referee.core.story.story import ForecastTest
from tests.core.story.races import CHECKPOINTS, SHAPES, Held, coverage
from tests.core.story.strokes import play
from tests.faults.conftest import amount

B, C, D = Coming("b", 440), Coming("c", 1_000, -1_000), Coming("d", 680)
NAMES = tuple(f"P{number}" for number in range(11))


def to_mark(*totals: float, mark: int = 21_100, cycle: tuple[Coming, ...] = (B, C, D)) -> Ahead:
    return Ahead(NAMES[: len(totals)], totals, cycle, mark=mark)


def deals(*totals: float, left: int) -> Ahead:
    """In each deal left, a side gains at most 100 or loses 100, so 200 can be made up."""
    return Ahead(NAMES[: len(totals)], totals, (Coming("deal", 100, -100),), entries=left)


def legs(number: int, sides: int = 2, kinds: Sequence[str] = "bcd", seed: int = 1) -> list[Seen]:
    """Random legs, each of about 20 minutes and 200 points per side."""
    random = Random(seed)
    return [
        Seen(
            kinds[at % len(kinds)],
            tuple(round(random.gauss(200, 60)) for _ in range(sides)),
            random.uniform(15, 25),
        )
        for at in range(number)
    ]


def likely(ahead: Ahead, seen: list[Seen], *evenings: float) -> Likely:
    found = forecast(ahead, seen, evenings).likely
    assert found is not None
    return found


def test_what_is_certain() -> None:
    for ahead, needs, entries in [
        # The next leg is a B leg of at most 440 points; then the sum is 1,440, 2,120, 2,560.
        (to_mark(0, 0, mark=440), (440, 440), 1),
        (to_mark(0, 0, mark=445), (445, 445), 2),
        (to_mark(0, 0, mark=1_440), (1_440, 1_440), 2),
        (to_mark(0, 0, mark=1_445), (1_445, 1_445), 3),
        (to_mark(0, 0, mark=2_125), (2_125, 2_125), 4),
        (to_mark(0, 1_000, mark=2_125), (2_125, 1_125), 2),
        (to_mark(0, 0, mark=445, cycle=(C, D, B)), (445, 445), 1),
        (to_mark(0, 0), (21_100, 21_100), 30),
        (to_mark(-300, 0, 20_900), (21_400, 21_100, 200), 1),
        # Both are past the mark and level, so the game goes on.
        (to_mark(21_200, 21_200), (0, 0), 1),
        (deals(3, -3, left=5), None, 5),
        (deals(3, -3, left=1), None, 1),
        (to_mark(0, 0, cycle=(Coming("b", 0),)), (21_100, 21_100), FAR),
    ]:
        assert (ahead.needs, ahead.least) == (needs, entries)
    assert forecast(None, legs(30)) == Forecast()


def test_from_when_on_it_is_likely() -> None:
    for seen, is_there, says_minutes, says_wins in [
        (legs(8), False, False, False),
        (legs(9), True, True, False),
        (legs(11), True, True, False),
        (legs(12), True, True, True),
        (legs(12, kinds="bbbbbbbccd"), False, False, False),  # one D leg
        (legs(13, kinds="bbbbbbbbccddd"), False, False, False),  # two C legs
        (legs(13, kinds="bbbbbbbcccddd"), True, True, True),
        (legs(9, kinds="bcdx"), False, False, False),  # kinds that won't come again are ignored
        (legs(2) + [Seen(leg.kind, leg.points) for leg in legs(12)], True, False, True),
        ([*legs(8), Seen("d", (0, 0))], True, False, False),
        ([*legs(8), Seen("d", (0, 0), 0)], True, False, False),
    ]:
        found = forecast(to_mark(0, 0), seen, [200]).likely
        assert (found is not None) == is_there
        if found is not None:
            assert (found.minutes is not None) == (found.sessions is not None) == says_minutes
            assert (found.wins is not None) == says_wins
    # Only kinds that are still to come must have been seen.
    ahead = Ahead(("Ann", "Ben"), (0, 0), (B, B), entries=2)
    assert forecast(ahead, legs(8, kinds="b")).likely is None
    assert likely(ahead, legs(9, kinds="b")).entries == Span(2, 2)


def test_in_json_it_has_the_public_shape() -> None:
    rounds = [(9, 5), (2, 6), (3, 8), (8, 4)] * 3
    for number, options, certain, parts in [
        (12, {"mark": 500}, {"needs": [434, 431], "entries": 1},
         {"entries": list, "minutes": list, "sessions": list, "wins": list}),
        (9, {"rounds": 20}, {"needs": None, "entries": 11},
         {"entries": list, "minutes": list, "sessions": list, "wins": type(None)}),
        (8, {"rounds": 20}, {"needs": None, "entries": 12}, None),
        (9, {}, None, None),
    ]:  # fmt: skip
        told = play(rounds[:number], **options).as_json()
        assert json.loads(json.dumps(told)) == told
        assert told["certain"] == certain
        found = told["likely"]
        assert (found and {name: type(value) for name, value in found.items()}) == parts


# How many entries, how long -----------------------------------------------------------------------


def test_equal_legs_leave_no_doubt() -> None:
    seen = [Seen(kind, (200, 200), 20) for kind in "bcd" * 10]
    found = likely(to_mark(6_000, 6_000, mark=7_990), seen, 200)
    assert (found.entries, found.wins) == (Span(10, 10), (5, 5))
    assert found.minutes is not None
    assert found.minutes.low < 200 < (found.minutes.high or 0)


@settings(max_examples=30)
@given(st.integers(0, 40), st.integers(1, 30), st.integers(9, 60))
def test_the_more_is_needed_the_longer_it_takes(seed: int, more: int, number: int) -> None:
    seen = legs(number, seed=seed)
    near = likely(to_mark(0, 0, mark=6_000), seen, 200)
    far = likely(to_mark(0, 0, mark=6_000 + 100 * more), seen, 200)
    for one, other, jitter in ((near.entries, far.entries, 1), (near.minutes, far.minutes, 1.02)):
        assert one is not None
        assert other is not None
        assert one.low <= jitter * other.low
        assert (one.high or FAR) <= jitter * (other.high or FAR)


def test_evenings_are_as_long_as_tonight_or_as_usual() -> None:
    for evenings, length in [
        ([200], 200),
        ([150, 240, 180, 200], 200),  # tonight is as long as the median
        ([150, 240, 180, 20], 180),  # tonight has just begun
        ([100, 300], 300),
    ]:
        found = likely(to_mark(0, 0), legs(24), *evenings)
        assert found.minutes is not None
        assert found.sessions is not None
        assert found.minutes.high is not None
        assert found.sessions.low == -(-found.minutes.low // length)
        assert found.sessions.high == -(-found.minutes.high // length)


def test_a_mark_that_nobody_comes_near_has_no_end() -> None:
    for points in [(0, 0), (-100, -100), (1, 1)]:
        seen = [Seen(kind, points, 20) for kind in "bcd" * 4]
        found = likely(to_mark(0, 0), seen, 200)
        assert (found.entries, found.wins) == (Span(FAR, None), (5, 5))
        assert found.minutes is not None
        assert found.sessions is not None
        assert (found.minutes.high, found.sessions.high) == (None, None)


def test_at_the_mark_one_entry_is_left() -> None:
    for totals in [(21_100, 21_100), (21_000, 21_095), (22_000, 22_000)]:
        assert likely(to_mark(*totals), legs(12), 200).entries == Span(1, 1)


def test_a_fixed_number_of_entries_is_certain_and_its_minutes_are_likely() -> None:
    found = likely(deals(0, 0, 0, left=4), legs(12, sides=3, kinds=["deal"]), 90)
    assert found.entries == Span(4, 4)
    assert found.minutes is not None
    assert 50 < found.minutes.low < 80 < (found.minutes.high or 0) < 120
    assert sum(found.wins or ()) == 10


numbers = st.integers(-500, 1_000)


@settings(max_examples=30)
@given(
    st.lists(st.tuples(numbers, numbers, numbers), min_size=12, max_size=20),
    st.lists(st.floats(0.01, 600), min_size=20, max_size=20),
    st.tuples(numbers, numbers, numbers),
    st.lists(st.floats(0, 600), max_size=3),
)
def test_whatever_was_seen_the_figures_are_figures(
    points: list[tuple[int, int, int]],
    minutes: list[float],
    totals: tuple[int, int, int],
    evenings: list[float],
) -> None:
    seen = [Seen("bcd"[at % 3], each, minutes[at]) for at, each in enumerate(points)]
    for ahead in (to_mark(*totals, mark=1_500), Ahead(NAMES[:3], totals, (B, C, D), entries=3)):
        found = likely(ahead, seen, *evenings)
        for span in (found.entries, found.minutes, found.sessions):
            if span is not None:
                assert isfinite(span.low)
                assert span.high is None or span.low <= span.high < float("inf")
        assert found.wins is not None
        assert (sum(found.wins), min(found.wins) >= 0) == (10, True)


def test_a_forecast_held_if_as_many_entries_were_left() -> None:
    for low, high, played, is_over, held in [
        (10, 12, 9, True, False), (10, 12, 10, True, True), (10, 12, 12, True, True),
        (10, 12, 13, True, False), (10, None, 40, True, True), (10, 12, 11, False, None),
        # A match that goes on has at least one more entry.
        (10, 12, 12, False, False), (10, None, 40, False, None),
    ]:  # fmt: skip
        assert ForecastTest(10, Span(low, high), played, is_over).has_held is held


# Who wins -----------------------------------------------------------------------------------------


def test_only_arithmetic_gives_ten_of_ten_and_none() -> None:
    for totals, left, wins in [
        ((200, 0), 1, (9, 1)),
        ((201, 0), 1, (10, 0)),
        ((401, 0), 2, (10, 0)),
        ((400, 0), 2, (9, 1)),
        ((0, 201), 1, (0, 10)),
        ((201, 0, 0), 1, (10, 0, 0)),
        ((200, 5, -5), 1, (9, 1, 0)),
        ((200, 0, 0), 1, (8, 1, 1)),
        ((300, 300, 99), 1, (5, 5, 0)),
    ]:
        kinds = [Seen("deal", (20,) * len(totals))] * 12
        assert likely(deals(*totals, left=left), kinds).wins == wins
        ahead = replace(deals(*[-total for total in totals], left=left), lowest_wins=True)
        found = forecast(ahead, kinds).likely
        assert found is not None
        assert found.wins == wins


@settings(max_examples=30)
@given(st.integers(0, 1_000), st.integers(2, 5), st.integers(12, 40), st.integers(0, 5_000))
def test_before_a_mark_everybody_can_still_win_in_whatever_order_they_sit(
    seed: int, sides: int, number: int, lead: int
) -> None:
    totals, seen = (15_000 + lead, *[15_000] * (sides - 1)), legs(number, sides, seed=seed)
    wins = likely(to_mark(*totals), seen).wins or ()
    assert (sum(wins), len(wins), min(wins) >= 1) == (10, sides, True)
    turned = [Seen(leg.kind, leg.points[::-1], leg.minutes) for leg in seen]
    other = likely(to_mark(*totals[::-1]), turned).wins or ()
    assert max(abs(one - two) for one, two in zip(wins, other[::-1], strict=True)) <= 1


def test_a_larger_lead_wins_more_often() -> None:
    seen = legs(24)
    wins = [likely(to_mark(15_000 + lead, 15_000), seen).wins for lead in range(-3_000, 3_001, 500)]
    firsts = [each[0] for each in wins if each]
    assert firsts == sorted(firsts)
    assert (firsts[0], firsts[-1]) == (1, 9)


def test_more_than_ten_sides_cannot_share_ten() -> None:
    ahead = to_mark(*[0] * 11, mark=5_000, cycle=(B,))
    assert likely(ahead, legs(12, sides=11, kinds="b")).wins is None


def test_the_difference_between_sides_is_drawn_to_nothing() -> None:
    """The prior is 25 points per entry; the fewer entries, the more it shrinks the difference."""
    believed = []
    for number in (9, 24, 120):
        seen = [Seen(leg.kind, (leg.points[0] + 40, leg.points[1])) for leg in legs(number)]
        means, _common, _own = Race(to_mark(0, 0), seen).after(number)
        apart = sum(leg.points[0] - leg.points[1] for leg in seen)
        believed.append((means[0] - means[1]) / apart)
    assert 0 < believed[0] < believed[1] < believed[2] < 1


def test_quantiles_of_student_are_as_in_printed_tables() -> None:
    for degrees, tenth, fortieth in [
        (6, 1.4397557, 2.4469119), (7, 1.4149239, 2.3646243), (10, 1.3721836, 2.2281389),
        (30, 1.3104150, 2.0422725), (120, 1.2886462, 1.9799304),
    ]:  # fmt: skip
        assert student_quantile(BAND, degrees) == pytest.approx(tenth, abs=0.003)
        assert student_quantile(TAIL, degrees) == pytest.approx(fortieth, abs=0.03)


# In sentences -------------------------------------------------------------------------------------


def sentences(found: Forecast) -> list[str]:
    return [str(each) for each in describe_forecast(found, ("Ann", "Ben", "Cleo"), "deal")]


def test_what_is_likely_is_said_in_sentences() -> None:
    rows: list[tuple[Likely, Ahead | None, list[str]]] = [
        # A number fixed by the rules is certain, not likely; the time is still likely.
        (Likely(Span(3, 3), None, None, None), deals(0, 0, left=3), ["3 deals to go."]),
        (Likely(Span(3, 3), Span(10, 14), Span(1, 1), None), deals(0, 0, left=3),
         ["3 deals to go.", "Most likely 10 to 15 minutes, one more evening."]),
        (Likely(Span(21, 34), Span(400, 610), Span(2, 3), None), None,
         ["Most likely 20 to 35 more deals, 7 to 10 hours, 2 to 3 more evenings."]),
        # Rounding down to 20 would fall below what is certain.
        (Likely(Span(22, 35), None, None, None), deals(0, 0, left=22),
         ["22 deals to go.", "Most likely 22 to 35 more deals."]),
        (Likely(Span(2, 5), None, None, (6, 3, 1)), None,
         ["Most likely 2 to 5 more deals.", "It’s anyone’s game."]),
        (Likely(Span(3, 3), None, None, (1, 7, 2)), None,
         ["From here, Ben would win about seven times in ten."]),
        (Likely(Span(3, 3), None, None, (0, 1, 9)), None,
         ["From here, Cleo would win about nine times in ten."]),
    ]  # fmt: skip
    for likely, ahead, said in rows:
        assert sentences(Forecast(ahead, likely)) == said


def test_in_a_game_of_fixed_length_it_is_said_who_can_still_catch_up() -> None:
    for totals, sentence in [
        ((0, 0, 0), None),
        ((200, 200, 0), None),
        ((200, 0, 0), "Nothing is decided yet."),
        ((0, 201, 1), "Only P2 can still catch P1."),
        ((0, 201, 0), "Nobody can catch P1 any more."),
    ]:
        found = forecast(deals(*totals, left=1), [])
        said = [str(each) for each in describe_forecast(found, NAMES[:3], "deal")]
        assert said[1:] == ([sentence] if sentence else [])
    seen = [Seen("deal", (20, 20, 20))] * 12  # a decided game is said to be so once
    assert sentences(forecast(deals(201, 0, 0, left=1), seen)) == [
        "1 deal to go.", "Nobody can catch Ann any more.",
    ]  # fmt: skip


def test_a_range_is_rounded_to_what_is_known() -> None:
    for low, high, least, shown in [
        (40, 49, 1, (40, 49)),
        (41, 50, 1, (40, 50)),
        (12, 21, 1, (12, 21)),
        (12, 22, 1, (10, 20)),
        (59, 61, 1, (59, 61)),
        (53, 53, 53, (53, 53)),
        (20, 49, 1, (20, 50)),
        (20, 50, 1, (20, 50)),
        (21, 52, 1, (20, 50)),
        (22, 35, 22, (22, 35)),
        (9, None, 1, (9, None)),
        (1_024, None, 1, (1_025, None)),
    ]:
        found = Forecast(deals(0, 0, left=least), Likely(Span(low, high), None, None, None))
        assert found.entries_shown == shown
    for minutes, text in [
        (Span(1, 2), "about 5 minutes"),
        (Span(38, 41), "about 40 minutes"),
        (Span(42, 59), "40 to 60 minutes"),
        (Span(42, 60), "40 to 60 minutes"),
        (Span(52, 114), "50 to 110 minutes"),
        (Span(52, 115), "1 to 2 hours"),
        (Span(58, 62), "about 60 minutes"),
        (Span(95, 160), "1½ to 2½ hours"),
        (Span(95, 185), "2 to 3 hours"),
        (Span(140, 140), "about 2½ hours"),
        (Span(240, 240), "about 4 hours"),
        (Span(95, None), "100 minutes or more"),
        (Span(900, None), "15 hours or more"),
    ]:
        assert describe_time(minutes) == text


# Against an oracle --------------------------------------------------------------------------------

RACES = amount(60, 120)
LEAST, MOST, RIGHT = 0.75, 0.92, 0.85
ERROR = sqrt(0.8 * 0.2 / RACES)


def test_four_of_five_races_end_within_the_band_and_nine_of_ten_are_won() -> None:
    totals = {legs: Held() for legs in CHECKPOINTS}
    for name in SHAPES:
        for legs, held in coverage(name, RACES).items():
            assert held.forecasts == RACES
            totals[legs] += held
            for what in ("entries", "minutes"):
                share = held.share(what)
                assert LEAST - 2 * ERROR <= share <= MOST + 2 * ERROR, (name, legs, what)
    for legs, held in totals.items():
        assert all(LEAST <= held.share(what) <= MOST for what in ("entries", "minutes")), legs
        if legs > CHECKPOINTS[0]:
            assert held.claims >= 30
            assert held.share("right") >= RIGHT
