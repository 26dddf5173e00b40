"""Hands laid out for a D leg: the fold of their events, and the leg that they become."""

from __future__ import annotations

from referee.matches.match import history, replay
from referee.matches.match_state import HandInProgress, HandsInProgress, entry_of
from tests.games.card_triathlon.legs import b_leg, c_leg, d_leg
from tests.games.records import Json, record
from tests.matches.logs import Act, added, fell, laid, left, log, returned, ruled, struck

ANN = ("2S", "3S", "4S")
BEN = ("KD", "QD")
BEFORE = [
    b_leg("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25) | {"id": "b"},
    c_leg(310, 150, 205, 180, held=(0, 25, 10, 40), unscored=80),
]
START = record("card-triathlon", 4, BEFORE)
LEG = added(d_leg(110, 35, 60, 0, unscored=795))
HAND = {0: HandInProgress(ANN)}


def test_the_hands_are_the_fold_of_their_events() -> None:
    rows: list[tuple[list[Act], HandsInProgress]] = [
        ([], {}),
        ([LEG], {}),
        ([laid(0, *ANN)], HAND),
        ([laid(0, *ANN), laid(1, *BEN)], {0: HandInProgress(ANN), 1: HandInProgress(BEN)}),
        ([laid(0, *ANN), laid(0, *BEN)], {0: HandInProgress(BEN)}),
        ([laid(0, *ANN, layout=[["2S"], ["4S"]])], {0: HandInProgress(ANN, (("2S",), ("4S",)))}),
        ([laid(0, *ANN, layout=[])], {0: HandInProgress(ANN, ())}),
        ([laid(0, *ANN, extra=["AH"])], {0: HandInProgress(ANN, None, ("AH",))}),
        ([laid(0, *ANN), LEG], {}),
        ([laid(0, *ANN), ruled(), struck("b"), *fell("AS"), left()], HAND),
        ([laid(0, *ANN), laid(1, *BEN), returned(2)], HAND),
        ([laid(0, *ANN), laid(0, *BEN), returned(2)], HAND),
        ([laid(0, *ANN), returned(1)], {}),
        ([laid(0, *ANN), returned(1), returned(2)], HAND),
        ([laid(0, *ANN), LEG, returned(2)], HAND),
        ([laid(0, *ANN), LEG, returned(2), returned(3)], {}),
    ]
    for acts, expected in rows:
        assert replay(log(START, *acts)).hands == expected, acts


def test_the_log_names_the_player() -> None:
    changes = history(replay(log(START, laid(1, *BEN), returned(1))), 1, 3)
    assert [change.label for change in changes] == ["Ben’s hand", "Ben’s hand"]
    assert (changes[0].totals, changes[0].problems) == ((), ())
    assert changes[1].undone is not None


def test_all_hands_make_the_leg() -> None:
    rows: list[tuple[HandInProgress, HandInProgress, Json]] = [
        (HandInProgress(ANN), HandInProgress(BEN), {}),
        (HandInProgress(ANN, (("2S",),)), HandInProgress(BEN), {"layouts": [[["2S"]], None]}),
        (HandInProgress(ANN), HandInProgress(BEN, None, ("AH",)), {"extra": [None, ["AH"]]}),
        (HandInProgress(ANN, ()), HandInProgress(BEN), {"layouts": [[], None]}),
    ]
    for ann, ben, more in rows:
        assert entry_of({0: ann, 1: ben}, 2) == {"hands": [list(ANN), list(BEN)]} | more, ann
