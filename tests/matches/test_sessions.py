"""Evenings as they are said and written: the events of a log, and what a record keeps of them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from referee.core.sheet import read_record
from referee.matches.events import Event
from referee.matches.match import Match, replay
from tests.games.records import Json
from tests.matches.logs import AT, Act, opened

START: Json = {
    "format": "referee-record/1",
    "game": "tribello",
    "title": "Friday",
    "players": ["Ann", "Ben", "Cleo"],
    "options": {},
    "entries": [],
}
DEAL: Act = "added", {"entry": {"kind": "deal", "tricks": [6, 4, 3]}}
CARDS: Act = "begun", {"entry": {"kind": "deal"}}
CARD: Act = "fell", {"card": "AS"}

When = tuple[float, Act]
"""So many minutes after the match was opened, and what was done then."""


def later(minutes: float) -> datetime:
    return AT + timedelta(minutes=minutes)


def text(minutes: float) -> str:
    """As a record has it."""
    return later(minutes).isoformat(timespec="seconds")


def played(*acts: When, start: Json = START) -> Match:
    """The match after these acts, on Ben's phone."""
    events = [opened(start)]
    for number, (minutes, (kind, payload)) in enumerate(acts, start=2):
        events.append(Event(number, f"e{number}", kind, payload, later(minutes), "Ben"))
    return replay(events)


def met(minutes: float, **said: object) -> When:
    return minutes, ("met", said)


def paused(minutes: float, **said: object) -> When:
    return minutes, ("paused", said)


def resumed(minutes: float) -> When:
    return minutes, ("resumed", {})


def parted(minutes: float, **said: object) -> When:
    return minutes, ("parted", said)


DAY = 24 * 60


@pytest.mark.parametrize(
    ("acts", "sessions"),
    [
        # Nobody has to say that an evening begins.
        ([(5, DEAL), (25, DEAL)], [{"start": 5}]),
        ([(5, DEAL), (365, DEAL)], [{"start": 5}]),
        ([(5, DEAL), (366, DEAL)], [{"start": 5}, {"start": 366}]),
        # The clock is set back, and forward again.
        ([(5, DEAL), (25, DEAL), (-400, DEAL), (30, DEAL)], [{"start": 5}]),
        ([(5, DEAL), (-400, DEAL), (366, DEAL)], [{"start": 5}, {"start": 366}]),
        ([(5, DEAL), (-3 * DAY, DEAL)], [{"start": 5}, {"start": -3 * DAY}]),
        # The first card begins one too.
        ([(3, CARDS), (5, CARD), (25, DEAL)], [{"start": 3}]),
        # Somebody says it, perhaps later than it was.
        ([met(1, place="Ann’s"), (25, DEAL)], [{"start": 1, "place": "Ann’s"}]),
        ([met(30, at=text(10)), (35, DEAL)], [{"start": 10}]),
        # Pauses; an entry or a card ends one.
        (
            [met(0), (20, DEAL), paused(25), resumed(40), (50, DEAL)],
            [{"start": 0, "pauses": [{"start": 25, "end": 40}]}],
        ),
        (
            [met(0), (20, DEAL), paused(25), (50, DEAL)],
            [{"start": 0, "pauses": [{"start": 25, "end": 50}]}],
        ),
        (
            [met(0), paused(25), (50, CARDS)],
            [{"start": 0, "pauses": [{"start": 25, "end": 50}]}],
        ),
        ([met(0), resumed(10)], [{"start": 0}]),
        # A break of which nobody spoke, said afterwards; and that there was none.
        (
            [(0, DEAL), (90, DEAL), paused(91, at=text(10), until=text(80))],
            [{"start": 0, "pauses": [{"start": 10, "end": 80}]}],
        ),
        # The end; and a note.
        ([met(0), (20, DEAL), parted(30)], [{"start": 0, "end": 30}]),
        ([(20, DEAL), parted(30, note="Cut!")], [{"start": 20, "end": 30, "note": "Cut!"}]),
        (
            [met(0, note="a"), parted(30, at=text(25), note="b")],
            [{"start": 0, "end": 25, "note": "b"}],
        ),
        # Somebody else sits in.
        (
            [met(0, players=["Ann", "Dora", "Cleo"])],
            [{"start": 0, "players": ["Ann", "Dora", "Cleo"]}],
        ),
        # What is said in the second evening is not of the first.
        (
            [met(0), (20, DEAL), (DAY, DEAL), parted(DAY + 30)],
            [{"start": 0}, {"start": DAY, "end": DAY + 30}],
        ),
    ],
)
def test_a_record_keeps_what_was_said_and_when_evenings_began(
    acts: list[When], sessions: list[Json]
) -> None:
    match = played(*acts)
    assert match.record()["sessions"] == [_with_texts(each) for each in sessions]


def _with_texts(session: Json) -> Json:
    """The minutes as moments."""
    told = session | {name: text(session[name]) for name in ("start", "end") if name in session}
    pauses = [{name: text(at) for name, at in p.items()} for p in session.get("pauses", ())]
    return told | {"pauses": pauses} if pauses else told


def test_an_entry_says_when_and_by_whom_it_was_written_also_once_it_is_corrected() -> None:
    change = "changed", {"id": "e2", "entry": {"kind": "deal", "tricks": [5, 5, 3]}}
    for acts in ([(5.01, DEAL)], [(5.01, DEAL), (9, change)]):
        (entry,) = played(*acts).record()["entries"]
        assert (entry["at"], entry["by"]) == (text(5), "Ben")


def test_what_is_corrected_and_forgotten() -> None:
    acts = [met(0), (20, DEAL), (DAY, DEAL)]
    other = {"start": text(-30), "end": text(40), "place": "x"}
    change = DAY + 1, ("evening", {"start": text(0), "session": other})
    assert played(*acts, change).record()["sessions"] == [other, {"start": text(DAY)}]
    gone = DAY + 2, ("evening", {"start": text(-30)})
    assert played(*acts, change, gone).record()["sessions"] == [{"start": text(DAY)}]
    undone = DAY + 3, ("returned", {"to": 5})
    assert played(*acts, change, gone, undone).record()["sessions"][0] == other


def test_of_an_evening_of_which_nobody_spoke_something_can_be_said() -> None:
    """A record came with the times of its entries alone."""
    entries = [DEAL[1]["entry"] | {"at": text(minutes)} for minutes in (0, 20)]
    start = START | {"entries": entries}
    assert "sessions" not in played(start=start).record()
    assert "sessions" not in played((30, ("renamed", {"title": "x", "players": ["A", "B", "C"]})),
                                    start=start).record()  # fmt: skip
    assert played(parted(30), start=start).record()["sessions"] == [
        {"start": text(0), "end": text(30)}
    ]
    going_on = played((40, DEAL), start=start)
    assert [each.rows for each in going_on.evenings()] == [(0, 1, 2)]


@pytest.mark.parametrize(
    "acts",
    [
        [(5, DEAL), (25, DEAL), (366 + 25, DEAL)],
        [(3, CARDS), (5, CARD), (25, DEAL), paused(30), (40, DEAL), parted(50, note="x")],
        [met(0, players=["A", "B", "C"]), (20.5, DEAL), (DAY, DEAL), paused(DAY + 1)],
    ],
)
def test_saved_and_opened_elsewhere_a_match_has_the_same_evenings(acts: list[When]) -> None:
    match = played(*acts)
    record = match.record()
    assert read_record(record).as_json() == record
    again = played(start=record)
    assert again.record() == record
    assert again.evenings() == match.evenings()


def test_who_writes_of_the_evening_waits_for_entries_and_not_for_names_or_hands() -> None:
    match = played((5, DEAL), (6, ("renamed", {"title": "x", "players": ["A", "B", "C"]})))
    evenings = ("evenings", 0)
    assert match.is_as_known(2, evenings)
    assert not match.is_as_known(1, evenings)
    assert not played((5, DEAL), paused(6)).is_as_known(2, evenings)
