"""Log texts: each kind of event has one for what it did and one for undoing it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.core.text import Text, _
from referee.matches.events.base import Event, EventData, LaterEvent
from referee.matches.match import Change, history, replay
from referee.matches.match_state import MatchState, StateBuilder
from tests.games.records import Json, tribello
from tests.matches.logs import added, event, gone_on, log, returned
from tests.matches.played import EVEN
from tests.web.phones import Phone, PlayedMatch

EIGHT, NINE = "2025-03-01T21:00:00+01:00", "2025-03-01T22:00:00+01:00"


SENTENCES: list[tuple[str, Json, str, str]] = [
    ("fell", {"card": "10D"}, "10♦ was played.", "10♦ was taken back."),
    ("fell", {"card": "10D", "table": 0},
     "Table 1: 10♦ was played.", "Table 1: 10♦ was taken back."),
    ("fell", {"card": "JK"}, "An Athlete was played.", "An Athlete was taken back."),
    ("fell", {"card": "JK", "table": 1},
     "Table 2: an Athlete was played.", "Table 2: an Athlete was taken back."),
    ("lifted", {"card": "RJ"}, "The red joker was taken back.",
     "The red joker was played again."),
    ("given", {"seat": 2}, "The rest go to Deal 1.", "The rest no longer go to Deal 1."),
    ("amended", {"at": 13, "put": "9H"}, "Deal 1: 9♥ added for –.",
     "Deal 1: 9♥, played by –, taken out."),
    ("amended", {"at": 13, "out": "JK", "table": 0},
     "Table 1: Deal 1: an Athlete, played by –, taken out.",
     "Table 1: Deal 1: an Athlete added for –."),
    ("struck", {"id": "a"}, "Deal 1 was crossed out, and later entries moved up.",
     "Deal 1 is back on the scorepad."),
    ("chances", {"shown": True}, "Winning chances are now shown.",
     "Winning chances are hidden again."),
    ("chances", {"shown": False}, "Winning chances are now hidden.",
     "Winning chances are shown again."),
    ("agreed", {"options": {}}, "The rules were changed: Deal 1.",
     "The rules were changed back."),
    ("house", {"rule": "tribello.deal", "text": "x"},
     "The house rule for “Deal 1” was changed.",
     "The house rule was changed back."),
    ("met", {"place": "x"}, "The evening started.",
     "The start of the evening was undone."),
    ("met", {"at": EIGHT}, "The evening started at 1 Mar 2025, 20:00 UTC.",
     "The start of the evening was undone."),
    ("paused", {}, "A break started.", "The break was undone."),
    ("paused", {"at": EIGHT}, "A break started at 1 Mar 2025, 20:00 UTC.",
     "The break was undone."),
    ("paused", {"at": EIGHT, "until": NINE},
     "There was a break from 1 Mar 2025, 20:00 UTC to 1 Mar 2025, 21:00 UTC.",
     "The break was undone."),
    ("paused", {"at": EIGHT, "until": EIGHT},
     "There was no break after 1 Mar 2025, 20:00 UTC.",
     "The break was undone."),
    ("resumed", {}, "The break ended.", "The break continues."),
    ("resumed", {"at": NINE}, "The break ended at 1 Mar 2025, 21:00 UTC.",
     "The break continues."),
    ("parted", {"note": "x"}, "The evening ended.", "The evening continues."),
    ("parted", {"at": NINE}, "The evening ended at 1 Mar 2025, 21:00 UTC.",
     "The evening continues."),
    ("evening", {"start": EIGHT},
     "The evening of 1 Mar 2025, 20:00 UTC was corrected.",
     "The evening of 1 Mar 2025, 20:00 UTC was changed back."),
    ("evening", {"start": "9999-12-31T23:59:00-01:00"},
     "The evening of 9999-12-31T23:59:00-01:00 was corrected.",
     "The evening of 9999-12-31T23:59:00-01:00 was changed back."),
    ("applauded", {}, LaterEvent.done, LaterEvent.undone),
]  # fmt: skip


def test_an_event_is_told_done_undone_and_done_again() -> None:
    for kind, payload, done, undone in SENTENCES:
        told, back = event(2, kind, **payload), event(3, "returned", to=1)
        found = [
            change.describe("Athlete")
            for change in (
                Change(told, "Deal 1"),
                Change(back, "Deal 1", undone=told),
                Change(back, "Deal 1", redone=told),
            )
        ]
        assert found == [done, undone, f"Redone: {done}"]
        assert all(isinstance(text, Text) for text in found)
        assert Change(back).describe() == "The match was reset to line 1 of its log."


def test_what_is_agreed_has_room_in_a_line_of_fixed_height() -> None:
    options, house = event(2, "agreed", options={}), event(2, "house", rule="x.y", text="z")
    back = event(3, "returned", to=1)
    label = "What counts: suits, and 30½ for three of a kind"
    told = [
        Change(options, label), Change(house, label), Change(back, label, undone=options),
        Change(back, label, undone=house), Change(back, label, redone=options),
    ]  # fmt: skip
    assert [each.describe(in_short=True) for each in told] == [
        "The rules were changed.", "A house rule was changed.", "The rules were changed back.",
        "The house rule was changed back.", "The rules were changed.",
    ]  # fmt: skip
    struck = Change(event(2, "struck", id="a"), "Deal 1")
    assert struck.describe(in_short=True) == struck.describe()


def test_a_card_is_told_with_who_played_it_where_trumps_are_known() -> None:
    begun = ("begun", {"entry": {"kind": "deal", "trump": "S"}})
    match = replay(log(tribello(), begun, ("fell", {"card": "10D"}), ("fell", {"card": "2D"})))
    assert match.change.describe() == "Ben played 2♦."
    back = gone_on(match, ("lifted", {"card": "2D"}))
    assert back.change.describe() == "2♦, played by Ben, was taken back."
    undone = gone_on(match, ("returned", {"to": 3}))
    assert undone.turned_back
    assert undone.turned_back.describe() == "2♦, played by Ben, was taken back."
    again = gone_on(undone, ("returned", {"to": 4}))
    assert again.turned_back
    assert again.turned_back.describe() == "Redone: Ben played 2♦."
    other = gone_on(match, ("returned", {"to": 2}), ("fell", {"card": "AS"}))
    assert other.change.describe() == "Ann played A♠."

    for amended, told, untold in (
        ({"at": 1, "put": "9H"}, "9♥ added for Ben.", "9♥, played by Ben, taken out."),
        ({"at": 1, "out": "2D"}, "2♦, played by Ben, taken out.", "2♦ added for Ben."),
        ({"at": 1, "out": "2D", "put": "9H"}, "Ben played 9♥, not 2♦.", "Ben played 2♦, not 9♥."),
        ({"at": 0, "put": "2D", "source": 1}, "2♦ moved here, played by Ann.",
         "2♦, played by Ann, taken out."),
        ({"at": 1, "out": "2D", "put": "10D", "source": 0},
         "Ben played 10♦, not 2♦.", "Ben played 2♦, not 10♦."),
    ):  # fmt: skip
        now = gone_on(match, ("amended", amended))
        assert now.change.describe() == f"Trick 1: {told}"
        undone = gone_on(now, ("returned", {"to": 4}))
        assert undone.turned_back
        assert undone.turned_back.describe() == f"Trick 1: {untold}"

    begun = ("begun", {"entry": {"kind": "deal"}})
    match = replay(log(tribello(), begun, ("fell", {"card": "10D"})))
    assert match.change.describe() == "10♦ was played."


# A new kind ---------------------------------------------------------------------------------------


@pytest.fixture
def new_kind() -> Iterator[None]:
    """A kind of event that nothing but this module knows."""

    class Applauded(EventData):
        kind = "applauded"
        part = "chances"
        depends_on = frozenset({"chances"})
        done = _("{label} had applause.")
        undone = _("{label} had applause too early.")
        whom: str

        def apply(self, builder: StateBuilder, event: Event) -> None:
            builder.change(shows_chances=False)

        def label(self, before: MatchState, now: MatchState) -> str:
            return self.whom

    yield
    del EventData.kinds["applauded"]


@pytest.mark.usefixtures("new_kind")
def test_a_new_kind_of_event_needs_nothing_but_its_class() -> None:
    match = replay(log(tribello(), added(EVEN), ("applauded", {"whom": "Ben"}), added(EVEN)))
    assert (match.shows_chances, len(match.entries)) == (False, 2)
    told = [change.describe() for change in history(match, 1, match.number)]
    assert told[1] == "Ben had applause."
    undone = gone_on(match, returned(3), returned(2))
    assert (undone.shows_chances, len(undone.entries)) == (True, 1)
    assert undone.turned_back
    assert undone.turned_back.describe() == "Ben had applause too early."
    again = gone_on(undone, returned(undone.redo_to))
    assert again.turned_back
    assert (again.shows_chances, again.turned_back.describe()) == (
        False,
        "Redone: Ben had applause.",
    )
    for part, is_known in (("entries", True), ("seats", True), ("chances", False)):
        assert undone.as_of(3).is_as_known(2, frozenset({part})) == is_known, part
    last = match.as_of(3)
    assert last.undo_to == 2
    EventData.kinds["applauded"].is_undoable = False
    assert last.undo_to is None


@pytest.mark.usefixtures("new_kind")
def test_a_new_kind_of_event_is_shown_and_undone_and_disturbs_no_other_form(
    ann: Phone, friday: PlayedMatch
) -> None:
    page = friday.open_form()
    friday.write("applauded", whom="Ben")
    assert "Ben had applause." in ann.open(friday.to_score + "log/").text
    undone = ann.follow(ann.send(friday.open_form(), "/back"))
    assert "Ben had applause too early." in undone.text
    assert friday.match.shows_chances
    friday.write("applauded", whom="Ben")
    ann.send(page, "/entries", tricks0="6", tricks1="4", tricks2="3")
    assert len(friday.entries) == 1
