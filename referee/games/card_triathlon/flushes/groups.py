"""Groups of cards laid out in a D leg: their suit and run, score, rule breaches and rendering.

A group's cards are listed from its lowest place up. Places are numbered by rank: 1 is the ace
below the 2, 11 to 13 are jack, queen and king, and 14 is the ace above the king.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

from referee.core.cards import JOKERS, RANKS, SUITS, Card, Suit, symbol, with_article
from referee.core.findings import Line
from referee.core.text import Text, _, _p, ended, joined, listed, ngettext, sentence
from referee.games.card_triathlon.leg import WORTH
from referee.games.card_triathlon.options import CardTriathlonOptions

Role: TypeAlias = Literal["right", "joker", "straight", "flush"]
"""A card's role in a group: right for its place, a Joker, or a filler in a straight or flush."""

ACE_LOW: Final = 1
ACE_HIGH: Final = 14
SHORTEST: Final = 5
LONGEST: Final = 13
FIVE: Final = 5
MOST_WRONG_OF_FIVE: Final = 2
JOKER_WORTH: Final = WORTH["JK"]

ACE: Final = "card-triathlon.d.ace"
EXTRA: Final = "card-triathlon.d.extra-hand"
FIVES: Final = "card-triathlon.d.fives"
FLUSH: Final = "card-triathlon.d.straight-flush"
HALF: Final = "card-triathlon.d.half"
JOKER: Final = "card-triathlon.d.joker"
SUBSTITUTES: Final = "card-triathlon.d.substitutes"


@dataclass(frozen=True)
class FlushRules:
    jokers: bool = True
    flush_duplicates: bool = True
    """Whether five cards that are a flush but not a straight may include two of the same rank."""
    half: Literal["group", "five"] = "group"
    """Where at least half of the cards must be right: `five` means in any five cards that make a
    straight or a flush, as well as in the whole group."""
    is_capped: bool = False
    """Whether only a straight flush from 2 to ace earns an extra hand, as in the 3,000 metres."""

    @classmethod
    def from_options(cls, options: CardTriathlonOptions) -> FlushRules:
        is_capped = options.plan.is_capped
        return cls(options.d_jokers, options.d_flush_duplicates, options.d_half, is_capped)


def right_rank(place: int) -> str:
    """Return the rank that belongs at a place; ranks wrap around after the ace."""
    return RANKS[(ACE_HIGH - place) % len(RANKS)]


def right_points(place: int) -> int:
    """Return what the right card at a place scores; the ace below the 2 scores nothing."""
    return 0 if place == ACE_LOW else WORTH[right_rank(place)]


def can_be_five(roles: Sequence[Role | None], rules: FlushRules) -> bool:
    """Whether five cards in these roles can be a straight or a flush (`d.fives`)."""
    if rules.half == "five" and roles.count("right") < FIVE - MOST_WRONG_OF_FIVE:
        return False
    return "flush" not in roles or "straight" not in roles


@dataclass(frozen=True)
class GroupBreach:
    """A rule that a group breaks, and the index of the card to blame."""

    rule: str
    index: int
    text: Text


@dataclass(frozen=True)
class Group:
    """Cards laid out as a run in one suit, starting at place `low`; not necessarily legal."""

    suit: Suit
    low: int
    cards: tuple[Card, ...]

    @property
    def high(self) -> int:
        return self.low + len(self.cards) - 1

    @cached_property
    def roles(self) -> tuple[Role | None, ...]:
        """The role of each card; None for one that does not fit."""
        found: list[Role | None] = []
        for place, card in enumerate(self.cards, self.low):
            is_rank = card.rank == right_rank(place)
            if card.suit is None:
                found.append("joker" if card.rank in JOKERS else None)
            elif card.suit == self.suit:
                found.append("right" if is_rank else "flush")
            else:
                found.append("straight" if is_rank else None)
        return tuple(found)

    @cached_property
    def points(self) -> tuple[int, ...]:
        return tuple(
            right_points(place) if role == "right" else JOKER_WORTH if role == "joker" else 0
            for place, role in enumerate(self.roles, self.low)
        )

    @property
    def score(self) -> int:
        """What the group scores, provided that it is legal."""
        return sum(self.points)

    @property
    def scoring(self) -> tuple[Card, ...]:
        return tuple(card for card, points in zip(self.cards, self.points, strict=True) if points)

    @property
    def non_scoring(self) -> tuple[Card, ...]:
        """The cards that score nothing: fillers, and an ace below the 2."""
        pairs = zip(self.cards, self.points, strict=True)
        return tuple(card for card, points in pairs if not points)

    @property
    def helpers(self) -> tuple[Card, ...]:
        return tuple(self.cards[index] for index in self.indexes("straight", "flush"))

    @property
    def low_ace(self) -> Card | None:
        """The ace below the 2, a right card that scores nothing; None if the group has none."""
        return self.cards[0] if self.low == ACE_LOW and self.roles[0] == "right" else None

    @property
    def wrong(self) -> tuple[int, ...]:
        return self.indexes("joker", "straight", "flush", None)

    def indexes(self, *roles: Role | None) -> tuple[int, ...]:
        return tuple(index for index, role in enumerate(self.roles) if role in roles)

    def is_five(self, start: int, rules: FlushRules) -> bool:
        """Whether the five cards starting at index `start` are a straight or a flush."""
        roles = self.roles[start : start + FIVE]
        if not can_be_five(roles, rules):
            return False
        ranks = [card.rank for card in self.cards[start : start + FIVE] if card.suit]
        return rules.flush_duplicates or "flush" not in roles or len(set(ranks)) == len(ranks)

    def uncovered(self, rules: FlushRules) -> int | None:
        """Return the index of the first card that is in no straight or flush of five, or None."""
        covered = 0
        for start in range(len(self.cards) - FIVE + 1):
            if start > covered:
                return covered
            if self.is_five(start, rules):
                covered = start + FIVE
        return None if covered == len(self.cards) else covered

    def breach(self, rules: FlushRules) -> GroupBreach | None:
        """Return the first rule that the group breaks; None if it is legal."""
        return next(self.breaches(rules), None)

    def breaches(self, rules: FlushRules) -> Iterator[GroupBreach]:
        count, most_wrong = len(self.cards), len(self.cards) // 2
        if not SHORTEST <= count <= LONGEST:
            template = _(
                "A straight flush has {shortest} to {longest} cards; this one has {count}."
            )
            text = template.format(shortest=SHORTEST, longest=LONGEST, count=count)
            yield GroupBreach(FLUSH, min(count, LONGEST), text)
            return
        if self.high > ACE_HIGH:
            because = _(
                "A run can’t go round the corner: an ace goes above the king or below the 2."
            )
            yield GroupBreach(ACE, ACE_HIGH - self.low + 1, because)
        for index, (card, role) in enumerate(zip(self.cards, self.roles, strict=True)):
            if role == "joker" and not rules.jokers:
                yield GroupBreach(JOKER, index, _("Jokers are not wild at your table."))
            if role is None:
                right = with_article(Card(right_rank(self.low + index), self.suit))
                template = _("{card} can’t stand for {right}: they share neither suit nor rank.")
                text = template.format(card=sentence(with_article(card)), right=right)
                yield GroupBreach(SUBSTITUTES, index, text)
        if len(self.wrong) > most_wrong:
            text = _(
                "{wrong} of the {count} cards are Jokers or helpers. At most {most} may be,"
                " because at least half must be right cards.",
                wrong=len(self.wrong),
                count=count,
                most=most_wrong,
            )
            yield GroupBreach(HALF, self.wrong[most_wrong], text)
        uncovered = self.uncovered(rules)
        if uncovered is not None:
            rule, template = (
                FIVES,
                _("{card} isn’t among five cards in a row that form a straight or a flush."),
            )
            if self.uncovered(FlushRules(rules.jokers, rules.flush_duplicates)) is None:
                rule = HALF
                template = _(
                    "{card} isn’t among five cards in a row with at least three right cards."
                )
            elif not rules.flush_duplicates and self.uncovered(FlushRules(rules.jokers)) is None:
                template = _(
                    "{card} isn’t part of a straight, or of a flush with five different ranks."
                )
            text = template.format(card=sentence(with_article(self.cards[uncovered])))
            yield GroupBreach(rule, uncovered, text)


def is_entitled(groups: Sequence[Group], rules: FlushRules) -> bool:
    """Whether these groups earn an extra hand, because all 13 cards score (`d.extra-hand`).

    In the 3,000 metres they must also be a single straight flush, from 2 to ace.
    """
    if rules.is_capped and [group.low for group in groups] != [ACE_LOW + 1]:
        return False
    return sum(len(group.scoring) for group in groups) == LONGEST


# Cards as they were laid out ----------------------------------------------------------------------


class GroupReading(NamedTuple):
    group: Group | None  # None if no reading is legal
    breach: GroupBreach | None  # None if a reading is legal
    nearest: Group  # the legal reading, or else the one that comes closest


def read_group(cards: Sequence[Card], rules: FlushRules) -> GroupReading:
    """Return the legal reading of these cards that scores most.

    Ties go to the first suit in the order S H D C, then to the lowest run. If no reading is legal,
    return the breach of the one with the most right cards; ties go to the most cards that fit.
    """
    laid = tuple(cards)
    lows = range(ACE_LOW, ACE_HIGH - min(max(len(laid), SHORTEST), LONGEST) + 2)
    readings = [Group(suit, low, laid) for suit in SUITS for low in lows]
    if best := _best_legal(readings, rules):
        return GroupReading(best, None, best)
    for suit in SUITS:
        for low in range(lows.stop, ACE_HIGH):
            around_ace = Group(suit, low, laid)
            breaches = list(around_ace.breaches(rules))
            if [breach.rule for breach in breaches] == [ACE]:
                return GroupReading(None, breaches[0], around_ace)
    nearest = max(
        readings, key=lambda group: (group.roles.count("right"), -group.roles.count(None))
    )
    upwards = _best_legal([Group(suit, low, laid[::-1]) for suit in SUITS for low in lows], rules)
    if upwards is None:
        return GroupReading(None, nearest.breach(rules), nearest)
    text = ngettext(
        "Put the lowest card first: {first} to {last} is a straight flush worth {n} point.",
        "Put the lowest card first: {first} to {last} is a straight flush worth {n} points.",
        upwards.score,
        first=symbol(Card(right_rank(upwards.low), upwards.suit)),
        last=symbol(Card(right_rank(upwards.high), upwards.suit)),
    )
    return GroupReading(None, GroupBreach(FLUSH, 0, text), nearest)


def _best_legal(readings: Sequence[Group], rules: FlushRules) -> Group | None:
    legal = [group for group in readings if group.breach(rules) is None]
    return max(legal, key=lambda group: group.score, default=None)


# Explanations and scores --------------------------------------------------------------------------


def stretches(group: Group, rules: FlushRules) -> list[tuple[str, int, int]]:
    """Return the fewest straights and flushes that together cover a legal group, lowest first.

    Each is a tuple of its kind, the index of its first card and the index after its last card.
    """
    found: list[tuple[str, int, int]] = []
    for kind, other in (("straight", "flush"), ("flush", "straight")):
        for start in range(len(group.cards) - FIVE + 1):
            if other in group.roles[start : start + FIVE] or not group.is_five(start, rules):
                continue
            first = start
            if found and found[-1][0] == kind and start <= found[-1][2]:
                _, first, _ = found.pop()
            found.append((kind, first, start + FIVE))
    covering: list[tuple[str, int, int]] = []
    covered = 0
    while covered < len(group.cards):
        fitting = [each for each in found if each[1] <= covered < each[2]]
        covering.append(max(fitting, key=lambda each: each[2]))
        covered = covering[-1][2]
    return covering


def rank_name(place: int) -> str:
    """Name the right rank at a place: `9`, `jack`, `ace`."""
    rank = right_rank(place)
    return COURT_CARDS.get(rank, rank)


COURT_CARDS: Final[Mapping[str, Text]] = {
    "A": _p("rank", "ace"),
    "K": _p("rank", "king"),
    "Q": _p("rank", "queen"),
    "J": _p("rank", "jack"),
}
HEADINGS: Final[Mapping[Suit, Text]] = {
    "S": _("Spades {first} to {last}"),
    "H": _("Hearts {first} to {last}"),
    "D": _("Diamonds {first} to {last}"),
    "C": _("Clubs {first} to {last}"),
}


def heading(group: Group) -> Text:
    """Return a title such as `Hearts 6 to 10`."""
    template = HEADINGS[group.suit]
    return template.format(first=rank_name(group.low), last=rank_name(group.high))


def fives_text(group: Group, rules: FlushRules) -> Text:
    """Describe a group's fives: `4 to 8 is a straight and 6 to 10 is a flush`."""
    if not group.helpers:
        first, last = rank_name(group.low), rank_name(group.high)
        return _("{first} to {last} is a straight and a flush", first=first, last=last)
    parts: list[str] = []
    templates = {
        "straight": _("{first} to {last} is a straight"),
        "flush": _("{first} to {last} is a flush"),
    }
    for kind, start, end in stretches(group, rules):
        first, last = rank_name(group.low + start), rank_name(group.low + end - 1)
        parts.append(templates[kind].format(first=first, last=last))
    return listed(parts)


def low_ace_text(ace: Card) -> Text:
    return _("{ace} below the 2 is a right card but scores nothing", ace=with_article(ace))


def helpers_text(group: Group) -> Text:
    return ngettext(
        "{cards} helps but scores nothing",
        "{cards} help but score nothing",
        len(group.helpers),
        cards=listed([with_article(card) for card in group.helpers]),
    )


class Reason(NamedTuple):
    text: Text
    rules: tuple[str, ...]


def explain_group(group: Group, rules: FlushRules) -> Reason:
    def rights(indexes: Sequence[int]) -> Text:
        right = [Card(right_rank(group.low + index), group.suit) for index in indexes]
        return listed([with_article(card) for card in right])

    clauses: list[tuple[str, Text]] = []
    if helping := group.indexes("straight", "flush"):
        clauses.append((FIVES, fives_text(group, rules)))
        text = ngettext(
            "{cards} stands for {rights} and doesn’t score",
            "{cards} stand for {rights} and don’t score",
            len(helping),
            cards=listed([with_article(card) for card in group.helpers]),
            rights=rights(helping),
        )
        clauses.append((SUBSTITUTES, text))
    if jokers := group.indexes("joker"):
        text = ngettext(
            "a Joker stands for {rights} and scores {worth}",
            "Jokers stand for {rights} and score {worth} each",
            len(jokers),
            rights=rights(jokers),
            worth=JOKER_WORTH,
        )
        clauses.append((JOKER, text))
    if not clauses:
        clauses.append((FLUSH, _("every card is a right card")))
    if group.low_ace:
        clauses.append((ACE, _("the ace below the 2 scores nothing")))
    cited = [rule for rule, _unused in clauses] + ([HALF] if group.wrong else [])
    text = joined((text for _unused, text in clauses), by="; ")
    return Reason(ended(sentence(text)), tuple(cited))


def group_lines(group: Group, *, is_extra: bool = False) -> list[Line]:
    naturals = [with_article(card) for card in group.scoring if card.suit]
    number = group.roles.count("joker")
    template = _("extra hand, {group}: {cards}") if is_extra else _("{group}: {cards}")
    right = template.format(group=heading(group), cards=listed(naturals))
    lines = [Line(EXTRA if is_extra else FLUSH, group.score - number * JOKER_WORTH, right)]
    if number:
        each = ngettext(
            "{n} Joker, worth {worth}", "{n} Jokers, {worth} each", number, worth=JOKER_WORTH
        )
        lines.append(Line(JOKER, number * JOKER_WORTH, each))
    if group.helpers:
        lines.append(Line(SUBSTITUTES, 0, helpers_text(group)))
    if group.low_ace:
        lines.append(Line(ACE, 0, low_ace_text(group.low_ace)))
    return lines


# Rendering a group --------------------------------------------------------------------------------


class DrawnPlace(NamedTuple):
    card: Card
    rank: str  # the right rank at the place, in words
    points: int
    is_blamed: bool


@dataclass(frozen=True)
class DrawnGroup:
    """Data to render a group in two rows, as the rules suggest: scoring cards above the others."""

    title: Text
    places: tuple[DrawnPlace, ...]
    score: int  # 0 where the group is not legal
    reason: Reason | None
    breach: GroupBreach | None


def draw_group(cards: Sequence[Card], rules: FlushRules) -> DrawnGroup:
    group, breach, nearest = read_group(cards, rules)
    blamed = breach.index if breach else None
    places = tuple(
        DrawnPlace(card, rank_name(nearest.low + index), points, index == blamed)
        for index, (card, points) in enumerate(zip(nearest.cards, nearest.points, strict=True))
    )
    score, reason = (group.score, explain_group(group, rules)) if group else (0, None)
    return DrawnGroup(heading(nearest), places, score, reason, breach)
