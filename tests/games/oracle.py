"""The rules once more, read from their text in the plainest way, to hold the core against.

Nothing here imports the core. Cards are texts such as `10H`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

ORDER = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = tuple(rank + suit for suit in "SHDC" for rank in ORDER)
WORTH = dict(zip(ORDER, (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))

Cards = Sequence[str]
Tricks = Sequence[Cards]
Read = tuple[str | None, int | None, list[int]]
"""The suit to follow, the place of the winning card, and those of neutralised ones."""
NOTHING: Read = (None, None, [])


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


class Followed(NamedTuple):
    """A play followed: the cards of each seat in order, who led each trick, and who took it."""

    seats: list[list[str]]
    leaders: list[int]
    takers: list[int | None]

    def tricks(self) -> list[int]:
        return [self.takers.count(seat) for seat in range(len(self.seats))]


@dataclass(frozen=True)
class Oracle:
    """How the tricks of one deal go; what is its own in a game, the game tells."""

    seats: int
    leader: int
    read: Callable[[Cards], Read]
    """What the cards of a trick come to so far."""
    playable: Callable[[Cards, Cards], list[str]]
    """What of a hand may fall on the cards of a trick so far."""
    broken: Callable[[str], str]
    """The rule that a card breaks where it may not fall."""
    leader_takes_empty: bool = True
    """Whether who led takes a trick in which nothing counts; else nobody does."""

    def winner(self, trick: Cards) -> int | None:
        """The place of the winning card of a trick, or of the cards of it so far."""
        return self.read(trick)[1]

    def legal_play(self, random: Random, hands: list[list[str]]) -> list[list[str]]:
        """The hands played out; nobody plays a card that may not be played."""
        leader, play = self.leader, []
        for _ in range(len(hands[0])):
            trick: list[str] = []
            for place in range(self.seats):
                hand = hands[(leader + place) % self.seats]
                card = random.choice(self.playable(hand, trick))
                hand.remove(card)
                trick.append(card)
            leader = (leader + (self.winner(trick) or 0)) % self.seats
            play.append(trick)
        return play

    def followed(self, play: Tricks) -> Followed:
        """The play, trick by trick; an empty trick leaves the lead where it was."""
        found = Followed([[] for _ in range(self.seats)], [], [])
        leader = self.leader
        for trick in play:
            found.leaders.append(leader)
            for place, card in enumerate(trick):
                found.seats[(leader + place) % self.seats].append(card)
            won = self.winner(trick)
            leader = (leader + (won or 0)) % self.seats
            is_taken = won is not None or self.leader_takes_empty
            found.takers.append(leader if is_taken else None)
        return found

    def breaches(self, play: Tricks) -> set[tuple[int, int, str]]:
        """The trick (from 1), seat and rule of each card that later cards prove to be unlawful.

        What a seat still plays was in its hand, so a card may fall if that hand may play it.
        """
        seats, leaders, _ = self.followed(play)
        found = set()
        for number, trick in enumerate(play):
            for place, card in enumerate(trick):
                seat = (leaders[number] + place) % self.seats
                if card not in self.playable(seats[seat][number:], trick[:place]):
                    found.add((number + 1, seat, self.broken(card)))
        return found


def plain_tricks(leader: int, trump: str | None) -> Oracle:
    """Tricks of three players in which suit is followed and the highest trump wins."""

    def read(trick: Cards) -> Read:
        return (suit_of(trick[0]), winner(trick, trump), []) if trick else NOTHING

    def playable(hand: Cards, trick: Cards) -> list[str]:
        led, _, _ = read(trick)
        return [card for card in hand if suit_of(card) == led] or list(hand)

    return Oracle(3, leader, read, playable, lambda _: "tribello.follow")


def by_seat(play: Tricks, leader: int, trump: str | None) -> Followed:
    """Plain tricks, followed."""
    return plain_tricks(leader, trump).followed(play)


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
