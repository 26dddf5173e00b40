"""Circles of friends: the fold of their logs, merged names, and the table of results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from referee.core.sheet import score
from referee.core.text import average, wins
from referee.matches.circle import (
    CircleCreated,
    CircleEvent,
    CircleRenamed,
    HeadToHead,
    MatchPutIn,
    MatchResult,
    MatchTakenOut,
    NamesMerged,
    NamesParted,
    People,
    SeatResult,
    called,
    circle_of,
    head_to_head,
    longest_streak,
    result_of,
    spelling,
    table_of,
)
from referee.matches.events.base import EventData, StateRestored
from referee.matches.match import replay
from tests.games.free_pad.expected import pad
from tests.games.records import Json, deal, figures, record, thirty_one, tribello
from tests.games.test_cases import record_of
from tests.matches.logs import log

AT = datetime(2026, 11, 22, 20, tzinfo=UTC)
NAMES = ("Ann", "Anne", "ann ", "Ben", "BEN", "Cleo", "Zoë", "Zoe\u0308")


def events(*data: EventData) -> list[CircleEvent]:
    every = [CircleCreated(name="Friday"), *data]
    return [
        CircleEvent(number, str(number), each.kind, each.payload, AT, None)
        for number, each in enumerate(every, 1)
    ]


# The log ------------------------------------------------------------------------------------------


def test_a_circle_is_what_its_log_says() -> None:
    rows: list[tuple[Sequence[EventData], str, tuple[int, ...]]] = [
        ([], "Friday", ()),
        ([CircleRenamed(name="Sunday")], "Sunday", ()),
        ([MatchPutIn(match=7), MatchPutIn(match=3), MatchPutIn(match=7)], "Friday", (7, 3)),
        ([MatchPutIn(match=7), MatchPutIn(match=3), MatchTakenOut(match=7)], "Friday", (3,)),
        ([MatchPutIn(match=7), MatchTakenOut(match=7), MatchPutIn(match=7)], "Friday", (7,)),
        ([MatchTakenOut(match=7)], "Friday", ()),
        ([MatchPutIn(match=7), StateRestored(to=1)], "Friday", ()),
        ([MatchPutIn(match=7), StateRestored(to=1), StateRestored(to=2)], "Friday", (7,)),
        ([CircleRenamed(name="X"), MatchPutIn(match=7), StateRestored(to=2)], "X", ()),
    ]
    for data, name, matches in rows:
        circle = circle_of(events(*data))
        assert (circle.name, circle.matches, circle.number) == (name, matches, len(data) + 1)


def test_an_event_that_only_a_later_version_knows_alters_nothing() -> None:
    later = CircleEvent(2, "2", "rated", {"stars": 5}, AT, None)
    circle = circle_of([*events(), later])
    assert (circle.name, circle.matches, circle.undo_to) == ("Friday", (), 1)


ACTS = st.one_of(
    st.builds(MatchPutIn, match=st.integers(1, 4)),
    st.builds(MatchTakenOut, match=st.integers(1, 4)),
    st.builds(NamesMerged, name=st.sampled_from(NAMES), into=st.sampled_from(NAMES)),
    st.builds(NamesParted, name=st.sampled_from(NAMES)),
    st.builds(CircleRenamed, name=st.sampled_from("XYZ")),
)


@given(st.lists(ACTS, max_size=6), ACTS)
def test_undo_and_redo_lead_to_what_was_and_lose_nothing(
    before: list[EventData], act: EventData
) -> None:
    old, new = circle_of(events(*before)), circle_of(events(*before, act))
    assert new.undo_to == old.number
    undone = circle_of(events(*before, act, StateRestored(to=old.number)))
    known = (old.name, old.matches, old.people)
    assert (undone.name, undone.matches, undone.people) == known
    assert undone.redo_to == new.number
    both = StateRestored(to=old.number), StateRestored(to=new.number)
    redone = circle_of(events(*before, act, *both))
    assert (redone.name, redone.matches, redone.people) == (new.name, new.matches, new.people)
    assert redone.redo_to is None


# People -------------------------------------------------------------------------------------------


def test_capitals_and_blanks_tell_nobody_apart() -> None:
    rows: list[tuple[str, str, bool]] = [
        ("Ann", "ann", True), ("Ann", " Ann  ", True), ("Ann Lee", "ann  lee", True),
        ("Zoë", "Zoe\u0308", True), ("Straße", "STRASSE", True),
        ("علی\u200cرضا", "علیرضا", True),
        ("Ann", "Anne", False), ("Zoë", "Zoe", False), ("Ann Lee", "AnnLee", False),
    ]  # fmt: skip
    for name, other, is_same in rows:
        assert (spelling(name) == spelling(other)) is is_same, name


@given(st.lists(ACTS), st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_whatever_was_done_merging_makes_one_and_parting_two(
    acts: list[EventData], name: str, into: str
) -> None:
    people = circle_of(events(*acts)).people
    merged = people.merged(name, into)
    assert merged.person(name) == merged.person(into) == people.person(into)
    parted = merged.parted(name)
    assert (parted.person(name) == parted.person(into)) is (spelling(name) == spelling(into))
    for other in NAMES:  # others stay merged as they were
        if merged.person(other) != merged.person(name):
            assert parted.person(other) == merged.person(other) == people.person(other)


def test_people_are_called_as_somebody_said_or_as_first_written() -> None:
    results = [won("Anne", "BEN"), won("Ann", "Ben"), won("ann", "Ben")]
    assert called(results, People()) == {"anne": "Anne", "ann": "Ann", "ben": "BEN"}
    people = People().merged("Anne", "Ann").merged("Nobody", "Somebody")
    assert called(results, people) == {"ann": "Ann", "ben": "BEN"}


# The table ----------------------------------------------------------------------------------------


def result(*sides: Sequence[str], winners: int = 1, points: int = 10) -> MatchResult:
    won = Fraction(1, winners)
    seats = [
        SeatResult(name, side, won * (side < winners), max(1, side - winners + 2), points, 5)
        for side, names in enumerate(sides)
        for name in names
    ]
    players = tuple(seat.name for seat in seats)
    return MatchResult("tribello", "Friday", players, AT, tuple(seats))


def won(*names: str, winners: int = 1) -> MatchResult:
    return result(*([name] for name in names), winners=winners)


def test_wins_are_counted_a_shared_one_in_parts_and_one_of_a_team_for_each() -> None:
    results = [
        won("Ann", "Ben", "Cleo"), won("ann", "Ben", "Cleo", winners=2), won("Ben", "Cleo"),
        result(["Cleo", "Ann"], ["Ben", "Dora"]),
    ]  # fmt: skip
    table = table_of(results, People())
    assert [(each.person, each.matches, each.won) for each in table] == [
        ("ann", 3, Fraction(5, 2)), ("ben", 4, Fraction(3, 2)), ("cleo", 4, 1), ("dora", 1, 0),
    ]  # fmt: skip
    assert [each.each for each in table] == [2, 2, 2, 2]


def test_people_play_head_to_head_but_not_against_their_partners() -> None:
    results = [
        won("Ann", "Ben", "Cleo"), won("Cleo", "Ann", "Ben"), won("Ben", "Ann", winners=2),
        result(["Cleo", "Ann"], ["Ben", "Dora"]), won("Ben", "Cleo"),
    ]  # fmt: skip
    assert head_to_head(results, People(), "ann") == [
        HeadToHead("ben", 3, 1, 0), HeadToHead("cleo", 1, 0, 1), HeadToHead("dora", 1, 0, 0),
    ]  # fmt: skip
    assert head_to_head(results, People(), "nobody") == []


def test_who_has_two_seats_has_played_one_match_and_not_against_themselves() -> None:
    people = People().merged("Anne", "Ann")
    (ann, *_) = table_of([won("Ann", "Anne", "Ben", winners=2)], people)
    assert (ann.person, ann.matches, int(ann.won)) == ("ann", 1, 1)
    (ann, *_) = table_of([result(["Ann", "Anne"], ["Ben", "Cleo"])], people)
    assert (ann.person, ann.matches, int(ann.won)) == ("ann", 1, 1)
    assert head_to_head([won("Ann", "Anne", "Ben")], people, "ann") == [HeadToHead("ben", 1, 0, 0)]


PLAYED = st.builds(
    won,
    st.just("Ann"), st.sampled_from(["Anne", "Ben"]), st.sampled_from(["Cleo", "CLEO", "Dora"]),
    winners=st.integers(1, 3),
)  # fmt: skip


@given(st.lists(PLAYED, max_size=8), st.permutations(["Anne", "Ben", "Cleo", "Dora"]))
def test_all_wins_together_are_as_many_as_matches_whoever_is_whom(
    results: list[MatchResult], names: list[str]
) -> None:
    people = People()
    for name in ("", *names):
        people = people.merged(name, "Ann") if name else people
        table = table_of(results, people)
        assert sum(each.won for each in table) == len(results)
        assert sum(each.entries for each in table) == 15 * len(results)
        assert sorted(table_of(results[::-1], people), key=str) == sorted(table, key=str)
        for own in table:
            for each in head_to_head(results, people, own.person):
                back = {o.other: o for o in head_to_head(results, people, each.other)}[own.person]
                assert (each.ahead, each.level) == (back.behind, back.level)
                assert each.ahead + each.level + each.behind <= own.matches


# Results of a match ------------------------------------------------------------------------------


def of(made: Json) -> MatchResult:
    return result_of(replay(log(made)))


def test_a_match_of_players_gives_each_their_own_points() -> None:
    over = of(tribello(*[deal(6, 4, 3)] * 11, deal(13, 0, 0)))
    assert over.is_over
    known = [
        (each.name, int(each.won), each.rank, each.points, each.entries) for each in over.seats
    ]
    assert known == [("Ann", 1, 1, 3, 12), ("Ben", 0, 2, 2, 12), ("Cleo", 0, 3, -5, 12)]
    shared = of(tribello(*[deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)] * 4))
    assert {seat.won for seat in shared.seats} == {Fraction(1, 3)}
    assert {seat.rank for seat in shared.seats} == {1}


def test_the_points_of_a_round_are_the_hands_and_not_the_lives_that_are_left() -> None:
    over = of(thirty_one(2, *[figures(21, 20)] * 5))
    means = {seat.name: seat.points / seat.entries for seat in over.seats}
    assert means == {"Ann": 21, "Ben": 20}


def test_a_match_of_teams_gives_all_of_a_team_its_win_and_its_points() -> None:
    over = of(record_of("card-triathlon-sprint"))
    ann, ben, cleo, dora = sorted(over.seats, key=lambda seat: seat.name)
    assert (ann.side, ben.side) == (cleo.side, dora.side)
    assert ann.side != ben.side
    assert (ann.points, ben.points) == (cleo.points, dora.points)
    assert (ann.rank, ann.won) == (cleo.rank, cleo.won)


LAST_WEEK, TONIGHT = "2026-01-09T20:00:00+00:00", "2026-01-16T20:00:00+00:00"


def sat_in(made: Json, since: int, *seated: str) -> Json:
    """This record, with its entries from `since` on played on an evening with a substitute."""
    entries = [
        entry | {"at": LAST_WEEK if number < since else TONIGHT}
        for number, entry in enumerate(made["entries"])
    ]
    return made | {"entries": entries, "sessions": [{"start": TONIGHT, "players": list(seated)}]}


def test_the_match_is_of_the_column_and_the_points_are_of_whoever_played() -> None:
    deals = [*[deal(6, 4, 3)] * 11, deal(13, 0, 0)]
    over = of(sat_in(tribello(*deals), 9, "Emil", "Ben", "Cleo"))
    assert [(seat.name, int(seat.won)) for seat in over.seats if seat.won] == [("Ann", 1)]
    # Computed again from the sheet of the same deals.
    rows = [row["cells"] for row in score(tribello(*deals))["rows"]]
    own, other = (sum(cells[0] for cells in part) for part in (rows[:9], rows[9:]))
    table = {each.person: each for each in table_of([over], People())}
    assert [*table] == ["ann", "ben", "cleo", "emil"]
    ann, emil = table["ann"], table["emil"]
    assert (ann.matches, int(ann.won), ann.points, ann.entries) == (1, 1, own, 9)
    assert (emil.matches, int(emil.won), emil.points, emil.entries) == (0, 0, other, 3)
    assert table["ben"].entries == 12
    assert head_to_head([over], People(), "emil") == []
    assert called([over], People())["emil"] == "Emil"


def test_a_player_in_another_seat_gets_the_points_of_that_seat() -> None:
    deals = [*[deal(6, 4, 3)] * 11, deal(13, 0, 0)]
    swapped = of(sat_in(tribello(*deals), 9, "Ben", "Ann", "Cleo"))
    rows = [row["cells"] for row in score(tribello(*deals))["rows"]]
    table = {each.person: each for each in table_of([swapped], People())}
    for person, first, then in (("ann", 0, 1), ("ben", 1, 0)):
        each = table[person]
        points = [cells[first if row < 9 else then] for row, cells in enumerate(rows)]
        assert (each.matches, each.points, each.entries) == (1, sum(points), 12)
    assert sum(each.won for each in table.values()) == 1


def test_a_substitute_on_a_team_gets_its_points_while_playing() -> None:
    over = of(sat_in(record_of("card-triathlon-sprint"), 2, "Ann", "Ben", "Cleo", "Emil"))
    (emil,), dora = over.substitutes, next(seat for seat in over.seats if seat.name == "Dora")
    ben = next(seat for seat in over.seats if seat.name == "Ben")
    assert (emil.points + dora.points, emil.entries + dora.entries) == (ben.points, ben.entries)
    assert (emil.entries, emil.side) == (1, ben.side)


def test_an_evening_counts_for_whoever_gained_most_and_the_last_one_for_the_winner() -> None:
    deals = tribello(*[deal(6, 4, 3)] * 11, deal(13, 0, 0))
    first, second, _third = sorted(score(tribello(*[deal(6, 4, 3)] * 9))["totals"], reverse=True)
    hearts = record("free-pad", 3, [pad(9, 0, 5), pad(0, 3, 5)], lowest_wins=True)
    rows: list[tuple[Json, list[tuple[bool, list[str], int | None]]]] = [
        (sat_in(deals, 9, "Emil", "Ben", "Cleo"),
         [(False, ["Ann"], first - second), (True, ["Emil"], 1)]),
        (sat_in(hearts, 1, "Emil", "Ben", "Cleo"), [(False, ["Ben"], 5), (False, ["Emil"], 3)]),
        (sat_in(thirty_one(2, *[figures(21, 20)] * 4, lives=3), 2, "Ann", "Ben"),
         [(False, [], None), (True, ["Ann"], None)]),
    ]  # fmt: skip
    for made, expected in rows:
        evenings = of(made).evenings
        assert [
            (each.is_end, [seat.name for seat in each.result.seats if seat.won], each.result.margin)
            for each in evenings
        ] == expected
        assert [each.start.isoformat() for each in evenings] == [LAST_WEEK, TONIGHT]


def test_a_streak_is_of_matches_that_somebody_played_in() -> None:
    ann, ben = won("Ann", "Ben"), won("Ben", "Ann")
    rows: list[tuple[list[MatchResult], tuple[int, list[str]]]] = [
        ([], (0, [])),
        ([ann, ben], (1, ["ann", "ben"])),
        ([ann, won("Cleo", "Ben"), ann, ben], (2, ["ann"])),
        ([ann, won("Ann", "Ben", winners=2), ben], (1, ["ann", "ben"])),  # not a shared win
        ([ann, ben, ann, ann], (2, ["ann"])),
    ]
    for results, expected in rows:
        assert longest_streak(results, People()) == expected


def test_second_places_decide_between_equal_wins_in_as_many_matches() -> None:
    results = [won("Dora", "Ann", "Ben"), won("Dora", "Ben", "Ann"), won("Dora", "Ben", "Ann")]
    assert [(each.person, each.places) for each in table_of(results, People())] == [
        ("dora", (3, 0, 0)), ("ben", (0, 2, 1)), ("ann", (0, 1, 2)),
    ]  # fmt: skip


def test_shared_wins_are_written_as_parts_and_averages_in_tenths() -> None:
    for value, text in (
        (Fraction(0), "0"), (Fraction(1, 2), "½"), (Fraction(7, 3), "2⅓"), (Fraction(3, 4), "¾"),
        (Fraction(12), "12"), (Fraction(6, 5), "1.2"), (Fraction(1200), "1,200"),
    ):  # fmt: skip
        assert wins(value) == text, value
    for mean, text in ((0.04, "0.0"), (-0.04, "0.0"), (-12.34, "−12.3"), (1234.56, "1,234.6")):
        assert average(mean) == text, mean
