"""Time to find the best arrangement of a D hand."""

from __future__ import annotations

from gc import collect
from random import Random
from time import process_time

from referee.core.cards import read_card
from referee.games.card_triathlon.flushes.groups import FlushRules
from referee.games.card_triathlon.flushes.solver import arrange
from tests.games.card_triathlon.d_hands import KINDS

HANDS = 200
"""Number of hands of each kind."""
PACKS = 2


def times(hands: int = HANDS) -> list[float]:
    """CPU time for each hand in milliseconds, under the default options."""
    found = []
    for kind, draw in KINDS.items():
        random = Random(kind)
        for _ in range(hands):
            cards = [read_card(text) for text in draw(random, PACKS)]
            collect()  # so that no hand collects another's garbage
            begin = process_time()
            arrange(cards, FlushRules())
            found.append((process_time() - begin) * 1000)
    return found
