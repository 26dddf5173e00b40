"""Deals played by the rules, of every game with tricks, and the rules of their tricks once more.

What the core says of such a deal is held against the oracles, which know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from referee.core.cards import SUITS, Suit, read_card
from referee.core.tricks import TrickRules
from referee.games.la_krap.options import LaKrapOptions
from referee.games.la_krap.trick import rules_of
from referee.games.la_krap.turned import turned as game_of
from referee.games.triathlon.athletes import AthleteRules
from tests.games import oracle
from tests.games.la_krap import oracle_la_krap
from tests.games.triathlon import oracle_triathlon

Cards = Sequence[str]
Tricks = Sequence[Cards]
Fields = dict[str, Any]
Followed = tuple[list[list[str]], Sequence[int], Sequence[int | None]]
"""The cards of each seat in order, who led each trick, and who took it."""
Read = tuple[str | None, int | None, list[int]]
"""The suit to follow, the place of the winning card, and those of neutralised ones."""


@dataclass(frozen=True)
class Oracle:
    """How the tricks of one deal go, by a second reading of the rules."""

    read: Callable[[Cards], Read]
    """What the cards of a trick come to so far."""
    playable: Callable[[Cards, Cards], list[str]]
    """What of a hand may fall on the cards of a trick so far."""
    followed: Callable[[Tricks], Followed]
    breaches: Callable[[Tricks], set[tuple[int, int, str]]]
    """The trick (from 1), seat and rule of each card that later cards prove to be unlawful."""

    def winner(self, trick: Cards) -> int | None:
        """The place of the winning card of a trick, or of the cards of it so far."""
        return self.read(trick)[1]


@dataclass(frozen=True)
class Dealt:
    """A deal in which nobody played what was not allowed."""

    game: str
    number: int
    """How many deals came before it."""
    options: Fields
    seats: int
    leader: int
    facts: Fields
    """What is known before the first card."""
    play: list[list[str]]
    pack: tuple[str, ...]
    """Every card that may be in a hand."""
    rules: TrickRules
    oracle: Oracle

    @property
    def entry(self) -> Fields:
        """The deal as it is recorded."""
        return {**self.facts, "play": [trick.copy() for trick in self.play]}

    @property
    def cards(self) -> list[str]:
        """The cards in the order in which they fell."""
        return [card for trick in self.play for card in trick]

    @property
    def turns(self) -> list[int]:
        """Whose turn it is before the first card and after each, by the oracle."""
        _, leaders, takers = self.oracle.followed(self.play)
        order = [(leader + place) % self.seats for leader in leaders for place in range(self.seats)]
        last = takers[-1]
        return [*order, leaders[-1] if last is None else last]

    def tricks(self, cards: Cards) -> list[list[str]]:
        """So many cards, as they fell, in tricks."""
        starts = range(0, len(cards), self.seats)
        return [list(cards[start : start + self.seats]) for start in starts]


NOTHING: Final[Read] = (None, None, [])


def _tribello(random: Random, number: int, seats: int, options: Fields) -> Dealt:
    trump: Suit | None = random.choice(SUITS) if number < 6 else None
    leader = (options.get("first_dealer", 0) + number) % 3

    def read(trick: Cards) -> Read:
        return (oracle.suit_of(trick[0]), oracle.winner(trick, trump), []) if trick else NOTHING

    def playable(hand: Cards, trick: Cards) -> list[str]:
        led, _, _ = read(trick)
        return [card for card in hand if oracle.suit_of(card) == led] or list(hand)

    return Dealt(
        game="tribello",
        number=number,
        options=options,
        seats=seats,
        leader=leader,
        facts={"kind": "deal", **({"trump": trump} if trump else {})},
        play=oracle.legal_play(random, leader, trump),
        pack=oracle.PACK,
        rules=TrickRules("tribello", trump),
        oracle=Oracle(
            read,
            playable,
            lambda play: oracle.by_seat(play, leader, trump),
            lambda play: {
                (*place, "tribello.follow") for place in oracle.revokes(play, leader, trump)
            },
        ),
    )


def _triathlon(random: Random, number: int, seats: int, options: Fields) -> Dealt:
    trump = random.choice(SUITS)
    discard = options.get("athlete_discard", oracle_triathlon.WHEN_VOID)
    leader = oracle_triathlon.leader_of(number + 1, options.get("first_dealer", 0))

    def read(trick: Cards) -> Read:
        if not trick:
            return NOTHING
        led = None if trick[0] == oracle_triathlon.ATHLETE else oracle.suit_of(trick[0])
        return led, oracle_triathlon.winner(trick, trump), []

    return Dealt(
        game="triathlon",
        number=number,
        options=options,
        seats=seats,
        leader=leader,
        facts={"kind": "deal", "trump": trump},
        play=oracle_triathlon.legal_play(random, leader, trump, discard),
        pack=oracle_triathlon.PACK,
        rules=AthleteRules(trump=trump, discard=discard),
        oracle=Oracle(
            read,
            lambda hand, trick: oracle_triathlon.playable(trick, hand, discard),
            lambda play: oracle_triathlon.by_seat(play, leader, trump),
            lambda play: oracle_triathlon.irregular(play, leader, trump, discard),
        ),
    )


def _la_krap(random: Random, number: int, seats: int, options: Fields) -> Dealt:
    turned = oracle_la_krap.random_turned(random)
    left = oracle_la_krap.without(turned)
    leader = oracle_la_krap.leader_of(number, seats, options)

    def followed(play: Tricks) -> Followed:
        deal = oracle_la_krap.followed(play, leader, turned, options)
        return deal.seats, deal.leaders, deal.takers

    return Dealt(
        game="la-krap",
        number=number,
        options=options,
        seats=seats,
        leader=leader,
        facts={"kind": "deal", "upcards": random.sample(left, seats), "turned": turned},
        play=oracle_la_krap.legal_play(random, seats, leader, turned, options),
        pack=tuple(left),
        rules=rules_of(game_of([*map(read_card, turned)]), LaKrapOptions(**options)),
        oracle=Oracle(
            lambda trick: (
                oracle_la_krap.suit_to_follow(trick, turned, options),
                oracle_la_krap.winner(trick, turned, options),
                oracle_la_krap.neutralised(trick, turned, options),
            ),
            lambda hand, trick: oracle_la_krap.playable(hand, trick, turned, options),
            followed,
            lambda play: {
                (*place, "la-krap.follow")
                for place in oracle_la_krap.revokes(play, leader, turned, options)
            },
        ),
    )


PLAYED: Final[dict[str, Callable[[Random, int, int, Fields], Dealt]]] = {
    "tribello": _tribello,
    "triathlon": _triathlon,
    "la-krap": _la_krap,
}
"""How a deal of each game is played: by chance, after so many deals, with so many players."""
SEATS: Final = {"tribello": (3, 3), "triathlon": (3, 3), "la-krap": (3, 6)}
CHOICES: Final[dict[str, dict[str, tuple[Any, ...]]]] = {
    "tribello": {},
    "triathlon": {"athlete_discard": (oracle_triathlon.WHEN_VOID, oracle_triathlon.NEVER)},
    "la-krap": oracle_la_krap.CHOICES,
}


@st.composite
def tables(draw: st.DrawFn, game: str) -> tuple[int, Fields]:
    """How many play, and what they chose."""
    seats = draw(st.integers(*SEATS[game]))
    options = {name: draw(st.sampled_from(values)) for name, values in CHOICES[game].items()}
    return seats, options | {"first_dealer": draw(st.integers(0, seats - 1))}


@st.composite
def dealt(draw: st.DrawFn, game: str) -> Dealt:
    """A lawful deal of this game, at any table and at any place."""
    seats, options = draw(tables(game))
    random = Random(draw(st.integers(0, 2**32)))
    return PLAYED[game](random, draw(st.integers(0, 11)), seats, options)
