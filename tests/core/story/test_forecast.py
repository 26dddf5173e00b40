"""Forecasts: what is certain, what is likely, and null if there are too few entries."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import erf, isfinite, sqrt
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.story.course import Ahead, Coming
from referee.core.story.forecast import (
    EXACT,
    FAR,
    AtPace,
    Certain,
    Forecast,
    ForecastTest,
    Likely,
    Race,
    Seen,
    Span,
    describe_forecast,
    describe_time,
    forecast,
    highest,
    normal_cdf,
    round_entries,
    student_cdf,
    student_quantile,
    summarize_tests,
)
from tests.core.story.races import CHECKPOINTS, SHAPES, Held, coverage

B, C, D = Coming("b", 440), Coming("c", 1_000, -1_000), Coming("d", 680)
PAIR = ("Ann+Cleo", "Ben+Dora")


def to_mark(*totals: float, mark: int = 21_100, cycle: tuple[Coming, ...] = (B, C, D)) -> Ahead:
    return Ahead(("Ann", "Ben", "Cleo", "Dora", "Emil")[: len(totals)], totals, cycle, mark=mark)


def deals(*totals: float, left: int, most: int = 100) -> Ahead:
    cycle = (Coming("deal", most, -most),)
    return Ahead(("Ann", "Ben", "Cleo")[: len(totals)], totals, cycle, entries=left)


def legs(
    number: int, sides: int = 2, kinds: Sequence[str] = "bcd", seed: int = 1, apart: float = 60.0
) -> list[Seen]:
    """Random legs, each of about 20 minutes and 200 points per side."""
    random = Random(seed)
    return [
        Seen(
            kinds[at % len(kinds)],
            tuple(round(random.gauss(200, apart)) for _ in range(sides)),
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
        found = forecast(ahead, []).certain
        assert found is not None
        assert (found.needs, found.entries) == (needs, entries)


def test_nothing_is_known_of_a_game_without_a_mark_or_a_number() -> None:
    assert forecast(None, legs(30)) == Forecast()
    assert forecast(None, []).as_json() == {"certain": None, "likely": None}


# When it starts -----------------------------------------------------------------------------------


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


def test_only_what_is_still_to_come_must_have_been_seen() -> None:
    ahead = Ahead(PAIR, (0, 0), (B, B), entries=2)
    assert forecast(ahead, legs(8, kinds="b")).likely is None
    assert likely(ahead, legs(9, kinds="b")).entries == Span(2, 2)


def test_in_json_it_has_the_public_shape() -> None:
    whole = forecast(to_mark(0, 0), legs(12), [200.0, 220.0]).as_json()
    assert json.loads(json.dumps(whole)) == whole
    assert set(whole) == {"certain", "likely"}
    assert whole["certain"] == {"needs": [21_100, 21_100], "entries": 30}
    assert set(whole["likely"]) == {"entries", "minutes", "sessions", "wins"}
    assert [type(value) for value in whole["likely"]["entries"]] == [int, int]
    assert sum(whole["likely"]["wins"]) == 10
    part = forecast(to_mark(0, 0), legs(9)).as_json()["likely"]
    assert (part["sessions"], part["wins"]) == (None, None)
    assert forecast(deals(0, 0, left=2), []).as_json() == {
        "certain": {"needs": None, "entries": 2},
        "likely": None,
    }


# How many entries, how long -----------------------------------------------------------------------


def test_equal_legs_leave_no_doubt() -> None:
    seen = [Seen(kind, (200, 200), 20) for kind in "bcd" * 10]
    found = likely(to_mark(6_000, 6_000, mark=7_990), seen, 200)
    assert found.entries == Span(10, 10)
    assert found.minutes is not None
    assert found.minutes.high is not None
    assert found.minutes.low < 200 < found.minutes.high
    assert found.wins == (5, 5)


@settings(max_examples=30)
@given(st.integers(0, 40), st.integers(1, 30), st.integers(9, 60))
def test_the_more_is_needed_the_longer_it_takes(seed: int, more: int, number: int) -> None:
    seen = legs(number, seed=seed)
    near = likely(to_mark(0, 0, mark=6_000), seen, 200)
    far = likely(to_mark(0, 0, mark=6_000 + 100 * more), seen, 200)
    for one, other in ((near.entries, far.entries), (near.minutes, far.minutes)):
        assert one is not None
        assert other is not None
        assert one.low <= other.low
        assert (one.high or FAR) <= (other.high or FAR)


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
        assert found.entries == Span(FAR, None)
        assert found.minutes is not None
        assert found.sessions is not None
        assert (found.minutes.high, found.sessions.high) == (None, None)
        assert found.wins == (5, 5)


def test_at_the_mark_one_entry_is_left() -> None:
    for totals in [(21_100, 21_100), (21_000, 21_095), (22_000, 22_000)]:
        assert likely(to_mark(*totals), legs(12), 200).entries == Span(1, 1)


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
    for ahead in (
        to_mark(*totals, mark=1_500),
        Ahead(("Ann", "Ben", "Cleo"), totals, (B, C, D), entries=3),
    ):
        found = likely(ahead, seen, *evenings)
        for span in (found.entries, found.minutes, found.sessions):
            if span is not None:
                assert isfinite(span.low)
                assert span.high is None or span.low <= span.high < float("inf")
        assert found.wins is not None
        assert (sum(found.wins), min(found.wins) >= 0) == (10, True)


def test_a_fixed_number_of_entries_is_certain_and_its_minutes_are_likely() -> None:
    found = likely(deals(0, 0, 0, left=4), legs(12, sides=3, kinds=["deal"]), 90)
    assert found.entries == Span(4, 4)
    assert found.minutes is not None
    assert found.minutes.high is not None
    assert 50 < found.minutes.low < 80 < found.minutes.high < 120
    assert sum(found.wins or ()) == 10


def test_only_arithmetic_gives_ten_of_ten_and_none() -> None:
    for totals, left, wins in [
        # In a deal one side gains at most 100 and another loses 100, so 200 can be made up.
        ((200, 0), 1, (9, 1)),
        ((201, 0), 1, (10, 0)),
        ((401, 0), 2, (10, 0)),
        ((400, 0), 2, (9, 1)),
        ((0, 201), 1, (0, 10)),
        ((201, 0, 0), 1, (10, 0, 0)),
        ((201, 5, 0), 1, (9, 1, 0)),
        ((200, 0, 0), 1, (8, 1, 1)),
        ((300, 300, 99), 1, (5, 5, 0)),
    ]:
        kinds = [Seen("deal", (20,) * len(totals))] * 12
        ahead = deals(*totals, left=left)
        if wins == (9, 1, 0):
            ahead = deals(200, 5, -5, left=1)
        assert likely(ahead, kinds).wins == wins


# Who wins -----------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.integers(0, 1_000), st.integers(2, 5), st.integers(12, 40), st.integers(0, 5_000))
def test_before_a_mark_everybody_can_still_win(
    seed: int, sides: int, number: int, lead: int
) -> None:
    totals = (15_000 + lead, *[15_000] * (sides - 1))
    wins = likely(to_mark(*totals), legs(number, sides, seed=seed)).wins
    assert wins is not None
    assert (sum(wins), len(wins)) == (10, sides)
    assert min(wins) >= 1
    assert max(wins) <= 9


@settings(max_examples=30)
@given(st.integers(0, 100), st.integers(0, 3_000))
def test_who_wins_does_not_depend_on_the_order_of_the_sides(seed: int, lead: int) -> None:
    seen = legs(24, seed=seed)
    turned = [Seen(leg.kind, leg.points[::-1], leg.minutes) for leg in seen]
    wins = likely(to_mark(15_000 + lead, 15_000), seen).wins
    other = likely(to_mark(15_000, 15_000 + lead), turned).wins
    assert wins is not None
    assert other is not None
    assert max(abs(one - two) for one, two in zip(wins, other[::-1], strict=True)) <= (
        1 if wins[0] == wins[1] else 0
    )


def test_a_larger_lead_wins_more_often() -> None:
    seen = legs(24)
    wins = [likely(to_mark(15_000 + lead, 15_000), seen).wins for lead in range(-3_000, 3_001, 500)]
    firsts = [each[0] for each in wins if each]
    assert firsts == sorted(firsts)
    assert (firsts[0], firsts[-1]) == (1, 9)


def test_more_than_ten_sides_cannot_share_ten() -> None:
    names = tuple(f"P{number}" for number in range(11))
    ahead = Ahead(names, (0,) * 11, (B,), mark=5_000)
    assert likely(ahead, legs(12, sides=11, kinds="b")).wins is None


# The highest of several ---------------------------------------------------------------------------


def test_the_higher_of_two_is_as_clark_reckons_it() -> None:
    for lead in [0, 0.3, 1, 2.5, 6]:
        found = highest((lead, 0), 1)
        assert found.chances[0] == pytest.approx(normal_cdf(lead / 2**0.5), abs=1e-6)
        assert sum(found.chances) == pytest.approx(1)
        if lead == 0:
            assert found.mean == pytest.approx(0.5641895835, abs=1e-6)
            assert found.variance == pytest.approx(0.6816901138, abs=1e-6)


def test_the_highest_of_equals_is_as_in_the_tables() -> None:
    for number, mean, variance in [(3, 0.8462843753, 0.5594672038), (5, 1.162964474, 0.4475340691)]:
        found = highest((10.0,) * number, 2)
        assert found.chances == pytest.approx([1 / number] * number)
        assert found.mean == pytest.approx(10 + 2 * mean, abs=1e-4)
        assert found.variance == pytest.approx(4 * variance, abs=1e-4)


def test_the_difference_between_sides_is_drawn_to_nothing() -> None:
    """The prior is 25 points per entry; the fewer entries, the more it shrinks the difference."""
    believed = []
    for number in (9, 24, 120):
        seen = [Seen(leg.kind, (leg.points[0] + 40, leg.points[1])) for leg in legs(number)]
        means = Race(to_mark(0, 0), seen).after(number).means
        apart = sum(leg.points[0] - leg.points[1] for leg in seen)
        believed.append((means[0] - means[1]) / apart)
    assert 0 < believed[0] < believed[1] < believed[2] < 1


# Against printed tables ---------------------------------------------------------------------------

TENTH = 1.2815515655446004
FORTIETH = 1.959963984540054


def test_normal() -> None:
    for z in (0, 1, -1, TENTH, FORTIETH, 3, -8, 40, -40):
        assert normal_cdf(z) == pytest.approx(NormalDist().cdf(z), abs=1e-9)


def test_quantiles_of_student() -> None:
    for degrees, tenth, fortieth in [
        (1, 3.0776835, 12.7062047),
        (2, 1.8856181, 4.3026527),
        (3, 1.6377444, 3.1824463),
        (4, 1.5332063, 2.7764451),
        (5, 1.4758840, 2.5705818),
        (6, 1.4397557, 2.4469119),
        (7, 1.4149239, 2.3646243),
        (10, 1.3721836, 2.2281389),
        (30, 1.3104150, 2.0422725),
        (120, 1.2886462, 1.9799304),
    ]:
        assert student_quantile(TENTH, degrees) == pytest.approx(tenth, abs=1e-6)
        assert student_quantile(-TENTH, degrees) == pytest.approx(-tenth, abs=1e-6)
        assert student_quantile(FORTIETH, degrees) == pytest.approx(fortieth, abs=1e-6)


@given(st.integers(1, 400), st.floats(0.1, 2))
def test_the_fewer_degrees_the_wider(degrees: int, z: float) -> None:
    wide, narrow = student_quantile(z, degrees), student_quantile(z, degrees + 1)
    assert wide > narrow > z


def test_the_short_series_goes_on_where_the_exact_one_ends() -> None:
    for z in [TENTH, FORTIETH]:
        below = 0.5 + 0.5 * erf(z / sqrt(2))
        for degrees in (EXACT, EXACT + 1):
            assert student_cdf(student_quantile(z, degrees), degrees) == pytest.approx(
                below, abs=1e-7
            )


THREE = ("Ann", "Ben", "Cleo")


def sentences(found: Forecast) -> list[str]:
    return [str(each) for each in describe_forecast(found, THREE, "deal")]


def test_what_is_likely_is_said_in_sentences() -> None:
    rows: list[tuple[Likely, Certain | None, list[str]]] = [
        # A number fixed by the rules is certain, not likely; the time is still likely.
        (Likely(Span(3, 3), None, None, None), Certain(None, 3), ["3 deals to go."]),
        (Likely(Span(3, 3), Span(10, 14), Span(1, 1), None), Certain(None, 3),
         ["3 deals to go.", "Likely: 10 to 15 minutes, one more evening."]),
        (Likely(Span(21, 34), Span(400, 610), Span(2, 3), None), None,
         ["Likely: 20 to 35 more deals, 7 to 10 hours, 2 to 3 more evenings."]),
        # Rounding down to 20 would fall below what is certain.
        (Likely(Span(22, 35), None, None, None), Certain(None, 22),
         ["22 deals to go.", "Likely: 22 to 35 more deals."]),
    ]  # fmt: skip
    for likely, certain, said in rows:
        assert sentences(Forecast(certain, likely)) == said
    for wins, sentence in [
        ((6, 3, 1), "It’s anyone’s game."),
        ((4, 4, 2), "It’s anyone’s game."),
        ((1, 7, 2), "If you played on from here ten times, Ben would win about seven."),
        ((0, 9, 1), "If you played on from here ten times, Ben would win about nine."),
    ]:
        assert sentences(Forecast(None, Likely(Span(2, 5), None, None, wins)))[-1] == sentence


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
        assert round_entries(Span(low, high), least) == shown
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


def test_before_there_is_enough_the_pace_so_far_gives_a_rough_time() -> None:
    for seen, at_pace in [
        (legs(2, 3, ["deal"]), None),
        ([Seen("deal", (1, 0, 0), minutes) for minutes in (10, 12, 50)],
         AtPace(None, Span(60, 60))),
        ([Seen("deal", (1, 0, 0))] * 3, None),
        (legs(9, 3, ["deal"]), None),  # enough for a likely time
    ]:  # fmt: skip
        assert forecast(deals(0, 0, 0, left=5), seen, [90]).at_pace == at_pace
    pace = AtPace(None, Span(60, 60))
    assert sentences(Forecast(Certain(None, 5), at_pace=pace)) == [
        "5 deals to go.", "At this pace: about 60 minutes.",
    ]  # fmt: skip
    rounds = AtPace(Span(2, 6), Span(20, 55))
    assert sentences(Forecast(at_pace=rounds)) == [
        "At this pace: 2 to 6 more deals, 20 to 55 minutes."
    ]


def test_in_a_game_of_fixed_length_it_is_said_who_can_still_catch_up() -> None:
    """In a deal one side gains at most 100 and another loses 100, so 200 can be made up."""
    for totals, sentence in [
        ((0, 0, 0), None),
        ((200, 200, 0), None),
        ((200, 0, 0), "Ann can still be caught."),
        ((0, 201, 1), "Only Cleo can still catch Ben."),
        ((0, 201, 0), "Nobody can catch Ben any more."),
    ]:
        found = forecast(deals(*totals, left=1), [])
        assert sentences(found)[1:] == ([sentence] if sentence else [])
    seen = [Seen("deal", (20, 20, 20))] * 12  # a decided game is said to be so once
    said = sentences(forecast(deals(201, 0, 0, left=1), seen))
    assert said == ["1 deal to go.", "Nobody can catch Ann any more."]


def test_how_right_it_was_is_summed_up() -> None:
    def told(*tests: tuple[int, int | None, int | None]) -> str | None:
        """Each forecast has a low, a high and the actual number; 20 deals so far if it is open."""
        made = [ForecastTest(10, Span(low, high), actual, 20) for low, high, actual in tests]
        text = summarize_tests(made, "deal")
        return None if text is None else str(text)

    assert told() is told((15, 25, None)) is None
    assert told((10, 12, 10)) == told((10, 12, 12)) == "1 of 1 forecast came true."
    assert told((10, 12, 9), (10, 12, 11)) == (
        "1 of 2 forecasts came true. Misses were mostly about 1 deal too high."
    )
    assert told((10, 12, 9), (10, 12, 13)) == "0 of 2 forecasts came true."
    assert told((10, 12, 15), (10, 12, 17), (10, 12, 9), (10, None, 40)) == (
        "1 of 4 forecasts came true. Misses were mostly about 4 deals too low."
    )
    # A match that goes on has at least one more deal.
    assert told((10, 19, None), (10, 21, None)) == (
        "0 of 1 forecast came true. Misses were mostly about 1 deal too low."
    )


# Against an oracle --------------------------------------------------------------------------------


RACES = 120
LEAST, MOST = 0.75, 0.92
RIGHT = 0.85
ERROR = sqrt(0.8 * 0.2 / RACES)


@pytest.fixture(scope="module")
def found() -> dict[str, dict[int, Held]]:
    return {name: coverage(name, RACES) for name in SHAPES}


def together(found: dict[str, dict[int, Held]], legs: int) -> Held:
    return sum((each[legs] for each in found.values()), Held())


@pytest.mark.parametrize("legs", CHECKPOINTS)
@pytest.mark.parametrize("what", ["entries", "minutes"])
def test_four_of_five_races_end_within_the_band(
    found: dict[str, dict[int, Held]], legs: int, what: str
) -> None:
    assert LEAST <= together(found, legs).share(what) <= MOST
    for name, held in found.items():
        assert held[legs].forecasts == RACES
        assert LEAST - 2 * ERROR <= held[legs].share(what) <= MOST + 2 * ERROR, name


def test_nine_of_ten_is_said_of_those_who_win(found: dict[str, dict[int, Held]]) -> None:
    for legs in CHECKPOINTS[1:]:
        held = together(found, legs)
        assert held.claims >= 30
        assert held.share("right") >= RIGHT
