"""Questions about Triathlon: tricks, rejecting suits, and feats."""

from __future__ import annotations

from itertools import product
from typing import Any

from referee.core.rulings import ask
from tests.games.records import Json, is_refused
from tests.games.triathlon.oracle_triathlon import DISCARD, NEVER, WHEN_VOID

MULTIPLE, REJECTION = "triathlon.multiple", "triathlon.rejection"


def asked(question: str, **fields: Any) -> Json:
    return ask({"game": "triathlon", "question": question, **fields})


def trick(cards: str, option: str | None = None, **fields: Any) -> Json:
    options = {} if option is None else {"athlete_discard": option}
    return asked("trick", cards=cards.split(), options=options, **fields)


def cited(answer: Json) -> set[tuple[str, str]]:
    return {(ruling["rule"], ruling["verdict"]) for ruling in answer["rulings"]}


# The trick ----------------------------------------------------------------------------------------


def test_who_wins_the_trick() -> None:
    rows: list[tuple[str, str, int, str, str | None]] = [
        ("QH AH 6S", "S", 2, "6S", "H"), ("QH AS 6S", "D", 0, "QH", "H"),
        ("th 9h qc", "D", 0, "10H", "H"),
        # An Athlete that is led takes the trick, beating trumps and other Athletes.
        ("JK JK AS", "S", 0, "JK", None), ("RJ BJ jk", "S", 0, "JK", None),
        # An Athlete that is thrown loses.
        ("6H JK 7H", "S", 2, "7H", "H"), ("6H JK JK", "S", 0, "6H", "H"),
    ]  # fmt: skip
    for cards, trump, winner, card, suit in rows:
        for leader, option in product(range(3), (None, WHEN_VOID, NEVER)):
            answer = trick(cards, option, trump=trump, leader=leader)["answer"]
            assert (answer["winner"], answer["winning_card"]) == ((leader + winner) % 3, card)
            assert answer["suit_to_follow"] == suit


def test_an_athlete_that_loses_is_explained_first() -> None:
    rows: list[tuple[str, list[str]]] = [
        ("6H JK 7H", ["athlete-discard", "trick"]),
        ("6H JK JK", ["athlete-discard", "athlete-discard", "trick"]),
        ("JK JK AS", ["athlete-lead", "athlete-lead"]),
        ("JK AS", ["athlete-lead", "follow"]),
        ("6H 7H", ["trick", "follow"]),
        ("6H 7H 8H", ["trick"]),
    ]
    for cards, rules in rows:
        rulings = trick(cards, trump="S")["rulings"]
        assert [ruling["rule"] for ruling in rulings] == [f"triathlon.{rule}" for rule in rules]


def test_what_may_be_played() -> None:
    rows: list[tuple[str, str, str, str]] = [
        ("", "7H AS JK", "7H AS JK", "7H AS JK"), ("9H", "kc 7h as th", "7H 10H", "7H 10H"),
        ("9H", "AS KC", "AS KC", "AS KC"), ("9H", "7H AS JK", "7H", "7H"),
        ("9H JK", "JK 7H", "7H", "7H"), ("9H", "AS JK KC", "AS JK KC", "AS KC"),
        ("9H", "JK JK", "JK JK", "JK JK"), ("JK 9H", "7H AS JK", "7H AS JK", "7H AS JK"),
        ("9H 10H JH", "7H AS JK", "", ""),
    ]  # fmt: skip
    for cards, hand, when_void, never in rows:
        expected = [(None, when_void), (WHEN_VOID, when_void), (NEVER, never)]
        for trump in (None, *"SHDC"):
            for option, playable in expected:
                answer = trick(cards, option, hand=hand.split(), trump=trump)
                assert answer["answer"]["playable"] == playable.split(), cards
                assert ((DISCARD, "silent") in cited(answer)) == (when_void != never)
                silent = [r["text"] for r in answer["rulings"] if r["verdict"] == "silent"]
                assert all("The rules contradict themselves." in text for text in silent)


def test_a_trick_is_of_36_cards_and_three_athletes() -> None:
    rows: list[tuple[Json, bool]] = [
        ({"cards": ["6H"]}, True), ({"cards": ["5H"]}, False), ({"cards": ["SHEET"]}, False),
        ({"cards": ["JK", "JK"], "hand": ["JK"]}, True),
        ({"cards": ["JK", "JK"], "hand": ["JK", "JK"]}, False),
        ({"cards": ["JK", "RJ"], "hand": ["BJ", "JK"]}, False),
        ({"trump": "NT"}, False), ({"turned": "9H"}, False), ({"players": 4}, False),
        ({"options": {"athlete_discard": "sometimes"}}, False),
    ]  # fmt: skip
    for change, is_question in rows:
        question: Json = {"game": "triathlon", "question": "trick", "cards": ["9H"], "trump": "C"}
        if is_question:
            assert ask(question | change)["rulings"]
        else:
            assert is_refused(ask, question | change)


# The rejection ------------------------------------------------------------------------------------


def test_two_suits_are_rejected_in_turn_and_the_dealer_names_one_of_the_others() -> None:
    rows: list[tuple[str, str | None, int | None, str]] = [
        ("", None, 1, "SHDC"), ("S", None, 2, "HDC"), ("C", None, 2, "SHD"), ("SH", None, 3, "DC"),
        ("CH", None, 3, "SD"),
        # Trumps have been named.
        ("SH", "C", None, "C"), ("SH", "D", None, "D"), ("DC", "S", None, "S"),
    ]  # fmt: skip
    for rejected, trump, steps, still_open in rows:
        for dealer in range(3):
            answer = asked("rejection", dealer=dealer, rejected=list(rejected), trump=trump)
            next_seat = None if steps is None else (dealer + steps) % 3
            expected = {"legal": True, "next_seat": next_seat, "open": list(still_open)}
            assert answer["answer"] == expected
            assert cited(answer) == {(REJECTION, "legal")}


def test_a_rejection_against_the_rule_is_illegal() -> None:
    rows: list[tuple[str, str | None]] = [
        ("SS", None), ("SS", "H"), ("SHD", None), ("SHD", "C"), ("SHS", None), ("", "S"),
        ("S", "H"), ("S", "S"), ("SH", "S"), ("SH", "H"),
    ]  # fmt: skip
    for rejected, trump in rows:
        for dealer in range(3):
            answer = asked("rejection", dealer=dealer, rejected=list(rejected), trump=trump)
            assert answer["answer"]["legal"] is False
            assert cited(answer) == {(REJECTION, "illegal")}


def test_a_rejection_of_the_wrong_kind_is_no_question() -> None:
    rows: list[Json] = [
        {"rejected": []}, {"dealer": 3, "rejected": []}, {"dealer": 0, "rejected": "SH"},
        {"dealer": 0, "rejected": ["X"]}, {"dealer": 0, "rejected": [], "trump": "NT"},
        {"dealer": 0, "rejected": [], "tricks": [4, 2, 7]},
        {"dealer": 0, "rejected": [], "players": 4},
    ]  # fmt: skip
    for question in rows:
        assert is_refused(asked, "rejection", **question)


def test_the_source_is_silent_on_what_is_a_multiple_only_near_thirteen() -> None:
    rows: list[tuple[list[int], bool]] = [
        ([11, 1, 1], False), ([12, 1, 0], True), ([0, 1, 12], True), ([0, 13, 0], True),
    ]  # fmt: skip
    for tricks, is_silent in rows:
        rulings = cited(asked("feats", tricks=tricks, last_trick=tricks.index(max(tricks))))
        assert ((MULTIPLE, "silent") in rulings) is is_silent, tricks


def test_feats_of_a_deal_that_cannot_be_are_no_question() -> None:
    rows: list[Json] = [
        {"tricks": [4, 9], "last_trick": 1}, {"tricks": [4, 2, 7], "last_trick": 3},
        {"tricks": [4, 2, 7]}, {"last_trick": 2}, {"tricks": [5, 9, -1], "last_trick": 1},
        {"tricks": [4, 2, 7], "last_trick": 2, "trump": "S"},
        {"tricks": [4, 2, 7], "last_trick": 2, "players": 4},
    ]  # fmt: skip
    for question in rows:
        assert is_refused(asked, "feats", **question)
