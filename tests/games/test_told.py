"""Tests of the wording of rulebooks, messages and receipts."""

from __future__ import annotations

import re

import pytest

from referee.core.registry import GAMES
from referee.core.rulings import ask
from referee.core.sheet import score
from tests.games.card_triathlon.legs import (
    D_FIRST,
    all_to,
    b_cards,
    b_leg,
    contract,
    d_leg,
    four,
    sheet_of,
)
from tests.games.card_triathlon.test_b_legs import HEARTS
from tests.games.records import Json, deal, figures, thirty_one, triathlon

TOLD = [
    ("card-triathlon.crosscheck", "leave out Unscored, .* nobody counted it"),
    ("card-triathlon.crosscheck",
     "more can be checked, .* cards put aside .* with Jokers, the two"),
    ("card-triathlon.b.follow", "silent on penalties: .* revoke, .* lead out of turn .* too low"),
    ("card-triathlon.sequence", "the order of the legs: any row of the letters B, C and D"),
    ("card-triathlon.sequence", "nobody is vulnerable, slams bring nothing"),
    ("card-triathlon.sequence", "nothing is written above or below a line"),
    ("card-triathlon.d.extra-hand", "Buck gathers the used cards only"),
    ("card-triathlon.c.start", "after a B leg with Jokers a second pack and the other two"),
    ("card-triathlon.c.start", "Take up the tricks .* also those that were put aside"),
    ("card-triathlon.c.start", "left of the dealer has the first turn"),
    ("card-triathlon.c.start",
     "a red three, .* 2 or a Joker freezes .* black three cannot be taken"),
    ("card-triathlon.c.meld", "only beside the seven of a kind. .* is how Referee reads it"),
    ("card-triathlon.c.out", "completes its seven of a kind later, the leg ends with that turn"),
    ("card-triathlon.b.follow", "as in Contract Bridge. .* the laws of Bridge, .* a house rule"),
    ("card-triathlon.d.range", "230 at most: .* 380 at most"),
    ("thirty-one.blitz", "a 31 does not end the round at once, unless .* closes"),
    ("thirty-one.lowest", "source is silent here"),
    ("tribello.trump", "silent on how often you cut"),
    ("tribello.pickup", "shuffled in with all the other cards"),
]  # fmt: skip


def test_a_rulebook_says_so() -> None:
    for rule, words in TOLD:
        law = GAMES[rule.partition(".")[0]].rulebook.law(rule)
        assert re.search(words, law.text.replace("*", ""), re.DOTALL), rule


def test_a_value_that_no_hand_has_is_refused() -> None:
    (problem,) = score(thirty_one(3, figures(21, 3, 20)))["problems"]
    assert problem["message"] == "Ben: 3 is not a possible hand value under your rules."


def test_jokers_without_their_option_are_not_wild() -> None:
    cards = ["2S", "3S", "4S", "JK", "6S"]
    asked = {"game": "card-triathlon", "question": "layout", "cards": cards}
    rulings = ask(asked | {"options": {"d_jokers": False}})["rulings"]
    assert "Jokers are not wild at your table." in [ruling["text"] for ruling in rulings]


def test_a_receipt_by_cards_leaves_out_the_tricks_that_are_put_aside() -> None:
    sheet = four(b_cards(HEARTS, contract=contract("6H", 0)), first_dealer=0)
    texts = [[line["text"] for line in why] for why in sheet["rows"][0]["why"]]
    assert texts[2] == ["the cards from 12 of 13 tricks; 1 put aside"]
    assert texts[6] == ["1 overtrick"]


HAND = ["6H", "7H", "8H", "9H", "10H", "2S", "4S", "7S", "9S", "JD", "3D", "5C", "8C"]
LAID = [
    ([HAND[:5], ["2S", "4S", "7S"]], "Ann, group 2: "),
    ([["2S", "4S", "7S"], HAND[:5]], "Ann, group 1: "),
    ([["6H", "7H", "8H", "9H", "JH"]], "Ann laid out J♥, which isn’t in the hand."),
]


@pytest.mark.parametrize(("layout", "told"), LAID)
def test_a_layout_that_is_wrong_names_its_group_or_card(layout: list[list[str]], told: str) -> None:
    others: list[None] = [None] * 3
    entry = {"kind": "d-leg", "hands": [HAND, *others], "layouts": [layout, *others]}
    messages = [problem["message"] for problem in four(entry, **D_FIRST)["problems"]]
    assert told in " ".join(messages)


SILENT = "the rules don’t say, so this is Referee’s ruling"
RULED = [
    ("three teams, the declaring one defeated", 6, {"teams": [0, 1, 2, 0, 1, 2]},
     b_leg("7NT", 0, (3, 2, 2, 2, 2, 2), (150, 130, 100, 110, 90, 80), 0), [6, 7, 8]),
    ("two teams", 4, {}, b_leg("7NT", 0, (7, 6, 0, 0), (240, 200, 0, 0), 0), []),
    ("a leg that the clock cuts short", 4, {"format": "clock"},
     b_leg("1NT", 0, (7, 6, 0, 0), (220, 220, 0, 0), 0, partial=True), [4, 5]),
    ("a leg that is played out", 4, {"format": "clock"},
     b_leg("1NT", 0, (7, 6, 0, 0), (220, 220, 0, 0), 0), []),
]  # fmt: skip


@pytest.mark.parametrize(("name", "seats", "options", "entry", "columns"), RULED)
def test_a_receipt_says_where_referee_rules_without_a_source(
    name: str, seats: int, options: Json, entry: Json, columns: list[int]
) -> None:
    why = sheet_of(seats, entry, **options)["rows"][0]["why"]
    told = [column for column, lines in enumerate(why) if SILENT in str(lines)]
    assert told == columns, name


def test_teams_that_are_equal_give_half_without_a_source() -> None:
    before = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]
    why = four(*before, d_leg(260, 260, 0, 0, unscored=480), format="3000")["rows"][3]["why"]
    assert [SILENT in str(why[team]) for team in (4, 5)] == [True, True]


def test_twelve_tricks_are_a_multiple_by_their_number() -> None:
    why = score(triathlon(deal(12, 1, 0, last_trick=0)))["rows"][0]["why"]
    assert "12 tricks, a multiple of three (the rules call that “all”" in str(why[0])
    assert "0 tricks, a multiple of three'" in str(why[2])
