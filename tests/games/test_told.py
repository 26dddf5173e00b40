"""What rulebooks tell beyond what the program checks, so that nobody looks for it in vain."""

from __future__ import annotations

import re

import pytest

from referee.core.registry import GAMES
from referee.core.sheet import ask, score
from tests.games.card_triathlon.legs import D_FIRST, b_cards, contract, four
from tests.games.card_triathlon.test_card_triathlon_b_cards import HEARTS
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


def test_a_receipt_by_cards_leaves_out_the_tricks_that_are_put_aside() -> None:
    sheet = four(b_cards(HEARTS, contract=contract("6H", 0)), first_dealer=0)
    texts = [[line["text"] for line in why] for why in sheet["rows"][0]["why"]]
    assert texts[2] == ["12 of 13 tricks, what their cards are worth; 1 put aside"]
    assert texts[6] == ["1 overtrick"]


HAND = ["6H", "7H", "8H", "9H", "10H", "2S", "4S", "7S", "9S", "JD", "3D", "5C", "8C"]
LAID = [
    ([HAND[:5], ["2S", "4S", "7S"]], "Ann, group 2: "),
    ([["2S", "4S", "7S"], HAND[:5]], "Ann, group 1: "),
    ([["6H", "7H", "8H", "9H", "JH"]], "Ann laid out J♥, which the hand does not hold."),
]


@pytest.mark.parametrize(("layout", "told"), LAID)
def test_a_layout_that_is_wrong_names_its_group_or_card(layout: list[list[str]], told: str) -> None:
    others: list[None] = [None] * 3
    entry = {"kind": "d-leg", "hands": [HAND, *others], "layouts": [layout, *others]}
    messages = [problem["message"] for problem in four(entry, **D_FIRST)["problems"]]
    assert told in " ".join(messages)
