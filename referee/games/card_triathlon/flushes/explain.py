"""Why a group of a D leg is legal, and why a hand scores nothing: what a player says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.core.cards import JOKERS, SUIT_NAMES, SUITS, Card, with_article
from referee.core.findings import Fault, Line
from referee.core.text import Said, counted, ended, joined, listed, said, sentence
from referee.games.card_triathlon.flushes.group import (
    ACE,
    ACE_HIGH,
    ACE_LOW,
    EXTRA,
    FIVE,
    FIVES,
    FLUSH,
    HALF,
    JOKER,
    JOKER_WORTH,
    MOST_WRONG_OF_FIVE,
    SHORTEST,
    SUBSTITUTES,
    FlushRules,
    Group,
    Role,
    right_rank,
)
from referee.games.card_triathlon.flushes.solver.search import arranged

WORDS: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
ENTITLED: Final = said("all 13 cards score, which gives an extra hand")
KINDS: Final[tuple[tuple[str, Role], ...]] = (("straight", "flush"), ("flush", "straight"))
"""What a five is called, and the filler that it cannot hold."""


@dataclass(frozen=True)
class Reason:
    """A sentence, and the rules that tell more."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Stretch:
    """Places of a group from `start` up to and without `end`, all of whose fives are of a kind."""

    kind: str
    start: int
    end: int


def rank_name(place: int) -> str:
    """The rank that is right at a place: `9`, `jack`, `ace`."""
    rank = right_rank(place)
    return WORDS.get(rank, rank)


def heading(group: Group) -> str:
    """What a group is called: `Hearts 6 to 10`."""
    return said(
        "{suit} {first} to {last}",
        suit=sentence(SUIT_NAMES[group.suit]),
        first=rank_name(group.low),
        last=rank_name(group.high),
    )


# Why a group is legal -----------------------------------------------------------------------------


def stretches(group: Group, rules: FlushRules) -> tuple[Stretch, ...]:
    """The straights and flushes that cover a legal group, as few as possible, the lowest first."""
    found = [each for kind, other in KINDS for each in _of_kind(group, rules, kind, other)]
    covering: list[Stretch] = []
    covered = 0
    while covered < len(group.cards):
        fitting = [each for each in found if each.start <= covered < each.end]
        covering.append(max(fitting, key=lambda each: each.end))
        covered = covering[-1].end
    return tuple(covering)


def _of_kind(group: Group, rules: FlushRules, kind: str, other: Role) -> Iterator[Stretch]:
    start = end = 0
    for at in range(len(group.cards) - FIVE + 1):
        if other in group.roles[at : at + FIVE] or not group.is_five(at, rules):
            continue
        if at > end:
            if end:
                yield Stretch(kind, start, end)
            start = at
        elif not end:
            start = at
        end = at + FIVE
    if end:
        yield Stretch(kind, start, end)


def reason(group: Group, rules: FlushRules) -> Reason:
    """Why a legal group is one: its straights and flushes, and what stands for what."""
    clauses: list[tuple[str, str]] = []
    if places := _places(group, "straight", "flush"):
        clauses += [(FIVES, _fives(group, rules)), (SUBSTITUTES, _fillers(group, places))]
    if places := _places(group, "joker"):
        clauses.append((JOKER, _jokers(group, places)))
    if not clauses:
        clauses.append((FLUSH, said("every card is the right one")))
    if group.low_ace:
        clauses.append((ACE, said("the ace below the 2 scores nothing")))
    rules_cited = [rule for rule, _ in clauses] + ([HALF] if group.wrong else [])
    text = joined((text for _, text in clauses), by="; ")
    return Reason(ended(sentence(text)), tuple(rules_cited))


def fives_text(group: Group, rules: FlushRules) -> Said:
    """Which fives of a legal group are straights and which flushes, as part of a sentence."""
    if group.helpers:
        return _fives(group, rules)
    first, last = rank_name(group.low), rank_name(group.high)
    return said("{first} to {last} is a straight and a flush", first=first, last=last)


def half_text(group: Group) -> Said:
    """How many cards of a legal group are exactly right."""
    count = len(group.cards)
    return said("{right} of {count} are right.", right=count - len(group.wrong), count=count)


def _places(group: Group, *roles: Role) -> list[int]:
    return [place for place, role in enumerate(group.roles) if role in roles]


def _fives(group: Group, rules: FlushRules) -> Said:
    """`4 to 8 is a straight and 6 to 10 a flush`."""
    first, *others = stretches(group, rules)
    return listed(
        [
            _five(group, first, "{first} to {last} is a {kind}"),
            *(_five(group, each, "{first} to {last} a {kind}") for each in others),
        ]
    )


def _five(group: Group, each: Stretch, template: str) -> str:
    first, last = group.low + each.start, group.low + each.end - 1
    return said(template, first=rank_name(first), last=rank_name(last), kind=each.kind)


def _fillers(group: Group, places: Sequence[int]) -> str:
    return said(
        "{cards} stands for {rights} and does not score"
        if len(places) == 1
        else "{cards} stand for {rights} and do not score",
        cards=listed([with_article(group.cards[place]) for place in places]),
        rights=_rights(group, places),
    )


def _jokers(group: Group, places: Sequence[int]) -> str:
    return said(
        "a Joker stands for {rights} and scores {worth}"
        if len(places) == 1
        else "Jokers stand for {rights} and score {worth} each",
        rights=_rights(group, places),
        worth=JOKER_WORTH,
    )


def _rights(group: Group, places: Sequence[int]) -> str:
    """The cards that would be right there."""
    rights = [Card(right_rank(group.low + place), group.suit) for place in places]
    return listed(list(map(with_article, rights)))


# What a group scores ------------------------------------------------------------------------------


def group_lines(group: Group, *, is_extra: bool = False) -> list[Line]:
    """The receipt of a group: right cards, Jokers, helpers, the ace low, each by its rule."""
    rule = EXTRA if is_extra else FLUSH
    template = "extra hand, {group}: {cards}" if is_extra else "{group}: {cards}"
    naturals = [with_article(card) for card in group.scoring if card.suit]
    own = group.score - group.jokers * JOKER_WORTH
    right = said(template, group=heading(group), cards=listed(naturals))
    lines = [Line(rule, own, right)]
    if group.jokers:
        jokers = counted(group.jokers, "Joker")
        each = said("{jokers}, {worth} each", jokers=jokers, worth=JOKER_WORTH)
        lines.append(Line(JOKER, group.jokers * JOKER_WORTH, each))
    if group.helpers:
        lines.append(Line(SUBSTITUTES, 0, _helping(group)))
    if group.low_ace:
        lines.append(Line(ACE, 0, low_ace_text(group.low_ace)))
    return lines


def _helping(group: Group) -> Said:
    template = (
        "{cards} helps and scores nothing"
        if len(group.helpers) == 1
        else "{cards} help and score nothing"
    )
    return said(template, cards=listed([with_article(card) for card in group.helpers]))


def low_ace_text(ace: Card) -> Said:
    """A right card, and yet without points."""
    return said("{ace} below the 2 is a right card, and scores nothing", ace=with_article(ace))


def _scoring(group: Group) -> list[str]:
    """`6♥`, `7♥`, `2 Jokers`."""
    naturals = [with_article(card) for card in group.scoring if card.suit]
    return naturals + ([counted(group.jokers, "Joker")] if group.jokers else [])


def group_text(group: Group) -> Said:
    """A group in a sentence: which of its cards score, how much, and which only help."""
    values = {
        "group": heading(group),
        "cards": listed(_scoring(group)),
        "points": counted(group.score, "point"),
    }
    if not group.helpers:
        return said("{group}: {cards}, {points}.", **values)
    return said("{group}: {cards}, {points}; {helping}.", **values, helping=_helping(group))


# Why a hand scores nothing ------------------------------------------------------------------------


def why_nothing(hand: Sequence[Card], rules: FlushRules) -> Fault:
    """What stands in the way of a hand of which no straight flush can be laid out."""
    if len(hand) < SHORTEST:
        because = said("a straight flush has {shortest} cards or more", shortest=SHORTEST)
        return Fault(FLUSH, because)
    for looser, fault in _choices_against(rules):
        if arranged(tuple(hand), looser).score:
            return fault
    rights = [_right_ranks(hand, suit, low) for suit, low in _fives_of_ranks()]
    if max(map(len, rights)) < FIVE - MOST_WRONG_OF_FIVE:
        because = said(
            "at least half of a straight flush are exactly the right cards, and of no five ranks in"
            " a row are there three in one suit"
        )
        return Fault(HALF, because)
    if any(_only_mixed(hand, rules, suit, low) for suit, low in _fives_of_ranks()):
        because = said(
            "a card that helps only a straight and one that helps only a flush do not go together"
            " in one five"
        )
        return Fault(FIVES, because)
    because = said("no five cards in a row can be filled with right cards, helpers and Jokers")
    return Fault(FLUSH, because)


def _choices_against(rules: FlushRules) -> Iterator[tuple[FlushRules, Fault]]:
    """What the table could have chosen to let more hands score, and what it says instead."""
    if not rules.jokers:
        because = said("Jokers are not wild at your table")
        yield replace(rules, jokers=True), Fault(JOKER, because)
    if not rules.flush_duplicates:
        because = said("at your table a flush has five different ranks")
        yield replace(rules, flush_duplicates=True), Fault(FIVES, because)
    if rules.half == "five":
        because = said("at your table each five has at least three right cards")
        yield replace(rules, half="group"), Fault(HALF, because)


def _fives_of_ranks() -> Iterator[tuple[int, int]]:
    """Every five places in a row: the number of a suit, and the lowest place."""
    for suit in range(len(SUITS)):
        for low in range(ACE_LOW, ACE_HIGH - FIVE + 2):
            yield suit, low


def _right_ranks(hand: Sequence[Card], suit: int, low: int) -> set[str]:
    """The ranks of five places in a row of which the hand has the right card."""
    own = {card.rank for card in hand if card.suit == SUITS[suit]}
    return own & {right_rank(place) for place in range(low, low + FIVE)}


def _only_mixed(hand: Sequence[Card], rules: FlushRules, suit: int, low: int) -> bool:
    """Whether five places could be filled, but only with helpers of both sorts."""
    right = _right_ranks(hand, suit, low)
    jokers = sum(card.rank in JOKERS for card in hand) if rules.jokers else 0
    missing = FIVE - len(right) - jokers
    if missing > MOST_WRONG_OF_FIVE or missing < 2:
        return False
    wanted = {right_rank(place) for place in range(low, low + FIVE)} - right
    straight = wanted & {card.rank for card in hand if card.suit not in (None, SUITS[suit])}
    suits = Counter(card.suit for card in hand)
    flush = suits[SUITS[suit]] - len(right)
    return bool(straight) and flush > 0
