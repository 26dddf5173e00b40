"""Test oracle for tricks: the simplest implementation of the rules, independent of the core.

Nothing here imports the core. Cards are strings such as `10H`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

ORDER = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = tuple(rank + suit for suit in "SHDC" for rank in ORDER)

Cards = Sequence[str]
Tricks = Sequence[Cards]
Read = tuple[str | None, int | None, list[int]]
"""The suit to follow, the index of the winning card, and the indexes of neutralised cards."""
NOTHING: Read = (None, None, [])


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str:
    return card[-1]


# Tricks -------------------------------------------------------------------------------------------


def beats(one: str, other: str, led: str, trump: str | None) -> bool:
    if suit_of(one) == suit_of(other):
        return ORDER.index(rank_of(one)) > ORDER.index(rank_of(other))
    if trump in (suit_of(one), suit_of(other)):
        return suit_of(one) == trump
    return suit_of(one) == led


def winner(trick: Sequence[str], trump: str | None) -> int:
    """Return the index of the winning card; asserts that exactly one card is unbeaten."""
    led = suit_of(trick[0])
    able = [place for place, card in enumerate(trick) if suit_of(card) in (led, trump)]
    (best,) = (
        place
        for place in able
        if not any(beats(trick[other], trick[place], led, trump) for other in able)
    )
    return best


class Followed(NamedTuple):
    """Each seat's cards in the order it played them, and who led to and took each trick."""

    seats: list[list[str]]
    leaders: list[int]
    takers: list[int | None]

    def tricks(self) -> list[int]:
        return [self.takers.count(seat) for seat in range(len(self.seats))]


@dataclass(frozen=True)
class Oracle:
    """How the tricks of one deal are played; each game supplies its own rules."""

    seats: int
    leader: int
    read: Callable[[Cards], Read]
    """Takes a trick's cards so far, and returns a `Read`."""
    playable: Callable[[Cards, Cards], list[str]]
    """Returns the cards that may be played, given a hand and the trick's cards so far."""
    broken: Callable[[str], str]
    """Returns the id of the rule that an illegal card breaks."""
    leader_takes_empty: bool = True
    """Whether the leader takes a trick in which no card counts; otherwise nobody does."""

    def winner(self, trick: Cards) -> int | None:
        """Return the index of the winning card in a trick so far; None if no card wins."""
        return self.read(trick)[1]

    def legal_play(self, random: Random, hands: list[list[str]]) -> list[list[str]]:
        """Play out the hands at random with legal cards only; return the tricks."""
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
        """Follow the play trick by trick; if no card wins a trick, its leader leads again."""
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
        """Return the trick (from 1), seat and rule of each card that later cards prove illegal.

        A seat's later cards were in its hand already, and show whether it had to play another one.
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
    """Return an oracle for three players who must follow suit; the highest trump wins."""

    def read(trick: Cards) -> Read:
        return (suit_of(trick[0]), winner(trick, trump), []) if trick else NOTHING

    def playable(hand: Cards, trick: Cards) -> list[str]:
        led, _, _ = read(trick)
        return [card for card in hand if suit_of(card) == led] or list(hand)

    return Oracle(3, leader, read, playable, lambda _: "tribello.follow")


def by_seat(play: Tricks, leader: int, trump: str | None) -> Followed:
    return plain_tricks(leader, trump).followed(play)


def thirteen_each(random: Random, pack: Cards) -> list[list[str]]:
    cards = random.sample(pack, 39)
    return [sorted(cards[seat::3]) for seat in range(3)]
