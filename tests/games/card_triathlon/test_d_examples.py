"""The hands that the rulebook draws score what it says, under every option; and all are drawn."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from referee.core.registry import GAMES
from referee.games.card_triathlon.flushes.groups import FlushRules, read_group
from referee.games.card_triathlon.flushes.solver import arrange
from referee.games.card_triathlon.pages import KIND, read_example
from tests.games.card_triathlon.legs import cards

BOOK = GAMES["card-triathlon"].rulebook
BLOCK = re.compile(rf"^```{KIND}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "d_jokers": ("false", {"jokers": False}),
    "d_flush_duplicates": ("false", {"flush_duplicates": False}),
    "d_half": ("five", {"half": "five"}),
}
"""Of each option the value that it mostly has not, and the rules under it."""
DRAWN = [read_example(block) for law in BOOK.laws for block in BLOCK.findall(law.text)]


def test_a_drawn_hand_scores_what_is_written_under_it() -> None:
    rows: list[str | None] = [None, *OPTIONS]
    for option in rows:
        value, changes = OPTIONS[option] if option else ("", {})
        rules = replace(FlushRules(), **changes)
        for each in DRAWN:
            variants = {(option, value): score for option, value, score in each.variants}
            assert arrange(each.hand, rules).score == variants.get(
                (option or "", value), each.score
            )


def test_a_drawing_is_a_best_layout_and_what_it_calls_wrong_is_not_legal() -> None:
    for each in DRAWN:
        assert not Counter(card for row in each.groups for card in row) - Counter(each.hand)
        groups = [read_group(row, FlushRules()).group for row in each.groups]
        assert all(groups)
        assert sum(group.score for group in groups if group) == each.score
        assert not any(read_group(wrong, FlushRules()).group for wrong in each.wrong)
        for option, value, score in each.variants:
            assert score != each.score
            assert OPTIONS[option][0] == value


WORKED = {
    "2H 6H 7H 8H 9C": 0, "4C 5S 6H 7H 8H 2H 10H": 30, "AH 2H 3H 4H 5H": 20,
    "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH": 110, "6H 7H 8H JK JK": 80, "6H 7H 8H 9H 10S": 30,
    "6H 7H 8H 9H KH": 30, "6H 7H 8H 9H JH": 35, "6H 7H 8H 9H 9H": 30,
}  # fmt: skip
"""The worked examples of the rules, each hand with what it scores."""


def test_every_worked_example_is_drawn() -> None:
    drawn = {" ".join(sorted(map(str, each.hand))): each.score for each in DRAWN}
    for hand, score in WORKED.items():
        assert drawn[" ".join(sorted(hand.split()))] == score, hand
    assert len(DRAWN) >= 18


def test_a_fifth_card_scores_what_the_table_says() -> None:
    text = BOOK.law("card-triathlon.d.substitutes").text
    rows = re.findall(r"^\| (.*\[.+) \| (\d+) \|", text, re.MULTILINE)
    fifths = {card: int(score) for row, score in rows for card in re.findall(r"\[(.+?)\]", row)}
    helpers = "10S 10C 10D 5S 5D 5C 2H 3H 4H 6H 7H 8H 9H QH KH AH"
    assert fifths.keys() == {*helpers.split(), "10H", "5H", "JH", "JK", "9C"}
    for fifth, score in fifths.items():
        hand = cards(f"6H 7H 8H 9H {fifth}")
        is_twice = fifth in ("6H", "7H", "8H", "9H")
        assert arrange(hand, FlushRules()).score == score
        assert arrange(hand, FlushRules(half="five")).score == score
        assert arrange(hand, FlushRules(jokers=False)).score == score * (fifth != "JK")
        assert arrange(hand, FlushRules(flush_duplicates=False)).score == score * (not is_twice)


def test_a_block_that_says_nothing_is_refused() -> None:
    for block in ("6H 7H\n", "not: 6H\nscores: x\n", "6X\nscores: 0\n", "d_half: 3\nscores: 1\n"):
        with pytest.raises(ValueError, match=r".+"):
            read_example(block)
