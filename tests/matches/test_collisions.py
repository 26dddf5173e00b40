"""What may be written at the same time, by phones that do not know of each other."""

from __future__ import annotations

import pytest

from referee.matches.events import (
    CardPlayed,
    CardTakenBack,
    EntryAdded,
    EntryChanged,
    EntryStruck,
    EventData,
    FactsChanged,
    HandLaidOut,
    LaterEvent,
    NamesChanged,
    PlayLeft,
    PlayStarted,
    RulingKept,
    StateRestored,
)
from referee.matches.in_progress import MATCH, NAMES, Slot, at_table, collides, hand_of, slot_of


@pytest.mark.parametrize(
    ("event", "slot"),
    [
        (CardPlayed(card="AS"), at_table(0)),
        (CardPlayed(card="AS", table=0), at_table(0)),
        (CardPlayed(card="AS", table=1), at_table(1)),
        (CardTakenBack(card="AS", table=1), at_table(1)),
        (PlayStarted(entry={}, table=1), at_table(1)),
        (FactsChanged(entry={}, table=1), at_table(1)),
        (PlayLeft(), at_table(0)),
        (HandLaidOut(seat=2, hand=[], layout=None, extra=None), hand_of(2)),
        (NamesChanged(title="", players=[]), NAMES),
        (RulingKept(ruling={}), NAMES),
        (EntryAdded(entry={}), MATCH),
        (EntryChanged(id="a", entry={}), MATCH),
        (EntryStruck(id="a"), MATCH),
        (StateRestored(to=1), MATCH),
        (LaterEvent(), MATCH),
    ],
)
def test_each_event_has_its_slot(event: EventData, slot: Slot) -> None:
    assert slot_of(event) == slot


@pytest.mark.parametrize(
    ("slot", "other", "expected"),
    [
        (at_table(0), at_table(0), True),
        (at_table(0), at_table(1), False),
        (hand_of(0), hand_of(0), True),
        (hand_of(0), hand_of(1), False),
        (hand_of(0), at_table(0), False),
        (NAMES, NAMES, True),
        (NAMES, at_table(1), True),
        (NAMES, hand_of(1), False),
        *((MATCH, other, True) for other in (MATCH, NAMES, at_table(0), hand_of(0))),
    ],
)
def test_events_collide_in_one_slot_and_with_the_match(
    slot: Slot, other: Slot, expected: bool
) -> None:
    assert collides(slot, other) is collides(other, slot) is expected
