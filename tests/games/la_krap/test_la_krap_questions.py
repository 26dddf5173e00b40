"""Questions about La Krap: who wins a trick, what may be played, who plays with whom."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.core.rulings import ask
from referee.core.validation import NotARecord
from tests.games.la_krap import oracle_la_krap as oracle
from tests.games.records import Json, is_refused

CLUBS, NULL, SHEET = "QC", "8D", "SHEET"
"""Game cards: one for clubs as trumps, two for null (jokers in diamonds; jokers as sheets)."""
VOID = {"special_anytime": False}
TWOS = {choice: {"twos": choice} for choice in ("previous", "suit", "plain")}
PLAIN_SHEET = {"sheet": "plain"}


def trick(cards: str, turned: str, hand: str = "", /, **fields: object) -> Json:
    question = {"game": "la-krap", "question": "trick"}
    cards_of = {"cards": cards.split(), "turned": turned.split()}
    held = {"hand": hand.split()} if hand else {}
    return ask(question | cards_of | held | fields)


def silent(reply: Json) -> set[str]:
    """Ids of the rules that the reply cites for questions that the rulebook leaves open."""
    return {ruling["rule"] for ruling in reply["rulings"] if ruling["verdict"] == "silent"}


def test_who_wins_the_trick() -> None:
    rows: list[tuple[str, str, Json, int | None, str | None, list[int]]] = [
        (CLUBS, "", {}, None, None, []),
        # Rank order, from high to low: A 10 K Q J 9 8 7.
        *((CLUBS, f"{high}S {low}S", {}, 0, "S", []) for high, low in pairwise(oracle.ORDER[::-1])),
        (CLUBS, "th jd Q♠", {}, 0, "H", []),
        # Trumps: red joker, black joker, then the suit.
        (CLUBS, "AS 7C AC", {}, 2, "S", []), (CLUBS, "AS BJ AC RJ", {}, 3, "S", []),
        ("2H", "AS BJ", {}, 1, "S", []), ("BJ RJ AH", "AS 7H", {}, 1, "S", []),
        # Null: no trumps, and the jokers are the highest cards of one suit.
        (NULL, "AS RJ", {}, 0, "S", []), (NULL, "AD BJ RJ", {}, 2, "D", []),
        (NULL, "7S AD AS", {}, 2, "S", []),
        # Two identical cards neutralise each other.
        (CLUBS, "9H JS 9H", {}, 1, "S", [0, 2]),
        (CLUBS, "9H JS 9H JS", {}, None, None, [0, 1, 2, 3]),
        (CLUBS, "AS BJ BJ 7C", {}, 3, "S", [1, 2]), (CLUBS, "RJ BJ", {}, 0, "C", []),
        # A 2.
        *((CLUBS, "2S KS", options, 1, "S", []) for options in TWOS.values()),
        (CLUBS, "KS 9H 2S", {}, 0, "S", [1]), (CLUBS, "KS 9H 2S", TWOS["suit"], 1, "H", [0]),
        (CLUBS, "KS 9S 2S", TWOS["plain"], 0, "S", []),
        (CLUBS, "KS 9S 2S", TWOS["suit"], None, None, [0, 1]),
        (CLUBS, "KS QS 2S 2H", {}, None, None, [0, 1]),
        # A card pairs only with a twin that still counts.
        (CLUBS, "KH 2S KH", {}, 2, "H", [0]),
        (CLUBS, "KH 2S KH", TWOS["suit"], None, None, [0, 2]),
        (CLUBS, "KH SHEET KH", {}, 2, "H", [0]),
        # A 2 played on a joker: `suit` goes by the suit printed on the card.
        (CLUBS, "AS RJ 2C", {}, 0, "S", [1]), (CLUBS, "AS RJ 2C", TWOS["suit"], 1, "S", []),
        # The sheet.
        (CLUBS, "SHEET 9H", {}, 1, "H", []), (CLUBS, "KS SHEET 9H", {}, 2, "H", [0]),
        (CLUBS, "KS 9H SHEET", PLAIN_SHEET, 0, "S", []),
        # Jokers that count as sheets.
        (SHEET, "AS RJ 7H", {}, 2, "H", [0]), (SHEET, "AS RJ 7H", PLAIN_SHEET, 0, "S", []),
        (SHEET, "BJ BJ 7H", {}, 2, "H", []),
    ]  # fmt: skip
    for turned, cards, options, winner, suit, neutralised in rows:
        canonical = cards.upper().replace("TH", "10H").replace("♠", "S").split()
        for leader in (0, 3):
            reply = trick(cards, turned, leader=leader, options=options)
            assert reply["answer"] == {
                "winner": None if winner is None else (leader + winner) % 4,
                "winning_card": None if winner is None else canonical[winner],
                "complete": len(canonical) == 4, "suit_to_follow": suit,
                "neutralised": neutralised, "playable": [],
            }  # fmt: skip
            assert {ruling["verdict"] for ruling in reply["rulings"]} <= {"info", "silent"}
            assert reply["rulings"]
        assert oracle.neutralised(canonical, turned.split(), options) == neutralised
        assert oracle.winner(canonical, turned.split(), options) == winner


def test_four_play_and_seat_0_leads_unless_the_question_says_otherwise() -> None:
    reply = trick("9H JS 9H 8S", CLUBS)
    assert (reply["answer"]["complete"], reply["answer"]["winner"]) == (True, 1)
    assert trick("9H JS 9H", CLUBS, "7S")["answer"]["playable"] == ["7S"]


def test_what_may_be_played() -> None:
    rows: list[tuple[str, str, Json, str, str]] = [
        (CLUBS, "", {}, "7S 2H SHEET RJ AC", "7S 2H SHEET RJ AC"),
        (CLUBS, "9H", {}, "7H AS KC ah", "7H AH"), (CLUBS, "9H", {}, "AS KC", "AS KC"),
        (CLUBS, "9H JS 9H", {}, "7S AH KD", "7S"),
        # In a trump game, jokers also count as trumps for following suit.
        (CLUBS, "9C", {}, "RJ AS", "RJ"), (CLUBS, "9S", {}, "RJ 7S", "7S"),
        # In null, jokers follow their suit, and their suit follows them.
        (NULL, "AD", {}, "BJ AS", "BJ"), (NULL, "RJ", {}, "7D AS", "7D"),
        # Special cards.
        (CLUBS, "9H", {}, "7H 2S SHEET AS", "7H 2S SHEET"),
        (CLUBS, "9H", VOID, "7H 2S SHEET AS", "7H"), (CLUBS, "9H", VOID, "2H AS", "2H AS"),
        (CLUBS, "9H 2S", {}, "7H AS", "7H AS"), (CLUBS, "9H 2S", TWOS["suit"], "7H AS", "7H"),
        (SHEET, "9H", {}, "7H RJ BJ AS", "7H RJ BJ"), (SHEET, "9H", VOID, "7H RJ BJ AS", "7H"),
        # Nothing can be played to a complete trick.
        (CLUBS, "9H JS 9H 8S", {}, "7S AH", ""),
    ]  # fmt: skip
    for turned, cards, options, hand, playable in rows:
        reply = trick(cards, turned, hand, options=options)
        assert reply["answer"]["playable"] == playable.split(), turned


# Answers that depend on an option -----------------------------------------------------------------


def test_silent_is_said_only_where_another_setting_would_change_the_answer() -> None:
    rows: list[tuple[str, str, str, set[str]]] = [
        # The oracle covers each option by itself; these depend on two options or on none.
        (CLUBS, "KS 2H 9D SHEET", "", {"la-krap.sheet", "la-krap.empty-trick"}),
        (CLUBS, "KS 2S 9S", "7S SHEET", {"la-krap.twos", "la-krap.special"}),
        (CLUBS, "KH 9H", "7H AS", set()), (NULL, "9H JS 9H 7S", "", set()),
        # The source is silent on holding, following and leading jokers in null.
        (NULL, "AD", "BJ AS", {"la-krap.follow"}), (NULL, "RJ", "7D AS", {"la-krap.follow"}),
        (NULL, "AD", "7S AS", set()), (NULL, "AS", "BJ 7D", set()),
        (NULL, "AD 7S 8S 9S", "BJ AS", set()), (CLUBS, "AC", "BJ AS", set()),
    ]  # fmt: skip
    for turned, cards, hand, cited in rows:
        assert silent(trick(cards, turned, hand)) == cited, turned


def test_jokers_that_count_as_sheets_cite_the_sheet_that_was_turned() -> None:
    rows: list[tuple[str, str, str, bool]] = [
        (SHEET, "AS BJ", "", True), (SHEET, "AS", "RJ", True), (SHEET, "AS KS", "7H", False),
        (NULL, "AS BJ", "RJ", False),
    ]  # fmt: skip
    for turned, cards, hand, is_cited in rows:
        rules = {ruling["rule"] for ruling in trick(cards, turned, hand)["rulings"]}
        assert ("la-krap.sheet-turned" in rules) is is_cited, turned


def test_what_surprises_is_explained_first() -> None:
    rows: list[tuple[str, str, Json, list[str]]] = [
        *(
            (CLUBS, "9H JS 9H JS", {"empty_trick": choice},
             ["neutralise", "neutralise", "empty-trick"])
            for choice in ("leader", "nobody")
        ),
        (CLUBS, "9H JS 9H", {}, ["neutralise", "trick", "follow"]),
        (CLUBS, "9H JS 2C", {}, ["neutralise", "trick", "follow", "twos"]),
        # The second king finds no twin that still counts, and the second 2 neutralises it.
        (CLUBS, "KH 2S KH 2H", {}, ["neutralise", "empty-trick"]),
        # In null a joker belongs to a suit; a joker that wins needs no explanation.
        (NULL, "AS RJ", {}, ["game-card", "trick", "follow"]),
        (NULL, "AD RJ", {}, ["trick", "follow"]),
        (CLUBS, "AS RJ", {}, ["trick", "follow"]),
        (SHEET, "7H AS RJ 8H", {}, ["sheet-turned", "neutralise", "trick", "sheet"]),
    ]  # fmt: skip
    for turned, cards, options, cited in rows:
        rulings = trick(cards, turned, options=options)["rulings"]
        assert [ruling["rule"] for ruling in rulings] == [f"la-krap.{rule}" for rule in cited]


def test_identical_cards_name_both_players() -> None:
    text = trick("9H JS 9H", CLUBS)["rulings"][0]["text"]
    assert all(words in text for words in ("Seat 0 and Seat 2", "9♥"))


def test_impossible_cards_are_no_question() -> None:
    rows: list[tuple[str, str, str, Json, bool]] = [
        *((f"9H {card}", CLUBS, "7S", {}, False) for card in ("JK", "6S", "3C", "10")),
        ("9H", CLUBS, "JK", {}, False), ("9H", "JK", "7S", {}, False),
        ("9H", "5D", "7S", {}, False), ("9H 9H", CLUBS, "9H", {}, False),
        ("9H", CLUBS, "9H", {}, True), ("9H", CLUBS, "9H 9H", {}, False),
        ("9H 9H", "9H", "7S", {}, False), ("9H", "9H", "7S", {}, True),
        ("2H 2H", CLUBS, "7S", {}, False), ("2H", "2H", "7S", {}, False),
        ("SHEET", CLUBS, "SHEET", {}, False), ("SHEET", SHEET, "7S", {}, False),
        ("RJ", CLUBS, "RJ", {}, False), ("BJ", CLUBS, "BJ", {}, True),
        ("BJ BJ", f"BJ {CLUBS}", "7S", {}, False), ("BJ", f"BJ {CLUBS}", "7S", {}, True),
        # Turned-up cards are jokers, then one other card.
        ("9H", "", "7S", {}, False), ("9H", "BJ", "7S", {}, False),
        ("9H", "QC BJ", "7S", {}, False), ("9H", "QC 9D", "7S", {}, False),
        ("9H", f"RJ BJ {CLUBS}", "7S", {}, True),
        # More cards than there are players, or than a hand holds.
        ("9H JS 8S 7S", CLUBS, "", {}, True), ("9H JS 8S 7S AS", CLUBS, "", {}, False),
        ("9H JS 8S 7S AS", CLUBS, "", {"players": 5}, True),
        ("9H", CLUBS, "7S", {"players": 6}, True), ("9H", CLUBS, "7S", {"leader": 3}, True),
        ("9H", CLUBS, "7S", {"leader": 4}, False), ("9H", CLUBS, "7S", {"trump": "H"}, False),
        ("9H", CLUBS, "7S", {"turned": "QC"}, False),
        ("9H", CLUBS, "7S", {"options": {"twos": "all"}}, False),
    ]  # fmt: skip
    for cards, turned, hand, fields, is_question in rows:
        if is_question:
            assert trick(cards, turned, hand, **fields)["answer"]["suit_to_follow"]
        else:
            assert is_refused(trick, cards, turned, hand, **fields)
    for cards, turned, hand, blamed in (
        ("9H 9H 9H", CLUBS, "7S", "cards"), ("9H 9H", CLUBS, "9H", "hand"),
        ("9H", "6H", "7S", "turned"), ("9H 9H", "9H", "7S", "turned"),
    ):  # fmt: skip
        with pytest.raises(NotARecord, match=f"^{blamed}: "):
            trick(cards, turned, hand)
    with pytest.raises(NotARecord, match=r"^turned: "):
        marriage("7S", turned=["6H"])


# A marriage ---------------------------------------------------------------------------------------


def marriage(hand: str, suit: str = "H", *, took: bool = True, **fields: object) -> Json:
    question = {"game": "la-krap", "question": "marriage", "hand": hand.split(), "suit": suit}
    return ask(question | {"took_trick": took} | fields)


def test_a_marriage_is_announced_right_after_a_trick_with_both_cards() -> None:
    rows: list[tuple[str, Json, int, list[str]]] = [
        ("QH 9S KH", {}, 5, ["QH", "KH"]), ("kh QH KH qh", {}, 5, ["KH", "QH"]),
        ("QH 9S", {}, 0, []), ("KH QS", {}, 0, []), ("9S", {}, 0, []), ("", {}, 0, []),
        ("QH KH", {"suit": "S"}, 0, []), ("QH KH", {"took": False}, 0, []),
        # A hand has six cards after the first trick, seven before it.
        ("QH KH 7S 8S 9S JS", {}, 5, ["QH", "KH"]),
        ("QH KH 7S 8S 9S JS AS", {"took": False}, 0, []),
        # A marriage costs the same in null; the multiplier comes later.
        ("QH KH", {"turned": None}, 5, ["QH", "KH"]),
        ("QH KH", {"turned": ["KS"]}, 5, ["QH", "KH"]),
        ("QH KH", {"turned": ["BJ", "2H"]}, 5, ["QH", "KH"]),
        ("QH KH", {"turned": ["9S"]}, -5, ["QH", "KH"]),
        ("QH KH", {"turned": ["RJ", "7C"]}, -5, ["QH", "KH"]),
        ("QH KH", {"turned": ["SHEET"]}, -5, ["QH", "KH"]),
        ("QH 7C", {"turned": ["9S"]}, 0, []), ("QH KH", {"players": 3}, 5, ["QH", "KH"]),
    ]  # fmt: skip
    for hand, fields, points, lead in rows:
        reply = marriage(hand, **fields)
        assert reply["answer"] == {"legal": points != 0, "points": points, "lead": lead}, hand
        cited = [(ruling["rule"], ruling["verdict"]) for ruling in reply["rulings"]]
        null = [("la-krap.null", "info")] if points < 0 else []
        assert cited == [("la-krap.marriage", "legal" if points else "illegal"), *null]


def test_a_marriage_of_impossible_cards_is_no_question() -> None:
    rows: list[tuple[str, Json]] = [
        ("QH KH 7S 8S 9S JS AS", {}), ("QH KH 7S 8S 9S JS AS AD", {"took": False}),
        ("KH KH KH", {}), ("KH QH", {"turned": ["KH", "KH"]}), ("KH KH QH", {"turned": ["KH"]}),
        ("KH QH", {"turned": []}), ("KH QH", {"turned": ["RJ"]}), ("KH 6H", {}), ("JK", {}),
        ("KH QH", {"suit": "X"}), ("KH QH", {"took_trick": "yes"}), ("KH QH", {"took_trick": None}),
        ("KH QH", {"trump": "H"}),
    ]  # fmt: skip
    for hand, fields in rows:
        assert is_refused(marriage, hand, **fields)
