"""Arranging a D hand, reading and moving groups, and the hands shown in the rulebook."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from referee.core.cards import Card
from referee.core.registry import GAMES
from referee.games.card_triathlon.flushes.groups import (
    FlushRules,
    draw_group,
    explain_group,
    read_group,
    right_rank,
    stretches,
)
from referee.games.card_triathlon.flushes.solver import arrange
from referee.games.card_triathlon.hand_page import (
    EditedHand,
    HandLayout,
    Spot,
    apply_tap,
    lay_out,
    move_card,
    read_hand,
    swap_cards,
)
from referee.games.card_triathlon.leg import full_pack
from referee.games.card_triathlon.pages import KIND, CardRow, Example, read_example
from tests.faults.conftest import amount
from tests.games.card_triathlon import d_hands as hands
from tests.games.card_triathlon import oracle_arrange as oracle
from tests.games.card_triathlon import solver_arrange as solver
from tests.games.card_triathlon.legs import cards
from tests.games.records import Json
from tests.games.whole_games import SEEDS

DEFAULT = FlushRules()
NO_JOKERS = FlushRules(jokers=False)
DIFFERENT = FlushRules(flush_duplicates=False)
IN_FIVES = FlushRules(half="five")


def written(several: Sequence[Card]) -> str:
    return " ".join(map(str, several))


def rules_of(options: oracle.Options) -> FlushRules:
    return FlushRules(options.jokers, options.duplicates, options.half)


def test_of_equal_scores_fewest_idle_cards_then_fewest_groups() -> None:
    rows: list[tuple[str, list[str], str]] = [
        ("5S 6H 7H 8H 9H 10H", ["6H 7H 8H 9H 10H"], "5S"),
        ("AH 2H 3H 4H 5H 6H", ["2H 3H 4H 5H 6H"], "AH"),
        ("2H 3H 4H 5H 6H 7H 8H 9H 10H JH", ["2H 3H 4H 5H 6H 7H 8H 9H 10H JH"], ""),
        ("6H 7H 8H 9H JH", ["7H 8H 9H 6H JH"], ""),
        ("10S RJ 6H BJ 7H 8H", ["JK JK 6H 7H 8H"], "10S"),
        ("9C 8C 7C 6C 5C 5H 6H 7H 8H 9H", ["5H 6H 7H 8H 9H", "5C 6C 7C 8C 9C"], ""),
    ]
    for hand, groups, unused in rows:
        found = arrange(cards(hand), DEFAULT)
        assert [written(group.cards) for group in found.groups] == groups, hand
        assert written(found.unused) == unused


def test_a_hand_of_more_than_thirteen_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="13"):
        arrange(cards(["2H"] * 14), DEFAULT)


def test_an_illegal_group_names_the_rule_and_the_card_and_is_drawn_so() -> None:
    rows: list[tuple[str, FlushRules, str, int]] = [
        ("", DEFAULT, "straight-flush", 0), ("6H 7H 8H 9H", DEFAULT, "straight-flush", 4),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", DEFAULT, "straight-flush", 13),
        ("6H 7H 8H JK 10H", NO_JOKERS, "joker", 3), ("6H 7H 8H 9H 2C", DEFAULT, "substitutes", 4),
        ("6H 7H 8H 2C 10H", DEFAULT, "substitutes", 3), ("2H 6H 7H 8H 9C", DEFAULT, "fives", 0),
        ("6H 7H 8H 9H 10H 2H QS", DEFAULT, "fives", 6), ("6H 7H 8H 9H 6H", DIFFERENT, "fives", 0),
        ("6H 7H 8S 9D 10C", DEFAULT, "half", 4), ("6H 7H JK JK JK", DEFAULT, "half", 4),
        ("6H 7H 8H 9S 10C JD QS", DEFAULT, "half", 6),
        ("2H 3H 4S 5S 6S 7H 8H", IN_FIVES, "half", 0), ("QH KH AH 2H 3H", DEFAULT, "ace", 3),
        ("10C JC QC KC AC JK", DEFAULT, "ace", 5),
    ]  # fmt: skip
    for laid, rules, rule, index in rows:
        group, breach, _ = read_group(cards(laid), rules)
        assert group is None, laid
        assert breach is not None
        assert (breach.rule, breach.index) == (f"card-triathlon.d.{rule}", index)
        assert breach.text
        drawn = draw_group(cards(laid), rules)
        assert (drawn.breach, drawn.score, drawn.reason) == (breach, 0, None)
        assert [at for at, place in enumerate(drawn.places) if place.is_blamed] == (
            [index] if index < len(drawn.places) else []
        )
        assert [place.card for place in drawn.places] == list(cards(laid))


@pytest.mark.parametrize("options", oracle.ALL_OPTIONS, ids=str)
def test_groups_are_read_as_the_oracle_reads_them(options: oracle.Options) -> None:
    random = Random(str(options))
    legal = 0
    for _ in range(amount(120, 500)):
        suit, others = random.choice("SHDC"), random.choice(("SHDC", "SH", "D"))
        first, end = random.choice(list(oracle.runs()))
        laid = hands.nearly_right(random, suit, oracle.ORDER[first:end], others)
        group = read_group(cards(laid), rules_of(options)).group
        read = (group.score, group.suit, right_rank(group.low)) if group else (0, "", "")
        assert read == oracle.best_reading(laid, options), laid
        legal += group is not None
    assert legal > 30


@pytest.mark.parametrize("options", oracle.ALL_OPTIONS, ids=str)
def test_hands_score_what_an_integer_programme_proves(options: oracle.Options) -> None:
    for kind, draw in hands.KINDS.items():
        random = Random(f"{kind} {options}")
        for size in amount((13, 10, 6), (13, 13, 12, 10, 8, 6, 5)):
            hand = draw(random, random.choice((2, 2, 3, 4)))[:size]
            found = arrange(cards(hand), rules_of(options))
            idle = sum(len(group.non_scoring) for group in found.groups)
            worth = oracle.Worth(found.score, idle, len(found.groups))
            assert worth == solver.best_of(hand, options), hand


@given(SEEDS)
def test_the_answer_is_legal_uses_each_card_once_and_knows_no_order(seed: int) -> None:
    random = Random(seed)
    hand = random.choice(list(hands.KINDS.values()))(random, random.choice((2, 3, 4)))
    rules = rules_of(random.choice(oracle.ALL_OPTIONS))
    found = arrange(cards(hand), rules)
    random.shuffle(hand)
    assert arrange(cards(hand), rules) == found
    laid = [card for group in found.groups for card in group.cards]
    assert Counter(laid) + Counter(found.unused) == Counter(cards(hand))
    for group in found.groups:
        assert group.breach(rules) is None
        read = read_group(group.cards, rules).group
        assert read is not None
        assert read.score == group.score
        assert set(group.scoring) | set(group.non_scoring) == set(group.cards)
        parts = stretches(group, rules)
        covered = {index for _, start, end in parts for index in range(start, end)}
        assert covered == set(range(len(group.cards)))
        for kind, start, end in parts:
            assert ("flush" if kind == "straight" else "straight") not in group.roles[start:end]
            assert end - start >= 5
        assert explain_group(group, rules).text.endswith(".")


LEGAL: list[tuple[str, str, int, str, list[tuple[int, int, str]], str]] = [
    # Cards, what they are read as, so that they score most, the score, the cards that don't count
    # towards it, the parts of the group, and the rules that explain it.
    ("10H JH QH KH AH", "Hearts 10 to ace", 60, "", [(0, 5, "straight")], "straight-flush"),
    ("AH 2H 3H 4H 5H", "Hearts ace to 5", 20, "AH", [(0, 5, "straight")], "straight-flush ace"),
    ("6H 7H 8H 2H 10H", "Hearts 6 to 10", 30, "2H", [(0, 5, "flush")], "fives substitutes half"),
    ("6H 7H 8H 9S 10H", "Hearts 6 to 10", 30, "9S", [(0, 5, "straight")], "fives substitutes half"),
    ("4C 5S 6H 7H 8H 2H 10H", "Hearts 4 to 10", 30, "4C 5S 2H",
     [(0, 5, "straight"), (2, 7, "flush")], "fives substitutes half"),
    ("2H 2H 4H 5H 6H 7H 8S 9S 10H JH", "Hearts 2 to jack", 45, "2H 8S 9S",
     [(0, 6, "flush"), (2, 10, "straight")], "fives substitutes half"),
    ("2H 3S 4H 5S 6H 7S", "Spades 2 to 7", 15, "2H 4H 6H", [(0, 6, "straight")],
     "fives substitutes half"),
    ("6H 7H 8H JK JK", "Hearts 6 to 10", 80, "", [(0, 5, "straight")], "joker half"),
    ("JK 2H 3H 4H JK", "Hearts ace to 5", 75, "", [(0, 5, "straight")], "joker half"),
    ("6C 7C JK 9S 10C", "Clubs 6 to 10", 50, "9S", [(0, 5, "straight")],
     "fives substitutes joker half"),
]  # fmt: skip


def test_a_legal_group_says_why() -> None:
    for laid, title, score, idle, parts, rules in LEGAL:
        group, breach, _ = read_group(cards(laid), DEFAULT)
        assert group is not None, laid
        assert (breach, group.score, written(group.non_scoring)) == (None, score, idle)
        drawn = draw_group(cards(laid), DEFAULT)
        assert drawn.title == title
        assert drawn.score == sum(place.points for place in drawn.places) == score
        assert drawn.reason is not None
        assert drawn.reason.rules == tuple(f"card-triathlon.d.{rule}" for rule in rules.split())
        assert [(start, end, kind) for kind, start, end in stretches(group, DEFAULT)] == parts


# The hands shown in the rulebook ------------------------------------------------------------------


BOOK = GAMES["card-triathlon"].rulebook
BLOCK = re.compile(rf"^```{KIND}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "d_jokers": ("false", {"jokers": False}),
    "d_flush_duplicates": ("false", {"flush_duplicates": False}),
    "d_half": ("five", {"half": "five"}),
}
"""For each option, the value that isn't the default, and how it changes the rules."""
DRAWN = [read_example(block) for law in BOOK.laws for block in BLOCK.findall(law.text)]


def hand_of(example: Example) -> CardRow:
    laid = example.groups or example.wrong[:1]
    return (*(card for group in laid for card in group), *example.over)


def test_a_drawn_hand_scores_what_is_written_under_it() -> None:
    rows: list[str | None] = [None, *OPTIONS]
    for option in rows:
        value, changes = OPTIONS[option] if option else ("", {})
        rules = replace(FlushRules(), **changes)
        for each in DRAWN:
            variants = {(option, value): score for option, value, score in each.variants}
            assert arrange(hand_of(each), rules).score == variants.get(
                (option or "", value), each.score
            )


def test_a_drawing_is_a_best_layout_and_what_it_calls_wrong_is_not_legal() -> None:
    for each in DRAWN:
        assert not Counter(card for row in each.groups for card in row) - Counter(hand_of(each))
        groups = [read_group(row, FlushRules()).group for row in each.groups]
        assert all(groups)
        assert sum(group.score for group in groups if group) == each.score
        assert not any(read_group(wrong, FlushRules()).group for wrong in each.wrong)
        for option, value, score in each.variants:
            assert score != each.score
            assert OPTIONS[option][0] == value


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


def layout(groups: str, unused: str = "") -> HandLayout:
    return HandLayout(
        tuple(cards(group) for group in groups.split("|") if group.strip()), cards(unused)
    )


def rows_of(found: HandLayout) -> tuple[list[str], str]:
    return [" ".join(map(str, group)) for group in found.groups], " ".join(map(str, found.unused))


def test_what_is_laid_out_leaves_the_rest_unused() -> None:
    found = lay_out(cards("KC 6H 7H 8H 6H AS JK"), [cards("6H 7H 8H"), cards("6H 6H")])
    assert rows_of(found) == (["6H 7H 8H", "6H"], "AS KC JK")
    assert rows_of(lay_out(cards("6H 7H"), [cards("KS"), ()])) == ([], "7H 6H")


def test_a_card_is_moved() -> None:
    rows: list[tuple[str, str, Spot, int | None, list[str], str]] = [
        # To the unused cards; a group disappears with its last card.
        ("6H 7H | 2S", "KC", Spot(0, 0), None, ["7H", "2S"], "6H KC"),
        ("6H 7H | 2S", "KC", Spot(1, 0), None, ["6H 7H"], "2S KC"),
        ("6H 7H | 2S", "KC", Spot(None, 0), None, ["6H 7H", "2S"], "KC"),
        # To a new group.
        ("6H 7H | 2S", "KC", Spot(None, 0), 2, ["6H 7H", "2S", "KC"], ""),
        ("6H 7H | 2S", "KC", Spot(0, 1), 2, ["6H", "2S", "7H"], "KC"),
        # To a group, where it fits best.
        ("6H 7H 8H 9H", "10H", Spot(None, 0), 0, ["6H 7H 8H 9H 10H"], ""),
        ("6H 7H 8H 9H", "5H", Spot(None, 0), 0, ["5H 6H 7H 8H 9H"], ""),
        ("6H 7H 9H 10H", "8S", Spot(None, 0), 0, ["6H 7H 8S 9H 10H"], ""),
        ("7H 8H 9H JH", "6H", Spot(None, 0), 0, ["7H 8H 9H 6H JH"], ""),
        ("6H 7H 8H 9H | 10H", "", Spot(1, 0), 0, ["6H 7H 8H 9H 10H"], ""),
        ("7H 6H 8H 9H 10H", "", Spot(0, 0), 0, ["6H 7H 8H 9H 10H"], ""),
        ("2S | 6H 7H 8H", "9H", Spot(None, 0), 1, ["2S", "6H 7H 8H 9H"], ""),
    ]
    for groups, unused, spot, into, expected, left in rows:
        found = move_card(layout(groups, unused), spot, into, DEFAULT)
        assert rows_of(found) == (expected, left), groups


SHOWN = "6H 7H 8H 9H 10S KC KD JS AC 2C 2D 3D 3C"
"""A hand whose best layout is its first five cards; then come, unused, J♠ (u.0) and K♦ (u.1)."""
TAPS: list[tuple[Json, Json, Json, str]] = [
    # What is shown (else the best layout of SHOWN), a tap, what is shown then, and who refuses it.
    ({}, {"tap": "0.4"}, {"picked": "0.4"}, ""), ({"picked": "0.4"}, {"tap": "0.4"}, {}, ""),
    ({"picked": "0.4"}, {"tap": "leave"}, {}, ""),
    ({"picked": "u.1"}, {"tap": "0.4"}, {"groups": "6H 7H 8H 9H KD"}, ""),
    ({"picked": "0.4"}, {"tap": "u.1"}, {"groups": "6H 7H 8H 9H KD"}, ""),
    ({"picked": "0.0"}, {"tap": "0.1"}, {"groups": "7H 6H 8H 9H 10S"}, ""),
    ({"picked": "0.0", "groups": "6H 7H | 2C 2D"}, {"tap": "1.1"}, {"groups": "2D 7H | 2C 6H"}, ""),
    ({"picked": "0.4"}, {"tap": "u"}, {"groups": "6H 7H 8H 9H"}, ""),
    ({"picked": "u.1"}, {"tap": "n"}, {"groups": "6H 7H 8H 9H 10S | KD"}, ""),
    ({"picked": "u.0"}, {"tap": "0"}, {"groups": "6H 7H 8H 9H 10S JS"}, ""),
    ({"groups": "6H 7H 8H 9H KD"}, {"tap": "best"}, {}, ""),
    *(({}, {"tap": text}, {}, "d.straight-flush") for text in ("u", "n", "0")),
    *(({"picked": "0.0"}, {"tap": text}, {"picked": "0.0"}, "")
      for text in ("0.9", "u.99", "9.0", "x", "<b>", "9", "0.0.0", "٣.٣")),
    # Cards come and go; a layout of one's own goes along.
    ({"cards": "6H"}, {"add": "6H"}, {"cards": "6H 6H"}, ""),
    ({"cards": "6H 6H"}, {"add": "6H"}, {"cards": "6H 6H"}, "pack"),
    ({}, {"add": "AS"}, {}, "d.start"), ({"cards": ""}, {"add": "<b>"}, {"cards": ""}, "pack"),
    ({"cards": "AS KS QS"}, {"take": "1"}, {"cards": "AS QS"}, ""),
    ({"cards": "AS QS"}, {"take": "last"}, {"cards": "AS"}, ""),
    *(({"cards": "AS"}, {"take": text}, {"cards": "AS"}, "") for text in ("1", "-1", "x")),
    ({"cards": ""}, {"take": "last"}, {"cards": ""}, ""),
    ({"cards": "5D 6H 7H 8H 9H", "groups": "5D 6H 7H 8H 9H"}, {"add": "KS"},
     {"cards": "5D 6H 7H 8H 9H KS", "groups": "5D 6H 7H 8H 9H"}, ""),
    ({"cards": "5D 6H 7H 8H 9H", "groups": "5D 6H 7H 8H 9H"}, {"take": "1"},
     {"cards": "5D 7H 8H 9H", "groups": "5D 7H 8H 9H"}, ""),
    # Without a tap, what is typed is read.
    ({"cards": " 6h,7♥ TH rj "}, {}, {"cards": "6H 7H 10H JK"}, ""),
    ({"groups": "6H 7H 8H 9H 2D | kd <b> ks"}, {}, {"groups": "6H 7H 8H 9H 2D | KD"}, ""),
    ({"groups": "|"}, {}, {"groups": "|"}, ""), ({"cards": "<b> AS"}, {}, {"cards": "AS"}, "pack"),
    ({"cards": f"{SHOWN} AS"}, {}, {"cards": f"{SHOWN} AS"}, "d.start"),
]  # fmt: skip


def test_what_a_tap_does() -> None:
    for state, tap, shown, rule in TAPS:
        typed = {"cards": SHOWN} | state | tap
        hand = apply_tap(read_hand(EditedHand("Ann", full_pack(4), DEFAULT), typed), typed)
        assert hand.query == {"cards": SHOWN} | shown, (state, tap)
        wrong = [*hand.faults, *([hand.refusal] if hand.refusal else [])]
        assert [each.rule for each in wrong] == [f"card-triathlon.{rule}"] * bool(rule)


@settings(max_examples=amount(12, 40))
@given(SEEDS)
def test_no_move_loses_or_makes_a_card(seed: int) -> None:
    random = Random(seed)
    hand = cards(random.choice(list(hands.KINDS.values()))(random, 2))
    best = arrange(hand, DEFAULT)
    found = HandLayout(tuple(group.cards for group in best.groups), best.unused)
    for _ in range(12):
        spots = [Spot(g, i) for g, group in enumerate(found.groups) for i in range(len(group))]
        spots += [Spot(None, index) for index in range(len(found.unused))]
        spot = random.choice(spots)
        if random.random() < 0.25:
            found = swap_cards(found, spot, random.choice(spots))
        else:
            into = random.choice([None, *range(len(found.groups) + 1)])
            found = move_card(found, spot, into, DEFAULT)
        laid = [card for group in found.groups for card in group]
        assert Counter([*laid, *found.unused]) == Counter(hand)
        assert all(found.groups)
        legal = [read_group(group, DEFAULT).group for group in found.groups]
        assert sum(group.score for group in legal if group) <= best.score
