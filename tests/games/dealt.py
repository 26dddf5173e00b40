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

Fields = dict[str, Any]


@dataclass(frozen=True)
class Dealt:
    """A deal in which nobody played what was not allowed."""

    game: str
    number: int
    """How many deals came before it."""
    options: Fields
    facts: Fields
    """What is known before the first card."""
    play: list[list[str]]
    pack: tuple[str, ...]
    """Every card that may be in a hand."""
    rules: TrickRules
    oracle: oracle.Oracle

    @property
    def seats(self) -> int:
        return self.oracle.seats

    @property
    def leader(self) -> int:
        return self.oracle.leader

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

    def tricks(self, cards: Sequence[str]) -> list[list[str]]:
        """So many cards, as they fell, in tricks."""
        starts = range(0, len(cards), self.seats)
        return [list(cards[start : start + self.seats]) for start in starts]


def oracle_of(game: str, number: int, seats: int, facts: Fields, options: Fields) -> oracle.Oracle:
    """How the tricks of this deal go, with these options."""
    first = options.get("first_dealer", 0)
    if game == "tribello":
        return oracle.plain_tricks((first + number) % 3, facts.get("trump"))
    if game == "triathlon":
        discard = options.get("athlete_discard", oracle_triathlon.WHEN_VOID)
        leader = oracle_triathlon.leader_of(number + 1, first)
        return oracle_triathlon.tricks(leader, facts["trump"], discard)
    leader = oracle_la_krap.leader_of(number, seats, options)
    return oracle_la_krap.tricks(seats, leader, facts["turned"], options)


def _tribello(random: Random, number: int, seats: int, options: Fields) -> Dealt:
    trump: Suit | None = random.choice(SUITS) if number < 6 else None
    facts = {"kind": "deal", **({"trump": trump} if trump else {})}
    tricks = oracle_of("tribello", number, seats, facts, options)
    return Dealt(
        game="tribello",
        number=number,
        options=options,
        facts=facts,
        play=tricks.legal_play(random, _thirteen_each(random, oracle.PACK)),
        pack=oracle.PACK,
        rules=TrickRules("tribello", trump),
        oracle=tricks,
    )


def _triathlon(random: Random, number: int, seats: int, options: Fields) -> Dealt:
    trump = random.choice(SUITS)
    facts = {"kind": "deal", "trump": trump}
    tricks = oracle_of("triathlon", number, seats, facts, options)
    discard = options.get("athlete_discard", oracle_triathlon.WHEN_VOID)
    return Dealt(
        game="triathlon",
        number=number,
        options=options,
        facts=facts,
        play=tricks.legal_play(random, _thirteen_each(random, oracle_triathlon.PACK)),
        pack=oracle_triathlon.PACK,
        rules=AthleteRules(trump=trump, discard=discard),
        oracle=tricks,
    )


def _thirteen_each(random: Random, pack: Sequence[str]) -> list[list[str]]:
    cards = random.sample(pack, 39)
    return [sorted(cards[seat::3]) for seat in range(3)]


def _la_krap(random: Random, number: int, seats: int, options: Fields) -> Dealt:
    turned = oracle_la_krap.random_turned(random)
    left = oracle_la_krap.without(turned)
    facts = {"kind": "deal", "upcards": random.sample(left, seats), "turned": turned}
    tricks = oracle_of("la-krap", number, seats, facts, options)
    return Dealt(
        game="la-krap",
        number=number,
        options=options,
        facts=facts,
        play=tricks.legal_play(random, oracle_la_krap.random_hands(random, seats, turned)),
        pack=tuple(left),
        rules=rules_of(game_of([*map(read_card, turned)]), LaKrapOptions(**options)),
        oracle=tricks,
    )


PLAYED: Final[dict[str, Callable[[Random, int, int, Fields], Dealt]]] = {
    "tribello": _tribello,
    "triathlon": _triathlon,
    "la-krap": _la_krap,
}
"""How a deal of each game is played: by chance, after so many deals, with so many players.

The same chance makes the same trumps or turned cards, whatever the options are.
"""
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
