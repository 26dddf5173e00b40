"""Options of Tribello."""

from __future__ import annotations

from referee.core.options import Options, option
from referee.core.validation import Seat


class TribelloOptions(Options):
    """What a table may choose."""

    first_dealer: Seat = option(
        0,
        "First dealer",
        "Who deals first; the deal then passes to the left.",
        rule="tribello.rounds",
    )
