"""Helpers for matches in which a deal is followed card by card, at one table or at two."""

from __future__ import annotations

from typing import Any

from tests.games.card_triathlon.two_tables import EIGHT
from tests.games.dealt import DEALINGS, Dealt
from tests.games.records import Json, deal, record

EVEN = deal(6, 4, 3)
SHORT = deal(6, 4, 2)
"""A Tribello deal in figures from which a trick is missing."""
SPADES = {"kind": "b-leg", "contract": {"level": 1, "strain": "S", "declarer": 0}}
HEARTS = {"kind": "b-leg", "contract": {"level": 2, "strain": "H", "declarer": 3}}
"""Facts known at a table before the first card, like those in `SPADES`."""


def started(deal: Dealt, **options: Any) -> Json:
    before = [DEALINGS[deal.game].earlier(deal.seats)] * deal.number
    return record(deal.game, deal.seats, before, **deal.options, **options)


def eight(*entries: Json, **options: Any) -> Json:
    data = record("card-triathlon", 8, entries, format="half-marathon", **options)
    return data | {"players": list(EIGHT)}
