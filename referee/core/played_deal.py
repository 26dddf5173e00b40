"""Deals recorded card by card: what games with tricks say of them alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from referee.core.cards import Pack, read_cards
from referee.core.findings import Problem, error, warning
from referee.core.game import PlayableGame, State
from referee.core.options import Options
from referee.core.record import Entry
from referee.core.seating import Seating
from referee.core.text import Said, counted, said, shares
from referee.core.tricks import Breach, Play, breaches
from referee.core.validation import Count, PerSeat

Cards = Sequence[Sequence[str]]
"""The cards of each trick, in the order in which they were played."""


class TrickDeal(Entry):
    """A deal: the tricks that each seat took, or every card as it was played, or both."""

    kind: Literal["deal"]
    tricks: PerSeat[Count] | None = None
    play: list[list[str]] | None = None


O = TypeVar("O", bound=Options)  # noqa: E741  # one letter, as type variables have
S = TypeVar("S", bound=State)
D = TypeVar("D", bound=TrickDeal)


def play_problems(
    game: PlayableGame[O, S, D],
    seating: Seating[O],
    state: S,
    deal: D,
    beside: Sequence[str] = (),
) -> list[Problem]:
    """What is wrong with a deal that is recorded card by card.

    `beside` are cards that are known to lie elsewhere, such as those turned up.
    """
    if deal.play is None:
        return []
    name, pack = game.name, game.play_pack(seating)
    found = shape_problems(name, pack, deal.play, seating.seats, game.hand_size, beside)
    play = None if found else game.follow(seating, state, deal)
    if play is None:
        return found
    found = count_problems(name, play, deal.tricks, seating.players)
    return found + game.irregularities(seating, state, deal, play)


def total_problems(game: str, tricks: Sequence[int], total: int) -> list[Problem]:
    """`GAME.tricks-total`: the tricks of a deal are so many together."""
    found = sum(tricks)
    if found == total:
        return []
    template = (
        "The tricks add up to {found} and must be {total}: {missing} missing."
        if found < total
        else "The tricks add up to {found} and must be {total}: {missing} too many."
    )
    message = said(template, found=found, total=total, missing=abs(total - found))
    return [error(f"{game}.tricks-total", message, field="tricks")]


def shape_problems(
    game: str, pack: Pack, play: Cards, seats: int, tricks: int, beside: Sequence[str] = ()
) -> list[Problem]:
    """`GAME.play` and `GAME.pack`: so many tricks of one card a player, all from this pack."""
    rule, found = f"{game}.play", []
    if len(play) != tricks:
        message = said(
            "A deal has {tricks} tricks; {given} are recorded.", tricks=tricks, given=len(play)
        )
        found.append(error(rule, message, field="play"))
    found += trick_problems(rule, play, seats)
    _, faults = read_cards([*(card for trick in play for card in trick), *beside], pack)
    return found + [error(f"{game}.pack", fault, field="play") for fault in faults]


def trick_problems(rule: str, play: Cards, seats: int) -> list[Problem]:
    """Tricks that have not one card a player."""
    template = "Trick {number} has {cards}; each of the {seats} players plays 1."
    return [
        error(
            rule,
            said(template, number=number, cards=counted(len(trick), "card"), seats=seats),
            field="play",
        )
        for number, trick in enumerate(play, start=1)
        if len(trick) != seats
    ]


def count_problems(
    game: str, play: Play, tricks: Sequence[int] | None, names: Sequence[str]
) -> list[Problem]:
    """`GAME.play`: where tricks are given too, they are those that the cards show."""
    if tricks is None or tuple(tricks) == play.counts:
        return []
    message = said(
        "By the cards the tricks are {shown}; recorded are {given}.",
        shown=shares(names, play.counts),
        given=shares(names, tricks),
    )
    return [error(f"{game}.play", message, field="tricks")]


def breach_problems(seating: Seating[Any], play: Play) -> list[Problem]:
    """A warning for every card that was played against the rules, as later cards prove."""
    return [
        warning(
            breach.objection.rule,
            describe_breach(seating, play, breach),
            field="play",
            seats=[breach.seat],
        )
        for breach in breaches(play)
    ]


def is_breach(problem: Problem) -> bool:
    """Whether this says that a card was played against the rules: of nothing else cards warn."""
    return problem.severity == "warning" and problem.field == "play"


def describe_breach(seating: Seating[Any], play: Play, breach: Breach) -> Said:
    """A breach in a sentence, with its trick and card and what proves it."""
    objection, called = breach.objection, play.table.rules.with_article
    return said(
        "Trick {trick}: {player} played {card}, but {because}, and {player} held {instead}"
        " (played in trick {shown_in}).",
        trick=breach.trick,
        player=seating.players[breach.seat],
        card=called(breach.card),
        because=objection.because,
        instead=called(objection.instead),
        shown_in=breach.shown_in,
    )
