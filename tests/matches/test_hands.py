"""The hands that are laid out for a D leg: their fold, Undo and Redo; no record has them."""

from __future__ import annotations

from typing import Any

import pytest

from referee.matches.in_progress import (
    NOTHING,
    HandInProgress,
    HandsInProgress,
    InProgress,
    entry_of,
)
from referee.matches.match import history, replay
from tests.games.card_triathlon.legs import b_leg, c_leg, d_leg
from tests.games.records import Json, record
from tests.matches.logs import added, event, log

Act = tuple[str, Json]
ANN = ("2S", "3S", "4S")
BEN = ("KD", "QD")


def laid(seat: int, *hand: str, **more: Any) -> Act:
    return "laid", {"seat": seat, "hand": list(hand), "layout": None, "extra": None, **more}


def returned(to: int) -> Act:
    return "returned", {"to": to}


BEFORE = [
    b_leg("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25),
    c_leg(310, 150, 205, 180, held=(0, 25, 10, 40), unscored=80),
]
START = record("card-triathlon", 4, BEFORE)
LEG = added(d_leg(110, 35, 60, 0, unscored=795))


def hands(*acts: Act) -> HandsInProgress:
    return replay(log(START, *acts)).hands


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ([], {}),
        ([laid(0, *ANN)], {0: HandInProgress(ANN)}),
        ([laid(0, *ANN), laid(1, *BEN)], {0: HandInProgress(ANN), 1: HandInProgress(BEN)}),
        ([laid(0, *ANN), laid(0, *BEN)], {0: HandInProgress(BEN)}),
        ([laid(0, *ANN, layout=[["2S"], ["4S"]])], {0: HandInProgress(ANN, (("2S",), ("4S",)))}),
        ([laid(0, *ANN, layout=[])], {0: HandInProgress(ANN, ())}),
        ([laid(0, *ANN, extra=["AH"])], {0: HandInProgress(ANN, None, ("AH",))}),
        ([laid(0, *ANN), LEG], {}),
        ([laid(0, *ANN), ("ruled", {"ruling": {}})], {0: HandInProgress(ANN)}),
        ([laid(0, *ANN), ("struck", {"id": "b"})], {0: HandInProgress(ANN)}),
        ([laid(0, *ANN), laid(1, *BEN), returned(2)], {0: HandInProgress(ANN)}),
        ([laid(0, *ANN), laid(0, *BEN), returned(2)], {0: HandInProgress(ANN)}),
        ([laid(0, *ANN), returned(1)], {}),
        ([laid(0, *ANN), returned(1), returned(2)], {0: HandInProgress(ANN)}),
        ([laid(0, *ANN), LEG, returned(2)], {0: HandInProgress(ANN)}),
        ([laid(0, *ANN), LEG, returned(2), returned(3)], {}),
        ([laid(0, *ANN), ("left", {})], {0: HandInProgress(ANN)}),
    ],
)
def test_the_hands_are_the_fold_of_their_events(acts: list[Act], expected: HandsInProgress) -> None:
    start = {**START, "entries": [{"id": "b", **START["entries"][0]}, START["entries"][1]]}
    assert replay(log(start, *acts)).hands == expected


def test_a_book_that_goes_on_is_like_one_that_is_folded_anew() -> None:
    acts = [laid(0, *ANN), laid(1, *BEN), returned(2), laid(2, "AH"), LEG, returned(5)]
    events = log(START, *acts)
    book = replay(events[:1])
    for number, each in enumerate(events[1:], start=2):
        book = book.with_event(each)
        whole = replay(events[:number])
        assert book.hands == whole.hands
        assert (book.undo_to, book.redo_to) == (whole.undo_to, whole.redo_to)
        assert book.change.label == whole.change.label
        assert book.turned_back == whole.turned_back


def test_an_old_log_has_no_hands() -> None:
    book = replay(log(START, LEG))
    assert book.hands == {}
    assert len(book.record()["entries"]) == 3


def test_what_is_laid_out_stands_on_no_sheet_and_in_no_record() -> None:
    with_hands, without = (replay(log(START, *acts)) for acts in ([laid(0, *ANN)], []))
    assert with_hands.record() == without.record()
    assert with_hands.sheet() == without.sheet()


def test_the_log_names_the_player() -> None:
    changes = history(replay(log(START, laid(1, *BEN), returned(1))), 2)
    assert [change.label for change in changes] == ["Ben’s hand", "Ben’s hand"]
    assert changes[0].totals == ()
    assert changes[0].problems == ()
    assert changes[1].undone is not None


def test_an_event_of_another_kind_leaves_the_hands_as_they_are() -> None:
    known = InProgress(hands={0: HandInProgress(ANN)})
    assert known.after(event(5, "fell", card="AS"), 4) is known


def test_a_hand_and_its_event_say_the_same() -> None:
    for hand in (
        HandInProgress(ANN),
        HandInProgress(ANN, (), ("AH",)),
        HandInProgress(ANN, (("2S", "3S"),), None),
    ):
        made = event(2, "laid", **hand.event(3).payload)
        assert NOTHING.after(made, 4).hands == {3: hand}
        assert set(made.payload) == {"seat", "hand", "layout", "extra"}


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({0: HandInProgress(ANN), 1: HandInProgress(BEN)}, {"hands": [list(ANN), list(BEN)]}),
        ({0: HandInProgress(ANN, (("2S",),)), 1: HandInProgress(BEN)},
         {"hands": [list(ANN), list(BEN)], "layouts": [[["2S"]], None]}),
        ({0: HandInProgress(ANN), 1: HandInProgress(BEN, None, ("AH",))},
         {"hands": [list(ANN), list(BEN)], "extra": [None, ["AH"]]}),
        ({0: HandInProgress(ANN, ()), 1: HandInProgress(BEN)},
         {"hands": [list(ANN), list(BEN)], "layouts": [[], None]}),
    ],
)  # fmt: skip
def test_all_hands_make_the_leg(known: HandsInProgress, expected: Json) -> None:
    assert entry_of(known, 2) == expected
