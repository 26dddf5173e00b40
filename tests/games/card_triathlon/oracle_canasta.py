"""Test oracle for the C leg of Card Triathlon: the simplest implementation of its rules.

Nothing here imports the core. Cards are strings such as `10H`; every Joker is `JK`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tests.games.card_triathlon.d_hands import pack
from tests.games.card_triathlon.oracle_bridge import is_joker, team_sums, value
from tests.games.oracle import ORDER, rank_of

Cards = Sequence[str]
RED_THREES, BLACK_THREES = ("3H", "3D"), ("3S", "3C")


def worth(seats: int) -> int:
    return {4: 1000, 6: 1500, 8: 2000}[seats]


def is_wild(card: str) -> bool:
    return is_joker(card) or rank_of(card) == "2"


class Meld(NamedTuple):
    legal: bool
    rank: str | None
    natural: int
    wild: int
    value: int
    seven: bool


def meld(cards: Cards, going_out: bool = False) -> Meld:
    naturals = [card for card in cards if not is_wild(card)]
    wild = len(cards) - len(naturals)
    ranks = {rank_of(card) for card in naturals}
    legal = (
        len(cards) >= 3
        and len(ranks) == 1
        and len(naturals) * 2 >= len(cards)
        and wild <= 3
        and not any(card in RED_THREES for card in cards)
        and (going_out or not any(card in BLACK_THREES for card in cards))
    )
    rank = ranks.pop() if len(ranks) == 1 else None
    return Meld(legal, rank, len(naturals), wild, value(cards), legal and len(cards) >= 7)


def may_go_out(melds: Sequence[Cards], hand: Cards) -> bool:
    """Whether a player with these melds and hand may go out; illegal melds prevent it."""
    laid = [meld(cards, going_out=True) for cards in melds]
    return not hand and all(each.legal for each in laid) and any(each.seven for each in laid)


class Leg(NamedTuple):
    melds: list[list[list[str]]]
    red_threes: list[int]
    hands: list[list[str]]
    out: int | None


def figures(leg: Leg) -> tuple[list[int], list[int], int]:
    """Return points melded (red threes included) and held by each seat, and unscored points."""
    melded = [
        sum(map(value, melds)) + 5 * threes
        for melds, threes in zip(leg.melds, leg.red_threes, strict=True)
    ]
    in_hand = [value(hand) for hand in leg.hands]
    return melded, in_hand, worth(len(leg.hands)) - sum(melded) - sum(in_hand)


def row(
    teams: Sequence[int], melded: Sequence[int], in_hand: Sequence[int], unscored: int
) -> list[int]:
    players = [laid - held for laid, held in zip(melded, in_hand, strict=True)]
    totals = team_sums(teams, players).values()
    return [*players, *totals, unscored, sum(melded) + sum(in_hand) + unscored]


def lawful_leg(random: Random, seats: int, teams: Sequence[int]) -> Leg:
    """Make a leg of legal melds, with hands from the other cards; often someone goes out."""
    left = Counter(pack(seats // 2))
    red = sum(left.pop(card) for card in RED_THREES)
    red_threes = [0] * seats
    for _ in range(random.randint(0, red)):
        red_threes[random.randrange(seats)] += 1
    out = random.choice((None, *range(seats)))
    melds: list[list[list[str]]] = [[] for _ in range(seats)]
    if out is not None:
        partners = [seat for seat in range(seats) if teams[seat] == teams[out]]
        seven = _drawn(random, left, random.randint(7, 8))
        melds[random.choice(partners)].append(seven)
    for seat in range(seats):
        for _ in range(random.randint(0, 3)):
            melds[seat].append(_drawn(random, left, random.randint(3, 5), black=seat == out))
    cards = sorted(left.elements())
    random.shuffle(cards)
    hands: list[list[str]] = [[] for _ in range(seats)]
    for seat in range(seats):
        number = 0 if seat == out else random.randint(0, 13)
        hands[seat], cards = cards[:number], cards[number:]
    return Leg([[cards for cards in of if cards] for of in melds], red_threes, hands, out)


def _drawn(random: Random, left: Counter[str], size: int, black: bool = False) -> list[str]:
    """Draw a legal meld of this size from the cards left; return no cards if there is none."""
    wild = random.randint(0, min(3, size // 2))
    wilds = _of_rank("2", left) + ["JK"] * left["JK"]
    ranks = [rank for rank in ORDER[1:] if black or rank != "3"]
    able = [
        cards for cards in (_of_rank(rank, left) for rank in ranks) if len(cards) >= size - wild
    ]
    if not able or len(wilds) < wild:
        return []
    naturals = random.choice(able)
    cards = random.sample(naturals, size - wild) + random.sample(wilds, wild)
    left.subtract(cards)
    random.shuffle(cards)
    return cards


def _of_rank(rank: str, left: Counter[str]) -> list[str]:
    return [rank + suit for suit in "SHDC" for _ in range(left[rank + suit])]
