"""What cards are worth, the packs of each leg, and who plays with whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal

from referee.core.cards import ANY_JOKER, RANKS, Card, Pack, pack

LegName = Literal["B", "C", "D"]
LEG_NAMES: Final[tuple[LegName, ...]] = ("B", "C", "D")
NUMBERS: Final = (4, 6, 8)
"""`card-triathlon.players`: how many can play."""
AT_TABLE: Final = 4
"""Eight players sit at two tables of four in a B leg."""
UNIT: Final = 5
"""Every figure on the pad is a multiple of it."""
WORTH: Final = {
    **dict.fromkeys(("2", "3", "4", "5", "6", "7"), 5),
    **dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10),
    "A": 20,
    "JK": 30,
}
"""`card-triathlon.values`."""

Teams = tuple[int, ...]
TEAMS: Final[dict[int, tuple[Teams, ...]]] = {
    4: ((0, 1, 0, 1),),
    6: ((0, 1, 0, 1, 0, 1), (0, 1, 2, 0, 1, 2)),
    8: ((0, 1, 0, 1, 1, 0, 1, 0), (0, 1, 0, 1, 2, 3, 2, 3)),
}
"""`card-triathlon.teams`: the team of each seat, the default first."""


def worth(cards: Iterable[Card]) -> int:
    return sum(WORTH[card.rank] for card in cards)


def tables(seats: int) -> int:
    """The number of tables in a B leg."""
    return 2 if seats == 2 * AT_TABLE else 1


@lru_cache
def b_pack(seats: int, with_jokers: bool) -> Pack:
    """The pack of one table in a B leg.

    Six players play with six whole suits out of three packs: which ones, the table decides, so the
    pack here holds each card as often as it can turn up.
    """
    if seats == 6:
        return pack("six suits", RANKS, copies=3)
    if with_jokers:
        return pack("54 cards", RANKS, extra=["JK", "JK"])
    return pack("52 cards", RANKS)


def b_worth(seats: int, with_jokers: bool) -> int:
    """The worth of all cards at one table."""
    if seats == 6:
        return 6 * worth(Card(rank, "S") for rank in RANKS)
    return worth(b_pack(seats, with_jokers).cards)


@lru_cache
def full_pack(seats: int) -> Pack:
    """The cards of a C or D leg: a pack with two Jokers for every two players."""
    packs = seats // 2
    number = packs * (len(RANKS) * 4 + 2)
    return pack(f"{number} cards", RANKS, copies=packs, extra=["JK"] * (2 * packs))


@lru_cache
def full_worth(seats: int) -> int:
    """The worth of all cards of a C or D leg: 250 a player."""
    return worth(full_pack(seats).cards)


@lru_cache
def possible_sums(pack_of: tuple[tuple[int, int], ...], cards: int) -> frozenset[int]:
    """What a number of cards can be worth together, out of a pack of (worth, copies)."""
    sums = {(0, 0)}
    for value, copies in pack_of:
        sums = {
            (number + more, total + more * value)
            for number, total in sums
            for more in range(min(copies, cards - number) + 1)
        }
    return frozenset(total for number, total in sums if number == cards)


def by_worth(seats: int, with_jokers: bool) -> tuple[tuple[int, int], ...]:
    """The pack of one table of a B leg as (worth, copies)."""
    suits = 6 if seats == 6 else 4
    plain = [WORTH[rank] for rank in RANKS for _ in range(suits)]
    values = plain + [WORTH[ANY_JOKER.rank]] * (2 if with_jokers else 0)
    return tuple((value, values.count(value)) for value in sorted(set(values)))


def team_names(players: Sequence[str], teams: Teams) -> tuple[str, ...]:
    """`Ann+Cleo` for each team, in the order of the teams."""
    return tuple(
        "+".join(name for name, team in zip(players, teams, strict=True) if team == number)
        for number in range(max(teams) + 1)
    )
