"""Options of Thirty-One."""

from __future__ import annotations

from typing import Literal

from referee.core.options import Options, PlayerNumbers, option
from referee.core.text import said
from referee.core.validation import Seat
from referee.games.thirty_one.hand import HAND_SIZE, Hand, Valuation, Worth, worth

NUMBERS = tuple(range(2, 17))
"""`thirty-one.players`; the pack may serve fewer."""


def _players_for(size: int) -> PlayerNumbers:
    """`thirty-one.players`: three cards each and three for the table."""
    most = size // HAND_SIZE - 1
    template = "{size} cards are enough for {most}, with three each and three for the table"
    why = said(template, size=size, most=most)
    return PlayerNumbers("thirty-one.players", NUMBERS[: NUMBERS.index(most) + 1], why)


class ThirtyOneOptions(Options):
    """What a table may choose."""

    valuation: Valuation = option(
        "suit-and-triples",
        "What counts",
        "Besides cards of one suit, three of a rank may count, or cards of equal rank.",
        rule="thirty-one.suit",
        labels={
            "suit": "suits only",
            "suit-and-triples": "suits, and three of a rank 30½",
            "suit-or-rank": "suits, or equal ranks added up",
        },
    )
    deck: Literal[32, 36, 52] = option(
        32,
        "Pack",
        "How many cards you play with.",
        rule="thirty-one.pack",
        labels={32: "32, from the 7", 36: "36, from the 6", 52: "52, from the 2"},
        only_for={size: _players_for(size) for size in (32, 36)},
    )
    lives: int = option(
        3, "Lives", "With no life left you swim; the next loss puts you out.",
        rule="thirty-one.swimming", ge=0, le=5,
    )  # fmt: skip
    fire: bool = option(
        False,
        "Fire",
        "Three aces are worth 33, end the round, and cost all others a life.",
        rule="thirty-one.fire",
        labels={True: "with fire", False: "without"},
    )
    passing: bool = option(
        True,
        "Passing",
        "Whether you may pass in your turn.",
        rule="thirty-one.turn",
        labels={True: "allowed", False: "not allowed"},
    )
    tied_lowest: Literal["all", "none"] = option(
        "all",
        "Several lowest hands",
        "Who loses a life when players share the lowest hand.",
        rule="thirty-one.tied",
        silent=True,
        labels={"all": "each of them loses a life", "none": "nobody does"},
    )
    first_dealer: Seat = option(
        0, "First dealer", "Who deals first; the deal then passes to the left.",
        rule="thirty-one.deal",
    )  # fmt: skip

    def worth(self, hand: Hand) -> Worth:
        return worth(hand, self.valuation, self.fire)
