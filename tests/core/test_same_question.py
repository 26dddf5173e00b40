"""Which questions are equivalent: those that differ only in the order of unordered lists."""

from __future__ import annotations

from typing import Any

from referee.core.rulings import is_same

TRICK = {"game": "tribello", "question": "trick", "cards": ["9H", "2S"], "trump": "S"}
HAND = {"game": "thirty-one", "question": "hand", "cards": ["7S", "KS", "9H"]}
GO_OUT = {
    "game": "card-triathlon",
    "question": "go-out",
    "melds": [["7H", "7S", "7D", "7C", "7H", "7S", "7D"], ["KH", "KS", "KD"]],
}
LAYOUT = {"game": "card-triathlon", "question": "layout", "cards": ["6H", "7H", "8H", "9H", "10H"]}
HALF_RIGHT = LAYOUT | {"cards": ["2H", "3H", "4S", "5D", "6C", "7H", "8H", "9H", "10H", "JH"]}
BUCK = {"game": "card-triathlon", "question": "buck",
        "hands": [["AS", "2H"], ["KS", "KH"], ["9S", "9D"], ["8S", "8D"]]}  # fmt: skip
QUOTA = {"game": "tribello", "question": "quota", "deal": 3}
PICKUP = {"game": "tribello", "question": "pickup", "deal": 3, "taken": [2]}
CLOSE = {"game": "thirty-one", "question": "close", "turns": [1, 1, 1], "seat": 0}


def test_what_has_no_order_may_stand_in_any() -> None:
    rows: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (TRICK, {"leader": 0}),
        (TRICK, {"players": 3, "options": {}}),
        (TRICK, {"options": {"first_dealer": 1}}),  # no trick depends on who dealt first
        (TRICK | {"hand": ["AS", "3H"]}, {"hand": ["3H", "AS"]}),
        (HAND, {"cards": ["9H", "KS", "7S"]}),
        (GO_OUT, {"melds": [["KS", "KD", "KH"], ["7S", "7D", "7C", "7H", "7S", "7D", "7H"]]}),
        (BUCK, {"hands": [["2H", "AS"], ["KH", "KS"], ["9D", "9S"], ["8D", "8S"]]}),
        (QUOTA, {"options": None}),
        (QUOTA | {"first_dealer": 1}, {"options": {"first_dealer": 2}}),  # the field prevails
        (CLOSE, {"options": {"lives": 1}}),
        (LAYOUT, {"options": {"d_half": "five"}}),  # all five cards are right
    ]
    for question, other in rows:
        assert is_same(question, question | other), question


def test_what_alters_the_answer_makes_another_question() -> None:
    rows: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (TRICK, {"cards": ["2S", "9H"]}), (TRICK, {"leader": 1}), (TRICK, {"trump": None}),
        (TRICK, {"hand": ["3H"]}), (HAND, {"cards": ["7S", "KS", "9D"]}),
        (HAND, {"players": 5, "options": {"fire": "ends"}}),
        (LAYOUT, {"cards": ["10H", "9H", "8H", "7H", "6H"]}),
        (HALF_RIGHT, {"options": {"d_half": "five"}}),
        (BUCK, {"hands": [["KS", "KH"], ["AS", "2H"], ["9S", "9D"], ["8S", "8D"]]}),
        (QUOTA, {"deal": 4}), (QUOTA, {"options": {"first_dealer": 1}}),
        (PICKUP, {"options": {"first_dealer": 1}}), (QUOTA, {"question": "pickup", "taken": []}),
        (TRICK, {"game": "triathlon"}),
    ]  # fmt: skip
    for question, other in rows:
        assert not is_same(question, question | other), question


def test_what_is_no_question_any_more_is_the_same_as_none() -> None:
    assert not is_same(QUOTA, QUOTA | {"deal": 99})
    assert not is_same({"game": "whist"}, {"game": "whist"})
