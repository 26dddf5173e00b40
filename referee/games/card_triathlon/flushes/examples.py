"""Hands drawn in the rulebook: blocks of the kind ``cards``, a group a line, then what they score.

A test holds each hand to what its block says that it scores::

    not: QH KH AH 2H 3H        a layout that is not legal
    2H 3H QH KH AH             a group, from its lowest place up
    over: KS                   cards that are left over
    scores: 40                 with the options as they mostly are
    d_half five: 0             with another option, where that makes a difference
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from referee.core.cards import Card, read_card
from referee.core.options import choices
from referee.core.registry import GAMES
from referee.games.card_triathlon.flushes.groups import FlushRules, draw_group
from referee.games.card_triathlon.values import full_pack

KIND = "cards"
CardRow = tuple[Card, ...]


class Variant(NamedTuple):
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
    """Read a block.

    Raises:
        ValueError: where a line is not as shown above.
    """
    rows: dict[str, list[CardRow]] = {"": [], "not": [], "over": []}
    variants: list[Variant] = []
    score = None
    for line in filter(None, map(str.strip, block.splitlines())):
        name, _, rest = line.rpartition(":")
        if name in rows:
            rows[name].append(tuple(map(read_card, rest.split())))
        elif name == "scores":
            score = int(rest)
        else:
            option, value = name.split(" ")
            variants.append(Variant(option, value, int(rest)))
    if score is None:
        raise ValueError(f"an example that does not say what it scores: {block!r}")
    over = tuple(card for row in rows["over"] for card in row)
    return Example(tuple(rows["not"]), tuple(rows[""]), over, score, tuple(variants))


def draw_example(block: str) -> Markup:
    """Each layout in its two rows, and what the hand scores."""
    example, rules = read_example(block), FlushRules()
    every = {each.name: each for each in choices(GAMES["card-triathlon"].spec.options, ())}
    variants = []
    for option, text, score in example.variants:
        choice = every[option]
        value = next(value for value, _ in choice.values if str(value).lower() == text)
        variants.append((choice.title, choice.label(value), score))
    html = render_template(
        "card_triathlon/example.html",
        wrong=[draw_group(cards, rules) for cards in example.wrong],
        groups=[draw_group(cards, rules) for cards in example.groups],
        over=example.over,
        score=example.score,
        variants=variants,
        pack=full_pack(4),
    )
    return Markup(html)  # a template has made it
