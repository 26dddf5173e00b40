"""The rules once more, read from their text in the plainest way, to hold the core against.

Nothing here imports the core. Cards are texts such as `10H`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

ORDER = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = tuple(rank + suit for suit in "SHDC" for rank in ORDER)
WORTH = dict(zip(ORDER, (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str:
    return card[-1]


# Tricks -------------------------------------------------------------------------------------------


def beats(one: str, other: str, led: str, trump: str | None) -> bool:
    """Whether one card takes the trick from the other."""
    if suit_of(one) == suit_of(other):
        return ORDER.index(rank_of(one)) > ORDER.index(rank_of(other))
    if trump in (suit_of(one), suit_of(other)):
        return suit_of(one) == trump
    return suit_of(one) == led


def winner(trick: Sequence[str], trump: str | None) -> int:
    """The place of the one card that may win and that nothing beats."""
    led = suit_of(trick[0])
    able = [place for place, card in enumerate(trick) if suit_of(card) in (led, trump)]
    (best,) = (
        place
        for place in able
        if not any(beats(trick[other], trick[place], led, trump) for other in able)
    )
    return best


def legal_play(random: Random, leader: int, trump: str | None) -> list[list[str]]:
    """Thirteen tricks of three players who follow suit wherever they can."""
    cards = random.sample(PACK, 39)
    hands = [set(cards[seat::3]) for seat in range(3)]
    play = []
    for _ in range(13):
        trick: list[str] = []
        for place in range(3):
            hand = hands[(leader + place) % 3]
            same = {card for card in hand if trick and suit_of(card) == suit_of(trick[0])}
            card = random.choice(sorted(same or hand))
            hand.remove(card)
            trick.append(card)
        leader = (leader + winner(trick, trump)) % 3
        play.append(trick)
    return play


def by_seat(
    play: Sequence[Sequence[str]], leader: int, trump: str | None
) -> tuple[list[list[str]], list[int], list[int]]:
    """The cards of each seat in order, who led each trick, and who won it."""
    seats: list[list[str]] = [[], [], []]
    leaders, winners = [], []
    for trick in play:
        leaders.append(leader)
        for place, card in enumerate(trick):
            seats[(leader + place) % 3].append(card)
        leader = (leader + winner(trick, trump)) % 3
        winners.append(leader)
    return seats, leaders, winners


def revokes(play: Sequence[Sequence[str]], leader: int, trump: str | None) -> set[tuple[int, int]]:
    """The trick (from 1) and seat of each card that did not follow, the suit in the hand."""
    seats, leaders, _ = by_seat(play, leader, trump)
    found = set()
    for seat, cards in enumerate(seats):
        for number, card in enumerate(cards):
            led = suit_of(play[number][0])
            held = {suit_of(other) for other in cards[number:]}
            if seat != leaders[number] and suit_of(card) != led and led in held:
                found.add((number + 1, seat))
    return found


# Thirty-One ---------------------------------------------------------------------------------------


def pack_of(deck: int) -> tuple[str, ...]:
    """The 32, 36 or 52 cards with the highest ranks."""
    return tuple(card for card in PACK if ORDER.index(rank_of(card)) >= 13 - deck // 4)


def value(hand: Sequence[str], options: dict[str, Any]) -> float:
    """The most that any of the cards, taken together in some way that counts, are worth."""
    valuation = options.get("valuation", "suit-and-triples")
    worths: list[float] = []
    for size in (1, 2, 3):
        for cards in combinations(hand, size):
            total = sum(WORTH[rank_of(card)] for card in cards)
            ranks = {rank_of(card) for card in cards}
            if len({suit_of(card) for card in cards}) == 1:
                worths.append(total)
            if len(ranks) > 1 or size == 1:
                continue
            if valuation == "suit-or-rank":
                worths.append(30 if total == 33 else total)
            if size == 3 and valuation == "suit-and-triples":
                worths.append(30.5)
            if size == 3 and ranks == {"A"} and options.get("fire", False):
                worths.append(33)
    return max(worths)


def deal_hands(
    random: Random, deck: int, seats: int, playing: Sequence[int]
) -> list[tuple[str, ...] | None]:
    """Three cards for everybody who is in; now and then four aces are on top of the pack."""
    cards = list(pack_of(deck))
    random.shuffle(cards)
    if random.random() < 0.2:
        cards.sort(key=lambda card: rank_of(card) != "A")
    return [
        tuple(cards[3 * seat : 3 * seat + 3]) if seat in playing else None for seat in range(seats)
    ]


class Lives:
    """Who has how many lives, the rules applied one after the other; −1 is out."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.options = options
        self.lives = [options.get("lives", 3)] * seats

    @property
    def playing(self) -> list[int]:
        return [seat for seat, lives in enumerate(self.lives) if lives >= 0]

    def lose(self, values: Sequence[float | None]) -> None:
        """One round in which these values were shown."""
        shown = {seat: value for seat, value in enumerate(values) if value is not None}
        if self.options.get("fire", False) and 33 in shown.values():
            losers = [seat for seat in shown if shown[seat] != 33]
        else:
            losers = [seat for seat in shown if shown[seat] == min(shown.values())]
            if len(losers) > 1 and self.options.get("tied_lowest", "all") == "none":
                losers = []
        after = [lives - (seat in losers) for seat, lives in enumerate(self.lives)]
        if max(after) >= 0:
            self.lives = after
