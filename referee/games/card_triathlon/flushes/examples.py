"""Hands drawn in the rulebook: blocks of the kind ``cards``, a group a line, then what they score.

Such a block says what a hand comes to, so that a test can hold it to that::

    not: QH KH AH 2H 3H        a layout that is not legal
    2H 3H QH KH AH             a group, from its lowest place up
    over: KS                   cards that are left over
    scores: 40                 with the options as they mostly are
    d_half five: 0             with another option, where that makes a difference
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.cards import read_card
from referee.games.card_triathlon.flushes.layout import CardRow

KIND = "cards"


@dataclass(frozen=True)
class Variant:
    """What the hand scores under another option."""

    option: str
    value: str
    score: int


@dataclass(frozen=True)
class Example:
    """One block."""

    wrong: tuple[CardRow, ...]
    """Layouts that are not legal."""
    groups: tuple[CardRow, ...]
    over: CardRow
    score: int
    variants: tuple[Variant, ...]

    @property
    def hand(self) -> CardRow:
        """All its cards; those of a layout that is not legal where nothing else is laid out."""
        laid = self.groups or self.wrong[:1]
        return (*(card for group in laid for card in group), *self.over)


def read_example(block: str) -> Example:
    """The example that is written so.

    Raises:
        ValueError: where a line is not as this reader expects it.
    """
    wrong: list[CardRow] = []
    groups: list[CardRow] = []
    over: CardRow = ()
    variants: list[Variant] = []
    score = None
    for line in filter(None, map(str.strip, block.splitlines())):
        name, colon, rest = line.partition(":")
        if not colon:
            groups.append(_cards(line))
        elif name == "not":
            wrong.append(_cards(rest))
        elif name == "over":
            over += _cards(rest)
        elif name == "scores":
            score = int(rest)
        else:
            option, value = name.split(" ")
            variants.append(Variant(option, value, int(rest)))
    if score is None:
        raise ValueError(f"an example that does not say what it scores: {block!r}")
    return Example(tuple(wrong), tuple(groups), over, score, tuple(variants))


def _cards(text: str) -> CardRow:
    return tuple(map(read_card, text.split()))
