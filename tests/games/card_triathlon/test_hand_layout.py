"""Tests of a player's own layout: swapping and moving cards."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from referee.core.cards import read_card
from referee.games.card_triathlon.flushes.groups import FlushRules, read_group
from referee.games.card_triathlon.flushes.hand_page import (
    HandLayout,
    Spot,
    lay_out,
    move_card,
    swap_cards,
)
from referee.games.card_triathlon.flushes.solver import arrange
from tests.games.card_triathlon import d_hands
from tests.games.card_triathlon.legs import cards

DEFAULT = FlushRules()


def layout(groups: str, unused: str = "") -> HandLayout:
    return HandLayout(
        tuple(cards(group) for group in groups.split("|") if group.strip()), cards(unused)
    )


def written(found: HandLayout) -> tuple[list[str], str]:
    return [" ".join(map(str, group)) for group in found.groups], " ".join(map(str, found.unused))


def test_what_is_laid_out_leaves_the_rest_unused() -> None:
    found = lay_out(cards("KC 6H 7H 8H 6H AS JK"), [cards("6H 7H 8H"), cards("6H 6H")])
    assert written(found) == (["6H 7H 8H", "6H"], "AS KC JK")
    assert written(lay_out(cards("6H 7H"), [cards("KS"), ()])) == ([], "7H 6H")


def test_two_cards_change_places() -> None:
    rows: list[tuple[Spot, Spot, list[str], str]] = [
        (Spot(0, 4), Spot(None, 0), ["6H 7H 8H 9H KC", "2S 3S"], "10S"),
        (Spot(None, 0), Spot(0, 4), ["6H 7H 8H 9H KC", "2S 3S"], "10S"),
        (Spot(0, 0), Spot(0, 1), ["7H 6H 8H 9H 10S", "2S 3S"], "KC"),
        (Spot(0, 0), Spot(1, 1), ["3S 7H 8H 9H 10S", "2S 6H"], "KC"),
        (Spot(0, 2), Spot(0, 2), ["6H 7H 8H 9H 10S", "2S 3S"], "KC"),
    ]
    for one, other, groups, unused in rows:
        found = swap_cards(layout("6H 7H 8H 9H 10S | 2S 3S", "KC"), one, other)
        assert written(found) == (groups, unused), one


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
        assert written(found) == (expected, left), groups


@given(seed=st.integers(0, 10**9))
def test_no_move_loses_or_makes_a_card(seed: int) -> None:
    random = Random(seed)
    hand = cards(random.choice(list(d_hands.KINDS.values()))(random, 2))
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


def test_what_lies_in_a_spot() -> None:
    found = layout("6H 7H", "KC")
    assert found.card_at(Spot(0, 1)) == read_card("7H")
    assert found.card_at(Spot(None, 0)) == read_card("KC")
    for spot in (Spot(0, 2), Spot(1, 0), Spot(None, 1), Spot(0, -1)):
        assert found.card_at(spot) is None
