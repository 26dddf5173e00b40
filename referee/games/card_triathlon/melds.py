"""Melds of a C leg: what is legal, what it is worth, the discard pile, going out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards import Card
from referee.games.card_triathlon.values import worth

FEWEST: Final = 3
MOST_WILD: Final = 3
SEVEN: Final = 7
PILE: Final = 2
"""So many natural cards of the top card's rank are needed for the pile."""


@dataclass(frozen=True)
class Meld:
    """Cards laid down together, and what the rules say to them."""

    cards: tuple[Card, ...]
    rank: str | None
    """The one rank of its natural cards; None if they have none or several."""
    natural: int
    wild: int
    rule: str
    """The rule that it breaks; of a legal one `card-triathlon.c.meld`."""
    fault: str
    """What is wrong with it; empty if it is legal."""

    @property
    def is_legal(self) -> bool:
        """Whether it may be laid down."""
        return not self.fault

    @property
    def value(self) -> int:
        """What its cards are worth, wild ones at their own value."""
        return worth(self.cards)

    @property
    def is_seven(self) -> bool:
        """Whether it is a seven of a kind, which lets the team go out."""
        return self.is_legal and len(self.cards) >= SEVEN


def is_wild(card: Card) -> bool:
    """Whether a card stands for any: a 2 or a Joker."""
    return card.rank in ("2", "JK")


def is_red_three(card: Card) -> bool:
    """Whether a card is put aside (`card-triathlon.c.red-threes`)."""
    return card.rank == "3" and card.suit in ("H", "D")


def is_stop(card: Card) -> bool:
    """Whether a card stops the pile (`card-triathlon.c.stop`)."""
    return card.rank == "3" and card.suit in ("S", "C")


def read_meld(cards: Sequence[Card], going_out: bool) -> Meld:
    """What these cards are as a meld of a player who goes out with it, or does not."""
    natural = [card for card in cards if not is_wild(card)]
    ranks = {card.rank for card in natural}
    rank = next(iter(ranks)) if len(ranks) == 1 else None
    wild = len(cards) - len(natural)
    rule, fault = _fault(cards, natural, ranks, going_out)
    return Meld(tuple(cards), rank, len(natural), wild, rule, fault)


def _fault(
    cards: Sequence[Card], natural: Sequence[Card], ranks: set[str], going_out: bool
) -> tuple[str, str]:
    wild = len(cards) - len(natural)
    rule = "card-triathlon.c.meld"
    if any(map(is_red_three, cards)):
        return "card-triathlon.c.red-threes", "red threes are put aside, not melded"
    if len(ranks) > 1:
        return rule, "the cards of a meld have one rank, and 2s and Jokers stand for it"
    if len(cards) < FEWEST:
        return rule, f"a meld has {FEWEST} cards or more, and this has {len(cards)}"
    if wild > MOST_WILD:
        return rule, f"a meld has {MOST_WILD} wild cards at most, and this has {wild}"
    if wild > len(natural):
        return rule, f"at least half is natural, and here are {len(natural)} of {len(cards)}"
    if any(map(is_stop, cards)) and not going_out:
        return "card-triathlon.c.stop", "black threes are melded only when going out"
    return rule, ""


def pile_fault(
    top: Card, hand: Sequence[Card], melded: Sequence[str], frozen: bool
) -> tuple[str, str]:
    """The rule about taking the discard pile, and why it may not be taken; empty if it may."""
    rule = "card-triathlon.c.frozen" if frozen else "card-triathlon.c.pile"
    held = sum(card.rank == top.rank and not is_wild(card) for card in hand)
    if is_stop(top):
        return "card-triathlon.c.stop", "a black three on top stops the pile"
    if is_wild(top):
        return "card-triathlon.c.pile", "a wild card is on top, and it has no rank to match"
    if is_red_three(top):
        return "card-triathlon.c.red-threes", "a red three is put aside and cannot be melded"
    if held >= PILE or (top.rank in melded and not frozen):
        return rule, ""
    if frozen:
        return rule, f"the pile is frozen: you need {PILE} natural {top.rank}s in hand"
    return rule, f"you need {PILE} natural {top.rank}s, in hand or melded already"
