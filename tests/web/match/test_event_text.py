"""The sentences of the log: each kind of event has one for what it did, and one for undoing it."""

from __future__ import annotations

from referee.core.text import Said
from referee.matches.events import KINDS, LaterEvent, MatchOpened, StateRestored
from referee.matches.match import Change, replay
from referee.web.match.log import DONE, UNDONE, describe, describe_in_short
from tests.games.records import Json, tribello
from tests.matches.logs import event, gone_on, log

EIGHT, NINE = "2025-03-01T21:00:00+01:00", "2025-03-01T22:00:00+01:00"


def test_every_kind_of_event_has_its_sentences() -> None:
    kinds = {*KINDS.values(), LaterEvent}
    assert DONE.keys() == kinds - {StateRestored}
    assert UNDONE.keys() == kinds - {StateRestored, MatchOpened}


SENTENCES: list[tuple[str, Json, str, str]] = [
    ("fell", {"card": "10D"}, "10♦ was played.", "10♦ was taken back."),
    ("fell", {"card": "10D", "table": 0},
     "Table 1: 10♦ was played.", "Table 1: 10♦ was taken back."),
    ("fell", {"card": "JK"}, "An Athlete was played.", "An Athlete was taken back."),
    ("fell", {"card": "JK", "table": 1},
     "Table 2: an Athlete was played.", "Table 2: an Athlete was taken back."),
    ("lifted", {"card": "RJ"}, "The red joker was taken back.",
     "The red joker was played again."),
    ("struck", {"id": "a"}, "Deal 1 was struck; what follows moves up.",
     "Deal 1 is on the sheet again."),
    ("chances", {"shown": False}, "Who is likely to win is said, or no more.",
     "Whether it is said who is likely to win is as it was."),
    ("agreed", {"options": {}}, "Your table plays otherwise: Deal 1.",
     "The options are as they were."),
    ("house", {"rule": "tribello.deal", "text": "x"},
     "A house rule was written beside “Deal 1”.",
     "The house rule is as it was."),
    ("met", {"place": "x"}, "The evening began.",
     "The beginning of the evening was taken back."),
    ("met", {"at": EIGHT}, "The evening had begun at 1 Mar 2025, 20:00 UTC.",
     "The beginning of the evening was taken back."),
    ("paused", {}, "A break began.", "The break was taken back."),
    ("paused", {"at": EIGHT}, "A break had begun at 1 Mar 2025, 20:00 UTC.",
     "The break was taken back."),
    ("paused", {"at": EIGHT, "until": NINE},
     "There was a break from 1 Mar 2025, 20:00 UTC to 1 Mar 2025, 21:00 UTC.",
     "The break was taken back."),
    ("paused", {"at": EIGHT, "until": EIGHT},
     "There was no break between 1 Mar 2025, 20:00 UTC and the entry after it.",
     "The break was taken back."),
    ("resumed", {}, "The break was over.", "The break goes on."),
    ("resumed", {"at": NINE}, "The break had been over at 1 Mar 2025, 21:00 UTC.",
     "The break goes on."),
    ("parted", {"note": "x"}, "The evening was over.", "The evening goes on."),
    ("parted", {"at": NINE}, "The evening had been over at 1 Mar 2025, 21:00 UTC.",
     "The evening goes on."),
    ("evening", {"start": EIGHT},
     "What is known of the evening of 1 Mar 2025, 20:00 UTC was corrected.",
     "What is known of the evening of 1 Mar 2025, 20:00 UTC is as it was."),
    ("evening", {"start": "9999-12-31T23:59:00-01:00"},
     "What is known of the evening of 9999-12-31T23:59:00-01:00 was corrected.",
     "What is known of the evening of 9999-12-31T23:59:00-01:00 is as it was."),
    ("applauded", {}, DONE[LaterEvent], UNDONE[LaterEvent]),
]  # fmt: skip


def test_an_event_is_told_done_undone_and_done_again() -> None:
    for kind, payload, done, undone in SENTENCES:
        told, back = event(2, kind, **payload), event(3, "returned", to=1)
        found = [
            describe(change, "Athlete")
            for change in (
                Change(told, "Deal 1"),
                Change(back, "Deal 1", undone=told),
                Change(back, "Deal 1", redone=told),
            )
        ]
        assert found == [done, undone, f"Done again: {done}"]
        assert all(isinstance(text, Said) for text in found)
        assert describe(Change(back)) == "The state after line 1 was restored."


def test_what_is_agreed_has_room_in_a_line_of_fixed_height() -> None:
    options, house = event(2, "agreed", options={}), event(2, "house", rule="x.y", text="z")
    back = event(3, "returned", to=1)
    label = "What counts: suits, and three of a rank 30½"
    told = [
        Change(options, label), Change(house, label), Change(back, label, undone=options),
        Change(back, label, undone=house), Change(back, label, redone=options),
    ]  # fmt: skip
    assert [describe_in_short(each) for each in told] == [
        "The options were changed.", "A house rule was written.", "The options are as they were.",
        "The house rule is as it was.", "The options were changed.",
    ]  # fmt: skip
    struck = Change(event(2, "struck", id="a"), "Deal 1")
    assert describe_in_short(struck) == describe(struck)


def test_a_card_is_told_with_who_played_it_where_trumps_are_known() -> None:
    begun = ("begun", {"entry": {"kind": "deal", "trump": "S"}})
    match = replay(log(tribello(), begun, ("fell", {"card": "10D"}), ("fell", {"card": "2D"})))
    assert describe(match.change) == "Ben played 2♦."
    back = gone_on(match, ("lifted", {"card": "2D"}))
    assert describe(back.change) == "2♦, played by Ben, was taken back."
    undone = gone_on(match, ("returned", {"to": 3}))
    assert undone.turned_back
    assert describe(undone.turned_back) == "2♦, played by Ben, was taken back."
    again = gone_on(undone, ("returned", {"to": 4}))
    assert again.turned_back
    assert describe(again.turned_back) == "Done again: Ben played 2♦."
    other = gone_on(match, ("returned", {"to": 2}), ("fell", {"card": "AS"}))
    assert describe(other.change) == "Ann played A♠."

    begun = ("begun", {"entry": {"kind": "deal"}})
    match = replay(log(tribello(), begun, ("fell", {"card": "10D"})))
    assert describe(match.change) == "10♦ was played."
