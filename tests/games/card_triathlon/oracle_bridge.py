"""Test oracle for the B leg of Card Triathlon: the simplest implementation of its rules.

Nothing here imports the core. Cards are strings such as `10H`; a Joker is `JK`, or `JK=H` if its
player names a suit. `teams` is the team of each seat at one table of four or six, and seats are
numbered from 0 at that table. `before` is the number of Jokers played in earlier tricks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tests.games.oracle import ORDER, PACK, rank_of, suit_of

STRAINS = ("C", "D", "H", "S", "NT")
BIDS = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
FOUR = (0, 1, 0, 1)
JOKER = "JK"
WORTH = dict(zip(ORDER, (5,) * 6 + (10,) * 6 + (20,), strict=True))

Calls = Sequence[str]
Teams = Sequence[int]
Cards = Sequence[str]


class Contract(NamedTuple):
    level: int
    strain: str
    declarer: int

    @property
    def trump(self) -> str | None:
        return None if self.strain == "NT" else self.strain


def is_joker(card: str) -> bool:
    return card.startswith(JOKER)


def value(cards: Cards) -> int:
    return sum(30 if is_joker(card) else WORTH[rank_of(card)] for card in cards)


def pack_value(seats: int, jokers: bool = False) -> int:
    return 660 if seats == 6 else 500 if jokers else 440


# The auction --------------------------------------------------------------------------------------


def is_over(calls: Calls, seats: int) -> bool:
    """Whether everyone passed at the start, or everyone else passed after the last bid."""
    if all(call == "P" for call in calls):
        return len(calls) == seats
    return all(call == "P" for call in calls[-(seats - 1) :])


def may_call(calls: Calls, call: str, dealer: int, teams: Teams) -> bool:
    if is_over(calls, len(teams)):
        return False
    sides = [teams[(dealer + place) % len(teams)] for place in range(len(calls) + 1)]
    bids = [place for place, earlier in enumerate(calls) if earlier in BIDS]
    said = [earlier for earlier in calls if earlier != "P"]
    if call in BIDS:
        return not bids or BIDS.index(call) > BIDS.index(calls[bids[-1]])
    if call == "X":
        return bool(bids) and said[-1] in BIDS and sides[bids[-1]] != sides[-1]
    if call == "XX":
        return bool(bids) and said[-1] == "X" and sides[bids[-1]] == sides[-1]
    return call == "P"


def illegal_at(calls: Calls, dealer: int, teams: Teams) -> int | None:
    """Return the index of the first illegal call; None if all are legal."""
    for place, call in enumerate(calls):
        if not may_call(calls[:place], call, dealer, teams):
            return place
    return None


def contract_of(calls: Calls, dealer: int, teams: Teams) -> Contract | None:
    bids = [place for place, call in enumerate(calls) if call in BIDS]
    if not bids or not is_over(calls, len(teams)):
        return None
    seats = [(dealer + place) % len(teams) for place in range(len(calls))]
    last = calls[bids[-1]]
    team = teams[seats[bids[-1]]]
    for place in bids:
        if calls[place][1:] == last[1:] and teams[seats[place]] == team:
            return Contract(int(last[0]), last[1:], seats[place])
    raise AssertionError("the last bid itself is one of them")


def dummy_of(declarer: int, teams: Teams) -> int:
    """Return declarer's partner; in a team of three, the next teammate to the left."""
    order = [(declarer + step) % len(teams) for step in range(1, len(teams))]
    return next(seat for seat in order if teams[seat] == teams[declarer])


def lawful_auction(random: Random, dealer: int, teams: Teams) -> list[str]:
    """Make a legal, finished auction; sometimes everyone passes."""
    calls: list[str] = []
    eager = random.choice((0.1, 0.5, 0.8))
    while not is_over(calls, len(teams)):
        able = [call for call in BIDS if may_call(calls, call, dealer, teams)][:7]
        able += [call for call in ("X", "XX") if may_call(calls, call, dealer, teams)]
        eager *= 0.95
        calls.append(random.choice(able) if able and random.random() < eager else "P")
    return calls


# One trick ----------------------------------------------------------------------------------------


def number_of(place: int, trick: Cards, before: int) -> int:
    """Return which Joker of the leg is in this place, 1 or 2; 0 for any other card."""
    if not is_joker(trick[place]):
        return 0
    return before + sum(is_joker(card) for card in trick[: place + 1])


def suit_to_follow(trick: Cards, trump: str | None) -> str | None:
    """Return the suit led; a Joker leads the suit that its player names, or else trumps."""
    if not trick:
        return None
    if is_joker(trick[0]):
        return trick[0].partition("=")[2] or trump
    return suit_of(trick[0])


def height(place: int, trick: Cards, trump: str | None, before: int) -> tuple[int, int]:
    """Sort key, highest first: first Joker, trumps, suit led (with second Joker), losing cards."""
    led = suit_to_follow(trick, trump)
    number = number_of(place, trick, before)
    if number == 1:
        return 3, 0
    if number == 2:
        return (0, 0) if led == trump else (1, 99)
    card = trick[place]
    if suit_of(card) not in (led, trump):
        return 0, 0
    return (2 if suit_of(card) == trump else 1), ORDER.index(rank_of(card))


def winner(trick: Cards, trump: str | None, before: int = 0) -> int:
    heights = [height(place, trick, trump, before) for place in range(len(trick))]
    return heights.index(max(heights))


def playable(hand: Cards, trick: Cards, trump: str | None, before: int = 0) -> list[str]:
    led = suit_to_follow(trick, trump)
    fallen = before + sum(map(is_joker, trick))
    if led is None:
        return list(hand)
    follow = {card for card in hand if not is_joker(card) and suit_of(card) == led}
    if led == trump and fallen == 0:
        follow |= {card for card in hand if is_joker(card)}
    if not follow:
        return list(hand)
    if led != trump and fallen == 1:
        follow |= {card for card in hand if is_joker(card)}
    return [card for card in hand if card in follow]


# One leg ------------------------------------------------------------------------------------------


class Leg(NamedTuple):
    contract: Contract
    play: list[list[str]]
    aside: list[str]


class Followed(NamedTuple):
    """A play: each seat's cards; per trick, leader, taker and the number of Jokers before it."""

    seats: list[list[str]]
    leaders: list[int]
    takers: list[int]
    before: list[int]


class Figures(NamedTuple):
    tricks: list[int]
    points: list[int]
    unscored: int


def followed(play: Sequence[Cards], contract: Contract) -> Followed:
    number = len(play[0])
    found = Followed([[] for _ in range(number)], [], [], [])
    leader, before = (contract.declarer + 1) % number, 0
    for trick in play:
        found.leaders.append(leader)
        found.before.append(before)
        for place, card in enumerate(trick):
            found.seats[(leader + place) % number].append(card.partition("=")[0])
        leader = (leader + winner(trick, contract.trump, before)) % number
        before += sum(map(is_joker, trick))
        found.takers.append(leader)
    return found


def revokes(play: Sequence[Cards], contract: Contract, teams: Teams) -> set[tuple[int, int]]:
    """Return the trick (from 1) and seat of each card that later cards prove to be a revoke.

    With Jokers, declarer and dummy may take up cards after trick 1, so theirs prove nothing there.
    """
    follows = followed(play, contract)
    with_jokers = any(is_joker(card) for trick in play for card in trick)
    free = (contract.declarer, dummy_of(contract.declarer, teams)) if with_jokers else ()
    found = set()
    for number, trick in enumerate(play):
        for place, card in enumerate(trick):
            seat = (follows.leaders[number] + place) % len(trick)
            hand = follows.seats[seat][number:]
            able = playable(hand, trick[:place], contract.trump, follows.before[number])
            if card.partition("=")[0] not in able and not (number == 0 and seat in free):
                found.add((number + 1, seat))
    return found


def figures(leg: Leg, teams: Teams) -> Figures:
    takers = followed(leg.play, leg.contract).takers
    declaring = teams[leg.contract.declarer]
    won = [number for number, taker in enumerate(takers) if teams[taker] == declaring]
    above = won[6 + leg.contract.level :]
    points = [
        sum(
            value(trick)
            for number, trick in enumerate(leg.play)
            if takers[number] == seat and number not in above
        )
        for seat in range(len(teams))
    ]
    unscored = value(leg.aside) + sum(value(leg.play[number]) for number in above)
    return Figures([takers.count(seat) for seat in range(len(teams))], points, unscored)


def team_sums(teams: Sequence[int], points: Sequence[int]) -> dict[int, int]:
    """Return each team's total at a table."""
    sums = dict.fromkeys(sorted(set(teams)), 0)
    for team, scored in zip(teams, points, strict=True):
        sums[team] += scored
    return sums


def scores(
    contract: Contract, teams: Teams, tricks: Sequence[int], points: Sequence[int]
) -> tuple[list[int | None], dict[int, int]]:
    totals, mine = team_sums(teams, points), teams[contract.declarer]
    if team_sums(teams, tricks)[mine] >= 6 + contract.level or totals[mine] == min(totals.values()):
        return list(points), totals
    least, *rest = sorted(totals.values())
    others = sorted((team for team in totals if team != mine), key=lambda team: totals[team])
    if len(others) == 2 and totals[others[0]] == totals[others[1]]:
        rest = [sum(rest) // 10 * 5] * 2
    return [None] * len(teams), {mine: least} | dict(zip(others, rest, strict=True))


def row(contract: Contract, teams: Teams, made: Figures) -> list[int | None]:
    players, totals = scores(contract, teams, made.tricks, made.points)
    by_team = [totals[team] for team in sorted(totals)]
    whole = sum(made.points) + made.unscored
    return [*players, *by_team, whole - sum(by_team), whole]


@lru_cache
def possible(tricks: int, seats: int, jokers: bool = False) -> frozenset[int]:
    suits = 6 if seats == 6 else 4
    kinds = {5: 6 * suits, 10: 6 * suits, 20: suits, 30: 2 if jokers else 0}
    reached = {(0, 0)}
    for worth, copies in kinds.items():
        reached = {
            (cards + more, total + more * worth)
            for cards, total in reached
            for more in range(copies + 1)
            if cards + more <= tricks * seats
        }
    return frozenset(total for cards, total in reached if cards == tricks * seats)


def pack_of(random: Random, seats: int, jokers: bool) -> list[str]:
    """Return the shuffled cards of a leg; for six players, six whole suits from three packs."""
    if seats == 6:
        suits = random.sample("SHDC" * 3, 6)
        cards = [rank + suit for suit in suits for rank in ORDER]
    else:
        cards = [*PACK, *[JOKER] * (2 if jokers else 0)]
    random.shuffle(cards)
    return cards


def lawful_leg(random: Random, contract: Contract, teams: Teams, jokers: bool) -> Leg:
    """Play thirteen tricks in which every card is legal.

    With Jokers, declarer and dummy sometimes swap cards with the two on the table after trick 1.
    """
    seats, trump = len(teams), contract.trump
    cards = pack_of(random, seats, jokers)
    aside = cards[13 * seats :]
    hands = [cards[seat : 13 * seats : seats] for seat in range(seats)]
    leader, before = (contract.declarer + 1) % seats, 0
    play: list[list[str]] = []
    for number in range(13):
        trick: list[str] = []
        for place in range(seats):
            hand = hands[(leader + place) % seats]
            card = random.choice(playable(hand, trick, trump, before))
            hand.remove(card)
            if is_joker(card) and not trick and (before == 1 or trump is None):
                card += "=" + random.choice([suit for suit in "SHDC" if suit != trump])
            trick.append(card)
        leader = (leader + winner(trick, trump, before)) % seats
        before += sum(map(is_joker, trick))
        play.append(trick)
        for place in range(len(aside)) if number == 0 and random.random() < 0.5 else ():
            hand = hands[random.choice((contract.declarer, dummy_of(contract.declarer, teams)))]
            given = hand.pop(random.randrange(12))
            hand.append(aside[place])
            aside[place] = given
    return Leg(contract, play, aside)


def random_contract(random: Random, seats: int) -> Contract:
    """Pick a contract: low ones are usually made and high ones defeated, so tests see both."""
    level = random.choice((1, 1, 2, 3, 7))
    return Contract(level, random.choice(STRAINS), random.randrange(seats))
