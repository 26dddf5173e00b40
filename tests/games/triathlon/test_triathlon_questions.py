"""Triathlon at the table: the trick, the rejection of suits, the feats."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.sheet import ask
from referee.core.validation import NotARecord
from tests.games.records import Json
from tests.games.triathlon import oracle_triathlon as oracle
from tests.games.triathlon.oracle_triathlon import DISCARD, FOLLOW, NEVER, WHEN_VOID

LEAD, TRICK, ATHLETE_LEAD = "triathlon.lead", "triathlon.trick", "triathlon.athlete-lead"
REJECTION = "triathlon.rejection"
MULTIPLE, LAST, MIDDLING = "triathlon.multiple", "triathlon.last", "triathlon.middling"


def asked(question: str, **fields: Any) -> Json:
    return ask({"game": "triathlon", "question": question, **fields})


def trick(cards: str, option: str | None = None, **fields: Any) -> Json:
    options = {} if option is None else {"athlete_discard": option}
    return asked("trick", cards=cards.split(), options=options, **fields)


def cited(answer: Json) -> set[tuple[str, str]]:
    """The rules of the rulings, each with its verdict."""
    return {(ruling["rule"], ruling["verdict"]) for ruling in answer["rulings"]}


# The trick ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "fields", "winner", "card", "suit", "rule"),
    [
        ("", {}, None, None, None, LEAD),
        ("", {"leader": 2, "trump": "S"}, None, None, None, LEAD),
        ("QH", {"trump": "S"}, 0, "QH", "H", TRICK),
        ("QH", {"trump": "S", "leader": 2}, 2, "QH", "H", TRICK),
        ("QH AH", {"trump": "S"}, 1, "AH", "H", TRICK),
        ("QH AH 6S", {"trump": "S"}, 2, "6S", "H", TRICK),
        ("QH AH 6S", {"trump": "S", "leader": 1}, 0, "6S", "H", TRICK),
        ("QH AH 6S", {"trump": "S", "leader": 2}, 1, "6S", "H", TRICK),
        ("QH AH 6S", {"trump": "D"}, 1, "AH", "H", TRICK),
        ("QH AS 6S", {"trump": "D"}, 0, "QH", "H", TRICK),
        ("6S AH KS", {"trump": "S"}, 2, "KS", "S", TRICK),
        ("th 9h qc", {"trump": "D"}, 0, "10H", "H", TRICK),
        # An Athlete that is led takes the trick, from trumps and from other Athletes.
        ("JK", {"trump": "S"}, 0, "JK", None, ATHLETE_LEAD),
        ("JK AS", {"trump": "S"}, 0, "JK", None, ATHLETE_LEAD),
        ("JK AS AH", {"trump": "S"}, 0, "JK", None, ATHLETE_LEAD),
        ("JK AS AH", {"trump": "S", "leader": 2}, 2, "JK", None, ATHLETE_LEAD),
        ("JK JK AS", {"trump": "S", "leader": 1}, 1, "JK", None, ATHLETE_LEAD),
        ("JK JK JK", {"trump": "S"}, 0, "JK", None, ATHLETE_LEAD),
        ("RJ BJ jk", {"trump": "S"}, 0, "JK", None, ATHLETE_LEAD),
        # One that is thrown loses.
        ("6H JK", {"trump": "S"}, 0, "6H", "H", TRICK),
        ("6H JK 7H", {"trump": "S"}, 2, "7H", "H", TRICK),
        ("6H 7H JK", {"trump": "S"}, 1, "7H", "H", TRICK),
        ("6H JK JK", {"trump": "S"}, 0, "6H", "H", TRICK),
        ("6H JK JK", {"trump": "S", "leader": 1}, 1, "6H", "H", TRICK),
        ("6H JK 6S", {"trump": "S"}, 2, "6S", "H", TRICK),
        ("6H BJ 7H", {"trump": "S"}, 2, "7H", "H", TRICK),
    ],
)
def test_who_wins_the_trick(
    cards: str, fields: Json, winner: int | None, card: str | None, suit: str | None, rule: str
) -> None:
    for option in (None, WHEN_VOID, NEVER):
        answer = trick(cards, option, **fields)
        assert answer["answer"] == {
            "winner": winner,
            "winning_card": card,
            "complete": len(cards.split()) == 3,
            "suit_to_follow": suit,
            "neutralised": [],
            "playable": [],
        }
        assert (rule, "info") in cited(answer)


@pytest.mark.parametrize(
    ("cards", "hand", "when_void", "never"),
    [
        ("", "7H AS JK", "7H AS JK", "7H AS JK"),
        ("9H", "7H AS KC", "7H", "7H"),
        ("9H", "kc 7h as th", "7H 10H", "7H 10H"),
        ("9H 8D", "7H AS KC", "7H", "7H"),
        ("9H", "AS KC", "AS KC", "AS KC"),
        ("9H", "7H AS JK", "7H", "7H"),
        ("9H", "7H JK", "7H", "7H"),
        ("9H JK", "JK 7H", "7H", "7H"),
        ("9H", "AS JK KC", "AS JK KC", "AS KC"),
        ("9H", "JK AS RJ", "JK AS JK", "AS"),
        ("9H JK", "AS JK KC", "AS JK KC", "AS KC"),
        ("9H", "JK JK", "JK JK", "JK JK"),
        ("9H 10H", "JK", "JK", "JK"),
        ("JK", "7H AS JK", "7H AS JK", "7H AS JK"),
        ("JK 9H", "7H AS JK", "7H AS JK", "7H AS JK"),
        ("JK JK", "7H JK KC", "7H JK KC", "7H JK KC"),
        ("9H", "", "", ""),
        ("9H 10H JH", "7H AS JK", "", ""),
        ("JK 10H JH", "7H AS JK", "", ""),
    ],
)
def test_what_may_be_played(cards: str, hand: str, when_void: str, never: str) -> None:
    expected = [(None, when_void), (WHEN_VOID, when_void), (NEVER, never)]
    for trump in (None, *"SHDC"):
        for option, playable in expected:
            answer = trick(cards, option, hand=hand.split(), trump=trump)
            assert answer["answer"]["playable"] == playable.split()
            verdicts = [ruling["verdict"] for ruling in answer["rulings"]]
            if not answer["answer"]["complete"] and "silent" not in verdicts:
                assert verdicts.count("legal") == len(playable.split())
                assert verdicts.count("illegal") == len(hand.split()) - len(playable.split())


@pytest.mark.parametrize(
    ("cards", "hand", "rests_on_the_option"),
    [
        ("9H", "AS JK", True),
        ("9H", "JK AS JK", True),
        ("9H JK", "AS JK", True),
        ("9H", "AS KC", False),
        ("9H", "7H JK", False),
        ("9H", "JK JK", False),
        ("JK", "AS JK", False),
        ("", "AS JK", False),
        ("9H 8H 7H", "AS JK", False),
    ],
)
def test_a_ruling_that_rests_on_the_option_says_that_the_source_is_silent(
    cards: str, hand: str, rests_on_the_option: bool
) -> None:
    for option in (None, WHEN_VOID, NEVER):
        answer = trick(cards, option, hand=hand.split(), trump="S")
        silent = [rule for rule, verdict in cited(answer) if verdict == "silent"]
        assert silent == ([DISCARD] if rests_on_the_option else [])


@pytest.mark.parametrize("option", [WHEN_VOID, NEVER])
def test_a_card_that_may_not_be_played_is_refused_by_its_rule(option: str) -> None:
    assert (FOLLOW, "illegal") in cited(trick("9H", option, hand=["7H", "AS"], trump="S"))
    assert (DISCARD, "illegal") in cited(trick("9H", option, hand=["7H", "JK"], trump="S"))
    assert "illegal" not in {
        verdict for _, verdict in cited(trick("JK", option, hand=["7H", "JK"]))
    }


@pytest.mark.parametrize(
    ("change", "is_question"),
    [
        ({}, True),
        ({"cards": ["9H", "9H"]}, False),
        ({"cards": ["9H", "5H"]}, False),
        ({"cards": ["2C"]}, False),
        ({"cards": ["1H"]}, False),
        ({"cards": ["SHEET"]}, False),
        ({"cards": ["9H", "8H", "7H"]}, True),
        ({"cards": ["9H", "8H", "7H", "6H"]}, False),
        ({"cards": ["JK", "JK"], "hand": ["JK"]}, True),
        ({"cards": ["JK", "JK"], "hand": ["JK", "JK"]}, False),
        ({"cards": ["JK", "RJ"], "hand": ["BJ", "JK"]}, False),
        ({"cards": ["JK", "JK", "JK", "JK"]}, False),
        ({"hand": ["9H", "8H"]}, False),
        ({"hand": ["5S"]}, False),
        ({"hand": list(oracle.PACK[18:31])}, True),
        ({"hand": list(oracle.PACK[18:32])}, False),
        ({"leader": 2}, True),
        ({"leader": 3}, False),
        ({"leader": -1}, False),
        ({"trump": "NT"}, False),
        ({"cards": "9H"}, False),
        ({"cards": [9]}, False),
        ({"turned": "9H"}, False),
        ({"players": 3}, True),
        ({"players": 4}, False),
        ({"options": {"athlete_discard": "never"}}, True),
        ({"options": {"athlete_discard": "sometimes"}}, False),
        ({"options": {"fire": True}}, False),
        ({"question": "quota", "deal": 1}, False),
    ],
)
def test_a_trick_that_cannot_be_is_no_question(change: Json, is_question: bool) -> None:
    question: Json = {"game": "triathlon", "question": "trick", "cards": ["9H"], "trump": "C"}
    if is_question:
        assert ask(question | change)["rulings"]
    else:
        with pytest.raises(NotARecord):
            ask(question | change)


seeds = st.integers(0, 2**32)
seats = st.integers(0, 2)
trumps = st.sampled_from(["S", "H", "D", "C", None])
options = st.sampled_from([WHEN_VOID, NEVER])


@given(st.permutations(oracle.PACK), st.integers(1, 3), st.integers(0, 13), seats, trumps, options)
def test_a_trick_is_judged_as_the_rules_say(
    pack: list[str], fallen: int, held: int, leader: int, trump: str | None, option: str
) -> None:
    cards, hand = pack[:fallen], pack[fallen : fallen + held]
    reply = trick(" ".join(cards), option, hand=hand, leader=leader, trump=trump)
    answer = reply["answer"]
    place = oracle.winner(cards, trump)
    assert (answer["winner"], answer["winning_card"]) == ((leader + place) % 3, cards[place])
    if fallen == 3:
        assert answer["playable"] == []
    else:
        assert answer["playable"] == oracle.playable(cards, hand, option)
        assert bool(answer["playable"]) == bool(hand)
    matters = fallen < 3 and oracle.playable(cards, hand, WHEN_VOID) != oracle.playable(
        cards, hand, NEVER
    )
    assert ((DISCARD, "silent") in cited(reply)) is matters


@given(seeds, st.sampled_from("SHDC"), options, st.integers(0, 12), st.integers(0, 2))
def test_every_card_of_a_lawful_deal_may_be_played(
    seed: int, trump: str, option: str, number: int, place: int
) -> None:
    play = oracle.legal_play(Random(seed), 0, trump, option)
    hands, leaders, _ = oracle.by_seat(play, 0, trump)
    hand = hands[(leaders[number] + place) % 3][number:]
    before = play[number][:place]
    answer = trick(" ".join(before), option, hand=hand, trump=trump)["answer"]
    assert play[number][place] in answer["playable"]


# The rejection ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "rejected", "trump", "next_seat", "still_open"),
    [
        (0, "", None, 1, "SHDC"),
        (1, "", None, 2, "SHDC"),
        (2, "", None, 0, "SHDC"),
        (0, "S", None, 2, "HDC"),
        (1, "H", None, 0, "SDC"),
        (2, "C", None, 1, "SHD"),
        (0, "SH", None, 0, "DC"),
        (1, "HS", None, 1, "DC"),
        (2, "CH", None, 2, "SD"),
        (0, "SH", "C", None, "C"),
        (0, "SH", "D", None, "D"),
        (2, "DC", "S", None, "S"),
    ],
)
def test_two_suits_are_rejected_in_turn_and_the_dealer_names_one_of_the_others(
    dealer: int, rejected: str, trump: str | None, next_seat: int | None, still_open: str
) -> None:
    fields = {} if trump is None else {"trump": trump}
    answer = asked("rejection", dealer=dealer, rejected=list(rejected), **fields)
    expected = {"legal": True, "next_seat": next_seat, "open": list(still_open)}
    assert answer["answer"] == expected
    assert REJECTION in {rule for rule, _ in cited(answer)}
    assert "illegal" not in {verdict for _, verdict in cited(answer)}


@pytest.mark.parametrize(
    ("rejected", "trump"),
    [
        ("SS", None),
        ("SS", "H"),
        ("SHD", None),
        ("SHD", "C"),
        ("SHS", None),
        ("", "S"),
        ("S", "H"),
        ("S", "S"),
        ("SH", "S"),
        ("SH", "H"),
    ],
)
def test_a_rejection_against_the_rule_is_illegal(rejected: str, trump: str | None) -> None:
    for dealer in range(3):
        fields = {} if trump is None else {"trump": trump}
        answer = asked("rejection", dealer=dealer, rejected=list(rejected), **fields)
        assert answer["answer"]["legal"] is False
        assert (REJECTION, "illegal") in cited(answer)


@pytest.mark.parametrize(
    "question",
    [
        {"rejected": []},
        {"dealer": 3, "rejected": []},
        {"dealer": -1, "rejected": []},
        {"dealer": "0", "rejected": []},
        {"dealer": 0, "rejected": "SH"},
        {"dealer": 0, "rejected": ["X"]},
        {"dealer": 0, "rejected": ["S", None]},
        {"dealer": 0, "rejected": [], "trump": "NT"},
        {"dealer": 0, "rejected": [], "tricks": [4, 2, 7]},
        {"dealer": 0, "rejected": [], "players": 4},
    ],
)
def test_a_rejection_of_the_wrong_kind_is_no_question(question: Json) -> None:
    with pytest.raises(NotARecord):
        asked("rejection", **question)


# The feats ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "last", "points", "feats"),
    [
        ([4, 2, 7], 2, [24, 2, 17], [[MIDDLING], [], [LAST]]),
        ([5, 5, 3], 2, [5, 5, 133], [[], [], [MULTIPLE, LAST, MIDDLING]]),
        ([0, 6, 7], 1, [10, 136, 7], [[MULTIPLE], [MULTIPLE, LAST, MIDDLING], []]),
        ([1, 11, 1], 1, [1, 41, 1], [[], [LAST, MIDDLING], []]),
        ([13, 0, 0], 0, [33, 10, 10], [[LAST, MIDDLING], [MULTIPLE], [MULTIPLE]]),
        ([12, 1, 0], 0, [32, 11, 10], [[MULTIPLE, LAST], [MIDDLING], [MULTIPLE]]),
    ],
)
def test_the_feats_of_a_deal_are_told_in_their_order(
    tricks: list[int], last: int, points: list[int], feats: list[list[str]]
) -> None:
    answer = asked("feats", tricks=tricks, last_trick=last)
    assert answer["answer"] == {"points": points, "feats": feats}
    assert {feat for seat in feats for feat in seat} <= {rule for rule, _ in cited(answer)}


@pytest.mark.parametrize(
    ("tricks", "is_silent"),
    [([11, 1, 1], False), ([12, 1, 0], True), ([0, 1, 12], True), ([0, 13, 0], True)],
)
def test_the_source_is_silent_on_what_is_a_multiple_only_near_thirteen(
    tricks: list[int], is_silent: bool
) -> None:
    rulings = cited(asked("feats", tricks=tricks, last_trick=tricks.index(max(tricks))))
    assert ((MULTIPLE, "silent") in rulings) is is_silent


@pytest.mark.parametrize("last", range(3))
def test_the_feats_of_every_deal_there_can_be_are_told(last: int) -> None:
    for tricks, winner in oracle.deals():
        if winner == last:
            answer = asked("feats", tricks=list(tricks), last_trick=last)
            assert answer["answer"] == {
                "points": oracle.scores(tricks, last),
                "feats": oracle.feats(tricks, last),
            }


@pytest.mark.parametrize(
    "question",
    [
        {"tricks": [4, 2, 6], "last_trick": 2},
        {"tricks": [4, 2, 8], "last_trick": 2},
        {"tricks": [0, 6, 7], "last_trick": 0},
        {"tricks": [4, 9], "last_trick": 1},
        {"tricks": [4, 2, 6, 1], "last_trick": 1},
        {"tricks": [4, 2, 7], "last_trick": 3},
        {"tricks": [4, 2, 7], "last_trick": -1},
        {"tricks": [4, 2, 7]},
        {"last_trick": 2},
        {"tricks": [4, 2, "7"], "last_trick": 2},
        {"tricks": [5, 9, -1], "last_trick": 1},
        {"tricks": [4, 2, 7], "last_trick": 2, "trump": "S"},
        {"tricks": [4, 2, 7], "last_trick": 2, "players": 4},
    ],
)
def test_feats_of_a_deal_that_cannot_be_are_no_question(question: Json) -> None:
    with pytest.raises(NotARecord):
        asked("feats", **question)
