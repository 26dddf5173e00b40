"""A group as it lies on the table in a D leg: its suit and run, what it scores, what it breaks.

A group is read from its lowest place up. Places go by rank: 1 is the ace below the 2, 11 to 13 are
jack, queen and king, 14 is the ace above the king.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from referee.core.cards import JOKERS, RANKS, SUITS, Card, Suit, symbol, with_article
from referee.core.text import Said, counted, said, sentence
from referee.games.card_triathlon.values import WORTH

Role: TypeAlias = Literal["right", "joker", "straight", "flush"]
"""What a card is to its place: the card itself, a Joker, or a filler of a straight or a flush."""

ACE_LOW: Final = 1
ACE_HIGH: Final = 14
SHORTEST: Final = 5
LONGEST: Final = 13
FIVE: Final = 5
ACE: Final = "card-triathlon.d.ace"
EXTRA: Final = "card-triathlon.d.extra-hand"
FIVES: Final = "card-triathlon.d.fives"
FLUSH: Final = "card-triathlon.d.straight-flush"
HALF: Final = "card-triathlon.d.half"
JOKER: Final = "card-triathlon.d.joker"
SUBSTITUTES: Final = "card-triathlon.d.substitutes"
MOST_WRONG_OF_FIVE: Final = 2
JOKER_WORTH: Final = WORTH["JK"]


@dataclass(frozen=True)
class FlushRules:
    """What the table has chosen where the source is silent."""

    jokers: bool = True
    """Whether Jokers are wild."""
    flush_duplicates: bool = True
    """Whether a five that is a flush and no straight may hold two cards of one rank."""
    half: Literal["group", "five"] = "group"
    """Whether half of the cards are right in the whole group only, or in each five too."""
    is_capped: bool = False
    """Whether an extra hand takes one straight flush from the 2 to the ace, as in 3,000 metres."""


def right_rank(place: int) -> str:
    """The rank that is right at a place; above the ace as if ranks went round."""
    return RANKS[(ACE_HIGH - place) % len(RANKS)]


def role(card: Card, suit: Suit, place: int) -> Role | None:
    """What a card is to this place of a run in this suit; None if it does not fit there."""
    if card.suit is None:
        return "joker" if card.rank in JOKERS else None
    is_rank = card.rank == right_rank(place)
    if card.suit == suit:
        return "right" if is_rank else "flush"
    return "straight" if is_rank else None


def may_be_five(roles: Sequence[Role | None], rules: FlushRules) -> bool:
    """Whether five cards of these roles can be a straight or a flush (`card-triathlon.d.fives`)."""
    if rules.half == "five" and roles.count("right") < FIVE - MOST_WRONG_OF_FIVE:
        return False
    return "flush" not in roles or "straight" not in roles


def worth_at(place: int) -> int:
    """What the right card scores at this place; the ace below the 2 nothing."""
    return 0 if place == ACE_LOW else WORTH[right_rank(place)]


@dataclass(frozen=True)
class GroupBreach:
    """The rule that a group breaks, at which place (the first card is 0), and how."""

    rule: str
    place: int
    text: Said


@dataclass(frozen=True)
class Group:
    """Cards laid out as a run of one suit, from the place `low` up."""

    suit: Suit
    low: int
    cards: tuple[Card, ...]

    @property
    def high(self) -> int:
        """The highest place."""
        return self.low + len(self.cards) - 1

    @property
    def first(self) -> str:
        """The rank of the lowest place; `A` is the ace below the 2."""
        return right_rank(self.low)

    @property
    def last(self) -> str:
        """The rank of the highest place."""
        return right_rank(self.high)

    @cached_property
    def roles(self) -> tuple[Role | None, ...]:
        """What each card is to its place; None for one that does not fit."""
        return tuple(
            role(card, self.suit, place) for place, card in enumerate(self.cards, self.low)
        )

    @cached_property
    def points(self) -> tuple[int, ...]:
        """What each card scores at its place."""
        return tuple(
            {"right": worth_at(place), "joker": JOKER_WORTH}.get(fit or "", 0)
            for place, fit in enumerate(self.roles, self.low)
        )

    @property
    def score(self) -> int:
        """What the group scores if it is legal."""
        return sum(self.points)

    @property
    def scoring(self) -> tuple[Card, ...]:
        """The cards that score, from the lowest place up."""
        return tuple(card for card, points in zip(self.cards, self.points, strict=True) if points)

    @property
    def non_scoring(self) -> tuple[Card, ...]:
        """The fillers, and the ace below the 2: what lies there and scores nothing."""
        pairs = zip(self.cards, self.points, strict=True)
        return tuple(card for card, points in pairs if not points)

    @property
    def helpers(self) -> tuple[Card, ...]:
        """The fillers: they help a straight or a flush, and score nothing."""
        pairs = zip(self.cards, self.roles, strict=True)
        return tuple(card for card, fit in pairs if fit in ("straight", "flush"))

    @property
    def jokers(self) -> int:
        """How many of its cards are Jokers."""
        return self.roles.count("joker")

    @property
    def low_ace(self) -> Card | None:
        """The ace below the 2, if it is there: a right card that scores nothing."""
        return self.cards[0] if self.low == ACE_LOW and self.roles[0] == "right" else None

    @property
    def wrong(self) -> tuple[int, ...]:
        """The places, counted from 0, that hold a Joker or a filler."""
        return tuple(place for place, fit in enumerate(self.roles) if fit != "right")

    def is_five(self, start: int, rules: FlushRules) -> bool:
        """Whether the five cards from `start` on are a straight or a flush."""
        roles = self.roles[start : start + FIVE]
        if not may_be_five(roles, rules):
            return False
        ranks = [card.rank for card in self.cards[start : start + FIVE] if card.suit]
        return rules.flush_duplicates or "flush" not in roles or len(set(ranks)) == len(ranks)

    def uncovered(self, rules: FlushRules) -> int | None:
        """The first place, counted from 0, that lies in no five; None if all lie in one."""
        covered = 0
        for start in range(len(self.cards) - FIVE + 1):
            if start > covered:
                return covered
            if self.is_five(start, rules):
                covered = start + FIVE
        return None if covered == len(self.cards) else covered

    def breach(self, rules: FlushRules) -> GroupBreach | None:
        """The first rule that the group breaks as this run; None if it is legal."""
        return next(self._found(rules), None)

    def breaches(self, rules: FlushRules) -> tuple[GroupBreach, ...]:
        """All that the group breaks as this run."""
        return tuple(self._found(rules))

    def _found(self, rules: FlushRules) -> Iterator[GroupBreach]:
        count = len(self.cards)
        if not SHORTEST <= count <= LONGEST:
            text = said(
                "A straight flush has {shortest} to {longest} cards, and this has {count}.",
                shortest=SHORTEST,
                longest=LONGEST,
                count=count,
            )
            yield GroupBreach(FLUSH, min(count, LONGEST), text)
            return
        if self.high > ACE_HIGH:
            text = said(
                "An ace lies above the king or below the 2: no run goes on from it to the 2."
            )
            yield GroupBreach(ACE, ACE_HIGH - self.low + 1, text)
        yield from self._unfitting(rules)
        most = count // 2
        if len(self.wrong) > most:
            text = said(
                "{wrong} of {count} cards are Jokers or helpers, and {most} may be: at least half"
                " are exactly the right ones.",
                wrong=len(self.wrong),
                count=count,
                most=most,
            )
            yield GroupBreach(HALF, self.wrong[most], text)
        place_of_none = self.uncovered(rules)
        if place_of_none is not None:
            yield self._no_five(place_of_none, rules)

    def _unfitting(self, rules: FlushRules) -> Iterator[GroupBreach]:
        """Jokers where they are not wild, and cards that fit neither by suit nor by rank."""
        for place, (card, fit) in enumerate(zip(self.cards, self.roles, strict=True)):
            if fit == "joker" and not rules.jokers:
                yield GroupBreach(JOKER, place, said("Jokers are not wild at your table."))
            if fit is None:
                text = said(
                    "{card} has neither the suit nor the rank of {right}.",
                    card=sentence(with_article(card)),
                    right=with_article(Card(right_rank(self.low + place), self.suit)),
                )
                yield GroupBreach(SUBSTITUTES, place, text)

    def _no_five(self, place: int, rules: FlushRules) -> GroupBreach:
        rule, template = FIVES, "{card} is in no five cards that are a straight or a flush."
        if self.uncovered(FlushRules(rules.jokers, rules.flush_duplicates)) is None:
            rule = HALF
            template = "{card} is in no five with at least three cards that are the right ones."
        elif not rules.flush_duplicates and self.uncovered(FlushRules(rules.jokers)) is None:
            template = "{card} is in no straight, and in no flush of five different ranks."
        text = said(template, card=sentence(with_article(self.cards[place])))
        return GroupBreach(rule, place, text)


@dataclass(frozen=True)
class GroupReading:
    """What laid-out cards are: a legal group, or else what they break."""

    group: Group | None
    breach: GroupBreach | None
    shown: Group
    """The group, or where it is not legal the one that comes nearest: as which it is looked at."""

    @property
    def is_legal(self) -> bool:
        """Whether the cards may lie so."""
        return self.group is not None

    @property
    def text(self) -> str:
        """What is wrong, in a sentence; empty if nothing is."""
        return self.breach.text if self.breach else ""


def read_group(cards: Sequence[Card], rules: FlushRules) -> GroupReading:
    """The legal reading of these cards that scores most, then S H D C, then the lower run.

    Where none is legal, the breach is that of the reading with most right cards, and of those the
    one in which most cards fit.
    """
    laid = tuple(cards)
    lows = range(ACE_LOW, ACE_HIGH - min(max(len(laid), SHORTEST), LONGEST) + 2)
    readings = [Group(suit, low, laid) for suit in SUITS for low in lows]
    if best := _best_legal(readings, rules):
        return GroupReading(best, None, best)
    round_the_ace = (Group(suit, low, laid) for suit in SUITS for low in range(lows.stop, ACE_HIGH))
    for group in round_the_ace:
        if [breach.rule for breach in group.breaches(rules)] == [ACE]:
            return GroupReading(None, group.breach(rules), group)
    nearest = max(
        readings, key=lambda group: (group.roles.count("right"), -group.roles.count(None))
    )
    upwards = _best_legal([Group(suit, low, laid[::-1]) for suit in SUITS for low in lows], rules)
    breach = nearest.breach(rules) if upwards is None else _from_the_top(upwards)
    return GroupReading(None, breach, nearest)


def _best_legal(readings: Sequence[Group], rules: FlushRules) -> Group | None:
    legal = [group for group in readings if group.breach(rules) is None]
    return max(legal, key=lambda group: group.score, default=None)


def _from_the_top(upwards: Group) -> GroupBreach:
    """What is said of cards that are laid out from the top down, and would be legal upwards."""
    text = said(
        "From the lowest place up, please: {first} to {last} is a straight flush, {points}.",
        first=symbol(Card(upwards.first, upwards.suit)),
        last=symbol(Card(upwards.last, upwards.suit)),
        points=counted(upwards.score, "point"),
    )
    return GroupBreach(FLUSH, 0, text)


def is_entitled(groups: Sequence[Group], rules: FlushRules) -> bool:
    """`d.extra-hand`: all 13 cards score; in the 3,000 metre, in one straight flush 2 to A."""
    if rules.is_capped and [group.low for group in groups] != [ACE_LOW + 1]:
        return False
    return sum(len(group.scoring) for group in groups) == LONGEST


def is_legal(cards: Sequence[Card], rules: FlushRules) -> bool:
    """Whether these cards, from the lowest place up, are a group in any suit and run."""
    return read_group(cards, rules).is_legal
