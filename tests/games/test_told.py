"""What rulebooks tell beyond what the program checks, so that nobody looks for it in vain."""

from __future__ import annotations

import re

import pytest

from referee.core.registry import GAMES
from referee.core.sheet import ask, score
from tests.games.records import figures, thirty_one

TOLD = [
    ("card-triathlon.crosscheck", "leave out Unscored, .* nobody counted it"),
    ("card-triathlon.crosscheck", "still be checked .* cards put aside .* with Jokers, of the two"),
    ("card-triathlon.b.follow", "silent on penalties: .* revoke, .* lead out of turn .* too low"),
    ("card-triathlon.sequence", "the order of the legs: any row of the letters B, C and D"),
    ("card-triathlon.sequence", "nobody is vulnerable, slams bring nothing"),
    ("card-triathlon.sequence", "nothing is written above or below a line"),
    ("card-triathlon.d.extra-hand", "Buck gathers the used cards only"),
    ("card-triathlon.c.start", "after a B leg with Jokers a second pack and the other two"),
    ("card-triathlon.c.start", "Take up the tricks .* also those that were put aside"),
    ("thirty-one.blitz", "a 31 does not end the round at once, unless .* closes"),
    ("tribello.trump", "silent on how often you cut"),
]


@pytest.mark.parametrize(("rule", "words"), TOLD, ids=[rule for rule, _ in TOLD])
def test_a_rulebook_says_so(rule: str, words: str) -> None:
    law = GAMES[rule.partition(".")[0]].rulebook.law(rule)
    assert re.search(words, law.text.replace("*", ""), re.DOTALL)


def test_a_value_that_no_hand_has_is_said_of_three_cards() -> None:
    (problem,) = score(thirty_one(3, figures(21, 3, 20)))["problems"]
    assert problem["message"] == "Ben: no three cards of your 32 are worth 3 at this table."


def test_jokers_without_their_option_are_not_wild() -> None:
    cards = ["2S", "3S", "4S", "JK", "6S"]
    asked = {"game": "card-triathlon", "question": "layout", "cards": cards}
    rulings = ask(asked | {"options": {"d_jokers": False}})["rulings"]
    assert "Jokers are not wild at your table." in [ruling["text"] for ruling in rulings]
