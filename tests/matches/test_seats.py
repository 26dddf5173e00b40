"""Players change seats, and everything that is recorded by seat follows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.matches.match import Match, replay
from tests.games.free_pad.expected import free_pad_records, pad
from tests.games.records import Json, figures, record, shown
from tests.games.thirty_one.expected import thirty_one_records
from tests.matches.logs import (
    added,
    agreed_midway,
    gone_on,
    joined,
    log,
    moved,
    renamed,
    reseated,
    restored,
    returned,
    struck,
)


def match_of(data: Json) -> Match:
    return replay(log(data))


def by_person(match: Match) -> list[Mapping[str, Any]]:
    """Each row's cells, and the totals, by name."""
    sheet = match.sheet()
    lines = [row.cells for row in sheet.rows] + [sheet.totals]
    return [dict(zip(match.players, cells, strict=True)) for cells in lines]


FIRE = figures(None, 33, None, None)


@pytest.mark.parametrize(
    ("entry", "then"),
    [
        (pad(1, 2.5, None, 4), {"points": [2.5, None, 1, 4]}),
        ({"kind": "adjustment", "points": [None, 5, None, -5]}, {"points": [5, None, None, -5]}),
        (figures(10, 20.5, None, 31), {"values": [20.5, None, 10, 31]}),
        (shown("AH KH QH", None, "7S 8S 9D", None), {"hands": [
            None, ["7S", "8S", "9D"], ["AH", "KH", "QH"], None]}),
        ({"kind": "round", "losers": [0, 1], "closer": 0}, {"losers": [0, 2], "closer": 2}),
        ({"kind": "round", "losers": [0], "note": "late"}, {"losers": [2], "note": "late"}),
    ],
)  # fmt: skip
def test_all_that_is_by_seat_follows_its_player(entry: Json, then: Json) -> None:
    game = "free-pad" if "points" in entry else "thirty-one"
    moved = GAMES[game].spec.reseat_entry(entry, [1, 2, 0, 3])
    assert moved.model_dump(exclude_unset=True) == {"kind": entry["kind"], **then}


def test_figures_stay_with_their_players_and_the_dealer_moves() -> None:
    data = record("free-pad", 4, [pad(1, 2, 3, None, id="a"), pad(5, None, 3, 4, id="b")],
                  first_dealer=1)  # fmt: skip
    data["attendance"] = [{"from": 0, "player": "Dora", "here": False},
                          {"from": 1, "player": "Ben", "here": False},
                          {"from": 1, "player": "Dora", "here": True}]  # fmt: skip
    data["sessions"] = [{"start": "2025-03-01T20:15:00+01:00",
                         "players": ["Ann", "Ben", "Eve", "Dora"]}]  # fmt: skip
    data["closed"] = {"winners": ["Dora"]}
    match = match_of(data)
    now = gone_on(match, reseated(3, 1))
    found = now.record()
    assert found == data | {
        "players": ["Ann", "Dora", "Ben", "Cleo"], "options": {"first_dealer": 2},
        "entries": [pad(1, None, 2, 3, id="a"), pad(5, 4, None, 3, id="b")],
        "sessions": [data["sessions"][0] | {"players": ["Ann", "Dora", "Ben", "Eve"]}],
    }  # fmt: skip
    assert score(found) == now.sheet().as_json()
    assert by_person(now) == by_person(match)
    assert (now.change.totals, now.change.problems) == ((), ())
    assert now.change.describe() == "Dora now sits to the left of Ann."
    assert gone_on(match, reseated(3, 0)).change.label == "Dora now sits to the left of Cleo"
    back = gone_on(now, returned(1))
    assert back.record() == match.record()
    assert back.turned_back
    assert back.turned_back.describe() == "Undone: Dora now sits to the left of Ann."
    assert back.turned_back.totals == ()


def test_old_problems_stay_where_they_are() -> None:
    match = match_of(record("thirty-one", 3, [figures(10, 20, 99), figures(10, 20, 21)]))
    now = gone_on(match, reseated(2, 0))
    assert [each.seats for each in now.tally.rows[0].problems] == [(0,)]
    assert (now.change.problems, now.change.broken) == ((), ())


@pytest.mark.parametrize("game", [name for name in GAMES if name != "free-pad"])
def test_before_the_first_entry_seats_change_in_every_game(game: str) -> None:
    number = GAMES[game].spec.fewest + 1 if game == "thirty-one" else GAMES[game].spec.fewest
    match = match_of(record(game, number, [], first_dealer=1))
    now = gone_on(match, reseated(0, 1))
    assert now.players[:2] == ("Ben", "Ann")
    assert now.options == {"first_dealer": 0}
    assert score(now.record()) == now.sheet().as_json()


ORDER = st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), min_size=1, max_size=4)


@pytest.mark.parametrize("records", [free_pad_records, thirty_one_records])
def test_no_order_changes_what_anybody_has(records: Callable[[], st.SearchStrategy[Json]]) -> None:
    @given(records(), ORDER)
    def check(data: Json, moves: list[tuple[int, int]]) -> None:
        seats, match = len(data["players"]), match_of(data)
        now = gone_on(match, *(reseated(seat % seats, to % seats) for seat, to in moves))
        assert by_person(now) == by_person(match)
        assert {*now.sheet().winners} == {*match.sheet().winners}
        assert score(now.record()) == now.sheet().as_json()
        order = now.seats_since(1)
        assert [match.players[seat or 0] for seat in order] == [*now.players]
        assert replay(now.log).record() == now.record() == match_of(now.record()).record()

    check()


def test_a_match_in_which_everything_happened_is_its_record() -> None:
    match = gone_on(
        match_of(record("free-pad", 3, [pad(1, 2, 3, id="a"), pad(4, 5, 6, id="b")])),
        struck("a"), joined("Zoe", 1, points=3.5), agreed_midway(sum=None), moved(0),
        added(pad(None, 1, 2, 3, id="c")), ("closed", {}),
    )  # fmt: skip
    now = gone_on(match, reseated(0, 3), reseated(1, 2))
    assert now.players == ("Zoe", "Cleo", "Ben", "Ann")
    assert by_person(now) == by_person(match)
    assert score(now.record()) == now.sheet().as_json()
    assert {**match_of(now.record()).record(), "entries": []} == {**now.record(), "entries": []}
    whole = gone_on(now, restored("a"))
    assert whole.entries[0].data["points"] == [None, 3, 2, 1]


def test_what_is_typed_finds_its_seat_after_any_moves() -> None:
    match = match_of(record("free-pad", 3, [pad(1, 2, 3)]))
    now = gone_on(match, reseated(0, 2), joined("Zoe", 1))
    assert now.players == ("Ben", "Zoe", "Cleo", "Ann")
    rows = [(1, [1, None, 2, 0]), (2, [0, None, 1, 2]), (3, [0, 1, 2, 3])]
    assert [(number, now.seats_since(number)) for number, _ in rows] == rows
    assert (match.seating, now.seating) == (None, 3)
    undone = gone_on(now, returned(2))
    assert (undone.seats_since(3), undone.seats_since(1), undone.seating) == (
        [0, 2, 3], [1, 2, 0], 2
    )  # fmt: skip
    both = gone_on(undone, returned(1))
    assert (both.seats_since(3), both.seats_since(2), both.seating) == ([3, 0, 2], [2, 0, 1], 1)
    redone = gone_on(both, returned(4), returned(3))
    assert (redone.seats_since(4), redone.seats_since(5), redone.seating) == (
        [0, None, 1, 2], [1, None, 2, 0], 3
    )  # fmt: skip
    seats = frozenset({"seats"})
    title = gone_on(now, renamed("Ben", "Zoe", "Cleo", "Ann", title="Hearts"))
    assert [title.is_as_known(number, seats) for number in (1, 2, 4)] == [False, False, True]


def test_a_winner_that_was_a_team_is_forgotten_with_the_team() -> None:
    data = record("card-triathlon", 4, [])
    data["closed"] = {"winners": ["Ann+Cleo"]}
    assert match_of(data).record() == data
    now = gone_on(match_of(data), reseated(0, 1)).record()
    assert now["closed"] == {}
    assert score(now)["problems"] == []
