"""Options of Triathlon."""

from __future__ import annotations

from referee.core.options import Options, option
from referee.core.validation import Seat
from referee.games.triathlon.athletes import Discard


class TriathlonOptions(Options):
    """What a table may choose."""

    first_dealer: Seat = option(
        0,
        "First dealer",
        "Who deals first; the deal then passes to the left.",
        rule="triathlon.deal",
    )
    athlete_discard: Discard = option(
        "when-void",
        "Throwing an Athlete",
        "Whether who cannot follow suit may throw an Athlete.",
        rule="triathlon.athlete-discard",
        silent=True,
        left_open="contradictory",
        labels={"when-void": "when you cannot follow", "never": "only when nothing else is left"},
    )
