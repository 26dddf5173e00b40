"""A match at which the table stopped, and went on: its record, names, options, undo and log."""

from __future__ import annotations

import pytest

from referee.core.sheet import read_record, score
from referee.core.text import ENGLISH
from referee.matches.match import Match, history, replay
from tests.games.records import Json, deal, record, tribello
from tests.matches.logs import AT, Act, added, agreed, gone_on, log, opened, renamed, returned

PAD: Json = record("free-pad", 4, [{"kind": "round", "points": [5, 5, 0, 0]}])
EVEN = added(deal(6, 4, 3))


def closed(*winners: str) -> Act:
    return "closed", {"winners": [*winners]} if winners else {}


REOPENED: Act = ("reopened", {})


def ended(match: Match) -> tuple[bool, tuple[str, ...]]:
    sheet = match.sheet()
    exported = score(match.record())
    assert (exported["finished"], exported["winners"]) == (sheet.finished, [*sheet.winners])
    return sheet.finished, sheet.winners


def test_the_table_stops_names_a_winner_goes_on_and_each_is_undone() -> None:
    match = replay(log(tribello(), EVEN))
    everybody = ("Ann", "Ben", "Cleo")
    rows: list[tuple[Act, tuple[bool, tuple[str, ...]], str]] = [
        (closed(), (True, everybody), "The table stopped here."),
        (closed("Ben"), (True, ("Ben",)), "The table stopped here. The win goes to Ben."),
        (REOPENED, (False, ()), "The table goes on playing."),
        (closed("Cleo"), (True, ("Cleo",)), "The table stopped here. The win goes to Cleo."),
        (returned(5), (False, ()), "The table goes on playing."),
        (returned(6), (True, ("Cleo",)),
         "Redone: The table stopped here. The win goes to Cleo."),
        (added(deal(7, 4, 2)), (True, ("Ann",)), "Round 1, deal 2 was recorded."),
    ]  # fmt: skip
    for act, expected, _text in rows:
        match = gone_on(match, act)
        assert ended(match) == expected, act
        assert replay(match.log).record() == match.record()
    told = [ENGLISH.render(each.describe()) for each in history(match, 2, match.number)]
    assert told == [text for *_unused, text in rows]


def test_what_is_in_progress_is_put_aside_until_the_table_goes_on() -> None:
    begun: Act = ("begun", {"entry": {"kind": "deal", "trump": "H"}})
    hand: Act = ("laid", {"seat": 0, "hand": ["AS"], "layout": None, "extra": None})
    before = replay(log(tribello(), EVEN, begun, hand))
    match = gone_on(before, closed(), closed("Ben"))
    assert (match.deals, match.hands) == ({}, {})
    for act in (REOPENED, returned(4)):
        after = gone_on(match, act)
        assert (after.deals, after.hands) == (before.deals, before.hands)
    assert gone_on(before, REOPENED).deals == before.deals


def test_a_winner_named_later_leaves_the_time_at_which_the_table_stopped() -> None:
    data = tribello(deal(6, 4, 3)) | {"closed": {"at": "2025-02-01T23:10:00+01:00"}}
    match = gone_on(replay([opened(data)]), closed("Ann"))
    assert match.record()["closed"] == data["closed"] | {"winners": ["Ann"]}
    again = gone_on(match, REOPENED, closed())
    assert again.record()["closed"] == {"at": AT.isoformat()}


@pytest.mark.parametrize("value", [{}, {"at": "2025-02-01T23:10:00+01:00", "winners": ["Ben"]}])
def test_a_record_that_is_closed_comes_out_as_it_came(value: Json) -> None:
    data = tribello(deal(6, 4, 3)) | {"closed": value}
    match = replay([opened(data)])
    assert match.record()["closed"] == value
    assert ended(match)[0]
    assert "closed" not in gone_on(match, REOPENED).record()


def test_the_named_winner_is_renamed_with_the_player_or_the_team() -> None:
    new = ("Zoe", "Ben", "Cleo", "Dora")
    for options, old, name in (({}, "Ann", "Zoe"), ({"teams": True}, "Ann+Cleo", "Zoe+Cleo")):
        match = replay(log(PAD | {"options": options}, closed(old)))
        assert ended(match) == (True, (old,))
        assert ended(gone_on(match, renamed(*new))) == (True, (name,))
        seated = match.with_players(new)
        assert (seated.sheet().winners, seated.sheet().problems) == ((name,), ())
        assert ended(gone_on(match, renamed(*new), returned(2))) == (True, (old,))


def test_a_winner_who_is_in_a_team_now_is_no_longer_named() -> None:
    match = gone_on(replay(log(PAD, closed("Ann"))), agreed(teams=True))
    assert ended(match) == (True, ("Ann+Cleo", "Ben+Dora"))
    assert "winners" not in match.record()["closed"]
    read_record(match.record())
