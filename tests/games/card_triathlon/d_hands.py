"""Random hands of all kinds for D legs: as dealt, and as players keep them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from tests.games.oracle import ORDER, PACK

SUITS = "SHDC"
HAND = 13


def pack(packs: int) -> list[str]:
    return [*PACK] * packs + ["JK"] * (2 * packs)


def kept(random: Random, packs: int, wanted: Sequence[str]) -> list[str]:
    """Take the wanted cards as far as the pack has them, and add random ones to make 13."""
    left = Counter(pack(packs))
    hand = []
    for card in wanted[:HAND]:
        if left[card]:
            left[card] -= 1
            hand.append(card)
    return hand + random.sample(list(left.elements()), HAND - len(hand))


def dealt(random: Random, packs: int) -> list[str]:
    return random.sample(pack(packs), HAND)


def one_suit(random: Random, packs: int) -> list[str]:
    suit = random.choice(SUITS)
    of_suit = [card for card in pack(packs) if card[-1] == suit]
    return kept(random, packs, random.sample(of_suit, random.randint(8, HAND)))


def two_suits(random: Random, packs: int) -> list[str]:
    suits = random.sample(SUITS, 2)
    return random.sample([card for card in pack(packs) if card[-1] in [*suits, "K"]], HAND)


def jokers(random: Random, packs: int) -> list[str]:
    """Deal a hand with two or more Jokers and cards of one suit."""
    suit = random.choice(SUITS)
    of_suit = [card for card in pack(packs) if card[-1] == suit]
    wanted = random.sample(of_suit, random.randint(3, 9))
    return kept(random, packs, ["JK"] * random.randint(2, 2 * packs) + wanted)


def nearly_right(random: Random, suit: str, ranks: Sequence[str], others: str) -> list[str]:
    """Make a run in a suit with some substitutes, Jokers and gaps."""
    cards = []
    for rank in ranks:
        kinds = (rank + suit, rank + random.choice(others), random.choice(ORDER) + suit, "JK", "")
        cards += random.choices(kinds, (62, 20, 10, 4, 4))
    return [card for card in cards if card]


def near_complete(random: Random, packs: int) -> list[str]:
    suit, low = random.choice(SUITS), random.randint(0, 5)
    ranks = (ORDER[-1:] + ORDER)[low:][: random.randint(8, HAND)]
    return kept(random, packs, nearly_right(random, suit, ranks, SUITS.replace(suit, "")))


def two_runs(random: Random, packs: int) -> list[str]:
    suits = random.choices(SUITS, k=2)
    cards = []
    for suit in suits:
        count = random.randint(5, 8)
        low = random.randint(0, len(ORDER) - count)
        cards += nearly_right(random, suit, ORDER[low : low + count], suits[0] + suits[1])
    random.shuffle(cards)
    return kept(random, packs, cards)


def few_ranks(random: Random, packs: int) -> list[str]:
    low = random.randint(0, 6)
    near = [card for card in pack(packs) if card == "JK" or card[:-1] in ORDER[low : low + 7]]
    return random.sample(near, HAND)


Kind = Callable[[Random, int], list[str]]
KINDS: dict[str, Kind] = {
    "as dealt": dealt, "one suit heavy": one_suit, "two suits": two_suits, "many Jokers": jokers,
    "near-complete suit": near_complete, "two runs": two_runs, "few ranks": few_ranks,
}  # fmt: skip
