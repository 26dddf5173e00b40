"""A hand laid out by its player: cards moved about, what is drawn, and what is said of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.cards import read_card
from referee.games.card_triathlon.flushes import layout as by_hand
from referee.games.card_triathlon.flushes.drawing import draw
from referee.games.card_triathlon.flushes.explain import heading, reason, stretches
from referee.games.card_triathlon.flushes.group import FlushRules, read_group
from referee.games.card_triathlon.flushes.layout import HandLayout, Spot
from referee.games.card_triathlon.flushes.solver.search import arrange
from tests.games.card_triathlon import d_hands
from tests.games.card_triathlon.legs import cards
from tests.games.card_triathlon.oracle_arrange import ALL_OPTIONS

DEFAULT = FlushRules()
EVERY = [FlushRules(*astuple(options)) for options in ALL_OPTIONS]


def layout(groups: str, unused: str = "") -> HandLayout:
    """A layout written as a page has it: groups apart by a stroke."""
    return HandLayout(
        tuple(cards(group) for group in groups.split("|") if group.strip()), cards(unused)
    )


def written(found: HandLayout) -> tuple[list[str], str]:
    return [" ".join(map(str, group)) for group in found.groups], " ".join(map(str, found.unused))


# What a player does with a card -------------------------------------------------------------------


def test_what_is_laid_out_leaves_the_rest_unused() -> None:
    found = by_hand.laid_out(cards("KC 6H 7H 8H 6H AS JK"), [cards("6H 7H 8H"), cards("6H 6H")])
    assert written(found) == (["6H 7H 8H", "6H"], "AS KC JK")


def test_a_layout_without_groups_uses_nothing() -> None:
    assert written(by_hand.laid_out(cards("6H 7H"), [cards("KS"), ()])) == ([], "7H 6H")


def test_the_best_arrangement_is_a_layout() -> None:
    hand = cards("6H 7H 8H 9H 10S KC")
    assert written(by_hand.as_arranged(arrange(hand, DEFAULT))) == (["6H 7H 8H 9H 10S"], "KC")


@pytest.mark.parametrize(
    ("one", "other", "groups", "unused"),
    [
        (Spot(0, 4), Spot(None, 0), ["6H 7H 8H 9H KC", "2S 3S"], "10S"),
        (Spot(None, 0), Spot(0, 4), ["6H 7H 8H 9H KC", "2S 3S"], "10S"),
        (Spot(0, 0), Spot(0, 1), ["7H 6H 8H 9H 10S", "2S 3S"], "KC"),
        (Spot(0, 0), Spot(1, 1), ["3S 7H 8H 9H 10S", "2S 6H"], "KC"),
        (Spot(0, 2), Spot(0, 2), ["6H 7H 8H 9H 10S", "2S 3S"], "KC"),
    ],
)
def test_two_cards_change_places(one: Spot, other: Spot, groups: list[str], unused: str) -> None:
    found = by_hand.swapped(layout("6H 7H 8H 9H 10S | 2S 3S", "KC"), one, other)
    assert written(found) == (groups, unused)


def test_a_card_is_put_aside_and_the_last_one_takes_its_group_along() -> None:
    start = layout("6H 7H | 2S", "KC")
    assert written(by_hand.put_aside(start, Spot(0, 0))) == (["7H", "2S"], "6H KC")
    assert written(by_hand.put_aside(start, Spot(1, 0))) == (["6H 7H"], "2S KC")
    assert written(by_hand.put_aside(start, Spot(None, 0))) == (["6H 7H", "2S"], "KC")


def test_a_card_begins_a_new_group() -> None:
    start = layout("6H 7H | 2S", "KC")
    assert written(by_hand.begun(start, Spot(None, 0))) == (["6H 7H", "2S", "KC"], "")
    assert written(by_hand.begun(start, Spot(0, 1))) == (["6H", "2S", "7H"], "KC")


@pytest.mark.parametrize(
    ("groups", "unused", "spot", "into", "expected"),
    [
        ("6H 7H 8H 9H", "10H", Spot(None, 0), 0, ["6H 7H 8H 9H 10H"]),
        ("6H 7H 8H 9H", "5H", Spot(None, 0), 0, ["5H 6H 7H 8H 9H"]),
        ("6H 7H 9H 10H", "8S", Spot(None, 0), 0, ["6H 7H 8S 9H 10H"]),
        ("7H 8H 9H JH", "6H", Spot(None, 0), 0, ["7H 8H 9H 6H JH"]),
        ("6H 7H 8H 9H | 10H", "", Spot(1, 0), 0, ["6H 7H 8H 9H 10H"]),
        ("7H 6H 8H 9H 10H", "", Spot(0, 0), 0, ["6H 7H 8H 9H 10H"]),
        ("2S | 6H 7H 8H", "9H", Spot(None, 0), 1, ["2S", "6H 7H 8H 9H"]),
    ],
)
def test_a_card_lies_in_a_group_where_it_does_best(
    groups: str, unused: str, spot: Spot, into: int, expected: list[str]
) -> None:
    found = by_hand.joined(layout(groups, unused), spot, into, DEFAULT)
    assert written(found) == (expected, "")


SEEDS = st.integers(0, 10**9)


@given(seed=SEEDS)
def test_no_move_loses_or_makes_a_card(seed: int) -> None:
    random = Random(seed)
    hand = cards(random.choice(list(d_hands.KINDS.values()))(random, 2))
    best = arrange(hand, DEFAULT)
    found = by_hand.as_arranged(best)
    for _ in range(12):
        spots = [Spot(g, p) for g, group in enumerate(found.groups) for p in range(len(group))]
        spots += [Spot(None, place) for place in range(len(found.unused))]
        spot = random.choice(spots)
        match random.randrange(4):
            case 0:
                found = by_hand.swapped(found, spot, random.choice(spots))
            case 1:
                found = by_hand.put_aside(found, spot)
            case 2:
                found = by_hand.begun(found, spot)
            case _ if found.groups:
                into = random.randrange(len(found.groups))
                found = by_hand.joined(found, spot, into, DEFAULT)
        laid = [card for group in found.groups for card in group]
        assert Counter([*laid, *found.unused]) == Counter(hand)
        assert all(found.groups)
        legal = [reading.group for reading in found.readings(DEFAULT)]
        score = sum(group.score for group in legal if group)
        assert score <= best.score


@pytest.mark.parametrize(
    ("spot", "card"),
    [(Spot(0, 1), "7H"), (Spot(None, 0), "KC"), (Spot(0, 2), None), (Spot(1, 0), None),
     (Spot(None, 1), None), (Spot(0, -1), None)],
)  # fmt: skip
def test_what_lies_in_a_spot(spot: Spot, card: str | None) -> None:
    found = layout("6H 7H", "KC").at(spot)
    assert found == (None if card is None else read_card(card))


# What is said of a group --------------------------------------------------------------------------

D = "card-triathlon.d."


@pytest.mark.parametrize(
    ("laid", "title", "parts", "rules"),
    [
        ("10H JH QH KH AH", "Hearts 10 to ace", [], ["straight-flush"]),
        ("6H 7H 8H 2H 10H", "Hearts 6 to 10", [(0, 5, "flush")],
         ["fives", "substitutes", "half"]),
        ("6H 7H 8H 9S 10H", "Hearts 6 to 10", [(0, 5, "straight")],
         ["fives", "substitutes", "half"]),
        ("4C 5S 6H 7H 8H 2H 10H", "Hearts 4 to 10", [(0, 5, "straight"), (2, 7, "flush")],
         ["fives", "substitutes", "half"]),
        ("2H 2H 4H 5H 6H 7H 8S 9S 10H JH", "Hearts 2 to jack",
         [(0, 6, "flush"), (2, 10, "straight")], ["fives", "substitutes", "half"]),
        ("6H 7H 8H JK JK", "Hearts 6 to 10", [], ["joker", "half"]),
        ("6C 7C JK 9S 10C", "Clubs 6 to 10", [(0, 5, "straight")],
         ["fives", "substitutes", "joker", "half"]),
        ("AD 2D 3D 4D 5D", "Diamonds ace to 5", [], ["straight-flush", "ace"]),
        ("JK 2S 3S 4S 5S", "Spades ace to 5", [], ["joker", "half"]),
    ],
)  # fmt: skip
def test_a_legal_group_says_why(
    laid: str, title: str, parts: list[tuple[int, int, str]], rules: list[str]
) -> None:
    group = read_group(cards(laid), DEFAULT).group
    assert group is not None
    assert heading(group) == title
    assert reason(group, DEFAULT).rules == tuple(D + rule for rule in rules)
    if parts:
        found = [(each.start, each.end, each.kind) for each in stretches(group, DEFAULT)]
        assert found == parts


@given(seed=SEEDS, rules=st.sampled_from(EVERY))
def test_straights_and_flushes_cover_every_legal_group(seed: int, rules: FlushRules) -> None:
    random = Random(seed)
    hand = cards(random.choice(list(d_hands.KINDS.values()))(random, 3))
    for group in arrange(hand, rules).groups:
        parts = stretches(group, rules)
        assert {p for part in parts for p in range(part.start, part.end)} == set(
            range(len(group.cards))
        )
        for part in parts:
            wrong = "flush" if part.kind == "straight" else "straight"
            assert wrong not in group.roles[part.start : part.end]
            assert part.end - part.start >= 5
        assert reason(group, rules).text.endswith(".")


def test_a_group_is_drawn_in_two_rows() -> None:
    drawn = draw(cards("4C 5S 6H 7H 8H 2H 10H"), DEFAULT)
    assert [(place.rank, place.points) for place in drawn.places] == [
        ("4", 0), ("5", 0), ("6", 5), ("7", 5), ("8", 10), ("9", 0), ("10", 10),
    ]  # fmt: skip
    assert (drawn.score, drawn.is_legal, drawn.has_helpers) == (30, True, True)
    assert not draw(cards("5S 6S 7S 8S 9S"), DEFAULT).has_helpers
    assert draw(cards("AS 2S 3S 4S 5S"), DEFAULT).has_helpers  # the ace below scores nothing


@pytest.mark.parametrize(
    ("laid", "rule", "blamed"),
    [
        ("2H 6H 7H 8H 9C", "fives", 0),
        ("6H 7H 8H 2C 10H", "substitutes", 3),
        ("6H 7H JK JK JK", "half", 4),
        ("QH KH AH 2H 3H", "ace", 3),
        ("6H 7H 8H", "straight-flush", None),
    ],
)
def test_what_is_not_legal_is_drawn_with_the_rule_and_the_place(
    laid: str, rule: str, blamed: int | None
) -> None:
    drawn = draw(cards(laid), DEFAULT)
    assert drawn.breach is not None
    assert drawn.breach.rule == D + rule
    assert drawn.score == 0
    assert drawn.reason is None
    places = [at for at, place in enumerate(drawn.places) if place.is_blamed]
    assert places == ([] if blamed is None else [blamed])
    assert [place.card for place in drawn.places] == list(cards(laid))
