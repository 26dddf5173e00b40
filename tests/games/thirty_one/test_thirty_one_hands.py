"""Thirty-One hands: what each is worth, and answers to questions about them."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from referee.core.cards import read_card
from referee.core.rulings import ask
from referee.core.sheet import read_record, score, tally_of
from referee.games.thirty_one.rules import PACKS, Valuation, possible_values, worth
from tests.faults.conftest import amount
from tests.games.oracle import PACK
from tests.games.records import Json, figures, is_refused, thirty_one
from tests.games.thirty_one import oracle_thirty_one as oracle

VALUATIONS: tuple[Valuation, ...] = ("suit", "suit-and-triples", "suit-or-rank")
DECKS = (32, 36, 52)
RULES = [(valuation, fire) for valuation in VALUATIONS for fire in (False, True)]


def hand(cards: str, **options: Any) -> Json:
    question = {"game": "thirty-one", "question": "hand", "cards": cards.split()}
    return ask(question | {"options": options})


# What a hand is worth -----------------------------------------------------------------------------


def test_the_cards_that_count_and_the_rule() -> None:
    rows: list[tuple[str, Json, str, list[tuple[str, str]]]] = [
        ("AH KH 7S", {}, "AH KH", [("suit", "info")]),
        ("th 9h 7♠", {}, "10H 9H", [("suit", "info")]),
        ("7S 8D QC", {}, "QC", [("single", "silent")]),
        ("9C 9D 9H", {}, "9C 9D 9H", [("triple", "info")]),
        ("9C 9D 8H", {"valuation": "suit-or-rank"}, "9C 9D", [("rank", "info")]),
        ("AS KS 10S", {}, "AS KS 10S", [("suit", "info"), ("blitz", "info")]),
        ("AS AH AD", {"fire": True}, "AS AH AD", [("fire", "info"), ("fire", "info")]),
        ("AS AH AD", {"valuation": "suit"}, "AS", [("single", "silent")]),
        ("AS AH AD", {"valuation": "suit-or-rank"}, "AS AH AD", [("rank", "info")]),
    ]
    for cards, options, counted, rules in rows:
        answer = hand(cards, **options)
        value = answer["answer"]["value"]
        expected = {"value": value, "counted": counted.split(), "ends_round": value in (31, 33)}
        assert answer["answer"] == expected, cards
        assert [(r["rule"], r["verdict"]) for r in answer["rulings"]] == [
            (f"thirty-one.{rule}", verdict) for rule, verdict in rules
        ]


@cache
def every_hand() -> tuple[tuple[str, ...], ...]:
    return tuple(combinations(PACK, 3))[:: amount(7, 1)]


@pytest.mark.parametrize(("valuation", "fire"), RULES)
def test_every_hand_of_52_cards_is_worth_what_the_rules_say(
    valuation: Valuation, fire: bool
) -> None:
    options = {"valuation": valuation, "fire": fire}
    cards = {text: read_card(text) for text in PACK}
    wrong = [
        texts
        for texts in every_hand()
        if worth((cards[texts[0]], cards[texts[1]], cards[texts[2]]), valuation, fire).value
        != oracle.value(texts, options)
    ]
    assert len(every_hand()) == amount(3_158, 22_100)
    assert wrong == []


@pytest.mark.parametrize("deck", DECKS)
def test_the_pack_has_its_cards(deck: int) -> None:
    assert sorted(map(str, PACKS[deck].cards)) == sorted(oracle.pack_of(deck))
    assert len(PACKS[deck]) == deck


def test_a_value_is_accepted_if_some_hand_has_it() -> None:
    for deck, (valuation, fire) in product(amount(DECKS[:2], DECKS), RULES):
        options = {"valuation": valuation, "fire": fire}
        able = {oracle.value(cards, options) for cards in combinations(oracle.pack_of(deck), 3)}
        assert possible_values(deck, valuation, fire) == able, (deck, valuation)
        halves = [half / 2 if half % 2 else half // 2 for half in range(-2, 70)]
        tally = tally_of(read_record(thirty_one(2, deck=deck, **options)))
        for value in [*halves, 30.25, 10**9]:
            row = tally.judge(tally.game.spec.read_entry(figures(value, 31), 2))
            found = [problem.rule for problem in row.problems]
            assert found == ([] if value in able else ["thirty-one.values"])


def test_a_whole_value_is_whole_however_it_was_written() -> None:
    sheet = score(thirty_one(2, figures(21.0, 30.5)))
    cell, half = sheet["rows"][0]["cells"]
    assert (cell, type(cell), half) == (21, int, 30.5)
    assert type(sheet["rows"][0]["why"][0][0]["points"]) is int


# Questions ----------------------------------------------------------------------------------------


def test_an_impossible_hand_is_no_question() -> None:
    rows: list[tuple[str, Json]] = [
        ("AS KS", {}), ("AS KS QS JS", {}), ("", {}), ("AS AS KS", {}), ("AS KS 6S", {}),
        ("AS KS 5S", {"deck": 36}), ("AS KS JK", {"deck": 52}), ("AS KS 1S", {"deck": 52}),
        ("AS KS QS", {"deck": 40}), ("AS KS QS", {"rounds": 3}),
    ]  # fmt: skip
    for cards, options in rows:
        assert is_refused(hand, cards, **options)


def test_the_lowest_card_of_a_pack_may_be_asked_about() -> None:
    rows: list[tuple[int, str]] = [(32, "7"), (36, "6"), (52, "2")]
    for deck, rank in rows:
        assert hand(f"AS KS {rank}S", deck=deck)["answer"]["value"] == 21 + int(rank), deck


def test_a_round_is_closed_once_and_after_everybody_had_a_turn() -> None:
    rows: list[tuple[list[int | None], int, int | None, bool]] = [
        ([1, 1, 1], 0, None, True), ([1, 1, 0], 0, None, False), ([0, 1, 1], 0, None, False),
        ([0, 0, 0], 0, None, False), ([2, 1, 1], 1, None, True), ([1, 1, None], 0, None, True),
        ([1, 0, None], 0, None, False), ([1, 1, 1], 0, 1, False), ([1, 1, 1], 0, 0, False),
        ([1, 0, 1], 0, 2, False), ([1, 1], 1, None, True), ([9] * 9, 8, None, True),
    ]  # fmt: skip
    for turns, seat, closed_by, legal in rows:
        question: Json = {"game": "thirty-one", "question": "close", "turns": turns, "seat": seat}
        if closed_by is not None:
            question["closed_by"] = closed_by
        answer = ask(question)
        assert answer["answer"] == {"legal": legal}, turns
        assert [(r["rule"], r["verdict"]) for r in answer["rulings"]] == [
            ("thirty-one.close", "legal" if legal else "illegal")
        ]


def test_an_impossible_round_is_no_question() -> None:
    rows: list[Json] = [
        {"turns": [1, None, 1], "seat": 1}, {"turns": [1, None, 1], "seat": 0, "closed_by": 1},
        {"turns": [1, 1], "seat": 2}, {"turns": [1, 1], "seat": -1},
        {"turns": [1, 1], "seat": 0, "closed_by": 2}, {"turns": [1, 1], "seat": 0, "starter": 1},
        {"turns": [1, -1], "seat": 0}, {"turns": [1, 1.5], "seat": 0}, {"turns": [1], "seat": 0},
        {"turns": [], "seat": 0}, {"turns": [1] * 10, "seat": 0},
        {"turns": [1] * 17, "seat": 0, "options": {"deck": 52}},
        {"turns": [1, 1, 1], "seat": 0, "players": 4}, {"turns": 3, "seat": 0}, {"seat": 0},
        {"turns": [1, 1]},
    ]  # fmt: skip
    for kind, question in product(("close", "turn"), rows):
        assert is_refused(ask, {"game": "thirty-one", "question": kind} | question)


def test_a_question_is_about_as_many_players_as_the_pack_serves() -> None:
    rows: list[tuple[int, int]] = [(32, 9), (36, 11), (52, 16)]
    for deck, most in rows:
        question = {"game": "thirty-one", "question": "hand", "cards": ["AS", "KS", "QS"]}
        for seats in (2, most):
            ask(question | {"players": seats, "options": {"deck": deck}})
        for seats in (1, most + 1):
            assert is_refused(ask, question | {"players": seats, "options": {"deck": deck}})


SWAPS = ["swap-one", "swap-all"]


def test_what_a_player_may_do() -> None:
    rows: list[tuple[list[int | None], Json, list[str]]] = [
        # Everyone has had a turn, or not.
        ([0, 0, 0], {}, [*SWAPS, "pass"]), ([1, 1, 0], {}, [*SWAPS, "pass"]),
        ([1, 1, 1], {}, [*SWAPS, "pass", "close"]),
        ([2, 1, 1], {"seat": 1}, [*SWAPS, "pass", "close"]),
        ([1, None, 1], {}, [*SWAPS, "pass", "close"]), ([1, None, 0], {}, [*SWAPS, "pass"]),
        # Without passing.
        ([0, 0, 0], {"options": {"passing": False}}, SWAPS),
        ([1, 1, 1], {"options": {"passing": False}}, [*SWAPS, "close"]),
        ([1, 1, 1], {"options": {"passing": True}}, [*SWAPS, "pass", "close"]),
        # The starting player's first decision.
        ([0, 0, 0], {"starter": True}, ["keep", "lay-down"]),
        ([0, 0, 0], {"starter": True, "options": {"passing": False}}, ["keep", "lay-down"]),
        ([0, None, 0], {"starter": True, "seat": 2}, ["keep", "lay-down"]),
        ([1, 0, 0], {"starter": True}, [*SWAPS, "pass"]),
        ([1, 1, 1], {"starter": True}, [*SWAPS, "pass", "close"]),
        ([0, 0, 0], {"starter": False}, [*SWAPS, "pass"]),
        # After someone has closed.
        ([1, 1, 2], {"closed_by": 2}, [*SWAPS, "pass"]),
        ([1, 1, 2], {"closed_by": 2, "options": {"passing": False}}, SWAPS),
        ([2, 1, 1], {"closed_by": 0}, []),
        ([2, 1, 1], {"closed_by": None}, [*SWAPS, "pass", "close"]),
    ]  # fmt: skip
    for turns, fields, may in rows:
        question = {"game": "thirty-one", "question": "turn", "turns": turns, "seat": 0}
        reply = ask(question | fields)
        assert reply["answer"] == {"may": may}, turns
        legal = {r["rule"] for r in reply["rulings"] if r["verdict"] == "legal"}
        cited = {
            "thirty-one.starter": "keep" in may,
            "thirty-one.turn": "swap-one" in may,
            "thirty-one.close": "close" in may,
        }
        assert legal == {rule for rule, is_cited in cited.items() if is_cited}
        close = {"game": "thirty-one", "question": "close", "turns": turns, "seat": 0}
        if "keep" not in may and fields.get("closed_by") != 0:
            fields = {name: value for name, value in fields.items() if name != "starter"}
            assert ask(close | fields)["answer"]["legal"] == ("close" in may)
