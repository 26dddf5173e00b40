"""The arrangement of a D hand and the reading of a group, by example and at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.cards import Card
from referee.games.card_triathlon.flushes.group import FlushRules, is_legal, read_group
from referee.games.card_triathlon.flushes.solver.search import Arrangement, arrange
from tests.games.card_triathlon import d_hands as hands
from tests.games.card_triathlon import oracle_arrange as oracle
from tests.games.card_triathlon import solver_arrange as solver
from tests.games.card_triathlon.legs import cards

DEFAULT = FlushRules()
NO_JOKERS = FlushRules(jokers=False)
DIFFERENT = FlushRules(flush_duplicates=False)
IN_FIVES = FlushRules(half="five")
SEEDS = st.integers(0, 10**9)


def written(several: Sequence[Card]) -> str:
    return " ".join(map(str, several))


def rules_of(options: oracle.Options) -> FlushRules:
    return FlushRules(options.jokers, options.duplicates, options.half)


def worth(found: Arrangement) -> oracle.Worth:
    idle = sum(len(group.non_scoring) for group in found.groups)
    return oracle.Worth(found.score, idle, len(found.groups))


# The examples of the rules ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "default", "no_jokers", "different", "in_fives"),
    [
        ("6H 7H 8H 9H", 0, 0, 0, 0),
        ("2H 6H 7H 8H 9C", 0, 0, 0, 0),
        ("4C 5S 6H 7H 8H 2H 10H", 30, 30, 30, 30),
        ("AH 2H 3H 4H 5H", 20, 20, 20, 20),
        ("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", 110, 110, 110, 110),
        ("6H 7H 8H JK JK", 80, 0, 80, 80),
        ("QH KH AH 2H 3H", 40, 40, 40, 40),
        ("10H JH QH KH AH", 60, 60, 60, 60),
        ("6H 7H JK JK JK", 0, 0, 0, 0),
        ("6H 7H 8H 9H JK JK", 90, 0, 90, 90),
        ("6H 7H 8H 9H 10S JK", 60, 30, 60, 60),
        ("2H 3H 4S 5S 6S 7H 8H", 25, 25, 25, 15),
        ("2H 3H 4S 5D 6C 7H 8H", 25, 25, 25, 0),
        ("6H 7H 8H 8H 2H", 20, 20, 0, 20),
        ("5H 6H 7H 8H 9H 5C 6C 7C 8C 9C", 70, 70, 70, 70),
        ("5H 6H 7H 8H 9H 5H 6H 7H 8H 9H 2C 2D 2S", 70, 70, 70, 70),
        ("", 0, 0, 0, 0),
    ],
)  # fmt: skip
def test_a_hand_scores_its_best_arrangement(
    hand: str, default: int, no_jokers: int, different: int, in_fives: int
) -> None:
    expected = {DEFAULT: default, NO_JOKERS: no_jokers, DIFFERENT: different, IN_FIVES: in_fives}
    assert {rules: arrange(cards(hand), rules).score for rules in expected} == expected


@pytest.mark.parametrize(
    ("hand", "groups", "unused"),
    [
        ("5S 6H 7H 8H 9H 10H", ["6H 7H 8H 9H 10H"], "5S"),
        ("AH 2H 3H 4H 5H 6H", ["2H 3H 4H 5H 6H"], "AH"),
        ("2H 3H 4H 5H 6H 7H 8H 9H 10H JH", ["2H 3H 4H 5H 6H 7H 8H 9H 10H JH"], ""),
        ("6H 7H 8H 9H JH", ["7H 8H 9H 6H JH"], ""),
        ("10S RJ 6H BJ 7H 8H", ["JK JK 6H 7H 8H"], "10S"),
        ("9C 8C 7C 6C 5C 5H 6H 7H 8H 9H", ["5H 6H 7H 8H 9H", "5C 6C 7C 8C 9C"], ""),
    ],
)
def test_of_equal_scores_fewest_idle_cards_then_fewest_groups(
    hand: str, groups: list[str], unused: str
) -> None:
    found = arrange(cards(hand), DEFAULT)
    assert [written(group.cards) for group in found.groups] == groups
    assert written(found.unused) == unused


def test_a_hand_of_more_than_thirteen_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="13"):
        arrange(cards(["2H"] * 14), DEFAULT)


@pytest.mark.parametrize(
    ("laid", "suit", "first", "last", "score", "scoring", "non_scoring"),
    [
        ("AH 2H 3H 4H 5H", "H", "A", "5", 20, "2H 3H 4H 5H", "AH"),
        ("10H JH QH KH AH", "H", "10", "A", 60, "10H JH QH KH AH", ""),
        ("4C 5S 6H 7H 8H 2H 10H", "H", "4", "10", 30, "6H 7H 8H 10H", "4C 5S 2H"),
        ("6H 7H 8H JK JK", "H", "6", "10", 80, "6H 7H 8H JK JK", ""),
        ("JK 2H 3H 4H JK", "H", "A", "5", 75, "JK 2H 3H 4H JK", ""),
        ("6H 7H 8H 9S 10S JS", "S", "6", "J", 30, "9S 10S JS", "6H 7H 8H"),
        ("2H 3S 4H 5S 6H 7S", "S", "2", "7", 15, "3S 5S 7S", "2H 4H 6H"),
        ("2C 3D 4C 5D 6C 7D", "D", "2", "7", 15, "3D 5D 7D", "2C 4C 6C"),
        ("3H 4H 5H 5H 6H 7H", "H", "2", "7", 15, "5H 6H 7H", "3H 4H 5H"),
    ],
)
def test_a_group_is_read_so_that_it_scores_most(
    laid: str, suit: str, first: str, last: str, score: int, scoring: str, non_scoring: str
) -> None:
    reading = read_group(cards(laid), DEFAULT)
    group = reading.group
    assert group is not None
    assert reading.breach is None
    assert (group.suit, group.first, group.last, group.score) == (suit, first, last, score)
    assert (written(group.scoring), written(group.non_scoring)) == (scoring, non_scoring)


@pytest.mark.parametrize(
    ("laid", "rules", "rule", "place"),
    [
        ("", DEFAULT, "straight-flush", 0),
        ("6H 7H 8H 9H", DEFAULT, "straight-flush", 4),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", DEFAULT, "straight-flush", 13),
        ("6H 7H 8H JK 10H", NO_JOKERS, "joker", 3),
        ("6H 7H 8H 9H 2C", DEFAULT, "substitutes", 4),
        ("2H 6H 7H 8H 9C", DEFAULT, "fives", 0),
        ("6H 7H 8H 9H 10H 2H QS", DEFAULT, "fives", 6),
        ("6H 7H 8H 9H 6H", DIFFERENT, "fives", 0),
        ("6H 7H 8S 9D 10C", DEFAULT, "half", 4),
        ("6H 7H 8H 9S 10C JD QS", DEFAULT, "half", 6),
        ("2H 3H 4S 5S 6S 7H 8H", IN_FIVES, "half", 0),
        ("QH KH AH 2H 3H", DEFAULT, "ace", 3),
        ("10C JC QC KC AC JK", DEFAULT, "ace", 5),
    ],
)
def test_an_illegal_group_names_the_rule_and_the_place(
    laid: str, rules: FlushRules, rule: str, place: int
) -> None:
    reading = read_group(cards(laid), rules)
    assert reading.group is None
    assert not is_legal(cards(laid), rules)
    assert reading.breach is not None
    assert (reading.breach.rule, reading.breach.place) == (f"card-triathlon.d.{rule}", place)
    assert reading.text == reading.breach.text != ""


# Against another reading of the rules -------------------------------------------------------------


def laid_at_random(random: Random) -> list[str]:
    """Cards in order that may well be a group, of one suit mostly."""
    suit, others = random.choice("SHDC"), random.choice(("SHDC", "SH", "D"))
    first, end = random.choice(list(oracle.runs()))
    return hands.nearly_right(random, suit, oracle.ORDER[first:end], others)


@pytest.mark.parametrize("options", oracle.ALL_OPTIONS, ids=str)
def test_groups_are_read_as_the_oracle_reads_them(options: oracle.Options) -> None:
    random = Random(str(options))
    legal = 0
    for _ in range(500):
        laid = laid_at_random(random)
        group = read_group(cards(laid), rules_of(options)).group
        read = (group.score, group.suit, group.first) if group else (0, "", "")
        assert read == oracle.best_reading(laid, options), laid
        legal += group is not None
    assert legal > 50


@pytest.mark.parametrize("options", oracle.ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("kind", hands.KINDS)
def test_hands_score_what_an_integer_programme_proves(kind: str, options: oracle.Options) -> None:
    random = Random(f"{kind} {options}")
    for size in (13, 13, 13, 12, 10, 9, 8, 7, 6, 5):
        hand = hands.KINDS[kind](random, random.choice((2, 2, 3, 4)))[:size]
        assert worth(arrange(cards(hand), rules_of(options))) == solver.best_of(hand, options), hand


# What holds for every hand ------------------------------------------------------------------------


def any_hand(random: Random) -> tuple[list[str], oracle.Options]:
    """A hand of any kind, and any options."""
    kind = random.choice(list(hands.KINDS.values()))
    return kind(random, random.choice((2, 3, 4))), random.choice(oracle.ALL_OPTIONS)


@given(SEEDS)
def test_the_answer_is_the_same_for_every_order_of_the_hand(seed: int) -> None:
    random = Random(seed)
    hand, options = any_hand(random)
    found = arrange(cards(hand), rules_of(options))
    for _ in range(3):
        random.shuffle(hand)
        assert arrange(cards(hand), rules_of(options)) == found


@given(SEEDS)
def test_the_answer_is_legal_and_uses_each_card_once(seed: int) -> None:
    hand, options = any_hand(Random(seed))
    found = arrange(cards(hand), rules_of(options))
    laid = [card for group in found.groups for card in group.cards]
    assert Counter(laid) + Counter(found.unused) == Counter(cards(hand))
    for group in found.groups:
        assert group.breach(rules_of(options)) is None
        read = read_group(group.cards, rules_of(options)).group
        assert read is not None
        assert read.score == group.score
        assert set(group.scoring) | set(group.non_scoring) == set(group.cards)
