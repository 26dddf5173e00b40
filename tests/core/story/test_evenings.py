"""Evenings of a record, from its sessions and the times of its entries."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.core.record import Session
from referee.core.story.story import EVENING_GAP, Evening, evening_starts, find_evenings

AT = datetime(2025, 3, 1, 22, 30, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def test_an_evening_lasts_until_a_long_break() -> None:
    for gaps, began in [
        ([], [0]),
        ([timedelta(hours=3)], [0, 0]),
        ([EVENING_GAP, EVENING_GAP], [0, 0, 0]),
        ([EVENING_GAP + SECOND], [0, 1]),
        ([timedelta(hours=1), timedelta(days=1), timedelta(hours=1)], [0, 0, 2, 2]),
        # A clock set back by up to a day doesn't end the evening; by more, it was wrong before.
        ([timedelta(hours=1), -timedelta(days=1), timedelta(hours=1)], [0, 0, 0, 0]),
        ([timedelta(hours=1), -timedelta(hours=7), timedelta(hours=8)], [0, 0, 0, 0]),
        ([timedelta(hours=1), -timedelta(days=2), timedelta(hours=1)], [0, 0, 2, 2]),
        ([-timedelta(minutes=5), timedelta(hours=7)], [0, 0, 2]),
    ]:
        times = [AT]
        for gap in gaps:
            times.append(times[-1] + gap)
        assert evening_starts(times) == [times[first] for first in began]
        found = find_evenings([], times) if times == sorted(times) else []
        assert [each.start for each in found] in ([], sorted({times[first] for first in began}))


def test_where_there_is_nothing_there_are_no_evenings() -> None:
    assert evening_starts([]) == []
    assert find_evenings([], []) == find_evenings([], [None, None]) == []


def at(text: str) -> datetime:
    """Read `7 23:30` as 7 March at 23:30."""
    day, _, time = text.partition(" ")
    return datetime.fromisoformat(f"2025-03-{int(day):02} {time}+00:00")


def session(start: str, end: str | None = None, *pauses: tuple[str, str | None]) -> Session:
    said: dict[str, Any] = {"start": at(start).isoformat()}
    if end:
        said["end"] = at(end).isoformat()
    said["pauses"] = [
        {"start": at(a).isoformat()} | ({"end": at(b).isoformat()} if b else {}) for a, b in pauses
    ]
    return Session(**said)


def found(sessions: list[Session], *times: str) -> list[Evening]:
    return find_evenings(sessions, [at(each) for each in times])


def test_entries_and_what_was_said_make_evenings() -> None:
    rows: list[tuple[list[Session], list[str], list[tuple[object, ...]]]] = [
        # Nothing recorded: the first entry has no time, and the evening is still going on.
        ([], ["1 20:00", "1 20:30"], [((0, 1), None, 30, {1: 30})]),
        # Past midnight, and into another evening: the first has ended by itself.
        ([], ["1 23:50", "2 00:20", "2 19:00"],
         [((0, 1), "itself", 30, {1: 30}), ((2,), None, 0, {})]),
        # The start was recorded, so the first entry has a time.
        ([session("1 19:40")], ["1 20:00", "1 20:30"], [((0, 1), None, 50, {0: 20, 1: 30})]),
        # The first entry began the evening, which is written in whole seconds.
        ([session("1 20:00")], ["1 20:00:00.9375", "1 20:30:00.9375"],
         [((0, 1), None, 30.015625, {1: 30})]),
        # The end was recorded; breaks are not playing time.
        ([session("1 19:40", "1 21:00", ("1 20:05", "1 20:15"))], ["1 20:00", "1 20:30"],
         [((0, 1), "said", 70, {0: 20, 1: 20})]),
        # A break without an end lasts until the next entry or the end.
        ([session("1 20:00", None, ("1 20:10", None))], ["1 20:05", "1 20:40", "1 21:00"],
         [((0, 1, 2), None, 30, {0: 5, 1: 5, 2: 20})]),
        # A break of no length takes no time.
        ([session("1 20:00", None, ("1 20:05", "1 20:05"))], ["1 20:05", "1 20:40"],
         [((0, 1), None, 40, {0: 5, 1: 35})]),
        # An entry after the recorded end: they played on after all.
        ([session("1 20:00", "1 21:00")], ["1 20:30", "1 21:30"],
         [((0, 1), None, 90, {0: 30, 1: 60})]),
        # The next evening began soon after the last: each has its own entries.
        ([session("1 14:00", "1 16:00"), session("1 19:00")], ["1 15:00", "1 19:30"],
         [((0,), "said", 120, {0: 60}), ((1,), None, 30, {1: 30})]),
        # The first evening has no entries; it counts anyway.
        ([session("1 20:00", "1 20:30"), session("8 20:00")], ["8 20:10"],
         [((), "said", 30, {}), ((0,), None, 10, {0: 10})]),
        # An entry long after an evening doesn't belong to it.
        ([session("1 20:00")], ["2 20:00"], [((), "itself", 0, {}), ((0,), None, 0, {})]),
        # The clock was set back: that entry has no time.
        ([], ["1 20:30", "1 20:00", "1 20:20"], [((0, 1, 2), None, 0, {2: 20})]),
        # Set back to before the start, or by hours: it is still the same evening.
        ([session("1 20:00")], ["1 20:30", "1 19:40", "1 20:00"],
         [((0, 1, 2), None, 30, {0: 30, 2: 20})]),
        ([], ["1 20:30", "1 12:00", "1 12:20"], [((0, 1, 2), None, 0, {2: 20})]),
        ([session("1 12:00"), session("1 20:00")], ["1 20:30", "1 12:10"],
         [((), "itself", 0, {}), ((0, 1), None, 30, {0: 30})]),
        # After a recorded break of eight hours, the same evening continues.
        ([session("1 20:00", None, ("1 22:00", "2 06:00"))], ["1 21:00", "2 07:00"],
         [((0, 1), None, 180, {0: 60, 1: 120})]),
    ]  # fmt: skip
    for sessions, times, expected in rows:
        assert [
            (each.rows, each.ended, each.minutes, each.entry_minutes())
            for each in found(sessions, *times)
        ] == expected


def test_only_entries_with_a_time_are_in_an_evening_and_summer_time_takes_no_hour() -> None:
    (only,) = find_evenings([], [None, at("1 20:00"), None, at("1 20:20"), None])
    assert (only.rows, only.entry_minutes()) == ((1, 3), {3: 20})
    times = ("2025-10-26T02:50:00+02:00", "2025-10-26T02:10:00+01:00")
    (only,) = find_evenings([], [datetime.fromisoformat(text) for text in times])
    assert only.entry_minutes() == {1: 20}


def test_a_gap_much_longer_than_an_entry_may_have_been_a_break() -> None:
    begun = ["1 20:00", "1 20:10", "1 20:20"]
    for times, sessions, breaks in [
        # At least 45 minutes, and more than three times as long as an entry takes.
        (["1 20:00", "1 20:45"], [], []),
        (["1 20:00", "1 20:46"], [], []),  # three times its own length
        ([*begun, "1 21:06"], [], [3]),
        ([*begun, "1 21:05"], [], []),
        (["1 20:00", "1 20:30", "1 21:00", "1 22:30"], [], []),
        (["1 20:00", "1 20:30", "1 21:00", "1 22:31"], [], [3]),
        # What the table spoke of isn't asked about.
        ([*begun, "1 21:30"], [session("1 20:00")], [3]),
        ([*begun, "1 21:30"], [session("1 20:00", None, ("1 20:20", "1 20:20"))], []),
        ([*begun, "1 21:30"], [session("1 20:00", None, ("1 20:25", "1 21:00"))], []),
        # An evening that began with its first entry.
        (["1 20:00", "1 21:10", "1 21:20", "1 21:30"], [session("1 20:00")], [1]),
        (["1 20:00", "1 21:10", "1 21:20", "1 21:30"],
         [session("1 20:00", None, ("1 20:00", "1 20:00"))], []),
        (["1 20:00", "1 21:10", "1 21:20", "1 21:30"],
         [session("1 20:00", None, ("1 20:00", "1 21:10"))], []),
        ([*begun, "1 21:30"], [session("1 19:00", None, ("1 19:30", "1 22:00"))], []),
    ]:  # fmt: skip
        (evening,) = found(sessions, *times)
        assert [row for row, _gap in evening.likely_breaks] == breaks


def test_a_leg_is_measured_by_those_of_its_kind_once_there_are_three() -> None:
    short, long = timedelta(minutes=8), timedelta(minutes=50)
    cases: list[tuple[str, list[timedelta], list[int]]] = [
        # C legs that always take 50 minutes beside short B and D legs are no breaks.
        ("bbcdbcdbc", [short, long, short, short, long, short, short, long], []),
        ("bbcdbcdbc", [short, long, short, short, long, short, short, 3 * long], []),
        ("bbcdbcdbc", [short, long, short, short, long, short, short, 3 * long + SECOND], [8]),
        # As long as two of its kind are timed, all kinds count.
        ("bbcdbcdb", [short, long, short, short, long, short, short], [2, 5]),
        ("bbbb", [short, short, long], [3]),
    ]
    for kinds, gaps, breaks in cases:
        times = [AT + sum(gaps[:number], timedelta()) for number in range(len(kinds))]
        evenings = find_evenings([], times, kinds=kinds)
        assert [row for each in evenings for row, _gap in each.likely_breaks] == breaks, kinds


def test_a_likely_break_is_no_playing_time_until_it_is_answered() -> None:
    times = ["1 20:00", "1 20:10", "1 20:20", "1 21:30", "1 21:40"]
    for pauses, minutes in [
        ([], 30), ([("1 20:20", "1 20:20")], 100), ([("1 20:25", "1 21:00")], 65),
    ]:  # fmt: skip
        (evening,) = found([session("1 20:00", None, *pauses)], *times)
        assert evening.minutes == minutes


moments = st.integers(0, 4 * 86_400).map(lambda seconds: AT + timedelta(seconds=seconds))


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """Any session that a record may have, with its times in any order."""
    texts = moments.map(datetime.isoformat)
    pauses = st.lists(st.fixed_dictionaries({"start": texts}, optional={"end": texts}), max_size=2)
    made = st.fixed_dictionaries({"start": texts}, optional={"end": texts, "pauses": pauses})
    return Session.model_validate(draw(made))


@given(st.lists(sessions(), max_size=4), st.lists(st.none() | moments, max_size=12))
def test_whatever_the_clocks_said_every_entry_with_a_time_is_in_one_evening(
    said: list[Session], times: list[datetime | None]
) -> None:
    every = find_evenings(said, times)
    rows = [row for each in every for row in each.rows]
    assert sorted(rows) == [row for row, time in enumerate(times) if time is not None]
    assert sum(each.session is not None for each in every) == len(said)
    assert [each.start for each in every] == sorted(each.start for each in every)
    assert all(minutes > 0 for each in every for minutes in each.entry_minutes().values())
    assert all(each.minutes >= 0 for each in every)
    assert all(each.ended for each in every[:-1])
