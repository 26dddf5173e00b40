"""Why a group of a D leg is legal: what a player says of it, with the rules that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards import SUIT_NAMES, Card, called, ended, sentence
from referee.game import listed
from referee.games.card_triathlon.layout import (
    ACE_LOW,
    FIVE,
    JOKER_WORTH,
    RANK_OF,
    Group,
    Role,
    Rules,
)

WORDS: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
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


def word(place: int) -> str:
    """The rank that is right at a place: `9`, `jack`, `ace`."""
    rank = RANK_OF[place]
    return WORDS.get(rank, rank)


def heading(group: Group) -> str:
    """What a group is called: `Hearts 6 to 10`."""
    return f"{sentence(SUIT_NAMES[group.suit])} {word(group.low)} to {word(group.high)}"


def stretches(group: Group, rules: Rules) -> tuple[Stretch, ...]:
    """The straights and flushes that cover a legal group, as few as possible, the lowest first."""
    found = [each for kind, other in KINDS for each in _of_kind(group, rules, kind, other)]
    covering: list[Stretch] = []
    covered = 0
    while covered < len(group.cards):
        fitting = [each for each in found if each.start <= covered < each.end]
        covering.append(max(fitting, key=lambda each: each.end))
        covered = covering[-1].end
    return tuple(covering)


def _of_kind(group: Group, rules: Rules, kind: str, other: Role) -> Iterator[Stretch]:
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


def reason(group: Group, rules: Rules) -> Reason:
    """Why a legal group is one: its straights and flushes, and what stands for what."""
    clauses, cited = [], []
    if places := _places(group, "straight", "flush"):
        clauses += [_fives(group, rules), _fillers(group, places)]
        cited += ["card-triathlon.d.fives", "card-triathlon.d.substitutes"]
    if places := _places(group, "joker"):
        clauses.append(_jokers(group, places))
        cited.append("card-triathlon.d.joker")
    if not clauses:
        clauses.append("every card is the right one")
        cited.append("card-triathlon.d.straight-flush")
    if group.low == ACE_LOW and group.roles[0] == "right":
        clauses.append("the ace below the 2 scores nothing")
        cited.append("card-triathlon.d.ace")
    if group.wrong:
        cited.append("card-triathlon.d.half")
    return Reason(ended(sentence("; ".join(clauses))), tuple(cited))


def _places(group: Group, *roles: Role) -> list[int]:
    return [place for place, role in enumerate(group.roles) if role in roles]


def _fives(group: Group, rules: Rules) -> str:
    """`4 to 8 is a straight and 6 to 10 a flush`."""
    told = [
        f"{word(group.low + each.start)} to {word(group.low + each.end - 1)} a {each.kind}"
        for each in stretches(group, rules)
    ]
    return listed([told[0].replace(" a ", " is a "), *told[1:]])


def _fillers(group: Group, places: Sequence[int]) -> str:
    cards = listed([called(group.cards[place]) for place in places])
    verb, ends = ("stands", "does") if len(places) == 1 else ("stand", "do")
    return f"{cards} {verb} for {_rights(group, places)} and {ends} not score"


def _jokers(group: Group, places: Sequence[int]) -> str:
    if len(places) == 1:
        return f"a Joker stands for {_rights(group, places)} and scores {JOKER_WORTH}"
    return f"Jokers stand for {_rights(group, places)} and score {JOKER_WORTH} each"


def _rights(group: Group, places: Sequence[int]) -> str:
    """The cards that would be right there."""
    rights = [Card(RANK_OF[group.low + place], group.suit) for place in places]
    return listed(list(map(called, rights)))
