"""An independent, deliberately simple version of La Krap's rules to check the core against.

Nothing here imports the core. Cards are strings such as `10H`, `2S`, `RJ`, `BJ` and `SHEET`;
`turned` holds the turned-up cards, jokers first. Missing options take their defaults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

from tests.games.oracle import Followed, Oracle, Tricks

Options = dict[str, Any]

ORDER = ("7", "8", "9", "J", "Q", "K", "10", "A")
JOKERS = ("RJ", "BJ", "BJ")
TWOS = ("2S", "2H", "2D", "2C")
PACK = (
    *(rank + suit for suit in "SHDC" for rank in ORDER for _ in range(2)), *JOKERS, *TWOS, "SHEET",
)  # fmt: skip
DEFAULTS: Options = {
    "twos": "previous", "sheet": "trick", "special_anytime": True, "empty_trick": "leader",
    "first_lead": "left", "first_dealer": 0,
}  # fmt: skip
CHOICES: dict[str, tuple[Any, ...]] = {
    "twos": ("previous", "suit", "plain"), "sheet": ("trick", "plain"),
    "special_anytime": (True, False), "empty_trick": ("leader", "nobody"),
    "first_lead": ("left", "dealer"),
}  # fmt: skip


def without(cards: Sequence[str]) -> list[str]:
    return list((Counter(PACK) - Counter(cards)).elements())


def random_turned(random: Random) -> list[str]:
    """Draw turned-up cards at random; every kind of game occurs, and jokers often come first."""
    jokers = random.sample(JOKERS, random.choice((0, 0, 1, 2, 3)))
    kind = random.choice((("A", "10", "K", "Q", "J"), ("9", "8", "7"), ("2",), None))
    return [*jokers, "SHEET" if kind is None else random.choice(kind) + random.choice("SHDC")]


# What the turned-up cards decide ------------------------------------------------------------------


@dataclass(frozen=True)
class Made:
    null: bool
    trump: str | None
    joker_suit: str | None
    """The suit that jokers belong to in a null game; None in a trump game or if they are sheets."""
    multiplier: int
    may_exchange: bool


def made(turned: Sequence[str]) -> Made:
    *jokers, card = turned
    multiplier = 1
    for joker in jokers:
        multiplier *= {"RJ": 4, "BJ": 2}[joker]
    if card == "SHEET":
        return Made(True, None, None, multiplier, True)
    if card in TWOS:
        return Made(False, card[-1], None, multiplier, False)
    if card[:-1] in ("9", "8", "7"):
        return Made(True, None, card[-1], multiplier, True)
    return Made(False, card[-1], None, multiplier, True)


def teams(upcards: Sequence[str], turned: Sequence[str]) -> list[int] | None:
    """Each seat's team, numbered in order of first appearance; None if everyone plays alone."""
    if list(turned[-1:]) == ["SHEET"]:
        return None
    sides = []
    for card in upcards:
        if card in JOKERS or card == "SHEET":
            sides.append("jokers")
        else:
            sides.append("red" if card[-1] in "HD" else "black")
    if len(set(sides)) == 1:
        return None
    seen = list(dict.fromkeys(sides))
    return [seen.index(side) for side in sides]


def scores(
    tricks: Sequence[int],
    marriages: Sequence[int],
    sides: Sequence[int] | None,
    null: bool,
    multiplier: int,
) -> list[int]:
    seats = range(len(tricks))
    if sides is None or len(set(sides)) == 1:
        sides = list(seats)
    cells = []
    for seat in seats:
        team = [other for other in seats if sides[other] == sides[seat]]
        points = sum(tricks[other] ** 2 + 5 * marriages[other] for other in team)
        points *= (len(tricks) - len(team)) * multiplier
        cells.append(-points if null else points)
    return cells


# One trick ----------------------------------------------------------------------------------------


def is_special(card: str, turned: Sequence[str]) -> bool:
    return card in TWOS or card == "SHEET" or (card in JOKERS and turned[-1] == "SHEET")


def suit_of(card: str, turned: Sequence[str]) -> str | None:
    """The suit that a card belongs to (a joker's is the game card's); None for a special card."""
    if is_special(card, turned):
        return None
    return turned[-1][-1] if card in JOKERS else card[-1]


def height(card: str) -> int:
    if card in JOKERS:
        return 101 if card == "RJ" else 100
    return ORDER.index(card[:-1])


def neutralised(trick: Sequence[str], turned: Sequence[str], options: Options) -> list[int]:
    """Indexes of the neutralised cards, found by going through the trick card by card."""
    chosen = DEFAULTS | options
    gone: list[int] = []
    for place, card in enumerate(trick):
        before = [
            earlier
            for earlier in range(place)
            if earlier not in gone and not is_special(trick[earlier], turned)
        ]
        if card in TWOS and chosen["twos"] == "previous":
            gone += before[-1:]
        elif card in TWOS and chosen["twos"] == "suit":
            gone += [earlier for earlier in before if trick[earlier][-1] == card[-1]]
        elif card not in TWOS and is_special(card, turned) and chosen["sheet"] == "trick":
            gone += before
        elif not is_special(card, turned):
            twins = [earlier for earlier in before if trick[earlier] == card]
            gone += [*twins, place] if twins else []
    return sorted(gone)


def counting(trick: Sequence[str], turned: Sequence[str], options: Options) -> list[int]:
    gone = neutralised(trick, turned, options)
    return [
        place
        for place, card in enumerate(trick)
        if place not in gone and not is_special(card, turned)
    ]


def suit_to_follow(trick: Sequence[str], turned: Sequence[str], options: Options) -> str | None:
    places = counting(trick, turned, options)
    return suit_of(trick[places[0]], turned) if places else None


def winner(trick: Sequence[str], turned: Sequence[str], options: Options) -> int | None:
    places = counting(trick, turned, options)
    for suit in (made(turned).trump, suit_to_follow(trick, turned, options)):
        able = [place for place in places if suit and suit_of(trick[place], turned) == suit]
        if able:
            best = max(height(trick[place]) for place in able)
            (place,) = (place for place in able if height(trick[place]) == best)
            return place
    return None


def playable(
    hand: Sequence[str], trick: Sequence[str], turned: Sequence[str], options: Options
) -> list[str]:
    suit = suit_to_follow(trick, turned, options)
    follow = [card for card in hand if suit and suit_of(card, turned) == suit]
    if not follow:
        return list(hand)
    anytime = (DEFAULTS | options)["special_anytime"]
    return [card for card in hand if card in follow or (anytime and is_special(card, turned))]


# One deal -----------------------------------------------------------------------------------------


def leader_of(number: int, seats: int, options: Options) -> int:
    """The seat that leads to the first trick of this deal; deals are numbered from 0."""
    chosen = DEFAULTS | options
    dealer: int = chosen["first_dealer"] + number
    return (dealer + (1 if chosen["first_lead"] == "left" else 0)) % seats


def tricks(seats: int, leader: int, turned: Sequence[str], options: Options) -> Oracle:
    return Oracle(
        seats=seats,
        leader=leader,
        read=lambda trick: (
            suit_to_follow(trick, turned, options),
            winner(trick, turned, options),
            neutralised(trick, turned, options),
        ),
        playable=lambda hand, trick: playable(hand, trick, turned, options),
        broken=lambda _: "la-krap.follow",
        leader_takes_empty=(DEFAULTS | options)["empty_trick"] == "leader",
    )


def followed(play: Tricks, leader: int, turned: Sequence[str], options: Options) -> Followed:
    return tricks(len(play[0]), leader, turned, options).followed(play)


def random_hands(random: Random, seats: int, turned: Sequence[str]) -> list[list[str]]:
    """Deal seven cards to each seat.

    Sometimes the cards come from only a few suits, or the hands include every special card or every
    king and queen.
    """
    cards = without(turned)
    random.shuffle(cards)
    suits = random.sample("SHDC", random.choice((2, 3, 4)))
    cards.sort(key=lambda card: card[-1] in "SHDC" and card[-1] not in suits)
    if random.random() < 0.5:
        cards.sort(key=lambda card: card not in TWOS and card not in (*JOKERS, "SHEET"))
    if random.random() < 0.5:
        cards.sort(key=lambda card: card[:-1] not in ("K", "Q"))
    cards = cards[: 7 * seats]
    random.shuffle(cards)
    return [cards[seat::seats] for seat in range(seats)]


def marriages(deal: Followed) -> list[tuple[int, int]]:
    """Every marriage that could be announced by itself, as (trick from 1, seat)."""
    return [
        (number, seat)
        for number in range(1, 7)
        for seat in range(len(deal.seats))
        if may_announce(deal, [(number, seat)])
    ]


def may_announce(deal: Followed, announced: Sequence[tuple[int, int]]) -> bool:
    """Whether these marriages, as (trick from 1, seat), could all be announced in one deal."""
    pairs: list[list[tuple[tuple[int, int], tuple[int, int]]]] = []
    for number, seat in announced:
        if not 1 <= number <= 6 or deal.takers[number - 1] != seat:
            return False
        cards = deal.seats[seat]
        led = cards[number]  # the card led to the trick after the one taken
        if led[:-1] not in ("K", "Q"):
            return False
        other = {"K": "Q", "Q": "K"}[led[:-1]] + led[-1]
        later = [place for place in range(number + 1, 7) if cards[place] == other]
        pairs.append([((seat, number), (seat, place)) for place in later])
    for choice in product(*pairs):
        used = [card for pair in choice for card in pair]
        if len(set(used)) == len(used):
            return True
    return False


def room(deal: Followed) -> list[int]:
    """The most marriages that each seat can have announced, found by trying every set of tricks."""
    return [
        max(
            len(choice)
            for size in range(7)
            for choice in combinations([(number, seat) for number in range(1, 7)], size)
            if may_announce(deal, choice)
        )
        for seat in range(len(deal.seats))
    ]
