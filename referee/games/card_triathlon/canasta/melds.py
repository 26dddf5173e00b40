"""Melds of a C leg: what is legal, what it is worth, the discard pile, going out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.core.cards import Card
from referee.core.findings import Fault
from referee.core.text import counted, said
from referee.games.card_triathlon.options import MostWild
from referee.games.card_triathlon.values import worth

MELD: Final = "card-triathlon.c.meld"
RED_THREES: Final = "card-triathlon.c.red-threes"
STOP: Final = "card-triathlon.c.stop"
PILE: Final = "card-triathlon.c.pile"
FROZEN: Final = "card-triathlon.c.frozen"
FEWEST: Final = 3
SEVEN: Final = 7
FOR_PILE: Final = 2
"""So many natural cards of the top card's rank are needed for the pile."""


@dataclass(frozen=True)
class Meld:
    """Cards melded together, and what the rules say to them."""

    cards: tuple[Card, ...]
    rank: str | None
    """The one rank of its natural cards; None if they have none or several."""
    natural: int
    wild: int
    faults: tuple[Fault, ...]
    """All that is wrong with it."""

    @property
    def is_legal(self) -> bool:
        """Whether it may be melded."""
        return not self.faults

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


def read_meld(cards: Sequence[Card], most_wild: MostWild, *, going_out: bool) -> Meld:
    """What these cards are as a meld of a player who goes out with it, or does not."""
    natural = [card for card in cards if not is_wild(card)]
    ranks = {card.rank for card in natural}
    rank = next(iter(ranks)) if len(ranks) == 1 else None
    faults = tuple(_faults(cards, natural, most_wild, going_out=going_out))
    return Meld(tuple(cards), rank, len(natural), len(cards) - len(natural), faults)


def _faults(
    cards: Sequence[Card], natural: Sequence[Card], most_wild: MostWild, *, going_out: bool
) -> Iterator[Fault]:
    wild = len(cards) - len(natural)
    if any(map(is_red_three, cards)):
        yield Fault(RED_THREES, said("red threes are put aside, not melded"))
    if len({card.rank for card in natural}) > 1:
        because = said("the cards of a meld have one rank, and 2s and Jokers stand for it")
        yield Fault(MELD, because)
    if len(cards) < FEWEST:
        because = said(
            "a meld has {fewest} cards or more, and this has {given}",
            fewest=FEWEST,
            given=len(cards),
        )
        yield Fault(MELD, because)
    if most_wild != "half" and wild > most_wild:
        because = said(
            "at your table a meld has {most} at most, and this has {given}",
            most=counted(most_wild, "wild card"),
            given=wild,
        )
        yield Fault(MELD, because)
    if wild > len(natural):
        template = {
            0: "at least half of a meld is natural, and of these {given} none is",
            1: "at least half of a meld is natural, and of these {given} only 1 is",
        }.get(len(natural), "at least half of a meld is natural; of these {given} {natural} are")
        because = said(template, given=counted(len(cards), "card"), natural=len(natural))
        yield Fault(MELD, because)
    if any(map(is_stop, cards)) and not going_out:
        yield Fault(STOP, said("black threes are melded only when going out"))


def pile_fault(
    top: Card, hand: Sequence[Card], melded: Sequence[str], *, frozen: bool
) -> Fault | None:
    """Why the discard pile may not be taken; None if it may."""
    held = sum(card.rank == top.rank and not is_wild(card) for card in hand)
    if is_stop(top):
        return Fault(STOP, said("a black three on top stops the pile"))
    if is_wild(top):
        return Fault(PILE, said("a wild card is on top, and it has no rank to match"))
    if is_red_three(top):
        return Fault(RED_THREES, said("a red three is put aside and cannot be melded"))
    if held >= FOR_PILE or (top.rank in melded and not frozen):
        return None
    if frozen:
        template = "the pile is frozen: you need {number} natural {rank}s in hand"
        return Fault(FROZEN, said(template, number=FOR_PILE, rank=top.rank))
    template = "you need {number} natural {rank}s, in hand or melded already"
    return Fault(PILE, said(template, number=FOR_PILE, rank=top.rank))
