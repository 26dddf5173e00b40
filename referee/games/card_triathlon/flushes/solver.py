"""Find the best arrangement of a D hand; the result is provably optimal and deterministic.

The search is a depth-first branch and bound. A group is a *run* (suit, lowest place, length) with a
role for each place: the right card, a Joker, or a filler for a straight or a flush. The cards that
act as fillers are chosen last (`find_fillers` tries all of them). A hand of 13 has room for two
groups, so every run is tried alone, and then every pair of runs, starting with the highest bound.
Roles are tried place by place, and a branch is cut only if

- the hand has no card left for the role, or more than half of the places would be wrong; or
- a place would be in no five that is a straight or a flush; or
- the remaining places can't beat the best arrangement so far, or need more cards of the suit than
  are left (`Run.bound`). These bounds ignore some rules, so they only err on the safe side.

So no better arrangement is missed. Whether five cards have different ranks (`flush_duplicates`) is
checked when the fillers are chosen, because roles alone can't show it.

The best arrangement is the one with the highest *weight*: most points, then fewest cards in groups
that score nothing, then fewest groups (see the constants below). Ties go to the arrangement found
first; the search follows the sorted hand, so the answer depends on the cards alone.

There are at most 4 × 54 runs and some 23,000 pairs of them. The number of role assignments grows
exponentially with the length of a run, up to 4 to the power of 13 without the bounds. With the
bounds, the median hand takes about 1 ms, and 99 % of hands take less than 20 ms (`python -m
tests.bench hands`). The tests check the scores with an integer program (OR-Tools CP-SAT).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from heapq import heapify, heappop, heappush
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

from referee.core.cards import ANY_JOKER, JOKERS, RANKS, SUITS, Card
from referee.games.card_triathlon.flushes.groups import (
    ACE_HIGH,
    ACE_LOW,
    FIVE,
    JOKER_WORTH,
    LONGEST,
    MOST_WRONG_OF_FIVE,
    SHORTEST,
    FlushRules,
    Group,
    Role,
    can_be_five,
    right_points,
)

HAND: Final = 13


@dataclass(frozen=True)
class Arrangement:
    """A hand laid out: its groups and its unused cards."""

    groups: tuple[Group, ...]
    unused: tuple[Card, ...]

    @property
    def score(self) -> int:
        return sum(group.score for group in self.groups)


def arrange(hand: Sequence[Card], rules: FlushRules) -> Arrangement:
    """Return the arrangement with the highest score.

    Ties go to the one with fewer cards in groups that score nothing, then to fewer groups.

    Raises:
        ValueError: if the hand has more than 13 cards.
    """
    if len(hand) > HAND:
        raise ValueError(f"a hand has at most {HAND} cards, not {len(hand)}")
    cards = sorted((ANY_JOKER if card.rank in JOKERS else card for card in hand), key=suit_order)
    naturals = [card for card in cards if card.suit]
    # The search is quicker without rules that don't affect these cards. Natural cards of a flush
    # share a suit, so two of one rank are two equal cards.
    needed = replace(
        rules,
        jokers=rules.jokers or len(naturals) == len(cards),
        flush_duplicates=rules.flush_duplicates or len(set(naturals)) == len(naturals),
    )
    return _arrange_sorted(tuple(cards), needed)


# Entries, pages and questions request the same hands repeatedly.
@lru_cache(maxsize=256)
def _arrange_sorted(cards: tuple[Card, ...], rules: FlushRules) -> Arrangement:
    groups = _Search(cards, rules).best_groups()
    is_whole_suit = [(group.low, len(group.cards)) for group in groups] == [(ACE_LOW, LONGEST)]
    if rules.is_capped and is_whole_suit:
        # A Joker can be either ace, and an extra hand needs a run from the 2 to the ace.
        (group,) = groups
        turned = Group(group.suit, ACE_LOW + 1, (*group.cards[1:], group.cards[0]))
        if not turned.breach(rules) and turned.score >= group.score:
            groups = (turned,)
    unused = list(cards)
    for group in groups:
        for card in group.cards:
            unused.remove(card)
    return Arrangement(groups, tuple(unused))


def suit_order(card: Card) -> tuple[int, int]:
    """Sort key for cards: S H D C, each from the ace down, then Jokers."""
    if card.suit is None:
        return len(SUITS), 0
    return SUITS.index(card.suit), RANKS.index(card.rank)


# Weights ------------------------------------------------------------------------------------------

LOWEST: Final = ACE_LOW + 1  # lowest rank in a `Stock`, where the ace is high
POINT: Final = 64  # more than all cards and groups of a hand weigh together
IDLE: Final = -4  # for a card in a group that scores nothing; outweighs two groups
GROUP: Final = -1  # for a group
JOKER: Final = POINT * JOKER_WORTH
RIGHT: Final = (0, IDLE, *(POINT * right_points(place) for place in range(LOWEST, ACE_HIGH + 1)))
"""Weight of the right card at each place; the low ace scores nothing."""
NEVER: Final = -(10**6)

Stock: TypeAlias = list[list[int]]
"""Number of copies of each card, indexed by suit (from 0) and rank (the ace is 14)."""


def rank_at(place: int) -> int:
    """Return the rank of the right card at a place, numbered as in `Stock`."""
    return ACE_HIGH if place == ACE_LOW else place


def bound_weight(weights: Sequence[int | None], jokers: int, wrong: int) -> int:
    """Return an upper bound on the weight of some places, assuming that fillers can be found.

    `weights` holds the right card's weight for each place, None if that card is missing; `wrong` is
    how many places may hold another card. A Joker gains most where the right card is missing, and
    next most in place of the lowest right card. Fillers only help where the right card is missing.
    """
    held = sorted([weight for weight in weights if weight is not None])
    missing = len(weights) - len(held)
    if missing > wrong:
        return NEVER
    value = sum(held) + min(jokers, missing) * (JOKER - IDLE) + missing * IDLE
    spare = max(0, min(jokers, wrong) - missing)
    return value + spare * JOKER - sum(held[:spare])


# Runs, and bounds on their weight -----------------------------------------------------------------


class Bound(NamedTuple):
    """Bounds on the places ahead in the search."""

    most: int  # the most that they can weigh
    needs: int  # the fewest cards of the suit that they need


class Tail(NamedTuple):
    """The rest of a run, from one of its places to the end."""

    missing: int  # number of right cards that the hand lacks
    held: int  # set of ranks of the right cards that it has
    hard: int  # number of places that only a Joker or a flush filler can fill


@dataclass(frozen=True)
class Holding:
    """What a hand holds for runs in one suit. A set of ranks is an int with one bit per rank."""

    suit: int
    once: int  # set of ranks of which the whole hand has one card in this suit
    lonely: int  # set of ranks that it has in no other suit, so no straight filler fits


@dataclass(eq=False)
class Run:
    """A run in a suit, with the right cards that a hand has for it."""

    holding: Holding
    low: int
    weights: tuple[int | None, ...]  # of the right card at each place; None where there is none
    bounds: dict[tuple[int, int, int, Run | None], Bound] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.suit = self.holding.suit
        self.count = len(self.weights)
        self.wrong = self.count // 2  # how many places may be wrong (`card-triathlon.d.half`)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        return tuple(rank_at(place) for place in range(self.low, self.low + self.count))

    @cached_property
    def tails(self) -> tuple[Tail, ...]:
        """The tail from each place to the end; the last one is empty."""
        tails = [Tail(0, 0, 0)]
        for weight, rank in zip(reversed(self.weights), reversed(self.ranks), strict=True):
            missing, held, hard = tails[-1]
            if weight is None:
                tails.append(Tail(missing + 1, held, hard + (self.holding.lonely >> rank & 1)))
            else:
                tails.append(Tail(missing, held | 1 << rank, hard))
        return tuple(reversed(tails))

    def bound(self, index: int, jokers: int, wrong: int, second: Run | None) -> Bound:
        """Return bounds on the places from `index` on, including those of a second run, if any.

        `most` is never too low and `needs` never too high.
        """
        state = (index, jokers, wrong, second)
        cached = self.bounds.get(state)
        if cached is not None:
            return cached
        tail = self.tails[index]
        weights = list(self.weights[index:])
        is_possible, most_wrong = tail.missing <= wrong, wrong
        # Places that may not be wrong take a card of the suit, and so do hard ones without a Joker.
        needs = tail.hard - jokers + self.count - index - wrong
        if second is not None:
            behind = second.tails[0]
            weights += second.weights
            most_wrong += second.wrong
            if second.suit == self.suit:
                needs += behind.hard + second.count - second.wrong
                # A single card that is right in both runs counts where it scores more; the other
                # run has one more place to fill.
                twice = tail.held & behind.held & self.holding.once
                count = twice.bit_count()
                short = max(0, tail.missing + count - wrong)
                short += max(0, behind.missing + count - second.wrong)
                is_possible &= short <= count
                needs += (twice & self.holding.lonely).bit_count()
                for rank in self.ranks[index:] if is_possible else ():
                    if twice & 1 << rank:
                        one, two = (run.weights[run.ranks.index(rank)] for run in (self, second))
                        weights[weights.index(min(one or 0, two or 0))] = None
        most = bound_weight(weights, jokers, most_wrong) if is_possible else NEVER
        found = self.bounds[state] = Bound(most, needs if is_possible else 0)
        return found


def list_runs(stock: Stock, size: int) -> Iterator[Run]:
    """Yield runs for which the hand has at least half the right cards, by suit, lowest first."""
    for suit, row in enumerate(stock):
        ranks = [rank for rank, copies in enumerate(row) if copies]
        if len(ranks) < SHORTEST - SHORTEST // 2:
            continue
        others = [other for other in stock if other is not row]
        holding = Holding(
            suit,
            once=sum(1 << rank for rank in ranks if row[rank] == 1),
            lonely=sum(1 << rank for rank in range(len(row)) if not any(o[rank] for o in others)),
        )
        places = range(ACE_LOW, ACE_HIGH + 1)
        weights = tuple(RIGHT[place] if row[rank_at(place)] else None for place in places)
        for low in range(ACE_LOW, ACE_HIGH - SHORTEST + 2):
            longest = min(LONGEST, ACE_HIGH - low + 1, size)
            for count in range(SHORTEST, longest + 1):
                own = weights[low - 1 : low - 1 + count]
                if own.count(None) <= count // 2:
                    yield Run(holding, low, own)


# The search ---------------------------------------------------------------------------------------

PAST: Final = 0b011111_011111_011111
"""Mask that keeps the last five places of three histories: wrong cards, flush fillers, straight
fillers."""
WRONG: Final = 1 << 12
FLUSH: Final = 1 << 6
STRAIGHT: Final = 1
LAST_FIVE: Final = 0b011111
ROLES: Final[tuple[tuple[Role, int, int, int, int], ...]] = (
    ("right", 0, 0, 0, 1),
    ("joker", WRONG, JOKER, 1, 0),
    ("straight", WRONG | STRAIGHT, IDLE, 0, 0),
    ("flush", WRONG | FLUSH, IDLE, 0, 1),
)
"""History bits and weight of each role, the Jokers and the cards of the suit that it takes.

The right card's weight depends on its place.
"""


class _Search:
    def __init__(self, cards: Sequence[Card], rules: FlushRules) -> None:
        self.rules = rules
        self.jokers = cards.count(ANY_JOKER) if rules.jokers else 0
        self.stock: Stock = [[0] * (ACE_HIGH + 1) for _ in SUITS]
        """Cards left once the right cards of the current branch are taken out."""
        for card in cards:
            if card.suit:
                self.stock[SUITS.index(card.suit)][ACE_HIGH - RANKS.index(card.rank)] += 1
        self.of_suit = [sum(row) for row in self.stock]
        """Cards left in each suit, without the current branch's right cards and flush fillers."""
        self.of_rank = [sum(column) for column in zip(*self.stock, strict=True)]
        self.size = sum(self.of_suit) + self.jokers
        self.most_wrong = MOST_WRONG_OF_FIVE if rules.half == "five" else FIVE
        self.best = 0
        self.weights_alone: dict[Run, int] = {}

    def best_groups(self) -> tuple[Group, ...]:
        """Return the heaviest legal groups: none, one or two.

        A run weighs no more in a pair than alone, when every card is available to it. So a pair
        isn't searched if the two weights alone add up to too little.
        """
        best: tuple[Group, ...] = ()
        bounded = [
            (bound_weight(run.weights, self.jokers, run.wrong) + GROUP, run)
            for run in list_runs(self.stock, self.size)
        ]
        bounded.sort(key=lambda pair: -pair[0])
        for bound, run in bounded:
            if bound <= self.best:
                break
            self.best, groups = self.lay_out((run,), self.best)
            best = groups or best
        for pair in self.pairs(bounded):
            for run in pair:
                if run not in self.weights_alone:
                    self.weights_alone[run], _ = self.lay_out((run,), 0)
            if sum(self.weights_alone[run] for run in pair) > self.best:
                self.best, groups = self.lay_out(pair, self.best)
                best = groups or best
        return best

    def pairs(self, bounded: Sequence[tuple[int, Run]]) -> Iterator[tuple[Run, Run]]:
        """Yield pairs of runs (or one run twice) that could beat the best, highest bound first.

        A heap orders the pairs by the sum of their bounds. A pair that is popped is pushed back
        once, with the tighter `Run.bound`; when it is popped again, it is yielded.
        """
        short = [(bound, run) for bound, run in bounded if run.count <= self.size - SHORTEST]
        of_suit = [[pair for pair in short if pair[1].suit == suit] for suit in range(len(SUITS))]
        heap: list[tuple[int, int, Run, Run]] = []
        for some, others in combinations_with_replacement(of_suit, 2):
            for number, (bound, run) in enumerate(some):
                for other, another in others[number:] if some is others else others:
                    if bound + other <= self.best:
                        break
                    if run.count + another.count <= self.size:
                        heap.append((-bound - other, len(heap), run, another))
        heapify(heap)
        bounded_closer: set[int] = set()
        while heap and -heap[0][0] > self.best:
            _, number, run, another = heappop(heap)
            if number in bounded_closer:
                is_lower = run.suit == another.suit and another.low < run.low
                yield (another, run) if is_lower else (run, another)
            else:
                bounded_closer.add(number)
                ahead = run.bound(0, self.jokers, run.wrong, another)
                if ahead.needs <= self.of_suit[run.suit]:
                    heappush(heap, (-ahead.most - 2 * GROUP, number, run, another))

    def lay_out(self, some: Sequence[Run], best: int) -> tuple[int, tuple[Group, ...]]:
        """Return the highest weight of these runs, and the groups that have it.

        If no weight exceeds `best`, return `best` and no groups.

        Invariant: `roles` holds the roles chosen so far, and `stock`, `of_suit` and `of_rank` lack
        just the cards that these roles take. Every call of `step` leaves them as they were.
        """
        stock, of_suit, of_rank = self.stock, self.of_suit, self.of_rank
        roles: tuple[list[Role], ...] = tuple([] for _ in some)
        found: tuple[Group, ...] = ()

        def begin(run: Run, second: Run | None, value: int, jokers: int) -> None:
            """Start filling a run at its first place, if the result can still beat `best`."""
            ahead = run.bound(0, jokers, run.wrong, second)
            if value + ahead.most > best and of_suit[run.suit] >= ahead.needs:
                step(run, second, value, jokers, run.wrong, 0, 0)

        def end(second: Run | None, value: int, jokers: int) -> None:
            """Go on to the second run or, after the last run, choose the fillers."""
            nonlocal best, found
            if second is not None:
                begin(second, None, value, jokers)
            elif value > best:
                pairs = zip(some, roles, strict=True)
                plans = [GroupPlan(run.suit, run.low, tuple(own)) for run, own in pairs]
                groups = find_fillers(plans, stock, self.rules)
                if groups is not None:
                    best, found = value, groups

        def step(
            run: Run, second: Run | None, value: int, jokers: int, wrong: int, past: int, bare: int
        ) -> None:
            """Try every role at the next place.

            `value` is the weight so far. `jokers` and `wrong` are how many Jokers and wrong cards
            this run may still use. `past` holds the roles of the most recent places (`PAST`). Every
            place so far is in a five, but the last `bare` ones; a fifth bare place ends the branch.
            """
            own = roles[-1 if second is None else 0]
            index = len(own)
            suit, rank, is_last = run.suit, run.ranks[index], index + 1 == run.count
            row = stock[suit]
            for role, mark, weight, joker, of_this_suit in ROLES:
                is_right = not mark
                if is_right:
                    if not row[rank]:
                        continue
                    weight = RIGHT[run.low + index]
                elif not wrong:
                    break
                elif not (
                    jokers
                    if joker
                    else of_suit[suit]
                    if of_this_suit
                    else of_rank[rank] > row[rank]
                ):
                    continue
                window = past << 1 & PAST | mark
                is_five = (
                    index >= FIVE - 1
                    and not (window & LAST_FIVE and window // FLUSH & LAST_FIVE)
                    and (window // WRONG).bit_count() <= self.most_wrong
                )
                if not is_five and (is_last or bare == FIVE - 1):
                    continue
                row[rank] -= is_right
                of_rank[rank] -= is_right
                of_suit[suit] -= of_this_suit
                own.append(role)
                left, wrong_left = jokers - joker, wrong - (not is_right)
                if is_last:
                    end(second, value + weight, left)
                else:
                    ahead = run.bound(index + 1, left, wrong_left, second)
                    if value + weight + ahead.most > best and of_suit[suit] >= ahead.needs:
                        bare_now = 0 if is_five else bare + 1
                        step(run, second, value + weight, left, wrong_left, window, bare_now)
                own.pop()
                row[rank] += is_right
                of_rank[rank] += is_right
                of_suit[suit] += of_this_suit

        begin(some[0], some[1] if len(some) > 1 else None, GROUP * len(some), self.jokers)
        return best, found


# Choosing the fillers -----------------------------------------------------------------------------


class GroupPlan(NamedTuple):
    """A group whose fillers are still to be found."""

    suit: int
    low: int
    roles: tuple[Role, ...]


class Slot(NamedTuple):
    """A place that needs a filler, and the suit and rank of the right card, which is missing."""

    group: int
    place: int  # counted from 0
    role: Role
    suit: int
    rank: int


def find_fillers(
    plans: Sequence[GroupPlan], left: Stock, rules: FlushRules
) -> tuple[Group, ...] | None:
    """Return groups for these plans, filled from the cards left; None if impossible.

    Backtracks over every choice for every slot; a branch is cut only if too few cards are left or a
    place can no longer be in a five. Invariant: `laid` has a card in every slot before the current
    one, and `left` lacks just these cards; both are as before when a branch has failed.
    """
    laid: list[list[tuple[int, int] | None]] = [[None] * len(plan.roles) for plan in plans]
    slots = []
    for number, plan in enumerate(plans):
        for index, role in enumerate(plan.roles):
            rank = rank_at(plan.low + index)
            if role == "right":
                laid[number][index] = plan.suit, rank
            elif role != "joker":
                slots.append(Slot(number, index, role, plan.suit, rank))
    slots.sort(key=lambda slot: slot.role == "flush")  # straights first, as they have less choice

    def choices(slot: Slot) -> list[tuple[int, int]]:
        """Return the cards left that can fill a slot."""
        if slot.role == "flush":
            row, ranks = left[slot.suit], range(LOWEST, ACE_HIGH + 1)
            return [(slot.suit, rank) for rank in ranks if rank != slot.rank and row[rank]]
        suits = range(len(SUITS))
        return [(suit, slot.rank) for suit in suits if suit != slot.suit and left[suit][slot.rank]]

    def can_be_legal(number: int) -> bool:
        """Whether the group with this number can still be legal.

        Each of its places must belong to five in a row that form a straight or a flush. Fillers
        that haven't been chosen yet are assumed to repeat no rank.
        """
        roles, covered = plans[number].roles, 0
        for start in range(len(roles) - FIVE + 1):
            five = roles[start : start + FIVE]
            if not can_be_five(five, rules):
                continue
            if start > covered:
                return False
            ranks = [card[1] for card in laid[number][start : start + FIVE] if card]
            if "flush" not in five or len(set(ranks)) == len(ranks):
                covered = start + FIVE
        return covered == len(roles)

    def has_enough(position: int) -> bool:
        """Whether enough cards are left for the flush fillers from this slot on.

        A flush filler can have any rank except the right one. By Hall's theorem, two checks are
        enough: one for all places with the same right rank, which can take any card of the suit
        except those of that rank, and one for all places in the suit, because places with two
        different right ranks can take any card between them.
        """
        wanted = [slot[-2:] for slot in slots[position:] if slot.role == "flush"]
        for suit, rank in wanted:
            total = sum(left[suit])
            if sum(other == suit for other, _ in wanted) > total:
                return False
            if wanted.count((suit, rank)) > total - left[suit][rank]:
                return False
        return True

    def assign(position: int) -> bool:
        """Find a card for this slot and for every later one; False if that is impossible."""
        if not has_enough(position):
            return False
        if position == len(slots):
            return True
        number, index, *_rest = slot = slots[position]
        for suit, rank in choices(slot):
            laid[number][index] = suit, rank
            left[suit][rank] -= 1
            is_possible = rules.flush_duplicates or can_be_legal(number)
            is_found = is_possible and assign(position + 1)
            left[suit][rank] += 1
            if is_found:
                return True
        laid[number][index] = None
        return False

    if not all(map(choices, slots)) or not assign(0):
        return None
    return tuple(
        Group(
            SUITS[plan.suit],
            plan.low,
            tuple(
                Card(RANKS[ACE_HIGH - card[1]], SUITS[card[0]]) if card else ANY_JOKER
                for card in cards
            ),
        )
        for plan, cards in zip(plans, laid, strict=True)
    )
