"""Options of La Krap, most of them for points that the source leaves open."""

from __future__ import annotations

from typing import Literal

from referee.core.options import Options, option
from referee.core.validation import Seat


class LaKrapOptions(Options):
    """What a table may choose."""

    rounds: int = option(
        12,
        "Deals",
        "How many deals you play.",
        rule="la-krap.rounds",
        offered=(3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 30),
        ge=1,
    )
    first_dealer: Seat = option(
        0,
        "First dealer",
        "Who deals first; the deal then passes to the left.",
        rule="la-krap.rounds",
    )
    first_lead: Literal["left", "dealer"] = option(
        "left",
        "First lead",
        "Who leads to the first trick.",
        rule="la-krap.lead",
        silent=True,
        labels={"left": "left of the dealer", "dealer": "the dealer"},
    )
    twos: Literal["previous", "suit", "plain"] = option(
        "previous",
        "What a 2 does",
        "A 2 wins nothing; it may neutralise cards before it in the trick.",
        rule="la-krap.twos",
        silent=True,
        labels={
            "previous": "neutralises the last card that counts",
            "suit": "neutralises the cards of its suit",
            "plain": "neutralises nothing",
        },
    )
    sheet: Literal["trick", "plain"] = option(
        "trick",
        "What the sheet does",
        "The sheet wins nothing; it may neutralise the cards before it in the trick.",
        rule="la-krap.sheet",
        silent=True,
        labels={"trick": "neutralises all cards before it", "plain": "neutralises nothing"},
    )
    special_anytime: bool = option(
        True,
        "Playing a 2 or the sheet",
        "Whether you may play one although you could follow suit.",
        rule="la-krap.special",
        silent=True,
        labels={True: "at any time", False: "only if you cannot follow"},
    )
    empty_trick: Literal["leader", "nobody"] = option(
        "leader",
        "A trick in which nothing counts",
        "Who takes it, if all its cards are neutralised or special.",
        rule="la-krap.empty-trick",
        silent=True,
        labels={"leader": "whoever led it", "nobody": "nobody, and the same player leads"},
    )
