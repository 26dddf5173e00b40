"""Tribello's options, and the dealer, trumps and quotas of its twelve deals.

Deals are numbered from 0, like seats.
"""

from __future__ import annotations

from typing import Final

from referee.core.options import Options, first_dealer_option
from referee.core.text import Text, _, ngettext
from referee.core.validation import Seat


class TribelloOptions(Options):
    first_dealer: Seat = first_dealer_option("tribello.rounds")


SEATS: Final = 3  # `tribello.players`: exactly three
DEALS: Final = 12
TRICKS: Final = 13
QUOTAS: Final = (6, 4, 3)
"""Quotas of the dealer, the player to the left and the player to the right (`tribello.quota`)."""
NULLO_QUOTAS: Final = (3, 4, 6)
NULLO: Final = 4  # the round in which tricks are avoided
ROUND_NAMES: Final = {
    1: _("Round 1: cut for trumps"),
    2: _("Round 2: the dealer names trumps"),
    3: _("Round 3: no trumps"),
    NULLO: _("Round 4: nullo"),
}
TRUMP_MISSING: Final = _("The trump suit is missing. Choose it so that tricks can be tracked.")


def round_of(deal: int) -> int:
    """Round number of this deal, from 1 to 4 (`tribello.rounds`)."""
    return deal // SEATS + 1


def dealer_of(deal: int, first_dealer: int) -> int:
    return (first_dealer + deal) % SEATS


def quotas(deal: int, first_dealer: int) -> tuple[int, ...]:
    """Each seat's quota in this deal (`tribello.quota`)."""
    by_place = NULLO_QUOTAS if round_of(deal) == NULLO else QUOTAS
    dealer = dealer_of(deal, first_dealer)
    return tuple(by_place[(seat - dealer) % SEATS] for seat in range(SEATS))


def has_trumps(deal: int) -> bool:
    """Whether this deal is in one of the first two rounds, which have trumps (`tribello.trump`)."""
    return round_of(deal) <= 2


def count_towards_quota(tricks: int, quota: int) -> Text:
    return ngettext("{n} trick, quota {quota}", "{n} tricks, quota {quota}", tricks, quota=quota)
