"""How trumps are chosen in Triathlon: two suits are rejected, one of the others is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.cards import SUIT_NAMES, Suit
from referee.core.findings import Fault
from referee.core.text import Said, listed, said

REJECTED: Final = 2
"""So many suits are rejected, by so many players."""


def rejection_fault(rejected: Sequence[Suit], trump: Suit | None) -> Fault | None:
    """`triathlon.rejection`: no suit twice, no third one, and trumps are neither of them."""
    twice = next((suit for suit in rejected if rejected.count(suit) > 1), None)
    if twice is not None:
        return _fault(said("{suit} cannot be rejected twice", suit=SUIT_NAMES[twice]))
    if len(rejected) > REJECTED:
        return _fault(_wrong_number(rejected))
    if trump is not None and trump in rejected:
        text = "{suit} were rejected and cannot be trumps"
        return _fault(said(text, suit=SUIT_NAMES[trump]))
    return None


def recorded_fault(rejected: Sequence[Suit], trump: Suit | None) -> Fault | None:
    """`triathlon.rejection`, of a deal that is over: both rejections are recorded, or none."""
    if len(rejected) == 1:
        return _fault(_wrong_number(rejected))
    return rejection_fault(rejected, trump)


def _wrong_number(rejected: Sequence[Suit]) -> Said:
    suits = listed([SUIT_NAMES[suit] for suit in rejected])
    return said("two suits are rejected, not {number}: {suits}", number=len(rejected), suits=suits)


def _fault(because: Said) -> Fault:
    return Fault("triathlon.rejection", because)
