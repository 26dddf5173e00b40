"""The arrangement of a D hand that scores most: proven to be the best, and always the same one.

Why it cannot miss. A group is a *run* (suit, lowest place, length) and a *plan*, which says of each
place whether it holds the right card, a Joker, a straight or a flush filler; then cards are found
for the fillers (`fillers.fill`, which tries them all). A hand of 13 has room for two groups, so
every run is tried alone and every two runs together. For each, all plans are walked through, place
by place, and a branch is left only where

- the hand has no such card any more, or more than half of the places would not be right; or
- a place has come to lie in no five that is a straight or a flush; or
- what lies ahead (`Run.look`) cannot come to more than what is already found, or needs more cards
  of the suit than there are. Those figures err on the safe side only.

So nothing better is left out. Five different ranks (`flush_duplicates`) are seen to when the cards
are found: a plan alone cannot tell.

What is best: one number stands for points, then fewer cards that score nothing, then fewer groups.
Of equal arrangements the first that is found stays; the search goes by the sorted hand and never by
chance, so the answer depends on the cards alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from referee.core.cards import ANY_JOKER, JOKERS, RANKS, SUITS, Card
from referee.games.card_triathlon.flushes.group import (
    ACE_HIGH,
    ACE_LOW,
    FIVE,
    LONGEST,
    MOST_WRONG_OF_FIVE,
    SHORTEST,
    FlushRules,
    Group,
    Role,
)
from referee.games.card_triathlon.flushes.solver.fillers import GroupPlan, fill
from referee.games.card_triathlon.flushes.solver.runs import (
    GROUP,
    IDLE,
    JOKER,
    NEVER,
    RIGHT,
    Run,
    Stock,
    most,
    rights,
    runs,
)

HAND: Final = 13


@dataclass(frozen=True)
class Arrangement:
    """A hand laid out: its groups by suit and run, and the cards that lie in none."""

    groups: tuple[Group, ...]
    unused: tuple[Card, ...]

    @property
    def score(self) -> int:
        """What the hand scores."""
        return sum(group.score for group in self.groups)


def arrange(hand: Sequence[Card], rules: FlushRules) -> Arrangement:
    """The arrangement that scores most, then has fewest cards that score nothing, then groups.

    Raises:
        ValueError: where the hand has more than 13 cards.
    """
    if len(hand) > HAND:
        raise ValueError(f"a hand has at most {HAND} cards, not {len(hand)}")
    cards = sorted((ANY_JOKER if card.rank in JOKERS else card for card in hand), key=by_suit)
    groups = _Search(cards, _that_matter(cards, rules)).groups()
    if rules.is_capped:
        groups = tuple(_up_to_the_ace(group, rules) for group in groups)
    unused = list(cards)
    for group in groups:
        for card in group.cards:
            unused.remove(card)
    return Arrangement(groups, tuple(unused))


def _up_to_the_ace(group: Group, rules: FlushRules) -> Group:
    """The group from the 2 to the ace, where it can lie so as well as from the ace to the king.

    A Joker can be either ace, and an extra hand in the 3,000 metre takes a run up to it.
    """
    if len(group.cards) < LONGEST or group.low != ACE_LOW:
        return group
    turned = Group(group.suit, ACE_LOW + 1, (*group.cards[1:], group.cards[0]))
    return group if turned.breach(rules) or turned.score < group.score else turned


def arranged(hand: tuple[Card, ...], rules: FlushRules) -> Arrangement:
    """As `arrange`, remembered: an entry and a question ask for the same hand again and again."""
    return _remembered(hand, _that_matter(hand, rules))


@lru_cache(maxsize=256)
def _remembered(hand: tuple[Card, ...], rules: FlushRules) -> Arrangement:
    return arrange(hand, rules)


def _that_matter(cards: Sequence[Card], rules: FlushRules) -> FlushRules:
    """The rules without those that make no difference to these cards: so they are found sooner.

    A flush holds two cards of one rank only if the hand holds two equal cards, for all its cards
    but Jokers are of one suit.
    """
    naturals = [card for card in cards if card.suit]
    has_equals = len(set(naturals)) < len(naturals)
    return replace(
        rules,
        jokers=rules.jokers or len(naturals) == len(cards),
        flush_duplicates=rules.flush_duplicates or not has_equals,
    )


def by_suit(card: Card) -> tuple[int, int]:
    """S H D C, in each from the ace down, Jokers last."""
    if card.suit is None:
        return len(SUITS), 0
    return SUITS.index(card.suit), RANKS.index(card.rank)


PAST: Final = 0b011111_011111_011111
"""Three histories of five places side by side: which were wrong, flush and straight fillers."""
WRONG: Final = 1 << 12
FLUSH: Final = 1 << 6
STRAIGHT: Final = 1
ROLES: Final[tuple[tuple[Role, int, int], ...]] = (
    ("right", 0, 0),
    ("joker", WRONG, JOKER),
    ("straight", WRONG | STRAIGHT, IDLE),
    ("flush", WRONG | FLUSH, IDLE),
)
"""What each role adds to them, and what it comes to, where that does not depend on the place."""
LAST_FIVE: Final = 0b011111

Roles: TypeAlias = Sequence[Role]
Test: TypeAlias = Callable[[Sequence[Roles]], bool]


class _Search:
    """The search through the arrangements of one hand, with the best that it has found."""

    def __init__(self, cards: Sequence[Card], rules: FlushRules) -> None:
        self.rules = rules
        self.jokers = cards.count(ANY_JOKER) if rules.jokers else 0
        self.stock: Stock = [[0] * (ACE_HIGH + 1) for _ in SUITS]
        """What is left: the right cards of the branch at hand are taken out."""
        for card in cards:
            if card.suit:
                self.stock[SUITS.index(card.suit)][ACE_HIGH - RANKS.index(card.rank)] += 1
        self.whole: Stock = [list(row) for row in self.stock]
        self.of_suit = [sum(row) for row in self.stock]
        """How many cards of each suit are neither right nor flush fillers in the branch at hand."""
        self.of_rank = [sum(column) for column in zip(*self.stock, strict=True)]
        self.size = sum(self.of_suit) + self.jokers
        self.most_wrong = MOST_WRONG_OF_FIVE if rules.half == "five" else FIVE
        self.best = 0
        self.found: tuple[Group, ...] = ()
        self.known_alone: dict[Run, int] = {}
        self.known_fillable: dict[GroupPlan, bool] = {}

    def groups(self) -> tuple[Group, ...]:
        """The groups that come to most: one, two or none.

        Beside another, a group comes to no more than alone: it is legal alone, and there it may use
        every card. So two runs that alone come to too little need no search.
        """
        bounded = [
            (most(run.weights, self.jokers, run.wrong) + GROUP, run)
            for run in runs(self.stock, self.size)
        ]
        bounded.sort(key=lambda pair: -pair[0])
        for bound, run in bounded:
            if bound <= self.best:
                break
            self.lay(run)
        for one, two in self.pairs(bounded):
            if self.alone(one) + self.alone(two) > self.best:
                self.lay(one, two)
        return self.found

    def pairs(self, bounded: Sequence[tuple[int, Run]]) -> Iterator[tuple[Run, Run]]:
        """Any two runs, or one twice, that could come to more than the best, the most first.

        They wait in a heap by a bound that is quick to tell. When a pair comes up, it goes back
        with what `Run.look` says, which is less; when it comes up again, it is tried.
        """
        short = [(bound, run) for bound, run in bounded if run.count <= self.size - SHORTEST]
        of_suit = [[pair for pair in short if pair[1].suit == suit] for suit in range(len(SUITS))]
        heap: list[tuple[int, int, Run, Run]] = []
        for some, others in combinations_with_replacement(filter(None, of_suit), 2):
            wild = JOKER * self.jokers + 2 * GROUP
            one, two = some[0][1].holding, others[0][1].holding
            if rights(one, one.held, two, two.held) + wild <= self.best:
                continue
            for number, (bound, run) in enumerate(some):
                for other, another in others[number:] if some is others else others:
                    if bound + other <= self.best:
                        break
                    most_right = rights(one, run.held, two, another.held) + wild
                    if most_right > self.best and run.count + another.count <= self.size:
                        heap.append((-min(bound + other, most_right), len(heap), run, another))
        heapify(heap)
        looked_at: set[int] = set()
        while heap and -heap[0][0] > self.best:
            _, number, run, another = heappop(heap)
            if number in looked_at:
                yield (another, run) if another.comes_before(run) else (run, another)
            else:
                looked_at.add(number)
                ahead = run.look(0, self.jokers, run.wrong, another)
                if ahead.needs <= self.of_suit[run.suit]:
                    heappush(heap, (-ahead.most - 2 * GROUP, number, run, another))

    def alone(self, run: Run) -> int:
        """What a run comes to at most if nothing else is laid out."""
        if run not in self.known_alone:
            is_sure = self.rules.flush_duplicates
            best = self.walk((run,), 0, lambda plan: is_sure or self.is_fillable(run, plan[0]))
            self.known_alone[run] = best or NEVER
        return self.known_alone[run]

    def is_fillable(self, run: Run, roles: Roles) -> bool:
        """Whether the fillers of a group can be found if nothing else is laid out."""
        plan = GroupPlan(run.suit, run.low, tuple(roles))
        if plan not in self.known_fillable:
            left = [list(row) for row in self.whole]
            for rank, role in zip(run.ranks, roles, strict=True):
                left[run.suit][rank] -= role == "right"
            self.known_fillable[plan] = fill([plan], left, self.rules) is not None
        return self.known_fillable[plan]

    def lay(self, *some: Run) -> None:
        """Lay out these runs, if they come to more than the best so far."""

        def can_be_filled(roles: Sequence[Roles]) -> bool:
            plans = [
                GroupPlan(run.suit, run.low, tuple(own))
                for run, own in zip(some, roles, strict=True)
            ]
            groups = fill(plans, self.stock, self.rules)
            self.found = groups or self.found
            return groups is not None

        self.best = self.walk(some, self.best, can_be_filled)

    def walk(self, some: Sequence[Run], best: int, is_possible: Test) -> int:
        """What the best possible plan for these runs comes to; `best` if none is better."""
        stock, of_suit, of_rank, most_wrong = (
            self.stock,
            self.of_suit,
            self.of_rank,
            self.most_wrong,
        )
        plan: tuple[list[Role], ...] = tuple([] for _ in some)
        looks_closer = len(some) > 1 and not self.rules.flush_duplicates

        def begin(run: Run, second: Run | None, value: int, jokers: int) -> None:
            """Go through a run from its first place on."""
            ahead = run.look(0, jokers, run.wrong, second)
            if value + ahead.most > best and of_suit[run.suit] >= ahead.needs:
                step(run, second, value, jokers, run.wrong, 0, 0)

        def end(run: Run, second: Run | None, value: int, jokers: int) -> None:
            """All places of a run have their roles, and each lies in a five."""
            nonlocal best
            if looks_closer and not self.is_fillable(run, plan[-1 if second is None else 0]):
                return
            if second is not None:
                begin(second, None, value, jokers)
            elif value > best and is_possible(plan):
                best = value

        def step(
            run: Run, second: Run | None, value: int, jokers: int, wrong: int, past: int, bare: int
        ) -> None:
            """Try every role at the next place.

            `value` is what the places before come to; `jokers` and `wrong` may still be used in
            this run; `bare` are the latest places that lie in no five yet.
            """
            own = plan[-1 if second is None else 0]
            index = len(own)
            suit, rank, is_last = run.suit, run.ranks[index], index + 1 == run.count
            row = stock[suit]
            for role, mark, weight in ROLES:
                is_right, is_joker, is_flush = role == "right", role == "joker", role == "flush"
                if is_right:
                    if not row[rank]:
                        continue
                    weight = RIGHT[run.low + index]
                elif not wrong:
                    break
                elif not (
                    jokers if is_joker else of_suit[suit] if is_flush else of_rank[rank] > row[rank]
                ):
                    continue
                window = past << 1 & PAST | mark
                is_five = (
                    index >= FIVE - 1
                    and not (window & LAST_FIVE and window // FLUSH & LAST_FIVE)
                    and (window // WRONG).bit_count() <= most_wrong
                )
                if not is_five and (is_last or bare == FIVE - 1):
                    continue
                row[rank] -= is_right
                of_rank[rank] -= is_right
                of_suit[suit] -= is_right or is_flush
                own.append(role)
                left, wrong_left = jokers - is_joker, wrong if is_right else wrong - 1
                behind = second
                if is_right and second is not None and second.suit == suit:
                    behind = second.as_left()
                if is_last:
                    end(run, behind, value + weight, left)
                else:
                    ahead = run.look(index + 1, left, wrong_left, behind)
                    if value + weight + ahead.most > best and of_suit[suit] >= ahead.needs:
                        bare_now = 0 if is_five else bare + 1
                        step(run, behind, value + weight, left, wrong_left, window, bare_now)
                own.pop()
                row[rank] += is_right
                of_rank[rank] += is_right
                of_suit[suit] += is_right or is_flush

        begin(some[0], some[1] if len(some) > 1 else None, GROUP * len(some), self.jokers)
        return best
