"""Deals recorded card by card: what games with tricks say of them alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.cards import Pack, read_cards
from referee.game import Table
from referee.law import Problem, error, warning
from referee.tricks import Breach, Play, breaches

Cards = Sequence[Sequence[str]]
"""The cards of each trick, in the order in which they fell."""


def shape_problems(
    game: str, pack: Pack, play: Cards, seats: int, tricks: int, beside: Sequence[str] = ()
) -> list[Problem]:
    """`GAME.play` and `GAME.pack`: so many tricks of one card a player, all from this pack.

    `beside` are cards that are known to lie elsewhere, such as those turned up.
    """
    found = []
    if len(play) != tricks:
        message = f"A deal has {tricks} tricks; {len(play)} are recorded."
        found.append(error(f"{game}.play", message, field="play"))
    for number, trick in enumerate(play, start=1):
        if len(trick) != seats:
            message = f"Trick {number} has {len(trick)} cards; each of the {seats} players plays 1."
            found.append(error(f"{game}.play", message, field="play"))
    _, faults = read_cards([*(card for trick in play for card in trick), *beside], pack)
    return found + [error(f"{game}.pack", fault, field="play") for fault in faults]


def count_problems(
    game: str, play: Play, tricks: Sequence[int] | None, seats: Sequence[str]
) -> list[Problem]:
    """`GAME.play`: where tricks are given too, they are those that the cards show."""
    if tricks is None or tuple(tricks) == play.counts:
        return []
    shown = ", ".join(f"{name} {n}" for name, n in zip(seats, play.counts, strict=True))
    given = ", ".join(map(str, tricks))
    message = f"By the cards the tricks are {shown}; recorded are {given}."
    return [error(f"{game}.play", message, field="tricks")]


def breach_problems(table: Table[Any], play: Play) -> list[Problem]:
    """A warning for every card that could not lawfully fall, as later cards prove."""
    return [
        warning(breach.objection.rule, told(table, play, breach), seat=breach.seat, field="play")
        for breach in breaches(play)
    ]


def told(table: Table[Any], play: Play, breach: Breach) -> str:
    """A breach in a sentence, with its trick and card and what proves it."""
    objection, player = breach.objection, table.players[breach.seat]
    called = play.table.rules.called
    return (
        f"Trick {breach.trick}: {player} played {called(breach.card)}, but"
        f" {objection.because}, and {player} held {called(objection.instead)}"
        f" (played in trick {breach.shown_in})."
    )
