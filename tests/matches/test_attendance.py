"""Matches whose players leave, come back and join."""

from __future__ import annotations

from referee.core.sheet import score
from referee.matches.match import Match, replay
from tests.games.free_pad.expected import pad
from tests.games.records import Json, figures, record
from tests.matches.logs import added, agreed, changed, gone_on, log, renamed, restored, struck


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
