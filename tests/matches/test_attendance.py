"""Matches whose players leave, come back and join."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from referee.core.sheet import score
from referee.matches.match import Match, replay
from tests.games.free_pad.expected import free_pad_records, pad
from tests.games.records import Json, figures, record
from tests.matches.logs import (
    added,
    agreed,
    changed,
    gone_on,
    joined,
    log,
    moved,
    renamed,
    restored,
    returned,
    struck,
)


def match_of(data: Json) -> Match:
    return replay(log(data))


def event(first: int, player: str, is_here: bool) -> Json:
    return {"from": first, "player": player, "here": is_here}


EVENTS = [event(0, "Dora", False), event(1, "Ben", False), event(1, "Dora", True)]
ROUNDS = [pad(1, 2, 3, None, id="a"), pad(1, None, 3, 4, id="b")]
PAD = record("free-pad", 4, ROUNDS) | {"attendance": EVENTS}


def test_a_match_keeps_who_was_here() -> None:
    match = match_of(PAD)
    assert match.record() == PAD
    later = gone_on(match, added(pad(1, None, 3, 4)), agreed(mark=50), renamed("A", "B", "C", "D"))
    assert later.sheet().totals == (3, 2, 9, 8)
    assert [each["player"] for each in later.record()["attendance"]] == ["D", "B", "D"]
    assert later.tally.away == {1}


def test_events_stay_with_their_entries() -> None:
    match = match_of(PAD)
    once = gone_on(match, struck("a"))
    assert once.record()["attendance"] == [event(0, "Ben", False)]
    assert once.sheet().totals == (1, 0, 3, 4)
    assert gone_on(once, restored("a")).record() == PAD
    twice = gone_on(match, struck("b"))
    assert twice.record()["attendance"] == [
        event(0, "Dora", False),
        event(1, "Ben", False),
        event(1, "Dora", True),
    ]


def test_events_that_a_correction_puts_after_the_end_are_left_out() -> None:
    rounds = [figures(10, 20, 21, id="a"), figures(10, 20, 21, id="b")]
    data = record("thirty-one", 3, rounds, lives=1)
    data["attendance"] = [event(2, "Ben", False)]
    match = match_of(data)
    assert (match.record(), match.sheet().winners) == (data, ("Cleo",))
    level = figures(10, 10, 21)
    sooner = gone_on(match, changed("a", level), changed("b", level))
    assert (sooner.sheet().totals, sooner.record()["attendance"]) == ((-1, -1, 1), [])
    assert score(sooner.record())["winners"] == ["Cleo"]
    again = gone_on(sooner, changed("a", rounds[0]), changed("b", rounds[1]))
    assert again.record() == data


def test_players_leave_and_come_back_before_the_next_entry() -> None:
    match = match_of(record("free-pad", 3, [pad(1, 2, 3, id="a")]))
    left = gone_on(match, moved(0))
    assert left.record()["attendance"] == [event(1, "Ann", False)]
    assert (left.change.label, left.tally.away) == ("Ann", frozenset({0}))
    assert gone_on(left, moved(0, here=True)).record() == match.record()
    later = gone_on(left, added(pad(None, 1, 1)), moved(0, here=True), agreed(mark=50))
    assert later.record()["attendance"] == [event(1, "Ann", False), event(2, "Ann", True)]
    assert score(later.record()) == later.sheet().as_json()
    assert gone_on(left, returned(1)).record() == match.record()
    # Leaving thirty-one puts out, and shows so in the totals that changed.
    out = gone_on(match_of(record("thirty-one", 3, [figures(10, 20, 21)])), moved(0))
    assert (out.sheet().totals, out.change.totals) == ((-1, 3, 3), (("Ann", 2, -1),))


def test_a_guest_joins_between_two_players() -> None:
    three = record("free-pad", 3, [pad(1, 2, 3, id="a"), pad(None, 4, 3, id="b")], first_dealer=1)
    three["attendance"] = [event(1, "Ann", False), event(2, "Ann", True)]
    three["sessions"] = [{"start": "2025-03-01T20:15:00+01:00", "players": ["Ann", "Eve", "Cleo"]}]
    match = match_of(three)
    guest = gone_on(match, joined("Zoe", 1, points=2.5))
    found = guest.record()
    assert (found["players"], found["options"]) == (
        ["Ann", "Zoe", "Ben", "Cleo"], {"first_dealer": 2}
    )  # fmt: skip
    assert found["attendance"] == [
        event(0, "Zoe", False), *three["attendance"], event(2, "Zoe", True)
    ]  # fmt: skip
    assert [entry["points"] for entry in found["entries"]] == [
        [1, None, 2, 3], [None, None, 4, 3], [None, 2.5, None, None]
    ]  # fmt: skip
    assert found["sessions"][0]["players"] == ["Ann", "Zoe", "Eve", "Cleo"]
    assert score(found) == guest.sheet().as_json()
    assert guest.sheet().totals == (1, 2.5, 6, 6)
    assert match.due_at(None).dealer == 0  # type: ignore[union-attr]
    assert guest.due_at(None).dealer == 0  # type: ignore[union-attr]
    assert guest.change.totals == (("Zoe", 0, 2.5),)
    assert guest.entries[-1].id == "e2"
    assert gone_on(guest, returned(1)).record() == match.record()
    again = match_of(found)
    assert {**again.record(), "entries": []} == {**found, "entries": []}

    # The same if the log is folded at once.
    acts = joined("Zoe", 1, points=2.5), added(pad(1, 2, 3, None, id="c")), changed("c", ROUNDS[1])
    assert replay(log(three, *acts)).record() == gone_on(match, *acts).record()

    # Before the first entry, everyone is just here.
    empty = gone_on(match_of(record("free-pad", 2, [])), joined("Zoe", 0))
    assert "attendance" not in empty.record()
    assert (empty.players, empty.options) == (("Zoe", "Ann", "Ben"), {"first_dealer": 1})


def test_what_is_typed_finds_its_seat_after_a_guest_joined() -> None:
    match = match_of(record("free-pad", 2, [pad(1, 2)]))
    guest = gone_on(match, joined("Zoe", 1), renamed("A", "B", "C"))
    assert guest.seats_since(1) == [0, None, 1]
    assert guest.seats_since(2) == [0, 1, 2]
    assert gone_on(guest, joined("Max", 0)).seats_since(1) == [None, 0, None, 1]
    assert gone_on(guest, returned(1)).seats_since(3) == [0, 2]
    seats = frozenset({"seats"})
    assert [guest.is_as_known(number, seats) for number in (1, 2, 3)] == [False, False, True]
    title = gone_on(guest, renamed("A", "B", "C", title="Hearts"))
    assert title.is_as_known(3, seats)


@given(free_pad_records(least=1), st.integers(0, 15), st.integers(0, 9))
def test_any_match_that_somebody_leaves_is_its_record(data: Json, seat: int, first: int) -> None:
    """The rounds are those without this player, whose total stays."""
    assume(2 < len(data["players"]) > seat and first <= len(data["entries"]))
    for entry in data["entries"][first:]:
        entry["points"][seat] = None
        if entry["points"] == [None] * len(data["players"]):
            entry["points"][seat - 1] = 0
    name = data["players"][seat]
    left = data | {"attendance": [event(first, name, False)]}
    sheet, stayed = score(left), score(data)
    assert [row["cells"] for row in sheet["rows"]] == [row["cells"] for row in stayed["rows"]]
    assert (sheet["problems"], sheet["totals"]) == ([], stayed["totals"])
    match = match_of(left)
    assert match.record()["attendance"] == left["attendance"]
    assert score(match.record()) == match.sheet().as_json() == sheet
    others = gone_on(match_of(data | {"entries": data["entries"][:first]}), moved(seat))
    for entry in data["entries"][first:]:
        others = gone_on(others, added(entry))
    assert others.sheet().as_json() == sheet
